"""The weights of what is looked at, as `python -m benchmarks DATA hints` has fitted them on events of thirteen novels."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """`place` for each of locating.FEATURES; `time` for how much likelier what comes is (its best place, its best chapter,
    always); `presence` for each of presence.SIGNS; `detail` for each of details.SIGNS; `false` for each of falsified.SIGNS. All but
    `place` are logits."""

    place: tuple[float, ...]
    time: tuple[float, ...]
    presence: tuple[float, ...]
    detail: tuple[float, ...]
    false: tuple[float, ...]


@cache
def read_weights() -> Weights:
    """The weights that ship."""
    return msgspec.json.decode(files("castline.agent").joinpath("weights.json").read_bytes(), type=Weights)
