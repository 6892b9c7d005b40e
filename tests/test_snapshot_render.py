"""Snapshots in words, and trimmed to a budget."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from shelf import ledger_url
from tellings import Telling, feels, is_called, tell

import castline
from castline import AskError, Library
from castline.graph.facts import Cue, Event, Fact, Identity, Knowledge, Name, Relation
from castline.graph.moments import Moment
from castline.graph.sqlite import SqliteStore
from castline.query.budget import WEIGHTS, estimate_tokens, trim
from castline.query.entries import Limits, Snapshot
from castline.query.heads import rename_heads
from castline.query.page import write_page
from castline.query.persona import keep_known, write_persona
from castline.query.quoting import left_out, quote, say_how, shorten, squeeze
from castline.query.render import FORMS, say_place, say_title
from castline.query.snapshot import take_snapshot

BUDGETS = (1, 50, 150, 300, 450, 700, 1000, 1600, 2500, 5000, 50_000)


@pytest.fixture(scope="module")
def ledger() -> Iterator[Library]:
    with castline.open(ledger_url()) as library:
        yield library


def trimmed(library: Library, budget: int, form: str = "json") -> Snapshot | None:
    """The snapshot within a budget; None where the budget holds nothing."""
    try:
        return library.snapshot("Brisa", "10", budget, form=form)
    except AskError:
        return None


def entries(snapshot: Snapshot) -> set[bytes]:
    """Everything a snapshot shows, each with its section."""
    found = set()
    for section in WEIGHTS:
        value = getattr(snapshot, section)
        several = value if isinstance(value, tuple) else () if value is None else (value,)
        found |= {msgspec.json.encode((section, entry)) for entry in several}
    return found


def test_the_page_says_who_when_and_why(ledger: Library) -> None:
    page = ledger.render("Brisa", "10")
    assert page.startswith(
        "# Brisa Tolloway\n\n*As of 1.10 (chapter 10, “The Gloves Come Back”), and nothing after it.*\n"
    )
    for heading in ("Who she is", "Where she is", "What she feels, and what is felt for her", "What she knows", "What she has said",
                    "What rules cannot know"):  # fmt: skip
        assert f"\n## {heading}\n" in page
    assert "moved by “I hate you.” (1.10)" in page
    assert "\n## Left out\n" in ledger.render("Brisa", "10", budget=900)


def test_evidence_on_a_page_stands_on_one_line(ledger: Library) -> None:
    words = [quoted.words for quoted in ledger.snapshot("Brisa", "10").quotes]
    assert any("\n" in said for said in words)
    page = ledger.render("Brisa", "10")
    assert all(
        line.startswith(("#", "-", "  -", "*", "All this", "Known by now")) for line in page.splitlines() if line
    )


def test_a_chat_gets_one_system_message_in_the_second_person(ledger: Library) -> None:
    (message,) = json.loads(ledger.render("Brisa", "10", "messages"))
    assert set(message) == {"role", "content"} and message["role"] == "system"
    assert message["content"].startswith("You are Brisa Tolloway, a woman. It is the end of chapter 10")
    assert "you know nothing of what comes later" in message["content"]
    people = message["content"].partition("The people you know")[2].partition("\n\n")[0].splitlines()[1:]
    own = [line for line in people if line.startswith("- ")]
    felt = [line.partition("You ")[2].partition(" The book shows")[0] for line in own if "You " in line]
    assert felt and not any(f" {verb} " in f" {line} " for line in felt for verb in ("is", "knows", "likes", "has"))


def test_a_chat_hears_nothing_of_what_others_feel(ledger: Library) -> None:
    content = json.loads(ledger.render("Brisa", "10", "messages"))[0]["content"]
    assert "is fond of" not in content and "likes" not in content


def test_a_scene_is_said_to_be_one(ledger: Library) -> None:
    assert "(scene 1 of chapter 6, “" in ledger.render("Brisa", "1.6.1")


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("CHAPTER LIX", ""),
        ("59 The Use of Chimneys", "The Use of Chimneys"),
        ("Chapter Fifty-Nine: “Fog”", "“Fog”"),
        ("LIX. Fog", "Fog"),
        ("LIX", ""),
        ("LIX. FOG.", "FOG"),
        ("Chapter 3", "Chapter 3"),
        ("Letter 59", "Letter 59"),
        ("I Am Born", "I Am Born"),
    ],
)
def test_a_heading_is_said_without_the_number_that_is_said_already(label: str, said: str) -> None:
    assert say_title(label, 59 if label != "I Am Born" else 1) == said


@pytest.mark.parametrize("form", FORMS)
def test_a_greater_budget_shows_no_less(ledger: Library, form: str) -> None:
    taken = [trimmed(ledger, budget, form) for budget in BUDGETS]
    shown = [entries(one) if one else set() for one in taken]
    assert all(less <= more for less, more in pairwise(shown))
    assert taken[0] is None and len(shown[-1]) > len(entries(ledger.snapshot("Brisa", "10")))


@pytest.mark.parametrize("form", FORMS)
def test_a_budget_holds_for_the_form_asked_for(ledger: Library, form: str) -> None:
    for budget in (450, 700, 1000, 1600):
        assert estimate_tokens(ledger.render("Brisa", "10", form, budget)) <= budget


def test_what_a_budget_leaves_out_is_counted(ledger: Library) -> None:
    whole = ledger.snapshot("Brisa", "10", BUDGETS[-1])
    for part in filter(None, (trimmed(ledger, budget) for budget in BUDGETS)):
        assert len(entries(part)) + sum(part.left_out.values()) == len(entries(whole)) + sum(whole.left_out.values())


@pytest.mark.parametrize("form", FORMS)
def test_a_budget_too_small_says_the_least_that_holds_name_and_moment(ledger: Library, form: str) -> None:
    with pytest.raises(AskError, match="name and moment alone take") as refused:
        ledger.snapshot("Brisa", "10", 1, form=form)
    least = int(re.search(r"Give (\d+) or more", str(refused.value))[1])  # type: ignore[index]
    head = ledger.snapshot("Brisa", "10", least, form=form)
    assert (head.name, head.at, entries(head)) == ("Brisa Tolloway", "1.10", set())
    with pytest.raises(AskError):
        ledger.snapshot("Brisa", "10", least - 1, form=form)


def test_facts_below_a_confidence_are_left_out(ledger: Library) -> None:
    sure = ledger.snapshot("Brisa", "10", confidence=0.8)
    assert {a.evidence.confidence >= 0.8 for a in (*sure.attributes, *sure.names)} == {True}
    assert {event.evidence.confidence >= 0.8 for event in sure.events} == {True} and sure.doubtful["events"]
    assert any(event.evidence.confidence < 0.8 for event in ledger.snapshot("Brisa", "10").events)


def test_an_unknown_form_is_refused(ledger: Library) -> None:
    with pytest.raises(AskError, match="json, markdown, messages"):
        ledger.render("Brisa", "10", "yaml")


def test_him_and_her_are_said_where_the_text_has_told(ledger: Library) -> None:
    felt = {entry.who: entry for entry in ledger.snapshot("Wystan Dray", "10").feelings}["Brisa Tolloway"]
    assert felt.toward and "her" in felt.toward.words.partition(" and ")[2].split()
    assert felt.back and all("him" in half.split() for half in felt.back.words.split(" and ")[-2:])


def test_what_is_fresh_outlasts_what_is_old(ledger: Library) -> None:
    known = ledger.snapshot("Brisa", "10")
    old, new = (msgspec.structs.replace(event, evidence=msgspec.structs.replace(event.evidence, told=told))
                for event, told in zip(known.events[:2], ("1.1", "1.10"), strict=True))  # fmt: skip
    bare = dict.fromkeys(("names", "attributes", "relations", "feelings", "quotes"), ())
    both = msgspec.structs.replace(known, events=(old, new), mood=None, whereabouts=None, **bare)
    assert trim(both, 1, lambda part: "four" * len(part.events)).events == (new,)


@pytest.mark.parametrize(
    ("how", "source", "said"),
    [
        ("took-part", None, "took part"),
        ("told", "Marta", "told by Marta"),
        ("told", None, "was told"),
        ("read", "Marta", "read it, from Marta"),
    ],
)
def test_how_a_thing_is_known(how: str, source: str | None, said: str) -> None:
    assert say_how(how, source) == said


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("I\nhate you.", "“I hate you.”"),
        ("“I love you.”", "“I love you.”"),
        ("He promised.”", "“He promised.”"),
        ("“Maid,” said Nahum.", "“‘Maid,’ said Nahum.”"),
        ("I know that,", "“I know that”"),
        ("“Give it", "“Give it”"),
    ],
)
def test_words_are_quoted_once(given: str, shown: str) -> None:
    assert quote(given) == shown


def test_long_words_are_cut_at_a_word() -> None:
    assert squeeze(" a \n\tb ") == "a b"
    assert shorten("one two three", 13) == "one two three"
    assert shorten("one two, three", 10) == "one two…"
    assert left_out({"events": 1, "feelings": 2, "mood": 1}) == "1 event, 2 feelings and the mood"


def test_who_is_known_as_ones_own_kin_is_your_kin_and_told_of_once(tmp_path: Path) -> None:
    anna, first, later = (f"veil:1.1:c{n}" for n in range(3))
    called: list[tuple[type[Fact], dict[str, Any]]] = [
        *is_called(anna, "Anna Fenn"),
        (Name, {"character": anna, "form": "Anna", "type": "given"}),
    ]
    called += [*is_called(first, "Anna’s sister"), *is_called(later, "Anna’s sister"), feels(anna, first, 6.0, 6.0)]
    tie = {"a": first, "b": anna, "type": "family", "subtype": "sibling", "confidence": 1.0}
    tell(SqliteStore(str(tmp_path / "castline.db")), [*called, feels(anna, later, 5.0, 5.0), (Relation, tie)])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        message = json.loads(library.render("Anna Fenn", form="messages"))[0]["content"]
    assert "Anna’s sister" not in message and "is your sib" not in message
    assert message.count("You have a sister.") == 1, message


def test_that_there_is_a_mother_is_nothing_to_tell_beside_others(tmp_path: Path) -> None:
    anna, mother, ida = (f"veil:1.1:c{n}" for n in range(3))
    called = [*is_called(anna, "Anna Fenn"), *is_called(mother, "Anna Fenn’s mother"), *is_called(ida, "Ida Moss")]
    tie = {"a": mother, "b": anna, "type": "family", "subtype": "parent", "confidence": 1.0}
    tell(
        SqliteStore(str(tmp_path / "castline.db")),
        [*called, (Relation, tie), feels(anna, mother, 6.0, 9.0), feels(anna, ida, 3.0, 5.0)],
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        message = json.loads(library.render("Anna Fenn", form="messages"))[0]["content"]
    assert "Ida Moss" in message and "You have a" not in message


def test_an_aunt_who_turns_out_to_be_of_the_family_is_an_aunt(tmp_path: Path) -> None:
    anna, aunt, ida = (f"veil:1.1:c{n}" for n in range(3))
    called = [*is_called(anna, "Anna Fenn"), *is_called(aunt, "Anna Fenn’s aunt"), *is_called(ida, "Ida Fenn")]
    ties = [
        (Relation, {"a": one, "b": anna, "type": "family", "subtype": kind, "confidence": 1.0})
        for one, kind in ((aunt, "aunt"), (ida, "family"))
    ]
    same = (Identity, {"a": aunt, "b": ida, "how": "named so"})
    tell(SqliteStore(str(tmp_path / "castline.db")), [*called, *ties, same])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        assert [tie.kind for tie in library.snapshot("Anna Fenn").relations] == ["aunt"]


def test_a_mother_without_a_name_with_whom_one_has_lived_is_somebody(tmp_path: Path) -> None:
    anna, mother = (f"veil:1.1:c{n}" for n in range(2))
    called = [*is_called(anna, "Anna Fenn"), *is_called(mother, "Anna Fenn’s mother")]
    tie = {"a": mother, "b": anna, "type": "family", "subtype": "parent", "confidence": 1.0}
    store = SqliteStore(str(tmp_path / "castline.db"))
    tell(store, [*called, (Relation, tie), feels(anna, mother, 8.5, 9.8)])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        message = json.loads(library.render("Anna Fenn", form="messages"))[0]["content"]
    assert "You know your mother through and through and love her deeply." in message.replace("love them", "love her")


@pytest.mark.parametrize(
    ("levels", "kin", "said", "shown"),
    [
        ((5.0, 5.0, "feels:love", 3.0), "", "fond of", True),
        ((5.6, 5.0, "by-name", 1.2), "", "fond of", False),
        ((5.6, 5.0, "feels:hate", -2.0), "", "fond of", False),
        ((3.0, 1.2, "by-name", 1.2), "", "", False),
        ((3.0, 2.0, "by-name", 1.2), "", "You have met Ida Moss.", False),
        ((1.0, 4.2, "by-name", 0.2), "", "also know Ida Moss.", False),
        ((1.0, 5.0, "by-name", 0.2), "", "also know Ida Moss.", False),
        ((3.9, 5.0, "by-name", 0.2), "", "also know Ida Moss.", False),
        ((5.4, 5.0, "by-name", 0.2), "", "also know Ida Moss.", False),
        ((5.5, 5.0, "by-name", 0.2), "", "You are fond of Ida Moss.", False),
        ((7.0, 7.0, "by-name", 0.2), "", "You are fond of Ida Moss.", False),
        ((3.9, 7.0, "by-name", 0.2), "", "You know Ida Moss well.", False),
        ((3.9, 5.0, "feels:like", 0.6), "", "You like Ida Moss. The book shows it", True),
        ((3.9, 5.0, "by-name", 0.2), "cousin", "Ida Moss is your cousin.\n", False),
        ((3.0, 2.0, "done:rescue", 1.2), "", "like", True),
        ((7.0, 2.0, "by-name", 1.2), "", "You have met Ida Moss.", False),
        ((-7.0, 2.0, "together", 0.0), "", "You dislike Ida Moss.", False),
        ((-1.8, 5.0, "feels:hate", -1.7), "", "also know Ida Moss.", False),
        ((-3.5, 5.0, "feels:hate", -2.0), "", "dislike Ida Moss", True),
        ((-7.0, 2.0, "reading", 0.0), "", "detest Ida Moss. The book shows it", True),
        ((5.0, 2.0, "reading", -2.0), "", "fond of Ida Moss. The book shows it", True),
        ((7.0, 4.2, "by-name", 1.2), "", "You like Ida Moss.", False),
        ((-8.0, 4.2, "by-name", -1.2), "", "You dislike Ida Moss.", False),
        ((7.0, 3.2, "feels:love", 2.0), "", "devoted to Ida Moss.", True),
        ((8.2, 9.0, "by-name", 0.2), "sibling", "is your sibling.\n", False),
        ((8.2, 9.0, "feels:love", 2.0), "sibling", "love", True),
        ((-2.0, 9.0, "by-name", -0.2), "sibling", "through and through.", False),
        ((-4.0, 9.0, "by-name", -0.2), "sibling", "through and through.", False),
        ((-7.0, 7.0, "by-name", -0.2), "", "You dislike Ida Moss.", False),
        ((-4.0, 9.0, "feels:hate", -2.0), "sibling", "dislike", True),
    ],
)
def test_an_actor_is_told_of_feelings_what_words_show(
    tmp_path: Path, levels: tuple[float, float, str, float], kin: str, said: str, shown: bool
) -> None:
    """Who is only just met is that and no more, kin are loved as a matter of course, and words that show nothing are no reason."""
    anna, other = "veil:1.1:c0", "veil:1.1:c1"
    tie = {"a": other, "b": anna, "type": "family", "subtype": kin, "confidence": 1.0}
    kind, felt = feels(anna, other, *levels[:2])
    felt |= {
        "cues": (Cue(type=levels[2], weight=levels[3], start=0, end=4),),
        "end": 30,
        "text": "She stood there at the window.",
    }
    facts = [*is_called(anna, "Anna Fenn"), *is_called(other, "Ida Moss"), (kind, felt)]
    tell(SqliteStore(str(tmp_path / "castline.db")), [*facts, *([(Relation, tie)] if kin else [])])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        message = json.loads(library.render("Anna Fenn", form="messages"))[0]["content"]
    assert said in message and ("Ida Moss" in message) == bool(said)
    assert ("The book shows it" in message) == shown
    assert not (kin and said.endswith("\n") and "through and through" in message)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ((("family", None), ("family", "spouse")), "Ida Moss is your spouse."),
        ((("family", "spouse"), ("family", None)), "Ida Moss is your spouse."),
        ((("family", "cousin"), ("lover", "betrothed")), "Ida Moss is your cousin and betrothed."),
        ((("friend", "friend"), ("family", None)), "Ida Moss is your friend."),
        ((("family", None),), "Ida Moss is of your family."),
    ],
)
def test_who_is_several_things_to_somebody_is_told_in_the_exact_words(
    tmp_path: Path, kinds: tuple[tuple[str, str | None], ...], said: str
) -> None:
    """A husband of the same surname was no more than "of your family"."""
    anna, other = "veil:1.1:c0", "veil:1.1:c1"
    ties = [(Relation, {"a": other, "b": anna, "type": kind, "subtype": finer}) for kind, finer in kinds]
    tell(
        SqliteStore(str(tmp_path / "castline.db")),
        [*is_called(anna, "Anna Fenn"), *is_called(other, "Ida Moss"), *ties],
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        message = json.loads(library.render("Anna Fenn", form="messages"))[0]["content"]
    assert f"- {said}\n" in message


def test_who_is_hated_in_words_comes_before_an_acquaintance(tmp_path: Path) -> None:
    anna, ida, owen = "veil:1.1:c0", "veil:1.1:c1", "veil:1.1:c2"
    (kind, liked), (_, hated) = feels(anna, ida, 4.0, 3.0), feels(anna, owen, -3.5, 3.0)
    hated |= {
        "cues": (Cue(type="feels:hate", weight=-3.0, start=0, end=4),),
        "end": 30,
        "text": "Anna hated Owen from that day.",
    }
    names = [*is_called(anna, "Anna Fenn"), *is_called(ida, "Ida Moss"), *is_called(owen, "Owen Hale")]
    for case, last in {"shown": hated, "not": hated | {"cues": ()}}.items():
        tell(SqliteStore(str(tmp_path / f"{case}.db")), [*names, (kind, liked), (kind, last)])
        with castline.open(f"sqlite:///{tmp_path}/{case}.db") as library:
            first = library.snapshot("Anna Fenn").feelings[0].who
        assert first == ("Owen Hale" if case == "shown" else "Ida Moss")


def test_words_of_which_it_is_not_sure_whose_they_are_show_no_feeling(tmp_path: Path) -> None:
    anna, other = "veil:1.1:c0", "veil:1.1:c1"
    kind, felt = feels(anna, other, -5.0, 5.0)
    felt |= {"cues": (Cue(type="feels:hate", weight=-3.0, start=0, end=4),), "end": 30, "confidence": 0.4}
    felt |= {"text": "She hated her from that day on."}
    tell(
        SqliteStore(str(tmp_path / "castline.db")),
        [*is_called(anna, "Anna Fenn"), *is_called(other, "Ida Moss"), (kind, felt)],
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        assert not library.snapshot("Anna Fenn").feelings[0].toward.shown


def test_a_surname_that_nothing_bears_out_is_no_name_to_an_actor(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    forms = ("Brisa Tolloway", "Miss Tolloway", "Brisa Wick", "Brisa", "Mr. Wick’s ward")
    names = tuple(msgspec.structs.replace(taken.names[0], form=form) for form in forms)
    words = write_persona(msgspec.structs.replace(taken, names=names), "chapter 10")
    assert "Miss Tolloway" in words and "Brisa Wick" not in words


def test_an_actors_own_words_end_where_a_sentence_does(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    own = (
        msgspec.structs.replace(taken.quotes[0], words="I shall go home before the rain comes on. " * 5 + "And " * 40),
    )
    words = write_persona(msgspec.structs.replace(taken, quotes=own), "chapter 10")
    assert words.count("I shall go home before the rain comes on.") == 5 and "comes on.”" in words


def test_sayings_of_a_portrait_are_of_people_under_their_names_of_now(tmp_path: Path) -> None:
    anna, other = "veil:1.1:c1", "veil:1.1:c2"
    said = "The stranger to Anna: “I am Hugh Orme.”"
    event: Telling = (Event, {"type": "speech", "summary": said, "importance": 0.9})
    views = tell(
        SqliteStore(str(tmp_path / "castline.db")),
        [*is_called(anna, "Anna"), *is_called(other, "the stranger"), event,
         (Knowledge, {"character": anna, "event": "veil:1.1:f4", "how": "told"})],
        [(Name, {"character": other, "form": "Hugh Orme", "type": "full", "leads": True})],
    )  # fmt: skip
    seen = [take_snapshot(views.open("veil", at), anna).events[0].summary for at in ("1", "2")]
    assert seen == [said, "Hugh Orme to Anna: “I am Hugh Orme.”"]
    rename = rename_heads(views.open("veil", "2"))
    told = "Anna smiled to the stranger: “No.”"  # a sentence of the book, of which nobody is the head
    assert rename(told) == told and rename("The stranger thinks: “No.”") == "Hugh Orme thinks: “No.”"
    assert rename("As the stranger tells it: “I came.”") == "As Hugh Orme tells it: “I came.”"


def test_an_actor_is_you_in_what_is_told_and_done(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    assert taken.told and taken.events
    told = msgspec.structs.replace(taken.told[0], words="Perrine Hask to Brisa: “You are Brisa Tolloway.”")
    event = msgspec.structs.replace(taken.events[0], summary="Brisa Tolloway: “I am she.”")
    words = write_persona(msgspec.structs.replace(taken, told=(told,), events=(event,)), "chapter 10")
    assert "- As you tell it: “I am born.”" in write_persona(
        msgspec.structs.replace(
            taken,
            names=(msgspec.structs.replace(taken.names[0], form="the narrator"),),
            told=(msgspec.structs.replace(told, words="As the narrator tells it: “I am born.”"),),
        ),
        "chapter 10",
    )
    assert "- Perrine Hask to you: “You are Brisa Tolloway.”" in words and "- You: “I am she.”" in words
    kin = msgspec.structs.replace(event, summary="Brisa’s mother to Perrine Hask: “Brisa’s mother is ill.”")
    assert "- Your mother to Perrine Hask: “Brisa’s mother is ill.”" in write_persona(
        msgspec.structs.replace(taken, events=(kin,)), "chapter 10"
    )
    himself = msgspec.structs.replace(event, summary="Brisa to Brisa Tolloway: “I am she.”")
    assert "- You: “I am she.”" in write_persona(msgspec.structs.replace(taken, events=(himself,)), "chapter 10")


def test_an_actor_is_told_when_things_happened(ledger: Library) -> None:
    snapshot = ledger.snapshot("Brisa", "7")
    of_chapter = [int(one.evidence.told.split(".")[1]) for one in snapshot.events]
    blocks = write_persona(snapshot, "chapter 7").split("\n\n")
    heads = ("What happened before", "What happened not long ago", "What has just happened")
    told = [sum(block.count("\n- ") for block in blocks if block.startswith(head)) for head in heads]
    assert told == [sum(at < 6 for at in of_chapter), of_chapter.count(6), of_chapter.count(7)] and all(told)


def test_a_name_is_told_once_however_it_is_spelled(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    names = tuple(
        msgspec.structs.replace(taken.names[0], form=form) for form in ("M. Orme", "M Orme", "M orme", "the narrator")
    )
    assert "- You are also called M. Orme.\n" in write_persona(
        msgspec.structs.replace(taken, names=names), "chapter 10"
    )


def test_a_heading_that_is_a_quotation_is_quoted_once(ledger: Library) -> None:
    record = ledger.view("10").record
    chapters = tuple(msgspec.structs.replace(c, label=f"CHAPTER {c.ordinal} “YOUR HONOUR”") for c in record.chapters)
    assert say_place(dataclasses.replace(record, chapters=chapters), Moment(1, 10)) == "chapter 10, “YOUR HONOUR”"


def test_a_line_opens_with_a_capital(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    tie = msgspec.structs.replace(taken.relations[0], who="the narrator", word="friend")
    words = write_persona(msgspec.structs.replace(taken, relations=(tie,), feelings=()), "chapter 10")
    assert "- The narrator is your friend." in words


def test_an_actor_has_no_marks_of_italics_to_speak(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    said = msgspec.structs.replace(taken.quotes[0], words="You are _not_ to open it_now, nor _one by one_.")
    words = write_persona(msgspec.structs.replace(taken, quotes=(said,)), "chapter 10")
    assert "“You are not to open it_now, nor one by one.”" in words


def test_an_actor_hears_of_places_and_people_by_no_one_elses_words(ledger: Library) -> None:
    """ "My room" is the teller's, "a man, Sir" is in the name, and "the man" beside people with names is nobody to know."""
    taken = ledger.snapshot("Brisa", "10")
    assert taken.whereabouts
    there = msgspec.structs.replace(taken.whereabouts, place="my room", present=("Perrine Hask", "the man"))
    alone = msgspec.structs.replace(taken.whereabouts, present=("the man",))
    before = msgspec.structs.replace(there, scene="1.8.1")
    title = msgspec.structs.replace(taken.attributes[0], attribute="title", value="Sir")
    felt = tuple(msgspec.structs.replace(one, who="the man") for one in taken.feelings[:1])
    assert felt[0].toward
    barely = msgspec.structs.replace(
        felt[0], toward=msgspec.structs.replace(felt[0].toward, familiarity=2.0, affection=3.0)
    )
    knight = msgspec.structs.replace(
        taken, name="Sir Basil", attributes=(title,), whereabouts=there, feelings=(barely,), relations=(), known=()
    )
    words = write_persona(knight, "chapter 10")
    assert words.startswith("You are Sir Basil, a woman. It is")
    assert (
        "- You spoke last with Perrine Hask.\n" in words
        and "my room" not in words
        and "The people you know" not in words
    )
    assert "You spoke last with the man." in write_persona(
        msgspec.structs.replace(taken, whereabouts=alone), "chapter 10"
    )
    assert "You spoke last" not in write_persona(msgspec.structs.replace(taken, whereabouts=before), "chapter 10")


def test_an_actor_is_called_by_names_that_are_his_alone(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    forms = (
        "Dearest Brisa",
        "my dear Brisa",
        "poor Bris",
        "Misses Tolloway",
        "Captains Tolloway",
        "my lady",
        "Miss Tolloway",
    )
    names = tuple(msgspec.structs.replace(taken.names[0], form=form) for form in forms)
    words = write_persona(msgspec.structs.replace(taken, name="Brisa", names=names), "chapter 10")
    assert "- You are also called Bris, my lady and Miss Tolloway.\n" in words


def test_whoever_else_is_known_is_named(tmp_path: Path) -> None:
    """Beyond the limit of feelings come names alone, the best known first; whoever is known by a noun or hardly at all does not."""
    anna, *others = (f"veil:1.1:c{n}" for n in range(5))
    names = ("Ida Moss", "Hugh Orme", "Lena Pell", "the porter")
    called = [
        row for one, name in zip([anna, *others], ("Anna Fenn", *names), strict=True) for row in is_called(one, name)
    ]
    levels = zip(others, (6.0, 4.0, 2.0, 4.0), strict=True)
    store = SqliteStore(str(tmp_path / "castline.db"))
    tell(store, [*called, *(feels(anna, one, 1.0, known) for one, known in levels)])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        taken = take_snapshot(library.view(), "Anna Fenn", limits=Limits(feelings=1))
    assert [entry.who for entry in taken.known] == ["Hugh Orme", "Lena Pell"]
    words = write_persona(taken, "chapter 1")
    assert "You also know Ida Moss and Hugh Orme." in words and "You have also met Lena Pell." in words
    assert "Also known, the best known first: Hugh Orme and Lena Pell." in write_page(taken, "chapter 1")


def test_whoever_else_is_known_has_a_name_or_is_ones_own(tmp_path: Path) -> None:
    """ "The porter" is nobody to know, also where he stands among those whose feelings are told; one's own kin are "your mother"."""
    anna, porter, mother = (f"veil:1.1:c{n}" for n in range(3))
    names = ((anna, "Anna Fenn"), (porter, "the porter"), (mother, "Anna Fenn’s mother"))
    called = [row for one, name in names for row in is_called(one, name)]
    store = SqliteStore(str(tmp_path / "castline.db"))
    tell(store, [*called, feels(anna, porter, 1.0, 4.0), feels(anna, mother, 1.0, 2.0)])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        for limit in (0, 7):
            words = write_persona(
                take_snapshot(library.view(), "Anna Fenn", limits=Limits(feelings=limit)), "chapter 1"
            )
            assert "- You have met your mother." in words and "the porter" not in words


def test_what_is_told_of_two_stands_below_the_other_once(ledger: Library) -> None:
    taken = take_snapshot(ledger.view("10"), "Brisa", hearing=True)
    lines = json.loads(ledger.render("Brisa", "10", "messages"))[0]["content"].splitlines()
    below = [line for line in lines if line.startswith("  - ")]
    alone = lines[lines.index("How the book tells of you:") + 1 :]
    alone = alone[: alone.index("")]
    assert below and len(below) + len(alone) == len(keep_known(taken).told)
    assert not any(line.removeprefix("  - ") == other.removeprefix("- ") for line in below for other in alone)
    heads = [line.removeprefix("  - ").partition(": “")[0] for line in below if ": “" in line]
    assert all(head.startswith(("You", "As you")) or head.endswith(" to you") for head in heads), (
        "what others say apart"
    )


def test_whoever_matters_most_has_what_is_told_of_both(ledger: Library) -> None:
    taken = ledger.snapshot("Brisa", "10")
    told = {one for telling in taken.told for one in telling.others[:1]}
    assert taken.id not in {one for telling in taken.told for one in telling.others}
    assert {entry.id for entry in taken.feelings[:2]} <= told
