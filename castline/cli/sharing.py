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

LIMITS = Limits()


@click.command(short_help="Facts as lines, or the people as a graph.")
@click.argument("form", type=click.Choice(["facts", "graphml", "gexf"]))
@moment("--at")
@click.option("--mentions", is_flag=True, help="With every place that means somebody (facts only; many lines).")
@click.option("--out", type=click.Path(), metavar="FILE", help="Write there instead of to stdout.")
@shared
@click.pass_obj
def export(choices: Choices, form: str, at: str | None, mentions: bool, out: str | None) -> None:
    """Everything as lines of facts (JSON), or the people as a graph for Gephi and the like.

    \b
    Example:
      castline export graphml --at 10 --out people.graphml
    """
    with choices.library() as library:
        lines = library.export(form, at, mentions)
        if out is None:
            for line in lines:
                click.echo(line.encode())
        else:
            click.echo(f"Wrote {_write(out, lines)} lines to {out}", err=True)


def _write(out: str, lines: Iterator[str]) -> int:
    """Write the lines; nothing is written where the first of them fails."""
    first = next(lines, "")
    try:
        with Path(out).open("w", encoding="utf-8", newline="\n") as file:
            return sum(file.write(line + "\n") > 0 for line in chain([first], lines))
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
@moment("--at", help="Cut the graph at this moment; else all of it is there.")
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
