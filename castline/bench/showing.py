"""The tables of a report in Markdown, each under the number that it has in TimeChara (Ahn et al. 2024)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from castline.bench.reporting import JUDGES, KINDS, TYPES

Rows = Sequence[Sequence[Any]]
RANDOM = ("random", 50.0, 50.0, 50.0, 50.0)


def show(found: Mapping[str, Any]) -> str:
    """All tables of `reporting.report`, and of people's sheets where there are any."""
    parts = [
        *_show_items(found),
        *_show_scores(found),
        *_show_people(found),
        *_show_faults(found),
        *_show_series(found),
    ]
    parts += [*_show_stands(found), *_show_gaps(found), *_show_agreement(found)]
    return "\n\n".join([*parts, f"AlignScore: {found['AlignScore']}."]) + "\n"


def table(head: Sequence[str], rows: Rows, words: int = 1) -> str:
    """A table; its first `words` columns are words, the others figures."""
    rule = "|" + "---|" * words + "---:|" * (len(head) - words)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def write_share(cell: Mapping[str, float] | str, error: bool = True) -> str:
    """ "85.0 ± 2.1", or what stands in its place."""
    return cell if isinstance(cell, str) else f"{cell['mean']} ± {cell['error']}" if error else str(cell["mean"])


def _show_items(found: Mapping[str, Any]) -> Iterator[str]:
    groups = dict.fromkeys((row["series"], row["form"], row["fake"]) for row in found["items"])
    counts = {(row["series"], row["form"], row["fake"], row["type"]): row["count"] for row in found["items"]}
    yield "Items (T3)"
    yield table(
        ("series", "form", "detail", *TYPES),
        [(saga, form, "changed" if fake else "as it is", *(counts.get((saga, form, fake, t), 0) for t in TYPES)) for saga, form, fake in groups], 3,
    )  # fmt: skip
    yield "Labels (T4)"
    yield table(
        ("label", "items", "of a hundred"),
        [(kind, cell["count"], cell["share"]) for kind, cell in found["labels"].items()],
    )
    said = "; ".join(f"of a {part} {mean}" for part, mean in found["words"].items())
    yield f"Mean words {said}."


def _show_scores(found: Mapping[str, Any]) -> Iterator[str]:
    columns = (*TYPES, "average")
    for judge in JUDGES:
        yield f"Right of a hundred, judged by the {judge} (T5), and of past-only answers with a fact and with a changed detail (T27)"
        yield table(
            ("method", *columns, "fact", "fake", "personality"),
            [(row["method"], *(write_share(row[judge][c]) for c in (*columns, "fact", "fake")), row["personality"]) for row in found["methods"]],
        )  # fmt: skip


def _show_people(found: Mapping[str, Any]) -> Iterator[str]:
    if not found.get("people"):
        return
    head = tuple(f"{who}: {column}" for who in ("people", *JUDGES) for column in (*TYPES, "all"))
    yield "People beside the judges, on what people judged (T24)"
    yield table(
        ("method", *head),
        [
            (row["method"], *(row[who][c] for who in ("people", *JUDGES) for c in (*TYPES, "all")))
            for row in found["people"]
        ],
    )


def _show_faults(found: Mapping[str, Any]) -> Iterator[str]:
    yield "What is wrong with wrong answers (T25)"
    for row in found["faults"]:
        if isinstance(row["faults"], str):
            yield f"{row['method']}: {row['faults']}."
            continue
        wrong = row["wrong"]
        columns = (*TYPES, "overall")
        yield table(
            (row["method"], *columns),
            [(fault, *(f"{n[c]}/{wrong[c]}" for c in columns)) for fault, n in row["faults"].items()],
        )


def _show_series(found: Mapping[str, Any]) -> Iterator[str]:
    yield "By series (T26)"
    for judge in JUDGES:
        rows = [
            (row["method"], row["series"], *(write_share(row[judge][k], False) for k in KINDS))
            for row in found["series"]
        ]
        yield table((f"judged by the {judge}", "series", *KINDS), rows, 2)


def _show_stands(found: Mapping[str, Any]) -> Iterator[str]:
    if not found["stands"]:
        return
    columns = ("future", "past", "absence", "presence")
    yield "The method's own stand on time and place (T28)"
    yield table(
        ("method", *columns),
        [RANDOM, *((row["method"], *(write_share(row[c]) for c in columns)) for row in found["stands"])],
    )


def _show_gaps(found: Mapping[str, Any]) -> Iterator[str]:
    for judge in JUDGES if found["gaps"] else ():
        gaps = tuple(found["gaps"][0][judge])
        yield f"Questions of the future by time points before the scene, 0 the nearest; judged by the {judge} (T29)"
        yield table(
            ("method", "who", *gaps),
            [(row["method"], row["who"], *(write_share(row[judge][g], False) for g in gaps)) for row in found["gaps"]],
            2,
        )


def _show_agreement(found: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        (name, *([one] * 3 if isinstance(one, str) else (one["same"], one["AC1"], one["of"])))
        for name, one in found["agreement"].items()
    ]
    yield "How judges agree"
    yield table(("judges", "same", "Gwet's AC1", "answers"), rows)
