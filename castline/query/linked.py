"""JSON-LD: people and what is between them in the words of schema.org, with castline's own for what it has none."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from castline.query.people import list_cast
from castline.query.strands import live_feelings, live_relations
from castline.query.view import View

OURS = "urn:castline:"
CONTEXT = {
    "@vocab": "https://schema.org/", "c": OURS, "affection": {"@id": "c:affection", "@type": "http://www.w3.org/2001/XMLSchema#double"},
    "familiarity": {"@id": "c:familiarity", "@type": "http://www.w3.org/2001/XMLSchema#double"},
    "told": "c:told", "words": "c:words", "tie": "c:tie", "holder": {"@id": "c:holder", "@type": "@id"},
    "toward": {"@id": "c:toward", "@type": "@id"}, "first": {"@id": "c:first", "@type": "@id"}, "second": {"@id": "c:second", "@type": "@id"},
}  # fmt: skip
"""Written out, so that nobody has to fetch it."""


def make_linked(view: View) -> dict[str, Any]:
    """The people as of the view's moment, their names, ties and feelings, as one JSON-LD document."""
    people = [
        {"@id": _iri(e.id), "@type": "Person", "name": e.name, "alternateName": list(e.also), "told": e.met}
        | ({"gender": e.gender} if e.gender else {})
        for e in list_cast(view)
    ]
    feelings = [
        {"@id": _iri(f.id), "@type": "c:Feeling", "holder": _iri(a), "toward": _iri(b), "affection": f.affection,
         "familiarity": f.familiarity, "told": f.told, "words": f.text}
        for (a, b), f in live_feelings(view).items()
    ]  # fmt: skip
    ties = [
        {"@id": _iri(r.id), "@type": "c:Tie", "first": _iri(view.root(r.a)), "second": _iri(view.root(r.b)),
         "tie": r.subtype or r.type, "told": r.told, "words": r.text}
        for r in live_relations(view, view.facts(["relation"]))
    ]  # fmt: skip
    return {"@context": CONTEXT, "@graph": [*people, *feelings, *ties]}


def _iri(identifier: str) -> str:
    return OURS + quote(identifier, safe=":")
