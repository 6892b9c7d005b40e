"""Titles as they are compared: "Dr. Ames" is "Doctor Ames", whichever a book prints and whichever is asked for."""

from __future__ import annotations

FOND = frozenset(
    {"dear", "dearest", "poor", "friend", "brave", "good", "sweet", "pretty", "honest", "noble", "beloved", "darling"}
)
"""English words that are said before a name, and are no part of it."""
STYLES_OF_SEVERAL = frozenset({"misses", "mesdames", "messrs", "messieurs"})
SEVERAL = STYLES_OF_SEVERAL | {
    "captains", "colonels", "generals", "majors", "lords", "ladies", "princes", "princesses", "counts", "dukes", "doctors",
}  # fmt: skip
"""Titles of several, who are nobody by the name behind ("Captains Orme and Hale"); but for the styles they may be surnames."""
AGES = frozenset({"little", "old", "young"})
"""Words before a name that may tell two of that name apart."""
_WRITTEN = {
    "mr": "mister", "mrs": "missis missus", "dr": "doctor", "saint": "st", "captain": "capt", "colonel": "col",
    "general": "gen", "major": "maj", "lieutenant": "lt lieut", "sergeant": "sgt serjeant sergt", "corporal": "cpl",
    "commander": "cdr cmdr", "admiral": "adm", "professor": "prof", "reverend": "rev revd", "honourable": "hon honorable",
    "father": "fr", "governor": "gov", "junior": "jr", "senior": "sr",
}  # fmt: skip
SPELLINGS = {other: title for title, others in _WRITTEN.items() for other in others.split()}
"""Another way to write an English title -> the one that all are compared by (lower case, no full stop)."""
_ABROAD = {"m": "monsieur", "mme": "madame", "mlle": "mademoiselle", "messrs": "messieurs"}
_SAME = SPELLINGS | _ABROAD
_ANYWHERE = frozenset({"saint", "junior", "senior"})
"""What is so wherever it stands; other titles lead a name."""
_LEADING = frozenset(_SAME) | frozenset(_SAME.values()) | {"the", "sir", "lady", "lord", "miss"}


def count_titles(name: str) -> int:
    """How many words lead a name, its titles levelled, without being part of it."""
    words = name.split()
    return next((at for at, word in enumerate(words) if word not in _LEADING), len(words))


def level_titles(name: str) -> str:
    """A folded name without full stops, each title written the one way."""
    words = name.replace(".", "").split()
    leads, levelled = True, []
    for word in words:
        leads = leads and word in _LEADING
        same = _SAME.get(word, word)
        levelled.append(same if leads or same in _ANYWHERE else word)
    return " ".join(levelled)
