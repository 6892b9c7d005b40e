"""Who is told to have died: an event from the first telling on, known to who says, hears or sees it; and never by a figure of speech."""

from __future__ import annotations

from pathlib import Path

import pytest

import castline
from castline.query.persona import write_persona

PEOPLE = (
    "Martha Crane sat at the table. Martha Crane poured the wine. Edwin Hale opened the door. Edwin Hale sat down. Robert Lowe came in. "
    "Robert Lowe took off his hat. Martha Crane looked at Edwin Hale."
)


def _library(tmp_path: Path, *chapters: str) -> castline.Library:
    told = "\n\n".join(f"Chapter {n}\n\n{words}" for n, words in enumerate([PEOPLE, *chapters], 1))
    (tmp_path / "book.txt").write_text(told + "\n", encoding="utf-8")
    library = castline.open(f"sqlite:///{tmp_path}/book.db")
    library.ingest([tmp_path / "book.txt"])
    return library


def _deaths(library: castline.Library) -> list[str]:
    return [event.summary for event in library.view().facts(["event"]) if event.summary.endswith(" died.")]


@pytest.mark.parametrize("words", [
    "Robert Lowe died in the night. Edwin Hale closed the window.",
    "Edwin Hale stood at the door. \"Robert Lowe is dead,\" said Edwin Hale to Martha Crane.",
    "Robert Lowe was murdered by a stranger. Edwin Hale closed the window.",
    "Edwin Hale had heard the news of Robert Lowe’s death. Edwin Hale closed the window.",
    "They buried Robert Lowe on the hill. Edwin Hale closed the window.",
    "Robert Lowe was buried in the old churchyard. Edwin Hale closed the window.",
])  # fmt: skip
def test_a_death_is_an_event_from_its_first_telling_on(tmp_path: Path, words: str) -> None:
    with _library(tmp_path, words, "Edwin Hale thought of Robert Lowe, who was dead.") as library:
        assert _deaths(library) == ["Robert Lowe died."]
        assert [event.at for event in library.happenings() if event.summary == "Robert Lowe died."] == ["1.2.1"]
        assert ("fate", "dead") in {(a.attribute, a.value) for a in library.snapshot("Robert Lowe").attributes}
        assert not [a for a in library.snapshot("Robert Lowe", "1").attributes if a.attribute == "fate"]


@pytest.mark.parametrize("words", [
    "Robert Lowe nearly died of the fever. Robert Lowe got up.",
    "Robert Lowe died of laughing at that. Robert Lowe got up.",
    "Robert Lowe was dead tired and went to bed. Robert Lowe slept.",
    "Robert Lowe was not dead at all. Robert Lowe got up.",
    "If Robert Lowe died, the mill would be sold. Edwin Hale closed the window.",
    "Edwin Hale feared that Robert Lowe would die. Edwin Hale closed the window.",
    "Martha Crane wished for Robert Lowe’s death. Martha Crane went home.",
    "Robert Lowe was dying. Edwin Hale closed the window.",
    "A friend who died abroad had sold Robert Lowe the mill. Robert Lowe got up.",
    "“Is Robert Lowe dead?” said Edwin Hale to Martha Crane.",
    "Edwin Hale buried Robert Lowe in questions. Robert Lowe got up.",
    "Robert Lowe was buried in his papers. Edwin Hale closed the window.",
    "Robert Lowe sat down by the fire and buried himself in an old book.",
    "Martha Crane read Robert Lowe’s death\nwarrant in that letter. Robert Lowe got up.",
    "Edwin Hale had not been there since the death of Robert Lowe’s father. Robert Lowe got up.",
])  # fmt: skip
def test_nobody_dies_by_a_figure_a_fear_or_a_question(tmp_path: Path, words: str) -> None:
    with _library(tmp_path, words) as library:
        assert _deaths(library) == []


def test_the_late_is_nobody_who_has_been_there(tmp_path: Path) -> None:
    """His father bore the name, too."""
    late = (
        "Edwin Hale sat in the chair of the late Mr. Wray. Edwin Hale thought of the late Robert Lowe. Edwin Hale rose."
    )
    with _library(tmp_path, late) as library:
        assert _deaths(library) == ["Mr. Wray died."]


def test_who_says_it_and_who_hears_it_know_of_it(tmp_path: Path) -> None:
    said = "Edwin Hale stood at the door. “Robert Lowe is dead,” said Edwin Hale to Martha Crane. Martha Crane wept."
    with _library(tmp_path, said) as library:
        found = library.knows("Robert Lowe died.")
        assert {(one.name, one.source) for one in found.heard} == {("Edwin Hale", None), ("Martha Crane", "Edwin Hale")}
        assert "Robert Lowe died." in library.render("Martha Crane", form="messages")


def test_who_comes_back_is_not_shown_as_dead_and_is_worth_a_look(tmp_path: Path) -> None:
    back = "Robert Lowe opened the door. Robert Lowe sat down at the table. Robert Lowe ate his bread and looked at Edwin Hale."
    with _library(tmp_path, "Robert Lowe died in the night. Edwin Hale closed the window.", back) as library:
        assert not [a for a in library.snapshot("Robert Lowe").attributes if a.attribute == "fate"]
        assert [a.value for a in library.snapshot("Robert Lowe", "2").attributes if a.attribute == "fate"] == ["dead"]
        (found,) = [one for one in library.review() if one.kind == "contrary"]
        assert found.why == "is told to have died (1.2), and is there in 1.3" and found.people == ("Robert Lowe",)
        assert not [one for one in library.review("2") if one.kind == "contrary"]


def test_an_actor_is_told_who_is_dead(tmp_path: Path) -> None:
    talk = "“Stay, dear Robert,” said Edwin Hale to Robert Lowe. “Gladly, dear Edwin,” said Robert Lowe to Edwin Hale. "
    with _library(
        tmp_path, 3 * talk, f"{talk}Edwin Hale sat beside Robert Lowe. Robert Lowe died in the night. Edwin Hale wept."
    ) as library:
        lines = {
            at: write_persona(library.snapshot("Edwin Hale", at), f"chapter {at}").partition("The people you know")[2]
            for at in ("2", "3")
        }
        assert "Robert Lowe" in lines["2"] and "dead by now" not in lines["2"]
        assert "Robert Lowe (dead by now)" in lines["3"]
        assert "Your mood now" not in write_persona(library.snapshot("Robert Lowe", "3"), "chapter 3")


def test_nobody_is_told_of_the_death_of_whom_they_have_met_since(tmp_path: Path) -> None:
    """A false alarm is no memory that an actor should keep."""
    said = "Edwin Hale stood at the door. “Robert Lowe is dead,” said Edwin Hale to Martha Crane. Martha Crane wept."
    back = "“Good day, Robert,” said Martha Crane to Robert Lowe. “Good day,” said Robert Lowe to Martha Crane. Martha Crane sat down."
    with _library(tmp_path, said, back) as library:
        assert "Robert Lowe died." in library.render("Martha Crane", "2", form="messages")
        now = library.render("Martha Crane", form="messages")
        assert "Robert Lowe died." not in now and "dead by now" not in now
        assert "Robert Lowe died." in library.render("Edwin Hale", form="messages"), (
            "who has not met him since believes it"
        )
