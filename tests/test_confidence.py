"""Confidence: what is doubtful is left unsaid, or says so; and a choice states how often such choices are right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Event, Knowledge, Mention, Mood, Relation, Utterance, decode
from castline.graph.moments import FOREVER
from castline.ingest.extraction.extract import extract
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.resolution.attribution.grounds import weigh_grounds
from castline.ingest.resolution.cast.aliases import NameReading
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.ingest.resolution.confidence import temper
from castline.query.view import View

PEOPLE = "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh."
OTHERS = "Nora Vane bowed to Ada Pell, and Ada Pell bowed to Nora Vane."


def moods(folder: Path, words: str) -> set[tuple[str, str]]:
    """(emotion, rule) of the moods that words tell."""
    view = tell(folder, [PEOPLE], [words])
    facts: list[Mood] = [decode(line) for line in view.store.facts("made", ["mood"], view.bound)]
    return {(mood.emotion, mood.by.rpartition("/")[2]) for mood in facts if mood.chapter == 2}


@pytest.mark.parametrize(("words", "found"), [
    ("Hugh Marsh was angry.", {("angry", "adjective")}),
    ("Nora Vane bowed to Ada Pell. She was angry.", {("angry", "adjective-pronoun")}),
    ("Was Hugh Marsh angry? Nobody knew.", set()),
    ("Ada Pell wondered whether Hugh Marsh was angry.", set()),
    ("Hugh Marsh was ready to go. Hugh Marsh was certain of it.", set()),
])  # fmt: skip
def test_a_mood_is_told_and_says_whether_a_pronoun_leaves_a_doubt(
    tmp_path: Path, words: str, found: set[tuple[str, str]]
) -> None:
    assert moods(tmp_path, words) == found


def ties(folder: Path, *words: str) -> set[tuple[str, str]]:
    """(kind, rule) of the ties that a chapter tells."""
    view = tell(folder, [PEOPLE], list(words))
    facts: list[Relation] = [decode(line) for line in view.store.facts("made", ["relation"], view.bound)]
    return {(str(tie.subtype), tie.by.rpartition("/")[2]) for tie in facts if tie.chapter == 2}


@pytest.mark.parametrize(("words", "found"), [
    ("Ada Pell came in with her brother, Hugh Marsh.", {("sibling", "beside")}),
    ("“I have seen my brother Hugh Marsh,” said Ada Pell.", {("sibling", "beside-said")}),
    ("“I have seen his brother Hugh Marsh,” said Ada Pell.", set()),
    ("Hugh Marsh was the brother of Ada Pell.", {("sibling", "told")}),
    ("“I am not going to marry Hugh Marsh,” said Ada Pell.", set()),
    ("Everybody thought that Hugh Marsh had married Ada Pell.", set()),
])  # fmt: skip
def test_a_tie_is_told_by_the_tale_or_by_whoever_surely_speaks(
    tmp_path: Path, words: str, found: set[tuple[str, str]]
) -> None:
    assert ties(tmp_path, words) == found


def known(folder: Path, *words: str) -> Iterator[tuple[str, str]]:
    """(name, how) of those who come to know of what a chapter tells, beside what is said itself."""
    view = tell(folder, [PEOPLE, OTHERS], list(words))
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    speeches = {event.id for event in events if event.type == "speech"}
    facts: list[Knowledge] = [decode(line) for line in view.store.facts("made", ["knowledge"], view.bound)]
    for fact in facts:
        if fact.chapter == 2 and fact.event not in speeches:
            yield view.name(fact.character), fact.how


def test_told_is_whoever_surely_listens_and_who_joins_in_need_not_have_heard(tmp_path: Path) -> None:
    talk = [
        "“I murdered the clerk, Ada Pell,” said Hugh Marsh. The clock stood on the shelf by the window of the house. “You did?” said Ada Pell.",
        "“How odd!” said Nora Vane. Nora Vane laughed, and Nora Vane sat down by Ada Pell.",
    ]
    found = set(known(tmp_path, "Nora Vane sat in the parlour by the window, and the clock stood on the shelf.", *talk))
    assert {("Hugh Marsh", "took-part"), ("Ada Pell", "told")} <= found
    assert {how for name, how in found if name == "Nora Vane"} <= {"took-part"}  # in what she does herself


@pytest.mark.parametrize("words", [
    "“Have I struck the clerk, Ada Pell?” said Hugh Marsh.",
    "“I wish that I had struck the clerk, Ada Pell,” said Hugh Marsh.",
    "“He struck the clerk in the face, Ada Pell,” said Hugh Marsh.",
])  # fmt: skip
def test_what_is_asked_wished_or_said_of_an_unnamed_he_is_not_known(tmp_path: Path, words: str) -> None:
    assert not set(known(tmp_path, words))


def test_a_blow_is_seen_by_whoever_talks_around_it(tmp_path: Path) -> None:
    seen = set(known(
        tmp_path, "“Stop!” cried Nora Vane. Nora Vane ran up.", "Hugh Marsh struck Ada Pell in the face.",
        "“Shame!” cried Nora Vane. Nora Vane wept.",
    ))  # fmt: skip
    assert ("Nora Vane", "witnessed") in seen


def test_a_blow_is_not_seen_by_whoever_is_only_told_of(tmp_path: Path) -> None:
    told = known(tmp_path, "Nora Vane slept late.", "Hugh Marsh struck Ada Pell in the face.", "Nora Vane slept on.")
    assert "witnessed" not in {how for _, how in told}


def test_the_rule_of_a_speaker_says_how_he_was_found(tmp_path: Path) -> None:
    view = tell(tmp_path, [PEOPLE, "“Well?” she said.", "“It rains.”"])
    said: list[Utterance] = [decode(line) for line in view.store.facts("made", ["utterance"], FOREVER)]
    assert [one.rule for one in said] == ["said-name", "said-name", "said-pronoun", "in-talk"]
    assert said[0].confidence > 0.9 and all(one.confidence < 0.95 for one in said[2:])


def test_a_tempered_chance_keeps_the_order_and_is_less_sure() -> None:
    tempered = [temper(at / 20) for at in range(21)]
    assert all(before <= after for before, after in pairwise(tempered))
    assert temper(0.5) == 0.5 and 0.6 < temper(0.8) < 0.8 and temper(0.2) > 0.2 and tempered[-1] < 0.95


def test_a_name_is_surer_than_a_pronoun(tmp_path: Path) -> None:
    view: View = tell(tmp_path, [PEOPLE, "He bowed to her."])
    facts: list[Mention] = [decode(line) for line in view.store.facts("made", ["mention"], FOREVER)]
    by_kind = {mention.type: mention.confidence for mention in facts}
    assert by_kind["name"] > by_kind["pronoun"]
    assert who(view, "Hugh Marsh")


def ground(filler: str, chance: float) -> float:
    """The chance of "he said" where Hugh Marsh was named before a filler, and his pronouns mean him for this chance."""
    text = (
        f"Hugh Marsh came in. {filler}He sat down. He looked up. “I shall go home before the rain comes on,” he said."
    )
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    found = Resolution([], NameReading(), [Spoken(0, "said-pronoun", [], 0.9)])
    found.meant = [0 if note.person == 3 else -1 for note in notes.mentions]
    found.chances = {at: chance for at, note in enumerate(notes.mentions) if note.kind == "pronoun"}
    weigh_grounds(notes, found)
    return found.spoken[0].chance


def test_who_speaks_is_as_sure_as_it_is_who_is_meant_and_how_lately_he_was_named() -> None:
    near, far = "", "The rain fell on the roof. " * 150
    assert ground(near, 0.9) > ground(near, 0.1) > ground(far, 0.1)
    assert ground(near, 0.9) > ground(far, 0.9) > ground(far, 0.1)


def test_a_noun_that_no_he_has_meant_is_a_strangers(tmp_path: Path) -> None:
    met = "The clerk came in. He sat down by the stove and looked at Ada Pell. “It is cold here,” said the clerk."
    new = "Ada Pell rang the bell. “It is cold here, and the stove is out,” said the porter."
    view = tell(tmp_path, [PEOPLE], [met, new])
    rules = [one.by.rpartition("/")[2] for one in view.facts(["utterance"]) if one.chapter == 2]
    assert rules == ["said-noun", "said-stranger"]
