"""Titles as they are compared: "Dr. Ames" is "Doctor Ames", whichever a book prints and whichever is asked for."""

from __future__ import annotations

_SHORT = {
    "mr": "mister", "mrs": "missis missus", "dr": "doctor", "st": "saint", "capt": "captain", "col": "colonel",
    "gen": "general", "maj": "major", "lt": "lieutenant lieut", "sgt": "sergeant serjeant sergt", "cpl": "corporal",
    "cdr": "commander cmdr", "adm": "admiral", "prof": "professor", "rev": "reverend revd", "hon": "honourable honorable",
    "fr": "father", "gov": "governor", "m": "monsieur", "mme": "madame", "mlle": "mademoiselle", "messrs": "messieurs",
    "jr": "junior", "sr": "senior",
}  # fmt: skip
_SHORTEST = {long: short for short, several in _SHORT.items() for long in several.split()}
_ANYWHERE = frozenset({"saint", "junior", "senior"})
"""What is shortened wherever it stands; other titles lead a name."""
_LEADING = frozenset(_SHORT) | frozenset(_SHORTEST) | {"the", "sir", "lady", "lord", "miss"}


def count_titles(shortened: str) -> int:
    """How many words lead a name without being part of it."""
    words = shortened.split()
    return next((at for at, word in enumerate(words) if word not in _LEADING), len(words))


def shorten_titles(name: str) -> str:
    """A folded name without full stops, its titles as short as they are written."""
    words = name.replace(".", "").split()
    leads, shortened = True, []
    for word in words:
        leads = leads and word in _LEADING
        shortened.append(_SHORTEST.get(word, word) if leads or word in _ANYWHERE else word)
    return " ".join(shortened)
