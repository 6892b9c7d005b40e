"""What a chapter says before anyone knows who is who: the output of the stage that needs no memory.

It may be made in any order and in other processes; everything in it depends on the chapter's own text alone.
Indexes point within one `Extract`; offsets into the book's text.
"""

from __future__ import annotations

from itertools import islice
from typing import Literal

import msgspec

ABILITIES, AGE, BELONGINGS, HOBBY, LOOKS = "abilities", "age", "belongings", "hobby", "looks"
OCCUPATION, ORIGIN, NATURE, STANDING = "occupation", "origin", "personality", "standing"
"""The kinds of features, which are those of attributes too."""
GENDER, TITLE = "gender", "title"
"""Kinds of attributes that no feature tells: pronouns do, and names."""
TOLD = "told"
"""What is told of somebody in the book's own words, as a kind of attribute."""
PORTRAIT, WANTS, HIDES = "portrait", "wants", "hides"
"""What a model tells of somebody in a line, as kinds of attributes: who they are, what they mean to do or long for, what they keep from
others."""
FATE = "fate"
"""That somebody has died, as a kind of attribute."""
Role = Literal["subj", "obj", "iobj", "pobj", "poss", "appos", "voc", "attr", "other"]


class MentionNote(msgspec.Struct, array_like=True):
    """A name, a person noun or a pronoun. `person` is 1, 2 or 3; `gender` "m", "f" or ""."""

    start: int
    end: int
    kind: Literal["name", "nominal", "pronoun"]
    form: str
    head: str
    gender: str
    plural: bool
    person: int
    paragraph: int
    sentence: int
    quote: int
    role: Role
    clause: int = -1
    prep: str = ""
    owner: int = -1
    appos: int = -1
    definite: bool = False
    human: int = 0
    place: int = 0
    """Votes that the bearer is a person, or a place."""
    introduced: bool = False
    """Whether the words before it are "I am", "my name is" or "call me"."""


class Clause(msgspec.Struct, array_like=True):
    """A verb with what hangs on it. `subjects`, `objects` and `preps` hold mention indexes.

    `complements` are (lemma, start, end, negated) of adjectives and nouns said of the subject; `pieces` is the
    clause's core in words, with mention indexes where people stand; `nouns` the other objects' lemmas.
    """

    verb: str
    start: int
    end: int
    at: int
    paragraph: int
    sentence: int
    quote: int
    subjects: list[int]
    objects: list[int]
    preps: list[tuple[str, int]]
    complements: list[tuple[str, int, int, bool]]
    nouns: list[str]
    negated: bool
    past: bool
    modal: str
    passive: bool
    open: str = ""
    """The verb that this one completes ("wished" in "wished to go"), "" for a clause of its own."""
    pieces: list[str | int] = []
    place: str = ""
    happened: float = 0.0
    """The chance that it took place, for a clause with `pieces`."""
    remote: str = ""
    """ "before" for what had been, "reported" for what is said or thought, "aside" for what a noun is known by ("the man
    who sold it"); "" for what the tale tells as going on."""
    act: bool = False
    """Whether a clause with `pieces` has a verb of no special kind, and tells what one person did to another or with them."""
    perfect: bool = False
    """Whether it tells what has been from where the speaker stands now ("has come"), which is no time of its own."""
    main: bool = False
    """Whether it is what its sentence tells, or is joined to that: nothing that hangs on another clause is."""
    above: list[str] = []
    """What it hangs on as what is said, thought, wanted or denied, nearest first, as `extraction.governors` writes it."""


class Evaluation(msgspec.Struct, array_like=True):
    """A loaded word said about a mention, or standing near it."""

    word: str
    start: int
    end: int
    mention: int
    paragraph: int
    quote: int
    negated: bool


class Aim(msgspec.Struct, array_like=True):
    """A word of feeling with whose it is and whom it is for, as mention indexes; `clause` is that of the verb it hangs on, -1
    for none. `much`: what is denied is how strong it is ("not very fond")."""

    word: str
    start: int
    end: int
    holder: int
    toward: int
    paragraph: int
    quote: int
    negated: bool
    much: bool
    clause: int = -1


_THINKING = frozenset({"think", "muse", "reflect", "wonder"})


class UtteranceNote(msgspec.Struct, array_like=True):
    """A quote. `speaker` and `addressee` are mention indexes where the narration names them beside it, `verb` the lemma of the verb
    there."""

    parts: list[tuple[int, int]]
    kind: Literal["speech", "letter"]
    paragraph: int
    last: int
    speaker: int = -1
    rule: str = ""
    verb: str = ""
    addressee: int = -1
    vocatives: list[int] = []
    signature: int = -1

    @property
    def is_thought(self) -> bool:
        """Whether it is only thought: nobody hears it."""
        return self.verb in _THINKING


NAMED_SO = "named so"
"""How a name is told that is given to a noun: "a porter whose name was Marsh"."""


CALLING = "calling"
"""How a noun is told that its bearer is beside their name: "Mr. Marsh the lawyer"."""


class Reveal(msgspec.Struct, array_like=True):
    """Words at `at` that say two mentions mean one person; `one` is -1 where they leave open whose name it is."""

    one: int
    other: int
    at: int
    how: str


class Feature(msgspec.Struct, array_like=True):
    """What the words at `start` say that somebody is, has or can: `kind` and `value` of an attribute.

    `how` is "own" (of what is somebody's: "his grey eyes", so however the sentence goes on), "beside" (set beside a name by
    commas) or "said" (a clause says it of its subject).
    """

    kind: str
    value: str
    mention: int
    start: int
    how: Literal["own", "beside", "said"]
    clause: int = -1


class Voice(msgspec.Struct, array_like=True, frozen=True):
    """A stretch of a chapter from `start` on that one "I" tells.

    `kind` is the sort of paper it is written on ("" for plain telling), `name` the teller's as the text writes it (""
    where no heading and no signature says).
    """

    start: int
    kind: str = ""
    name: str = ""


class Titled(msgspec.Struct, array_like=True, frozen=True):
    """Somebody whom a title page names as the one whose tale a book is; `own`: who has written it himself."""

    name: str
    own: bool


class Extract(msgspec.Struct, array_like=True):
    """A chapter, read. `paragraphs` are (start, end, scene ordinal)."""

    paragraphs: list[tuple[int, int, int]]
    sentences: list[tuple[int, int, int]]
    mentions: list[MentionNote]
    clauses: list[Clause]
    utterances: list[UtteranceNote]
    evaluations: list[Evaluation]
    words: int
    reveals: list[Reveal] = []
    features: list[Feature] = []
    aims: list[Aim] = []
    voices: list[Voice] = []
    """Who tells it, in order, the first from its start on."""
    weights: list[tuple[float, float]] = []
    """How much each sentence weighs, for the tale and for its people, as log-odds."""
    titled: list[Titled] = []
    """Whose tale it is, by what stands before the chapter and is part of none: a book's title page, or a part's."""
    handed: int = -1
    """The mention of whoever is told, at the chapter's very end, to begin a tale or to go on with one."""
    handings: list[tuple[int, int]] = []
    """(paragraph, mention) from which on somebody else says "I" without marks; mention -1: where a tale was just told."""
    tale_of: str = ""
    """Whose tale the chapter is by its heading: "The History of Ada Hale"."""

    def share_speech(self) -> list[dict[int, int]]:
        """For each sentence: quote -> how many of its characters stand there."""
        parts = sorted((a, b, index) for index, quote in enumerate(self.utterances) for a, b in quote.parts)
        found: list[dict[int, int]] = []
        first = 0
        for start, end, _ in self.sentences:
            while first < len(parts) and parts[first][1] <= start:
                first += 1
            shares: dict[int, int] = {}
            for a, b, index in islice(parts, first, None):
                if a >= end:
                    break
                if b > start:
                    shares[index] = shares.get(index, 0) + min(b, end) - max(a, start)
            found.append(shares)
        return found
