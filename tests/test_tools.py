"""Tools for agents, asked by the SDK's own client: what a session is bound to, and that nothing in it reaches further."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

import pytest
from conftest import need_module
from shelf import LEDGER, ledger_url, told_after

import castline
from castline import UnknownName

need_module("mcp")
from mcp import Client, StdioServerParameters  # noqa: E402

from castline.api.tools import make_server  # noqa: E402

AT = "8"
WHO = "Brisa Tolloway"


def call(server: Any, tool: str, **given: Any) -> str:
    """What a tool tells a client."""

    async def ask() -> str:
        async with Client(server) as client:
            found = await client.call_tool(tool, given)
            return "".join(part.text for part in found.content)  # type: ignore[union-attr]

    return asyncio.run(ask())


def tools_of(server: Any) -> dict[str, Any]:
    async def ask() -> dict[str, Any]:
        async with Client(server) as client:
            return {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}

    return asyncio.run(ask())


@pytest.mark.parametrize("who", [None, WHO])
def test_no_tool_takes_a_moment_or_a_saga(who: str | None) -> None:
    with castline.open(ledger_url()) as library:
        found = tools_of(make_server(library, AT, who))
        taken = {name for schema in found.values() for name in schema.get("properties", {})}
        assert found and not taken & {"at", "saga", "moment", "chapter", "since", "until", "to"}


def test_a_tool_refuses_an_argument_that_it_does_not_have() -> None:
    with castline.open(ledger_url()) as library:
        server = make_server(library, AT)
        assert "at" in (refused := call(server, "snapshot", character=WHO, at="10")) and "not permitted" in refused
        assert all(schema["additionalProperties"] is False for schema in tools_of(server).values())


def test_tools_tell_nothing_later() -> None:
    with castline.open(ledger_url()) as library:
        server = make_server(library, AT)
        for tool, given in (
            ("cast", {}), ("snapshot", {"character": WHO}), ("events", {"character": WHO}), ("network", {}),
            ("feelings", {"a": "Brisa", "b": "Perrine"}), ("passages", {"query": "the green gloves"}),
            ("hints", {"character": WHO, "question": "Were you there when the green gloves were given?"}), ("cypher", {"query": "MATCH (n) RETURN n.id AS id, n.at AS at"}),
        ):  # fmt: skip
            told = json.loads(call(server, tool, **given))
            assert told and told_after(told, AT) == [], tool
        assert json.loads(call(server, "cast")) == json.loads(_json(library.cast(AT)))
        met, called = (
            {one.id for one in library.cast(AT)},
            {name for one in library.cast(AT) for name in (one.name, *one.also)},
        )
        later = {one.name for one in library.cast() if one.id not in met} - called
        assert later
        assert all("has been met by 1.8" in call(server, "snapshot", character=name) for name in later)


def _json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def test_a_bound_person_is_asked_of_what_they_know_alone() -> None:
    with castline.open(ledger_url()) as library:
        server = make_server(library, AT, WHO)
        assert set(tools_of(server)) == {"portrait", "memories", "feeling_toward", "do_i_know_of", "recall", "hints"}
        assert call(server, "portrait").startswith(f"You are {WHO}, a woman.")
        mine = set(call(server, "memories").splitlines())
        others = [
            event
            for event in library.happenings(AT)
            if WHO not in str(library.knows(event.id, AT).there + library.knows(event.id, AT).heard)
        ]
        assert others and not [event for event in others if any(event.summary in line for line in mine)]
        assert call(server, "do_i_know_of", event=others[0].summary).startswith("No event that you know of")
        felt = json.loads(call(server, "feeling_toward", person="Perrine"))
        assert felt["changes"] and felt["now"].startswith(WHO) and felt["toward"].startswith("Perrine")
        refused = call(server, "feeling_toward", person="Nobody At All")
        assert "has been met by" in refused and "castline" not in refused, "an agent has no terminal"


def test_a_bound_person_is_told_what_they_know_in_other_words() -> None:
    """The book has "Brisa put her hand on the ledger": who asks in words near it is told that they know, and nobody who does not."""
    with castline.open(ledger_url()) as library:
        there = [
            event
            for event in library.happenings(AT)
            if any(one.name == WHO for one in library.knows(event.id, AT).there)
        ]
        answers = [call(make_server(library, AT, WHO), "do_i_know_of", event=event.summary) for event in there[:4]]
        assert answers and all(
            "(you took part)" in one or "(you were there)" in one or "(you said so)" in one for one in answers
        )


def test_passages_and_hints_are_of_the_moment_and_the_person() -> None:
    """A person is given passages that they know alone, and no words of what comes, even where a question names it."""
    with castline.open(ledger_url()) as library:
        early, own = make_server(library, "3"), make_server(library, "3", WHO)
        text = LEDGER.read_text(encoding="utf-8")
        told = " ".join(text[: library.view("3").record.chapters[-1].end].split())
        for query in ("green gloves", "the ledger", "Perrine"):
            everybody = json.loads(call(early, "passages", query=query))
            mine = json.loads(call(early, "passages", query=query, who=WHO))
            assert everybody and all(one["text"] in told for one in everybody)
            recalled = call(own, "recall", query=query)
            assert recalled == "\n\n".join(f"[{one['at']}] {one['text']}" for one in mine) or not mine
        for scene in list(library.view().facts(["event"]))[-5:]:
            hinted = call(own, "hints", question=f"What did you do when {scene.summary}")
            full = json.loads(call(early, "hints", character=WHO, question=f"What did you do when {scene.summary}"))
            assert hinted == "\n".join(full["hints"]) and told_after(full, "3") == []
            assert all(one["text"] in told for one in full["events"])
        assert call(own, "recall", query="zyzzyva") == "Nothing of that has come to your knowledge."
        assert "holds no word" in call(own, "recall", query="the")


def test_a_session_stays_where_it_was_opened(tmp_path: Any) -> None:
    with castline.open(f"sqlite:///{tmp_path}/x.db", "salt") as library:
        library.ingest(LEDGER, through="4")
        server = make_server(library)
        before = call(server, "cast")
        library.ingest(LEDGER)
        assert call(server, "cast") == before


def test_a_session_that_cannot_be_bound_does_not_open() -> None:
    with castline.open(ledger_url()) as library, pytest.raises(UnknownName):
        make_server(library, "3", "Nobody At All")


def test_the_command_serves_over_stdin_and_stdout() -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "castline", "--store", ledger_url(), "mcp", WHO, "--at", AT]
    )
    assert re.match(rf"You are {WHO}, a woman\.", call(command, "portrait"))
