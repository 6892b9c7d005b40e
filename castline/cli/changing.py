"""The verbs that ask how people felt over time: feelings, shifts, network; each may be drawn as a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from castline import plots
from castline.cli import tables
from castline.cli.choices import Choices, answer, moment, shared
from castline.query.shifts import TOP

F = TypeVar("F", bound=Callable[..., Any])


def plot(command: F) -> F:
    """Add --plot."""
    return click.option(
        "--plot", metavar="FILE", help="Draw it instead, into a .png, .svg, .pdf or .html file (needs castline[plot])."
    )(command)


def _drew(file: str) -> None:
    click.echo(f"castline: drew {file}", err=True)


@click.command(short_help="How two people felt for each other over time.")
@click.argument("a")
@click.argument("b")
@click.argument("more", nargs=-1)
@moment("--at")
@plot
@shared
@click.pass_obj
def feelings(choices: Choices, a: str, b: str, more: tuple[str, ...], at: str | None, plot: str | None) -> None:
    """How two people felt for each other, both ways, chapter by chapter, and the words that changed it.

    With more names than two: what the first of them felt for each of the others.

    \b
    Example:
      castline feelings Brisa Perrine --at 10 --table
      castline feelings Brisa Perrine --plot feelings.svg
      castline feelings Brisa Perrine Corvin --plot toward-each.svg
    """
    with choices.library() as library:
        found = library.feelings(a, b, at, more)
    if plot:
        plots.plot_feelings(found, plot)
        return _drew(plot)
    answer(choices, found, lambda: tables.feelings(found))


@click.command(short_help="Whose feelings swung furthest between two moments.")
@moment("--from", "since", help="Changes told by this moment do not count; else the first chapter's do not.")
@moment("--to", "at", help="The last moment told; else all.")
@click.option(
    "--top", type=click.IntRange(min=1), default=TOP, show_default=True, metavar="N", help="How many of them."
)
@plot
@shared
@click.pass_obj
def shifts(choices: Choices, since: str | None, at: str | None, top: int, plot: str | None) -> None:
    """The greatest swings of anyone's affection for anyone after one moment and by another, and why.

    A swing is how far it went up and down between, however it ended; that two are told to be brothers or friends is none. Feelings
    that are new and have not moved since come last, and are not drawn; a drawing has each two people once, with both ways.

    \b
    Example:
      castline shifts --from 8 --to 10 --top 5 --table
    """
    with choices.library() as library:
        found = library.shifts(since, at, 2 * top if plot else top)
        found = plots.choose_pairs(found, top) if plot else found
        histories = [library.feelings(s.holder_id, s.toward_id, at) for s in found.shifts] if plot else []
    if plot:
        plots.plot_shifts(found, histories, plot)
        return _drew(plot)
    answer(choices, found, lambda: tables.shifts(found))


@click.command(short_help="Who stands where among the others.")
@moment("--at")
@plot
@click.option("--heat", is_flag=True, help="Draw the heat map of everyone toward everyone instead of the network.")
@shared
@click.pass_obj
def network(choices: Choices, at: str | None, plot: str | None, heat: bool) -> None:
    """The signed network as of a moment: centrality, balance of triads, communities.

    \b
    Example:
      castline network --at 10 --table
      castline network --at 10 --plot everyone.html
      castline network --at 10 --plot heat.svg --heat
    """
    with choices.library() as library:
        if plot:
            (plots.plot_heat if heat else plots.plot_web)(library.view(at), plot)
            return _drew(plot)
        found = library.network(at)
    answer(choices, found, lambda: tables.network(found))
