"""Where "he" may mean either of two, the sentences that follow tell: he is not who is told of as somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Mention, decode

FRIENDS = (
    "Hugh Dale, Basil Vane and Martin Orme were friends. Hugh was a smith. Martin was a tailor, and Basil was a clerk. "
    "Hugh sang, and Martin sang. Basil sang. Hugh slept, and Martin slept. Basil slept."
)


def read(tmp_path: Path, text: str) -> list[str]:
    """Whom each "he", "his" and "him" of a text about the three means."""
    view = tell(tmp_path, [FRIENDS, text])
    names = {who(view, name): name for name in ("Hugh", "Martin", "Basil")}
    mentions: list[Mention] = [decode(line) for line in view.store.facts("made", ["mention"], view.bound)]
    told = sorted((one.start, one) for one in mentions if one.text.lower() in ("he", "his", "him"))
    return [names[view.root(one.character)] for _, one in told]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "Martin stood by the window with Basil. He had not had the courage to go. His hands shook. He told Martin of the frost.",
            ["Basil", "Basil", "Basil"],
        ),
        (
            "Hugh stood by the window with Basil. It would make him smile. He had not had the courage to go. Then he went to Hugh.",
            ["Basil", "Basil", "Basil"],
        ),
        (
            "Basil was warned by Martin of the frost. There had been nobody to help him. He wrote to Martin that night.",
            ["Basil", "Basil"],
        ),
    ],
)
def test_what_follows_tells_who_was_meant(tmp_path: Path, text: str, meant: list[str]) -> None:
    assert read(tmp_path, text) == meant


def test_where_nothing_tells_otherwise_the_likelier_stays(tmp_path: Path) -> None:
    assert read(
        tmp_path, "Martin stood by the window with Basil. He had not had the courage to go. His hands shook."
    ) == [
        "Martin",
        "Martin",
    ]
