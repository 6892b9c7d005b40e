"""What tests need and is not there: a reason to skip at home, and to fail where CI runs."""

from __future__ import annotations

from pathlib import Path

import conftest
import pytest


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_what_is_wanting_fails_in_ci_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(conftest, "DATA", tmp_path)
    with pytest.raises(outcome, match=r"Name the folder that holds novels/lost\.txt in CASTLINE_DATA"):
        conftest.need_data("novels/lost.txt")
    with pytest.raises(outcome, match="no_such_module is not installed"):
        conftest.need_module("no_such_module")
    (tmp_path / "found.txt").touch()
    assert conftest.need_data("found.txt") == tmp_path / "found.txt"
    conftest.need_module("json")
