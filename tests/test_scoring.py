"""The door for probabilities: what comes through it from a completions endpoint, and what is said where there is none."""

from __future__ import annotations

import math
import re

import pytest
from conftest import need_module

from castline.agent.scoring import Echoed, find_perplexity
from castline.errors import ModelError, NoScores
from castline.testing import Fault, ScriptedServer

need_module("openai")


def score(prompt: str) -> list[tuple[str, float | None]]:
    """A model to whom a word of n letters has a probability of e to the -n; nothing stands before the first."""
    tokens = re.findall(r"\s*\S+", prompt)
    return [(token, -float(len(token.strip())) if at else None) for at, token in enumerate(tokens)]


def test_scores_are_of_the_text_alone() -> None:
    with ScriptedServer(lambda body: "", score=score) as server:
        scorer = Echoed("scripted", server.url)
        assert scorer.score("The cat", " sat down") == [-3.0, -4.0]
        assert scorer.score("", "Cats sit") == [-3.0]  # before the first token of all nothing stands
        assert scorer.score("The cat", "") == []
        assert server.calls[0]["echo"] and server.calls[0]["prompt"] == "The cat sat down"


def test_a_token_across_the_border_counts() -> None:
    with ScriptedServer(lambda body: "", score=score) as server:
        assert Echoed("scripted", server.url).score("The cat", "tle sat") == [-6.0, -3.0]


def test_who_is_busy_is_asked_again() -> None:
    with ScriptedServer(lambda body: "", {1: Fault("busy", wait=1)}, score=score) as server:
        assert Echoed("scripted", server.url, second=0.01).score("The", " cat") == [-3.0]
        assert len(server.calls) == 2


def test_a_chat_endpoint_tells_none() -> None:
    with ScriptedServer(lambda body: "Yes.") as server, pytest.raises(NoScores, match="A completions endpoint"):
        Echoed("scripted", server.url).score("The", " cat")
    with (
        ScriptedServer(lambda body: "", score=lambda prompt: [(prompt, None)]) as server,
        pytest.raises(NoScores, match="echoes no"),
    ):
        Echoed("scripted", server.url).score("The", " cat")


def test_nobody_there_is_an_error_of_the_model() -> None:
    with pytest.raises(ModelError) as caught:
        Echoed("scripted", "http://127.0.0.1:9/v1", second=0.001).score("The", " cat")
    assert not isinstance(caught.value, NoScores) and "ask again" in str(caught.value)


def test_perplexity_is_that_of_a_die() -> None:
    assert find_perplexity([math.log(1 / 6)] * 5) == pytest.approx(6)
    with pytest.raises(NoScores):
        find_perplexity([])
