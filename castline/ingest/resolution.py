"""Who is who in a chapter: every mention to a person, every quote to a speaker and those spoken to.

The chapter is walked once, paragraph by paragraph: its narration first, then who speaks, then what is said.
Only the memory of earlier chapters and this chapter's own text are in hand.
"""

from __future__ import annotations

from collections import Counter

from castline.ingest.cast import learn_gender, name_people, new_person
from castline.ingest.conversation import Conversation
from castline.ingest.extract import Extract
from castline.ingest.kinship import tie_of
from castline.ingest.lexicon import GENERIC_NOUNS
from castline.ingest.people import Memory
from castline.ingest.references import References
from castline.ingest.resolved import Resolution, Spoken
from castline.ingest.salience import PARAGRAPH_DECAY, SENTENCE_DECAY

NARRATOR_SHARE = 0.004
"""Of a chapter's words outside quotes: from so many "I" on, somebody tells the story."""


def resolve(memory: Memory, notes: Extract, book: int, make_id: str) -> Resolution:
    """Resolve a chapter, adding to `memory` those first met in it."""
    naming = name_people(memory, notes, make_id)
    learn_gender(memory, notes, naming)
    found = Resolution([-1] * len(notes.mentions), naming)
    found.narrator = _find_narrator(memory, notes, book, make_id, found)
    _describe(memory, notes, make_id, found)
    _walk(References(memory, notes, found))
    return found


def _find_narrator(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> int:
    """The person who says "I" in the narration, where somebody does."""
    own = [
        i
        for i, n in enumerate(notes.mentions)
        if n.kind == "pronoun" and n.person == 1 and not n.plural and n.quote < 0
    ]
    if len(own) < 8 or len(own) < NARRATOR_SHARE * notes.words:
        return -1
    if book not in memory.narrators:
        person = new_person(memory, f"{make_id}n1", "narrator")
        memory.narrators[book] = person.key
        found.naming.met.append((person.key, own[0]))
        found.described.append((person.key, "the narrator", own[0]))
        person.forms["the narrator"] = 1
    return memory.person(memory.narrators[book]).key


def _describe(memory: Memory, notes: Extract, make_id: str, found: Resolution) -> None:
    """Let in people known only by what they are ("the ferryman"), who act or speak at least twice in the chapter."""
    acts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for index, note in enumerate(notes.mentions):
        if (
            note.kind == "nominal"
            and note.definite
            and not note.plural
            and note.owner < 0
            and note.head not in GENERIC_NOUNS
        ):
            first.setdefault(note.head, index)
            acts[note.head] += note.role == "subj" and note.quote < 0
    order = len(found.naming.met)
    for head, index in sorted(first.items(), key=lambda pair: pair[1]):
        form = f"the {head}"
        known = [p for p in memory.people if p.kind == "description" and form in p.forms]
        if not known and acts[head] >= 2 and tie_of(head) is None:
            order += 1
            person = new_person(memory, f"{make_id}d{order}", "description")
            person.forms[form] = 0
            found.naming.met.append((person.key, index))
            found.described.append((person.key, form, index))


def _walk(refer: References) -> None:
    """Go through the chapter's paragraphs."""
    notes, found = refer.notes, refer.found
    talk = Conversation(refer)
    mentions: dict[int, list[int]] = {}
    for index, note in enumerate(notes.mentions):
        mentions.setdefault(note.paragraph, []).append(index)
    quotes: dict[int, list[int]] = {}
    for index, quote in enumerate(notes.utterances):
        quotes.setdefault(quote.paragraph, []).append(index)
        found.spoken.append(Spoken(-1, "", []))
    for paragraph in range(len(notes.paragraphs)):
        mine = mentions.get(paragraph, [])
        talk.enter(mine)
        _narration(refer, mine)
        for index in quotes.get(paragraph, []):
            talk.hear(index, notes.utterances[index])
        _speech(refer, mine)
        refer.salience.fade(PARAGRAPH_DECAY)
    refer.memory.in_mind = {key: round(weight, 4) for key, weight in refer.salience.weight.items()}


def _narration(refer: References, mine: list[int]) -> None:
    """Resolve what stands outside the quotes of a paragraph."""
    sentence = -1
    for index in mine:
        note = refer.notes.mentions[index]
        if note.quote >= 0:
            continue
        if note.sentence != sentence and sentence >= 0:
            refer.salience.fade(SENTENCE_DECAY)
        sentence = note.sentence
        refer.settle(index, refer.mean(index, note, refer.found.narrator, []))


def _speech(refer: References, mine: list[int]) -> None:
    """Resolve what stands inside the quotes of a paragraph, now that their speakers are known."""
    for index in mine:
        note = refer.notes.mentions[index]
        if note.quote >= 0:
            said = refer.found.spoken[note.quote]
            refer.settle(index, refer.mean(index, note, said.speaker, said.addressees), 0.35)
