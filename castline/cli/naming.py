"""`castline moments`: names for moments, which --at then takes."""

from __future__ import annotations

import csv
from pathlib import Path

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, shared
from castline.errors import InputError


@click.command(short_help="Names for moments, which --at then takes.")
@click.argument("name", required=False)
@click.argument("at", required=False, metavar="M")
@click.option(
    "--import",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="A table (CSV): name, moment.",
)
@shared
@click.pass_obj
def moments(choices: Choices, name: str | None, at: str | None, file: str | None) -> None:
    """List the names of moments, or give one: NAME and the moment. A name that is given again moves.

    \b
    Example:
      castline moments "the green gloves" 3
      castline snapshot "Brisa Tolloway" --at "the green gloves"
    """
    if name is not None and at is None:
        raise click.UsageError(
            f"What moment is '{name}'? castline moments NAME M; without either, all names are listed."
        )
    with choices.library() as library:
        for given, where in [*_rows(file), *([(name, at)] if name is not None and at is not None else [])]:
            library.name_moment(given, where)
        found = library.moments()
    answer(choices, found, lambda: tables.moments(found))


def _rows(file: str | None) -> list[tuple[str, str]]:
    if file is None:
        return []
    try:
        with Path(file).open(encoding="utf-8-sig", newline="") as text:
            return [(row[0], row[1].strip()) for row in csv.reader(text) if row]
    except (IndexError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"'{file}' is no table of names and moments. Write a line for each: the green gloves,1.3"
        ) from error
