"""Texts whose apostrophes were lost, each with a space in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castline.graph.apostrophes import restore_apostrophes
from castline.ingest.reading.decoding import even_out
from castline.query.quoting import squeeze


@pytest.mark.parametrize(
    ("lost", "meant"),
    [
        ("Anna s cup, and the boys s", "Anna’s cup, and the boys’s"), ("I don t know. She can t!", "I don’t know. She can’t!"),
        ("I m here; he ll come, they re late, we ve seen, you d go", "I’m here; he’ll come, they’re late, we’ve seen, you’d go"),
        ("at ten o clock", "at ten o’clock"), ("Lord Henry s.", "Lord Henry’s."),
    ],
)  # fmt: skip
def test_a_space_for_an_apostrophe_is_read_as_one(lost: str, meant: str) -> None:
    assert restore_apostrophes(lost) == even_out(lost) == squeeze(lost) == meant


@pytest.mark.parametrize(
    "text",
    [
        "s/he",
        "they re-enter",
        "No. 3 t, A s b",
        "it is Anna’s, don’t",
        "que ella no se ve",
        "a d—d rascal",
        "vell, and ve must",
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert restore_apostrophes(text) == text


@given(st.text("ast n’mIdlv.re -\n", max_size=60))
def test_no_character_moves(text: str) -> None:
    restored = restore_apostrophes(text)
    assert len(restored) == len(text)
    assert all(new == old or (old, new) == (" ", "’") for old, new in zip(text, restored, strict=True))
