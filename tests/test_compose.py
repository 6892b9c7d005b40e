"""The compose file: what it asks for, and, where Docker answers, that Neo4j and the service come up by it and keep their token."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from conftest import lacks_docker

ROOT = Path(__file__).parent.parent
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
GIVEN = {"NEO4J_PASSWORD": "castline-tests", "CASTLINE_TOKEN": "a-token-for-the-tests", "CASTLINE_PORT": "18642"}


def test_secrets_come_from_the_environment_and_ports_stay_on_this_machine() -> None:
    assert "${CASTLINE_TOKEN:?" in COMPOSE and "${NEO4J_PASSWORD:?" in COMPOSE
    ports = re.findall(r'- "([^"]+:\d+)"', COMPOSE)
    assert ports and all(port.startswith("127.0.0.1:") for port in ports)
    assert COMPOSE.count("healthcheck:") == 2 and "CASTLINE_PORT" in COMPOSE


def test_the_image_has_the_extras() -> None:
    made = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = set(re.findall(r"^(\w+) = \[", project.partition("[project.optional-dependencies]")[2], re.M)) - {"dev"}
    found = re.search(r"\.\[([\w,]+)\]", made)
    assert found and extras & {"web", "fast", "model", "mcp", "plot", "tables"} == set(found[1].split(","))


def test_it_comes_up_and_asks_for_its_token() -> None:
    if reason := lacks_docker():
        pytest.skip(reason)
    up = ["docker", "compose", "--project-name", "castline-tests", "up", "--detach", "--build", "--wait"]
    try:
        subprocess.run(up, cwd=ROOT, env=os.environ | GIVEN, check=True, timeout=900)
        with httpx.Client(base_url="http://127.0.0.1:18642") as client:
            _wait(client)
            assert client.get("/v1/names").status_code == 401
            brought = {"Authorization": f"Bearer {GIVEN['CASTLINE_TOKEN']}"}
            assert client.get("/v1/names", headers=brought).json() == []
    finally:
        down = ["docker", "compose", "--project-name", "castline-tests", "down", "--volumes"]
        subprocess.run(down, cwd=ROOT, env=os.environ | GIVEN, check=False)


def _wait(client: httpx.Client) -> None:
    for _ in range(60):
        if client.get("/ready").status_code == 200:
            return
        time.sleep(1)
    raise AssertionError("the service did not become ready")
