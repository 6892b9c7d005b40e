"""Quoted speech: where it stands, whichever marks the text uses, over paragraphs too; and letters set into it.

The marks are chosen per chapter, by what the chapter uses; within double marks, single ones are text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from castline.ingest.language.lexicon import SAYING_FORMS

_DOUBLE = re.compile(r'[“”"„‟«»]')
_CURLY = re.compile("[“”]")
_SINGLE_OPEN = re.compile(
    r"(?<![\w’'])[‘'](?=[\w—…*“\"-])(?!(?:tis|twas|twere|twill|em|til|bout|cause)\b(?![’']\w))", re.I
)
_SINGLE_CLOSE = re.compile(r"(?<=[.,!?;:…—)*-])[’'](?!\w)|(?<=\w)[’'](?=\s*$)")
_WORD_CLOSE = re.compile(r"(?<=\w)[’'](?=[\s,.;:!?)\]—-])")
"""A single mark behind a word: it closes what it stands in, or leaves out a letter ("willin’"), or tells whose ("the boys’")."""
_CLOSES = frozenset("”\"’'»")
_DASH = re.compile(r"^\s*(?:—|--|–)\s*(?=[A-ZÀ-Þ“])")
SALUTATION = re.compile(r"^(?:My )?(?:[Dd]ear(?:est)?|[Mm]y dear(?:est)?|Beloved|Honou?red|Respected)\b.{2,45}?[,:—-]")
_SIGNATURE = re.compile(
    r"^(?:.{0,60}[,.] )?(?:[A-Z]\.? ?)?(?:[A-Z][\w’'-]+\.?|[A-Z]{2,})(?: [A-Z][\w’'.-]*){0,3}\.?$", re.S
)
LETTER_WORDS = re.compile(r"\b(?:letter|note|wrote|written|read|as follows|lines|paper|epistle|postscript)\b", re.I)
_PAPER = r"(?:the|this|that|her|his|my) (?:\w+ )?(?:letter|note|paragraph|epistle|diary|journal|paper|missive|document|scrawl|billet)\b"
_RAN = r"(?:commenced|began|ran|said|read|went on|continued|concluded|ended)"
_PAPER_SAYS = re.compile(rf"[”\"’'][\s,—–-]*(?:(?:\w+ly )?{_RAN} {_PAPER}|{_PAPER} {_RAN}\b)")
"""A paper that speaks: “...,” began the letter; “...,” the note ran."""
_SHEET = re.compile(
    r"\b(?:letters?|notes?|telegram|message|epistle|billet|postscript|paper|card|wire|envelope|sheet|despatch|missive|lines)\b",
    re.I,
)
_READS = re.compile(
    r"\b(?:(?:ran|runs) (?:thus|as\s+follows)|read(?:s|\s+(?:it|them))?(?:\s+(?:thus|as\s+follows|the\s+following\s+\w+|these\s+words))?)"
    r"[\s:.,—–-]*[“\"‘']?\s*$"
)
"""How narration ends behind which a paper stands in its own words, however short: "it ran as follows", "he opened the note and read"."""
LAST_PARTS = 3
"""Paragraphs at a letter's end among which its signature stands."""
LONGEST_SIGNATURE = 90
MOST_LETTER_PARAGRAPHS = 60
MOST_SCARE = 200
"""Characters of three words in marks, and of the blank before them, at the very most."""
MOST_SCARE_WORDS, MOST_NAME_WORDS = 12, 5
_ANOTHER = re.compile(r"(?:^|[,;:—-]\s*)(?:and|while|but|until|till|when|whereupon)\s+(?:the\s+)?(?!I\b)[A-Z]")
_SENTENCE = re.compile(r".*(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)(?<!\bM)[.!?][”\"’')]*\s+([A-Z]\w*)", re.S)
"""Narration in which a sentence has ended, and another begun, with its first word."""
_ALOUD, _ASIDE = re.compile(r"\b(?:aloud|out loud)[,:—-]?$"), re.compile(r"^[A-Z]|self|thought|[.!?]")
"""How narration ends that leads in to what is said to others, and what it has where something was said to oneself before."""
_PERSONAL = frozenset({"he", "she", "I", "they", "we", "He", "She", "They", "We"})
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_LINKS = re.compile(
    r"the|an?|this|that|of|at|in|from|for|with|by|to|his|her|their|its|our|my|your|old|called|named|labell?ed|headed"
    r"|entitled|titled|marked|signed|and|or|as|like",
    re.I,
)
"""Words after which a capital in marks starts a name or a title."""
_GOES_ON = re.compile(r"[”\"][^”\".!?]{0,90}$")
"""Speech that the narration has only interrupted."""
MOST_REPLIES = 3
"""Pieces in a row, with nothing between them, that are taken for an exchange of words."""
LONG_ASIDE = 14
"""Words of narration that parts a quote, at the most: a longer sentence ends what was said before it."""
_REPLYING = frozenset({"answered", "replied", "returned", "rejoined", "responded"})
MOST_ALOUD = 12
"""Characters of "out loud" with a mark before and one behind, at the most."""
LEAD_IN = 400
"""Characters before a quote in which it may be called a letter."""


@dataclass(slots=True)
class Quote:
    """One utterance: `parts` exclude the marks; `paragraph` is where it starts, `last` where it ends."""

    parts: list[tuple[int, int]]
    paragraph: int
    last: int
    kind: str = "speech"
    marks: list[tuple[int, int]] = field(default_factory=list)


def find_quotes(text: str, paragraphs: Sequence[tuple[int, int]]) -> list[Quote]:
    """The quotes of a chapter in order. `text` is the book's, `paragraphs` are the chapter's (start, end)."""
    pieces = [text[start:end] for start, end in paragraphs]
    spans = _choose_marks(pieces)
    tales = _find_tales(pieces) if spans is _double_spans else {}
    quotes: list[Quote] = []
    running = False
    for index, (piece, (start, _)) in enumerate(zip(pieces, paragraphs, strict=True)):
        found, left_open = tales[index] if index in tales else spans(piece)
        found = [(a, b) for a, b in found if piece[a:b].strip()]
        if running and found and not piece[: found[0][0] - 1].strip():
            quotes[-1].parts.append((start + found[0][0], start + found[0][1]))
            quotes[-1].last = index
            found = found[1:]
        quotes += _group(piece, found, start, index)
        running = left_open and bool(quotes)
    return _mark_letters(text, paragraphs, quotes)


def _find_tales(pieces: list[str]) -> dict[int, tuple[list[tuple[int, int]], bool]]:
    """Paragraph -> (spans, whether left open) where somebody's tale holds the speech of others in the same marks, or stands
    in single marks among double ones: each paragraph opens with a mark, and only the last closes it."""
    found: dict[int, tuple[list[tuple[int, int]], bool]] = {}
    running = ""
    for index, piece in enumerate(pieces):
        first = len(piece) - len(piece.lstrip())
        mark = piece[first : first + 1]
        follows = index + 1 < len(pieces) and pieces[index + 1].lstrip()[:1] in ("“", "‘")
        if mark not in ("“", "‘") or not (follows or running) or (mark == "‘" and not _SINGLE_OPEN.match(piece, first)):
            running = ""
            continue
        end = _find_outer_end(piece, first) if mark == "“" else _find_single_end(piece, first)
        nested = mark == "‘" or "“" in piece[first + 1 : end]
        goes_on = end is None and follows
        if nested and (goes_on or (running and end is not None)):
            rest, left_open = _double_spans(piece[end + 1 :]) if end is not None else ([], True)
            own = (first + 1, len(piece.rstrip()) if end is None else end)
            found[index] = [own, *((end + 1 + a, end + 1 + b) for a, b in rest if end is not None)], left_open
        running = mark if goes_on and (mark == "“" or index in found) else ""
    return found


def _find_outer_end(piece: str, first: int) -> int | None:
    """Where the mark is closed that a paragraph opens with, those inside it counted; None where it is not."""
    depth = 0
    for found in _CURLY.finditer(piece, first):
        depth += 1 if found.group() == "“" else -1
        if depth == 0:
            return found.start()
    return None


def _find_single_end(piece: str, first: int) -> int | None:
    closing = _SINGLE_CLOSE.search(piece, first + 1)
    return closing.start() if closing else None


Spans = Callable[[str], tuple[list[tuple[int, int]], bool]]


def _choose_marks(pieces: list[str]) -> Spans:
    double = sum(len(_DOUBLE.findall(piece)) for piece in pieces)
    single = sum(len(_SINGLE_OPEN.findall(piece)) for piece in pieces)
    dashes = sum(bool(_DASH.match(piece)) for piece in pieces)
    if double >= max(2, single // 2):
        return _double_spans
    if single >= 2:
        return _single_spans
    return _dash_spans if dashes >= 3 else _double_spans


def _double_spans(piece: str) -> tuple[list[tuple[int, int]], bool]:
    """(spans inside double marks, whether the last is left open at the paragraph's end)."""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for found in _DOUBLE.finditer(piece):
        at, mark = found.start(), found.group()
        before = piece[at - 1] if at else " "
        after = piece[at + 1] if at + 1 < len(piece) else " "
        if mark == '"':
            opens = opened is None if before.isspace() == after.isspace() else before.isspace() or before in "(—-["
            opens = opens and not (opened is not None and not before.isspace())
        else:
            opens = mark in "“„«‟"
        if opens and opened is None:
            opened = at + 1
        elif opens and opened is not None and before.isspace():
            spans.append((opened, _trim(piece, opened, at)))
            opened = at + 1
        elif not opens and opened is not None:
            spans.append((opened, at))
            opened = None
    if opened is not None:
        spans.append((opened, len(piece.rstrip())))
    return spans, opened is not None


def _single_spans(piece: str) -> tuple[list[tuple[int, int]], bool]:
    opens, stops, words = (
        [found.start() for found in marks.finditer(piece)] for marks in (_SINGLE_OPEN, _SINGLE_CLOSE, _WORD_CLOSE)
    )
    spans: list[tuple[int, int]] = []
    at = 0
    while (opening := _first_from(opens, at)) is not None:
        closing = _find_close(piece, opening + 1, opens, stops, words)
        if closing is None:
            spans.append((opening + 1, len(piece.rstrip())))
            return spans, True
        spans.append((opening + 1, closing))
        at = closing + 1
    return spans, False


def _find_close(piece: str, start: int, opens: list[int], stops: list[int], words: list[int]) -> int | None:
    """The mark that closes what a single one opens: behind a stop, or behind a word if the next mark opens something again, or
    there is none; with no stop behind it, either, only of a few words that start small ("a ‘regular’ smash").

    `opens`, `stops` and `words` are where the paragraph's marks of each sort stand: looked for once, since it may be as long as a
    book.
    """
    sure = _first_from(stops, start)
    for at in range(bisect_left(words, start), bisect_left(words, len(piece) if sure is None else sure)):
        mark = words[at]
        opened = _first_from(opens, mark + 1)
        if sure is not None and (opened is None or opened > sure):
            break
        if not piece[mark + 1].isspace() or _is_odd_word(piece, start, mark):
            return mark
    return sure


def _is_odd_word(piece: str, start: int, end: int) -> bool:
    """Whether a few words start small."""
    short = end - start <= MOST_SCARE and piece[start].islower()
    return short and len(piece[start:end].split()) <= MOST_NAME_WORDS


def _first_from(places: list[int], at: int) -> int | None:
    index = bisect_left(places, at)
    return places[index] if index < len(places) else None


def _dash_spans(piece: str) -> tuple[list[tuple[int, int]], bool]:
    opening = _DASH.match(piece)
    return ([(opening.end(), len(piece.rstrip()))] if opening else []), False


def _trim(piece: str, start: int, end: int) -> int:
    return start + len(piece[start:end].rstrip())


def _group(piece: str, found: list[tuple[int, int]], start: int, index: int) -> list[Quote]:
    """Pieces of one paragraph are one utterance, unless a whole sentence of narration parts them, or nothing does."""
    quotes: list[Quote] = []
    previous: tuple[int, int] | None = None
    spoken = [(a, b) for a, b in found if not _is_scare(piece, a, b)]
    replies = _find_replies(piece, spoken)
    for at, (a, b) in enumerate(spoken):
        between = piece[previous[1] + 1 : a - 1].strip() if previous else ""
        parted = between.endswith((".", "!", "?")) and (len(between.split()) > LONG_ASIDE or _is_tagged(piece, b))
        parted = parted or at in replies or _leads_anew(between) or _turns_aloud(between)
        parted = parted or bool(
            previous and _is_answered(piece, previous, between) and piece[a:b].lstrip()[:1].isupper()
        )
        if previous and quotes and not parted:
            quotes[-1].parts.append((start + a, start + b))
        else:
            quotes.append(Quote([(start + a, start + b)], index, index))
        previous = (a, b)
    return quotes


def _find_replies(piece: str, spoken: list[tuple[int, int]]) -> set[int]:
    """Which pieces begin where the one before is closed: somebody else's answer ("“Whose is it?” “Mine.”"). A long row of such is
    a list, or goes on in one head."""
    found: set[int] = set()
    row: list[int] = []
    for at in range(1, len(spoken) + 1):
        end = spoken[at - 1][1]
        if at < len(spoken) and piece[end : end + 1] in _CLOSES and not piece[end + 1 : spoken[at][0] - 1].strip():
            row.append(at)
            continue
        found |= set(row) if len(row) <= MOST_REPLIES else set()
        row = []
    return found


def _leads_anew(between: str) -> bool:
    """Whether narration that began with one speaker ends with another's words ahead: "... while Marta added:"; "... said Ada. The
    old man answered,"; but "... said Ada. She added," goes on."""
    last = re.findall(r"[^\W\d_]+", between)[-4:]
    if not between.endswith((",", ":", "—", "-")) or not any(word in SAYING_FORMS for word in last):
        return False
    anew = _SENTENCE.match(between)
    return bool((anew and _PERSONAL.isdisjoint([anew[1], *last])) or _ANOTHER.search(between))


def _is_answered(piece: str, said: tuple[int, int], between: str) -> bool:
    """Whether a sentence of its own leads in to an answer to what was said, where that has been led in to, too, or is a question: "he
    went on: “What would you do?” I answered, “I would go.”"; but "“Stop!” Anna said, “or I go.”" is one person's."""
    words = re.findall(r"[^\W\d_]+", between)[-4:]
    asked = piece[said[1] - 1] == "?" and not _REPLYING.isdisjoint(words)
    led = piece[: said[0] - 1].rstrip()[-1:] in (",", ":") and any(word in SAYING_FORMS for word in words)
    return between[:1].isupper() and between[-1] in ",:" and piece[said[1] - 1] in ".!?" and (asked or led)


def _turns_aloud(between: str) -> bool:
    """Whether what stands before was said to oneself, and what follows to others: "said he to himself, then aloud:"."""
    return bool(_ALOUD.search(between[-MOST_ALOUD:]) and _ASIDE.search(between))


def _is_tagged(piece: str, end: int) -> bool:
    """Whether a quote that ends here has a tag of its own behind it (" said she"): so it is not the last one's."""
    words = re.findall(r"[^\W\d_]+", piece[end + 1 : end + 40])[:4]
    return piece[end - 1 : end] in (",", "!", "?") and any(word in SAYING_FORMS for word in words)


def _is_scare(piece: str, a: int, b: int) -> bool:
    """Words in marks that are part of a sentence: a title, an inn's name, an odd word; not speech.

    Nothing parts them from the word before, which neither says nor thinks; they start small, or after an article or
    a preposition.
    """
    words = piece[a:b]
    if b - a > MOST_SCARE:
        return False
    before = piece[max(0, a - 1 - MOST_SCARE) : max(0, a - 1)].rstrip()
    parted = words.rstrip()[-1:] in ".,!?;:—-…"
    if len(words.split()) <= 3 and not parted and ((before and words[:1].islower()) or before[-1:].isalpha()):
        return True
    last = _LAST_WORD.search(before)
    if last is None or words.rstrip()[-1:] in "!?—-…" or last[0].lower() in SAYING_FORMS or _GOES_ON.search(before):
        return False
    if words[:1].islower():
        return len(words.split()) <= MOST_SCARE_WORDS
    return bool(_LINKS.fullmatch(last[0])) and len(words.split()) <= MOST_NAME_WORDS


def _mark_letters(text: str, paragraphs: Sequence[tuple[int, int]], quotes: list[Quote]) -> list[Quote]:
    """Call long running quotes that a letter introduces, and salutation-to-signature runs, letters."""
    for quote in quotes:
        opening = text[quote.parts[0][0] : quote.parts[0][0] + 70]
        before = text[max(paragraphs[max(0, quote.paragraph - 2)][0], quote.parts[0][0] - LEAD_IN) : quote.parts[0][0]]
        paragraphs_long = quote.last - quote.paragraph
        long = paragraphs_long >= 2 or sum(b - a for a, b in quote.parts) > 900
        written = SALUTATION.match(opening) or _PAPER_SAYS.match(text, quote.parts[0][1])
        read = _READS.search(before) and _SHEET.search(before)
        if (long and LETTER_WORDS.search(before)) or (paragraphs_long and written) or read:
            quote.kind = "letter"
    taken = {index for quote in quotes for index in range(quote.paragraph, quote.last + 1)}
    return sorted(quotes + _bare_letters(text, paragraphs, taken), key=lambda quote: quote.parts[0][0])


def _bare_letters(text: str, paragraphs: Sequence[tuple[int, int]], taken: set[int]) -> list[Quote]:
    """Letters set without quotation marks: from a salutation to a signature."""
    letters: list[Quote] = []
    index = 0
    while index < len(paragraphs):
        start, end = paragraphs[index]
        if index not in taken and SALUTATION.match(text[start:end]):
            for last in range(index + 1, min(index + MOST_LETTER_PARAGRAPHS, len(paragraphs))):
                signed = text[paragraphs[last][0] : paragraphs[last][1]]
                if (
                    len(signed) < LONGEST_SIGNATURE
                    and last not in taken
                    and _SIGNATURE.match(signed.replace("\n", " "))
                ):
                    letters.append(Quote([paragraphs[i] for i in range(index, last + 1)], index, last, "letter"))
                    index = last
                    break
        index += 1
    return letters


def find_signatures(text: str, quote: Quote) -> Iterator[tuple[int, int]]:
    """The spans of the last lines of a letter's last paragraphs that look like a name, the last first: a place and a date,
    or a postscript, may stand below it."""
    for start, end in quote.parts[: -LAST_PARTS - 1 : -1]:
        alone = end == quote.parts[-1][1] or end - start <= LONGEST_SIGNATURE
        if alone and (signed := _find_signature(text, start, end)):
            yield signed


def _find_signature(text: str, start: int, end: int) -> tuple[int, int] | None:
    last = text[start:end].rstrip('”" \n')
    line = re.split(r"[\n]|, &c\.,?", last)[-1].strip(" _.,")
    if not line or len(line) > 40 or not _SIGNATURE.match(line):
        return None
    at = text.rfind(line, start, end)
    return (at, at + len(line))
