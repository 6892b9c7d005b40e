"""Under which of their names somebody is shown: the one most used by then, in full where the book uses it in full."""

from __future__ import annotations

import math
from collections.abc import Mapping

from castline.ingest.language.names import Form, read_name, same_given
from castline.ingest.memory.people import bears_husbands_name

FEW = 20
"""Uses of somebody's names up to which a fuller name need stand but once."""
SHARE = 0.03
"""The part of all uses from which on a given name stands before one known by title and surname: "Jane Hale" for Miss Hale."""
STAYS = 1.2
"""How many times as much another name must be used than the one in use."""


def choose_main(forms: Mapping[str, int], gender: str, now: str = "") -> str:
    """The main name among forms with their uses so far; `gender` is "m", "f" or "", `now` the main name so far. "" where none of
    them has been used."""
    used = {text: read_name(text) for text, uses in forms.items() if uses and text[:1].isupper()}
    if not used:
        return ""
    held = set(now.split())
    most = max(
        used,
        key=lambda text: (forms[text] * (STAYS if text == now or set(text.split()) <= held else 1.0), -len(text), text),
    )
    fuller = [
        text for text, form in used.items()
        if _extends(form, used[most], gender) and forms[text] >= _need(used[most], sum(forms.values()))
    ]  # fmt: skip
    return max(fuller, key=lambda text: (forms[text], text == now, text), default=most)


def _extends(form: Form, main: Form, gender: str) -> bool:
    """Whether a form is a full name of the main one's bearer: with its title or with none, and of that gender."""
    if not (form.given and form.surname) or form.title not in ("", main.title) or (main.given and main.surname):
        return False
    first = form.given.split()[0]
    if len(first.rstrip(".")) < 2 or bears_husbands_name(form) or (gender and form.likely_gender not in ("", gender)):
        return False
    words = set((main.single or f"{main.given} {main.surname}").split())
    return words <= {*form.given.split(), *form.surname.split()} or (
        main.type == "nickname" and same_given(main.single, form.given)
    )


def _need(main: Form, uses: int) -> int:
    """How often a fuller name must stand beside the main one."""
    if uses <= FEW:
        return 1
    return max(2, math.ceil(SHARE * uses)) if main.title and main.surname else 2
