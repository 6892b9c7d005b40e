"""Runs: JSON lines that are added to as each is done, so that a run that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from castline.errors import AnswersAwaited, InputError

T = TypeVar("T")
K = TypeVar("K")


def complete(
    out: str | Path, done: type[T], key: Callable[[T], K], making: Mapping[K, Callable[[], T]], tell: Callable[[int, int], None] | None
) -> list[T]:  # fmt: skip
    """What `making` makes, in its order; `out` gets a line for each as it is made, and what stands there is not made again. What
    awaits answers is left for the same call once more: AnswersAwaited is raised when all the others are made."""
    path = Path(out)
    found = {key(one): one for one in read_run(path, done)} if path.exists() else {}
    awaited: AnswersAwaited | None = None
    for number, (name, make) in enumerate(making.items(), 1):
        if name not in found:
            try:
                made = found[name] = make()
            except AnswersAwaited as error:
                awaited = error
                continue
            with path.open("ab") as file:
                file.write(msgspec.json.encode(made) + b"\n")
        if tell:
            tell(number, len(making))
    if awaited:
        raise awaited
    return [found[name] for name in making]


def read_run(path: str | Path, done: type[T]) -> list[T]:
    """The lines of a run; one that a kill cut short is left out, and done again. Raises InputError for lines of something else."""
    found = []
    for line in Path(path).read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=done))
        except msgspec.ValidationError as error:
            raise InputError(f"'{path}' is no such run: {error}. Give --out a file of its own.") from error
        except msgspec.DecodeError:
            continue
    return found
