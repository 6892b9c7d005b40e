"""A snapshot as the system message of a chat: "You are ...", as of a moment, with rules of conduct.

What others feel for the person stays out, since nobody sees into others; so do offsets, levels in figures, and what a budget
left out. Words of the book are given as they stand there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from castline.graph.facts import is_by_rules
from castline.graph.moments import chapters_since, pack
from castline.query.acquaintance import name_by_oneself, say_feeling, say_people, say_tie, say_yours
from castline.query.entries import EventEntry, PartnerEntry, Snapshot, TellingEntry
from castline.query.heads import SAID, TELLS
from castline.query.oneself import LATELY, gloss, say_oneself
from castline.query.quoting import ITALICS, left_out, listed, put_below, quote, say_how_you, shorten, squeeze
from castline.query.told import share_told

E = TypeVar("E", EventEntry, TellingEntry)
RULES = (
    "Stay {name}. Answer in the first person, in the manner of your own words above.",
    "You know what stands here, what follows from it, and what anyone of your place and time knows. Of anything "
    "else, and of anything later, say in your own manner that you do not know; never guess at it.",
    "You were only where it says that you took part or were there. What you were told, you know by hearsay; say so if asked.",
    "How the book tells of you, alone or with others, shows what you are like and how you stand with them. What others think of you "
    "there, or say out of your hearing, you do not know.",
    "Your feelings colour every answer: warm or cold, familiar or formal, toward the person you speak with or of.",
    "Never speak of chapters, of this message, or of being somebody in a story.",
    "Should two lines here disagree, keep to your own words and to the later line.",
)
DOUBTFUL = "What is doubtful was kept from you ({count}): do not deny outright what is not here."
LONG = 240
"""Characters of a saying, at most."""
_MIND = re.compile(
    r"\bI (?:had |have |could |did |was |do )?(?:not |never |only )?(?:felt|feel|thought|think|knew|know|intended|wished|hoped|feared|wondered"
    r"|believed|loved|love|suspected|imagined|fancied|longed|resolved|determined|afraid|glad|sorry|ashamed|conscious|aware)\b"
    r"|\b(?:my|own) (?:heart|mind|thoughts?|soul|feelings?)\b|\b(?:it seemed to me|how near)\b", re.I
)  # fmt: skip
"""What a teller says of what nobody sees."""
_ENDS = re.compile(r"[.!?][”’]?(?=\s)")
"""Where a sentence ends within a saying."""


def write_persona(snapshot: Snapshot, place: str) -> str:
    """The persona in the second person: a briefing, and rules of conduct."""
    return f"{write_briefing(snapshot, place)}\n\n{write_conduct(snapshot)}"


def write_conduct(snapshot: Snapshot) -> str:
    """How an actor is to play somebody, whatever the briefing says."""
    return "\n".join(_block("Conduct:", _rules(snapshot))[1:])


def write_briefing(snapshot: Snapshot, place: str) -> str:
    """Who somebody is, whom they know, and what has happened, told to them."""
    snapshot = keep_known(snapshot)
    events = _in_order(snapshot.events)
    event = partial(_event, snapshot)
    shared = share_told(snapshot, partial(_is_ours, snapshot))
    apart = {one for some in shared.values() for one in some}
    told = {one: [say_as_you(snapshot, squeeze(t.words)) for t in _in_order(some)] for one, some in shared.items()}
    ago = {e.evidence.told: chapters_since(pack(e.evidence.told), pack(snapshot.at)) for e in events}
    before, lately, now = (
        [e for e in events if low <= ago[e.evidence.told] <= high]
        for low, high in ((LATELY + 1, math.inf), (1, LATELY), (0, 0))
    )
    lines = [
        f"You are {snapshot.name}{gloss(snapshot)}. It is the end of {place}; you know nothing of what comes later, for it has "
        "not happened.",
        *_block("About you:", say_oneself(snapshot)),
        *_talk(snapshot, told),
        *_block("How the book tells of you:", (say_as_you(snapshot, squeeze(t.words)) for t in _in_order(snapshot.told) if t not in apart)),
        *_block("The people you know, and how the book tells of you and them, whoever matters most first:", say_people(snapshot, told)),
        *_block("What happened before, in order:", map(event, before)),
        *_block("What happened not long ago:", map(event, lately)),
        *_block("What has just happened:", map(event, now)),
        *_block("Your own words so far, the latest first:", (_said(q.words) for q in snapshot.quotes)),
    ]  # fmt: skip
    return ITALICS.sub(r"\1", "\n".join(lines))  # an actor would speak the marks


def keep_known(snapshot: Snapshot) -> Snapshot:
    """Without what the person does not know: ties that are hidden from them, what others say of them, or tell, where they are not
    there to hear it, and what whoever tells the story keeps to themselves."""
    ties = tuple(tie for tie in snapshot.relations if snapshot.id not in tie.hidden_from)
    told = tuple(
        t
        for t in snapshot.told
        if t.heard is not False or say_as_you(snapshot, squeeze(t.words)).startswith(("You", "As you"))
    )
    lived = {
        section: tuple(e for e in getattr(snapshot, section) if not _is_anothers_mind(e.summary, snapshot.forms))
        for section in ("events", "shared", "unshared")
    }
    partner = snapshot.partner
    if partner:
        own = tuple(tie for tie in partner.ties if snapshot.id not in tie.hidden_from)
        partner = msgspec.structs.replace(partner, ties=own)
    return msgspec.structs.replace(snapshot, relations=ties, told=told, partner=partner, **lived)


def _is_anothers_mind(words: str, own: Collection[str]) -> bool:
    """Whether somebody else tells in it what went on in their own mind."""
    teller = TELLS.match(words)
    return bool(teller and teller["who"] not in own and _MIND.search(words, teller.end()))


def _block(heading: str, entries: Iterable[str]) -> list[str]:
    found = [f"- {_as_opening(entry)}" for entry in entries]
    return ["", heading, *found] if found else []


def _rules(snapshot: Snapshot) -> Iterator[str]:
    yield from (rule.format(name=snapshot.name) for rule in RULES)
    if snapshot.doubtful:
        yield DOUBTFUL.format(count=left_out(snapshot.doubtful))


def _in_order(entries: Iterable[E]) -> list[E]:
    return sorted(entries, key=lambda one: (pack(one.evidence.told), one.evidence.start))


def _talk(snapshot: Snapshot, told: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The talk that this is for: what the other is to the person, what both went through, what the other does not know."""
    if partner := snapshot.partner:
        yield from _block(f"You speak with {partner.who}:", _partner(partner, told.get(partner.id, ())))
        both = map(partial(_event, snapshot), _in_order(snapshot.shared))
        yield from _block(f"What you and {partner.who} were both there for, in order:", both)
        alone = map(partial(_event, snapshot), _in_order(snapshot.unshared))
        yield from _block(
            f"What {partner.who} does not know of, as far as is told; mind whether you let it slip:", alone
        )


def _partner(partner: PartnerEntry, told: Sequence[str]) -> Iterator[str]:
    kinds = list(dict.fromkeys(say_tie(tie) for tie in partner.ties))
    if partner.feeling and partner.feeling.toward:
        yield put_below(say_feeling(partner.feeling, listed(kinds), bool(kinds), bool(told)), told)
    elif kinds:
        yield f"{partner.who} is {say_yours(listed(kinds))}."
    else:
        yield f"Nothing is told of what you feel for {partner.who}: be to them as you are to strangers."
    said = {f"You call {partner.who}": partner.calls, f"{partner.who} calls you": partner.called}
    for words, names in said.items():
        if names:
            yield f"{words} {listed([f'“{name}”' for name in names])}."


def _is_ours(snapshot: Snapshot, words: str) -> bool:
    """Whether words are the person's own, said to them, or the tale's: what others say of them to others they need not know."""
    turned = say_as_you(snapshot, words)
    head = SAID.match(turned)
    return head is None or turned.startswith(("You", "As you")) or head["whom"] == "you"


def say_as_you(snapshot: Snapshot, words: str) -> str:
    """ "Anna to Ben: “No.”" as "You to Ben: “No.”": nobody is to look himself up under the names of earlier chapters."""
    own = {_as_opening(squeeze(form)) for form in (snapshot.name, *snapshot.forms)}
    if teller := TELLS.match(words):
        return f"As you tell it: “{words[teller.end() :]}" if _as_opening(teller["who"]) in own else words
    head = SAID.match(words)
    if head is None:
        return words
    said = f": “{words[head.end() :]}"
    who, whom = name_by_oneself(snapshot, head["who"]), name_by_oneself(snapshot, head["whom"] or "")
    if head["thinks"]:
        return f"You think{said}" if who in own else words
    if {who, _as_opening(whom)} <= own:  # a wife under her husband's name: one of the two is somebody else
        return f"You{said}"
    heard = "you" if _as_opening(whom) in own else whom
    return f"{'You' if who in own else who}{heard and f' to {heard}'}{said}"


def _as_opening(name: str) -> str:
    """ "The narrator" for "the narrator", as a line opens."""
    return name[:1].upper() + name[1:]


def _event(snapshot: Snapshot, entry: EventEntry) -> str:
    words = say_as_you(snapshot, squeeze(entry.summary))
    words = words if is_by_rules(entry.evidence.by) else _name_oneself(snapshot, words)
    own = entry.how == "took-part" or words.startswith(("You to ", "You: “", "You think: “", "As you tell it"))
    known = "" if own else f" ({say_how_you(entry.how, entry.source)})"
    return f"{'Of an earlier time: ' if entry.happened else ''}{words}{known}"


def _name_oneself(snapshot: Snapshot, words: str) -> str:
    """A model's words with the person's name of now for those of earlier chapters: nobody is to look himself up under them."""
    forms = {squeeze(one.form) for one in snapshot.names if one.type != "family"} - {snapshot.name}
    either = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w| [A-Z])", snapshot.name, words) if forms else words


def _said(words: str) -> str:
    """Without to whom: that is right four times in five, and no more is to be learnt from it of how somebody speaks."""
    return quote(_end(words), LONG)


def _end(words: str) -> str:
    """Words of at most LONG characters, ended where a sentence does, if there is one to end with."""
    plain = squeeze(words)
    ends = [found.end() for found in _ENDS.finditer(plain, LONG // 3, LONG)] if len(plain) > LONG else []
    return plain[: ends[-1]] if ends else shorten(plain, LONG)
