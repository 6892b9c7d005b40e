"""The people of an answer, found again in the memory in which its chapter is settled.

A prompt was written from the rules' own reading of all chapters before. By the time its answer is laid, earlier answers
have joined people and brought in others: so whoever is meant is looked for by id, and by the names told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.decisions import Decisions, Introduction, Naming
from castline.ingest.language.names import read_name
from castline.ingest.learn import learn_people
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person
from castline.ingest.model.form import NewPerson
from castline.ingest.model.known import Known

_PRONOUNS = frozenset({"he", "she", "they", "him", "her", "them", "we", "us", "i", "you", "it", "who"})
_OPENING = re.compile(r"(?:The|An?|My|His|Her|Our|Their|Your|That|This)(?= )")
"""What a noun begins with that opens a sentence: "The ferryman" is "the ferryman" elsewhere."""
_SEVERAL = re.compile(
    r"(?:both|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|some|several|many|all|other|the other)"
    r"\s.*s\Z|.*\b(?:men|women|people|children|folk|others)\Z",
    re.I,
)


def is_nobodys(name: str) -> bool:
    """Whether a name is nobody's to be known by later: a pronoun, or a word for several ("eleven nuns", "thirty men")."""
    return name.lower() in _PRONOUNS or bool(_SEVERAL.match(name))


class People:
    """Who is meant by the ids of one answer. `strangers` are those whom it brings in, as decisions still to be laid."""

    def __init__(self, listed: dict[str, Known], memory: Memory, decisions: Decisions) -> None:
        self.memory = learn_people(memory, decisions)
        self.keys: dict[str, int] = {}
        self.crowds: dict[str, str] = {}
        """Ids of those brought in who are several, or have no noun to go by, with what they are called in a sentence."""
        self.strangers: list[Introduction | Naming] = []
        self._met = {met.person for met in decisions.introductions}
        self._own: dict[str, int] = {}
        for name, known in listed.items():
            key = self._find(known)
            self._own[name] = next((one.key for one in self.memory.people if one.id == known.id), key)
            if key >= 0:
                self.keys[name] = key

    def _find(self, known: Known) -> int:
        """The key of who is meant; -1 where the memory holds nobody of the id, or of one of the names alone."""
        same = [person for person in self.memory.people if person.id == known.id]
        if same and (not known.forms or self._bears(same[0], known.forms)):
            return self.memory.person(same[0].key).key
        for form in known.forms:
            if (key := self.find_named(form)) >= 0:
                return key
        return self._find_most_like(known.forms)

    def own(self, one: str) -> int:
        """The key under which somebody was met, whoever they have become since; -1 for a stranger."""
        return self._own.get(one, -1)

    def _find_most_like(self, forms: tuple[str, ...]) -> int:
        """The key of whoever goes by most of the forms, of several who go by one each whoever is used most; -1 for nobody."""
        people = [one for one in self.memory.people if one.joined < 0 and any(form in one.forms for form in forms)]
        return (
            max(people, key=lambda one: (sum(form in one.forms for form in forms), one.count, -one.key)).key
            if people
            else -1
        )

    def _bears(self, person: Person, forms: tuple[str, ...]) -> bool:
        borne = set(person.forms) | set(self.memory.person(person.key).forms)
        return any(form in borne for form in forms)

    def find_named(self, form: str) -> int:
        """The key of the only person who goes by a form; -1 for none, or several."""
        found = {self.memory.person(person.key).key for person in self.memory.people if form in person.forms}
        return found.pop() if len(found) == 1 else -1

    def bring_in(self, new: NewPerson, span: tuple[int, int], scene: int, rule: str, confidence: float) -> None:
        """Somebody new, or who has come to be known by that name meanwhile."""
        name = _OPENING.sub(lambda found: found.group().lower(), " ".join(new.name.split()))
        if is_nobodys(name):
            self.crowds[new.id] = (
                {"m": "a man", "f": "a woman"}.get(new.gender, "some") if name.lower() in _PRONOUNS else name
            )
            return
        key = self.find_named(name)
        if key not in self._met and not name[:1].isupper():
            key = -1  # a noun means whom it meant in the same chapter, and in another somebody else
        if key < 0:
            key = len(self.memory.people)
            named = read_name(name) if name[:1].isupper() else None
            kind = "name" if named else "description"
            self.memory.people.meet(new.id, kind).forms[name] = 1
            common = {"start": span[0], "end": span[1], "scene": scene, "rule": rule, "confidence": confidence}
            self.strangers.append(Introduction(**common, person=key, kind=kind))  # type: ignore[arg-type]
            self.strangers.append(
                Naming(**common, person=key, form=name, type=named.type if named else "description")  # type: ignore[arg-type]
            )
        self.keys[new.id] = key

    def find_all(self, ids: list[str]) -> Iterator[int]:
        """The keys of those who are found, once each."""
        yield from dict.fromkeys(self.keys[one] for one in ids if one in self.keys)

    def name_of(self, one: str) -> str:
        """The best name so far, "the narrator" where none is told."""
        person = self.memory.person(self.keys[one])
        return person.name if person.forms else "the narrator"
