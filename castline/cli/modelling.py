"""`castline prompt`, `estimate` and `runs`: what a model would be asked, what that takes, and what it has taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from castline.cli import tables
from castline.cli.choices import Choices, F, answer, moment, shared

if TYPE_CHECKING:
    from castline.ingest.model.route import Choice

FOLDER = click.Path(file_okay=False)


_PRICES = click.option(
    "--prices",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="What models cost, per million tokens (see the README).",
)
_AT_ONCE = click.option("--at-once", type=click.IntRange(1, 256), metavar="N", help="Calls that run at once; else 8.")


def asked(command: F) -> F:
    """Add the options that say which model is asked, how, and within what limits."""
    for option in (
        click.option("--max-calls", type=click.IntRange(min=0), metavar="N", help="Calls that may be made; else any number."),
        click.option("--max-cost", type=click.FloatRange(min=0), metavar="X", help="Money that may be spent, in that of --prices."),
        _PRICES,
        _AT_ONCE,
        click.option("--replay", metavar="DIR", type=FOLDER, help="Take the answers that --record wrote; ask nobody."),
        click.option("--record", metavar="DIR", type=FOLDER, help="Write what is asked and answered into a folder."),
        click.option("--batch", metavar="DIR", type=FOLDER, help="Write the requests into a folder, or read their answers there."),
        click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint: http://localhost:11434/v1."),
    ):  # fmt: skip
        command = option(command)
    return command


def choose(model: str | None, **how: Any) -> Choice | None:
    """The model that was chosen; None for none. Raises UsageError for how to ask one without its name."""
    given = {name: value for name, value in how.items() if value is not None}
    if model is None:
        if given:
            raise click.UsageError(f"--{min(given).replace('_', '-')} says how a model is asked. Name it with --model.")
        return None
    from castline.library import need_model

    made: Choice = need_model().Choice(model, **given)
    return made


def take_choices(how: dict[str, Any]) -> list[Choice]:
    """The models chosen among a command's options, which are left without them."""
    names = ("base_url", "batch", "record", "replay", "at_once", "prices", "max_cost", "max_calls")
    given = {name: how.pop(name) for name in names}
    found = [choose(model, **given) for model in how.pop("model") or (None,)]
    return [choice for choice in found if choice]


@click.command(short_help="What a model would be asked about a chapter.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(readable=False))
@moment("--at", help="The chapter: 7, or book.chapter; else the last.")
@shared
@click.pass_obj
def prompt(choices: Choices, files: tuple[str, ...], at: str | None) -> None:
    """Print what a model would be asked about a chapter, passage by passage. Nothing is written, and nobody asked.

    \b
    Example:
      castline prompt the_salt_ledger.txt --at 7
    """
    for text in choices.library().prompts(files, at):
        click.echo(text)


@click.command(short_help="What reading with a model would take.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(readable=False))
@click.option("--model", required=True, metavar="NAME", help="The model that would be asked.")
@_AT_ONCE
@_PRICES
@shared
@click.pass_obj
def estimate(choices: Choices, files: tuple[str, ...], model: str, at_once: int | None, prices: str | None) -> None:
    """Calls, tokens, minutes, and money where --prices tells what the model costs. What is kept costs nothing.

    \b
    Example:
      castline estimate the_salt_ledger.txt --model gpt-5-mini --prices prices.json
    """
    chosen = choose(model, at_once=at_once, prices=prices)
    assert chosen is not None  # a model was named
    found = choices.library().estimate(files, chosen)
    answer(choices, found, lambda: tables.pairs(found))


@click.command(short_help="What models were asked for this store, and what it cost.")
@shared
@click.pass_obj
def runs(choices: Choices) -> None:
    """The reports of all runs with a model, the first first.

    \b
    Example:
      castline runs --table
    """
    found = choices.library().runs()
    answer(choices, found, lambda: tables.runs(found))
