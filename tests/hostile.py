"""Inputs that are made to be slow: of each class, as many characters as are asked for.

What is quadratic anywhere shows when the size is doubled. None of them is a book, and each stands for one that somebody
may have: a register of names, a page of a broken converter, a poem in ticks.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from itertools import count, islice

WORDS = ("stone", "harbour", "lamp", "cold", "river", "silver", "morning", "quiet", "window", "paper", "salt", "gate")
SYLLABLES = (
    "ba",
    "do",
    "fer",
    "gan",
    "hol",
    "jes",
    "kim",
    "lor",
    "mun",
    "nel",
    "per",
    "quin",
    "ros",
    "sav",
    "tol",
    "wen",
)
CONTAINER = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
PACKAGE = (
    '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="a"/></spine></package>'
)


def name(n: int) -> str:
    """The n-th of endlessly many names, all different."""
    made = ""
    while n or not made:
        made += SYLLABLES[n % len(SYLLABLES)]
        n //= len(SYLLABLES)
    return made.capitalize()


def fill(size: int, pieces: Iterator[str]) -> str:
    """Pieces until there are so many characters."""
    made: list[str] = []
    length = 0
    for piece in pieces:
        made.append(piece)
        length += len(piece)
        if length >= size:
            break
    return "".join(made)


def each(write: Callable[[int], str]) -> Callable[[int], str]:
    """A text of pieces that may differ from one another."""
    return lambda size: fill(size, map(write, count(1)))


def of(piece: str) -> Callable[[int], str]:
    """A text of one piece again and again."""
    return lambda size: piece * (size // len(piece) + 1)


def under(head: str, text: Callable[[int], str], tail: str = "") -> Callable[[int], str]:
    return lambda size: head + text(size) + tail


def _sentence(n: int) -> str:
    return " ".join(WORDS[(n * 7 + at * 5) % len(WORDS)] for at in range(9)).capitalize() + ". "


TEXTS: dict[str, Callable[[int], str]] = {
    "names and names": under("CHAPTER I\n\n", each(lambda n: f"{name(n)} and "), "went home."),
    "names by commas": under("CHAPTER I\n\n", each(lambda n: f"{name(n)}, "), "went home."),
    "full names": under("CHAPTER I\n\n", each(lambda n: f"{name(n)} {name(n * 31)} sat down. ")),
    "one surname": under("CHAPTER I\n\n", each(lambda n: f"{name(n)} Marsh sat down. ")),
    "one given name": under("CHAPTER I\n\n", each(lambda n: f"Anna {name(n)} sat down. ")),
    "speakers": under("CHAPTER I\n\n", each(lambda n: f"“Good day,” said {name(n)}.\n\n")),
    "one speaker": under("CHAPTER I\n\n", of("“Good day,” said Anna.\n\n")),
    "untagged talk": under("CHAPTER I\n\nAnna met Peter.\n\n", of("“Good day.”\n\n")),
    "titles": of("Mr. "),
    "titled names": under("CHAPTER I\n\n", each(lambda n: f"Mr. {name(n)} sat down. ")),
    "honours": under("CHAPTER I\n\n", of("Mr. Mrs. Dr. Sir Lady ")),
    "one name": under("CHAPTER I\n\n", of("Anna ")),
    "pronouns": under("CHAPTER I\n\nAnna met Peter. ", of("He saw her and she saw him. ")),
    "kin": under("CHAPTER I\n\nAnna met Peter. ", of("His sister’s brother’s mother ")),
    "vocatives": under("CHAPTER I\n\n", each(lambda n: f"“{name(n)}, {name(n + 1)}!” ")),
    "aliases": under("CHAPTER I\n\n", each(lambda n: f"{name(n)}, alias {name(n + 1)}, sat down. ")),
    "feelings": under("CHAPTER I\n\n", each(lambda n: f"{name(n)} loved {name(n + 1)}. ")),
    "two who feel": under("CHAPTER I\n\n", of("Anna Marsh loved Peter Quill. Peter Quill hated Anna Marsh. ")),
    "events": under("CHAPTER I\n\n", each(lambda n: f"{name(n % 400)} struck {name(n % 397)} on the bridge.\n\n")),
    "attributes": under("CHAPTER I\n\nAnna sat down. ", of("Anna was tall, pale, and fond of music. ")),
    "opening quotes": under("CHAPTER I\n\n", of("“")),
    "opening quotes in prose": under("CHAPTER I\n\n", of("“Come here. ")),
    "straight quotes": under("CHAPTER I\n\n", of('"')),
    "single quotes": under("CHAPTER I\n\n", of("‘a ’ ")),
    "apostrophes": under("CHAPTER I\n\n", of("'a ")),
    "guillemets": under("CHAPTER I\n\n", of("« »")),
    "dashes": under("CHAPTER I\n\n", of("— -- ")),
    "digits": of("1234567890"),
    "digits apart": of("17 "),
    "numerals": of("XVIII "),
    "emoji": under("CHAPTER I\n\n", of("😀")),
    "joined emoji": under("CHAPTER I\n\n", of("👩‍👩‍👧‍👦")),
    "combining": under("CHAPTER I\n\n", of("e\u0301\u0302\u0303")),
    "directions": under("CHAPTER I\n\n", of("\u202eabc\u202c ")),
    "entities": of("&amp;&lt;&#65;"),
    "ticks": of("`"),
    "ticks apart": of("`a "),
    "stars": of("*"),
    "stars apart": of("*a "),
    "brackets": of("["),
    "illustrations": of("[Illustration\n\n"),
    "quote marks": of("> "),
    "blank lines": lambda size: "a" + "\n" * size + "b",
    "blanks": lambda size: "a" + " " * size + "b",
    "blanks on lines": of(" \n"),
    "blank and not": of("a\n\n\n\n"),
    "tabs": of("\t"),
    "one word": of("a"),
    "one line": of("stone harbour lamp "),
    "short lines": of("a\n"),
    "lines of capitals": of("THE LAMP\n\n\n"),
    "full stops": of(". "),
    "exclamations": of("!"),
    "sentences": each(_sentence),
    "underscores": of("_a_ "),
    "headings": each(lambda n: f"CHAPTER {n}\n\n"),
    "headings over words": each(lambda n: f"CHAPTER {n}\n\nAnna sat down.\n\n"),
    "one heading": of("CHAPTER I\n\n"),
    "one heading over words": of("CHAPTER I\n\nAnna sat down.\n\n"),
    "bare numbers": each(lambda n: f"{n % 999 + 1}\n\nAnna sat down.\n\n"),
    "numbered titles": each(lambda n: f"{n % 999 + 1}. The {name(n)}\n\n"),
    "contents": lambda size: "CONTENTS\n\n" + each(lambda n: f"CHAPTER {n}\n")(size // 2) + "\n\n" + each(lambda n: f"CHAPTER {n}\n\nAnna sat down.\n\n")(size // 2),
    "listed titles": lambda size: "CONTENTS\n\n" + each(lambda n: f"The {name(n)}\n")(size // 2) + "\n\n" + each(lambda n: f"The {name(n)}\n\nAnna sat down.\n\n")(size // 2),
    "parts": each(lambda n: f"VOLUME {n}\n\n"),
    "parts and chapters": each(lambda n: f"BOOK {n}\n\nCHAPTER 1\n\nAnna sat down.\n\n"),
    "prefaces": of("PREFACE\n\nAnna sat down.\n\n"),
    "epilogues": lambda size: "CHAPTER I\n\nAnna sat down.\n\nCHAPTER II\n\n" + of(f"EPILOGUE\n\n{'Anna sat down. ' * 8}\n\n")(size),
    "contents of others": lambda size: each(lambda n: f"CHAPTER {n}\n\n")(size // 2) + each(lambda n: f"{n % 900 + 1}. The {name(n)}\n\n{'Anna sat down. ' * 24}\n\n")(size // 2),
    "dense parts": each(lambda n: f"VOLUME {n}\nAnna sat down.\n"),
    "prologues": of("PROLOGUE\n\nAnna sat down.\n\n"),
    "dense headings": each(lambda n: f"Chapter {n}\nAnna sat down.\n"),
    "scene breaks": under("CHAPTER I\n\n", of("Anna sat down.\n\n* * *\n\n")),
    "letters": under("CHAPTER I\n\n", of("“Dear Peter,\n\n“I am well.\n\n“Anna.”\n\n")),
    "journals": each(lambda n: f"CHAPTER {n}\n\n{name(n)}’s Journal\n\nI wrote to Peter. I slept.\n\n"),
    "gutenberg begins": of("*** START OF THE PROJECT GUTENBERG EBOOK A ***\n"),
    "gutenberg begins unclosed": of("*** START OF THE PROJECT GUTENBERG EBOOK A "),
    "gutenberg small print": of("*END THE SMALL PRINT * * "),
    "gutenberg stars": of("*END * * * * "),
    "gutenberg ends": of("*** END OF THE PROJECT GUTENBERG EBOOK A ***\n"),
    "gutenberg credit": under("*** START OF THE PROJECT GUTENBERG EBOOK A ***\n", of("Produced by \n")),
    "windows": lambda size: "\r\n".join(islice(map(_sentence, count()), size // 50)),
    "old line ends": of("a\r"),
    "mixed line ends": of("a\r\r\n\n"),
}  # fmt: skip
"""Plain text, and the same as Markdown."""

MARKUP: dict[str, Callable[[int], str]] = {
    "attributes": lambda size: "<html><body><p " + each(lambda n: f'a{n}="b" ')(size) + ">Anna sat down.</p>",
    "one attribute": lambda size: "<html><body><p " + of('class="page" ')(size) + ">Anna sat down.</p>",
    "long attribute": lambda size: '<html><body><p class="' + of("page ")(size) + '">Anna sat down.</p>',
    "deep": lambda size: "<html><body>" + of("<div>")(size) + "Anna sat down.",
    "deep spans": lambda size: "<html><body><p>" + of("<span>a ")(size),
    "unclosed": lambda size: "<html><body>" + of("<p><b><i>a ")(size),
    "wrongly closed": lambda size: "<html><body>" + of("<b><p></b>a")(size),
    "closings": lambda size: "<html><body>" + of("</div>")(size) + "<p>Anna sat down.",
    "tables": lambda size: "<html><body>" + of("<table><td>a")(size),
    "entities": lambda size: "<html><body><p>" + of("&amp;&lt;&#65;&nbsp;")(size),
    "own entities": lambda size: '<!DOCTYPE html [<!ENTITY a "bb">]><html><body><p>' + of("&a;")(size),
    "unknown entities": lambda size: "<html><body><p>" + each(lambda n: f"&x{n};")(size),
    "comments": lambda size: "<html><body><p>" + of("<!--a-->b")(size),
    "open comment": lambda size: "<html><body><p>Anna</p><!--" + of("-- a ")(size),
    "processing": lambda size: "<html><body><p>" + of("<?a?>b")(size),
    "doctypes": lambda size: of("<!DOCTYPE html [")(size) + "<html><body><p>Anna sat down.",
    "charsets": lambda size: of('<meta charset="x">')(size) + "<p>Anna sat down.",
    "headings": lambda size: "<html><body>" + each(lambda n: f"<h2>Chapter {n}</h2><p>Anna sat down.</p>")(size),
    "empty headings": lambda size: "<html><body>" + of("<h2></h2>")(size) + "<p>Anna sat down.",
    "titles": lambda size: "<html><body>" + each(lambda n: f"<h{n % 6 + 1}>{name(n)}</h{n % 6 + 1}>")(size) + "<p>Anna sat down.",
    "rules": lambda size: "<html><body>" + of("<hr>a")(size),
    "breaks": lambda size: "<html><body><p>" + of("<br>a")(size),
    "anchors": lambda size: "<html><body><p>" + each(lambda n: f'<a id="a{n}">a</a>')(size),
    "preformatted": lambda size: "<html><body><pre>" + of("a\n")(size),
    "nested preformatted": lambda size: "<html><body>" + of("<pre>a\n")(size),
    "scripts": lambda size: "<html><body>" + of("<script>a</script>b")(size),
    "angles": lambda size: "<html><body><p>" + of("<")(size),
    "ampersands": lambda size: "<html><body><p>" + of("&")(size),
}  # fmt: skip

CLOSED: dict[str, Callable[[int], str]] = {
    "blanks": of("&nbsp;"),
    "blanks in words": of("<b>a</b>&nbsp;b&mdash;"),
    "own entities": of("&b;"),
    "attributes": lambda size: "<i " + each(lambda n: f'a{n}="b" ')(size) + "/>a",
    "spans": of("<b>a</b>"),
    "comments": of("<!--a-->b"),
    "sections": of("<![CDATA[a]]>"),
    "paragraphs": of("<i>a</i></p><p>"),
}  # fmt: skip
"""Well-formed, as XHTML must be: the inside of a paragraph."""

MARKDOWN: dict[str, Callable[[int], str]] = {
    "hashes": of("# "),
    "titles": each(lambda n: f"# Chapter {n}\n\nAnna sat down.\n\n"),
    "underlined": of("Anna\n===\n\n"),
    "dashes under": of("Anna\n---\n"),
    "quotes in quotes": lambda size: "\n".join(">" * min(n, 400) + " a" for n in range(1, 1 + max(20, size // 400))),
    "deep quotes": lambda size: ">" * size + " a",
    "deep lists": lambda size: "- " * (size // 2) + "a",
    "stepped lists": lambda size: "\n".join(" " * (2 * min(n, 200)) + "- a" for n in range(max(20, size // 400))),
    "numbered lists": each(lambda n: f"{n}. a\n"),
    "fences": of("```\n"),
    "open fence": lambda size: "```\n" + of("a\n")(size),
    "tildes": of("~~~a\n"),
    "links": of("[a](b"),
    "references": each(lambda n: f"[a{n}]: b\n"),
    "open references": of("[a]: b '\n"),
    "definitions unclosed": lambda size: "[" + "a\n" * (size // 2),
    "html blocks": of("<div>\n\n"),
    "html unclosed": of("<!-- a\n"),
    "tables": of("|a|b|\n|-|-|\n"),
    "lazy": lambda size: ">" * 200 + "a\n" + "a\n" * (size // 2),
}  # fmt: skip


def pack(page: str, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An EPUB of one page."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("book.opf", PACKAGE)
        archive.writestr("a.xhtml", page)
    return made.getvalue()


BOMBS = {"deflate": zipfile.ZIP_DEFLATED, "bz2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}
"""Methods by which an archive may be packed."""


def make(size: int) -> Iterator[tuple[str, str, bytes]]:
    """(class, file name, what it holds) of about so many characters each."""
    for kind, text in TEXTS.items():
        yield f"text: {kind}", "book.txt", text(size).encode()
        yield f"markdown: {kind}", "book.md", text(size).encode()
    for kind, text in MARKDOWN.items():
        yield f"markdown: {kind}", "book.md", text(size).encode()
    for kind, text in MARKUP.items():
        yield f"html: {kind}", "book.html", text(size).encode()
        yield f"epub: {kind}", "book.epub", pack(text(size))
    for kind, text in CLOSED.items():
        page = '<!DOCTYPE html [<!ENTITY b "cc">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>'
        yield f"epub: closed {kind}", "book.epub", pack(f"{page}{text(size)}</p></body></html>")
    yield "text: guessed", "book.txt", "CHAPTER I\n\nPère, forêt. ".encode("cp1252") * (size // 24)
    yield "text: guessed noise", "book.txt", bytes(range(128, 256)) * (size // 128)
    yield "text: utf-16", "book.txt", ("Anna sat down. " * (size // 15)).encode("utf-16")
