"""A real model's answers about the shipped story, laid through the route again: they are read, and they mend the rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import need_module
from test_laws import STORY

import castline
from benchmarks.story import RECORDED, score_story
from castline.library import Library

need_module("pydantic")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Library:
    from castline.ingest.model.route import Choice

    folder = tmp_path_factory.mktemp("recorded")
    shutil.copytree(RECORDED, folder / "answers")
    library = castline.open(f"sqlite:///{folder}/story.db")
    library.ingest(STORY, model=Choice(model="recorded", batch=folder / "answers"))
    return library


def test_every_passage_is_read(recorded: Library) -> None:
    (run,) = recorded.runs()
    assert run["ended"] == "whole" and run["passages"] == 14 and run["failed"] == 0


@pytest.mark.filterwarnings("ignore::castline.Notice")
def test_recorded_answers_are_nearer_the_gold_than_the_rules(recorded: Library, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/rules.db") as library:
        library.ingest(STORY)
        rules = score_story(library)
    model = score_story(recorded)
    for name in ("speakers", "addressees", "affection in band"):
        assert model[name][0] > rules[name][0], (name, model[name], rules[name])
