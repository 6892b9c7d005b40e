"""Deaths: who is told to have died, in narration, talk or letter. The first telling of each is an event, and an attribute from
then on.

    Martha Crane died in the night.                      a verb of dying
    “Martha is dead,” said Edwin.                        "dead" of somebody
    Martha Crane was murdered by a stranger.             killed, whoever did it
    They buried Martha on the hill.                      buried
    the news of Martha’s death; the late Mr. Crane       known as over
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import FATE, Clause, MentionNote
from castline.ingest.decisions import Happening, Known, Part
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import KIN, SPEECH_VERBS
from castline.ingest.narrative.attributes import decide_attribute
from castline.ingest.narrative.certainty import is_plain
from castline.ingest.narrative.knowledge import CONFIDENCE, find_knowing
from castline.ingest.narrative.modality import UNREAL, Modality, read_modality
from castline.ingest.narrative.presence import Attendance
from castline.ingest.narrative.retrospect import Retrospect
from castline.ingest.resolution.confidence import BELIEVED, rate_speaker

DEATH = "death"
"""The kind of event."""
IMPORTANCE, TOLD_RIGHT = 0.9, 0.88
"""How weighty a death is, and how often it is told of the right one: 26 of 29 read, of 10 novels; where not, an older bearer of
the name has died."""
_DIES = frozenset({"die", "perish", "expire"})
_KILLS = frozenset({"kill", "murder", "drown", "execute", "behead", "slay", "assassinate", "guillotine"})
BURY = "bury"
_WORD = re.compile(r"\w+")
_LIES = frozenset({"be", "lie", "fall"})
"""Verbs beside which somebody is "dead"."""
_NEARLY = re.compile(r"\b(?:nearly|almost|half|thousand|hundred|as|like|when|before|whenever)\b", re.I)
"""Words before a verb by which nobody died, or not yet."""
_FIGURE = re.compile(
    r"\W*(?:away|down|out|(?:of|with) (?:laugh\w*|shame|curiosity|envy|fright|boredom|love|joy|thirst|hunger)|to (?:me|us|him|her|them"
    r"|you|the|all|every\w*|any)|drunk|tired|asleep|beat|set|silence|weight|certain|sure|in love|already|game)\b", re.I
)  # fmt: skip
"""What follows where somebody is dead in a figure of speech."""
_HEAPED = re.compile(
    r"\W*(?:alive|under|beneath|with|in (?:work|books?|paper\w*|questions|love|his|her|their|my|an?|the (?:sand|snow|hay|crowd)))\b",
    re.I,
)
_OVER = re.compile(
    r"[’']s\s(?:\w+\s)?death\b(?![\s-]?(?:bed|blow|struggle|throes|rattle|like|warrant)|\s(?:will|would|may|might|must|can|shall|should|need))"
)
_DEATH_OF = re.compile(r"\bdeath of (?:the |my |his |her |their |our |poor |old |late |dear )*\Z", re.I)
_LATE = re.compile(r"\b(?:[Tt]he|[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) late (?:lamented )?\Z")
_AHEAD = re.compile(
    r"\b(?:at|upon|(?<!news )(?<!word )(?<!report )(?<!account )(?<!tidings )of|for|in case|event|on|cause|wish\w*|plot\w*|fear\w*"
    r"|demand\w*|desire\w*|threat\w*|prevent\w*) (?:the )?\Z", re.I
)  # fmt: skip
"""Words before a death that may be still to come."""
TALKED_OF = 1
"""Times that the narration may have named who is "the late"."""
NEAR = 40
"""Characters before and behind words that are looked at."""


def decide_deaths(draft: Draft, here: Attendance) -> None:
    """Decide on the deaths that the chapter is the first to tell."""
    retrospect = Retrospect(draft)
    for mention, at, clause in sorted(_find(draft), key=lambda found: found[1]):
        key = draft.memory.person(draft.found.who[mention]).key
        if draft.memory.attributes.get((key, FATE)) or key == draft.found.teller_at(at):
            continue
        decide_attribute(draft, key, FATE, "dead", at, "death")
        past = clause is None or retrospect.tells_clause(clause)
        scene = draft.scene_at(draft.paragraph_of(at))
        told = draft.decide(
            Happening, draft.sentence_of(at), scene, "death", TOLD_RIGHT, summary=f"{draft.name_of(key)} died.", kind=DEATH, place="",
            importance=IMPORTANCE, past=past,
        )  # fmt: skip
        told.parts.append(Part(key, "patient", "mentioned", "death", TOLD_RIGHT))
        known = {one.person: one for one in _know(draft, here, mention, clause, told)}
        told.known = [one for one in known.values() if draft.memory.person(one.person).key != key]


def _know(draft: Draft, here: Attendance, mention: int, clause: Clause | None, told: Happening) -> Iterator[Known]:
    """Who knows of it from now on: who says so and who hears it; in narration, who is on the page in the sentence that tells
    it, and who stands by."""
    note = draft.notes.mentions[mention]
    if note.quote >= 0:
        said = draft.found.spoken[note.quote]
        if said.speaker >= 0 and rate_speaker(said) >= BELIEVED:
            yield Known(said.speaker, "told", -1, CONFIDENCE["told"])
            yield from (Known(key, "told", said.speaker, CONFIDENCE["told"]) for key in said.hearers)
        return
    scene = told.scene or 0
    for index in draft.mentions_between(told.start, told.end):
        key = draft.found.who[index]
        if key >= 0 and here.presence(scene, key) != "mentioned":
            yield Known(key, "told", -1, CONFIDENCE["told"])
    if clause is not None:
        yield from find_knowing(draft, here, clause, told, ())


def _find(draft: Draft) -> Iterator[tuple[int, int, Clause | None]]:
    """(Mention of who has died, offset, the clause that says so) of each telling."""
    for clause in draft.notes.clauses:
        who = _find_dead(draft, clause)
        if who >= 0 and _is_somebody(draft, who) and _is_so(draft, clause):
            yield who, clause.at, clause
    for index, note in enumerate(draft.notes.mentions):
        if note.kind != "pronoun" and _is_somebody(draft, index) and _is_over(draft, note, draft.found.who[index]):
            yield index, note.start, None


def _is_somebody(draft: Draft, index: int) -> bool:
    """Whether a mention is a name, a pronoun that surely means one person, or kin of who tells or speaks ("my mother"): "the
    mother" and "a friend" may be anybody's."""
    note = draft.notes.mentions[index]
    if draft.found.who[index] < 0 or note.plural or note.person < 3:
        return False
    if note.kind == "nominal":
        return note.owner >= 0 and note.head in KIN and _is_own_kin(draft, index)
    return is_plain(draft, index)


def _find_dead(draft: Draft, clause: Clause) -> int:
    """The mention of who is told to have died, -1 for nobody."""
    said = clause.quote >= 0 and clause.open in SPEECH_VERBS  # "“He is dead,” said Ada" hangs on nothing
    if clause.negated or clause.modal or (clause.open and not said):
        return -1
    if clause.verb == BURY and clause.past and not clause.passive:
        return clause.objects[0] if len(clause.objects) == 1 and _is_buried(draft, clause.objects[0]) else -1
    return clause.subjects[0] if len(clause.subjects) == 1 and _is_death(draft, clause) else -1


def _is_buried(draft: Draft, index: int) -> bool:
    """Whether somebody is laid in a grave: not who buries himself in an armchair, nor is buried under a heap of papers."""
    note = draft.notes.mentions[index]
    return not note.form.lower().endswith(("self", "selves")) and not _HEAPED.match(draft.text, note.end)


def _is_death(draft: Draft, clause: Clause) -> bool:
    if clause.verb in _DIES:
        verb = _WORD.match(draft.text, clause.at)
        dying = verb is None or verb.group().endswith("ing")
        return clause.past and not dying and not _FIGURE.match(draft.text, verb.end() if verb else 0)
    if clause.verb in _KILLS or clause.verb == BURY:
        return clause.past and clause.passive and not _HEAPED.match(draft.text, clause.at + len("buried"))
    return clause.verb in _LIES and any(
        word == "dead" and not negated and not _FIGURE.match(draft.text, end)
        for word, _, end, negated in clause.complements
    )


def _is_own_kin(draft: Draft, index: int) -> bool:
    """Whether a noun means who is known to be that to the one who tells or speaks."""
    note = draft.notes.mentions[index]
    owner = draft.notes.mentions[note.owner]
    if owner.person > 1 or owner.plural or draft.found.who[note.owner] < 0 or not is_plain(draft, note.owner):
        return False
    one, key = (draft.memory.person(draft.found.who[at]).key for at in (note.owner, index))
    return KIN[note.head] in draft.memory.ties.kin.get(one, {}).get(key, ())


def _is_so(draft: Draft, clause: Clause) -> bool:
    """Whether it is told as so, and not as all but so."""
    if read_modality(draft, clause.at) & (UNREAL | Modality.DENIED | Modality.THOUGHT):
        return False
    start = max(draft.sentence_of(clause.at)[0], clause.at - NEAR)
    return not _NEARLY.search(draft.text[start : clause.at])


def _is_over(draft: Draft, note: MentionNote, key: int) -> bool:
    """Whether somebody is named as dead: "since Martha’s death"; "the late Mr. Crane", where the narration has hardly named him,
    since his son is Mr. Crane, too, and "the late Miss Crane" has but married."""
    before, behind = draft.text[max(0, note.start - NEAR) : note.start], draft.text[note.end : note.end + NEAR]
    if _LATE.search(before):
        return not note.form.startswith("Miss ") and draft.memory.person(key).narrated <= TALKED_OF
    of = _DEATH_OF.search(before) if note.role != "poss" else None  # "the death of Hale's father"
    if not of and not _OVER.match(behind):
        return False
    ahead = _AHEAD.search(before[: of.start()] if of else before)
    return not ahead and not read_modality(draft, note.start) & UNREAL
