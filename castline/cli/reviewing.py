"""`castline review`: what is worth a person's eye, by the rules and, where one is named, by a model that reads for slips."""

from __future__ import annotations

from functools import partial

import click

from castline.cli import tables
from castline.cli.answering import find_reader, read_by, tell
from castline.cli.choices import Choices, answer, moment, shared
from castline.query.review import MOST


@click.command(short_help="Likely errors worth a look.")
@moment("--at")
@click.option(
    "--top", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N", help="How many at most."
)
@read_by("A model that reads each page for slips, beside what was told before.")
@shared
@click.pass_obj
def review(
    choices: Choices, at: str | None, top: int, model: str | None, base_url: str | None, batch: str | None
) -> None:
    """People who may be one, and people who may be two, those in most scenes first, with the names that say so; and what a book tells
    at two places that cannot both be so: be it the rules that err or the book.

    With --model, first the slips that a model finds: it is shown every page (some 1,600 words) with what was told of its people and things
    before it, and nothing that comes. What it answers is kept beside the store: after a change only what has changed is asked.

    \b
    Example:
      castline review --top 5 --table
      castline review --model gpt-5-mini --table
    """
    with choices.library() as library, find_reader(model, base_url, batch) as reader:
        found = library.review(at, top, reader, partial(tell, "read page"))
    answer(choices, found, lambda: tables.review(found))
