"""The one door for probabilities: `score(context, text)` gives the log-probability of each token of a text.

Behind it stands a completions endpoint that tells those of a prompt (vLLM and its kin: `echo` with `logprobs`). Chat endpoints
tell none: whatever needs them is then not measured, and printed so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from castline.agent.model import ask_patiently, open_endpoint
from castline.errors import NoScores


class Scorer(Protocol):
    """What tells probabilities. Yours will do: a name, and this one method."""

    name: str

    def score(self, context: str, text: str) -> list[float]:
        """The natural logarithms of the probabilities of the tokens of `text`, each after all that stands before it in
        `context` and `text`. Raises NoScores where there are none to be had, ModelError."""
        ...


class Echoed:
    """The scores of a model at a completions endpoint (the key is in CASTLINE_API_KEY or OPENAI_API_KEY). `second` is how long
    a second of waiting takes: tests let it pass faster."""

    def __init__(self, name: str, base_url: str | None = None, second: float = 1.0) -> None:
        self.name, self._endpoint, self._second = name, open_endpoint(name, base_url, "score with a model"), second

    def score(self, context: str, text: str) -> list[float]:
        """Ask, and again where the endpoint is busy or the call broke. A token that stands half in the context counts."""
        if not text:
            return []
        echoed = ask_patiently(
            lambda: self._echo(context + text), self.name, self._endpoint.name, self._second, "score"
        )
        found = [value for end, value in echoed if end > len(context) and value is not None]
        if not found:
            raise NoScores(f"'{self.name}' at {self._endpoint.name} echoes no log-probabilities of a prompt.")
        return found

    def _echo(self, prompt: str) -> list[tuple[int, float | None]]:
        """Ask once. Raises NoScores where the endpoint does no such thing, Fault."""
        from castline.ingest.model.endpoint import Fault

        try:
            return self._endpoint.echo(prompt)
        except Fault as fault:
            if fault.status not in (400, 404, 405, 422, 501):
                raise
            raise NoScores(
                f"'{self.name}' at {self._endpoint.name} tells no log-probabilities of a prompt ({fault}). A completions endpoint "
                "with echo does: vLLM, for one."
            ) from fault


def find_perplexity(scores: Sequence[float]) -> float:
    """The perplexity of a text from the scores of its tokens: e to the mean of their negatives; 1 and above. Raises NoScores for no
    token."""
    if not scores:
        raise NoScores("A text without a token has no perplexity.")
    return math.exp(-sum(scores) / len(scores))
