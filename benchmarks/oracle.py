"""LitBank's gold laid over castline's own reading of a text: who every mention means, who says every quote.

The mentions are castline's (its parse, its roles, its noise); a mention is given the entity of the smallest gold mention
that ends where it ends or, failing that, holds its last word. Names, nouns and pronouns of the first and second person
are settled by the gold; those of the third are asked for, or settled by the gold too (to train).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.fitting import Example
from benchmarks.litbank import Excerpt
from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.extraction.extract import extract
from castline.ingest.language.names import read_name, squeeze
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import STRONG, vote_gender
from castline.ingest.resolution.attribution.attribute import Conversation
from castline.ingest.resolution.attribution.decoder import remember
from castline.ingest.resolution.attribution.features import Past, Turn, follow
from castline.ingest.resolution.attribution.lookahead import look_ahead
from castline.ingest.resolution.cast.aliases import NameReading
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.ingest.resolution.coreference.amender import Amender, Choose
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
            gold.keys[entity] = memory.people.meet(entity, "name").key
        person = memory.people[gold.keys[entity]]
        if note.kind == "name":
            vote_gender(person, read_name(squeeze(note.form)).gender, STRONG)
        elif note.kind == "nominal" and not note.plural:
            vote_gender(person, note.gender, 3)
    return memory


class Oracle:
    """The gold as an amender of a walk. `strict`: only gold mentions exist, and pronouns of the third person are asked
    for; `own`: castline goes on from its own answers. What it would have chosen is on record in `asked`."""

    def __init__(self, gold: Gold, strict: bool, own: bool) -> None:
        self.gold, self.strict, self.own = gold, strict, own
        self.refer = prepare(gold, self)
        self.asked: list[tuple[int, int, int, int]] = []
        """(mention, key that it means, key found, key that the last mention of the key found means) of the pronouns whose antecedent has been told."""
        self.examples: list[tuple[int, list[list[str]], int]] = []
        """(mention, features of the candidates, the right one)."""
        self.nouns: list[tuple[list[list[str]], int]] = []
        """The same of person nouns, with somebody new as the last candidate."""
        self.seen: set[int] = set()

    def mention(self, index: int, me: int, you: list[int], choose: Choose) -> int:
        """By the gold, but for what is asked for."""
        note = self.gold.notes.mentions[index]
        right = self.gold.keys.get(self.gold.who[index], -1)
        told = right in self.seen
        if note.kind == "nominal" and right >= 0 and not self.strict:
            self._learn_noun(note, me, you, right)
        self.seen.add(right)
        if note.kind == "nominal" and right < 0 and not self.strict:
            return choose()
        if note.kind != "pronoun" or note.person != 3 or right < 0:
            return right
        if not self.strict:
            self._learn(index, me, you, right)
        key = choose()
        if told and note.form.lower() in (*SINGULAR, *PLURAL):
            self.asked.append((index, right, key, self._find_last(key, index)))
        return key if self.own else right

    def _find_last(self, key: int, index: int) -> int:
        """Whom the last mention before this one that was taken to mean a key means by the gold."""
        meant = self.refer.found.meant
        last = next((at for at in range(index - 1, -1, -1) if meant[at] == key), -1) if key != -1 else -1
        return self.gold.keys.get(self.gold.who[last], -1) if last >= 0 else -1

    def speaker(self, quotes: Sequence[int], choose: Choose) -> int:
        """By the gold, where castline does not go on from its own answers."""
        if self.own:
            return choose()
        return self.gold.keys.get(next((self.gold.said[i] for i in quotes if self.gold.said[i]), ""), -1)

    def _learn(self, index: int, me: int, you: list[int], right: int) -> None:
        note, refer = self.gold.notes.mentions[index], self.refer
        keys = [key for _, key in refer.rank(index, note, me, you)]
        keys = [key for key in refer.discourse.candidates(note, ()) if key in keys]
        if right in keys and len(keys) > 1:
            self.examples.append((index, refer.discourse.describe(note, keys, tuple(you)), keys.index(right)))

    def _learn_noun(self, note: MentionNote, me: int, you: list[int], right: int) -> None:
        if note.plural or note.role in ("attr", "voc") or note.appos >= 0:
            return
        nouns = self.refer.nouns
        owner = self.refer.found.meant[note.owner] if note.owner >= 0 else -1
        keys = nouns.candidates(note, {me, owner} - {-1})
        if keys and (right in keys or right not in self.seen):
            right_at = keys.index(right) if right in keys else len(keys)
            self.nouns.append((nouns.describe(note, keys, tuple(you)), right_at))


def prepare(gold: Gold, amender: Amender) -> References:
    """Ready for a walk: every gold entity is known, nobody has spoken yet, and the narrator is known."""
    memory = make_memory(gold)
    found = Resolution([], NameReading(), meant=[-1] * len(gold.notes.mentions))
    found.spoken = [Spoken(-1, "", []) for _ in gold.notes.utterances]
    found.tellers = [(0, _narrator(gold))]
    refer = References(memory, gold.notes, found, amender)
    refer.discourse.many = _find_groups(gold)
    return refer


def _find_groups(gold: Gold) -> set[int]:
    """The entities that are more often spoken of as several than as one."""
    balance: Counter[int] = Counter()
    for note, entity in zip(gold.notes.mentions, gold.who, strict=True):
        if entity:
            balance[gold.keys[entity]] += 1 if note.plural else -1
    return {key for key, many in balance.items() if many > 0}


def find_examples(gold: Gold, talk: Conversation) -> list[Example]:
    """What the weights of speakers are learnt from, where all that went before is right: not bare quotes that go on from
    the speaker's own in the paragraph before, since LitBank has lost its paragraphs, and where they stand such quotes belong
    to one."""
    look_ahead(talk.turns, talk.refer)
    found, past = [], tuple[tuple[int, Turn], ...]()
    for turn in talk.turns:
        key = gold.keys.get(next((gold.said[i] for i in turn.indexes if gold.said[i]), ""), -1)
        again = (
            bool(past)
            and past[0][0] == key
            and turn.paragraph - past[0][1].last <= 1
            and not turn.tag
            and turn.sure == -1
        )
        if key != -1 and key in turn.candidates and len(turn.candidates) > 1 and not again:
            found.append((list_rows(turn, past, talk.refer), turn.candidates.index(key)))
        past = remember(past, key, turn)
    return found


def list_rows(turn: Turn, past: Past, refer: References) -> list[list[str]]:
    """The features of each candidate of a turn, after those before it."""
    tag = turn.tag or ("sure" if turn.sure != -1 else "")
    return [
        clues + follow(key, turn, past, tag, refer.gender_of)
        for key, clues in zip(turn.candidates, turn.clues, strict=True)
    ]


def walk_gold(
    gold: Gold, strict: bool, own: bool, weights: dict[str, float] | None = None
) -> tuple[Oracle, Conversation]:
    """Walk through an excerpt by its gold. `own`: pronouns go on from castline's answers; `weights`: other than the shipped."""
    oracle = Oracle(gold, strict, own)
    if weights is not None:
        oracle.refer.discourse.weights = weights
    talk = Conversation(oracle.refer)
    walk(oracle.refer, talk)
    return oracle, talk


def _narrator(gold: Gold) -> int:
    """The one whom most "I" of the narration mean, if there are enough."""
    own = Counter(
        entity for note, entity in zip(gold.notes.mentions, gold.who, strict=True)
        if note.kind == "pronoun" and note.person == 1 and not note.plural and note.quote < 0 and entity
    )  # fmt: skip
    return gold.keys[own.most_common(1)[0][0]] if own.total() >= 8 else -1
