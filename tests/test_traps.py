"""The traps that names set: one surname for several, siblings, a style that passes on, children named after parents,
families in the plural, beasts that speak, people who are never named. Each a small tale of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import read_through, save, write_book

from castline.errors import AmbiguousName, CastlineError
from castline.graph.facts import Name, Utterance, decode
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.language.names import read_name
from castline.query.view import View, Views


def tell(folder: Path, *chapters: list[str]) -> View:
    """The saga of these chapters (paragraphs each), as of its end."""
    store: Store = open_store(f"sqlite:///{folder}/castline.db")
    read_through(store, save(folder, write_book(list(chapters))))
    return Views(store).open("made", None)


def who(view: View, name: str, at: int | None = None) -> str:
    """The id of the one person of that name."""
    return view.cast.find(name, view.bound if at is None else Views(view.store).open("made", str(at)).bound)


def speaker_of(view: View, words: str) -> str | None:
    """Who says a quote that holds these words."""
    said: list[Utterance] = [decode(line) for line in view.store.facts("made", ["utterance"], view.bound)]
    speaker = next(one.speaker for one in said if words in one.text)
    return view.root(speaker) if speaker else None


HOUSE = [
    "Mr. Harrowby came down to breakfast late. Mrs. Harrowby had already poured the tea, and Miss Harrowby was reading.",
    "“You are late,” said Mrs. Harrowby. “I am,” said Mr. Harrowby, and he took his cup. Miss Harrowby laughed at them.",
    "Lady Harrowby, who was his mother, came in on her stick. “Is there toast?” asked Lady Harrowby. Mrs. Harrowby rang.",
    "Mr. Harrowby rose for his mother. Lady Harrowby sat. Miss Harrowby put down her book, and Mrs. Harrowby sighed.",
]


def test_mr_mrs_miss_and_lady_of_one_surname_are_four(tmp_path: Path) -> None:
    view = tell(tmp_path, HOUSE)
    people = {who(view, f"{title} Harrowby") for title in ("Mr.", "Mrs.", "Miss", "Lady")}
    assert len(people) == 4
    assert view.cast.gender(who(view, "Mr. Harrowby"), view.bound) == "male"
    assert speaker_of(view, "Is there toast") == who(view, "Lady Harrowby")


def test_a_bare_surname_of_several_is_no_new_person_of_either(tmp_path: Path) -> None:
    view = tell(tmp_path, HOUSE)
    with pytest.raises(AmbiguousName):
        who(view, "Harrowby")


def test_siblings_by_first_name_stay_apart(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "Martin Dale and his brother Hugh Dale owned the mill. Martin kept the books; Hugh kept the wheel.",
        "“The wheel is cracked,” said Hugh. “Then mend it,” said Martin, and he shut his book. Hugh went out.",
        "Their sister Clara Dale watched Martin. She thought him hard. “You might help Hugh,” said Clara. Martin frowned.",
    ])  # fmt: skip
    martin, hugh, clara = who(view, "Martin"), who(view, "Hugh"), who(view, "Clara")
    assert len({martin, hugh, clara}) == 3
    assert who(view, "Martin Dale") == martin and who(view, "Hugh Dale") == hugh and who(view, "Clara Dale") == clara
    assert speaker_of(view, "cracked") == hugh and speaker_of(view, "help Hugh") == clara


def test_the_younger_sister_becomes_miss_of_the_house_without_taking_the_elders_past(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Miss Verrill was the eldest. Miss Judith Verrill was her sister. Miss Verrill poured; Miss Judith handed cups.",
         "“Sit, Judith,” said Miss Verrill. Judith sat. “Thank you, Anna,” said Judith to Miss Verrill."],
        ["In May Miss Verrill married Captain Stowe at last, and everyone called her Mrs. Stowe. Mrs. Stowe went north.",
         "Judith Verrill stayed. “Good morning, Miss Verrill,” said the rector to Judith. “Good morning,” said Judith."],
    )  # fmt: skip
    assert who(view, "Miss Judith Verrill") == who(view, "Judith Verrill")
    assert who(view, "Miss Verrill", 1) != who(view, "Judith Verrill")
    assert who(view, "Mrs. Stowe") != who(view, "Judith Verrill")


def test_short_forms_lead_to_their_bearer(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "Elizabeth Marsh came in. “Lizzy!” cried her father. “Papa!” said Elizabeth. Lizzy kissed him.",
        "Thomas Tarn followed her. “Well, Tom,” said her father. “Well, sir,” said Thomas Tarn. Tom laughed.",
    ])  # fmt: skip
    assert who(view, "Lizzy") == who(view, "Elizabeth Marsh")
    assert who(view, "Tom") == who(view, "Thomas Tarn")


def test_a_title_gained_keeps_the_person(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Lieutenant Robert Ames came aboard. “Lieutenant Ames, sir,” said the mate. Ames saluted. Robert Ames was young."],
        ["Years went by. Captain Ames now had a ship. “Captain Ames!” cried the mate. Robert Ames smiled. He was captain."],
    )  # fmt: skip
    assert who(view, "Captain Ames") == who(view, "Robert Ames") == who(view, "Lieutenant Ames")


def test_a_title_is_known_only_from_when_it_is_told(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Edmund Frayle rode in. “Edmund,” said his wife. Edmund Frayle kissed her. He was only Edmund Frayle that day."],
        ["The king had made him a knight. “Sir Edmund,” said the page. Sir Edmund laughed. Sir Edmund gave him a coin."],
    )  # fmt: skip
    assert who(view, "Sir Edmund") == who(view, "Edmund Frayle")
    names: list[Name] = [decode(line) for line in view.store.facts("made", ["name"], view.bound)]
    assert {name.told.split(".")[1] for name in names if name.form == "Sir Edmund"} == {"2"}
    by_then: list[Name] = [
        decode(line) for line in view.store.facts("made", ["name"], Views(view.store).open("made", "1").bound)
    ]
    assert "Edmund Frayle" in {name.form for name in by_then} and "Sir Edmund" not in {name.form for name in by_then}


def test_a_child_named_after_a_parent_is_somebody_else(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "Old Mrs. Catherine Lorne was dead, and her daughter, Miss Catherine Lorne, had the house. Miss Lorne was nineteen.",
        "“Your mother was kinder,” said the cook. “I dare say,” said Miss Catherine Lorne. Miss Catherine took the keys.",
        "Mrs. Lorne had kept them on a nail. Mrs. Catherine Lorne had trusted everyone. Miss Lorne trusted nobody.",
    ])  # fmt: skip
    assert who(view, "Mrs. Catherine Lorne") != who(view, "Miss Catherine Lorne")
    assert speaker_of(view, "I dare say") == who(view, "Miss Catherine Lorne")


def test_a_family_in_the_plural_is_nobody(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "The Pargeters came to dinner. “The Pargeters are late,” said Mr. Pargeter, who had walked ahead of the Pargeters.",
        "Mr. Pargeter bowed. “My wife is coming,” said Mr. Pargeter. The Pargeters were always late; everyone said so.",
    ])  # fmt: skip
    names: list[Name] = [decode(line) for line in view.store.facts("made", ["name"], view.bound)]
    assert "Pargeters" not in {name.form.removeprefix("The ").removeprefix("the ") for name in names}
    assert who(view, "Pargeter") == who(view, "Mr. Pargeter")


def test_a_beast_that_speaks_is_somebody(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "The Heron stood in the shallows. “You are wet,” said the Heron. Nell stared at the Heron. “So are you,” said Nell.",
        "“I am always wet,” said the Heron, and the Heron lifted one foot. Nell laughed. The Heron looked hurt, she thought.",
    ])  # fmt: skip
    assert speaker_of(view, "You are wet") == who(view, "the Heron")
    assert speaker_of(view, "So are you") == who(view, "Nell")


def test_people_never_named_have_snapshots_of_their_own(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "The ferryman spat. “No boat today,” said the ferryman. Nell Ashby waited. The ferryman looked at the river.",
        "“I can pay,” said Nell. The ferryman shook his head. “Not for gold,” said the ferryman, and he sat down again.",
    ])  # fmt: skip
    ferryman = who(view, "the ferryman")
    assert ferryman != who(view, "Nell Ashby")
    assert speaker_of(view, "No boat today") == ferryman and speaker_of(view, "Not for gold") == ferryman


def test_a_name_over_a_lines_end_is_one_name_however_the_lines_end(tmp_path: Path) -> None:
    lines = [
        "The door opened, and Mr.\nJefferson Pell came in. “You are late,” said Ada\nMarsh.  Jefferson\nPell bowed to Ada\nMarsh.",
        "“The road was bad,” said Mr.  Jefferson\nPell. He was cold. Ada\nMarsh gave him\nher chair.",
    ]  # fmt: skip
    for folder in ("crlf", "blank"):
        (tmp_path / folder).mkdir()
    marked = tell(tmp_path / "crlf", [line.replace("\n", "\r\n") for line in lines])
    plain = tell(tmp_path / "blank", [" ".join(line.split()) for line in lines])
    names = [{name.form for rows in view.cast.names.values() for _, name in rows} for view in (marked, plain)]
    assert names[0] == names[1] and "Mr. Jefferson Pell" in names[0]
    assert speaker_of(marked, "bad") == who(marked, "Mr. Jefferson Pell") != who(marked, "Ada Marsh")


def test_a_patronymic_is_no_surname(tmp_path: Path) -> None:
    forms = ["Anton Pavlovitch", "Anton Pavlovitch Zimin", "Vera Pavlovna", "Madame Zimina"]
    assert [(name.given, name.surname, name.gender) for name in map(read_name, forms)] == [
        ("anton pavlovitch", "", "m"), ("anton pavlovitch", "zimin", "m"), ("vera pavlovna", "", "f"), ("", "zimina", "f"),
    ]  # fmt: skip
    view = tell(tmp_path, [
        "Anton Pavlovitch came into the office late and Anton Ilyitch did not look up from the ledger.",
        "“Sit down,” said Anton Ilyitch. Anton Pavlovitch sat down by the stove and rubbed his hands.",
        "Nobody spoke to Anton Pavlovitch Zimin. Noticing Zimin, the clerk rose, and Zimin nodded to him.",
    ])  # fmt: skip
    assert who(view, "Anton Pavlovitch") == who(view, "Zimin") != who(view, "Anton Ilyitch")
    (tmp_path / "later").mkdir()
    later = tell(tmp_path / "later", [
        "Anton sat by the stove. “Sit down,” said Anton Pavlovitch. Anton Pavlovitch rose, and Anton sighed.",
        "Anton Ilyitch came in. “Sit down,” said Anton Ilyitch. Anton Ilyitch did not sit down.",
    ])  # fmt: skip
    assert who(later, "Anton Pavlovitch") != who(later, "Anton Ilyitch")
    with pytest.raises(CastlineError):
        who(view, "Noticing Zimin")


def test_names_side_by_side_are_no_name(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Emily laughed. Martin Dale came in. “Martin,” said Emily, “sit down.” Martin sat by Emily."] * 2,
                ["Emily looked up. Then Emily Martin had seen turned away. “Martin,” said Emily.", "Martin wept."],
                ["Emily Marsh was her whole name. Emily Marsh had been born in March, and Emily knew it."])  # fmt: skip
    assert who(view, "Emily") == who(view, "Emily Marsh") != who(view, "Martin")


def test_a_name_is_found_without_its_accents(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Natálie Aubré came in. “Sit down, Natálie,” said Martin. Natálie Aubré sat down."])
    assert who(view, "natalie AUBRE") == who(view, "Natálie")


@pytest.mark.parametrize(
    ("told", "kinds"),
    [
        ("Her friend Marta came in. Anna kissed her friend Marta.", {"friend"}),
        ("Anna waited. Marta, her sister, came in at last. Anna rose, and Marta sat.", {"sibling"}),
        ("Marta was Anna’s sister. Anna rose, and Marta sat.", {"sibling"}),
        ("Anna and Marta were cousins. Anna rose, and Marta sat.", {"cousin"}),
        ("If Marta was the daughter of Anna, nobody said so. Anna rose.", set()),
        ("Anna saw Marta, her sister, and the dog. Anna waved, and Marta waved.", set()),
        ("Anna nodded. “Marta, my friend,” said Anna, “sit down.” Marta sat down by Anna.", set()),
        ("“Our friend Marta has come at last,” said Anna. Marta laughed, and sat down by Anna.", set()),
        ("“My friend Marta has come at last,” said Anna. Marta laughed, and sat down by Anna.", {"friend"}),
        ("“My dear Marta, Anna’s sister has been dead a year,” said Peter. Anna nodded; Marta wept.", set()),
    ],
)  # fmt: skip
def test_a_tie_is_said_of_the_name_beside_it(tmp_path: Path, told: str, kinds: set[str]) -> None:
    view = tell(
        tmp_path,
        ["Anna and Marta came up the hill. Anna sang. Marta laughed. Peter walked behind them. Peter sighed.", told],
    )
    assert {relation.subtype for relation in view.facts(["relation"])} == kinds


SALON = [
    "Mademoiselle Vauquer played the waltz. Mrs. Pell listened, and Miss Ada Pell and Miss Clara Hale sat by the window.",
    "“You play too well for us,” said Mrs. Pell. Mademoiselle Vauquer laughed at Mrs. Pell, and Miss Ada Pell smiled.",
]


def test_a_title_written_like_a_name_is_its_bearers_and_no_strangers(tmp_path: Path) -> None:
    again = [
        "Mrs. Pell came in. “So you remember me at last,” said Mademoiselle. “I had said to myself: she will not come.”"
    ]
    view = tell(tmp_path, SALON, again)
    assert speaker_of(view, "So you remember me") == who(view, "Mademoiselle Vauquer")
    assert "the mademoiselle" not in {view.name(one) for one in view.cast.met}


def test_a_youth_is_somebody_and_somebodys_youth_nobody(tmp_path: Path) -> None:
    words = "In her youth Anna Quill sang. The eagerness of youth was over. The youth smiled. The youth sat down. Edmund Marsh laughed."
    view = tell(tmp_path, ["Anna Quill met Edmund Marsh. Edmund Marsh bowed. Anna Quill smiled.", words])
    meant = [(mention.start, mention.form) for mention in view.facts(["mention"]) if "youth" in mention.form]
    assert len(meant) == 2
