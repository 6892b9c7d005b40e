"""Talk: an answer of somebody at a moment, by one of ten methods: the eight of TimeChara (Ahn et al. 2024), and two of ours.

zero-shot                      who they are and when; the question
zero-shot-cot                  the same, thinking step by step
few-shot                       four checked pairs before the question, one of each type of data
self-refine                    the answer scored by its own model, and mended, at most three times
rag                            six passages of the whole saga, what comes too
rag-cutoff                     six passages of what is told by the moment
narrative-experts              a model guesses the scene's chapter, and who was there; the hints that follow from it
narrative-experts-rag-cutoff   the experts see six passages of the whole saga, who answers those told by the moment
castline                       the portrait, the hints of the graph, and passages that the person knows
castline-experts               the same, with hints of what the model reads on the graph's likeliest pages (`picking`)

`rag` and the experts with it show what comes, as the paper does: they are here to be measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from castline.agent.hints import Hints, give_hints
from castline.agent.model import ANSWERING, Messages, Model
from castline.agent.remembered import find_remembered, say_remembered
from castline.errors import AskError, MomentError
from castline.graph.moments import chapters_since, pack, parse
from castline.query.budget import trim
from castline.query.passages import Passage, find_passages
from castline.query.quoting import chapter_of, squeeze
from castline.query.render import render, say_place
from castline.query.snapshot import take_snapshot
from castline.query.view import View

Pair = tuple[str, str]
"""A question, and an answer that was checked."""
PORTRAIT = 1_500
"""Tokens of the portrait that `castline` gives, unless another budget is named."""
GOOD_ENOUGH, ROUNDS = 5, 3
"""The score at which `self-refine` stops (3 and 3 at best), and how many times it mends."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to somebody as of a view, put by `partner` where that is somebody of the book; `whole` is the view of all that
    was ingested, for the methods that look there, `budget` how many tokens the portrait that `castline` gives may take."""

    view: View
    whole: View
    who: str
    question: str
    examples: Sequence[Pair] = ()
    partner: str | None = None
    budget: int = PORTRAIT

    @property
    def name(self) -> str:
        """The best name by the moment."""
        return self.view.name(self.view.find(self.who))


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, and what its method took for granted, where it took a stand: whether what is asked lies `ahead`, and whether the
    person was `absent` from it (None: it did not say, or was not asked)."""

    text: str
    ahead: bool | None = None
    absent: bool | None = None


def ask(model: Model, asking: Asking, method: str = "castline") -> str:
    """The person's answer. Raises AskError for no such method, ModelError, UnknownName."""
    return ask_in_full(model, asking, method).text


def ask_in_full(model: Model, asking: Asking, method: str = "castline") -> Said:
    """The same with the method's stand on time and place."""
    if method not in METHODS:
        raise AskError(f"'{method}' is no method. Ask by one of: {', '.join(METHODS)}.")
    said = METHODS[method](model, asking)
    return said if isinstance(said, Said) else Said(said)


def set_scene(asking: Asking) -> str:
    """The system text of the paper's methods, in our words."""
    place = say_place(asking.view.record, asking.view.moment)
    return (
        f"You play {asking.name} of the saga '{asking.view.record.name}', in {asking.name}'s own manner, tone and words. It is the "
        f"end of {place}. Whatever is told after that has not happened yet: {asking.name} cannot know of it and must not speak of it. "
        f"Of scenes that {asking.name} did not attend they most likely know nothing. Answer the question as {asking.name} would."
    )


def _chat(system: str, question: str, examples: Sequence[Pair] = ()) -> Messages:
    shown = [
        {"role": role, "content": text}
        for pair in examples
        for role, text in zip(("user", "assistant"), pair, strict=True)
    ]
    return [{"role": "system", "content": system}, *shown, {"role": "user", "content": question}]


def _zero_shot(model: Model, asking: Asking) -> str:
    return model.answer(_chat(set_scene(asking), asking.question))


def _step_by_step(model: Model, asking: Asking) -> str:
    return model.answer(_chat(set_scene(asking), f"{asking.question}\n\nLet's think step by step."))


def _few_shot(model: Model, asking: Asking) -> str:
    if len(asking.examples) < 4:
        raise AskError("few-shot needs four checked pairs, one of each type of data. Give them as examples.")
    return model.answer(_chat(set_scene(asking), asking.question, asking.examples[:4]))


def _refine(model: Model, asking: Asking) -> str:
    messages = _chat(set_scene(asking), asking.question)
    answer = model.answer(messages)
    for _ in range(ROUNDS):
        judged = model.answer(
            _chat(_SCORING.format(name=asking.name), f"Question: {asking.question}\nAnswer: {answer}")
        )
        if _read_score(judged) >= GOOD_ENOUGH:
            break
        answer = model.answer([
            *messages, {"role": "assistant", "content": answer},
            {"role": "user", "content": f"{judged}\n\nAnswer the question once more, mended accordingly. Give the answer alone."},
        ])  # fmt: skip
    return answer


_SCORING = (
    "You check an answer given by {name}, who knows nothing after the moment and was not everywhere. Say shortly what is wrong with it, "
    "then two lines: 'time and place: 0' or 'time and place: 3' (0 if it contradicts when and where they were, 3 if not), and "
    "'personality: 1' to 'personality: 3' (how well it fits their nature)."
)


def _read_score(judged: str) -> int:
    place = re.search(r"time and place\D{0,5}(\d)", judged, re.I)
    nature = re.search(r"personality\D{0,5}(\d)", judged, re.I)
    return (3 if place and place[1] == "3" else 0) + min(3, int(nature[1]) if nature else 0)


def _with_passages(question: str, found: Sequence[Passage], heading: str = "Passages that may help:") -> str:
    shown = "\n".join(f"[{chapter_of(one.at)}] {squeeze(one.text)}" for one in found)
    return f"{question}\n\n{heading}\n{shown}" if found else question


def _rag(model: Model, asking: Asking) -> str:
    found = find_passages(asking.whole, asking.question)
    return model.answer(_chat(set_scene(asking), _with_passages(asking.question, found)))


def _rag_cutoff(model: Model, asking: Asking) -> str:
    found = find_passages(asking.view, asking.question)
    return model.answer(_chat(set_scene(asking), _with_passages(asking.question, found)))


def _experts(model: Model, asking: Asking) -> Said:
    hints, ahead, absent = consult(model, asking, ())
    return Said(model.answer(_chat(set_scene(asking), "\n\n".join([asking.question, *hints]))), ahead, absent)


def _experts_rag(model: Model, asking: Asking) -> Said:
    hints, ahead, absent = consult(model, asking, find_passages(asking.whole, asking.question))
    shown = [] if ahead else find_passages(asking.view, asking.question)
    asked = "\n\n".join([_with_passages(asking.question, shown), *hints])
    return Said(model.answer(_chat(set_scene(asking), asked)), ahead, absent)


def consult(model: Model, asking: Asking, shown: Sequence[Passage]) -> tuple[list[str], bool, bool | None]:
    """What a temporal and a spatial expert, both models, hint; whether the first takes it to lie ahead; and, where it does not,
    whether the second takes the person to be absent."""
    question = _with_passages(asking.question, shown)
    saga = asking.whole.record.name
    when = model.answer(_chat(
        f"You know the saga '{saga}' well. Say in which book and chapter the scene asked about stands. The last line of your answer "
        "is nothing but book.chapter, both counted from 1, for example 1.7.", question,
    ))  # fmt: skip
    if _is_later(when, asking.view):
        return [_FUTURE.format(name=asking.name)], True, None
    there = model.answer(_chat(
        f"You know the saga '{saga}' well. Say who took part in the scene asked about. The last line of your answer is nothing but "
        "their names, with commas between.", question,
    ))  # fmt: skip
    people = there.strip().splitlines()[-1].casefold() if there.strip() else ""
    words = [word for word in asking.name.casefold().split() if len(word) > 3] or [asking.name.casefold()]
    absent = not any(word in people for word in words)
    return [_ABSENT.format(name=asking.name)] * absent, False, absent


_FUTURE = (
    "Mind: this lies after the moment at which {name} is asked. {name} must not know of it, and must say nothing of it."
)
_ABSENT = "Mind: {name} took no part in this scene, and must not speak as if they had been there."


def _is_later(said: str, view: View) -> bool:
    """Whether the last line names a chapter after the view's; what names none is taken for past."""
    found = re.search(r"\d+(?:[.-]\d+)*", said.strip().splitlines()[-1]) if said.strip() else None
    try:
        named = parse(found[0].replace("-", "."), len(view.record.books)) if found else None
    except MomentError:
        return False
    return named is not None and chapters_since(pack(view.at), pack(f"{named.book}.{named.chapter}")) > 0


def ground(asking: Asking, given: Hints | None = None) -> Messages:
    """What `castline` asks: the portrait, what the person knows of the matter, the hints (None: they are found); and the question.
    No model is asked for it, so that it can be put before any other agent's question."""
    place = say_place(asking.view.record, asking.view.moment)
    portrait = trim(
        take_snapshot(asking.view, asking.who, partner=asking.partner, hearing=True),
        asking.budget,
        lambda part: render(part, "messages", place),
    )
    system = msgspec.json.decode(render(portrait, "messages", place))[0]["content"]
    given = given or give_hints(asking.view, asking.who, asking.question)
    past = given.temporal in ("past", "never happened")
    known = find_remembered(asking.view, asking.who, asking.question) if past else []
    remembered = "".join(f"\n- {line}" for line in say_remembered(asking.view, asking.view.find(asking.who), known))
    memory = f"\n\nWhat you remember that may bear on the question:{remembered}" if known else ""
    minded = "".join(f"\n- {one}" for one in given.hints)
    return _chat(f"{system}{memory}\n\nMind, for the next question:{minded}", asking.question)


def _castline(model: Model, asking: Asking) -> Said:
    return _answer(model, asking, give_hints(asking.view, asking.who, asking.question))


def _castline_experts(model: Model, asking: Asking) -> Said:
    return _answer(model, asking, give_hints(asking.view, asking.who, asking.question, model=model))


def _answer(model: Model, asking: Asking, given: Hints) -> Said:
    absent = {"present": False, "absent": True, "heard": True}.get(given.spatial)
    ahead = None if given.temporal == "unknown" else given.temporal == "future"
    return Said(model.answer(ground(asking, given), ANSWERING), ahead, absent)


METHODS: dict[str, Callable[[Model, Asking], str | Said]] = {
    "zero-shot": _zero_shot, "zero-shot-cot": _step_by_step, "few-shot": _few_shot, "self-refine": _refine, "rag": _rag,
    "rag-cutoff": _rag_cutoff, "narrative-experts": _experts, "narrative-experts-rag-cutoff": _experts_rag,
    "castline": _castline, "castline-experts": _castline_experts,
}  # fmt: skip
"""The methods by name."""
