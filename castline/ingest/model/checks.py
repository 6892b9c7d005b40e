"""What an answer may say of its passage. The rest is refused, with a reason that the model can mend it by.

Evidence must stand in the passage; ids must be of the people listed or brought in; numbers must be on their scales; a
name that the passage and the list of people do not hold is not told by then, wherever the model has it from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from castline.ingest.annotations import ABILITIES, BELONGINGS, HOBBY, LOOKS, NATURE
from castline.ingest.language.lexicon import KIN
from castline.ingest.model.form import (
    GENDERS,
    Felt,
    Learnt,
    Meant,
    NewPerson,
    Portrayed,
    Reading,
    Same,
    Spoken,
    Teller,
    Tied,
    Told,
    Trait,
)
from castline.ingest.model.grounds import Asked
from castline.ingest.model.prompts import MOODS, TIES, TRAITS, Prompt
from castline.ingest.model.seen import Seen

T = TypeVar("T")
LONGEST_SENTENCE, LONGEST_LINE, LONGEST_VALUE, LONGEST_NAME = 300, 200, 90, 60
IN_OWN_WORDS = frozenset({ABILITIES, BELONGINGS, HOBBY, LOOKS, NATURE})
"""Kinds of traits that a model may put in words of its own: what somebody is called, does and comes from must stand in the passage."""
_KINS = re.compile(r"(?P<owner>[^\W\d_][\w. -]*)['’]s (?P<kin>[a-z-]+)")
_ID = re.compile(r"\b[pn]\d+\b")


def check(reading: Reading, seen: Seen, prompt: Prompt) -> tuple[Reading, list[str]]:
    """The reading without what is refused, and why each was."""
    asked = Asked(seen, prompt, frozenset(reading.on))
    new = _keep(asked, "new", reading.new, _find_fault_with_new)
    events = _keep(asked, "ev", reading.ev, _find_fault_with_event)
    kept: dict[str, Any] = {
        "place": reading.place if reading.place and asked.stands(reading.place) else "",
        "new": new,
        "ev": [_without_absent(asked, told) for told in events],
        "on": _keep(asked, "on", reading.on, _find_fault_with_id),
        "nobody": _keep(asked, "nobody", reading.nobody, _find_fault_with_id),
        "i": _keep(asked, "i", reading.i, _find_fault_with_teller),
        "same": _keep(asked, "same", reading.same, _find_fault_with_same),
        "q": _keep(asked, "q", reading.q, _find_fault_with_speaker),
        "m": _keep(asked, "m", reading.m, _find_fault_with_word),
        "kn": _keep(asked, "kn", reading.kn, _find_fault_with_knowledge),
        "fe": _keep(asked, "fe", reading.fe, _find_fault_with_level),
        "tie": _keep(asked, "tie", reading.tie, _find_fault_with_tie),
        "at": _keep(asked, "at", reading.at, _find_fault_with_trait),
        "mo": _keep(asked, "mo", reading.mo, _find_fault_with_mood),
        "po": _keep(asked, "po", reading.po, _find_fault_with_portrait),
        "drop": _keep(asked, "drop", reading.drop, _find_fault_with_guess),
    }
    return Reading.model_construct(**kept), asked.refused


def count_items(reading: Reading) -> int:
    """How many things a reading says."""
    return sum(len(value) for name, value in reading if name != "place")


def _keep(asked: Asked, name: str, items: Sequence[T], find_fault: Callable[[Asked, T], str]) -> list[T]:
    kept = []
    for number, item in enumerate(items, 1):
        fault = find_fault(asked, item)
        if fault:
            asked.refused.append(f"{name} {number}: {fault}")
        else:
            kept.append(item)
    return kept


def _evidence(asked: Asked, words: str) -> str:
    return "" if asked.stands(words) else f"its evidence {words[:80]!r} does not stand in the passage"


def _people(asked: Asked, *ids: str) -> str:
    return next((f"{one[:20]!r} is nobody's id" for one in ids if not asked.is_known(one)), "")


def _two(asked: Asked, one: str, other: str) -> str:
    return _people(asked, one, other) or ("both are one person" if one == other else "")


def _find_fault_with_id(asked: Asked, one: str) -> str:
    return _people(asked, one)


def _find_fault_with_new(asked: Asked, one: NewPerson) -> str:
    if not re.fullmatch(r"n\d{1,3}", one.id) or one.id in asked.brought:
        return f"{one.id[:20]!r} will not do as a new id: n1, n2 ..., each once"
    if len(one.name) > LONGEST_NAME or not (asked.stands(one.name) or _is_kins(asked, one.name)):
        return f"the name {one.name[:60]!r} does not stand in the passage"
    fault = _evidence(asked, one.ev)
    if not fault:
        asked.brought.add(one.id)
    return fault


def _is_kins(asked: Asked, name: str) -> bool:
    """Whether a name is made of somebody's who is told of: "Ada's father"."""
    made = _KINS.fullmatch(name)
    return made is not None and made["kin"] in KIN and not asked.find_untold(made["owner"])


def _find_fault_with_event(asked: Asked, told: Told) -> str:
    if told.id in asked.events:
        return f"there is an {told.id[:20]!r} already"
    if not told.says.strip() or len(told.says) > LONGEST_SENTENCE or "\n" in told.says:
        return f"it must be one sentence of at most {LONGEST_SENTENCE} characters"
    fault = _people(asked, *told.do, *told.to, *told.saw, *told.told, *told.out, *_ID.findall(told.says))
    fault = fault or asked.find_untold(told.says) or _evidence(asked, told.ev)
    if not fault and not (told.do or told.to):
        fault = "nobody does or undergoes it"
    if not fault:
        asked.events.add(told.id)
    return fault


def _without_absent(asked: Asked, told: Told) -> Told:
    """An event without the roles of people whom the passage does not hold."""
    absent = {one for one in (*told.do, *told.to, *told.saw, *told.told) if one not in asked.held | asked.brought}
    if not absent:
        return told
    asked.refused.append(f"ev {told.id}: the passage does not hold {', '.join(sorted(absent))}")
    roles = {role: [one for one in getattr(told, role) if one not in absent] for role in ("do", "to", "saw", "told")}
    return told.model_copy(update=roles)


def _find_fault_with_teller(asked: Asked, one: Teller) -> str:
    first, last = asked.prompt.passage.paragraphs
    return _people(asked, one.who) or ("" if 1 <= one.par <= last - first + 1 else f"there is no paragraph {one.par}")


def _find_fault_with_same(asked: Asked, one: Same) -> str:
    if len(one.how) > LONGEST_NAME * 2:
        return "`how` must be a few words"
    return _two(asked, one.a, one.b) or asked.find_untold(one.how) or _evidence(asked, one.ev)


def _find_fault_with_speaker(asked: Asked, one: Spoken) -> str:
    wrong = [number for number in one.n if not 1 <= number <= len(asked.prompt.passage.quotes)]
    return (f"there is no quote {wrong[0]}" if wrong else "") or (_people(asked, one.who) if one.who else "")


def _find_fault_with_word(asked: Asked, one: Meant) -> str:
    wrong = [number for number in one.n if not 1 <= number <= len(asked.prompt.words)]
    return (f"there is no word w{wrong[0]}" if wrong else "") or (_people(asked, one.who) if one.who else "")


def _find_fault_with_knowledge(asked: Asked, one: Learnt) -> str:
    if one.what not in asked.events:
        return f"{one.what[:20]!r} is no event of this answer"
    return _people(asked, one.who, *_given(one.by))


def _given(one: str) -> Iterator[str]:
    if one:
        yield one


def _find_fault_with_level(asked: Asked, one: Felt) -> str:
    if not -10 <= one.a <= 10 or not 0 <= one.f <= 10:
        return f"affection {one.a} or familiarity {one.f} is not on its scale"
    if len(one.why) > LONGEST_LINE or "\n" in one.why:
        return f"`why` must be one line of at most {LONGEST_LINE} characters"
    return (
        asked.find_untold(one.why)
        or _people(asked, *_ID.findall(one.why))
        or _two(asked, one.who, one.toward)
        or _evidence(asked, one.ev)
    )


def _find_fault_with_tie(asked: Asked, one: Tied) -> str:
    if one.kind not in TIES:
        return f"{one.kind[:30]!r} is no kind of tie"
    if not {*one.hid} <= {one.who, one.to}:
        return "`hid` holds somebody who is none of the two"
    return _two(asked, one.who, one.to) or _evidence(asked, one.ev)


def _find_fault_with_trait(asked: Asked, one: Trait) -> str:
    if one.kind not in TRAITS:
        return f"{one.kind[:30]!r} is no kind of trait"
    if one.kind == "gender":
        return "" if one.value in GENDERS and not _people(asked, one.who) else "gender is male or female"
    if not one.value.strip() or len(one.value) > LONGEST_VALUE or "\n" in one.value:
        return f"{one.value[:60]!r} is no value of at most {LONGEST_VALUE} characters"
    if one.kind not in IN_OWN_WORDS and not asked.are_told(one.value):
        return f"{one.value[:60]!r} does not stand in the passage"
    return asked.find_untold(one.value) or _people(asked, one.who) or _evidence(asked, one.ev)


def _find_fault_with_portrait(asked: Asked, one: Portrayed) -> str:
    for line in (one.be, one.wants, one.hides):
        if len(line) > LONGEST_LINE or "\n" in line:
            return f"each must be one line of at most {LONGEST_LINE} characters"
        fault = _people(asked, *_ID.findall(line)) or asked.find_untold(line)
        if fault:
            return fault
    return _people(asked, one.who) or _evidence(asked, one.ev)


def _find_fault_with_mood(asked: Asked, one: Any) -> str:
    if one.label not in MOODS:
        return f"{one.label[:30]!r} is no mood of the list"
    return _people(asked, one.who) or _evidence(asked, one.ev)


def _find_fault_with_guess(asked: Asked, one: str) -> str:
    return "" if one in asked.prompt.guesses else f"{one[:20]!r} is no guess"
