"""Who has borne a form so far, of those whom a form can mean; looked up one by one, and kept for the chapter."""

from __future__ import annotations

from castline.ingest.language.names import same_given
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person


class Bearers:
    """Form -> whoever has borne it; of several, the one most often called so. Saves `find_person` what is known."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._known: dict[str, int] = {}

    def get(self, form: str) -> int:
        """The person's key, -1 for nobody."""
        if form not in self._known:
            self._known[form] = self._find(form)
        return self._known[form]

    def __contains__(self, form: str) -> bool:
        return self.get(form) >= 0

    def __setitem__(self, form: str, key: int) -> None:
        self._known[form] = key

    def __delitem__(self, form: str) -> None:
        self._known[form] = -1

    def uses(self, form: str) -> int:
        """How often the form has been used by now of whoever bears it."""
        key = self.get(form)
        return self.memory.people[key].forms[form] if key >= 0 else 0

    def has_given(self, form: str, given: str) -> bool:
        """Whether whoever bears the form is known by the given name."""
        key = self.get(form)
        borne = self.memory.people[key].given if key >= 0 else ""
        return bool(borne) and same_given(borne, given)

    def forms_with(self, words: list[str]) -> set[str]:
        """The forms borne that have any of the words, as written."""
        people = self.memory.people.among(words)
        found = {form for person in people for form in person.forms if not set(form.split()).isdisjoint(words)}
        return {form for form in found if form in self}

    def _find(self, form: str) -> int:
        best: Person | None = None
        for person in self.memory.people.among([f"form:{form}"]):
            borne = form in person.forms and (person.kind != "description" or person.given or person.surname)
            if borne and person.joined < 0:
                more = best is None or (person.forms[form], person.count) > (best.forms[form], best.count)
                best = person if more else best
        return best.key if best else -1
