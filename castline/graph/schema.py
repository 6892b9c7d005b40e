"""The property graph's schema: what stands where, and how a Neo4j database is brought to it.

    (Book)-PART_OF->(Saga)            (Chapter)-PART_OF->(Book)         (Scene)-PART_OF->(Chapter)
    (Chapter|Scene)-OCCURS_IN->(Moment)                                 (Event|Utterance)-OCCURS_IN->(Scene|Chapter)
    (Character)-OCCURS_IN{presence}->(Scene)                            NEXT joins books, chapters, scenes, moments
    (Character)-KNOWN_AS{kind}->(Name)                                  (Character)-SAME_AS{how}->(Character)
    (Character)-FEELS{affection, familiarity, cues, weights}->(Character)
    (Character)-RELATED_TO{kind, subtype}->(Character)
    (Character)-HAS{kind, intensity}->(Attribute{kind, value})          moods too: kind "mood"
    (Book|Chapter|Scene)-HAS{kind}->(Attribute{kind, value})            kind "summary", "problem" or "correction"
    (Character)-PARTICIPATED_IN{presence, role}->(Event{summary, kind, place, importance})
    (Character)-KNOWS_OF{how, source}->(Event)
    (Character)-SAID->(Utterance{text, emotion, rule})-ADDRESSED_TO->(Character)
    (Chapter|Scene|Character|Event|Utterance|Attribute)-SUPPORTED_BY->(Evidence{text, start, end})

Every node has `id`, `name`, `saga`, `told` (packed) and `at` (readable); every relationship `saga`, `told` and `at`.
A fact's home (`HOMES`) also has `until` where it has ended, `happened`, `book`, `chapter`, `scene`, `by` and
`confidence`; a relationship that is a home has its evidence (`text`, `start`, `end`) and its `id` on it. A
character's `name` is the id: what somebody is called is dated, and stands on KNOWN_AS.

In Neo4j a home has two properties more, `line` (the fact as exported) and, while a state lasts, `live`; and
the store keeps books of its own under the labels of `PRIVATE`, which no query of a user's need touch.
"""

from __future__ import annotations

LABELS = (
    "Saga", "Book", "Chapter", "Scene", "Character", "Name", "Event", "Utterance", "Attribute", "Moment", "Evidence",
)  # fmt: skip
TYPES = (
    "KNOWN_AS", "SAME_AS", "PARTICIPATED_IN", "FEELS", "RELATED_TO", "HAS", "KNOWS_OF", "SAID", "ADDRESSED_TO",
    "OCCURS_IN", "PART_OF", "NEXT", "SUPPORTED_BY",
)  # fmt: skip

ENDS: tuple[tuple[str, str, str], ...] = (
    ("PART_OF", "Book", "Saga"), ("PART_OF", "Chapter", "Book"), ("PART_OF", "Scene", "Chapter"),
    *(("OCCURS_IN", label, "Moment") for label in ("Chapter", "Scene")),
    *(("OCCURS_IN", label, place) for label in ("Event", "Utterance") for place in ("Scene", "Chapter")),
    ("OCCURS_IN", "Character", "Scene"),
    *(("NEXT", label, label) for label in ("Book", "Chapter", "Scene", "Moment")),
    ("KNOWN_AS", "Character", "Name"),
    *((type_, "Character", "Character") for type_ in ("SAME_AS", "FEELS", "RELATED_TO")),
    *(("HAS", label, "Attribute") for label in ("Character", "Book", "Chapter", "Scene")),
    ("PARTICIPATED_IN", "Character", "Event"), ("KNOWS_OF", "Character", "Event"),
    ("SAID", "Character", "Utterance"), ("ADDRESSED_TO", "Utterance", "Character"),
    *(("SUPPORTED_BY", label, "Evidence") for label in ("Chapter", "Scene", "Character", "Event", "Utterance", "Attribute")),
)  # fmt: skip
"""Every type of relationship with the labels that it goes from and to: the picture above, spelt out."""

HOMES: dict[str, str] = {
    "chapter": "Chapter", "scene": "Scene", "character": "Character", "utterance": "Utterance", "event": "Event",
    "summary": "Attribute", "problem": "Attribute", "correction": "Attribute", "name": "KNOWN_AS", "identity": "SAME_AS",
    "participation": "PARTICIPATED_IN", "knowledge": "KNOWS_OF", "feeling": "FEELS", "relation": "RELATED_TO",
    "attribute": "HAS", "mood": "HAS",
}  # fmt: skip
"""The label or relationship type where each kind of fact stands. Mentions stand in their chapter's record."""

PRIVATE = ("CastlineSchema", "CastlineLedger", "CastlineBook", "CastlineChapter", "CastlinePage", "CastlineDiary",
           "CastlineMemory", "CastlineKept")  # fmt: skip
"""The store's own records: how far a saga is (ledger), its books and chapters, the next chapter's memory in rows, what
is kept beside its facts, and what a snapshot reads: per character the last page, and a diary entry for each moment at which something was told."""

HIDDEN = frozenset({"line", "live"})
"""Properties of homes that belong to the store; answers that are whole nodes or relationships leave them out."""

HOME_TYPES = tuple(t for t in TYPES if t in HOMES.values())
"""Types of relationships that are homes: these are indexed by saga and moment."""
_WATCHED = ("PARTICIPATED_IN", "KNOWS_OF", "SAID", "FEELS", "HAS", "KNOWN_AS")

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE CONSTRAINT castline_schema IF NOT EXISTS FOR (n:CastlineSchema) REQUIRE n.id IS UNIQUE",
        "CREATE CONSTRAINT castline_ledger IF NOT EXISTS FOR (n:CastlineLedger) REQUIRE n.saga IS UNIQUE",
        "CREATE CONSTRAINT castline_book IF NOT EXISTS FOR (n:CastlineBook) REQUIRE (n.saga, n.ordinal) IS UNIQUE",
        "CREATE CONSTRAINT castline_chapter IF NOT EXISTS FOR (n:CastlineChapter)"
        " REQUIRE (n.saga, n.book, n.ordinal) IS UNIQUE",
        "CREATE CONSTRAINT castline_page IF NOT EXISTS FOR (n:CastlinePage) REQUIRE (n.saga, n.who, n.told) IS UNIQUE",
        "CREATE CONSTRAINT castline_diary IF NOT EXISTS FOR (n:CastlineDiary)"
        " REQUIRE (n.saga, n.who, n.part, n.told) IS UNIQUE",
        *(
            f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"
            for label in LABELS
        ),
        *(
            f"CREATE INDEX {label.lower()}_told IF NOT EXISTS FOR (n:{label}) ON (n.saga, n.told)"
            for label in LABELS
        ),
        *(
            f"CREATE INDEX {type_.lower()}_told IF NOT EXISTS FOR ()-[r:{type_}]-() ON (r.saga, r.told)"
            for type_ in HOME_TYPES
        ),
        *(
            f"CREATE INDEX {type_.lower()}_who IF NOT EXISTS FOR ()-[r:{type_}]-() ON (r.who, r.told)"
            for type_ in _WATCHED
        ),
        *(
            f"CREATE INDEX {type_.lower()}_live IF NOT EXISTS FOR ()-[r:{type_}]-() ON (r.live)"
            for type_ in ("FEELS", "HAS")
        ),
    ),
    ("MATCH (p:CastlinePage) DELETE p",),  # of an older form; they are written anew as chapters come
    ("CREATE INDEX related_to_live IF NOT EXISTS FOR ()-[r:RELATED_TO]-() ON (r.live)",),
    (
        "CREATE CONSTRAINT castline_memory IF NOT EXISTS FOR (n:CastlineMemory) REQUIRE (n.saga, n.name) IS UNIQUE",
        # A whole memory of before is the row without a name.
        "MATCH (l:CastlineLedger) WHERE l.memory IS NOT NULL"
        " MERGE (m:CastlineMemory {saga: l.saga, name: ''}) SET m.body = l.memory REMOVE l.memory",
    ),
    ("CREATE INDEX same_as_live IF NOT EXISTS FOR ()-[r:SAME_AS]-() ON (r.live)",),
    ("CREATE CONSTRAINT castline_kept IF NOT EXISTS FOR (n:CastlineKept) REQUIRE (n.saga, n.name) IS UNIQUE",),
)  # fmt: skip
"""Applied in order; the database remembers how many on its CastlineSchema node. Append only, each IF NOT EXISTS."""
