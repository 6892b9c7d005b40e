"""Who may have said a quote, and how likely: a log-linear choice among those in the talk, from named features.

`clues` are what the text shows about a quote, whoever spoke before; `follow` is what the turns before add. Both are lists
of feature names per candidate; the shipped weights (scripts/train.py, from LitBank) say what each is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from castline.ingest.annotations import UtteranceNote
from castline.ingest.resolution.coreference.antecedents import References

MOST = 8
"""Candidates per quote, at most."""
NEAR_TALK = 6
"""Paragraphs without a quote that end a talk."""


@dataclass(slots=True, eq=False)
class Turn:
    """The quotes of a paragraph that one person says. `called` are those spoken to by name, `named` those spoken of;
    `tag` is "pron" where a pronoun beside it stands for the speaker, whom `ranked` gives (log-probability, person);
    `sure` is the speaker where that is beyond question, and `rule` says why."""

    indexes: list[int]
    paragraph: int
    last: int
    called: list[int] = field(default_factory=list)
    told: int = -1
    """To whom the narration says that it is said."""
    named: list[int] = field(default_factory=list)
    ranked: list[tuple[float, int]] = field(default_factory=list)
    candidates: list[int] = field(default_factory=list)
    clues: list[list[str]] = field(default_factory=list)
    tag: str = ""
    by: str = ""
    """ "m" or "f" where "he" or "she" stands beside it as who speaks, "I" where that does."""
    sure: int = -1
    rule: str = ""
    bare: bool = False
    """Whether its paragraph holds no narration."""
    styles: str = ""
    """The gender of whom it calls "sir" or "madam"."""
    houses: list[tuple[str, str]] = field(default_factory=list)
    """(surname, gender) of those whom it calls "Mr. Hale" or "Miss Hale"."""
    replies: bool = False
    """Whether it begins where the turn before is closed, with nothing between: then another says it."""


class Stage:
    """What the narration around a quote shows: who acts beside it, and who before."""

    def __init__(self, refer: References) -> None:
        self.refer = refer
        self.notes, self.found = refer.notes, refer.found
        self.mine: list[int] = []
        self.before: list[int] = []
        self.talked = -99
        """The last paragraph with a quote."""
        self.since: list[int] = []
        """The mentions since the last quote."""

    def enter(self, mine: list[int]) -> None:
        """Begin a paragraph, given its mentions."""
        self.before, self.mine = self.mine, mine
        self.since += mine

    def look(self, turn: Turn, lately: list[int]) -> None:
        """Fill in the candidates of a turn and their features. `lately`: who spoke before, the last first."""
        first, final = (self.notes.utterances[turn.indexes[at]] for at in (0, -1))
        beside = self._beside(first, final) if turn.sure == -1 else {}
        order = self.refer.salience.order()
        turn.candidates = self._candidates(turn, beside, lately, order)
        ranks = {key: place for place, key in enumerate(order)}
        chances = {key: chance for chance, key in turn.ranked}
        since = self._list_since(first)
        turn.clues = [
            [
                *self._clues(key, turn, beside, ranks, chances),
                f"talked {_few(lately.count(key))}",
                *_place(key, since, lately),
            ]
            for key in turn.candidates
        ]
        self.talked = turn.last
        self.since = [i for i in self.mine if self.notes.mentions[i].start > final.parts[-1][1]]

    def _list_since(self, quote: UtteranceNote) -> set[int]:
        """Who is in the paragraphs of narration between the last quote and this one; nobody where there are none."""
        if quote.paragraph - self.talked < 2:
            return set()
        told = (
            i
            for i in self.since
            if self.notes.mentions[i].quote < 0 and self.notes.mentions[i].start < quote.parts[0][0]
        )
        return {self.found.meant[i] for i in told} - {-1}

    def _candidates(self, turn: Turn, beside: dict[int, list[str]], lately: list[int], order: list[int]) -> list[int]:
        found = [key for _, key in turn.ranked[:MOST]]
        if not found:
            many = self.refer.discourse.many
            found = [
                key
                for key in dict.fromkeys([*beside, *lately[:4], *order[:MOST]])
                if (key >= 0 or key in lately) and key not in many and not self._is_called(key, turn)
            ]
        return [turn.sure, *(key for key in found if key != turn.sure)] if turn.sure != -1 else found

    def _is_called(self, key: int, turn: Turn) -> bool:
        """Whether a turn calls somebody by name, or by a title that nobody gives to a man or a woman of their own house."""
        if key in turn.called or key < 0 or not turn.houses:
            return key in turn.called
        person = self.refer.memory.person(key)
        return bool(person.gender) and (person.surname, person.gender) in turn.houses

    def _beside(self, first: UtteranceNote, final: UtteranceNote) -> dict[int, list[str]]:
        """What the narration of the turn's paragraph and the one before shows of each person."""
        found: dict[int, list[str]] = {}
        start, end = first.parts[0][0], final.parts[-1][1]
        inner = [i for i in self.mine if start < self.notes.mentions[i].start < end]
        self._scan([i for i in self.mine if self.notes.mentions[i].start < start], "own before", found)
        self._scan([i for i in self.mine if self.notes.mentions[i].start > end][::-1], "own after", found)
        self._scan(inner, "own inside", found)
        if not any(self.notes.mentions[i].quote < 0 and self.notes.mentions[i].start < start for i in self.mine):
            talk = "talk" if self.talked == first.paragraph - 1 else "told"
            near = [i for i in self.before if self.notes.mentions[i].paragraph == first.paragraph - 1]
            self._scan(near, f"{talk} before", found)
        return found

    def _scan(self, indexes: list[int], where: str, found: dict[int, list[str]]) -> None:
        """The last subject and the last other mention among some of the narration's mentions."""
        seen: set[str] = set()
        everybody = {self.found.meant[i] for i in indexes if self.notes.mentions[i].quote < 0} - {-1}
        for index in reversed(indexes):
            note, key = self.notes.mentions[index], self.found.meant[index]
            if note.quote >= 0 or key == -1:
                continue
            role = "subject" if note.role == "subj" else "other"
            marks = found.setdefault(key, [])
            if role not in seen and not any(known.startswith(where) for known in marks):
                marks.append(f"{where} {role}")
                if len(everybody) == 1:
                    marks.append(f"{where} alone")
            seen.add(role)

    def _clues(self, key: int, turn: Turn, beside: dict[int, list[str]], ranks: dict[int, int], chances: dict[int, float]
               ) -> list[str]:  # fmt: skip
        tag = turn.tag or "none"
        found = [name for mark in beside.get(key, ()) for name in (mark, f"{mark} {tag}")]
        found.append(f"rank {min(ranks.get(key, 9), 5)}")
        if key in chances:
            found.append(f"chance {min(8, int(-2 * chances[key]))}")
        if self._is_called(key, turn):
            found.append("called")
        if key in turn.named:
            found.append("named")
        if key < -1:
            found.append("stranger")
        return found


def _place(key: int, since: set[int], lately: list[int]) -> list[str]:
    """Whether somebody is in what is told between two quotes, or has been left behind by it."""
    if not since:
        return []
    return ["since here" if key in since else "since left" if key in lately[:4] else "since away"]


def _few(times: int) -> str:
    return str(times) if times < 2 else "2+" if times < 5 else "5+"


Past = tuple[tuple[int, Turn], ...]
"""(speaker, turn) of the turns before, the last first."""


def follow(key: int, turn: Turn, past: Past, tag: str, gender_of: Callable[[int], str]) -> list[str]:
    """What the turns before say for a candidate."""
    if not past:
        return ["first"]
    last = past[0][1]
    near = _gap(turn.paragraph - last.last)
    spoke = next((place for place, (speaker, _) in enumerate(past) if speaker == key), 9)
    kind = "t" if tag else "b" if turn.bare and last.bare else "n"
    found = [f"turn {min(spoke, 5)} {near}", f"turn {min(spoke, 3)}"]
    if (last.called[0] if last.called else last.told) == key:
        found += ["was called", f"was called {near}"]
    if spoke == 9 and len({speaker for speaker, _ in past[:4]}) > 1:
        found.append(f"new to talk {near}{kind}")
    if len(past) > 2 and spoke == 1 and past[0][0] == past[2][0]:
        long = len(past) > 4 and past[1][0] == past[3][0] and past[2][0] == past[4][0]
        found += ["to and fro", f"to and fro {near}{kind}", *(["long to and fro"] if long else [])]
    return found + _styled(key, turn, past, gender_of)


def _gap(paragraphs: int) -> str:
    return (
        "0"
        if paragraphs <= 0
        else "1"
        if paragraphs == 1
        else "2"
        if paragraphs == 2
        else "3"
        if paragraphs <= NEAR_TALK
        else "4"
    )


def _styled(key: int, turn: Turn, past: Past, gender_of: Callable[[int], str]) -> list[str]:
    """Whether a candidate may be the "sir" of the turn before, and the other in the talk the "sir" of this one."""
    found = []
    if past[0][1].styles and past[0][0] != key and gender_of(key):
        found.append(f"is styled {past[0][1].styles == gender_of(key)}")
    other = next((speaker for speaker, _ in past if speaker not in (key, -1)), -1)
    if turn.styles and other != -1 and gender_of(other):
        found.append(f"styles {turn.styles == gender_of(other)}")
    return found
