"""Who speaks, to whom, and whom he and she mean in stories of today: `python -m benchmarks DATA modern`.

Gold: `benchmarks/stories`, ten short stories written and marked for this by a large language model that did not know castline.
`“…” {S:Ada Vale>Hugh Orme}` tells who says a quote and to whom (`;` between several, `*` for all), `she{Ada Vale}` whom a
pronoun of the third person means; the JSON beside a story has its people and by what they are called there. castline reads the
story without the marks. Somebody of the gold is whoever most of the mentions written like their names mean, where a name is
theirs alone; *one to one* each may be any one person of castline's, and no two the same (the assignment that makes most right).
A hearer is asked where the speaker is right.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import table
from benchmarks.shelf import SAGA, fetch_novel, plain
from benchmarks.whom import pair_off
from castline.graph.facts import Mention, Utterance, decode
from castline.graph.moments import FOREVER
from castline.query.view import View

STORIES = Path(__file__).parent / "stories"
HEAD = ["story", "quotes", "speaker", "one to one", "hearer", "pronouns", "right by name", "one to one"]
_MARK = re.compile(r" ?\{S:(?P<said>[^}]*)\}|\{(?P<meant>[^}]*)\}")
ALL = "*"
NEAR = 2
"""Characters between the end of a gold quote and that of castline's."""


@dataclass(slots=True)
class Story:
    """A story without its marks. `quotes` are (end, speaker, hearers), `pronouns` (end, person)."""

    text: str
    people: dict[str, list[str]]
    quotes: list[tuple[int, str, list[str]]] = field(default_factory=list)
    pronouns: list[tuple[int, str]] = field(default_factory=list)


def measure_modern(_data: Path) -> str:
    """A row per story, and one over all."""
    rows, total = [], Counter[str]()
    for path in sorted(STORIES.glob("*.txt")):
        counts = score_story(path.stem, read_story(path))
        total += counts
        rows.append(_row(path.stem, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def read_story(path: Path) -> Story:
    """A story taken from its marks."""
    marked = path.read_text(encoding="utf-8")
    story = Story("", json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))
    last = 0
    for mark in _MARK.finditer(marked):
        story.text += marked[last : mark.start()]
        last = mark.end()
        if mark["said"] is None:
            story.pronouns.append((len(story.text), mark["meant"]))
        else:
            speaker, _, hearers = mark["said"].partition(">")
            story.quotes.append((len(story.text), speaker, hearers.split(";")))
    story.text += marked[last:]
    return story


def score_story(name: str, story: Story) -> Counter[str]:
    """Counts of one story."""
    home = Path(tempfile.gettempdir()) / "castline-bench" / hashlib.sha256(story.text.encode()).hexdigest()[:20]
    home.mkdir(parents=True, exist_ok=True)
    (home / f"{name}.txt").write_text(story.text, encoding="utf-8")
    book = fetch_novel(home / f"{name}.txt")
    view = book.views.open(SAGA, None)
    mentions: list[Mention] = [decode(line) for line in book.store.facts(SAGA, ["mention"], FOREVER)]
    people = find_people(view, story, mentions)
    said: list[Utterance] = [decode(line) for line in book.store.facts(SAGA, ["utterance"], FOREVER)]
    return _score_quotes(view, story, said, people) + score_pronouns(view, story, mentions, people)


def find_people(view: View, story: Story, mentions: list[Mention]) -> dict[str, str]:
    """Person of the gold -> castline's."""
    owners = Counter(form for forms in story.people.values() for form in {plain(form) for form in forms})
    meant: dict[str, Counter[str]] = {}
    size = Counter(view.root(one.character) for one in mentions)
    for one in mentions:
        meant.setdefault(plain(story.text[one.start : one.end]), Counter())[view.root(one.character)] += 1
    found = {}
    for person, forms in story.people.items():
        named = [form for form in (person, *forms) if form[:1].isupper()] or forms
        votes = sum((meant.get(form, Counter()) for form in set(map(plain, named)) if owners[form] < 2), Counter[str]())
        found[person] = max(votes, key=lambda one: (votes[one], size[one], one), default="")
    return found


def _score_quotes(view: View, story: Story, said: list[Utterance], people: dict[str, str]) -> Counter[str]:
    ends = {end: one for one in said for _, end in one.parts}
    n, pairs = Counter[str](), Counter[tuple[str, str]]()
    for end, speaker, hearers in story.quotes:
        found = next((ends[at] for at in _around(end) if at in ends), None)
        who = view.root(found.speaker) if found and found.speaker else ""
        right = bool(who) and who == people.get(speaker)
        n += Counter({"quotes": 1, "speakers": int(right)})
        if who:
            pairs[speaker, who] += 1
        if right and found and ALL not in hearers:
            heard = {view.root(one) for one in found.addressees} & {people.get(one) for one in hearers}
            n += Counter({"asked": 1, "hearers": int(bool(heard))})
    n["speakers paired"] = pair_off(pairs)
    return n


def _around(end: int) -> Iterator[int]:
    yield from sorted(range(end - NEAR, end + NEAR + 1), key=lambda at: abs(at - end))


def score_pronouns(view: View, story: Story, mentions: list[Mention], people: dict[str, str]) -> Counter[str]:
    ends = {one.end: view.root(one.character) for one in mentions}
    n, pairs = Counter[str](), Counter[tuple[str, str]]()
    for end, person in story.pronouns:
        who = ends.get(end, "")
        n += Counter({"pronouns": 1, "meant": int(bool(who) and who == people.get(person))})
        if who:
            pairs[person, who] += 1
    n["meant paired"] = pair_off(pairs)
    return n


def share_right(n: Counter[str], said: str) -> tuple[list[str], list[str]]:
    """The shares of sayings (counted as `said`) and of pronouns that are right, by name and one to one."""
    sayings, pronouns = max(1, n[said]), max(1, n["pronouns"])
    speakers = [f"{n[key] / sayings:.3f}" for key in ("speakers", "speakers paired")]
    return speakers, [f"{n[key] / pronouns:.3f}" for key in ("meant", "meant paired")]


def _row(name: str, n: Counter[str]) -> list[object]:
    speakers, meant = share_right(n, "quotes")
    return [name, n["quotes"], *speakers, f"{n['hearers'] / max(1, n['asked']):.3f}", n["pronouns"], *meant]
