"""Passages by meaning: those that share most words with a query, in an order in which vectors have a say as well.

    the best by BM25 -> their vectors and the query's, of a model at an endpoint -> both orders fused

Only what the view holds is ever sent. Two orders are fused by reciprocal ranks (Cormack, Clarke and Büttcher 2009, k = 60).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from castline.agent.model import ask_patiently, open_endpoint
from castline.errors import InputError
from castline.query.passages import DIGITS, Passage, find_passages
from castline.query.view import View

POOL = 48
"""Passages that share words with the query, and are put in order: who shares none is not found."""
K = 60
AT_ONCE = 64
"""Texts of one call."""


class Embedder(Protocol):
    """What turns texts into vectors of one length."""

    name: str

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """A row for each text. Raises ModelError."""
        ...


class Embedded:
    """An embeddings model at an OpenAI-compatible endpoint. Vectors are kept in the file at `answers` by model and text, and
    asked for once. `second` is how long a second of waiting takes: tests let it pass faster."""

    def __init__(self, name: str, base_url: str | None, answers: str | Path, second: float = 1.0) -> None:
        self.name, self._endpoint = name, open_endpoint(name, base_url, "ask for vectors")
        self._answers, self._second = answers, second

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Those that are kept, and the others asked for, as many as one call holds at a time."""
        from castline.ingest.model.kept import Kept

        keys = {
            text: hashlib.sha256(f"{self.name}\0{text}".encode("utf-8", "surrogatepass")).hexdigest() for text in texts
        }
        kept = Kept(self._answers)
        try:
            found = kept.find_vectors(list(keys.values()))
            missing = [text for text, key in keys.items() if key not in found]
            for start in range(0, len(missing), AT_ONCE):
                some = missing[start : start + AT_ONCE]
                asked = np.asarray(self._ask(some), dtype=np.float32)
                made = {keys[text]: row.tobytes() for text, row in zip(some, asked, strict=True)}
                kept.keep_vectors(self.name, made)
                found |= made
        finally:
            kept.close()
        return _stack([np.frombuffer(found[keys[text]], dtype=np.float32) for text in texts], self.name)

    def _ask(self, texts: list[str]) -> list[list[float]]:
        return ask_patiently(lambda: self._endpoint.embed(texts), self.name, self._endpoint.name, self._second)


def _stack(rows: list[np.ndarray], name: str) -> np.ndarray:
    if len({len(row) for row in rows}) > 1:
        raise InputError(
            f"'{name}' has given vectors of several lengths: another model has had that name. Remove what is kept, or name it anew."
        )
    return np.stack(rows)


def find_by_meaning(view: View, query: str, embedder: Embedder, who: str | None, most: int) -> list[Passage]:
    """The passages told by the view's moment that fit a query best by words and by vectors. `score` is that of the fused
    order. Raises what `find_passages` does, and ModelError."""
    pool = find_passages(view, query, who, max(most, POOL))
    if not pool:
        return []
    vectors = embedder.embed([query, *(one.text for one in pool)]).astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1)
    near = vectors[1:] @ vectors[0] / np.maximum(lengths[1:] * lengths[0], 1e-12)
    by_meaning = np.argsort(-near.round(DIGITS), kind="stable").argsort()
    fused = [1 / (K + place + 1) + 1 / (K + int(by_meaning[place]) + 1) for place in range(len(pool))]
    order = sorted(range(len(pool)), key=lambda place: (-fused[place], place))[:most]
    return [msgspec.structs.replace(pool[place], score=round(fused[place], DIGITS)) for place in order]
