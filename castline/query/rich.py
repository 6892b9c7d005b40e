"""Rich displays: what a notebook shows of an answer. Words of a book are escaped; nothing of them is markup."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def show_page(markdown: str) -> str:
    """A page of Markdown as HTML."""
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark", {"html": False}).render(markdown))


def show_table(heading: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table with its heading."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<h4>{escape(heading)}</h4><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
