"""What happened, on LitBank's realis events, from raw text: `python -m benchmarks DATA events`.

The excerpts are read as running text, paragraphs put together again (see `benchmarks/litbank.py`), and parsed as castline
parses any book; the gold's tokens are laid over ours by where they begin. Every gold event counts, also one whose word
castline takes for no verb, noun or adjective, or for none of its own. Five-fold: each text by weights learnt from the
texts of the other four fifths; the bar that the chance must pass is found on those four fifths too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fitting import Example, fit
from benchmarks.litbank import Excerpt, read_litbank
from benchmarks.machine import table
from castline.ingest.extraction.quotes import find_quotes
from castline.ingest.language.parser import find_model, load_model, parse
from castline.ingest.language.realis import CANDIDATES, Told, share_past

FOLDS = 5
PRIOR = 3.0
"""Precision of the Gaussian prior of the weights."""
BARS = [step / 20 for step in range(3, 14)]
"""Chances tried as the bar from which on a word counts as an event."""
HEAD = ["who decides", "events", "found", "precision", "recall", "F1"]
Text = tuple[list[Example], int]
"""A text's candidates, each with whether it is an event, and the number of its gold events."""


def measure_events(folder: Path) -> str:
    """A row for every verb in the past, one for castline."""
    nlp = load_model(find_model())
    texts = [read_examples(nlp, excerpt) for excerpt in read_litbank(folder / "litbank")]
    rows = [_row("every verb in the past tense", [_take_past(text) for text in texts])]
    judged = []
    for fold in range(FOLDS):
        own = [text for at, text in enumerate(texts) if at % FOLDS != fold]
        weights = fit([example for examples, _ in own for example in examples], PRIOR)
        bar = max(BARS, key=lambda bar: _f1([_judge(weights, text, bar) for text in own])[2])
        judged += [_judge(weights, text, bar) for at, text in enumerate(texts) if at % FOLDS == fold]
    return table(HEAD, [*rows, _row("castline", judged)])


def read_examples(nlp: Any, excerpt: Excerpt) -> Text:
    """The candidates of a text, as choices between an event and none."""
    examples: list[Example] = []
    pieces = [tokens for _, tokens in parse(nlp, excerpt.text, excerpt.paragraphs)]
    spoken = sorted(part for quote in find_quotes(excerpt.text, excerpt.paragraphs) for part in quote.parts)
    register = share_past(pieces)
    for tokens in pieces:
        inside = [0 if any(a <= start < b for a, b in spoken) else -1 for start in tokens.start]
        told = Told(tokens, inside, register)
        examples += [
            ([[], told.features(at)], int(tokens.start[at] in excerpt.events))
            for at, pos in enumerate(tokens.pos) if pos in CANDIDATES
        ]  # fmt: skip
    return examples, len(excerpt.events)


def _judge(weights: dict[str, float], text: Text, bar: float) -> tuple[int, int, int]:
    """(gold events, found, of these right)."""
    examples, gold = text
    level = _logit(bar)
    taken = [right for rows, right in examples if sum(weights.get(f, 0.0) for f in rows[1]) > level]
    return gold, len(taken), sum(taken)


def _logit(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))


def _take_past(text: Text) -> tuple[int, int, int]:
    examples, gold = text
    taken = [right for rows, right in examples if any(f.startswith("t+d=VBD") for f in rows[1])]
    return gold, len(taken), sum(taken)


def _f1(judged: list[tuple[int, int, int]]) -> tuple[float, float, float]:
    gold, found, right = (sum(column) for column in zip(*judged, strict=True))
    return right / max(1, found), right / gold, 2 * right / (found + gold)


def _row(name: str, judged: list[tuple[int, int, int]]) -> list[object]:
    precision, recall, f1 = _f1(judged)
    gold, found = sum(g for g, _, _ in judged), sum(f for _, f, _ in judged)
    return [name, gold, found, f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}"]
