"""Who says "I": headings and signatures that give the word to somebody else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import castline
from castline.ingest.annotations import Titled, Voice
from castline.ingest.extraction.narrator_headings import find_voices
from castline.ingest.extraction.quotes import find_quotes
from castline.ingest.extraction.title_pages import find_titled


@pytest.mark.parametrize(
    ("heading", "kind", "name"),
    [
        ("CHAPTER I\n\nJOSIAH PELL’S JOURNAL", "journal", "JOSIAH PELL"),
        ("LETTER FROM MISS ORA VANE TO MISS TILDA MOSS", "letter", "MISS ORA VANE"),
        ("Chapter 16. Narrative continued by Dr. Pell: The Boat", "narrative", "Dr. Pell"),
        ("Extract from the Diary of Dr. Pell", "diary", "Dr. Pell"),
        ("Pell, _in continuation._", "narrative", "Pell"),
        ("Letter 4", "letter", ""),
        ("Chapter 5. The letter", "", ""),
        ("Chapter 6. The Story of the Door", "", ""),
        ("Chapter 7. The Narrative of the Lost Ship", "", ""),
    ],
)
def test_a_heading_tells_whose_paper_it_is(heading: str, kind: str, name: str) -> None:
    assert find_voices(heading, "", []) == [Voice(0, kind, name)]


LETTER = (
    "I write from the inn. I am well, and I hope that you are. I shall sail. {}I think of you. I sleep ill. I wait.\n\n"
)
TALE = "I was born in the hills. I kept sheep when I was small. I had a dog. I lost him. I wept. I was ten. I left. I ran.\n\n"
BOOK = (
    f"Letter 1\n\n{LETTER.format('I met nobody. ')}Your brother,\n\nAmos Pell\n\n"
    f"Letter 2\n\n{LETTER.format('I met a stranger on the ice. ')}Your brother,\n\nAmos Pell\n\n"
    f"Chapter 1\n\n{TALE}\n\nChapter 2\n\n{TALE}Pell, in continuation.\n\n{LETTER.format('')}\n"
)


def test_letters_and_the_tale_within_them_have_an_i_each(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(BOOK, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        chapters = {at: _tellers(library, at) for at in ("1", "2", "3", "4")}
    assert chapters["1"] == chapters["2"] == {"Amos Pell"}
    assert chapters["3"] == {"the narrator"}
    assert chapters["4"] == {"the narrator", "Amos Pell"}


def _tellers(library: castline.Library, at: str) -> set[str]:
    """Through whose eyes a chapter is told, or who else is on its page."""
    view = library.view(at)
    scenes = [scene for scene in view.facts(["scene"]) if str(scene.chapter) == at]
    return {view.name(one.character) for scene in scenes for one in scene.present}


CALLS = (
    "I dusted the hall. “Come here, Mrs. Tebb,” said Silas Orme.\n\n“Yes, sir,” I said.\n\n"
    "“Shut the door, Mrs. Tebb,” said Silas Orme.\n\n“I will, sir,” said I.\n\n"
    "“Sit down, Mrs. Tebb,” said Silas Orme.\n\n“Thank you, sir,” I answered.\n\n"
    "I sat. I waited. I heard the rain. I said nothing. I thought of home. I wept a little. I slept. I woke.\n\n"
)
FRAME = (
    "I rode to the house. I knocked. “My name is Lyle Vance,” I said to the servant, Mrs. Tebb. I was wet. I was cold. "
    "I sat by the fire. I asked for a tale. I slept. I woke. I rose.\n\n“Sit, Mr. Vance,” said Mrs. Tebb.\n\n"
)


def test_a_tale_within_the_book_is_its_tellers_until_the_frame_comes_back(tmp_path: Path) -> None:
    quiet = "I kept the keys. I swept. I baked. I sewed. I prayed. I grew old. I had no friend. I walked to the sea. I sang.\n\n"
    back = f"{FRAME}Mrs. Tebb stopped. Mrs. Tebb took up her work.\n\n"
    parts = [FRAME, CALLS, quiet, back]
    (tmp_path / "book.txt").write_text("".join(f"Chapter {n}\n\n{part}" for n, part in enumerate(parts, 1)), "utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        view = library.view(None)
        tellers = {
            at: Counter(
                view.name(one.character) for one in view.facts(["mention"]) if one.chapter == at and one.text == "I"
            )
            for at in (1, 2, 3, 4)
        }
    outside = {at: who.most_common(1)[0][0] for at, who in tellers.items()}
    assert outside == {1: "Lyle Vance", 2: "Mrs. Tebb", 3: "Mrs. Tebb", 4: "Lyle Vance"}


def test_who_tells_on_after_the_frame_under_another_name_is_who_told_before(tmp_path: Path) -> None:
    back = f"{FRAME}Mrs. Tebb stopped. Mrs. Tebb took up her work.\n\n"
    parts = [FRAME, CALLS, back, CALLS.replace("Mrs. Tebb", "Nelly"), ALONE]
    text = "".join(f"Chapter {n}\n\n{part}" for n, part in enumerate(parts, 1))
    told = _tell_i(tmp_path, text)
    assert told[2] == told[4] != told[3] == "Lyle Vance"


def test_a_pet_name_of_the_teller_begins_no_tale(tmp_path: Path) -> None:
    met = "I came home. “Sit down, Fitch,” he said to me.\n\n“I will, sir,” said I.\n\n“Eat, Fitch,” said he.\n\n"
    parts = [FRAME, f"{FRAME}{met}{ALONE}", CALLS.replace("Mrs. Tebb", "Fitch"), ALONE]
    text = "".join(f"Chapter {n}\n\n{part}" for n, part in enumerate(parts, 1))
    assert _tell_i(tmp_path, text) == dict.fromkeys((1, 2, 3, 4), "Lyle Vance")


def _tell_i(tmp_path: Path, text: str) -> dict[int, str]:
    """Chapter -> who says most of its "I", by the name known at the end."""
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        view = library.view(None)
        said: dict[int, Counter[str]] = {}
        for one in view.facts(["mention"]):
            if one.text == "I":
                said.setdefault(one.chapter, Counter())[view.name(one.character)] += 1
    return {at: who.most_common(1)[0][0] for at, who in said.items()}


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("THE ADVENTURES OF TOBIAS VANE", [Titled("TOBIAS VANE", False)]),
        ("The Life and Strange Adventures of Tobias Vane, of York. Written by Himself", [Titled("Tobias Vane", True)]),
        ("(_Being a reprint from the Recollections of_ TOBIAS VANE, M.D.,\n_late of York._)", [Titled("Dr. TOBIAS VANE", True)]),
        ("TOBIAS VANE\nAN AUTOBIOGRAPHY\nby Ora Moss", [Titled("TOBIAS VANE", True)]),
        ("A HISTORY OF THE WAR\n\nCONTENTS\n\nThe Story of Ora\n\nCHAPTER IX. THE HISTORY OF ORA MOSS", []),
        ("TOBIAS VANE\n\nby Ora Moss", []),
    ],
)  # fmt: skip
def test_a_title_page_tells_whose_tale_it_is(page: str, found: list[Titled]) -> None:
    assert find_titled(page) == found


ALONE = "I rose. I ate. I walked to the sea. I saw a sail. I thought of home. I slept. I woke. I had a little bread left. I wept.\n\n"
CALLED = f"{ALONE}“Come in, Mr. Vane,” said Silas Orme.\n\nI went in. I sat by the fire. I slept.\n\n"
TITLE = "THE ADVENTURES OF {}\n\n\n\n"


def test_whom_the_title_names_and_one_person_calls_so_is_the_teller(tmp_path: Path) -> None:
    book = f"Chapter 1\n\n{ALONE}Chapter 2\n\n{CALLED}"
    assert _tell_i(tmp_path, TITLE.format("TOBIAS VANE") + book) == {1: "Mr. Vane", 2: "Mr. Vane"}


def test_a_title_names_nobody_whom_the_telling_tells_of(tmp_path: Path) -> None:
    book = f"Chapter 1\n\n{CALLED}Mr. Vane looked at me. Mr. Vane laughed.\n\n"
    assert _tell_i(tmp_path, TITLE.format("TOBIAS VANE") + book) == {1: "the narrator"}


def test_who_wrote_the_book_by_its_title_is_whom_others_speak_of_by_that_name(tmp_path: Path) -> None:
    page = "PART I.\n\n(Being a reprint from the Recollections of TOBIAS VANE, M.D.)\n\n\n\n"
    met = "“Dr. Vane, Silas Orme,” said Amos Pell, and left us.\n\n"
    assert _tell_i(tmp_path, f"{page}CHAPTER I.\n\n{ALONE}{met}") == {1: "Dr. Vane"}


def test_a_name_that_is_said_to_me_is_mine(tmp_path: Path) -> None:
    asked = "He turned sharply to me: “Is your name Ora Moss?”\n\n“Yes!” said I.\n\n"
    called = "“Miss Moss,” she said to me, “you are cold.”\n\n"
    assert _tell_i(tmp_path, f"Chapter 1\n\n{ALONE}Chapter 2\n\n{ALONE}{called}{asked}") == {
        1: "Ora Moss",
        2: "Ora Moss",
    }


TALE_LINES = (
    "I was born in the hills, and I kept sheep", "I lost my dog, and I wept", "I left my home when I was ten", "I saw the sea"
)  # fmt: skip


def _said_i(tmp_path: Path, text: str) -> dict[int, str]:
    """Chapter -> who says most of its "I" in quotation marks."""
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        view = library.view(None)
        said: dict[int, Counter[str]] = {}
        for one in view.facts(["utterance"]):
            said.setdefault(one.chapter, Counter())[view.name(one.speaker) if one.speaker else ""] += (
                one.end - one.start
            )
    return {at: who.most_common(1)[0][0] for at, who in said.items()}


def test_a_tale_in_quotation_marks_is_his_who_was_told_to_begin_it(tmp_path: Path) -> None:
    tale = "\n\n".join(f"“{line}." for line in TALE_LINES) + "”\n\n"
    talk = "“Sit here, sir,” said Amos Pell.\n\n“I will,” said I.\n\n“You shall hear all,” said Amos Pell.\n\n"
    before = f"{ALONE}{talk}I sat by the fire that Silas Orme had lit for me, and he thus began his tale.\n\n"
    after = f"{ALONE}“Well,” said I to Silas Orme.\n\n“Well,” said Silas Orme.\n\n"
    assert _said_i(tmp_path, f"Chapter 1\n\n{before}Chapter 2\n\n{tale}Chapter 3\n\n{after}")[2] == "Amos Pell"


def test_a_tale_in_single_marks_is_speech_and_its_heading_names_who_tells(tmp_path: Path) -> None:
    tale = "\n\n".join(f"‘{line}. “Go,” said my mother." for line in TALE_LINES) + "’\n\n"
    talk = "“Sit here,” said I. “I will,” said she.\n\n"
    met = "“Take heart, Miss Moss,” said I. “I do,” said Miss Moss. “You may, Miss Moss,” said I.\n\n"
    headed = f"Chapter 2\n\nThe History of Miss Moss\n\n{tale}"
    assert _said_i(tmp_path, f"Chapter 1\n\n{ALONE}{talk}{headed}Chapter 3\n\n{ALONE}{met}")[2] == "Miss Moss"


LETTER_LINES = "“Dear Ada,\n\n“I am well, and I hope that you are. I sail tomorrow, and I shall think of you.\n\n“I come soon, and I long for home.\n\n“{}\n\n“York, May 18th, 17—.”\n\n"
HOME = "Ada Moss sat by the fire. Ada Moss had waited long. “Ada Moss is at home,” said the maid.\n\n"


def _write_letters(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "book.txt").write_text(f"Chapter 1\n\n{HOME}{text}", encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        view = library.view(None)
        return [view.name(one.speaker) for one in view.facts(["utterance"]) if one.rule in ("letter", "signed")]


def test_whoever_reads_a_letter_has_not_written_it(tmp_path: Path) -> None:
    first = (
        "“Good day,” said Ora Pell, and left. A letter from Ora Pell lay there. Ada Moss opened it and read as follows:\n\n"
        + LETTER_LINES.format("O.")
    )
    other = (
        "Ada Moss put it down.\n\nShe rose and wept.\n\nAda Moss seized the other letter, and read:\n\n"
        + LETTER_LINES.format("O.")
    )
    assert _write_letters(tmp_path, first + other) == ["Ora Pell", "Ora Pell"]


def test_a_letter_is_signed_above_its_place_and_date(tmp_path: Path) -> None:
    lines = LETTER_LINES.format("Silas Orme")
    text = f"Silas Orme had gone to sea. Ora Pell brought a letter.\n\n{lines}Ada Moss wept. “He lives,” said Ora Pell.\n\n"
    assert _write_letters(tmp_path, text) == ["Silas Orme"]


def test_of_two_who_bear_a_surname_an_initial_tells_who_signs(tmp_path: Path) -> None:
    people = (
        "Mrs. Hale came in. “Good day, Mrs. Hale,” said Edmund Hale. Mr. Edmund Hale sat down, and Mr. Hale sighed.\n\n"
    )
    text = f"{people}A letter came at last.\n\n{LETTER_LINES.format('M. Hale')}“Well,” said Mr. Hale.\n\n"
    assert _write_letters(tmp_path, text) == ["Mrs. Hale"]


HANDED = "Before I came to this house, she said, I kept a shop. I had a cat. I sold thread. I was poor. I sang. I slept ill. I woke.\n\n"
QUIET = "I kept the keys. I swept. I baked. I sewed. I prayed. I grew old. I had no friend. I walked to the sea. I sang.\n\n"
TOLD = "At this point of Mrs. Tebb’s story she looked up. I rose. I was stiff. I went to bed. I slept. I woke. I ate. I read.\n\n"


def test_a_tale_without_marks_is_hers_who_is_said_to_tell_it_until_it_is_spoken_of(tmp_path: Path) -> None:
    parts = [f"{FRAME}* * *\n\n{HANDED}", QUIET, f"{QUIET}* * *\n\n{TOLD}", QUIET]
    text = "".join(f"Chapter {n}\n\n{part}" for n, part in enumerate(parts, 1))
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        view = library.view(None)
        said = [one for one in view.facts(["mention"]) if one.text == "I" and text[one.start - 1] in " \n"]
        told = [(one.chapter, view.name(one.character)) for one in said if not text[: one.start].endswith("“")]
    runs = [one for at, one in enumerate(told) if not at or one != told[at - 1]]
    assert runs == [
        (1, "Lyle Vance"), (1, "Mrs. Tebb"), (2, "Mrs. Tebb"), (3, "Mrs. Tebb"), (3, "Lyle Vance"), (4, "Lyle Vance"),
    ]  # fmt: skip


@pytest.mark.parametrize("says", ["began the letter", "the note ran"])
def test_a_paper_that_speaks_is_a_letter(says: str) -> None:
    text = f"“I have sailed,” {says}. “I am well, and I shall write.\n\n“I come soon.”"
    spans = [(0, text.index("\n")), (text.index("\n") + 2, len(text))]
    assert [quote.kind for quote in find_quotes(text, spans)] == ["letter"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("He was born at Orme, or ‘there by’, as they say. He is old. ‘Come in,’ said Ada.", ["Come in,"]),
        ("‘It is you,’ said I, ‘or it is me’; for he had gone. ‘Come,’ said Ada.", ["It is you,", "or it is me", "Come,"]),
        ("‘Em’ly’s here, and ‘tis late,’ said Ada. ‘I will.’", ["Em’ly’s here, and ‘tis late,", "I will."]),
        ("It was a ‘regular’ smash to him. ‘Come,’ said Ada. ‘I will.’", ["Come,", "I will."]),
        ("‘The boys’ hats are here, and Pell is willin’, sir,’ said Ada.", ["The boys’ hats are here, and Pell is willin’, sir,"]),
    ],
)  # fmt: skip
def test_a_single_mark_closes_what_it_should(text: str, said: list[str]) -> None:
    other = "‘Well,’ said Pell. ‘It is late.’"
    spans = [(0, len(text)), (len(text) + 2, len(text) + 2 + len(other))]
    found = find_quotes(f"{text}\n\n{other}", spans)
    assert [text[a:b] for quote in found for a, b in quote.parts if b <= len(text)] == said


def test_a_chapter_that_is_nearly_all_talk_is_told_by_who_tells_the_book(tmp_path: Path) -> None:
    talk = "“Sit down,” said Silas Orme. “I am cold, and I am tired, and I wish to sleep.”\n\nMy friend rose. He gave us our hats.\n\n"
    view = f"Chapter 1\n\n{FRAME}Chapter 2\n\n{talk}"
    (tmp_path / "book.txt").write_text(view, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        one = library.view(None)
        mine = [one.name(said.character) for said in one.facts(["mention"]) if said.text == "My" and said.chapter == 2]
    assert mine == ["Lyle Vance"]


@pytest.mark.parametrize(
    ("between", "utterances"),
    [
        ("said Ada. The old man answered,", 2),
        ("said Ada. Mr. Orme, who had heard it, shook his head and replied:", 2),
        ("said Ada, while Hugh added:", 2),
        ("said Ada. She looked at Hugh, and added,", 1),
        ("said Mr. Orme, laughing, and added,", 1),
        ("said Ada. The old man sat down by the", 1),
    ],
)
def test_a_paragraph_may_hold_what_two_say(between: str, utterances: int) -> None:
    text = f"“It is late,” {between} “we must go.”"
    assert len(find_quotes(text, [(0, len(text))])) == utterances
