"""Models that answer a command: at an endpoint, or through a folder of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from castline.cli.choices import F
from castline.errors import AnswersAwaited
from castline.query.render import indent

if TYPE_CHECKING:
    from castline.agent.model import Model

batched = click.option(
    "--batch", metavar="DIR", type=click.Path(file_okay=False), help="Write the requests into a folder, or read their answers there."
)  # fmt: skip


def read_by(help: str) -> Callable[[F], F]:
    """Add the options that name a model which reads for a verb, and say how it is asked; `help` is what it reads."""

    def add(command: F) -> F:
        for option in (
            batched,
            click.option(
                "--base-url", metavar="URL", help="Its OpenAI-compatible endpoint: http://localhost:11434/v1."
            ),
            click.option("--model", metavar="NAME", help=help),
        ):
            command = option(command)
        return command

    return add


LIKELIEST = "A model that reads the likeliest pages. Without, no model is asked."


@contextmanager
def find_reader(model: str | None, base_url: str | None, batch: str | None) -> Iterator[Model | None]:
    """The model that such options name, None for none. Raises UsageError for how to ask one without its name."""
    if model is None and (base_url or batch):
        raise click.UsageError("--base-url and --batch say how a model is asked. Name it with --model.")
    with find_models(base_url, batch) as find:
        yield find(model) if model else None


def find_model(name: str, base_url: str | None) -> Model:
    """The model at its endpoint."""
    from castline.agent.model import Asked

    return Asked(name, base_url)


@contextmanager
def find_models(base_url: str | None, batch: str | None) -> Iterator[Callable[[str], Model]]:
    """Models by name: at an endpoint, or through files. Where files are awaited, the command says so and ends well."""
    if batch is None:
        yield partial(find_model, base_url=base_url)
        return
    from castline.agent.filing import Filing

    try:
        with Filing(batch) as filing:
            yield filing.find_model
    except AnswersAwaited as awaited:
        click.echo(f"castline: {awaited}", err=True)
        click.echo(indent({"awaited": awaited.count, "folder": awaited.folder}))
        raise click.exceptions.Exit(0) from None


def tell(what: str, done: int, total: int) -> None:
    """How far a command is, every ten of what it does."""
    if done % 10 == 0 or done == total:
        click.echo(f"castline: {what} {done} of {total}", err=True)
