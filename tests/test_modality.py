"""How something is told: as so, or only asked, supposed, wished, thought, denied or heard of."""

from __future__ import annotations

import pytest

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.draft import Draft
from castline.ingest.extraction.extract import extract
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.narrative.modality import Modality, is_asked, read_clause, read_modality
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


HUNG = {
    "I cannot find out that I |hate her.": Modality.DOUBTED,
    "She hardly knew how to suppose that he |liked her.": Modality.DOUBTED | Modality.SUPPOSED,
    "There was no reason to suppose that Anna |loved him.": Modality.DOUBTED | Modality.SUPPOSED,
    "It is not true that Peter |hated her.": Modality.DOUBTED,
    "Nobody believes that I |hate him.": Modality.DOUBTED,
    "Anna was too proud to |love him.": Modality.DOUBTED,
    "Anna had not come back to |love him.": Modality.DOUBTED,
    "Anna did not stay, to |love him.": Modality(0),
    "Anna had come back to |love him.": Modality(0),
    "Who told you I |hated him?": Modality.ASKED | Modality.HEARD,
    "Had Peter |loved her he would have come.": Modality.SUPPOSED,
    "If Peter loved her and |trusted me, all was well.": Modality.SUPPOSED,
    "When I |marry her, you shall come.": Modality.WISHED,
    "In case I |married her, she would come.": Modality.SUPPOSED,
    "She did not know that Anna |loved him.": AS_SO,
    "There is no doubt that Anna |loved him.": AS_SO,
    "Peter never ceased to |love her.": AS_SO,
    "Anna was sorely tempted to give way and to |marry him.": Modality.WISHED,
    "Peter was about to |marry her.": Modality.WISHED,
    "Anna did not only think that she |loved him.": Modality.THOUGHT,
    "Never had Anna so deeply felt that she |loved him.": AS_SO,
}


@pytest.mark.parametrize("words", HUNG)
def test_a_clause_is_told_as_the_verbs_above_it_are(words: str) -> None:
    text, at = words.replace("|", ""), words.index("|")
    notes = extract(load_model(find_model()), text, [(0, len(text), 0)])
    told = Draft(text, notes, Resolution([], NameReading()), Memory(), Decisions("rules"))
    assert read_clause(told, next(clause for clause in notes.clauses if clause.at == at)) == HUNG[words]
