"""An oracle that answers real prompts from gold: no model, but what a model that errs nowhere could say in our form.

It sees what a model sees, the prompt, and finds the passage in the book by its words. Speakers are PDNC's, events are
those of `gold/plot` with the people in them, levels the middles of the bands of `gold/arcs` where their evidence stands.
Whom the prompt does not list it brings in, where the passage has a name of theirs; else it must stay silent.
"""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import speakers
from benchmarks.shelf import TITLES, plain, read_aliases
from benchmarks.tellers import Stretch

_MARK = re.compile(r"⟨(\d+)⟩|¶(\d+) ")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "=": "-", "⟨": "(", "⟩": ")", "¶": "§"})
WRITTEN = frozenset({"letter", "document", "diary"})
"""How somebody tells who does not speak."""
SPOILT = 0.1
"""The share of answers that are wrong, and of those missing, and of those malformed, in a spoilt run."""


def squeeze(text: str) -> str:
    """A text as prompts show it, on one line."""
    return " ".join(text.translate(_SAME).split())


@dataclass
class Oracle:
    """The gold of one book. `quotes` are (offset in the squeezed text, speaker), `events` and `levels` gold rows; a gold
    name is that of its aliases. `tellers` are (offset in the squeezed text, who says "I" from there on, "" for nobody,
    whether that is written: a letter, a document). `spoil`: a third of the answers are spoilt, each in its own way."""

    text: str
    names: dict[str, str]
    quotes: dict[int, str] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    levels: list[dict[str, Any]] = field(default_factory=list)
    tellers: list[tuple[int, str, bool]] = field(default_factory=list)
    spoil: bool = False

    def forms_of(self, gold: str) -> list[str]:
        """The forms of a gold name that are no part of anybody else's, the longest first."""
        others = [set(form.split()) for form, of in self.names.items() if of != gold]
        own = [form for form, of in self.names.items() if of == gold]
        return sorted(
            (form for form in own if not any(set(form.split()) <= other for other in others)),
            key=lambda form: -len(form),
        )

    def name_of(self, form: str) -> str:
        """The gold name of whom a form means, "" for nobody of the gold; "Mr. Hale's wife" is Mrs. Hale."""
        husband, wife, _ = plain(form).partition("'s wife")
        return self.names.get(f"mrs {husband.split()[-1]}" if husband and wife else plain(form), "")

    def answer(self, body: dict[str, Any]) -> str:
        """The content of an answer to a chat request."""
        prompt = body["messages"][1]["content"]
        spoilt = random.Random(prompt).random() if self.spoil else 1.0
        if spoilt < SPOILT:
            return "{}" if spoilt < SPOILT / 2 else ""
        made = _Answer(self, prompt).make()
        text = json.dumps(made, ensure_ascii=False)
        if spoilt < 2 * SPOILT:
            return text[: len(text) // 2]
        if spoilt < 3 * SPOILT:
            return json.dumps(
                {"ev": [{"id": "e1", "says": "Zenobia dies", "w": 9}], "on": ["p999"], "fe": made["fe"][:1] * 2}
            )
        return text


class _Answer:
    """An answer in the making."""

    def __init__(self, oracle: Oracle, prompt: str) -> None:
        self.oracle = oracle
        listed, _, rest = prompt.partition("=== PASSAGE ===\n")
        shown = rest.partition("\n=== END OF PASSAGE ===")[0]
        self.passage, self.marks, self.paragraphs = _read_marks(shown)
        self.places = self._find_paragraphs(squeeze(self.passage))
        self.same: list[dict[str, str]] = []
        self.ids = self._read_people(listed)
        self.guesses = dict(re.findall(r"⟨(\d+)⟩ (p\d+|\?)", rest.rpartition("GUESSES of the rules")[2]))
        self.new: dict[str, dict[str, str]] = {}
        self._recognise()

    def _find_paragraphs(self, passage: str) -> list[tuple[int, int]]:
        """Of each paragraph, where it begins in the passage and in the text: a break between them is not shown."""
        starts = sorted(self.paragraphs.values())
        ends = [*starts[1:], len(passage)]
        last = max(0, self.oracle.text.find(passage[: ends[0]].strip()))
        places = []
        for start, end in zip(starts, ends, strict=True):
            last = max(last, self.oracle.text.find(passage[start:end].strip(), last))
            places.append((start, last))
        return places

    def place(self, at: int) -> int:
        """The offset in the text of an offset of the passage."""
        start, place = next((one for one in reversed(self.places) if one[0] <= at), (0, 0))
        return place + at - start

    def _read_people(self, listed: str) -> dict[str, str]:
        """Gold name -> id; the first listed, of several that are one. What somebody is called besides goes after every
        main name: two may bear one given name."""
        rows = re.findall(r"^(p\d+): ([^;\n]+)(?:; also ([^;\n]+))?", listed, re.M)
        forms = [(name, one) for one, name, _ in rows]
        found: dict[str, str] = {}
        for form, one in [*forms, *((form, one) for one, _, also in rows for form in also.split(", "))]:
            if (gold := self.oracle.name_of(form)) and one not in found.values():
                found.setdefault(gold, one)
        self.same = [made for form, one in forms if (made := self._join(form, one, found))]
        return found

    def _join(self, form: str, one: str, found: dict[str, str]) -> dict[str, str] | None:
        """That two of the people listed are one, if the passage has the main name of the second."""
        gold = self.oracle.name_of(form)
        first = found.get(gold, one)
        if first == one or one in found.values() or plain(form) not in map(plain, self.oracle.forms_of(gold)):
            return None
        return {"a": first, "b": one, "how": "both names", "ev": form} if form in self.passage else None

    def _recognise(self) -> None:
        """Those listed by no name of the gold are who says most of the quotes that are guessed to be theirs."""
        named = set(self.ids.values())
        votes: dict[str, Counter[str]] = {}
        for number, at in self.marks.items():
            one, gold = self.guesses.get(str(number), "?"), self.speaker_at(at)
            if one not in named and one != "?" and gold:
                votes.setdefault(one, Counter())[gold] += 1
        for one, counted in votes.items():
            self.ids.setdefault(counted.most_common(1)[0][0], one)

    def speaker_at(self, at: int) -> str:
        """Who says the quote that opens at an offset of the passage, by the gold; "" where it knows of none."""
        places = (self.place(at) + off for off in (0, 1, 2, -1))
        told = next((self.oracle.quotes[place] for place in places if place in self.oracle.quotes), "")
        teller, written = self.teller_at(at)
        return told or (teller if written else "")

    def teller_at(self, at: int) -> tuple[str, bool]:
        """Who says "I" at an offset of the passage, or past a quotation mark there, and whether that is written."""
        return next((one[1:] for one in reversed(self.oracle.tellers) if one[0] <= self.place(at) + 1), ("", False))

    def find(self, name: str) -> str:
        """The id of a gold name: listed, or new by a name that stands in the passage; "" for neither."""
        gold = self.oracle.names.get(plain(name), name)
        if gold in self.ids:
            return self.ids[gold]
        for form in self.oracle.forms_of(gold):
            at = re.search(rf"(?<!\w){re.escape(form).replace(chr(92) + ' ', '[.]? ')}(?!\w)", self.passage, re.I)
            if at and at.group()[0].isupper():
                one = f"n{len(self.new) + 1}"
                self.new[one] = {"id": one, "name": at.group(), "ev": at.group()}
                self.ids[gold] = one
                return one
        return ""

    def make(self) -> dict[str, Any]:
        speakers = self._correct_speakers()
        events = [made for row in self.oracle.events if (made := self._tell(row))]
        levels = [made for row in self.oracle.levels if (made := self._rate(row))]
        tellers = list(self._tell_tellers())
        return {
            "new": list(self.new.values()),
            "same": self.same,
            "q": speakers,
            "ev": events,
            "fe": levels,
            "i": tellers,
        }

    def _correct_speakers(self) -> list[dict[str, Any]]:
        wrong: dict[str, list[int]] = {}
        for number, at in self.marks.items():
            gold = self.speaker_at(at)
            one = self.find(gold) if gold else ""
            if one and self.guesses.get(str(number)) != one:
                wrong.setdefault(one, []).append(number)
        return [{"who": one, "n": numbers} for one, numbers in wrong.items()]

    def _tell_tellers(self) -> Iterator[dict[str, Any]]:
        """Who says "I" from the first paragraph on, and wherever that changes."""
        before = ""
        for number, at in self.paragraphs.items():
            teller, _ = self.teller_at(at)
            if teller and teller != before and (one := self.find(teller)):
                before = teller
                yield {"par": number, "who": one}

    def _quote(self, words: str) -> str:
        """Up to a dozen words of the evidence, if it stands in the passage."""
        whole = squeeze(words).strip(" .,;:")
        short = " ".join(whole.split()[:12]).strip(" .,;:")
        return short if whole and whole in squeeze(self.passage) else ""

    def _tell(self, row: dict[str, Any]) -> dict[str, Any] | None:
        evidence = next((quoted for words in row["evidence"] if (quoted := self._quote(words))), "")
        if not evidence:
            return None
        roles = {
            role: [one for name in row[gold] if (one := self.find(name))]
            for role, gold in (("do", "do"), ("to", "to"), ("saw", "there"))
        }
        first = next(iter(roles["do"] + roles["to"]), "somebody")
        says = f"{first} takes part in what the words tell"
        status = "past" if row["told_of"] else "now"
        return {"id": row["id"], "says": says, "w": row["weight"], "st": status, **roles, "ev": evidence}

    def _rate(self, row: dict[str, Any]) -> dict[str, Any] | None:
        evidence = self._quote(row["evidence"])
        ends = [self.find(row["from"]), self.find(row["toward"])] if evidence else []
        if not all(ends) or not ends:
            return None
        middle = {
            key: (row[f"{name}_low"] + row[f"{name}_high"]) / 2
            for key, name in (("a", "affection"), ("f", "familiarity"))
        }
        return {"who": ends[0], "toward": ends[1], **middle, "why": "gold", "ev": evidence}


def _read_marks(shown: str) -> tuple[str, dict[int, int], dict[int, int]]:
    """The passage without marks, and offsets in its squeezed text: of quotes and of paragraphs, by their numbers."""
    marks: dict[int, int] = {}
    paragraphs: dict[int, int] = {}
    parts: list[str] = []
    last = 0
    for mark in _MARK.finditer(shown):
        parts.append(shown[last : mark.start()])
        last = mark.end()
        at = len(squeeze("".join(parts) + "x")) - 1
        if mark.group(1):
            marks[int(mark.group(1))] = at
        else:
            paragraphs[int(mark.group(2))] = at
    return "".join([*parts, shown[last:]]), marks, paragraphs


def read_pdnc(folder: Path, text: str) -> Oracle:
    """The oracle of a novel of PDNC: who says every quote."""
    aliases = speakers.read_aliases(folder)
    names = {plain(alias): gold for alias, gold in aliases.items()}
    oracle = Oracle(squeeze(text), names)
    places = _squeezed_places(text)
    for row in speakers.read_quotes(folder):
        gold = aliases.get(speakers.plain(row["speaker"]), row["speaker"])
        for start, _ in ast.literal_eval(row["quoteByteSpans"]):
            oracle.quotes[places[start]] = gold
    return oracle


def _squeezed_places(text: str) -> list[int]:
    """Offset in a text -> offset in its squeezed form."""
    places, at, blank = [], 0, True
    for char in text:
        places.append(at)
        if not char.isspace():
            at, blank = at + 1, False
        elif not blank:
            at, blank = at + 1, True
    return places


def read_gold(folder: Path, novel: str, text: str) -> Oracle:
    """The oracle of a novel of the gold: events and levels."""
    rows = _read_rows(folder / "gold" / "plot" / f"{novel}.jsonl")
    arcs = json.loads((folder / "gold" / "arcs" / f"{novel}.json").read_text(encoding="utf-8"))
    levels = [{"from": arc["from"], "toward": arc["toward"], **band} for arc in arcs for band in arc["intervals"]]
    return Oracle(squeeze(text), read_names(folder, novel), events=rows, levels=levels)


def read_names(folder: Path, novel: str) -> dict[str, str]:
    """Plain form -> the name that the gold's events and arcs have for who bears it."""
    forms = read_aliases(folder, novel)
    rows = _read_rows(folder / "gold" / "plot" / f"{novel}.jsonl")
    arcs = json.loads((folder / "gold" / "arcs" / f"{novel}.json").read_text(encoding="utf-8"))
    told = {name for row in rows for role in ("do", "to", "there") for name in row[role]}
    told |= {arc[end] for arc in arcs for end in ("from", "toward")}
    names = {form: name for name in sorted(told) for form in forms.get(plain(name), set()) | {plain(name)}}
    names |= {plain(name): name for name in told}
    unlisted = {name for name in told if plain(name) not in forms}
    return _title_daughters(unlisted) | names | _join_titled(unlisted)


def _title_daughters(told: set[str]) -> dict[str, str]:
    """ "Miss Hale" of each Ada Hale of whom no other forms are listed; where the list has a Miss Hale, she stands."""
    full = {name: plain(name).split() for name in sorted(told)}
    return {f"miss {' '.join(words[1:])}": name for name, words in full.items() if words[1:] and words[0] not in TITLES}


def _join_titled(told: set[str]) -> dict[str, str]:
    """Plain full name -> the gold's name with a title of the same man: its lists of events and of arcs name some otherwise.
    `told` are names of which it lists no other forms."""
    titled = {words[1]: name for name in told if (words := plain(name).split())[0] == "mr" and len(words) == 2}
    full = {name: plain(name).split()[-1] for name in told if plain(name).split()[0] not in TITLES}
    return {plain(name): titled[surname] for name, surname in full.items() if surname in titled}


def read_tellers(text: str, stretches: Sequence[Stretch], forms: Mapping[str, set[str]]) -> Oracle:
    """The oracle of who tells; `forms` are those that each teller goes by."""
    places = _squeezed_places(text)
    names = {plain(form): name for name in sorted(forms) for form in forms[name] | {name}}
    tellers = [(places[one.start], one.teller, one.how in WRITTEN) for one in stretches]
    return Oracle(squeeze(text), names, tellers=tellers)


def _read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
