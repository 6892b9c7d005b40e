"""What happened: the chance that a word of the text tells of something that took place, and not of what might, should,
used to or never did. A log-linear choice, learnt from LitBank's realis events (`scripts/train.py`, learnt/NOTICE).

What tells is the word and its kin in the parse (auxiliaries, subject, head, what it is joined to), its neighbours, the
mood of its sentence, and how much of the paragraph and of the chapter is told in the past.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from castline.ingest.language.parser import Tokens
from castline.ingest.language.weights import load_weights

CANDIDATES = frozenset({"VERB", "NOUN", "ADJ"})
"""Parts of speech that an event may have: 99 of 100 in LitBank have one of these."""
_SUBJECTS = ("nsubj", "nsubjpass")
_SMALL = frozenset({"aux", "auxpass", "neg", "mark", "cc", "det", "prt", "advmod", "poss", "expl"})
_UP = frozenset({"xcomp", "ccomp", "conj", "advcl", "relcl", "acl", "pcomp", "dobj", "pobj", "prep"})
_HABITS = frozenset({
    "always", "never", "often", "usually", "sometimes", "every", "seldom", "generally", "whenever", "ever", "rarely", "used",
    "constantly", "frequently", "any", "each", "all", "must", "may", "perhaps", "if",
})  # fmt: skip
_SUFFIXES = ("ment", "tion", "sion", "ance", "ence", "ing", "al", "ure", "age", "ness", "ity", "ship", "th", "er", "or")
_PAST, _PRESENT = ("VBD",), ("VBZ", "VBP")


class Told:
    """A piece of a chapter as the features see it: the mood of its sentences, and its share of past tense.

    `register` is that of the whole chapter (see `share_past`).
    """

    def __init__(self, tokens: Tokens, quotes: list[int], register: int) -> None:
        self.tokens, self.quotes, self.register = tokens, quotes, register
        self.share = share_past([tokens])
        self.mood: dict[int, list[str]] = {}

    def chance(self, at: int) -> float:
        """How likely it is (0..1) that a token tells of something that happened."""
        weights = load_weights("events")
        score = sum(weights.get(feature, 0.0) for feature in self.features(at))
        return 1 / (1 + math.exp(-score))

    def features(self, at: int) -> list[str]:
        """The named features of a token."""
        t, pos, tag = self.tokens, self.tokens.pos[at], self.tokens.tag[at]
        said = "q" if self.quotes[at] >= 0 else "n"
        found = [
            "", f"l={t.lemma[at]}", f"l+d={t.lemma[at]}|{t.dep[at]}", f"t+d={tag}{t.dep[at]}", f"q={said}{tag}",
            f"s3={t.lower[at][-3:]}{pos}", f"s4={t.lower[at][-4:]}{pos}", f"para={self.share}{tag}", f"doc={self.register}{tag}",
            f"suf={next((end for end in _SUFFIXES if t.lower[at].endswith(end)), '')}{pos}{t.dep[at]}",
        ]  # fmt: skip
        found += (f"{mood}{tag}" for mood in self._mood(t.sentence[at]))
        return [*found, *_beside(t, at), *_below(t, at), *_above(t, at)]

    def _mood(self, sentence: int) -> list[str]:
        if sentence not in self.mood:
            t = self.tokens
            inside = [i for i, one in enumerate(t.sentence) if one == sentence]
            tags = [t.tag[i] for i in inside]
            count = f"{min(3, tags.count('VBD'))}{min(3, _count(tags, _PRESENT))}{min(1, tags.count('MD'))}"
            root = next((t.tag[i] + t.pos[i] for i in inside if t.dep[i] == "ROOT"), "")
            habits = sorted({f"hab={t.lower[i]}" for i in inside} & {f"hab={word}" for word in _HABITS})
            asked = ["asks="] if any(t.text[i] == "?" for i in inside) else []
            self.mood[sentence] = [f"sp={count}", f"root={root}", *habits, *asked]
        return self.mood[sentence]


def share_past(pieces: Iterable[Tokens]) -> int:
    """Of the finite verbs in these pieces, the share in the past, in steps from 1 to 6 (0: there are none)."""
    past = present = 0
    for tokens in pieces:
        past += _count(tokens.tag, _PAST)
        present += _count(tokens.tag, _PRESENT)
    return 1 + int(5.99 * past / (past + present)) if past + present else 0


def _count(tags: list[str], wanted: tuple[str, ...]) -> int:
    return sum(tags.count(tag) for tag in wanted)


def _beside(t: Tokens, at: int) -> Iterator[str]:
    """The words around, within the sentence."""
    for step in (-2, -1, 1, 2):
        place = at + step
        inside = 0 <= place < len(t.tag) and t.sentence[place] == t.sentence[at]
        yield f"w{step}={t.lemma[place] if inside else ''}"
        yield f"p{step}={t.tag[place] if inside else ''}"


def _below(t: Tokens, at: int) -> Iterator[str]:
    """What hangs on the word."""
    helpers = []
    for child in t.children[at]:
        dep = t.dep[child]
        yield f"c={dep}"
        if dep in _SMALL:
            yield f"cl={dep}{t.lower[child]}"
        if dep in ("aux", "auxpass", "neg"):
            helpers.append(t.lower[child])
        elif dep == "dobj":
            yield f"ob={t.pos[child]}"
        elif dep == "prep":
            yield f"pr={t.lower[child]}"
    yield f"ax={'_'.join(helpers)}{t.tag[at]}"
    subject = _subject(t, at)
    if subject >= 0:
        yield f"sx={t.pos[subject]}{t.tag[at]}{t.lower[subject] if t.pos[subject] == 'PRON' else ''}"
    if t.pos[at] == "NOUN":
        yield f"nd={'_'.join(sorted(t.lower[c] for c in t.children[at] if t.dep[c] in ('det', 'poss', 'nummod')))}{t.tag[at]}"


def _subject(t: Tokens, at: int) -> int:
    places = [at, t.head[at]] if t.dep[at] == "conj" else [at]
    return next((c for place in places for c in t.children[place] if t.dep[c] in _SUBJECTS), -1)


def _above(t: Tokens, at: int) -> Iterator[str]:
    """What the word hangs on, up to three steps."""
    head = t.head[at]
    yield f"hl={t.lemma[head]}"
    yield f"hd={t.dep[head]}{t.tag[head]}{t.dep[at]}"
    for step in range(3):
        dep, head = t.dep[at], t.head[at]
        if head == at:
            return
        if dep in _UP:
            yield f"up{step}={dep}|{t.lemma[head]}"
            if dep in ("conj", "xcomp"):
                helpers = (t.lower[c] for c in t.children[head] if t.dep[c] in ("aux", "neg", "auxpass"))
                yield f"uax={dep}{'_'.join(helpers)}{t.tag[head]}"
        at = head
