"""Who speaks and whom he and she mean in four drafts of novels, by their authors' keys: `python -m benchmarks DATA drafts`.

Gold: `benchmarks/drafts`, four drafts of some 8,000 words (a family, a barge, a harbour, a household) that a large language model
wrote as a novelist would, knowing nothing of castline, each with a key that it made by reading its own text again: people and
by what they are called, kin, who is there, events, secrets and who knows them from when, feelings, sayings with their
speakers, pronouns with whom they mean. Sayings and pronouns were chosen over all chapters, the hard ones too, at least half of
the sayings without a tag; so the shares are lower than over a whole text. Somebody of the key is whoever most of the mentions
written like their names mean, where a name is theirs alone; *at one node* is the share of those mentions that mean that one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.machine import table
from benchmarks.modern import Story, find_people, score_pronouns, share_right
from benchmarks.shelf import SAGA, fetch_novel, plain
from benchmarks.whom import pair_off
from castline.graph.facts import Mention, Utterance, decode
from castline.graph.moments import FOREVER
from castline.query.view import View

DRAFTS = Path(__file__).parent / "drafts"
HEAD = [
    "draft",
    "people",
    "found",
    "at one node",
    "sayings",
    "speaker",
    "one to one",
    "pronouns",
    "right by name",
    "one to one",
]
NEAR = 2
"""Characters between the start of a saying in the key and that of castline's."""
_MARKED = re.compile(r"</?b>")


def measure_drafts(_data: Path) -> str:
    """A row per draft, and one over all."""
    rows, total = [], Counter[str]()
    for path in sorted(DRAFTS.glob("*.txt")):
        counts = score_draft(path)
        total += counts
        rows.append(_row(path.stem, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def score_draft(path: Path) -> Counter[str]:
    """Counts of one draft."""
    book = fetch_novel(path)
    return score_view(read_key(path), book.text, book.views.open(SAGA, None))[0]


def read_key(path: Path) -> dict[str, Any]:
    """The key of a draft."""
    key: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return key


def score_view(key: dict[str, Any], text: str, view: View) -> tuple[Counter[str], dict[str, str]]:
    """Counts of a draft as a graph has it, and the ids of the key's people ("" for whom it does not find)."""
    saga, store = view.record.name, view.store
    mentions: list[Mention] = [decode(line) for line in store.facts(saga, ["mention"], FOREVER)]
    said: list[Utterance] = [decode(line) for line in store.facts(saga, ["utterance"], FOREVER)]
    story = Story(text, {one["main"]: one["names"] for one in key["people"]})
    story.pronouns = [found for one in key["pronouns"] if (found := _place_pronoun(text, one))]
    people = find_people(view, story, mentions)
    n = _score_people(view, story, mentions, people) + _score_sayings(view, text, key, said, people)
    return n + score_pronouns(view, story, mentions, people), people


def _find_words(text: str, words: str) -> int:
    """Where words stand first, whatever blanks part them; -1 where they do not."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text)
    return found.start() if found else -1


def _place_pronoun(text: str, asked: dict[str, Any]) -> tuple[int, str] | None:
    """(end of the pronoun that is marked, whom it means)."""
    start = _find_words(text, _MARKED.sub("", asked["quote"]))
    before, _, rest = asked["quote"].partition("<b>")
    own = rest.partition("</b>")[0].replace("’", "'").partition("'")[0]  # "he'd" is "he" and "had"
    words = r"\s+".join(map(re.escape, (before + own).split()))
    found = re.compile(words).match(text, start) if start >= 0 else None
    return (found.end(), asked["is"]) if found else None


def _score_people(view: View, story: Story, mentions: list[Mention], people: dict[str, str]) -> Counter[str]:
    """How many people of the key are found, and how many uses of their own names mean the person found."""
    owners = Counter(form for forms in story.people.values() for form in {plain(form) for form in forms})
    n = Counter({"people": len(people), "found": sum(map(bool, people.values()))})
    names = {plain(form): who for who, forms in story.people.items() for form in forms if form[:1].isupper()}
    for one in mentions:
        form = plain(story.text[one.start : one.end])
        if owners[form] == 1 and form in names:
            n += Counter({"uses": 1, "uses right": int(view.root(one.character) == people[names[form]])})
    return n


def _score_sayings(
    view: View, text: str, key: dict[str, Any], said: list[Utterance], people: dict[str, str]
) -> Counter[str]:
    n, pairs = Counter[str](), Counter[tuple[str, str]]()
    for asked in key["speakers"]:
        start = _find_words(text, asked["quote"])
        quote = next((one for one in said if any(a - NEAR <= start < b for a, b in one.parts)), None)
        who = view.root(quote.speaker) if quote and quote.speaker else ""
        n += Counter({"sayings": 1, "speakers": int(bool(who) and who == people.get(asked["by"]))})
        if who:
            pairs[asked["by"], who] += 1
    n["speakers paired"] = pair_off(pairs)
    return n


def _row(name: str, n: Counter[str]) -> list[object]:
    speakers, meant = share_right(n, "sayings")
    at_one = f"{n['uses right'] / max(1, n['uses']):.3f}"
    return [name, n["people"], n["found"], at_one, n["sayings"], *speakers, n["pronouns"], *meant]
