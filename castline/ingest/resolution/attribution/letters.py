"""Who writes a letter that the text sets out, and who reads it."""

from __future__ import annotations

from collections import Counter

from castline.ingest.annotations import UtteranceNote
from castline.ingest.language.lexicon import MIND_VERBS
from castline.ingest.language.names import squeeze
from castline.ingest.memory.people import Person
from castline.ingest.resolution.coreference.antecedents import References

_READING = MIND_VERBS | frozenset({"read", "receive", "open", "unfold", "peruse"})


SALUTATION = 60
"""Characters at a letter's head in which its reader is named."""
_WRITING = frozenset({"write", "send", "pen", "scribble"})


def find_writer(refer: References, quote: UtteranceNote, called: list[int], last: int = -1) -> tuple[int, str]:
    """(the writer or -1, the rule): whoever signs, else whoever was named last before it, "from" them first, and does not
    read it; of a further letter of which nobody else is named, whoever wrote the `last` one."""
    if quote.signature >= 0:
        form = squeeze(refer.notes.mentions[quote.signature].form)
        if (key := _find_initialled(refer, form)) >= 0:
            return key, "signed"
        if (key := refer.found.naming.of_form.get(form, -1)) >= 0:
            _join_signer(refer, quote, refer.memory.person(key))
            return refer.memory.person(key).key, "signed"
    before, readers = _named_before(refer, quote), find_readers(refer, quote)
    names = [key for key in before if key not in called and key not in readers]
    if not names and last >= 0 and last not in called:
        return last, "letter"
    return (names[-1] if names else -1), "letter"


def _find_initialled(refer: References, form: str) -> int:
    """Who signs with an initial and a surname: of several who bear it, whose given name begins so, else the only one whose
    given name nobody has told. ("M. Hale" under a letter is no Monsieur Hale.)"""
    initial, _, surname = form.partition(". ")
    if len(initial) != 1 or not surname or " " in surname:
        return -1
    bearers = [p for p in refer.memory.people.among([surname.lower()]) if p.joined < 0 and p.surname == surname.lower()]
    named = [person for person in bearers if person.given.startswith(initial.lower())]
    fits = named or [person for person in bearers if not person.given]
    return fits[0].key if len(fits) == 1 and len(bearers) > 1 else -1


def _join_signer(refer: References, quote: UtteranceNote, signer: Person) -> None:
    """Somebody known by a surname alone, who is about before a letter, is whoever signs it with that surname in full;
    unless the signer is named there too, or there are two of the surname."""
    before = {
        refer.memory.person(refer.found.naming.of_form[form]).key
        for note in refer.notes.mentions
        if note.kind == "name" and note.quote < 0 and note.start < quote.parts[0][0]
        and (form := squeeze(note.form)) in refer.found.naming.of_form
    }  # fmt: skip
    fits = [
        person for person in (refer.memory.people[key] for key in sorted(before))
        if signer.surname and person.surname == signer.surname and {person.gender, signer.gender} != {"m", "f"}
    ]  # fmt: skip
    join = [(fits[0].key, signer.key, quote.signature)] if len(fits) == 1 and signer.key not in before else []
    if join and not fits[0].given and signer.given and join[0] not in refer.found.naming.joins:
        refer.found.naming.joins += join


def _named_before(refer: References, quote: UtteranceNote) -> list[int]:
    """People meant in the narration of the two paragraphs up to a quote, objects of "from" last; whoever says "I" there has
    it before him, unless he says that he wrote it."""
    found: list[tuple[bool, int]] = []
    for index, note in enumerate(refer.notes.mentions):
        if note.paragraph > quote.paragraph or note.start >= quote.parts[0][0]:
            break
        if note.person < 3 and not (note.clause >= 0 and refer.notes.clauses[note.clause].verb in _WRITING):
            continue
        if note.paragraph >= quote.paragraph - 2 and note.quote < 0 and refer.found.meant[index] >= 0:
            found.append((note.prep == "from" or note.role == "poss", refer.found.meant[index]))
    return [key for _, key in sorted(found, key=lambda pair: pair[0])]


def find_readers(refer: References, quote: UtteranceNote) -> set[int]:
    """Who reads it, by the narration of the paragraph before and its own, and whom it names at its head."""
    found = set()
    for clause in refer.notes.clauses:
        if clause.paragraph > quote.paragraph:
            break
        if clause.paragraph >= quote.paragraph - 1 and clause.quote < 0 and clause.verb in _READING - MIND_VERBS:
            found |= {refer.found.meant[index] for index in clause.subjects}
    start = quote.parts[0][0]
    for index, note in enumerate(refer.notes.mentions):
        if start <= note.start < start + SALUTATION and note.kind == "name":
            found.add(refer.resolve_mention(index, note, -1, []))
    return found


def find_reader(refer: References, quote: UtteranceNote, writer: int) -> list[int]:
    """Whoever acts and thinks most in the narration before the letter."""
    minds: Counter[int] = Counter()
    for clause in refer.notes.clauses:
        if clause.paragraph > quote.paragraph:
            break
        if clause.quote < 0 and clause.at < quote.parts[0][0]:
            for index in clause.subjects:
                minds[refer.found.meant[index]] += 2 if clause.verb in _READING else 1
    for nobody in (-1, writer):
        minds.pop(nobody, None)
    return [minds.most_common(1)[0][0]] if minds else [refer.salience.most({writer})]
