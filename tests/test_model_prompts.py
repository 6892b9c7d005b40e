"""What a model is asked holds nothing later than its passage: the prefix law, for prompts and for what comes of them."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from books import books, save, tell_all
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from longbook import write_long

from castline.graph.sqlite import SqliteStore
from castline.ingest.model.asking import Question
from castline.ingest.model.passages import cut_passages
from castline.ingest.model.prompts import RULES
from castline.ingest.model.route import make_questions
from castline.ingest.preview import preview
from castline.testing import ScriptedServer
from scripts import read_with, reply

STORY = ROOT / "castline/examples/the_salt_ledger.txt"
QUICK = settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
FRAME = """
PEOPLE id name other names what was known of them m f first met here the narrator is their LEVELS before this chapter to a f
PASSAGE END OF GUESSES of the rules speakers I of the narration there event tie trait mood agent patient speaker addressee
witness is of The JSON object male female gender also can
"""
"""All words that a prompt is framed in."""


OTHERS = ("Pell", "Grey", "Hale", "Lyle", "Orme", "Vane", "Moss", "Ware", "Rook", "Thorn", "Birch", "Crane", "Stone")


def words_of(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]+|\d+", text)}


def ask(path: Path, through: int | None = None) -> list[Question]:
    return make_questions(preview([path], None if through is None else f"1.{through}"))


@QUICK
@given(text=books(3))
def test_prompts_of_a_part_are_those_of_the_whole(text: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        path = save(Path(home), text)
        assert_prefix(path)


@pytest.mark.parametrize("which", ["story", "long"])
def test_the_same_for_longer_books(tmp_path: Path, which: str) -> None:
    assert_prefix(STORY if which == "story" else save(tmp_path, write_long()), step=4)


def assert_prefix(path: Path, step: int = 1) -> None:
    whole = ask(path)
    last = max((question.seen.chapter for question in whole), default=0)
    for through in range(1, last, step):
        part = [question.prompt.show() for question in ask(path, through)]
        assert part == [question.prompt.show() for question in whole if question.seen.chapter <= through]


@QUICK
@given(text=books(3))
def test_no_prompt_holds_a_word_that_its_cut_does_not(text: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        path = save(Path(home), text)
        assert_told(path)


def test_no_prompt_of_the_story_holds_a_word_that_its_cut_does_not() -> None:
    assert_told(STORY)


def assert_told(path: Path) -> None:
    """Every word, name and number of a prompt stands in the book up to its passage's end, or is castline's own word."""
    whole = path.read_text(encoding="utf-8")
    frame = words_of(FRAME) | words_of(RULES)
    for question in ask(path):
        seen, prompt = question.seen, question.prompt
        assert seen.text in whole
        told = (
            words_of(whole[: whole.index(seen.text)] + seen.text[: prompt.passage.end]) | frame | {"s"}
        )  # "X’s sister"
        free = re.sub(r"\b[pg]\d+\b|⟨[^⟩]*⟩|¶\d+|\b[af] -?\d+\b", " ", prompt.text)
        assert words_of(free) <= told, (seen.place, words_of(free) - told)


@QUICK
@given(text=books(3))
def test_what_comes_of_answers_obeys_the_prefix_law(text: str) -> None:
    """The whole as of a chapter, and the book read so far, answer alike with a model too."""
    with tempfile.TemporaryDirectory() as home, ScriptedServer(reply) as server:
        folder = Path(home)
        path = save(folder, text)
        whole, part = SqliteStore(f"{home}/whole.db"), SqliteStore(f"{home}/part.db")
        read_with(whole, path, folder, server.url)
        for number in range(1, len(whole.saga("made").chapters)):  # type: ignore[union-attr]
            read_with(part, path, folder, server.url, through=f"1.{number}")
            assert tell_all(part, None) == tell_all(whole, f"1.{number}")
        whole.close()
        part.close()


def test_passages_are_whole_paragraphs_of_about_1500_words() -> None:
    for question in ask(STORY):
        seen = question.seen
        assert "".join(seen.text[p.start : p.end].strip() for p in seen.passages)
        covered = [
            at for p in cut_passages(seen.text, seen.notes, 300) for at in range(p.paragraphs[0], p.paragraphs[1] + 1)
        ]
        assert covered == list(range(len(seen.notes.paragraphs)))
        quotes = [quote for p in cut_passages(seen.text, seen.notes, 300) for quote in p.quotes]
        assert quotes == list(range(len(seen.notes.utterances)))
        for passage in cut_passages(seen.text, seen.notes, 300):
            assert 150 <= len(seen.text[passage.start : passage.end].split()) <= 600


def test_a_passage_is_cut_where_a_scene_ends(tmp_path: Path) -> None:
    line = "Ada Pell walked to the mill and counted all the sacks there once more."
    body = [line] * 9 + ["* * *"] + [line] * 13
    path = save(tmp_path, "A BOOK\n\nCHAPTER 1\n\n" + "\n\n".join(body) + "\n")
    (question,) = ask(path)
    first, second = cut_passages(question.seen.text, question.seen.notes, 140)
    scenes = [scene for _, _, scene in question.seen.notes.paragraphs]
    assert scenes[first.paragraphs[1]] != scenes[second.paragraphs[0]]


@pytest.mark.parametrize("told", [
    "Mrs. Clara Dale was the sister of Mr. Hugh Marsh.",
    "His brother-in-law, Mr. Dale, laughed. Mrs. Clara Dale was the wife of Mr. Dale.",
])  # fmt: skip
def test_kin_whom_a_passage_means_by_a_noun_are_listed_and_may_take_part(tmp_path: Path, told: str) -> None:
    family = f"Mr. Hugh Marsh sat down. {told} Miss Ada Marsh was the sister of Mr. Hugh Marsh."
    others = " ".join(f"Mr. {name} met Mr. {name}’s dog, and Mr. {name} laughed." for name in OTHERS)
    path = save(tmp_path, f"A BOOK\n\nCHAPTER 1\n\n{family} {others} {others}\n\nCHAPTER 2\n\nMr. Hugh Marsh came with his sisters.\n"
                          "\nCHAPTER 3\n\nMr. Hugh Marsh came alone.\n")  # fmt: skip
    second, third = (
        {one.name for one in question.prompt.people.values()} for question in ask(path) if question.seen.chapter > 1
    )
    assert {"Mrs. Clara Dale", "Miss Ada Marsh"} <= second
    assert not {"Mrs. Clara Dale", "Miss Ada Marsh"} & third
