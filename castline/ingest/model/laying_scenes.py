"""Who is on the page, and where, as an answer says it: a veto over the rules' presence, in the passage alone."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Staging
from castline.ingest.model.form import Reading
from castline.ingest.model.spot import Spot
from castline.ingest.narrative.presence import APART

Stays = list[tuple[int, int]]


def lay_scenes(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Each scene that the passage touches, with those there; nothing changes where the answer names nobody."""
    there = set(spot.people.find_all(reading.on))
    tellers = list(spot.people.find_all([one.who for one in reading.i]))
    spans = _find_scenes(spot)
    longest = max(spans, key=lambda scene: spans[scene][1] - spans[scene][0], default=0)
    for staging in decisions.stagings:
        if staging.scene not in spans:
            continue
        present = _place(staging, there, spans[staging.scene], spot, decisions) if there else staging.present
        place = reading.place if reading.place and not staging.place and staging.scene == longest else staging.place
        focal = tellers[0] if tellers and staging.scene == longest else staging.focal
        focal = focal if focal in present or focal in tellers else -1
        made = msgspec.structs.replace(
            staging, present=present, place=" ".join(place.split()), focal=focal, rule="reading"
        )
        if (made.present, made.place, made.focal) != (staging.present, staging.place, staging.focal):
            yield Answer(spot.by, made, staging)


def _find_scenes(spot: Spot) -> dict[int, tuple[int, int]]:
    """Scene -> the stretch of it that the passage holds."""
    first, last = spot.passage.paragraphs
    found: dict[int, tuple[int, int]] = {}
    for start, end, scene in spot.notes.paragraphs[first : last + 1]:
        found[scene] = (found.get(scene, (start, end))[0], end)
    return found


def _place(
    staging: Staging, there: set[int], span: tuple[int, int], spot: Spot, decisions: Decisions
) -> dict[int, Stays]:
    """Who is there: outside the passage as before; within it, of those named, who are shown there or spoken of."""
    present: dict[int, Stays] = {}
    for key, stays in staging.present.items():
        kept = [stay for stay in stays if key in there or not _overlap(stay, span)]
        if kept:
            present[key] = kept
    signs = _find_signs(span, spot, decisions)
    for key in sorted(there - present.keys()):
        if key in signs:
            present[key] = _join(signs[key])
        elif len(_find_scenes(spot)) == 1:
            present[key] = [span]
    return present


def _find_signs(span: tuple[int, int], spot: Spot, decisions: Decisions) -> dict[int, Stays]:
    """Where people are shown in a stretch, or speak; whoever is only spoken of in it, where they are."""
    shown: dict[int, Stays] = {}
    talked: dict[int, Stays] = {}
    for one in decisions.meanings:
        if span[0] <= one.start < span[1]:
            into = shown if spot.notes.mentions[one.mention].quote < 0 else talked
            into.setdefault(one.person, []).append((one.start, one.end))
    for said in decisions.speeches:
        if span[0] <= said.start < span[1]:
            shown.setdefault(said.speaker, []).append((said.start, said.end))
    return talked | shown


def _join(signs: Stays) -> Stays:
    """Signs as stays: what lies within APART of each other is one."""
    found: Stays = []
    for start, end in sorted(signs):
        if found and start - found[-1][1] <= APART:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and one[1] > other[0]
