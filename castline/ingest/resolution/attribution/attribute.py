"""Who says each quote, and to whom: what is told outright by rule, the rest by the turns of the talk."""

from __future__ import annotations

from bisect import bisect_left

from castline.ingest.annotations import UtteranceNote
from castline.ingest.language.lexicon import GENERIC_NOUNS
from castline.ingest.language.names import read_name, squeeze
from castline.ingest.resolution.attribution.beside import Beside
from castline.ingest.resolution.attribution.decoder import Decoder
from castline.ingest.resolution.attribution.features import Stage, Turn
from castline.ingest.resolution.attribution.hearers import find_hearers
from castline.ingest.resolution.attribution.letters import find_readers, find_writer
from castline.ingest.resolution.attribution.lookahead import look_ahead
from castline.ingest.resolution.cast.name_matching import COMMON
from castline.ingest.resolution.cast.result import Spoken
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.own_words import is_tale

_SAYING = frozenset({"say", "answer", "reply", "cry", "exclaim"})
"""What nobody does with a letter: whoever is said to do it speaks, though letters are spoken of before."""
_TAGS = {"name": 0, "I": 1, "nominal": 2, "pronoun": 3}
"""What tells a speaker, the surest first."""
_TO_THE_FACE = frozenset({"sir", "madam", "ma'am"})
"""What somebody of either gender is called to their face."""
CORRECTED = "corrected"
"""The rule by which somebody says a quote of whom a person has said so."""
LATELY = 20
"""Turns back that tell who takes part in a talk."""
TALE_GAP = 2
"""Paragraphs on from where a tale was broken off by one that is marked otherwise: a verse, somebody's word in between."""
CLOSED = len("” “")
"""Characters between two quotes that have nothing between them but their marks."""
IN_MIND = 0.3
"""A chance below which somebody is only the likeliest of those in mind."""


class Conversation:
    """The talk of a chapter: turns are collected as the walk comes to them, and settled together at its end. `weights`:
    other than the shipped."""

    def __init__(self, references: References, weights: dict[str, float] | None = None) -> None:
        self.refer = references
        self.weights = weights
        self.notes, self.found = references.notes, references.found
        self.stage = Stage(references)
        self.decoder = Decoder(references.gender_of, weights)
        self.turns: list[Turn] = []
        self.mine: list[int] = []
        self.tale: tuple[int, int] = (self.found.telling, -1)
        """Who tells a tale over paragraphs, and the last of them."""
        self.writer = -1
        """Who wrote the last letter."""
        self.beside = Beside(self.notes)
        self.lately: list[int] = []
        """Who seem to have said the last turns."""

    def enter(self, mine: list[int]) -> None:
        """Begin a paragraph, given its mentions."""
        self.mine = mine
        self.stage.enter(mine)

    def hear(self, indexes: list[int]) -> None:
        """Weigh who may say the quotes of a paragraph, and take the likeliest for now."""
        for turn in self.gather(indexes):
            self.stage.look(turn, self.lately[::-1])
            self.turns.append(turn)
            before = self.lately[-1:]
            key = self.refer.amender.speaker(turn.indexes, lambda turn=turn, before=before: self._guess(turn, before))  # type: ignore[misc]
            self.lately = [*self.lately[1 - LATELY :], key]
            if (turn.sure != -1 or turn.tag) and is_tale(self.notes.utterances[turn.indexes[-1]]):
                self.tale = (key, turn.last)
            to = turn.called[:1] or [other for other in before if other not in (-1, key)]
            self._speak(turn, key, to)

    def _guess(self, turn: Turn, before: list[int]) -> int:
        """The likeliest speaker so far; `before` is told whom the same guess has speak the turn before."""
        self.decoder.add(turn)
        guess = self.decoder.guesses[0]
        before[:] = [key for key, _ in guess.past[1:2]]
        return guess.key

    def _speak(self, turn: Turn, key: int, to: list[int]) -> None:
        """Keep a speaker and those spoken to in mind."""
        for index in turn.indexes:
            self.found.spoken[index] = Spoken(key, turn.rule, to)
        self.refer.hear(key, to, turn.last)

    def gather(self, indexes: list[int]) -> list[Turn]:
        """The turns of a paragraph: one, unless its quotes are told to be of several speakers."""
        turns: list[Turn] = []
        for index in indexes:
            quote = self.notes.utterances[index]
            turn = Turn([index], quote.paragraph, quote.last, bare=self._is_bare(quote))
            self._find_named(turn, quote)
            turn.told = self.found.meant[quote.addressee] if quote.addressee >= 0 else -1
            self._find_sure(turn, quote)
            turn.replies = bool(turns) and quote.parts[0][0] - self.notes.utterances[index - 1].parts[-1][1] <= CLOSED
            if turns and not turn.replies and self._may_go_on(turns[-1], turn):
                _merge(turns[-1], turn)
            else:
                turns.append(turn)
        return turns

    def _may_go_on(self, turn: Turn, more: Turn) -> bool:
        """Whether a further quote of a paragraph may be of the same speaker: "he" is not "she", nor who tells as "I"."""
        if -1 not in (turn.sure, more.sure):
            return turn.sure == more.sure
        if "I" in (turn.by, more.by):
            return turn.by == more.by or not (turn.by and more.by)
        known = [
            by or (self.refer.gender_of(sure) if sure != -1 else "")
            for by, sure in ((turn.by, turn.sure), (more.by, more.sure))
        ]
        return "" in known or known[0] == known[1]

    def _find_named(self, turn: Turn, quote: UtteranceNote) -> None:
        low, high = (bisect_left(self.mine, x, key=self._start) for x in (quote.parts[0][0], quote.parts[-1][1]))
        for index in self.mine[low:high]:
            note = self.notes.mentions[index]
            if index in quote.vocatives and note.head in _TO_THE_FACE:
                turn.styles = note.gender
            if note.kind == "nominal" and index in quote.vocatives and (hailed := self.refer.find_hailed(note)) != -1:
                turn.called.append(hailed)
            if note.kind == "name" and note.quote >= 0:
                key = self.refer.resolve_mention(index, note, -1, [])
                if key != -1:
                    (turn.called if index in quote.vocatives else turn.named).append(key)
                form = read_name(squeeze(note.form))
                if index in quote.vocatives and form.title in COMMON and form.surname and not form.given:
                    turn.houses.append((form.surname, form.gender))

    def _is_bare(self, quote: UtteranceNote) -> bool:
        """Whether the quote's paragraphs hold no person or deed but those that it speaks of."""
        return quote.speaker < 0 and all(self.notes.mentions[index].quote >= 0 for index in self.mine)

    def _find_sure(self, turn: Turn, quote: UtteranceNote) -> None:
        """By rule: letters, "said X", "said I", "I am X"; a pronoun beside it narrows the choice. A tale that goes on is
        still told by whoever began it. What a person has said comes first."""
        if (corrected := self.found.said_by.get(turn.indexes[0], -1)) >= 0:
            turn.sure, turn.rule = corrected, CORRECTED
            turn.tag = "pron" if quote.speaker >= 0 and self.notes.mentions[quote.speaker].kind == "pronoun" else ""
        elif self._goes_on(quote):
            turn.sure, turn.rule = self.tale[0], "goes on"
        elif quote.kind == "letter" and not (quote.speaker >= 0 and quote.verb in _SAYING):
            turn.sure, turn.rule = find_writer(self.refer, quote, turn.called, self.writer)
            self.writer = turn.sure
            if turn.sure == -1:
                turn.called += sorted(find_readers(self.refer, quote) - {-1})
        elif quote.speaker >= 0:
            self._find_tagged(turn, quote)
            self._take_own_word(turn, quote)
        elif (named := self._names_self(quote)) != -1:
            turn.sure, turn.rule = named, "names-self"
        elif (acting := self.beside.find(quote, self.mine)) != -1:
            key = self.refer.resolve_mention(acting, self.notes.mentions[acting], -1, [])
            turn.sure, turn.rule = (key, "acts beside") if key not in turn.called else (-1, "")

    def _goes_on(self, quote: UtteranceNote) -> bool:
        """Whether a tale goes on in a quote that nothing stands beside: right after its last paragraph, or at the head of the
        chapter where it was going on as the one before ended."""
        key, last = self.tale
        near = quote.paragraph - last <= TALE_GAP if last >= 0 else quote.paragraph == 0
        return (
            key >= 0
            and near
            and is_tale(quote)
            and quote.speaker < 0
            and all(self.notes.mentions[index].quote >= 0 for index in self.mine)
        )

    def _find_tagged(self, turn: Turn, quote: UtteranceNote) -> None:
        note, key = self.notes.mentions[quote.speaker], self.found.meant[quote.speaker]
        turn.rule = quote.rule
        turn.by = "" if note.kind != "pronoun" or note.plural else note.gender if note.person == 3 else "I"
        if note.kind == "pronoun" and note.person == 3 and self._resumes(quote):
            turn.sure, turn.rule = self.found.told_before, "goes on"
        elif note.kind == "pronoun" and note.person == 3 and not note.plural:
            turn.tag = "pron"
            ranked = self.refer.ranked.get(quote.speaker, [])
            known = [pair for pair in ranked if pair[1] >= 0] or ranked
            turn.ranked = [pair for pair in known if pair[1] not in turn.called] or known
        elif quote.speaker in self.refer.guessed and (note.owner >= 0 or note.head in GENERIC_NOUNS):
            turn.tag = "pron"  # "her aunt", "the old lady" are mostly people known by name
            owner = self.found.meant[note.owner] if note.owner >= 0 else -1
            ranked = self.refer.discourse.rank(note, {owner, key, *self.refer.find_other_kin(note, owner)})
            turn.ranked = [pair for pair in ranked if pair[1] >= 0 and pair[1] not in turn.called]
            if key >= 0 and key not in turn.called:
                turn.ranked = [(0.0, key), *((chance - 1.0, one) for chance, one in turn.ranked if one != key)]
            turn.sure = key if not turn.ranked else -1
        elif key != -1 and not note.plural:
            turn.sure = key

    def _resumes(self, quote: UtteranceNote) -> bool:
        """Whether "he" is told to go on with a tale: he who told the last one, in the chapter before."""
        told, note = self.found.told_before, self.notes.mentions[quote.speaker]
        goes_on = is_tale(quote) and quote.verb in ("resume", "pursue") and self.tale[1] < 0
        return told >= 0 and goes_on and self.refer.gender_of(told) in ("", note.gender)

    def _take_own_word(self, turn: Turn, quote: UtteranceNote) -> None:
        """Whoever says in it who they are is who "he" or "she" beside the quote means."""
        if turn.tag == "pron" and turn.sure == -1 and (named := self._names_self(quote)) != -1:
            told, known = self.notes.mentions[quote.speaker].gender, self.refer.gender_of(named)
            if known in ("", told) or not told:
                turn.sure, turn.rule = named, "names-self"

    def _names_self(self, quote: UtteranceNote) -> int:
        """ "I am X": whoever says so and is not known otherwise is X."""
        low, high = (bisect_left(self.mine, x, key=self._start) for x in (quote.parts[0][0], quote.parts[-1][1]))
        for index in self.mine[low:high]:
            note = self.notes.mentions[index]
            opens = note.clause < 0 or not self.notes.clauses[note.clause].open
            if note.introduced and note.quote >= 0 and opens:
                return self.refer.resolve_mention(index, note, -1, [])
        return -1

    def _start(self, index: int) -> int:
        return self.notes.mentions[index].start

    def settle(self) -> None:
        """Give every turn of the chapter its speaker, now that all have been heard."""
        trail = self._decode()
        for (key, chance), turn in zip(trail, self.turns, strict=True):
            rule = _rule_of(turn, chance)
            for index in turn.indexes:
                self.found.spoken[index] = Spoken(key, rule, [], round(chance, 2))
                quote = self.notes.utterances[index]
                if turn.tag and quote.speaker >= 0:
                    self.refer.settled[quote.speaker] = key
        speakers = [key for key, _ in trail]
        for at, turn in enumerate(self.turns):
            for index in turn.indexes:
                to, hearing = find_hearers(self.refer, self.turns, at, self.notes.utterances[index], speakers)
                self.found.spoken[index].addressees = [key for key in to if key not in (-1, speakers[at])]
                self.found.spoken[index].hearing = hearing
                if self.found.heard_by.get(index, speakers[at]) != speakers[at]:  # as a person has said
                    self.found.spoken[index].addressees = [self.found.heard_by[index]]
                    self.found.spoken[index].hearing = ""

    def _decode(self) -> list[tuple[int, float]]:
        """(speaker, chance) of each turn, in the light of the whole chapter."""
        look_ahead(self.turns, self.refer)
        decoder = Decoder(self.refer.gender_of, self.weights)
        for turn in self.turns:
            decoder.add(turn)
        return decoder.trail()


def _rule_of(turn: Turn, chance: float) -> str:
    """The rule that told the speaker, or how he was chosen: among those whom a word beside the quote can mean, or among
    those in the talk or in mind."""
    if turn.sure != -1:
        return "said-I" if turn.rule == "said-pronoun" else turn.rule
    if turn.tag:
        return "said-role" if turn.rule == "said-noun" else turn.rule
    return "in-talk" if chance >= IN_MIND else "in-mind"


def _merge(turn: Turn, more: Turn) -> None:
    """Take a further quote of the same paragraph into a turn."""
    turn.indexes += more.indexes
    turn.last = max(turn.last, more.last)
    turn.called += more.called
    turn.named += more.named
    turn.houses += more.houses
    turn.bare, turn.styles = turn.bare and more.bare, turn.styles or more.styles
    turn.told = more.told if turn.told == -1 else turn.told
    if turn.sure == -1 and (more.sure != -1 or (more.tag and not turn.tag)):
        turn.sure, turn.rule, turn.tag, turn.ranked = more.sure, more.rule, more.tag, more.ranked
    turn.by = turn.by or more.by
