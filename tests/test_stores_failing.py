"""What a store says, and keeps, when something is wrong: passwords, dead servers, full disks, later versions."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import SCRIPT, can_start, excuse, start
from sagas import make_batches

import castline
from castline.errors import (
    AskError,
    CastlineError,
    QueryError,
    StoreBusy,
    StoreError,
    StoreTooNew,
    StoreUnreachable,
    StoreUnwritable,
)
from castline.graph import neo4j, sqlite_file
from castline.graph.facts import Character
from castline.graph.limits import Limits
from castline.graph.moments import FOREVER
from castline.graph.neo4j import Neo4jStore, connect
from castline.graph.neo4j_sessions import Sessions
from castline.graph.opening import open_store
from castline.graph.pages import live
from castline.graph.sqlite import SqliteStore

# -- the embedded store --------------------------------------------------------------------------------------


def test_a_later_schema_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "castline.db")
    SqliteStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(sqlite_file.MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(StoreTooNew, match="Upgrade castline"):
        SqliteStore(path)


def test_an_earlier_schema_is_brought_up_and_goes_on(tmp_path: Path) -> None:
    batches = list(make_batches(12, 5))
    store = SqliteStore(str(tmp_path / "castline.db"))
    for batch in batches[:-1]:
        store.write(batch)
    store.close()
    with sqlite3.connect(tmp_path / "castline.db") as db:
        unmake_rows(db)
        db.execute("DROP TABLE page")
        db.execute("CREATE TABLE page (saga INTEGER, who TEXT, told INTEGER, size INTEGER, body BLOB)")
        db.execute("INSERT INTO page SELECT DISTINCT saga, who, 1, 1, x'00' FROM history")
        db.execute("PRAGMA user_version = 1")
    db.close()
    aged, fresh = SqliteStore(str(tmp_path / "castline.db")), SqliteStore(str(tmp_path / "fresh.db"))
    aged.write(batches[-1])
    for batch in batches:
        fresh.write(batch)
    for one in [fact.id for batch in batches for fact in batch.facts if isinstance(fact, Character)]:
        old, new = (shop.portrait("made", [one], FOREVER, 9, 9) for shop in (aged, fresh))
        assert live(old.states) == live(new.states)
        assert (old.known, old.said, old.scenes) == (new.known, new.said, new.scenes)


def unmake_rows(db: sqlite3.Connection) -> None:
    """Take a file back to the schema in which a saga's memory was one whole, and nothing else was kept."""
    db.execute("ALTER TABLE chapter DROP COLUMN body")
    db.execute("ALTER TABLE saga ADD COLUMN memory BLOB")
    db.execute("UPDATE saga SET memory = x'0102' WHERE EXISTS (SELECT 1 FROM memory WHERE memory.saga = saga.key)")
    db.execute("DROP TABLE memory")
    db.execute("DROP TABLE kept")


def test_a_whole_memory_of_an_earlier_schema_is_the_row_without_a_name(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "castline.db"))
    for saga in ("aged", "gone"):
        store.write(next(iter(make_batches(2, 3, saga=saga))))
    store.forget("gone")
    store.close()
    with sqlite3.connect(tmp_path / "castline.db") as db:
        unmake_rows(db)
        db.execute("PRAGMA user_version = 2")
    db.close()
    goes_on_from_a_whole_memory(SqliteStore(str(tmp_path / "castline.db")))


def goes_on_from_a_whole_memory(store: SqliteStore | Neo4jStore) -> None:
    """A store brought up from an older schema lives, remembers, and forgets."""
    assert (store.sagas(), store.memory("aged"), store.memory("gone")) == (["aged"], {"": b"\1\2"}, {})
    assert (store.version("gone"), store.saga("gone")) == (2, None)
    following = list(make_batches(2, 3, saga="aged"))[1]
    store.write(replace(following, memory={"": None, "row": b"3"}))
    assert store.memory("aged") == {"row": b"3"}
    store.forget("aged")
    assert (store.sagas(), store.memory("aged")) == ([], {})
    store.close()


def test_what_is_no_store_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("It was a dark and stormy night. " * 100)
    for path in (tmp_path / "book.txt", tmp_path / "no folder" / "castline.db", tmp_path):
        with pytest.raises(StoreUnreachable, match="--store"):
            SqliteStore(str(path)).sagas()


def test_a_full_disk_leaves_what_stood_and_resumes(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "castline.db"))
    batches = list(make_batches(8, 5))
    store.write(batches[0])
    before = list(store.facts("made", ["feeling", "event"], FOREVER))
    pages = store._file.db.execute("PRAGMA page_count").fetchone()[0]
    store._file.db.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(StoreUnwritable, match="No room left"):
        for batch in batches[1:]:
            store.write(batch)
    stands = store.version("made")
    assert list(store.facts("made", ["feeling", "event"], FOREVER))[: len(before)] == before
    store._file.db.execute("PRAGMA max_page_count = 1000000")
    for batch in batches[stands:]:
        store.write(batch)
    assert store.version("made") == len(batches)
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write what is read-only")
def test_a_read_only_file_is_read_and_not_written(tmp_path: Path) -> None:
    _a_read_only_file(tmp_path)


def test_a_read_only_connection_is_told_so(tmp_path: Path) -> None:
    first, second = make_batches(2, 2)
    store = SqliteStore(str(tmp_path / "castline.db"))
    store.write(first)
    store._file.db.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreUnwritable, match="read-only"):
        store.write(second)
    assert store.version("made") == 1
    store.close()


def _a_read_only_file(folder: Path) -> None:
    first, second = make_batches(2, 2)
    path = folder / "castline.db"
    store = SqliteStore(str(path))
    store.write(first)
    store.close()
    path.chmod(0o444)
    store = SqliteStore(str(path))
    assert store.version("made") == 1
    with pytest.raises(StoreUnwritable, match="read-only"):
        store.write(second)
    store.close()


WRITER = """
import sys
sys.path.insert(0, {tests!r})
from sagas import make_batches
from castline.graph.opening import open_store
store = open_store({url!r})
for batch in make_batches(400, 12, saga={saga!r}):
    store.write(batch)
    print(batch.after + 1, flush=True)
"""


def write_until(url: str, saga: str, commits: int) -> tuple[subprocess.Popen[str], int]:
    """A process that writes a saga, once it has acknowledged so many commits; and how many these were."""
    script = WRITER.format(tests=str(Path(__file__).parent), url=url, saga=saga)
    writer = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert writer.stdout
    seen = 0
    while seen < commits:
        line = writer.stdout.readline()
        assert line, "the writer died"
        seen = int(line)
    return writer, seen


def finish(writer: subprocess.Popen[str], seen: int) -> int:
    """The last commit that a writer acknowledged before its end."""
    assert writer.stdout
    rest = writer.stdout.read().split()
    writer.stdout.close()
    writer.wait()
    return int(rest[-1]) if rest else seen


def stands_whole(store: Neo4jStore | SqliteStore, saga: str, acknowledged: int) -> None:
    """Everything acknowledged is there, and what is there is whole chapters, each once."""
    version = store.version(saga)
    assert version in (acknowledged, acknowledged + 1)
    batches = list(make_batches(400, 12, saga=saga))[:version]
    wanted = sorted(fact.id for batch in batches for fact in batch.facts if fact.__struct_config__.tag == "feeling")
    found = [line.split('"id":"')[1].split('"')[0] for line in store.facts(saga, ["feeling"], FOREVER)]
    assert sorted(found) == wanted
    record = store.saga(saga)
    assert record is not None and [c.ordinal for c in record.chapters] == list(range(1, version + 1))


def test_a_writer_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/castline.db"
    writer, seen = write_until(url, "made", 12)
    writer.send_signal(signal.SIGKILL)
    acknowledged = finish(writer, seen)
    store = SqliteStore(f"{tmp_path}/castline.db")
    stands_whole(store, "made", acknowledged)
    store.write(list(make_batches(400, 12))[store.version("made")])
    store.close()


# -- the server ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, str]]:
    """A server of one's own, with a password: its URL and its home."""
    if not can_start():
        excuse("scripts/neo4j needs java and mvn")
    with tempfile.TemporaryDirectory(prefix="castline-neo4j-") as home:
        yield start(home, "--password", "correct horse"), home
        subprocess.run([SCRIPT, "stop", "--now", "--home", home], check=True)


@pytest.fixture
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", "correct horse")


@pytest.mark.neo4j
@pytest.mark.parametrize("wrong", [None, "battery staple"])
def test_no_password_or_a_wrong_one_lets_nobody_in(
    server: tuple[str, str], wrong: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
    if wrong:
        monkeypatch.setenv("NEO4J_PASSWORD", wrong)
    with pytest.raises(StoreUnreachable, match="NEO4J_PASSWORD") as raised:
        connect(server[0])
    assert wrong is None or wrong not in str(raised.value)


@pytest.mark.neo4j
def test_a_later_schema_on_the_server_is_refused(server: tuple[str, str], password: None) -> None:
    store = connect(server[0])
    store.driver.execute_query("MATCH (s:CastlineSchema) SET s.applied = s.applied + 1")
    with pytest.raises(StoreTooNew, match="Upgrade castline"):
        connect(server[0])
    store.driver.execute_query("MATCH (s:CastlineSchema) SET s.applied = s.applied - 1")
    assert connect(server[0]).close() is None
    store.close()


@pytest.mark.neo4j
def test_a_whole_memory_of_an_earlier_schema_on_the_server_is_the_row_without_a_name(
    server: tuple[str, str], password: None
) -> None:
    store = connect(server[0])
    for saga in ("aged", "gone"):
        store.write(replace(next(iter(make_batches(2, 3, saga=saga))), after=store.version(saga)))
    store.forget("gone")
    for step in (
        "MATCH (m:CastlineMemory) DELETE m",
        "DROP CONSTRAINT castline_memory",
        "MATCH (l:CastlineLedger {saga: 'aged'}) SET l.memory = $whole",
        "MATCH (s:CastlineSchema) SET s.applied = 3",
    ):
        store.driver.execute_query(step, whole=b"\1\2")
    store.close()
    goes_on_from_a_whole_memory(connect(server[0]))


@pytest.mark.neo4j
def test_a_callers_driver_is_used_and_left_open(server: tuple[str, str]) -> None:
    from neo4j import GraphDatabase

    with GraphDatabase.driver(server[0], auth=("neo4j", "correct horse"), notifications_min_severity="OFF") as driver:
        store = Neo4jStore(driver)
        assert store.sagas() == []
        store.close()
        driver.verify_connectivity()


@pytest.mark.neo4j
def test_forgetting_that_was_cut_short_is_finished(server: tuple[str, str], password: None) -> None:
    store = connect(server[0])
    for batch in make_batches(2, 3):
        store.write(batch)
    store._change(neo4j.queries.LEAVE, saga="made")
    with pytest.raises(StoreBusy, match="being forgotten"):
        store.write(next(iter(make_batches(1, 3))))
    assert (store.sagas(), store.saga("made"), store.version("made"), store.memory("made")) == ([], None, 3, {})
    store.close()
    again = connect(server[0])
    assert (again.sagas(), again.version("made")) == ([], 4)
    assert list(again.facts("made", ["feeling"], FOREVER)) == []
    again.close()


@pytest.mark.neo4j
def test_a_killed_server_comes_back_with_nothing_lost_and_nothing_twice(
    server: tuple[str, str], password: None
) -> None:
    url, home = server
    reader = connect(url)
    writer, seen = write_until(url, "kill", 5)
    os.kill(int((Path(home) / "pid").read_text()), signal.SIGKILL)
    began = time.monotonic()
    with pytest.raises(StoreUnreachable, match="No Neo4j answers"):
        reader.version("kill")
    assert time.monotonic() - began < 30
    acknowledged = finish(writer, seen)
    assert start(home, "--password", "correct horse") == url
    stands_whole(reader, "kill", acknowledged)
    batches = list(make_batches(400, 12, saga="kill"))
    at = reader.version("kill")
    reader.write(batches[at])
    with pytest.raises(StoreBusy):
        reader.write(batches[at])
    stands_whole(reader, "kill", at + 1)
    reader.forget("kill")
    reader.close()


@pytest.mark.neo4j
def test_a_commit_that_was_not_heard_of_is_not_made_twice(server: tuple[str, str], password: None) -> None:
    from castline.graph.neo4j_writing import add

    store = connect(server[0])
    batch = next(iter(make_batches(1, 3)))
    batch = replace(batch, after=store.version("made"))
    with store.driver.session() as session:
        session.execute_write(add, batch, "the same write")
        session.execute_write(add, batch, "the same write")
    assert store.version("made") == batch.after + 1
    store.forget("made")
    store.close()


class Cut:
    """A session from under which the connection is taken while it closes."""

    def __init__(self) -> None:
        self.tried = 0

    def close(self) -> None:
        self.tried += 1
        if self.tried == 1:
            raise OSError("Bad file descriptor")


def test_a_session_that_cannot_be_closed_at_once_is_closed_all_the_same() -> None:
    session = Cut()
    driver = SimpleNamespace(session=lambda database: session)
    with Sessions(driver, None).open():  # type: ignore[arg-type]
        pass
    assert session.tried == 2


@pytest.mark.neo4j
def test_a_store_that_is_closed_lets_other_threads_finish(server: tuple[str, str], password: None) -> None:
    """The driver alone breaks where it is closed amid its work: in its buffers, and with sessions that stay open for good."""
    for _ in range(4):
        store = connect(server[0])
        with ThreadPoolExecutor(8) as pool:
            readers = [pool.submit(_read_on, store) for _ in range(8)]
            time.sleep(0.3)
            store.close()
        assert all(reader.result() > 0 for reader in readers)


def _read_on(store: Neo4jStore) -> int:
    """How many answers came before the store was closed."""
    for answers in count():
        try:
            store.version("made")
            store.sagas()
        except StoreUnreachable as error:
            assert "has been closed" in str(error)
            return answers
    raise AssertionError


def test_nobody_there_is_said_soon() -> None:
    began = time.monotonic()
    with pytest.raises(StoreUnreachable, match="Start the server"):
        open_store("bolt://127.0.0.1:1")
    assert time.monotonic() - began < 10


SAID_BY_OTHERS = (
    "Unable to retrieve",
    "retried",
    "Traceback",
    "Couldn't connect",
    "Neo.",
    "neo4j.",
    "Exception",
    "Error",
)
"""Words of the driver's and the server's."""


def answer_with(reply: bytes) -> Iterator[int]:
    """Something that is no Neo4j, and says `reply` to whoever calls (nothing, for none): its port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        held: list[socket.socket] = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = door.accept()
                    held.append(caller)
                    caller.recv(20)
                    caller.sendall(reply)
                    if reply:
                        caller.close()

        threading.Thread(target=serve, daemon=True).start()
        yield door.getsockname()[1]
        door.shutdown(socket.SHUT_RDWR)
        for caller in held:
            caller.close()


def castline_says(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "castline", *words], capture_output=True, text=True, check=False)


def is_said_in_our_words(said: subprocess.CompletedProcess[str], first: str) -> None:
    """One line, ours, and exit code 1."""
    assert said.returncode == 1 and said.stdout == "", said
    assert said.stderr.startswith(f"castline: {first}") and said.stderr.count("\n") == 1, said.stderr
    assert not [word for word in SAID_BY_OTHERS if word in said.stderr], said.stderr


@pytest.mark.parametrize("scheme", ["bolt", "neo4j", "bolt+s"])
@pytest.mark.parametrize("reply", [None, b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\5" + b"\xff" * 40])
def test_a_port_where_no_neo4j_answers_is_told_in_our_words(scheme: str, reply: bytes | None) -> None:
    ports = answer_with(reply) if reply is not None else iter([1])
    url = f"{scheme}://127.0.0.1:{next(ports)}"
    said = castline_says("--store", url, "sagas")
    is_said_in_our_words(said, f"No Neo4j answers at '{url}'. Start the server")
    assert next(ports, None) is None


def test_a_port_where_nothing_is_said_is_not_waited_for_long(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(neo4j, "GREETING", 1.0)
    ports = answer_with(b"")
    began = time.monotonic()
    with pytest.raises(StoreUnreachable, match="No Neo4j answers"):
        open_store(f"neo4j://127.0.0.1:{next(ports)}")
    assert time.monotonic() - began < 8
    assert next(ports, None) is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.neo4j
def test_a_server_stopped_amid_an_ingest_is_told_in_our_words_and_the_ingest_goes_on(
    server: tuple[str, str], password: None, tmp_path: Path
) -> None:
    url, home = server
    book = tmp_path / "serial.txt"
    chapters = (
        f"CHAPTER {n}\n\n“Good night, Nick,” said Silas Thorne.\n\n“Good night,” answered Orlov." for n in range(1, 301)
    )
    book.write_text("\n\n\n".join(chapters), encoding="utf-8")
    command = ["--store", url, "ingest", str(book), "--saga", "stopped", "--processes", "1"]
    reader = connect(url)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(castline_says, *command)
        while reader.version("stopped") < 3:
            assert not running.done(), running.result()
            time.sleep(0.05)
        os.kill(int((Path(home) / "pid").read_text()), signal.SIGTERM)
        said = running.result()
    ours = [line for line in said.stderr.splitlines() if line.startswith("castline: ")]
    assert said.returncode == 1 and len(ours) == 1 and f"'{url}'" in ours[0] and "goes on" in ours[0], said
    assert not [word for word in SAID_BY_OTHERS if word in said.stderr], said.stderr
    assert start(home, "--password", "correct horse") == url
    assert 3 <= reader.version("stopped") < 300
    done = castline_says(*command)
    assert done.returncode == 0, done.stderr
    assert reader.version("stopped") == 300
    reader.forget("stopped")
    reader.close()


@pytest.mark.neo4j
def test_a_servers_want_of_memory_is_told_in_our_words(server: tuple[str, str], password: None) -> None:
    store = connect(server[0])
    greedy = "UNWIND range(1, 200000000) AS n WITH collect(n) AS all RETURN all[5] AS n"
    with pytest.raises(QueryError, match="more memory than the server has") as asked:
        store.ask(greedy, {}, Limits(seconds=60))
    with pytest.raises(StoreUnwritable, match="too little memory") as written:
        store._change(greedy)
    for raised in (asked, written):
        assert not [word for word in SAID_BY_OTHERS if word in str(raised.value)]
    store.close()


SECRETS = (
    "neo4j://neo4j:secret@localhost:7687", "bolt+s://neo4j:se/secret@localhost", "postgres://me:secret@db.example/novels",
    "neo4j:secret@localhost:7687", "sqlite+x://me:secret@here/castline.db", "neo4j://secret@localhost", "http://me:a@secret@b@h",
)  # fmt: skip


@pytest.mark.parametrize("url", SECRETS)
def test_a_password_in_a_url_is_refused_and_not_repeated(url: str) -> None:
    """Not by any verb that may show the URL: not the stores, not the library, not the checkup."""
    with pytest.raises(AskError) as raised:
        open_store(url)
    assert "secret" not in str(raised.value) and "NEO4J_PASSWORD" in str(raised.value)
    with castline.open(url) as library:
        for ask in (library.cast, library.sagas, lambda: library.of("other"), lambda: library.ingest("no.txt")):
            with pytest.raises(CastlineError) as raised_again:
                ask()
            assert "secret" not in str(raised_again.value)
        found = library.doctor()
    assert not found.ok and "secret" not in repr(found) and "NEO4J_PASSWORD" in found.problems[-1]


def test_a_path_may_have_an_at_in_it(tmp_path: Path) -> None:
    for name in ("a@b.db", "me:you@home.db"):
        open_store(f"sqlite:///{tmp_path}/{name}").close()
        open_store(f"{tmp_path}/{name}").close()
        assert (tmp_path / name).exists()


@pytest.mark.parametrize("url", ["neo4j+x://localhost", "bolt://", "bolt://localhost:port"])
def test_a_malformed_url_is_said_to_be_one(url: str) -> None:
    with pytest.raises((AskError, StoreError)) as raised:
        open_store(url)
    assert url.split(":")[0] in str(raised.value)


@pytest.mark.neo4j
def test_a_glance_that_the_server_puts_off_is_asked_again(
    neo4j_store: Neo4jStore, saga_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes one trip is not tried again by the driver: the longer way does that. What cannot be mended is said at once."""
    from neo4j import Session
    from neo4j.exceptions import ClientError, TransientError

    whole = list(make_batches(1, 2, 1, saga_name))
    neo4j_store.write(whole[0])
    own, tried = Session.run, list[str]()

    def fail(error: type[Exception]) -> None:
        def run(self: Session, *asked: object, **given: object) -> object:
            tried.append("glance")
            raise error("put off")

        monkeypatch.setattr(Session, "run", run)

    fail(TransientError)
    assert neo4j_store.version(saga_name) == 1 and tried == ["glance"]
    fail(ClientError)
    with pytest.raises(StoreError):
        neo4j_store.version(saga_name)
    monkeypatch.setattr(Session, "run", own)
    assert neo4j_store.version(saga_name) == 1
