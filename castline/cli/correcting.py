"""`castline correct` and `castline corrections`: what was read wrong, said, listed, withdrawn and shared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, moment, shared
from castline.cli.ingesting import watch


@click.group(short_help="Say what was read wrong: it holds for good, and can be withdrawn.")
def correct() -> None:
    """Say what was read wrong. The saga is settled anew with it at once, and with every later ingest.

    A correction is a fact like others: dated, and by whom. Nothing told before its date changes. It is kept with the saga, survives
    --replace and new chapters, and `castline corrections withdraw` undoes it without a trace.

    \b
    Example:
      castline correct same "the ferryman" "Captain Orlov" --from 12 --why "chapter 12 says so"
      castline correct speaker "I will not go" "Anna Marsh" --at 3
    """


_hold = click.option("--hold", is_flag=True, help="Keep it, and settle later: castline corrections settle.")


def _noted(command: Callable[..., None]) -> Callable[..., None]:
    """Add what every correction takes."""
    command = click.pass_obj(command)
    for option in (
        click.option("--dry-run", is_flag=True, help="Say what would change, and keep nothing."),
        _hold,
        click.option("--by", metavar="NAME", help="Who says so; else $CASTLINE_BY, else this machine's user."),
        click.option("--why", default="", metavar="WORDS", help="A note that is kept with it."),
    ):
        command = option(command)
    return shared(command)


_since = moment("--from", "at", help="The chapter from which on it holds; else from where all were met.")
_names = moment("--as-of", "as_of", help="The moment whose names these are; else the end of what has been read.")


def _give(choices: Choices, kind: str, *said: str, **how: Any) -> None:
    with choices.library() as library, watch() as progress:
        found = library.correct(kind, *said, progress=progress, **how)
    answer(choices, found, lambda: tables.corrected(found))


@correct.command(short_help="Two are one.")
@click.argument("a")
@click.argument("b")
@_since
@_names
@_noted
def same(choices: Choices, a: str, b: str, **how: Any) -> None:
    """A and B are one: from where both have been met, or from a later chapter on that says so.

    \b
    Example:
      castline correct same "the ferryman" "Captain Orlov" --from 12
    """
    _give(choices, "same", a, b, **how)


@correct.command(short_help="Two who were taken for one are two.")
@click.argument("a")
@click.argument("b")
@_since
@_names
@_noted
def apart(choices: Choices, a: str, b: str, **how: Any) -> None:
    """A and B are two: two names of one person, or two people who are said to be one.

    \b
    Example:
      castline correct apart "Mr. Hale" "Owen Hale"
    """
    _give(choices, "apart", a, b, **how)


@correct.command(short_help="What somebody is to be called.")
@click.argument("a")
@click.argument("name")
@_since
@_names
@_noted
def rename(choices: Choices, a: str, name: str, **how: Any) -> None:
    """A is to be called NAME; the text's own names are kept beside it.

    \b
    Example:
      castline correct rename "the boy" "Peter Rudd" --from 9
    """
    _give(choices, "rename", a, name, **how)


@correct.command(short_help="What was taken for somebody is no person.")
@click.argument("a")
@_names
@_noted
def nobody(choices: Choices, a: str, **how: Any) -> None:
    """A is no person: nothing is told of A any more.

    \b
    Example:
      castline correct nobody "Providence"
    """
    _give(choices, "nobody", a, **how)


@correct.command(short_help="Who says a quote.")
@click.argument("words")
@click.argument("a")
@moment("--at", help="The chapter in which the quote stands.", required=True)
@_noted
def speaker(choices: Choices, words: str, a: str, **how: Any) -> None:
    """A says the quote of a chapter that has these WORDS, or begins at this offset.

    \b
    Example:
      castline correct speaker "I will not go" "Anna Marsh" --at 3
    """
    _give(choices, "speaker", words, a, **how)


@correct.command(short_help="To whom a quote is said.")
@click.argument("words")
@click.argument("a")
@moment("--at", help="The chapter in which the quote stands.", required=True)
@_noted
def hearer(choices: Choices, words: str, a: str, **how: Any) -> None:
    """The quote of a chapter that has these WORDS, or begins at this offset, is said to A and to nobody else.

    \b
    Example:
      castline correct hearer "I will not go" "Martin Dale" --at 3
    """
    _give(choices, "hearer", words, a, **how)


@correct.command(short_help="Whom a “he” or “she” means.")
@click.argument("words")
@click.argument("a")
@moment("--at", help="The chapter in which the words stand.", required=True)
@_noted
def meant(choices: Choices, words: str, a: str, **how: Any) -> None:
    """The one "he", "she" or the like in these WORDS of a chapter means A. Where there are several, or it is a noun, put stars around the one.

    \b
    Example:
      castline correct meant "he went to the quay" "Martin Dale" --at 3
      castline correct meant "when *she* told her" "Anna Marsh" --at 3
    """
    _give(choices, "meant", words, a, **how)


@correct.command(short_help="What one feels for another as of a moment.")
@click.argument("a")
@click.argument("b")
@moment("--at", help="The chapter or scene as of whose end it is so.", required=True)
@click.option("--affection", type=click.FloatRange(-10, 10), required=True, metavar="N", help="From -10 to 10.")
@click.option("--familiarity", type=click.FloatRange(0, 10), metavar="N", help="From 0 to 10; else as it was.")
@_noted
def feeling(choices: Choices, a: str, b: str, **how: Any) -> None:
    """A feels so for B as of the end of a chapter or scene. What comes later goes on from there.

    \b
    Example:
      castline correct feeling "Anna Marsh" "Martin Dale" --at 5 --affection -4
    """
    _give(choices, "feeling", a, b, **how)


@correct.command(short_help="What one is to another.")
@click.argument("a")
@click.argument("word")
@click.argument("b")
@_since
@_names
@_noted
def tie(choices: Choices, a: str, word: str, b: str, **how: Any) -> None:
    """A is the WORD of B: mother, half-brother, wife, friend, servant ...; or none, and never was.

    \b
    Example:
      castline correct tie "Owen Hale" brother "Anna Hale"
      castline correct tie "Owen Hale" none "Martin Dale"
    """
    _give(choices, "tie", a, word, b, **how)


@click.group(invoke_without_command=True, short_help="What was corrected: listed, withdrawn, shared.")
@moment("--at", help="Only those that speak of nothing after: 34, 1.34, a heading; else all.")
@shared
@click.pass_context
def corrections(context: click.Context, at: str | None) -> None:
    """List all corrections of a saga, and what became of each: it stands, waits for its chapter, was replaced or withdrawn, or
    does not fit the text as it is now.

    \b
    Example:
      castline corrections --table
      castline corrections export team.jsonl
      castline corrections withdraw 4f1c
    """
    if context.invoked_subcommand is None:
        choices: Choices = context.obj
        with choices.library() as library:
            found = library.corrections(at)
        answer(choices, found, lambda: tables.corrections(found))


@corrections.command(short_help="Let a correction no longer count.")
@click.argument("id")
@click.option("--dry-run", is_flag=True, help="Say what would change, and keep nothing.")
@_hold
@shared
@click.pass_obj
def withdraw(choices: Choices, id: str, dry_run: bool, hold: bool) -> None:
    """Let the correction ID (or the one whose id begins so) no longer count: all is as if it had never been made.

    \b
    Example:
      castline corrections withdraw 4f1c
    """
    with choices.library() as library, watch() as progress:
        found = library.withdraw(id, hold=hold, dry_run=dry_run, progress=progress)
    answer(choices, found, lambda: tables.corrected(found))


@corrections.command(short_help="Settle the saga with those that are held.")
@shared
@click.pass_obj
def settle(choices: Choices) -> None:
    """Settle the saga anew with all corrections given or withdrawn with --hold: once, for many.

    \b
    Example:
      castline correct nobody "Providence" --hold
      castline correct same "the ferryman" "Captain Orlov" --hold
      castline corrections settle
    """
    with choices.library() as library, watch() as progress:
        found = library.settle(progress)
    answer(choices, found, lambda: tables.corrected(found))


@corrections.command(name="export", short_help="Write them to a file, for a team.")
@click.argument("file", type=click.File("w", encoding="utf-8"), default="-")
@shared
@click.pass_obj
def share(choices: Choices, file: Any) -> None:
    """Write all corrections to FILE (or standard output), a line of JSON each, those withdrawn too.

    \b
    Example:
      castline corrections export team.jsonl
    """
    with choices.library() as library:
        lines = library.share_corrections()
    for line in lines:
        click.echo(line, file=file)


@corrections.command(name="import", short_help="Add those of a file.")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--dry-run", is_flag=True, help="Say what would change, and keep nothing.")
@shared
@click.pass_obj
def take(choices: Choices, file: Any, dry_run: bool) -> None:
    """Add the corrections of FILE (- is standard input) that `export` wrote; the saga need not be there yet.

    \b
    Example:
      castline corrections import team.jsonl --saga ledger
    """
    with choices.library() as library, watch() as progress:
        found = library.take_corrections(file, dry_run, progress)
    answer(choices, found, lambda: tables.corrected(found))
