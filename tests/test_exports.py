"""Exports as of a moment: each is read back by a reader that is not ours, and keeps the prefix law."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from books import FEELINGS, NAMES, save, write_book
from click.testing import CliRunner
from conftest import need_module
from shelf import ledger_url, told_after, write_tale

import castline
from castline import AskError
from castline.cli import main
from castline.graph.moments import pack
from castline.query.export import KINDS, OF_ONE, OF_TABLE
from castline.query.knowing import find_known
from castline.query.quoting import squeeze
from castline.query.tables import TABLES, columns_of, list_rows

AT = "8"
WHO = "Brisa Tolloway"


@pytest.fixture(scope="module")
def library() -> castline.Library:
    return castline.open(ledger_url())


def taken(library: castline.Library, form: str, at: str | None = AT, who: str = WHO, of: str = "feelings") -> bytes:
    """A form whole; a person's is of `who`, a table's of `of`."""
    own = {"character": who} if form in OF_ONE else {"table": of} if form in OF_TABLE else {}
    return b"".join(library.export_bytes(form, at, **own))  # type: ignore[arg-type]


@pytest.mark.parametrize("chapters", [NAMES, FEELINGS], ids=["names", "feelings"])
def test_prefix_law_of_every_form(tmp_path: Path, chapters: list[list[str]]) -> None:
    """The whole book as of N exports as the book of chapters 1..N does, to the byte."""
    book = save(tmp_path, write_book(chapters))
    with castline.open(f"sqlite:///{tmp_path}/whole.db", "made") as whole:
        whole.ingest(book, processes=1)
        for n in range(1, len(chapters) + 1):
            with castline.open(f"sqlite:///{tmp_path}/part{n}.db", "made") as part:
                part.ingest(book, through=n, processes=1)
                for form in KINDS:
                    for who in [entry.id for entry in part.cast()] if form in OF_ONE else [""]:
                        for of in TABLES if form in OF_TABLE else [""]:
                            at = str(n)
                            assert taken(whole, form, at, who, of) == taken(part, form, at, who, of), (form, n, who, of)


@pytest.mark.parametrize("form", ["card", "card-v2", "lorebook", "messages"])
def test_nothing_in_a_card_is_told_later(library: castline.Library, form: str) -> None:
    made = json.loads(taken(library, form))
    if form.startswith("card"):
        del made["spec_version"]
    assert told_after(made, AT) == []


def test_a_card_has_what_its_specification_asks_for(library: castline.Library) -> None:
    need_module("jsonschema")
    import jsonschema

    text = {"type": "string"}
    entry = {
        "type": "object", "required": ["keys", "content", "extensions", "enabled", "insertion_order", "use_regex"],
        "properties": {"keys": {"type": "array", "items": text, "minItems": 1}, "content": text, "enabled": {"type": "boolean"},
                       "insertion_order": {"type": "integer"}, "use_regex": {"type": "boolean"}, "position": {"enum": ["before_char", "after_char"]}},
    }  # fmt: skip
    texts = "name description personality scenario first_mes mes_example creator_notes system_prompt post_history_instructions creator character_version"
    lists = "alternate_greetings group_only_greetings tags"
    data = {
        "type": "object", "required": [*texts.split(), *lists.split(), "extensions"],
        "properties": dict.fromkeys(texts.split(), text) | {name: {"type": "array", "items": text} for name in lists.split()}
        | {"character_book": {"type": "object", "required": ["extensions", "entries"], "properties": {"entries": {"type": "array", "items": entry}}}},
    }  # fmt: skip
    schema = {
        "type": "object", "required": ["spec", "spec_version", "data"],
        "properties": {"spec": {"const": "chara_card_v3"}, "spec_version": {"const": "3.0"}, "data": data},
    }  # fmt: skip
    card = json.loads(taken(library, "card"))
    jsonschema.validate(card, schema)
    assert card["data"]["name"] == WHO and card["data"]["description"].startswith(f"You are {WHO}, a woman.")
    assert card["data"]["character_book"]["entries"] and "chapter 8" in card["data"]["creator_notes"]
    assert "Conduct:" in card["data"]["system_prompt"] and "Conduct:" not in card["data"]["description"]
    for one in library.cast(AT)[:6]:
        card = json.loads(b"".join(library.export_bytes("card", AT, character=one.id)))
        own = tuple(name.form for name in library.snapshot(one.id, AT).names)
        told = [line for line in card["data"]["personality"].splitlines() if len(line) > 60]
        assert all(line.startswith(own) == ("“" not in line) for line in told), "the book says it, or others do"
        assert "chapter" not in card["data"]["scenario"], "nobody is told that they are in a book"
    card = json.loads(taken(library, "card"))
    assert "spoke last with" in card["data"]["scenario"] and "What has just happened:" in card["data"]["scenario"]
    assert card["data"]["first_mes"].rstrip("”")[-1] in ".!?"
    assert "{{user}}:" not in card["data"]["mes_example"], "whoever spoke in the book is not who plays"
    old = json.loads(taken(library, "card-v2"))
    assert old["spec"] == "chara_card_v2" and old["data"].items() <= card["data"].items()


def test_a_png_is_a_picture_that_holds_both_cards(library: castline.Library) -> None:
    need_module("PIL")
    from PIL import Image

    with Image.open(io.BytesIO(taken(library, "card-png"))) as picture:
        picture.load()
        texts = picture.text  # type: ignore[attr-defined]
        assert picture.size == (400, 600)
    for chunk, form in (("ccv3", "card"), ("chara", "card-v2")):
        assert json.loads(base64.b64decode(texts[chunk])) == json.loads(taken(library, form))


def test_a_card_tells_nothing_that_its_person_does_not_know_of(library: castline.Library) -> None:
    """Neither what they did not see nor hear of, nor somebody whom they never met."""
    known = find_known(library.view(AT), library.snapshot(WHO, AT).id)
    told = {squeeze(one.summary): one.id in known for one in library.happenings(AT)}
    card = [one["content"] for one in json.loads(taken(library, "card"))["data"]["character_book"]["entries"]]
    whole = [one["content"] for one in json.loads(taken(library, "lorebook"))["data"]["entries"]]
    assert {told[one] for one in whole if one in told} == {True, False}
    assert {told[one] for one in card if one in told} == {True}


def test_a_lorebook_of_one_is_the_book_in_their_card(library: castline.Library) -> None:
    of_one = json.loads(b"".join(library.export_bytes("lorebook", AT, character=WHO)))["data"]
    assert of_one == json.loads(taken(library, "card"))["data"]["character_book"]


def test_a_lorebook_alone_is_imported_as_world_info(library: castline.Library) -> None:
    """`importWorldInfo` of SillyTavern takes a file with `entries` by their number, each with `uid`, `key` and `content`."""
    book = json.loads(taken(library, "lorebook"))
    same = [{"content": e["content"], "key": e["keys"], "uid": e["id"]} for e in book["data"]["entries"]]
    assert [{name: e[name] for name in ("content", "key", "uid")} for e in book["entries"].values()] == same
    assert list(book["entries"]) == [str(at) for at in range(len(same))] and not any(
        e["disable"] for e in book["entries"].values()
    )


def test_a_lorebook_says_when_each_entry_was_told(library: castline.Library) -> None:
    early, late = (json.loads(taken(library, "lorebook", at))["data"]["entries"] for at in ("4", "10"))
    assert 10 < len(early) < len(late)
    told = [entry["extensions"]["castline"]["told"] for entry in late]
    assert any(int(moment.split(".")[1]) > 4 for moment in told)
    assert [entry["insertion_order"] for entry in late] == list(range(len(late)))


def test_graphs_are_read_by_networkx(library: castline.Library, tmp_path: Path) -> None:
    import networkx

    live = library.to_networkx(AT)
    for form, read in (("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf)):
        file = tmp_path / f"people.{form}"
        file.write_bytes(taken(library, form))
        graph = read(file)
        edges = live.number_of_edges() if form == "graphml" else len(set(live.edges()))
        assert form == "graphml" or not graph.is_multigraph()
        assert set(graph) == set(live) and graph.number_of_edges() == edges


def test_tables_are_read_by_pandas(library: castline.Library) -> None:
    need_module("pandas")
    need_module("pyarrow")
    import pandas

    for of in TABLES:
        plain = pandas.read_csv(io.BytesIO(taken(library, "csv", of=of)))
        packed = pandas.read_parquet(io.BytesIO(taken(library, "parquet", of=of)))
        frame = library.to_pandas(of, AT)
        assert list(plain) == list(packed) == list(frame) == list(columns_of(of))
        assert len(plain) == len(packed) == len(frame) > 0, of
        pandas.testing.assert_frame_equal(packed, frame, check_dtype=False)
        if "at" in frame:
            assert list(frame["at"].str.split(".").str[1].astype(int)) == list(frame["chapter"])
    feelings = library.to_pandas("feelings", AT)
    steps = feelings.groupby(["from_id", "toward_id"])["step"].sum()
    assert (
        steps - feelings[feelings["until"].isna()].set_index(["from_id", "toward_id"])["affection"]
    ).abs().max() < 0.1
    live = feelings[feelings["until"].isna()]
    assert len(live) == sum(data["kind"] == "FEELS" for _, _, data in library.to_networkx(AT).edges(data=True))


def test_ties_that_have_ended_and_who_is_where_are_in_the_tables(tmp_path: Path) -> None:
    tale = (
        "CHAPTER 1\n\nMiss Anna Quill met Mr. Ben Marsh at the gate. Anna Quill was engaged to Ben Marsh. Ben Marsh smiled.\n\n"
        "CHAPTER 2\n\nAnna Quill broke off her engagement to Ben Marsh. Anna Quill walked home.\n"
    )
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", tale))
        ties = {(row["at"], row["kind"], row["until"]) for row in list_rows(library.view(), "relations")}
        assert ("1.1.1", "betrothed", "1.2.1") in ties
        assert ("1.1.1", "betrothed", None) in {
            (row["at"], row["kind"], row["until"]) for row in list_rows(library.view("1.1"), "relations")
        }
        there = [(row["chapter"], row["who"]) for row in list_rows(library.view(), "scenes")]
        assert (1, "Ben Marsh") in there and (2, "Anna Quill") in there and len(there) == len(set(there))
        quote = list_rows(library.view(), "relations")[0]
        assert tale[quote["start"] : quote["end"]] == quote["text"] and quote["by"].startswith("rules@")


def test_all_tables_go_into_a_folder(tmp_path: Path) -> None:
    store = ["--store", ledger_url(), "export", "csv", "--at", AT, "--out"]
    assert (
        CliRunner().invoke(main, [*store, f"{tmp_path}/more"]).exit_code == 0
        and (tmp_path / "more/events.csv").exists()
    )
    made = CliRunner().invoke(main, [*store, f"{tmp_path}/tables/"])
    assert made.exit_code == 0 and {file.name for file in (tmp_path / "tables").iterdir()} == {
        f"{of}.csv" for of in TABLES
    }
    with castline.open(ledger_url()) as library:
        assert (tmp_path / "tables/events.csv").read_bytes() == taken(library, "csv", of="events")
    refused = CliRunner().invoke(main, [*store, f"{tmp_path}/tables/events.csv/"])
    assert refused.exit_code == 1 and "Cannot make" in refused.stderr and "another folder" in refused.stderr


def test_rows_stand_in_the_order_told_and_a_cell_is_a_line(tmp_path: Path) -> None:
    tale = "CHAPTER 1\n\nMiss Anna Quill met\nMr. Ben Marsh.\n\n" + "".join(
        f"“I hate you {n} times,”\nsaid Anna Quill to Ben Marsh. Ben Marsh struck\nAnna Quill.\n\n"
        for n in range(1, 13)
    )
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", f"{tale}CHAPTER 2\n\nClara Stone loved Ben Marsh.\n"))
        quotes = [row["text"] for row in list_rows(library.view(), "quotes")]
        assert quotes == sorted(quotes, key=tale.index) and len(quotes) == 12
        for of in TABLES:
            rows = list_rows(library.view(), of)
            times = [pack(row.get("at") or row["met"]) for row in rows]
            assert times == sorted(times)
            assert not [cell for row in rows for cell in row.values() if "\n" in str(cell)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_linked_data_is_read_by_rdflib(library: castline.Library) -> None:
    need_module("rdflib")
    import rdflib

    graph = rdflib.Graph().parse(data=taken(library, "jsonld").decode(), format="json-ld")
    asked = "SELECT (COUNT(?p) AS ?n) WHERE { ?p a <https://schema.org/Person> }"
    assert int(next(iter(graph.query(asked)))[0]) == len(library.cast(AT))  # type: ignore[index,arg-type]
    asked = "SELECT ?level WHERE { ?f a <urn:castline:Feeling> ; <urn:castline:affection> ?level }"
    levels = sorted(float(row[0]) for row in graph.query(asked))  # type: ignore[index,arg-type]
    edges = library.to_networkx(AT).edges(data=True)
    assert levels == sorted(data["affection"] for _, _, data in edges if data["kind"] == "FEELS")


def test_memories_are_what_somebody_knows_in_order(library: castline.Library) -> None:
    lines = taken(library, "memories").decode().splitlines()
    assert lines[0].startswith(f"I am {WHO}.") and len(lines) > 5
    chapters = [int(line.split("]")[0].split(".")[1]) for line in lines[1:]]
    assert chapters == sorted(chapters) and chapters[-1] <= 8
    said = [line.partition("] ")[2] for line in lines[1:]]
    assert any(line.startswith("I to ") for line in said) and any(" to me: “" in line for line in said)
    assert not any(line.startswith(WHO) and ": “" in line[:60] for line in said), "nobody remembers himself by name"
    assert not any(line.count("“") > 1 and line.startswith("I to ") for line in said), (
        "what is told in the book's words is told once"
    )


def test_a_spreadsheet_runs_no_formula_of_a_book(tmp_path: Path) -> None:
    text = "CHAPTER 1\n\nMiss Anna Quill met Mr. Ben Marsh.\n\n“=HYPERLINK(1),” said Anna.\n\n=cmd said Mr. Marsh to Anna.\n"
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", text))
        for of in TABLES:
            import csv

            rows = csv.reader(io.StringIO(taken(library, "csv", None, of=of).decode()))
            assert not [cell for row in rows for cell in row if cell[:1] in "=@" and cell]


@pytest.mark.parametrize("form", KINDS)
def test_the_command_line_writes_what_the_library_gives(library: castline.Library, form: str, tmp_path: Path) -> None:
    file = tmp_path / "out"
    own = [WHO] if form in OF_ONE else ["--of", "feelings"] if form in OF_TABLE else []
    asked = ["--store", ledger_url(), "export", form, *own, "--at", AT, "--out", str(file)]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert file.read_bytes() == taken(library, form)


@pytest.mark.parametrize(
    ("form", "said"),
    [("card", "one person's"), ("csv", "which with --of: people, scenes, feelings"), ("svg", "is no export")],
)
def test_what_is_wanting_is_said(library: castline.Library, form: str, said: str) -> None:
    with pytest.raises(AskError, match=said):
        list(library.export_bytes(form))
    with pytest.raises(AskError, match="no table"):
        list(library.export_bytes("csv", table="songs"))


def test_rich_displays_are_pages_without_markup_of_the_book(tmp_path: Path) -> None:
    text = "CHAPTER 1\n\nMiss Anna Quill hated Mr. Ben Marsh, who wrote <script>alert(1)</script>.\n"
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", text))
        shown: Any = library.snapshot("Anna")
        assert "<h1>" in shown._repr_html_() and "<script" not in shown._repr_html_()
        assert (
            "Anna" in library.feelings("Anna", "Ben")._repr_html_()
            and "<script" not in library.feelings("Anna", "Ben")._repr_html_()
        )
        assert msgspec.json.encode(shown)


def test_an_event_of_several_comes_up_where_two_of_them_are_named(library: castline.Library) -> None:
    book = json.loads(taken(library, "lorebook"))["data"]["entries"]
    alone, of_several = [e for e in book if not e["selective"]], [e for e in book if e["selective"]]
    assert len({e["keys"][0] for e in alone}) == len(alone), "one entry a person"
    assert of_several and all(e["secondary_keys"] and e["priority"] < 100 for e in of_several)
    assert not any(set(e["keys"]) & set(e["secondary_keys"]) for e in of_several)
    own = json.loads(taken(library, "card"))["data"]["character_book"]["entries"]
    met = {entry.who for entry in library.snapshot(WHO, AT).feelings} | {
        one.who for one in library.snapshot(WHO, AT).known
    }
    assert {e["keys"][0] for e in own if e["priority"] == 100} <= met | {
        r.who for r in library.snapshot(WHO, AT).relations
    }
    assert not any(WHO in (*e["keys"], *e["secondary_keys"]) for e in own), "who plays them says you"
