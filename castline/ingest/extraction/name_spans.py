"""Where a name begins and ends among the tokens of a paragraph."""

from __future__ import annotations

import re

from castline.ingest.extraction.mention_features import follows_speech
from castline.ingest.extraction.vocabulary import STYLES, Vocabulary, is_borne, stands_first
from castline.ingest.language.callings import is_person_noun
from castline.ingest.language.lexicon import (
    CONNECTORS,
    LANDED,
    LODGINGS,
    NOT_NAMES,
    PERSON_NOUNS,
    PLACE_WORDS,
    PRONOUNS,
    SPEECH_FORMS,
    TITLES,
)
from castline.ingest.language.names import LONE, is_capital, is_given_name
from castline.ingest.language.parser import Tokens, is_word

_OPENERS = frozenset({
    "beside", "besides", "despite", "unlike", "like", "towards", "toward", "against", "except", "altogether", "certainly",
    "evidently", "apparently", "unfortunately", "fortunately", "suddenly", "again", "once", "later", "even", "only", "still",
    "yet", "thus", "hence", "though", "although", "while", "whilst", "because", "since", "until", "till", "unless", "after",
    "before", "behind", "between", "near", "without", "within", "upon", "over", "under", "about", "both", "neither", "either",
    "presently", "afterwards", "meanwhile", "moreover", "however", "maybe", "just", "lest", "thereupon", "whereupon", "whereat",
    "thereat", "wherefore", "accordingly", "thither", "hither", "whither", "thence", "whence", "hereupon", "herewith", "hereafter",
})  # fmt: skip
"""Words with a capital for opening a sentence only, whatever name follows (as participles are)."""
_SHORTENED = re.compile(r"[’'](?:ll|d|ve|re)$")
"""A verb's rest behind "nobody'll", which the tokenizer leaves there."""
_REGNAL = re.compile(r"(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XI?V|XVI{1,3})\.?$")
"""The number of a king or a pope, but for those that are a word or an initial, too."""
_BEFORE_NOUNS = frozenset({"DET", "ADJ", "NUM", "PRON"})
"""Parts of speech that stand before a noun and seldom before a name."""


def find_name_end(tokens: Tokens, at: int, quotes: list[int], words: Vocabulary) -> int:
    """The end of the name that starts at `at` (`at` itself where none does)."""
    end = at
    while end < len(tokens.text) and _is_title(tokens, end):
        end += 1
    named = end
    if _is_landed(tokens, at, end) and _is_namey(tokens, end + 1, words, True):
        end += 1
    while end < len(tokens.text) and quotes[end] == quotes[at]:
        if _is_namey(tokens, end, words, end > at) and not (_is_half(tokens, end) or _is_noun(tokens, end)):
            named = end = end + 1
        elif named > at and end == named and _is_hyphened(tokens, end):
            named = end = end + 2
        elif named > at and tokens.lower[end] in CONNECTORS - {"the", "of"} and end - named < 2:
            end += 1
        else:
            break
    if at < named < len(tokens.text) and quotes[named] == quotes[at]:
        named += bool(_REGNAL.match(tokens.text[named])) or _names_place(tokens, at, named)
    return named if _has_name(tokens, at, named) else at


def _is_hyphened(tokens: Tokens, at: int) -> bool:
    """Whether a hyphen holds two halves of a name together: "Fitz-Hale"."""
    if tokens.text[at] != "-" or at + 1 == len(tokens.text) or not is_capital(tokens.text[at + 1]):
        return False
    return tokens.start[at + 1] == tokens.start[at] + 1 and tokens.start[at] == tokens.start[at - 1] + len(
        tokens.text[at - 1]
    )


def _names_place(tokens: Tokens, at: int, end: int) -> bool:
    """Whether a name goes on as a place's: "Orme Hall" tells nothing of an Orme."""
    named_so = tokens.text[end][:1].isupper() and tokens.lower[end] in PLACE_WORDS
    free = tokens.lower[end] in LODGINGS or not is_given_name(tokens.lower[at])
    return named_so and not _is_title(tokens, at) and free


def _is_landed(tokens: Tokens, at: int, end: int) -> bool:
    """Whether titles are such as go on with "of", and do: "the Duke of Orme"."""
    return at < end < len(tokens.text) - 1 and tokens.lower[end] == "of" and tokens.lower[end - 1] in LANDED


def _has_name(tokens: Tokens, at: int, end: int) -> bool:
    return any(not _is_title(tokens, i) for i in range(at, end))


def _is_title(tokens: Tokens, at: int) -> bool:
    follows = tokens.text[at + 1] if at + 1 < len(tokens.text) else ""
    if tokens.lower[at] in LONE and (not is_capital(follows) or follows == "T"):
        return follows.strip("'’").lower() == "t"  # a "don't", whose apostrophe a file may have lost
    return tokens.text[at][:1].isupper() and tokens.lower[at].rstrip(".") in TITLES


def _is_namey(tokens: Tokens, at: int, words: Vocabulary, after_title: bool) -> bool:
    word, lower, known_lower = tokens.text[at], tokens.lower[at], words.small
    if not is_capital(word):
        return False
    named = is_given_name(lower) and lower not in known_lower and lower not in NOT_NAMES
    if named and tokens.pos[at] in ("ADV", "INTJ"):
        return True  # "It is late, Nelly": what is called is seldom known to the parser for a name
    if tokens.pos[at] == "INTJ" and not after_title:
        return False
    styled = after_title and _is_title(tokens, at - 1)
    if styled and tokens.lower[at - 1].rstrip(".") in STYLES:
        return True  # "Mrs. Hall" is no hall
    if is_borne(tokens, at, words) or _opens_place(tokens, at):
        return True
    if _SHORTENED.sub("", lower.rstrip(".")) in NOT_NAMES and not (styled and lower in PERSON_NOUNS):
        return lower.rstrip(".") not in PRONOUNS and not _is_title(tokens, at) and follows_speech(tokens, at)
    if len(word) == 2 and word[1] == ".":
        return after_title or (at + 1 < len(tokens.text) and tokens.text[at + 1][:1].isupper())
    if word.isupper() and len(word) > 1 and lower in known_lower:
        return False
    if after_title:
        return True
    return _is_alone(tokens, at, words)


def _opens_place(tokens: Tokens, at: int) -> bool:
    """ "New York", at the head of a sentence, too: York alone would be somebody."""
    follows = tokens.text[at + 1] if at + 1 < len(tokens.text) else ""
    return tokens.text[at] == "New" and follows[:1].isupper() and tokens.dep[at] in ("compound", "amod", "nmod")


def _is_alone(tokens: Tokens, at: int, words: Vocabulary) -> bool:
    """Whether a word with a capital, behind no title and no other part of a name, is a name."""
    lower, known_lower = tokens.lower[at], words.small
    opens = stands_first(tokens, at)
    if (
        opens
        and tokens.dep[at] == "compound"
        and tokens.text[tokens.head[at]][:1].isupper()
        and tokens.head[at] == at + 1
    ):
        word = lower in words.small or (is_word(lower) and lower not in words.inside | PLACE_WORDS)
        small = word and not is_given_name(lower)  # "Happy Ada, who ...", "Embrace Ada for me"
        return tokens.pos[at] == "PROPN" and not small and lower not in _OPENERS and not lower.endswith("ing")
    if (
        opens
        and at + 1 < len(tokens.text)
        and tokens.lower[at + 1] in SPEECH_FORMS
        and tokens.pos[at] in ("PROPN", "NOUN")
    ):
        return lower not in PERSON_NOUNS and not (tokens.tag[at] == "NNS" and lower in known_lower)
    if opens and is_given_name(lower) and tokens.pos[at] == "PROPN" and tokens.dep[at] in ("nsubj", "nsubjpass"):
        return lower not in PERSON_NOUNS  # "Rose looked up", though he rose, too
    if opens and (lower in known_lower or tokens.pos[at] not in ("PROPN", "NOUN", "ADJ", "X")):
        return tokens.pos[at] == "PROPN" and lower not in known_lower
    return (tokens.pos[at] in ("PROPN", "NOUN", "X") and lower not in PERSON_NOUNS) or (
        tokens.pos[at] not in ("PROPN", "NOUN") and lower not in known_lower and not opens
    )


def _is_noun(tokens: Tokens, at: int) -> bool:
    """ "The young Hussar", "two Hussars": nouns for people, whatever their capital."""
    lower = tokens.lower[at]
    noun = lower if is_person_noun(lower) else lower.removesuffix("s")
    return at > 0 and tokens.pos[at - 1] in _BEFORE_NOUNS and is_person_noun(noun) and not is_given_name(noun)


def _is_half(tokens: Tokens, at: int) -> bool:
    """ "Patent-leathers", "Ye-yes": the first half of a word that goes on small."""
    joined = at + 2 < len(tokens.text) and tokens.text[at + 1] == "-" and tokens.text[at + 2][:1].islower()
    return joined and tokens.start[at + 2] == tokens.start[at] + len(tokens.text[at]) + 1
