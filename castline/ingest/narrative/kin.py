"""Kin as people call them: a noun beside a name, who is brought in as somebody's mother, who is called so to the
face.

    her nephew Ham; Marta, the sister of Peter   a noun beside a name
    My mother came in with the lamp.             who is met so is hers: the noun is all there is of a name
    “Good night, Papa,” said Anna to Peter.      called so by somebody of whom it is sure that they say it, and to whom
    Mum puts the tea bag in a mug, and I wait.   who tells the story calls her so: his or hers
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import MentionNote
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import KIN
from castline.ingest.narrative.certainty import TOLD, is_plain, is_surely_said, rate_mention
from castline.ingest.narrative.modality import SUPPOSED, Modality, read_modality
from castline.ingest.resolution.cast.kinship import SAME, read_tie
from castline.ingest.resolution.cast.nominals import find_kin_noun, is_tellers_own, title_of
from castline.ingest.resolution.cast.result import Spoken
from castline.ingest.resolution.confidence import rate_speaker

CALLED = frozenset({"parent", "uncle", "aunt", "cousin"})
"""Kin of whom the noun is said to the face as to nobody else; "my son" and "brother" are said to strangers."""

_COMMAS = re.compile(r"\s*[,(—–-]+\s*(?:the\s+)?")
_CLOSED = re.compile(r"[’']s\b|\s+of\b|[\W_]*?[,.;:!?)—–”\"-](?!\s*(?:and|or)\b)")
_OWNS = re.compile(r"[’']s\b")
_LISTED = re.compile(r"\b[A-Z]\w+,\s\Z")
_CITED = re.compile(r"(?<![\w’])‘[^‘]*\Z")
_CITED_TO = re.compile(r"’(?!\w)")
"""Within what is said, what somebody else has said or written: it opens, and has not been closed."""
_GOES_ON = re.compile(r",\s[A-Z][\w.]+(?:\s[A-Z]\w*)?(?:,|\sand\b)")
"""Before a noun, and behind a name: others of whom a list tells."""
SPEAKS = 0.85
"""How sure it must be who says "my sister Marta"."""
MEANS = 0.7
"""How sure it must be whom a doubtful "her" means for "her sister Marta" to be told of her: of 22 that were less sure 10 were hers,
of 29 others 23 (27 novels)."""

Found = tuple[int, int, str, int, bool]
"""`a` is `kind` of `b`, at an offset; and whether it may be believed."""


def find_beside(draft: Draft) -> Iterator[tuple[int, int, str, int, str]]:
    """Ties that a noun beside a name tells, with the rule of each: (a, b, kind, offset, rule)."""
    notes, who = draft.notes.mentions, draft.found.who
    for index, note in enumerate(notes):
        other = _find_name(draft, index) if note.kind == "nominal" and not note.plural else -1
        kind = read_tie(draft.text, note) if other >= 0 else None
        if kind is None or notes[other].role == "voc":
            continue  # "his daughter, Anna" is Anna; "She is his daughter, Anna" is said to her
        bearer, owner = who[other], _find_owner(draft, index)
        known = bearer >= 0 and owner >= 0 and bearer != owner and fits(draft, note, bearer)
        if known and not _is_friend_by_word(draft, note, owner, bearer):
            sure = note.owner < 0 or is_plain(draft, note.owner)
            rule = "beside-said" if note.quote >= 0 else "beside" if sure else "beside-pronoun"
            if rule != "beside-pronoun" or rate_mention(draft, note.owner) >= MEANS:
                yield bearer, owner, kind, note.start, rule


def _find_name(draft: Draft, index: int) -> int:
    """The name that a noun stands beside, as its apposition or right before it ("her nephew Ham"); -1 for none."""
    notes = draft.notes.mentions
    for other in (notes[index].appos, index - 1, index + 1):
        if not 0 <= other < len(notes) or notes[other].kind != "name" or other == notes[index].owner:
            continue
        joined = notes[index].appos == other or notes[other].appos == index
        between = draft.text[notes[index].end : notes[other].start]
        owned = notes[index].owner >= 0 and notes[index].head in KIN and between.strip() == ","
        bare = other == index + 1 and (between.isspace() or owned)
        if (joined or bare) and is_beside(draft.text, notes[index], notes[other]):
            return other
    return -1


def is_beside(text: str, noun: MentionNote, name: MentionNote) -> bool:
    """Whether noun and name say one another: "his friend Hugh", "his sister, Marta, ...", "Marta, his sister, ..."; not
    "Marta, his sister, and ..." or "his sister, Marta, Hugh", which list, nor "Marta his sister saw"."""
    first, last = sorted((noun, name), key=lambda note: note.start)
    between = text[first.end : last.start]
    if first is noun and not between.strip():
        return True
    if first is noun and name.role == "subj" and noun.role != "subj":
        return False  # "angry with her husband, Marta, on hearing of it, ..."
    if first is noun and (_OWNS.match(text, last.end) or _LISTED.search(text[max(0, first.start - 40) : first.start])):
        return False  # "as he spoke of her husband, Marta's cup ..."; "Ada, her husband, Marta and Hugh"
    if _GOES_ON.match(text, last.end):
        return False
    return bool(_COMMAS.fullmatch(between) and _CLOSED.match(text, last.end))


def _find_owner(draft: Draft, index: int) -> int:
    """Whose kin a noun is, where that is sure: by its owner ("his", "our" of who speaks), or "of" behind it; -1 for nobody."""
    notes, note = draft.notes.mentions, draft.notes.mentions[index]
    if note.owner < 0:
        behind = index + 1 < len(notes) and draft.text[note.end : notes[index + 1].start] == " of "
        alone = behind and not _OWNS.match(draft.text, notes[index + 1].end)  # "the husband of Ada's cousin"
        return draft.found.who[index + 1] if alone and notes[index + 1].kind == "name" else -1
    said = draft.found.spoken[note.quote] if note.quote >= 0 else None
    if notes[note.owner].kind == "nominal" and not _goes_by(draft, note.owner):
        return -1
    own = notes[note.owner].kind == "pronoun" and notes[note.owner].person == 1
    if own and note.quote >= 0 and _is_cited(draft, note):
        return -1
    if is_plain(draft, note.owner) and not notes[note.owner].plural:
        return draft.found.who[note.owner]
    if said is None:
        return draft.found.who[note.owner]
    return said.speaker if own and said.speaker >= 0 and rate_speaker(said) >= SPEAKS else -1


def _is_cited(draft: Draft, note: MentionNote) -> bool:
    """Whether who speaks gives another's words: “It says ‘to my daughter Ada’.”"""
    first, last = next(part for part in draft.notes.utterances[note.quote].parts if note.start < part[1])
    opened = _CITED.search(draft.text[first : max(first, note.start)])
    return bool(opened and not _CITED_TO.search(opened.group()) and _CITED_TO.search(draft.text[note.end : last + 1]))


def _goes_by(draft: Draft, index: int) -> bool:
    """Whether whom a noun means is known by it, or bears it as a title: "the duke’s son" is not whoever was taken for a duke."""
    head, key = draft.notes.mentions[index].head, draft.found.who[index]
    if key < 0:
        return False
    person, title = draft.memory.person(key), title_of(head)
    return bool(title and title == person.title) or any(form.split()[-1].lower() == head for form in person.forms)


def _is_friend_by_word(draft: Draft, noun: MentionNote, owner: int, bearer: int) -> bool:
    """Whether somebody is a friend by a way of speaking alone: who is called so to the face ("Come, Martin, my friend"), and whom two
    speak of who both know him ("our friend Martin", with a smile)."""
    if noun.quote < 0 or noun.head != "friend":
        return False
    said, notes = draft.found.spoken[noun.quote], draft.notes.mentions
    called = (draft.found.who[at] for at in draft.notes.utterances[noun.quote].vocatives)
    to_face = owner == said.speaker and (bearer in said.addressees or bearer in called)
    return to_face or (noun.owner >= 0 and notes[noun.owner].person == 1 and notes[noun.owner].plural)


def find_introduced(draft: Draft) -> Iterator[Found]:
    """Those who come in as somebody's kin, and have no other name yet."""
    who = draft.found.who
    for key, first in draft.found.naming.met:
        told = find_kin_noun(draft.notes.mentions, who, first) if who[first] == key else -1
        note = draft.notes.mentions[told if told >= 0 else first]
        if note.kind != "nominal" or note.plural or note.head not in KIN or note.owner < 0 or _is_supposed(draft, note):
            continue
        owner, kind = who[note.owner], read_tie(draft.text, note)
        if kind and owner >= 0 and owner != key and draft.memory.person(owner).kind != "description":
            yield key, owner, kind, note.start, _is_own(draft, note.owner)


def _is_supposed(draft: Draft, note: MentionNote) -> bool:
    """ "I took her for his daughter"; and "my Father" in heaven."""
    return (
        bool(read_modality(draft, note.start) & (SUPPOSED | Modality.THOUGHT)) or note.form[-len(note.head) :].istitle()
    )


def _is_own(draft: Draft, owner: int) -> bool:
    """Whether it is sure whose kin: not where it is said to somebody's face."""
    return is_plain(draft, owner) and draft.notes.mentions[owner].person != 2


def find_called(draft: Draft) -> Iterator[tuple[int, int, str, int, str]]:
    """Those who are called by a kin noun by somebody who is told to say it, with the rule of each: "called" where it is told to whom
    it is said, "called-back" where that is who speaks just before or after."""
    for index, (quote, said) in enumerate(zip(draft.notes.utterances, draft.found.spoken, strict=True)):
        rule = _hear(draft, index, said) if said.rule in TOLD and len(said.addressees) == 1 else ""
        if not rule or said.speaker == said.addressees[0]:
            continue
        for note in (draft.notes.mentions[at] for at in quote.vocatives):
            kind = KIN.get(note.head.lower(), "")
            alone = note.owner < 0 and not note.plural and not note.definite
            letter = draft.text.endswith("Dear ", 0, note.start)  # read aloud, it is to whom the writer writes
            may = fits(draft, note, said.addressees[0]) and not _is_no_father(draft, note, said)
            if kind in CALLED and alone and not letter and may:
                yield said.addressees[0], said.speaker, kind, note.start, rule


def find_tellers_own(draft: Draft) -> Iterator[Found]:
    """Those whom a teller calls by a kin noun as by a name ("Mum came in, and I ..."): nobody says so of another's."""
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        teller = draft.found.teller_at(note.start)
        if is_tellers_own(note) and min(key, teller) >= 0 and key != teller and fits(draft, note, key):
            yield key, teller, KIN[note.head], note.start, True


def _is_no_father(draft: Draft, noun: MentionNote, said: Spoken) -> bool:
    """Whether a father by this word has another surname than who says it, who is no wife."""
    child, father = draft.memory.person(said.speaker), draft.memory.person(said.addressees[0])
    names = {person.surname[:SAME] for person in (child, father) if person.surname}
    return (
        KIN.get(noun.head.lower()) == "parent"
        and noun.gender == "m"
        and len(names) == 2
        and child.marriage != "married"
    )


def _hear(draft: Draft, quote: int, said: Spoken) -> str:
    """The rule by which it is known to whom something is said; "" where it is not."""
    if draft.notes.utterances[quote].addressee >= 0:
        return "called" if is_plain(draft, draft.notes.utterances[quote].addressee) else ""
    beside = (draft.found.spoken[at] for at in (quote - 1, quote + 1) if 0 <= at < len(draft.found.spoken))
    answers = any(other.speaker == said.addressees[0] and is_surely_said(other) for other in beside)
    return "called-back" if answers else ""


def fits(draft: Draft, noun: MentionNote, bearer: int) -> bool:
    """Whether somebody may bear a noun, by its gender."""
    return not noun.gender or draft.memory.person(bearer).gender in ("", noun.gender)
