"""A store of each kind, and a real Neo4j for the one that needs it."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from shelf import write_tale

import castline
from castline.graph.neo4j import connect
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("CASTLINE_DATA", ROOT.parent / "shared/data"))
SCRIPT = ROOT / "scripts/neo4j"
ASKED = (["docker", "info"], ["docker", "compose", "version"])
"""What must answer before a container is tried."""
for own in ("STORE", "SAGA", "BY", "TOKEN", "TOKENS", "ORIGINS"):
    os.environ.pop(f"CASTLINE_{own}", None)  # whoever runs the tests may use castline, too
NEEDED = "CASTLINE_TEST_NEO4J names no server, and there are not both java and mvn to start one with scripts/neo4j"


LOCK = Path(tempfile.gettempdir()) / f"castline-tests-{os.getuid()}.lock"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Of several processes that share the tests one at a time asks the server: it has one database, and a test looks at all that
    stands there."""
    if not item.get_closest_marker("neo4j") and "neo4j_url" not in getattr(item, "fixturenames", ()):
        return (yield)
    with LOCK.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        return (yield)


def can_start() -> bool:
    """Whether scripts/neo4j can work here."""
    return bool(shutil.which("java") and shutil.which("mvn"))


def lacks_docker() -> str:
    """What of Docker does not answer here, and what it says; nothing where containers can be started."""
    for command in ASKED:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"`{' '.join(command)}` does not answer: {error}"
        if done.returncode:
            return f"`{' '.join(command)}` answers {done.returncode}: {(done.stderr or done.stdout).strip()[-200:]}"
    return ""


def excuse(reason: str) -> None:
    """Skip for want of something, a whole file too; where CI runs, nothing may be wanting."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def need_data(name: str) -> Path:
    """A file or folder of the novels and their gold, which stand beside a checkout and are no part of it."""
    path = DATA / name
    if not path.exists():
        excuse(f"There is no {path}. Name the folder that holds {name} in CASTLINE_DATA.")
    return path


def need_module(name: str) -> None:
    """A library that an extra installs."""
    if importlib.util.find_spec(name) is None:
        excuse(f"{name} is not installed. `make test` installs it.")


@pytest.fixture(scope="session")
def neo4j_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a Neo4j: the one given, else one started for these tests, else one from docker-compose.yml."""
    if given := os.environ.get("CASTLINE_TEST_NEO4J"):
        yield given
    elif can_start():
        with tempfile.TemporaryDirectory(prefix="castline-neo4j-") as home:
            yield start(home)
            subprocess.run([SCRIPT, "stop", "--now", "--home", home], check=True)
    elif not lacks_docker():
        yield from _composed(request)
    else:
        excuse(NEEDED)


def start(home: str, *options: str) -> str:
    """Start a server whose data stand in `home`; the URL."""
    done = subprocess.run([SCRIPT, "start", "--home", home, *options], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def _composed(request: pytest.FixtureRequest) -> Iterator[str]:
    """Neo4j from the compose file, through pytest-docker."""
    os.environ.setdefault("NEO4J_PASSWORD", "castline-tests")
    services = request.getfixturevalue("docker_services")
    url = f"bolt://127.0.0.1:{services.port_for('neo4j', 7687)}"
    services.wait_until_responsive(lambda: _answers(url), timeout=120, pause=1)
    yield url


def _answers(url: str) -> bool:
    try:
        connect(url).close()
    except Exception:
        return False
    return True


@pytest.fixture(scope="session")
def docker_compose_file() -> str:
    return str(ROOT / "docker-compose.yml")


@pytest.fixture(scope="session")
def docker_setup() -> str:
    return "up --detach --wait neo4j"


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    store = SqliteStore(str(tmp_path / "castline.db"))
    yield store
    store.close()


@pytest.fixture
def neo4j_store(neo4j_url: str) -> Iterator[Store]:
    """The server's store. The sagas that a test made are forgotten after it; others that stand there are let be."""
    store = connect(neo4j_url)
    before = set(store.sagas())
    yield store
    for saga in set(store.sagas()) - before:
        if saga.startswith(("saga ", "made")):
            store.forget(saga)
    store.close()


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest) -> Store:
    """A store of each kind in turn."""
    found: Store = request.getfixturevalue(f"{request.param}_store")
    return found


@pytest.fixture
def reopen(store: Store) -> Callable[[], Store]:
    """Opens the same store anew, as a later process would."""
    from castline.graph.opening import open_store

    return lambda: open_store(store.url)


@pytest.fixture
def saga_name() -> str:
    """A name that no other test uses."""
    return f"saga {uuid.uuid4().hex[:8]}"


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A folder whose store, castline.db, holds the tale."""
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(write_tale(tmp_path))
    return tmp_path
