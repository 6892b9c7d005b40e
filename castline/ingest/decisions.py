"""Decisions: what has been decided about one chapter, as plain data.

    decide   annotations, memory    -> decisions      the rules are the first source
    amend    decisions, answers     -> decisions      a model, imported facts, a person: whoever knows better
    learn    memory, decisions      -> memory         for the chapters to come
    write    decisions              -> facts

People are keys of the memory as it stands after the chapter; offsets count from the chapter's start. Each decision
says on which words it stands, how sure it is, and by which rule and whom it was taken.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from castline.graph.facts import How, NameType, Presence
from castline.ingest.memory.tables import Changes


class Decision(msgspec.Struct, kw_only=True, tag_field="decision", tag=str.lower):
    """What every decision has: `start` and `end` of its evidence (end exclusive), `scene` (None: it is of the chapter
    as a whole), the `rule`, and `confidence` 0..1. `by` is who took it, "" for the rules themselves."""

    start: int
    end: int
    scene: int | None
    rule: str
    confidence: float
    by: str = ""


class Introduction(Decision):
    """Somebody is first met."""

    person: int
    kind: Literal["name", "description", "narrator"]


class Naming(Decision):
    """Somebody goes by a form from here on; `leads`: more than by any other, so that it is their main name."""

    person: int
    form: str
    type: NameType
    leads: bool = False


class Meaning(Decision):
    """A mention (its index in the annotations) means somebody."""

    mention: int
    person: int


class Speech(Decision):
    """A quote (its index in the annotations) is said or written by `speaker` (-1: nobody known), to `addressees`; `weight`
    0..1 is how telling it is of the speaker, None for what does not stand alone."""

    quote: int
    speaker: int
    addressees: tuple[int, ...] = ()
    weight: float | None = None


class Join(Decision):
    """Two turn out to be one: `gone` is `kept`, who was met first."""

    kept: int
    gone: int
    how: str


class Parting(Decision):
    """Two who were taken for one are two: what `Join` said ends here."""

    kept: int
    gone: int


class Staging(Decision):
    """A scene: where it is ("": not told), through whose eyes it is seen (-1: nobody's), and who is there, with the
    stretches of text (start, end) in which they are."""

    place: str
    focal: int
    present: dict[int, list[tuple[int, int]]]


class Trait(Decision):
    """An attribute of somebody's; `weight` 0..1 is how telling it is, None where no rule says; `others` are who else is in the words
    of one that is told."""

    person: int
    attribute: str
    value: str
    weight: float | None = None
    others: tuple[int, ...] = ()


class Tie(Decision):
    """`a` is `kind` of `b` from here on; some kinds end what was ("parted", "widow"). `hidden_from` are those of the two who do not know
    of it."""

    a: int
    b: int
    kind: str
    hidden_from: tuple[int, ...] = ()


class Mood(Decision):
    """Somebody is in a mood: `emotion` is one of EmpatheticDialogues' 32, `intensity` 0..1."""

    person: int
    emotion: str
    intensity: float


class Part(msgspec.Struct):
    """Somebody's part in what happens."""

    person: int
    role: Literal["agent", "patient", "speaker", "addressee", "witness"]
    presence: Presence
    rule: str
    confidence: float


class Known(msgspec.Struct):
    """Somebody knows of what happens from now on; `source` is who told it (-1: nobody)."""

    person: int
    how: How
    source: int
    confidence: float


class Happening(Decision):
    """An event in one sentence; `place` is "" where none is told, `importance` 0..1. `past`: the scene only tells of it, and
    it had been before."""

    summary: str
    kind: str
    place: str
    importance: float
    past: bool = False
    parts: list[Part] = []
    known: list[Known] = []


class Step(msgspec.Struct):
    """A cue, with the step of affection that it made, and the cause where a model has put it in words."""

    type: str
    weight: float
    start: int
    end: int
    why: str = ""


class Level(Decision):
    """Where a scene leaves one person's feelings for another, with the accounts that they come from and the cues that
    moved them most; `slight`: they moved too little to be told."""

    holder: int
    toward: int
    affection: float
    familiarity: float
    warmth: float
    grievance: float
    cues: list[Step] = []
    slight: bool = False


class Recap(Decision):
    """The chapter in words."""

    summary: str


class Erratum(Decision):
    """A person has set something right from here on: `what` of which `people`; `correction` is the id of what they said."""

    correction: str
    what: str
    people: tuple[int, ...]


class Overruled(msgspec.Struct):
    """A decision that no longer stands, who took its place, and why."""

    decision: Any
    by: str
    why: str


class Decisions(msgspec.Struct):
    """All that has been decided about a chapter, each list in the order of deciding. `by` are the rules and their
    version; `evidence` is what the chapter has shown about names and people, as rows of the memory."""

    by: str
    introductions: list[Introduction] = []
    namings: list[Naming] = []
    joins: list[Join] = []
    partings: list[Parting] = []
    meanings: list[Meaning] = []
    speeches: list[Speech] = []
    stagings: list[Staging] = []
    traits: list[Trait] = []
    ties: list[Tie] = []
    moods: list[Mood] = []
    happenings: list[Happening] = []
    levels: list[Level] = []
    recaps: list[Recap] = []
    in_mind: dict[int, float] = {}
    """Whom the chapter's end leaves in mind, and how much."""
    evidence: Changes = {}
    overruled: list[Overruled] = []
    errata: list[Erratum] = []
    """What people have set right, told in the chapter where it first finds its place."""

    def before(self, scene: int) -> list[tuple[str, int, Any]]:
        """All that has been decided of the chapter's scenes before one, each with its list and its place there, by which facts are
        numbered."""
        return [
            (name, place, one)
            for name in LISTS.values() for place, one in enumerate(getattr(self, name)) if (one.scene or 0) < scene
        ]  # fmt: skip

    def listed(self, kind: type[Decision]) -> list[Any]:
        """The list that decisions of a kind stand in."""
        found: list[Any] = getattr(self, LISTS[kind])
        return found


LISTS: dict[type[Decision], str] = {
    Introduction: "introductions", Naming: "namings", Join: "joins", Parting: "partings", Meaning: "meanings",
    Speech: "speeches", Staging: "stagings", Trait: "traits", Tie: "ties", Mood: "moods", Happening: "happenings",
    Level: "levels", Recap: "recaps",
}  # fmt: skip
