"""Who is there: those whom a scene shows to act and to be met, from when to when, and not those it only tells of."""

from __future__ import annotations

from pathlib import Path

import pytest

import castline
from castline.graph.facts import Scene

FILLER = "The rain fell on the roof of the mill all day, and the river rose. " * 8
BOOK = f"""Chapter 1

Martha Crane sat at the table and looked at Edwin Hale. Edwin poured the wine. Martha said that Robert Lowe was in the
town. Robert had sold the mill to a stranger. "Robert is a rogue," said Edwin.

"He is no worse than others," said Martha.

Edwin took his hat and left the room.

{FILLER}

Martha Crane closed the window. Martha burned the letter and wept.

{FILLER}

Martha went to bed.

Chapter 2

Robert Lowe knocked at the door. Edwin Hale opened the door, and Robert shook his hand.
"""
KIN = f"""Chapter 1

I was ten years old when I came to the mill. My aunt, Martha Crane, met me at the gate. Martha Crane took my hand, and I
followed Martha Crane into the house. I ate, I slept, and I dreamed. I woke early. I heard the river. I went down.

Chapter 2

I worked in the mill for a year. I carried the sacks, and I swept the floor. I learned to read. I had a friend, Robert
Lowe. I fished with Robert. Robert taught me to swim. I was happy. I grew. I sang.

{FILLER * 3}

Chapter 3

I came home late. My aunt opened the door and scolded me. My aunt took my coat. I sat down. I ate my bread. I said that
I was sorry. I went up to bed, and I lay awake, and I thought of the river. I wept.
"""
STAFF = """Chapter 1

Martha Crane sat in the hall. The coachman Tobit looked in at the door and went away. Martha Crane rang the bell.
"""


def _scenes(tmp_path: Path, text: str, last: str) -> tuple[castline.Library, dict[int, dict[str, list[str]]]]:
    """Chapter -> name -> the words of each stay."""
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    library = castline.open(f"sqlite:///{tmp_path}/book.db")
    library.ingest([tmp_path / "book.txt"])
    view = library.view(last)
    there = {
        scene.chapter: {view.name(one.character): [text[a:b] for a, b in one.stays] for one in scene.present}
        for scene in view.facts(["scene"])
        if isinstance(scene, Scene)
    }
    return library, there


def test_who_is_only_told_of_is_not_there(tmp_path: Path) -> None:
    library, there = _scenes(tmp_path, BOOK, "2")
    with library:
        assert set(there[1]) == {"Martha Crane", "Edwin Hale"}
        assert set(there[2]) == {"Robert Lowe", "Edwin Hale"}


def test_whom_one_thinks_of_or_reads_is_not_met(tmp_path: Path) -> None:
    told = "Martha Crane remembered Robert Lowe. Edwin Hale poured the wine. Martha Crane admired Robert Lowe. Martha Crane sat down."
    library, there = _scenes(tmp_path, f"Chapter 1\n\n{told}\n\n{FILLER}\n", "1")
    with library:
        assert "Robert Lowe" not in there[1] and "Martha Crane" in there[1]


def test_who_leaves_the_room_does_not_stay(tmp_path: Path) -> None:
    library, there = _scenes(tmp_path, BOOK, "2")
    with library:
        assert there[1]["Edwin Hale"][-1].endswith("left the room.")
        assert any("burned the letter" in stay for stay in there[1]["Martha Crane"])
        assert not any("burned the letter" in stay for stay in there[1]["Edwin Hale"])


def test_a_narrators_aunt_is_the_one_told_of_long_after(tmp_path: Path) -> None:
    library, there = _scenes(tmp_path, KIN, "3")
    with library:
        assert "Martha Crane" not in there[2]
        assert "Martha Crane" in there[3]


def test_a_noun_beside_a_name_lets_somebody_in_at_once(tmp_path: Path) -> None:
    library, _ = _scenes(tmp_path, STAFF, "1")
    with library:
        assert "Tobit" in {person.name for person in library.cast(at="1")}


def test_a_title_alone_is_not_whoever_was_once_announced_by_it(tmp_path: Path) -> None:
    often = " ".join(f"Peter Orlov walked to the gate and counted {n} geese." for n in range(2, 32))
    text = f"Chapter 1\n\nPrince Peter Orlov came in. {often}\n\nChapter 2\n\nThe prince rang. The prince sat down.\n"
    library, there = _scenes(tmp_path, text, "2")
    with library:
        assert "Peter Orlov" not in there[2]


def test_a_place_is_written_as_its_sentence_writes_it(tmp_path: Path) -> None:
    text = "Chapter 1\n\nEdwin Hale sat in Orme Hall. Edwin Hale waited. Edwin Hale looked at Martha Crane, and Martha sighed.\n"
    library, _ = _scenes(tmp_path, text, "1")
    scenes: list[Scene] = list(library.view().facts(["scene"]))
    assert [scene.place for scene in scenes] == ["Orme Hall"]


def test_who_was_there_long_before_the_end_is_not_whom_one_was_with(tmp_path: Path) -> None:
    """A chapter may be one scene, and who left it long before is not whom one was with."""
    library, there = _scenes(tmp_path, BOOK, "1")
    with library:
        assert "Edwin" in there[1]
        last = library.snapshot("Martha Crane", "1").whereabouts
        assert last is not None and last.present == ()


def test_one_was_last_with_whom_one_surely_spoke_to(tmp_path: Path) -> None:
    """Who is only seen, looked at or talked of beside somebody may be elsewhere by then."""
    told = (
        'Martha Crane sat at the table. Robert Lowe opened the door. "Come in, Robert," said Martha Crane to Robert Lowe. '
        "Robert Lowe sat down. Martha Crane looked at Edwin Hale. Edwin Hale poured the wine. Edwin Hale drank it."
    )
    library, there = _scenes(tmp_path, f"Chapter 1\n\n{told}\n", "1")
    with library:
        assert {"Robert Lowe", "Edwin Hale"} <= set(there[1])
        last = library.snapshot("Martha Crane", "1").whereabouts
        assert last is not None and last.present == ("Robert Lowe",)


STANDING = " ".join(f"Peter Orme counted {n} geese by the gate." for n in range(2, 40))


@pytest.mark.parametrize(("words", "mood"), [
    (f"Peter Orme was angry. {STANDING}", None),
    (f"{STANDING} Peter Orme was angry.", "angry"),
    (f"{STANDING} Peter Orme was glad to sit down.", None),
])  # fmt: skip
def test_a_mood_is_of_where_somebody_is_last_shown(tmp_path: Path, words: str, mood: str | None) -> None:
    library, _ = _scenes(tmp_path, f"Chapter 1\n\n{words}\n", "1")
    with library:
        found = library.snapshot("Peter Orme", "1").mood
        assert (found and found.emotion) == mood
