"""What hints look at: whom the tale shows and whom others only talk of, and which detail of a question no place bears out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
from books import read_through, save, view_at, write_book

from benchmarks.hinting import MAIN, Plot, find_rows
from benchmarks.planting import MADE, falsify
from benchmarks.shelf import SAGA, Novel
from castline.agent.cited import cite_places, gather_votes
from castline.agent.deeds import Deeds
from castline.agent.details import SIGNS, list_details, weigh_details
from castline.agent.falsified import leave_out
from castline.agent.hints import hint
from castline.agent.kindred import Kindred
from castline.agent.presence import SIGNS as PRESENCE
from castline.agent.presence import find_signs
from castline.agent.questions import find_names, read_question
from castline.agent.ruling import rule, seek, share
from castline.agent.weights import read_weights
from castline.graph.opening import open_store
from castline.ingest.memory.kept import Recalled
from castline.ingest.pipeline import read_memory
from castline.query.view import View, Views

TALE = [
    ["Marta Quill lived at the mill with Anselm Rook.", "Captain Orlov sailed to the north, and nobody saw him in the town."],
    [
        "Marta Quill walked to the harbour and hid the brass key under a barrel.",
        "“Captain Orlov will be angry,” said Marta Quill to Anselm Rook.", "Anselm Rook laughed, and Marta Quill wept.",
    ],
    ["Captain Orlov came home in a storm.", "He struck Anselm Rook in the face, and took the copper lantern."],
]  # fmt: skip


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    folder = tmp_path_factory.mktemp("details")
    store = open_store(str(folder / "tale.db"))
    read_through(store, save(folder, write_book(TALE)))
    return view_at(store, None)


def test_a_name_keeps_the_particle_that_is_written_on_to_it() -> None:
    names = [name for _, name in find_names("Why did d’Aubrey follow Mr. O’Hara and the Count l'Estrange's men?")]
    assert names == ["d’Aubrey", "Mr. O’Hara", "Count l'Estrange"]


def test_the_stop_of_a_sentence_is_no_part_of_a_name_and_that_of_a_title_is() -> None:
    assert [name for _, name in find_names("The boat was sold to Captain Orlov.")] == ["Captain Orlov"]
    assert [name for _, name in find_names("He met Mr. Rook and J. Vane")] == ["Mr. Rook", "J. Vane"]


def test_who_is_only_talked_of_is_told_apart_from_who_is_shown(view: View) -> None:
    concordance = view.concordance()
    deeds = Deeds(view.store, view.record.name, concordance)
    said = next(at for at, text in enumerate(concordance.texts) if "will be angry" in text)
    orlov, marta = view.find("Captain Orlov"), view.find("Marta Quill")
    assert said in deeds.talked[orlov] and said not in deeds.shown[orlov] and said not in deeds.does.get(orlov, ())
    assert said in deeds.shown[marta] and said in deeds.does[marta]


def test_who_is_talked_of_has_no_sign_of_having_been_there(view: View) -> None:
    found = seek(view, "Marta Quill", "Were you there when the brass key was hidden?")
    at = next(n for n, text in enumerate(found.concordance.texts) if "will be angry" in text)

    def signs(name: str) -> dict[str, float]:
        return dict(zip(PRESENCE, find_signs(found.concordance, found.deeds, found.question, [view.find(name)], False,
            np.array([at]), np.array([1.0]), found.told), strict=True))  # fmt: skip

    away, there = signs("Captain Orlov"), signs("Marta Quill")
    assert away["talked of here"] == 1.0 and away["shown here"] == away["does here"] == 0.0
    assert there["does here"] == there["shown here"] == 1.0


def test_a_clause_tells_who_begins_it_who_takes_part_and_whom_it_is_about(view: View) -> None:
    found = seek(view, "Marta Quill", "Were you there when Anselm Rook told Marta Quill that Captain Orlov was angry?")
    roles = PRESENCE.index("named first")

    def role(name: str) -> list[bool]:
        signs = find_signs(found.concordance, found.deeds, found.question, [view.find(name)], False,
            found.past.places, share(found.past.features.sum(axis=1)), found.told)  # fmt: skip
        return [bool(sign) for sign in signs[roles : roles + 3]]

    assert role("Anselm Rook") == [True, False, False]
    assert role("Marta Quill") == [False, True, False]
    assert role("Captain Orlov") == [False, False, True]


def test_what_the_place_does_not_hold_is_told_from_what_it_holds(view: View) -> None:
    bound = view_at(view.store, "1.2").bound
    question = read_question(
        "Why did Marta Quill hide the copper lantern under a barrel?",
        view.find("Anselm Rook"),
        view.cast,
        bound,
        Kindred(view),
    )
    concordance = view.concordance()
    told = concordance.upto(bound)
    at = next(n for n, text in enumerate(concordance.texts) if "brass key" in text)
    details = list_details(question, {})
    signs = weigh_details(concordance, details, np.array([at]), np.array([1.0]), told)
    held = {detail.text: row[SIGNS.index("held here")] for detail, row in zip(details, signs, strict=True)}
    assert held["Marta Quill"] == held["barrel"] == held["hide"] == 1.0
    assert held["copper"] == held["lantern"] == 0.0, "the lantern is told of later"
    gone = leave_out(question, next(detail for detail in details if detail.text == "lantern"))
    assert "lantern" not in gone.terms and "barrel" in gone.terms and gone.people == question.people


def test_details_in_doubt_are_words_of_the_question(view: View) -> None:
    asked = "Why did your brother Leopold Rook hide the brass key under a barrel?"
    ruling = rule(view, "Marta Quill", asked)
    assert ruling.temporal == "never happened" and ruling.doubted[0] == "Leopold Rook"
    assert all(words in asked for words in ruling.doubted)
    assert "brass key" in ruling.places[0].text


def test_where_the_place_is_not_likely_no_detail_is_said_to_be_changed(view: View) -> None:
    ruling = rule(view, "Marta Quill", "Why did your brother Leopold Rook hide the brass key under a barrel?")
    for likelihood, said in ((0.9, True), (0.05, False)):
        place = msgspec.structs.replace(ruling.places[0], likelihood=likelihood)
        told = " ".join(hint(msgspec.structs.replace(ruling, places=(place,))).hints)
        assert ("as the question has it" in told) == said


def test_a_planted_change_is_one_detail_for_another_of_its_sort() -> None:
    events = [
        "Marta walked slowly to Brede.",
        *["It rained."] * 3,
        "Anselm laughed loudly at Vane.",
        *["It rained."] * 3,
    ]
    people = {"Marta", "Anselm"}
    for seed in range(40):
        changed = falsify(events, 0, random.Random(seed), people.__contains__)
        if changed is None:
            continue
        assert changed.text != events[0] and changed.text == events[0].replace(changed.gone, changed.new, 1)
        assert changed.made == (changed.new.split()[0] in MADE)
        if not changed.made:
            pairs = {
                ("Marta", "Anselm"),
                ("Brede", "Vane"),
                ("walked", "laughed"),
                ("walked", "rained"),
                ("slowly", "loudly"),
            }
            assert (changed.gone, changed.new) in pairs


def test_places_that_are_told_side_by_side_are_one_find(view: View) -> None:
    """Two weaker places of one stretch go before one that is stronger than each; another chapter's sentences add nothing."""
    concordance = view.concordance()
    (first, last), end = concordance.chapter_of(4), len(concordance)
    places, shares = np.array([first, first + 1, last, end - 1]), np.array([0.3, 0.25, 0.05, 0.4])
    votes = gather_votes(concordance.chapters[places], places, shares)
    assert votes[0] == votes[1] == pytest.approx(0.55) and votes[3] < 0.55
    cited = cite_places(concordance, places, shares, end)
    assert cited[0].at.startswith("1.2") and cited[0].likelihood == pytest.approx(0.55)
    assert cited[1].at.startswith("1.3")


def test_weights_are_fitted_on_a_person_once_where_the_gold_has_two_of_them(tmp_path: Path) -> None:
    """The graph takes the two for one: that one was there if either was."""
    store = open_store(str(tmp_path / "tale.db"))
    read_through(store, save(tmp_path, write_book(TALE)), saga=SAGA)
    memory = read_memory(Recalled(store, SAGA, store.version(SAGA)))
    told = {"what": "The brass key was hidden.", "chapter": 2, "to": [], "there": [], "told_of": False,
            "evidence": ["hid the brass key under a barrel."]}  # fmt: skip
    rows = [told | {"do": [who]} for who in ("Marta Quill", "Old Marta Quill") for _ in range(MAIN)]
    (tmp_path / "gold" / "plot").mkdir(parents=True)
    (tmp_path / "gold" / "plot" / "tale.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "gold" / "aliases.jsonl").write_text("", encoding="utf-8")
    plot = Plot(tmp_path, "tale", Novel(store, Views(store), memory, ""))
    assert list(plot.main) == ["Marta Quill", "Old Marta Quill"] and len(set(plot.main.values())) == 1
    found = find_rows(plot, np.array(read_weights().place))
    assert [so for _, so, _ in found.presence] == [True, False] * MAIN + [False, True] * MAIN
    assert [so for _, so, _ in found.people] == [True] * 2 * MAIN
