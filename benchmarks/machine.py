"""What a figure was measured on, and how percentiles and tables are printed."""

from __future__ import annotations

import datetime
import os
import platform
import resource
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

import castline


def describe_machine() -> str:
    """Date, processor, cores, Python and castline, in a line."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = found[0] if found else cpu
    today = datetime.datetime.now(datetime.UTC).date()
    return f"{today}, {cpu}, {os.cpu_count()} cores, Python {sys.version.split()[0]}, castline {castline.__version__}"


def time_calls(call: Callable[[], object], times: int = 300) -> tuple[float, float]:
    """(p50, p99) of a call in milliseconds, after a warm-up of a tenth as many."""
    for _ in range(max(3, times // 10)):
        call()
    taken = []
    for _ in range(times):
        began = perf_counter()
        call()
        taken.append((perf_counter() - began) * 1000)
    taken.sort()
    return taken[len(taken) // 2], taken[min(len(taken) - 1, int(len(taken) * 0.99))]


def peak_memory(processes: int) -> float:
    """Peak resident memory in MB of this process and of `processes` children as large as the largest was."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return (own + processes * child) / 1024


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; the first column to the left, the others to the right."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for row in rows:
        lines.append("| " + " | ".join(f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
    return "\n".join(lines)
