"""Names as drafts of today write them: uncommon ones met once, in italics, begun with an initial, short for one's own, with a
title of today."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import speaker_of, tell, who

from castline.errors import UnknownName
from castline.ingest.extraction.extract import extract
from castline.ingest.language.names import read_name, usual_gender
from castline.ingest.language.parser import find_model, is_word, load_model


def test_who_acts_once_beside_what_is_said_is_somebody(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Ada Vale stood at the rail.", "“Do you see it?” said Ada.", "“Not yet, sir.” Orlen nodded. “Two, I think.”"],
    )
    assert speaker_of(view, "Not yet") == who(view, "Orlen")


def test_a_word_that_opens_a_sentence_beside_what_is_said_is_nobody(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Martin Dale held the candle.", "“Forgive me,” said Martin. Steam rose over his hand. “It is late.”"],
    )
    with pytest.raises(UnknownName):
        who(view, "Steam")
    assert is_word("steam") and is_word("cries") and not is_word("orlen")


def test_a_word_that_only_opens_sentences_is_nobody_whatever_it_does(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Ada Vale heard the door. Terror seized her. “Run,” said Ada. Terror laughed in her ear.",
            "“Stone,” said Ada.",
        ],
        ["Stone looked at Ada. “No,” said Stone, and Stone smiled."],
    )
    with pytest.raises(UnknownName):
        who(view, "Terror")
    assert speaker_of(view, "No") == who(view, "Stone")


def test_a_street_named_after_somebody_is_not_he(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Cardinal Orme walked down the Rue Orme. “Mercy, how late it is!” said Cardinal Orme. “’Tis Hugh,” said Ada Vale."
        ],
        [
            "They met in Saint Gervais. Rue Orme was dark. “Faith, yes,” said Ada Vale, and Hugh smiled at her. Hugh left."
        ],
    )
    assert {fact.form for fact in view.facts(["name"])} == {"Cardinal Orme", "Ada Vale", "Hugh"}


def test_a_house_of_a_name_tells_nothing_of_its_bearer(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Sir Hugh Orme came to Orme Hall in the rain. Orme Hall was cold, and the roof of Orme Hall let in the rain."],
        ["They lit a fire at Orme Hall. “It will do,” said Orme. The Orme estate was sold. Orme smiled."],
    )
    assert speaker_of(view, "It will do") == who(view, "Sir Hugh Orme")


def test_italics_in_asterisks_part_no_name(tmp_path: Path) -> None:
    view = tell(tmp_path, ["“It is late,” said *Sergeant* Tovell. *Tovell* sat down, and Tovell laughed."])
    assert who(view, "Sergeant Tovell") == who(view, "Tovell")


@pytest.mark.parametrize(("given", "gender"), [("orvella", "f"), ("ada", "f"), ("joshua", "m"), ("tusha", "")])
def test_an_unknown_given_name_in_a_is_likely_a_womans(given: str, gender: str) -> None:
    assert usual_gender(given) == gender


def test_an_initial_is_the_name_that_it_begins(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["The sign said R. Tarnby. Rob Tarnby shut the gate. “It is late,” said Rob.", "Robert Tarnby laughed."],
    )
    assert len({who(view, name) for name in ("R. Tarnby", "Rob", "Robert Tarnby")}) == 1


@pytest.mark.parametrize(("short", "long"), [("Orv", "Orvenna"), ("Col", "Colin")])
def test_the_beginning_of_a_name_is_short_for_it(tmp_path: Path, short: str, long: str) -> None:
    view = tell(
        tmp_path,
        [
            f"{long} sat by the stove. “It is cold,” said {long}.",
            f"“Go to bed, {short},” said Martin. {short} sighed. {short} smiled.",
        ],
    )
    assert who(view, short) == who(view, long)


def test_a_given_name_is_not_short_for_a_longer_one(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Anna sat by the stove. “It is cold,” said Anna.", "“It is,” said Ann. Ann sighed, and Anna laughed."],
    )
    assert who(view, "Ann") != who(view, "Anna")


def test_an_aunt_goes_by_her_pet_name(tmp_path: Path) -> None:
    view = tell(
        tmp_path, ["Polly shut the door. “Sit down,” said Polly.", "“I will not,” said Ada. “Aunt Polly, help me!”"]
    )
    assert who(view, "Aunt Polly") == who(view, "Polly")


def test_an_inspector_of_a_full_name_is_herself(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Inspector Quilter took off her hat. “Sit down,” she said.",
            "Ada Quilter had been born in the town. Inspector Quilter sat.",
        ],
    )
    assert who(view, "Ada Quilter") == who(view, "Inspector Quilter")


def test_who_is_to_be_married_is_somebody(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Ada had known since she was ten that she would marry Ulf Brandvold."])
    assert who(view, "Ulf Brandvold")


@pytest.mark.parametrize("title", ["Pastor", "Sheriff", "Officer", "Auntie"])
def test_a_title_of_today_is_no_given_name(title: str) -> None:
    assert read_name(f"{title} Harrow").title == title.lower()


def test_a_monk_is_the_brother_who_is_told_of(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Brother Hugh came down the steps. Brother Hugh sat.", "“It is late,” said the monk. The monk stood up."],
    )
    assert who(view, "the monk") == who(view, "Brother Hugh")


def test_a_lone_title_that_is_short_for_a_name_is_one() -> None:
    nlp = load_model(find_model())
    text = "Don laughed. Don Diego laughed. Don t laugh. We crossed the top of a Col."
    found = [note for note in extract(nlp, text, [(0, len(text), 1)]).mentions if note.kind == "name"]
    assert [note.form for note in found if note.human > note.place and note.human > 2] == ["Don", "Don Diego"]


def test_a_house_that_nobody_is_named_like_is_a_place(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Ada came to Orvefield Hall in the rain. “It is cold,” said Ada. Orvefield Hall stood on a hill."],
        ["Ada left Orvefield Hall. Orvefield smiled in the sun. Orvefield looked old. Orvefield knew her."],
    )
    with pytest.raises(UnknownName):
        who(view, "Orvefield")


def test_a_new_town_is_not_somebody_called_like_the_old_one(tmp_path: Path) -> None:
    told = [
        "Ada Vale came down to the quay. New Orme knew what that meant. She smiled.",
        "New Orme had expected more. “Well,” said Ada.",
    ]
    with pytest.raises(UnknownName):
        who(tell(tmp_path, told), "Orme")


def test_a_word_that_acts_or_stands_without_an_article_is_a_name(tmp_path: Path) -> None:
    """A lone word that only ever opens sentences is a name if it acts in three of them; one that things have, too, if it has no article."""
    view = tell(
        tmp_path,
        [
            "Wren had not slept. Wren poured the tea. “You look tired,” said Joel. Wren laughed. Terror seized Joel. Mercy, it was late."
        ],
        ["A wren sang. Joel told Wren of it. The wrens were gone. Joel and Wren sat down. Wren smiled at Joel."],
        ["Dad came in. “Where is your dad?” said Joel. He told Dad of it. His dad and Dad were one. Dad laughed."],
    )
    assert {fact.form for fact in view.facts(["name"]) if fact.type != "description"} == {"Wren", "Joel"}


@pytest.mark.parametrize(("words", "forms"), [
    ("Mrs. Fitz-Adam sat with Joel. Joel looked at Mrs. Fitz-Adam.", {"Mrs. Fitz-Adam", "Joel"}),
    ("Joel met Anne-Marie. Anne-Marie smiled at Joel. “Yes,” said Anne-Marie.", {"Anne-Marie", "Joel"}),
    ("Joel dined at the George Inn. They left the George Inn. The George Inn was full. Joel smiled.", {"Joel"}),
    ("Thither Joel went. Embrace Joel for me. Rebuke Joel, he said. Joel smiled. Zounds, said Joel.", {"Joel"}),
    ("Jem Hearn was a joiner. Joel smiled. Joel sat. Joel rose.", {"Jem Hearn", "Joel"}),
])  # fmt: skip
def test_what_belongs_to_a_name(tmp_path: Path, words: str, forms: set[str]) -> None:
    assert {
        fact.form for fact in tell(tmp_path, [f"Joel came in. “Good day,” said Joel. {words}"]).facts(["name"])
    } == forms


@pytest.mark.parametrize(
    ("full", "short"), [("Nathaniel Osei", "Nat"), ("Madeleine Flett", "Maddy"), ("Tamsin Kett", "Tam")]
)
def test_a_short_name_is_of_who_has_been_named_in_full(tmp_path: Path, full: str, short: str) -> None:
    view = tell(tmp_path, [f"“I am {full},” said {full}. Joel nodded. {full} sat down."],
                [f"{short} smiled at Joel. {short} sat down. “Stay, {short},” said Joel. Joel rose."])  # fmt: skip
    assert who(view, short) == who(view, full)


def test_kin_of_whom_no_more_is_known_answer_to_a_short_name(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Callum sat down. Callum laughed. Callum wept.", "“Who is this, Cal?” said Joel. Cal smiled. Cal rose."],
    )
    assert who(view, "Cal") == who(view, "Callum")
