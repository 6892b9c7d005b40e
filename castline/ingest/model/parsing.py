"""The text of an answer to its form: mended where it is nearly JSON, and read item by item, so that one that is malformed
costs itself alone."""

from __future__ import annotations

import json
from typing import Any

from json_repair import repair_json
from pydantic import TypeAdapter, ValidationError

from castline.ingest.model.form import Reading

LONGEST = 60_000
"""Characters of an answer: ten times what a full one has. What is longer is no answer."""
MOST_ITEMS = 200
"""Items of one list that are looked at."""
_items = {
    name: TypeAdapter(field.annotation.__args__[0])
    for name, field in Reading.model_fields.items()
    if field.annotation is not str and field.annotation is not None
}
"""Field -> how an item of its list is read."""


class Unreadable(Exception):
    """An answer that is no JSON object of the form. `reason` is said to the model, and to the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def parse(answer: str) -> tuple[Reading, list[str]]:
    """The reading, and what of it was malformed, each in a sentence. Raises Unreadable for what is no such object."""
    if len(answer) > LONGEST:
        raise Unreadable(f"the answer has {len(answer):,} characters, and none may have more than {LONGEST:,}")
    found = _load(answer)
    if not isinstance(found, dict) or not found.keys() & Reading.model_fields.keys():
        raise Unreadable("the answer is no JSON object of the form asked for")
    refused: list[str] = []
    place = found.get("place")
    values: dict[str, Any] = {"place": place if isinstance(place, str) else ""}
    for name, adapter in _items.items():
        values[name] = _read_items(name, found.get(name), adapter, refused)
    return Reading.model_construct(**values), refused


def _load(answer: str) -> Any:
    text = answer.strip()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if "{" not in text:
        return None
    try:
        return repair_json(text[text.index("{") :], return_objects=True)
    except (ValueError, RecursionError):
        return None


def _read_items(name: str, given: Any, adapter: TypeAdapter[Any], refused: list[str]) -> list[Any]:
    if given is None:
        return []
    if not isinstance(given, list):
        refused.append(f"{name} is no list")
        return []
    items = []
    for number, item in enumerate(given[:MOST_ITEMS], 1):
        try:
            items.append(adapter.validate_python(item))
        except ValidationError as error:
            fault = error.errors()[0]
            at = ".".join(str(part) for part in fault["loc"])
            refused.append(f"{name} {number}: {at + ': ' if at else ''}{fault['msg']}")
    return items
