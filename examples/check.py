"""Check that every fact of the example story stands in the chapter it names."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
STORY = HERE.parent / "castline/examples/the_salt_ledger.txt"
FACTS = HERE / "the_salt_ledger.facts.jsonl"
BANDS = (("affection_low", "affection_high"), ("familiarity_low", "familiarity_high"))
PERSON_KEYS = ("character", "speaker", "from", "toward", "a", "b", "name_after")


def flat(text: str) -> str:
    """Collapse every run of white space into one space."""
    return " ".join(text.split())


def chapters(text: str) -> list[str]:
    """The chapters, in order, with white space collapsed."""
    return [flat(part) for part in re.split(r"(?m)^CHAPTER [IVXLC]+$", text)[1:]]


def problems(fact: dict[str, Any], told: list[str], people: set[str]) -> list[str]:
    """Everything that is wrong with one fact."""
    found: list[str] = []
    number = fact.get("chapter")
    if not isinstance(number, int) or not 1 <= number <= len(told):
        return [f"no such chapter: {number}"]
    chapter = told[number - 1]
    evidence = fact.get("evidence")
    if evidence is None:
        if fact.get("presence") != "absent":
            found.append("no evidence")
    elif not evidence or flat(evidence) not in chapter:
        found.append(f"not in chapter {number}: {evidence!r}")
    if fact["kind"] == "quote" and f"“{flat(fact['text'])}”" not in chapter:
        found.append(f"not a whole quoted piece: {fact['text']!r}")
    if fact["kind"] == "feeling":
        found += [
            f"band {low}..{high} is not 0 to 4 wide" for low, high in BANDS if not 0 <= fact[high] - fact[low] <= 4
        ]
    for key in PERSON_KEYS:
        name = fact.get(key)
        if name is not None and name not in people and fact.get("how") != "told":
            found.append(f"unknown {key}: {name!r}")
    return found


def main() -> int:
    """Print the counts; return 1 when anything is wrong."""
    story = STORY.read_text(encoding="utf-8")
    told = chapters(story)
    lines = FACTS.read_text(encoding="utf-8").splitlines()
    facts: list[dict[str, Any]] = [json.loads(line) for line in lines]
    people = {fact["name"] for fact in facts if fact["kind"] == "character"}
    wrong = 0
    for number, fact in enumerate(facts, 1):
        for problem in problems(fact, told, people):
            wrong += 1
            print(f"{FACTS.name}:{number}: {problem}", file=sys.stderr)
    print(f"{len(story.split())} words, {len(told)} chapters, {len(facts)} facts")
    for kind, count in Counter(fact["kind"] for fact in facts).items():
        print(f"  {kind:<10} {count}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
