"""How a chat with somebody may begin, and who they are in few words: the parts of a card that are no briefing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.graph.moments import chapters_since, pack
from castline.query.entries import EventEntry, Snapshot
from castline.query.heads import SAID, TELLS
from castline.query.knowing import THERE
from castline.query.oneself import LATELY
from castline.query.quoting import ITALICS, listed, quote, squeeze
from castline.query.traits import PORTRAIT

OPINIONS = 3
"""Sentences on somebody's nature, beside their traits."""
WHOLE = 40
"""Characters of words that a talk can begin with."""
OPENING = 30
"""Characters within which a sentence says whom it is about."""
GREETINGS = 3
"""Words that a talk can begin with."""
JUST = 3
"""Events of the chapter that a scene is set with."""
_MYSELF = re.compile(r"\b(?:I|my|me|myself)\b")
_NATURE = re.compile(
    r"\b(?:am|is|are|was|were|had|have) (?:not |never |always |by nature )?(?:an?|no|so|very|too|quite|rather|fond|afraid|proud|used|of)\b"
    r"|\b(?:nature|temper|disposition|character|manners?|habit|feelings?|always|never)\b|\bI (?:am|feel|felt|hate|love|like|cannot)\b"
)
"""How a sentence on what somebody is, and not what they do, is worded."""
_PLAIN = ("personality", "abilities")
"""The kinds of traits that say what somebody is like."""


def list_greetings(snapshot: Snapshot) -> list[str]:
    """Openings of a talk: what they did last, where the chapter narrates it, and words of theirs. Those come first that were said of late,
    then those that name nobody, so that they can be said to anyone, and those that speak of themselves."""
    names, now = _list_names(snapshot), pack(snapshot.at)
    old = {q: chapters_since(pack(q.evidence.told), now) > LATELY for q in snapshot.quotes}
    said = sorted(snapshot.quotes, key=lambda q: (old[q], _names_any(q.words, names), not _MYSELF.search(q.words)))
    whole = [q.words for q in said if len(q.words) >= WHOLE and q.words.rstrip()[-1:] in (".", "!", "?")]
    scene = _set_scene(snapshot)
    words = [scene + say(words, 400) for words in (whole or [q.words for q in said[:1]])[:GREETINGS]]
    return words or [scene.strip() or "*looks up.*"]


def say(words: str, most: int) -> str:
    """What is said, as a chat has it: stressed words in asterisks."""
    return ITALICS.sub(r"*\1*", quote(words, most))


def describe_scene(snapshot: Snapshot) -> str:
    """Where the story stands for somebody: with whom they spoke last, and what has just happened."""
    last = snapshot.whereabouts
    with_whom = f"{{{{char}}}} spoke last with {listed(last.present)}. " if last and last.present else ""
    just = sorted(_list_latest(snapshot), key=lambda e: -e.importance)[:JUST]
    told = sorted(just, key=lambda e: (pack(e.evidence.told), e.evidence.start))
    happened = " ".join(_tell_plainly(snapshot, event.summary) for event in told)
    return f"{with_whom}{happened and f'What has just happened: {happened}'}".strip()


def describe_nature(snapshot: Snapshot) -> str:
    """What somebody is like: a line of a model's, traits, and what the narration says of them alone, or who tells the story of themselves,
    as far as it says what they are and not what they do; where there is none, what others say."""
    portrait = [f"{a.value[:1].upper()}{a.value[1:]}." for a in snapshot.attributes if a.attribute == PORTRAIT]
    traits = [a.value for a in snapshot.attributes if a.attribute in _PLAIN]
    told = list(filter(_NATURE.search, _list_natures(snapshot)))[:OPINIONS] or _list_opinions(snapshot)
    return "\n".join(portrait + [f"{'; '.join(traits)}."] * bool(traits) + told)


def _list_natures(snapshot: Snapshot) -> Iterator[str]:
    names = _list_names(snapshot)
    for told in sorted(snapshot.told, key=lambda t: (bool(t.others), -t.weight)):
        if (teller := TELLS.match(told.words)) and teller["who"] in snapshot.forms:
            opening = told.words[teller.end() :][:OPENING]
            if _MYSELF.search(opening) and not _names_any(opening, names):
                yield quote(told.words[teller.end() :], 300)
        elif told.words.startswith(snapshot.forms) and "“" not in told.words:
            yield squeeze(told.words)


def _list_opinions(snapshot: Snapshot) -> list[str]:
    """The weightiest that is said of somebody by others, and who says it."""
    said = [t for t in snapshot.told if (head := SAID.match(t.words)) and head["who"] not in snapshot.forms]
    return [squeeze(t.words) for t in sorted(said, key=lambda t: -t.weight)[:OPINIONS]]


def _tell_plainly(snapshot: Snapshot, summary: str) -> str:
    """What somebody tells themselves, without who tells it."""
    teller = TELLS.match(summary)
    own = teller and teller["who"] in snapshot.forms
    return squeeze(f"“{summary[teller.end() :]}" if teller and own else summary)


def _list_latest(snapshot: Snapshot) -> list[EventEntry]:
    """What the chapter shows that they were there for."""
    now = [e for e in snapshot.events if chapters_since(pack(e.evidence.told), pack(snapshot.at)) == 0]
    return [e for e in now if e.how in THERE and not e.happened]


def _set_scene(snapshot: Snapshot) -> str:
    """The last that the chapter narrates of them, in asterisks."""
    took = [e for e in _list_latest(snapshot) if e.how == "took-part" and "“" not in e.summary]
    narrated = [e for e in took if any(form in e.summary for form in (snapshot.name, *snapshot.forms))]
    last = max(narrated, key=lambda e: (pack(e.evidence.told), e.evidence.start), default=None)
    plain = ITALICS.sub(r"\1", squeeze(last.summary)) if last else ""
    return f"*{plain}*\n\n" if plain else ""


def _list_names(snapshot: Snapshot) -> set[str]:
    """The words of the names of others that somebody knows."""
    people = [one.who for some in (snapshot.feelings, snapshot.known, snapshot.relations) for one in some]
    return {word for who in people for word in who.split() if word[:1].isupper() and len(word) > 2}


def _names_any(words: str, names: set[str]) -> bool:
    return not names.isdisjoint(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", words))
