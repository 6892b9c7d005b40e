"""The social graph as networkx has it, for files that other tools open: people as nodes, feelings and ties as edges.

Who turned out to be one is one node, and a feeling of one person for another is one edge, as in `network`. An edge
weighs what the two are to each other in familiarity; affection, which may be below nothing, stands beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from castline.graph.moments import unpack
from castline.query.course import count_scenes, course_of
from castline.query.strands import live_feelings, live_relations, trace_pairs
from castline.query.view import View

INSTANT = 0.001
"""Of a chapter: what it tells ends so long before the next begins, since both ends of a stretch are inside."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_people(view: View) -> Any:
    """A MultiDiGraph as of the view's moment: an edge per live feeling (FEELS) and tie (RELATED_TO), in figures."""
    import networkx

    graph = networkx.MultiDiGraph(**_head(view))
    for one in view.cast.known(view.bound):
        graph.add_node(one, name=_plain(view.name(one)), gender=view.cast.gender(one, view.bound) or "")
    for (holder, toward), f in live_feelings(view).items():
        graph.add_edge(holder, toward, kind="FEELS", affection=f.affection, familiarity=f.familiarity, at=f.told)
    for r in live_relations(view, view.facts(["relation"])):
        graph.add_edge(view.root(r.a), view.root(r.b), kind="RELATED_TO", relation=r.subtype or r.type, at=r.told)
    return graph


def draw_people_over_time(view: View) -> Any:
    """The same with its course, as a DiGraph for a time slider: time is counted in chapters, from 1 through all books, and a chapter
    lasts until shortly before the next.

    Nodes are labelled with names, which no two share, and say in how many scenes they are, and by `appears` in how many of each chapter. A node and an
    edge start at the chapter that first told them; `appears` and an edge's `affection`, `familiarity` and `relation` are lists of
    (value, from, to): what is told in one chapter stands until shortly before another changes it. The weight is the last
    familiarity. There is one edge from one to the other, since Gephi adds up parallel ones: RELATED_TO, of weight 1, where a tie
    stands and no feeling is told.
    """
    import networkx

    clock = {(c.book, c.ordinal): float(number) for number, c in enumerate(view.record.chapters, 1)}
    now = clock[view.moment.book, view.moment.chapter] + 1 - INSTANT
    graph = networkx.DiGraph(**_head(view))
    appears = _find_appearances(view, clock)
    scenes = count_scenes(course_of(view), view.cast, view.bound)
    names = Counter(view.name(one) for one in view.cast.known(view.bound))
    for one in view.cast.known(view.bound):
        met = unpack(view.cast.met[one])
        own: dict[str, Any] = {
            "label": _plain(_label(view, one, names)),
            "gender": view.cast.gender(one, view.bound) or "",
            "scenes": scenes.get(one, [0])[0],
        }
        if one in appears:
            own["appears"] = appears[one]
        graph.add_node(one, **own, start=clock[met.book, met.chapter], end=now)
    ties: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for r in live_relations(view, view.facts(["relation"])):
        ties.setdefault((view.root(r.a), view.root(r.b)), []).append(
            (r.subtype or r.type, clock[r.book, r.chapter], now)
        )
    for (holder, toward), run in trace_pairs(view).items():
        at = [clock[f.book, f.chapter] for f in run]
        levels = {"affection": [f.affection for f in run], "familiarity": [f.familiarity for f in run]}
        courses: dict[str, list[Any]] = {figure: _course(found, at, now) for figure, found in levels.items()}
        if tied := ties.pop((holder, toward), None):
            courses["relation"] = tied
        graph.add_edge(holder, toward, kind="FEELS", weight=run[-1].familiarity, start=at[0], end=now, **courses)
    for (a, b), tied in ties.items():
        start = min(start for _, start, _ in tied)
        graph.add_edge(a, b, kind="RELATED_TO", weight=1.0, start=start, end=now, relation=tied)
    return graph


def _label(view: View, one: str, names: Counter[str]) -> str:
    """A name; of several who bear it, each with the id, for readers of the format take labels for keys."""
    name = view.name(one)
    return name if names[name] == 1 else f"{name} ({one.split(':', 1)[-1]})"


def _head(view: View) -> dict[str, str]:
    """What a graph says of itself."""
    saga = _plain(view.record.name)
    return {"name": f"{saga}, as of {view.at}", "saga": saga, "at": view.at}


def _find_appearances(view: View, clock: dict[tuple[int, int], float]) -> dict[str, list[tuple[int, float, float]]]:
    """Person -> (scenes that they are in, from, to) of each chapter in which they are."""
    there: Counter[tuple[str, float]] = Counter()
    for scene in course_of(view).scenes_by(view.bound):
        told = unpack(scene.told)
        there.update((one, clock[told.book, told.chapter]) for one in set(map(view.root, scene.present)))
    found: dict[str, list[tuple[int, float, float]]] = {}
    for (one, chapter), scenes in sorted(there.items()):
        found.setdefault(one, []).append((scenes, chapter, chapter + 1 - INSTANT))
    return found


def _course(levels: Sequence[float], at: Sequence[float], now: float) -> list[tuple[float, float, float]]:
    """Each level from the chapter at whose end it held to shortly before the next: without a gap."""
    ends = [*(following - INSTANT for following in at[1:]), now]
    return [(level, start, end) for level, start, end in zip(levels, at, ends, strict=True) if start <= end]


def _plain(words: str) -> str:
    """Words without what XML cannot hold."""
    return _NO_XML.sub("\ufffd", words)
