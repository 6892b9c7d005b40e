"""Two names of one person, and one name of two: joined where the talk or a full name tells, parted where a clause does."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_talk import NARRATED
from test_traps import speaker_of, tell, who

from castline.errors import UnknownName
from castline.graph.facts import Mention, decode
from castline.ingest.extraction.extract import extract
from castline.ingest.language.names import is_name_like, is_patronymic, read_name, same_given, squeeze
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import add_form
from castline.ingest.resolution.cast.name_matching import find_person

CLUB = [
    "Lord Orme sat by the fire in the club. Basil Thorn stood at the window. Basil had not slept, and Lord Orme saw it.",
    "“You are late, Harry,” said Basil.",
    "“I am never late,” answered Lord Orme.",
]
ANSWERS = [
    ["“Give me a light, Harry,” said Basil.", "“Take mine,” said Lord Orme. Basil took it, and they smoked a while."],
    ["“What will you do, Harry?” asked Basil.", "“Nothing at all,” said Lord Orme, and he closed his eyes."],
    ["“Good night, Harry,” said Basil.", "“Good night,” said Lord Orme. Basil went down the stairs."],
]


def test_who_answers_to_a_name_bears_it(tmp_path: Path) -> None:
    view = tell(tmp_path, CLUB, *ANSWERS, ["It rained on the club all the next day, and nobody came."])
    assert who(view, "Harry") == who(view, "Lord Orme") != who(view, "Basil")
    assert who(view, "Harry", 1) != who(view, "Lord Orme", 1)


def test_who_calls_a_name_does_not_bear_it(tmp_path: Path) -> None:
    calls = [[line.replace("said Basil", "said Lord Orme") for line in one] for one in ANSWERS]
    view = tell(tmp_path, CLUB, *calls, ["It rained on the club all the next day, and nobody came."])
    assert who(view, "Harry") != who(view, "Lord Orme")


def test_a_wife_known_by_both_her_names_is_one(tmp_path: Path) -> None:
    evenings = [[f"Mrs. Vale took the lamp up on the {day} evening. Edith read. Edith slept badly."] for day in ("first", "second", "third")]  # fmt: skip
    days = [["Edith painted. Edith walked to the sea. Mrs. Vale dined alone. Mrs. Vale wrote two letters."] for _ in range(22)]  # fmt: skip
    view = tell(tmp_path, ["Mr. Vale had married Edith in May. Edith Vale was tall. Mr. Vale and his wife, Edith, lived at the mill."],
                *evenings, *days, ["The mill was sold in the autumn."])  # fmt: skip
    assert who(view, "Edith") == who(view, "Mrs. Vale") != who(view, "Mr. Vale")


def test_a_daughter_is_not_her_mother(tmp_path: Path) -> None:
    days = [["Edith painted. “Come in, Edith,” said Mrs. Vale. “I am coming,” said Edith. Mrs. Vale shut the door."] for _ in range(24)]  # fmt: skip
    view = tell(tmp_path, ["Edith Vale was nineteen. Mrs. Vale was proud of Edith."], *days)
    assert who(view, "Edith") != who(view, "Mrs. Vale")


def test_who_is_styled_by_a_pet_name_has_the_surname_of_the_full_one(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Kit sat by the fire. Kitty was sixteen, and Kit was merry."], ["“Sit down, Miss Kitty,” said Joe Hale. Kitty sat down."],
                ["“This is Kitty Hale,” said Joe Hale. Kitty smiled, and Kit took her hat."])  # fmt: skip
    assert who(view, "Kitty") == who(view, "Kitty Hale") == who(view, "Kit")


@pytest.mark.parametrize("form", ["Captains Orme", "Messrs. Hale", "Lords Orme", "Ladies Hale", "Misses Hale"])
def test_titles_of_several_are_nobodys(form: str) -> None:
    assert not is_name_like(form)


def test_father_and_son_part_where_a_clause_names_both(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Charles Holt came by the noon train. “Mr. Holt is here,” said the porter. Charles laughed at the porter."],
        [
            "Charles and Mr. Holt agreed about the farm. Later Charles asked Mr. Holt for the keys, and Mr. Holt gave them."
        ],
        ["Mr. Holt counted the money. Mr. Holt was pleased with it."],
    )
    assert who(view, "Mr. Holt") != who(view, "Charles") == who(view, "Charles Holt")
    mentions: list[Mention] = [decode(line) for line in view.store.facts("made", ["mention"], view.bound)]
    assert {one.character for one in mentions if one.text == "Mr. Holt" and one.told > "1.3"} == {who(view, "Mr. Holt")}


def test_a_bare_surname_is_the_husbands(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Mrs. Crane kept the inn. Mrs. Crane lit the fire. Crane was in the yard, and Crane had the horses out."],
        ["“Where is Mr. Crane?” asked Mrs. Crane. Crane came in. Mr. Crane wiped his boots, and Crane sat down."],
    )
    assert who(view, "Mr. Crane") != who(view, "Mrs. Crane")
    assert view.cast.gender(who(view, "Mr. Crane"), view.bound) == "male"


def test_sir_john_is_not_the_mr_john_whom_everybody_knows(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Mr. John Ashdown had the house. John sold the wood. Mr. John Ashdown was careful with money."],
        ["Sir John rode over in the rain. Sir John laughed at everything. “Stay, Sir John,” said the cook."],
    )
    assert who(view, "Sir John") != who(view, "Mr. John Ashdown")


def test_a_mr_john_who_has_become_sir_john_ashdown_is_called_sir_john() -> None:
    memory = Memory()
    john = memory.people.meet("made:1.1:c0", "name")
    for form in ("Mr. John Ashdown", "John"):
        add_form(memory.people.change(john.key), read_name(form))
    assert find_person(memory, read_name("Sir John")) is None
    add_form(memory.people.change(john.key), read_name("Sir John Ashdown"))
    found = find_person(memory, read_name("Sir John"))
    assert found is not None and found.key == john.key


def test_who_is_called_by_his_given_name_is_not_the_sir_john_of_the_neighbourhood(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Sir John Ashdown rode over in the rain. Sir John Ashdown laughed. “Stay, Sir John,” said Ada Pell."],
        ["John had broken a window. “John!” said Ada Pell. John ran, and Ada Pell ran after John."],
        ["“Is Mr John in?” asked Ada Pell. Mr John was not. Ada Pell waited, and Mr John came."],
    )
    assert who(view, "Mr John") == who(view, "John") != who(view, "Sir John")


def test_miss_of_the_house_is_the_eldest(tmp_path: Path) -> None:
    days = [["Miss Hale came down. Miss Hale read. Later Jane walked out. Jane was tired.",
             "“Is Miss Ada Hale in?” asked the boy. Ada Hale laughed at the boy. Miss Ada was twelve."] for _ in range(9)]  # fmt: skip
    view = tell(tmp_path, ["Jane Hale was twenty. Ada Hale was younger. The Miss Hales lived alone."], *days)
    assert who(view, "Jane") == who(view, "Miss Hale") != who(view, "Ada Hale")


def test_miss_and_a_full_name_in_one_speech_are_two(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "“He danced first with Miss Lorne,” said the aunt, “and then with Judith Lorne, and then with nobody at all.”"
        ],
        ["Miss Lorne came to tea. Judith Lorne came too. “Sit down,” said Miss Lorne. Judith sat down."],
    )
    assert who(view, "Miss Lorne") != who(view, "Judith Lorne")


def test_who_is_known_by_a_noun_and_answers_to_a_name_bears_it(tmp_path: Path) -> None:
    talk = [["“What shall you do, Basil?” asked Lord Orme.", "“Paint,” said the painter. The painter took a brush."],
            ["“You are pale, Basil,” said Lord Orme.", "“I am tired,” answered the painter, and he sat down."],
            ["“Good night, Basil,” said Lord Orme.", "“Good night,” said the painter. The painter put out the lamp."],
            ["“You work too hard, Basil,” said Lord Orme.", "“I must,” said the painter."]]  # fmt: skip
    view = tell(
        tmp_path, ["Lord Orme came to the studio in the rain. The painter was at work. The painter rose."], *talk
    )
    assert who(view, "Basil") == who(view, "the painter") != who(view, "Lord Orme")


def test_mother_is_somebody_where_the_tale_calls_her_so(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Mother came in with the lamp. “Bed,” said Mother. Roberta Vane put down her book. Mother kissed Roberta."],
        ["“Is it late?” asked Roberta. “It is,” said Mother. A mother of nine lived next door."],
    )
    assert who(view, "Mother") != who(view, "Roberta Vane")
    assert speaker_of(view, "It is") == who(view, "Mother")
    assert view.cast.gender(who(view, "Mother"), view.bound) == "female"


def test_the_baronet_is_sir_edmund(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Sir Edmund Frayle came to the moor. Sir Edmund was thirty. “A wild place,” said the baronet. Doctor Lyle agreed."
        ],
        ["The baronet walked out. “I shall stay,” said the baronet to Doctor Lyle. “So shall I,” said the physician."],
    )
    assert speaker_of(view, "I shall stay") == who(view, "Sir Edmund") == speaker_of(view, "wild place")
    assert speaker_of(view, "So shall I") == who(view, "Doctor Lyle")


def test_mrs_miller_is_no_miller(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Mrs. Miller came down at nine. “Sleep is for the young,” said Mrs. Miller. Daisy Marsh laughed. “You are out of"
            " order,” said Daisy to the coroner. “I ask your pardon, Mr. Coroner.”",
        ],
        ["Mrs. Miller poured the tea. “Sit down,” said Mrs. Miller, and Daisy sat."],
    )
    assert speaker_of(view, "Sit down") == who(view, "Mrs. Miller") != who(view, "Daisy")
    with pytest.raises(UnknownName):
        who(view, "Mr. Coroner")


def test_mr_edmund_is_the_edmund_who_is_a_captain(tmp_path: Path) -> None:
    days = [["Edmund rode out. Edmund laughed. “Where is Mr. Edmund?” asked the groom. Mr. Edmund was in the yard."]]
    view = tell(
        tmp_path, ["Captain Frayle came home. Edmund Frayle was tired. Edmund slept. Captain Frayle woke."], *days
    )
    assert who(view, "Mr. Edmund") == who(view, "Captain Frayle")


def test_the_mr_of_a_full_name_is_who_has_that_given_name(tmp_path: Path) -> None:
    days = [["Mr. Frayle rode out. Mr. Frayle laughed. Mr. Frayle ate. “Alfred!” called Ada Pell."] for _ in range(5)]
    later = ["Mr. Alfred Frayle stood up. Mr. Frayle was pale, and Mr. Alfred Frayle said so. Ada Pell wept."]
    view = tell(tmp_path, ["Alfred Frayle came home. Alfred was tired. Ada Pell kissed Alfred."], *days, later)
    assert who(view, "Mr. Alfred Frayle") == who(view, "Mr. Frayle") == who(view, "Alfred")


def read_names(words: str) -> list[str]:
    notes = extract(load_model(find_model()), words, [(0, len(words), 1)])
    return [squeeze(note.form) for note in notes.mentions if note.kind == "name"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Then d’Aubrac rose. Alec d'Aubrac bowed to M. d’Aubrac.", ["D’Aubrac", "Alec d'Aubrac", "M. d’Aubrac"]),
        ("He saw Mme. Orme. Then Mlle. Orme and Capt. Pell came.", ["Mme. Orme", "Mlle. Orme", "Capt. Pell"]),
        ("Will Orme came in. He saw that Will was pale.", ["Will Orme", "Will"]),
        ("Grace Orme came in. He thought of Grace. “Your Grace,” said Pell.", ["Grace Orme", "Grace", "Pell"]),
        ("Mrs. Hall was out. He gave Hall the key in the hall.", ["Mrs. Hall", "Hall"]),
        ("He saw a small dog. Jonathan Small sat down. “It is late,” said Small.", ["Jonathan Small", "Small"]),
        ("“I am cold,” said Ora Pell. “I am not angry, Nelly, and I will go.”", ["Ora Pell", "Nelly"]),
        ("In June Orme went home. It was June. “Will Orme come?” said Pell.", ["Orme", "Orme", "Pell"]),
        ("He rose, and the rose fell. Rose looked up.", ["Rose"]),
    ],
)
def test_a_name_is_found_whatever_it_is_written_like(words: str, names: list[str]) -> None:
    assert read_names(words) == names


def test_miss_and_a_given_name_is_she_who_is_called_by_it_and_a_patronymic(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Polina Andreevna sat down. Polina was tired. Polina slept. “Is Mlle. Polina here?” asked the porter."],
        ["Mlle. Polina came in, and Polina laughed. The porter bowed to Mlle. Polina."],
    )
    assert who(view, "Mlle. Polina") == who(view, "Polina Andreevna")


def test_the_moor_is_a_place_and_the_moor_with_a_capital_a_man() -> None:
    words = "Ada Pell walked over the moor. “How far is it?” asked the Moor. The moor was white, and the Moor laughed."
    mentions = extract(load_model(find_model()), words, [(0, len(words), 1)]).mentions
    assert [note.form for note in mentions if note.head == "moor"] == ["Moor", "Moor"]


def test_several_of_a_surname_are_nobody(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Miss Hale read. Miss Hale sang. Mr. Hale came in. “Late again,” said Mr. Hale. Miss Hale took his hat."],
        ["“Come in,” said the Miss Hales. The two Mr. Hales agreed to it. The Miss Hales laughed at Mr. Hale."],
    )
    for several in ("Miss Hales", "Mr. Hales"):
        with pytest.raises(UnknownName):
            who(view, several)


def test_janet_is_not_short_for_a_jane_whom_nobody_calls_jane(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Miss Jane Stone came in black. “Sit up,” said Miss Stone. Miss Jane Stone had the keys. Miss Stone frowned."],
        ["Janet rang the bell. “Donkeys!” cried Janet. Janet ran out on the green, and Miss Stone looked after Janet."],
    )
    assert who(view, "Janet") != who(view, "Miss Stone")


def test_evie_is_evelyn(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Evelyn Stone was nineteen. “Is it late?” asked Evelyn. Martin Dale put down his book and looked at Evelyn."],
        ["“Come out, Evie,” said Martin. Evie laughed. Evie took her hat, and Martin opened the gate for Evie."],
    )
    assert who(view, "Evie") == who(view, "Evelyn Stone") != who(view, "Martin")


def test_the_doctor_is_who_was_just_named_so(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "Martin Dale stopped at the house of Doctor Lyle. The Doctor was at his desk. “Well?” said the doctor. Martin sat."
        ],
        ["“You must rest,” said the doctor. “I cannot,” said Martin Dale."],
    )
    assert who(view, "the doctor") == who(view, "Doctor Lyle") == speaker_of(view, "You must rest")


def test_the_doctor_of_the_first_chapter_is_not_the_one_who_is_named_here(tmp_path: Path) -> None:
    first = "The doctor came down. “A boy,” said the doctor. The doctor put on his hat. “Is it?” said Ada Pell to the doctor."
    view = tell(
        tmp_path,
        [first] * 4,
        ["Doctor Lyle kept a school. Ada Pell bowed to Doctor Lyle. “Sit down,” said the Doctor. Ada Pell sat."],
    )
    assert speaker_of(view, "Sit down") == who(view, "Doctor Lyle") != speaker_of(view, "A boy")


def test_the_general_of_a_tale_is_not_the_one_named_once(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [
            "The general came in. “Where is my hat?” said the general. General Orlov once bowed to Martin Dale at the play."
        ],
        ["“My hat!” cried the general. The general rang. “Here it is,” said Martin Dale to the general."],
    )
    assert speaker_of(view, "My hat") == who(view, "the general") != who(view, "General Orlov")


def test_skaggsy_is_skaggs(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Mr. Skaggs wrote for the papers. Skaggs was young. “Sit down,” said Skaggs to Martin Dale. Martin sat down."],
        ["Skaggsy laughed. “You are late,” said Skaggsy, and Martin Dale took Skaggsy by the arm."],
    )
    assert who(view, "Skaggsy") == who(view, "Mr. Skaggs")


def test_billy_is_not_the_mr_william_whom_nobody_calls_william(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Mr. William Bell had a farm. Mr. Bell prayed aloud. “Amen,” said Mr. Bell, and he looked at Martin Dale."],
        ["Billy ran up. “Come and swim,” said Billy to Martin Dale. Billy laughed, and Martin went with Billy."],
    )
    assert who(view, "Billy") != who(view, "Mr. Bell")


def test_a_bare_surname_first_is_not_the_wifes(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["“Come in,” said Braddock. Braddock poured the wine. Martin Dale thanked Braddock and sat down by the door."],
        [
            "Mrs. Braddock danced. “I am hot,” said Mrs. Braddock. “Dance, then,” said Braddock, and Martin Dale laughed."
        ],
    )
    assert speaker_of(view, "I am hot") == who(view, "Mrs. Braddock") != speaker_of(view, "Dance, then")


def test_a_narrator_who_is_named_does_not_bear_the_chauffeurs_name(tmp_path: Path) -> None:
    called = ["“Bring it in, Henry,” said Orla Finch. I looked at the wine, and I said nothing. I was tired, and I sat down.",
              "“Put it there, Henry,” said Orla. I watched him, and I lit a pipe, and I thought of the rain.",
              "“Two bottles, Henry,” said Orla. I took a glass. I drank it, and I felt better, and I told her so.",
              "“Good, Henry,” said Orla. I shut the door after him. I came back, and I sat by her, and I waited."]  # fmt: skip
    view = tell(tmp_path, NARRATED.split("\n\n"), called, called)
    assert who(view, "Pinnock") != who(view, "Henry")


def test_a_name_ends_where_a_mark_does() -> None:
    assert squeeze("Miss Orme—“not") == "Miss Orme"
    assert squeeze("Marya  Vlasyevna,”—this") == "Marya Vlasyevna"


def test_a_plural_that_opens_a_sentence_is_nobody(tmp_path: Path) -> None:
    told = "Basil Thorn saw the people. People continued to look at Basil Thorn. People said nothing to Basil Thorn."
    view = tell(tmp_path, [told], ["People answered Basil Thorn, and people stared at him."])
    with pytest.raises(UnknownName):
        who(view, "People")


BESSIE = (
    "Eliza sat by the fire. Bessie came in. Eliza laughed at Bessie, and Bessie ran out. Eliza took her book. Bessie sang. "
    "“Come here,” said Eliza. “I am busy,” said Bessie. Eliza frowned. Eliza read. Eliza yawned, and Eliza put the book away."
)


def test_of_two_short_forms_the_full_name_is_hers_who_goes_by_it(tmp_path: Path) -> None:
    view = tell(tmp_path, [BESSIE], ["Bessie Lee came in. Bessie Lee shut the door. Bessie Lee laughed."])
    assert who(view, "Bessie Lee") == who(view, "Bessie") != who(view, "Eliza")


def test_who_asks_to_be_called_by_her_own_name_stays_who_she_is(tmp_path: Path) -> None:
    met = "Miss Matty Hale sat down. Miss Matty smiled at Ada Pell. “Dear Miss Matty,” said Ada Pell. Miss Matty wept."
    asks = "Miss Matty and Ada Pell came in. “They call me Matty,” she said. Matty smiled. Miss Matty sat down. Matty laughed."
    view = tell(tmp_path, [met], [asks])
    assert who(view, "Matty") == who(view, "Miss Matty Hale")


def test_who_goes_by_a_title_and_his_given_name_is_the_bearer_of_the_full_one(tmp_path: Path) -> None:
    met = "Mr. Edmund came in. Mr. Edmund smiled at Ada Pell. Mr. Edmund sat down. “Sit down,” said Mr. Edmund to Ada Pell."
    full = "Edmund Marsh came in. Ada Pell thanked Edmund Marsh. Edmund laughed. Mr. Marsh sat down."
    view = tell(tmp_path, [met], [full])
    assert who(view, "Mr. Edmund") == who(view, "Edmund Marsh") == who(view, "Mr. Marsh")


def test_a_woman_of_one_name_keeps_it_when_she_marries(tmp_path: Path) -> None:
    days = [["Edith painted. Edith walked to the sea, and Edith read by the lamp. She was happy."] for _ in range(8)]
    view = tell(
        tmp_path,
        ["Edith Vale was nineteen. Edith had her own room at the mill, and she painted there."],
        *days,
        ["“I am Edith Orme now,” she said to Mr. Orme. Edith laughed. Lady Edith Crane was at the ball, and Lady Edith Crane bowed to Mr. Orme."],
    )  # fmt: skip
    assert who(view, "Edith Orme") == who(view, "Edith Vale") == who(view, "Edith") != who(view, "Lady Edith Crane")


def test_a_man_of_another_surname_is_another(tmp_path: Path) -> None:
    days = [["Edmund painted. Edmund walked to the sea, and Edmund read by the lamp. He was happy."] for _ in range(8)]
    view = tell(
        tmp_path,
        ["Edmund Vale was nineteen. Edmund had his own room at the mill."],
        *days,
        ["Edmund Orme came by the noon train. Edmund Orme had never seen the sea."],
    )
    assert who(view, "Edmund Orme") != who(view, "Edmund Vale") == who(view, "Edmund")


def test_the_miss_of_a_house_is_its_only_daughter_of_full_name(tmp_path: Path) -> None:
    days = [[f"Miss Vale drove out on the {day} day. At noon it rained. Edith painted. Edith read."] for day in
            ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")]  # fmt: skip
    view = tell(
        tmp_path,
        ["Mr. Vale had the mill. Edith Vale was nineteen, and she painted."],
        *days,
        ["The mill was sold in the autumn."],
    )
    assert who(view, "Miss Vale") == who(view, "Edith") != who(view, "Mr. Vale")


def test_of_two_full_names_of_one_given_name_that_of_his_company_is_his(tmp_path: Path) -> None:
    """Edmund lives with the Hales. A chapter tells of Sir Edmund Marsh first, and then of Edmund Hale."""
    days = [
        f"Edmund came down on the {day} morning and Clara Hale poured his tea. “Good day, Clara,” said Edmund to Clara Hale. "
        "“Good day, Edmund,” said Clara Hale, and she kissed Edmund." for day in ("first", "second", "third")
    ]  # fmt: skip
    letter = (
        "Prince Edmund Marsh lived on his estate with his daughters. Nobody came to see Prince Edmund Marsh in the winter. "
        "A letter told him that Edmund Hale had gone to the war, and that Edmund Hale was wounded."
    )
    view = tell(
        tmp_path, days, [letter], ["Prince Edmund came in from the garden. Prince Edmund was angry.", "Edmund slept."]
    )
    assert who(view, "Edmund Hale") == view.root("made:1.1:c1") != who(view, "Prince Edmund Marsh")
    assert who(view, "Prince Edmund") == who(view, "Prince Edmund Marsh")


def test_of_two_of_a_given_name_a_fathers_name_is_his_who_bears_it(tmp_path: Path) -> None:
    days = [f"Nikolay Hale rode out on the {day} morning. Nikolay Hale came home wet." for day in ("first", "second")]
    view = tell(
        tmp_path,
        [*days, "Nikolay Petrovitch Marsh wrote a letter. Nikolay Petrovitch Marsh sealed it."],
        ["Nikolay Petrovitch looked out of the window. Nikolay Petrovitch sighed. Nikolay Hale rode by."],
    )
    assert who(view, "Nikolay Petrovitch") == who(view, "Nikolay Petrovitch Marsh") != who(view, "Nikolay Hale")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anton Ivanovich", "Anton Ivanitch", True),
        ("Sergey Matveevich", "Sergey Matveich", True),
        ("Pavel Nikolaevitch", "Pavel Nikolaich", True),
        ("Anton Ivanovich", "Anton Petrovich", False),
        ("Marya Ilyinichna", "Marya Ivanovna", False),
    ],
)
def test_a_father_is_one_however_his_name_is_said(one: str, other: str, same: bool) -> None:
    assert same_given(read_name(one).given, read_name(other).given) is same


@pytest.mark.parametrize("word", ["fitch", "friedrich", "metternich", "aldrich", "which", "norwich"])
def test_what_only_ends_like_a_patronymic_is_none(word: str) -> None:
    assert not is_patronymic(word)


def test_who_is_called_by_a_shortened_patronymic_stays_who_he_is(tmp_path: Path) -> None:
    told = [
        "Arseny Matveevich Borlin came in.",
        "“Sit down, Arseny Matveich,” said Ada Pell. Arseny Matveich sat down.",
    ]
    view = tell(tmp_path, told, ["Arseny Matveevich rose. Ada Pell looked at Arseny Matveich."])
    assert who(view, "Arseny Matveich") == who(view, "Arseny Matveevich Borlin")


@pytest.mark.parametrize(
    ("written", "title", "given", "surname"),
    [
        ("the Right Honourable Lady Ada Hale", "lady", "ada", "hale"),
        ("Right Reverend Hugh Orme", "reverend", "hugh", "orme"),
        ("Hon. Miss Marsh", "miss", "", "marsh"),
        ("Monsieur le Comte de Fey", "count", "", "de fey"),
        ("Count de Fey", "count", "", "de fey"),
        ("La Fey", "", "", "la fey"),
        ("De Fey", "", "", "de fey"),
        ("Madame la Fey", "mrs", "", "la fey"),
        ("Honourable Member", "", "honourable", "member"),
    ],
)
def test_what_is_written_before_a_title_is_none(written: str, title: str, given: str, surname: str) -> None:
    name = read_name(written)
    assert (name.title, name.given, name.surname) == (title, given, surname)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("De Fey", "Lord de Fey"),
        ("Orlac", "Monsieur de Orlac"),
        ("Von Hale", "Baron von Hale"),
        ("Orme", "Captain Orme"),
    ],
)
def test_who_is_called_by_a_surname_bears_it_behind_a_title(tmp_path: Path, one: str, other: str) -> None:
    told = [f"{one} came in and took off his hat.", f"{one} looked at his watch. {one} sat down by Ada Pell."]
    view = tell(tmp_path, told, [f"“Sit down,” said Ada Pell. {other} shook his head. {one} rose, and {other} left."])
    assert who(view, one) == who(view, other)


def test_a_captain_is_not_the_mr_whom_nobody_calls_by_his_surname(tmp_path: Path) -> None:
    told = ["Mr. Orme came in and took off his hat.", "Mr. Orme looked at his watch. Mr. Orme sat down by Ada Pell."]
    view = tell(tmp_path, told, ["“Sit down,” said Ada Pell. Captain Orme shook his head. Captain Orme left."])
    assert who(view, "Mr. Orme") != who(view, "Captain Orme")


def test_the_miss_of_a_house_is_its_only_daughter_though_no_full_name_is_written(tmp_path: Path) -> None:
    both = "Lucy smiled at Hugh. Lucy rose.", "Hugh bowed to Miss Marsh. Miss Marsh nodded."
    house = ["Lucy’s mother, Mrs. Marsh, sat down. Mrs. Marsh smiled. Lucy kissed her mother. Hugh came in."]
    plain = [[*house, *both], [*both, *both], [*both, *both]]
    view = tell(tmp_path, *plain, *plain)
    assert who(view, "Miss Marsh") == who(view, "Lucy") != who(view, "Mrs. Marsh")
    (tmp_path / "two").mkdir()
    sister = ["Lucy’s sister, Ada, sat down. Ada smiled at Lucy. Ada sang."]
    view = tell(tmp_path / "two", [*house, *sister, *both], *plain, *plain)
    assert who(view, "Miss Marsh") != who(view, "Lucy")


def test_a_wife_is_the_mrs_of_her_husband_and_not_his_mother(tmp_path: Path) -> None:
    both = "Ada smiled at Hugh. Ada rose. Ada sang.", "Hugh bowed to Mrs. Orme. Mrs. Orme nodded. Mrs. Orme sang."
    wed = "Mr. Orme married Ada Vale that spring. Ada Vale smiled. Mr. Orme looked at Ada Vale, and Mr. Orme laughed. Ada Vale sat down."
    plain = [[*both, *both]] * 4
    view = tell(tmp_path, [wed, *both], *plain)
    assert who(view, "Mrs. Orme") == who(view, "Ada Vale")
    (tmp_path / "two").mkdir()
    mother = "Mrs. Orme, the mother of Mr. Orme, came in. Mr. Orme kissed his mother."
    view = tell(tmp_path / "two", [mother, wed, *both], *plain)
    assert who(view, "Mrs. Orme") != who(view, "Ada Vale")


def test_a_queen_has_no_other_surname(tmp_path: Path) -> None:
    queen = "Queen Anne rose. Anne smiled at Hugh. Anne sat down. Anne sang. Anne wept. Hugh bowed to Anne."
    view = tell(
        tmp_path,
        [queen],
        [queen, queen],
        [queen, queen],
        ["Anne Bueil was hanged. “Anne Bueil!” said Hugh. Hugh wept."],
    )
    assert who(view, "Anne Bueil") != who(view, "Queen Anne")


def test_the_misses_of_a_house_are_several_and_nobody(tmp_path: Path) -> None:
    told = "The Misses Hale came in. The Misses Hale sat down. Misses Hale laughed at Basil Thorn. Miss Hale sang, and Basil listened to Miss Hale."
    view = tell(tmp_path, CLUB, [told])
    forms = {name.form for name in view.facts(["name"])}
    assert "Miss Hale" in forms and not [form for form in forms if "Misses" in form]
    with pytest.raises(UnknownName):
        view.find("Misses Hale")
