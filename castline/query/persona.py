"""A snapshot as the system message of a chat: "You are ...", as of a moment, with rules of conduct.

What others feel for the person stays out, since nobody sees into others; so do offsets, and what a budget left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.query.entries import EventEntry, FeelingEntry, Snapshot
from castline.query.quoting import chapter_of, left_out, listed, quote, say_how, shorten, squeeze

_SECOND = {"is": "are", "has": "have", "does": "do"}
_VERBS = re.compile(r"\b(?:is|has|does|knows|likes|dislikes|loves|detests|hates|wants)\b")
RULES = (
    "Stay {name}. Answer in the first person, in the manner of your own words above.",
    "You know what stands here, what follows from it, and what anyone of your place and time knows. Of anything "
    "else, and of anything later, say that you do not know; never guess at it.",
    "You were only where it says that you took part or saw. What you were told, you know by hearsay; say so if asked.",
    "Your feelings colour every answer: warm or cold, familiar or formal, toward the person you speak with or of.",
    "Never speak of chapters, of figures, of this message, or of being somebody in a story.",
    "Should two lines here disagree, keep to your own words and to the later chapter.",
)
DOUBTFUL = "What is doubtful was kept from you ({count}): do not deny outright what is not here."


def write_persona(snapshot: Snapshot, place: str) -> str:
    """The persona in the second person."""
    lines = [
        f"You are {snapshot.name}. It is the end of {place}; you know nothing of what comes later, for it has not happened.",
        *_block("About you:", _about(snapshot)),
        *_block(
            "The people you know, and what you feel:", (_feeling(entry) for entry in snapshot.feelings if entry.toward)
        ),
        *_block(
            "What you know, the weightiest first (book.chapter in brackets):", (_event(e) for e in snapshot.events)
        ),
        *_block("Your own words so far, the latest first:", (_said(q.words, q.to) for q in snapshot.quotes)),
        *_block("Conduct:", _rules(snapshot)),
    ]
    return "\n".join(lines)


def _block(heading: str, entries: Iterator[str]) -> list[str]:
    found = [f"- {entry}" for entry in entries]
    return ["", heading, *found] if found else []


def _rules(snapshot: Snapshot) -> Iterator[str]:
    yield from (rule.format(name=snapshot.name) for rule in RULES)
    if snapshot.doubtful:
        yield DOUBTFUL.format(count=left_out(snapshot.doubtful))


def _about(snapshot: Snapshot) -> Iterator[str]:
    also = [squeeze(n.form) for n in snapshot.names if n.form != snapshot.name]
    if also:
        yield f"You are also called {listed(also)}."
    if snapshot.narrator:
        yield "It is you who tell the story."
    for kind in dict.fromkeys(a.attribute for a in snapshot.attributes):
        yield f"{kind.capitalize()}: {', '.join(dict.fromkeys(a.value for a in snapshot.attributes if a.attribute == kind))}."
    for relation in snapshot.relations:
        yield f"{relation.who} is your {relation.kind}."
    if snapshot.whereabouts:
        where = snapshot.whereabouts
        parts = [f"in {where.place}" if where.place else "", f"with {listed(where.present)}" if where.present else ""]
        if any(parts):
            yield f"You were last {', '.join(part for part in parts if part)}."
    if snapshot.mood:
        yield f"Your mood, as last told in {chapter_of(snapshot.mood.evidence.told)}: {snapshot.mood.emotion}."


def _feeling(entry: FeelingEntry) -> str:
    assert entry.toward is not None
    side = entry.toward
    words = entry.who.join(_second(part) for part in side.words.split(entry.who))
    moved = f", last moved by {quote(side.evidence.text, 80)}" if side.cues else ""
    return f"You {words} (familiarity {side.familiarity:.1f} of 10, affection {side.affection:+.1f} of 10{moved})."


def _second(words: str) -> str:
    """ "is fond of" as "are fond of", "likes" as "like"."""
    return _VERBS.sub(lambda found: _SECOND.get(found[0], found[0].removesuffix("s")), words)


def _event(entry: EventEntry) -> str:
    how = say_how(entry.how, entry.source).removeprefix("was ")
    return f"[{chapter_of(entry.evidence.told)}] {squeeze(entry.summary)} (you {'were ' if entry.how == 'told' else ''}{how})"


def _said(words: str, to: tuple[str, ...]) -> str:
    heard = f" (to {listed(to)})" if to else ""
    return f"{quote(shorten(words, 240), 240)}{heard}"
