"""Which language a text is in, by its own words alone: English by its commonest words, any other as py3langid names it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

ENGLISH = "en"
NAMES = {
    "da": "Danish", "de": "German", "en": "English", "eo": "Esperanto", "es": "Spanish", "fi": "Finnish", "fr": "French",
    "it": "Italian", "la": "Latin", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ru": "Russian",
    "sv": "Swedish",
}  # fmt: skip
_COMMON = frozenset(
    ("the", "and", "of", "to", "that", "with", "had", "his", "her", "she", "they", "were", "which", "you", "from", "would",
     "have", "not", "for", "but")
)  # fmt: skip
_SHARE = 0.12
"""Of its words these are at least so many in English prose, phrases of other languages included; in others, hardly any are."""
_TELLING = 40
"""Different words from which on a text can be told to be in another language; with fewer it is taken for English."""
_SURE = 0.99
_SAMPLE = 2000
"""Characters that are read at the beginning, in the middle and at the end of a text."""
_WORD = re.compile(r"[^\W\d_]+")


def find_language(text: str) -> str:
    """The ISO 639-1 code of a text's language; English where there is too little of it to say, or nothing is sure."""
    sample = _sample(text).casefold()
    words = _WORD.findall(sample)
    if len(set(words)) < _TELLING or sum(word in _COMMON for word in words) >= _SHARE * len(words):
        return ENGLISH
    code, sure = _identifier().classify(sample)
    return str(code) if sure >= _SURE else ENGLISH


def name_language(code: str) -> str:
    """A language as a sentence names it: French, or the code of a rarer one."""
    return NAMES.get(code, f"of the language '{code}'")


def _sample(text: str) -> str:
    if len(text) <= 3 * _SAMPLE:
        return text
    middle = (len(text) - _SAMPLE) // 2
    return f"{text[:_SAMPLE]} {text[middle : middle + _SAMPLE]} {text[-_SAMPLE:]}"


@lru_cache(maxsize=1)
def _identifier() -> Any:
    """Its model is a file of the package, and it draws no lots: the same text is the same language anywhere."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
