"""Which numbered headings belong together: the chain that counts up by one and may begin again at a part."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from statistics import median

from castline.ingest.reading.problems import Problem
from castline.ingest.segmentation.headings import Heading, is_contents
from castline.ingest.segmentation.lines import Page

TIGHT = 300  # characters of prose between two lines of a contents page, at the very most
_ENTRY = 80  # and usually: the rest of an entry that runs on
_REACH = 40  # how many candidates back a chain looks for its last link
_WEIGHT = {"chapter": 3.0, "part": 3.0, "numbered": 1.5, "bare": 1.0}
_ADVICE = "If the cut is wrong, give castline a pattern for the headings with --cut."

Keyed = dict[object, list[int]]
"""What headings are known by -> where they stand."""


def prose_after(headings: list[Heading], at: int, page: Page) -> int:
    """Characters printed between a heading and the next one."""
    stop = headings[at + 1].first if at + 1 < len(headings) else len(page.lines)
    return page.ink(headings[at].last + 1, stop)


def drop_contents(headings: list[Heading], page: Page) -> list[Heading]:
    """Without the entries of contents pages: headings close together that are all printed a second time."""
    gaps = [prose_after(headings, at, page) for at in range(len(headings))]
    keyed: Keyed = {}
    for at, heading in enumerate(headings):
        keyed.setdefault(_key(heading), []).append(at)
    entries: set[int] = set()
    start = 0
    while start < len(headings):
        stop = start
        while stop + 1 < len(headings) and gaps[stop] < TIGHT:
            stop += 1
        entries |= _find_entries(headings, gaps, start, stop + 1, page, keyed)
        start = stop + 1
    return [heading for at, heading in enumerate(headings) if at not in entries]


def _find_entries(
    headings: list[Heading], gaps: list[int], start: int, stop: int, page: Page, keyed: Keyed
) -> set[int]:
    """The contents entries among `headings[start:stop]`, a run with hardly any prose inside."""
    first, repeat = _find_repeat(headings, start, stop)
    announced = any(is_contents(page.text(headings[start].first - back)) for back in range(1, 4))
    announced |= any(is_contents(heading.label) for heading in headings[start:stop])
    if repeat is None:
        at_end = stop == len(headings) and gaps[stop - 1] < TIGHT
        first, repeat = start, stop if at_end else _find_kept(headings, start, stop)
        repeat = _skip_entries(headings, first, repeat, stop, keyed)
        if not _is_printed_again(headings, first, repeat, keyed) or (repeat - first < 3 and not announced):
            return set()
    if repeat - first < 2 and not announced:
        return set()
    if median(gaps[first:repeat] or [TIGHT]) <= _ENTRY:
        return set(range(first, repeat))
    closing = stop == len(headings) and announced and median(gaps[repeat:stop] or [TIGHT]) <= _ENTRY
    return set(range(repeat, stop)) if closing else set()


def _find_repeat(headings: list[Heading], start: int, stop: int) -> tuple[int, int | None]:
    """The first heading of the run that is printed again in it, in the same part, and where."""
    seen: dict[object, list[tuple[tuple[int | None, ...], int]]] = {}
    parts: dict[str, int | None] = {}
    for at in range(start, stop):
        heading = headings[at]
        if heading.kind == "part":
            kept = list(parts)[: list(parts).index(heading.family)] if heading.family in parts else list(parts)
            parts = {family: parts[family] for family in kept}
        path = tuple(parts.values())
        for before, first in seen.get(_key(heading), ()):
            if before == path and _same(headings[first], heading):
                return first, at
        seen.setdefault(_key(heading), []).append((path, at))
        if heading.kind == "part":
            parts[heading.family] = heading.number
    return start, None


def _is_printed_again(headings: list[Heading], first: int, stop: int, keyed: Keyed) -> bool:
    """Whether half of the run is printed again outside it, or, in a book that has only begun, half of what there is beside
    it."""
    again = sum(
        any(_same(heading, headings[at]) for at in keyed.get(_key(heading), ()) if not first <= at < stop)
        for heading in headings[first:stop]
    )
    if not again:
        return False
    told = sum(heading.kind != "aside" for heading in headings[:first] + headings[stop:])
    return 2 * again >= min(stop - first, told)


def _find_kept(headings: list[Heading], start: int, stop: int) -> int:
    """Where the run's true headings begin: its last one, and the parts that open just before it."""
    at, families = stop - 1, {headings[stop - 1].family}
    while at > start:
        before, after = headings[at - 1], headings[at]
        opens = before.kind == "part" or 0 < before.level < after.level
        if not opens or before.family in families:
            break
        families.add(before.family)
        at -= 1
    return at


def _skip_entries(headings: list[Heading], first: int, at: int, stop: int, keyed: Keyed) -> int:
    """From `at` on, past the entries that prose follows: a list may end over a preface or a title page. Where the list's
    first entry is printed again after the run, what is printed again after that is an entry, and what counts on from one."""
    again = (_find_later(headings, entry, stop, keyed) for entry in headings[first:at])
    opening = next((later for later in again if later is not None), None)
    while opening is not None and at < stop:
        if (
            not _counts_on(headings[at - 1], headings[at])
            and _find_later(headings, headings[at], opening + 1, keyed) is None
        ):
            break
        at += 1
    return at


def _counts_on(before: Heading, after: Heading) -> bool:
    numbered = before.number is not None and before.family == after.family
    return numbered and after.number == (before.number or 0) + 1


def _find_later(headings: list[Heading], wanted: Heading, start: int, keyed: Keyed) -> int | None:
    places = keyed.get(_key(wanted), [])
    later = (places[n] for n in range(bisect_left(places, start), len(places)))
    return next((at for at in later if _same(wanted, headings[at])), None)


def _key(heading: Heading) -> object:
    return heading.number if heading.number is not None else heading.label.casefold()


def _same(one: Heading, other: Heading) -> bool:
    """A contents page may list "IV. A Title" where the chapter says "CHAPTER 4"."""
    if _key(one) != _key(other) or (one.kind == "part") != (other.kind == "part"):
        return False
    return one.family == other.family or not {one.kind, other.kind}.isdisjoint({"bare", "numbered"})


def find_chain(candidates: list[Heading], dividers: list[int]) -> list[Heading]:
    """The best-fitting sequence among candidates of one family. `dividers`: lines where numbering may restart."""
    scores: list[float] = []
    links: list[int | None] = []
    parts = [bisect_right(dividers, heading.first) for heading in candidates]
    for at, heading in enumerate(candidates):
        weight = _WEIGHT.get(heading.kind, 1.0)
        opening = 0.0 if heading.number in (0, 1, None) else -0.9
        best, link = weight + opening, None
        for before in range(max(0, at - _REACH), at):
            step = _rate_step(candidates[before], heading, parts[before] != parts[at])
            if scores[before] + weight + step > best:
                best, link = scores[before] + weight + step, before
        scores.append(best)
        links.append(link)
    chain: list[Heading] = []
    at_last = max(range(len(scores)), key=scores.__getitem__, default=None)
    while at_last is not None:
        chain.append(candidates[at_last])
        at_last = links[at_last]
    return chain[::-1]


def _rate_step(before: Heading, after: Heading, divided: bool) -> float:
    if before.number is None or after.number is None:
        return 0.0
    step = after.number - before.number
    if step == 1:
        return 1.0
    if after.number in (0, 1) and before.number > after.number:
        return 1.0 if divided else -1.0
    if step > 1:
        return -1.0 - min(step, 6) * 0.3
    return -1.5 if divided else -4.0


def report_jumps(chain: list[Heading], dividers: list[int], page: Page) -> list[Problem]:
    """Where a chain does not simply count on."""
    problems: list[Problem] = []
    for before, after in pairwise(chain):
        if before.number is None or after.number is None or before.family != after.family:
            continue
        divided = bisect_right(dividers, after.first) > bisect_right(dividers, before.first)
        if after.number != before.number + 1 and not (divided and after.number in (0, 1)):
            message = f"'{after.label}' follows '{before.label}': the numbers do not count on"
            problems.append(Problem(message, _ADVICE, after.start, page.lines[after.last].end))
    return problems


def report_misfits(dropped: list[Heading], page: Page) -> list[Problem]:
    """Chapter headings by their words that no chain could take."""
    return [
        Problem(
            f"'{h.label}' looks like a heading but does not fit the numbering", _ADVICE, h.start, page.lines[h.last].end
        )
        for h in dropped
        if h.kind == "chapter"
    ]
