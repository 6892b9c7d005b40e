"""An answer laid over what the rules have decided of its passage, a kind of thing after the other.

People come first, that all else may speak of them; who proves to be whom comes last, when all has been told of either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import networkx as nx

from castline.ingest.amend import Answer, amend, follow_speaker
from castline.ingest.annotations import GENDER, HIDES, PORTRAIT, WANTS, Extract, MentionNote
from castline.ingest.decisions import Decision, Decisions, Join, Meaning, Mood, Parting, Speech, Tie, Trait
from castline.ingest.memory.memory import Memory
from castline.ingest.model.evidence import find_words
from castline.ingest.model.form import GENDERS, Reading, Tied
from castline.ingest.model.laying_events import lay_events
from castline.ingest.model.laying_levels import lay_first_levels, lay_levels
from castline.ingest.model.laying_scenes import lay_scenes
from castline.ingest.model.prompts import Prompt
from castline.ingest.model.spot import SURE, Spot
from castline.ingest.model.who import People
from castline.ingest.model.words import find_meant, find_speakers
from castline.ingest.rules import sum_up

_ARTICLE = re.compile(r"^(?:the|an?|my|his|her|your|our|their) (?=\S)", re.I)
CALLED_SO = 2
"""Words for somebody in a passage, from which on they tell whether it is a man or a woman."""
ENDED = {
    "lover": "parted", "betrothed": "parted", "spouse": "parted", "servant": "dismissed",
    "employer": "former employer",
}  # fmt: skip
"""Tie -> what is told of those for whom it ends; no other tie can be told to end."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter to be settled: its text and annotations, and the memory of those before it, as amended there."""

    text: str
    notes: Extract
    memory: Memory


def lay(
    reading: Reading, prompt: Prompt, chapter: Chapter, decisions: Decisions, by: str
) -> tuple[Decisions, list[str]]:
    """The decisions with a checked answer laid over them, and whom of its people the chapter no longer knows. `by` is
    who is said to have answered."""
    people = People(prompt.people, chapter.memory, decisions)
    spot = Spot(prompt.passage, prompt.speakers, prompt.words, chapter.text, chapter.notes, people, by)
    said = set(re.findall(r"p\d+", str(dict(reading))))
    lost = sorted(said & (prompt.people.keys() - people.keys.keys()))
    for new in reading.new:
        at, scene = spot.find(new.ev)
        people.bring_in(new, at, scene, "reading", SURE)
    decisions = amend(decisions, _drop_guesses(reading, prompt, by, decisions))
    for step in (
        _lay_strangers, _lay_tellers, _lay_speakers, _lay_words, _lay_genders, lay_scenes, lay_events, lay_levels, lay_first_levels, _lay_ties, _lay_traits, _lay_portraits, _lay_moods,
        _drop_nobodies, _lay_joins,
    ):  # fmt: skip
        decisions = amend(decisions, list(step(reading, spot, decisions)))
    return decisions, [prompt.people[one].name for one in lost]


def lay_recap(decisions: Decisions, by: str) -> Decisions:
    """The chapter in words, from the events that stand after all answers."""
    made = sum_up(decisions.happenings)
    answers = [Answer(by, None, old, "its events have changed") for old in decisions.recaps]
    return amend(decisions, [*answers, *(Answer(by, recap) for recap in made)])


def _lay_strangers(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Those brought in, and the mentions left open that are their names."""
    for met in spot.people.strangers:
        yield Answer(spot.by, met)
    known = {one.mention for one in decisions.meanings}
    names = {" ".join(new.name.split()): spot.people.keys[new.id] for new in reading.new if new.id in spot.people.keys}
    for index, note in enumerate(spot.notes.mentions):
        key = names.get(" ".join(note.form.split()), -1)
        if key >= 0 and index not in known and spot.passage.holds(note.start):
            yield Answer(spot.by, spot.make(Meaning, (note.start, note.end), mention=index, person=key))


def _lay_tellers(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """ "I" of the narration, from a paragraph on."""
    told = sorted((spot.passage.paragraphs[0] + one.par - 1, one.who) for one in reading.i)
    for index, note in enumerate(spot.notes.mentions):
        if (
            note.kind != "pronoun"
            or note.person != 1
            or note.plural
            or note.quote >= 0
            or not spot.passage.holds(note.start)
        ):
            continue
        who = next((who for first, who in reversed(told) if first <= note.paragraph), "")
        if (key := spot.people.keys.get(who, -1)) >= 0:
            yield Answer(spot.by, spot.make(Meaning, (note.start, note.end), mention=index, person=key))


def _lay_speakers(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Who says a quote."""
    stood = {one.quote: one for one in decisions.speeches}
    corrected = {number for given in reading.q for number in given.n}
    for number, who in find_speakers(reading, spot.speakers):
        quote, key = spot.passage.quotes[number - 1], spot.people.keys.get(who, -1)
        old = stood.get(quote)
        if (key < 0 and who) or (number not in corrected and old is not None and old.speaker == key):
            continue
        to = tuple(one for one in old.addressees if one != key) if old else ()
        span, weight = spot.notes.utterances[quote].parts[0], old.weight if old else None
        made = spot.make(Speech, span, quote=quote, speaker=key, addressees=to, weight=weight)
        yield Answer(spot.by, made)
        yield from _lay_pronouns(spot, decisions, made)


def _lay_words(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Whom the words that were asked about mean."""
    stood = {one.mention: one for one in decisions.meanings}
    for word, who in find_meant(reading, spot.words):
        note, old = spot.notes.mentions[word.mention], stood.get(word.mention)
        key = spot.people.keys.get(who, -1)
        if key >= 0 and (old is None or old.person != key):
            yield Answer(spot.by, spot.make(Meaning, (note.start, note.end), mention=word.mention, person=key))
        elif not who and old is not None:
            yield Answer(spot.by, None, old, "said to mean nobody who is known")


def _lay_genders(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Whether somebody of whom it was not known is a man or a woman, by what "he" or "she" means in the passage, if always the same."""
    found: dict[int, list[MentionNote]] = {}
    for word, who in find_meant(reading, spot.words):
        note, key = spot.notes.mentions[word.mention], spot.people.keys.get(who, -1)
        if key >= 0 and note.kind == "pronoun" and note.gender and (key, GENDER) not in spot.people.memory.attributes:
            found.setdefault(key, []).append(note)
    told = {one.person for one in decisions.traits if one.attribute == GENDER}
    for key, notes in found.items():
        if key not in told and len(notes) >= CALLED_SO and len({note.gender for note in notes}) == 1:
            span, value = (notes[0].start, notes[0].end), GENDERS[notes[0].gender]
            yield Answer(spot.by, spot.make(Trait, span, person=key, attribute=GENDER, value=value))


def _lay_pronouns(spot: Spot, decisions: Decisions, said: Speech) -> Iterator[Answer]:
    """ "I" of a quote is who says it, and "you" is somebody else."""
    stood = {one.mention: one for one in decisions.meanings}
    for index, key in follow_speaker(spot.notes, decisions, said):
        note = spot.notes.mentions[index]
        if key < 0:
            yield Answer(spot.by, None, stood[index], "somebody else speaks")
        else:
            yield Answer(spot.by, spot.make(Meaning, (note.start, note.end), mention=index, person=key))


def _lay_ties(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    for told in reading.tie:
        kind = _kind_of(told)
        ends = list(spot.people.find_all([told.who, told.to]))
        if kind and len(ends) == 2:
            hidden = tuple(key for key in spot.people.find_all(told.hid) if key in ends)
            span = spot.find(told.ev)[0]
            yield from _drop_plain(spot, decisions, ends) if hidden else ()
            yield Answer(spot.by, spot.make(Tie, span, a=ends[0], b=ends[1], kind=kind, hidden_from=hidden))


def _drop_plain(spot: Spot, decisions: Decisions, ends: list[int]) -> Iterator[Answer]:
    """The rules' ties of two in a passage by which one of them does not know what they are to each other."""
    for old in decisions.ties:
        if {old.a, old.b} == set(ends) and not old.by and spot.passage.holds(old.start):
            yield Answer(spot.by, None, old, "hidden from one of them")


def _kind_of(told: Tied) -> str:
    return ENDED.get(told.kind, "") if told.st == "ends" else told.kind


def _lay_traits(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    stand = {(one.person, one.attribute, one.value.lower()) for one in decisions.traits}
    for told in reading.at:
        key = spot.people.keys.get(told.who, -1)
        value = bare(told.kind, " ".join(told.value.split()))
        if key >= 0 and (key, told.kind, value.lower()) not in stand:
            stand.add((key, told.kind, value.lower()))
            span = spot.find(told.ev)[0]
            yield Answer(spot.by, spot.make(Trait, span, person=key, attribute=told.kind, value=value))


def _lay_portraits(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    for told in reading.po:
        key = spot.people.keys.get(told.who, -1)
        for kind, line in ((PORTRAIT, told.be), (WANTS, told.wants), (HIDES, told.hides)):
            value = spot.name_ids(" ".join(line.split()).rstrip("."))
            if key >= 0 and value:
                yield Answer(spot.by, spot.make(Trait, spot.find(told.ev)[0], person=key, attribute=kind, value=value))


def bare(kind: str, value: str) -> str:
    """ "The lawyer" is a lawyer by occupation, and no other one than "a lawyer"; "m" is male."""
    if kind == "gender":
        return GENDERS[value]
    return _ARTICLE.sub("", value) if kind in ("occupation", "title") else value


def _lay_moods(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    for told in reading.mo:
        key = spot.people.keys.get(told.who, -1)
        if key >= 0:
            span = spot.find(told.ev)[0]
            yield Answer(
                spot.by, spot.make(Mood, span, person=key, emotion=told.label, intensity=round(told.much / 3, 2))
            )


def _drop_guesses(reading: Reading, prompt: Prompt, by: str, decisions: Decisions) -> list[Answer]:
    """The rules' guesses that are wrong, as far as they were taken again when the chapter was settled."""
    wrong = [prompt.guesses[one] for one in dict.fromkeys(reading.drop)]
    return [
        Answer(by, None, old, "said to be wrong")
        for old in (*decisions.ties, *decisions.traits, *decisions.moods)
        if any(_is_same_guess(old, guess) for guess in wrong)
    ]


def _is_same_guess(one: Decision, guess: Decision) -> bool:
    """Whether two decisions are one guess: of a kind, and from the same words. People may go by other keys by now."""
    return (
        type(one) is type(guess)
        and not one.by
        and (one.start, one.end) == (guess.start, guess.end)
        and all(getattr(one, name, "") == getattr(guess, name, "") for name in ("attribute", "value", "emotion"))
    )


def _drop_nobodies(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Words that mean nobody: they mean nobody here from now on."""
    gone = set(spot.people.find_all(reading.nobody))
    for old in decisions.meanings:
        if old.person in gone and spot.passage.holds(old.start):
            yield Answer(spot.by, None, old, "said to be nobody")


def _lay_joins(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    into: dict[int, int] = {}
    people, torn = spot.people.memory, _find_torn(reading, spot)
    yield from _lay_partings(reading, spot, decisions, torn)
    for told in reading.same:
        ends = sorted({into.get(key, key) for key in spot.people.find_all([told.a, told.b])})
        if (
            len(ends) == 2
            and not torn & {told.a, told.b}
            and not people.are_said_two(*(people.people[end] for end in ends))
        ):
            into = {gone: ends[0] if kept == ends[1] else kept for gone, kept in into.items()} | {ends[1]: ends[0]}
            span = find_words(told.ev, spot.text, spot.passage.start, spot.passage.end)
            yield Answer(spot.by, spot.make(Join, span or spot.whole, kept=ends[0], gone=ends[1], how=told.how))


def _lay_partings(reading: Reading, spot: Spot, decisions: Decisions, torn: set[str]) -> Iterator[Answer]:
    """Who is somebody else by this answer than by one to an earlier chapter is parted from whom that one took them for."""
    people, here = spot.people.memory.people, {one.gone for one in decisions.joins}
    for told in reading.same:
        for one in (told.a, told.b):
            own = spot.people.own(one)
            if one in torn and own >= 0 and own not in here and people[own].joined >= 0:
                here.add(own)
                span = find_words(told.ev, spot.text, spot.passage.start, spot.passage.end)
                yield Answer(spot.by, spot.make(Parting, span or spot.whole, kept=people[own].joined, gone=own))


def _find_torn(reading: Reading, spot: Spot) -> set[str]:
    """The ids of those who have become somebody else by an earlier answer, where this one says of either that they are another: of the
    one that he is somebody, and of the other that he is somebody else. Nobody is joined to them by it."""
    same = nx.Graph()
    same.add_edges_from((told.a, told.b) for told in reading.same)
    groups = [set(group) for group in nx.connected_components(same)]
    keys = [{spot.people.keys[one] for one in group if one in spot.people.keys} for group in groups]
    shared = {key for one, other in combinations(keys, 2) for key in one & other}
    met = {group_id: spot.people.own(group_id) for group in groups for group_id in group}
    return {one for one, own in met.items() if spot.people.keys.get(one) in shared and own != spot.people.keys.get(one)}
