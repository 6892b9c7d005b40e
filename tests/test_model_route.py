"""A model reads beside the rules: what it says stands, what it does not say stays, and nothing is asked twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from books import digest, read_through, save, view_at, write_book

import castline
from castline.errors import InputError, ModelError
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store
from castline.ingest.annotations import TOLD
from castline.ingest.model.route import Choice
from castline.query.review import review
from castline.testing import Fault, ScriptedServer
from scripts import MODEL, TALE, read_passage, read_people, read_with, reply, write_tale


def of_kind(store: Store, *kinds: str) -> list:
    return list(view_at(store, None).facts(list(kinds)))


def test_what_the_model_says_stands_and_says_who_said_it(store: Store, saga_name: str, tmp_path: Path) -> None:
    with ScriptedServer(reply) as server:
        report = read_with(store, write_tale(tmp_path), tmp_path, server.url)
    assert report.chapters == len(server.calls) == len(TALE)
    assert report.reading and report.reading["failed"] == report.reading["refused"] == 0
    events = of_kind(store, "event")
    assert [event.summary for event in events] == ["Ada Pell acts."] * 3
    assert {event.by for event in events} == {f"{MODEL}@reading.v2"}
    felt = [fact for fact in of_kind(store, "feeling") if fact.by.startswith(MODEL)]
    assert felt and {(fact.affection, fact.familiarity) for fact in felt} == {(7.5, 6.0)}
    # What it did not speak of is as the rules read it.
    assert {fact.speaker is not None for fact in of_kind(store, "utterance")} == {True}
    assert all("/" in fact.by for fact in of_kind(store, "utterance"))


def test_the_same_run_again_asks_nothing(sqlite_store: Store, tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    with ScriptedServer(reply) as server:
        read_with(sqlite_store, book, tmp_path, server.url)
        before = digest(sqlite_store)
        read_with(sqlite_store, book, tmp_path, server.url)
        read_with(sqlite_store, book, tmp_path, server.url, replace=True)
        assert len(server.calls) == len(TALE)
    assert digest(sqlite_store) == before


def test_a_saga_read_by_rules_is_read_by_a_model_later(sqlite_store: Store, tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    other = SqliteStore(str(tmp_path / "other.db"))
    with ScriptedServer(reply) as server:
        read_through(sqlite_store, book, 2)
        read_with(sqlite_store, book, tmp_path, server.url)
        read_with(other, book, tmp_path, server.url)
        assert len(server.calls) == len(TALE)
    assert digest(sqlite_store) == digest(other)
    other.close()


def test_chapter_by_chapter_is_the_same_as_all_at_once(sqlite_store: Store, tmp_path: Path) -> None:
    """The append law with a model: what is asked of a chapter rests on the rules' own reading, which is kept."""
    book = write_tale(tmp_path)
    whole = SqliteStore(str(tmp_path / "whole.db"))
    with ScriptedServer(reply) as server:
        for number in range(1, len(TALE) + 1):
            read_with(sqlite_store, book, tmp_path, server.url, through=f"1.{number}")
        read_with(whole, book, tmp_path, server.url)
        assert len(server.calls) == len(TALE)
    assert digest(sqlite_store) == digest(whole)
    whole.close()


def test_a_passage_that_fails_keeps_the_rules_reading_and_says_so(sqlite_store: Store, tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    plain = SqliteStore(str(tmp_path / "plain.db"))
    read_through(plain, book)

    def answer(body: dict) -> str:
        return "no" if "kissed" in body["messages"][1]["content"] else reply(body)

    with ScriptedServer(answer) as server:
        report = read_with(sqlite_store, book, tmp_path, server.url)
    (problem,) = [one for one in of_kind(sqlite_store, "problem") if MODEL in one.message]
    assert problem.chapter == 3 and "the rules' reading of it stands" in problem.message
    assert report.reading and report.reading["failed"] == 1
    rules = [event.summary for event in of_kind(plain, "event") if event.chapter == 3]
    assert [event.summary for event in of_kind(sqlite_store, "event") if event.chapter == 3] == rules != []
    with ScriptedServer(reply) as server:  # Only what is missing is asked.
        read_with(sqlite_store, book, tmp_path, server.url)
        assert len(server.calls) == 1
    assert [event.summary for event in of_kind(sqlite_store, "event") if event.chapter == 3] == ["Ada Pell acts."]
    plain.close()


def test_what_is_refused_is_asked_again_once_and_then_kept_as_a_problem(sqlite_store: Store, tmp_path: Path) -> None:
    def answer(body: dict) -> str:
        made = json.loads(reply(body))
        return json.dumps({"ev": [made["ev"][0] | {"ev": "words that stand nowhere"}]})

    with ScriptedServer(answer) as server:
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url)
    assert len(server.calls) == 2 * len(TALE)
    again = [call["messages"][-1]["content"] for call in server.calls if len(call["messages"]) == 4]
    assert len(again) == len(TALE) and all(
        "'words that stand nowhere' does not stand in the passage" in why for why in again
    )
    problems = [one.message for one in of_kind(sqlite_store, "problem")]
    assert len([one for one in problems if "words that stand nowhere" in one]) == len(TALE)
    assert "words that stand nowhere" not in str(of_kind(sqlite_store, "event"))
    found = [one for one in review(view_at(sqlite_store, None)) if one.kind == "refused"]
    assert len(found) == len(TALE) and all("words that stand nowhere" in one.why for one in found)


def test_a_noun_of_another_chapter_is_somebody_else(sqlite_store: Store, tmp_path: Path) -> None:
    def answer(body: dict) -> str:
        passage = read_passage(body["messages"][1]["content"])
        word = next((word for word in ("boy", "porter") if f"A {word} came" in passage), "")
        new = {"id": "n1", "name": "boy", "gender": "m", "ev": "A boy came"}
        told = {"id": "e1", "says": "n1 comes in", "w": 1, "st": "now", "do": ["n1"], "ev": "A boy came"}
        return json.dumps({"new": [new], "ev": [told]} if word else {"on": []})

    lines = "A boy came in with the letters. Ada Pell took them."
    book = save(tmp_path, write_book([[*TALE[0], lines], TALE[1], [*TALE[2], lines]]))
    with ScriptedServer(answer) as server:
        read_with(sqlite_store, book, tmp_path, server.url)
    boys = [name.character for name in of_kind(sqlite_store, "name") if name.form == "boy"]
    assert len(set(boys)) == 2


def test_a_nameless_one_is_brought_in_and_known_from_then_on(sqlite_store: Store, tmp_path: Path) -> None:
    def answer(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        if "A boy held the lamp" not in prompt:
            return '{"on": []}'
        new = {"id": "n1", "name": "boy", "gender": "m", "ev": "A boy held the lamp"}
        told = {"id": "e1", "says": "n1 holds the lamp", "w": 1, "st": "now", "do": ["n1"], "ev": "held the lamp"}
        return json.dumps({"new": [new], "on": ["n1"], "ev": [told]})

    with ScriptedServer(answer) as server:
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url)
    (event,) = [one for one in of_kind(sqlite_store, "event") if one.chapter == 3]
    assert event.summary == "Boy holds the lamp."
    (part,) = [one for one in of_kind(sqlite_store, "participation") if one.event == event.id]
    (name,) = [one for one in of_kind(sqlite_store, "name") if one.character == part.character]
    assert (name.form, name.chapter, part.presence) == ("boy", 3, "on-page")


def test_corrected_speakers_joined_people_and_dropped_guesses_stand(sqlite_store: Store, tmp_path: Path) -> None:
    def answer(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        ids = {name: one for one, name in read_people(prompt).items()}
        made: dict = {"q": [{"who": ids["Owen Hale"], "n": [1]}]} if "A cold day" in prompt else {"on": []}
        if "kissed the ferryman" in prompt:
            same = {"a": ids["the ferryman"], "b": ids["Owen Hale"], "how": "seen to be one", "ev": "Owen Hale saw it"}
            made = {"same": [same]}
        return json.dumps(made | {"drop": re.findall(r"^(g\d+) trait", prompt, re.M)})

    with ScriptedServer(answer) as server:
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url)
    people = {name.form: name.character for name in of_kind(sqlite_store, "name")}
    first = of_kind(sqlite_store, "utterance")[0]
    assert (first.speaker, first.by) == (people["Owen Hale"], f"{MODEL}@reading.v2")
    (identity,) = of_kind(sqlite_store, "identity")
    assert {identity.a, identity.b} == {people["Owen Hale"], people["the ferryman"]} and identity.chapter == 3
    assert {told.attribute for told in of_kind(sqlite_store, "attribute")} <= {TOLD}


def test_the_pronouns_of_a_quote_follow_its_speaker(sqlite_store: Store, tmp_path: Path) -> None:
    def answer(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        if "Good evening" not in prompt:
            return '{"on": []}'
        ids = {name: one for one, name in read_people(prompt).items()}
        wrong = {"who": ids["Ada Pell"], "n": [3, 3, 2]}  # of what is said twice, the last word stands
        return json.dumps({"q": [wrong, {"who": "", "n": [3]}, {"who": ids["the ferryman"], "n": [3]}]})

    with ScriptedServer(answer) as server:
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url)
    names = {name.character: name.form for name in of_kind(sqlite_store, "name")}
    said = {one.form: names[one.character] for one in of_kind(sqlite_store, "mention") if one.chapter == 2}
    assert said["my"] == "Ada Pell" and said["I"] == "the ferryman"
    assert said.get("you") != "the ferryman"


def test_a_limit_stops_the_run_and_the_rest_is_asked_later(sqlite_store: Store, tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    with ScriptedServer(reply) as server:
        with pytest.raises(ModelError, match="--max-calls 2 is reached"):
            read_with(sqlite_store, book, tmp_path, server.url, max_calls=2)
        assert len(server.calls) == 2 and sqlite_store.saga("made") is None
        read_with(sqlite_store, book, tmp_path, server.url, max_calls=2)
        assert len(server.calls) == len(TALE)


def test_a_saga_whose_books_are_not_all_given_is_not_forgotten(sqlite_store: Store, tmp_path: Path) -> None:
    read_through(sqlite_store, write_tale(tmp_path))
    before = digest(sqlite_store)
    with ScriptedServer(reply) as server, pytest.raises(InputError, match="Give all its books"):
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url, through="1.2")
    assert digest(sqlite_store) == before and not server.calls


@pytest.mark.parametrize("refusal", [400, 422, 500])
@pytest.mark.parametrize("formats", [("json_object", "plain"), ("plain",)])
def test_an_endpoint_that_takes_no_schema_is_asked_otherwise_and_remembered(
    sqlite_store: Store, tmp_path: Path, formats: tuple[str, ...], refusal: int
) -> None:
    book = write_tale(tmp_path)
    with ScriptedServer(reply, formats=formats, refusal=refusal) as server:
        read_with(sqlite_store, book, tmp_path, server.url, at_once=1, through="1.1")
        first = len(server.calls)
        assert first <= 1 + 2 * (3 - len(formats))
        read_with(sqlite_store, book, tmp_path, server.url, at_once=1)
        assert len(server.calls) == first + len(TALE) - 1
    assert server.calls[-1].get("response_format", {"type": "plain"})["type"] == formats[0]


def test_a_busy_endpoint_is_waited_for(sqlite_store: Store, tmp_path: Path) -> None:
    faults = {1: Fault("busy", 0.2), 2: Fault("busy", 0.2), 5: Fault("busy", 0.2)}
    with ScriptedServer(reply, faults) as server:
        report = read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url)
    assert report.reading and report.reading["failed"] == 0 and len(server.calls) == len(TALE) + 3


def test_the_key_is_sent_and_kept_nowhere(sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTLINE_API_KEY", "sk-very-secret")
    with ScriptedServer(reply, {2: Fault("no money")}) as server, pytest.raises(ModelError) as stopped:
        read_with(sqlite_store, write_tale(tmp_path), tmp_path, server.url, record=tmp_path / "record")
    assert set(server.keys) == {"Bearer sk-very-secret"}
    assert "secret" not in str(stopped.value)
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"very-secret" not in path.read_bytes()


def test_two_passages_of_a_chapter_are_both_laid(sqlite_store: Store, tmp_path: Path) -> None:
    long = [" ".join(TALE[0]) + " The wind blew over the mill." * 30 for _ in range(14)]
    book = save(tmp_path, "A MADE-UP BOOK\n\nCHAPTER 1\n\n" + "\n\n".join(long) + "\n")
    with ScriptedServer(reply) as server:
        read_with(sqlite_store, book, tmp_path, server.url)
    assert len(server.calls) == 2
    assert [event.summary for event in of_kind(sqlite_store, "event")] == ["Ada Pell acts."] * 2
    words = [len(read_passage(call["messages"][1]["content"]).split()) for call in server.calls]
    assert sum(words) == sum(len(paragraph.split()) for paragraph in long)


def felt(affection: float, familiarity: float) -> object:
    """The scripted answers with other levels."""

    def answer(body: dict) -> str:
        said = json.loads(reply(body))
        for one in said.get("fe", ()):
            one |= {"a": affection, "f": familiarity}
        return json.dumps(said)

    return answer


@pytest.mark.parametrize(("order", "stands"), [((0, 1), 2.0), ((1, 0), 7.5)])
def test_of_two_models_the_later_named_ones_word_stands(
    sqlite_store: SqliteStore, tmp_path: Path, order: tuple[int, int], stands: float
) -> None:
    book = write_tale(tmp_path)
    with (
        ScriptedServer(reply) as warm,
        ScriptedServer(felt(2.0, 3.0)) as cool,
        castline.open(sqlite_store.url, "made") as library,
    ):  # type: ignore[arg-type]
        models = [Choice("warm", warm.url, second=0.01), Choice("cool", cool.url, second=0.01)]
        library.ingest(book, processes=1, model=[models[one] for one in order])
        assert len(warm.calls) == len(cool.calls) == len(TALE)
        before = digest(sqlite_store)
        levels = {fact.affection for fact in of_kind(sqlite_store, "feeling") if "@reading" in fact.by}
        assert levels == {stands}
        library.ingest(book, processes=1, model=[models[one] for one in order])
        assert len(warm.calls) + len(cool.calls) == 2 * len(TALE) and digest(sqlite_store) == before
        # One of them alone takes the place of both, and is not asked again.
        library.ingest(book, processes=1, model=models[0])
        assert len(warm.calls) == len(TALE)
        assert {fact.affection for fact in of_kind(sqlite_store, "feeling") if "@reading" in fact.by} == {7.5}


def test_a_saga_that_two_models_have_read_is_corrected_with_both(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    with ScriptedServer(reply) as server, castline.open(sqlite_store.url, "made") as library:
        models = [Choice(name, server.url, second=0.01) for name in ("warm", "cool")]
        library.ingest(write_tale(tmp_path), processes=1, model=models)
        asked = len(server.calls)
        library.correct("rename", "Ada Pell", "Ada of the Mill")
        assert len(server.calls) == asked
        assert {fact.by for fact in of_kind(sqlite_store, "feeling") if "@reading" in fact.by} == {"cool@reading.v2"}
        assert library.snapshot("Ada Pell").name == "Ada of the Mill"
        with pytest.raises(InputError, match="named twice"):
            library.ingest(write_tale(tmp_path), model=[models[0], models[0]])
