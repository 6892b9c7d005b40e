"""Mending an answer that its speaker cannot have given: said again once, without what cannot stand."""

from __future__ import annotations

from castline.agent.check import Claim
from castline.agent.checking import check_with
from castline.agent.model import Model
from castline.agent.talk import Asking, ground


def mend(model: Model, asking: Asking, answer: str, reader: Model | None = None) -> tuple[str, list[Claim]]:
    """The answer, mended once by the model that gave it where claims of it cannot stand, by the graph or a `reader` (see `check_with`); and those
    claims that still cannot. What comes is not told to who speaks: only that the sentence must go."""
    claims = check_with(reader, asking.view, asking.who, answer)
    if not claims:
        return answer, claims
    reasons = "\n".join(f"- “{claim.text}”: {_say(claim, asking.name)}" for claim in claims)
    again = [
        *ground(asking), {"role": "assistant", "content": answer},
        {"role": "user", "content": f"This cannot stand:\n{reasons}\nGive your answer once more without it, in character, and nothing else."},
    ]  # fmt: skip
    mended = model.answer(again)
    return mended, check_with(reader, asking.view, asking.who, mended)


def _say(claim: Claim, name: str) -> str:
    return {
        "future": "you cannot know of that; it has not happened.",
        "unwitnessed": f"{name} was not there, and can at most have heard of it.",
        "contradicted": "that is not how it was told" + (f": {claim.place.text}" if claim.place else ""),
    }[claim.fault]
