"""Running `castline` on the store of a folder, as a person does, and what it says when something is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from castline.cli import main


def run(folder: Path, *words: str) -> Result:
    """Run `castline` on the store of a folder."""
    return CliRunner().invoke(main, ["--store", f"sqlite:///{folder}/castline.db", *words])


def fails(folder: Path, *words: str) -> str:
    """What a verb that goes wrong says: one line, exit code 1, and no traceback."""
    said = run(folder, *words)
    assert said.exit_code == 1 and isinstance(said.exception, SystemExit), said.output
    assert said.stderr.startswith("castline: ") and said.stderr.count("\n") == 1, said.stderr
    return said.stderr


def exported(folder: Path) -> str:
    return run(folder, "export", "facts", "--saga", "tale").output


def start(folder: Path, *words: str, **how: Any) -> subprocess.Popen[str]:
    """`castline` as a process of its own, on the store of a folder."""
    command = [sys.executable, "-m", "castline", "--store", f"sqlite:///{folder}/castline.db", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)
