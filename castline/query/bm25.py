"""BM25 over windows of sentences, with the statistics of the stretch that is searched and of nothing outside it.

score = sum over terms of log(1 + (n - df + 0.5) / (df + 0.5)) * tf * (K + 1) / (tf + K * (1 - B + B * length / mean length))

n windows stand in the stretch, one around each of its sentences; df of them hold the term. (Robertson and Zaragoza 2009, with
the logarithm that Lucene takes, which is never negative.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from castline.query.concordance import Concordance, Floats, Span

K, B = 1.2, 0.75


class Searched:
    """Some terms in a stretch of the sentences. `width` is an odd number of sentences, a window around each; at the
    stretch's ends windows are cut off, so that what stands beyond them counts nowhere."""

    def __init__(self, concordance: Concordance, terms: Sequence[str], span: Span) -> None:
        self.size = span[1] - span[0]
        self._sums = np.zeros((len(terms), self.size + 1))
        for row, term in enumerate(terms):
            places, times = concordance.postings.get(term, (_NONE, _NONE))
            first, last = np.searchsorted(places, span)
            self._sums[row, places[first:last].astype(np.int64) - span[0] + 1] = times[first:last]
        np.cumsum(self._sums, axis=1, out=self._sums)
        self._lengths = np.concatenate(([0.0], np.cumsum(concordance.lengths[span[0] : span[1]])))

    def holds(self, width: int) -> Floats:
        """How often each term stands in each window: terms x sentences."""
        return between(self._sums, width)

    def scores(self, width: int) -> Floats:
        """What each term adds to each window's score: terms x sentences."""
        return self.weigh(self.holds(width), width)[0]

    def weigh(self, times: Floats, width: int) -> tuple[Floats, Floats]:
        """The same of what `holds` gave, and each term's rarity (its idf)."""
        lengths = between(self._lengths, width)
        mean = max(1e-9, float(lengths.sum()) / max(1, self.size))
        df = np.count_nonzero(times, axis=1)
        rarity = np.log1p((self.size - df + 0.5) / (df + 0.5))
        return rarity[:, None] * times * (K + 1) / (times + K * (1 - B + B * lengths / mean)), rarity


_NONE = np.zeros(0)


def between(sums: Floats, width: int) -> Floats:
    """What the windows around each place hold, by the sums up to each place along the last axis (one more than places)."""
    size, half = sums.shape[-1] - 1, width // 2
    ends, starts = np.empty((*sums.shape[:-1], size)), np.empty((*sums.shape[:-1], size))
    inner = max(0, size - half)
    ends[..., :inner], ends[..., inner:] = sums[..., half + 1 :][..., :inner], sums[..., -1:]
    skipped = min(half, size)
    starts[..., :skipped], starts[..., skipped:] = 0.0, sums[..., : size - skipped]
    ends -= starts
    return ends
