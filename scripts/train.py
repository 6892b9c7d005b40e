"""Learn the weights that ship with castline: `PYTHONPATH=. python scripts/train.py DATA [MODEL ...]`.

DATA is a folder with `litbank/`, `gold/`, `novels/` and `pdnc/`; the models are events, pronouns, nouns, speakers, weights and kin.
Prints how well each choice does on texts that it has not seen (five folds over the 100 texts), then learns from all of them and writes
castline/ingest/language/learnt/*.json. Speakers are learnt where all that went before is right, and where castline goes on from
its own guesses. Takes about a quarter of an hour, and kin as long again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.events import PRIOR as EVENT_PRIOR
from benchmarks.events import read_examples
from benchmarks.fitting import Example, choose, fit
from benchmarks.kin_weights import learn_kin
from benchmarks.litbank import read_litbank
from benchmarks.marked import list_marks, list_novels
from benchmarks.oracle import Gold, find_examples, read_gold, walk_gold
from benchmarks.overheard import overhear_novels, read_speech
from benchmarks.overhearing import overhear
from benchmarks.weights import learn_people, learn_tale
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.language.weights import LEARNT, load_weights
from castline.ingest.resolution.attribution.attribute import Conversation

FOLDS = 5
PRIOR = {"pronouns": 3.0, "nouns": 3.0, "speakers": 12.0}
"""Precision of the Gaussian prior of the weights."""
GIVEN: dict[str, dict[str, float]] = {
    "pronouns": {},
    "nouns": {},
    "speakers": {"named": -3.0, "named before": -0.7, "named after": -0.7},
}
"""Weights that are set and not learnt: hardly anybody names himself, and who is spoken of by those who talk is seldom one
of them; but LitBank has lost its paragraphs, so that a turn there may hold the words of two."""
ROUNDS = 2
"""Times that speakers are learnt from castline's own guesses; a third adds nothing."""
TIMES = 2
"""What a turn counts that is marked in a whole novel, with its paragraphs, beside one of LitBank's."""
LITBANK = "LitBank, CC BY 4.0 (see NOTICE)"
MARKED = "places marked in public-domain novels for this project (see NOTICE)"
SLIGHT = 0.03
"""Weights of events smaller than this are left out: there are many."""


def main(data: Path, models: list[str]) -> None:
    """Learn the named models (all by default)."""
    nlp = load_model(find_model())
    if not models or "events" in models:
        learn_events(nlp, data)
    if choices := [name for name in PRIOR if not models or name in models]:
        learn_choices(nlp, data, choices)
    if not models or "weights" in models:
        learn_weights(data)
    if not models or "kin" in models:
        _write("kin", learn_kin(data), MARKED)  # `python -m benchmarks.kin_weights DATA` validates it


def learn_events(nlp: Any, data: Path) -> None:
    """What happened; `python -m benchmarks DATA events` validates it."""
    texts = [read_examples(nlp, excerpt) for excerpt in read_litbank(data / "litbank")]
    weights = fit([example for examples, _ in texts for example in examples], EVENT_PRIOR)
    _write("events", {name: weight for name, weight in weights.items() if abs(weight) >= SLIGHT})


def learn_weights(data: Path) -> None:
    """How much a sentence weighs, for the tale and for its people; `python -m benchmarks DATA telling` validates it."""
    novels = [*list_novels(data), *list_marks()]
    _write("tale", learn_tale(data, novels), MARKED)
    _write("people", learn_people(data, novels), MARKED)


def learn_choices(nlp: Any, data: Path, names: Sequence[str]) -> None:
    """Whom pronouns and person nouns mean, and who speaks: those that are named."""
    golds = [read_gold(nlp, excerpt) for excerpt in read_litbank(data / "litbank")]
    walks = [walk_gold(gold, strict=False, own=False) for gold in golds]
    if "pronouns" in names:
        _learn("pronouns", [[(rows, right) for _, rows, right in oracle.examples] for oracle, _ in walks])
    if "nouns" in names:
        _learn("nouns", [oracle.nouns for oracle, _ in walks])
    load_weights.cache_clear()
    if "speakers" in names:
        learn_speakers(data, golds, [talk for _, talk in walks])


def learn_speakers(data: Path, golds: Sequence[Gold], talks: Sequence[Conversation]) -> None:
    """Who speaks: where all that went before is right, and where castline goes on from what the weights of the last round guess."""
    texts = [find_examples(gold, talk) for gold, talk in zip(golds, talks, strict=True)]
    weights = fit([example for text in texts for example in text], PRIOR["speakers"], GIVEN["speakers"])
    _write("speakers", weights)
    novels = read_speech(data)
    for _ in range(ROUNDS):
        load_weights.cache_clear()
        heard = [text + overhear(gold, weights) for text, gold in zip(texts, golds, strict=True)]
        weights = _learn("speakers", heard, overhear_novels(novels) * TIMES)


def _learn(name: str, texts: list[list[Example]], more: Sequence[Example] = ()) -> dict[str, float]:
    """Learn from LitBank's texts, and from `more` that is not of them; the weights."""
    print(f"{name}: {sum(map(len, texts))} choices, {validate(texts, name, more):.3f} right in cross-validation")
    weights = fit([*(example for text in texts for example in text), *more], PRIOR[name], GIVEN[name])
    _write(name, weights, f"{LITBANK}; {MARKED}" if more else LITBANK)
    return weights


def _write(name: str, weights: dict[str, float], source: str = LITBANK) -> None:
    body = {"source": source, "weights": weights}
    (LEARNT / f"{name}.json").write_text(json.dumps(body, indent=0) + "\n", encoding="utf-8")


def validate(texts: list[list[Example]], name: str, more: Sequence[Example]) -> float:
    """The share of choices made right, each by weights learnt without its text, and with `more`."""
    right = total = 0
    for fold in range(FOLDS):
        rest = [*(e for at, text in enumerate(texts) if at % FOLDS != fold for e in text), *more]
        weights = fit(rest, PRIOR[name], GIVEN[name])
        held = [e for at, text in enumerate(texts) if at % FOLDS == fold for e in text]
        total += len(held)
        right += sum(choose(weights, rows) == wanted for rows, wanted in held)
    return right / total


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), sys.argv[2:])
