"""What the rules are told before they decide: who is said to be two, and who is meant.

What was taken for one cannot be told apart again afterwards: whatever was said, done and felt under either name has
become one person's. And on who says a quote, and to whom, hangs what is told by it, who knows of it, and who says the next. So
these corrections come before the rules, and the rest after them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from castline.graph.corrections import Antecedent, AnyCorrection, Apart, Hearer, Speaker, Who
from castline.ingest.amend import Answer
from castline.ingest.corrections.page import Page
from castline.ingest.decisions import Decisions, Introduction, Naming
from castline.ingest.language.names import read_name, squeeze
from castline.ingest.memory.meant import find_person
from castline.ingest.memory.memory import Given, Memory
from castline.ingest.memory.people import add_form

RULE = "correction"


def prepare(memory: Memory, corrections: Sequence[AnyCorrection], page: Page, prefix: str, given: Given) -> Memory:
    """A memory for the rules that knows who is said to be two, and what a second reader has `given` of the chapter; that which it is
    made from stays as it is. `corrections` are those that are due, `prefix` is what the ids of people met in the chapter start with."""
    parted = [one for one in corrections if isinstance(one, Apart)]
    known = memory.fork()
    known.said_two = tuple((one.a, one.b) for one in parted)
    known.given = given
    forms = {squeeze(note.form) for note in page.notes.mentions if note.kind == "name"}
    for one in parted:
        if one.a.id == one.b.id and one.b.first in forms:
            _split(known, one, prefix)
    return known


def find_given(page: Page, corrections: Sequence[AnyCorrection]) -> Given:
    """Who is said to say and to hear the quotes of a chapter, and whom its words are said to mean."""
    words = ((page.find_word(one), one.who) for one in corrections if isinstance(one, Antecedent))
    mentions = {word: who for word, who in words if word >= 0}
    return Given(_find_quotes(page, corrections, Speaker), _find_quotes(page, corrections, Hearer), mentions)


def _find_quotes(
    page: Page, corrections: Sequence[AnyCorrection], kind: type[Speaker] | type[Hearer]
) -> dict[int, Who]:
    """Quote of the chapter -> who is said to say or to hear it."""
    said = ((page.find_quote(one.quote), one.who) for one in corrections if isinstance(one, kind))
    return {quote: who for quote, who in said if quote >= 0}


def follow(known: Memory, page: Page, said: Given, decide: Callable[[Memory], Decisions]) -> Decisions:
    """What the rules decide of a chapter that they read on from what is `said` of its quotes and words: scene by scene, as far as nothing that
    is told before changes by it. Of the others that alone is set right afterwards, and nothing else. What a second reader has given
    holds for the whole chapter, which he has read as the rules have."""
    decisions = decide(known)
    for scene, own in sorted(_part(said, page).items()):
        before = known.given
        known.given = before | own
        read_on = decide(known)
        if read_on.before(scene) == decisions.before(scene):
            decisions = read_on
        else:
            known.given = before
    return decisions


def _part(said: Given, page: Page) -> dict[int, Given]:
    """Scene -> what is said of its quotes and words."""
    scenes = {
        quote: page.scene_at(page.notes.utterances[quote].parts[0][0]) for quote in (*said.speakers, *said.hearers)
    }
    of_words = {word: page.scene_at(page.notes.mentions[word].start) for word in said.mentions}
    return {
        scene: Given(
            _of_scene(said.speakers, scenes, scene),
            _of_scene(said.hearers, scenes, scene),
            _of_scene(said.mentions, of_words, scene),
        )
        for scene in {*scenes.values(), *of_words.values()}
    }


def _of_scene(said: Mapping[int, Who], scenes: Mapping[int, int], scene: int) -> dict[int, Who]:
    return {number: who for number, who in said.items() if scenes[number] == scene}


def _split(memory: Memory, one: Apart, prefix: str) -> None:
    """Let a name be somebody else's than who was taken to bear it, unless somebody else bears it by now."""
    taken, name = find_person(memory, one.a), one.b.first
    bearers = {person.key for person in memory.people.among({f"form:{name}"}) if name in person.forms}
    if bearers - {taken}:
        return
    if taken in bearers:
        memory.people.change(taken).forms.pop(name)
    fresh = memory.people.meet(f"{prefix}s{len(memory.people)}", "name")
    add_form(fresh, read_name(name))


def carry(before: Memory, known: Memory, page: Page, by: dict[str, str], decisions: Decisions) -> list[Answer]:
    """Let what was prepared be part of what the chapter teaches, and whom it brought in be met in it. `by` says who has
    parted a name."""
    people = decisions.evidence.setdefault("people", {})
    decisions.evidence["people"] = known.people.changes() | people
    answers: list[Answer] = []
    for key in range(len(before.people), len(known.people)):
        (name,) = known.people[key].forms
        note = next(
            note for note in page.notes.mentions if note.kind == "name" and squeeze(note.form) == name
        )  # the form is in the chapter: else nobody had been brought in
        at = {"start": note.start, "end": note.end, "scene": page.scene_at(note.start), "rule": RULE, "confidence": 1.0}
        answers.append(Answer(by[name], Introduction(**at, person=key, kind="name")))  # type: ignore[arg-type]
        answers.append(Answer(by[name], Naming(**at, person=key, form=name, type=read_name(name).type)))  # type: ignore[arg-type]
    return answers
