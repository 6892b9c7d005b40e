"""`agent`: grounding an agent that plays somebody, and its judge. What looks beyond the asked moment stays in this room.

    questions   a question -> what it is about: its clause, its words, the people in it
    deeds       who does and undergoes what, and who is only talked of, sentence by sentence
    locating    where in the saga the thing asked about is told, and how likely
    presence    the signs that somebody was there
    details     the details of a question, and how far the places bear each out
    falsified   the signs that one of them is changed
    ruling      past or future, there or not, falsified or not: the judging side, which may know what comes
    hints       what of a ruling may be said to somebody who plays at that moment

May import query and graph, and the model's endpoint; nothing imports it but the library and those above it.
"""
