"""The service against its own description: whatever may be asked by it is answered as it says (schemathesis)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import need_module
from drawing import FUZZ
from hypothesis import HealthCheck, given, settings
from shelf import LEDGER

import castline
from castline.api.app import make_app
from castline.api.verbs import VERBS

need_module("schemathesis")
import schemathesis  # noqa: E402
from schemathesis.checks import (  # noqa: E402
    CHECKS,
    load_all_checks,
    not_a_server_error,
)

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A service over a story of four chapters."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    library = castline.open(f"sqlite:///{folder}/story.db")
    library.ingest(LEDGER, "the_salt_ledger", through="4")
    return make_app(library)


@pytest.fixture(scope="module")
def described(app: Any) -> Any:
    return schemathesis.openapi.from_asgi("/v1/openapi.json", app, headers={"Host": "localhost"})


load_all_checks()
NAMES = ("response_schema_conformance", "content_type_conformance", "status_code_conformance")
ASKED = re.compile(r"^/(v1(?!/(jobs|corrections|sagas/|openapi))|health|ready)")


def test_every_answer_is_as_described(described: Any) -> None:
    checks = [not_a_server_error, *(CHECKS.get_one(name) for name in NAMES)]
    operations = [found.ok() for found in described.get_all_operations()]
    asked = [one for one in operations if ASKED.match(one.path)]
    assert len(asked) > 15
    for operation in asked:

        @settings(max_examples=10 * FUZZ, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            response = case.call(headers={"Host": "localhost"})
            case.validate_response(response, checks=checks)

        ask()


def test_every_answer_has_an_example_of_its_shape(app: Any) -> None:
    """Made by `scripts/examples` of the shipped story."""
    need_module("jsonschema")
    import jsonschema
    from starlette.testclient import TestClient

    document = TestClient(app, base_url="http://localhost").get("/v1/openapi.json").json()
    shown = 0
    for verb in VERBS:
        for status, answer in document["paths"][verb.path]["get"]["responses"].items():
            for kind, body in answer.get("content", {}).items():
                if kind == "text/markdown" or (verb.path == "/v1/doctor" and status == "200") or status == "422":
                    continue
                schema = body["schema"] | {"components": document["components"]}
                jsonschema.validate(body["example"], schema)
                shown += 1
                if status == "200":
                    assert not isinstance(body["example"], dict) or body["example"].get("status") not in (
                        400,
                        404,
                        409,
                    ), verb.path
    assert shown > 4 * (len(VERBS) - 1)
    assert document["paths"]["/v1/cypher"]["post"]["responses"]["200"]["content"]["application/json"]["example"]
