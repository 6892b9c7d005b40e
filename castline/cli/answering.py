"""Models that answer a command: at an endpoint, or through a folder of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from castline.errors import AnswersAwaited
from castline.query.render import indent

if TYPE_CHECKING:
    from castline.agent.model import Model

batched = click.option(
    "--batch", metavar="DIR", type=click.Path(file_okay=False), help="Write the requests into a folder, or read their answers there."
)  # fmt: skip


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
