"""Two who turn out to be one: whatever shows what people feel shows one person, and one feeling of a pair."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from tellings import feels, is_called, tell

from castline.graph.facts import Identity, Relation, Scene
from castline.graph.sqlite import SqliteStore
from castline.query.export import export_graph
from castline.query.histories import trace_feelings
from castline.query.network import chart_network
from castline.query.shifts import find_shifts
from castline.query.snapshot import take_snapshot
from castline.query.strands import live_feelings
from castline.query.view import View, Views

GEXF = "{http://www.gexf.net/1.2draft}"
ANNA, STRANGER, GUEST, CLERK = "veil:1.1:c1", "veil:1.1:c2", "veil:1.1:c3", "veil:1.1:c4"


MET = [*is_called(ANNA, "Anna Fenn"), *is_called(STRANGER, "the stranger"), *is_called(GUEST, "Karl Weiss"), *is_called(CLERK, "the clerk"),
       (Scene, {"present": ()})]  # fmt: skip
VEIL = (
    [*MET, feels(ANNA, STRANGER, -3.0, 2.0), feels(CLERK, GUEST, 1.0, 1.0)],
    [feels(ANNA, GUEST, 4.0, 5.0), feels(STRANGER, ANNA, 2.0, 2.0), feels(GUEST, ANNA, 6.0, 1.0), feels(STRANGER, GUEST, 1.0, 9.0),
     (Relation, {"a": ANNA, "b": GUEST, "type": "friend"}), (Relation, {"a": STRANGER, "b": GUEST, "type": "friend"})],
    [feels(ANNA, STRANGER, -9.0, 3.0), (Relation, {"a": ANNA, "b": STRANGER, "type": "enemy"}),
     (Identity, {"a": STRANGER, "b": GUEST, "how": "told"})],
    [feels(ANNA, GUEST, 8.0, 6.0)],
)  # fmt: skip
"""The stranger of chapter 1 turns out in chapter 3 to be the guest, whom she knows better by then."""


@pytest.fixture
def views(tmp_path: Path) -> Views:
    return tell(SqliteStore(str(tmp_path / "veil.db")), *VEIL)


def graph(view: View, form: str) -> Any:
    read = networkx.read_graphml if form == "graphml" else networkx.read_gexf
    return read(io.BytesIO("\n".join(export_graph(view, form)).encode()))


def felt(found: Any) -> list[tuple[str, str]]:
    return [(a, b) for a, b, data in found.edges(data=True) if data["kind"] == "FEELS"]


@pytest.mark.parametrize("form", ["graphml", "gexf"])
@pytest.mark.parametrize(("at", "people", "feelings"), [("1", 4, 2), ("2", 4, 6), ("3", 3, 3), ("4", 3, 3)])
def test_an_exported_graph_has_a_person_once_and_an_edge_for_each_live_feeling(
    views: Views, form: str, at: str, people: int, feelings: int
) -> None:
    view = views.open("veil", at)
    found = graph(view, form)
    assert len(found) == people
    assert sorted(felt(found)) == sorted(live_feelings(view)) and len(live_feelings(view)) == feelings


def test_no_two_labels_are_the_same_for_readers_take_them_for_keys(tmp_path: Path) -> None:
    namesakes = [*is_called(ANNA, "Anna Fenn"), *is_called(GUEST, "Anna Fenn"), *is_called(CLERK, "the clerk")]
    view = tell(SqliteStore(str(tmp_path / "veil.db")), namesakes).open("veil", "1")
    found = networkx.read_gexf(io.BytesIO("\n".join(export_graph(view, "gexf")).encode()), relabel=True)
    assert set(found) == {"Anna Fenn (1.1:c1)", "Anna Fenn (1.1:c3)", "the clerk"}


def test_every_verb_shows_the_same_feeling_of_a_pair(views: Views) -> None:
    for at, level in (("3", 4.0), ("4", 8.0)):
        view = views.open("veil", at)
        shown = {entry.id: entry for entry in take_snapshot(view, ANNA).feelings}
        assert shown.keys() == {STRANGER}
        assert shown[STRANGER].toward and shown[STRANGER].toward.affection == level
        assert trace_feelings(view, ANNA, GUEST).directions[0].changes[-1].affection == level
        assert live_feelings(view)[ANNA, STRANGER].affection == level
        assert {bond.forth for bond in chart_network(view).bonds if bond.a == "Anna Fenn"} == {level}
        edges = [d for a, b, d in graph(view, "graphml").edges(data=True) if (a, b) == (ANNA, STRANGER)]
        assert [edge["affection"] for edge in edges if edge["kind"] == "FEELS"] == [level]
        (shift,) = [s for s in find_shifts(views.open("veil", "1"), view).shifts if s.holder_id == ANNA]
        assert (shift.was_affection, shift.affection) == (-3.0, level)


def test_ties_of_two_who_are_one_stand_once(views: Views) -> None:
    relations = take_snapshot(views.open("veil", "3"), ANNA).relations
    assert [(tie.who, tie.kind) for tie in relations] == [("the stranger", "enemy")]
    tied = [d for *_, d in graph(views.open("veil", "3"), "graphml").edges(data=True) if d["kind"] == "RELATED_TO"]
    assert [tie["relation"] for tie in tied] == ["enemy"]
    over_time = [d["relation"] for *_, d in graph(views.open("veil", "3"), "gexf").edges(data=True) if "relation" in d]
    assert [[kind for kind, *_ in tie] for tie in over_time] == [["enemy"]]


def test_a_graph_over_time_has_one_edge_from_one_to_the_other_and_each_weighs(views: Views) -> None:
    """Gephi adds parallel ones up, and draws none without a weight."""
    edges = list(graph(views.open("veil", "4"), "gexf").edges(data=True))
    assert len({(a, b) for a, b, _ in edges}) == len(edges)
    assert all(d["weight"] > 0 for *_, d in edges if d["kind"] == "RELATED_TO") and all(
        "weight" in d for *_, d in edges
    )


def test_a_graph_over_time_says_names_weights_and_from_which_chapter_to_which(views: Views) -> None:
    xml = ElementTree.fromstring("\n".join(export_graph(views.open("veil", "4"), "gexf"))).find(f"{GEXF}graph")
    assert xml is not None and (xml.get("mode"), xml.get("timeformat")) == ("dynamic", "double")
    nodes = {node.get("id"): node for node in xml.iter(f"{GEXF}node")}
    assert {node.get("label") for node in nodes.values()} == {"Anna Fenn", "the stranger", "the clerk"}
    titles = {one.get("id"): one.get("title") for one in xml.iter(f"{GEXF}attribute")}
    (edge,) = [
        e for e in xml.iter(f"{GEXF}edge") if (e.get("source"), e.get("target")) == (ANNA, STRANGER) and e.get("weight")
    ]
    assert (edge.get("weight"), edge.get("start"), edge.get("end")) == ("6.0", "1.0", "4.999")
    course = [
        (v.get("value"), v.get("start"), v.get("end"))
        for v in edge.iter(f"{GEXF}attvalue")
        if titles[v.get("for")] == "affection"
    ]
    assert course == [("-3.0", "1.0", "1.999"), ("4.0", "2.0", "3.999"), ("8.0", "4.0", "4.999")]


def test_the_graph_over_time_reads_back_in_networkx(views: Views) -> None:
    found = graph(views.open("veil", "4"), "gexf")
    assert {data["label"] for _, data in found.nodes(data=True)} == {"Anna Fenn", "the stranger", "the clerk"}
    (edge,) = [d for a, b, d in found.edges(data=True) if (a, b) == (STRANGER, ANNA) and d["kind"] == "FEELS"]
    assert edge["affection"] == [(2.0, 2.0, 4.999)]


def test_as_of_a_chapter_is_the_store_that_was_told_no_more(views: Views, tmp_path: Path) -> None:
    for n in range(1, 5):
        part = tell(SqliteStore(str(tmp_path / f"part{n}.db")), *VEIL[:n])
        for form in ("graphml", "gexf"):
            assert list(export_graph(views.open("veil", str(n)), form)) == list(
                export_graph(part.open("veil", None), form)
            )


KIN: list[tuple[str, str, list[str]]] = [
    ("spouse", "parent", ["spouse"]), ("spouse", "cousin", ["cousin", "spouse"]), ("spouse", "guardian", ["guardian", "spouse"]),
]  # fmt: skip


@pytest.mark.parametrize(("union", "kin", "stands"), KIN)
def test_a_husband_is_not_the_father_of_whoever_his_wife_turns_out_to_be(
    tmp_path: Path, union: str, kin: str, stands: list[str]
) -> None:
    store = tell(
        SqliteStore(str(tmp_path / "veil.db")),
        [*MET, (Relation, {"a": ANNA, "b": GUEST, "type": "family", "subtype": union})],
        [(Relation, {"a": GUEST, "b": STRANGER, "type": "family", "subtype": kin})],
        [(Identity, {"a": STRANGER, "b": ANNA, "how": "told"})],
    )
    assert (_kinds(store, "2", "Anna Fenn"), _kinds(store, "2", "the stranger")) == ([union], [kin])
    assert _kinds(store, "3", "Anna Fenn") == stands


def _kinds(views: Views, at: str, who: str) -> list[str]:
    return sorted(tie.kind for tie in take_snapshot(views.open("veil", at), who).relations)
