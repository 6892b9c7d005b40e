"""`agent`: grounding an agent that plays somebody, and its judge. What looks beyond the asked moment stays in this room.

    questions   a question -> what it is about: its clause, its words, the people in it
    deeds       who does and undergoes what, and who is only talked of, sentence by sentence
    locating    where in the saga the thing asked about is told, and how likely
    presence    the signs that somebody was there
    details     the details of a question, and how far the places bear each out
    falsified   the signs that one of them is changed
    ruling      past or future, there or not, falsified or not: the judging side, which may know what comes
    hints       what of a ruling may be said to somebody who plays at that moment
    retold      the events that a model has told, by what is asked in other words; with tellings and knowers: who knows of it
    check       what of an answer its speaker cannot know, by the graph; checking: by a model that reads; mending: said again without it
    earlier     what was told before a page; slips: what the page says that cannot be so beside it, by a model that reads
    model       what answers a chat; filing: through files; keeping: with its answers kept beside the store

May import query and graph, and the model's endpoint; nothing imports it but the library and those above it.
"""
