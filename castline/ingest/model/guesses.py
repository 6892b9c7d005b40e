"""What the rules have guessed about a passage, as a prompt says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from castline.ingest.annotations import FATE, TOLD
from castline.ingest.decisions import Decision, Happening, Mood, Tie, Trait
from castline.ingest.model.known import Known
from castline.ingest.model.passages import Passage
from castline.ingest.model.seen import Seen

WORDS = 9
"""Words of its evidence by which a guessed event is named."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """The lines of a prompt that tell them, what g1, g2 ... in them stand for, and the id of who says each quote ("": nobody listed)."""

    lines: tuple[str, ...]
    decisions: dict[str, Decision]
    speakers: tuple[str, ...]


def find_guesses(seen: Seen, passage: Passage, people: Mapping[str, Known]) -> Guesses:
    """The rules' guesses about a passage, of those people alone that its prompt lists."""
    ids = {one.key: name for name, one in people.items()}
    numbered: dict[str, Decision] = {}
    speakers = _find_speakers(seen, passage, ids)
    lines = [_say_speakers(speakers), _say_teller(seen, passage, ids), _say_presence(seen, passage, ids)]
    for told in _find_told(seen, passage):
        said = _say(seen, told, ids)
        if said:
            name = f"g{len(numbered) + 1}"
            numbered[name] = told
            lines.append(f"{name} {said}")
    return Guesses(tuple(line for line in lines if line), numbered, speakers)


def _find_told(seen: Seen, passage: Passage) -> Iterator[Decision]:
    own = seen.decisions
    for told in (*own.happenings, *own.ties, *own.traits, *own.moods):
        if passage.start <= told.start and told.end <= passage.end:
            yield told


def _say(seen: Seen, told: Decision, ids: Mapping[int, str]) -> str:
    """A guess in a line; "" where it speaks of somebody whom the prompt does not list."""
    match told:
        case Happening():
            parts = [f"{part.role} {ids[part.person]}" for part in told.parts if part.person in ids]
            return f"event: {', '.join(parts)}: {_quote(seen, told)}" if len(parts) == len(told.parts) else ""
        case Tie() if told.a in ids and told.b in ids:
            return f"tie: {ids[told.a]} is {told.kind} of {ids[told.b]}"
        case Trait() if told.person in ids and told.attribute not in (FATE, TOLD):  # an event, or the book's own words
            return f"trait: {ids[told.person]}: {told.attribute} {told.value}"
        case Mood() if told.person in ids:
            return f"mood: {ids[told.person]} {told.emotion}"
    return ""


def _quote(seen: Seen, told: Decision) -> str:
    words = seen.text[told.start : told.end].translate({ord("="): "-"}).split()
    return '"' + " ".join(words[:WORDS]) + (" ..." if len(words) > WORDS else "") + '"'


def _find_speakers(seen: Seen, passage: Passage, ids: Mapping[int, str]) -> tuple[str, ...]:
    said = {one.quote: one.speaker for one in seen.decisions.speeches}
    return tuple(ids.get(said.get(index, -1), "") for index in passage.quotes)


def _say_speakers(speakers: Sequence[str]) -> str:
    told = [f"⟨{number}⟩ {who or '?'}" for number, who in enumerate(speakers, 1)]
    return "speakers: " + ", ".join(told) if told else ""


def find_teller(seen: Seen, passage: Passage) -> int:
    """The key of whom "I" means most often in the passage's narration; -1 for nobody."""
    notes = seen.notes.mentions
    meant = Counter(
        one.person for one in seen.decisions.meanings
        if passage.holds(one.start) and notes[one.mention].quote < 0
        and notes[one.mention].kind == "pronoun" and notes[one.mention].person == 1 and not notes[one.mention].plural
    )  # fmt: skip
    return max(sorted(meant), key=meant.__getitem__, default=-1)


def _say_teller(seen: Seen, passage: Passage, ids: Mapping[int, str]) -> str:
    teller = find_teller(seen, passage)
    return f'"I" of the narration: {ids[teller]}' if teller in ids else ""


def _say_presence(seen: Seen, passage: Passage, ids: Mapping[int, str]) -> str:
    here = {
        key for staging in seen.decisions.stagings for key, stays in staging.present.items()
        if any(a < passage.end and b > passage.start for a, b in stays)
    }  # fmt: skip
    told = [ids[key] for key in sorted(here) if key in ids]
    return "there: " + ", ".join(told) if told else ""
