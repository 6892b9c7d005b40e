"""A model that reads which places tell of a thing, and who knows of it by them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from books import read_through, view_at
from conftest import need_module
from test_laws import STORY
from test_picking import asked, open_view, pages_of, words_of

import castline
from castline.agent.knowers import find_knowing
from castline.agent.tellings import find_places
from castline.agent.witnesses import PAGES
from castline.graph.opening import open_store
from castline.query.sentences import find_terms
from castline.query.view import View

need_module("openai")
ASKED = "Mr. Keddle tells the surveyor how Edvard Tolloway was drowned on the sands in a fog"
PEOPLE = [{"name": "Mr. Keddle", "how": "part"}, {"name": "Jasper Linn", "how": "told", "by": "Mr. Ambrus Keddle"}]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("witnesses")
    read_through(open_store(str(home / "whole.db")), STORY)
    return home


def find_page(body: dict[str, Any], words: str) -> int:
    return next(n for n, page in enumerate(pages_of(body), 1) if words in page)


def tell(body: dict[str, Any], know: list[dict[str, str]]) -> str:
    """A model that finds it on one page."""
    return json.dumps({"pages": [{"page": find_page(body, "Drowned, sir"), "words": "Drowned, sir.", "know": know}]})


def test_who_knows_is_who_the_model_reads_by_the_words_that_it_names(home: Path) -> None:
    view = open_view(home, "1.6")
    with asked(lambda body: tell(body, [*PEOPLE, {"name": "a gull", "how": "saw"}])) as (model, server):
        known = find_knowing(view, ASKED, model)
    assert len(server.calls) == 1 and 1 < len(pages_of(server.calls[0])) <= PAGES
    assert [one.name for one in known.there] == ["Mr. Ambrus Keddle"]
    assert [(one.name, one.how, one.source) for one in known.heard] == [("Jasper Linn", "told", "Mr. Ambrus Keddle")]
    (telling,) = known.tellings
    assert "Drowned, sir" in telling.evidence.text and telling.evidence.by == "scripted" and telling.chance == 0.9
    assert "Brisa Tolloway" in [name for _, name in known.unknowing]


def test_words_that_do_not_stand_there_are_asked_for_once_more_and_then_nothing_is_said(home: Path) -> None:
    view = open_view(home, "1.6")
    said = json.dumps({"pages": [{"page": 1, "words": "no such words are there", "know": PEOPLE}]})
    with asked(lambda body: said) as (model, server), pytest.raises(castline.UnknownName, match="No event by"):
        find_knowing(view, ASKED, model)
    assert len(server.calls) == 2 and "does not stand on page 1" in server.calls[1]["messages"][-1]["content"]


@pytest.mark.parametrize("chapter", [2, 5, 9])
def test_a_model_sees_nothing_that_comes(home: Path, tmp_path: Path, chapter: int) -> None:
    part = open_store(str(tmp_path / "part.db"))
    read_through(part, STORY, chapter)
    short, whole = view_at(part, None), open_view(home, f"1.{chapter}")
    answers = []
    for view in (short, whole):
        with asked(lambda body: json.dumps({"pages": [{"page": 1, "words": words_of(body, 1), "know": PEOPLE}]})) as (
            model,
            server,
        ):
            answers.append((find_knowing(view, ASKED, model), server.calls[0]["messages"]))
    assert answers[0] == answers[1]
    assert _later(whole) and not _later(whole) & set(find_terms(answers[1][1][1]["content"])) - set(find_terms(ASKED))


def _later(view: View) -> set[str]:
    """Words that the book has after the view's moment alone, those aside that any prompt has."""
    concordance = view.concordance()
    cut = concordance.upto(view.bound)
    told = {term for text in concordance.texts[:cut] for term in find_terms(text)}
    frame = set(find_terms("PAGE (there, as far as is known: 1 2 3 4 5 6 7 8 9 10) QUESTION END"))
    return {term for text in concordance.texts[cut:] for term in find_terms(text)} - told - frame


def test_places_are_apart_and_in_order(home: Path) -> None:
    places = find_places(open_view(home, None), ASKED, ASKED)
    assert places == sorted(places, key=lambda one: one.span)
    assert all(a.span[1] <= b.span[0] for a, b in itertools.pairwise(places))
