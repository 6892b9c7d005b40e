"""The stage of a moment: what it shows is what the rest of castline says, and nobody jumps without cause."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from books import FEELINGS, NAMES, books, save, write_book
from hypothesis import HealthCheck, given, settings
from shelf import ledger_url
from test_traps import tell

import castline
from castline.query.course import course_of, standing
from castline.query.stage import set_stage
from castline.query.strands import live_feelings
from castline.query.view import Views


@pytest.fixture(scope="module")
def library() -> castline.Library:
    return castline.open(ledger_url())


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=books())
def test_what_stands_is_what_the_other_fold_says(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """The course is a second way to what `strands` tells: both give every pair the same level, at every chapter."""
    folder = tmp_path_factory.mktemp("course")
    _assert_same(folder, text)


@pytest.mark.parametrize("chapters", [NAMES, FEELINGS], ids=["names", "feelings"])
def test_what_stands_where_names_join_and_part(tmp_path: Path, chapters: list[list[str]]) -> None:
    _assert_same(tmp_path, write_book(chapters))


def _assert_same(folder: Path, text: str) -> None:
    with castline.open(f"sqlite:///{folder}/x.db", "made") as library:
        library.ingest(save(folder, text), processes=1)
        for n in range(1, len(library.chapters()) + 1):
            view = library.view(n)
            found = standing(course_of(view).levels_by(view.bound), view.cast, view.bound)
            live = live_feelings(view)
            assert {pair: level.id for pair, level in found.items()} == {pair: f.id for pair, f in live.items()}


def test_places_do_not_depend_on_what_was_asked_before(library: castline.Library) -> None:
    """Straight to the end, or a chapter at a time, or a scene between: the same places."""
    with castline.open(library.url) as other, castline.open(library.url) as third:
        straight = library.stage()
        for n in range(1, 15):
            stepped = other.stage(n)
        third.stage("1.6.1")
        assert straight == stepped == third.stage()
        assert third.stage(6) == library.stage(6)


def test_a_step_moves_nobody_far(library: castline.Library) -> None:
    for n in range(5, 14):
        before, after = ({one.id: (one.x, one.y) for one in library.stage(at).people} for at in (n, n + 1))
        moved = [math.dist(before[one], after[one]) for one in before.keys() & after.keys()]
        assert moved and sorted(moved)[len(moved) // 2] < 0.15, n


def test_the_news_of_a_chapter_are_its_own(library: castline.Library) -> None:
    for n in range(1, 15):
        stage = library.stage(n)
        told = [*stage.events, *stage.ties]
        assert {one.evidence.told.split(".")[1] for one in told} <= {str(n)}
        assert all(shift.evidence.told.startswith(f"1.{n}.") for shift in stage.shifts)
        was = {(t.a, t.b): t.forth for t in library.stage(n - 1, 1000).threads} if n > 1 else {}
        for shift in stage.shifts:
            if (shift.holder_id, shift.toward_id) in was:
                assert shift.was == (was[shift.holder_id, shift.toward_id] or 0.0)


def test_who_knows_is_everybody_once(library: castline.Library) -> None:
    for event in library.happenings(10)[:12]:
        k = library.knows(event.id, 10)
        people = [*(one.id for one in (*k.there, *k.heard)), *(one for one, _ in k.unknowing)]
        assert sorted(people) == sorted(entry.id for entry in library.cast(10))


def test_words_that_mean_no_event_or_several(library: castline.Library) -> None:
    with pytest.raises(castline.UnknownName, match="No event by"):
        library.knows("zeppelins, xylophones", 10)
    with pytest.raises(castline.AskError, match="Ask with more words"):
        library.knows("Brisa", 10)
    event = library.happenings(10)[0]
    assert library.knows(event.summary, 10).event == event


def test_an_event_is_found_by_its_words_in_any_order(library: castline.Library) -> None:
    event = max(library.happenings(10), key=lambda one: len(one.summary))
    words = event.summary.split()
    assert library.knows(" ".join(reversed(words)), 10).event == event


def test_words_that_no_place_has_together_are_sought_in_others(library: castline.Library) -> None:
    known = library.knows("Mr. Keddle tells the surveyor how Edvard Tolloway was drowned on the sands in a fog", 10)
    assert known.event.id == "" and known.tellings and all(0 < one.chance < 1 for one in known.tellings)
    assert [one.evidence.start for one in known.tellings] == sorted(one.evidence.start for one in known.tellings)
    first = next(one for one in known.tellings if one.evidence.start == known.event.evidence.start)
    assert "Drowned, sir" in first.evidence.text
    assert {"Mr. Ambrus Keddle", "Jasper Linn"} <= {one.name for one in first.knowers}


def test_lanes_tell_the_scenes_of_each_chapter_and_stay_as_they_are(library: castline.Library) -> None:
    last = {one.id: one for one in library.stage(people=1000).people}
    for n in (3, 8):
        for one in library.stage(n, people=1000).people:
            assert sum(one.chapters.values()) == one.scenes
            assert list(one.chapters)[-1:] == ([one.seen.rpartition(".")[0]] if one.seen else [])
            if one.id in last and last[one.id].name == one.name:
                assert list(last[one.id].chapters.items())[: len(one.chapters)] == list(one.chapters.items())


def test_who_is_told_to_have_died_is_marked_from_then_on_unless_seen_again(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Hugh Marsh met Ada Pell at the gate. “Good day,” said Ada Pell to Hugh Marsh. Owen Hale bowed to Ada Pell."],
        ["Hugh Marsh died that night. Owen Hale died in the morning. Ada Pell wept."],
        ["Owen Hale came in. “I am back,” said Owen Hale to Ada Pell. Ada Pell laughed."],
    )

    def list_dead(at: str) -> dict[str, str]:
        people = set_stage(Views(view.store).open("made", at)).people
        return {one.name: one.died[:3] for one in people if one.died}

    assert list_dead("1") == {}
    assert list_dead("2") == {"Hugh Marsh": "1.2", "Owen Hale": "1.2"}
    assert list_dead("3") == {"Hugh Marsh": "1.2"}
