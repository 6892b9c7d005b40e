"""Passages as somebody remembers them: who speaks in those that are speech alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shelf import ledger_url

import castline
from castline.agent.remembered import SURE, find_remembered, say_remembered
from castline.graph.facts import Utterance
from castline.query.passages import Passage
from castline.query.view import View

WHO = "Brisa Tolloway"


@pytest.fixture(scope="module")
def view() -> Iterator[View]:
    with castline.open(ledger_url()) as library:
        yield library.view("10")


def cite(said: Utterance, text: str = "") -> Passage:
    return Passage(said.told, said.book, said.start, said.end, text or said.text, 1.0)


def test_words_have_their_speaker(view: View) -> None:
    who = view.find(WHO)
    sure = [said for said in view.facts(["utterance"]) if said.speaker and said.confidence >= SURE]
    heads = {
        "You say" if view.root(said.speaker or "") == who else f"{view.name(said.speaker or '')} says" for said in sure
    }
    told = [line.split("] ", 1)[1] for line in say_remembered(view, who, [cite(said) for said in sure])]
    assert "You say" in heads and len(heads) > 3
    assert {line.split(":")[0] for line in told} == heads


def test_who_is_not_sure_is_not_named(view: View) -> None:
    doubtful = [said for said in view.facts(["utterance"]) if said.confidence < SURE]
    assert doubtful and not any(
        " says: " in line or "You say: " in line for line in say_remembered(view, view.find(WHO), map(cite, doubtful))
    )


def test_what_the_tale_tells_has_none(view: View) -> None:
    found = find_remembered(view, WHO, "the green gloves")
    told = list(say_remembered(view, view.find(WHO), found))
    assert len(told) == len(found) > 2
    assert any(" says: " not in line and "You say: " not in line for line in told)
    assert find_remembered(view, WHO, "?") == []
