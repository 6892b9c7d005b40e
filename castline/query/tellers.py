"""Who tells without a name, and may be somebody who has one: whom others call by it where the teller is, and whom the telling
never names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from castline.graph.facts import Mention, Name, Utterance
from castline.query.calls import match_calls
from castline.query.finding import Finding
from castline.query.spoken import find_saying, list_spans
from castline.query.view import View, cite

LEAST = 2
"""Sayings that call somebody, from which on it is worth asking whether the teller is meant."""
CALLED = 0.5
"""The part of others' sayings that name somebody of which more must be calls: who is there is called, who is not is talked of."""
CLEAR = 2
"""How many times as many they must be as those of anybody else of whom it might be so."""
Names = dict[str, list[Name]]
Place = tuple[int, int]
"""A book, and a chapter of it or an offset into it."""


def find_tellers(view: View, names: Names, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    """ "The narrator" beside the one person who is called by name in his chapters, and whom the telling never names. It
    touches all the scenes of whoever tells."""
    unnamed = [one for one in sorted(names) if _is_unnamed(view, one, names[one]) and scenes[one]]
    if not unnamed:
        return
    quotes: list[Utterance] = list(view.facts(["utterance"]))
    naming = [mention for mention in view.facts(["mention"]) if mention.type == "name"]
    for teller in unnamed:
        there = _chapters(view, teller)
        told = [said for said in quotes if _chapter(said) in there]
        found = _rank(view, teller, names, told, [one for one in naming if _chapter(one) in there])
        if found and (len(found) == 1 or found[0][0] >= CLEAR * found[1][0]):
            calls, who = found[0]
            why = f"{view.name(who)} is called so {calls} times where {view.name(teller)} tells, and never named in the telling"
            yield Finding(
                "split", len(scenes[teller]), (view.name(teller), view.name(who)), (teller, who), why, (cite(names[who][0]),),
                ("same", teller, who),
            )  # fmt: skip


def _is_unnamed(view: View, one: str, borne: list[Name]) -> bool:
    return bool(view.cast.narrators & set(view.cast.members(one, view.bound))) and all(
        name.type == "description" for name in borne
    )


def _chapter(fact: Mention | Utterance) -> Place:
    return fact.book, fact.chapter


def _chapters(view: View, teller: str) -> set[Place]:
    """The chapters in whose scenes somebody is."""
    return {
        (scene.book, scene.chapter) for scene in view.facts(["scene"])
        if any(view.root(one.character) == teller for one in scene.present)
    }  # fmt: skip


def _rank(
    view: View, teller: str, names: Names, quotes: list[Utterance], naming: list[Mention]
) -> list[tuple[int, str]]:
    """(Calls by others, person), the most first, of those whom the telling never names, and who are called more often than the
    teller speaks of them, and others do."""
    calls = _count_calls(view, teller, names, quotes)
    told, own, others = _count_naming(view, teller, quotes, naming)
    gender = view.cast.gender(teller, view.bound)
    found = [
        (times, one) for one, times in calls.items()
        if one not in told and times >= LEAST and times > own[one] and times > CALLED * others[one]
        and not {gender, view.cast.gender(one, view.bound)} >= {"male", "female"}
    ]  # fmt: skip
    return sorted(found, key=lambda row: (-row[0], row[1]))


def _count_calls(view: View, teller: str, names: Names, quotes: list[Utterance]) -> Counter[str]:
    """How many sayings call each, of those that are neither the teller's nor their own."""
    bearers = _find_bearers(names)
    if not bearers:
        return Counter()
    pattern, calls = match_calls(bearers), Counter[str]()
    for said in quotes:
        speaker = view.root(said.speaker) if said.speaker else ""
        if speaker != teller:
            forms = pattern.findall(" ".join((said.words or said.text).split()))
            calls.update({one for form in forms for one in bearers[form]} - {speaker})
    return calls


def _find_bearers(names: Names) -> dict[str, set[str]]:
    """A name -> those who go by it."""
    bearers: defaultdict[str, set[str]] = defaultdict(set)
    for one, borne in names.items():
        for name in borne:
            if name.type != "description":
                bearers[" ".join(name.form.split())].add(one)
    return bearers


def _count_naming(
    view: View, teller: str, quotes: list[Utterance], naming: list[Mention]
) -> tuple[set[str], Counter[str], Counter[str]]:
    """Whom the telling names; how often the teller names each in what he says; and how many sayings of others do."""
    spans = list_spans(quotes)
    told, own, others = set[str](), Counter[str](), set[tuple[int, str]]()
    for mention in naming:
        who, at = view.root(mention.character), find_saying(spans, mention.book, mention.start)
        if at < 0:
            told.add(who)
        elif (speaker := quotes[at].speaker) and view.root(speaker) == teller:
            own[who] += 1
        else:
            others.add((at, who))
    return told, own, Counter(who for _, who in others)
