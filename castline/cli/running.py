"""The verbs about castline itself: doctor and serve."""

from __future__ import annotations

import os
import sys

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, moment, shared
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
@moment("--at", help="The last chapter that may be asked about, by anybody: 34, 1.34, a heading; else all.")
@shared
@click.pass_obj
def serve(choices: Choices, host: str, port: int, at: str | None) -> None:
    """The same questions over HTTP, until stopped; GET /v1 lists them.

    With --at the saga ends there for whoever asks, whatever they ask: for agents and readers that must not see further. Such a service
    takes no books and no corrections.

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
        from castline.api.tokens import read_readers, read_tokens
    except ModuleNotFoundError as error:
        raise CastlineError(
            f"The service needs '{error.name}', which is not installed: pip install 'castline[web]'"
        ) from error
    tokens, readers = read_tokens(os.environ), read_readers(os.environ)
    door.check_door(host, {**tokens, **dict.fromkeys(readers, "read")})
    with choices.library(until=at) as library:
        if at is not None:
            library.view()  # a moment that is not there is said before the port is open
        uvicorn.run(
            make_app(library, tokens, read_origins(), readers), host=host, port=port, http=Protocol, ws="none", lifespan="on", access_log=False,
            limit_concurrency=door.MOST_AT_ONCE, timeout_graceful_shutdown=door.LAST_ANSWERS, h11_max_incomplete_event_size=door.LARGEST_HEAD,
        )  # fmt: skip


@click.command(short_help="Tools for agents, by the Model Context Protocol.")
@click.argument("character", required=False)
@moment("--at", help="The moment that the session stands at, for good: 34, 1.34, a heading; else the last one told.")
@shared
@click.pass_obj
def mcp(choices: Choices, character: str | None, at: str | None) -> None:
    """Serve tools to an agent over stdin and stdout, bound to a saga, a moment and, if one is named, a person.

    No tool takes a moment: the agent cannot ask for later. With CHARACTER, it cannot ask what they do not know.

    \b
    Example:
      castline mcp "Brisa Tolloway" --saga the_salt_ledger --at 8
    """
    try:
        from castline.api.tools import make_server
    except ModuleNotFoundError as error:
        raise CastlineError(
            f"Tools for agents need '{error.name}', which is not installed: pip install 'castline[mcp]'"
        ) from error
    with choices.library() as library:
        make_server(library, at, character).run("stdio")


@click.command(short_help="The script that completes commands in a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script by which a shell completes castline's commands and options.

    \b
    Example:
      castline completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    assert found is not None
    click.echo(found(root, {}, "castline", "_CASTLINE_COMPLETE").source())
