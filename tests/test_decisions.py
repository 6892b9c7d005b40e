"""Decisions are values: rules take them, whoever knows better amends them, and only then are they learnt and written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from books import tell_all, view_at, write_book

from castline.errors import InputError
from castline.graph import facts
from castline.graph.moments import pack
from castline.graph.opening import open_store
from castline.graph.store import Batch, BookRecord, ChapterRecord, Store
from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Join, Parting, Speech
from castline.ingest.extraction.extract import extract
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.rows import read_rows, write_rows
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut
from castline.ingest.settling import Settled, settle

MET = [
    "Ada Pell kept the mill. Ada Pell counted the sacks. “A cold day,” said Ada Pell to Owen Hale. Owen Hale nodded.",
    "“It is,” said Owen Hale. Owen Hale thanked Ada Pell and went home. Ada Pell shut the door.",
    "They spoke of Captain Ware in the inn. “Captain Ware sails tonight,” said Owen Hale to Ada Pell. Captain Ware had sailed before.",
]
STRANGE = [
    "The ferryman came in. The ferryman sat down beside Ada Pell. “Good evening,” said the ferryman to Ada Pell.",
    "“Good evening,” said Ada Pell to the ferryman. Owen Hale struck the ferryman. The ferryman hated Owen Hale.",
    "“Owen Hale has killed my brother,” said the ferryman to Ada Pell. “I believe you,” said Ada Pell to the ferryman.",
    "Ada Pell kissed the ferryman. Owen Hale saw it, and left the inn.",
]
TOLD = ["The ferryman, who was no other than Captain Ware, put out the lamp."]


def settle_all(
    folder: Path, chapters: Sequence[list[str]], answers: dict[int, list[Answer]] | None = None, memory: Memory | None = None
) -> list[Settled]:  # fmt: skip
    """Chapters settled one after the other, with answers by their number."""
    path = folder / "book.txt"
    path.write_text(write_book(list(chapters)), encoding="utf-8")
    manuscript, nlp, done = cut(read(path)), load_model(find_model()), list[Settled]()
    memory = memory or Memory()
    for chapter in manuscript.chapters:
        text, base = manuscript.book.text[chapter.start : chapter.end], chapter.start
        spans = [(p.start - base, p.end - base, scene.ordinal) for scene in chapter.scenes for p in scene.paragraphs]
        given = (answers or {}).get(chapter.ordinal, [])
        done.append(settle("made", 1, chapter, text, extract(nlp, text, spans), memory, [], "test", given))
        memory = done[-1].memory
    return done


def key_of(done: Settled, form: str) -> int:
    """The key of whoever goes by a form, joined or not."""
    return next(person.key for person in done.memory.people if form in person.forms)


def id_of(done: Settled, form: str) -> str:
    return done.memory.people[key_of(done, form)].id


def of_kind(done: Settled, kind: type[facts.Fact]) -> list:
    return [fact for fact in done.facts if isinstance(fact, kind)]


def assert_intact(done: Settled, kept: str, gone: str) -> None:
    """All that the chapter tells of one who turned out to be another is told of that other."""
    own = [fact for fact in done.facts if not isinstance(fact, facts.Character | facts.Name | facts.Identity)]
    assert gone not in msgspec.json.encode(own).decode()
    assert [p.character for scene in of_kind(done, facts.Scene) for p in scene.present if p.character == kept] == [kept]
    took = {fact.presence for fact in of_kind(done, facts.Participation) if fact.character == kept}
    assert "pov" in took and took <= {"pov", "mentioned"}
    assert {fact.how for fact in of_kind(done, facts.Knowledge) if fact.character == kept} >= {"took-part"}
    assert any(fact.speaker == kept for fact in of_kind(done, facts.Utterance))
    ada, owen = id_of(done, "Ada Pell"), id_of(done, "Owen Hale")
    felt = {(fact.holder, fact.toward): fact.affection for fact in of_kind(done, facts.Feeling)}
    assert felt[kept, owen] < 0 < felt[ada, kept]


def test_who_turns_out_to_be_another_in_a_chapter_has_been_there_all_along(tmp_path: Path) -> None:
    _, last = settle_all(tmp_path, [MET, STRANGE + TOLD])
    (join,) = last.decisions.joins
    kept, gone = id_of(last, "Captain Ware"), last.memory.people[join.gone].id
    assert last.memory.people[join.gone].kind == "description"
    assert_intact(last, kept, gone)


def test_the_same_where_somebody_answers_that_two_are_one(tmp_path: Path) -> None:
    first = settle_all(tmp_path, [MET, STRANGE])[-1]
    gone, kept = key_of(first, "the ferryman"), key_of(first, "Captain Ware")
    join = Join(start=0, end=20, scene=1, rule="told", confidence=1.0, kept=kept, gone=gone, how="told by a reader")
    last = settle_all(tmp_path, [MET, STRANGE], {2: [Answer("a reader", join)]})[-1]
    assert_intact(last, id_of(last, "Captain Ware"), last.memory.people[gone].id)
    (identity,) = of_kind(last, facts.Identity)
    assert (identity.by, identity.how) == ("a reader", "told by a reader")
    assert last.memory.people[gone].joined == kept
    assert not [both for both in last.memory.bonds if gone in both]


def test_rules_change_no_memory(tmp_path: Path) -> None:
    """Settling a chapter leaves the memory of those before it as it was: the same chapter can be settled again."""
    met = settle_all(tmp_path, [MET])[-1].memory
    before = msgspec.msgpack.encode([list(met.people), [list(table.items()) for _, table in met.tables()]])
    one, other = (settle_all(tmp_path, [STRANGE + TOLD], memory=met)[-1] for _ in range(2))
    assert one.facts == other.facts and one.decisions == other.decisions
    assert msgspec.msgpack.encode([list(met.people), [list(t.items()) for _, t in met.tables()]]) == before


def test_a_memory_read_from_its_rows_goes_on_as_the_one_written(tmp_path: Path) -> None:
    done, rows = settle_all(tmp_path, [MET, STRANGE]), dict[str, bytes]()
    for settled in done:
        for name, body in write_rows(settled.memory).items():
            if body is None:
                rows.pop(name, None)
            else:
                rows[name] = body
    shuffled = read_rows(dict(sorted(rows.items(), reverse=True)))
    kept, again = (settle_all(tmp_path, [TOLD], memory=memory)[-1] for memory in (done[-1].memory, shuffled))
    assert kept.facts == again.facts


def test_decisions_are_plain_data(tmp_path: Path) -> None:
    made = settle_all(tmp_path, [MET])[-1].decisions
    kept = msgspec.structs.replace(made, evidence={})
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Decisions) == kept


def test_an_answer_stands_in_place_of_the_rules_and_they_stay_on_record(tmp_path: Path) -> None:
    done = settle_all(tmp_path, [MET])[-1]
    quote = next(one for one in done.decisions.speeches if one.speaker == key_of(done, "Ada Pell"))
    owen = key_of(done, "Owen Hale")
    says = Speech(
        start=quote.start,
        end=quote.end,
        scene=quote.scene,
        rule="said so",
        confidence=1.0,
        quote=quote.quote,
        speaker=owen,
    )
    amended = settle_all(tmp_path, [MET], {1: [Answer("a reader", says, why="it is his")]})[-1]
    said = {fact.start: fact for fact in of_kind(amended, facts.Utterance)}
    before = {fact.start: fact for fact in of_kind(done, facts.Utterance)}
    changed = [start for start in said if said[start] != before[start]]
    assert [(said[at].speaker, said[at].by) for at in changed] == [(id_of(done, "Owen Hale"), "a reader")]
    (gone,) = amended.decisions.overruled
    assert (gone.decision, gone.by, gone.why) == (quote, "a reader", "it is his")


def test_a_decision_is_dropped_by_an_answer_without_another(tmp_path: Path) -> None:
    done = settle_all(tmp_path, [MET, STRANGE])[-1]
    wrong = done.decisions.happenings[0]
    left = settle_all(tmp_path, [MET, STRANGE], {2: [Answer("a reader", None, wrong)]})[-1]
    told, known = of_kind(left, facts.Event), of_kind(left, facts.Knowledge)
    assert len(told) == len(of_kind(done, facts.Event)) - 1 and wrong.summary not in {event.summary for event in told}
    assert {fact.event for fact in known} <= {event.id for event in told}


def test_an_answer_to_what_was_not_decided_is_refused(tmp_path: Path) -> None:
    done = settle_all(tmp_path, [MET, STRANGE])
    other = done[1].decisions.happenings[0]
    with pytest.raises(InputError, match="a reader answers what was not decided"):
        settle_all(tmp_path, [MET], {1: [Answer("a reader", None, other)]})


def write(folder: Path, name: str, done: Sequence[Settled]) -> Store:
    """Settled chapters in a store of their own."""
    store = open_store(f"sqlite:///{folder}/{name}.db")
    for n, settled in enumerate(done, 1):
        chapter = ChapterRecord(1, n, f"{n}", f"{n}", 10 * n, f"CHAPTER {n}", None)
        store.write(
            Batch("made", n - 1, BookRecord(1, "book.txt", "0", 30, 3), chapter, settled.facts, settled.mentions, {})
        )
    return store


def test_two_who_were_taken_for_one_part_again_and_nothing_told_before_changes(tmp_path: Path) -> None:
    chapters = [
        MET,
        STRANGE + TOLD,
        ["Ada Pell met Captain Ware at noon. The ferryman sat there. The ferryman greeted Captain Ware."],
    ]
    (join,) = settle_all(tmp_path, chapters)[1].decisions.joins
    parting = Parting(start=0, end=20, scene=1, rule="told", confidence=1.0, kept=join.kept, gone=join.gone)
    done = settle_all(tmp_path, chapters, {3: [Answer("a reader", parting)]})
    whole, early = write(tmp_path, "whole", done), write(tmp_path, "early", done[:2])
    kept, gone = id_of(done[0], "Captain Ware"), done[2].memory.people[join.gone].id
    assert view_at(whole, "1.1").cast.root(gone, pack("1.2") - 1) == gone
    assert view_at(whole, "1.2").root(gone) == view_at(early, None).root(gone) == kept
    assert view_at(whole, "1.3").root(gone) == gone
    assert done[2].memory.people[join.gone].joined == -1
    assert tell_all(whole, "1.2") == tell_all(early, "1.2")
