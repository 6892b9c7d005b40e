"""A made serial: a saga of many short chapters whose cast grows by two people a chapter, most scenes among the main
people and the newest. The text of a chapter depends on its number alone, so a serial's start is a shorter serial."""

from __future__ import annotations

import random

NEW, MAIN, RECENT, SENTENCES = 2, 8, 24, 16
"""People a chapter brings; who are there throughout; how many of the newest still come; sentences a chapter."""

_STARTS = ("Br", "C", "Dr", "F", "G", "H", "J", "K", "L", "M", "N", "P", "Qu", "R", "St", "T", "V")
_MIDDLES = ("al", "an", "ar", "ask", "ed", "el", "en", "ern", "id", "il", "in", "ing", "od", "ol", "on", "or", "un")
_ENDS = ("bury", "cott", "dale", "field", "grave", "ham", "land", "mer", "ner", "rick", "sby", "stead", "ton", "ward", "wick", "worth", "yard")  # fmt: skip
_WOMEN = ("Alice", "Beatrice", "Clara", "Dorothy", "Edith", "Frances", "Grace", "Helen", "Ida", "Joan", "Laura", "Ruth")
_MEN = (
    "Albert",
    "Bernard",
    "Charles",
    "Daniel",
    "Edmund",
    "Francis",
    "George",
    "Henry",
    "Isaac",
    "James",
    "Louis",
    "Ralph",
)

_TOLD = (
    "{a} walked down to the harbour in the rain and met {b} on the old stone bridge.",
    "{a} gave {b} a small silver key and asked for nothing in return.",
    "{a} was angry with {b}, and left the house before the lamps were lit.",
    "{a} loved {b} more than anybody else in the world.",
    "{a} struck {b} in the face, and the whole room fell silent at once.",
    "{a} saved {b} from the river when the ferry went down near the mill.",
    "{a} told {b} that the letter had been stolen from the desk upstairs.",
    "{a} watched {b} from the window for a long while that evening.",
    "{a} forgave {b} at last, and they shook hands beside the gate.",
    "{a} hated {b}, and would not speak of it to anybody in the town.",
    "{a}, who had been a surgeon, bound up the arm of {b} with great care.",
    "It rained on the quay for three days, and the boats did not go out.",
)
_SAID = (
    "“I despise you,” said {a} to {b}, and turned away toward the window.",
    "“{b}, will you help me with the horses tomorrow morning?” asked {a}.",
    "“My dear {b}, you are very kind to an old friend,” said {a}.",
    "“Where have you been all this time?” cried {a}. “We waited at the inn for you.”",
    "“The ship will sail on Friday,” said {a}, “and {b} will be on board with the rest.”",
)


def write_serial(chapters: int, before: int = 0) -> str:
    """The text of the first `chapters` chapters; of those after the first `before`, which are counted from 1 again."""
    return "".join(_write_chapter(number, number - before) + "\n\n\n" for number in range(before + 1, chapters + 1))


def _write_chapter(number: int, told: int) -> str:
    """A chapter by its number in the serial; `told` is that in its heading."""
    rng = random.Random(number)
    met = max(MAIN, NEW * number)
    newest = range(max(0, met - RECENT), met)
    main = range(MAIN)
    lines = []
    for scene in range(2):
        fresh = met - NEW + scene
        here = [fresh, *rng.sample(main, 2), rng.choice(newest)]
        lines.append(f"{_name(fresh)} came to the town that week, and stayed at the inn.")
        for _ in range(SENTENCES // 2):
            a, b = rng.sample(sorted(set(here)), 2)
            line = rng.choice(_SAID if rng.random() < 0.4 else _TOLD)
            lines.append(line.format(a=_name(a, rng.random() < 0.3), b=_name(b, rng.random() < 0.3)))
        lines.append("* * *")
    return f"CHAPTER {told}\n\n" + "\n\n".join(lines[:-1])


def _name(person: int, short: bool = False) -> str:
    """The name of a person, by number, whole or the surname with a style: no two have the same surname."""
    rest, end = divmod(person, len(_ENDS))
    start, middle = divmod(rest, len(_MIDDLES))
    given = ("Miss", "Mr.")[person % 2] if short else (_WOMEN, _MEN)[person % 2][person // 2 % len(_MEN)]
    return f"{given} {_STARTS[start % len(_STARTS)]}{_MIDDLES[middle]}{_ENDS[end]}"
