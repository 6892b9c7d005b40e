"""Who acts beside what is said, in a paragraph that no "said" tells of.

    “Put it down.” Orme had not moved. “Slowly.”        Orme put down the lamp. “Slowly.”
                   NAME                                 NAME

Of PDNC's 21 novels 94 of 110 such names right behind a quote are its speaker's, and 108 of 112 right before one. Where the
paragraph has a tag, what is said may only do something to whoever hears it: “You will see.” Ada blushed. “It is not,” said he.
"""

from __future__ import annotations

from bisect import bisect_left

from castline.ingest.annotations import Extract, MentionNote, UtteranceNote

BEHIND = 5
"""Characters behind a quote in which the narration that goes on begins: a mark and a blank or two."""


class Beside:
    """The quotes of a chapter by paragraph, and where its sentences begin."""

    def __init__(self, notes: Extract) -> None:
        self.notes = notes
        self.begins = {start for start, _, _ in notes.sentences}
        self.quotes: dict[int, list[UtteranceNote]] = {}
        for quote in notes.utterances:
            self.quotes.setdefault(quote.paragraph, []).append(quote)

    def find(self, quote: UtteranceNote, mine: list[int]) -> int:
        """The mention by which whoever acts right before or behind a quote is named, of those of its paragraph (`mine`); -1 for
        none."""
        beside = self.quotes[quote.paragraph]
        if any(one.speaker >= 0 for one in beside):
            return -1
        leads = self._find_before(quote.parts[0][0], mine) if quote is beside[0] else -1
        return leads if leads >= 0 else self._find_behind(quote, mine)

    def _find_behind(self, quote: UtteranceNote, mine: list[int]) -> int:
        """Whoever opens the sentence right behind a part of the quote, as its subject."""
        for _, end in quote.parts:
            low, high = (bisect_left(mine, x, key=self._start) for x in (end, end + BEHIND))
            for index in mine[low:high]:
                note = self.notes.mentions[index]
                if _acts(note) and note.quote < 0 and not note.plural and note.start in self.begins:
                    return index
        return -1

    def _find_before(self, start: int, mine: list[int]) -> int:
        """Whoever alone is named as acting before the first quote of a paragraph, and is the subject of its last sentence."""
        acting = [index for index in mine if self._start(index) < start and self.notes.mentions[index].role == "subj"]
        named = [index for index in acting if _acts(self.notes.mentions[index])]
        if not named or len({self.notes.mentions[index].form for index in named}) > 1:
            return -1
        at = bisect_left(self.notes.sentences, start - 1, key=lambda sentence: sentence[0]) - 1
        first, end, _ = self.notes.sentences[at]
        opens = next((index for index in acting if self._start(index) >= first), -1)
        return opens if opens in named and end <= start else -1

    def _start(self, index: int) -> int:
        return self.notes.mentions[index].start


def _acts(note: MentionNote) -> bool:
    return note.kind == "name" and note.role == "subj"
