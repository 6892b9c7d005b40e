"""The worked notebook runs from its first cell to its last, on the shipped story and on a real novel."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, need_data, need_module

for module in ("nbclient", "ipykernel", "pandas", "matplotlib"):
    need_module(module)
import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402

PATH = ROOT / "docs/arcs.ipynb"
pytestmark = pytest.mark.filterwarnings("ignore")


def run(novel: str | Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The notebook, executed about a novel ("": the story that ships), in a folder that holds nothing else."""
    monkeypatch.setenv("CASTLINE_NOVEL", str(novel))
    notebook = nbformat.read(PATH, as_version=4)
    with tempfile.TemporaryDirectory() as away:
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": away}}).execute()
    return notebook


def said(notebook: Any) -> str:
    """All that the cells print."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    return "".join(out.get("text", "") for cell in cells for out in cell.outputs if out.output_type == "stream")


def pictures(notebook: Any) -> int:
    outs = (out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs)
    return sum("image/png" in out.get("data", {}) for out in outs)


def check(notebook: Any) -> None:
    assert "say the same: True" in said(notebook) and pictures(notebook) == 2
    assert ">>" in said(notebook), "a turning point with its words"


def test_on_the_shipped_story_or_the_novel_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = run(os.environ.get("CASTLINE_NOVEL", ""), monkeypatch)
    check(notebook)
    if not os.environ.get("CASTLINE_NOVEL"):
        assert "14 chapters" in said(notebook)


@pytest.mark.slow
def test_on_a_real_novel(monkeypatch: pytest.MonkeyPatch) -> None:
    check(run(need_data("novels/dorian_gray.txt").resolve(), monkeypatch))


def test_what_is_kept_in_it_was_run_to_its_end() -> None:
    notebook = nbformat.read(PATH, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not [out for cell in code for out in cell.outputs if out.output_type == "error"]
    check(notebook)
    assert str(Path.home()) not in PATH.read_text(encoding="utf-8")
