"""A library, and a service, that is open until a chapter: whatever is asked of it, the saga ends there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from books import read_through
from click.testing import CliRunner
from shelf import write_tale
from test_laws import STORY
from test_service import serving

import castline
from castline.cli import main
from castline.errors import AskError, CastlineError, MomentError
from castline.graph.opening import open_store

WHO, OTHER, UNTIL = "Brisa Tolloway", "Perrine Keddle", "5"
ASKED: dict[str, Callable[[castline.Library], Any]] = {
    "cast": lambda own: own.cast(),
    "snapshot": lambda own: own.snapshot(WHO, partner=OTHER),
    "message": lambda own: own.render(WHO, form="messages"),
    "feelings": lambda own: own.feelings(WHO, OTHER),
    "shifts": lambda own: own.shifts(),
    "network": lambda own: own.network(),
    "stage": lambda own: own.stage(),
    "chapters": lambda own: own.chapters(),
    "events": lambda own: own.events(WHO),
    "happenings": lambda own: own.happenings(),
    "scenes": lambda own: own.scenes(),
    "reading": lambda own: own.reading(),
    "diff": lambda own: own.diff(WHO, "2"),
    "passages": lambda own: own.passages("the ledger"),
    "knows": lambda own: own.knows("the ledger"),
    "review": lambda own: own.review(),
    "hints": lambda own: own.hints(WHO, "Who found the ledger?"),
    "hints of what comes": lambda own: own.hints(WHO, "Did you marry Wystan Dray at the chapel on the sands?"),
    "hints of a word that comes": lambda own: own.hints(WHO, "halfpenny wedding"),
    "chat": lambda own: own.messages(WHO, "Who opened the sealed room?"),
    "cypher": lambda own: own.cypher("MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id ORDER BY a.id, type(r), b.id"),
    "gexf": lambda own: list(own.export("gexf")),
    "csv": lambda own: list(own.export("csv", table="events")),
    "card": lambda own: list(own.export("card", character=WHO)),
    "sagas": lambda own: own.sagas(),
    "later": lambda own: own.cast("6"),
    "a chapter by name": lambda own: own.cast("CHAPTER VI"),
    "much later": lambda own: own.snapshot(WHO, "99"),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("until")
    for name, through in (("whole", None), ("short", int(UNTIL))):
        store = open_store(str(home / f"{name}.db"))
        read_through(store, STORY, through)
        store.close()
    return home


def open_bound(home: Path, until: str | None = UNTIL) -> castline.Library:
    return castline.open(f"sqlite:///{home / 'whole.db'}", notify=lambda note: None, until=until)


def tell(ask: Callable[[castline.Library], Any], library: castline.Library) -> str:
    try:
        return msgspec.json.encode(ask(library)).decode()
    except CastlineError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("what", ASKED)
def test_every_answer_is_that_of_a_saga_that_ends_there(home: Path, what: str) -> None:
    short = castline.open(f"sqlite:///{home / 'short.db'}", notify=lambda note: None)
    with short, open_bound(home) as bound:
        told = tell(ASKED[what], bound)
        assert told == tell(ASKED[what], short)
        assert told == tell(ASKED[what], bound.of("made"))
    if "later" in what or "name" in what:
        assert told.startswith("MomentError")


def test_whoever_is_met_later_is_nobody(home: Path) -> None:
    with open_bound(home) as bound, open_bound(home, None) as whole:
        later = {one.id for one in whole.cast()} - {one.id for one in bound.cast()}
        assert later and {tell(lambda own, one=one: own.snapshot(one), bound)[:11] for one in later} == {"UnknownName"}


def test_facts_are_those_of_the_chapter_asked_for(home: Path) -> None:
    with open_bound(home) as bound, open_bound(home, None) as whole:
        assert list(bound.export("facts")) == list(whole.export("facts", UNTIL)) != list(whole.export("facts"))


def test_nothing_is_written_and_nothing_judged(home: Path) -> None:
    with open_bound(home) as bound:
        for refused in (
            lambda: bound.ingest(STORY), lambda: bound.correct("nobody", WHO), lambda: bound.withdraw("x"), bound.settle,
            lambda: bound.take_corrections([]), lambda: bound.share_corrections(), lambda: bound.check(WHO, "I saw it."),
            lambda: bound.ruling(WHO, "Who found it?"),
        ):  # fmt: skip
            with pytest.raises(AskError, match=r"open until 1\.5"):
                refused()
        assert bound.corrections() == []


def test_that_something_lies_ahead_is_not_told(home: Path) -> None:
    question = "Were you there when the ferryman spun a halfpenny over the side into the bright water of the Wend?"
    with open_bound(home) as bound, open_bound(home, None) as whole:
        assert whole.hints(WHO, question, UNTIL).temporal == "future" != bound.hints(WHO, question).temporal


def test_names_of_later_moments_are_not_there(home: Path) -> None:
    with open_bound(home, None) as whole:
        whole.name_moment("the tide", "4")
        whole.name_moment("the wedding", "9")
    with open_bound(home) as bound:
        assert [one.name for one in bound.moments()] == ["the tide"]
        assert tell(lambda own: own.cast("The wedding"), bound) == tell(
            lambda own: own.cast("the Xxxxxxx"), bound
        ).replace("the Xxxxxxx", "The wedding")
        assert bound.cast("the tide") == bound.cast("4")
        with pytest.raises(AskError, match="gives no names"):
            bound.name_moment("the wedding", "2")
    with open_bound(home, "the tide") as bound:
        assert bound.view().at == "1.4"


def test_where_it_ends_must_be_a_chapter_that_is_there(home: Path) -> None:
    for until in ("99", "5.1", "nowhere"):
        with open_bound(home, until) as bound, pytest.raises(MomentError):
            bound.cast()


def test_one_saga_alone_is_told_of(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'two.db'}"
    tale = write_tale(tmp_path)
    with castline.open(url) as library:
        library.ingest([tale], "one")
        library.ingest([tale], "other")
    with castline.open(url, "one", until="1") as bound:
        assert [entry.saga for entry in bound.sagas()] == ["one"]
        with pytest.raises(AskError, match="'one' alone"):
            bound.of("other").cast()
    with castline.open(url, until="1") as unnamed, pytest.raises(AskError, match="several sagas"):
        unnamed.sagas()


def test_a_service_tells_of_nothing_later_whatever_it_is_asked(home: Path) -> None:
    short = castline.open(f"sqlite:///{home / 'short.db'}", notify=lambda note: None)
    with short, open_bound(home) as bound, serving(bound) as client, serving(short) as shorter:
        for path in ("cast", "snapshot?character=Brisa", "events?character=Brisa", "chapters", "stage", "happenings", "network", "review", "sagas",
                     "passages?query=wedding", "reading", "hints?character=Brisa&question=Did+you+marry+Wystan+Dray",
                     "hints?character=Brisa&question=the+sealed+room", "export?form=gexf", "export?form=jsonld"):  # fmt: skip
            answer = client.get(f"/v1/{path}")
            assert answer.status_code == 200 and answer.content == shorter.get(f"/v1/{path}").content, path
        for path in ("cast?at=6", "snapshot?character=Brisa&at=1.9", "export?form=facts&at=9", "shifts?from=1&to=7"):
            answer = client.get(f"/v1/{path}")
            assert answer.status_code == 400 and "told up to 1.5" in answer.json()["detail"], path
        found = client.post("/v1/cypher", json={"query": "MATCH (e:Event) RETURN max(e.chapter) AS last"}).json()
        assert found == [{"last": 5}]
        assert client.get("/v1/hints?character=Brisa&question=Did+you+marry+Wystan+Dray?").status_code == 200
        assert client.get("/v1/jobs").status_code == client.get("/v1/corrections").status_code == 404
        assert client.post("/v1/corrections", json={"kind": "nobody", "said": ["Brisa"]}).status_code in (404, 405)


def test_a_crowd_is_told_no_more(home: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with open_bound(home) as bound, serving(bound) as client:

        def ask(n: int) -> tuple[int, str]:
            answer = client.get(f"/v1/snapshot?character=Brisa&at={5 + n % 2}&min-confidence=0.{n:03}")
            return answer.status_code, answer.json().get("at", "")

        with ThreadPoolExecutor(16) as pool:
            told = list(pool.map(ask, range(96)))
    assert set(told) == {(200, "1.5"), (400, "")}


def test_the_command_says_before_it_serves_that_there_is_no_such_chapter(home: Path) -> None:
    called = CliRunner().invoke(
        main, ["--store", f"sqlite:///{home / 'whole.db'}", "serve", "--port", "0", "--at", "99"]
    )
    assert called.exit_code == 1 and "told up to" in called.output
    assert json.dumps("99") not in called.output
