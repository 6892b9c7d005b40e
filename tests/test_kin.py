"""Kin in the exact word of the text: half-brothers, aunts by marriage, mothers who have no other name."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import TALK
from test_traps import speaker_of, tell, who

from castline.graph.ties import INVERSE, name_tie
from castline.query.snapshot import take_snapshot
from castline.query.view import View, Views

PEOPLE = (
    "Hugh Marsh met Ada Pell at the gate. Hugh Marsh bowed, and Ada Pell smiled. Martha Hale sat down. Peter Hale laughed. "
    "Mr. Hugh Marsh thanked Ada Pell, and Mr. Peter Hale went to the window with Martha Hale."
)


def ties(view: View, name: str) -> dict[str, str]:
    """Name -> the word for what they are to somebody, family by surname left out."""
    taken = take_snapshot(view, who(view, name))
    return {tie.who: tie.word for tie in taken.relations if tie.kind != "family"}


@pytest.mark.parametrize(("words", "of", "told"), [
    ("Ada Pell met her nephew Hugh Marsh at the mill.", "Ada Pell", {"Hugh Marsh": "nephew"}),
    ("Ada Pell met Hugh Marsh, her half-brother, at the mill.", "Ada Pell", {"Hugh Marsh": "half-brother"}),
    ("Ada Pell met her great-uncle, Hugh Marsh.", "Ada Pell", {"Hugh Marsh": "great-uncle"}),
    ("Ada Pell was the stepmother of Hugh Marsh.", "Hugh Marsh", {"Ada Pell": "step-mother"}),
    ("Hugh Marsh was Ada Pell’s son-in-law.", "Ada Pell", {"Hugh Marsh": "son-in-law"}),
    ("Ada Pell came in. Her brother-in-law, Hugh Marsh, laughed.", "Ada Pell", {"Hugh Marsh": "brother-in-law"}),
    ("Hugh Marsh and Peter Hale were brothers-in-law.", "Peter Hale", {"Hugh Marsh": "brother-in-law"}),
    ("Hugh Marsh was the guardian of Ada Pell.", "Ada Pell", {"Hugh Marsh": "guardian"}),
    ("Ada Pell, the niece of Hugh Marsh, came in.", "Hugh Marsh", {"Ada Pell": "niece"}),
    ("“I am not tired, uncle,” said Ada Pell to Hugh Marsh.", "Ada Pell", {"Hugh Marsh": "uncle"}),
    ("“My cousin Martha Hale is late,” said Hugh Marsh.", "Hugh Marsh", {"Martha Hale": "cousin"}),
])  # fmt: skip
def test_a_tie_is_told_in_the_exact_word(tmp_path: Path, words: str, of: str, told: dict[str, str]) -> None:
    assert ties(tell(tmp_path, [PEOPLE], [words]), of) == told


@pytest.mark.parametrize("words", [
    "“You are my sister in religion, Ada Pell,” said Hugh Marsh.",
    "“Good night, father,” said the boy to Hugh Marsh.",
    "“There is Hugh Marsh, the duke’s son,” said Ada Pell to Peter Hale.",
    "“I am your servant, sir,” said Hugh Marsh to Peter Hale.",
    "Ada Pell met her brother and Hugh Marsh at the mill.",
    "Ada Pell looked at her uncle, Hugh Marsh and Peter Hale laughed.",
    "Ada Pell met her uncle, Hugh Marsh, Martha Hale, and the others.",
    "Ada Pell, her uncle, Hugh Marsh and Martha Hale sat down.",
    "While Ada Pell spoke of her uncle, Hugh Marsh’s hat fell.",
    "“I am not tired, father,” said Ada Pell to Hugh Marsh.",
    "“It says ‘to my daughter Ada Pell and my son Hugh Marsh.’ By name,” said Peter Hale.",
])  # fmt: skip
def test_what_only_sounds_like_kin_is_none(tmp_path: Path, words: str) -> None:
    assert ties(tell(tmp_path, [PEOPLE], [words]), "Hugh Marsh") == {}


@pytest.mark.parametrize(("words", "cousin"), [
    ("Ada Pell met Martha Hale. She had been to see her cousin Hugh Marsh.", {"Ada Pell": "cousin"}),
    ("Ada Pell met Martha Hale. Martha Hale sat down by Ada Pell. She thought of her cousin Hugh Marsh.", {}),
])  # fmt: skip
def test_whose_kin_a_doubtful_pronoun_tells_is_not_told(tmp_path: Path, words: str, cousin: dict[str, str]) -> None:
    assert ties(tell(tmp_path, [PEOPLE], [words]), "Hugh Marsh") == cousin


def test_who_is_only_taken_to_be_called_mother_is_none_yet(tmp_path: Path) -> None:
    talk = [
        "“Shall we go in?” said Ada Pell.",
        "“I am tired, Mother,” said Martha Hale.",
        "“It is late,” said Ada Pell.",
    ]
    assert ties(tell(tmp_path, [PEOPLE], talk), "Martha Hale") == {}
    (tmp_path / "told").mkdir()
    told = ["“I am tired, Mother,” said Martha Hale to Ada Pell."]
    assert ties(tell(tmp_path / "told", [PEOPLE], told), "Martha Hale") == {"Ada Pell": "mother"}


def test_who_is_brought_in_as_a_mother_is_one(tmp_path: Path) -> None:
    words = (
        "Ada Pell came in with her mother. Her mother sat down. Her mother sighed, and her mother laughed at Ada Pell."
    )
    assert ties(tell(tmp_path, [PEOPLE], [words]), "Ada Pell") == {"Ada Pell’s mother": "mother"}


def test_who_is_married_to_an_uncle_is_an_aunt_by_marriage(tmp_path: Path) -> None:
    chapters = [
        "Miss Ada Pell came with her father, Mr. Joseph Pell. Mr. Samuel Pell was the brother of Mr. Joseph Pell.",
        "Mrs. Jane Pell was the wife of Mr. Samuel Pell.",
        "Miss Ada Pell laughed at the window. Miss Ada Pell kissed her aunt, Mrs. Jane Pell.",
    ]
    assert ties(tell(tmp_path, *([words] for words in chapters)), "Ada Pell")["Mrs. Jane Pell"] == "aunt by marriage"


def test_every_kind_has_an_inverse_and_words() -> None:
    assert set(INVERSE.values()) <= INVERSE.keys()
    assert [name_tie("parent", sex) for sex in ("male", "female", None)] == ["father", "mother", "parent"]
    assert name_tie("late spouse", "female") == "late wife" and name_tie("friend", "male") == "friend"


def people(view: View) -> list[str]:
    """The names of everybody met by now, one for each person."""
    return [view.name(one) for one in sorted({view.root(one) for one in view.cast.met})]


def test_who_is_his_brother_in_one_chapter_is_his_brother_in_the_next(tmp_path: Path) -> None:
    words = "Hugh Marsh came in. His brother sat down. His brother sighed, and his brother laughed at Ada Pell."
    view = tell(tmp_path, [PEOPLE], [words], [PEOPLE], [words])
    assert [name for name in people(view) if name.endswith("brother")] == ["Hugh Marsh’s brother"]


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("Hugh Marsh spoke to his aunt, Miss Fenn, at the mill. Miss Fenn laughed.", True),
        ("Hugh Marsh spoke to his cousin, Miss Fenn, at the mill. Miss Fenn laughed.", False),
        ("Hugh Marsh met his aunt Ada Pell. Then Hugh Marsh spoke to his aunt, Miss Fenn, at the mill.", False),
    ],
)
def test_an_aunt_without_a_name_is_the_aunt_who_is_named(tmp_path: Path, words: str, same: bool) -> None:
    aunt = ["Hugh Marsh came home late. His aunt sat down. “You are late,” said his aunt. His aunt laughed."]
    view = tell(tmp_path, [PEOPLE], aunt, [words])
    assert (speaker_of(view, "You are late") == who(view, "Miss Fenn")) is same


def test_a_brother_is_nobodys_husband(tmp_path: Path) -> None:
    told = "Peter Hale was the brother of Martha Hale."
    words = (
        "Peter Hale went to the window. He looked out, and he sighed. Martha Hale thought of her husband. "
        "Her husband was away. Her husband laughed, and her husband sang."
    )
    view = tell(tmp_path, [PEOPLE], [told], [words])
    assert "Martha Hale’s husband" in people(view)


TOLD = "The ferryman took the oars and rowed. He was an old man, and slow. I sat down and waited for the rain to end. "


@pytest.mark.parametrize(("times", "somebody"), [(16, True), (2, False)])
def test_who_acts_in_a_long_tale_is_somebody(tmp_path: Path, times: int, somebody: bool) -> None:
    view = tell(tmp_path, [PEOPLE], [f"“{(TOLD * times).strip()}” said Hugh Marsh."])
    assert ("the ferryman" in people(view)) == somebody


def test_a_wife_without_a_name_talks_with_her_husband_and_is_the_mrs_of_his_surname(tmp_path: Path) -> None:
    view = tell(tmp_path, TALK, ["Mrs. Marsh sat by the window. Mr. Marsh came in. Mrs. Marsh smiled."])
    before = Views(view.store).open("made", "1")
    wife, husband = who(before, "Mr. Marsh’s wife"), who(before, "Mr. Marsh")
    assert ties(before, "Mr. Marsh") == {"Mr. Marsh’s wife": "wife"}
    assert [
        speaker_of(before, said) for said in ("My dear", "But it is true", "Do you not", "A young man", "Hugh")
    ] == [wife] * 5
    assert [speaker_of(before, said) for said in ("You want to tell me", "What is his name", "Is he married")] == [
        husband
    ] * 3
    assert "Mrs. Marsh" not in people(before)
    assert view.root(wife) == view.root(who(view, "Mrs. Marsh"))


def test_who_has_come_to_be_named_is_the_mother_of_her_surname(tmp_path: Path) -> None:
    named = (
        "Mrs. Marsh sat by the window. Mr. Marsh came in. Mrs. Marsh smiled. Miss Ada Marsh laughed, and Ada ran out."
    )
    later = "Ada Marsh came in. “Her mother is late,” said Mr. Marsh. Ada looked at her mother. Her mother sat down, and her mother sighed."
    view = tell(tmp_path, TALK, [named], [later])
    assert not [name for name in people(view) if name.endswith("mother")]


@pytest.mark.parametrize("words", [
    "Mr. John Marsh came in. Mr. Marsh bowed to Mr. John Marsh. Mrs. Marsh smiled at them.",
    "Mrs. Pell sat by the window. Mr. Marsh came in. Mrs. Pell smiled.",
])  # fmt: skip
def test_of_two_men_of_a_surname_or_by_another_a_wife_is_nobody_known(tmp_path: Path, words: str) -> None:
    view = tell(tmp_path, TALK, [words])
    assert "Mr. Marsh’s wife" in people(view)


HALES = "Mr. Hale sat down. Miss Clara Hale laughed, and Mr. Hale laughed. Mr. Peter Marsh came in. Peter Marsh bowed to Mr. Hale and to Miss Clara Hale."


def test_his_daughter_is_the_one_of_his_surname_who_may_be(tmp_path: Path) -> None:
    words = (
        "Mr. Hale looked at Clara. Clara laughed. Mr. Hale took his daughter by the hand. Mr. Hale kissed his daughter."
    )
    view = tell(tmp_path, [HALES], ["Clara sang. Clara laughed. Clara ran out."], [words])
    assert ties(view, "Mr. Hale") == {"Clara": "daughter"}
    assert not [name for name in people(view) if name.endswith("daughter")]


@pytest.mark.parametrize(("words", "why"), [
    ("Clara Hale met Clara’s brother. Mr. Hale met Clara’s brother.", "old men go by their titles alone"),
    ("Mr. Hale looked at his son. Mr. Hale thanked his son.", "a man has no daughter for a son"),
])  # fmt: skip
def test_kin_of_another_age_or_gender_is_somebody_else(tmp_path: Path, words: str, why: str) -> None:
    assert ties(tell(tmp_path, [HALES], [words]), "Mr. Hale") == {}, why


def test_of_two_sisters_neither_is_known_by_the_surname_alone(tmp_path: Path) -> None:
    more = "Miss Ada Hale came in. Miss Ada Hale smiled. Ada laughed at Clara, and Clara laughed at Ada."
    words = "Mr. Hale met his daughter at the gate. Mr. Hale kissed his daughter."
    assert ties(tell(tmp_path, [HALES], [more], [words]), "Mr. Hale") == {}


def test_who_goes_by_her_husbands_name_is_his_wife(tmp_path: Path) -> None:
    words = "Mrs. Peter Marsh came in. Mr. Peter Marsh bowed, and Mrs. Peter Marsh smiled at Mr. Peter Marsh."
    assert ties(tell(tmp_path, [HALES], [words]), "Mr. Peter Marsh") == {"Mrs. Peter Marsh": "wife"}


def test_an_aunt_by_marriage_is_meant_by_aunt(tmp_path: Path) -> None:
    chapters = [
        "Miss Ada Pell came with her father, Mr. Joseph Pell. Mr. Samuel Pell was the brother of Mr. Joseph Pell.",
        "Mrs. Jane Pell was the wife of Mr. Samuel Pell.",
        "Miss Ada Pell laughed at the window. Miss Ada Pell kissed her aunt, Mrs. Jane Pell.",
        "Mrs. Jane Pell came in. Mrs. Martha Cole smiled. Miss Ada Pell laughed. “Sit down,” said her aunt.",
    ]
    view = tell(tmp_path, *([words] for words in chapters))
    assert speaker_of(view, "Sit down") == who(view, "Mrs. Jane Pell")


@pytest.mark.parametrize(("words", "said"), [
    ("Mr. Hale bowed. Mr. Hale had a sister. Clara Marsh came in. “Come soon,” said his sister.", "Come soon"),
    ("Clara Marsh bowed. Clara Marsh had a father. Mr. Hale came in. “Sit down,” said her father.", "Sit down"),
])  # fmt: skip
def test_nobody_of_another_surname_is_a_sister_or_a_father(tmp_path: Path, words: str, said: str) -> None:
    met = (
        "Mr. Hale came in. Miss Clara Marsh smiled at Mr. Hale. Clara Marsh sat down. Mr. Hale laughed at Clara Marsh."
    )
    view = tell(tmp_path, [met], [words])
    assert speaker_of(view, said) not in {who(view, "Mr. Hale"), who(view, "Clara Marsh")}


HOUSE = (
    "Sir Basil Marsh sat down. Sir Basil was a proud man. Ada Marsh poured the tea, and Ada smiled. Mr. Marsh came in late. Mr. Marsh "
    "was their guest. Sir Basil spoke to Mr. Marsh. Ada went out. Ada sang."
)


def test_of_two_men_of_her_surname_her_father_is_who_is_in_mind(tmp_path: Path) -> None:
    later = "Sir Basil sat by the fire. Ada looked at her father. Sir Basil coughed. Ada kissed her father."
    view = tell(tmp_path, [HOUSE], ["The rain fell on the mill all day."], [later])
    assert ties(view, "Ada Marsh") == {"Sir Basil Marsh": "father"}


TELLS = "I live in Mill Lane, and I like it. I go to school with Ada, and I sit beside Ada. I read at night, and I sleep late. "


def test_whom_the_teller_calls_mum_is_his_mother_and_your_dad_said_to_him_is_his(tmp_path: Path) -> None:
    home = "Mum waits by the kettle, and I find my shoe. Mum laughs. Dad’s van is in the yard. I wait for Dad."
    said = "“Is your dad ill?” says Ada. “He is tired,” I say. “He looks ill,” says Ada. I shut the book."
    view = tell(tmp_path, [TELLS, home], [TELLS, said])
    told = {tie.who: tie.kind for one in ("Mum", "Dad") for tie in take_snapshot(view, who(view, one)).relations}
    assert set(told.values()) == {"child"} and len(told) == 1
    assert not [name for name in view.facts(["name"]) if name.form == "the dad"]


def test_father_in_a_story_without_a_teller_is_nobodys(tmp_path: Path) -> None:
    view = tell(tmp_path, [PEOPLE, "Mother waited by the kettle. Mother laughed at Hugh Marsh. Mother sat down."])
    assert not take_snapshot(view, who(view, "Mother")).relations


@pytest.mark.parametrize("words", [
    "Hugh Marsh sat down with Ada Pell. His sister Martha Hale came in. “Come soon,” said his sister.",
    "Hugh Marsh sat down with Ada Pell. His sister, Martha Hale, came in. “Come soon,” said his sister.",
    "Hugh Marsh sat down with Ada Pell. The painter, Martha Hale, came in. “Come soon,” said the painter.",
])  # fmt: skip
def test_a_noun_before_a_name_means_its_bearer(tmp_path: Path, words: str) -> None:
    view = tell(tmp_path, [PEOPLE], [words])
    assert speaker_of(view, "Come soon") == who(view, "Martha Hale")
