"""The story that comes with castline, to try it on."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from castline.cli.choices import shared
from castline.errors import InputError

STORY = "the_salt_ledger.txt"


@click.command(short_help="Write a story to try castline on.")
@shared
def demo() -> None:
    """Write the story that comes with castline, fourteen chapters, into this folder, and say what to do with it.

    \b
    Example:
      castline demo
    """
    text, path = files("castline").joinpath("examples", STORY).read_bytes(), Path(STORY)
    if path.exists() and path.read_bytes() != text:
        raise InputError(f"There is another {STORY} in this folder. Move it away, or go to another folder.")
    path.write_bytes(text)
    click.echo(
        f"{STORY} is here. Now:\n\n"
        f"  castline ingest {STORY}\n"
        '  castline snapshot "Brisa Tolloway" --at 5\n'
        '  castline diff "Brisa Tolloway" --from 9 --to 10\n'
        '  castline feelings "Brisa Tolloway" "Perrine Keddle" --at 10'
    )
