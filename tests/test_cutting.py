"""Text to chapters, scenes and paragraphs: each rule in a little story."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from conftest import need_data

from castline.errors import InputError
from castline.graph.numerals import parse_numeral
from castline.ingest.reading.book import BookText, read
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut

SEA = "Mira rowed out before the light, and the harbour lay behind her like a closed hand. She did not look back."
INN = "The innkeeper counted his spoons twice. One was missing, and he thought he knew in whose pocket it had gone."
ROAD = "They walked all day on the white road. Toward evening a cart overtook them, and its driver asked no questions."
TALES = [SEA, INN, ROAD]


def cut_text(folder: Path, text: str, pattern: str | None = None, name: str = "story.txt") -> Manuscript:
    path = folder / name
    path.write_bytes(text.encode())
    return cut(read(path), pattern)


def tell(*headings: str, gap: str = "\n\n\n") -> str:
    """A book with a paragraph under each heading."""
    return "".join(f"{gap}{heading}\n\n{TALES[n % 3]}\n" for n, heading in enumerate(headings))


def labels(manuscript: Manuscript) -> list[str]:
    return [chapter.label for chapter in manuscript.chapters]


def words(manuscript: Manuscript, chapter: Chapter) -> list[list[str]]:
    text = manuscript.book.text
    return [[" ".join(text[p.start : p.end].split()) for p in scene.paragraphs] for scene in chapter.scenes]


def first_words(folder: Path, text: str) -> list[list[str]]:
    manuscript = cut_text(folder, text)
    return words(manuscript, manuscript.chapters[0])


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("XIV", 14), ("iv", 4), ("IIII", 4), ("XC", 90), ("14", 14), ("2nd", 2), ("Twenty-One", 21), ("the Second", 2),
        ("ONE HUNDRED AND FIVE", 105), ("fortieth", 40), ("the last", None), ("mix", None), ("IC", None), ("", None),
    ],
)  # fmt: skip
def test_numerals(printed: str, value: int | None) -> None:
    assert parse_numeral(printed) == (1009 if printed == "mix" else value)


@pytest.mark.parametrize(
    "headings",
    [
        ["CHAPTER I", "CHAPTER II", "CHAPTER III"],
        ["Chapter 1. The Oar", "Chapter 2. The Spoon", "Chapter 3. The Cart"],
        ["Chapter One", "Chapter Two", "Chapter Three"],
        ["chapter one", "chapter two", "chapter three"],
        ["Chapter the First", "Chapter the Second", "Chapter the Last"],
        ["THE FIRST CHAPTER", "THE SECOND CHAPTER", "THE THIRD CHAPTER"],
        ["I", "II", "III"],
        ["1.", "2.", "3."],
        ["— 1 —", "— 2 —", "— 3 —"],
        ["ONE", "TWO", "THREE"],
        ["1 THE OAR", "2 THE SPOON", "3 THE CART"],
        ["I. The Oar", "II. The Spoon", "III. The Cart"],
        ["Letter 1", "Letter 2", "Letter 3"],
        ["Stave One", "Stave Two", "Stave Three"],
        ["PART I", "PART II", "PART III"],
        ["Kapitel 1", "Kapitel 2", "Kapitel 3"],
        ["Prologue", "Chapter 1", "Epilogue"],
        ["CHAPTER I", "CHAPTER II", "CONCLUSION"],
        ["CHAPTER I", "II", "III", "IV"],
        ["_Chapter I_", "_Chapter II_", "*Chapter III*"],
    ],
)
def test_headings_of_every_kind(tmp_path: Path, headings: list[str]) -> None:
    manuscript = cut_text(tmp_path, "THE OAR\n\nby A. Nobody\n" + tell(*headings))
    assert labels(manuscript) == headings
    assert [chapter.ordinal for chapter in manuscript.chapters] == list(range(1, len(headings) + 1))
    assert [words(manuscript, c) for c in manuscript.chapters] == [[[TALES[n % 3]]] for n in range(len(headings))]
    assert manuscript.problems == ()


def test_offsets_point_into_the_text_as_given(tmp_path: Path) -> None:
    text = ("Front.\n" + tell("  CHAPTER I.\n  The Oar", "CHAPTER II.")).replace("\n", "\r\n")
    manuscript = cut_text(tmp_path, text)
    first, second = manuscript.chapters
    assert (first.start, first.end) == (text.index("  CHAPTER I."), second.start)
    assert first.label == "CHAPTER I. The Oar"
    assert first.body_start == text.index(SEA) == first.scenes[0].start
    assert first.scenes[0].end == text.index(SEA) + len(SEA)
    assert second.end == len(text)


@pytest.mark.parametrize(
    ("printed", "label"),
    [
        ("CHAPTER I.\nThe Oar", "CHAPTER I. The Oar"),
        ("CHAPTER I.\n\nTHE OAR", "CHAPTER I. THE OAR"),
        ("Chapter 1\n\nThe Boat from Nowhere", "Chapter 1 The Boat from Nowhere"),
        ("CHAPTER I: How Mira, Who Had Never Rowed,\nCame to the Sea, and What She Found;\nA Storm.", None),
        ("CHAPTER\n   1", "CHAPTER 1"),
        ("CHAPTER I.\nTHE CONCLUSION.", "CHAPTER I. THE CONCLUSION."),
        ("[Illustration: ·THE OAR·\n\n\n\nChapter I.]", "Chapter I.]"),
    ],
)
def test_a_title_may_follow_on_other_lines(tmp_path: Path, printed: str, label: str | None) -> None:
    manuscript = cut_text(tmp_path, tell(printed, "CHAPTER II"))
    assert manuscript.chapters[0].label == (label or " ".join(printed.split()))
    assert words(manuscript, manuscript.chapters[0]) == [[SEA]]


def test_a_title_may_stand_right_below_a_bare_number(tmp_path: Path) -> None:
    manuscript = cut_text(tmp_path, tell("1\nThe Cold House", "2\nA Letter", "3\nHome"))
    assert labels(manuscript) == ["1 The Cold House", "2 A Letter", "3 Home"]
    assert words(manuscript, manuscript.chapters[0]) == [[SEA]]


def test_a_number_right_above_prose_is_a_pages(tmp_path: Path) -> None:
    pages = "".join(f"\n\n{page}\n{TALES[page % 3]}\n" for page in (1, 2, 3))
    assert len(cut_text(tmp_path, pages).chapters) == 1


def test_a_short_first_line_is_no_title(tmp_path: Path) -> None:
    manuscript = cut_text(
        tmp_path, f"Letter 1\n\nThe Harbour, May 4th\n\nDear Tom,\n\n{SEA}\n\n\nLetter 2\n\nTom!\n\n{INN}\n"
    )
    assert labels(manuscript) == ["Letter 1", "Letter 2"]
    assert words(manuscript, manuscript.chapters[0]) == [["The Harbour, May 4th", "Dear Tom,", SEA]]


def test_a_story_may_begin_on_its_headings_line(tmp_path: Path) -> None:
    book = "".join(f"CHAPTER {n}. {tale[:60]}\n{tale[60:]}\n\n" for n, tale in zip(("I", "II"), TALES, strict=False))
    manuscript = cut_text(tmp_path, book)
    assert labels(manuscript) == ["CHAPTER I.", "CHAPTER II."]
    assert [manuscript.book.text[c.body_start :][:4] for c in manuscript.chapters] == [SEA[:4], INN[:4]]


def test_ordinals_run_on_over_parts(tmp_path: Path) -> None:
    book = (
        "VOLUME I\n"
        + tell("CHAPTER I", "CHAPTER II")
        + "\n\nVOLUME II.\n_Ashore._\n\n\n"
        + tell("CHAPTER I", "CHAPTER II")
    )
    manuscript = cut_text(tmp_path, book)
    assert [c.ordinal for c in manuscript.chapters] == [1, 2, 3, 4]
    assert [c.part for c in manuscript.chapters] == ["VOLUME I"] * 2 + ["VOLUME II. _Ashore._"] * 2
    assert manuscript.chapters[1].end == book.index("VOLUME II")
    assert manuscript.problems == ()


def test_parts_may_lie_in_parts(tmp_path: Path) -> None:
    book = "".join(
        f"\n\n{part}\n{tell('I', 'II')}"
        for part in ("VOLUME I\n\n\nBOOK THE FIRST", "BOOK THE SECOND", "VOLUME II\n\n\nBOOK THE FIRST")
    )
    parts = [c.part for c in cut_text(tmp_path, book).chapters][::2]
    assert parts == ["VOLUME I, BOOK THE FIRST", "VOLUME I, BOOK THE SECOND", "VOLUME II, BOOK THE FIRST"]


@pytest.mark.parametrize("indent", ["", "    "])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_contents_page_is_no_chapter(tmp_path: Path, indent: str, between: str) -> None:
    headings = ["PREFACE", "PART ONE", "CHAPTER I", "CHAPTER II", "PART TWO", "CHAPTER I", "CHAPTER II", "EPILOGUE"]
    contents = "CONTENTS\n\n" + "".join(f"{indent}{heading}{between}" for heading in headings)
    book = (
        f"{contents}\n\n{tell('PREFACE')}\n\nPART ONE\n{tell('CHAPTER I', 'CHAPTER II')}\n\nPART TWO\n"
        f"{tell('CHAPTER I', 'CHAPTER II', 'EPILOGUE')}"
    )
    manuscript = cut_text(tmp_path, book)
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II", "CHAPTER I", "CHAPTER II", "EPILOGUE"]
    assert manuscript.chapters[0].start > len(contents)


def test_contents_may_number_otherwise_or_stand_at_the_end(tmp_path: Path) -> None:
    contents = "Contents\n\n  I.    The Oar\n  II.   The Spoon\n  III.  The Cart\n"
    headings = ["CHAPTER 1. THE OAR", "CHAPTER 2. THE SPOON", "CHAPTER 3. THE CART"]
    assert labels(cut_text(tmp_path, contents + "\n\n" + tell(*headings))) == headings
    back = tell("CHAPTER I", "CHAPTER II", "CHAPTER III") + "\n\n\nCONTENTS\n\nCHAPTER I\nCHAPTER II\nCHAPTER III\n"
    manuscript = cut_text(tmp_path, back)
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]
    assert words(manuscript, manuscript.chapters[2]) == [[ROAD]]


ROMAN = [
    f"{tens}{ones}" for tens in ("", "X", "XX") for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
][1:28]
FOREWORD = " ".join(TALES)  # longer than any entry of a list
AFTER_A_LIST = {
    "a paragraph": FOREWORD,
    "a title page": "THE OAR\n\nA NOVEL",
    "a paragraph and a title": f"{FOREWORD}\n\nTHE OAR",
    "a preface": f"PREFACE\n\n{FOREWORD}\n\n{FOREWORD}",
    "a long preface without its name": "\n\n".join([FOREWORD] * 4) + "\n\nTHE OAR",
}


@pytest.mark.parametrize("announced", ["CONTENTS\n\n", ""])
@pytest.mark.parametrize(
    "entry", ["CHAPTER {roman}.", "CHAPTER {roman}. The Oar ..... {page}", "{roman}. The Oar", "Chapter {n}  {page}"]
)
@pytest.mark.parametrize("after", AFTER_A_LIST)
def test_a_list_of_contents_ends_where_other_words_follow(
    tmp_path: Path, announced: str, entry: str, after: str
) -> None:
    """Its last line is no heading of what stands below it, be it a preface or a title page."""
    listed = "\n".join(entry.format(roman=roman, n=n, page=7 * n) for n, roman in enumerate(ROMAN, 1))
    headings = [f"CHAPTER {roman}." for roman in ROMAN]
    manuscript = cut_text(tmp_path, f"THE OAR\n\n{announced}{listed}\n\n{AFTER_A_LIST[after]}\n{tell(*headings)}")
    assert labels(manuscript) == headings
    assert words(manuscript, manuscript.chapters[0]) == [[SEA]]
    assert not [problem for problem in manuscript.problems if "before the first heading" not in problem.message]


@pytest.mark.parametrize("after", AFTER_A_LIST)
@pytest.mark.parametrize("second", [["CHAPTER I", "CHAPTER II"], ["CHAPTER III", "CHAPTER IV"]])
def test_a_list_by_volumes_ends_there_too(tmp_path: Path, after: str, second: list[str]) -> None:
    first = ["CHAPTER I", "CHAPTER II"]
    listed = "\n".join(["VOLUME I", *first, "VOLUME II", *second])
    told = f"VOLUME I\n{tell(*first)}\n\nVOLUME II\n{tell(*second)}"
    manuscript = cut_text(tmp_path, f"THE OAR\n\nCONTENTS\n\n{listed}\n\n{AFTER_A_LIST[after]}\n\n\n{told}")
    assert labels(manuscript) == first + second
    assert [c.part for c in manuscript.chapters] == ["VOLUME I"] * 2 + ["VOLUME II"] * 2


def test_a_list_that_ends_with_a_part_is_a_list_to_its_end(tmp_path: Path) -> None:
    listed = "CONTENTS\n\nPART ONE\nPART TWO\nPART THREE\n\nPREFACE\n\n" + FOREWORD
    headings = ["PART ONE", "PART TWO", "PART THREE"]
    manuscript = cut_text(tmp_path, f"{listed}\n{tell(*headings)}")
    assert labels(manuscript) == headings and words(manuscript, manuscript.chapters[0]) == [[SEA]]


def test_letters_before_chapters_are_chapters(tmp_path: Path) -> None:
    manuscript = cut_text(tmp_path, tell("Letter 1", "Letter 2", "Chapter 1", "Chapter 2"))
    assert labels(manuscript) == ["Letter 1", "Letter 2", "Chapter 1", "Chapter 2"]


def test_prefaces_epigraphs_and_notes_are_no_chapters(tmp_path: Path) -> None:
    book = (
        f"THE OAR\n\nTo my mother, who never rowed.\n{tell('PREFACE')}\n\nTRANSCRIBER’S NOTE\n\nSpelling kept.\n"
        f"{tell('CHAPTER I', 'CHAPTER II')}\nTHE END\n\n\nFOOTNOTES\n\n[1] An oar is a pole with a blade.\n"
    )
    manuscript = cut_text(tmp_path, book)
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II"]
    assert words(manuscript, manuscript.chapters[1]) == [[INN]]
    assert manuscript.chapters[1].end == book.index("FOOTNOTES")


def test_prose_that_speaks_of_chapters_is_no_heading(tmp_path: Path) -> None:
    prose = "Chapter 3 was the one she liked best.\n\nPart I of the house was shut.\n\nI\nwent. Book II lay open.\n\n"
    manuscript = cut_text(tmp_path, tell("CHAPTER I") + "\n" + prose + tell("CHAPTER II"))
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II"]


def test_bare_numbers_inside_chapters_divide_scenes(tmp_path: Path) -> None:
    manuscript = cut_text(tmp_path, tell("CHAPTER I", "1", "2", "CHAPTER II", "1", "2", "3", "CHAPTER III"))
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]
    assert words(manuscript, manuscript.chapters[0]) == [[SEA], [INN], [ROAD]]


def test_titles_without_numbers_are_known_from_the_contents(tmp_path: Path) -> None:
    titles = ["The Oar", "A Spoon Goes Missing", "What the Driver Said"]
    contents = "Contents\n\n" + "".join(f"{title} ..... {n}\n" for n, title in enumerate(titles, 3))
    assert labels(cut_text(tmp_path, contents + "\n\n" + tell(*titles))) == titles


def test_titles_in_capitals_are_known_by_standing_alone(tmp_path: Path) -> None:
    titles = ["THE OAR", "A SPOON GOES MISSING", "WHAT THE DRIVER SAID"]
    book = "".join(f"\n\n\n{title}\n\n" + f"{SEA}\n\n" * 5 for title in titles)
    assert labels(cut_text(tmp_path, "THE STORY\n\nby Nobody\n" + book)) == titles


def test_a_jump_in_the_numbers_is_a_problem(tmp_path: Path) -> None:
    book = tell("CHAPTER I", "CHAPTER II", "CHAPTER IV", "CHAPTER V")
    manuscript = cut_text(tmp_path, book)
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II", "CHAPTER IV", "CHAPTER V"]
    (problem,) = manuscript.problems
    assert book[problem.start : problem.end] == "CHAPTER IV" and "--cut" in problem.advice


def test_a_stray_heading_is_left_out_and_told(tmp_path: Path) -> None:
    book = tell("CHAPTER I", "CHAPTER II", "CHAPTER II", "CHAPTER III")
    manuscript = cut_text(tmp_path, book)
    assert labels(manuscript) == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]
    assert "does not fit" in manuscript.problems[0].message


def test_a_book_without_headings_is_one_chapter(tmp_path: Path) -> None:
    manuscript = cut_text(tmp_path, f"{SEA}\n\n{INN}\n")
    (chapter,) = manuscript.chapters
    assert (chapter.ordinal, chapter.label, chapter.part) == (1, "", None)
    assert words(manuscript, chapter) == [[SEA, INN]]
    assert "--cut" in manuscript.problems[0].advice


def test_a_pattern_of_the_reader_decides(tmp_path: Path) -> None:
    book = "Tide the first\nTide the second\n" + tell("Tide the first", "CHAPTER I", "Tide the second")
    manuscript = cut_text(tmp_path, book, pattern="^Tide the ")
    assert labels(manuscript)[-2:] == ["Tide the first", "Tide the second"]
    assert len(manuscript.chapters) == 2


@pytest.mark.parametrize(("pattern", "found"), [("(", "no regular expression"), ("^Canto", "matches no line")])
def test_a_bad_pattern_is_refused(tmp_path: Path, pattern: str, found: str) -> None:
    with pytest.raises(InputError, match=found):
        cut_text(tmp_path, SEA, pattern)


@pytest.mark.parametrize("sign", ["* * *", "***", "---", "#", "~", "⁂", "* * * *\n\n  * * *", "o o o", "_* * *_"])
def test_an_ornament_ends_a_scene(tmp_path: Path, sign: str) -> None:
    manuscript = cut_text(tmp_path, f"CHAPTER I\n\n{SEA}\n\n{sign}\n\n{INN}\n\n{ROAD}\n{tell('CHAPTER II')}")
    assert words(manuscript, manuscript.chapters[0]) == [[SEA], [INN, ROAD]]
    assert [scene.ordinal for scene in manuscript.chapters[0].scenes] == [1, 2]
    assert len(manuscript.chapters[1].scenes) == 1


def test_a_wide_gap_ends_a_scene_but_a_letter_does_not(tmp_path: Path) -> None:
    wide = f"CHAPTER I\n\n{SEA}\n\n{ROAD}\n\n\n\n{INN}\n\n{ROAD}\n"
    assert first_words(tmp_path, wide) == [[SEA, ROAD], [INN, ROAD]]
    letter = f"CHAPTER I\n\n{SEA}\n\nIt said:\n\n\n\nCome home.\n\n\n\n{INN}\n\n{ROAD}\n"
    assert first_words(tmp_path, letter) == [[SEA, "It said:", "Come home.", INN, ROAD]]


@pytest.mark.parametrize(
    ("head", "parts"),
    [
        ("On Friday her father could not get his breath.", True),
        ("That evening Ada went up with a lamp.", True),
        ("The next morning the boats came home.", True),
        ("Two days later the boats came home.", True),
        ("It was nearly midnight when he knocked.", True),
        ("In January the creek froze.", True),
        ("The evening before, he had told her all.", False),
        ("On Friday she had been to the town.", False),
        ("“That evening Ada went up with a lamp,” said Hugh.", False),
        ("One by one they went out.", False),
        ("At the end of a few minutes he spoke.", False),
        ("On the table lay a lamp.", False),
    ],
)
def test_another_time_begins_another_scene(tmp_path: Path, head: str, parts: bool) -> None:
    long = "Ada sat at the window and looked at the rain upon the boats. " * 12
    cut = cut_text(tmp_path, f"Chapter 1\n\n{long}\n\n{head} {long}\n\n{long}\n")
    assert len(cut.chapters[0].scenes) == 1 + parts
    short = cut_text(tmp_path, f"Chapter 1\n\nAda sat.\n\n{head} {long}\n")
    assert len(short.chapters[0].scenes) == 1


def test_pictures_are_no_paragraphs(tmp_path: Path) -> None:
    book = f"CHAPTER I\n\n[Illustration]\n\n{SEA}\n\n\n\n[Illustration:\n\n   An oar\n\n[_Copyright_]]\n\n\n\n{INN}\n"
    assert first_words(tmp_path, book) == [[SEA, INN]]


def test_pictures_and_footnotes_are_no_paragraphs(tmp_path: Path) -> None:
    notes = "[1] See the log of that year.\n\n     * The oar of a barge.\n\n[Footnote 2: So the log.]"
    book = f"CHAPTER I\n\n    [Picture: The inn and\n  the oar]\n\n{SEA}\n\n{notes}\n\n* * *\n\n{INN}\n"
    assert first_words(tmp_path, book) == [[SEA], [INN]]


def test_paragraphs_without_blank_lines(tmp_path: Path) -> None:
    indented = "CHAPTER I\n\n" + "".join(f"    {tale[:50]}\n{tale[50:]}\nand on it went\n" for tale in TALES * 5)
    assert [len(s.paragraphs) for s in cut_text(tmp_path, indented).chapters[0].scenes] == [15]
    lines = "CHAPTER I\n\n" + "".join(f"{tale} {tale}\n" for tale in TALES)
    assert [len(s.paragraphs) for s in cut_text(tmp_path, lines).chapters[0].scenes] == [3]


def test_a_text_without_any_blank_line_still_has_chapters(tmp_path: Path) -> None:
    book = "THE OAR\n" + "".join(f"CHAPTER {n}\n" + f"{SEA}\n" * 30 for n in ("I", "II", "III"))
    assert labels(cut_text(tmp_path, book)) == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]


def test_markdown_headings_and_rules(tmp_path: Path) -> None:
    book = f"# The Tale\n\nby Nobody\n\n## Oar\n\n{SEA}\n\n---\n\n{INN}\n\n### Later\n\n{ROAD}\n\n## Spoon\n\n{INN}\n"
    manuscript = cut_text(tmp_path, book, name="tale.md")
    assert labels(manuscript) == ["Oar", "Spoon"]
    assert words(manuscript, manuscript.chapters[0]) == [[SEA], [INN], [ROAD]]


def test_html_headings_and_rules(tmp_path: Path) -> None:
    html = (
        f"<html><body><h1>The Tale</h1><h2>PART ONE</h2><h3>CHAPTER I<br>The Oar</h3><p>{SEA}</p><hr><p>{INN}</p>"
        f"<h2>PART TWO</h2><h3>CHAPTER I</h3><h4>The Spoon</h4><p>{ROAD}</p><h3>CHAPTER II</h3><p>{SEA}</p></body></html>"
    )
    manuscript = cut_text(tmp_path, html, name="tale.html")
    assert labels(manuscript) == ["CHAPTER I The Oar", "CHAPTER I The Spoon", "CHAPTER II"]
    assert [c.part for c in manuscript.chapters] == ["PART ONE", "PART TWO", "PART TWO"]
    assert words(manuscript, manuscript.chapters[0]) == [[SEA], [INN]]


@pytest.mark.parametrize("unit", ["word ", "I ", "* ", "[", "Chapter I "])
def test_one_huge_paragraph_is_cut_in_a_moment(tmp_path: Path, unit: str) -> None:
    text = unit * (5_000_000 // len(unit))
    book = read_text(tmp_path, text)
    start = time.process_time()
    assert len(cut(book).chapters) == 1
    assert time.process_time() - start < 5, "seconds of the processor; what grows with the square takes minutes"


def test_many_short_lines_are_cut_in_a_moment(tmp_path: Path) -> None:
    for text in (
        "I\n\n" * 9000,
        "CHAPTER I\n" * 9000,
        "PART I\n\nII\n\n" * 9000,
        "[Illustration\n\n" * 9000,
        "word\n" * 90_000,
    ):
        book = read_text(tmp_path, text)
        start = time.process_time()
        cut(book)
        assert time.process_time() - start < 5, "seconds of the processor"


def read_text(folder: Path, text: str) -> BookText:
    (folder / "huge.txt").write_text(text)
    return read(folder / "huge.txt")


@pytest.mark.slow
def test_whole_novels_are_cut_as_the_gold_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    sys.modules.pop("chapters", None)
    from chapters import measure  # type: ignore[import-not-found]

    wrong = [row for row in measure(need_data("gold").parent) if row.verdict == "NO"]
    assert wrong == []
