"""Character cards and lorebooks as SillyTavern and its kin read them, as of a moment.

    Character Card V3   {"spec": "chara_card_v3", "spec_version": "3.0", "data": {...}}      github.com/kwaroran/character-card-spec-v3
    Character Card V2   the same fields without those that V3 added                          github.com/malfoyslastname/character-card-spec-v2

A card in a PNG stands in its text chunks, base64 of JSON: `ccv3`, and `chara` (V2) for readers of the older.
An entry of a lorebook says in its `extensions` at which moment it was told: whoever plays at an earlier one can leave it out.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from castline.graph.facts import Utterance
from castline.graph.moments import pack
from castline.query.entries import NO_LIMITS, RelationEntry, Snapshot
from castline.query.knowing import THERE, find_known
from castline.query.people import CastEntry, list_cast
from castline.query.persona import keep_known, write_persona
from castline.query.quoting import chapter_of, listed, quote, say_event, squeeze
from castline.query.render import say_place
from castline.query.snapshot import take_snapshot
from castline.query.traits import HIDES, PORTRAIT, WANTS
from castline.query.view import View

WIDE, HIGH = 400, 600
"""Of the plain picture that a card in a PNG stands on."""
OPINIONS = 3
"""Sentences on somebody's nature, beside their traits."""
WHOLE = 40
"""Characters of words that a talk can begin with."""
GREETINGS = 3
"""Words that a talk can begin with."""
BESIDE = 400
"""Characters between what is said and what answers it."""
LINES = 6
"""Quotes that a card shows as examples of talk."""
IN_BOOK = 40
"""People of a lorebook at most, the most present."""


_STRESS = re.compile(r"(?<!\w)_([^_]+)_(?!\w)")
"""What plain text has around stressed words, for which chats have asterisks."""


def make_card(view: View, character: str) -> dict[str, Any]:
    """The card (V3) of somebody as of the view's moment."""
    snapshot = keep_known(take_snapshot(view, character, hearing=True))
    place, saga = say_place(view.record, view.moment), view.record.name.replace("_", " ")
    book = make_book(view, knower=snapshot.id)
    first, *others = _greetings(snapshot)
    return {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            "name": snapshot.name, "nickname": _nickname(snapshot), "description": write_persona(snapshot, place),
            "personality": _nature(snapshot), "scenario": f"It is the end of {place} of {saga}.{_scene(snapshot)}", "first_mes": first, "mes_example": _talk(view, snapshot),
            "creator_notes": f"As of {view.at} of {saga}, and nothing after it.", "system_prompt": "", "post_history_instructions": "",
            "alternate_greetings": others, "group_only_greetings": [], "tags": [saga], "creator": "castline", "character_version": view.at,
            "extensions": {"castline": {"id": snapshot.id, "at": view.at, "saga": view.record.name}}, "character_book": book,
        },
    }  # fmt: skip


def make_old_card(card: dict[str, Any]) -> dict[str, Any]:
    """The same card as V2 has it."""
    data = {name: value for name, value in card["data"].items() if name not in ("nickname", "group_only_greetings")}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def _nickname(snapshot: Snapshot) -> str:
    return next(
        (n.form for n in snapshot.names if n.type in ("nickname", "given") and n.form != snapshot.name), snapshot.name
    )


def _nature(snapshot: Snapshot) -> str:
    """What they are like, and the most telling of what is told of them: of them alone before of them with others, by the book before by
    others."""
    portrait = [f"{a.value[:1].upper()}{a.value[1:]}." for a in snapshot.attributes if a.attribute == PORTRAIT]
    traits = [a.value for a in snapshot.attributes if a.attribute == "personality"]
    own = tuple(name.form for name in snapshot.names)
    others = sorted(
        (t for t in snapshot.told if not t.words.startswith(own)),
        key=lambda t: ("“" in t.words, bool(t.others), -t.weight),
    )
    return "\n".join(portrait + ["; ".join(traits)] * bool(traits) + [quote(t.words, 300) for t in others[:OPINIONS]])


def _scene(snapshot: Snapshot) -> str:
    """With whom they spoke last, where that is told."""
    last = snapshot.whereabouts
    return f" {{{{char}}}} spoke last with {listed(last.present)}." if last and last.present else ""


def _greetings(snapshot: Snapshot) -> list[str]:
    """The last whole sentences said, to somebody before those that nobody is known to hear: how they would begin, and might."""
    said = [q.words for q in sorted(snapshot.quotes, key=lambda q: not q.to)]
    whole = [words for words in said if len(words) >= WHOLE and words.rstrip()[-1:] in (".", "!", "?")]
    return [_say(words, 400) for words in (whole or said[:1])[:GREETINGS]] or ["*looks up.*"]


def _say(words: str, most: int) -> str:
    """What is said, as a chat has it."""
    return _STRESS.sub(r"*\1*", quote(words, most))


def _talk(view: View, snapshot: Snapshot) -> str:
    """What they have said, each behind what it answers, where that was said to them."""
    said: list[Utterance] = sorted(view.facts(["utterance"]), key=lambda one: (one.book, one.start))
    places = {(one.told, one.start): at for at, one in enumerate(said)}
    lines = []
    for q in snapshot.quotes[:LINES]:
        at = places.get((q.evidence.told, q.evidence.start), 0)
        asked = said[at - 1] if at and _is_answered(view, snapshot.id, said[at - 1], said[at]) else None
        lines += ["<START>", *([f"{{{{user}}}}: {_say(asked.words or asked.text, 300)}"] if asked else [])]
        lines.append(f"{{{{char}}}}: {_say(q.words, 300)}")
    return "\n".join(lines)


def _is_answered(view: View, one: str, before: Utterance, said: Utterance) -> bool:
    """Whether words were said to somebody (an id) by whom these that follow answer."""
    near = before.book == said.book and 0 <= said.start - before.parts[-1][1] < BESIDE
    speaker = view.root(before.speaker) if before.speaker else ""
    return near and speaker not in ("", one) and one in {view.root(other) for other in before.addressees}


def make_book(view: View, knower: str = "") -> dict[str, Any]:
    """A lorebook of everybody met: who they are, what they did, and between whom there is what. With a `knower`, of the others,
    and of what they did only what the knower knows of."""
    people = [one for one in list_cast(view) if one.id != knower][:IN_BOOK]
    known = _list_known(view, knower) if knower else None
    entries = [entry for one in people for entry in _entries(view, one, knower, known)]
    for number, entry in enumerate(
        sorted(entries, key=lambda e: (pack(e["extensions"]["castline"]["told"]), e["keys"]))
    ):
        entry |= {"id": number, "insertion_order": number}
    return {
        "name": f"{view.record.name.replace('_', ' ')} as of {view.at}", "description": f"What is told by {view.at}, and nothing after it.",
        "scan_depth": 4, "token_budget": 1024, "recursive_scanning": False, "extensions": {"castline": {"at": view.at}},
        "entries": sorted(entries, key=lambda e: e["id"]),
    }  # fmt: skip


def make_lorebook(view: View, knower: str = "") -> dict[str, Any]:
    """The book alone, as V3 has it of a file: of everybody, or what a `knower` (a name) knows of the others. Its entries stand there
    once more as SillyTavern's own files of world info have them, which it imports alone."""
    book = make_book(view, view.find(knower) if knower else "")
    return {"spec": "lorebook_v3", "data": book, "entries": {str(e["id"]): _as_world_info(e) for e in book["entries"]}}


def _as_world_info(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as SillyTavern's `newWorldInfoEntryTemplate` has it; what is not said here it fills in itself."""
    return {
        "uid": entry["id"], "key": entry["keys"], "keysecondary": [], "comment": f"{entry['name']}, {entry['comment']}", "content": entry["content"],
        "constant": False, "selective": False, "selectiveLogic": 0, "addMemo": True, "order": entry["insertion_order"], "position": 0,
        "disable": False, "caseSensitive": True, "probability": 100, "useProbability": True, "depth": 4, "extensions": entry["extensions"],
    }  # fmt: skip


def _list_known(view: View, knower: str) -> set[tuple[str, int]]:
    """Where the events that somebody knows of are told."""
    known = find_known(view, knower)
    return {(event.told, event.start) for event in view.facts(["event"]) if event.id in known}


def _entries(view: View, one: CastEntry, knower: str, known: set[tuple[str, int]] | None) -> Iterator[dict[str, Any]]:
    snapshot = take_snapshot(view, one.id, limits=NO_LIMITS)
    keys = [one.name, *(form for form in one.also if not form.startswith("the "))]  # "the man" stands in every talk
    if one.also:
        yield _entry(
            keys, f"{one.name} is also called {listed([squeeze(form) for form in one.also])}.", one.met, one.name
        )
    unsaid = {"gender"} if known is None else {"gender", PORTRAIT, WANTS, HIDES}
    for a in (a for a in snapshot.attributes if a.attribute not in unsaid):
        yield _entry(keys, f"{one.name}: {a.attribute}: {a.value}.", a.evidence.told, one.name)
    for r in (r for r in snapshot.relations if not knower or _knows_tie(r, one.id, knower)):
        yield _entry(keys, f"{r.who} is {r.word} of {one.name}.", r.evidence.told, one.name, r.who)
    for event in snapshot.events:
        if event.how in THERE and (known is None or (event.evidence.told, event.evidence.start) in known):
            yield _entry(keys, say_event(event.summary, event.happened), event.evidence.told, one.name)


def _knows_tie(tie: RelationEntry, one: str, knower: str) -> bool:
    """Whether somebody may know of a tie of another (`one`): one that is hidden is known to those of the two alone who know it."""
    return not tie.hidden_from or (knower in (one, tie.id) and knower not in tie.hidden_from)


def _entry(keys: list[str], content: str, told: str, *who: str) -> dict[str, Any]:
    return {
        "keys": keys, "secondary_keys": [], "content": content, "enabled": True, "case_sensitive": True, "use_regex": False,
        "constant": False, "selective": False, "priority": 10, "position": "before_char", "name": f"{listed(list(who))} ({chapter_of(told)})",
        "comment": f"told in {told}", "extensions": {"castline": {"told": told}},
    }  # fmt: skip


def draw_card(card: dict[str, Any]) -> bytes:
    """A PNG that holds a card: a plain ground, the card as `ccv3` and, for older readers, as `chara`."""
    rows = b"".join(b"\0" + bytes((64 + row * 40 // HIGH, 84 + row * 30 // HIGH, 112)) * WIDE for row in range(HIGH))
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", WIDE, HIGH, 8, 2, 0, 0, 0)),
        (b"tEXt", b"chara\0" + base64.b64encode(msgspec.json.encode(make_old_card(card)))),
        (b"tEXt", b"ccv3\0" + base64.b64encode(msgspec.json.encode(card))),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
