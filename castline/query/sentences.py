"""Sentences of a text, and the terms that they are found by: words folded, stemmed, without the commonest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import filterfalse

import snowballstemmer

_END = re.compile(r"(?<=[.!?…])[\"”’')\]]*\s+(?=[\"“‘'(\[_—-]*[A-ZÀ-Þ])|\s*\n\s*\n\s*")
_SHORT = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Mme|Mlle|Messrs|Capt|Col|Gen|Lieut|Rev|Hon|Esq|No|vol)|\b[A-Z])\.$")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
LONGEST = 1_500
"""Characters after which a sentence is cut, at a blank: some texts have no full stops."""
_COMMON = """
a about after again all am an and any are as at be because been before being but by can could did do does doing done down
during each for from further had has have having he her here hers herself him himself his how i if in into is it its itself
just may me might more most must my myself no nor not now of off on once one only or other our ours ourselves out over own
said same shall she should so some such than that the their theirs them themselves then there these they this those through
to too under until up upon us very was we were what when where which while who whom whose why will with would you your yours
yourself yourselves s t d ll ve re m
"""
COMMON = frozenset(_COMMON.split())
"""Words that no text is found by."""
_IRREGULAR = """
ate eaten eat; beat beaten beat; became become; began begun begin; bent bend; bit bitten bite; bled bleed; blew blown blow; bore borne bear;
bound bind; bought buy; broke broken break; brought bring; built build; burnt burn; came come; caught catch; chose chosen choose; clung cling;
crept creep; dealt deal; drank drunk drink; dreamt dream; drew drawn draw; drove driven drive; dug dig; dwelt dwell; fed feed; fell fallen fall;
felt feel; fled flee; flew flown fly; flung fling; forbade forbidden forbid; forgave forgiven forgive; forgot forgotten forget;
fought fight; found find; froze frozen freeze; gave given give; grew grown grow; heard hear; held hold; hid hidden hide; hung hang; kept keep; knelt kneel;
knew known know; laid lay; leant lean; leapt leap; led lead; left leave; lent lend; lit light; lost lose; made make; met meet; paid pay; ran run;
rang rung ring; rode ridden ride; rose risen rise; sang sung sing; sank sunk sink; sat sit; saw seen see; sent send; shone shine;
shook shaken shake; shot shoot; shrank shrink; slept sleep; slew slain slay; slid slide; sold sell; sought seek; spent spend; spoke spoken speak;
sprang sprung spring; stole stolen steal; stood stand; strove strive; struck stricken strike; stuck stick; swam swum swim; swept sweep;
swore sworn swear; swung swing; taught teach; thought think; threw thrown throw; told tell; took taken take; tore torn tear; understood understand;
wept weep; went gone go; withdrew withdrawn withdraw; woke woken wake; won win; wore worn wear; wove woven weave; wrote written write;
calves calf; children child; feet foot; geese goose; halves half; knives knife; loaves loaf; men man; mice mouse;
shelves shelf; teeth tooth; wives wife; wolves wolf; women woman
"""
_DERIVED = """
theft thief thieves steal; robber robbery rob; murderer murder; death dead dying die; marriage marriages wedding weddings wed marry; departure depart; arrival arrive;
discovery discoveries discover; burial bury; loss losses lose; sale sell; choice choices choose; belief beliefs believe; proof prove; advice advise;
success successful succeed; hatred hate; injury injuries injure; angry anger; proud pride; truth true; forgery forge; delivery deliver; suspicion
suspicions suspicious suspect; deceit deceive; pursuit pursue; threaten threatened threatens threatening threat; laughter laugh; vengeance avenge
avenged revenge; denial deny; revelation reveal; admission admit; decision decide; speech speeches speak; secrecy secret; jealousy jealous;
gift gifts give; bribery bribe; recovery recover; flight flee; sickness sick; illness ill; entrance enter; knowledge know; poverty poor; thought
thoughts think; sight see; strength strong; liar lie; absence absent; obedience obey; explanation explain; description describe; destruction
destroy; madness mad; friendship friend; temptation tempt; permission permit; persuasion persuade; complaint complain; tale tell; song sing
"""
_FORMS = {
    form: words[-1] for words in (line.split() for line in f"{_IRREGULAR};{_DERIVED}".split(";")) for form in words[:-1]
}
"""Forms that no stemmer sees through, and the nouns of what people do and undergo -> the word that they are of."""


def split_sentences(text: str) -> Iterator[tuple[int, int]]:
    """The spans (start, end exclusive) of the sentences, without the white space around them, in order."""
    at = 0
    for found in _END.finditer(text):
        blank = found[0].count("\n") > 1
        if blank or not _SHORT.search(text, max(0, found.start() - 8), found.start()):
            yield from _trim(text, at, found.end())
            at = found.end()
    yield from _trim(text, at, len(text))


def _trim(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    own = text[start:end]
    end, start = start + len(own.rstrip()), start + len(own) - len(own.lstrip())
    while end - start > LONGEST:
        cut = text.rfind(" ", start + 1, start + LONGEST)
        cut = cut if cut > 0 else start + LONGEST
        yield start, cut
        start = cut + 1
    if start < end:
        yield start, end


def split_words(text: str) -> list[str]:
    """The words, in small letters without accents; a possessive's ending goes."""
    plain = text if text.isascii() else _fold(text)
    # Made small all at once, the words apart from one another: a letter may be small in another way within a word.
    return [word.removesuffix("'s") for word in " ".join(WORD.findall(plain)).lower().split()]


def match_row(words: str) -> str:
    """A pattern for these words in a row, whatever marks and blanks stand between them; "" for none."""
    return r"\W+".join(map(re.escape, re.findall(r"\w+", words)))


def find_terms(text: str) -> list[str]:
    """What the text is found by, in its order, repetitions included."""
    return [stem(word) for word in split_words(text) if word not in COMMON]


def _fold(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(filterfalse(unicodedata.combining, letters))


_stemmer = snowballstemmer.stemmer("english")


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a word in small letters (Porter's second stemmer); that of "tell" for "told" and for "tale"."""
    return str(_stemmer.stemWord(_FORMS.get(word, word)))
