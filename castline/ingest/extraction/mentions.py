"""Mentions: names, person nouns and pronouns in the tokens of a paragraph, before anyone is resolved."""

from __future__ import annotations

from castline.ingest.annotations import MentionNote, Role
from castline.ingest.extraction.mention_features import count_votes, is_called, is_introduced, speaks
from castline.ingest.extraction.name_spans import find_name_end
from castline.ingest.extraction.vocabulary import Vocabulary, opens_as_word
from castline.ingest.language.callings import gender_of_noun, is_person_noun
from castline.ingest.language.lexicon import (
    AROUND,
    DIGNITIES,
    FEMALE_TITLES,
    MALE_TITLES,
    PRONOUNS,
    SPEECH_FORMS,
)  # fmt: skip
from castline.ingest.language.parser import Tokens

_ROLES: dict[str, Role] = {
    "nsubj": "subj", "nsubjpass": "subj", "dobj": "obj", "dative": "iobj", "pobj": "pobj", "poss": "poss",
    "appos": "appos", "attr": "attr", "npadvmod": "voc", "csubj": "subj", "oprd": "attr", "agent": "pobj",
}  # fmt: skip
_CAPITAL = frozenset({"moor", "moors", "pole", "poles"})
"""Those of a people with a capital, and things without."""


def find_mentions(tokens: Tokens, paragraph: int, sentence: int, quotes: list[int], words: Vocabulary
                  ) -> tuple[list[MentionNote], list[int]]:  # fmt: skip
    """Mentions in order, and for each token the index of the mention it belongs to (-1: none).

    `sentence` is added to the tokens' sentence ordinals; `quotes` gives the quote of each token (-1: narration); `words` are the
    chapter's.
    """
    belongs = [-1] * len(tokens.text)
    mentions: list[MentionNote] = []
    at = 0
    while at < len(tokens.text):
        end = find_name_end(tokens, at, quotes, words)
        if end > at:
            _add(tokens, mentions, belongs, at, end, "name", paragraph, sentence, quotes)
        elif (tokens.lower[at] in PRONOUNS or _is_i(tokens, at)) and not _is_dug(tokens, at):
            end = at + 1
            _add(tokens, mentions, belongs, at, end, "pronoun", paragraph, sentence, quotes)
        elif _is_person_noun(tokens, at) or speaks(tokens, at):
            end = at + 1
            _add(tokens, mentions, belongs, at, end, "nominal", paragraph, sentence, quotes)
        at = max(end, at + 1)
    _link(tokens, mentions, belongs, quotes, words)
    return mentions, belongs


def _is_dug(tokens: Tokens, at: int) -> bool:
    """Whether "mine" is what coal comes out of."""
    return tokens.lower[at] == "mine" and (tokens.dep[at] == "dobj" or bool(_determine(tokens, at)))


def _determine(tokens: Tokens, at: int) -> list[int]:
    """The articles of a noun."""
    return [child for child in tokens.children[at] if tokens.dep[child] == "det"]


def _is_person_noun(tokens: Tokens, at: int) -> bool:
    """Whether a token is a noun for people, or stands for one of rank behind "his", "her" or "your"."""
    if is_person_noun(tokens.lemma[at]) or is_person_noun(tokens.lower[at]):
        if tokens.lower[at] in _CAPITAL and tokens.text[at].islower():
            return False
        if tokens.lower[at] == "youth" and not _determine(tokens, at):
            return False  # "in her youth", "the eagerness of youth"
        return tokens.pos[at] in ("NOUN", "PROPN", "X") and (
            tokens.text[at].islower() or tokens.dep[at] not in ("compound", "amod")
        )
    return tokens.lower[at] in DIGNITIES and any(tokens.lower[i] in PRONOUNS for i in range(max(0, at - 2), at))


def _is_i(tokens: Tokens, at: int) -> bool:
    """ "said I." is read as an initial."""
    return tokens.lower[at] == "i." and at > 0 and tokens.lower[at - 1] in SPEECH_FORMS


def _add(tokens: Tokens, mentions: list[MentionNote], belongs: list[int], at: int, end: int, kind: str, paragraph: int,
         sentence: int, quotes: list[int]) -> None:  # fmt: skip
    for i in range(at, end):
        belongs[i] = len(mentions)
    words = [tokens.text[i] for i in range(at, end)]
    last = end - 1
    note = MentionNote(
        start=tokens.start[at], end=tokens.start[last] + len(tokens.text[last]), kind=kind,  # type: ignore[arg-type]
        form=" ".join(words).replace(" - ", "-"), head=_head_of(tokens, last) if kind == "nominal" else tokens.lower[last], gender="", plural=False,
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


def _link(
    tokens: Tokens, mentions: list[MentionNote], belongs: list[int], quotes: list[int], words: Vocabulary
) -> None:
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
        if tokens.dep[at] == "appos" and belongs[tokens.head[at]] >= 0 and quotes[tokens.head[at]] == quotes[at]:
            note.appos = belongs[tokens.head[at]]
        if note.role == "voc":
            note.role = "other"
        if is_called(tokens, at, note):
            note.role = "voc"
        if note.kind == "name":
            human, note.place = count_votes(tokens, at, note, quotes)
            note.human = human * (" " in note.form or not opens_as_word(tokens, at, words))
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
