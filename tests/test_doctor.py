"""The checkup, out of plain values: it opens nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from castline.doctor import check

URL = "sqlite:///castline.db"


@pytest.mark.parametrize(
    ("saga", "sagas", "fault", "answers", "chosen", "problems"),
    [
        (None, None, "", None, None, ()), ("tale", None, "", None, "tale", ()), (None, (), "", True, None, ()),
        (None, ("tale",), "", True, "tale", ()), (None, ("tale", "other"), "", True, None, ()),
        ("third", ("tale",), "", True, "third", ("The saga 'third' is not in this store.",)),
        ("tale", (), "Nobody answers.", False, "tale", ("Nobody answers.",)),
    ],
)  # fmt: skip
def test_what_a_store_answered_is_looked_at(
    saga: str | None,
    sagas: tuple[str, ...] | None,
    fault: str,
    answers: bool | None,
    chosen: str | None,
    problems: tuple[str, ...],
) -> None:
    found = check(URL, saga, sagas, fault)
    assert (found.store.url, found.store.answers, found.store.saga) == (URL, answers, chosen)
    assert found.problems == problems and found.ok == (not problems)


def test_it_makes_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert check(URL, None, None).ok and list(tmp_path.iterdir()) == []


def test_it_shows_no_secret() -> None:
    assert "hunter2" not in repr(check("neo4j://anna:hunter2@host", None, (), "Nobody answers."))
