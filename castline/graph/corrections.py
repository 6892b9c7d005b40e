"""Corrections: what a person says of a saga where it was read wrong, as values that are kept beside its facts.

    same      two are one                     apart     two are not one
    rename    what somebody is to be called   nobody    what was taken for somebody is no person
    speaker   who says a quote                hearer    to whom a quote is said
    meant     whom a word means ("he")
    feeling   what one feels for another as of a moment
    tie       what one is to another: "brother", "friend", or nothing

They outlive every reading: whenever the saga is settled, those that stand are laid over what was decided, and become
facts by `person:NAME`. One that is withdrawn stays on record, and changes nothing any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from castline.graph.moments import Moment, pack
from castline.graph.ties import group_of

BY = "person:"
"""What `by` of a correction, and of the facts that come of it, starts with."""
ROW = "correction/"
"""What the names of the rows start with in which corrections are kept."""


def is_said(by: str) -> bool:
    """Whether a fact is what a person says, and not the text."""
    return by.startswith(BY)


class Who(msgspec.Struct, frozen=True):
    """Somebody: the id, the name that was given for them, the name under which they were first met ("": under none), and where.

    An id counts people as they were met, so another correction may shift it: the name at first meeting tells.
    """

    id: str
    name: str
    first: str = ""
    met: str = "1.1"


class Words(msgspec.Struct, frozen=True):
    """Words of a book: offsets as in evidence (end exclusive), and the words there."""

    book: int
    chapter: int
    start: int
    end: int
    text: str


class Correction(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower):
    """What every correction has. `id` comes from what is said, not from who says it, nor when: saying it twice is saying
    it once. `since` is the chapter from which on it holds, None: from where all whom it names have been met. `recorded` and
    `withdrawn` are times (ISO 8601, UTC); `said` are the words in which it was given."""

    id: str = ""
    since: str | None = None
    by: str = BY
    recorded: str = ""
    why: str = ""
    withdrawn: str | None = None
    said: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """What it is about: of several about one thing, the last stands alone."""
        return self.id


class Same(Correction, frozen=True, kw_only=True):
    """`a` and `b` are one."""

    a: Who
    b: Who

    @property
    def subject(self) -> str:
        return _pair(self.a, self.b)


class Apart(Correction, frozen=True, kw_only=True):
    """`a` and `b` are two; where they have one id, `b` is who bears that name of it."""

    a: Who
    b: Who

    @property
    def subject(self) -> str:
        return _pair(self.a, self.b)


class Rename(Correction, frozen=True, kw_only=True):
    """`who` is to be called `name`."""

    who: Who
    name: str

    @property
    def subject(self) -> str:
        return f"name|{self.who.id}|{self.since}"


class Nobody(Correction, frozen=True, kw_only=True):
    """`who` is no person."""

    who: Who

    @property
    def subject(self) -> str:
        return f"nobody|{self.who.id}"


class Speaker(Correction, frozen=True, kw_only=True):
    """The quote whose first words stand at `quote` is said by `who`."""

    quote: Words
    who: Who

    @property
    def subject(self) -> str:
        return f"quote|{self.quote.book}|{self.quote.start}"


class Hearer(Correction, frozen=True, kw_only=True):
    """The quote whose first words stand at `quote` is said to `who`, and to nobody else."""

    quote: Words
    who: Who

    @property
    def subject(self) -> str:
        return f"heard|{self.quote.book}|{self.quote.start}"


class Antecedent(Correction, frozen=True, kw_only=True, tag="meant"):
    """The word from `start` to `end` (offsets into the book), which is part of the words at `place`, means `who`."""

    place: Words
    start: int
    end: int
    who: Who

    @property
    def subject(self) -> str:
        return f"word|{self.place.book}|{self.start}"


class Feeling(Correction, frozen=True, kw_only=True):
    """As of `since`, a chapter or a scene, `holder` feels so for `toward`: affection -10..10, familiarity 0..10 (None: as
    it was)."""

    holder: Who = msgspec.field(name="from")
    toward: Who
    affection: float
    familiarity: float | None = None

    @property
    def subject(self) -> str:
        return f"feeling|{self.holder.id}|{self.toward.id}|{self.since}"


class Tied(Correction, frozen=True, kw_only=True, tag="tie"):
    """`a` is `what` (a finer kind of tie) of `b`; "" is nothing at all."""

    a: Who
    b: Who
    what: str

    @property
    def subject(self) -> str:
        return f"tie|{_pair(self.a, self.b)}|{group_of(self.what) if self.what else ''}"


AnyCorrection = Same | Apart | Rename | Nobody | Speaker | Hearer | Antecedent | Feeling | Tied
_decoder = msgspec.json.Decoder(AnyCorrection)


def decode(line: str | bytes) -> AnyCorrection:
    """The correction of a line. Raises msgspec.ValidationError where a field is missing or wrong."""
    found: AnyCorrection = _decoder.decode(line)
    return found


def kind_of(said: AnyCorrection) -> str:
    """The kind, as its line has it."""
    return str(said.__struct_config__.tag)


def people_of(said: AnyCorrection) -> list[Who]:
    """Whom it names."""
    found = (getattr(said, name, None) for name in ("a", "b", "who", "holder", "toward"))
    return [who for who in found if who is not None]


def name_after(said: AnyCorrection) -> AnyCorrection:
    """The same with its id."""
    bare = msgspec.structs.replace(said, id="", by="", recorded="", why="", withdrawn=None, said=())
    return msgspec.structs.replace(said, id=hashlib.sha256(msgspec.json.encode(bare)).hexdigest()[:10])


def read_kept(rows: Mapping[str, bytes]) -> list[AnyCorrection]:
    """All corrections among what is kept for a saga, in the order in which they were made."""
    found = (decode(body) for name, body in rows.items() if name.startswith(ROW))
    return sorted(found, key=lambda one: (one.recorded, one.id))


def make_rows(corrections: Iterable[AnyCorrection]) -> dict[str, bytes | None]:
    """The rows in which corrections are kept."""
    return {f"{ROW}{one.id}": msgspec.json.encode(one) for one in corrections}


def standing(corrections: Iterable[AnyCorrection]) -> list[AnyCorrection]:
    """Those that are not withdrawn; of several about one thing, the last alone."""
    last = {one.subject: one for one in corrections if one.withdrawn is None}
    return sorted(last.values(), key=lambda one: (one.recorded, one.id))


def digest_of(corrections: Iterable[AnyCorrection]) -> bytes:
    """What a saga settled with these is marked with; empty for none. The order counts: who speaks last is believed."""
    lines = [f"{one.id} {one.by}" for one in corrections]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16].encode() if lines else b""


def is_due(one: AnyCorrection, book: int, chapter: int) -> bool:
    """Whether a correction may change a chapter, by its date alone."""
    if isinstance(one, Speaker | Hearer):
        return (one.quote.book, one.quote.chapter) == (book, chapter)
    told = pack(f"{book}.{chapter}")
    since = pack(one.since.rpartition(".")[0]) if one.since and one.since.count(".") == 2 else pack(one.since or "1.1")
    return since == told if isinstance(one, Feeling) else since <= told


def comes_later(one: AnyCorrection, book: int, chapter: int) -> bool:
    """Whether a correction holds only after a chapter, or is of people who are met only after it."""
    dates = [*(who.met for who in people_of(one)), *([one.since] if one.since else [])]
    if isinstance(one, Speaker | Hearer):
        dates.append(f"{one.quote.book}.{one.quote.chapter}")
    return any(pack(date) > Moment(book, chapter).bound for date in dates) if book else True


def _pair(a: Who, b: Who) -> str:
    first, second = sorted(((a.id, a.first), (b.id, b.first)))
    return f"pair|{'|'.join(first)}|{'|'.join(second)}"
