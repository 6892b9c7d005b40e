"""Mentions: names, person nouns and pronouns in the tokens of a paragraph, before anyone is resolved."""

from __future__ import annotations

import re

from castline.ingest.annotations import MentionNote, Role
from castline.ingest.extraction.mention_features import (
    count_votes,
    follows_speech,
    is_called,
    is_introduced,
    speaks,
)
from castline.ingest.language.callings import gender_of_noun, is_person_noun
from castline.ingest.language.lexicon import (
    AROUND,
    CONNECTORS,
    DIGNITIES,
    FEMALE_TITLES,
    LANDED,
    MALE_TITLES,
    NOT_NAMES,
    PERSON_NOUNS,
    SPEECH_FORMS,
    TITLES,
)  # fmt: skip
from castline.ingest.language.names import is_given_name
from castline.ingest.language.parser import Tokens

PRONOUNS: dict[str, tuple[int, str, bool]] = {
    **dict.fromkeys(("he", "him", "his", "himself"), (3, "m", False)),
    **dict.fromkeys(("she", "her", "hers", "herself"), (3, "f", False)),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), (3, "", True)),
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), (1, "", False)),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves"), (1, "", True)),
    **dict.fromkeys(("you", "your", "yours", "yourself", "thou", "thee", "thy", "thine"), (2, "", False)),
}
"""Pronoun -> (person, gender, plural)."""
_ROLES: dict[str, Role] = {
    "nsubj": "subj", "nsubjpass": "subj", "dobj": "obj", "dative": "iobj", "pobj": "pobj", "poss": "poss",
    "appos": "appos", "attr": "attr", "npadvmod": "voc", "csubj": "subj", "oprd": "attr", "agent": "pobj",
}  # fmt: skip
_OPENERS = frozenset({
    "beside", "besides", "despite", "unlike", "like", "towards", "toward", "against", "except", "altogether", "certainly",
    "evidently", "apparently", "unfortunately", "fortunately", "suddenly", "again", "once", "later", "even", "only", "still",
    "yet", "thus", "hence", "though", "although", "while", "whilst", "because", "since", "until", "till", "unless", "after",
    "before", "behind", "between", "near", "without", "within", "upon", "over", "under", "about", "both", "neither", "either",
    "presently", "afterwards", "meanwhile", "moreover", "however", "maybe", "just", "lest", "thereupon", "whereupon", "whereat",
    "thereat", "wherefore", "accordingly",
})  # fmt: skip
"""Words with a capital for opening a sentence only, whatever name follows (as participles are)."""
_REGNAL = re.compile(r"(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XI?V|XVI{1,3})\.?$")
"""The number of a king or a pope, but for those that are a word or an initial, too."""
_ABBREVIATED = frozenset({"mr", "mrs", "miss", "ms", "dr"})
_CAPITAL = frozenset({"moor", "moors", "pole", "poles"})
"""Those of a people with a capital, and things without."""
_BEFORE_NOUNS = frozenset({"DET", "ADJ", "NUM", "PRON"})
"""Parts of speech that stand before a noun and seldom before a name."""


def find_mentions(tokens: Tokens, paragraph: int, sentence: int, quotes: list[int], known_lower: frozenset[str]
                  ) -> tuple[list[MentionNote], list[int]]:  # fmt: skip
    """Mentions in order, and for each token the index of the mention it belongs to (-1: none).

    `sentence` is added to the tokens' sentence ordinals; `quotes` gives the quote of each token (-1: narration);
    `known_lower` are the words that the chapter writes small somewhere.
    """
    belongs = [-1] * len(tokens.text)
    mentions: list[MentionNote] = []
    at = 0
    while at < len(tokens.text):
        end = _name_end(tokens, at, quotes, known_lower)
        if end > at:
            _add(tokens, mentions, belongs, at, end, "name", paragraph, sentence, quotes)
        elif (tokens.lower[at] in PRONOUNS or _is_i(tokens, at)) and not (
            tokens.lower[at] == "mine" and tokens.dep[at] == "dobj"
        ):
            end = at + 1
            _add(tokens, mentions, belongs, at, end, "pronoun", paragraph, sentence, quotes)
        elif _is_person_noun(tokens, at) or speaks(tokens, at):
            end = at + 1
            _add(tokens, mentions, belongs, at, end, "nominal", paragraph, sentence, quotes)
        at = max(end, at + 1)
    _link(tokens, mentions, belongs, quotes)
    return mentions, belongs


def _is_person_noun(tokens: Tokens, at: int) -> bool:
    """Whether a token is a noun for people, or stands for one of rank behind "his", "her" or "your"."""
    if is_person_noun(tokens.lemma[at]) or is_person_noun(tokens.lower[at]):
        if tokens.lower[at] in _CAPITAL and tokens.text[at].islower():
            return False
        return tokens.pos[at] in ("NOUN", "PROPN", "X") and (
            tokens.text[at].islower() or tokens.dep[at] not in ("compound", "amod")
        )
    return tokens.lower[at] in DIGNITIES and any(tokens.lower[i] in PRONOUNS for i in range(max(0, at - 2), at))


def _is_i(tokens: Tokens, at: int) -> bool:
    """ "said I." is read as an initial."""
    return tokens.lower[at] == "i." and at > 0 and tokens.lower[at - 1] in SPEECH_FORMS


def _name_end(tokens: Tokens, at: int, quotes: list[int], known_lower: frozenset[str]) -> int:
    """The end of the name that starts at `at` (`at` itself where none does)."""
    end = at
    while end < len(tokens.text) and _is_title(tokens, end):
        end += 1
    named = end
    if _is_landed(tokens, at, end) and _is_namey(tokens, end + 1, known_lower, True):
        end += 1
    while end < len(tokens.text) and quotes[end] == quotes[at]:
        if _is_namey(tokens, end, known_lower, end > at) and not (_is_half(tokens, end) or _is_noun(tokens, end)):
            named = end = end + 1
        elif named > at and tokens.lower[end] in CONNECTORS - {"the", "of"} and end - named < 2:
            end += 1
        else:
            break
    if at < named < len(tokens.text) and quotes[named] == quotes[at] and _REGNAL.match(tokens.text[named]):
        named += 1
    return named if _has_name(tokens, at, named) else at


def _is_landed(tokens: Tokens, at: int, end: int) -> bool:
    """Whether titles are such as go on with "of", and do: "the Duke of Orme"."""
    return at < end < len(tokens.text) - 1 and tokens.lower[end] == "of" and tokens.lower[end - 1] in LANDED


def _has_name(tokens: Tokens, at: int, end: int) -> bool:
    return any(not _is_title(tokens, i) for i in range(at, end))


def _is_title(tokens: Tokens, at: int) -> bool:
    return tokens.text[at][:1].isupper() and tokens.lower[at].rstrip(".") in TITLES


def _is_namey(tokens: Tokens, at: int, known_lower: frozenset[str], after_title: bool) -> bool:
    word, lower = tokens.text[at], tokens.lower[at]
    if not word[:1].isupper() or not word[:1].isalpha() or (tokens.pos[at] == "INTJ" and not after_title):
        return False
    styled = after_title and _is_title(tokens, at - 1)
    if styled and tokens.lower[at - 1].rstrip(".") in _ABBREVIATED:
        return True  # "Mrs. Hall" is no hall
    if lower.rstrip(".") in NOT_NAMES and not (styled and lower in PERSON_NOUNS):
        return lower.rstrip(".") not in PRONOUNS and not _is_title(tokens, at) and follows_speech(tokens, at)
    if len(word) == 2 and word[1] == ".":
        return after_title or (at + 1 < len(tokens.text) and tokens.text[at + 1][:1].isupper())
    if word.isupper() and len(word) > 1 and lower in known_lower:
        return False
    if after_title:
        return True
    opens = at == 0 or tokens.sentence[at - 1] != tokens.sentence[at] or not tokens.text[at - 1][-1:].isalnum()
    if (
        opens
        and tokens.dep[at] == "compound"
        and tokens.text[tokens.head[at]][:1].isupper()
        and tokens.head[at] == at + 1
    ):
        return tokens.pos[at] == "PROPN" and lower not in _OPENERS and not lower.endswith("ing")
    if (
        opens
        and at + 1 < len(tokens.text)
        and tokens.lower[at + 1] in SPEECH_FORMS
        and tokens.pos[at] in ("PROPN", "NOUN")
    ):
        return lower not in PERSON_NOUNS and not (tokens.tag[at] == "NNS" and lower in known_lower)
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


def _add(tokens: Tokens, mentions: list[MentionNote], belongs: list[int], at: int, end: int, kind: str, paragraph: int,
         sentence: int, quotes: list[int]) -> None:  # fmt: skip
    for i in range(at, end):
        belongs[i] = len(mentions)
    words = [tokens.text[i] for i in range(at, end)]
    last = end - 1
    note = MentionNote(
        start=tokens.start[at], end=tokens.start[last] + len(tokens.text[last]), kind=kind,  # type: ignore[arg-type]
        form=" ".join(words), head=_head_of(tokens, last) if kind == "nominal" else tokens.lower[last], gender="", plural=False,
        person=3, paragraph=paragraph, sentence=sentence + tokens.sentence[at], quote=quotes[at], role="other",
    )  # fmt: skip
    if kind == "pronoun":
        note.person, note.gender, note.plural = PRONOUNS[tokens.lower[at].rstrip(".")]
    elif kind == "nominal":
        note.gender = gender_of_noun(note.head)
        note.plural = tokens.tag[last] in ("NNS", "NNPS")
    else:
        title = tokens.lower[at].rstrip(".")
        note.gender = "m" if title in MALE_TITLES else "f" if title in FEMALE_TITLES else ""
        note.plural = at > 0 and tokens.lower[at - 1] == "the" and words[-1].endswith("s") and len(words) == 1
    mentions.append(note)


def _head_of(tokens: Tokens, at: int) -> str:
    """A noun's lemma, which of a "Majesty" the tagger does not know."""
    return tokens.lower[at] if tokens.lower[at] in DIGNITIES else tokens.lemma[at]


def _link(tokens: Tokens, mentions: list[MentionNote], belongs: list[int], quotes: list[int]) -> None:
    """Roles, prepositions, owners, appositions, and votes for person or place."""
    heads = _head_tokens(tokens, belongs, len(mentions))
    for index, note in enumerate(mentions):
        at = heads[index]
        note.role, note.prep = _role(tokens, at)
        note.definite = any(tokens.lower[c] in ("the", "this", "that") for c in tokens.children[at])
        if note.kind == "nominal":
            note.owner = next((belongs[c] for c in tokens.children[at] if tokens.dep[c] == "poss"), -1)
            if note.head in DIGNITIES:
                note.owner = index - 1 if index and mentions[index - 1].kind == "pronoun" else -1
                note.gender = mentions[note.owner].gender if note.owner >= 0 else ""
            if note.head == "lady" and note.owner >= 0 and mentions[note.owner].form.lower() == "his":
                note.head = "wife"
            left = [c for c in tokens.children[at] if c < at and tokens.dep[c] in ("det", "poss", "amod", "compound")]
            if left:
                note.start = tokens.start[min(left)]
        if tokens.dep[at] == "appos" and belongs[tokens.head[at]] >= 0:
            note.appos = belongs[tokens.head[at]]
        if note.role == "voc":
            note.role = "other"
        if is_called(tokens, at, note):
            note.role = "voc"
        if note.kind == "name":
            note.human, note.place = count_votes(tokens, at, note, quotes)
            note.introduced = note.role != "poss" and is_introduced(tokens, at, note)


def _head_tokens(tokens: Tokens, belongs: list[int], count: int) -> list[int]:
    """For each mention the last of its tokens whose head lies outside it."""
    heads = [0] * count
    for at, index in enumerate(belongs):
        if index >= 0 and (belongs[tokens.head[at]] != index or tokens.head[at] == at):
            heads[index] = at
    return heads


def _role(tokens: Tokens, at: int) -> tuple[Role, str]:
    if at and tokens.lower[at - 1] in AROUND and tokens.lower[at] in ("him", "her") and tokens.dep[at] != "poss":
        return "pobj", tokens.lower[at - 1]  # the parser takes "she looked about her" for what she looked at
    dep, guard = tokens.dep[at], 0
    while dep == "conj" and guard < 6:
        at, guard = tokens.head[at], guard + 1
        dep = tokens.dep[at]
    head = tokens.head[at]
    prep = tokens.lower[head] if dep == "pobj" else ""
    if dep == "pobj" and tokens.dep[head] == "dative":
        return "iobj", prep
    return _ROLES.get(dep, "other"), prep
