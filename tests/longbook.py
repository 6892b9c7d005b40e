"""One long made-up book, the same every time: twelve chapters in which names are used often enough for every rule that counts.

Its plot is written down by chapter; the days between are drawn by a seed from what people do alone and to each other.
"""

from __future__ import annotations

import random

from books import write_book

LAST = 12
PLOT: dict[int, list[str]] = {
    1: ["Mr. Vale had married Edith in May. Edith Vale was tall. Mr. Vale and his wife, Edith, lived at the mill.",
        "Hugh Marsh kept the ferry. Ada Pell paid Hugh Marsh and sat down in the stern. “A cold day,” said Hugh. “It is,” said Ada Pell.",
        "Charles Holt came by the noon train. “Mr. Holt is here,” said the porter. Charles laughed at the porter."],
    2: ["They spoke of Captain Ware in the inn. “Captain Ware sails tonight,” said the clerk. Nobody had seen him.",
        "Ada Pell was fond of Martin Dale. “I love you, Ada,” said Martin Dale. “I know it, Martin,” said Ada Pell."],
    3: ["Ada Pell became engaged to Martin Dale. Ada sang, and Martin slept badly.", "Mother came in with the lamp. Mother kissed Ada."],
    4: ["Martin Dale struck Hugh Marsh in the face. “You are a liar, Hugh Marsh,” said Martin Dale. Hugh Marsh hated Martin Dale."],
    5: ["Charles and Mr. Holt agreed about the farm. Later Charles asked Mr. Holt for the keys, and Mr. Holt gave them.",
        "Mr. Holt counted the money. Mr. Holt was pleased with it. Charles slept."],
    6: ["Ada Pell broke off the engagement. Martin Dale said nothing. Ada went home.", "The clerk came to dinner. The clerk wept."],
    7: ["Ada Pell read the letter twice. In it Hugh Marsh, alias Captain Ware, was accused of theft. She burnt it."],
    8: ["Hugh Marsh saved Ada Pell from the river. “I shall never forget it, Hugh,” said Ada. Ada Pell loved Hugh Marsh."],
    9: ["Mr. Vale died in the winter. Edith stayed at the mill.", "Martin Dale forgave Hugh Marsh at last, and they shook hands."],
    10: ["Ada Pell was engaged to Hugh Marsh by the spring. Ada wrote to nobody."],
    11: ["Hugh Marsh married Ada in June. Ada wore her blue dress. Hugh had lost the ring."],
    12: ["It rained on the mill all day. Captain Ware gave Mr. Holt a silver key. Edith Vale wept."],
}  # fmt: skip
ALONE = ("Edith", "Mrs. Vale", "Ada", "Ada Pell", "Hugh", "Hugh Marsh", "Martin Dale", "Charles")
DEEDS = (
    "{a} painted.", "{a} walked to the sea.", "{a} dined alone.", "{a} wrote two letters.", "{a} went to the mill and came back.",
    "{a} was angry, and left the house.", "{a} slept badly.", "{a} wept.", "{a} read until the evening.", "{a} was ill for a day.",
)  # fmt: skip
PAIRS = (("Ada Pell", "Hugh Marsh"), ("Ada Pell", "Martin Dale"), ("Martin Dale", "Hugh Marsh"), ("Edith", "Ada Pell"))
TOGETHER = (
    "{a} met {b} on the bridge.", "“Good morning, {b},” said {a}. “Good morning, {a},” answered {b}.", "{a} told {b} of the letter.",
    "{a} gave {b} a lamp.", "“You are very kind, {b},” said {a}.", "{a} sat down by {b}, and they talked until noon.",
)  # fmt: skip


def write_long() -> str:
    """The book as a text."""
    lots = random.Random(12)
    return write_book([_write_chapter(n, lots) for n in range(1, LAST + 1)])


def _write_chapter(n: int, lots: random.Random) -> list[str]:
    days = [" ".join(lots.choice(DEEDS).format(a=name) for name in lots.choices(ALONE, k=6)) for _ in range(5)]
    vale = ["Edith painted. Edith walked to the sea. Mrs. Vale dined alone. Mrs. Vale wrote two letters."] * 2
    talk = [lots.choice(TOGETHER).format(a=a, b=b) for a, b in lots.choices(PAIRS, k=4)]
    middle = [*days, *vale, *talk]
    lots.shuffle(middle)
    return [*PLOT[n], *middle[:6], "* * *", *middle[6:]]
