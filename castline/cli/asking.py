"""The verbs that ask: sagas, cast, snapshot, events, scenes, reading, diff."""

from __future__ import annotations

from typing import get_args

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, moment, shared
from castline.query.histories import Clock
from castline.query.render import FORMS


@click.command(short_help="What the store holds.")
@shared
@click.pass_obj
def sagas(choices: Choices) -> None:
    """The sagas in the store, their books, and how far they are told.

    \b
    Example:
      castline sagas --table
    """
    with choices.library() as library:
        found = library.sagas()
    answer(choices, found, lambda: tables.sagas(found))


@click.command(short_help="Everybody met by a moment.")
@moment("--at")
@shared
@click.pass_obj
def cast(choices: Choices, at: str | None) -> None:
    """Everybody met by a moment, those most present first.

    \b
    Example:
      castline cast --at 3 --table
    """
    with choices.library() as library:
        found = library.cast(at)
    answer(choices, found, lambda: tables.cast(found))


@click.command(short_help="Who somebody is as of a moment.")
@click.argument("character")
@moment("--at")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="JSON (the default), a page, or a chat's system message.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="TOKENS",
    help="Trim by importance to about so many tokens (4 characters each).",
)
@click.option(
    "--min-confidence",
    "confidence",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="0..1",
    help="Leave out facts below this.",
)
@click.option(
    "--with",
    "partner",
    metavar="NAME",
    help="For a talk with this person: their tie, what both have seen, what the other does not know.",
)
@shared
@click.pass_obj
def snapshot(
    choices: Choices,
    character: str,
    at: str | None,
    form: str | None,
    budget: int | None,
    confidence: float,
    partner: str | None,
) -> None:
    """Who somebody is: names, feelings both ways, what they know, their words, with the evidence of each.

    CHARACTER is a name, a part of one, or an id from `castline cast`.

    \b
    Example:
      castline snapshot "Brisa Tolloway" --at 10 --format messages --budget 1500
      castline snapshot "Brisa Tolloway" --at 10 --with Perrine --format messages
    """
    if choices.table is True and form:
        raise click.UsageError(f"--table and --format {form} are two forms of one answer: give one of them.")
    with choices.library() as library:
        if choices.for_eyes and not form:
            tables.print_snapshot(library.snapshot(character, at, budget, confidence, "markdown", partner))
        else:
            click.echo(library.render(character, at, form or "json", budget, confidence, partner).rstrip("\n").encode())


@click.command(short_help="What somebody took part in.")
@click.argument("character")
@moment("--at")
@click.option(
    "--clock",
    type=click.Choice(get_args(Clock)),
    default="told",
    show_default=True,
    help="In the order told, or in which things happened, as far as that is told.",
)
@shared
@click.pass_obj
def events(choices: Choices, character: str, at: str | None, clock: Clock) -> None:
    """What somebody took part in, or was talked of in, in the order told.

    What a scene only tells of carries when it happened: "before 1.8.2", before that scene. With --clock happened it stands
    there, and what was before the story first.

    \b
    Example:
      castline events "Nahum Orrick" --at 8 --table
    """
    with choices.library() as library:
        found = library.events(character, at, clock)
    answer(choices, found, lambda: tables.events(found))


@click.command(short_help="Where scenes are, and who is there.")
@moment("--at")
@click.option("--who", metavar="NAME", help="Only the scenes with this person.")
@shared
@click.pass_obj
def scenes(choices: Choices, at: str | None, who: str | None) -> None:
    """The scenes in the order told: the place, where one is named, and who is there for how much of them.

    \b
    Example:
      castline scenes --who "Nahum Orrick" --at 8 --table
    """
    with choices.library() as library:
        found = library.scenes(who, at)
    answer(choices, found, lambda: tables.scenes(found))


@click.command(short_help="A chapter, with whom its words were taken to mean.")
@moment("--at", help="The chapter (34, 1.34 or a heading), or up to one of its scenes (1.34.2); else the last.")
@shared
@click.pass_obj
def reading(choices: Choices, at: str | None) -> None:
    """A chapter as it is printed, with whom each name, noun and pronoun was taken to mean, and who says what to whom: to see
    where it was read right, and where it wants a correction. JSON has the offsets.

    \b
    Example:
      castline reading --at 3 --table
    """
    with choices.library() as library:
        found = library.reading(at)
    answer(choices, found, lambda: tables.reading(found))


@click.command(short_help="What became known of somebody between two moments.")
@click.argument("character")
@moment("--from", "since", help="What was told by this moment is not new.", required=True)
@moment("--to", "at", help="The last moment told; else all.")
@shared
@click.pass_obj
def diff(choices: Choices, character: str, since: str, at: str | None) -> None:
    """What became known of somebody after one moment and by another.

    \b
    Example:
      castline diff "Brisa Tolloway" --from 4 --to 10
    """
    with choices.library() as library:
        found = library.diff(character, since, at)
    answer(choices, found, lambda: tables.difference(found))
