"""Who is in a scene: through whose eyes it is told, who acts or speaks in it, who is only talked of."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from castline.graph.facts import Presence
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Staging
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import MIND_VERBS, SPEECH_VERBS, word_set

WEIGHTS = {
    "acts": 3,
    "minds": 2,
    "says": 2,
    "is met": 2,
    "named": 4,
    "named to speak": 6,
    "speaks": 1,
    "is spoken to": 1,
}
"""What each sign is worth, in the measure of a learnt choice: fitted on either of two novels, it held on the other."""
RIGHT = {"scene": 0.85, "placed": 0.52}
"""How often what a scene says is so: of whom it holds to be there (1,155 of 1,358, by Knuth’s lists of two novels), and
of a place that it names (25 of 48 read: half are only passed through or spoken of)."""
MOST = 3
"""How often a sign counts at most: what is told of somebody once and again need not be told more."""
ENOUGH, MET, SHORT = 7, 5, 1
"""The weight from which on somebody is there; who is first met in the chapter, and in a short scene so much for each of
its paragraphs: a tale brings in people as they come."""
AGAIN = 3
"""The weight of signs in one scene of somebody of whom all of the chapter's weigh enough."""
APART = 4_000
"""Characters between two signs of somebody within which they are there all the time, unless they leave."""
_LEAVING = frozenset({"leave", "depart", "withdraw", "retire", "vanish", "disappear"})
NOT_MET = MIND_VERBS - {"see", "hear", "perceive", "discover", "find", "notice", "persuade"} | word_set(
    "mention discuss describe quote name read resemble miss want need love like hate admire envy pity blame mean await seek"
)
"""Verbs whose object need not be there: of whom one thinks, speaks or reads, and what one feels for whom."""
STILL = MIND_VERBS | {"be", "have", "seem", "appear"}
"""Verbs of how things stand, near or far."""


@dataclass(slots=True)
class Attendance:
    """Scene ordinal -> the people on the page in it, the one whose eyes it is seen through (-1), its place."""

    on_page: dict[int, dict[int, int]] = field(default_factory=dict)
    """Scene -> person -> the mention that shows it."""
    stays: dict[int, dict[int, list[tuple[int, int]]]] = field(default_factory=dict)
    """Scene -> person -> the stretches of text in which they are there."""
    focal: dict[int, int] = field(default_factory=dict)
    place: dict[int, str] = field(default_factory=dict)

    def presence(self, scene: int, key: int) -> Presence:
        """ "pov", "on-page" or "mentioned"."""
        if key == self.focal.get(scene, -1):
            return "pov"
        return "on-page" if key in self.on_page.get(scene, {}) else "mentioned"

    def talking(self, scene: int, key: int) -> Presence:
        """ "pov" or "on-page": who talks is there, whatever else shows it."""
        return "pov" if key == self.focal.get(scene, -1) else "on-page"

    def there_at(self, scene: int, at: int) -> list[int]:
        """Those whose stays in a scene hold an offset."""
        people = self.stays.get(scene, {}).items()
        return sorted(key for key, stays in people if any(start <= at < end for start, end in stays))


def attend(draft: Draft) -> Attendance:
    """Work out who is there, scene by scene, and decide on the scenes."""
    here = Attendance()
    signs = _find_signs(draft)
    sizes = Counter(scene for _, _, scene in draft.notes.paragraphs)
    met = {draft.memory.person(key).key for key, _ in draft.found.naming.met}
    whole = _add_up(signs)
    for scene, people in signs.items():
        for key, shown in people.items():
            enough = MET if key in met else ENOUGH
            alone = shown.weight >= min(enough, SHORT * sizes[scene])
            if shown.spots and (alone or (whole[key] >= enough and shown.weight >= AGAIN)):
                here.on_page.setdefault(scene, {})[key] = shown.first
                here.stays.setdefault(scene, {})[key] = _find_stays(draft, shown)
    _find_focal(draft, here)
    _stage(draft, here, _find_places(draft))
    return here


def _add_up(signs: dict[int, dict[int, _Signs]]) -> dict[int, float]:
    """Person -> what all signs of them in the chapter weigh."""
    whole: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for people in signs.values():
        for key, shown in people.items():
            whole[key] += shown.counts
    return {key: _weigh(counts) for key, counts in whole.items()}


def _weigh(counts: Counter[str]) -> float:
    return sum(WEIGHTS[sign] * min(MOST, count) for sign, count in counts.items())


@dataclass(slots=True)
class _Signs:
    """What shows somebody to be in a scene: how often each sign stands there, and the mention that is the first."""

    counts: Counter[str] = field(default_factory=Counter)
    first: int = -1
    spots: list[tuple[int, str]] = field(default_factory=list)
    """Where each sign stands but for bare names, "leaves" for a departure."""

    @property
    def weight(self) -> float:
        return _weigh(self.counts)


def _find_signs(draft: Draft) -> dict[int, dict[int, _Signs]]:
    """Scene -> person -> the signs of being there."""
    found: dict[int, dict[int, _Signs]] = {}
    for at, index, key, sign in (*_read_clauses(draft), *_read_names(draft), *_read_talk(draft)):
        signs = found.setdefault(draft.scene_at(draft.paragraph_of(at)), {}).setdefault(key, _Signs())
        signs.counts["acts" if sign == "leaves" else sign] += 1
        if sign != "named":
            signs.first = index if signs.first < 0 else signs.first
            signs.spots.append((at, sign))
    return found


def _read_clauses(draft: Draft) -> Iterator[tuple[int, int, int, str]]:
    """(offset, mention, person, sign) of what the narration tells as going on."""
    who, present = draft.found.who, is_told_in_present(draft.notes)
    for clause in draft.notes.clauses:
        if clause.quote >= 0 or clause.remote or clause.modal or clause.passive or not (clause.past or present):
            continue
        sign = "acts" if clause.verb not in STILL else "minds" if clause.verb in MIND_VERBS else ""
        sign = "says" if clause.verb in SPEECH_VERBS else "leaves" if clause.verb in _LEAVING else sign
        met = () if clause.verb in NOT_MET else clause.objects
        told = [(index, sign) for index in clause.subjects] + [(index, "is met") for index in met]
        yield from ((clause.at, index, who[index], sign) for index, sign in told if who[index] >= 0 and sign)


def is_told_in_present(notes: Extract) -> bool:
    """Whether most of what the narration tells of is told in the present tense."""
    told = [clause.past for clause in notes.clauses if clause.quote < 0 and not clause.modal and not clause.remote]
    return 2 * sum(told) < len(told)


def _read_names(draft: Draft) -> Iterator[tuple[int, int, int, str]]:
    for index, (note, key) in enumerate(zip(draft.notes.mentions, draft.found.who, strict=True)):
        if note.clause >= 0 and draft.notes.clauses[note.clause].remote == "before":
            continue  # who had been somewhere need not be here
        kin = note.kind == "nominal" and note.owner >= 0 and draft.notes.mentions[note.owner].person == 1
        if key >= 0 and (note.kind == "name" or kin) and note.quote < 0:
            yield note.start, index, key, "named"


def _read_talk(draft: Draft) -> Iterator[tuple[int, int, int, str]]:
    for quote, said in zip(draft.notes.utterances, draft.found.spoken, strict=True):
        if quote.kind == "speech" and said.speaker >= 0 and said.rule != "in-mind":
            at = quote.parts[0][0]
            yield at, quote.speaker, said.speaker, "named to speak" if said.rule == "said-name" else "speaks"
            yield from ((at, quote.addressee, key, "is spoken to") for key in said.addressees)


def _find_stays(draft: Draft, signs: _Signs) -> list[tuple[int, int]]:
    stays: list[tuple[int, int]] = []
    gone = True
    for at, sign in sorted(signs.spots):
        start, end = draft.sentence_of(at)
        if gone or start - stays[-1][1] > APART:
            stays.append((start, end))
        else:
            stays[-1] = (stays[-1][0], max(end, stays[-1][1]))
        gone = sign == "leaves"
    return stays


def _find_focal(draft: Draft, here: Attendance) -> None:
    """Through whose eyes each scene is told: the teller's, else theirs whose mind and doings it tells most of."""
    minds: dict[int, Counter[int]] = {}
    for clause in draft.notes.clauses:
        scene = draft.scene_at(clause.paragraph)
        if clause.quote < 0 and not clause.modal and not clause.passive:
            for key in (draft.found.who[index] for index in clause.subjects):
                if key in here.on_page.get(scene, {}):
                    minds.setdefault(scene, Counter())[key] += 3 if clause.verb in MIND_VERBS else 1
    for scene, heads in minds.items():
        here.focal[scene] = heads.most_common(1)[0][0]
    tellers: dict[int, dict[int, tuple[int, int]]] = {}
    for start, end, scene in reversed(draft.notes.paragraphs):
        if (teller := draft.found.teller_at(start)) >= 0:
            here.focal[scene] = teller
            here.on_page.setdefault(scene, {}).setdefault(teller, -1)
            told = tellers.setdefault(scene, {}).get(teller, (start, end))
            tellers[scene][teller] = (start, told[1])
    for scene, spans in tellers.items():
        here.stays.setdefault(scene, {}).update({teller: [span] for teller, span in spans.items()})


def _find_places(draft: Draft) -> dict[int, Counter[str]]:
    places: dict[int, Counter[str]] = {}
    written: dict[str, str] = {}
    for clause in draft.notes.clauses:
        if clause.place:
            scene, place = draft.scene_at(clause.paragraph), " ".join(clause.place.split())
            places.setdefault(scene, Counter())[place] += 1 + 2 * (clause.quote < 0)
            written.setdefault(place, _write_place(draft, clause.at, place))
    return {scene: Counter({written[one]: count for one, count in found.items()}) for scene, found in places.items()}


def _write_place(draft: Draft, at: int, place: str) -> str:
    """A place as its sentence writes it, which knows "Orme Hall" from "the hall"."""
    start, end = draft.sentence_of(at)
    pattern = r"\s*".join(re.escape(word) for word in place.split())
    found = re.search(pattern, draft.text[start:end], re.I)
    return " ".join(found[0].split()) if found and found.start() > 0 else place


def _stage(draft: Draft, here: Attendance, places: dict[int, Counter[str]]) -> None:
    for start, end, scene in _spans(draft):
        found = places.get(scene, Counter()).most_common(1)
        place = here.place[scene] = found[0][0] if found else ""
        opening = draft.sentence_of(start)
        rule = "placed" if place else "scene"
        stays = here.stays.get(scene, {})
        draft.decide(
            Staging, (opening[0], min(opening[1], end)), scene, rule, RIGHT[rule], place=place, focal=here.focal.get(scene, -1),
            present={key: stays.get(key, []) for key in here.on_page.get(scene, {})},
        )  # fmt: skip


def _spans(draft: Draft) -> list[tuple[int, int, int]]:
    """(start, end, scene) of each scene."""
    spans: dict[int, tuple[int, int]] = {}
    for start, end, scene in draft.notes.paragraphs:
        spans[scene] = (spans.get(scene, (start, 0))[0], end)
    return [(start, end, scene) for scene, (start, end) in sorted(spans.items())]
