"""The one door for probabilities: `score(context, text)` gives the log-probability of each token of a text.

Behind it stands a completions endpoint that tells those of a prompt (vLLM and its kin: `echo` with `logprobs`). Chat endpoints
tell none: whatever needs them is then not measured, and printed so.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Protocol

from castline.agent.model import PATIENCE, TRIES
from castline.errors import InputError, ModelError, NoScores


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
        try:
            from castline.ingest.model.endpoint import Endpoint
        except ImportError as error:
            raise InputError(
                f"To score with a model, {error.name} must be installed: pip install 'castline[model]'"
            ) from error
        self.name, self._endpoint, self._second = name, Endpoint(name, base_url), second

    def score(self, context: str, text: str) -> list[float]:
        """Ask, and again where the endpoint is busy or the call broke. A token that stands half in the context counts."""
        if not text:
            return []
        echoed = self._ask(context + text)
        found = [value for end, value in echoed if end > len(context) and value is not None]
        if not found:
            raise NoScores(f"'{self.name}' at {self._endpoint.name} echoes no log-probabilities of a prompt.")
        return found

    def _ask(self, prompt: str) -> list[tuple[int, float | None]]:
        from castline.ingest.model.endpoint import Fault

        for tried in range(1, TRIES + 1):
            try:
                return self._endpoint.echo(prompt)
            except Fault as fault:
                if fault.status in (400, 404, 405, 422, 501):
                    raise NoScores(
                        f"'{self.name}' at {self._endpoint.name} tells no log-probabilities of a prompt ({fault}). A completions endpoint "
                        "with echo does: vLLM, for one."
                    ) from fault
                if tried == TRIES or fault.kind == "stop":
                    raise ModelError(
                        f"'{self.name}' at {self._endpoint.name} does not score: {fault}. Look at the endpoint, the key and the model's "
                        "name, and ask again."
                    ) from fault
                time.sleep(min(PATIENCE, fault.wait or 2.0**tried) * self._second)
        raise AssertionError("unreachable")


def find_perplexity(scores: Sequence[float]) -> float:
    """The perplexity of a text from the scores of its tokens: e to the mean of their negatives; 1 and above. Raises NoScores for no
    token."""
    if not scores:
        raise NoScores("A text without a token has no perplexity.")
    return math.exp(-sum(scores) / len(scores))
