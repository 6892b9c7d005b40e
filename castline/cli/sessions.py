"""`castline bench hpd`: dialogue sessions in HPD's form, exported or the user's own copy, replied to and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from castline.cli.answering import find_model
from castline.cli.choices import Choices, shared
from castline.query.render import indent

GIVEN = click.Path(exists=True, dir_okay=False)
FILE = click.Path(dir_okay=False)


@click.group(short_help="Dialogue sessions in HPD's form: strip, fill, reply, compare.")
def hpd() -> None:
    """Sessions of somebody's talk, which `castline export hpd NAME` writes of any book, or files of the HPD dataset.

    \b
    Example:
      castline export hpd "Brisa Tolloway" --out brisa.json
      castline bench hpd run brisa.json --out replies.jsonl
      castline bench hpd report brisa.json replies.jsonl --table
    """


def _save(path: str, document: dict[str, Any]) -> None:
    Path(path).write_text(indent(document) + "\n", encoding="utf-8")


@hpd.command(short_help="Without the texts: what may be passed on.")
@click.argument("given", metavar="DOCUMENT", type=GIVEN)
@click.argument("out", type=FILE)
def strip(given: str, out: str) -> None:
    """Write to OUT what `castline export hpd` wrote to DOCUMENT, with offsets and checksums in place of the book's words.

    \b
    Example:
      castline bench hpd strip brisa.json pointers.json
    """
    from castline.bench import sessions

    _save(out, sessions.strip(sessions.load_document(given)))


@hpd.command(short_help="With the texts again, out of your own copy.")
@click.argument("given", metavar="DOCUMENT", type=GIVEN)
@click.argument("out", type=FILE)
@shared
@click.pass_obj
def fill(choices: Choices, given: str, out: str) -> None:
    """Write to OUT what DOCUMENT only points to, after its checksums.

    \b
    Example:
      castline bench hpd fill pointers.json brisa.json
    """
    from castline.bench import sessions

    with choices.library() as library:
        _save(out, sessions.fill(library.view(), sessions.load_document(given)))


@hpd.command(short_help="Answers for people to choose from, by models.")
@click.argument("given", metavar="SESSIONS", type=GIVEN)
@click.argument("sheet", type=FILE)
@click.option(
    "--models", metavar="A,B", required=True, help="Models that propose ten answers each, with commas between."
)
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
def propose(given: str, sheet: str, models: str, base_url: str | None) -> None:
    """Write to SHEET (CSV) ten answers of each model to each of SESSIONS, and the book's own among them. What was answered is kept
    in SHEET.answers: the same command goes on.

    \b
    Example:
      castline bench hpd propose brisa.json choices.csv --models gpt-5-mini,qwen3:14b
    """
    from castline.bench import proposing, sessions
    from castline.bench.answers import Remembered

    read = sessions.read_sessions(given)
    named = [name.strip() for name in models.split(",") if name.strip()]
    asked = [Remembered(find_model(name, base_url), f"{sheet}.answers") for name in named]
    proposed = {session.id: proposing.propose(session, asked) for session in read}
    proposing.write_choices(sheet, read, proposed)
    click.echo(indent({"sessions": len(read), "answers": sum(map(len, proposed.values()))}))


@hpd.command(short_help="Sessions with the answers that a person chose.")
@click.argument("given", metavar="SESSIONS", type=GIVEN)
@click.argument("sheet", type=GIVEN)
@click.argument("out", type=FILE)
def choose(given: str, sheet: str, out: str) -> None:
    """Write to OUT the sessions with what is marked 1 in SHEET as right answers, and the others as wrong ones.

    \b
    Example:
      castline bench hpd choose brisa.json choices.csv test.json
    """
    from castline.bench import proposing, sessions

    _save(out, proposing.choose(sessions.load_document(given), proposing.read_choices(sheet)))


@hpd.command(name="run", short_help="Put candidates in order, answer, judge.")
@click.argument("given", metavar="SESSIONS", type=GIVEN)
@click.option(
    "--out", metavar="FILE", required=True, type=FILE, help="Gets a line for each session; the same command goes on."
)
@click.option(
    "--setting", type=click.Choice(["scene", "ori", "per", "full"]), default="full", show_default=True,
    help="What is seen: the scene, the dialogue, that with attributes and relations, or all.",
)  # fmt: skip
@click.option("--model", metavar="NAME", help="The model that answers, and puts in order where nothing scores.")
@click.option("--judge", metavar="NAME", help="A model that judges the answers, 1 to 5 on four counts.")
@click.option("--scorer", metavar="NAME", help="A model whose probabilities put in order: at a completions endpoint.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
def run(
    given: str, out: str, setting: Any, model: str | None, judge: str | None, scorer: str | None, base_url: str | None
) -> None:
    """Reply to SESSIONS. Without a model, candidates are put in order by the words they share with the talk.

    \b
    Example:
      castline bench hpd run brisa.json --out replies.jsonl --setting per --model gpt-5-mini --judge gpt-5
    """
    from castline.agent.scoring import Echoed
    from castline.bench import replying, sessions
    from castline.bench.answers import Remembered

    read = sessions.read_sessions(given)
    asked = Remembered(find_model(model, base_url), f"{out}.answers") if model else None
    judging = Remembered(find_model(judge, base_url), f"{out}.judgements") if judge else None
    scoring = Echoed(scorer, base_url) if scorer else None
    replied = replying.run(read, setting, out, asked, scoring, judging, _progress)
    click.echo(indent({"sessions": len(replied)}))


def _progress(done: int, total: int) -> None:
    if done % 10 == 0 or done == total:
        click.echo(f"castline: session {done} of {total}", err=True)


@hpd.command(short_help="Tables of a run.")
@click.argument("given", metavar="SESSIONS", type=GIVEN)
@click.argument("replies", metavar="RUN", type=GIVEN)
@shared
@click.pass_obj
def report(choices: Choices, given: str, replies: str) -> None:
    """Rankings, variety, perplexities and judgements, as JSON, or with --table as Markdown. Wrong candidates that rules made stand
    in rows of their own.

    \b
    Example:
      castline bench hpd report brisa.json replies.jsonl --table
    """
    from castline.bench import hpd_report, replying, runs, sessions

    rows = hpd_report.report(sessions.read_sessions(given), runs.read_run(replies, replying.Replied))
    click.echo(hpd_report.show(rows) if choices.table else indent(rows))


@hpd.command(short_help="How the graph agrees with tables of HPD's.")
@click.argument("tables", metavar="TABLES", type=GIVEN)
@click.argument("character")
@shared
@click.pass_obj
def compare(choices: Choices, tables: str, character: str) -> None:
    """Attributes and relations of TABLES (CSV, or a file of sessions) beside what is told of CHARACTER chapter by chapter.

    \b
    Example:
      castline bench hpd compare en_train_set.json "Harry" --saga potter
    """
    from castline.bench import hpd_tables

    with choices.library() as library:
        click.echo(indent(hpd_tables.compare(library.view(), character, hpd_tables.read_tables(tables))))
