"""What a user's Cypher may be: one statement that reads, and nothing else.

Neo4j's reading mode is a routing hint, and both engines read files where a query asks for it; so a query is let
through only if each of its words is known to be harmless where it stands:

    a word before "("            one of our functions, or a keyword that reads
    a word after an operand      a keyword that reads          (in `(n) DELETE n`, DELETE is none)
    a name after CALL            one of our procedures

Whatever else a word is, it is a variable, a label or a key, and can do no harm.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from castline.errors import QueryError

CLAUSES = frozenset({"MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL"})
ENDS = frozenset({"END", "NULL", "TRUE", "FALSE", "ASC", "DESC", "ASCENDING", "DESCENDING"})
"""Keywords after which an expression is complete, as after a variable."""
_READING = """
    WHERE ORDER BY LIMIT SKIP OFFSET AS DISTINCT AND OR XOR NOT IN IS CONTAINS STARTS ENDS UNION ALL CASE WHEN THEN ELSE
    YIELD EXISTS COUNT COLLECT ANY NONE SINGLE SHORTESTPATH ALLSHORTESTPATHS
"""
_PURE = """
    ABS AVG CEIL COALESCE COUNT COLLECT ELEMENTID ENDNODE EXISTS EXP FLOOR HEAD ID ISEMPTY KEYS LABELS LAST LEFT LENGTH
    LOG LTRIM MAX MIN NODES NULLIF PERCENTILECONT PERCENTILEDISC PROPERTIES RANGE RELATIONSHIPS REPLACE REVERSE
    RIGHT ROUND RTRIM SIGN SIZE SPLIT SQRT STARTNODE STDEV STDEVP SUBSTRING SUM TAIL TOBOOLEAN TOFLOAT TOINTEGER TOLOWER
    TOSTRING TOUPPER TRIM TYPE CHAR_LENGTH CHARACTER_LENGTH
"""
"""What cannot touch anything. `reduce` is left out: it doubles a string until memory ends."""
KEYWORDS = CLAUSES | ENDS | frozenset(_READING.split())
FUNCTIONS = frozenset(_PURE.split())
PROCEDURES = frozenset({"db.labels", "db.relationshipTypes", "db.propertyKeys"})

LONGEST = 50_000
"""Characters that a query may have: engines take their time over a long one before any limit of theirs counts."""

DEEPEST = 64
"""Brackets that may stand in one another: a parser goes as deep itself, and has no limit but its stack."""

ADVICE = "Only queries that read are run here: MATCH, WHERE, WITH, UNWIND, RETURN and their like."

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)
      | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<quoted>`(?:[^`]|``)*`)
      | (?P<number>\d[\w]*(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<endless>/\*)
      | (?P<parameter>\$\w+)
      | (?P<word>[^\W\d]\w*)
      | (?P<mark>[!-/:-@\[-\]^{-~])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, mark, string or number of a query, as it is written."""

    kind: str
    text: str

    @property
    def keyword(self) -> str:
        """The word in capitals; nothing for what is no bare word."""
        return self.text.upper() if self.kind == "word" else ""


NOTHING = Token("nothing", "")
"""What stands before the first token and after the last."""


def check(query: str) -> None:
    """Raise QueryError unless the query only reads."""
    if len(query) > LONGEST:
        raise QueryError(
            f"A query may have {LONGEST:,} characters, and this has {len(query):,}. Hand data over as parameters."
        )
    tokens = read_tokens(query)
    _check_depth(tokens)
    if not tokens or tokens[0].keyword not in CLAUSES:
        raise QueryError(f"A query starts with one of {', '.join(sorted(CLAUSES))}. {ADVICE}")
    _check_private(tokens)
    was_operand, before, calls = False, NOTHING, False
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else NOTHING
        names = before.text in (".", ":", "|", "&", "!", "%") and token.kind == "word" and not _is_call(after)
        if calls:
            _check_procedure(tokens, at)
        elif not names:
            _check_word(token, before, after, was_operand)
        calls = token.keyword == "CALL" and not names and after.kind in ("word", "quoted")
        was_operand = _ends_operand(token, before, names)
        before = token


def _check_private(tokens: list[Token]) -> None:
    for token in tokens:
        if token.kind in ("word", "quoted") and token.text.strip("`").startswith("Castline"):
            raise QueryError(f"{token.text} belongs to the store itself and is not for queries.")


def _check_depth(tokens: list[Token]) -> None:
    depth = 0
    for token in tokens:
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth > DEEPEST:
            raise QueryError(
                f"A query may have {DEEPEST} brackets in one another, and this has more. Put it more simply."
            )


def read_tokens(query: str) -> list[Token]:
    """The tokens of a query, without blanks and comments. Raises QueryError for what is no single statement."""
    if re.search(r"\\u", query, re.IGNORECASE):
        raise QueryError("A query may not hold \\u escapes: write the character itself, or pass it as a parameter.")
    found, at = [], 0
    text = query.strip().removesuffix(";")
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match[0] == ";" or match.lastgroup == "endless":
            raise QueryError(f"Cannot read the query from {text[at : at + 20]!r} on. One statement at a time. {ADVICE}")
        if match.lastgroup != "space":
            found.append(Token(str(match.lastgroup), match[0]))
        at = match.end()
    return found


def _is_call(after: Token) -> bool:
    return after.text == "("


def _check_word(token: Token, before: Token, after: Token, was_operand: bool) -> None:
    if token.kind not in ("word", "quoted"):
        return
    word = token.keyword
    if _is_call(after) and (word not in FUNCTIONS | KEYWORDS or before.text == "."):
        known = ", ".join(sorted(name.lower() for name in FUNCTIONS))
        raise QueryError(f"{token.text}(...) is none of the functions that a query may use here: {known}. {ADVICE}")
    if was_operand and word not in KEYWORDS:
        raise QueryError(f"{token.text} may not stand there in a query. {ADVICE}")
    if before.text == "{" and word not in KEYWORDS and after.text not in (":", ",", "}"):
        raise QueryError(f"{token.text} may not start a subquery. {ADVICE}")


def _check_procedure(tokens: list[Token], at: int) -> None:
    name = ""
    for token in tokens[at:]:
        if token.kind != "word" and token.text != ".":
            break
        if token.kind == "word" and name and not name.endswith("."):
            break
        name += token.text
    if name not in PROCEDURES:
        raise QueryError(f"CALL {name} is not allowed. Only {', '.join(sorted(PROCEDURES))} may be called.")


def _ends_operand(token: Token, before: Token, names: bool) -> bool:
    """Whether an expression may be complete with this token, so that only a keyword can follow."""
    if token.kind == "word":
        return names or token.keyword not in KEYWORDS - ENDS
    if token.text == "*":
        return before.keyword in ("WITH", "RETURN", "DISTINCT", "YIELD")
    return token.kind in ("string", "quoted", "number", "parameter") or token.text in (")", "]", "}")
