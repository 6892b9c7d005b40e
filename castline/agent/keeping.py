"""A model whose answers are kept beside the store: nothing is asked twice."""

from __future__ import annotations

from pathlib import Path

from castline.agent.model import ANSWERING, Messages, Model, Sampling, hash_asked

VERSION = "talk"
"""What answers to talk are kept as, beside those of readings."""


class Keeping:
    """A model, and the file at `path` that keeps what it answers; may be asked from several threads."""

    def __init__(self, model: Model, path: str | Path) -> None:
        from castline.ingest.model.kept import Kept

        self.name, self._model, self._kept = model.name, model, Kept(path)

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """The answer that is kept, else the model's, which is kept before it is given. Raises ModelError."""
        from castline.ingest.model.endpoint import Completion

        key = hash_asked(self.name, messages, sampling)
        if kept := self._kept.find(key):
            return kept.text
        said = self._model.answer(messages, sampling)
        self._kept.keep(key, self.name, VERSION, Completion(said, 0, 0, 0))
        return said

    def close(self) -> None:
        """Let go of the file."""
        self._kept.close()
