"""Snapshot latency per store on real and made sagas, beside each store's own floor in the same run."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from neo4j import GraphDatabase, RoutingControl

from benchmarks.machine import table, time_calls
from benchmarks.workload import CHAPTERS, HUB, QUIET, make_saga, person
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pipeline import ingest
from castline.query.people import list_cast
from castline.query.snapshot import take_snapshot
from castline.query.view import View, Views

HEAD = ["store", "saga", "who", "p50 ms", "p99 ms", "times the floor"]


def measure_sqlite(folder: Path, scales: tuple[int, ...]) -> str:
    """A table over a fresh SQLite file."""
    with tempfile.TemporaryDirectory() as home:
        store = open_store(f"{home}/bench.db")
        return table(HEAD, list(_measure(store, "SQLite", lambda: _file_floor(store), folder, scales)))


def measure_neo4j(folder: Path, scales: tuple[int, ...], url: str) -> str:
    """A table over a Neo4j server; sagas of the measure's names there are replaced."""
    return table(HEAD, list(_measure(open_store(url), "Neo4j", lambda: _server_floor(url), folder, scales)))


def _measure(
    store: Store, name: str, time_floor: Callable[[], tuple[float, float]], folder: Path, scales: tuple[int, ...]
) -> Iterator[list[object]]:
    novel = folder / "novels" / "pride_and_prejudice.txt"
    store.forget("novel")
    ingest(store, [novel], "novel")
    view = Views(store).open("novel", None)
    people = [one.id for one in list_cast(view)]
    _time(view, people[0])
    floor = time_floor()  # of a server that is as warm as it will be for what is set beside it
    yield [name, "-", "floor: RETURN 1" if name == "Neo4j" else "floor: one row by key", *floor, 1.0]
    yield [name, "a novel", "the busiest", *(p := _time(view, people[0])), p[0] / floor[0]]
    yield [name, "a novel", "anybody, anywhen", *(p := _time_anywhen(store, "novel", people)), p[0] / floor[0]]
    for scale in scales:
        saga = f"made{scale}"
        yield [name, f"made, {scale}x", f"({_load(store, saga, scale)})", "", "", ""]
        made = Views(store).open(saga, None)
        for who, number in (("hub", HUB), ("constant history", QUIET)):
            yield [name, f"made, {scale}x", who, *(p := _time(made, person(saga, number))), p[0] / floor[0]]
        crowd = [person(saga, n) for n in range(0, 501, 7)]
        yield [name, f"made, {scale}x", "anybody, anywhen", *(p := _time_anywhen(store, saga, crowd)), p[0] / floor[0]]


def _load(store: Store, saga: str, scale: int) -> str:
    """Load a made saga, unless it stands there whole from an earlier run: the greatest takes a while on a server."""
    found = store.saga(saga)
    if found and len(found.chapters) == CHAPTERS * scale:
        return "loaded before"
    stands, began = store.forget(saga), perf_counter()
    for batch in make_saga(saga, scale):
        store.write(replace(batch, after=stands + batch.after))
    return f"loading took {perf_counter() - began:.0f} s"


def _time(view: View, who: str) -> tuple[float, float]:
    return time_calls(lambda: take_snapshot(view, who))


def _time_anywhen(store: Store, saga: str, people: list[str]) -> tuple[float, float]:
    """Snapshots of people drawn by lot, each at a chapter by lot at which they have been met."""
    rng, views = random.Random(5), Views(store)
    last = views.open(saga, None)
    chapters = [f"{c.book}.{c.ordinal}" for c in last.record.chapters]
    asked: list[tuple[View, str]] = []
    while len(asked) < 330:
        view, who = views.open(saga, rng.choice(chapters)), rng.choice(people)
        if last.cast.met[who] <= view.bound:
            asked.append((view, who))
    turn = iter(asked)
    return time_calls(lambda: take_snapshot(*next(turn)), 300)


def _file_floor(store: Store) -> tuple[float, float]:
    """The least a question to a file can cost: one row by its key."""
    return time_calls(lambda: store.version("nobody"), 1000)


def _server_floor(url: str) -> tuple[float, float]:
    """The least a question to a server can cost: one trip for nothing."""
    with GraphDatabase.driver(url, auth=_auth()) as driver:
        return time_calls(lambda: driver.execute_query("RETURN 1", routing_=RoutingControl.READ), 1000)


def _auth() -> tuple[str, str] | None:
    user, password = os.environ.get("NEO4J_USERNAME"), os.environ.get("NEO4J_PASSWORD")
    return (user, password) if user and password else None
