"""Corrections of a person: each kind does what it says, is a fact with its words, and is told in a way that can be acted on."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import msgspec
import pytest
from books import digest, save, tell_all, write_book
from runs import fails, run, start

import castline
from castline import AskError, InputError, Library, errors
from castline.graph.corrections import Tied
from castline.graph.facts import Feeling, Identity, Utterance
from castline.graph.moments import pack
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Batch, Store
from castline.ingest.resettling import is_stale
from castline.testing import ScriptedServer
from scripts import read_with, reply, write_tale

ADA = "person:ada"
MILL = [
    ["Ada Pell kept the mill. Ada Pell counted the sacks. The ferryman watched Ada Pell. The ferryman turned away.",
     "“A cold day,” said Ada Pell to Owen Hale. Owen Hale nodded. “It is,” said Owen Hale. Owen Hale thanked Ada Pell."],
    ["Captain Ware sat down beside Ada Pell. “Good evening,” said Captain Ware to Ada Pell. “You are early,” said Ada Pell.",
     "“I am,” he said. Owen Hale struck Captain Ware. Captain Ware hated Owen Hale. Mr. Hale left the inn.",
     "The Raven lay at the quay. “Raven is a good ship,” said Captain Ware. Raven had sailed before. Ada Pell liked Raven."],
    ["Captain Ware laughed. Owen Hale wept. Ada Pell shut the door. Mr. Hale wrote to Ada Pell. Mr. Hale went home.",
     "“Stay,” said Ada Pell to Captain Ware. “I shall,” said Captain Ware. Ada Pell loved Captain Ware."],
]  # fmt: skip


@pytest.fixture
def mill(tmp_path: Path) -> Library:
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book(MILL)), processes=1)
    return library


def open_mill(folder: Path) -> Library:
    folder.mkdir(exist_ok=True)
    return castline.open(f"sqlite:///{folder}/castline.db", "mill", lambda note: None)


def facts(library: Library, kind: str, at: str | None = None) -> list:
    return list(library.view(at).facts([kind]))


def forms(library: Library, name: str) -> set[str]:
    """All names of whoever goes by one."""
    entry = next(entry for entry in library.cast() if entry.id == library.view().find(name))
    return {entry.name, *entry.also}


def test_who_is_said_to_be_one_goes_by_either_given_name_and_is_not_found_to_be_two(tmp_path: Path) -> None:
    library = open_mill(tmp_path)
    chapters = [["Peter Hale kept the mill. Ada Pell watched Peter Hale. Pip laughed. Pip kissed Ada Pell."],
                ["Ada Pell met Pip Hale at the weir. Pip Hale bowed to Ada Pell. “Good day,” said Pip Hale."]]  # fmt: skip
    library.ingest(save(tmp_path, write_book(chapters)), processes=1)
    library.correct("same", "Peter Hale", "Pip", by="ada")
    assert forms(library, "Pip") == {"Peter Hale", "Pip", "Pip Hale"}
    assert [one for one in library.review() if one.kind == "merge"] == []


HE = [
    ["Owen Hale met Captain Ware at the mill. Ada Pell watched Owen Hale and Captain Ware.",
     "Captain Ware bowed to Owen Hale. From that day he hated Ada Pell. “Well rung,” said Ada Pell."],
    ["Owen Hale slept. Ada Pell read to Captain Ware. When he woke, he kissed Ada Pell."],
]  # fmt: skip


def open_bell(folder: Path) -> Library:
    library = open_mill(folder)
    library.ingest(save(folder, write_book(HE)), processes=1)
    return library


def who_hates(library: Library) -> set[str]:
    return {library.view().name(one.holder) for one in facts(library, "feeling") if one.affection < 0}


def test_whom_he_means_is_said_and_what_he_does_is_theirs(tmp_path: Path) -> None:
    library = open_bell(tmp_path)
    (before,) = who_hates(library)
    other = {"Captain Ware": "Owen Hale", "Owen Hale": "Captain Ware"}[before]
    done = library.correct("meant", "From that day he hated", other, at="1", by="ada")
    assert [entry.state for entry in done.corrections] == ["stands"]
    assert who_hates(library) == {other}
    meant = next(one for one in facts(library, "mention", "1") if one.form == "he")
    assert library.view().name(meant.character) == other and meant.by == ADA
    library.ingest(save(tmp_path, write_book(HE)), replace=True, processes=1)
    assert who_hates(library) == {other}
    library.withdraw(done.corrections[0].correction.id)
    assert who_hates(library) == {before}


def test_one_of_several_words_is_starred_and_words_are_found_again(tmp_path: Path) -> None:
    library = open_bell(tmp_path)
    for words, why in (
        ("When he woke, he kissed", "2 words like “he”"), ("Owen Hale slept", "no word like"), ("he danced", "nowhere"), ("he", "2 times"),
        ("...", "nowhere"),
    ):  # fmt: skip
        with pytest.raises(AskError, match=why):
            library.correct("meant", words, "Captain Ware", at="2", by="ada")
    with pytest.raises(AskError, match="Which chapter"):
        library.correct("meant", "From that day he", "Owen Hale", by="ada")
    library.correct("meant", "woke, *he* kissed", "Owen Hale", at="2", by="ada")
    (first, second) = [one for one in facts(library, "mention") if one.form == "he" and one.chapter == 2]
    assert second.by == ADA != first.by and library.view().name(second.character) == "Owen Hale"
    longer = [[*HE[0], "Rain fell on the yard."], HE[1]]
    library.ingest(save(tmp_path, write_book(longer)), replace=True, processes=1)
    assert [one.by == ADA for one in facts(library, "mention") if one.form == "he" and one.chapter == 2] == [
        False,
        True,
    ]
    shorter = [HE[0], ["Owen Hale slept. Ada Pell read to Captain Ware."]]
    library.ingest(save(tmp_path, write_book(shorter)), replace=True, processes=1)
    assert [entry.state for entry in library.corrections()] == ["does not fit"]


def test_two_are_one_from_where_both_were_met(mill: Library) -> None:
    mill.correct("same", "the ferryman", "Captain Ware", by="ada", why="he says so")
    (identity,) = facts(mill, "identity")
    assert isinstance(identity, Identity)
    assert (identity.by, identity.told, identity.text) == (ADA, "1.2.1", "Captain Ware")
    assert mill.view("1").find("the ferryman") == mill.view().find("Captain Ware")
    assert {said.speaker for said in facts(mill, "utterance") if "evening" in said.text} == {
        mill.view().find("the ferryman")
    }


def test_what_is_told_by_a_saying_and_who_speaks_next_follow_who_says_it(tmp_path: Path) -> None:
    talk = ["Ada Pell met Owen Hale at the gate, and Rosa Quill waited by the wall.",
            "“Where have you been?” said Rosa Quill to Ada Pell.", "“I forged the will of my own father, and I am not sorry.”",
            "“You never told me.”", "“I am telling you now.”"]  # fmt: skip
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book([talk])), processes=1)
    said = {fact.text[:12]: fact for fact in facts(library, "utterance")}
    assert said["I forged the"].speaker == said["I am telling"].speaker == library.view().find("Ada Pell")
    library.correct("speaker", "I forged the will", "Owen Hale", at="1", by="ada")
    said = {fact.text[:12]: fact for fact in facts(library, "utterance")}
    owen = library.view().find("Owen Hale")
    assert said["I forged the"].speaker == said["I am telling"].speaker == owen
    told = [event for event in facts(library, "event") if "forged" in event.text]
    assert told and all(event.summary.startswith("Owen Hale") for event in told)
    speakers = {one.event: one.character for one in facts(library, "participation") if one.role == "speaker"}
    assert {speakers[event.id] for event in told} == {owen}


def test_two_are_one_from_a_later_chapter_on(mill: Library) -> None:
    mill.correct("same", "the ferryman", "Captain Ware", at="3", by="ada")
    assert [one.told for one in facts(mill, "identity")] == ["1.3.1"]
    early = mill.view("2")
    assert early.find("the ferryman") != early.find("Captain Ware")


def test_a_second_name_is_somebody_elses(mill: Library) -> None:
    assert "Mr. Hale" in forms(mill, "Owen Hale")
    mill.correct("apart", "Owen Hale", "Mr. Hale", by="ada")
    assert forms(mill, "Owen Hale") == {"Owen Hale"} and forms(mill, "Mr. Hale") == {"Mr. Hale"}
    met = next(one for one in facts(mill, "character") if one.id == mill.view().find("Mr. Hale"))
    assert (met.told, met.by) == ("1.2.1", ADA)
    assert [entry.state for entry in mill.corrections()] == ["stands"]
    mill.correct("same", "Owen Hale", "Mr. Hale", by="ada")
    assert [entry.state for entry in mill.corrections()][1:] == ["stands"]


@pytest.mark.parametrize("words", ["You never told me", "I forged the will", "Sit down"])
def test_nothing_that_is_told_before_a_saying_changes_by_who_says_it(tmp_path: Path, words: str) -> None:
    """Not in the scenes before it either, though a chapter's talk is read as a whole."""
    scenes = ["Ada Pell met Owen Hale at the gate, and Rosa Quill waited by the wall.", "“Sit down.”", "“I will not sit down.”",
              "“You are late,” said Owen Hale to Ada Pell.", "* * *", "Owen Hale came back with Ada Pell. Rosa Quill smiled at Owen Hale.",
              "“I forged the will of my own father, and I am not sorry.”", "“You never told me.”", "“I am telling you now.”"]  # fmt: skip
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book([scenes])), processes=1)
    said = next(fact for fact in facts(library, "utterance") if fact.text.startswith(words))
    before = told_before(library, said.told)
    other = next(one.id for one in library.cast() if one.id not in (said.speaker, *said.addressees))
    library.correct("speaker", words, other, at="1", by="ada")
    assert next(one.speaker for one in facts(library, "utterance") if one.text.startswith(words)) == other
    assert told_before(library, said.told) == before and (before or said.scene == 1)


def told_before(library: Library, told: str) -> list[str]:
    """What is told before a moment."""
    kinds = ["character", "name", "identity", "relation", "attribute", "feeling", "event", "participation", "knowledge",
             "utterance", "mention", "scene"]  # fmt: skip
    return [repr(fact) for fact in library.view().facts(kinds) if pack(fact.told) < pack(told)]


def test_who_bears_a_name_that_was_parted_from_another_is_shown_under_their_own(mill: Library) -> None:
    mill.correct("apart", "Owen Hale", "Mr. Hale", by="ada")
    mill.correct("same", "Ada Pell", "Mr. Hale", by="ada")
    assert mill.view().name(mill.view().find("Mr. Hale")) == "Ada Pell"
    mill.correct("rename", "Ada Pell", "Zeno Wye", by="ada")
    assert mill.view().name(mill.view().find("Mr. Hale")) == "Zeno Wye"


def test_of_several_who_turned_out_to_be_one_the_bearer_of_the_name_is_meant(tmp_path: Path) -> None:
    """Whoever was met first, as "the ferryman", may be who he is by one line alone, which another joining would take away."""
    told = [MILL[0], ["The ferryman, who was no other than Captain Ware, came in. Captain Ware sat down."], MILL[2]]
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book(told)), processes=1)
    shown = library.view().find("the ferryman")
    assert library.view().name(shown) == "Captain Ware"
    library.correct("same", "Mr. Hale", shown, by="ada")
    (said,) = [entry.correction for entry in library.corrections()]
    assert said.b.first == "Captain Ware" and said.b.id != shown  # type: ignore[union-attr]
    assert {"the ferryman", "Captain Ware", "Mr. Hale"} <= forms(library, "Captain Ware")


def test_what_a_person_joined_a_person_parts(mill: Library) -> None:
    before = digest(mill.store, "mill")
    mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    mill.correct("apart", "the ferryman", "Captain Ware", by="ada")
    assert [entry.state for entry in mill.corrections()] == ["replaced", "stands"]
    assert facts(mill, "identity") == [] and [one.what for one in facts(mill, "correction")] == ["apart"]
    mill.withdraw(mill.corrections()[1].correction.id)
    assert len(facts(mill, "identity")) == 1, "the earlier word stands again"
    mill.withdraw(mill.corrections()[0].correction.id)
    assert digest(mill.store, "mill") == before


def test_what_was_one_is_two_from_a_later_chapter_on(tmp_path: Path) -> None:
    told = [MILL[0], ["The ferryman, who was no other than Captain Ware, came in. Captain Ware sat down."], MILL[2]]
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book(told)), processes=1)
    assert library.view().find("the ferryman") == library.view().find("Captain Ware")
    library.correct("apart", "the ferryman", "Captain Ware", at="3", by="ada")
    joined, parted = library.view("2"), library.view("3")
    assert joined.find("the ferryman") == joined.find("Captain Ware")
    assert parted.find("the ferryman") != parted.find("Captain Ware")
    library.correct("apart", "the ferryman", "Captain Ware", by="ada")
    assert facts(library, "identity") == [], "nor are the rules let to join them"


def test_somebody_has_another_name(mill: Library) -> None:
    mill.correct("rename", "the ferryman", "Silas Wye", at="2", by="ada")
    assert mill.view("1").name(mill.view("1").find("the ferryman")) == "the ferryman"
    assert mill.snapshot("the ferryman").name == "Silas Wye" == mill.snapshot("Silas Wye", at="2").name
    mill.correct("rename", "Silas Wye", "Silas Way", at="3", by="ada")
    assert [mill.snapshot("the ferryman", at=n).name for n in (1, 2, 3)] == ["the ferryman", "Silas Wye", "Silas Way"]


def test_a_ship_is_nobody(mill: Library) -> None:
    ship = mill.view().find("Raven")
    mill.correct("nobody", "Raven", by="ada")
    (line,) = [line for line in mill.export("facts", mentions=True) if ship in line]
    said = json.loads(line)
    assert (said["kind"], said["what"], said["people"], said["by"]) == ("correction", "nobody", [ship], ADA)
    assert (said["told"], said["text"]) == ("1.2.1", "Raven")
    with pytest.raises(AskError, match="Nobody called 'Raven'"):
        mill.view().find("Raven")


def test_a_quote_is_somebody_elses(mill: Library) -> None:
    mill.correct("speaker", "you are early", "Owen Hale", at="2", by="ada")
    (said,) = [one for one in facts(mill, "utterance") if "early" in one.text]
    assert isinstance(said, Utterance) and said.by == ADA
    assert said.speaker == mill.view().find("Owen Hale") and said.speaker not in said.addressees
    with pytest.raises(AskError, match="stand in no quote of chapter"):
        mill.correct("speaker", "you are early", "Owen Hale", at="3")
    with pytest.raises(AskError, match="Which chapter"):
        mill.correct("speaker", "you are early", "Owen Hale")


def test_somebody_feels_otherwise(mill: Library) -> None:
    mill.correct("feeling", "Ada Pell", "Captain Ware", at="2", affection=-8, by="ada")
    ada, ware = mill.view().find("Ada Pell"), mill.view().find("Captain Ware")
    felt = [one for one in facts(mill, "feeling") if (one.holder, one.toward) == (ada, ware)]
    assert isinstance(felt[0], Feeling) and (felt[0].by, felt[0].affection, felt[0].told) == (ADA, -8.0, "1.2.1")
    assert felt[1].told == "1.3.1" and -8 < felt[1].affection < 8, "what comes later goes on from there"
    for affection in (None, 11):
        with pytest.raises(AskError, match="from -10 to 10"):
            mill.correct("feeling", "Ada Pell", "Captain Ware", at="2", affection=affection)


def test_a_dry_run_says_what_would_change_and_keeps_nothing(mill: Library) -> None:
    before = digest(mill.store, "mill")
    foreseen = mill.correct("same", "the ferryman", "Captain Ware", by="ada", dry_run=True)
    assert foreseen.dry_run and foreseen.changes.come["identity"] == 1 and foreseen.changes.since == "1.2.1"
    assert (digest(mill.store, "mill"), mill.corrections()) == (before, [])
    done = mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    assert done.changes == foreseen.changes
    assert mill.withdraw(done.corrections[0].correction.id[:4]).changes.gone["identity"] == 1


def test_saying_it_twice_is_saying_it_once(mill: Library) -> None:
    mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    version, lines = mill.store.version("mill"), mill.share_corrections()
    again = mill.correct("same", "the ferryman", "Captain Ware", by="owen")
    assert again.chapters == 0 and mill.store.version("mill") == version and mill.share_corrections() == lines


def test_a_text_that_was_edited_keeps_what_no_longer_fits(mill: Library, tmp_path: Path) -> None:
    mill.correct("speaker", "you are early", "Owen Hale", at="2", by="ada")
    mill.correct("speaker", "Good evening", "Ada Pell", at="2", by="ada")
    mill.correct("rename", "Raven", "The Raven", by="ada")
    text = write_book(MILL).replace("“You are early,”", "“You are late,”").replace("A MADE-UP BOOK", "A BOOK, MADE UP")
    mill.ingest(save(tmp_path, text), replace=True, processes=1)
    assert [entry.state for entry in mill.corrections()] == ["does not fit", "stands", "stands"]
    assert [one.speaker for one in facts(mill, "utterance") if "evening" in one.text] == [mill.view().find("Ada Pell")]
    mill.ingest(save(tmp_path, write_book(MILL)), replace=True, processes=1)
    assert {entry.state for entry in mill.corrections()} == {"stands"}


def test_corrections_are_shared_before_the_book_is_read(mill: Library, tmp_path: Path) -> None:
    mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    mill.correct("nobody", "Raven", by="ada")
    mill.withdraw(mill.corrections()[1].correction.id)
    lines = mill.share_corrections()
    other = open_mill(tmp_path / "other")
    other.take_corrections(lines)
    assert [entry.state for entry in other.corrections()] == ["waits", "withdrawn"]
    other.ingest(tmp_path / "book.txt", processes=1)
    assert digest(other.store, "mill") == digest(mill.store, "mill")
    assert other.corrections() == mill.corrections()
    other.take_corrections(lines)
    assert other.share_corrections() == lines


@pytest.mark.parametrize(
    "line", ['{"kind":"same"}', "x", '{"kind":"nobody","id":"1","by":"person:a","who":{"id":"a","name":"b"}}']
)
def test_a_line_that_is_no_correction_is_told(mill: Library, line: str) -> None:
    with pytest.raises(InputError, match="Line 2"):
        mill.take_corrections(["", line])
    assert mill.corrections() == []


def test_a_saga_without_how_it_was_cut_keeps_them_until_it_is_read_again(mill: Library, tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "castline.db"))
    with store._file.writing():
        store._file.db.execute("DELETE FROM memory WHERE name LIKE 'cut/%'")
    before = digest(store, "mill")
    with pytest.raises(InputError, match="with --replace"):
        mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    assert digest(store, "mill") == before and len(mill.share_corrections()) == 1
    mill.ingest(tmp_path / "book.txt", replace=True, processes=1)
    assert [entry.state for entry in mill.corrections()] == ["stands"]
    store.close()


def test_a_saga_is_settled_as_it_was_cut_and_read(tmp_path: Path) -> None:
    """Without its file, by a pattern of the user's, and in a language that was named."""
    text = "\n\n".join(f"~ {number} ~\n\n" + "\n\n".join(body) for number, body in enumerate(MILL, 1))
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, text), pattern="^~ ", language="fr", processes=1)
    before = digest(library.store, "mill")
    (tmp_path / "book.txt").unlink()
    held = library.correct("rename", "Ada Pell", "Ada Wye", by="ada", hold=True)
    assert [entry.state for entry in held.corrections] == ["held"] and digest(library.store, "mill") == before
    assert [entry.state for entry in library.settle().corrections] == ["stands"]
    assert library.view().name(library.view().find("Ada Pell")) == "Ada Wye"
    library.withdraw(held.corrections[0].correction.id)
    assert digest(library.store, "mill") == before


def test_without_what_a_chapter_says_it_is_parsed_again(mill: Library, tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "castline.db"))
    with store._file.writing():
        store._file.db.execute("DELETE FROM memory WHERE name LIKE 'notes/%'")
    before = digest(store, "mill")
    mill.correct("same", "the ferryman", "Captain Ware", by="ada")
    mill.withdraw(mill.corrections()[0].correction.id)
    assert digest(store, "mill") == before and "notes/1.2" in store.memory("mill")
    store.close()


def test_a_name_that_is_anothers_is_told_of(mill: Library, tmp_path: Path) -> None:
    notes: list[str] = []
    mill.of("mill", notes.append).correct("rename", "the ferryman", "captain ware", by="ada", dry_run=True)
    assert "is the name of another" in notes[0]


def test_asking_makes_no_store(tmp_path: Path) -> None:
    assert open_mill(tmp_path).corrections() == [] and not (tmp_path / "castline.db").exists()


def test_on_both_stores(store: Store, saga_name: str, tmp_path: Path) -> None:
    book = save(tmp_path, write_book(MILL))
    with castline.open(store.url, saga_name, lambda note: None) as library, open_mill(tmp_path / "own") as own:
        library.ingest(book, processes=1)
        before = digest(library.store, saga_name)
        library.correct("apart", "Owen Hale", "Mr. Hale", by="ada")
        library.correct("same", "the ferryman", "Captain Ware", at="3", by="ada")
        corrected = digest(library.store, saga_name)
        library.ingest(book, replace=True, processes=1)
        assert digest(library.store, saga_name) == corrected != before
        own.ingest(book, saga=saga_name, processes=1)
        own.of(saga_name).take_corrections(library.share_corrections())
        assert digest(own.store, saga_name) == corrected
        for at in ("1.2", None):
            assert tell_all(own.store, at, saga_name) == tell_all(library.store, at, saga_name)
        for entry in library.corrections():
            library.withdraw(entry.correction.id)
        assert digest(library.store, saga_name) == before
    store.keep(saga_name, dict.fromkeys(store.kept(saga_name)))
    assert store.kept(saga_name) == {}


def test_a_saga_that_a_model_has_read_is_settled_with_what_it_answered(tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    library = castline.open(f"sqlite:///{tmp_path}/castline.db", "made", lambda note: None)
    with ScriptedServer(reply) as server:
        read_with(library.store, book, tmp_path, server.url)
        before = digest(library.store)
    with pytest.raises(errors.ModelError, match="nobody is asked here"):
        library.correct("rename", "Ada Pell", "Ada Wye", by="ada", dry_run=True)
    (tmp_path / "kept.answers").rename(library.answers)
    done = library.correct("rename", "Ada Pell", "Ada Wye", by="ada")
    assert done.changes.come == {"correction": 1, "name": 1}
    library.withdraw(done.corrections[0].correction.id)
    assert digest(library.store) == before


def test_killed_at_any_instant_the_same_command_goes_on(tmp_path: Path) -> None:
    words = ("--saga", "mill", "correct", "same", "the ferryman", "Captain Ware", "--by", "ada")
    with open_mill(tmp_path) as library, open_mill(tmp_path / "calm") as calm:
        for one in (library, calm):
            one.ingest(save(tmp_path, write_book(MILL * 4)), processes=1)
        before = digest(library.store, "mill")
        calm.correct("same", "the ferryman", "Captain Ware", by="ada")
        for seen, wait in (
            ("correction/", 0.0),
            ("correction/", 0.3),
            ("again/", 0.0),
            ("again/", 0.02),
            ("again/", 0.04),
        ):
            child = start(tmp_path, *words)
            while child.poll() is None and not any(name.startswith(seen) for name in library.store.kept("mill")):
                time.sleep(0.001)
            time.sleep(wait)
            child.kill()
            child.communicate()
            assert child.returncode == -signal.SIGKILL and is_stale(library.store, "mill"), (seen, wait)
            assert digest(library.store, "mill") in (before, digest(calm.store, "mill")), "all of it, or none"
        assert run(tmp_path, *words).exit_code == 0
        assert digest(library.store, "mill") == digest(calm.store, "mill")
        assert not is_stale(library.store, "mill") and len(library.corrections()) == 1


@pytest.mark.neo4j
def test_a_server_that_is_lost_half_way_loses_nothing(
    neo4j_store: Store, saga_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with castline.open(neo4j_store.url, saga_name, lambda note: None) as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        before, write = digest(library.store, saga_name), type(neo4j_store).write

        def lose(store: Store, batch: Batch) -> None:
            if batch.chapter.ordinal == 2:
                raise errors.StoreUnreachable("gone")
            write(store, batch)

        with monkeypatch.context() as patch, pytest.raises(errors.StoreUnreachable):
            patch.setattr(type(neo4j_store), "write", lose)
            library.correct("rename", "the ferryman", "Silas Wye", by="ada")
        assert len(library.store.saga(saga_name).chapters) == 1  # type: ignore[union-attr]
        done = library.correct("rename", "the ferryman", "Silas Wye", by="ada")
        assert [entry.state for entry in done.corrections] == ["stands"]
        library.withdraw(done.corrections[0].correction.id)
        assert digest(library.store, saga_name) == before
    neo4j_store.keep(saga_name, dict.fromkeys(neo4j_store.kept(saga_name)))


def test_the_commands_say_all_of_it(mill: Library, tmp_path: Path) -> None:
    said = run(tmp_path, "correct", "same", "the ferryman", "Captain Ware", "--by", "ada", "--why", "he says so")
    found = json.loads(said.output)
    assert found["chapters"] == 3 and found["corrections"][0]["state"] == "stands"
    (entry,) = json.loads(run(tmp_path, "corrections").output)
    assert (entry["correction"]["by"], entry["correction"]["why"], entry["at"]) == (ADA, "he says so", "1.2")
    assert "stands at 1.2" in run(tmp_path, "corrections", "--table").output
    run(tmp_path, "corrections", "export", str(tmp_path / "team.jsonl"))
    identifier = entry["correction"]["id"]
    assert "identity" in run(tmp_path, "corrections", "withdraw", identifier[:5], "--table").output
    assert msgspec.json.decode(run(tmp_path, "corrections").output)[0]["state"] == "withdrawn"
    for words, fault in (
        (("correct", "same", "Ada Pell", "Ada Pell"), "are one already"),
        (("correct", "apart", "Ada Pell", "Ada Pell"), "nothing to part"),
        (("correct", "rename", "Ada Pell", " "), "will not do as a name"),
        (("correct", "nobody", "Nobody Such"), "Nobody called"),
        (("correct", "same", "Ada Pell", "Owen Hale", "--from", "1.2.1"), "--from 1.2"),
        (("corrections", "withdraw", "zz"), "No correction 'zz'"),
    ):
        assert fault in fails(tmp_path, *words)
    assert run(tmp_path, "corrections", "import", str(tmp_path / "team.jsonl")).exit_code == 0


def test_who_turns_out_to_be_somebody_goes_on_feeling_what_that_one_felt(tmp_path: Path) -> None:
    """The bond of a stranger who is joined is added to the one that was, and does not take its place."""
    fond = "Ada Pell loved Owen Hale. Ada Pell walked with Owen Hale. “Dear Owen,” said Ada Pell to Owen Hale. “Dear Ada,” said Owen Hale."
    stranger = "The stranger watched Owen Hale. “Good evening,” said the stranger to Owen Hale. “Good evening,” said Owen Hale to the stranger."
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book([[fond], [fond], [stranger], [fond]])), processes=1)
    before = {at: library.feelings("Ada Pell", "Owen Hale", at).directions[0].levels[-1] for at in (2, 3, 4)}
    library.correct("same", "the stranger", "Ada Pell", by="ada")
    assert library.view().find("the stranger") == library.view().find("Ada Pell")
    after = {at: library.feelings("Ada Pell", "Owen Hale", at).directions[0].levels[-1] for at in (2, 3, 4)}
    assert after[2][1:] == before[2][1:] and before[2][1] > 3
    assert all(after[at][1] >= before[at][1] and after[at][2] >= before[at][2] for at in (3, 4))


def test_who_hears_a_quote_is_whom_it_is_told(tmp_path: Path) -> None:
    """What is said is known to who is said to hear it, and no more to whom the rules took for the hearer."""
    talk = (
        "Ada Pell sat with Owen Hale and Silas Wye. “Good day,” said Ada Pell to Owen Hale. “Good day,” said Silas Wye to Ada Pell. "
        "“You must not tell anybody that I forged the will,” said Ada Pell. “Never,” said Owen Hale."
    )
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book([[talk]])), processes=1)
    both = {library.view().find(name) for name in ("Silas Wye", "Owen Hale")}
    said = next(one for one in facts(library, "utterance") if "forged" in one.text)
    (was,) = said.addressees
    (other,) = both - {was}
    with pytest.raises(AskError, match="says these words"):
        library.correct("hearer", "I forged the will", "Ada Pell", at="1", by="ada")
    library.correct("hearer", "I forged the will", other, at="1", by="ada")
    now = next(one for one in facts(library, "utterance") if "forged" in one.text)
    assert now.addressees == (other,) and now.speaker == said.speaker and now.by == ADA
    (event,) = (one for one in facts(library, "event") if "forged" in one.summary)
    knowers = {one.character for one in facts(library, "knowledge") if one.event == event.id}
    assert other in knowers and was not in knowers
    (kept,) = library.corrections()
    library.withdraw(kept.correction.id)
    assert next(one for one in facts(library, "utterance") if "forged" in one.text).addressees == (was,)


def ties(library: Library, name: str, at: str | None = None) -> set[tuple[str, str]]:
    return {(tie.who, tie.word) for tie in library.snapshot(name, at).relations}


def test_what_one_is_to_another_takes_the_place_of_what_was_read(tmp_path: Path) -> None:
    """From where both are met, whatever later chapters tell; "none" takes it away, and what is withdrawn comes back."""
    told = [
        ["Ada Pell sat with Owen Hale.", "Silas Wye came in."],
        ["Ada Pell's son, Owen Hale, came in. Silas Wye nodded."],
    ]
    library = open_mill(tmp_path)
    library.ingest(save(tmp_path, write_book([*told, *told])), processes=1)
    assert ties(library, "Ada Pell") == {("Owen Hale", "son")} and not ties(library, "Ada Pell", "1")
    made = library.correct("tie", "Owen Hale", "Brother", "Ada Pell", by="ada").corrections[0]
    assert made.state == "stands" and made.at == "1.1"
    for at in ("1", "2", "4"):
        assert ties(library, "Ada Pell", at) == {("Owen Hale", "brother")}
        assert {who for who, _ in ties(library, "Owen Hale", at)} == {"Ada Pell"}
    assert {one.by for one in facts(library, "relation")} == {ADA}
    library.correct("tie", "Silas Wye", "friend", "Ada Pell", at="3", by="ada")
    assert ties(library, "Ada Pell", "2") == {("Owen Hale", "brother")}
    assert ties(library, "Ada Pell", "3") == {("Owen Hale", "brother"), ("Silas Wye", "friend")}
    library.correct("tie", "Ada Pell", "none", "Owen Hale", by="ada")
    assert ties(library, "Ada Pell") == {("Silas Wye", "friend")}
    for entry in library.corrections():
        library.withdraw(entry.correction.id)
    assert ties(library, "Ada Pell") == {("Owen Hale", "son")}


@pytest.mark.parametrize(("word", "kind"), [("Half-Brother", "half-sibling"), ("mother-in-law", "parent-in-law"), ("aunt by marriage", "aunt by marriage"),
                                            ("stepdaughter", "step-child"), ("grandson", "grandchild"), ("ward", "ward"), ("plumber", None), ("late wife", "late spouse")])  # fmt: skip
def test_the_word_for_a_tie_is_read_or_refused(mill: Library, word: str, kind: str | None) -> None:
    if kind is None:
        with pytest.raises(AskError, match="is no tie"):
            mill.correct("tie", "Ada Pell", word, "Owen Hale", by="ada", hold=True)
    else:
        held = mill.correct("tie", "Ada Pell", word, "Owen Hale", by="ada", hold=True).corrections[0].correction
        assert isinstance(held, Tied) and held.what == kind


def test_what_never_was_has_no_date_and_nobody_is_tied_to_themselves(mill: Library) -> None:
    with pytest.raises(AskError, match="leave out --from"):
        mill.correct("tie", "Ada Pell", "none", "Owen Hale", at="2", by="ada")
    with pytest.raises(AskError, match="a tie has two"):
        mill.correct("tie", "Ada Pell", "sister", "Ada", by="ada")
    with pytest.raises(AskError, match="who, what, and whose"):
        mill.correct("tie", "Ada Pell", "sister", by="ada")
