"""Hints: the labels, relationship types and properties of a query that no graph of castline's has.

    MATCH (a:Charakter {nam: 'x'})-[r:FEEL]->(b) RETURN r.afection
             label      property      type                property

Neither engine minds such a name: it finds nothing, and says nothing. What is known is the schema, and so the same on
every store and at every moment.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from castline.graph.guard import FUNCTIONS, NOTHING, Token, read_tokens
from castline.graph.schema import LABELS, TYPES

PROPERTIES = (
    "id", "name", "saga", "told", "at", "until", "happened", "book", "chapter", "scene", "by", "confidence", "text", "start", "end",
    "ordinal", "heading", "part", "place", "presence", "narrator", "who", "kind", "how", "rule", "emotion", "parts", "summary",
    "importance", "role", "source", "leads", "others", "affection", "familiarity", "cues", "weights", "subtype", "hidden_from", "value", "intensity", "of", "advice",
)  # fmt: skip
"""Every key that a node or relationship may have."""
_KNOWN = {"label": LABELS, "relationship type": TYPES, "property": PROPERTIES}
_PLURAL = {"label": "Labels", "relationship type": "Relationship types", "property": "Properties"}
_PATTERN = ("node", "relationship")
_SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT", "CALL"})


def find_unknown(query: str) -> list[str]:
    """A sentence for each name that is in no graph, each once, in order. The query is one that the guard lets through."""
    names = dict.fromkeys(_names(read_tokens(query)))
    return [_say(what, name) for what, name in names if name not in _KNOWN[what]]


def _say(what: str, name: str) -> str:
    known = {one.casefold(): one for one in _KNOWN[what]}
    near = difflib.get_close_matches(name.casefold(), known, 1, 0.6)
    hint = f"; did you mean '{known[near[0]]}'?" if near else "."
    return f"No {what} '{name}' in this graph{hint} {_PLURAL[what]}: {', '.join(_KNOWN[what])}."


def _names(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """What each name in the query is a name of, as far as that is plain. A key is a property's where it stands in a
    pattern, or after a variable of one."""
    places = list(_places(tokens))
    following = [*tokens[1:], NOTHING]
    variables = {
        _bare(token) for at, token in enumerate(tokens) if places[at] in _PATTERN and tokens[at - 1].text in "(["
    }
    for at, token in enumerate(tokens):
        if token.kind not in ("word", "quoted"):
            continue
        if _is_label(tokens, places, at):
            yield ("relationship type" if places[at] == "relationship" else "label"), _bare(token)
        elif (places[at] == "keys" and following[at].text == ":") or (
            at > 1 and tokens[at - 1].text == "." and _bare(tokens[at - 2]) in variables and following[at].text != "("
        ):
            yield "property", _bare(token)


def _is_label(tokens: Sequence[Token], places: Sequence[str], at: int) -> bool:
    """Whether a name follows a colon, or a name that does and a sign that joins the two."""
    before = tokens[at - 1].text if at else ""
    if before == ":":
        return places[at] not in ("keys", "map")
    if before == "!":
        return _is_label(tokens, places, at - 1)
    return (before == "&" or (before == "|" and places[at] in _PATTERN)) and _is_label(tokens, places, at - 2)


def _places(tokens: Sequence[Token]) -> Iterator[str]:
    """For each token, what the innermost bracket around it holds."""
    inside = [""]
    before = NOTHING
    for token in tokens:
        if token.kind == "mark" and token.text in ")]}" and len(inside) > 1:
            inside.pop()
        yield inside[-1]
        if token.kind == "mark" and token.text in "([{":
            inside.append(_opens(token, before, inside[-1]))
        before = token


def _opens(token: Token, before: Token, place: str) -> str:
    """What a bracket opens: a node, a relationship, the keys of either, or anything else."""
    match token.text:
        case "(":
            return "" if before.keyword in FUNCTIONS and before.keyword not in _SUBQUERIES else "node"
        case "[":
            return "relationship" if before.text == "-" else ""
    if before.keyword in _SUBQUERIES:
        return ""
    return "keys" if place in _PATTERN else "map"


def _bare(token: Token) -> str:
    return token.text.strip("`")
