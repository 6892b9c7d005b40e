"""Castline: books into a time-stamped character graph, and anyone's persona as of a chapter.

import castline

with castline.open("sqlite:///castline.db") as library:
    library.ingest(["the_salt_ledger.txt"])
    print(library.snapshot("Brisa Tolloway", at="10").feelings)
"""

from castline.errors import (
    AmbiguousName,
    AskError,
    CastlineError,
    InputError,
    MomentError,
    Notice,
    QueryError,
    ReadError,
    StoreBusy,
    StoreError,
    StoreTooNew,
    StoreUnreachable,
    StoreUnwritable,
    UnknownName,
)
from castline.graph.limits import Limits
from castline.graph.moments import Moment
from castline.library import Library
from castline.library import open_library as open
from castline.version import __version__

__all__ = [
    "AmbiguousName",
    "AskError",
    "CastlineError",
    "InputError",
    "Library",
    "Limits",
    "Moment",
    "MomentError",
    "Notice",
    "QueryError",
    "ReadError",
    "StoreBusy",
    "StoreError",
    "StoreTooNew",
    "StoreUnreachable",
    "StoreUnwritable",
    "UnknownName",
    "__version__",
    "open",
]
