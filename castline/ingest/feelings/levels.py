"""Feelings: cues to levels, pair by pair, scene by scene, on HPD's scales (figures 3 and 4).

A bounded filter, kept apart for the two scales. A pair has two accounts, warmth and grievance; every cue pays its
weight into one of them, and the level is what they come to:

    affection = FULL x (warmth - grievance) / (warmth + grievance + DOUBT)

  memory       the more there is on both accounts, the less a single cue moves: one harsh word ends no friendship, and
               one misread word no love;
  shocks       a strong cue also takes from the other account, in proportion: a betrayal spoils what was, a rescue mends;
               an opinion that stands alone in its scene may be misread, and shocks nobody;
  habituation  a type of cue pays half as much at each repetition within a scene;
  banter       harsh words to the face count for little between those who know each other well;
  friendship   what friends do and say for each other makes the best of friends (BEST_FRIENDS), no love: that takes a tie, or
               words and deeds as strong (LOVING);
  company      keeping company warms those who are not at odds, up to a friendly footing (COURTESY);
  first sight  people who first meet start at familiarity 1 and affection 1 (HPD's first meeting), and who are only seen
               side by side at it get no nearer;
  ties         kin, friends and foes start where HPD's examples put them, when the text first tells the tie;
  doubt        what may be of somebody else counts for less;
  plain words  "she loved him" names a level of the scale, and is believed where nothing speaks against it.
Familiarity only grows: each cue names the level that its sort of closeness can lead to, and a share of the way. Those who live
together like the nearest kin may come a little nearer, to 9.5 (HPD: 8 who stay together, 10 who have for years).
Nothing moves without a cue, so every change has its words. Death and absence are no cues: they erase nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from castline.graph.showing import OVER
from castline.graph.ties import ENDS
from castline.ingest.decisions import Level, Step
from castline.ingest.draft import Draft
from castline.ingest.feelings.cue import Felt
from castline.ingest.feelings.cues import find_cues
from castline.ingest.feelings.interaction import find_company
from castline.ingest.memory.memory import Bond, Pair
from castline.ingest.narrative.certainty import rate_person, rest_on
from castline.ingest.narrative.presence import Attendance

LEAST_CHANGE = 0.05
SURE, USUAL = 0.58, 0.73
"""The share of levels within 3 of what a reader would say, and of the right sign: 29 of 50 drawn by lot from 9 novels; and
how sure it is, on the average of four novels, whom the strongest cue is of."""
FULL, DOUBT = 10.0, 4.0
"""The level that boundless warmth would come to, and how much it takes to come half way."""
SLIGHT, SPOILS, MOST_SPOILT = 1.0, 0.6, 0.8
"""A cue of weight 4 ("hate") takes four fifths of the other account."""
BEARABLE, COURTESY = 2.0, 5.0
"""Company warms only those with no more than this on the account of grievance, and an affection below that: it makes no
lovers, and no friends of foes."""
BEST_FRIENDS, LOVING = 7.0, 3.0
"""An affection from which on only cues of such a weight ("love", "rescue") add to it: HPD's 7 is for the best of friends."""
MOST_CUES = 8
MENDING = frozenset({"feels:forgive", "feels:pardon", "done:forgive"})
MENDED, ENDED = 0.5, 0.05
"""Forgiveness leaves so much of a grievance, and the end of a feeling of the account that it stood on."""
LIKED = 0.5
MET = 1.0
"""Familiarity of a first meeting."""
TOGETHER, CLOSEST = 9.0, 9.5
"""Familiarity of the nearest kin, and what their talk can lead to. Readers of thirty novels put people who live
together at 8 to 9.5."""
BANTER, WELL_KNOWN, TAKEN = ("tells:", "is-told:", "is-called:", "says-"), 6.0, 0.25
"""What is said to the face, and how; the familiarity from which on a harsh word of that sort counts for so little. Between
pairs whom readers call friends such words stand as often as between foes."""
OPINIONS = ("thinks:", "says:", "heard:", "is-called:", "told:")
"""Words of praise and blame."""
DOUBTED = 0.75
"""Words that name a level are believed where it is so sure, beside the usual, whom they are of."""
COMPANY = frozenset({"company", "together"})
CALLS = frozenset({"by-name", "called-by-name", "dear", "called-dear"})
"""A name and a "my dear" are warmth among those who like each other, and manners, or scorn, among those who do not."""
HIGHEST = 9.9
"""The strongest affection that accounts can come to: 10 would take boundless warmth."""
TIES = {
    "parent": (8.0, 9.0), "child": (8.0, 9.0), "sibling": (8.0, 9.0), "spouse": (8.0, 9.0), "lover": (8.0, 6.0),
    "betrothed": (8.0, 6.5), "friend": (5.5, 8.0), "family": (5.0, 8.0), "aunt": (4.0, 7.0), "uncle": (4.0, 7.0),
    "nephew": (4.0, 7.0), "niece": (4.0, 7.0), "cousin": (2.0, 4.0), "grandparent": (6.0, 8.0), "grandchild": (6.0, 8.0),
    "servant": (2.0, 6.0), "employer": (2.0, 6.0), "teacher": (3.0, 5.0), "pupil": (3.0, 5.0), "enemy": (-5.0, 4.0),
}  # fmt: skip
"""Finer kind of tie -> the (affection, familiarity) it starts at: HPD's 8 for those in love, 4 to 5
for the kindly (and for friends: 7 is for the best of them), 2 to 3 for who works or learns together; "stay together and are
familiar" is 8. `family` are people of one name who live as such, a cousin met yesterday among them."""
_OTHERS = (2.0, 5.0)
"""In-laws, and ties of kinds not listed."""


def decide_feelings(draft: Draft, here: Attendance) -> None:
    """Move the levels of every pair by the chapter's cues, and decide on a level per pair and scene that moved."""
    by_scene: dict[int, dict[tuple[int, int], list[Felt]]] = {}
    found = [*_ties(draft), *find_company(draft, here), *find_cues(draft, here)]
    for cue in sorted(found, key=lambda cue: (cue.start, cue.end, cue.type, cue.holder, cue.toward)):
        if cue.holder >= 0 and cue.toward >= 0 and cue.holder != cue.toward:
            scene = draft.scene_at(cue.paragraph)
            by_scene.setdefault(scene, {}).setdefault((cue.holder, cue.toward), []).append(_doubt(draft, cue))
    for scene in sorted(by_scene):
        for (holder, toward), cues in by_scene[scene].items():
            _move(draft, scene, holder, toward, cues)


def _doubt(draft: Draft, cue: Felt) -> Felt:
    """A cue that counts for less where it is less sure than usual whose feeling it is, and for whom: by the root of how much
    less, since what a doubtful speaker says is mostly said of the right people."""
    if not cue.weight:
        return cue
    sure = math.prod(rate_person(draft, key, cue.start) for key in (cue.holder, cue.toward))
    share = min(1.0, math.sqrt(sure / USUAL))
    return replace(cue, weight=cue.weight * share, stated=cue.stated if share >= DOUBTED else 0.0)


def begin(bond: Bond, kind: str) -> Bond:
    """Where a tie of a kind leaves two of whom it is told: no lower than it starts."""
    account = Account(bond.affection, bond.familiarity, bond.warmth, bond.grievance)
    _start(account, *TIES.get(kind, _OTHERS))
    account.affection = weigh(account.warmth, account.grievance)
    return account.close()


def _ties(draft: Draft) -> list[Felt]:
    """A cue each way for every tie that the chapter tells."""
    cues = []
    for told in draft.decisions.ties:
        if told.kind not in ENDS:
            a, b = draft.memory.person(told.a).key, draft.memory.person(told.b).key
            place = (told.start, told.end, draft.paragraph_of(told.start))
            cues += [Felt(x, y, f"tie:{told.kind}", 0.0, 0.0, *place) for x, y in ((a, b), (b, a))]
    return cues


def _move(draft: Draft, scene: int, holder: int, toward: int, cues: list[Felt]) -> None:
    before = draft.memory.bonds.get((holder, toward), Bond())
    account = Account(before.affection, before.familiarity, before.warmth, before.grievance)
    here: dict[str, int] = {}
    strangers = account.familiarity < MET
    steps = [_apply(account, cue, here, strangers) for cue in cues]
    after = draft.memory.bonds[holder, toward] = account.close()
    if after != before:
        moved = abs(after.affection - before.affection) + abs(after.familiarity - before.familiarity)
        _decide(draft, scene, (holder, toward), after, list(zip(cues, steps, strict=True)), moved < LEAST_CHANGE)


@dataclass(slots=True)
class Account:
    """A bond while a scene moves it."""

    affection: float
    familiarity: float
    warmth: float
    grievance: float

    def close(self) -> Bond:
        """The bond as the scene leaves it."""
        return Bond(*(round(value, 3) for value in (self.affection, self.familiarity, self.warmth, self.grievance)))


def _apply(bond: Account, cue: Felt, here: dict[str, int], strangers: bool) -> float:
    """Let a cue change both levels; `strangers` are two who had not met before the scene. Returns the step that the
    affection took."""
    before = bond.affection
    repeated = here.get(cue.type, 0)
    here[cue.type] = repeated + 1
    if cue.type.startswith("tie:"):
        _start(bond, *TIES.get(cue.type[4:], _OTHERS))
    elif cue.type.startswith(OVER):
        _end(bond, cue)
    elif cue.weight and not _is_idle(bond, cue):
        opinions = here["opinions"] = here.get("opinions", 0) + cue.type.startswith(OPINIONS)
        _pay(bond, cue, 0.5**repeated, cue.type.startswith(OPINIONS) and opinions == 1)
        bond.affection = weigh(bond.warmth, bond.grievance)
        if cue.stated > 0 or (cue.stated and bond.affection < -LIKED):
            _start(bond, cue.stated)
    if cue.closeness:
        _draw_near(bond, cue, repeated, strangers)
    bond.affection = weigh(bond.warmth, bond.grievance)
    return bond.affection - before


def _is_idle(bond: Account, cue: Felt) -> bool:
    """Whether a cue says nothing of the two as they stand: company of those at odds or friends by now, calls of foes, kindness among
    those who love each other."""
    if 0 < cue.weight < LOVING and bond.affection >= BEST_FRIENDS:
        return cue.type not in MENDING
    if cue.type in COMPANY:
        return bond.grievance >= BEARABLE or bond.affection >= COURTESY
    return cue.type in CALLS and bond.affection < 0


def weigh(warmth: float, grievance: float) -> float:
    """The level of affection that two accounts come to."""
    return FULL * (warmth - grievance) / (warmth + grievance + DOUBT)


def _start(bond: Account, affection: float, familiarity: float = 0.0) -> None:
    """A tie raises both levels to where it starts; it does not make those fond who have come to think ill by now."""
    bond.familiarity = max(bond.familiarity, familiarity)
    if affection < 0 and bond.affection > affection:
        bond.grievance += _missing(bond.grievance, bond.warmth, -affection)
    elif bond.affection < affection and (bond.affection > LIKED or not bond.grievance):
        bond.warmth += _missing(bond.warmth, bond.grievance, affection)


def _missing(own: float, other: float, level: float) -> float:
    """What an account lacks for the two to come to a level on its side."""
    return (level * (other + DOUBT) + FULL * other) / (FULL - level) - own


def _pay(bond: Account, cue: Felt, share: float, lone: bool) -> None:
    """Pay a cue into its account; a strong one also takes from the other: a betrayal spoils what was, a rescue mends, but not
    the `lone` opinion of a scene."""
    if cue.weight < 0 and bond.familiarity >= WELL_KNOWN and cue.type.startswith(BANTER):
        share *= TAKEN
    shock = 0.0 if lone else max(0.0, abs(cue.weight) - SLIGHT)
    paid, spoilt = abs(cue.weight) * share, 1 - min(MOST_SPOILT, SPOILS * shock * share)
    if cue.weight > 0:
        bond.warmth, bond.grievance = bond.warmth + paid, bond.grievance * spoilt
        if cue.type in MENDING:
            bond.grievance *= MENDED
    else:
        bond.grievance, bond.warmth = bond.grievance + paid, bond.warmth * spoilt


def _end(bond: Account, cue: Felt) -> None:
    """A feeling that is told to be over leaves little of the account that it stood on, where the bond still leans its way."""
    if cue.weight > 0 and bond.affection > 0:
        bond.warmth *= ENDED
    elif cue.weight < 0 and bond.affection < 0:
        bond.grievance *= ENDED


def _draw_near(bond: Account, cue: Felt, repeated: int, strangers: bool) -> None:
    if cue.meets:
        bond.familiarity = max(MET, bond.familiarity)
        if not bond.warmth and not bond.grievance:
            bond.warmth = _missing(0.0, 0.0, 1.0)
    limit = CLOSEST if cue.meets and bond.familiarity >= TOGETHER else cue.limit
    if bond.familiarity < limit and not (strangers and cue.type == "together"):
        bond.familiarity += min(1.0, cue.closeness * 0.8**repeated) * (limit - bond.familiarity)


def _decide(
    draft: Draft, scene: int, pair: Pair, bond: Bond, steps: list[tuple[Felt, float]], slight: bool
) -> None:  # fmt: skip
    strongest = max(steps, key=lambda step: (abs(step[1]), abs(step[0].weight), -step[0].start))[0]
    grounds = (rate_person(draft, key, strongest.start) for key in pair) if not slight else ()
    sure = rest_on(SURE, grounds, USUAL)
    shown = [] if slight else sorted(steps, key=lambda step: -abs(step[1]))[:MOST_CUES]
    draft.decide(
        Level, draft.sentence_of(strongest.start), scene, "cues", sure, holder=pair[0], toward=pair[1],
        affection=bond.affection, familiarity=bond.familiarity, warmth=bond.warmth, grievance=bond.grievance,
        cues=[Step(c.type, round(step, 2), c.start, c.end)
              for c, step in sorted(shown, key=lambda step: (step[0].start, step[0].type))],
        slight=slight,
    )  # fmt: skip


def open_accounts(affection: float, before: Bond) -> tuple[float, float]:
    """Warmth and grievance that come to a level, the other side's account being as it was, and no more than a quarter of
    the own: what was is not forgotten, but it does not make the new level rigid."""
    strength = min(abs(affection), HIGHEST)
    other = min(before.grievance if affection >= 0 else before.warmth, 1.0)
    own = (strength * (other + DOUBT) + FULL * other) / (FULL - strength)
    return (own, other) if affection >= 0 else (other, own)
