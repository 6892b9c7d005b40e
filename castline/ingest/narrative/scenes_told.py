"""The weighty sentences of a chapter as events, in the book's own words: with who does, undergoes, says and hears it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from castline.graph.facts import How
from castline.ingest.annotations import Clause
from castline.ingest.decisions import Happening, Known, Part
from castline.ingest.draft import Draft
from castline.ingest.language.affect import EVENT_OF
from castline.ingest.language.lexicon import MIND_VERBS, SPEECH_VERBS
from castline.ingest.narrative.certainty import is_surely_said, rate_mention, rest_on
from castline.ingest.narrative.knowledge import CONFIDENCE, WITNESSED, find_bystanders, find_knowing
from castline.ingest.narrative.modality import UNREAL, read_modality
from castline.ingest.narrative.own_words import OwnWords
from castline.ingest.narrative.participants import Role, find_participants, take_part
from castline.ingest.narrative.presence import STILL, Attendance
from castline.ingest.narrative.retrospect import Retrospect
from castline.ingest.narrative.secrets import asks_secrecy
from castline.ingest.resolution.cast.result import Spoken
from castline.ingest.resolution.confidence import BELIEVED, rate_speaker

SHORT = 30
"""Characters of a speech that tell nothing alone."""
_INWARD = MIND_VERBS - {"perceive", "see", "hear", "find", "notice", "discover"}
"""Verbs of what goes on in somebody's mind, and shows to nobody."""
OWN_WORDS, USUAL = 0.8, 0.68
"""How often a sentence of the book, told so, is right of its people; and how sure it is, on the average, whom its words mean."""


@dataclass(slots=True)
class Scene:
    """A sentence that can be told: the quote that it is of (-1: narration), the words that tell it, the clauses of the narration in
    them that have people, and whether it asks that something be kept secret."""

    sentence: int
    quote: int
    span: tuple[int, int]
    clauses: list[Clause]
    secret: bool = False


def find_scenes(draft: Draft, words: OwnWords) -> dict[int, Scene]:
    """Sentence -> how it can be told in its own words."""
    clauses = [one for one in draft.notes.clauses if one.quote < 0 and find_participants(draft, one)]
    found = {}
    for at, quote in enumerate(words.quotes):
        span = words.span(at)
        if quote >= 0:
            if _count_said(words, span) >= SHORT and _is_said(draft.found.spoken[quote]) and words.is_clear(at):
                start, end, _ = words.sentences[at]
                found[at] = Scene(at, quote, span, [], asks_secrecy(draft.text[start:end]))
            continue
        low, high = (bisect_left(clauses, offset, key=lambda clause: clause.at) for offset in span)
        inside = clauses[low:high]
        so = any(one.sentence == at and _is_so(draft, one) for one in inside)
        if so and not _is_bare(words, span, inside) and words.is_clear(at):
            found[at] = Scene(at, -1, span, inside)
    return found


def _is_said(said: Spoken) -> bool:
    """Whether it is sure enough who says a quote."""
    return said.speaker >= 0 and (is_surely_said(said) or rate_speaker(said) >= BELIEVED)


def _count_said(words: OwnWords, span: tuple[int, int]) -> int:
    """Characters of speech in a span."""
    return sum(min(end, span[1]) - max(start, span[0]) for start, end in words.speech(*span))


def _is_bare(words: OwnWords, span: tuple[int, int], clauses: list[Clause]) -> bool:
    """Whether few words tell that somebody speaks, and next to nothing of what: “Yes, yes,” said Anna."""
    said = _count_said(words, span)
    brief = said < SHORT and span[1] - span[0] - said < 2 * SHORT
    return brief and all(one.verb in SPEECH_VERBS for one in clauses)


def _is_so(draft: Draft, clause: Clause) -> bool:
    """Whether a clause tells something as so."""
    return not clause.modal and not clause.negated and not read_modality(draft, clause.at) & UNREAL


def tell_scene(
    draft: Draft, here: Attendance, words: OwnWords, retrospect: Retrospect, scene: Scene, importance: float
) -> None:
    """Decide on the event that a sentence tells."""
    where = draft.scene_at(draft.notes.sentences[scene.sentence][2])
    past = retrospect.tells_span(scene.quote, *scene.span)
    told = draft.decide(
        Happening, scene.span, where, "own-words", _rate(draft, scene), summary=words.tell(scene.sentence),
        kind=_kind_of(scene), place="" if past else here.place.get(where, ""), importance=importance, past=past,
    )  # fmt: skip
    if scene.quote >= 0:
        told.parts = list(_talk(draft, here, scene, where))
        by = list(_find_listeners(draft, here, scene, where, importance))
        told.known = list(_find_told(draft, retrospect, scene, by) if past else _hear(draft, scene, by))
        return
    people = _gather(draft, scene)
    speakers = list(_find_speakers(draft, here, scene, where))
    others = {key: role for key, role in people.items() if key not in {part.person for part in speakers}}
    told.parts = speakers + list(take_part(here, scene.clauses[0], where, others, past))
    if thinking := _find_thinking(draft, scene):
        told.known = [Known(key, "took-part", -1, CONFIDENCE["took-part"]) for key in sorted(thinking)]
    else:
        told.known = find_knowing(draft, here, scene.clauses[0], told, people)


def _find_thinking(draft: Draft, scene: Scene) -> set[int]:
    """Those of whose thoughts it tells: nobody else knows of these, though he may be in them ("Ada was engaged, Hugh remembered")."""
    found = (draft.found.who[index] for one in scene.clauses if one.verb in _INWARD for index in one.subjects)
    return {draft.memory.person(key).key for key in found if key >= 0}


def _find_speakers(draft: Draft, here: Attendance, scene: Scene, where: int) -> Iterator[Part]:
    """Who says what stands in quotes within it."""
    quotes = draft.notes.utterances
    seen: set[int] = set()
    for index in range(bisect_left(quotes, scene.span[0], key=lambda quote: quote.parts[0][0]), len(quotes)):
        if quotes[index].parts[0][0] >= scene.span[1]:
            break
        said = draft.found.spoken[index]
        if _is_said(said) and said.speaker not in seen:
            seen.add(said.speaker)
            yield Part(said.speaker, "speaker", here.talking(where, said.speaker), "own-words", rate_speaker(said))


def _rate(draft: Draft, scene: Scene) -> float:
    """How sure it is that it is told of the right people: of who says it, or else of whom its subjects are."""
    if scene.quote >= 0:
        return rate_speaker(draft.found.spoken[scene.quote])
    subjects = [index for clause in scene.clauses[:2] for index in clause.subjects if draft.found.who[index] >= 0]
    return rest_on(OWN_WORDS, [rate_mention(draft, index) for index in subjects[:1]], USUAL)


def _kind_of(scene: Scene) -> str:
    if scene.quote >= 0:
        return "secret" if scene.secret else "speech"
    told = [one for one in scene.clauses if one.past and not one.modal and not one.negated and one.verb not in STILL]
    kind = next((EVENT_OF[clause.verb][0] for clause in told if clause.verb in EVENT_OF), "act")
    return kind if told else "state"


def _gather(draft: Draft, scene: Scene) -> dict[int, Role]:
    """Everybody who does or undergoes something in it, by their first part."""
    people: dict[int, Role] = {}
    for clause in scene.clauses:
        for key, role in find_participants(draft, clause).items():
            people.setdefault(key, role)
    return people


def _talk(draft: Draft, here: Attendance, scene: Scene, where: int) -> Iterator[Part]:
    """Who says it, to whom, and who is talked of."""
    said = draft.found.spoken[scene.quote]
    sure = rate_speaker(said)
    yield Part(said.speaker, "speaker", here.talking(where, said.speaker), "own-words", sure)
    for key in said.hearers:
        yield Part(key, "addressee", here.talking(where, key), "own-words", sure)
    inside = draft.mentions_between(*scene.span)
    spoken_of = {draft.found.who[index]: index for index in inside if draft.notes.mentions[index].person == 3}
    for key, index in sorted(spoken_of.items()):
        if key >= 0 and key != said.speaker and key not in said.hearers:
            yield Part(key, "patient", "mentioned", "own-words", rate_mention(draft, index))


def _find_told(draft: Draft, retrospect: Retrospect, scene: Scene, by: list[int]) -> Iterator[Known]:
    """Who knows of what somebody tells of as past: those in it, and those who hear or read it, from whom it comes."""
    said, quote = draft.found.spoken[scene.quote], draft.notes.utterances[scene.quote]
    sure = rate_speaker(said)
    whole = quote.parts[0][0], quote.parts[-1][1]
    in_it, in_tale = (retrospect.tells_of(1, scene.quote, *span) for span in (scene.span, whole))
    yield Known(said.speaker, "took-part" if in_it else "witnessed" if in_tale else "inferred", -1, sure)
    heard: tuple[How, int] = ("read" if quote.kind == "letter" else "told", said.speaker)
    if retrospect.tells_of(2, scene.quote, *scene.span):
        heard = ("took-part", -1)
    yield from (Known(key, *heard, sure) for key in sorted(set(said.hearers) - {said.speaker}))
    yield from (Known(key, "told", said.speaker, CONFIDENCE["witnessed"]) for key in by)


def _hear(draft: Draft, scene: Scene, by: list[int]) -> Iterator[Known]:
    """Who knows that it was said."""
    said = draft.found.spoken[scene.quote]
    sure = rate_speaker(said)
    yield from (Known(key, "took-part", -1, sure) for key in sorted({said.speaker, *said.hearers}))
    yield from (Known(key, "witnessed", -1, CONFIDENCE["witnessed"]) for key in by)


def _find_listeners(draft: Draft, here: Attendance, scene: Scene, where: int, importance: float) -> Iterator[int]:
    """Those beside a talk who hear what is weighty."""
    said, quote = draft.found.spoken[scene.quote], draft.notes.utterances[scene.quote]
    if quote.kind == "speech" and not quote.is_thought and not scene.secret and importance >= WITNESSED:
        by = find_bystanders(draft, here, where, quote.parts[0][0], quote.paragraph)
        yield from (key for key in by if key != said.speaker and key not in said.hearers)
