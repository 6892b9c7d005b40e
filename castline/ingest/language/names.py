"""Names taken apart, and which of them may be one person's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from castline.graph.facts import NameType
from castline.graph.honorifics import FOND, SEVERAL, SPELLINGS, STYLES_OF_SEVERAL
from castline.graph.nicknames import DIMINUTIVES, FORMAL, formal_names
from castline.ingest.language.lexicon import (
    ARMED,
    CONNECTORS,
    FEMALE_GIVEN,
    FEMALE_TITLES,
    GIVEN_TITLES,
    MALE_GIVEN,
    MALE_TITLES,
    MARRIED,
    OFFICES,
    PEERS,
    PERSON_NOUNS,
    TITLES,
    UNMARRIED,
)  # fmt: skip

_SPELLED = SPELLINGS | {
    "mistress": "mrs", "m": "mr", "monsieur": "mr", "herr": "mr", "signor": "mr", "señor": "mr",
    "mme": "mrs", "madame": "mrs", "frau": "mrs", "signora": "mrs", "señora": "mrs", "mlle": "miss",
    "mademoiselle": "miss", "fräulein": "miss", "signorina": "miss", "señorita": "miss",
    "messieurs": "mr", "messrs": "mr",
    "mm": "mr", "misses": "miss", "maister": "master", "mas’r": "master", "monseigneur": "lord",
    "mmes": "mrs", "mdme": "mrs", "mlles": "miss", "mdlle": "miss",
    "comte": "count", "vicomte": "viscount", "duc": "duke", "comtesse": "countess", "vicomtesse": "viscountess",
    "duchesse": "duchess", "marquise": "marchioness", "baronne": "baroness",
}  # fmt: skip
"""Titles written otherwise, or in another language, that say the same."""
_ABBREVIATED = frozenset({"mr", "mrs", "miss", "dr"})
_NUMERAL = re.compile("[IVX]+$", re.I)
_MARK = re.compile(r"[,;:!?”“\"—\[(]|--")
_HONOURS = re.compile(
    r"^(?:[Tt]he\s+)?(?:(?:Right|Most|Very)\s+)?(?:Honou?rable|Hon\.?)\s+(?=\S+\s+\S)|^(?:Right|Most|Very)\s+(?=Reverend\s)"
    r"|^(?:Monsieur|Madame|M\.|Mme\.?)\s+l[ea]\s+(?=\S+\s+\S)"
)
"""What is written before a title and a name, and is none: "the Right Honourable Lady Ada Hale", "Monsieur le Comte de Hale"."""
_SAINT = re.compile(r"\bS(?:ain)?t\.? (?=\w)")
"""A saint's name is one word of a name: "St. John" is no John."""
_PATRONYMIC = re.compile(r"[^\W\d_]{2,}(?:(?:[oe]v|y|[iu])(?:itch|ich)|[oe]vna|inichna|inishna)$")

_SHORT = re.compile(
    r"(?:alexe|andre|arsen|bogdan|danil|denis|dmitr|fedor|fom|fyodor|gavril|grigor|ignat|il|ivan|kirill|kuzm|luk|makar|matve|maxim"
    r"|mihal|mikhal|mihail|mikhail|nikit|nikola|parmen|pavl|petr|porfir|prokof|rodion|savel|savv|semyon|semen|serge|stepan|timofe|trofim"
    r"|vasil|vassil|yakovl|yegor|yermola|zahar|zakhar)[iy]?(?:itch|ich|ych)$"
)
"""Patronymics as they are said, of the commonest names: "Ivanitch" for Ivanovitch."""
_FATHERS = re.compile(r"(?:(?:ov|ev|yev|iev)?(?:itch|ich|ych)|(?:ov|ev|yev)na|in?ichna|inishna)$")


@dataclass(frozen=True, slots=True)
class Form:
    """A name as written (white space squeezed): its title (lower, no full stop), given names, surname.

    A lone word stands in `single`: whether it is a given name or a surname is for the cast to tell.
    """

    text: str
    title: str = ""
    given: str = ""
    surname: str = ""
    single: str = ""

    @property
    def gender(self) -> str:
        """ "m", "f", or "" where the form does not tell."""
        if self.title in MALE_TITLES:
            return "m"
        if self.title in FEMALE_TITLES:
            return "f"
        given = formal_names(self.given.split()[0]) if self.given else formal_names(self.single)
        last = self.given.split()[-1] if self.given else self.single
        if is_patronymic(last):
            return "f" if last.endswith("a") else "m"
        female, male = bool(given & FEMALE_GIVEN), bool(given & MALE_GIVEN)
        return "f" if female and not male else "m" if male and not female else ""

    @property
    def likely_gender(self) -> str:
        """The same, or what most bearers of the given name are, where the form does not tell for certain."""
        if self.title in ARMED:
            return self.gender or "m"
        return self.gender or ("" if self.title else usual_gender(self.given.split()[0] if self.given else self.single))

    @property
    def marriage(self) -> str:
        """ "married", "single" or "" as the title tells."""
        return "married" if self.title in MARRIED else "single" if self.title in UNMARRIED else ""

    @property
    def type(self) -> NameType:
        """The export's name type."""
        if self.given and self.surname:
            return "full"
        if self.title:
            return "title"
        if self.single and self.single in FORMAL and self.single not in DIMINUTIVES:
            return "nickname"
        return "given" if self.given or (formal_names(self.single) & (FEMALE_GIVEN | MALE_GIVEN)) else "family"


_OF_MEN = ("ya", "ka", "sha", "cha", "zha")


def usual_gender(given: str) -> str:
    """ "m" or "f" for a given name (lower case) that nearly always goes to one of them, else "". Of the Bureau's names in -a 1,727 go
    to women and 4 to men, so one that it does not know does, too; but for endings that short names of Russian men have."""
    female = len(given) > 3 and given[-1] == "a" and given.isalpha() and not given.endswith(_OF_MEN)
    return _usual_genders().get(given, "f" if female else "")


def is_given_name(word: str) -> bool:
    """Whether a word (lower case) is a given name, or short for one, and seldom anything else."""
    return word in _given_names() or word in FORMAL or word in DIMINUTIVES


CENSUS, ABROAD = Path(__file__).parent / "given_names.txt", Path(__file__).parent / "given_names_abroad.txt"
"""Given names by gender: of the United States' census, and of the lists of many countries."""
_PART = re.compile(r"\n\[(?P<gender>female|male)(?P<words> words)?\]\n")


@lru_cache(maxsize=4)
def read_genders(path: Path, words: bool = True) -> dict[str, str]:
    """Given name (lower case) -> "f" or "m"; without those that are `words` of the language, too, where that is False."""
    text = path.read_text(encoding="utf-8")
    heads = list(_PART.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    parts = [(head["gender"][0], text[head.end() : end]) for head, end in zip(heads, ends, strict=True)
             if words or not head["words"]]  # fmt: skip
    return {name: gender for gender, names in parts for name in names.split()}


@lru_cache(maxsize=1)
def _usual_genders() -> dict[str, str]:
    return read_genders(ABROAD) | read_genders(CENSUS)


@lru_cache(maxsize=1)
def _given_names() -> frozenset[str]:
    return frozenset(read_genders(ABROAD, words=False).keys() | read_genders(CENSUS).keys())


def is_numbered(surname: str) -> bool:
    """Whether what stands for a surname is a number: "Henry VIII"."""
    return bool(_NUMERAL.match(surname))


def is_capital(word: str) -> bool:
    """Whether a word is written as a name is: with a capital, or with one behind "d’"."""
    return word[:1].isupper() or (word[:2] in ("d’", "d'") and word[2:3].isupper())


def squeeze(form: str) -> str:
    """The form as it is kept: single spaces, no possessive, capitals of shouting taken down, a capital for "d’Aubrac", and nothing
    from the mark on that a tokenizer took for a part of it ("Orme—“not")."""
    cut = _MARK.split(form, maxsplit=1)[0] or form
    cut = f"D{cut[1:]}" if is_capital(cut) and cut[0] == "d" else cut
    words = [word.rstrip("’'") for word in cut.replace("’s", "").replace("'s", "").split()]
    return " ".join(
        word.title() if len(word) > 3 and word.isupper() and word.isalpha() and not _NUMERAL.match(word) else word
        for word in words
        if word
    )


_LEADING = frozenset({"de", "du", "des", "la", "le", "van", "von"})
"""With which a surname begins where nothing stands before it: "De Hale", "Von Hale"."""
LONE = frozenset({"don", "col"})
"""Titles that stand before a name; alone, and without a full stop, they are given names (Donald’s, Colin’s)."""


_NOUN = re.compile(r"(?:[Tt]he|[Aa]n?) [a-z][^’']*\Z")


@lru_cache(maxsize=20_000)
def read_name(text: str) -> Form:
    """Take a written name apart; case is folded but for `text`. Of a noun by which somebody is known ("the man") there is nothing to
    take apart."""
    words = [] if _NOUN.match(text) else _HONOURS.sub("", _SAINT.sub("St.", text)).split()
    while len(words) > 1 and words[0].lower() in FOND:
        words = words[1:]
    title = ""
    if len(words) == 1 and words[0].lower() in LONE:
        return Form(text, single=words[0].lower())
    while words and words[0].lower().rstrip(".") in TITLES:
        word = words[0].lower().rstrip(".")
        title = title or _SPELLED.get(word, word)
        words = words[1:]
    words = [word.lower().rstrip(".") for word in words if word.lower() not in ("esq", "esq.", "jr", "jr.")]
    if not words:
        return Form(text, title, single=title)
    if len(words) == 1:
        if not title:
            return Form(text, single=words[0])
        named_so = title in GIVEN_TITLES and (title not in PEERS or is_given_name(words[0]))
        return Form(text, title, given=words[0]) if named_so else Form(text, title, surname=words[0])
    if is_patronymic(words[-1]):
        return Form(text, title, given=" ".join(words))
    if words[0] == "of":
        return Form(text, title, surname=" ".join(words[1:]))
    connector = next((i for i, word in enumerate(words) if word in CONNECTORS), None)
    if connector == 0 and (title or words[0] in _LEADING):
        return Form(text, title, surname=" ".join(words))
    split = connector or len(words) - 1
    return Form(text, title, given=" ".join(words[:split]), surname=" ".join(words[split:]))


def bare_surname(surname: str) -> str:
    """A surname (lower case) without "de" or "von": "hale" of "de hale"."""
    words = surname.split()
    first = next((at for at, word in enumerate(words) if word not in CONNECTORS), 0)
    return " ".join(words[first:])


def is_patronymic(word: str) -> bool:
    """Whether a word (lower case) says whose child somebody is, in the Russian way: part of the given name."""
    return bool(_PATRONYMIC.match(word) or _SHORT.match(word))


def find_father(given: str) -> str:
    """The father whom the patronymic among given names tells, however it is written ("Matveevich" and "Matveich", "Ivanovna");
    "" for none."""
    last = given.split()[-1] if given else ""
    return _FATHERS.sub("", last).rstrip("aeiy") if is_patronymic(last) else ""


def same_given(a: str, b: str) -> bool:
    """Whether two given names may be one ("lizzy" and "elizabeth"; "w" and "william"; not with two patronymics)."""
    first, second = a.split()[0], b.split()[0]
    if len({find_father(a), find_father(b)} - {""}) > 1:
        return False
    if len(first) == 1 or len(second) == 1:
        return first[0] == second[0]
    return bool(formal_names(first) & formal_names(second))


def is_name_like(form: str) -> bool:
    """Whether a capitalised form is more than a title or a person noun. Behind "Mrs." any word is a name ("Mrs. Miller"),
    but for a title, and behind "Mr." but for an office, too ("Mr. Coroner"); the Misses Hale are several."""
    words = [word.lower().rstrip(".") for word in form.split()]
    if words[0] in STYLES_OF_SEVERAL or (words[0] in SEVERAL and len(words) > 1):
        return False
    if form.lower() in LONE:
        return True
    style = _SPELLED.get(words[0], words[0])
    if len(words) > 1 and style in _ABBREVIATED:
        return not TITLES.union(OFFICES if style == "mr" else ()).issuperset(words)
    return any(word not in TITLES | PERSON_NOUNS for word in words)
