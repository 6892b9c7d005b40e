"""The verbs that share the graph: export and cypher."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click
import msgspec

from castline.cli import tables
from castline.cli.choices import Choices, F, answer, moment, shared
from castline.errors import CastlineError
from castline.graph.limits import Limits
from castline.query.export import KINDS
from castline.query.tables import TABLES

LIMITS = Limits()


@click.command(short_help="Facts, graphs, tables, cards: what other tools open.")
@click.argument("form", type=click.Choice(list(KINDS)))
@click.argument("character", required=False)
@moment("--at")
@click.option(
    "--of",
    "of",
    type=click.Choice(list(TABLES)),
    help="Which table, for csv and parquet; else all, into the folder --out.",
)
@click.option("--mentions", is_flag=True, help="With every place that means somebody (facts only; many lines).")
@click.option("--out", type=click.Path(), metavar="FILE", help="Write there instead of to stdout; a folder ends in /.")
@shared
@click.pass_obj
def export(
    choices: Choices,
    form: str,
    character: str | None,
    at: str | None,
    of: str | None,
    mentions: bool,
    out: str | None,
) -> None:
    """Everything as lines of facts (JSON), as a graph for Gephi and the like, as tables, or somebody as a character card.

    CHARACTER is whose card, messages, markdown, memories or HPD sessions are asked for; a lorebook is of what they know, too.

    \b
    Example:
      castline export gexf --at 10 --out people.gexf
      castline export card-png "Brisa Tolloway" --at 10 --out brisa.png
      castline export csv --of feelings --at 10 --out feelings.csv
      castline export parquet --at 10 --out tables/
    """
    with choices.library() as library:
        if (
            form in ("csv", "parquet")
            and not of
            and out
            and (out.endswith("/") or not Path(out).suffix or Path(out).is_dir())
        ):
            _write_all(Path(out), {f"{one}.{form}": library.export_bytes(form, at, table=one) for one in TABLES})
            return
        pieces = library.export_bytes(form, at, mentions, character=character, table=of)
        if out is not None:
            _tell(Path(out), pieces)
        else:
            for piece in pieces:
                click.echo(piece, nl=False)


def _write_all(folder: Path, files: dict[str, Iterator[bytes]]) -> None:
    """Write each file into the folder, which is made where there is none."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CastlineError(f"Cannot make '{folder}': {error.strerror}. Give --out another folder.") from error
    for name, pieces in files.items():
        _tell(folder / name, pieces)


def _tell(out: Path, pieces: Iterator[bytes]) -> None:
    click.echo(f"Wrote {_write(out, pieces):,} bytes to {out}", err=True)


def _write(out: Path, pieces: Iterator[bytes]) -> int:
    """Write the pieces; nothing is written where the first of them fails."""
    first = next(pieces, b"")
    try:
        with out.open("wb") as file:
            return sum(file.write(piece) for piece in chain([first], pieces))
    except OSError as error:
        raise CastlineError(f"Cannot write '{out}': {error.strerror}. Give --out another file.") from error


def bounded(command: F) -> F:
    """Add an option for each of the limits, under its name."""
    for name, kind, unit, said in (
        ("size", click.IntRange(1), "MIB", "Rows that take more are refused."),
        ("rows", click.IntRange(1), "N", "More rows are refused."),
        ("memory", click.IntRange(1), "MIB", "... or when it takes more than this."),
        ("seconds", click.FloatRange(0, min_open=True), "S", "The query is stopped after so long."),
    ):
        usual = getattr(LIMITS, name)
        command = click.option(
            f"--max-{name}", name, type=kind, default=usual, show_default=True, metavar=unit, help=said
        )(command)
    return command


@click.command(short_help="Rows of a Cypher query over the graph.")
@click.argument("query")
@moment(
    "--at",
    help="Cut the graph at this moment, and name people; else all of it is there, and a character's name is the id.",
)
@click.option(
    "--param",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    help="A parameter; the value is JSON, or else text. May be repeated.",
)
@bounded
@shared
@click.pass_obj
def cypher(choices: Choices, /, query: str, at: str | None, given: tuple[str, ...], **limits: Any) -> None:
    """Rows of a Cypher query over the property graph; QUERY `-` is read from stdin.

    \b
    Example:
      castline cypher 'MATCH (c:Character)-[:KNOWN_AS]->(n:Name) RETURN n.name AS form LIMIT $n' --param n=5 --at 10
    """
    asked = sys.stdin.read() if query == "-" else query
    with choices.library() as library:
        rows = library.cypher(asked, at, dict(_parameters(given)), Limits(**limits))
    answer(choices, rows, lambda: tables.rows(rows))


def _parameters(given: Iterable[str]) -> Iterator[tuple[str, Any]]:
    for one in given:
        key, parted, value = one.partition("=")
        if not (key and parted):
            raise click.UsageError(f"--param '{one}' has no value. Write it as key=value.")
        try:
            yield key, msgspec.json.decode(value)
        except msgspec.DecodeError:
            yield key, value
