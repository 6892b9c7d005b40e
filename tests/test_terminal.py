"""What a person at a terminal gets: tables where a program gets JSON, and commands that complete themselves."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner
from shelf import ledger_url

from castline.cli import main

CAST = ["cast", "--at", "4"]


def at_terminal(*asked: str) -> str:
    """What a command prints where its output is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "castline", "--store", ledger_url(), *asked]
    process = subprocess.Popen(command, stdout=theirs, env=os.environ | {"COLUMNS": "120", "TERM": "dumb"})
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 65_536)
        except OSError:  # the other end is gone
            break
        if not piece:
            break
        said += piece
    os.close(ours)
    assert process.wait() == 0
    return said.decode()


def test_a_terminal_gets_tables_and_a_program_json() -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(at_terminal(*CAST))
    assert "Brisa Tolloway" in at_terminal(*CAST)
    assert json.loads(at_terminal(*CAST, "--json"))[0]["name"] == "Brisa Tolloway"
    piped = CliRunner().invoke(main, ["--store", ledger_url(), *CAST])
    assert json.loads(piped.output)[0]["name"] == "Brisa Tolloway"
    table = CliRunner().invoke(main, ["--store", ledger_url(), *CAST, "--table"])
    assert table.output.lstrip()[:1] != "["


def test_a_snapshot_at_a_terminal_is_a_page_unless_a_form_is_named() -> None:
    assert "as of 1.4 and nothing after it" in at_terminal("snapshot", "Brisa", "--at", "4")
    assert json.loads(at_terminal("snapshot", "Brisa", "--at", "4", "--format", "json"))["name"] == "Brisa Tolloway"


def test_who_knows_of_an_event() -> None:
    with_event = CliRunner().invoke(main, ["--store", ledger_url(), "events", "Brisa", "--at", "8"])
    event = json.loads(with_event.output)[-1]["summary"]
    asked = ["--store", ledger_url(), "knows", event, "--at", "8"]
    found = json.loads(CliRunner().invoke(main, asked).output)
    assert found["event"]["summary"] == event and found["at"] == "1.8"
    table = CliRunner().invoke(main, [*asked, "--table"])
    assert table.exit_code == 0 and "Not told to know of it by 1.8" in table.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_complete_themselves(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell])
    assert script.exit_code == 0 and "_CASTLINE_COMPLETE" in script.output
    words = {
        "_CASTLINE_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "castline sn",
        "COMP_CWORD": "1" if shell != "fish" else "sn",
    }
    command = [sys.executable, "-c", "from castline.cli import main; main(prog_name='castline')"]
    done = subprocess.run(command, env=os.environ | words, capture_output=True, text=True)
    assert "snapshot" in done.stdout
