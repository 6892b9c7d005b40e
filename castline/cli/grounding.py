"""The verbs that ground an agent: passages, hints, knows, ask, chat, check."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from castline.cli import tables
from castline.cli.answering import LIKELIEST, batched, find_models, find_reader, read_by
from castline.cli.choices import Choices, F, answer, moment, shared

if TYPE_CHECKING:
    from castline.agent.model import Model

METHODS = (
    "castline", "castline-experts", "zero-shot", "zero-shot-cot", "self-refine", "rag", "rag-cutoff", "narrative-experts",
    "narrative-experts-rag-cutoff",
)  # fmt: skip
"""Those of castline.agent.talk that need no examples."""


BY_RULES = (
    "By the rules alone. Who claims to have seen what they were not there for is found out one time in three, a changed detail hardly ever: "
    "--model NAME reads the pages."
)
"""What is said beside the claims that the graph finds: that there are none is no approval."""


def spoken(command: F) -> F:
    """Add the options that say which model speaks."""
    for option in (
        click.option("--with", "partner", metavar="NAME", help="Who of the book asks (for the method castline)."),
        click.option("--reader", metavar="NAME", help="A model that reads the likeliest pages for --checked."),
        click.option(
            "--checked", is_flag=True, help="Mend the answer once where the graph, or --reader, speaks against it."
        ),
        click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint: http://localhost:11434/v1."),
        click.option("--model", metavar="NAME", required=True, help="The model that speaks."),
    ):
        command = option(command)
    return command


@click.command(short_help="What was told by a moment about something.")
@click.argument("query")
@moment("--at")
@click.option("--who", metavar="PERSON", help="Only what this person was there for, or knows of.")
@click.option("--top", type=click.IntRange(1, 100), default=6, show_default=True, metavar="N", help="How many at most.")
@click.option(
    "--embed-model", metavar="NAME", help="A model whose vectors have a say in the order of those found by words."
)
@click.option("--base-url", metavar="URL", help="Its OpenAI-compatible endpoint: http://localhost:11434/v1.")
@shared
@click.pass_obj
def passages(
    choices: Choices, /, query: str, at: str | None, who: str | None, top: int, embed_model: str | None, base_url: str | None
) -> None:  # fmt: skip
    """The passages that fit a query best (BM25), out of what was told by a moment.

    \b
    Example:
      castline passages "the green gloves" --at 5 --who "Brisa Tolloway" --table
    """
    if base_url and not embed_model:
        raise click.UsageError("--base-url says where a model is asked for vectors. Name it with --embed-model.")
    with choices.library() as library:
        embedder = library.embedder(embed_model, base_url) if embed_model else None
        found = library.passages(query, at, who, top, embedder)
    answer(choices, found, lambda: tables.passages(found))


@click.command(short_help="What may be said of a question to who plays somebody.")
@click.argument("character", metavar="PERSON")
@click.argument("question")
@moment("--at")
@click.option(
    "--judge", is_flag=True, help="The judge's side: with where it is told that lies ahead. Not for the player."
)
@read_by(LIKELIEST)
@shared
@click.pass_obj
def hints(
    choices: Choices, character: str, question: str, at: str | None, judge: bool, model: str | None, base_url: str | None,
    batch: str | None,
) -> None:  # fmt: skip
    """Whether what is asked has happened by a moment, was witnessed by the person, or is changed in a detail.

    \b
    Example:
      castline hints "Brisa Tolloway" --at 5 "Were you there when the ledger was found?"
    """
    with choices.library() as library, find_reader(model, base_url, batch) as reader:
        found = (library.ruling if judge else library.hints)(character, question, at, reader)
    answer(choices, found, lambda: tables.hints(found))


@click.command(short_help="Who was at an event, who heard of it, who does not know.")
@click.argument("event")
@moment("--at")
@read_by(LIKELIEST)
@shared
@click.pass_obj
def knows(
    choices: Choices, event: str, at: str | None, model: str | None, base_url: str | None, batch: str | None
) -> None:
    """Who was at an event, who heard of it and from whom, and who does not know of it.

    EVENT is an id, words of it, or better a sentence: who does what to whom. Every place that has the words counts, as it happens or
    as it is spoken of after, and every event that a model has told in a sentence with those words; where none has them, the likeliest are
    shown, each with the chance that it tells of that. With --model it may be asked in any words: a model reads the likeliest places.

    \b
    Example:
      castline knows tombstone --at 8 --table
    """
    with choices.library() as library, find_reader(model, base_url, batch) as reader:
        found = library.knows(event, at, reader)
    answer(choices, found, lambda: tables.knowing(found))


@click.command(short_help="Ask somebody as of a moment, through a model.")
@click.argument("character", metavar="PERSON")
@click.argument("question")
@moment("--at")
@click.option(
    "--method", type=click.Choice(METHODS), default="castline", show_default=True, help="How the model is grounded."
)
@batched
@spoken
@shared
@click.pass_obj
def ask(
    choices: Choices, character: str, question: str, at: str | None, method: str, model: str, base_url: str | None, checked: bool,
    reader: str | None, partner: str | None, batch: str | None,
) -> None:  # fmt: skip
    """Answer a question in character. With --batch no endpoint is asked: what would be sent is written into a folder, to be looked at or
    answered there.

    \b
    Example:
      castline ask "Brisa Tolloway" --at 5 "What do you make of the ledger?" --model gpt-5-mini --checked
    """
    with choices.library() as library, find_models(base_url, batch) as find:
        speaker, read = _find_both(find, model, reader, checked)
        click.echo(library.ask(speaker, character, question, at, method, checked, partner=partner, reader=read))


@click.command(short_help="Talk with somebody as of a moment.")
@click.argument("character", metavar="PERSON")
@moment("--at")
@spoken
@shared
@click.pass_obj
def chat(
    choices: Choices, character: str, at: str | None, model: str, base_url: str | None, checked: bool, reader: str | None, partner: str | None
) -> None:  # fmt: skip
    """Answer in character, line by line from stdin, until it ends. Each line is a question of its own.

    \b
    Example:
      castline chat "Brisa Tolloway" --at 5 --model qwen3:14b --base-url http://localhost:11434/v1
    """
    with choices.library() as library, find_models(base_url, None) as find:
        speaker, read = _find_both(find, model, reader, checked)
        for line in filter(None, map(str.strip, sys.stdin)):
            click.echo(library.ask(speaker, character, line, at, "castline", checked, partner=partner, reader=read))


def _find_both(
    find: Callable[[str], Model], model: str, reader: str | None, checked: bool
) -> tuple[Model, Model | None]:
    """The model that speaks, and the one that reads when what it says is checked."""
    if reader and not checked:
        raise click.UsageError("--reader reads for --checked: give both.")
    return find(model), find(reader) if reader else None


@click.command(short_help="What of an answer its speaker cannot know.")
@click.argument("character", metavar="PERSON")
@click.argument("text", metavar="ANSWER")
@moment("--at")
@read_by(LIKELIEST)
@shared
@click.pass_obj
def check(
    choices: Choices, character: str, text: str, at: str | None, model: str | None, base_url: str | None, batch: str | None
) -> None:  # fmt: skip
    """The claims of an answer that lie ahead, that its speaker was not there for, or that are told otherwise. ANSWER `-` is
    read from stdin. What is said of the future is the judge's: keep it from the speaker.

    \b
    Example:
      castline check "Brisa Tolloway" --at 3 "I saw how they opened the sealed room."
    """
    said = sys.stdin.read() if text == "-" else text
    with choices.library() as library, find_reader(model, base_url, batch) as reader:
        found = library.check(character, said, at, reader)
    if model is None:
        click.echo(f"castline: {BY_RULES}", err=True)
    answer(choices, found, lambda: tables.claims(found))
