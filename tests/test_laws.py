"""The laws of the model, over made-up books. Each is what the product promises; see `test_laws_novels` for whole novels."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from books import (
    BESIDE,
    COUPLES,
    FEELINGS,
    HOUSE,
    KEPT,
    KINDRED,
    NAMES,
    PETS,
    TODAY,
    WIFE,
    ask,
    books,
    digest,
    lines_of,
    read_through,
    save,
    tell_all,
    view_at,
    write_book,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from longbook import LAST, write_long

from castline.agent.knowers import find_knowing
from castline.graph.moments import Moment, pack
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.narrative.sayings import join_pieces
from castline.ingest.pipeline import ingest
from castline.ingest.reading.book import read
from castline.query.card import make_card
from castline.query.snapshot import take_snapshot

LAWFUL = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
STORY = Path(__file__).parent.parent / "castline" / "examples" / "the_salt_ledger.txt"


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("law")


@LAWFUL
@given(text=books(), data=st.data())
def test_prefix_law(tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject) -> None:
    """The whole book as of N answers as the book of chapters 1..N does, to the byte."""
    folder = tmp_path_factory.mktemp("prefix")
    book = save(folder, text)
    whole, part = open_store(str(folder / "whole.db")), open_store(str(folder / "part.db"))
    last = text.count("CHAPTER ")
    n = data.draw(st.integers(1, last), label="N")
    read_through(whole, book)
    read_through(part, book, n)
    assert tell_all(whole, f"1.{n}") == tell_all(part, f"1.{n}")
    assert tell_all(whole, f"1.{n}")["cast"] == tell_all(part, None)["cast"]


def assert_prefixes(folder: Path, whole: Store, book: Path, last: int) -> None:
    """The prefix law at every chapter of a book that has been read whole."""
    for n in range(1, last + 1):
        part = open_store(str(folder / f"part{n}.db"))
        read_through(part, book, n)
        assert tell_all(whole, f"1.{n}") == tell_all(part, f"1.{n}")


def test_prefix_law_where_names_join_and_part(folder: Path) -> None:
    """The same at every chapter of a book in which two names turn out to be one person's, and one name two people's."""
    book = save(folder, write_book(NAMES))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    export = lines_of(tell_all(whole, None))
    assert {"full name", "answers to it"} <= {line["how"] for line in export if line["kind"] == "identity"}
    assert len({line["character"] for line in export if line["kind"] == "mention" and line["text"] == "Mr. Holt"}) == 2
    assert_prefixes(folder, whole, book, len(NAMES))


def test_prefix_law_where_a_wife_without_a_name_is_found_to_have_one(folder: Path) -> None:
    """The same at every chapter: who she is, whose lines are hers, and who is her mother's daughter, tell nothing early."""
    book = save(folder, write_book(WIFE))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    export = lines_of(tell_all(whole, None))
    assert {"bears his name"} == {line["how"] for line in export if line["kind"] == "identity"}
    assert_prefixes(folder, whole, book, len(WIFE))


def test_prefix_law_where_kin_are_known_by_their_surname(folder: Path) -> None:
    """The same at every chapter: whose daughter she is, what a second one changes, and whose wife goes by his name."""
    book = save(folder, write_book(HOUSE))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    ties = [line for line in lines_of(tell_all(whole, None)) if line["kind"] == "relation"]
    assert {(tie["told"], tie["subtype"]) for tie in ties if str(tie["by"]).endswith("/namesake")} == {
        ("1.3.1", "child")
    }
    assert "spouse" in {tie["subtype"] for tie in ties}
    assert_prefixes(folder, whole, book, len(HOUSE))


def test_prefix_law_where_people_promise_and_marry(folder: Path) -> None:
    """The same at every chapter: who is engaged, and since when one of the two is called the other's wife."""
    book = save(folder, write_book(COUPLES))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    ties = [line for line in lines_of(tell_all(whole, None)) if line["kind"] == "relation"]
    told = {(tie["told"], tie["subtype"]) for tie in ties}
    assert {("1.2.1", "betrothed"), ("1.4.1", "spouse")} <= told
    assert_prefixes(folder, whole, book, len(COUPLES))


def test_prefix_law_where_people_are_called_by_pet_names(folder: Path) -> None:
    """The same at every chapter: from which on "Dumps" is the man who answers, and how what was felt for him ends."""
    book = save(folder, write_book(PETS))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    lines = lines_of(tell_all(whole, None))
    assert [line["told"] for line in lines if line["kind"] == "identity"] == ["1.3.1"]
    assert any(cue["type"] == "over:love" for line in lines if line["kind"] == "feeling" for cue in line["cues"])
    assert_prefixes(folder, whole, book, len(PETS))


def test_prefix_law_where_kin_are_hinted_at(folder: Path) -> None:
    """The same at every chapter: from which on somebody is likely a brother, and that nothing of it is known before; read in one
    go and chapter by chapter."""
    book = save(folder, write_book(KINDRED))
    whole, steps = (open_store(str(folder / f"{name}.db")) for name in ("whole", "steps"))
    read_through(whole, book)
    lines = lines_of(tell_all(whole, None))
    rules = {str(line["by"]).rpartition("/")[2] for line in lines if line["kind"] == "relation"}
    assert {"weighed", "beside"} <= rules
    assert_prefixes(folder, whole, book, len(KINDRED))
    for n in range(1, len(KINDRED) + 1):
        read_through(steps, book, n)
    assert tell_all(steps, None) == tell_all(whole, None)


def test_prefix_law_where_people_act_beside_what_they_say(folder: Path) -> None:
    """The same at every chapter: who says what they act beside, what they say to themselves, and that two names are one; and so
    are a message for a talk and a card."""
    book = save(folder, write_book(BESIDE))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    lines = lines_of(tell_all(whole, None))
    assert {"acts beside"} <= {line["rule"] for line in lines if line["kind"] == "utterance"}
    assert [line["told"] for line in lines if line["kind"] == "identity"] == ["1.3.1"]
    assert_prefixes(folder, whole, book, len(BESIDE))
    for n in range(1, len(BESIDE) + 1):
        part = open_store(str(folder / f"beside{n}.db"))
        read_through(part, book, n)
        views = [view_at(store, f"1.{n}") for store in (whole, part)]
        for tell in (make_card, lambda view, who: take_snapshot(view, who, partner="Imogen")):
            told, cut = (tell(view, "Callum") for view in views)
            assert told == cut


def test_prefix_law_where_something_is_kept_from_somebody(folder: Path) -> None:
    """The same at every chapter: what is to be kept, who knows of it in whatever words it is asked for, what somebody felt who turns out
    to be another; and so is a message for a talk with whom it is kept from."""
    book = save(folder, write_book(KEPT))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    lines = lines_of(tell_all(whole, None))
    assert "secret" in {line.get("type") for line in lines if line["kind"] == "event"}
    assert [line["told"] for line in lines if line["kind"] == "identity"] == ["1.3.2"]
    assert_prefixes(folder, whole, book, len(KEPT))
    asked = (
        "the old mill",
        "mill sold",
        "Ada tells Silas that she has sold the mill",
        "who hates Owen Vale",
        "brown eyes",
    )
    for n in range(1, len(KEPT) + 1):
        part = open_store(str(folder / f"kept{n}.db"))
        read_through(part, book, n)
        views = [view_at(store, f"1.{n}") for store in (whole, part)]
        talks = [take_snapshot(view, "Ada Hale", partner="Owen Vale") for view in views]
        assert talks[0] == talks[1]
        for words in asked:
            told, cut = (ask(lambda view=view, words=words: find_knowing(view, words)) for view in views)
            assert told == cut


def test_prefix_law_where_names_are_those_of_today(folder: Path) -> None:
    """The same at every chapter: an initial that a later chapter writes out, and a house whose name turns out to be a man's."""
    book = save(folder, write_book(TODAY))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    forms = {line["form"] for line in lines_of(tell_all(whole, None)) if line["kind"] == "name"}
    assert {
        "R. Tarnby",
        "Robert Tarnby",
        "Aunt Polly",
        "Orlen",
        "Ulla Brandvold",
        "Orme",
    } <= forms and "Orme Hall" not in forms
    assert_prefixes(folder, whole, book, len(TODAY))


def test_prefix_law_where_feelings_aim_and_turn(folder: Path) -> None:
    """The same at every chapter of a book whose feelings stand on words that aim them, on who thinks what, and on ties."""
    book = save(folder, write_book(FEELINGS))
    whole = open_store(str(folder / "whole.db"))
    read_through(whole, book)
    export = lines_of(tell_all(whole, None))
    cues = {cue["type"] for line in export if line["kind"] == "feeling" for cue in line["cues"]}
    aimed = {"feels:fond", "feels:affection", "feels:cordial", "thinks:cruel", "tells:i don't like you", "feels:hatred"}
    assert aimed | {"tie:sibling-in-law"} <= cues
    assert_prefixes(folder, whole, book, len(FEELINGS))


def test_prefix_and_append_laws_where_names_are_used_often(folder: Path) -> None:
    """The same at every chapter of a book long enough for the rules that count uses; and so of a second book after it."""
    files = [save(folder, write_long(), "first.txt"), save(folder, write_book(FEELINGS), "second.txt")]
    whole, grown = open_store(str(folder / "whole.db")), open_store(str(folder / "grown.db"))
    ingest(whole, files, "made", processes=1)
    assert_eventful(lines_of(tell_all(whole, f"1.{LAST}")))
    for at in [*(f"1.{n}" for n in range(1, LAST + 1)), *(f"2.{n}" for n in range(1, len(FEELINGS) + 1))]:
        ingest(grown, files, "made", through=at, processes=1)
        assert tell_all(grown, at) == tell_all(whole, at), at
        if at in ("1.4", "1.8", "2.2"):
            part = open_store(str(folder / f"part {at}.db"))
            ingest(part, files, "made", through=at, processes=1)
            assert tell_all(part, at) == tell_all(whole, at), at
    assert digest(grown) == digest(whole) and grown.memory("made") == whole.memory("made")


def assert_eventful(export: list[dict[str, object]]) -> None:
    """In the long book names are joined and told of two people, ties begin and end, and feelings turn, each in its chapter."""
    joins = {str(line["how"]): str(line["told"]) for line in export if line["kind"] == "identity"}
    assert joins.keys() == {"full name", "alias"} and joins["alias"] == "1.7.1" and joins["full name"] > "1.2"
    mentions = [line for line in export if line["kind"] == "mention"]
    assert len({line["character"] for line in mentions if line["text"] == "Mr. Holt"}) == 2
    assert sum(line["text"] in ("Edith", "Mrs. Vale") for line in mentions) > 80
    ended = {line["subtype"] for line in export if line["kind"] == "relation" and line["until"]}
    assert ended == {"spouse", "betrothed"}
    signs = {float(str(line["affection"])) > 0 for line in export if line["kind"] == "feeling" and line["affection"]}
    assert signs == {True, False}


@LAWFUL
@given(text=books(), data=st.data())
def test_append_and_once_laws(tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject) -> None:
    """1..N and then the rest is the whole; and reading it all again changes nothing."""
    folder = tmp_path_factory.mktemp("append")
    book = save(folder, text)
    whole, grown = open_store(str(folder / "whole.db")), open_store(str(folder / "grown.db"))
    read_through(whole, book)
    read_through(grown, book, data.draw(st.integers(1, text.count("CHAPTER ")), label="N"))
    read_through(grown, book)
    assert digest(grown) == digest(whole)
    assert grown.memory("made") == whole.memory("made")
    before = grown.version("made")
    read_through(grown, book)
    assert grown.version("made") == before
    assert digest(grown) == digest(whole)


@LAWFUL
@given(text=books(), data=st.data())
def test_evidence_law(tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject) -> None:
    """Every fact cites words that stand at its offsets, told at or before the cut."""
    folder = tmp_path_factory.mktemp("evidence")
    book = save(folder, text)
    store = open_store(str(folder / "book.db"))
    read_through(store, book)
    n = data.draw(st.integers(1, text.count("CHAPTER ")), label="N")
    assert_evidence(tell_all(store, f"1.{n}"), read(book).text, n)


def assert_evidence(answers: dict[str, str], text: str, n: int) -> None:
    """Each fact's words stand where it says, and nothing is told after chapter `n`."""
    bound = Moment(1, n).bound
    for fact in lines_of(answers):
        start, end = int(str(fact["start"])), int(str(fact["end"]))
        words = text[start:end]
        if fact["kind"] == "chapter":
            assert words.startswith(str(fact["text"]))
        else:
            assert words == fact["text"], fact
        if fact.get("words"):
            parts: list[tuple[int, int]] = fact["parts"]  # type: ignore[assignment]
            assert len(parts) > 1 and join_pieces(text, parts) == fact["words"], fact
        assert pack(str(fact["told"])) <= bound
        assert fact["until"] is None or pack(str(fact["until"])) <= bound
        for cue in fact.get("cues", ()):  # type: ignore[attr-defined]
            assert 0 <= cue["start"] < cue["end"] <= len(text)
        if shown := fact.get("shown"):
            assert text[shown["start"] : shown["end"]] == shown["text"], fact  # type: ignore[index]
            assert pack(shown["told"]) <= pack(str(fact["told"])), fact  # type: ignore[index]


def test_crash_law(folder: Path) -> None:
    """Killed at any instant, an ingest that is run again ends where an undisturbed one does."""
    calm = open_store(str(folder / "calm.db"))
    read_through(calm, STORY)
    path = folder / "killed.db"
    for instant in (0.2, 0.6, 1.0):
        _kill(_start(path), instant)  # before there is a store, or while it is made
    store = open_store(str(path))
    for stands, instant in ((1, 0.0), (2, 0.02), (4, 0.05), (7, 0.1), (9, 0.03), (11, 0.0)):
        child = _start(path)
        while store.version("made") < stands and child.poll() is None:
            time.sleep(0.002)
        _kill(child, instant)
        assert stands <= store.version("made") < 14
    read_through(store, STORY)
    assert digest(store) == digest(calm)
    assert store.version("made") == 14


def _start(path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _INGEST, str(path), str(STORY)])


def _kill(child: subprocess.Popen[bytes], instant: float) -> None:
    """Kill an ingest some seconds from now, in the middle of its work."""
    time.sleep(instant)
    child.kill()
    assert child.wait() == -signal.SIGKILL, "it had ended before"


_INGEST = """
import sys
from castline.graph.store import Store
from castline.graph.opening import open_store
from castline.ingest.pipeline import ingest
ingest(open_store(sys.argv[1]), [sys.argv[2]], "made", processes=1)
"""


@pytest.mark.neo4j
def test_store_law(folder: Path, neo4j_store: Store) -> None:
    """The shipped story in SQLite and in Neo4j: every answer is the same, whole and cut."""
    embedded = open_store(str(folder / "story.db"))
    neo4j_store.forget("story")
    for store in (embedded, neo4j_store):
        read_through(store, STORY, saga="story")
    for at in ("1.5", "1.10", None):
        assert tell_all(neo4j_store, at, "story") == tell_all(embedded, at, "story")
    neo4j_store.forget("story")
