"""What models have answered, by the hash of what was asked, line by line in one file: nothing is asked twice."""

from __future__ import annotations

import json
from pathlib import Path

from castline.agent.model import ANSWERING, Messages, Model, Sampling, hash_asked


class Remembered:
    """A model whose answers are kept in a file as they come. `asked` counts the calls that were made."""

    def __init__(self, model: Model, path: str | Path) -> None:
        self.name, self._model, self._path = model.name, model, Path(path)
        self.asked = 0
        self._kept: dict[str, str] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                try:
                    row = json.loads(line)
                    self._kept[row["hash"]] = row["answer"]
                except (ValueError, KeyError, TypeError):
                    continue  # a line that a kill cut short: it is asked again

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """The answer that is kept, else the model's, which is kept before it is given."""
        key = hash_asked(self.name, messages, sampling)
        if key not in self._kept:
            self._kept[key] = self._model.answer(messages, sampling)
            self.asked += 1
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"hash": key, "answer": self._kept[key]}) + "\n")
        return self._kept[key]
