"""How much is drawn by lot: as much as a test run can bear, and FUZZ times as much for `make fuzz`."""

from __future__ import annotations

import os
import random

FUZZ = max(1, int(os.environ.get("CASTLINE_FUZZ", "1")))


def lots(seed: object) -> random.Random:
    """Lots that fall the same each time: what fails can be drawn again."""
    return random.Random(f"castline {seed}")
