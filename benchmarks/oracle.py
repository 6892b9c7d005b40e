"""LitBank's gold laid over castline's own reading of a text: who every mention means, who says every quote.

The mentions are castline's (its parse, its roles, its noise); a mention is given the entity of the smallest gold mention
that ends where it ends or, failing that, holds its last word. Names, nouns and pronouns of the first and second person
are settled by the gold; those of the third are asked for, or settled by the gold too (to train).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from benchmarks.litbank import Excerpt
from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.extraction.extract import extract
from castline.ingest.language.names import read_name, squeeze
from castline.ingest.memory.people import STRONG, Memory, vote_gender
from castline.ingest.resolution.attribution.attribute import LATELY, Conversation
from castline.ingest.resolution.attribution.decoder import remember
from castline.ingest.resolution.attribution.features import Past, Turn, follow
from castline.ingest.resolution.attribution.lookahead import look_ahead
from castline.ingest.resolution.cast.aliases import Naming, new_person
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.walk import walk

SINGULAR, PLURAL = ("he", "him", "his", "she", "her", "hers"), ("they", "them", "their", "theirs")


@dataclass(slots=True)
class Gold:
    """An excerpt as castline read it, with gold. `who` and `said` give entities per mention and per quote, "" for none."""

    excerpt: Excerpt
    notes: Extract
    who: list[str]
    said: list[str]
    keys: dict[str, int] = field(default_factory=dict)


def read_gold(nlp: Any, excerpt: Excerpt) -> Gold:
    """Read an excerpt and lay the gold over it."""
    notes = extract(nlp, excerpt.text, [(a, b, 1) for a, b in excerpt.paragraphs])
    who = [_entity(excerpt, note) for note in notes.mentions]
    starts = [start for start, _, _ in excerpt.quotes]
    said = []
    for quote in notes.utterances:
        at = bisect_left(starts, quote.parts[0][0] - 3)
        near = at < len(starts) and starts[at] <= quote.parts[0][0] + 1
        said.append(excerpt.quotes[at][2] if near else "")
    return Gold(excerpt, notes, who, said)


def find_gold(excerpt: Excerpt, note: MentionNote) -> tuple[int, int, str] | None:
    """The smallest gold mention (start, end, entity) that fits a mention."""
    best: tuple[bool, int, tuple[int, int, str]] | None = None
    last = note.end - 1
    for start, end, entity in excerpt.people:
        if start > last:
            break
        if start <= last < end and (note.kind != "pronoun" or (start, end) == (note.start, note.end)):
            fit = (end != note.end, end - start, (start, end, entity))
            best = min(best, fit) if best else fit
    return best[2] if best else None


def _entity(excerpt: Excerpt, note: MentionNote) -> str:
    found = find_gold(excerpt, note)
    return found[2] if found else ""


def make_memory(gold: Gold) -> Memory:
    """A memory in which every gold entity is a person, with the gender that names and nouns tell."""
    memory = Memory()
    gold.keys.clear()
    for note, entity in zip(gold.notes.mentions, gold.who, strict=True):
        if not entity:
            continue
        if entity not in gold.keys:
            gold.keys[entity] = new_person(memory, entity).key
        person = memory.people[gold.keys[entity]]
        if note.kind == "name":
            vote_gender(person, read_name(squeeze(note.form)).gender, STRONG)
        elif note.kind == "nominal" and not note.plural:
            vote_gender(person, note.gender, 3)
    return memory


class Oracle(References):
    """References by the gold. `strict`: only gold mentions exist, and pronouns of the third person are asked for."""

    def __init__(self, gold: Gold, memory: Memory, strict: bool, own: bool) -> None:
        found = Resolution([], Naming(), meant=[-1] * len(gold.notes.mentions))
        super().__init__(memory, gold.notes, found)
        self.gold, self.strict, self.own = gold, strict, own
        self.last: dict[int, int] = {}
        """Key -> its last mention."""
        self.asked: list[tuple[int, int, int, int]] = []
        """(mention, key that it means, key found, key that the last mention of the key found means) of the pronouns whose antecedent has been told."""
        self.examples: list[tuple[int, list[list[str]], int]] = []
        """(mention, features of the candidates, the right one)."""
        self.discourse.many = _find_groups(gold)
        self.seen: set[int] = set()

    def settle(self, index: int, key: int, scale: float = 1.0) -> None:
        """Take a mention to mean somebody."""
        super().settle(index, key, scale)
        self.last[key] = index

    def mean(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        """By the gold, but for what is asked for."""
        right = self.gold.keys.get(self.gold.who[index], -1)
        told = right in self.seen
        self.seen.add(right)
        if note.kind == "nominal" and right < 0 and not self.strict:
            return super().mean(index, note, me, you)
        if note.kind != "pronoun" or note.person != 3 or right < 0:
            return right
        if not self.strict:
            self._learn(index, note, me, you, right)
        key = super().mean(index, note, me, you)
        if told and note.form.lower() in (*SINGULAR, *PLURAL):
            linked = self.last.get(key, -1)
            self.asked.append((index, right, key, self.gold.keys.get(self.gold.who[linked], -1) if linked >= 0 else -1))
        return key if self.own else right

    def _learn(self, index: int, note: MentionNote, me: int, you: list[int], right: int) -> None:
        keys = [key for _, key in self.rank(index, note, me, you)]
        keys = [key for key in self.discourse.candidates(note, ()) if key in keys]
        if right in keys and len(keys) > 1:
            self.examples.append((index, self.discourse.describe(note, keys, tuple(you)), keys.index(right)))


def _find_groups(gold: Gold) -> set[int]:
    """The entities that are more often spoken of as several than as one."""
    balance: Counter[int] = Counter()
    for note, entity in zip(gold.notes.mentions, gold.who, strict=True):
        if entity:
            balance[gold.keys[entity]] += 1 if note.plural else -1
    return {key for key, many in balance.items() if many > 0}


class GoldTalk(Conversation):
    """The speakers by the gold, and what there was to see of each: the candidates, their features, the right one."""

    def __init__(self, refer: Oracle) -> None:
        super().__init__(refer)
        self.gold = refer.gold
        self.past: Past = ()
        self.heard: list[tuple[Turn, Past, int]] = []
        """(turn, the turns before, the right speaker)."""

    def hear(self, indexes: list[int]) -> None:
        """Settle the quotes of a paragraph."""
        for turn in self.gather(indexes):
            entity = next((self.gold.said[i] for i in turn.indexes if self.gold.said[i]), "")
            key = self.gold.keys.get(entity, -1)
            lately = self.lately[::-1]
            self.stage.look(turn, lately)
            self.turns.append(turn)
            if key != -1:
                self.heard.append((turn, self.past, key))
            to = turn.called[:1] or [k for k, _ in self.past[:1] if k not in (-1, key)]
            self._speak(turn, key, to)
            self.past = remember(self.past, key, turn)
            self.lately = [*self.lately[1 - LATELY :], key]

    def examples(self) -> list[tuple[list[list[str]], int]]:
        """What the weights of speakers are learnt from: not bare quotes that go on from the speaker's own in the paragraph
        before, since LitBank has lost its paragraphs, and where they stand such quotes belong to one."""
        look_ahead(self.turns, self.refer)
        found = []
        for turn, past, key in self.heard:
            again = (
                bool(past)
                and past[0][0] == key
                and turn.paragraph - past[0][1].last <= 1
                and not turn.tag
                and turn.sure == -1
            )
            if key in turn.candidates and len(turn.candidates) > 1 and not again:
                tag = turn.tag or ("sure" if turn.sure != -1 else "")
                rows = [
                    clues + follow(k, turn, past, tag, self.refer.gender_of)
                    for k, clues in zip(turn.candidates, turn.clues, strict=True)
                ]
                found.append((rows, turn.candidates.index(key)))
        return found


def walk_gold(gold: Gold, strict: bool, own: bool, weights: dict[str, float] | None = None) -> tuple[Oracle, GoldTalk]:
    """Walk through an excerpt by its gold. `own`: go on from castline's answers; `weights`: other than the shipped."""
    refer = Oracle(gold, make_memory(gold), strict, own)
    if weights is not None:
        refer.discourse.weights = weights
    talk = GoldTalk(prepare(refer))
    walk(refer, talk)
    return refer, talk


def prepare(refer: Oracle) -> Oracle:
    """Ready for a walk: nobody has spoken yet, and the narrator is known."""
    refer.found.spoken = [Spoken(-1, "", []) for _ in refer.notes.utterances]
    refer.found.tellers = [(0, _narrator(refer.gold))]
    return refer


def _narrator(gold: Gold) -> int:
    """The one whom most "I" of the narration mean, if there are enough."""
    own = Counter(
        entity for note, entity in zip(gold.notes.mentions, gold.who, strict=True)
        if note.kind == "pronoun" and note.person == 1 and not note.plural and note.quote < 0 and entity
    )  # fmt: skip
    return gold.keys[own.most_common(1)[0][0]] if own.total() >= 8 else -1
