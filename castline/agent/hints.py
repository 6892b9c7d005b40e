"""Hints: what may be said to somebody who plays a person at a moment, of a question put to them then.

A hint holds words of what is told by the moment alone. Of what comes it says at most that it has not happened; any other
hint is, to the byte, that of a book which ends there.
"""

from __future__ import annotations

import msgspec

from castline.agent.cited import Telling
from castline.agent.model import Model
from castline.agent.picking import rule_with
from castline.agent.questions import is_passing
from castline.agent.ruling import Ruling, Spatial, Temporal
from castline.agent.weights import Weights
from castline.query.quoting import chapter_of, listed, quote
from castline.query.view import View

LONGEST = 800
"""Characters of a place that a hint quotes: of 1,420 events of thirteen novels, 52 in 100 places hold the words that tell it (they are 590
characters long on average), and 49 still do when cut here. Cut at 400 it is 37."""
LIKELY = 0.35
"""The likelihood from which on a place is taken to be the one asked about: of 542 events of seven novels that a reader told, those
above it held the very words in 6 of 10 cases, the others in 1 of 4."""
UNDECIDED = (0.35, 0.65)
"""Chances of having been there between which no hint takes a side: of two novels' gold questions with one, 7 in 10 are right. Nor does
one say that something lies ahead that is no likelier to."""
FLATLY = (0.2, 0.8)
"""Chances beyond which a hint says flatly that somebody was there, or was not: of the questions on thirteen novels' events there were
81 in 100 of those above and 12 of those below; of those between these and UNDECIDED 70 and 28, of whom it seems so."""


class Hints(msgspec.Struct, frozen=True):
    """`confidence` (0..1) is that it lies ahead, where it does; else that the first of `events` is what is meant. `events`
    are where it is told, by the moment; none of what lies ahead, and none where the person likely was not, nor is told to have heard of
    it: whoever plays them would know it."""

    at: str
    who: str
    question: str
    temporal: Temporal
    spatial: Spatial
    confidence: float
    events: tuple[Telling, ...]
    hints: tuple[str, ...]


def give_hints(
    view: View, who: str, question: str, weights: Weights | None = None, model: Model | None = None
) -> Hints:
    """Hints for a question put to a person (name or id) at the view's moment, of the graph alone or of a model that reads its
    likeliest pages. Raises UnknownName and AmbiguousName; with a model ModelError."""
    return hint(rule_with(model, view, who, question, weights))


def hint(ruling: Ruling) -> Hints:
    """What of a ruling may be said to who plays the person. That something never happened is not said of a place that is hardly the one
    asked about: then it is unknown."""
    ahead = ruling.temporal == "future"
    events = () if ahead or _is_kept_back(ruling) else ruling.places
    sure = ruling.confidence if ahead else ruling.places[0].likelihood if ruling.places else 0.0
    beside = ruling.temporal == "never happened" and sure < LIKELY
    return Hints(
        ruling.at,
        ruling.who,
        ruling.question,
        "unknown" if beside else ruling.temporal,
        ruling.spatial,
        sure,
        events,
        tuple(_say(ruling)),
    )


def _say(ruling: Ruling) -> list[str]:
    who = ruling.who
    if ruling.temporal == "future" and ruling.confidence < UNDECIDED[1]:
        return [
            f"Nothing told by this moment is surely about this: it may not have happened yet. Let {who} go by what they know, and "
            "neither tell nor guess what comes."
        ]
    if ruling.temporal == "future":
        return [
            f"What is asked about has not happened by this moment. {who} knows nothing of it: let them say so, and neither tell "
            "nor guess what comes."
        ]
    if is_passing(ruling.question):
        return [f"This asks nothing of what was told. Let {who} answer it as {who} would."]
    if ruling.temporal == "unknown" or not ruling.places:
        return [f"Nothing told by this moment is about this. Let {who} say no more than that they do not know."]
    if _is_kept_back(ruling):
        return [_say_absent(ruling)]
    return _say_place(ruling, ruling.places[0])


def _is_kept_back(ruling: Ruling) -> bool:
    """Whether somebody likely was not where it is told, and is not told to have heard of it."""
    told = ruling.temporal in ("past", "never happened") and bool(ruling.places)
    return told and ruling.spatial == "absent" and ruling.present <= UNDECIDED[0]


def _say_absent(ruling: Ruling) -> str:
    """What may be said to who was not there: when it is told, and none of the words."""
    who, place = ruling.who, ruling.places[0]
    if place.likelihood < LIKELY:
        return f"Nothing told by this moment that {who} was there for, or has heard of, is surely about this: let them say no more than they know."
    absent = "was not there" if ruling.present <= FLATLY[0] else "seems not to have been there"
    otherwise = " It may not have been as the question has it." if ruling.temporal == "never happened" else ""
    return (
        f"This is told by this moment ({chapter_of(place.at)}), and {who} {absent}: let them not tell it as one who saw it.{otherwise} That they "
        "heard of it is not told, so the words are kept back."
    )


def _say_place(ruling: Ruling, place: Telling) -> list[str]:
    """What is told of it, and where somebody was then; of what seems not to have been so, that it may not have been."""
    likely, never = place.likelihood >= LIKELY, ruling.temporal == "never happened"
    told = f"({chapter_of(place.at)}): {quote(place.text, LONGEST)}"
    if never and not likely:
        return [
            f"Nothing told by this moment surely says this. What comes nearest may be beside it {told}",
            f"Let {ruling.who} go by what they remember, and not take up as so what they do not.",
        ]
    if never:
        sure = "was not" if ruling.instead else "may not have been"
        said = [
            f"It {sure} as the question has it{_say_changed(ruling)}. What is told of it {told}",
            "Let the answer go by what is told, and not take up what is not.",
        ]
    else:
        near = "this is told of it" if likely else "what is told comes nearest to it here, and may be beside it"
        said = [f"By this moment {near} {told}"]
    return [*said, *(_say_where(ruling) if likely else ())]


def _say_changed(ruling: Ruling) -> str:
    what = listed([f"“{word}”" for word in ruling.doubted])
    if ruling.instead:
        return f" ({what}: what is told is {quote(ruling.instead)})"
    return f": look at {what}" if what else ""


def _say_where(ruling: Ruling) -> list[str]:
    who = ruling.who
    if UNDECIDED[0] < ruling.present < UNDECIDED[1] and ruling.spatial in ("present", "absent"):
        return [f"Whether {who} was there is not certain: let them go by what they remember."]
    seems = FLATLY[0] < ruling.present < FLATLY[1]
    if ruling.spatial == "present":
        return [
            f"{who} seems to have been there: let them tell no more of it than they remember."
            if seems
            else f"{who} was there."
        ]
    if ruling.spatial == "heard":
        source = f" from {ruling.heard_from}" if ruling.heard_from else ""
        return [f"{who} was not there, but heard of it{source} ({chapter_of(ruling.heard_at or ruling.at)})."]
    return []
