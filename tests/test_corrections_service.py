"""Corrections over HTTP: kept at once, settled by a job, and only by who may write."""

from __future__ import annotations

from pathlib import Path

from books import save, write_book
from test_corrections import MILL, open_mill
from test_jobs import follow
from test_service import serving


def test_a_correction_is_kept_and_settled_by_a_job(tmp_path: Path) -> None:
    with open_mill(tmp_path) as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        with serving(library) as client:
            said = {"kind": "rename", "said": ["the ferryman", "Silas Wye"], "by": "ada", "why": "his own words"}
            given = client.post("/v1/corrections", json=said)
            assert given.status_code == 202, given.text
            assert given.json()["correction"]["state"] == "held"
            assert given.headers["location"] == f"/v1/jobs/{given.json()['job']['id']}"
            assert follow(client, given.json()["job"]["id"])[-1]["state"] == "done"
            (entry,) = client.get("/v1/corrections").json()
            assert (entry["state"], entry["at"], entry["correction"]["by"]) == ("stands", "1.1", "person:ada")
            assert client.get("/v1/snapshot?character=the ferryman&at=1").json()["name"] == "Silas Wye"
            gone = client.delete(f"/v1/corrections/{entry['correction']['id']}")
            assert follow(client, gone.json()["job"]["id"])[-1]["state"] == "done"
            assert client.get("/v1/snapshot?character=the ferryman&at=1").json()["name"] == "the ferryman"


def test_names_given_as_of_a_chapter_are_answered_as_of_it(tmp_path: Path) -> None:
    """Who corrects while reading is told no later name."""
    with open_mill(tmp_path) as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        library.correct("rename", "Ada Pell", "Ada Orme", at=3)
        one = library.snapshot("Ada Pell", 1).id
        with serving(library) as client:
            for as_of, name in ((None, "Ada Orme"), ("1", "Ada Pell")):
                said = {"kind": "same", "said": [one, "the ferryman"], "as_of": as_of, "by": "ada"}
                given = client.post("/v1/corrections", json={key: value for key, value in said.items() if value})
                assert given.json()["correction"]["correction"]["a"]["name"] == name
                assert follow(client, given.json()["job"]["id"])[-1]["state"] == "done"
            refused = client.post("/v1/corrections", json={"kind": "nobody", "said": ["Ada Orme"], "as_of": "1"})
            assert refused.status_code == 404, refused.text


def test_what_is_wrong_with_one_is_told(tmp_path: Path) -> None:
    with open_mill(tmp_path) as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        with serving(library) as client:
            for said, status in (
                ({"kind": "nobody", "said": ["Nobody Such"]}, 404),
                ({"kind": "same", "said": ["Ada Pell", "Ada Pell"]}, 400),
                ({"kind": "feeling", "said": ["Ada Pell", "Owen Hale"], "at": "2", "affection": 11}, 400),
                ({"kind": "rename", "said": ["Ada Pell", "Ada Wye"], "forte": 1}, 400),
            ):
                refused = client.post("/v1/corrections", json=said)
                assert refused.status_code == status, refused.text
                assert refused.headers["content-type"] == "application/problem+json"
            assert client.delete("/v1/corrections/zz").status_code == 404
            assert client.get("/v1/corrections").json() == []


def test_who_may_read_may_list_and_no_more(tmp_path: Path) -> None:
    with open_mill(tmp_path) as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        with serving(library, {"r" * 16: "read", "w" * 16: "write"}) as client:
            said = {"kind": "rename", "said": ["the ferryman", "Silas Wye"]}
            reader, writer = ({"Authorization": f"Bearer {letter * 16}"} for letter in "rw")
            assert client.get("/v1/corrections", headers=reader).json() == []
            assert client.post("/v1/corrections", json=said, headers=reader).status_code == 403
            assert client.post("/v1/corrections", json=said, headers=writer).status_code == 202
