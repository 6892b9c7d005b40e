"""Hints and rulings: nothing that comes is in a hint, and what is no hint of the future is what a shorter book says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from books import books, read_through, save, view_at, write_book
from hypothesis import HealthCheck, given, settings
from test_laws import STORY

import castline
from castline.agent.check import check_answer
from castline.agent.hints import give_hints, hint
from castline.agent.judge import Label, judge_by_graph
from castline.agent.questions import find_clause
from castline.agent.ruling import Ruling, rule
from castline.errors import CastlineError, UnknownName
from castline.graph.opening import open_store
from castline.query.sentences import find_terms
from castline.query.view import View

ASKED = (
    "Were you there when Brisa put on the green gloves?", "What did you do with the ledger?", "Who opened the sealed room?",
    "Tell me your feelings when Perrine Keddle betrayed the Tolloways.", "How did the fire in the salt house begin?",
    "Is it true that you were there when Nahum Orrick confessed?", "Where did your mother keep the letter?",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hints")
    read_through(open_store(str(folder / "whole.db")), STORY)
    return folder


def text_of(view: View, told: bool) -> set[str]:
    """The terms of what is told by the view's moment, or of what comes."""
    concordance = view.concordance()
    cut = concordance.upto(view.bound)
    texts = concordance.texts[:cut] if told else concordance.texts[cut:]
    return {term for text in texts for term in find_terms(text)}


@pytest.mark.parametrize("chapter", [2, 4, 7, 10])
def test_a_hint_holds_no_word_of_what_comes(folder: Path, chapter: int) -> None:
    """Every word of a hint is told by then, is the question's, or is one that hints are written with."""
    view = view_at(open_store(str(folder / "whole.db")), f"1.{chapter}")
    ours = set(find_terms(Path(castline.__file__).with_name("agent").joinpath("hints.py").read_text(encoding="utf-8")))
    later = text_of(view, False) - text_of(view, True) - ours
    assert len(later) > 20
    verdicts = set()
    for one in view.cast.known(view.bound)[:4]:
        for question in ASKED:
            given_ = give_hints(view, one, question)
            verdicts.add(given_.temporal)
            for said in (*given_.hints, *(event.text for event in given_.events)):
                assert not later & set(find_terms(said)) - set(find_terms(question)), said
    assert "future" in verdicts and len(verdicts) > 1


@pytest.mark.parametrize("chapter", [3, 6, 9])
def test_what_is_not_ahead_is_what_a_shorter_book_says(folder: Path, tmp_path: Path, chapter: int) -> None:
    part = open_store(str(tmp_path / "part.db"))
    read_through(part, STORY, chapter)
    whole_view, part_view = view_at(open_store(str(folder / "whole.db")), f"1.{chapter}"), view_at(part, None)
    same = 0
    for one in part_view.cast.known(part_view.bound)[:4]:
        for question in ASKED:
            whole, short = give_hints(whole_view, one, question), give_hints(part_view, one, question)
            assert whole.temporal == "future" or whole == short
            same += whole == short
    assert same


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=books())
def test_the_law_holds_for_made_up_books(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("made")
    book = save(folder, text)
    whole, part = open_store(str(folder / "whole.db")), open_store(str(folder / "part.db"))
    read_through(whole, book)
    read_through(part, book, 1)
    before, after = view_at(part, "1.1"), view_at(whole, "1.1")
    for one in before.cast.known(before.bound)[:3]:
        for question in ("Were you there when the silver key was given?", "Why did Marta Quill strike you?"):
            short, found = give_hints(before, one, question), give_hints(after, one, question)
            assert found.temporal == "future" or found == short


def test_the_stem_of_a_question_is_left_out() -> None:
    for stem in (
        "Were you really there when",
        "Is it true that you were there at the moment when",
        "Tell me your feelings when",
    ):
        assert find_clause(f"{stem} the gate was opened?") == "the gate was opened?"
    assert find_clause("Why did Ben leave when the gate was opened?").startswith("Why did Ben")


@pytest.mark.parametrize(
    "said", ["Would you like some tea, Brisa?", "How are you this evening?", "Good evening!", "May I sit down here?"]
)
def test_what_is_said_in_passing_asks_nothing(folder: Path, said: str) -> None:
    given = give_hints(view_at(open_store(str(folder / "whole.db")), "1.7"), "Brisa", said)
    assert (given.temporal, given.events) == ("unknown", ())
    assert given.hints == ("This asks nothing of what was told. Let Brisa Tolloway answer it as Brisa Tolloway would.",)


def test_whether_one_remembers_is_no_detail() -> None:
    assert find_clause("Do you still remember the guard who was crushed?") == "the guard who was crushed?"
    assert find_clause("Would you like it if Martin came back to the mill? I saw him.") != ""


def test_the_ruling_knows_where_it_lies_ahead_and_the_hint_does_not(folder: Path) -> None:
    view = view_at(open_store(str(folder / "whole.db")), "1.1")
    later = view_at(open_store(str(folder / "whole.db")), None)
    concordance = later.concordance()
    sentence = concordance.texts[
        next(n for n in range(len(concordance) - 1, 0, -1) if len(find_terms(concordance.texts[n])) > 8)
    ]
    who = view.cast.known(view.bound)[0]
    ruling = rule(view, who, f"Were you there when {sentence}")
    assert ruling.temporal == "future" and ruling.beyond and ruling.beyond[0].at.startswith("1.")
    assert (
        sentence[:40]
        not in msgspec.json.encode(give_hints(view, who, f"Were you there when {sentence}").hints).decode()
    )
    assert rule(later, who, f"Were you there when {sentence}").temporal == "past"


@pytest.mark.parametrize(
    ("type_", "right", "wrong"),
    [
        ("future", "I do not know of that; it has not happened.", "Yes, the boat burnt on the quay, and I wept."),
        ("past-absence", "I was not there when the boat burnt.", "I was there, and I saw the boat burn."),
        ("past-presence", "Yes, I saw the boat burn on the quay.", "No, I was not there."),
    ],
)
def test_the_judge_without_a_model_holds_an_answer_to_its_label(
    folder: Path, type_: str, right: str, wrong: str
) -> None:
    view = view_at(open_store(str(folder / "whole.db")), "1.5")
    label = Label(type_, "The boat burnt on the quay.")  # type: ignore[arg-type]
    who = view.cast.known(view.bound)[0]
    assert judge_by_graph(view, who, "Were you there when the boat burnt on the quay?", right, label).score == 1
    judged = judge_by_graph(view, who, "Were you there when the boat burnt on the quay?", wrong, label)
    assert judged.score == 0 and judged.reasons


def test_a_hint_quotes_all_that_is_told_of_it_where_that_is_a_paragraph(tmp_path: Path) -> None:
    """What is asked about stands in the middle of the place, with sentences before it."""
    before = "The wind blew from the marsh all that long grey day, and nobody in the village went out of doors or so much as looked " \
        "from a window, for the rain came with it over the dykes and lay upon the fields in pools. " \
        "The old people said that such weather had not been seen since the great flood of their youth, when the mill itself had " \
        "stood in the water to its upper floor, and boats had gone up and down the lane for a week. "  # fmt: skip
    store = open_store(str(tmp_path / "long.db"))
    read_through(store, save(tmp_path, write_book([["Marta Quill lived at the mill with Anselm Rook.",
        before + "Marta Quill hid the brass key under a barrel. Anselm Rook laughed."]])))  # fmt: skip
    given_ = give_hints(view_at(store, None), "Anselm Rook", "Were you there when Marta Quill hid the brass key?")
    assert "hid the brass key under a barrel" in given_.hints[0]


LEAK = "the ferryman spun a halfpenny over the side into the bright water of the Wend"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (f"I saw how {LEAK}.", True),
        (f"{LEAK.capitalize()}, without a word.", True),  # what somebody else did without is no denial
        (f"What a day! {LEAK.capitalize()}. I laughed.", True),  # it is the whole that holds enough to be found by
        (f"I know nothing of it that {LEAK}.", False),
        (f"If {LEAK}, I should laugh.", False),
        (f"Is it so that {LEAK}?", False),
    ],
)
def test_what_an_answer_tells_of_what_comes_is_found_and_what_it_denies_is_not(
    folder: Path, answer: str, told: bool
) -> None:
    view = view_at(open_store(str(folder / "whole.db")), "1.5")
    faults = [claim.fault for claim in check_answer(view, "Brisa Tolloway", answer)]
    assert faults == (["future"] if told else [])


def test_may_is_somebody_and_no_supposition(tmp_path: Path) -> None:
    chapters = [["May Orme lived at the mill with Bram Tolley.", "“Good day,” said May Orme to Bram Tolley."],
                ["May Orme drowned the grey kittens in the mill race. Bram Tolley wept.", "“They are dead,” said Bram Tolley."]]  # fmt: skip
    store = open_store(str(tmp_path / "mill.db"))
    read_through(store, save(tmp_path, write_book(chapters)))
    found = check_answer(view_at(store, "1.1"), "Bram Tolley", "May drowned the grey kittens in the mill race.")
    assert [claim.fault for claim in found] == ["future"]


def test_who_answers_must_be_known(folder: Path) -> None:
    """An answer by a name that nobody bears passed as one in which nothing is wrong."""
    with pytest.raises(UnknownName, match="Nobodyxyz"):
        check_answer(view_at(open_store(str(folder / "whole.db")), "1.7"), "Nobodyxyz", "I saw it.")


def test_somebody_unknown_is_an_error_that_says_so(folder: Path) -> None:
    view = view_at(open_store(str(folder / "whole.db")), "1.2")
    with pytest.raises(CastlineError, match="Nobody called"):
        give_hints(view, "Sir Nobody", "Were you there?")


def test_what_is_hardly_likelier_to_come_is_not_said_to_come() -> None:
    ruling = Ruling("2", "Ada", "Did Hugh rob the fund?", "future", "unknown", 0.5, 0.5, 0.0, None, None, (), (), ())
    (said,) = hint(ruling).hints
    assert said.startswith("Nothing told by this moment is surely about this")
    (sure,) = hint(msgspec.structs.replace(ruling, confidence=0.9)).hints
    assert sure.startswith("What is asked about has not happened by this moment.")
