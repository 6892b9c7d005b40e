"""Examples for the description: what the service answers about the shipped story, as `scripts/examples` writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EXAMPLES: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""By path, shortened; and refusals by status, under "problems"."""


def add_examples(paths: dict[str, Any]) -> None:
    """Give the routes of a description an example for each of their answers."""
    for path, operations in paths.items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                kind = "application/json" if status == "200" else "application/problem+json"
                example = EXAMPLES.get(path) if status == "200" else EXAMPLES["problems"].get(status)
                if example is not None and kind in answer.get("content", {}):
                    answer["content"][kind]["example"] = example
