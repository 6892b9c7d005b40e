"""What is told: chosen by weight, in the book's own words, and nothing of it from after the chapter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from shelf import ledger_url
from test_traps import tell

import castline
from castline.graph.facts import Attribute, Event, Knowledge, Participation, Utterance, decode
from castline.ingest.extraction.extract import extract
from castline.ingest.extraction.weight import describe_sentences
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.narrative.tellings import ENOUGH, MOST, MOST_YET
from castline.ingest.resolution.attribution.hearers import rate_hearing
from castline.ingest.resolution.cast.result import HEARS, SURELY
from castline.query.persona import write_persona
from castline.query.snapshot import take_snapshot

MET = "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh."
DULL = "Ada Pell sat in the parlour. " * 12


def told(folder: Path, *words: str) -> list[Event]:
    """The events of a second chapter."""
    view = tell(folder, [MET], list(words))
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    return [event for event in events if event.chapter == 2]


def test_a_refusal_outweighs_a_parlour(tmp_path: Path) -> None:
    words = (
        "“I love you, Ada Pell. Will you be my wife?” said Hugh Marsh. “Never! I will never marry you,” said Ada Pell."
    )
    events = told(tmp_path, DULL, words, DULL)
    assert any("marry" in max(events, key=lambda e: e.importance).summary or "wife" in e.summary for e in events)
    assert max(events, key=lambda e: e.importance).importance > min(events, key=lambda e: e.importance).importance


def test_what_is_said_is_told_as_its_speakers_with_who_hears_it(tmp_path: Path) -> None:
    view = tell(tmp_path, [MET], ["“I shall leave this house and never come back to you, Ada Pell,” cried Hugh Marsh."])
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    (event,) = [one for one in events if one.chapter == 2]
    assert event.summary == "Hugh Marsh to Ada Pell: “I shall leave this house and never come back to you, Ada Pell”"
    assert event.type == "speech"
    parts: list[Participation] = [decode(line) for line in view.store.facts("made", ["participation"], view.bound)]
    assert {(view.name(one.character), one.role) for one in parts if one.event == event.id} == {
        ("Hugh Marsh", "speaker"), ("Ada Pell", "addressee"),
    }  # fmt: skip


def test_what_one_says_to_oneself_is_heard_by_nobody_and_parted_from_what_is_said_aloud(tmp_path: Path) -> None:
    aside = (
        "“He is a fool,” said Ada Pell to herself, “and a rich one.” Then aloud: “Well, my dear Hugh, will you stay?”"
    )
    view = tell(tmp_path, [MET], [aside, "“I will,” said Hugh Marsh."])
    said: list[Utterance] = [decode(line) for line in view.store.facts("made", ["utterance"], view.bound)]
    heard = {one.text.split()[0]: [view.name(key) for key in one.addressees] for one in said if one.chapter == 2}
    assert heard["He"] == [] and heard["Well,"] == ["Hugh Marsh"]


def test_a_thought_is_known_to_who_thinks_it_alone(tmp_path: Path) -> None:
    words = "“I shall leave this house and never come back to you, Ada Pell,” thought Hugh Marsh."
    view = tell(tmp_path, [MET], [words, "Ada Pell smiled at Hugh Marsh."])
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    (event,) = [one for one in events if "leave this house" in one.summary]
    assert event.summary == "Hugh Marsh thinks: “I shall leave this house and never come back to you, Ada Pell”"
    known: list[Knowledge] = [decode(line) for line in view.store.facts("made", ["knowledge"], view.bound)]
    assert {view.name(one.character) for one in known if one.event == event.id} == {"Hugh Marsh"}
    message = write_persona(take_snapshot(view, "Hugh Marsh"), "chapter 2")
    assert "- You think: “I shall leave this house and never come back to you, Ada Pell”\n" in message


def test_what_goes_on_in_somebodys_mind_is_known_to_no_other_in_it(tmp_path: Path) -> None:
    words = "Hugh Marsh knew that he loved Ada Pell, and that she would never be his wife after what he had done to her brother."
    view = tell(tmp_path, [MET], [words, "Ada Pell smiled at Hugh Marsh."])
    ids = {one.form: one.character for one in view.facts(["name"])}
    event = next(one for one in view.facts(["event"]) if "knew" in one.summary)
    assert {one.character for one in view.facts(["knowledge"]) if one.event == event.id} == {ids["Hugh Marsh"]}


def test_a_comma_before_he_cried_ends_a_sentence_where_that_does(tmp_path: Path) -> None:
    words = "“I shall leave this house, Ada Pell,” cried Hugh Marsh. “You will never see me again in this country.”"
    told_as = "Hugh Marsh: “I shall leave this house, Ada Pell. You will never see me again in this country.”"
    assert told_as in [event.summary for event in told(tmp_path, words)]


def test_what_is_told_ends_without_the_marks_that_lead_on_to_speech(tmp_path: Path) -> None:
    words = "Hugh Marsh had lost his left arm at the bridge, and he never forgave Ada Pell for it; but he went on,-"
    assert [event.summary[-10:] for event in told(tmp_path, words)] == ["he went on"]


def test_what_leads_in_to_speech_that_is_not_told_is_left_out(tmp_path: Path) -> None:
    words = "Ada Pell rose at last from the chair in which she had sat since noon, weeping for her dead brother, and said: “Go.”"
    found = [event.summary for event in told(tmp_path, words)]
    assert found and not any(one.rstrip("”").endswith(("said", "said.")) for one in found), found


def test_what_goes_on_behind_a_cry_is_told_with_it(tmp_path: Path) -> None:
    words = (
        "“You have killed my brother!” cried Ada Pell, who had loved him all her life, and she struck Hugh Marsh in the face with"
        " the whip that she had taken from the wall of the stable."
    )
    found = [event.summary for event in told(tmp_path, words)]
    assert found and not any(one.startswith("Cried") for one in found), found


def test_what_a_teller_tells_is_told_and_not_said(tmp_path: Path) -> None:
    own = "I had come down early, and I sat by the stove while I waited; I was cold, and I said so to myself, and I waited."
    found = [event.summary for event in told(tmp_path, own, "I struck Hugh Marsh in the face that night, and I wept.")]
    assert f"As the narrator tells it: “{own}”" in found


def test_a_word_or_two_said_tell_nobody_who_somebody_is(tmp_path: Path) -> None:
    view = tell(
        tmp_path, [MET], ["“But you promised me my house—” cried Hugh Marsh to Ada Pell.", "Ada Pell went out."]
    )
    facts: list[Attribute] = [decode(line) for line in view.store.facts("made", ["attribute"], view.bound)]
    assert [one.value for one in facts if one.attribute == "told" and "promised" in one.value] == []


def test_an_event_is_not_told_in_the_words_of_who_speaks_of_it(tmp_path: Path) -> None:
    words = "“A gentleman has but his word, and I have given you mine,” said Hugh Marsh to Ada Pell."
    assert all("“" in event.summary for event in told(tmp_path, words))


def test_a_pronoun_at_the_head_of_a_telling_is_a_name(tmp_path: Path) -> None:
    events = told(
        tmp_path, "Hugh Marsh came home from the war. He had lost his left arm at the bridge, and he never spoke of it."
    )
    assert any(event.summary.startswith("Hugh Marsh came home") for event in events)
    assert all("Hugh Marsh" in event.summary for event in events)


@pytest.mark.parametrize("words", [
    "If Hugh Marsh had struck Ada Pell, she would have left him.",
    "Would Hugh Marsh marry Ada Pell?",
])  # fmt: skip
def test_what_is_only_supposed_or_asked_is_not_told(tmp_path: Path, words: str) -> None:
    assert told(tmp_path, words) == []


def test_names_are_one_word_to_the_weights() -> None:
    nlp = load_model(find_model())
    rows = []
    for name in ("Ada Pell", "Nora Vane"):
        text = f"Yesterday {name} ran away from the mill, and nobody knew why."
        rows.append(list(describe_sentences(extract(nlp, text, [(0, len(text), 1)]), text)))
    assert rows[0] == rows[1] and not any("pell" in feature for feature in rows[0][0])


def test_who_somebody_is_stands_in_the_books_own_words(tmp_path: Path) -> None:
    view = tell(tmp_path, [MET], [
        "Hugh Marsh was a poor and lonely man, who had loved one woman all his life and lost her.", "Ada Pell went out.",
    ])  # fmt: skip
    facts: list[Attribute] = [decode(line) for line in view.store.facts("made", ["attribute"], view.bound)]
    mine = [
        one
        for one in facts
        if one.attribute == "told" and view.name(one.character) == "Hugh Marsh" and one.chapter == 2
    ]
    assert any("poor and lonely man" in one.value for one in mine)
    assert all(one.weight is not None and 0 < one.weight < 1 for one in mine)


def test_of_whom_little_has_been_told_a_chapter_tells_more_than_of_others(tmp_path: Path) -> None:
    deeds = (
        "struck the keeper in the face", "fled to the hills", "married a widow of the town", "lost his father's house at cards",
        "wept over the letter", "sold the last of the horses", "was born in the salt marshes", "swore never to forgive the duke",
        "hid the child in a cellar", "saved the pilot from the water", "burned the will", "owed his life to a thief",
    )  # fmt: skip
    chapter = [f"Silas Borlase {deed}." for deed in deeds]
    view = tell(tmp_path, [MET], chapter, chapter, chapter, chapter)
    found = Counter(
        fact.chapter
        for fact in view.facts(["attribute"])
        if fact.attribute == "told" and view.name(fact.character) == "Silas Borlase"
    )
    assert MOST < found[2] <= MOST_YET and found[5] <= MOST and found[2] + found[3] >= ENOUGH - 1


def test_a_mood_passes_with_its_chapter() -> None:
    with castline.open(ledger_url()) as library:
        found = [(at, library.snapshot(entry.id, at).mood) for at in ("3", "5", "10") for entry in library.cast(at)]
    moods = [(at, mood) for at, mood in found if mood is not None]
    assert moods and all(mood.evidence.told.startswith(f"1.{at}.") for at, mood in moods)


def test_speech_that_begins_before_a_telling_keeps_its_marks_the_right_way_round(tmp_path: Path) -> None:
    events = told(
        tmp_path, '"Stop. Let me see it! I love you," Ada Pell went on, and she kissed Hugh Marsh on the mouth.'
    )
    assert {event.summary for event in events} == {
        "“I love you,” Ada Pell went on, and she kissed Hugh Marsh on the mouth."
    }


def test_whose_name_is_cried_out_and_who_is_spoken_of_need_not_hear_it(tmp_path: Path) -> None:
    words = "“Ada Pell! I shall leave this house and never come back to Ada Pell,” cried Hugh Marsh."
    view = tell(tmp_path, [MET], [words])
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    (event,) = [one for one in events if one.chapter == 2]
    assert event.summary.startswith("Hugh Marsh: “") and event.type == "speech"


def test_whoever_is_called_in_the_words_told_hears_them(tmp_path: Path) -> None:
    """He speaks to her first, and then to another; of each half it is told who is called in it."""
    words = (
        "“You have been a fool, Ada Pell, and you have been one all your life, and I have said so in this house before!” cried Hugh "
        "Marsh. “Tell your master, Peter, that I shall leave this house tonight, and that I will never come back to you or to your mill!”"
    )
    view = tell(tmp_path, [MET, "Peter Hale sat by the stove. “I am cold,” said Peter Hale to Ada Pell."], [words])
    found = [fact.value for fact in view.facts(["attribute"]) if fact.attribute == "told"]
    found += [event.summary for event in view.facts(["event"])]
    assert any(one.startswith("Hugh Marsh to Ada Pell: “You have been a fool") for one in found), found
    assert any(one.startswith("Hugh Marsh to Peter Hale: “Tell your master, Peter") for one in found), found


def test_who_is_only_guessed_to_hear_takes_no_part(tmp_path: Path) -> None:
    words = [
        "“Good day,” said Ada Pell, and she went in.",
        "The rain fell on the mill. The river rose.",
        "The lamp was lit. The rain fell.",
        "“I shall leave this house and never come back. I have lost everything,” cried Hugh Marsh.",
    ]
    view = tell(tmp_path, [MET], words)
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    (event,) = [one for one in events if "never come back" in one.summary]
    assert event.summary.startswith("Hugh Marsh: “I shall leave this house")
    parts: list[Participation] = [decode(line) for line in view.store.facts("made", ["participation"], view.bound)]
    assert [part.role for part in parts if part.event == event.id] == ["speaker"]
    knowers: list[Knowledge] = [decode(line) for line in view.store.facts("made", ["knowledge"], view.bound)]
    assert "Ada Pell" not in {
        view.name(one.character) for one in knowers if one.event == event.id and one.how == "took-part"
    }


@pytest.mark.parametrize(("words", "told_as"), [
    ("“Don’t, Ada, don’t!” Hugh Marsh cried in terror. “It would be murder!”", "Hugh Marsh to Ada Pell: “Don’t, Ada, don’t! It would be murder!”"),
    ("“I have had a blow; I have had a blow, Ada!” He staggered.", "“I have had a blow; I have had a blow, Ada!” Hugh Marsh staggered."),
    ("Hugh Marsh started and turned pale. “Ada engaged to be married!” he cried.", "Hugh Marsh started and turned pale. “Ada engaged to be married!” he cried."),
])  # fmt: skip
def test_he_cried_is_told_with_what_he_cried(tmp_path: Path, words: str, told_as: str) -> None:
    first = "Hugh Marsh stood at the gate, and Hugh Marsh was afraid."
    tellings = {event.summary for event in told(tmp_path, first, words)}
    assert not tellings & {
        "Hugh Marsh cried in terror.",
        "Hugh Marsh staggered.",
        "Hugh Marsh started and turned pale.",
    }
    assert told_as in tellings or all("“" in one or one == first for one in tellings), tellings


@pytest.mark.parametrize(
    "words", ["“Yes, yes,” said Ada Pell.", "Hugh Marsh resumed.", "“How strange!” cried Ada Pell."]
)
def test_that_somebody_speaks_is_nothing_to_tell(tmp_path: Path, words: str) -> None:
    assert told(tmp_path, words) == []


THREE = [
    "Ada Pell, Hugh Marsh and Peter Hale sat at the fire.",
    "“The mill is burnt,” said Ada Pell.",
    "“I shall leave this house tonight, and I will never come back to it as long as I live,” said Hugh Marsh.",
    "“The river is high,” said Peter Hale.",
]


def test_between_two_others_it_is_told_to_who_has_surely_spoken_right_before(tmp_path: Path) -> None:
    (event,) = [one for one in told(tmp_path, *THREE) if "never come back" in one.summary]
    assert event.summary.startswith("Hugh Marsh to Ada Pell: “I shall leave")


@pytest.mark.parametrize("kind", ["both", "alone", "beside", "far"])
def test_who_hears_is_as_sure_as_it_is_that_a_turn_near_is_theirs(kind: str) -> None:
    rates = [rate_hearing(kind, turn, alone=False) for turn in (0.55, 0.75, 0.95)]
    assert rates == sorted(rates) and rates[0] < SURELY
    assert rate_hearing("called", 0.0, alone=True) > SURELY > HEARS > rate_hearing("called", 0.0, alone=False)
    assert rate_hearing("far", 1.0, alone=False) <= HEARS


def test_it_is_told_where_one_speaks_before_and_after(tmp_path: Path) -> None:
    both = [*THREE[:3], "“The river is high,” said Ada Pell."]
    (event,) = [one for one in told(tmp_path, *both) if "never come back" in one.summary]
    assert event.summary.startswith("Hugh Marsh to Ada Pell: “I shall leave")
