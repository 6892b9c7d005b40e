"""Items x methods -> answers, each judged by the graph and, where one is named, by a model. Goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from castline.agent.judge import Fault, judge_by_graph, judge_by_model, judge_personality, name_fault, write_label
from castline.agent.model import Model
from castline.agent.talk import Asking, Pair, ask_in_full
from castline.bench.dataset import Item
from castline.bench.runs import complete
from castline.errors import NoJudgement
from castline.query.snapshot import take_snapshot
from castline.query.view import View

ViewAt = Callable[[str | None], View]
"""The view of a moment; of None, that of all that was ingested."""
CALLS = {"self-refine": 7, "castline-experts": 5, "narrative-experts": 3, "narrative-experts-rag-cutoff": 3}
"""How many calls an answer takes at most, by methods that take more than one."""
MOST_TRAITS = 12


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """An answer and what was found of it. `graph` is the score of the judge without a model, held to the label; `unlabelled`
    the same without it; `model` and `personality` (1 to 7) are a model's, with the label, and None where none was asked or what
    it said was no judgement; `fault` is what it finds most wrong with an answer that it scored 0. `ahead` and `absent` are the
    method's own stand (see `talk.Said`)."""

    item: str
    method: str
    answer: str
    graph: int
    unlabelled: int
    model: int | None = None
    personality: int | None = None
    fault: Fault | None = None
    ahead: bool | None = None
    absent: bool | None = None


def count_calls(items: Sequence[Item], methods: Sequence[str], judged: bool) -> int:
    """How many calls a run takes at most."""
    return len(items) * sum(CALLS.get(method, 1) + 3 * judged for method in methods)


def run(
    at: ViewAt, items: Sequence[Item], methods: Sequence[str], model: Model, out: str | Path, judge: Model | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> list[Judged]:  # fmt: skip
    """Answer and judge every item by every method; `out` gets a line for each as it is done, and what stands there is not done
    again. Raises ModelError, after which the same call goes on."""
    making = {
        (item.id, method): partial(_judge, at, items, item, method, model, judge)
        for item in items for method in methods
    }  # fmt: skip
    return complete(out, Judged, lambda one: (one.item, one.method), making, tell)


def find_examples(items: Sequence[Item], item: Item) -> list[Pair]:
    """Four pairs of other scenes, one of each type of data."""
    others = {other.type: other for other in reversed(items) if other.scene != item.scene}
    return [(other.question, other.gold) for _, other in sorted(others.items())]


def _judge(
    at: ViewAt, items: Sequence[Item], item: Item, method: str, model: Model, judge: Model | None
) -> Judged:  # fmt: skip
    view = at(item.at)
    name = view.name(item.who)
    said = ask_in_full(model, Asking(view, at(None), item.who, item.question, find_examples(items, item)), method)
    marks = _ask_judge(judge, view, name, item, said.text) if judge else {}
    return Judged(
        item=item.id, method=method, answer=said.text, ahead=said.ahead, absent=said.absent,
        graph=judge_by_graph(view, item.who, item.question, said.text, item.label).score,
        unlabelled=judge_by_graph(view, item.who, item.question, said.text).score, **marks,
    )  # fmt: skip


def _ask_judge(judge: Model, view: View, name: str, item: Item, answer: str) -> dict[str, Any]:
    """What a model finds of an answer; what is no judgement is left out, and told as not measured."""
    label = write_label(item.label, name)
    marks: dict[str, Any] = {}
    with suppress(NoJudgement):
        marks["model"] = judge_by_model(judge, view, name, item.question, answer, label).score
        marks["personality"] = judge_personality(judge, name, item.question, answer, list_traits(view, item.who))[0]
        if not marks["model"]:
            marks["fault"] = name_fault(judge, name, item.question, answer, label)
    return marks


def list_traits(view: View, who: str) -> list[str]:
    """A personality label: attributes, and some own words, as of the moment."""
    taken = take_snapshot(view, who)
    traits = [f"{entry.attribute}: {entry.value}" for entry in taken.attributes[:MOST_TRAITS]]
    return traits + [f"said: {entry.words}" for entry in taken.quotes[:3]]
