"""The verbs about castline itself: doctor and serve."""

from __future__ import annotations

import os
import sys

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, shared
from castline.errors import CastlineError


@click.command(short_help="What is installed and in use.")
@shared
@click.pass_obj
def doctor(choices: Choices) -> None:
    """What is installed, which model, store and saga are in use; exit code 1 where something needed is missing.

    \b
    Example:
      castline doctor --table
    """
    with choices.library() as library:
        found = library.doctor()
    answer(choices, found, lambda: tables.checkup(found))
    if not found.ok:
        sys.exit(1)


@click.command(short_help="The same questions over HTTP.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8642, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes a free one."
)
@shared
@click.pass_obj
def serve(choices: Choices, host: str, port: int) -> None:
    """The same questions over HTTP, until stopped; GET / lists them.

    At an address that others can reach it needs CASTLINE_TOKEN, which callers send as `Authorization: Bearer ...`.

    \b
    Example:
      castline serve --port 8642
      curl 'http://127.0.0.1:8642/v1/snapshot?character=Brisa&at=10'
    """
    try:
        import uvicorn

        from castline.api import door
        from castline.api.app import make_app, read_origins
        from castline.api.protocol import Protocol
        from castline.api.tokens import read_tokens
    except ModuleNotFoundError as error:
        raise CastlineError(
            f"The service needs '{error.name}', which is not installed: pip install 'castline[web]'"
        ) from error
    tokens = read_tokens(os.environ)
    door.check_door(host, tokens)
    with choices.library() as library:
        uvicorn.run(
            make_app(library, tokens, read_origins()), host=host, port=port, http=Protocol, ws="none", lifespan="on", access_log=False,
            limit_concurrency=door.MOST_AT_ONCE, h11_max_incomplete_event_size=door.LARGEST_HEAD,
        )  # fmt: skip
