"""Facts: frozen, dated, sourced values. Each is also one line of `castline export facts`.

A fact is never edited. Where a state ends, a later fact of the same *slot* supersedes it, and the store
remembers the moment that told so (`until`); a reader can predict every supersession from `slot` below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from castline.graph.moments import pack
from castline.graph.ties import group_of

Presence = Literal["pov", "on-page", "mentioned", "absent"]
How = Literal["took-part", "witnessed", "told", "overheard", "read", "inferred"]
NameType = Literal["full", "given", "family", "title", "nickname", "description"]

FORMAT = 1
"""Version of the line format. It changes only with a migration note in the changelog."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind", tag=str.lower):
    """What every fact carries.

    `told` is the moment at which the text reveals it; `happened` its place in story time, if the text says;
    `until` the moment that tells its end (exclusive). `start`/`end` are character offsets (end exclusive)
    into the book's text, `text` the words there. `by` names the rule, model or person; `confidence` is 0..1.
    """

    id: str
    book: int
    chapter: int
    scene: int | None = None
    told: str
    until: str | None = None
    happened: str | None = None
    start: int
    end: int
    text: str
    by: str
    confidence: float = 1.0


class Chapter(Fact, frozen=True, kw_only=True, gc=False):
    """A chapter; `start`/`end` span it whole, heading included; `text` is its printed heading."""

    label: str
    part: str | None = None


class Present(msgspec.Struct, frozen=True, kw_only=True):
    """Who is in a scene, and how. `stays` are the stretches of the book's text (start, end) in which they are there, as
    far as it shows them: from a sign of them to the last that follows near it, or until they leave."""

    character: str
    presence: Presence
    stays: tuple[tuple[int, int], ...] = ()


class Scene(Fact, frozen=True, kw_only=True, gc=False):
    """A scene: a place, where the text names one, and who is there."""

    place: str | None = None
    present: tuple[Present, ...] = ()


class Character(Fact, frozen=True, kw_only=True, gc=False):
    """Somebody, first met at `told`. `name` and `gender` are filled in at the cut; they are never stored."""

    name: str = ""
    gender: str | None = None
    narrator: bool = False


class Name(Fact, frozen=True, kw_only=True, gc=False):
    """A form that `character` goes by from `told` on; with `leads` it is from then on the name under which they are shown."""

    character: str
    form: str
    type: NameType
    leads: bool = False


PARTED = "parted"
"""How an identity is told to have been none: from here on, those it joined are two again."""


class Identity(Fact, frozen=True, kw_only=True, gc=False):
    """`a` and `b` turn out to be one; `how` says in which way the text tells it. With `how` PARTED it ends what an earlier
    one of the same two said."""

    a: str
    b: str
    how: str


class Mention(Fact, frozen=True, kw_only=True, gc=False):
    """One place in the text that means `character`."""

    character: str
    form: str
    type: Literal["name", "nominal", "pronoun"]


class Utterance(Fact, frozen=True, kw_only=True, gc=False):
    """Words somebody says or writes. `parts` are the quoted pieces without their quotation marks; `text` is the first, and
    `words`, where there are several, all of them as one. `weight` (0..1) is how telling they are of who says them,
    None for what does not stand alone."""

    speaker: str | None
    addressees: tuple[str, ...] = ()
    rule: str
    emotion: str | None = None
    parts: tuple[tuple[int, int], ...] = ()
    weight: float | None = None
    words: str | None = None


class Event(Fact, frozen=True, kw_only=True, gc=False):
    """Something that happens, in one sentence; `importance` is 0..1."""

    summary: str
    type: str
    place: str | None = None
    importance: float


class Participation(Fact, frozen=True, kw_only=True, gc=False):
    """`character` takes part in `event`, or is only talked of in it (`mentioned`)."""

    character: str
    event: str
    presence: Presence
    role: Literal["agent", "patient", "speaker", "addressee", "witness"]


class Knowledge(Fact, frozen=True, kw_only=True, gc=False):
    """`character` knows of `event` since `told`; `source` is who told it, where somebody did."""

    character: str
    event: str
    how: How
    source: str | None = msgspec.field(default=None, name="from")


class Cue(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The words that moved a feeling: what kind of cue, the step of affection that it made (0: it only brought the two
    nearer), and where it stands; `why` is the cause as a model has put it."""

    type: str
    weight: float
    start: int
    end: int
    why: str = ""


class Shown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Words that showed a feeling earlier: when they were told, where they stand (end exclusive), who took them so, and how
    surely; `why` is the cause as a model has put it."""

    told: str
    start: int
    end: int
    text: str
    by: str
    confidence: float
    why: str = ""


class Feeling(Fact, frozen=True, kw_only=True, gc=False):
    """The levels from `told` on: affection -10..10, familiarity 0..10 (HPD, figures 3 and 4); directed. `shown` are the last
    words before that show it as it stands, where those that moved it now do not."""

    holder: str = msgspec.field(name="from")
    toward: str
    affection: float
    familiarity: float
    cues: tuple[Cue, ...] = ()
    shown: Shown | None = None


class Relation(Fact, frozen=True, kw_only=True, gc=False):
    """`a` is `subtype` of `b` ("parent of"); `type` is one of HPD's eight. `hidden_from` are those of the two who do not know of it, as
    far as a model has read it."""

    a: str
    b: str
    type: str
    subtype: str | None = None
    hidden_from: tuple[str, ...] = ()


class Attribute(Fact, frozen=True, kw_only=True, gc=False):
    """One of HPD's thirteen attributes, or a kind beside them: "told" is a sentence by which readers know somebody, and
    `weight` (0..1) how telling it is, `others` who else is surely in it: those named first, then those who speak it or hear it. A
    model tells of three more, each in a line: "portrait", who they are by then, "wants" and "hides"."""

    character: str
    attribute: str
    value: str
    weight: float | None = None
    others: tuple[str, ...] = ()


class Mood(Fact, frozen=True, kw_only=True, gc=False):
    """`emotion` is one of the 32 labels of EmpatheticDialogues; `intensity` is 0..1."""

    character: str
    emotion: str
    intensity: float


class Summary(Fact, frozen=True, kw_only=True, gc=False):
    """A chapter, scene or book (`of`, its id) in words."""

    of: str
    summary: str


class Problem(Fact, frozen=True, kw_only=True, gc=False):
    """Something in the text that could not be read as it should, and what to do."""

    message: str
    advice: str


class Erratum(Fact, frozen=True, kw_only=True, gc=False, tag="correction"):
    """What a person has set right from here on: `what` they said (same, apart, rename, nobody, speaker, feeling) of which
    `people` (ids); `correction` is the id under which it can be withdrawn. What follows from it are facts of their own."""

    correction: str
    what: str
    people: tuple[str, ...]


AnyFact = (
    Chapter
    | Scene
    | Character
    | Name
    | Identity
    | Mention
    | Utterance
    | Event
    | Participation
    | Knowledge
    | Feeling
    | Relation
    | Attribute
    | Mood
    | Summary
    | Problem
    | Erratum
)
KINDS: tuple[type[Fact], ...] = (
    Chapter, Scene, Character, Name, Identity, Mention, Utterance, Event, Participation, Knowledge,
    Feeling, Relation, Attribute, Mood, Summary, Problem, Erratum,
)  # fmt: skip
BY_RULES = "rules@"
"""What the name begins with of whoever takes a fact from the text by rule."""
STATES = frozenset({"name", "identity", "attribute", "relation", "feeling", "mood"})
"""Kinds that hold from `told` until something ends them; the others happen once."""

_SINGLE_VALUED = frozenset({"gender", "age", "portrait", "wants"})
_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(AnyFact)
_list_decoder = msgspec.json.Decoder(list[AnyFact])


def is_by_rules(by: str) -> bool:
    """Whether a fact's `by` says that it was taken from the text by rule, and not by a model or a person."""
    return by.startswith(BY_RULES)


def kind(fact: Fact) -> str:
    """The `kind` of its export line."""
    return str(fact.__struct_config__.tag)


def encode(fact: Fact) -> str:
    """The fact as its export line."""
    return _encode(fact).decode()


def decode(line: str | bytes) -> Any:
    """The fact of an export line. Raises msgspec.ValidationError where a field is missing or wrong."""
    return _decoder.decode(line)


class State(msgspec.Struct, array_like=True, gc=False):
    """A state's line with the little of it that tells whether it is live, and how strong a feeling is.

    `line` is UTF-8; `slot` is its id where no later fact can end it; `told` is packed; the last four are a feeling's, else empty.
    """

    line: bytes
    kind: str
    slot: str
    told: int
    confidence: float
    holder: str = ""
    toward: str = ""
    affection: float = 0.0
    familiarity: float = 0.0


class _Gist(msgspec.Struct, gc=False):
    """What `State` takes from a line: a third of the price of the fact."""

    kind: str
    id: str
    told: str
    confidence: float
    holder: str = msgspec.field(default="", name="from")
    toward: str = ""
    affection: float = 0.0
    familiarity: float = 0.0
    character: str = ""
    attribute: str = ""
    a: str = ""
    b: str = ""
    type: str = ""
    subtype: str | None = None


_gist_decoder = msgspec.json.Decoder(list[_Gist])


def read_states(lines: Sequence[bytes]) -> list[State]:
    """The states that these lines tell, in their order."""
    gists = _gist_decoder.decode(join_lines(lines))
    return [
        State(line, g.kind, slot(g, g.kind) or g.id, pack(g.told), g.confidence, g.holder, g.toward, g.affection,
              g.familiarity)
        for g, line in zip(gists, lines, strict=True)
    ]  # fmt: skip


def join_lines(lines: Iterable[bytes]) -> bytes:
    """Stored lines as one JSON list, to be decoded at once."""
    return b"[" + b",".join(lines) + b"]"


def decode_all(lines: Iterable[bytes]) -> list[Any]:
    """The facts of many lines at once: half the price of one at a time."""
    return _list_decoder.decode(join_lines(lines))


def ended(line: str, until: str | None) -> str:
    """A stored line with the moment that tells its end, as of a cut (None: not ended by then)."""
    return line if until is None else line.replace('"until":null', f'"until":"{until}"', 1)


def slot(fact: Any, of_kind: str = "") -> str | None:
    """Facts of one slot supersede each other: the later told ends the earlier. None: it is never ended.

    Takes a fact, or the gist of one with its kind.
    """
    match of_kind or kind(fact):
        case "feeling":
            return f"feeling|{fact.holder}|{fact.toward}"
        case "mood":
            return f"mood|{fact.character}"
        case "attribute" if fact.attribute in _SINGLE_VALUED:
            return f"{fact.attribute}|{fact.character}"
        case "identity":
            first, second = sorted((fact.a, fact.b))
            return f"identity|{first}|{second}"
        case "relation":
            first, second = sorted((fact.a, fact.b))
            return f"relation|{first}|{second}|{group_of(fact.subtype or fact.type)}"
    return None


def place_of(fact: Fact) -> tuple[int, int, str]:
    """What facts are sorted by to stand in the order told, within a moment in that of the text."""
    return pack(fact.told), fact.start, fact.id


def subjects(fact: Fact) -> tuple[str, ...]:
    """The ids of the characters in whose history the fact stands."""
    match fact:
        case Character():
            return (fact.id,)
        case Name() | Participation() | Knowledge() | Attribute() | Mood():
            return (fact.character,)
        case Utterance():
            return (fact.speaker,) if fact.speaker else ()
        case Feeling():
            return (fact.holder, fact.toward)
        case Relation() | Identity():
            return (fact.a, fact.b)
    return ()
