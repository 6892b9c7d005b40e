"""Feelings over time: what moves them, when they turn, who shifted most, and the network of everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import view_at
from pairs import both, last, read_book
from shelf import ledger_url

import castline
from castline.errors import MomentError
from castline.ingest.feelings.phrases import COLD, INSULT, WARM
from castline.query.network import chart_network
from castline.query.page import write_page
from castline.query.shifts import find_shifts
from castline.query.snapshot import take_snapshot
from castline.query.turns import find_turns
from castline.query.view import View


def test_a_blow_ends_a_liking_and_is_cited(tmp_path: Path) -> None:
    view = read_book(
        tmp_path,
        "Anna Quill loved Edmund Marsh.",
        "In the evening Edmund Marsh struck Anna Quill. Anna Quill hated Edmund Marsh.",
    )
    forth, _ = both(view)
    levels = {chapter: affection for chapter, affection, _ in forth.levels}
    assert levels["1.1"] > 2 and levels["1.2"] < -2
    assert forth.turns == ("1.2",)
    assert "hated" in forth.changes[-1].evidence.text or "struck" in forth.changes[-1].evidence.text


def test_who_strikes_one_as_kind_strikes_nobody(tmp_path: Path) -> None:
    view = read_book(
        tmp_path, "Anna Quill loved Edmund Marsh.", "In the evening Edmund Marsh struck Anna Quill as a tired man."
    )
    forth, _ = both(view)
    assert not forth.turns and min(affection for _, affection, _ in forth.levels[1:]) > 2


def test_a_speech_that_strikes_one_is_no_blow(tmp_path: Path) -> None:
    view = read_book(
        tmp_path, "Anna Quill loved Edmund Marsh.", "There was one speech of Edmund Marsh’s which struck Anna Quill."
    )
    forth, _ = both(view)
    assert not forth.turns and min(affection for _, affection, _ in forth.levels) > 2


def test_a_text_that_has_lost_its_apostrophes_denies_as_before(tmp_path: Path) -> None:
    said = "Anna Quill didn{}t love Edmund Marsh."
    found = {}
    for mark in ("’", " "):
        (tmp_path / f"with{mark == ' '}").mkdir()
        found[mark] = last(read_book(tmp_path / f"with{mark == ' '}", said.format(mark)))
    assert found["’"] == found[" "] and found[" "][0] < 2


def test_kindness_makes_friends_and_no_love(tmp_path: Path) -> None:
    kind = [
        "Edmund Marsh helped Anna Quill, and Anna Quill thanked Edmund Marsh. Anna Quill liked Edmund Marsh."
        for _ in range(24)
    ]
    forth, _ = both(read_book(tmp_path, "Anna Quill met Edmund Marsh.", *kind))
    assert 6 < max(affection for _, affection, _ in forth.levels) <= 7.5
    (tmp_path / "loved").mkdir()
    forth, _ = both(
        read_book(tmp_path / "loved", "Anna Quill met Edmund Marsh.", *kind, "Anna Quill loved Edmund Marsh.")
    )
    assert forth.levels[-1][1] > 7.5


def shown(view: View) -> str:
    """The words that a snapshot gives for what Anna feels for Edmund."""
    side = take_snapshot(view, "Anna").feelings[0].toward
    assert side
    return side.shown.text if side.shown else ""


def test_the_words_that_showed_a_feeling_stay_while_it_stands(tmp_path: Path) -> None:
    company = "Anna Quill walked home with Edmund Marsh. “Good evening, Edmund,” said Anna Quill. Edmund Marsh nodded."
    love, blow = (
        "Anna Quill loved Edmund Marsh.",
        "In the evening Edmund Marsh struck Anna Quill. Anna Quill hated Edmund Marsh.",
    )
    assert shown(read_book(tmp_path / "a", company)) == ""
    for name, chapters in {"b": (love,), "c": (love, company), "d": (company, love, company, company)}.items():
        assert shown(read_book(tmp_path / name, *chapters)) == love
    page = write_page(take_snapshot(read_book(tmp_path / "p", love, company), "Anna"), "chapter 2")
    assert f"; shown by “{love}” (1.1)." in page
    assert shown(read_book(tmp_path / "e", love, company, blow)) in blow
    after = read_book(tmp_path / "f", love, blow, company)
    assert love not in shown(after) and shown(after) in blow


def test_what_is_over_is_felt_no_more(tmp_path: Path) -> None:
    hated = "Anna Quill hated Edmund Marsh."
    for name, over in {
        "a": "Anna Quill no longer hated Edmund Marsh.",
        "b": "Anna Quill did not hate Edmund Marsh any more.",
        "c": "Anna Quill had ceased to hate Edmund Marsh.",
    }.items():
        view = read_book(tmp_path / name, hated, over)
        levels = {chapter: affection for chapter, affection, _ in both(view)[0].levels}
        assert levels["1.1"] < -3 and levels["1.2"] > -3
        assert shown(view) != hated


def test_what_had_been_felt_is_not_felt_now(tmp_path: Path) -> None:
    had = both(read_book(tmp_path / "a", "Anna Quill had hated Edmund Marsh."))[0].levels[-1][1]
    always = both(read_book(tmp_path / "b", "Anna Quill had always hated Edmund Marsh."))[0].levels[-1][1]
    assert always < -3 < had


def test_of_a_long_sentence_the_clauses_that_show_it_are_shown(tmp_path: Path) -> None:
    long = "In the evening, when the boats had come home and the nets were hung up to dry along the whole of the quay, Anna Quill loved Edmund Marsh, and the bell rang, and the lamps were lit."
    words = shown(read_book(tmp_path, long))
    assert "Anna Quill loved Edmund Marsh" in words and words in long and len(words) <= 140 and words[-1].isalpha()


def test_what_is_denied_is_hardly_its_opposite(tmp_path: Path) -> None:
    meant = both(read_book(tmp_path / "a", "Anna Quill hated Edmund Marsh."))[0].levels[-1][1]
    denied = both(read_book(tmp_path / "b", "Anna Quill did not hate Edmund Marsh."))[0].levels[-1][1]
    assert meant < -3 and 0 <= denied < 3


@pytest.mark.parametrize(
    "told",
    [
        "Anna Quill could not find that she hated Edmund Marsh.",
        "Nobody believed that Anna Quill hated Edmund Marsh.",
        "It was not true that Anna Quill hated Edmund Marsh.",
        "Anna Quill was not at all sure that she was so very angry with Edmund Marsh.",
        "Anna Quill never for one moment believed that Edmund Marsh was cruel.",
    ],
)
def test_what_is_doubted_or_supposed_is_no_feeling(tmp_path: Path, told: str) -> None:
    felt = [level[1] for level in both(read_book(tmp_path, f"Anna Quill met Edmund Marsh. {told}"))[0].levels]
    assert felt and felt[-1] > -0.5


def test_what_is_said_by_one_of_several_counts_for_less_than_by_one_who_is_named(tmp_path: Path) -> None:
    met = "Lucy Hale, Peter Hale and Anna Quill sat by the fire. Edmund Marsh had gone. Nobody spoke.\n\n"
    named = read_book(tmp_path / "a", f"{met}“I dislike Edmund Marsh,” said Anna Quill.\n\nThe fire burned low.")
    doubtful = read_book(tmp_path / "b", f"{met}“I dislike Edmund Marsh.”\n\nThe fire burned low.")
    people = ("Anna Quill", "Lucy Hale", "Peter Hale")
    sure, unsure = (min(last(view, one, "Edmund Marsh")[0] for one in people) for view in (named, doubtful))
    assert sure < unsure < 0


def test_what_was_only_wished_does_not_count_as_done(tmp_path: Path) -> None:
    done = both(read_book(tmp_path / "a", "Edmund Marsh struck Anna Quill."))[0].levels[-1][1]
    wished = both(read_book(tmp_path / "b", "Edmund Marsh wished to strike Anna Quill."))[0].levels[-1][1]
    assert done < wished


def test_people_of_one_name_who_live_together_start_as_family(tmp_path: Path) -> None:
    body = (
        "Mr. Owen Hale came in. Miss Lucy Hale laughed. “Good morning,” said Owen Hale. “Good morning,” said Lucy Hale."
    )
    forth, back = both(read_book(tmp_path, body), "Owen", "Lucy")
    for one in (forth, back):
        assert one.levels[-1][1] >= 4 and one.levels[-1][2] >= 8
        assert any(cue.type == "tie:family" for change in one.changes for cue in change.cues)


def test_a_bare_name_brings_people_nearer_than_a_title(tmp_path: Path) -> None:
    talk = "“Good morning, {},” said Anna Quill. “The rain is over.”"
    formal = both(read_book(tmp_path / "a", "It rained.", talk.format("Mr. Marsh")))[0].levels[-1]
    bare = both(read_book(tmp_path / "b", "It rained.", talk.format("Edmund")))[0].levels[-1]
    assert bare[1] > formal[1] and bare[2] > formal[2]


def test_who_are_only_seen_together_have_met_and_no_more(tmp_path: Path) -> None:
    assert last(read_book(tmp_path, "It rained.")) == (1.0, 1.0)


def test_those_who_stay_together_come_to_know_each_other_better(tmp_path: Path) -> None:
    talk = "“The rain is over,” said Anna Quill to Edmund Marsh. “So it is,” said Edmund Marsh to Anna Quill.\n\n" * 4
    kin = last(read_book(tmp_path / "a", "Edmund Marsh was Anna Quill's brother.", talk, talk))
    friends = last(read_book(tmp_path / "c", "Edmund Marsh was Anna Quill's friend.", talk, talk))
    others = last(read_book(tmp_path / "b", "It rained.", talk, talk))
    assert 9.5 >= kin[1] > 9.0 > friends[1] > 5.5 > others[1] > 1.0


def test_plain_words_name_the_level(tmp_path: Path) -> None:
    assert last(read_book(tmp_path / "a", "Anna Quill loved Edmund Marsh."))[0] >= 8.0
    assert last(read_book(tmp_path / "b", "Anna Quill ceased to love Edmund Marsh."))[0] < 4.0
    assert last(read_book(tmp_path / "c", "Anna Quill thanked Edmund Marsh."))[0] < 4.0


def test_what_another_takes_somebody_to_feel_names_no_level(tmp_path: Path) -> None:
    own = last(read_book(tmp_path / "a", "Anna Quill thought that she loved Edmund Marsh."))[0]
    believed = last(read_book(tmp_path / "b", "Ora Pell thought that Anna Quill loved Edmund Marsh."))[0]
    assert own > 6 > believed > 0


def test_the_killer_hates_and_the_killed_feel_nothing(tmp_path: Path) -> None:
    forth, back = both(read_book(tmp_path / "a", "It rained.", "Edmund Marsh murdered Anna Quill."))
    assert forth.levels[-1][1] == 1.0 and back.levels[-1][1] < -3
    threat = last(read_book(tmp_path / "b", "It rained.", "“I shall kill Edmund Marsh,” said Anna Quill."))
    assert threat[0] < -3


def test_self_reproach_softens_and_something_wrong_is_none(tmp_path: Path) -> None:
    hated, liked = "Anna Quill despised Edmund Marsh.", "Anna Quill admired Edmund Marsh."
    wrong = "Anna Quill came in. Something was wrong with Edmund Marsh."
    sorry = "Anna Quill came in. Anna Quill had been wrong about Edmund Marsh."
    seen = {said: last(read_book(tmp_path / str(len(said)), hated, said))[0] for said in ("It rained.", sorry, wrong)}
    before, after, calm = seen.values()
    assert before == calm < after
    assert last(read_book(tmp_path / "liked", liked, wrong))[0] >= 3


def test_a_harsh_word_between_friends_is_banter(tmp_path: Path) -> None:
    scold = "“Hold your tongue!” said Anna Quill to Edmund Marsh."
    tie = "Edmund Marsh was Anna Quill's friend."
    friendly, still = (
        last(read_book(tmp_path / name, tie, said))[0] for name, said in (("a", scold), ("b", "It rained."))
    )
    strange, before = (
        last(read_book(tmp_path / name, "It rained.", said))[0] for name, said in (("c", scold), ("d", "It rained."))
    )
    assert still - friendly < 0.5 < before - strange


def test_one_harsh_opinion_ends_no_friendship(tmp_path: Path) -> None:
    friends = "Edmund Marsh was Anna Quill's friend."
    one = "“Edmund was so cruel,” said Anna Quill to Martha Dale."
    more = "“Edmund was cruel, and treacherous, and vile,” said Anna Quill to Martha Dale."
    seen = [last(read_book(tmp_path / str(at), friends, said))[0] for at, said in enumerate(("It rained.", one, more))]
    assert seen[0] > seen[1] > 3 and seen[2] < 1
    assert seen[1] - seen[2] > 2 * (seen[0] - seen[1])


def test_insults_are_for_those_they_are_said_to() -> None:
    for said in ("villain! what have you done?", "leave me!", "how dare you", "oh, you villain"):
        assert COLD.search(said) or INSULT.search(said), said
    for said in (
        "a villain has robbed the mill.",
        "don't leave me!",
        "you leave me no choice",
        "how do i get out of it?",
    ):
        assert not COLD.search(said) and not INSULT.search(said), said


def test_who_tells_of_an_offer_of_marriage_makes_none() -> None:
    assert WARM.search("will you marry me?") and not WARM.search("i have asked anna to marry me.")


@pytest.mark.parametrize(("words", "insulted"), [
    ("“You miserable, drunken dog!” said Edmund Marsh to Anna Quill.", True),
    ("“You lazy brute,” said Edmund Marsh to Anna Quill.", True),
    ("“Have you seen the dog?” said Edmund Marsh to Anna Quill.", False),
    ("“You are no coward,” said Edmund Marsh to Anna Quill.", False),
    ("“You sly old villain!” said Edmund Marsh to Anna Quill.", False),
])  # fmt: skip
def test_what_somebody_is_called_to_the_face_is_an_insult(tmp_path: Path, words: str, insulted: bool) -> None:
    view = read_book(tmp_path, words)
    cues = {cue.type for change in both(view)[1].changes for cue in change.cues}
    assert any(cue.startswith("tells:you ") for cue in cues) == insulted


def test_who_strikes_one_as_pitiful_is_no_foe(tmp_path: Path) -> None:
    struck = last(read_book(tmp_path / "a", "Edmund Marsh struck Anna Quill, all of a sudden, as a pitiful man."))
    hit = last(read_book(tmp_path / "b", "Edmund Marsh struck Anna Quill, all of a sudden."))
    assert struck[0] > hit[0]


def test_doubtful_pronouns_blame_nobody(tmp_path: Path) -> None:
    scene = "{0} thought of the day. {0} knew it well. {0} felt tired. Martin Hale came in. He had been cruel."
    hers = last(read_book(tmp_path / "a", scene.format("Anna Quill")), "Anna", "Martin")
    his = last(read_book(tmp_path / "b", scene.format("Edmund Marsh")), "Edmund", "Martin")
    assert hers[0] < 0 <= his[0]


def test_a_question_is_no_deed(tmp_path: Path) -> None:
    asked = last(read_book(tmp_path / "a", "“Did Edmund Marsh betray Anna Quill?” said Clara Stone."))
    told = last(read_book(tmp_path / "b", "“Edmund Marsh betrayed Anna Quill,” said Clara Stone."))
    assert told[0] < asked[0]


def test_a_friend_is_told_of_in_speech(tmp_path: Path) -> None:
    view = read_book(tmp_path, "“Anna Quill is my dearest friend,” said Edmund Marsh.")
    cues = {cue.type for change in both(view)[0].changes for cue in change.cues}
    assert "tie:friend" in cues


def test_no_level_moves_without_words() -> None:
    """Every change of the shipped story has cues that were told at it, and steps that add up to its levels."""
    with castline.open(ledger_url()) as library:
        cast = [one.id for one in library.cast()[:6]]
        for a in cast:
            for b in cast:
                for one in library.feelings(a, b).directions if a < b else ():
                    level = 0.0
                    for change in one.changes:
                        assert change.cues and change.evidence.text
                        level += change.affection_step
                        assert level == pytest.approx(change.affection, abs=0.02)
                        assert -10 <= change.affection <= 10 and 0 <= change.familiarity <= 10


def test_turns_are_leaps_and_crossings_not_growth() -> None:
    grows = [(f"1.{n}", 1.0 + 0.5 * n, 5.0) for n in range(1, 14)]
    assert find_turns(grows) == ()
    falls = [("1.1", 4.0, 5.0), ("1.2", 4.2, 5.0), ("1.3", -2.0, 5.0), ("1.4", -2.1, 5.0)]
    assert find_turns(falls) == ("1.3",)
    assert find_turns([]) == ()


def test_shifts_are_between_the_moments_and_say_why() -> None:
    with castline.open(ledger_url()) as library:
        found = library.shifts("8", "11", 5)
        assert 0 < len(found.shifts) <= 5
        sizes = [s.swing for s in found.shifts]
        assert sizes == sorted(sizes, reverse=True)
        for s in found.shifts:
            assert s.at.split(".")[1] in ("9", "10", "11")
            now = library.feelings(s.holder_id, s.toward_id, "11").directions[0].levels[-1][1]
            then = library.feelings(s.holder_id, s.toward_id, "8").directions[0].levels
            assert (now, then[-1][1] if then else 0.0) == (s.affection, s.was_affection)
        assert library.shifts("11", "11").shifts == ()


def test_shifts_the_wrong_way_about(tmp_path: Path) -> None:
    view = read_book(tmp_path, "Anna Quill loved Edmund Marsh.", "Anna Quill wept.")
    with pytest.raises(MomentError, match="turn them about"):
        find_shifts(view, view_at(view.store, "1.1"))


def test_a_network_of_two_camps(tmp_path: Path) -> None:
    friends = "Anna Quill loved Clara Stone. Clara Stone loved Anna Quill. Clara Stone and Anna Quill came together. "
    foes = "Anna Quill hated Edmund Marsh. Edmund Marsh hated Anna Quill. Clara Stone hated Edmund Marsh. Edmund Marsh hated Clara Stone. "
    network = chart_network(read_book(tmp_path, friends + foes + "Clara Stone met Edmund Marsh."))
    signs = {frozenset((bond.a, bond.b)): bond.sign for bond in network.bonds}
    assert sorted(signs.values()) == [-1, -1, 1]
    assert (network.triads.one_friendly, network.triads.balanced, network.triads.strained) == (1, 1.0, ())
    assert [len(group) for group in network.communities] == [2]
    lonely = next(place for place in network.people if "Marsh" in place.name)
    assert (lonely.friends, lonely.foes, lonely.community) == (0, 2, 0)


def test_a_network_of_nobody(tmp_path: Path) -> None:
    network = chart_network(read_book(tmp_path, "It rained."))
    assert network.triads.balanced is None or network.people


def test_who_says_outright_that_they_do_not_love_do_not(tmp_path: Path) -> None:
    loved = "Anna Quill loved Edmund Marsh.\n\n“{}” said Anna Quill to Edmund Marsh."
    assert last(read_book(tmp_path / "a", loved.format("I do not love you,")))[0] < 5.0
    assert last(read_book(tmp_path / "b", loved.format("It is not that I do not love you,")))[0] > 6.0
    assert last(read_book(tmp_path / "c", loved.format("I could not love you better,")))[0] > 6.0
