"""What is told of a chapter and of its people, beside what readers marked: `python -m benchmarks DATA telling`.

Gold: 13 novels (`gold/plot`, `gold/essentials`). An event is *found* if one of castline's has its words within 300 characters of
a place marked for it; beside it, what as many answers laid at random in the same chapters would find. *Doer*: of the events
found whose doer is known by name, those where somebody marked as doing it does or says it in one of castline's there. An item of
somebody is *stated* if an entry of his snapshot at that chapter, that is no quote, name or whereabouts, has its words that near;
`places` is how many entries a snapshot has; both are given for its first thirty, too, with feelings last. *Told of*: of the events found, each with the one of castline's that stands nearest to its place (the weightiest of
several), those that the reader marked as only reported, those that castline says happened before the scene, and both. The two
mean not quite the same: to a reader that somebody told a tale is often what happens; castline says when the tale happened.
Every novel is read with weights of sentences learnt from the other twelve and from those that are marked beside the gold
(the few weights of how somebody stands in a sentence are those that ship).
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.machine import table
from benchmarks.marked import Chapters, Marked, find_chance, is_near, list_marks, list_novels, read_chapters
from benchmarks.shelf import find_gold, read_aliases
from benchmarks.weights import learn_people, learn_tale
from castline.errors import CastlineError
from castline.graph.opening import open_store
from castline.graph.store import Batch, ChapterRecord, Store
from castline.ingest.decisions import Happening
from castline.ingest.extraction.weight import weigh_sentences
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.rows import write_rows
from castline.ingest.settling import Settled, settle
from castline.query.entries import Snapshot
from castline.query.snapshot import take_snapshot
from castline.query.view import Views

HEAD = ["novel", "chapters", "events", "found", "by chance", "ratio", "of weight 3", "by chance", "ratio", "doer"]
PEOPLE_HEAD = ["novel", "people asked", "found", "items", "stated", "places", "stated by 30", "places"]
FEW = 30
"""Places of a snapshot that are looked at alone, too: what is told of the person, events, ties, attributes, and then feelings."""


PAST_HEAD = ["novel", "events found", "marked as told of", "said to be past", "both", "precision", "recall"]


def measure_telling(data: Path) -> str:
    """The tables: events, what is told of as past, and what is stated of people."""
    names = list_novels(data)
    rows, people, past, total = list[list[object]](), list[list[object]](), list[list[object]](), Counter[str]()
    for name in names:
        others = [*(other for other in names if other != name), *list_marks()]
        chapters = read_chapters(data, name)
        tale, own = learn_tale(data, others), learn_people(data, others)
        for piece, notes in zip(chapters.pieces, chapters.notes, strict=True):
            notes.weights = weigh_sentences(notes, piece.text, tale, own)
        counts = score_novel(chapters, read_aliases(data, name))
        total += counts
        rows.append(_row(name, counts))
        people.append(_people_row(name, counts))
        past.append(_past_row(name, counts))
        print(rows[-1], people[-1], flush=True)
    events = table(HEAD, [*rows, _row("all", total)])
    told_of = table(PAST_HEAD, [*past, _past_row("all", total)])
    return f"{events}\n\n{told_of}\n\n{table(PEOPLE_HEAD, [*people, _people_row('all', total)])}"


def score_novel(chapters: Chapters, aliases: dict[str, set[str]]) -> Counter[str]:
    """Counts of one novel, its sentences weighed."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"{folder}/novel.db")
        told = read_in(store, chapters)
        memory = told[-1].memory
        counts = _score_plot(chapters, told, lambda name: find_gold(memory, name, aliases))
        counts["chapters"] = len(told)
        counts += score_people(chapters, store, lambda at, name: find_gold(told[at - 1].memory, name, aliases))
    return counts


def read_in(store: Store, chapters: Chapters) -> list[Settled]:
    """Every chapter settled and written."""
    memory, found = Memory(), []
    for version, (piece, notes) in enumerate(zip(chapters.pieces, chapters.notes, strict=True)):
        done = settle(chapters.name, 1, piece.chapter, piece.text, notes, memory, [], "bench")
        memory, own = done.memory, piece.chapter
        record = ChapterRecord(1, own.ordinal, piece.digest, piece.prefix_sha256, own.end, own.label, own.part)
        store.write(Batch(chapters.name, version, piece.book, record, done.facts, done.mentions, write_rows(memory)))
        found.append(done)
    return found


def _score_plot(chapters: Chapters, told: list[Settled], find: Callable[[str], str]) -> Counter[str]:
    n: Counter[str] = Counter()
    by_chapter = {piece.chapter.ordinal: (piece, done) for piece, done in zip(chapters.pieces, told, strict=True)}
    n["events"] = sum(len(done.decisions.happenings) for done in told)
    for marked in chapters.plot:
        piece, done = by_chapter[marked.record["chapter"]]
        ours, places = done.decisions.happenings, [(a, b) for _, a, b in marked.places]
        if not places or not ours:
            n["marked"] += bool(places)
            continue
        near = [event for event in ours if any(is_near((event.start, event.end), place) for place in places)]
        length = sum(event.end - event.start for event in ours) / len(ours)
        chance = find_chance(places, len(piece.text), len(ours), length)
        weighty = "3 " if marked.record["weight"] == 3 else "less "
        n["marked"] += 1
        n["found"] += bool(near)
        n["chance"] += chance  # type: ignore[assignment]
        n[weighty + "found"] += bool(near)
        n[weighty + "chance"] += chance  # type: ignore[assignment]
        n += _score_doer(marked, near, done, find)
        n += _score_past(marked, near, places)
    return n


def _score_past(marked: Marked, near: list[Happening], places: list[tuple[int, int]]) -> Counter[str]:
    if not near:
        return Counter()
    nearest = min(near, key=lambda event: (min(_gap(event, place) for place in places), -event.importance))
    told, past = bool(marked.record["told_of"]), nearest.past
    return Counter({"told of": int(told), "past": int(past), "past right": int(told and past)})


def _gap(event: Happening, place: tuple[int, int]) -> int:
    return max(0, event.start - place[1], place[0] - event.end)


def _score_doer(marked: Marked, near: list[Happening], done: Settled, find: Callable[[str], str]) -> Counter[str]:
    wanted = {find(name) for name in marked.record["do"]} - {""}
    if not near or not wanted:
        return Counter()
    doing = {done.memory.person(p.person).id for e in near for p in e.parts if p.role in ("agent", "speaker")}
    return Counter({"doers": 1, "doers right": int(bool(wanted & doing))})


def score_people(chapters: Chapters, store: Store, find: Callable[[int, str], str]) -> Counter[str]:
    """Counts of the items stated of the people asked for; `find` gives the id of a gold name as of a chapter."""
    n: Counter[str] = Counter()
    views, starts = Views(store), {piece.chapter.ordinal: piece.chapter.start for piece in chapters.pieces}
    for asked in chapters.people:
        n["people"] += 1
        n["items"] += len(asked["items"])
        one = find(asked["at"], asked["character"])
        try:
            taken = take_snapshot(views.open(chapters.name, f"1.{asked['at']}"), one)
        except CastlineError:
            continue
        spots = find_places(taken)
        n["people found"] += 1
        n["places"] += len(spots)
        n["few places"] += min(FEW, len(spots))
        for item in asked["items"]:
            places = [(starts[at] + a, starts[at] + b) for at, a, b in item.places]
            near = [row for row, spot in enumerate(spots) if any(is_near(spot, place) for place in places)]
            n["stated"] += bool(near)
            n["few stated"] += bool(near) and near[0] < FEW
    return n


def find_places(taken: Snapshot) -> list[tuple[int, int]]:
    """Where the words of a snapshot's entries stand, but for quotes, names and whereabouts; those of feelings last."""
    found: list[Any] = [
        *taken.told,
        *taken.events,
        *taken.relations,
        *taken.attributes,
        *([taken.mood] if taken.mood else []),
    ]
    sides = [side for entry in taken.feelings for side in (entry.toward, entry.back) if side]
    return list(dict.fromkeys((e.evidence.start, e.evidence.end) for e in (*found, *sides)))


def _row(name: str, n: Counter[str]) -> list[object]:
    ratio, weighty = n["found"] / max(0.1, n["chance"]), n["3 found"] / max(0.1, n["3 chance"])
    return [name, n["chapters"], n["events"], f"{n['found']} of {n['marked']}", f"{n['chance']:.0f}", f"{ratio:.2f}", n["3 found"],
            f"{n['3 chance']:.0f}", f"{weighty:.2f}", f"{n['doers right'] / max(1, n['doers']):.2f}"]  # fmt: skip


def _past_row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["found"], n["told of"], n["past"], n["past right"], f"{n['past right'] / max(1, n['past']):.2f}",
            f"{n['past right'] / max(1, n['told of']):.2f}"]  # fmt: skip


def _people_row(name: str, n: Counter[str]) -> list[object]:
    people, items = max(1, n["people found"]), max(1, n["items"])
    return [name, n["people"], n["people found"], n["items"], f"{n['stated'] / items:.3f}", f"{n['places'] / people:.0f}",
            f"{n['few stated'] / items:.3f}", f"{n['few places'] / people:.0f}"]  # fmt: skip
