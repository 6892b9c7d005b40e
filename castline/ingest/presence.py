"""Who is in a scene: through whose eyes it is told, who acts or speaks in it, who is only talked of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from castline.graph.facts import Present as PresentFact
from castline.graph.facts import Scene
from castline.ingest.draft import Draft
from castline.ingest.lexicon import MIND_VERBS


@dataclass(slots=True)
class Attendance:
    """Scene ordinal -> the people on the page in it, the one whose eyes it is seen through (-1), its place."""

    on_page: dict[int, dict[int, int]] = field(default_factory=dict)
    """Scene -> person -> the mention that shows it."""
    focal: dict[int, int] = field(default_factory=dict)
    place: dict[int, str] = field(default_factory=dict)

    def presence(self, scene: int, key: int) -> str:
        """ "pov", "on-page" or "mentioned"."""
        if key == self.focal.get(scene, -1):
            return "pov"
        return "on-page" if key in self.on_page.get(scene, {}) else "mentioned"


def attend(draft: Draft) -> Attendance:
    """Work out who is there, scene by scene, and add the scene facts."""
    here = Attendance()
    minds: dict[int, Counter[int]] = {}
    places: dict[int, Counter[str]] = {}
    notes, who = draft.notes, draft.found.who
    for clause in notes.clauses:
        scene = draft.scene_at(clause.paragraph)
        if clause.place:
            places.setdefault(scene, Counter())[" ".join(clause.place.split())] += 1 + 2 * (clause.quote < 0)
        if clause.quote >= 0 or not clause.past or clause.modal or clause.passive:
            continue
        for index in clause.subjects:
            key = who[index]
            if key >= 0:
                here.on_page.setdefault(scene, {}).setdefault(key, index)
                minds.setdefault(scene, Counter())[key] += 3 if clause.verb in MIND_VERBS else 1
    _add_speakers(draft, here)
    for scene, heads in minds.items():
        here.focal[scene] = heads.most_common(1)[0][0]
    for start, _, scene in reversed(notes.paragraphs):
        if (teller := draft.found.teller_at(start)) >= 0:
            here.focal[scene] = teller
            here.on_page.setdefault(scene, {}).setdefault(teller, -1)
    _add_scenes(draft, here, places)
    return here


def _add_speakers(draft: Draft, here: Attendance) -> None:
    for quote, said in zip(draft.notes.utterances, draft.found.spoken, strict=True):
        if quote.kind == "speech" and said.speaker >= 0 and said.rule not in ("in-mind",):
            scene = draft.scene_at(quote.paragraph)
            here.on_page.setdefault(scene, {}).setdefault(said.speaker, quote.speaker)
            for key in said.addressees:
                here.on_page[scene].setdefault(key, quote.addressee)


def _add_scenes(draft: Draft, here: Attendance, places: dict[int, Counter[str]]) -> None:
    spans: dict[int, tuple[int, int]] = {}
    for start, end, scene in draft.notes.paragraphs:
        spans[scene] = (spans.get(scene, (start, 0))[0], end)
    for scene, (start, end) in sorted(spans.items()):
        found = places.get(scene, Counter()).most_common(1)
        place = here.place[scene] = found[0][0] if found else ""
        opening = draft.sentence_of(start)
        present = sorted({draft.person_id(key) for key in here.on_page.get(scene, {})})
        pov = draft.person_id(here.focal[scene]) if scene in here.focal else ""
        draft.add(
            Scene, (opening[0], min(opening[1], end)), scene, "scene", 0.75, place=place or None,
            present=tuple(PresentFact(character=i, presence="pov" if i == pov else "on-page") for i in present),
        )  # fmt: skip
