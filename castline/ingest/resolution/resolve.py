"""Who is who in a chapter: every mention to a person, every quote to a speaker and those spoken to.

The chapter is walked once, paragraph by paragraph: its narration first, then who speaks, then what is said.
Only the memory of earlier chapters and this chapter's own text are in hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from castline.graph.corrections import Who
from castline.ingest.annotations import Extract
from castline.ingest.memory.meant import find_root
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import vote_gender
from castline.ingest.resolution.attribution.attribute import Conversation
from castline.ingest.resolution.attribution.grounds import weigh_grounds
from castline.ingest.resolution.cast.aliases import name_people
from castline.ingest.resolution.cast.apposed import find_called
from castline.ingest.resolution.cast.genders import learn_gender
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.ingest.resolution.cast.unnarrated import count_hearers, find_unnarrated
from castline.ingest.resolution.cast.vocatives import count_answers, find_answerers
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.foresight import walk_with_foresight
from castline.ingest.resolution.coreference.narrators import find_narrators, hand_over
from castline.ingest.resolution.coreference.nominal_characters import describe
from castline.ingest.resolution.coreference.strangers import meet_strangers, name_strangers
from castline.ingest.resolution.coreference.teller_names import unmask_narrator
from castline.ingest.resolution.coreference.walk import walk


def resolve(memory: Memory, notes: Extract, book: int, make_id: str) -> Resolution:
    """Resolve a chapter, adding to `memory` those first met in it."""
    talk = listen(memory, notes, book, make_id)
    found = talk.found
    second = References(memory, notes, found)
    second.settled = talk.refer.settled
    walk_with_foresight(second)
    weigh_grounds(notes, found)
    name_strangers(second)
    meet_strangers(second, make_id)
    hand_over(memory, notes, book, found)
    _remember(second)
    found.naming.answering += find_unnarrated(memory, count_hearers(memory, notes, found))
    return found


def listen(memory: Memory, notes: Extract, book: int, make_id: str) -> Conversation:
    """Walk a chapter once, for its talk: people are named, and its quotes have speakers."""
    memory.book = book
    naming = name_people(memory, notes, make_id)
    learn_gender(memory, notes, naming.of_form)
    found = Resolution([], naming)
    found.meant = [-1] * len(notes.mentions)
    find_narrators(memory, notes, book, make_id, found)
    unmask_narrator(memory, notes, book, found)
    found.called = find_called(memory, notes, naming.of_form)
    describe(memory, notes, make_id, found)
    given = memory.given
    found.said_by, found.heard_by, found.meant_by = (
        _find_given(memory, one) for one in (given.speakers, given.hearers, given.mentions)
    )
    found.naming.answering = list(find_answerers(memory, count_answers(memory, notes, found.naming.of_form)))
    found.spoken = [Spoken(-1, "", []) for _ in notes.utterances]
    refer = References(memory, notes, found)
    talk = Conversation(refer)
    walk(refer, talk)
    talk.settle()
    return talk


def _find_given(memory: Memory, given: Mapping[int, Who]) -> dict[int, int]:
    """Quote or mention -> who is said to be meant, of those who are known by now."""
    return {number: key for number, who in given.items() if (key := find_root(memory, who)) >= 0}


def _remember(refer: References) -> None:
    """Hand on what the chapter has taught about people; strangers are forgotten."""
    memory, found = refer.memory, refer.found
    found.who = [max(-1, key) for key in found.meant]
    for said in found.spoken:
        said.speaker, said.addressees = max(-1, said.speaker), [key for key in said.addressees if key >= 0]
    for key in found.who:
        if key >= 0:
            memory.people.change(key).count += 1
    for key, balance in refer.votes.items():
        person = memory.people.change(key)
        if not person.is_settled and person.kind != "narrator":
            vote_gender(person, "m" if balance > 0 else "f" if balance < 0 else "", abs(balance))
    found.in_mind = {key: round(weight, 4) for key, weight in refer.salience.weight.items() if key >= 0}
