"""What is no name of a saga, no moment, nobody's name: said with what would do, and never more than was told by then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import run
from shelf import TALE, write_tale
from test_bad_input import PEOPLE, assert_sound

import castline
from castline import AmbiguousName, InputError, MomentError, UnknownName
from castline.ingest.reading.book import read

# -- names of sagas --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [" ", "\t\n", "a\nb", "a\x00b", "\x1b[31mred", "x" * 5000, "a\ud800b", "\u202eback"])
def test_a_name_that_will_not_do_for_a_saga_is_refused(tmp_path: Path, name: str) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        with pytest.raises(InputError, match="Give another with --saga") as raised:
            library.ingest(write_tale(tmp_path), saga=name)
        assert len(str(raised.value)) < 400 and str(raised.value).isprintable()
        assert library.sagas() == []


@pytest.mark.parametrize(
    "name", ["it's", "`) DETACH DELETE n //", '"; DROP TABLE saga; --', "a:1.1:c1", "Ünïcode 書 🙂", "x" * 200, "../up"]
)
def test_a_hostile_name_of_a_saga_is_only_a_name(tmp_path: Path, name: str) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(write_tale(tmp_path), saga=name)
        library.ingest(tmp_path / "tale.txt", saga="other")
        assert library.of(name).snapshot("Anna").saga == name
        assert_sound(library.of(name), TALE)
        library.ingest(tmp_path / "tale.txt", saga=name, replace=True)
        assert {entry.saga: entry.chapters for entry in library.sagas()} == {name: 3, "other": 3}


def test_hostile_names_in_the_text_are_only_words(tmp_path: Path) -> None:
    hostile = ("Ann\x01a Quill", "O'Brien `x` RETURN", "Bobby\x02 Tables", "Anna <b>&amp; Quill", "Quill\ufffe Marsh")
    text = "\n\n".join(
        f"Miss {name} met Mr. Ben Marsh. “Yes,” said Miss {name}. Miss {name} wept. {PEOPLE * 9}" for name in hostile
    )
    (tmp_path / "book.txt").write_text(text)
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        library.ingest(tmp_path / "book.txt")
        assert_sound(library, read(tmp_path / "book.txt").text)


def test_a_book_cannot_steer_a_terminal(tmp_path: Path) -> None:
    """Escape codes in a heading, in speech and in narration are in no page, table or message."""
    wild = PEOPLE.replace("Good", "\x1b]0;owned\x07Good").replace("kissed", "\x1b[2Jkissed\u202e")
    (tmp_path / "book.txt").write_text(
        f"CHAPTER 1 \x1b[31mRed\n\n{wild} {PEOPLE * 20}\n\nCHAPTER 2 \x1b[31mNothing\n\nCHAPTER 3\n\n{PEOPLE * 9}"
    )
    shown = [run(tmp_path, "ingest", str(tmp_path / "book.txt"), "--table")]
    shown += [
        run(tmp_path, *words, "--table")
        for words in (("snapshot", "Anna"), ("events", "Anna"), ("feelings", "Anna", "Ben"), ("cast",))
    ]
    shown += [run(tmp_path, "snapshot", "Anna", "--at", "1", "--format", form) for form in ("markdown", "messages")]
    for screen in shown:
        assert screen.exit_code == 0 and "Quill" in screen.output + "Quill" * (screen is shown[0])
        assert not set("\x1b\x07\u202e") & set(screen.output)


# -- moments and people ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("4", "told up to 1.3"), ("2.1.1", "told up to 1.3"), ("0", "counted from 1"), ("1.0", "counted from 1"), ("9999999", "is no moment"),
        ("1.2.3.4", "is no moment"), ("-1", "neither a moment nor a chapter's heading"), ("1e3", "neither a moment"), ("", "neither"),
        ("1.3.9", "chapter 1.3 has one scene. Write 1.3 for all of it"), ("3.2", "chapter 1.3 has one scene"),
        ("1.1.99999", "Scene 99999"), ("\n1.1;DROP", "neither a moment"), ("CHAPTER", "heading of several"),
    ],
)  # fmt: skip
def test_a_moment_that_is_none_is_said_to_be_none(told: Path, at: str, said: str) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library, pytest.raises(MomentError) as raised:
        library.cast(at)
    assert said in str(raised.value)


def test_a_scene_that_is_there_may_be_named(told: Path) -> None:
    shown = run(told, "snapshot", "Anna", "--at", "1.3.1")
    assert shown.exit_code == 0 and json.loads(shown.stdout)["at"] == "1.3.1"


def test_a_name_nobody_has_suggests_only_people_met_by_then(told: Path) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        for asked, at, suggested in (
            ("Annna", None, ("Miss Anna Quill",)), ("Ms Quil", "1", ("Miss Quill",)), ("Clra Stne", "3", ("Mrs. Clara Stone",)),
            ("Mrs. Clara Stone", "2", None), ("Stonne", "2", ()), ("", None, ()), ("x" * 10_000, None, ()), ("\x00'`", None, ()),
        ):  # fmt: skip
            with pytest.raises(UnknownName) as raised:
                library.snapshot(asked, at)
            if suggested is not None:
                assert raised.value.suggestions[: len(suggested) or 1] == suggested, (asked, raised.value.suggestions)
            assert at != "2" or not any("Stone" in name for name in raised.value.suggestions)


def test_a_name_of_several_lists_them(told: Path) -> None:
    family = TALE.replace("Mr. Ben Marsh", "Mr. Ben Quill").replace("Mr. Marsh", "Mr. Quill")
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        library.ingest(write_tale(told, "family.txt", family))
        with pytest.raises(AmbiguousName, match="Ask with a fuller name, or with the id") as raised:
            library.of("family").snapshot("Quill")
        assert len(raised.value.candidates) == 2
