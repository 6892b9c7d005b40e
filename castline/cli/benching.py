"""`castline bench`: a benchmark of role-play at a moment, built from any ingested book, run and reported."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import click

from castline.cli.answering import batched, find_models, tell
from castline.cli.choices import Choices, shared
from castline.cli.sessions import hpd
from castline.query.render import indent

if TYPE_CHECKING:
    from castline.bench.dataset import Item

FILE = click.Path(dir_okay=False)


@click.group(short_help="Build, run and report a benchmark from any book.")
def bench() -> None:
    """Questions at moments about any ingested book, the way of TimeChara: built with a model, answered by methods, judged.

    \b
    Example:
      castline bench build items.jsonl --model gpt-5-mini --sample 600
      castline bench run items.jsonl --out run.jsonl --methods castline,zero-shot --model gpt-5-mini
      castline bench report items.jsonl run.jsonl
    """


@bench.command(name="build", short_help="Items from the ingested book.")
@click.argument("items", type=FILE)
@click.option("--model", metavar="NAME", required=True, help="The model that writes summaries and questions.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
@batched
@click.option(
    "--sample", type=click.IntRange(6), metavar="N", help="Draw so many, in equal shares of the paper's six groups."
)
@click.option(
    "--people",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    metavar="N",
    help="Main people who are asked.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Of what is drawn by lot.")
@click.option("--pointers", is_flag=True, help="Offsets and checksums of scenes, without their text.")
@click.option("--review", metavar="FILE", type=FILE, help="A table (CSV) for a person to look through.")
@click.option("--calls", is_flag=True, help="Say how many calls it takes at most, and ask nobody.")
@shared
@click.pass_obj
def build(
    choices: Choices, items: str, model: str, base_url: str | None, batch: str | None, sample: int | None, people: int, seed: int,
    pointers: bool, review: str | None, calls: bool,
) -> None:  # fmt: skip
    """Write ITEMS. Answers of the model are kept in ITEMS.answers: run the same again, and only what is missing is asked. With
    --batch nobody is asked: run the same again when the answers stand in the folder, until nothing is awaited.

    \b
    Example:
      castline bench build items.jsonl --model gpt-5-mini --sample 600 --review items.csv
    """
    from castline.bench import building
    from castline.bench.answers import Remembered
    from castline.bench.dataset import write_items

    with choices.library() as library, find_models(base_url, batch) as find:
        view = library.view()
        if calls:
            return click.echo(indent({"calls": building.count_calls(view)}))
        asked = Remembered(find(model), f"{items}.answers")
        built = building.build(view, asked, people, seed, lambda done, total: tell("scene", done, total))
    drawn = building.draw(built.items, sample, seed) if sample else built.items
    write_items(items, drawn, pointers)
    if review:
        _write_review(review, drawn)
    survival = {
        name: {"came": came, "passed": passed, "share": round(passed / came, 3)}
        for name, (came, passed) in built.survival.items()
    }
    click.echo(indent({"items": len(drawn), "calls": asked.asked, "filters": survival}))


def _write_review(path: str, items: list[Item]) -> None:
    from castline.bench.sheets import guard_cell

    with Path(path).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(
            ["keep (1 or 0)", "id", "type", "form", "fake", "who", "at", "scene", "question", "gold", "event"]
        )
        for one in items:
            cells = [
                "1",
                one.id,
                one.type,
                one.form,
                one.fake or "",
                one.who,
                one.at,
                one.scene,
                one.question,
                one.gold,
                one.event,
            ]
            rows.writerow([guard_cell(cell) for cell in cells])


@bench.command(name="fill", short_help="Items with the text of their scenes, out of your own copy.")
@click.argument("items", type=click.Path(exists=True, dir_okay=False))
@click.argument("out", type=FILE)
@shared
@click.pass_obj
def fill(choices: Choices, items: str, out: str) -> None:
    """Write to OUT what ITEMS only points to, after its checksums.

    \b
    Example:
      castline bench fill items.jsonl filled.jsonl
    """
    from castline.bench.dataset import fill as fill_items
    from castline.bench.dataset import read_items, write_items

    with choices.library() as library:
        write_items(out, fill_items(library.view(), read_items(items)))


@bench.command(name="run", short_help="Answer and judge items by methods.")
@click.argument("items", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--out", metavar="FILE", required=True, type=FILE, help="Gets a line for each answer; the same command goes on."
)
@click.option(
    "--methods", default="castline,zero-shot", show_default=True, metavar="A,B", help="Methods, with commas between."
)
@click.option("--model", metavar="NAME", required=True, help="The model that answers.")
@click.option("--judge", metavar="NAME", help="A model that judges beside the graph.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
@batched
@click.option("--calls", is_flag=True, help="Say how many calls it takes at most, and ask nobody.")
@shared
@click.pass_obj
def run(
    choices: Choices, items: str, out: str, methods: str, model: str, judge: str | None, base_url: str | None, batch: str | None,
    calls: bool,
) -> None:  # fmt: skip
    """Answer every item by every method, and judge the answers. With --batch nobody is asked: run the same again when the answers
    stand in the folder, until nothing is awaited.

    \b
    Example:
      castline bench run items.jsonl --out run.jsonl --methods castline,rag-cutoff --model gpt-5-mini --judge gpt-5
    """
    from castline.agent.talk import METHODS
    from castline.bench import running
    from castline.bench.answers import Remembered
    from castline.bench.dataset import read_items

    named = [method.strip() for method in methods.split(",") if method.strip()]
    unknown = [method for method in named if method not in METHODS]
    if unknown or not named:
        raise click.UsageError(f"--methods {', '.join(unknown) or 'names none'}: there are {', '.join(METHODS)}.")
    read = read_items(items)
    if calls:
        return click.echo(indent({"calls": running.count_calls(read, named, judge is not None)}))
    with choices.library() as library, find_models(base_url, batch) as find:
        judging = Remembered(find(judge), f"{out}.judgements") if judge else None
        judged = running.run(
            library.view, read, named, find(model), out, judging, lambda done, total: tell("answer", done, total)
        )
    click.echo(indent({"answers": len(judged)}))


@bench.command(short_help="The same questions of the future from several time points.")
@click.argument("items", type=click.Path(exists=True, dir_okay=False))
@click.argument("out", type=FILE)
@click.option(
    "--points", type=click.IntRange(2, 100), default=7, show_default=True, metavar="N", help="Time points a question."
)
@shared
@click.pass_obj
def spread(choices: Choices, items: str, out: str, points: int) -> None:
    """Write to OUT the questions of the future in ITEMS, each asked from N chapters before its scene: how far ahead makes how much.

    \b
    Example:
      castline bench spread items.jsonl gaps.jsonl
    """
    from castline.bench.building import spread as spread_items
    from castline.bench.dataset import read_items, write_items

    with choices.library() as library:
        found = spread_items(library.view(), read_items(items), points)
    write_items(out, found)
    click.echo(indent({"items": len(found)}))


@bench.command(name="report", short_help="Tables and pictures of a run.")
@click.argument("items", type=click.Path(exists=True, dir_okay=False))
@click.argument("judged", metavar="RUN", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--sheet", "filled", multiple=True, metavar="FILE", type=click.Path(exists=True, dir_okay=False),
    help="What a person judged by hand, to stand beside the judges. May be repeated.",
)  # fmt: skip
@click.option("--plot", metavar="FILE", type=FILE, help="Draw it, too: .png, .svg, .pdf or .html.")
@shared
@click.pass_obj
def report(choices: Choices, items: str, judged: str, filled: tuple[str, ...], plot: str | None) -> None:
    """Tables by method, type of data and series, as JSON, or with --table as Markdown, numbered as in TimeChara.

    \b
    Example:
      castline bench report items.jsonl run.jsonl --table --plot run.svg
    """
    from castline.bench import reporting, running, runs, sheets, showing
    from castline.bench.dataset import read_items

    read, done = read_items(items), runs.read_run(judged, running.Judged)
    found = reporting.report(read, done)
    found["people"] = sheets.tabulate(read, done, [sheets.read_sheet(one) for one in filled])
    if plot:
        from castline.plots import plot_scores

        plot_scores(found, plot)
    click.echo(showing.show(found) if choices.table else indent(found))


@bench.command(name="sheet", short_help="A table for a person who judges a run by hand.")
@click.argument("items", type=click.Path(exists=True, dir_okay=False))
@click.argument("judged", metavar="RUN", type=click.Path(exists=True, dir_okay=False))
@click.argument("out", type=FILE)
def sheet(items: str, judged: str, out: str) -> None:
    """Write to OUT (CSV) what a person is to judge, without what any judge gave it: a copy for each of two people.

    \b
    Example:
      castline bench sheet items.jsonl run.jsonl anna.csv
    """
    from castline.bench import running, runs, sheets
    from castline.bench.dataset import read_items

    sheets.write_sheet(out, read_items(items), runs.read_run(judged, running.Judged))


@bench.command(name="agree", short_help="How two people agree with each other and with the judges.")
@click.argument("judged", metavar="RUN", type=click.Path(exists=True, dir_okay=False))
@click.argument("first", type=click.Path(exists=True, dir_okay=False))
@click.argument("second", type=click.Path(exists=True, dir_okay=False))
def agree(judged: str, first: str, second: str) -> None:
    """Means by method, the share of same scores and Gwet's AC1, out of two filled sheets.

    \b
    Example:
      castline bench agree run.jsonl anna.csv ben.csv
    """
    from castline.bench import running, runs, sheets

    click.echo(
        indent(
            sheets.compare(sheets.read_sheet(first), sheets.read_sheet(second), runs.read_run(judged, running.Judged))
        )
    )


bench.add_command(hpd)
