"""What changed between two moments: all of it, however much a snapshot would show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tellings import Telling, feels, is_called, tell

from castline.graph.facts import Attribute, Event, Identity, Knowledge, Relation
from castline.graph.sqlite import SqliteStore
from castline.query.entries import SHOWN
from castline.query.histories import Difference, compare
from castline.query.snapshot import take_snapshot
from castline.query.view import Views

ANNA = "veil:1.1:c0"
MANY = 30


def crowd() -> list[Telling]:
    return [
        *is_called(ANNA, "Anna Fenn"),
        *(t for n in range(1, MANY + 2) for t in is_called(f"veil:1.1:c{n}", f"Guest {n}")),
    ]


def knows(event: str, importance: float) -> list[Telling]:
    return [(Event, {"id": event, "summary": f"What {event} tells.", "type": "deed", "importance": importance}),
            (Knowledge, {"character": ANNA, "event": event, "how": "witnessed"})]  # fmt: skip


@pytest.fixture
def views(tmp_path: Path) -> Views:
    """In chapter 1 more is told of everything than a snapshot shows; in chapter 2 one thing more of each."""
    first, others = crowd(), range(1, MANY + 1)
    for n in others:
        first += [(Attribute, {"character": ANNA, "attribute": "personality", "value": f"trait{n}"}), feels(ANNA, f"veil:1.1:c{n}", 5.0, 5.0),
                  (Relation, {"a": f"veil:1.1:c{n}", "b": ANNA, "type": "friend"}), *knows(f"event{n}", 0.9)]  # fmt: skip
    last = f"veil:1.1:c{MANY + 1}"
    second = [(Attribute, {"character": ANNA, "attribute": "personality", "value": "stubborn"}), feels(ANNA, last, 0.1, 0.1),
              (Relation, {"a": last, "b": ANNA, "type": "friend"}), *knows("event99", 0.0),
              (Knowledge, {"character": ANNA, "event": "event1", "how": "told"})]  # fmt: skip
    return tell(SqliteStore(str(tmp_path / "crowd.db")), first, second)


def test_what_is_new_is_told_however_much_was_known(views: Views) -> None:
    shown = take_snapshot(views.open("veil", "2"), ANNA)
    assert len(shown.attributes) == SHOWN.attributes_of_a_kind and shown.left_out["attributes"] == MANY + 1 - len(
        shown.attributes
    )
    found = compare(views.open("veil", "1"), views.open("veil", "2"), ANNA)
    assert [a.value for a in found.attributes] == ["stubborn"]
    assert [r.who for r in found.relations] == [f"Guest {MANY + 1}"]
    assert [f["toward"] for f in found.feelings] == [f"Guest {MANY + 1}"]
    assert [e["summary"] for e in found.events] == ["What event99 tells."]


def test_what_was_known_and_is_told_again_is_not_new(views: Views) -> None:
    found = compare(views.open("veil", "1"), views.open("veil", "2"), ANNA)
    assert "What event1 tells." not in [e["summary"] for e in found.events]


def test_what_was_felt_for_one_under_another_name_is_where_the_change_starts(tmp_path: Path) -> None:
    guest, stranger = "veil:1.1:c2", "veil:1.1:c1"
    met = [*is_called(ANNA, "Anna Fenn"), *is_called(stranger, "the stranger"), *is_called(guest, "Karl Weiss")]
    views = tell(
        SqliteStore(str(tmp_path / "veil.db")),
        [*met, feels(ANNA, stranger, -4.0, 1.0), feels(ANNA, guest, 3.0, 5.0)],
        [(Identity, {"a": stranger, "b": guest, "how": "told"}), feels(ANNA, guest, 6.0, 6.0)],
    )
    found: Difference = compare(views.open("veil", "1"), views.open("veil", "2"), ANNA)
    assert [(f["was_affection"], f["affection"]) for f in found.feelings] == [(3.0, 6.0)]
