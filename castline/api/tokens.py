"""Tokens: who may do what. Each scope holds those before it.

    read     every question
    write    ... and reading books into the store, and correcting what was read
    admin    ... and the figures and the state of the service itself

`CASTLINE_TOKEN` is an admin's; `CASTLINE_TOKENS` names more of them: `read:TOKEN write:TOKEN`.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from castline.errors import AskError

SCOPES = ("read", "write", "admin")
SHORTEST = 16
"""Characters that a token must have: a shorter one can be guessed."""
_ADVICE = "Make one: openssl rand -hex 24"


def read_tokens(environ: Mapping[str, str]) -> dict[str, str]:
    """Token -> scope, out of the environment. Raises AskError for one that can be guessed, or of no scope."""
    found = {}
    if own := environ.get("CASTLINE_TOKEN"):
        _check("CASTLINE_TOKEN", own)
        found[own] = "admin"
    for entry in (environ.get("CASTLINE_TOKENS") or "").split():
        scope, parted, token = entry.partition(":")
        if not parted or scope not in SCOPES:
            raise AskError(
                "CASTLINE_TOKENS must be written as `read:TOKEN write:TOKEN admin:TOKEN`, with blanks between."
            )
        _check("A token in CASTLINE_TOKENS", token)
        found[token] = scope
    return found


def _check(what: str, token: str) -> None:
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable():
        raise AskError(f"{what} must have {SHORTEST} ASCII characters at least. {_ADVICE}")


def find_scope(tokens: Mapping[str, str], authorization: str) -> str | None:
    """The scope of the token that a header brings, or None. Takes as long whatever was brought."""
    given = authorization.encode("latin-1")
    scope = None
    for token, own in tokens.items():
        if hmac.compare_digest(given, f"Bearer {token}".encode()):
            scope = own
    return scope


def is_enough(scope: str, needed: str) -> bool:
    """Whether a scope holds another."""
    return SCOPES.index(scope) >= SCOPES.index(needed)
