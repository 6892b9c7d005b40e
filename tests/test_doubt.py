"""A confidence asked for: whatever falls below it is left out of every section, and counted in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import run
from tellings import Telling, feels, is_called, tell

import castline
from castline.graph.facts import Attribute, Event, Knowledge, Mood, Present, Relation, Scene, Utterance
from castline.graph.sqlite import SqliteStore
from castline.query.budget import WEIGHTS
from castline.query.entries import SHOWN

ANNA, KARL = "veil:1.1:c1", "veil:1.1:c2"
PLAIN = {
    "names": 1,
    "attributes": 1,
    "relations": 1,
    "feelings": 1,
    "events": 1,
    "quotes": 1,
    "mood": 1,
    "whereabouts": 1,
}


def facts(mark: str, confidence: float) -> list[Telling]:
    """One of everything, of a confidence."""
    told: list[Telling] = [
        (Attribute, {"character": ANNA, "attribute": "personality", "value": mark}),
        (Relation, {"a": ANNA, "b": KARL, "type": "friend", "subtype": "enemy"}),
        (Event, {"id": mark, "summary": f"{mark} came.", "type": "deed", "importance": 0.5}),
        (Knowledge, {"character": ANNA, "event": mark, "how": "witnessed"}),
        (Utterance, {"speaker": ANNA, "rule": "made", "text": mark, "start": 20, "end": 24}),
        (Mood, {"character": ANNA, "emotion": "proud", "intensity": 0.5}),
        (Scene, {"present": (Present(character=ANNA, presence="on-page"),), "place": mark}),
    ]
    return [(cls, own | {"confidence": confidence}) for cls, own in told]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Chapter 1 is sure. Chapter 2 doubts: a second name, a feeling, and one of everything else."""
    store = SqliteStore(str(tmp_path / "castline.db"))
    doubt = [
        *facts("doubt", 0.4),
        (feels(ANNA, KARL, 2.0, 2.0)[0], feels(ANNA, KARL, 2.0, 2.0)[1] | {"confidence": 0.4}),
    ]
    doubt += [(is_called(ANNA, "Nan")[1][0], is_called(ANNA, "Nan")[1][1] | {"confidence": 0.4})]
    tell(store, [*is_called(ANNA, "Anna Fenn"), *is_called(KARL, "Karl Weiss"), *facts("surety", 0.9)], doubt)
    store.close()
    return tmp_path


def test_nothing_below_the_confidence_is_shown_and_all_of_it_is_counted(folder: Path) -> None:
    with castline.open(f"sqlite:///{folder}/castline.db") as library:
        whole, sure = library.snapshot("Anna"), library.snapshot("Anna", confidence=0.8)
    assert (
        whole.doubtful == {}
        and sure.doubtful == PLAIN
        and sure.doubtful.keys() == WEIGHTS.keys() - {"told", "shared", "unshared", "known"}
    )
    assert [q.words for q in sure.quotes] == ["surety"] and [e.summary for e in sure.events] == ["surety came."]
    assert [n.form for n in sure.names] == ["Anna Fenn"] and [a.value for a in sure.attributes] == ["surety"]
    assert (sure.feelings, sure.relations, sure.mood, sure.whereabouts) == ((), (), None, None)


def test_an_event_is_as_sure_as_what_is_told_of_it(tmp_path: Path) -> None:
    """The knowledge may be sure and the event in doubt."""
    told: list[Telling] = [
        (Event, {"id": "fall", "summary": "The wall fell.", "type": "deed", "importance": 0.5, "confidence": 0.4}),
        (Knowledge, {"character": ANNA, "event": "fall", "how": "witnessed", "confidence": 0.9}),
    ]
    tell(SqliteStore(str(tmp_path / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *told])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        sure = library.snapshot("Anna", confidence=0.8)
    assert (sure.events, sure.doubtful) == ((), {"events": 1})


def test_sure_quotes_behind_many_doubtful_ones_are_found(tmp_path: Path) -> None:
    said: list[Telling] = [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": f"Sure {n}.", "start": n, "confidence": 0.9})
        for n in range(3)
    ]
    said += [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": "Hm.", "start": 10 + n, "confidence": 0.4})
        for n in range(12)
    ]
    tell(SqliteStore(str(tmp_path / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *said])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        sure = library.snapshot("Anna", confidence=0.8)
    assert [q.words for q in sure.quotes] == ["Sure 2.", "Sure 1.", "Sure 0."] and sure.doubtful == {"quotes": 12}


def test_every_form_says_how_much_was_too_doubtful(folder: Path) -> None:
    asked = ("snapshot", "Anna", "--min-confidence", "0.8")
    assert json.loads(run(folder, *asked).stdout)["doubtful"] == PLAIN
    counted = "1 attribute, 1 event, 1 feeling, the mood, 1 name, 1 quote, 1 relation and the whereabouts"
    assert (
        f"Too doubtful for the confidence asked for: {counted}." in run(folder, *asked, "--format", "markdown").stdout
    )
    assert f"kept from you ({counted})" in json.loads(run(folder, *asked, "--format", "messages").stdout)[0]["content"]
    assert f"Too doubtful for the confidence asked for: {counted}." in " ".join(
        run(folder, *asked, "--table").stdout.split()
    )
    for form in ("markdown", "messages"):
        assert "doubtful" not in run(folder, "snapshot", "Anna", "--format", form).stdout


def test_of_what_is_as_telling_the_surest_is_shown(tmp_path: Path) -> None:
    """What is told of somebody and what happened: of as many as are shown, those that are surest to be so."""
    many = 2 * SHOWN.told
    told: list[Telling] = [
        (
            Attribute,
            {"character": ANNA, "attribute": "told", "value": f"Told {n}.", "weight": 0.5, "start": 1000 * n, "end": 1000 * n + 9,
             "confidence": 0.9 if n % 2 else 0.6},
        )
        for n in range(many)
    ]  # fmt: skip
    tell(SqliteStore(str(tmp_path / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *told])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        words = {entry.words for entry in library.snapshot("Anna").told}
    assert words == {f"Told {n}." for n in range(1, many, 2)}
