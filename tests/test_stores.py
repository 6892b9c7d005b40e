"""One suite over every store: the same batches, the same questions, the same answers."""

from __future__ import annotations

import dataclasses
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from sagas import HOSTILE, make_batches, stories

import castline
from castline.errors import StoreBusy
from castline.graph import parts
from castline.graph.facts import KINDS, Character, Fact, decode, encode, ended, kind, read_states, slot, subjects
from castline.graph.moments import FOREVER, Moment, pack
from castline.graph.pages import keep_memorable, live
from castline.graph.store import Batch, ChapterRecord, Portrait, Store

ALL = [str(cls.__struct_config__.tag) for cls in KINDS]
PLENTY = 10_000


def write(store: Store, batches: list[Batch]) -> None:
    """Write batches after whatever the store has seen, a saga forgotten under the same name too."""
    for batch in batches:
        store.write(dataclasses.replace(batch, after=store.version(batch.saga)))


def people(batches: list[Batch]) -> list[str]:
    return [fact.id for batch in batches for fact in batch.facts if isinstance(fact, Character)]


def bounds(batches: list[Batch]) -> list[int]:
    """Before everything, the end of each chapter, amid the last one, and the end."""
    ends = [Moment(b.chapter.book, b.chapter.ordinal).bound for b in batches]
    amid = Moment(batches[-1].chapter.book, batches[-1].chapter.ordinal, 1).bound
    return [1, *ends, amid, FOREVER]


def dump(store: Store, batches: list[Batch], marks: list[int] | None = None) -> list[Any]:
    """Every answer that a store can give about a saga."""
    saga, who = batches[0].saga, people(batches)
    events = [fact.id for batch in batches for fact in batch.facts if kind(fact) == "event"]
    record = store.saga(saga)
    answers: list[Any] = [record and (record.books, record.chapters), list(store.memory(saga).items())]
    for bound in marks or bounds(batches):
        answers.append(list(store.facts(saga, ALL, bound)))
        answers.append(sorted(store.events(saga, [*events, "nobody", *who], bound)))
        answers += [list(store.facts(saga, ALL, bound, one)) for one in [*who, "nobody", saga]]
        answers += [strip(store.portrait(saga, [one], bound, 5, 4)) for one in [*who, "nobody"]]
        answers.append(strip(store.portrait(saga, who, bound, PLENTY, PLENTY)))
    return answers


def strip(found: Portrait) -> Portrait:
    """Without the version, which tells how often the saga was written and not what it holds."""
    return dataclasses.replace(found, version=0)


def test_only_the_opening_knows_the_kinds_of_store() -> None:
    """No module but `opening` imports a store, the driver stays within the server's own files, and nobody asks which it is."""
    root = Path(castline.__file__).parent
    for file in root.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        stores = re.findall(r"castline\.graph\.(?:sqlite|neo4j|opening) import", text)
        assert not stores or file.stem == "opening" or "opening import open_store" in text, file
        assert not re.search(r"isinstance\(.*Store\b", text), file
        assert file.stem.startswith("neo4j") or not re.search(r"^\s*(from|import) neo4j\b", text, re.M), file
    for name in ("sqlite", "neo4j"):
        assert "graph.opening" not in (root / "graph" / f"{name}.py").read_text(encoding="utf-8")


def test_every_kind_of_fact_has_at_most_one_part_and_every_part_is_somebodys() -> None:
    batches = list(make_batches(6, 4))
    found = {(kind(fact), part) for batch in batches for fact in batch.facts for _, part in parts.places(fact)}
    assert found == {(name, part) for part, names in parts.KINDS.items() for name in names}
    assert parts.parts_with(["mood", "scene", "chapter"]) == [parts.STATE, parts.SCENE]


def test_an_empty_store_knows_of_nothing(store: Store) -> None:
    assert store.saga("nothing") is None
    assert (store.version("nothing"), store.memory("nothing")) == (0, {})
    assert list(store.facts("nothing", ALL, FOREVER)) == []
    assert store.portrait("nothing", ["x"], FOREVER, 3, 3) == Portrait(0)
    store.forget("nothing")


def test_what_was_written_is_read_back_line_by_line(store: Store, saga_name: str) -> None:
    batches = list(make_batches(3, 4, saga=saga_name))
    write(store, batches)
    facts = [fact for batch in batches for fact in (*batch.mentions, *batch.facts)]
    known_ends = ends(facts)
    for asked in ALL:
        expected = sorted(
            (pack(f.told), f.id, ended(encode(f), known_ends.get(f.id))) for f in facts if kind(f) == asked
        )
        assert list(store.facts(saga_name, [asked], FOREVER)) == [line for _, _, line in expected]
    found = store.saga(saga_name)
    assert found is not None and found.version == 3
    assert found.chapters == tuple(batch.chapter for batch in batches)
    assert found.books == (batches[-1].book,)
    for last in (0, 1, 2, 3, 9):
        assert store.saga(saga_name, last) == dataclasses.replace(found, chapters=found.chapters[max(0, 3 - last) :])
    assert store.memory(saga_name) == remembered(batches)
    assert saga_name in store.sagas()


def test_getting_ready_to_write_changes_nothing(store: Store, saga_name: str) -> None:
    before = store.sagas()
    store.prepare()
    assert (store.sagas(), store.saga(saga_name), store.version(""), store.memory("")) == (before, None, 0, {})
    batches = list(make_batches(2, 3, saga=saga_name))
    write(store, batches[:1])
    store.prepare()
    write(store, batches[1:])
    assert store.version(saga_name) == 2 and store.memory(saga_name) == remembered(batches)


def remembered(batches: list[Batch]) -> dict[str, bytes]:
    """The rows that batches leave behind."""
    found: dict[str, bytes | None] = {}
    for batch in batches:
        found |= batch.memory
    return {name: body for name, body in found.items() if body is not None}


def test_a_row_of_memory_stands_until_it_is_changed_or_gone(store: Store, saga_name: str) -> None:
    batches = list(make_batches(4, 2, saga=saga_name, words=HOSTILE[3:5]))
    for upto, batch in enumerate(batches, 1):
        store.write(batch)
        assert store.memory(saga_name) == remembered(batches[:upto])
    write(store, [dataclasses.replace(batches[0], memory={"": None}, chapter=chapter_after(batches), facts=[])])
    assert store.memory(saga_name) == {k: v for k, v in remembered(batches).items() if k}
    assert list(store.memory(saga_name)) == sorted(store.memory(saga_name))
    many = {f"row {n}": bytes([n % 256]) * 20 for n in range(6000)}
    write(store, [dataclasses.replace(batches[0], memory=many, chapter=chapter_after(batches, 2), facts=[])])
    write(
        store,
        [dataclasses.replace(batches[0], memory=dict.fromkeys(many), chapter=chapter_after(batches, 3), facts=[])],
    )
    assert store.memory(saga_name) == {k: v for k, v in remembered(batches).items() if k}


def chapter_after(batches: list[Batch], later: int = 1) -> ChapterRecord:
    """The record of a chapter that is to come."""
    last = batches[-1].chapter
    return msgspec.structs.replace(last, ordinal=last.ordinal + later)


def ends(facts: list[Fact]) -> dict[str, str]:
    """The moments that end states, by `slot` alone."""
    found: dict[str, str] = {}
    standing: dict[str, str] = {}
    for fact in sorted(facts, key=lambda f: pack(f.told)):
        if key := slot(fact):
            if key in standing:
                found[standing[key]] = fact.told
            standing[key] = fact.id
    return found


def test_a_cut_shows_an_end_only_from_the_moment_that_tells_it(store: Store, saga_name: str) -> None:
    batches = list(make_batches(4, 3, saga=saga_name))
    write(store, batches)
    facts = [fact for batch in batches for fact in batch.facts]
    for bound in bounds(batches):
        told = [fact for fact in facts if pack(fact.told) <= bound]
        known_ends = ends(told)
        expected = sorted((pack(f.told), kind(f), f.id, ended(encode(f), known_ends.get(f.id))) for f in told)
        asked = [name for name in ALL if name != "mention"]
        assert list(store.facts(saga_name, asked, bound)) == [line for *_, line in expected]


def test_as_of_a_cut_equals_a_store_that_was_told_no_more(store: Store, saga_name: str) -> None:
    batches = list(make_batches(4, 4, saga=saga_name))
    write(store, batches)
    cut = dump(store, batches[:2], bounds(batches)[:3])
    store.forget(saga_name)
    write(store, batches[:2])
    assert cut[2:] == dump(store, batches[:2], bounds(batches)[:3])[2:]


def test_portraits_of_long_lives_equal_a_fold_without_pages(store: Store, saga_name: str) -> None:
    batches = list(make_batches(24, 6, saga=saga_name, words=("word",)))
    write(store, batches)
    facts = sorted((f for b in batches for f in b.facts), key=lambda f: pack(f.told))
    for bound in bounds(batches)[::6]:
        for who in people(batches)[:3]:
            given = [f for f in facts if pack(f.told) <= bound and who in subjects(f)]
            states = [
                encode(f).encode()
                for f in given
                if kind(f) in ("name", "identity", "attribute", "relation", "feeling", "mood")
            ]
            found = store.portrait(saga_name, [who], bound, 5, 4)
            assert live(found.states) == live(read_states(states))
            assert len(found.states) < 64 + max(64, 2 * len(live(read_states(states))) + 24) + 64
            events = {f.id: encode(f).encode() for f in facts}
            pairs = [(encode(f).encode(), events[f.event]) for f in given if kind(f) == "knowledge"]  # type: ignore[attr-defined]
            assert found.known == pairs[::-1][:5]
            assert found.memorable in [keep_memorable(pairs_by(pairs, end)) for end in [0, *bounds(batches)[:-2]]]
            assert found.said == [encode(f).encode() for f in given if kind(f) == "utterance"][::-1][:4]


def pairs_by(pairs: list[tuple[bytes, bytes]], bound: int) -> list[tuple[bytes, bytes]]:
    """Those whose knowledge was told by a bound."""
    return [pair for pair in pairs if pack(decode(pair[0]).told) <= bound]


@pytest.mark.neo4j
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(batches=stories())
def test_every_store_gives_the_same_answer(neo4j_store: Store, tmp_path_factory: Any, batches: list[Batch]) -> None:
    from castline.graph.sqlite import SqliteStore

    reference = SqliteStore(str(tmp_path_factory.mktemp("law") / "castline.db"))
    neo4j_store.forget(batches[0].saga)
    write(reference, batches)
    write(neo4j_store, batches)
    assert dump(neo4j_store, batches) == dump(reference, batches)
    reference.close()


@pytest.mark.neo4j
def test_every_store_gives_the_same_answer_of_a_long_saga(
    neo4j_store: Store, sqlite_store: Store, saga_name: str
) -> None:
    batches = list(make_batches(30, 12, saga=saga_name, books=2))
    write(sqlite_store, batches)
    write(neo4j_store, batches)
    marks = bounds(batches)[::7]
    assert dump(neo4j_store, batches, marks) == dump(sqlite_store, batches, marks)


def test_no_read_of_a_chapters_writing_walks_a_history(tmp_path: Path) -> None:
    """Each goes into an index as far as the moments asked for, however long somebody's history is."""
    from castline.graph import sqlite

    store = sqlite.SqliteStore(str(tmp_path / "castline.db"))
    for query in (sqlite._COUNT, sqlite._STATES, sqlite._SINCE, sqlite._PAGE, sqlite._NEWEST, sqlite._KNOWN):
        rows = store._file.db.execute("EXPLAIN QUERY PLAN " + query, [1] * query.count("?")).fetchall()
        plan = [row[3] for row in rows]
        assert not [step for step in plan if step.startswith("SCAN")], plan
        assert "told" in plan[0], plan
    store.close()


def test_facts_of_a_batch_may_come_in_any_order(store: Store, saga_name: str) -> None:
    batches = list(make_batches(2, 3, saga=saga_name))
    write(store, batches)
    before = dump(store, batches)
    store.forget(saga_name)
    by_scene = [dataclasses.replace(b, facts=sorted(b.facts, key=lambda f: -pack(f.told))) for b in batches]
    write(store, by_scene)
    assert dump(store, batches) == before


def test_a_writer_who_has_not_seen_the_last_commit_is_told_so(store: Store, saga_name: str) -> None:
    first, second = make_batches(2, 3, saga=saga_name)
    write(store, [first])
    before = dump(store, [first])
    for stale in (first, dataclasses.replace(second, after=0), dataclasses.replace(second, after=7)):
        with pytest.raises(StoreBusy, match="Another ingest"):
            store.write(stale)
    assert dump(store, [first]) == before
    write(store, [second])


def test_of_two_writers_at_once_one_wins(store: Store, saga_name: str, reopen: Callable[[], Store]) -> None:
    batches = list(make_batches(3, 3, saga=saga_name))
    won: list[int] = []

    def race(number: int) -> None:
        mine = reopen()
        for batch in batches:
            while mine.version(saga_name) == batch.after:
                try:
                    mine.write(batch)
                except StoreBusy:
                    continue
                won.append(batch.after)
        mine.close()

    threads = [threading.Thread(target=race, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [0, 1, 2]
    raced = dump(store, batches)
    store.forget(saga_name)
    write(store, batches)
    assert dump(store, batches) == raced


def test_forgetting_one_saga_leaves_the_other(store: Store, saga_name: str) -> None:
    one, other = list(make_batches(2, 3, saga=saga_name)), list(make_batches(2, 3, saga=saga_name + "'s twin"))
    write(store, one)
    write(store, other)
    before = dump(store, other)
    store.forget(saga_name)
    assert store.saga(saga_name) is None
    assert saga_name not in store.sagas()
    assert list(store.facts(saga_name, ALL, FOREVER)) == []
    assert dump(store, other) == before
    write(store, one)
    record = store.saga(saga_name)
    assert record is not None and len(record.chapters) == 2


def test_a_version_never_comes_again(store: Store, saga_name: str) -> None:
    """Whoever has seen a saga can tell that it was forgotten and written anew, with as many commits."""
    first, second = make_batches(2, 3, saga=saga_name)
    seen = [store.version(saga_name)]
    write(store, [first, second])
    seen.append(store.version(saga_name))
    seen.append(store.forget(saga_name))
    assert (store.saga(saga_name), store.version(saga_name), store.memory(saga_name)) == (None, seen[-1], {})
    with pytest.raises(StoreBusy):
        store.write(first)
    write(store, [first, second])
    found = store.saga(saga_name)
    assert found is not None
    seen += [found.version, store.forget(saga_name), store.forget(saga_name)]
    assert sorted(set(seen)) == seen


def test_a_saga_does_not_answer_for_another(store: Store, saga_name: str) -> None:
    batches = list(make_batches(2, 3, saga=saga_name))
    write(store, batches)
    write(store, list(make_batches(1, 1, saga=saga_name + " 2")))
    who = people(batches)
    assert store.portrait(saga_name + " 2", who, FOREVER, 3, 3).states == []
    assert list(store.facts(saga_name + " 2", ALL, FOREVER, who[0])) == []
    events = [f.id for f in batches[0].facts if kind(f) == "event"]
    assert store.events(saga_name + " 2", events, FOREVER) == []


@pytest.mark.parametrize("word", HOSTILE)
def test_hostile_words_and_names_are_only_words(store: Store, saga_name: str, word: str) -> None:
    batches = list(make_batches(2, 3, saga=saga_name + word.replace("\x00", ""), words=(word,)))
    write(store, batches)
    lines = list(store.facts(batches[0].saga, ALL, FOREVER))
    assert len(lines) == sum(len(b.facts) + len(b.mentions) for b in batches)
    assert {decode(line).text for line in lines} == {word}
    assert [x for x in store.sagas() if x == batches[0].saga]


def test_a_store_reopened_says_the_same(store: Store, saga_name: str, reopen: Callable[[], Store]) -> None:
    batches = list(make_batches(2, 3, saga=saga_name))
    write(store, batches)
    again = reopen()
    assert dump(again, batches) == dump(store, batches)
    again.close()


def test_readers_see_whole_chapters_while_one_is_written(
    store: Store, saga_name: str, reopen: Callable[[], Store]
) -> None:
    batches = list(make_batches(6, 6, saga=saga_name))
    sizes = [sum(len(b.facts) for b in batches[:n]) for n in range(len(batches) + 1)]
    asked = [name for name in ALL if name != "mention"]
    done = threading.Event()
    seen: list[int] = []

    def read() -> None:
        mine = reopen()
        while not done.is_set():
            version = mine.version(saga_name)
            bound = Moment(1, version).bound if version else 1
            count = len(list(mine.facts(saga_name, asked, bound)))
            seen.append(count - sizes[version])
        mine.close()

    reader = threading.Thread(target=read)
    reader.start()
    write(store, batches)
    done.set()
    reader.join()
    assert set(seen) == {0}


def lines(found: Portrait) -> Iterator[bytes]:
    """Every line of a portrait."""
    yield from (state.line for state in found.states)
    yield from found.said + found.scenes
    for known, event in found.known + found.memorable:
        yield from (known, event)


def test_a_portrait_tells_nothing_from_after_the_cut(store: Store, saga_name: str) -> None:
    batches = list(make_batches(6, 4, saga=saga_name))
    write(store, batches)
    for bound in bounds(batches)[1:]:
        found = store.portrait(saga_name, people(batches), bound, PLENTY, PLENTY)
        assert all(pack(msgspec.json.decode(line)["told"]) <= bound for line in lines(found))


def test_portraits_that_threads_ask_for_at_one_time_are_each_as_if_asked_for_alone(
    store: Store, saga_name: str
) -> None:
    """A store may ask for several in one trip: none may hold what another's bound allows, or miss what its own does."""
    batches = list(make_batches(6, 4, saga=saga_name))
    write(store, batches)
    asked = [(who, bound, said) for bound in bounds(batches) for who in [*people(batches), "nobody"] for said in (2, 4)]

    def draw(one: tuple[str, int, int]) -> Portrait:
        who, bound, said = one
        return store.portrait(saga_name, [who], bound, 5, said)

    alone = [draw(one) for one in asked]
    with ThreadPoolExecutor(24) as pool:
        assert list(pool.map(draw, asked)) == alone
