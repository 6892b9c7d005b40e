"""Every error castline raises, grouped by who can mend it.

    CastlineError
    ├── InputError        the file or the text: the user mends the input
    │   └── ReadError         a file that cannot be read as a book
    ├── AskError          the question: the user mends the command or the call
    │   ├── MomentError       a malformed moment, or one beyond what was told
    │   ├── UnknownName       no such character by then (suggestions attached)
    │   ├── AmbiguousName     more than one character by then (candidates attached)
    │   └── QueryError        a Cypher query that is refused or does not run
    ├── ModelError        the model's endpoint: who pays for it, or runs it, mends it
    │   ├── AnswersAwaited    requests stand in files, their answers do not yet
    │   ├── NoJudgement       a model that was asked to judge has not judged
    │   └── NoScores          an endpoint that tells no probabilities
    └── StoreError        the store: the operator mends it
        ├── StoreUnreachable  no server, no file, wrong credentials
        ├── StoreUnwritable   read-only or full
        ├── StoreTooNew       written by a later castline
        └── StoreBusy         another ingest is writing this saga

Each message says what was asked, what was found and what to do. `status` is the web status of the class. A `Notice` is
no error: it is warned of beside an answer.
"""

from __future__ import annotations


class CastlineError(Exception):
    """Base of all errors that castline raises on purpose."""

    status = 500


class Notice(UserWarning):
    """What should be known of a question that was answered: how it was understood, where it could be otherwise."""


class InputError(CastlineError):
    """The given file or text is at fault."""

    status = 422


class ReadError(InputError):
    """A file that cannot be read as a book. `file` is the path as it was given."""

    LONGEST = 300
    """Characters of what was found: a library may quote the broken file in its words."""

    def __init__(self, file: str, found: str, advice: str) -> None:
        found = found if len(found) <= self.LONGEST else f"{found[: self.LONGEST]} ..."
        super().__init__(f"Cannot read '{file}': {found}. {advice}")
        self.file = file


class AskError(CastlineError):
    """The question is at fault."""

    status = 400


class MomentError(AskError):
    """A moment that is malformed, in another book, or beyond what has been told."""


class UnknownName(AskError):
    """Nobody of that name has been met by the moment. `suggestions` are names known by then."""

    status = 404

    def __init__(self, message: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class AmbiguousName(AskError):
    """Several people answer to that name by the moment. `candidates` are their ids."""

    status = 409

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class QueryError(AskError):
    """A Cypher query that is refused or does not run."""


class ModelError(CastlineError):
    """The endpoint of a language model, its account, or a limit that was set. What was answered so far is kept."""

    status = 502


class AnswersAwaited(ModelError):
    """Requests were written into `folder`, and the answers to `count` of them do not stand there yet."""

    def __init__(self, message: str, folder: str, count: int) -> None:
        super().__init__(message)
        self.folder, self.count = folder, count


class NoJudgement(ModelError):
    """What a model says, asked to judge an answer, is no judgement on the scale."""


class NoScores(ModelError):
    """The endpoint tells no log-probabilities of a text: what needs them is not measured."""


class StoreError(CastlineError):
    """The store is at fault. `url` never holds a password."""

    status = 503


class StoreUnreachable(StoreError):
    """No server or file there, or it does not let us in."""


class StoreUnwritable(StoreError):
    """Read-only or full."""

    status = 507


class StoreTooNew(StoreError):
    """Written by a later castline than this one."""

    status = 409


class StoreBusy(StoreError):
    """Another ingest is writing this saga."""

    status = 409
