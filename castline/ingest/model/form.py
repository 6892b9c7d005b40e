"""The form of an answer, version reading.v2: what a model says of a passage, by ids, each field with its meaning.

A field that is left out says nothing: an empty answer is a good one. Evidence is at most a dozen words, letter by letter.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION = "reading.v2"
GENDERS = {"male": "male", "female": "female", "m": "male", "f": "female"}
"""What may be said for a trait of gender: as traits have it, or as new people do."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


Evidence = Field(description="at most 12 words of the passage, copied letter by letter")


class Teller(_Part):
    """Who says "I" in the narration from a paragraph on."""

    par: int = Field(description="number of the first paragraph")
    who: str = Field(description="id")


class NewPerson(_Part):
    """Somebody who acts or matters here, and has no id yet; nameless ones too."""

    id: str = Field(description="n1, n2 ...")
    name: str = Field(description="the fullest name or noun by which the passage calls them, as it stands there")
    gender: Literal["m", "f", ""] = ""
    ev: str = Evidence


class Same(_Part):
    """Two ids that the passage shows to be one person."""

    a: str
    b: str
    how: str = Field(description="in a few words")
    ev: str = Evidence


class Spoken(_Part):
    """A correction: quotes whose guessed speaker is wrong."""

    who: str = Field(description='id of who says them; "" for nobody who has an id')
    n: list[int] = Field(description="numbers of the quotes")


class Meant(_Part):
    """A correction: words whose guessed person is wrong."""

    who: str = Field(description='id of whom they mean; "" for nobody who has an id')
    n: list[int] = Field(description="numbers of the words, without the w")


class Portrayed(_Part):
    """Somebody in lines for an actor, as of this passage's end; none begins with their name, "he" or "she"."""

    who: str
    be: str = Field(default="", description="who they are: place in life, nature, what drives them; at most 20 words")
    wants: str = Field(
        default="", description="what they mean to do or long for now, at most 15 words; empty if not told"
    )
    hides: str = Field(
        default="", description="what they keep from others, and from whom, at most 20 words; empty if nothing"
    )
    ev: str = Evidence


class Told(_Part):
    """An event: what a reader who retells this chapter would mention."""

    id: str = Field(description="e1, e2 ...")
    says: str = Field(description="one plain sentence, people by their ids")
    w: Literal[1, 2, 3] = Field(description="3 a turning point of the book, 2 of the chapter, 1 of the passage")
    st: Literal["now", "past", "claimed", "imagined"] = Field(
        description="now; past: told or remembered; claimed: somebody says so, perhaps falsely; imagined: feared, dreamt, planned"
    )
    do: list[str] = Field(default=[], description="who does it")
    to: list[str] = Field(default=[], description="whom it is done to")
    saw: list[str] = Field(default=[], description="who sees or hears it happen")
    told: list[str] = Field(default=[], description="who is told of it here")
    out: list[str] = Field(default=[], description="who is near and yet does not learn of it")
    ev: str = Evidence


class Learnt(_Part):
    """Somebody comes to know of an event of this answer."""

    who: str
    what: str = Field(description="id of the event")
    how: Literal["told", "overheard", "read", "inferred", "witnessed"]
    by: str = Field(default="", description="id of who tells it")


class Felt(_Part):
    """Where this passage leaves what one feels for another."""

    who: str
    toward: str
    a: float = Field(description="affection, -10 to 10")
    f: float = Field(description="familiarity, 0 to 10")
    why: str = Field(description="the cause that stands here, in a few words")
    ev: str = Evidence


class Tied(_Part):
    """A lasting tie: `who` is `kind` of `to`."""

    who: str
    to: str
    kind: str = Field(description="one of the kinds listed")
    st: Literal["begins", "holds", "ends"]
    hid: list[str] = Field(
        default=[], description="which of the two does not know of it when the passage ends; mostly nobody"
    )
    ev: str = Evidence


class Trait(_Part):
    """Something lasting that is told of somebody."""

    who: str
    kind: str = Field(description="one of the kinds listed")
    value: str = Field(description="in a few words, those of the passage where it has them")
    ev: str = Evidence


class Mooded(_Part):
    """A strong mood."""

    who: str
    label: str = Field(description="one of the labels listed")
    much: Literal[1, 2, 3] = Field(description="3 overwhelming")
    ev: str = Evidence


class Reading(_Part):
    """What a model says of a passage."""

    place: str = Field(default="", description="where it is, in words of the passage; empty if not told")
    on: list[str] = Field(default=[], description="ids of all who are there in person, not only talked of")
    i: list[Teller] = Field(default=[], description='who "I" is in the narration, where the guess is wrong')
    new: list[NewPerson] = Field(default=[], description="people without an id")
    same: list[Same] = Field(default=[], description="two ids that prove to be one")
    nobody: list[str] = Field(default=[], description="ids that are no person at all")
    q: list[Spoken] = Field(default=[], description="quotes whose guessed speaker is wrong, and only those")
    m: list[Meant] = Field(default=[], description="words whose guessed person is wrong, and only those")
    ev: list[Told] = Field(default=[], description="3 to 7 events, in the order told")
    kn: list[Learnt] = Field(default=[], description="who comes to know of these events")
    fe: list[Felt] = Field(default=[], description="levels of pairs that matter here, both ways")
    tie: list[Tied] = Field(default=[], description="ties that begin, end or are told")
    at: list[Trait] = Field(default=[], description="lasting traits")
    mo: list[Mooded] = Field(default=[], description="strong moods")
    po: list[Portrayed] = Field(default=[], description="those who matter most in this passage, at most five")
    drop: list[str] = Field(default=[], description="ids of guesses (g1, g2 ...) that are wrong")


def _close(schema: Any) -> Any:
    """What strict endpoints ask of a schema: every property required, none besides, and no defaults."""
    if isinstance(schema, list):
        return [_close(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _close(value) for key, value in schema.items() if key not in ("default", "title")}
    if made.get("type") == "object":
        made["required"] = list(made.get("properties", {}))
        made["additionalProperties"] = False
    return made


SCHEMA: dict[str, Any] = _close(Reading.model_json_schema())
