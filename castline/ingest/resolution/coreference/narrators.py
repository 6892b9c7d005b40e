"""Who tells the story: the person who says "I" in the narration, stretch by stretch."""

from __future__ import annotations

import re
from collections import Counter

from castline.ingest.annotations import Extract, Voice
from castline.ingest.language.lexicon import TITLES
from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.coreference.inset_tales import carry_on, divide, keep, recall
from castline.ingest.resolution.coreference.own_words import is_me, is_tale, own_words

SHARE = 0.004
"""Of a chapter's words outside quotes: from so many "I" on, somebody tells the story."""
LEAST, LEAST_NAMED = 8, 3
"""How many "I" there must be, and where a heading or a signature names the teller."""
LAST_SAID = 10
"""The last quotes of a chapter that tell who is meant by the "he" who begins a tale at its end."""
TOLD_OF = 3
"""Times that a tale names somebody, which make it one that is told of them."""


def find_narrators(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> None:
    """Put who says "I" in the narration, stretch by stretch, into `found.tellers`: the same all through a book, unless
    a heading or a signature gives the word to somebody else."""
    _unmask_writers(memory, book, found)
    found.told_before = recall(memory, f"{book}|told")
    found.telling = _find_telling(memory, notes, book, make_id, found)
    voices = notes.voices or [Voice(0)]
    ends = [voice.start for voice in voices[1:]] + [notes.paragraphs[-1][1] if notes.paragraphs else 0]
    for voice, end in zip(voices, ends, strict=True):
        own = [index for index in own_words(notes) if voice.start <= notes.mentions[index].start < end]
        words = notes.words * (end - voice.start) / max(1, ends[-1])
        main = -1 if voice.kind or found.telling >= 0 else recall(memory, str(book))
        known = main >= 0 and memory.people[main].named_narrator and _is_told_on(notes, own, words)
        key = -1
        if known or (len(own) >= (LEAST_NAMED if voice.name else LEAST) and len(own) >= SHARE * words):
            key = _find_teller(memory, voice, book, make_id, own[0], found)
        found.tellers.append((voice.start, key))
    if len(voices) == 1 and found.tellers[0][1] >= 0:
        found.tellers = divide(memory, notes, book, found)
    elif len(voices) > 1:
        carry_on(memory, book, found, [not voice.kind and not voice.name for voice in voices])


def _is_told_on(notes: Extract, own: list[int], words: float) -> bool:
    """Whether who tells the book tells a chapter that is nearly all talk: by "I", "we" and "our" among its few other words."""
    ours = sum(note.kind == "pronoun" and note.person == 1 and note.quote < 0 for note in notes.mentions)
    said = sum(end - start for quote in notes.utterances for start, end in quote.parts)
    all_signs = max(1, sum(end - start for start, end, _ in notes.paragraphs))
    return bool(own) and ours >= LEAST_NAMED and ours >= SHARE * words * (1 - said / all_signs)


def _find_telling(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> int:
    """Who tells the tale in quotation marks that a chapter opens with: whose tale its heading says it is, if that does not
    tell of them; else whoever began it as the chapter before ended."""
    quote = notes.utterances[0] if notes.utterances else None
    own = next((at for at, note in enumerate(notes.mentions) if note.quote == 0 and is_me(note)), -1)
    if quote is None or quote.paragraph or quote.speaker >= 0 or not is_tale(quote) or own < 0:
        return -1
    if notes.tale_of:
        place = f"{book}|tale|{notes.tale_of.casefold()}"
        key = find_bearer(memory, notes.tale_of)
        key = key if key >= 0 else recall(memory, place)
        key = key if key >= 0 else _meet_narrator(memory, make_id, own, found)
        memory.tellers[place] = key
        named = sum(note.quote == 0 and bearer_of(memory, found.naming.of_form, note) == key for note in notes.mentions)
        if named < TOLD_OF:
            return key
    return recall(memory, f"{book}|next")


def hand_over(memory: Memory, notes: Extract, book: int, found: Resolution) -> None:
    """Remember for the chapters to come who has told a tale in quotation marks, and who is told at this one's end to begin
    one, or is going on with one."""
    tales = [at for at, quote in enumerate(notes.utterances) if is_tale(quote) and found.spoken[at].speaker >= 0]
    keep(memory, f"{book}|told", found.spoken[tales[-1]].speaker if tales else -1)
    told = _find_partner(notes, found) if notes.handed >= 0 else -1
    if tales and notes.utterances[tales[-1]].last == len(notes.paragraphs) - 1:
        told = found.spoken[tales[-1]].speaker
    keep(memory, f"{book}|next", told)
    if told >= 0 and told == recall(memory, f"{book}|tale"):
        keep(memory, f"{book}|now", told)


def _find_partner(notes: Extract, found: Resolution) -> int:
    """Who is told to begin a tale: for "he", whoever has said most of the last words, and does not tell the book."""
    note, meant = notes.mentions[notes.handed], found.meant[notes.handed]
    if note.kind != "pronoun" or note.person < 3:
        return meant
    said = Counter(one.speaker for one in found.spoken[-LAST_SAID:] if one.speaker >= 0)
    said.pop(found.teller_at(note.start), None)
    return max(said, key=lambda key: (said[key], -key), default=meant)


def _find_teller(memory: Memory, voice: Voice, book: int, make_id: str, index: int, found: Resolution) -> int:
    """The person of a voice: whoever bears its name, else whoever had its sort of paper, else somebody new.

    Where somebody tells the book as a whole, papers of nobody known are still theirs.
    """
    bearer, main = find_bearer(memory, voice.name), str(book)
    paper = f"{main}|{voice.kind}" if voice.kind and (bearer >= 0 or main not in memory.tellers) else main
    signed = f"{paper}|{voice.name.casefold()}" if voice.name and paper != main else paper
    known = memory.tellers.get(signed, -1)
    if known < 0:
        known = bearer if bearer >= 0 else _meet_narrator(memory, make_id, index, found)
    memory.tellers[signed] = known
    memory.tellers[paper] = known
    return memory.person(known).key


def _unmask_writers(memory: Memory, book: int, found: Resolution) -> None:
    """A writer known by a signature alone, or whom a heading alone has named, turns out to be whoever is met under that
    name."""
    met = {memory.person(key).key: index for key, index in found.naming.met}
    for place, teller in sorted(memory.tellers.items()):
        of_book, _, name = place.partition("|")[0], *place.partition("|")[2].rpartition("|")[1:]
        me = memory.person(teller).key
        if place.count("|") != 2 or of_book != str(book) or memory.people[me].kind != "narrator":
            continue
        if memory.people[me].named_narrator or (bearer := find_bearer(memory, name)) not in met or bearer == me:
            continue
        found.unmasked.append((me, bearer, met[bearer]))
        memory.people.change(me).named_narrator = True


def _meet_narrator(memory: Memory, make_id: str, index: int, found: Resolution) -> int:
    narrators = memory.people.among(["kind:narrator"])
    order = sum(person.kind == "narrator" and person.id.startswith(f"{make_id}n") for person in narrators) + 1
    person = memory.people.meet(f"{make_id}n{order}", "narrator")
    found.naming.met.append((person.key, index))
    found.described.append((person.key, "the narrator", index))
    person.met, person.forms["the narrator"] = memory.book, 1
    return person.key


def find_bearer(memory: Memory, name: str) -> int:
    """The person who bears a name or all the words of it, the most often spoken of (-1: nobody, or no name)."""
    words = {word for word in re.findall(r"[^\W_]+", name.casefold()) if len(word) > 1 and word not in TITLES}
    gender = read_name(name).gender
    fits = [
        person for person in memory.people.among(words)
        if words and person.joined < 0 and words <= set(f"{person.given} {person.surname}".casefold().split())
        and not (gender and person.gender and gender != person.gender)
    ]  # fmt: skip
    return max(fits, key=lambda person: (person.count, -person.key)).key if fits else -1
