"""Tools for agents, by the Model Context Protocol: bound to a saga, a moment and, if wanted, a person when the session opens.

No tool takes a moment or a saga, so that an agent cannot ask for later; with a person bound, none tells what that person
does not know, nor what others feel.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool

import castline
from castline.api.bound import Bound, bind
from castline.errors import CastlineError
from castline.library import Library
from castline.query.knowing import ONLOOKER, SPEAKS, SURE, Knowing
from castline.query.quoting import chapter_of, quote, say_how_you, squeeze

PERSON = "You are {name}, at the end of {place}. These tools tell what you know, feel and have said, and nothing that you do not know."
_COMMAND = re.compile(r" `castline [^`]*`[^.]*\.")
"""What an error advises whoever has a terminal to do."""
ANYBODY = "The saga '{saga}' at the end of {place}. These tools tell what was told by then, and nothing after it."


def make_server(library: Library, at: str | None = None, character: str | None = None) -> MCPServer:
    """The server of one session. Raises AskError, MomentError, UnknownName where the session cannot be bound so."""
    bound = bind(library, at, character)
    said = (PERSON if bound.who else ANYBODY).format(name=bound.name, saga=bound.saga, place=bound.place)
    tools = [_make_tool(one) for one in (_own_tools if bound.who else _tools)(bound)]
    return MCPServer("castline", instructions=said, version=castline.__version__, tools=tools)


def _make_tool(asked: Callable[..., str]) -> Tool:
    """A tool that refuses an argument which it does not have: who asks for another moment is told that there is none."""
    tool = Tool.from_function(asked, structured_output=False)
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"
    model.model_rebuild(force=True)
    tool.parameters["additionalProperties"] = False
    return tool


@contextmanager
def _plainly() -> Iterator[None]:
    """An error of castline's says what to do: an agent is told just that."""
    try:
        yield
    except CastlineError as error:
        raise ToolError(_COMMAND.sub("", str(error))) from None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _answer(ask: Callable[[], Any]) -> str:
    with _plainly():
        return _json(ask())


def _write_portrait(library: Library, character: str, at: str | None, partner: str) -> str:
    with _plainly():
        message: str = json.loads(library.render(character, at, "messages", partner=partner or None))[0]["content"]
        return message


def _say_known(known: Knowing, who: str) -> Iterator[str]:
    """How somebody knows of an event, by it or by the places that surely tell of it."""
    rows = [
        row
        for row in (*known.there, *known.heard)
        if row.how not in (SPEAKS, ONLOOKER) and row.evidence.confidence >= SURE
    ]
    told = [row for one in known.tellings if one.chance >= SURE for row in one.knowers]
    for row in [*rows, *told]:
        if row.id == who:
            yield f"[{chapter_of(row.at)}] {quote(row.evidence.text, 300)} ({say_how_you(row.how, row.source)})"


def _own_tools(bound: Bound) -> list[Callable[..., str]]:
    """What a person may be asked of."""
    library, at, who = bound.library, bound.at, bound.who

    def portrait(partner: str = "") -> str:
        """Who you are: what you know and feel, your own words, and how to conduct yourself; toward `partner`, if you talk with
        somebody. Ask this first."""
        return _write_portrait(library, who, at, partner)

    def memories() -> str:
        """All that you know of, in the order in which you came to know it, and how."""
        return "\n".join(library.export("memories", at, character=who))

    def feeling_toward(person: str) -> str:
        """What you feel for somebody, and the words that moved it, chapter by chapter; `toward` says whom the name was taken for."""
        with _plainly():
            mine = library.feelings(who, person, at).directions[0]
        steps = [{"at": c.at, "affection": c.affection, "words": squeeze(c.evidence.text)} for c in mine.changes]
        return _json({"toward": mine.toward, "now": mine.words, "changes": steps})

    def recall(query: str) -> str:
        """The passages of the book about something, out of those that you were there for or know of."""
        with _plainly():
            found = library.passages(query, at, who)
        return "\n\n".join(f"[{one.at}] {one.text}" for one in found) or "Nothing of that has come to your knowledge."

    def do_i_know_of(event: str) -> str:
        """Whether you know of an event, in words of your own (best is who does what to whom), and how, by the places that surely tell
        of it; else what comes nearest of all that you were there for."""
        with _plainly():
            found = list(dict.fromkeys(_say_known(library.knows(event, at), who)))
        return "\n".join(found) or f"No event that you know of is surely this. Nearest is:\n\n{recall(event)}"

    def hints(question: str) -> str:
        """Before you answer a question: whether what it asks about has happened for you, whether you were there, and whether a
        detail of it is changed."""
        with _plainly():
            return "\n".join(library.hints(who, question, at).hints)

    return [portrait, memories, feeling_toward, do_i_know_of, recall, hints]


def _tools(bound: Bound) -> list[Callable[..., str]]:
    """What may be asked of everybody."""
    library, at = bound.library, bound.at

    def cast() -> str:
        """Everybody met so far, those most present first."""
        return _answer(lambda: library.cast(at))

    def snapshot(character: str, budget: int = 2000) -> str:
        """Who somebody is: names, feelings both ways, what they know, their words, with evidence; about `budget` tokens."""
        return _answer(lambda: library.snapshot(character, at, budget))

    def portrait(character: str, partner: str = "") -> str:
        """A system message to talk as somebody, with `partner` if given: who they are, what they know and feel, rules of
        conduct."""
        return _write_portrait(library, character, at, partner)

    def events(character: str, clock: Literal["told", "happened"] = "told") -> str:
        """What somebody took part in, in the order told, or in which things happened."""
        return _answer(lambda: library.events(character, at, clock))

    def feelings(a: str, b: str) -> str:
        """How two people came to feel for each other, both ways, with the words of each change."""
        return _answer(lambda: library.feelings(a, b, at))

    def who_knows(event: str) -> str:
        """Who was at an event (words of it, or its id), who heard of it and from whom, who does not know."""
        return _answer(lambda: library.knows(event, at))

    def network() -> str:
        """Friends and foes, circles, strained triads."""
        return _answer(lambda: library.network(at))

    return [cast, snapshot, portrait, events, feelings, who_knows, network, *_text_tools(bound)]


def _text_tools(bound: Bound) -> list[Callable[..., str]]:
    """What may be asked of the text, and of the graph as a whole."""
    library, at = bound.library, bound.at

    def cypher(query: str) -> str:
        """Rows of a read-only Cypher query over the graph as of now: (:Character)-[:FEELS|KNOWS_OF|RELATED_TO ...]->()."""
        return _answer(lambda: library.cypher(query, at))

    def passages(query: str, who: str = "") -> str:
        """The passages told so far about something; with `who`, those alone that this person was there for or knows of."""
        return _answer(lambda: library.passages(query, at, who or None))

    def hints(character: str, question: str) -> str:
        """What may be said of a question to who plays somebody: whether it has happened by now, whether they were there, whether a
        detail of it is changed, and where it is told."""
        return _answer(lambda: library.hints(character, question, at))

    return [cypher, passages, hints]
