"""A chapter with its people in place: what resolution hands to the makers of facts."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from castline.ingest.resolution.cast.aliases import NameReading

HEARS, SURELY = 0.7, 0.82
"""How often somebody is spoken to who is found so, for facts to rest on it, and for a telling to say "to X"."""


@dataclass(slots=True)
class Spoken:
    """A resolved quote: person keys, the rule that found the speaker, and the chances (0..1) that he is right, and that those
    spoken to are."""

    speaker: int
    rule: str
    addressees: list[int]
    chance: float = 0.0
    heard: float = 1.0
    hearing: str = ""
    """What tells who is spoken to."""

    @property
    def hearers(self) -> list[int]:
        """Those spoken to, where it is sure enough that they are for what they know and feel."""
        return self.addressees if self.heard >= HEARS else []

    @property
    def sure_hearers(self) -> list[int]:
        """Those spoken to, where it is sure enough to be said in a telling."""
        return self.addressees if self.heard >= SURELY else []


@dataclass(slots=True)
class Resolution:
    """A chapter with its people in place. `who` gives a person key per mention (-1: nobody)."""

    who: list[int]
    naming: NameReading
    spoken: list[Spoken] = field(default_factory=list)
    tellers: list[tuple[int, int]] = field(default_factory=list)
    """(offset, person) in order: who says "I" in the narration from there on, -1 for nobody."""
    telling: int = -1
    """Who was telling a tale in quotation marks, or about to, as the chapter before ended; -1 for nobody."""
    told_before: int = -1
    """Who told the last tale in quotation marks before this chapter; -1 for nobody."""
    unmasked: list[tuple[int, int, int]] = field(default_factory=list)
    """(person, who they turn out to be, mention index): the narrator, by the name that others call them."""
    meant: list[int] = field(default_factory=list)
    """As `who`, with keys below -1 for strangers: people known in the chapter by a noun alone."""
    chances: dict[int, float] = field(default_factory=dict)
    """Mention -> the chance (0..1) that it means who was chosen for it, and those before it back to a name do: of pronouns of
    the third person that were weighed."""
    described: list[tuple[int, str, int]] = field(default_factory=list)
    """(person, description, mention index) of those known by what they are."""

    said_by: dict[int, int] = field(default_factory=dict)
    """Quote -> who says it, as a person has said."""
    heard_by: dict[int, int] = field(default_factory=dict)
    """Quote -> whom it is said to, as a person has said."""
    meant_by: dict[int, int] = field(default_factory=dict)
    """Mention -> whom it means, as a second reader has said."""
    called: dict[str, int] = field(default_factory=dict)
    """Noun as a name -> who is it in this chapter, as words beside their name have told."""
    in_mind: dict[int, float] = field(default_factory=dict)
    """Whom the chapter's end leaves in mind, and how much."""

    def replace(self, gone: int, kept: int) -> None:
        """Let somebody who has turned out to be another be that other from now on."""
        self.who = [kept if key == gone else key for key in self.who]
        self.tellers = [(start, kept if key == gone else key) for start, key in self.tellers]
        self.telling = kept if self.telling == gone else self.telling
        for said in self.spoken:
            said.speaker = kept if said.speaker == gone else said.speaker
            said.addressees = [kept if key == gone else key for key in said.addressees]

    def teller_at(self, start: int) -> int:
        """Who says "I" in the narration at an offset; -1 for nobody."""
        return self.tellers[bisect_right(self.tellers, start, key=lambda pair: pair[0]) - 1][1]
