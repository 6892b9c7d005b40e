"""The people somebody knows, as an actor is told of them: what each is to them, what they feel, and the words that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from castline.graph.facts import is_by_rules
from castline.query.entries import FeelingEntry, RelationEntry, Side, Snapshot
from castline.query.quoting import listed, put_below, quote
from castline.query.regard import MET
from castline.query.wording import is_noun, say_affection

_SECOND = {"is": "are", "has": "have", "does": "do"}
_VERBS = re.compile(r"\b(?:is|has|does|knows|likes|dislikes|loves|detests|hates|wants)\b")
MET_WELL = 4.0
"""The familiarity from which on somebody matters to an actor; of who is less known only words that show a feeling count."""
KNOWN_WELL = 5.0
"""The familiarity from which on somebody is more than an acquaintance: of one who is less, nothing stronger than liking or
disliking is said, unless words show it. What adds up of tones and company in a few scenes is no devotion."""
WELL = 6.5
"""The familiarity from which on it is said."""
MARKED = 2.0
"""The affection either way that counts where words show it; of who has no name twice as much."""
MILD = (-3.0, 3.9)
"""The least and the most affection that is said of an acquaintance where no words show more."""
UNSURE = (-3.0, 5.5)
"""Affection between these is not said where no words show it. By the readers of ten novels' arcs whoever stands there is liked
about as often as not (at the middle of their intervals 26 of 0 to 2 are at 1.6 on the mean, 17 of 2 to 4 at 1.6, 10 of 4 to 5.5 at
-0.1, where they are no kin nor friends either). Nor is a dislike between them, even where words show it: of ten such four are
disliked by the readers. Of thirty novels' arcs 25 stand below -3 without words: 17 of them are disliked, 11 as much as that, so no
more is said than the least of MILD; of 17 such kin and friends seven, so of them it is said where words show it alone."""
FOND = 5.0
"""The most that is said of whom no tie and no words bind one to: 18 of those who stand at 5.5 to 8.5 are at 4.5 on the mean, with
words 31 are at 6.8."""
ODDS = (-7.0, -3.0)
"""An affection between these, read by rules, says that two are at odds, no more: of thirteen pairs of the readers' arcs who stand there
ten dislike each other, of twenty in twenty other novels ten; the others are lovers and friends who quarrel."""
HATED = -5.0
"""The affection down from which somebody matters, however little one knows them: no tone makes as much alone, though what came
last may be mere company."""
SAID_BY_TIE = 6.0
"""The affection from which on "your sister" says it all, unless words show it: most of it was taken from the tie."""
FRIENDLY = 7.0
"""The affection below which "your friend" says it all, unless words show it: what readers feel friends to be is between."""
LIVED_WITH = 9.2
"""The familiarity from which on kin without a name are somebody one has lived and talked with: a tie alone makes 9."""
TELLER = "the narrator"
"""Whoever tells the story, before any name of theirs is told."""
NEAREST = frozenset({"family", "lover"})
"""The sorts of tie that say, with no word of feeling, how one is expected to feel."""
FOE = "enemy"
"""The tie that speaks for no fondness."""
TELLING = 15
"""Characters of words that say why somebody feels so, at least."""


def say_people(snapshot: Snapshot, told_with: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Each person in one line: what they are to you, and what you feel, with what is told of you both (`told_with`, by their id) below it,
    or else the words that show what you feel; and of whom you know that they are dead, that."""
    dead = _find_dead(snapshot)
    ties = _join_ties(snapshot)
    other = snapshot.partner.id if snapshot.partner else ""
    felt = [one for one in snapshot.feelings if (_matters(one) or one.id in told_with) and one.id != other]
    known = {
        tie.word for tie in snapshot.relations if name_by_oneself(snapshot, tie.who) == tie.who and not is_noun(tie.who)
    }
    told: set[str] = set()
    others: list[str] = []
    nameless: list[str] = []
    lines = 0
    for entry in felt:
        tie, own = ties.pop(entry.id, None), name_by_oneself(snapshot, entry.who)
        if own in told:
            continue
        told.add(own)
        below = told_with.get(entry.id, ())
        if tie is None and own == entry.who and _is_mere(entry) and not below:
            others += [own] * (not _is_nameless(own))
        elif _is_kin_alone(entry, tie, own):
            nameless += sorted({_kin_word(tie, own)} - known)
        else:
            lines += 1
            yield put_below(_feel_for(entry, tie, own, bool(below)).replace(own, _say_dead(own, dead), 1), below)
    for tie in ties.values():
        if tie.id != other and name_by_oneself(snapshot, tie.who) == tie.who:
            lines += 1
            yield f"{_say_dead(tie.who, dead)} is {say_yours(tie.word)}."
    rest = [*_say_rest(snapshot, others, told | {tie.who for tie in ties.values()}, dead)]
    yield from rest
    if nameless and not (lines or rest):
        kin = [f"{'an' if word[:1] in 'aeiou' else 'a'} {word}" for word in dict.fromkeys(nameless)]
        yield f"You have {listed(kin)}."


def _find_dead(snapshot: Snapshot) -> set[str]:
    """By which names those of the people known go who have died."""
    people = [(one.id, one.who) for some in (snapshot.feelings, snapshot.known, snapshot.relations) for one in some]
    named = [who for one, who in people if one in snapshot.dead]
    return {*named, *(name_by_oneself(snapshot, who) for who in named)}


def _say_dead(who: str, dead: set[str]) -> str:
    return f"{who} (dead by now)" if who in dead else who


def _say_rest(snapshot: Snapshot, others: list[str], told: set[str], dead: set[str]) -> Iterator[str]:
    """Who else is known, `others` first, but for whom one talks with and those told of: an actor who does not find a name here
    would say that he has never heard it."""
    other = snapshot.partner.id if snapshot.partner else ""
    barely = [(f.id, f.who, f.toward.familiarity) for f in snapshot.feelings if f.toward and not _matters(f)]
    further = [(k.id, k.who, k.familiarity) for k in snapshot.known]
    named = [(who, level) for one, who, level in barely + further if one != other and not _is_nameless(who)]
    own = {name_by_oneself(snapshot, who): level for who, level in named if who not in told}
    rest = [(who, level) for who, level in own.items() if who not in told | {*others}]
    known = others + [who for who, level in rest if level >= MET_WELL]
    met = [who for who, level in rest if MET <= level < MET_WELL]
    if known:
        yield f"You also know {listed([_say_dead(who, dead) for who in known])}."
    if met:
        yield f"You have {'also ' if told else ''}met {listed([_say_dead(who, dead) for who in met])}."


def _is_nameless(who: str) -> bool:
    """Whether somebody has no name by which to be told of: whoever tells the story is known without one."""
    return is_noun(who) and who != TELLER


def _join_ties(snapshot: Snapshot) -> dict[str, RelationEntry]:
    """Everybody's tie, in all exact words that there are for it: "cousin and betrothed"."""
    words: dict[str, list[str]] = {}
    for tie in snapshot.relations:
        words.setdefault(tie.id, []).append(say_tie(tie))
    first = {tie.id: tie for tie in reversed(snapshot.relations)}
    exact = {
        one: [word for word in dict.fromkeys(all_) if word != "family"] or ["family"] for one, all_ in words.items()
    }
    return {one: msgspec.structs.replace(first[one], word=listed(exact[one])) for one in words}


def say_tie(tie: RelationEntry) -> str:
    """The word for a tie, and whether the other does not know of it."""
    return f"{tie.word} without knowing it" if tie.id in tie.hidden_from else tie.word


def _is_mere(entry: FeelingEntry) -> bool:
    """Whether there is nothing to tell of somebody but that one knows them."""
    return entry.toward is not None and _is_unsure(entry.toward) and entry.toward.familiarity < WELL


def _is_unsure(side: Side) -> bool:
    """Whether what is felt is not strong enough to be believed: without words, or a mild dislike."""
    return UNSURE[0] <= side.affection < (0 if side.shown else UNSURE[1])


def name_by_oneself(snapshot: Snapshot, who: str) -> str:
    """Whoever is known as one's own kin alone is "your sister", and told of once: "Anna’s sister" to everybody but Anna."""
    owner, _, kin = who.rpartition("’s ")
    own = {snapshot.name, *snapshot.forms}
    small = f"{owner[:1].lower()}{owner[1:]}"  # "The narrator’s mother", as a line opens
    return f"your {kin}" if {owner, small} & own else who


def _says_all(entry: FeelingEntry, tie: RelationEntry | None, own: str) -> bool:
    """Whether somebody is kin, betrothed, married or a friend, and what is felt no more than the word for them says."""
    kin, side = tie.type in NEAREST if tie else own != entry.who, entry.toward
    if side is None or side.shown:
        return False
    friend = tie is not None and tie.word == "friend" and UNSURE[0] <= side.affection < FRIENDLY
    return friend or (kin and side.affection >= SAID_BY_TIE)


def _is_kin_alone(entry: FeelingEntry, tie: RelationEntry | None, own: str) -> bool:
    """Whether all that there is to tell of somebody is that there is one: a mother without a name is nobody to speak of, unless
    one has lived with her."""
    alone = _says_all(entry, tie, own) and (own != entry.who or is_noun(own))
    return alone and entry.toward is not None and entry.toward.familiarity < LIVED_WITH


def _kin_word(tie: RelationEntry | None, own: str) -> str:
    return own.removeprefix("your ") if tie is None or own.startswith("your ") else tie.word


def _feel_for(entry: FeelingEntry, tie: RelationEntry | None, own: str, is_told: bool) -> str:
    """What is felt for somebody; of kin only where it is more than the word for them says. Of whom more `is_told` beside it no words
    are given that show it."""
    if tie and own == entry.who and (_says_all(entry, tie, own) or _is_mere(entry)):
        return f"{own} is {say_yours(tie.word)}."
    kin = own != entry.who
    bound = kin or (tie is not None and tie.word != FOE)
    return say_feeling(entry, tie.word if tie and not kin else "", bound, is_told).replace(entry.who, own)


def _matters(entry: FeelingEntry) -> bool:
    """Whether somebody is well known, or words show what is felt; of who is known by a noun alone, more is asked."""
    side, noun = entry.toward, is_noun(entry.who)
    if side is None or side.familiarity >= (KNOWN_WELL if noun else MET_WELL):
        return side is not None
    if side.affection <= HATED and not noun:
        return True
    return side.shown is not None and abs(side.affection) >= (2 if noun else 1) * MARKED


def say_feeling(entry: FeelingEntry, tie: str, tied: bool, is_told: bool) -> str:
    """What is felt for somebody, with the words that show it, unless more `is_told` beside it. `tie` is said first; `tied` is whether
    there is one."""
    assert entry.toward is not None
    side = entry.toward
    words = entry.who.join(_second(part) for part in _say_side(entry.who, side, tied).split(entry.who))
    who = f"{entry.who} is {say_yours(tie)}. " if tie else ""
    said = side.shown.text if side.shown and not is_told and abs(side.affection) >= MARKED else ""
    because = f" The book shows it: {quote(said, 140)}" if len(said) >= TELLING else ""
    if side.why:
        because = f" The cause: {side.why}."
    return f"{who}You {words}.{because}"


def _say_side(who: str, side: Side, tied: bool) -> str:
    """The affection in words, and how well one knows whom one knows well: below that the level is the least to be trusted, and a
    sister is no "acquaintance". Where neither words nor a tie show more it is no devotion, and of who is less known it is mild."""
    least, most = MILD
    well = side.familiarity >= WELL
    if ODDS[0] <= side.affection < ODDS[1] and side.shown and is_by_rules(side.evidence.by):
        return f"is at odds with {who}"
    if _is_unsure(side) or (tied and side.affection < 0 and not side.shown):
        return side.words.rpartition(" and ")[0] if well else f"knows {who}"
    if side.shown or (tied and side.familiarity >= KNOWN_WELL):
        return side.words if well else say_affection(side.affection, who)
    if side.familiarity < KNOWN_WELL:
        return say_affection(min(most, max(least, side.affection)), who)
    return (
        side.words
        if well and 0 <= side.affection <= FOND
        else say_affection(min(FOND, max(least, side.affection)), who)
    )


def say_yours(tie: str) -> str:
    """ "Your sister"; who is only known to be kin is of your family."""
    return "of your family" if tie == "family" else f"your {tie}"


def _second(words: str) -> str:
    """ "is fond of" as "are fond of", "likes" as "like"."""
    return _VERBS.sub(lambda found: _SECOND.get(found[0], found[0].removesuffix("s")), words)
