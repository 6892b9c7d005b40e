"""Whose "I" a chapter is told by, as far as headings and signatures say: "Letter 4", "Dr. Hale's Diary"."""

from __future__ import annotations

import re

from castline.ingest.annotations import Voice

_PAPER = "journal|diary|letter|narrative|statement|memorandum|account|testimony|deposition|reminiscences|confession|log"
_WORD = r"[^\W\d_](?:[^\W_]|[.’'-])*?"
_NAME = rf"(?P<name>(?!(?:the|a|an|my|his|her|our|their)\b){_WORD}(?:[ ]{_WORD}){{0,3}})"
_STOP = r"(?=\s+to\b|\s+in\b|\s*[,;:(\[—–_\n]|\s*\.?\s*$)"
_TOLD_BY = "told|related|continued|resumed|written|narrated|kept"
_NAMED = (
    re.compile(rf"^[\W_]*{_NAME}['’]s?[ ](?:\w+[ ])?(?P<kind>{_PAPER})\b", re.I | re.M),
    re.compile(rf"\b(?P<kind>{_PAPER})s?[ ](?:of|from|by)[ ]{_NAME}{_STOP}", re.I | re.M),
    re.compile(rf"\b(?:{_TOLD_BY})[ ]by[ ]{_NAME}{_STOP}", re.I | re.M),
    re.compile(rf"^[\W_]*{_NAME},?[\W_]+(?:in continuation|continued)\b", re.I | re.M),
)
_PLAIN = re.compile(r"^[\W_]*(?P<kind>letter|journal|diary|log)\b", re.I | re.M)
_TALE = "history|story|tale|adventures|account|relation|recital"
_TALES = (
    re.compile(rf"\b(?:{_TALE})[ ]of[ ]{_NAME}[\W_]*$", re.I | re.M),
    re.compile(rf"(?:^|\bof[ ])[\W_]*{_NAME}['’]s?[ ](?:{_TALE})[\W_]*$", re.I | re.M),
)
_SIGNED = re.compile(r"^[\W_]*(?P<name>[A-Z](?:[^\W_]|[.’'-])*(?:[ ][A-Z](?:[^\W_]|[.’'-])*){0,3})[\W_]*$")
LONGEST = 80
"""Characters of a paragraph that may be a heading within a chapter."""
LAST = 4
"""Paragraphs at the end of a letter among which its signature stands."""


def find_voices(heading: str, text: str, paragraphs: list[tuple[int, int, int]]) -> list[Voice]:
    """The voices of a chapter in order, the first from its start. `paragraphs` are (start, end, scene) in `text`."""
    voices = [_read(heading, 0) or _read_plain(heading)]
    for start, end, _ in paragraphs:
        if end - start <= LONGEST and (voice := _read(text[start:end], start)):
            voices.append(voice)
    ends = [voice.start for voice in voices[1:]] + [len(text)]
    return [
        _sign(voice, [text[a:b] for a, b, _ in paragraphs if voice.start <= a < end])
        for voice, end in zip(voices, ends, strict=True)
    ]


def find_tale(heading: str) -> str:
    """Whose tale a heading says the chapter is, "" for nobody's; it may be told of them by somebody else."""
    found = next((found for pattern in _TALES if (found := pattern.search(heading))), None)
    return found["name"].strip() if found else ""


def _read(line: str, start: int) -> Voice | None:
    for pattern in _NAMED:
        if found := pattern.search(line):
            kind = found.groupdict().get("kind") or "narrative"
            return Voice(start, kind.lower(), found["name"].strip())
    return None


def _read_plain(heading: str) -> Voice:
    found = _PLAIN.search(heading)
    return Voice(0, found["kind"].lower() if found else "")


def _sign(voice: Voice, paragraphs: list[str]) -> Voice:
    """A letter without a name in its heading is its signer's."""
    if voice.kind == "letter" and not voice.name:
        for words in reversed(paragraphs[-LAST:]):
            if (found := _SIGNED.match(words)) and max(map(len, re.findall(r"\w+", words))) > 1:
                return Voice(voice.start, voice.kind, found["name"])
    return voice
