"""How a chat with somebody may begin, and who they are in few words: the parts of a card that are no briefing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.graph.moments import chapters_since, pack
from castline.query.entries import EventEntry, Snapshot
from castline.query.heads import TELLS
from castline.query.knowing import THERE
from castline.query.quoting import listed, quote, say_event, squeeze
from castline.query.traits import PORTRAIT

OPINIONS = 3
"""Sentences on somebody's nature, beside their traits."""
WHOLE = 40
"""Characters of words that a talk can begin with."""
GREETINGS = 3
"""Words that a talk can begin with."""
JUST = 3
"""Events of the chapter that a scene is set with."""
STRESS = re.compile(r"(?<!\w)_([^_]+)_(?!\w)")
"""What plain text has around stressed words, for which chats have asterisks."""
_MYSELF = re.compile(r"\b(?:I|my|me|myself)\b")
_PLAIN = ("personality", "abilities")
"""The kinds of traits that say what somebody is like."""


def list_greetings(snapshot: Snapshot) -> list[str]:
    """Openings of a talk: what they did last, where the chapter narrates it, and words of theirs. Those come first that speak of
    themselves and name nobody, so that they can be said to anyone; then the latest."""
    names = _list_names(snapshot)
    said = sorted(snapshot.quotes, key=lambda q: (_names_any(q.words, names), not _MYSELF.search(q.words)))
    whole = [q.words for q in said if len(q.words) >= WHOLE and q.words.rstrip()[-1:] in (".", "!", "?")]
    scene = _set_scene(snapshot)
    words = [scene + say(words, 400) for words in (whole or [q.words for q in said[:1]])[:GREETINGS]]
    return words or [scene.strip() or "*looks up.*"]


def say(words: str, most: int) -> str:
    """What is said, as a chat has it."""
    return STRESS.sub(r"*\1*", quote(words, most))


def describe_scene(snapshot: Snapshot) -> str:
    """Where the story stands for somebody: with whom they spoke last, and what has just happened."""
    last = snapshot.whereabouts
    with_whom = f"{{{{char}}}} spoke last with {listed(last.present)}. " if last and last.present else ""
    just = sorted(_list_latest(snapshot), key=lambda e: -e.importance)[:JUST]
    told = sorted(just, key=lambda e: (pack(e.evidence.told), e.evidence.start))
    happened = " ".join(say_event(event.summary, event.happened) for event in told)
    return f"{with_whom}{happened and f'What has just happened: {happened}'}".strip()


def describe_nature(snapshot: Snapshot) -> str:
    """What somebody is like: a line of a model's, traits, and what the narration says of them alone; of who tells the story, what they say
    of themselves."""
    portrait = [f"{a.value[:1].upper()}{a.value[1:]}." for a in snapshot.attributes if a.attribute == PORTRAIT]
    traits = [a.value for a in snapshot.attributes if a.attribute in _PLAIN]
    told = list(_list_natures(snapshot))[:OPINIONS]
    return "\n".join(portrait + [f"{'; '.join(traits)}."] * bool(traits) + told)


def _list_natures(snapshot: Snapshot) -> Iterator[str]:
    own = tuple(name.form for name in snapshot.names)
    for told in sorted(snapshot.told, key=lambda t: (bool(t.others), -t.weight)):
        if (teller := TELLS.match(told.words)) and teller["who"] in own:
            yield quote(told.words[teller.end() :], 300)
        elif told.words.startswith(own) and "“" not in told.words:
            yield squeeze(told.words)


def _list_latest(snapshot: Snapshot) -> list[EventEntry]:
    """What the chapter tells that they were there for."""
    return [
        e for e in snapshot.events if e.how in THERE and chapters_since(pack(e.evidence.told), pack(snapshot.at)) == 0
    ]


def _set_scene(snapshot: Snapshot) -> str:
    """The last that the chapter narrates of them, in asterisks."""
    narrated = [e for e in _list_latest(snapshot) if e.how == "took-part" and "“" not in e.summary and not e.happened]
    last = max(narrated, key=lambda e: (pack(e.evidence.told), e.evidence.start), default=None)
    plain = STRESS.sub(r"\1", squeeze(last.summary)) if last else ""
    return f"*{plain}*\n\n" if plain else ""


def _list_names(snapshot: Snapshot) -> set[str]:
    """The words of the names of others that somebody knows."""
    people = [one.who for some in (snapshot.feelings, snapshot.known, snapshot.relations) for one in some]
    return {word for who in people for word in who.split() if word[:1].isupper() and len(word) > 2}


def _names_any(words: str, names: set[str]) -> bool:
    return not names.isdisjoint(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", words))
