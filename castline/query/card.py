"""Character cards as SillyTavern and its kin read them, as of a moment.

    Character Card V3   {"spec": "chara_card_v3", "spec_version": "3.0", "data": {...}}      github.com/kwaroran/character-card-spec-v3
    Character Card V2   the same fields without those that V3 added                          github.com/malfoyslastname/character-card-spec-v2

A card in a PNG stands in its text chunks, base64 of JSON: `ccv3`, and `chara` (V2) for readers of the older.
"""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

import msgspec

from castline.graph.facts import Utterance
from castline.query.entries import Snapshot
from castline.query.greeting import describe_nature, describe_scene, list_greetings, say
from castline.query.lorebook import make_book
from castline.query.persona import keep_known, write_briefing, write_conduct
from castline.query.render import say_place
from castline.query.snapshot import take_snapshot
from castline.query.view import View

WIDE, HIGH = 400, 600
"""Of the plain picture that a card in a PNG stands on."""
BESIDE = 400
"""Characters between what is said and what answers it."""
LINES = 6
"""Quotes that a card shows as examples of talk."""


def make_card(view: View, character: str) -> dict[str, Any]:
    """The card (V3) of somebody as of the view's moment."""
    snapshot = keep_known(take_snapshot(view, character, hearing=True))
    place, saga = say_place(view.record, view.moment), view.record.name.replace("_", " ")
    first, *others = list_greetings(snapshot)
    return {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            "name": snapshot.name, **_nickname(snapshot), "description": write_briefing(snapshot, place),
            "personality": describe_nature(snapshot), "scenario": describe_scene(snapshot), "first_mes": first, "mes_example": _talk(view, snapshot),
            "creator_notes": f"{snapshot.name} at the end of {place} of {saga} ({view.at}), and nothing after it.",
            "system_prompt": f"{{{{original}}}}\n\n{write_conduct(snapshot)}", "post_history_instructions": "",
            "alternate_greetings": others, "group_only_greetings": [], "tags": [saga], "creator": "castline", "character_version": view.at,
            "extensions": {"castline": {"id": snapshot.id, "at": view.at, "saga": view.record.name}},
            "character_book": make_book(view, knower=snapshot.id),
        },
    }  # fmt: skip


def make_old_card(card: dict[str, Any]) -> dict[str, Any]:
    """The same card as V2 has it."""
    data = {name: value for name, value in card["data"].items() if name not in ("nickname", "group_only_greetings")}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def _nickname(snapshot: Snapshot) -> dict[str, str]:
    """What a chat calls them in place of the name, where they go by something shorter."""
    short = (n.form for n in snapshot.names if n.type in ("nickname", "given") and n.form != snapshot.name)
    return {"nickname": form} if (form := next(short, "")) else {}


def _talk(view: View, snapshot: Snapshot) -> str:
    """What they have said, each behind what it answers, under the name of who said that to them."""
    said: list[Utterance] = sorted(view.facts(["utterance"]), key=lambda one: (one.book, one.start))
    places = {(one.told, one.start): at for at, one in enumerate(said)}
    lines = []
    for q in snapshot.quotes[:LINES]:
        at = places.get((q.evidence.told, q.evidence.start), 0)
        asked = said[at - 1] if at and _is_answered(view, snapshot.id, said[at - 1], said[at]) else None
        lines += [
            "<START>",
            *([f"{view.name(view.root(asked.speaker or ''))}: {say(asked.words or asked.text, 300)}"] if asked else []),
        ]
        lines.append(f"{{{{char}}}}: {say(q.words, 300)}")
    return "\n".join(lines)


def _is_answered(view: View, one: str, before: Utterance, said: Utterance) -> bool:
    """Whether words were said to somebody (an id) by whom these that follow answer."""
    near = before.book == said.book and 0 <= said.start - before.parts[-1][1] < BESIDE
    speaker = view.root(before.speaker) if before.speaker else ""
    return near and speaker not in ("", one) and one in {view.root(other) for other in before.addressees}


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
