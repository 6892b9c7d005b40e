"""How something is told: as so, or only asked, supposed, wished, thought, denied or heard of."""

from __future__ import annotations

import pytest

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.draft import Draft
from castline.ingest.memory.memory import Memory
from castline.ingest.narrative.modality import Modality, is_asked, read_modality
from castline.ingest.resolution.cast.result import NameReading, Resolution

AS_SO = Modality(0)
TOLD = {
    "Anna Marsh |married Peter Hale.": AS_SO,
    "Did Anna Marsh |marry Peter Hale?": Modality.ASKED,
    "|Was Mr. Hale a widower?": Modality.ASKED,
    "“Did Anna Marsh |marry him?” said Peter.": Modality.ASKED,
    "He cried, when Anna |came in, “Are you well?”": AS_SO,
    "Unless Anna Marsh |married Peter Hale, all was lost.": Modality.SUPPOSED,
    "He hoped that Anna Marsh |married.": Modality.WISHED,
    "Peter thought that Anna Marsh had |married.": Modality.THOUGHT,
    "Anna Marsh had not, after all, |married.": Modality.DENIED,
    "Anna didn’t |marry.": Modality.DENIED,
    "They said that Anna Marsh had |married.": Modality.HEARD,
    "If it rained, all was well; Anna Marsh |married.": AS_SO,
    "With a look of wonder Anna Marsh |married.": AS_SO,
    "She never asked him then whether Anna Marsh |married.": Modality.SUPPOSED,
}


def draft(text: str) -> Draft:
    notes = Extract([(0, len(text), 0)], [(0, len(text), 0)], [], [], [], [], len(text.split()))
    return Draft(text, notes, Resolution([], NameReading()), Memory(), Decisions("rules"))


@pytest.mark.parametrize("words", TOLD)
def test_the_mood_of_what_is_told(words: str) -> None:
    told, at = draft(words.replace("|", "")), words.index("|")
    assert read_modality(told, at) == TOLD[words]
    assert is_asked(told, at) == (TOLD[words] == Modality.ASKED)


def test_words_may_bear_on_a_subject_alone() -> None:
    text = "Anna, they said, was a widow."
    assert read_modality(draft(text), text.index("was"), text.index(",")) == AS_SO
    assert read_modality(draft(text), text.index("was")) == Modality.HEARD
