"""Whom he, she and they mean, on LitBank: `python -m benchmarks DATA pronouns`.

Asked are he, she and they in all cases, of people mentioned before. "Gold mentions": names, nouns, I and you are settled by
the gold, pronouns left to right by castline, each right if it is given its gold entity ("entity"; one mistake spreads) or
linked to a mention of it ("antecedent"). The weights are learnt without the text's fold. "Raw": the text alone; somebody
found stands for the gold entity that most of their names and nouns mean.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.coreference import Tally
from benchmarks.fitting import fit
from benchmarks.litbank import read_litbank
from benchmarks.machine import table
from benchmarks.oracle import PLURAL, SINGULAR, Gold, find_gold, read_gold, walk_gold
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.resolve import resolve

HEAD = ["who decides", "he, she", "they", "all", "antecedent: he, she", "all"]
FOLDS = 5
PRIOR = 3.0
SUBJECT_CHAIN = {f"subject 0{role}": 1.0 for role in "sopvx"}
"""Weights that choose whoever was last a subject, of the right gender and number."""


def measure_pronouns(folder: Path) -> str:
    """A row per way to decide, and castline's CoNLL score from raw text."""
    nlp = load_model(find_model())
    golds = [read_gold(nlp, excerpt) for excerpt in read_litbank(folder / "litbank")]
    nearest, chain, learnt, raw, tally = Counter[str](), Counter[str](), Counter[str](), Counter[str](), Tally()
    for gold, weights in zip(golds, _learn(golds), strict=True):
        nearest += _ask(gold, {})
        chain += _ask(gold, SUBJECT_CHAIN)
        learnt += _ask(gold, weights)
        raw += _read_raw(gold, tally)
    rows = [_row("gold mentions: the nearest that fits", nearest), _row("gold mentions: last subject that fits", chain),
            _row("gold mentions: castline", learnt), _row("raw text: castline", raw)]  # fmt: skip
    scores = ", ".join(f"{name} {score:.3f}" for name, score in tally.scores().items())
    return f"{table(HEAD, rows)}\n\nCoreference of people from raw text, F1: {scores}."


def _learn(golds: list[Gold]) -> list[dict[str, float]]:
    """For each text the weights learnt from the other folds."""
    examples = [[(rows, right) for _, rows, right in walk_gold(gold, False, False)[0].examples] for gold in golds]
    fitted = [
        fit([e for at, text in enumerate(examples) if at % FOLDS != fold for e in text], PRIOR) for fold in range(FOLDS)
    ]
    return [fitted[at % FOLDS] for at in range(len(golds))]


def _ask(gold: Gold, weights: dict[str, float]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for index, right, key, linked in walk_gold(gold, True, True, weights)[0].asked:
        kind = "they" if gold.notes.mentions[index].plural else "he"
        counts += Counter({kind: 1, f"{kind} right": int(right == key), f"{kind} linked": int(right == linked)})
    return counts


def _read_raw(gold: Gold, tally: Tally) -> Counter[str]:
    """castline's own reading of a text: its pronouns, and its clusters for the CoNLL score."""
    notes = gold.notes
    meant = resolve(Memory(), notes, 1, "text:1.1:").meant
    stands: dict[int, Counter[str]] = {}
    clusters: dict[int, set[tuple[int, int]]] = {}
    for note, key, entity in zip(notes.mentions, meant, gold.who, strict=True):
        if key != -1:
            fit_ = find_gold(gold.excerpt, note)
            clusters.setdefault(key, set()).add((fit_[0], fit_[1]) if fit_ else (note.start, note.end))
            if entity and note.kind != "pronoun":
                stands.setdefault(key, Counter())[entity] += 1
    wanted: dict[str, set[tuple[int, int]]] = {}
    for start, end, entity in gold.excerpt.people:
        wanted.setdefault(entity, set()).add((start, end))
    tally.add([frozenset(c) for c in wanted.values()], [frozenset(c) for c in clusters.values()])
    best = {key: votes.most_common(1)[0][0] for key, votes in stands.items()}
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for note, key, entity in zip(notes.mentions, meant, gold.who, strict=True):
        if entity in seen and note.kind == "pronoun" and note.form.lower() in (*SINGULAR, *PLURAL):
            kind = "they" if note.plural else "he"
            counts += Counter({kind: 1, f"{kind} right": int(best.get(key) == entity)})
        seen.add(entity) if entity else None
    return counts


def _row(name: str, n: Counter[str]) -> list[object]:
    both = max(1, n["he"] + n["they"])
    figures = [
        n["he right"] / max(1, n["he"]),
        n["they right"] / max(1, n["they"]),
        (n["he right"] + n["they right"]) / both,
    ]
    linked = [n["he linked"] / max(1, n["he"]), (n["he linked"] + n["they linked"]) / both]
    return [name, *(f"{x:.3f}" for x in figures), *(f"{x:.3f}" if x else "" for x in linked)]
