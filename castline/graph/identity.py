"""Who is who as of a moment: ids joined by identities told by then, under the best name known by then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from castline.errors import AmbiguousName, UnknownName
from castline.graph.asked_names import NEAR, compare, drop_titles, fold, say_plainly, suggest
from castline.graph.corrections import is_said
from castline.graph.facts import PARTED, Attribute, Character, Fact, Identity, Name
from castline.graph.honorifics import count_titles
from castline.graph.moments import FOREVER, pack, show

_RANK = {"full": 0, "title": 2, "given": 3, "family": 4, "nickname": 5, "description": 6}
"""Which type of name serves best; a full name with a title stands between full and title."""
SAID, LEADING = -2, -1
"""The rank of a name that a person says is the right one, and of one most used: of several, the last serves."""
SAME = 4
"""Letters that two endings of one surname have in common, at least."""
KINDS = ("character", "name", "identity", "attribute")
NAMELESS = "(unnamed)"
"""Who has no name by a moment."""


class Cast:
    """The people of a saga, indexed once; every question takes a bound (packed, inside)."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.met: dict[str, int] = {}
        self.narrators: set[str] = set()
        self.names: dict[str, list[tuple[int, Name]]] = {}
        self.genders: dict[str, list[tuple[int, str]]] = {}
        self._forms: dict[str, list[tuple[int, str]]] = {}
        self._best: dict[str, tuple[list[int], list[tuple[int, Name]]]] = {}
        self._joined: dict[str, list[tuple[int, int, str]]] = {}
        """Id -> (told, until, other): until is outside, as a state's end is."""
        for fact in facts:
            self._index(fact)

    def _index(self, fact: Fact) -> None:
        told = pack(fact.told)
        match fact:
            case Character():
                self.met[fact.id] = told
                if fact.narrator:
                    self.narrators.add(fact.id)
            case Name():
                self.names.setdefault(fact.character, []).append((told, fact))
                self._forms.setdefault(compare(fact.form), []).append((told, fact.character))
            case Identity() if fact.how != PARTED:
                until = pack(fact.until) if fact.until else FOREVER + 1
                self._joined.setdefault(fact.a, []).append((told, until, fact.b))
                self._joined.setdefault(fact.b, []).append((told, until, fact.a))
            case Attribute() if fact.attribute == "gender":
                self.genders.setdefault(fact.character, []).append((told, fact.value))

    def members(self, identifier: str, bound: int) -> list[str]:
        """The ids known by the bound to be this person, the one first met first."""
        if identifier not in self._joined:
            return [identifier]
        found, queue = {identifier}, [identifier]
        for one in queue:
            for told, until, other in self._joined.get(one, ()):
                if told <= bound < until and other not in found:
                    found.add(other)
                    queue.append(other)
        return sorted(found, key=self._order)

    def has_joined(self, since: int, bound: int) -> bool:
        """Whether any two turned out to be one, or two again, after one bound and by another."""
        rows = (row for found in self._joined.values() for row in found)
        return any(since < told <= bound or since < until <= bound for told, until, _ in rows)

    def root(self, identifier: str, bound: int) -> str:
        """The one id under which a person is shown: that of whoever was met first."""
        return self.members(identifier, bound)[0] if identifier in self._joined else identifier

    def _order(self, identifier: str) -> tuple[int, int, str]:
        return self.met.get(identifier, 0), len(identifier), identifier

    def name(self, identifier: str, bound: int) -> str:
        """The main name by the bound: what a person says it is, else that which leads, else the fullest, the first told. Of those
        who turned out to be one: whoever was met first has the name that leads for all of them."""
        if identifier not in self._joined:
            alone = self._main(identifier, bound)
            return alone[1].form if alone else NAMELESS
        found = [self._main(one, bound) for one in self.members(identifier, bound)]
        if found[0] and found[0][1].leads and not any(row and _is_chosen(row[1]) for row in found):
            return found[0][1].form
        best = min((row for row in found if row), key=_order_of, default=None)
        return best[1].form if best else NAMELESS

    def _main(self, one: str, bound: int) -> tuple[int, Name] | None:
        """The main name of somebody joined with nobody, and when it was told: each that was it in its turn, found by its moment."""
        steps = self._best.get(one)
        if steps is None:
            steps, least = ([], []), 99.0
            for told, name in sorted(self.names.get(one, ()), key=lambda row: row[0]):
                if (rank := _rank(name)) < least or rank == least < 0:
                    least = rank
                    steps[0].append(told)
                    steps[1].append((told, name))
            self._best[one] = steps
        found = bisect_right(steps[0], bound)
        return steps[1][found - 1] if found else None

    def gender(self, identifier: str, bound: int) -> str | None:
        """ "male", "female", or None while the text has not told. Of those who turned out to be one: what is told of whoever was
        met first, under whom the votes for all of them go on; a nickname told of another must not turn him into a woman."""
        for one in self.members(identifier, bound):
            if told := [row for row in self.genders.get(one, ()) if row[0] <= bound]:
                return max(told)[1]
        return None

    def known(self, bound: int) -> list[str]:
        """Everybody met by the bound, one id each, in the order met."""
        met = [one for one, told in self.met.items() if told <= bound]
        return [one for one in sorted(met, key=self._order) if self.root(one, bound) == one]

    def find(self, asked: str, bound: int) -> str:
        """The one person whom a name, part of a name, or an id means by the bound; of several, whoever is shown by it. Where
        nobody is called so, whoever is called so more plainly.

        Raises UnknownName with suggestions, or AmbiguousName with candidates; both as of the bound.
        """
        found = self.candidates(asked, bound) or self.plain_candidates(asked, bound)
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(self._introduce(one, found[:6], bound) for one in found[:6])
            raise AmbiguousName(
                f"'{asked}' may mean several people by {show(bound)}: {names}. Ask with a fuller name, or with the id.",
                tuple(found),
            )
        near = self._near(fold(asked), bound)
        hint = f" Did you mean {' or '.join(repr(form) for form in near)}?" if near else ""
        raise UnknownName(
            f"Nobody called '{asked}' has been met by {show(bound)}.{hint} `castline cast --at ...` lists everybody.",
            near,
        )

    def _introduce(self, one: str, beside: list[str], bound: int) -> str:
        """Somebody by name and id; where another is called so, too, by when they were met and their longest other name."""
        name = self.name(one, bound)
        if [self.name(other, bound) for other in beside].count(name) == 1:
            return f"'{name}' ({one})"
        forms = {n.form for i in self.members(one, bound) for told, n in self.names.get(i, ()) if told <= bound} - {
            name
        }
        also = f", also '{max(sorted(forms), key=len)}'" if forms else ""
        return f"'{name}'{also} (met in {show(self.met[one])}; {one})"

    def candidates(self, asked: str, bound: int) -> list[str]:
        """The people whom a name, part of a name, or an id may mean by the bound: one where it is told apart, none where nobody
        is called so."""
        if asked in self.met and self.met[asked] <= bound:
            return [self.root(asked, bound)]
        wanted = compare(asked)
        bare = wanted.removeprefix("the ")
        found = (
            self._exact(wanted, bound) or self._exact(bare, bound) or self._partial(bare, bound)
            or self._scattered(bare, bound) or self._given(bare, bound)
        )  # fmt: skip
        shown = [one for one in found if compare(self.name(one, bound)) == wanted] if len(found) > 1 else found
        return shown if len(shown) == 1 else found

    def plain_candidates(self, asked: str, bound: int) -> list[str]:
        """The people who are called by what was asked, said more plainly: the least plain that anybody is called by."""
        plain = (
            self._exact(said, bound) if said.startswith("the ") else self.candidates(said, bound)
            for said in say_plainly(compare(asked))
        )
        return next((found for found in plain if found), []) or self._called_by_surname(compare(asked), bound)

    def others(self, asked: str, one: str, bound: int) -> list[str]:
        """Who else goes by what was asked and found to be `one`: by all of it or, where it is a single word, by a name
        with that word in it. Nobody else bears an id."""
        if asked in self.met and self.met[asked] <= bound:
            return []
        wanted = compare(asked)
        bare = wanted.removeprefix("the ")
        found = [*self._exact(wanted, bound), *self._exact(bare, bound)]
        if " " not in bare:
            found += self._partial(bare, bound)
        return [other for other in dict.fromkeys(found) if other != one]

    def bears(self, name: str, bound: int) -> bool:
        """Whether somebody goes by the very name by the bound."""
        return bool(self._exact(compare(name), bound))

    def _exact(self, wanted: str, bound: int) -> list[str]:
        return self._roots((one for told, one in self._forms.get(wanted, []) if told <= bound), bound)

    def _partial(self, wanted: str, bound: int) -> list[str]:
        words = set(wanted.split())
        if not words:
            return []
        found = (
            one for form, rows in self._forms.items() if words <= set(form.split())
            for told, one in rows if told <= bound
        )  # fmt: skip
        return self._roots(found, bound)

    def _scattered(self, wanted: str, bound: int) -> list[str]:
        """Those who bear every word, if not in one name: "Lydia Marsh" who is called Lydia and Miss Marsh. A title must
        stand with the surname."""
        words = wanted.split()
        surname = " ".join([*words[: count_titles(wanted)], *words[-1:]])
        found = self._partial(surname, bound)
        return [one for one in found if set(words) <= self._words(one, bound)]

    def _words(self, one: str, bound: int) -> set[str]:
        """Every word in a name of somebody, by the bound."""
        told = (row for member in self.members(one, bound) for row in self.names.get(member, ()) if row[0] <= bound)
        return {word for _, name in told for word in compare(name.form).split()}

    def _given(self, wanted: str, bound: int) -> list[str]:
        """ "Lydia Marsh" where only a Lydia has been named, with no surname of her own, and there are people of that
        surname, or of its other ending ("Orlov", "Orlova")."""
        given, _, surname = " ".join(drop_titles(wanted)).partition(" ")
        if not surname or not (self._partial(surname, bound) or self._akin(surname, bound)):
            return [] if surname or not given or given == wanted else self._exact(given, bound)
        return [one for one in self._exact(given, bound) if not self._has_surname(one, given, bound)]

    def _called_by_surname(self, wanted: str, bound: int) -> list[str]:
        """ "Ada Marsh" where nobody is an Ada, and of all who bear the surname just one has no given name, and no title but
        that of the question."""
        title = wanted.split()[: count_titles(wanted)]
        given, _, surname = " ".join(drop_titles(wanted)).partition(" ")
        if not surname or self._partial(given, bound):
            return []
        alone = {surname, " ".join([*title, surname])}
        found = self._partial(surname, bound)
        return [one for one in found if all(form in alone for form in self._called(one, bound))]

    def _called(self, one: str, bound: int) -> set[str]:
        """By what names somebody goes by the bound; nouns are none."""
        return {
            compare(name.form)
            for member in self.members(one, bound)
            for told, name in self.names.get(member, ())
            if told <= bound and name.type != "description"
        }

    def _akin(self, surname: str, bound: int) -> bool:
        """Whether a name by the bound ends in a word that begins as the surname does, but for the ending."""
        stem = surname[: max(SAME, len(surname) - 4)]
        return any(
            form.split()[-1].startswith(stem)
            for form, rows in self._forms.items()
            if form
            for told, _ in rows
            if told <= bound
        )

    def _has_surname(self, one: str, given: str, bound: int) -> bool:
        """Whether somebody is known by a name that is more than a given one; what he is called by a noun is none."""
        return any(
            not compare(name.form).endswith(given) and name.type not in ("given", "nickname", "description")
            for told, name in self.names.get(one, ())
            if told <= bound
        )

    def _roots(self, ids: Iterable[str], bound: int) -> list[str]:
        return list(dict.fromkeys(self.root(one, bound) for one in ids))

    def _near(self, wanted: str, bound: int) -> tuple[str, ...]:
        """Names of at most three people, known by the bound, that look like what was asked, whole or in one word."""
        forms = {fold(name.form): name for rows in self.names.values() for told, name in rows if told <= bound}
        people: dict[str, str] = {}
        for form in suggest(wanted, forms):
            people.setdefault(self.root(forms[form].character, bound), forms[form].form)
        return tuple(people.values())[:NEAR]


def _rank(name: Name) -> float:
    """The lesser, the better it serves as the main name of one person; of the names below 0 the last told serves."""
    return SAID if _is_chosen(name) else LEADING if name.leads else _worth(name)


def _is_chosen(name: Name) -> bool:
    """Whether a person has said that somebody is to be shown under a name."""
    return name.leads and is_said(name.by)


def _worth(name: Name) -> float:
    """The lesser, the better it serves beside the main name of who turned out to be the same."""
    if _is_chosen(name):
        return SAID
    return _RANK[name.type] + (1 if name.type == "full" and "." in name.form.split()[0] else 0)


def _order_of(row: tuple[int, Name]) -> tuple[float, int]:
    """The least goes first among the main names of those who are one: the best, the first told; of what people say, the last."""
    told, name = row
    return _worth(name), -told if _is_chosen(name) else told
