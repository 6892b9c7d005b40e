"""The options that every verb shares, how errors leave, and how answers are printed."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

import castline
from castline.errors import CastlineError
from castline.library import Library
from castline.query.quoting import squeeze
from castline.query.render import indent

if TYPE_CHECKING:
    from rich.console import RenderableType

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Choices:
    """What was chosen by the shared options, before the verb or after it (the later wins)."""

    store: str | None = None
    saga: str | None = None
    table: bool | None = None
    """Tables (True), JSON (False), or what suits where it goes."""

    @property
    def for_eyes(self) -> bool:
        """Whether to print tables: where they were asked for, or nothing was said and the output is a terminal."""
        return sys.stdout.isatty() if self.table is None else self.table

    def library(self, until: str | None = None) -> Library:
        """The library that the verb asks, open until a chapter if one is named. What is to be known of the question is said on stderr, once."""
        said: set[str] = set()

        def notify(note: str) -> None:
            if note not in said:
                said.add(note)
                click.echo(f"castline: {squeeze(note)}", err=True)

        return castline.open(self.store, self.saga, notify, until)


class Verbs(click.Group):
    """A group that says castline's errors as plain text on stderr, with exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; a full disk or a broken pipe is click's to handle."""
        try:
            return super().invoke(ctx)
        except CastlineError as error:
            click.echo(f"castline: {error}", err=True)
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of use, not of the alphabet."""
        return list(self.commands)


def shared(command: F) -> F:
    """Add --store, --saga, --table and --verbose."""
    for option in (
        click.option("--verbose", is_flag=True, expose_value=False, callback=_listen, help="Say on stderr what the server's driver reports, its retries too."),
        click.option("--table/--json", default=None, expose_value=False, callback=_choose, help="Print tables for eyes, or JSON; else tables on a terminal."),
        click.option("--saga", metavar="NAME", expose_value=False, callback=_choose, help="The saga; else $CASTLINE_SAGA, else the only one."),
        click.option(
            "--store", metavar="URL", expose_value=False, callback=_choose,
            help="sqlite:///file.db or neo4j://host:7687; else $CASTLINE_STORE, else ./castline.db.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _choose(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    choices = ctx.ensure_object(Choices)
    if value not in (None, "") and param.name:
        setattr(choices, param.name, value)


def _listen(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """What the libraries log is for who asks for it; what matters of it is said in our words anyway."""
    if value:
        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)


def moment(
    *names: str, help: str = "The last moment told: 34, 1.34, 1.34.2 or a heading; else all.", required: bool = False
) -> Callable[[F], F]:
    """An option that takes a moment."""
    return click.option(*names, metavar="M", help=help, required=required)


def answer(choices: Choices, value: Any, table: Callable[[], RenderableType]) -> None:
    """Print an answer: as JSON, or as the table that is made when asked for."""
    if choices.for_eyes:
        show(table())
    else:
        click.echo(indent(value).encode())


def show(*screens: RenderableType, err: bool = False) -> None:
    """Print for eyes. Text from books is never taken for markup."""
    from rich.console import Console

    console = Console(stderr=err, markup=False, highlight=False, emoji=False)
    for screen in screens:
        console.print(screen)
