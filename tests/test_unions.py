"""Ties that begin and end: each change has its chapter, and a view shows what holds by then."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import read_through, save, write_book

from castline.graph.facts import Feeling
from castline.graph.opening import open_store
from castline.query.strands import lead
from castline.query.view import View, Views

MEET = "Anna Marsh and Martin Dale walked along the river. Anna laughed. Martin laughed too. Anna sat down by Martin."


def tell(folder: Path, *chapters: str) -> Views:
    store = open_store(f"sqlite:///{folder}/castline.db")
    read_through(store, save(folder, write_book([[MEET], *([one] for one in chapters)])))
    return Views(store)


def ties(view: View) -> set[str]:
    """What Anna and Martin are to each other as of the view."""
    return {fact.subtype for fact in view.facts(["relation"]) if fact.until is None}


def test_people_get_engaged_marry_and_are_left(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Anna Marsh was engaged to Martin Dale by the spring. Anna wrote to nobody. Martin slept badly.",
        "Martin Dale married Anna in June. Anna wore her blue dress. Martin had lost the ring.",
        "Martin Dale died in the winter. Anna stayed in the house by the river.",
    )
    seen = [ties(views.open("made", str(at))) for at in (1, 2, 3, 4)]
    assert seen == [set(), {"betrothed"}, {"spouse"}, {"widow"}]


def test_an_engagement_that_is_broken_off_is_over(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Anna Marsh became engaged to Martin Dale. Anna sang, and Martin slept badly.",
        "Anna Marsh broke off the engagement. Martin said nothing. Anna went home.",
    )
    assert ties(views.open("made", "2")) == {"betrothed"} and ties(views.open("made", "3")) == {"parted"}


@pytest.mark.parametrize(
    "told",
    [
        "Martin Dale came in. “I will marry you, Martin Dale,” said Anna Marsh. “Thank you, Anna,” said Martin Dale.",
        "“Anna Marsh is engaged to Martin Dale,” said the clerk. Nobody answered him.",
        "Martin Dale sat by the fire. Anna Marsh had promised to marry him. Anna went home.",
        "Martin Dale had asked her twice. Anna Marsh accepted him in the end. Anna went home.",
        "Anna Marsh put on her hat. Now that she was going to marry Martin Dale, she had grown careful.",
    ],
)
def test_who_gives_or_takes_a_promise_is_betrothed(tmp_path: Path, told: str) -> None:
    assert ties(tell(tmp_path, told).open("made", "2")) == {"betrothed"}


def test_the_betrothed_of_whom_one_is_told_as_the_others_wife_are_married(tmp_path: Path) -> None:
    engaged = "Anna Marsh was engaged to Martin Dale by the spring. Anna wrote to nobody. Martin slept badly."
    later = "Martin Dale came in with his wife. The rain had stopped. Martin Dale’s wife took off her gloves."
    ahead = "Martin Dale thought of Anna. She was to be his wife. Martin Dale had never wanted her as his wife more."
    views = tell(tmp_path, engaged, ahead, later)
    assert [ties(views.open("made", str(at))) for at in (2, 3, 4)] == [{"betrothed"}, {"betrothed"}, {"spouse"}]


@pytest.mark.parametrize(
    "told",
    [
        "“I will never marry you, Martin Dale,” said Anna Marsh. “Why?” said Martin Dale.",
        "“Will I marry you, Martin Dale?” said Anna Marsh. “Yes,” said Martin Dale.",
        "“If I must, I will marry you, Martin Dale,” said Anna Marsh. “Thank you,” said Martin Dale.",
        "Martin Dale held out his hand for the dance. Anna Marsh accepted him. Anna went home.",
        "Martin Dale sat by the fire. Anna Marsh had never promised to marry him. Anna went home.",
        "Anna Marsh would never have married Martin Dale. Anna said so.",
        "“Did Anna Marsh marry Martin Dale?” asked the clerk. Nobody answered him.",
        "Anna Marsh was engaged to Martin Dale for the next dance. Anna sighed.",
        "Anna Marsh did not marry Martin Dale. Anna went home.",
        "Anna Marsh wanted to marry Martin Dale. Anna went home.",
        "“In case Martin Dale married Anna Marsh, the house was hers,” said the clerk. Anna went home.",
        "It was a picture of the house two years hence, when Anna Marsh was married to Martin Dale. Anna went home.",
        "Martin Dale came in. Anna Marsh became engaged to his brother. Anna went home.",
    ],
)
def test_what_is_denied_asked_or_wished_changes_nothing(tmp_path: Path, told: str) -> None:
    assert ties(tell(tmp_path, told).open("made", "2")) == set()


def test_nobody_is_left_by_a_man_who_may_be_anybody(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Martin Dale married Anna Marsh in June. Anna wore her blue dress. Martin had lost the ring.",
        "Martin Dale sat by the window. Anna came in. The man died in the war.",
    )
    assert ties(views.open("made", "3")) == {"spouse"}


def test_nobody_has_two_husbands(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Martin Dale married Anna Marsh in June. Anna wore her blue dress. Martin had lost the ring.",
        "Peter Rudd came to the door. Anna, the wife of Peter Rudd, as he thought, came out.",
    )
    told = views.open("made", "3").facts(["relation"])
    assert [fact.subtype for fact in told if fact.until is None] == ["spouse"]


def test_a_wife_is_no_mother_of_her_husband(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Martin Dale married Anna Marsh in June. Anna wore her blue dress. Martin had lost the ring.",
        "“Good night, Martin,” said Anna Marsh to Martin Dale.\n\n“Good night, Mother,” said Martin Dale to Anna Marsh.",
    )
    assert ties(views.open("made", "3")) == {"spouse"}


@pytest.mark.parametrize(
    ("told", "tie"),
    [
        ("Martin Dale, her late husband, had built the house. Anna Marsh looked at it.", {"late spouse"}),
        ("Martin Dale was her future husband. Anna Marsh looked at him.", {"betrothed"}),
        ("Anna Marsh nodded to Martin Dale, the brother of Peter Rudd’s cousin. Peter Rudd was away.", set()),
    ],
)
def test_kin_who_are_so_no_more_or_not_yet(tmp_path: Path, told: str, tie: set[str]) -> None:
    body = "Anna Marsh sat by Martin Dale. Anna laughed. Anna Marsh met Peter Rudd. Peter Rudd smiled."
    assert ties(tell(tmp_path, f"{body} {told}").open("made", "2")) == tie


def test_servants_are_dismissed(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Peter Rudd, her servant, came in. Anna Marsh told her servant, Peter Rudd, to shut the door. Peter shut it.",
        "Anna Marsh dismissed Peter Rudd. Peter went away without a word. Anna wept.",
    )
    assert ties(views.open("made", "2")) == {"servant"} and ties(views.open("made", "3")) == {"dismissed"}


LETTER = [
    "Mr. Dale was waiting by the gate. Mr. Dale held out a letter, and Anna Marsh took it. Anna read it by the window.",
    "“Dear Madam, I have been unjust to you, and I am sorry for every word of it.\n\n“Your servant,\n\n“MARTIN DALE.”",
    "Anna folded the letter. Mr. Dale had gone.",
]


def test_who_signs_a_letter_in_full_is_whoever_bears_the_surname_before_it(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/castline.db")
    first = [
        "Mr. Dale came to tea with Anna Marsh. Mr. Dale was proud, and Anna laughed at Mr. Dale. “Sit down,” said Anna."
    ]
    read_through(store, save(tmp_path, write_book([first, LETTER])))
    view = Views(store).open("made", None)
    letter = next(said for said in view.facts(["utterance"]) if "unjust" in said.text)
    assert (
        view.root(letter.speaker) == view.cast.find("Mr. Dale", view.bound) == view.cast.find("Martin Dale", view.bound)
    )


def test_feelings_for_one_under_two_names_do_not_leap_between_them() -> None:
    def felt(told: str, toward: str, affection: float, familiarity: float) -> Feeling:
        return Feeling(
            id=f"{told}{toward}", book=1, chapter=int(told.split(".")[1]), told=told, start=0, end=1, text="x", by="x",
            confidence=1.0, holder="a", toward=toward, affection=affection, familiarity=familiarity, cues=(),
        )  # fmt: skip

    told = [
        felt("1.1", "b", 2.0, 5.0),
        felt("1.2", "c", -3.0, 1.0),
        felt("1.3", "b", 1.0, 5.0),
        felt("1.4", "c", 4.0, 6.0),
    ]
    assert [feeling.told for feeling in lead(reversed(told))] == ["1.1", "1.3", "1.4"]


@pytest.mark.parametrize(
    ("told", "declared"),
    [
        ("Martin Dale came in. “I love you, Martin,” said Anna Marsh. “I love you, Anna,” said Martin Dale.", True),
        ("Martin Dale wished that she would come and say, “I love you, Martin,” said the clerk to Anna Marsh.", False),
    ],
)
def test_what_somebody_is_only_wished_to_say_is_no_declaration(tmp_path: Path, told: str, declared: bool) -> None:
    found = [fact.summary for fact in tell(tmp_path, told).open("made", "2").facts(["event"])]
    assert any("of her love" in one or "of his love" in one for one in found) is declared
