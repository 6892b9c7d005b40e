"""The shipped story as gold: what a person states of it, against what is found. Floors are what was measured, rounded down."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from books import read_through, view_at

from castline.errors import UnknownName
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.query.histories import list_events, trace_feelings
from castline.query.view import View

EXAMPLES = Path(__file__).parent.parent / "examples"
STORY = EXAMPLES.parent / "castline/examples/the_salt_ledger.txt"
TEXT = STORY.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = open_store(str(tmp_path_factory.mktemp("story") / "story.db"))
    read_through(store, STORY, saga="story")
    return store


@pytest.fixture(scope="module")
def view(store: Store) -> View:
    return view_at(store, None, "story")


def gold(kind: str) -> list[dict[str, Any]]:
    lines = (EXAMPLES / "the_salt_ledger.facts.jsonl").read_text(encoding="utf-8").splitlines()
    return [fact for line in lines if (fact := json.loads(line))["kind"] == kind]


def gold_names() -> dict[str, str]:
    """Every alias, lower case -> the person's name in the gold."""
    return {alias.lower(): c["name"] for c in gold("character") for alias in [c["name"], *c["aliases"]]}


def who_is(view: View, identifier: str | None) -> str | None:
    """The gold's name for somebody found: the one that most of their forms mean."""
    if identifier is None:
        return None
    names = gold_names()
    forms = [
        n.form.lower() for one in view.cast.members(identifier, view.bound) for _, n in view.cast.names.get(one, ())
    ]
    found = Counter(names[form] for form in forms if form in names).most_common(1)
    return found[0][0] if found else None


def plain(text: str) -> str:
    return " ".join(text.split())


def test_everybody_who_acts_is_found_once(view: View) -> None:
    found = Counter(who_is(view, one) for one in view.cast.known(view.bound))
    named = [c["name"] for c in gold("character")]
    missing = [name for name in named if not found[name]]
    assert len(missing) <= 2, missing
    split = [name for name in named if found[name] > 1]
    assert len(split) <= 3, split


def test_speakers(view: View) -> None:
    said = list(view.facts(["utterance"]))
    right: Counter[str] = Counter()
    for quote in gold("quote"):
        words = plain(quote["text"])[:30]
        match = [
            u for u in said if u.chapter == quote["chapter"] and any(words in plain(TEXT[a:b]) for a, b in u.parts)
        ]
        right[quote["type"]] += bool(match) and who_is(view, match[0].speaker) == quote["speaker"]
    total = Counter(quote["type"] for quote in gold("quote"))
    shares = {kind: right[kind] / total[kind] for kind in total}
    assert shares["explicit"] >= 0.9, shares
    assert shares["anaphoric"] >= 0.6, shares
    assert shares["implicit"] >= 0.55, shares


def test_nobody_is_joined_before_the_text_says_so(store: Store) -> None:
    """Until its chapter the later name is nobody's, though the earlier one is somebody's; from there on each is somebody's.
    Neither joining is found: the one is told by a denial, the other by half a sentence."""
    for identity in gold("identity"):
        before, after = (view_at(store, f"1.{identity['reveal_chapter'] + n}", "story") for n in (-1, 0))
        assert before.cast.find(identity["name_before"], before.bound)
        with pytest.raises(UnknownName):
            before.cast.find(identity["name_after"], before.bound)
        assert all(after.cast.find(identity[name], after.bound) for name in ("name_before", "name_after"))


def test_names_are_not_told_before_their_chapter(store: Store) -> None:
    for character in gold("character"):
        if character["first_chapter"] > 1:
            before = view_at(store, f"1.{character['first_chapter'] - 1}", "story")
            assert all(who_is(before, one) != character["name"] for one in before.cast.known(before.bound))


def test_a_betrayal_and_a_reconciliation_show(view: View) -> None:
    """Brisa turns against Perrine when she is betrayed, and thinks better of her by the end."""
    forth = trace_feelings(view, "Brisa Tolloway", "Perrine Keddle").directions[0]
    level = {chapter: affection for chapter, affection, _ in forth.levels}
    assert level["1.14"] > min(level["1.9"], level["1.10"], level["1.11"])


def test_events_are_sentences_about_people(view: View) -> None:
    rows = list_events(view, "Brisa Tolloway")
    assert len(rows) >= 19
    assert all(re.match(r"[A-Z“].*[.!?”…—’]$", row.summary) for row in rows)
