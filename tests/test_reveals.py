"""Who turns out to be whom: joined where the text says so, from that chapter on, and not where it only looks so."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

MEETING = [
    "Hugh Marsh kept the ferry. The ferry ran at noon. Ada Pell paid Hugh Marsh and sat down in the stern. Hugh rowed.",
    "“A cold day,” said Hugh. “It is,” said Ada Pell. Hugh Marsh said no more. He shipped his oars and tied up the boat.",
]
REVEALS = [
    "Ada Pell read the letter twice. In it Hugh Marsh, alias Captain Ware, was accused of theft. She burnt it.",
    "The magistrate looked up. “Hugh Marsh’s real name is Captain Ware,” said Ada Pell, and she sat down again.",
    "Ada Pell knew by then that Hugh Marsh was in reality Captain Ware, and she told nobody of it that winter.",
    "In the spring Hugh Marsh, who was no other than Captain Ware, went down to the quay with a lantern.",
    "“There is no Hugh Marsh,” said Hugh. “There never was any Hugh Marsh. I am Captain Ware.” Ada Pell stared.",
    "Hugh Marsh had been ruined in the north. Hugh Marsh had changed his name to Captain Ware and gone to sea.",
    "“He was with Captain Ware, whom we used to call Hugh Marsh,” said Ada Pell, and the clerk wrote it down.",
    "“You saw the ferryman Hugh Marsh?” said Ada Pell. “Captain Ware—that is his true name,” said the clerk.",
]


@pytest.mark.parametrize("words", REVEALS)
def test_two_names_are_one_from_the_chapter_that_says_so(tmp_path: Path, words: str) -> None:
    talk = ["They spoke of Captain Ware in the inn. “Captain Ware sails tonight,” said the clerk. Nobody had seen him."]
    view = tell(tmp_path, MEETING, talk, [words], ["It rained."])
    assert who(view, "Captain Ware") == who(view, "Hugh Marsh")
    assert who(view, "Captain Ware", 2) != who(view, "Hugh Marsh", 2)


def test_accents_need_not_be_typed(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Rostóva sang. “Sing again,” said René Dubois. Countess Rostóva laughed at René Dubois."])
    assert who(view, "rene dubois") == who(view, "René Dubois")
    assert who(view, "Countess Rostova") == who(view, "Countess Rostóva")


LOOKALIKES = [
    "“I wish you would call me Captain Ware,” she said. Hugh Marsh laughed at Ada Pell, and rowed on.",
    "“If I was in reality Captain Ware,” said Hugh Marsh, “I should not row.” Ada Pell laughed.",
    "Hugh Marsh and Captain Ware shook hands. “I am glad to know Captain Ware,” said Hugh Marsh.",
    "Hugh Marsh signed, and it was under the name of Captain Ware that the goods were sold. Ada Pell paid.",
]


@pytest.mark.parametrize("words", LOOKALIKES)
def test_what_only_looks_like_a_reveal_joins_nobody(tmp_path: Path, words: str) -> None:
    met = ["Captain Ware came in. “Good day,” said Captain Ware. “Good day, Captain Ware,” said Hugh Marsh, and bowed."]
    view = tell(tmp_path, MEETING, met, [words])
    assert who(view, "Captain Ware") != who(view, "Hugh Marsh")


def test_people_who_have_kept_company_are_two_whatever_is_said(tmp_path: Path) -> None:
    met = [line for _ in range(6) for line in (
        "“Will you row tonight?” asked Captain Ware. “I will not,” said Hugh Marsh to Captain Ware.",
        "“You are a coward, Hugh Marsh,” said Captain Ware. “And you a thief, Captain Ware,” said Hugh Marsh.",
    )]  # fmt: skip
    view = tell(tmp_path, MEETING, met, ["“Hugh Marsh is really Captain Ware,” said Ada Pell. She was mistaken."])
    assert who(view, "Captain Ware") != who(view, "Hugh Marsh")


def test_half_a_word_and_a_street_are_nobody(tmp_path: Path) -> None:
    view = tell(tmp_path, MEETING, [
        "“Patent-leathers came first,” said Hugh Marsh. “Patent-leathers came last,” said Ada Pell. “Ye-yes,” said Hugh.",
        "“Thirteen, Duncan Street, Oldham,” said Ada Pell. “Twelve, Duncan Street, Oldham,” said Hugh Marsh.",
    ])  # fmt: skip
    names = {name.form for rows in view.cast.names.values() for _, name in rows}
    assert not names & {"Patent", "Ye", "Oldham"}


def test_a_true_name_is_not_its_namesakes(tmp_path: Path) -> None:
    queen = [
        "Anne rode out with her ladies. “Good day,” said Anne to Ada Pell. Anne was a great lady, and Ada curtsied."
    ]
    view = tell(tmp_path, MEETING, queen, ["“Ada Pell’s true name is Anne Breuil,” said Hugh Marsh to the clerk."])
    assert who(view, "Anne Breuil") == who(view, "Ada Pell") != who(view, "Anne", 2)
    assert who(view, "Anne") == who(view, "Anne", 2)


def test_the_first_person_whom_one_saw_may_be_anybody(tmp_path: Path) -> None:
    met = "The ferryman came in. The ferryman sat down, and the ferryman laughed at Ada Pell. Ada Pell smiled."
    named = "Hugh Marsh bowed to Ada Pell. Hugh Marsh sat down. Hugh Marsh laughed."
    seen = "The ferryman rowed. The ferryman sang. The first person whom Ada Pell saw on the quay was Hugh Marsh."
    view = tell(tmp_path, [met], [named], [seen])
    assert who(view, "the ferryman") != who(view, "Hugh Marsh")
