"""The command line: the library said aloud. tables on a terminal, JSON elsewhere, exit code 1 on a problem."""

from __future__ import annotations

import click

import castline
from castline.cli.asking import cast, diff, events, reading, sagas, scenes, snapshot
from castline.cli.benching import bench
from castline.cli.changing import feelings, network, shifts
from castline.cli.choices import Verbs, shared
from castline.cli.correcting import correct, corrections
from castline.cli.grounding import ask, chat, check, hints, knows, passages
from castline.cli.ingesting import ingest
from castline.cli.modelling import estimate, prompt, runs
from castline.cli.naming import moments
from castline.cli.reviewing import review
from castline.cli.running import completion, doctor, mcp, serve
from castline.cli.sharing import cypher, export
from castline.cli.story import demo


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@shared
@click.version_option(castline.__version__, prog_name="castline")
def main() -> None:
    """Books into a time-stamped character graph: who anyone is as of a chapter, with nothing from after it.

    A moment (--at and the like) is 34, 1.34 (book.chapter), 1.34.2 (and scene), or a chapter's heading; it is
    the last that is still told. Without one, all that was ingested is told.

    \b
    Example:
      castline demo
      castline ingest the_salt_ledger.txt
      castline snapshot "Brisa Tolloway" --at 10 --format markdown
    """


for verb in (
    demo, ingest, cast, snapshot, feelings, shifts, network, events, scenes, reading, knows, diff, review, correct, corrections, passages,
    hints, ask, chat, check,
    bench, cypher, export, moments, sagas, prompt, estimate, runs, doctor, serve, mcp, completion,
):  # fmt: skip
    main.add_command(verb)
