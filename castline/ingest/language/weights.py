"""The learnt weights that ship with castline: plain JSON, a number per named feature (see learnt/NOTICE)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

LEARNT = Path(__file__).parent / "learnt"


@lru_cache
def load_weights(name: str) -> dict[str, float]:
    """The weights of one model: "pronouns", "speakers" or "events"."""
    weights: dict[str, float] = json.loads((LEARNT / f"{name}.json").read_text(encoding="utf-8"))["weights"]
    return weights
