"""The nameless who act or speak in a chapter ("an old man", "his wife"): people of their own, from their first mention on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from castline.ingest.annotations import NAMED_SO, UtteranceNote
from castline.ingest.memory.people import STRONG, vote_gender
from castline.ingest.resolution.cast.nominals import find_kin_noun, keeps_noun
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.nominal_characters import ACTS

TALE = 1500
"""Characters of a quote from which on it is taken to tell what happened."""


def name_strangers(refer: References) -> None:
    """Let a stranger be whom the chapter names him as: "a porter, whose name was Marsh". Of kin ("my brother’s name is Edmund")
    it is remembered."""
    found, memory = refer.found, refer.memory
    named: dict[int, int] = {}
    for reveal in refer.notes.reveals:
        if reveal.how != NAMED_SO:
            continue
        index, other = _find_named(refer, reveal.one), found.meant[reveal.other]
        key = found.meant[index] if index >= 0 else -1
        if key < -1 and other >= 0 and key not in refer.discourse.many and _may_be_named(refer, index):
            genders = {_gender_of(refer, key), memory.people[other].gender} - {""}
            if len(genders) < 2:
                named[key] = memory.person(other).key
    for key, other in named.items():
        tie = _tie_of(refer, -2 - key)
        if tie[0] >= 0:
            memory.ties.nameless[tie] = other
    _replace(refer, named)


def _find_named(refer: References, index: int) -> int:
    """The mention whose bearer has the name: of "his name", the noun before it in its sentence that may be his, if there is one
    ("I met a lady; her name was Ada"); -1 where that noun means nobody ("it was some lady; her name ...")."""
    mentions, meant, said = refer.notes.mentions, refer.found.meant, refer.notes.mentions[index]
    nouns = []
    for at in range(index - 1, -1, -1) if said.kind == "pronoun" else ():
        if mentions[at].sentence != said.sentence:
            break
        fits = mentions[at].gender in ("", said.gender) and not mentions[at].plural and mentions[at].role != "voc"
        nouns += [at] if mentions[at].kind == "nominal" and fits else []
    return next((at for at in nouns if meant[at] < -1), -1 if nouns else index)


def _may_be_named(refer: References, index: int) -> bool:
    """Whether it is sure enough that whom a mention means is whoever that stranger has been."""
    mentions, meant = refer.notes.mentions, refer.found.meant
    return mentions[index].kind == "pronoun" or keeps_noun(mentions, meant, -2 - meant[index], index)


def meet_strangers(refer: References, make_id: str) -> None:
    """Let in whoever has acted or spoken often enough, known by a noun alone, and let what meant a stranger mean them. "His
    brother" is who went by that before, if anybody did."""
    found, memory = refer.found, refer.memory
    order = len(found.naming.met)
    met: dict[int, int] = {}
    for key in sorted(key for key, acts in _count_acts(refer).items() if acts >= ACTS)[::-1]:
        index = -2 - key
        tie = _tie_of(refer, index)
        if tie in memory.ties.nameless:
            met[key] = memory.person(memory.ties.nameless[tie]).key
            continue
        order += 1
        person = memory.people.meet(f"{make_id}d{order}", "description")
        if tie[0] >= 0:
            memory.ties.nameless[tie] = person.key
        met[key] = person.key
        form = _describe(refer, *tie)
        person.met, person.forms[form] = memory.book, 0
        vote_gender(person, _gender_of(refer, key), STRONG)
        found.naming.met.append((person.key, index))
        found.described.append((person.key, form, index))
    _replace(refer, met)


def _replace(refer: References, people: Mapping[int, int]) -> None:
    """Let what meant a stranger mean somebody known."""
    found = refer.found
    found.meant = [people.get(key, key) for key in found.meant]
    for said in found.spoken:
        said.speaker = people.get(said.speaker, said.speaker)
        said.addressees = [people.get(key, key) for key in said.addressees]


def _count_acts(refer: References) -> Counter[int]:
    """How often each stranger speaks, or is the subject of what is told, in a tale within quotation marks too."""
    acts: Counter[int] = Counter()
    tales = {index for index, quote in enumerate(refer.notes.utterances) if _count_signs(quote) >= TALE}
    for note, key in zip(refer.notes.mentions, refer.found.meant, strict=True):
        acts[key] += key < -1 and note.role == "subj" and (note.quote < 0 or note.quote in tales)
    for said in refer.found.spoken:
        acts[said.speaker] += said.speaker < -1
    return Counter({key: count for key, count in acts.items() if count and key not in refer.discourse.many})


def _count_signs(quote: UtteranceNote) -> int:
    return sum(end - start for start, end in quote.parts)


def _describe(refer: References, owner: int, noun: str) -> str:
    """What somebody is called: by whose kin they are, where that is somebody with a name or the teller, else by the noun."""
    if owner >= 0 and refer.memory.people[owner].kind != "description":
        return f"{refer.memory.people[owner].name}’s {noun}"
    return f"the {noun}"


def _tie_of(refer: References, index: int) -> tuple[int, str]:
    """Whose kin somebody is, as far as it is known (else -1), and the noun. `index` is the first mention of them."""
    mentions, meant = refer.notes.mentions, refer.found.meant
    told = find_kin_noun(mentions, meant, index)
    return (meant[mentions[told].owner], mentions[told].head) if told >= 0 else (-1, mentions[index].head)


def _gender_of(refer: References, key: int) -> str:
    """The noun's gender, or that of the pronouns that mean its bearer."""
    own = refer.notes.mentions[-2 - key].gender
    said = Counter(note.gender for note, one in zip(refer.notes.mentions, refer.found.meant, strict=True)
                   if one == key and note.kind == "pronoun" and note.gender)  # fmt: skip
    return own or next((gender for gender, _ in said.most_common(1)), "")
