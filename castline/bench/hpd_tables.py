"""HPD's tables of attributes and relations, the user's own copy, beside what castline tells of the same people and chapters.

A table is a CSV file with a row for each person and chapter: `position` (Book1-chapter2), `name`, and columns of the 13 and the 12;
or a file of sessions or of `castline export hpd`, whose own tables are taken.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from castline.bench.measures import UNMEASURED
from castline.bench.sessions import Value, load_document, name_attributes, name_relations, read_sessions
from castline.errors import AmbiguousName, InputError, UnknownName
from castline.query.hpd import (
    ATTRIBUTES,
    BINARY,
    LEVELS,
    RELATIONS,
    Matrix,
    Standing,
    trace_standing,
)
from castline.query.sentences import find_terms
from castline.query.view import View


class Row(msgspec.Struct, frozen=True):
    """What is so of a person in a chapter (`at`: "1.2")."""

    at: str
    name: str
    attributes: dict[str, str]
    relations: dict[str, Value]


def read_tables(path: str | Path) -> list[Row]:
    """The rows of a table. Raises InputError for a file that is none."""
    if Path(path).suffix.lower() == ".csv":
        return list(_read_csv(path))
    document = load_document(path)
    if "chapters" in document:
        return list(_read_chapters(document))
    held: dict[tuple[str, str], Row] = {}
    for session in read_sessions(path):
        at = read_position(session.position)
        for name in session.attributes.keys() | session.relations.keys():
            held[at, name] = Row(at, name, session.attributes.get(name, {}), session.relations.get(name, {}))
    return [held[key] for key in sorted(held)]


def read_position(position: str) -> str:
    """ "1.2" of "Book1-chapter2" or "1.2". Raises InputError."""
    found = re.fullmatch(r"\s*(?:book)?\s*(\d+)\s*[-. ]\s*(?:chapter)?\s*(\d+)\s*", position, re.I)
    if not found:
        raise InputError(f"'{position}' is no position of HPD's. Write Book1-chapter2.")
    return f"{int(found[1])}.{int(found[2])}"


def _read_csv(path: str | Path) -> Iterator[Row]:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        for number, cells in enumerate(csv.DictReader(file), 2):
            position, name = (
                next((v for k, v in cells.items() if k and k.lower() == key), None) for key in ("position", "name")
            )
            if not position or not name:
                raise InputError(
                    f"Line {number} of '{path}' lacks a position or a name. Its first line names the columns."
                )
            named = name_attributes({k: v for k, v in cells.items() if k})
            try:
                relations = name_relations({k: v for k, v in cells.items() if k and k in named and _is_relation(k)})
            except ValueError as error:
                raise InputError(f"Line {number} of '{path}': {error}. Relations are numbers.") from error
            attributes = {key: value for key, value in named.items() if key in ATTRIBUTES}
            yield Row(read_position(position), name, attributes, relations)


def _is_relation(key: str) -> bool:
    return key.lower() in BINARY or "affection" in key.lower() or "familiarity" in key.lower()


def _read_chapters(document: Mapping[str, Any]) -> Iterator[Row]:
    for position, chapter in document["chapters"].items():
        for name, row in chapter["attributes"].items():
            relations = chapter["relations"].get(name)
            yield Row(
                read_position(position), name, dict(zip(ATTRIBUTES, row, strict=True)),
                dict(zip(RELATIONS, relations, strict=True)) if relations else {},
            )  # fmt: skip


def compare(view: View, character: str, rows: Iterable[Row]) -> dict[str, Any]:
    """How the graph agrees with a table, of one person, over the chapters that both have, each as of its end.

    `relations`: of each of the eight how many hold there, here, and in both; `levels`: of each of the four the mean difference, and
    the share of affections on the same side (0 stands alone); `attributes`: of each how many the table tells, and of how many of
    these a word is told here. People whom nobody here is called like are counted as `not found`. Raises UnknownName.
    """
    who = view.find(character)
    standings = {standing.at: standing for standing in trace_standing(view, who)}
    views = {f"{own.moment.book}.{own.moment.chapter}": own for own in view.by_chapter()}
    pairs, missed = list[tuple[Row, Standing, str]](), 0
    for row in rows:
        if row.at in standings:
            try:
                pairs.append((row, standings[row.at], _find(views[row.at], row.name)))
            except (UnknownName, AmbiguousName):
                missed += 1
    return {
        "rows": len(pairs), "not found": missed,
        "relations": {name: _compare_binary(pairs, at, name) for at, name in enumerate(BINARY)},
        "levels": {name: _compare_level(pairs, at, name) for at, name in enumerate(LEVELS, len(BINARY))},
        "attributes": {name: _compare_attribute(pairs, at, name) for at, name in enumerate(ATTRIBUTES)},
    }  # fmt: skip


def _find(view: View, name: str) -> str:
    """Whom a name of a table means; our own tables tell two of one name apart by an id behind it. Raises UnknownName and
    AmbiguousName."""
    told = re.search(r" \((.+:\d+\.\d+:[a-z]+\d+)\)$", name)
    return view.cast.find(told[1] if told else name, view.bound)


def _cell(matrix: Matrix, who: str, at: int) -> Any:
    return matrix.rows[matrix.people.index(who)][at] if who in matrix.people else None


def _compare_binary(pairs: list[tuple[Row, Standing, str]], at: int, name: str) -> dict[str, int]:
    held = [
        (bool(row.relations[name]), bool(_cell(own.relations, one, at)))
        for row, own, one in pairs
        if name in row.relations
    ]
    return {"there": sum(a for a, _ in held), "here": sum(b for _, b in held), "both": sum(a and b for a, b in held)}


def _compare_level(pairs: list[tuple[Row, Standing, str]], at: int, name: str) -> dict[str, Any] | str:
    held = [(row.relations.get(name), _cell(own.relations, one, at)) for row, own, one in pairs]
    both = [(float(a), float(b)) for a, b in held if a is not None and b is not None]
    if not both:
        return UNMEASURED
    found = {"of": len(both), "difference": round(sum(abs(a - b) for a, b in both) / len(both), 2)}
    same = sum((a > 0) - (a < 0) == (b > 0) - (b < 0) for a, b in both)
    return found | ({"same side": round(same / len(both), 3)} if "affection" in name else {})


def _compare_attribute(pairs: list[tuple[Row, Standing, str]], at: int, name: str) -> dict[str, int]:
    told = [
        (row.attributes[name], _cell(own.attributes, one, at) or "")
        for row, own, one in pairs
        if row.attributes.get(name)
    ]
    return {"there": len(told), "found": sum(bool(set(find_terms(a)) & set(find_terms(b))) for a, b in told)}
