"""The process that reads a job's books: `python -m castline.api.reader STORE SAGA OPTIONS FILE...`, a line of JSON for each step.

OPTIONS are those of `Library.ingest` as JSON. Without a file it settles the saga with its corrections. Whoever asks the service meanwhile goes first.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

import castline
from castline.errors import CastlineError

STEPS_BACK = 10
"""By how much it ranks behind what answers, where both want a core: on Unix, steps of `nice`."""


def main(url: str, saga: str, options: str, *files: str) -> None:
    """Read, and say how far it is: {"words", "of_words", "chapter"}, and at the end {"report"} or {"error"}."""

    def progress(words: int, total: int, chapter: str) -> None:
        _say(words=words, of_words=total, chapter=chapter)

    try:
        with castline.open(url, saga, lambda note: None) as library:
            told: Any = None
            if files:
                told = library.ingest(list(files), saga, progress=progress, **json.loads(options))
            else:
                told = library.settle(progress)
    except CastlineError as error:
        folder = str(Path(files[0]).parent) if files else ""
        _say(
            error=str(error).replace(f"{folder}/", "") if folder else str(error)
        )  # where the service keeps them is its own
    else:
        _say(report=msgspec.to_builtins(told))


def _say(**what: Any) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(STEPS_BACK)
    main(*sys.argv[1:])
