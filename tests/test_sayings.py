"""Voice: what stands alone, sampled over the book; not "Yes." and not only the last chapter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tellings import Telling, is_called, tell

import castline
from castline.graph.facts import Attribute, Utterance
from castline.graph.sqlite import SqliteStore
from castline.ingest.decisions import Decisions
from castline.ingest.draft import Draft
from castline.ingest.extraction.extract import extract
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.narrative.own_words import OwnWords
from castline.ingest.narrative.sayings import join_pieces
from castline.ingest.narrative.scenes_told import find_scenes
from castline.ingest.narrative.tellings import rate_sure
from castline.ingest.resolution.cast.aliases import NameReading
from castline.ingest.resolution.cast.kinship import set_tie
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.query.voice import SPOKEN

ANNA = "veil:1.1:c0"
STORY = """CHAPTER I

Anna Fenn came in and stood by the stove in the kitchen.

"Yes," said Anna Fenn.

"I would sooner sell the mill itself than let one sack of our corn go to that man!" said Anna Fenn.

"And the other" said Anna Fenn.
"""


def test_sayings_come_from_the_whole_book(tmp_path: Path) -> None:
    """Each stretch of it gives the most telling; words that do not stand alone fill what is left."""
    many = 4 * SPOKEN
    said: list[Telling] = [
        (
            Utterance,
            {
                "speaker": ANNA,
                "rule": "made",
                "text": f"Saying {n}.",
                "start": 10 * n,
                "weight": 0.9 if n % 4 == 1 else 0.2,
            },
        )
        for n in range(many)
    ]
    said += [(Utterance, {"speaker": ANNA, "rule": "made", "text": "Yes.", "start": 9_000})]
    tell(SqliteStore(str(tmp_path / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *said])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        words = [entry.words for entry in library.snapshot("Anna").quotes]
    assert words == [f"Saying {n}." for n in reversed(range(many)) if n % 4 == 1]


@pytest.mark.parametrize("weight", [0.5, None])
def test_few_sayings_are_filled_up_with_the_last_words(tmp_path: Path, weight: float | None) -> None:
    told: list[Telling] = [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": "I will not have it.", "start": 1, "weight": weight}),
        (Utterance, {"speaker": ANNA, "rule": "made", "text": "Yes.", "start": 40}),
        (Utterance, {"speaker": ANNA, "rule": "made", "text": "Wait for my answer here.", "start": 60}),
    ]
    assert quote(tmp_path, told) == ["Wait for my answer here.", *(["I will not have it."] if weight else [])]


def test_what_only_answers_is_no_voice_beside_what_stands_alone(tmp_path: Path) -> None:
    said = [
        "Yes, sir, I am coming down to you at once.",
        "I would sooner sell the mill than see him in it.",
        "And will you?",
    ]
    told: list[Telling] = [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": one, "start": 60 * at, "weight": 0.5})
        for at, one in enumerate(said)
    ]
    assert quote(tmp_path, told) == [said[1]]


def test_what_a_page_tells_is_not_quoted_again_from_its_first_piece_on(tmp_path: Path) -> None:
    """A saying in two pieces stands where the first does; what is told of her is the second."""
    whole = "Take care! I would sooner sell the mill than see him in it."
    piece = "“I would sooner sell the mill than see him in it.”"
    told = {"character": ANNA, "attribute": "told", "value": f"Anna Fenn: {piece}", "weight": 0.9, "text": piece}
    said = {"speaker": ANNA, "rule": "made", "text": "Take care!", "words": whole, "start": 1, "end": 11, "weight": 0.5}
    other = {
        "speaker": ANNA,
        "rule": "made",
        "text": "I have the key of the gate here.",
        "start": 90,
        "end": 99,
        "weight": 0.5,
    }
    facts: list[Telling] = [(Utterance, said), (Utterance, other), (Attribute, told | {"start": 30, "end": 80})]
    assert quote(tmp_path, facts) == ["I have the key of the gate here."]


def test_who_says_but_a_word_is_quoted_all_the_same(tmp_path: Path) -> None:
    words = ["Yes.", "No.", "Hush!", "Well?"]
    told: list[Telling] = [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": one, "start": 10 * at}) for at, one in enumerate(words)
    ]
    assert quote(tmp_path, told) == ["Well?", "Hush!", "No."]


def quote(folder: Path, told: list[Telling]) -> list[str]:
    """What a snapshot of Anna quotes."""
    folder.mkdir(exist_ok=True)
    tell(SqliteStore(str(folder / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *told])
    with castline.open(f"sqlite:///{folder}/castline.db") as library:
        return [entry.words for entry in library.snapshot("Anna").quotes]


def test_doubtful_sayings_are_counted_once(tmp_path: Path) -> None:
    told: list[Telling] = [
        (
            Utterance,
            {
                "speaker": ANNA,
                "rule": "made",
                "text": f"Saying {n}.",
                "start": 10 * n,
                "weight": 0.5,
                "confidence": 0.4,
            },
        )
        for n in range(3)
    ]
    tell(SqliteStore(str(tmp_path / "castline.db")), [*is_called(ANNA, "Anna Fenn"), *told])
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        sure = library.snapshot("Anna", confidence=0.8)
    assert (sure.quotes, sure.doubtful) == ((), {"quotes": 3})


def test_what_begins_and_ends_as_a_sentence_has_a_weight(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest([tmp_path / "story.txt"])
        weights = {f.text: f.weight for f in library.view().facts(["utterance"])}
    assert {text for text, weight in weights.items() if weight is not None} == {
        "I would sooner sell the mill itself than let one sack of our corn go to that man!"
    }
    assert len(weights) == 3


def test_what_is_said_in_two_pieces_is_quoted_whole(tmp_path: Path) -> None:
    parted = STORY.replace("mill itself than", 'mill," answered Anna Fenn, "sooner than')
    (tmp_path / "story.txt").write_text(parted, encoding="utf-8")
    whole = "I would sooner sell the mill, sooner than let one sack of our corn go to that man!"
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest([tmp_path / "story.txt"])
        snapshot = library.snapshot("Anna")
        assert any(whole in one for one in [*(q.words for q in snapshot.quotes), *(e.summary for e in snapshot.events)])
        said = [f for f in library.view().facts(["utterance"]) if f.words]
        assert [(f.words, f.text, f.weight is not None) for f in said] == [
            (whole, "I would sooner sell the mill,", True)
        ]
        assert library.cypher("MATCH (u:Utterance) WHERE u.text CONTAINS 'sooner than' RETURN u.text AS text", 1) == [
            {"text": whole}
        ]


@pytest.mark.parametrize(("told", "whole"), [
    ("“It is late,” said he, “and I am tired.”", "It is late, and I am tired."),
    ("“It is late,” he said at last. “I shall go.”", "It is late. I shall go."),
    ("“It is late,” said he, “Mr. Fenn is tired.”", "It is late, Mr. Fenn is tired."),
    ("“It is late, you see,” said he; “she is tired.”", "It is late, you see; she is tired."),
    ("“I should like,” said he, “to go home.”", "I should like to go home."),
    ("“No,” said he, “that I cannot do.”", "No, that I cannot do."),
    ("“Late!” cried he. “Is it late?”", "Late! Is it late?"),
    ("“Is it late?” “It is.” “So it is,” said he.", "Is it late?"),
    ("“It is late.\r\n\r\n“And I am tired.”", "It is late. And I am tired."),
    ("“It is late.\n\n“And I am tired.”", "It is late. And I am tired."),
])  # fmt: skip
def test_a_comma_before_said_he_ends_what_ends_there(told: str, whole: str) -> None:
    parts = [found.span(1) for found in re.finditer(r"“([^“”]*?)(?=”|\r?\n\r?\n|$)", told)]
    assert join_pieces(told, parts) == whole


def test_who_is_only_guessed_to_say_it_is_not_quoted_beside_what_is_sure(tmp_path: Path) -> None:
    told: list[Telling] = [
        (Utterance, {"speaker": ANNA, "rule": "made", "text": f"{word} said this, and no other.", "start": 90 * at,
                     "weight": 0.9 - sure, "confidence": sure})
        for at, (word, sure) in enumerate((("Anna", 0.9), ("Somebody", 0.7)))
    ]  # fmt: skip
    assert quote(tmp_path / "one", told) == ["Anna said this, and no other."]
    assert quote(tmp_path / "other", told[1:]) == ["Somebody said this, and no other."]


@pytest.mark.parametrize(("chance", "kept"), [(0.99, True), (0.8, False)])
def test_what_is_told_as_said_is_surely_said_by_who_is_named(chance: float, kept: bool) -> None:
    """Neither for how somebody speaks, nor as an event, nor as what is told of them."""
    text = "“I would sooner sell the mill itself than let one sack of our corn go to that man!”"
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    found = Resolution([-1] * len(notes.mentions), NameReading(), [Spoken(0, "chosen", [], chance)])
    draft = Draft(text, notes, found, Memory(), Decisions("rules"))
    words = OwnWords(draft)
    assert bool(find_scenes(draft, words)) == kept
    assert (rate_sure(draft, words, 0, 0) > 0) == kept


@pytest.mark.parametrize(
    ("words", "called"), [(", stop laughing and pack", ["Ada"]), (" stops laughing and packs", [])]
)
def test_who_is_bidden_is_called(words: str, called: list[str]) -> None:
    text = f"“Bother them all! Ada{words}.”"
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    assert [notes.mentions[index].form for index in notes.utterances[0].vocatives] == called


def test_no_name_stands_for_the_his_of_a_wife_of_whom_nothing_is_told() -> None:
    """ "His wife" of a man who has none is somebody else's."""
    text = "His wife slipped the rings upon her fingers and looked at them for a long while, and then she laughed."
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    memory = Memory()
    hugh, ada = (memory.people.meet(name, "name") for name in ("made:1.1:c1", "made:1.1:c2"))
    for person, form in ((hugh, "Hugh Marsh"), (ada, "Ada Marsh")):
        person.forms[form] = 9
    meant = [hugh.key if note.form == "His" else -1 for note in notes.mentions]
    draft = Draft(text, notes, Resolution(meant, NameReading()), memory, Decisions("rules"))
    draft.found.who = meant
    assert OwnWords(draft).tell(0).startswith("His wife")
    set_tie(memory, ada.key, hugh.key, "spouse")
    assert OwnWords(draft).tell(0).startswith("Hugh Marsh’s wife")


@pytest.mark.parametrize(("chance", "clear"), [(0.3, False), (0.9, True)])
def test_a_she_who_may_be_another_is_not_told_of(chance: float, clear: bool) -> None:
    text = "She slipped the rings upon her fingers and looked at them for a long while, and then she laughed."
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    memory = Memory()
    ada = memory.people.meet("made:1.1:c1", "name")
    ada.forms["Ada Marsh"] = 9
    meant = [-1 if note.plural else ada.key for note in notes.mentions]
    draft = Draft(text, notes, Resolution(meant, NameReading()), memory, Decisions("rules"))
    draft.found.who = meant
    draft.found.chances.update(dict.fromkeys(range(len(meant)), chance))
    words = OwnWords(draft)
    assert words.is_clear(0) == clear
    assert words.tell(0).startswith("Ada Marsh slipped" if clear else "She slipped")


@pytest.mark.parametrize(("words", "called"), [("Poor Ada! I am sorry", []), ("My poor Ada, I am sorry", ["Ada"])])
def test_who_is_pitied_is_mostly_spoken_of(words: str, called: list[str]) -> None:
    text = f"“{words},” said Hugh Marsh."
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    assert [notes.mentions[index].form for index in notes.utterances[0].vocatives] == called


LONG = "The miller sold the corn to the baker of the town, and the baker paid the miller what he had asked for it in the spring; "


@pytest.mark.parametrize(("text", "told"), [
    (LONG * 2 + "and so it went.", LONG * 2 + "and so it went."),
    (LONG * 5 + "and so it went.", (LONG * 3).rstrip("; ") + " …"),
    ("The miller looked out of the window at the rain on the road. “”", "The miller looked out of the window at the rain on the road."),
])  # fmt: skip
def test_a_telling_is_told_whole_or_says_that_it_is_not(text: str, told: str) -> None:
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    draft = Draft(text, notes, Resolution([-1] * len(notes.mentions), NameReading()), Memory(), Decisions("rules"))
    draft.found.who = [-1] * len(notes.mentions)
    assert OwnWords(draft).tell(0) == told


@pytest.mark.parametrize(
    ("text", "chance", "told"),
    [
        ("“She has never forgiven my father, and her brother knows it.”", 0.9, "“She [Ada Marsh] has never forgiven my father, and her brother knows it.”"),
        ("“I have always thought that her brother sold the mill.”", 0.9, "“I have always thought that her [Ada Marsh’s] brother sold the mill.”"),
        ("“Ada Marsh is proud, and she has never forgiven my father.”", 0.9, "“Ada Marsh is proud, and she has never forgiven my father.”"),
        ("“She has never forgiven my father, and her brother knows it.”", 0.3, ""),
    ],
)  # fmt: skip
def test_what_is_said_tells_whom_it_is_about_where_that_is_sure(text: str, chance: float, told: str) -> None:
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    memory = Memory()
    hugh, ada = (memory.people.meet(name, "name") for name in ("made:1.1:c1", "made:1.1:c2"))
    for person, form in ((hugh, "Hugh Orme"), (ada, "Ada Marsh")):
        person.forms[form] = 9
    meant = [ada.key if note.form in ("She", "she", "her", "Ada Marsh") else -1 for note in notes.mentions]
    found = Resolution(meant, NameReading(), [Spoken(hugh.key, "said-name", [], 0.98)])
    draft = Draft(text, notes, found, memory, Decisions("rules"))
    draft.found.who = meant
    draft.found.chances.update(dict.fromkeys(range(len(meant)), chance))
    words = OwnWords(draft)
    assert words.is_clear(0) is bool(told)
    if told:
        assert words.tell(0) == f"Hugh Orme: {told}"
