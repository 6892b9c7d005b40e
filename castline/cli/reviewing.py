"""The verb that lists what is worth a person's eye."""

from __future__ import annotations

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, moment, shared


@click.command(short_help="Likely errors worth a look.")
@moment("--at")
@click.option("--top", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="How many at most.")
@shared
@click.pass_obj
def review(choices: Choices, at: str | None, top: int) -> None:
    """People who may be one, and people who may be two, those in most scenes first, with the names that say so.

    \b
    Example:
      castline review --top 5 --table
    """
    with choices.library() as library:
        found = library.review(at, top)
    answer(choices, found, lambda: tables.review(found))
