"""A book's outline: which of its headings are chapters, which are parts, and which are no part of the story."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from castline.ingest.reading.book import BookText
from castline.ingest.reading.problems import Problem
from castline.ingest.segmentation.headings import Heading, classify, find_headings, is_contents, looks_like_title
from castline.ingest.segmentation.lines import Page
from castline.ingest.segmentation.numbering import drop_contents, find_chain, prose_after, report_jumps, report_misfits

_PROSE = 100  # characters that make a prologue or an epilogue more than a line in a list
_TOLD_PART = 1500  # a part that tells this much before its first chapter is a chapter itself
_CAPS_PROSE = 400


@dataclass(slots=True)
class Outline:
    """Headings in reading order by their role; `inner` are headings inside chapters, which divide scenes."""

    chapters: list[Heading] = field(default_factory=list)
    parts: list[Heading] = field(default_factory=list)
    asides: list[Heading] = field(default_factory=list)
    inner: list[Heading] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def draw_outline(book: BookText, page: Page) -> Outline:
    headings = drop_contents(find_headings(book, page), page)
    dividers = [heading.first for heading in headings if heading.kind in ("part", "aside")]
    chapters = _choose(headings, dividers, page)
    if not chapters:
        return Outline(asides=[h for h in headings if h.kind == "aside"])
    outline = Outline(chapters=chapters)
    _add_unnumbered(outline, headings, page)
    taken = {heading.first for heading in outline.chapters}
    first, last = outline.chapters[0].first, outline.chapters[-1].first
    titles = Counter(heading.level for heading in headings if heading.kind == "title")
    above = {level for level, count in titles.items() if 0 < level < chapters[0].level and count > 1}
    outline.parts = [h for h in headings if h.first not in taken and h.first < last and _is_part(h, above)]
    outline.asides = [h for h in headings if h.kind == "aside" and _stands_apart(h, first, last, page)]
    outline.problems = report_jumps(outline.chapters, dividers, page)
    outline.problems += _report_cut_contents(outline.chapters, page)
    taken.update(heading.first for heading in outline.parts + outline.asides)
    rest = [heading for heading in headings if heading.first not in taken]
    outline.problems += report_misfits(rest, page)
    outline.inner = [h for h in rest if first < h.first and (h.level or h.kind in ("bare", "named"))]
    return outline


def _report_cut_contents(chapters: list[Heading], page: Page) -> list[Problem]:
    """Chapters with hardly a word under them, behind a list of contents, are that list: the file may hold no more of the book."""
    opening = next((at for at, line in enumerate(page.lines) if line.text and is_contents(line.text)), None)
    if opening is None or chapters[0].first < opening or chapters[0].family == "title":
        return []
    if median([prose_after(chapters, at, page) for at in range(len(chapters) - 1)] or [0]) > _PROSE:
        return []
    message = (
        "A list of contents stands here, and what was cut into chapters has hardly a word in it: it may be that list"
    )
    line = page.lines[opening]
    return [
        Problem(
            message, "Look whether the file is whole, and its chapters are those meant.", line.start, line.end, True
        )
    ]


def _choose(headings: list[Heading], dividers: list[int], page: Page) -> list[Heading]:
    """The chapters proper: numbered words before bare numbers, what markup states before what only looks so."""
    strong = _best_chain(headings, ("chapter",), dividers)
    loose = _best_chain(headings, ("numbered", "bare"), dividers)
    loose = loose if len(loose) > 1 else []
    marked = _find_marked(headings, page)
    if strong and len(marked) < 3 * len(strong):
        if len(strong) == 1 and len(loose) > 2 and loose[0].number == (strong[0].number or 0) + 1:
            return sorted(strong + loose, key=lambda heading: heading.first)  # "CHAPTER I", and then "II", "III"
        return strong
    if loose and (loose[0].level or not marked) and not (_restarts(loose, dividers) and _find_listed(page)):
        return loose
    others = marked or _find_listed(page) or _best_chain(headings, ("part",), dividers)
    return others or _find_capitals(page) or []


def _best_chain(headings: list[Heading], kinds: tuple[str, ...], dividers: list[int]) -> list[Heading]:
    """The longest chain of any family; "II" and "II. A Title" are one family."""
    families: dict[str, list[Heading]] = {}
    for heading in headings:
        if heading.kind in kinds:
            families.setdefault(heading.family.split()[0], []).append(heading)
    if kinds == ("part",):
        dividers = []
    chains = [find_chain(candidates, dividers) for candidates in families.values()]
    return max(chains, key=len, default=[])


def _restarts(chain: list[Heading], dividers: list[int]) -> bool:
    return sum(heading.number == 1 for heading in chain) > len(dividers) + 1


def _find_marked(headings: list[Heading], page: Page) -> list[Heading]:
    """The titles of the level that most prose stands under."""
    levels: Counter[int] = Counter()
    told = [at for at, heading in enumerate(headings) if prose_after(headings, at, page) > _PROSE]
    for at in told:
        if headings[at].kind in ("title", "numbered", "bare", "named") and headings[at].level:
            levels[headings[at].level] += 1
    if not levels or max(levels.values()) < 2:
        return []
    level = min(levels, key=lambda n: (-levels[n], n))
    return [headings[at] for at in told if headings[at].level == level and headings[at].kind not in ("aside", "part")]


def _find_listed(page: Page) -> list[Heading]:
    """Titles that a contents page lists and that stand alone, later, over their chapters."""
    opening = next((at for at, line in enumerate(page.lines) if line.text and is_contents(line.text)), None)
    if opening is None:
        return []
    listed: set[str] = set()
    found: list[Heading] = []
    for at in range(opening + 1, len(page.lines)):
        words = page.text(at)
        key = _title_key(words) if 0 < len(words) < 120 else ""
        alone = not page.text(at - 1) and not page.text(at + 1)
        if key in listed and alone and key:
            if (classify(words) or ("title",))[0] != "aside":  # a preface is listed, too
                found.append(_title_at(page, at))
        elif key and not found and at - opening < 400:
            listed.add(key)
    return found if len(found) > 1 else []


def _find_capitals(page: Page) -> list[Heading]:
    """Lines of capitals that stand well apart, each over real prose."""
    alone = [
        at
        for at, line in enumerate(page.lines)
        if 1 < len(line.text) < 80
        and line.text.isupper()
        and page.blanks_before(at) > 1
        and page.blanks_after(at) > 0
        and looks_like_title(line.text)
    ]
    stops = [*alone[1:], len(page.lines)]
    told = [at for at, stop in zip(alone, stops, strict=False) if page.ink(at + 1, stop) > _CAPS_PROSE]
    return [_title_at(page, at) for at in told] if len(told) > 1 else []


def _title_key(words: str) -> str:
    """A listed title without its number, dots and page."""
    return re.sub(r"[\W_]+", " ", re.sub(r"^\W*(?:\d+|[IVXLC]+)[.)]\s+|[\s.·…]+\d+$", "", words)).casefold().strip()


def _title_at(page: Page, at: int) -> Heading:
    return Heading("title", "title", None, at, at, page.lines[at].start, page.text(at)[:120])


def _add_unnumbered(outline: Outline, headings: list[Heading], page: Page) -> None:
    """Prologues and epilogues; letters before the first chapter; titles of the chapters' own markup level; told parts."""
    chosen = {heading.first for heading in outline.chapters}
    first, last = outline.chapters[0].first, outline.chapters[-1].first
    level = outline.chapters[0].level
    chosen_before = any(h.kind == "named" and h.first < first for h in outline.chapters)
    lines = _count_keys(headings, page)
    for at, heading in enumerate(headings):
        prose = prose_after(headings, at, page)
        told = prose > _PROSE and (
            (heading.kind == "named" and (chosen_before or not _is_afterword(heading, last, lines)))
            or heading.family == "epilogue"
            or (heading.kind == "chapter" and not first <= heading.first <= last)
            or (heading.kind == "title" and heading.level == level > 0 and heading.first > first)
            or (heading.kind == "part" and prose > _TOLD_PART)
        )
        if told and heading.first not in chosen:
            outline.chapters.append(heading)
            chosen_before |= heading.kind == "named" and heading.first < first
    outline.chapters.sort(key=lambda heading: heading.first)


def _count_keys(headings: list[Heading], page: Page) -> Counter[str]:
    """How often a short line says the same, in a book that has anything like an epilogue."""
    if not any(heading.kind == "named" for heading in headings):
        return Counter()
    return Counter(_title_key(line.text) for line in page.lines if len(line.text) < 60)


def _is_afterword(heading: Heading, last: int, lines: Counter[str]) -> bool:
    """An epilogue that neither markup nor a contents page gives a place of its own, in a book without a prologue:
    the closing scene of the last chapter."""
    key = _title_key(heading.label)
    if heading.first < last or heading.level > 0 or not key.endswith("epilogue"):
        return False
    return lines[key] < 2


def _is_part(heading: Heading, above: set[int]) -> bool:
    """Parts by their words, and markup's titles on a level above the chapters' (a lone one is the book's title)."""
    return heading.kind == "part" or (heading.kind == "title" and heading.level in above)


def _stands_apart(heading: Heading, first: int, last: int, page: Page) -> bool:
    """Before the first chapter or after the last; between, "Notes" may be anybody's words."""
    outside = heading.first < first or (heading.first > last and page.blanks_before(heading.first) > 1)
    return outside or heading.level > 0


def label_parts(outline: Outline, page: Page) -> list[str | None]:
    """For each chapter the parts open at it, outermost first: "VOLUME II, BOOK ONE"."""
    labels: list[str | None] = []
    open_parts: dict[str, str] = {}
    parts = iter(outline.parts)
    part = next(parts, None)
    for chapter in outline.chapters:
        while part and part.first < chapter.first:
            # A part closes its own like and all that opened inside it; an epilogue stands outside every book.
            families = list(open_parts)
            outer = families.index(part.family) if part.family in families else len(families)
            kept = [] if part.family == "epilogue" else families[:outer]
            open_parts = {family: open_parts[family] for family in kept} | {part.family: _label_part(part, page)}
            part = next(parts, None)
        labels.append(", ".join(open_parts.values()) or None)
    return labels


def _label_part(heading: Heading, page: Page) -> str:
    """A title may stand right below a part's number, in the same block."""
    last = heading.last
    if not any(page.text(last + below) == "" for below in (1, 2, 3)):
        return heading.label
    while page.text(last + 1):
        last += 1
    return " ".join(" ".join(page.text(at) for at in range(heading.first, last + 1)).split()).strip("# ")[:120]
