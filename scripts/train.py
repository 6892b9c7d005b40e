"""Learn the weights that ship with castline from LitBank: `PYTHONPATH=. python scripts/train.py DATA`.

DATA is a folder with `litbank/`. Prints how well each choice does on texts that it has not seen (five folds over the 100
texts), then learns from all of them and writes castline/ingest/learnt/*.json. Takes about two minutes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.fitting import Example, choose, fit
from benchmarks.litbank import read_litbank
from benchmarks.oracle import read_gold, walk_gold
from castline.ingest.language import find_model, load_model
from castline.ingest.weights import LEARNT

FOLDS = 5
PRIOR = {"pronouns": 3.0, "speakers": 1.0}
"""Precision of the Gaussian prior of the weights."""


def main(data: Path) -> None:
    """Learn both models."""
    nlp = load_model(find_model())
    examples: dict[str, list[list[Example]]] = {"pronouns": [], "speakers": []}
    for excerpt in read_litbank(data / "litbank"):
        refer, talk = walk_gold(read_gold(nlp, excerpt), strict=False, own=False)
        examples["pronouns"].append([(rows, right) for _, rows, right in refer.examples])
        examples["speakers"].append(talk.examples())
    for name, texts in examples.items():
        print(f"{name}: {sum(map(len, texts))} choices, {validate(texts, PRIOR[name]):.3f} right in cross-validation")
        weights = fit([example for text in texts for example in text], PRIOR[name])
        body = {"source": "LitBank, CC BY 4.0 (see NOTICE)", "weights": weights}
        (LEARNT / f"{name}.json").write_text(json.dumps(body, indent=0) + "\n", encoding="utf-8")


def validate(texts: list[list[Example]], prior: float) -> float:
    """The share of choices made right, each by weights learnt without its text."""
    right = total = 0
    for fold in range(FOLDS):
        weights = fit([e for at, text in enumerate(texts) if at % FOLDS != fold for e in text], prior)
        held = [e for at, text in enumerate(texts) if at % FOLDS == fold for e in text]
        total += len(held)
        right += sum(choose(weights, rows) == wanted for rows, wanted in held)
    return right / total


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
