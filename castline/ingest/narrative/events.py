"""What happens: a chapter's weightiest places as events, in the book's own words, or in a clause that stands by itself."""

from __future__ import annotations

import re

from castline.ingest.annotations import Clause, MentionNote
from castline.ingest.decisions import Happening
from castline.ingest.draft import Draft
from castline.ingest.language.affect import EVENT_OF
from castline.ingest.narrative.certainty import rate_mention, rest_on
from castline.ingest.narrative.deaths import DEATH
from castline.ingest.narrative.knowledge import find_knowing
from castline.ingest.narrative.modality import UNREAL, read_modality
from castline.ingest.narrative.own_words import OwnWords
from castline.ingest.narrative.participants import Role, find_participants, take_part
from castline.ingest.narrative.places import choose_places
from castline.ingest.narrative.presence import Attendance
from castline.ingest.narrative.retrospect import Retrospect
from castline.ingest.narrative.scenes_told import Scene, find_scenes, tell_scene
from castline.ingest.narrative.secrets import KEPT

HAPPENED, ACTED = 0.2, 0.5
"""The chance of having taken place from which on a clause is told as an event, and one of an act of no special kind."""
READ_RIGHT, USUAL = 0.7, 0.68
"""How often an event is told right: 42 of 60 that were read, of 10 novels; and how sure it is, on the
average of four novels, whom its words mean."""
SURE = 0.9
"""The chance from which on a guessed speaker is believed to be the "I" of what is said."""
_LEFT = re.compile(r"\b(?:mine|yours|ours|thine)\b|\b(?:Mr|Mrs|Mme|Mlle|Dr|St|M)\.$")
"""Words of who speaks that mean nothing once they are told by others, and a name that breaks off."""
_SELVES = {"myself", "himself", "herself", "themselves", "yourself", "itself"}

COVERS = 0.5
"""The part of the words that would tell a place from which on a clause of them tells the whole."""
NEEDS_OBJECT = frozenset({"discovery", "speech", "promise", "reveal", "letter", "gift", "work"})
"""Kinds of event that are no news without what was said, found or given."""
_AUXILIARIES = frozenset({"has", "have", "had", "was", "were", "been", "be", "did", "just", "then", "also", "not"})
_AGREES = {"have": "has", "am": "is", "are": "is", "were": "was", "do": "does", "’ve": "has", "'ve": "has"}
_THEIR = {"m": "his", "f": "her"}
_ARTICLES, BEHIND = frozenset({"a", "an"}), 3
"""Words by which somebody is brought in, and how many words of a summary before a noun may hold one."""


def decide_events(draft: Draft, here: Attendance, words: OwnWords) -> None:
    """Decide on the events of the chapter, its weightiest places, who takes part, and who knows of them from now on."""
    clauses = _find_clauses(draft)
    scenes, retrospect = find_scenes(draft, words), Retrospect(draft)
    chosen = choose_places(draft.notes, clauses.keys() | scenes.keys())
    kept = {at: max(KEPT, chosen.get(at, 0.0)) for at, scene in scenes.items() if scene.secret}
    chosen = dict(sorted((chosen | kept).items()))
    deaths = {one.start for one in draft.decisions.happenings if one.kind == DEATH}
    for at, importance in chosen.items():
        told = max(clauses.get(at, ()), key=lambda pair: len(pair[1]), default=None)
        if told and _kind_of(told[0]) == DEATH and draft.sentence_of(told[0].at)[0] in deaths:
            continue  # it is told already, by name
        if told and (at not in scenes or told[0].quote >= 0 or _covers(words, retrospect, scenes[at], *told)):
            _tell_clause(draft, here, retrospect, *told, importance)
        elif not _is_told_anyway(scenes, chosen, at):
            tell_scene(draft, here, words, retrospect, scenes[at], importance)


def _is_told_anyway(scenes: dict[int, Scene], chosen: dict[int, float], at: int) -> bool:
    """Whether a weightier sentence (of equals, an earlier one) is told in the same words or some of them, as in short
    chapters."""
    start, end = scenes[at].span
    twins = [
        other for other in chosen if other in scenes and scenes[other].span[0] < end and start < scenes[other].span[1]
    ]
    return max(twins, key=lambda other: (chosen[other], -other)) != at


def _covers(words: OwnWords, retrospect: Retrospect, scene: Scene, clause: Clause, summary: str) -> bool:
    """Whether a clause tells most of what the book's own words do, or of another time than they; of words with speech in them the
    speech is more."""
    start, end = scene.span
    if retrospect.tells_clause(clause) != retrospect.tells_span(scene.quote, start, end):
        return True
    return len(summary) >= COVERS * (end - start) and not words.speech(start, end)


def _find_clauses(draft: Draft) -> dict[int, list[tuple[Clause, str]]]:
    """Sentence -> its clauses that stand as sentences of their own, with their words."""
    found: dict[int, list[tuple[Clause, str]]] = {}
    for clause in draft.notes.clauses:
        if not clause.pieces or clause.happened < (ACTED if clause.act else HAPPENED) or not _is_clear(draft, clause):
            continue
        people = find_participants(draft, clause)
        if (clause.act and len(people) < 2) or _is_to_itself(draft, clause):
            continue
        summary = _summary(draft, clause)
        if _is_told(draft, clause, people, summary):
            found.setdefault(clause.sentence, []).append((clause, summary))
    return found


def _tell_clause(
    draft: Draft, here: Attendance, retrospect: Retrospect, clause: Clause, summary: str, importance: float
) -> None:
    people, scene = find_participants(draft, clause), draft.scene_at(clause.paragraph)
    kind = _kind_of(clause)
    past = retrospect.tells_clause(clause)
    place = clause.place or (here.place.get(scene, "") if clause.quote < 0 and not past else "")
    told = draft.decide(
        Happening, draft.sentence_of(clause.at), scene, "clause", rest_on(READ_RIGHT, _grounds(draft, clause), USUAL),
        summary=summary, kind=kind, place=place, importance=importance, past=past,
    )  # fmt: skip
    told.parts = list(take_part(here, clause, scene, people, past))
    told.known = find_knowing(draft, here, clause, told, people)


def _kind_of(clause: Clause) -> str:
    return "act" if clause.act else EVENT_OF.get(clause.verb, ("feeling", 0.4))[0]


def _grounds(draft: Draft, clause: Clause) -> list[float]:
    """How sure it is whom the clause's words mean."""
    return [rate_mention(draft, index) for index in clause.pieces if not isinstance(index, str)]


def _is_clear(draft: Draft, clause: Clause) -> bool:
    """Whether it is told as so, every pronoun in it means somebody, and it is sure who "I" and "you" are."""
    if read_modality(draft, clause.at) & UNREAL:
        return False
    said = draft.found.spoken[clause.quote] if clause.quote >= 0 else None
    sure = said is None or said.rule == "said-name" or said.chance >= SURE
    for piece in clause.pieces:
        note = draft.notes.mentions[piece] if not isinstance(piece, str) else None
        if note is None or note.kind != "pronoun" or note.form.lower() in _SELVES:
            if note is not None and note.kind == "pronoun" and note.person < 3:
                return False  # "yourself" would have to be said anew
            continue
        if draft.found.who[piece] < 0 or (note.person < 3 and not sure):  # type: ignore[index]
            return False
        if said is not None and note.person == 3 and not _is_named_there(draft, piece):  # type: ignore[arg-type]
            return False
    return True


def _is_named_there(draft: Draft, pronoun: int) -> bool:
    """Whether the quote that holds a pronoun has named its person before it: in talk "he" is mostly guessed."""
    notes, who = draft.notes.mentions, draft.found.who
    for index in range(pronoun - 1, -1, -1):
        if notes[index].quote != notes[pronoun].quote:
            return False
        if who[index] == who[pronoun] and notes[index].kind == "name":
            return True
    return False


def _is_to_itself(draft: Draft, clause: Clause) -> bool:
    """Whether somebody would do it to himself, without a word that says so: one of the two is somebody else."""
    who, notes = draft.found.who, draft.notes.mentions
    doing = {who[i] for i in clause.subjects} - {-1}
    return any(who[i] in doing and notes[i].form.lower() not in _SELVES for i in clause.objects)


def _is_told(draft: Draft, clause: Clause, people: dict[int, Role], summary: str) -> bool:
    """Whether the clause stands as a sentence: it opens with somebody known, who does or suffers something."""
    opens = [
        piece for piece in _without_owners(draft, clause.pieces)[:1]
        if not isinstance(piece, str) and draft.found.who[piece] >= 0 and draft.notes.mentions[piece].role != "poss"
    ]  # fmt: skip
    if not people or not opens or len(summary.split()) < 3 or _LEFT.search(summary):
        return False
    kind = EVENT_OF.get(clause.verb, ("", 0))[0]
    said = [piece for piece in clause.pieces if isinstance(piece, str) and piece.lower() not in _AUXILIARIES]
    return kind not in NEEDS_OBJECT or len(said) >= 2


def _summary(draft: Draft, clause: Clause) -> str:
    """The clause in words, with people by name."""
    words: list[str] = []
    pieces = _without_owners(draft, clause.pieces)
    first = next((draft.memory.person(key).key for p in pieces
                  if not isinstance(p, str) and (key := draft.found.who[p]) >= 0), -1)  # fmt: skip
    turned = any(draft.notes.mentions[i].person < 3 and not draft.notes.mentions[i].plural for i in clause.subjects)
    for piece in pieces:
        if isinstance(piece, str):
            words.append(_AGREES.get(piece, piece) if turned and len(words) < 3 else piece)
            continue
        note, key = draft.notes.mentions[piece], draft.found.who[piece]
        if (
            key < 0
            or note.form.lower() in _SELVES
            or _is_plain(draft, piece, pieces, first)
            or _is_brought_in(words, note)
        ):
            words.append(note.form.lower() if note.kind == "pronoun" else note.form)
        elif note.role == "poss" and note.kind == "pronoun":
            own = draft.memory.person(key).key == first and draft.memory.person(key).gender
            words.append(_THEIR[own] if own else draft.name_of(key) + "’s")
        else:
            words = _drop_article(words) if note.kind == "nominal" and note.definite else words
            words.append(draft.name_of(key))
    text = re.sub(r"\s+([,;:.!?’']s?\b|[,;:.!?])", r"\1", " ".join(words))
    text = re.sub(r"\s+", " ", text.replace(" - ", "-")).strip(" ,;:—-")
    text = re.sub(r"\b(?:(?:the|an?) (?=the )|(\w{3,}) (?=\1\b))", "", text)
    text = re.sub(r"^(?:that|and|but|when|if|as|for|so|then|how|why|until|because)\s+", "", text, flags=re.I)
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _is_brought_in(words: list[str], note: MentionNote) -> bool:
    """ "a poor fellow": no name may stand behind "a poor"."""
    return note.kind == "nominal" and not note.definite and note.owner < 0 and not _ARTICLES.isdisjoint(words[-BEHIND:])


def _drop_article(words: list[str]) -> list[str]:
    """ "met the young" before a name that takes the place of "baronet": "met"."""
    back = next((back for back in (1, 2, 3) if words[-back:] and words[-back].lower() in ("the", "this", "that")), 0)
    return words[:-back] if back else words


def _is_plain(draft: Draft, index: int, pieces: list[str | int], first: int) -> bool:
    """Whether a "he" or "she" further on can only mean whoever the sentence opens with."""
    note, person = draft.notes.mentions[index], draft.memory.person
    if note.kind != "pronoun" or note.person < 3 or note.role == "poss" or index == pieces[0]:
        return False
    others = {draft.found.who[p] for p in pieces if not isinstance(p, str)} - {-1}
    return person(draft.found.who[index]).key == first and all(
        person(other).key == first or person(other).gender not in ("", note.gender) for other in others
    )


def _without_owners(draft: Draft, pieces: list[str | int]) -> list[str | int]:
    """ "her elder sister" is one person once she is known: drop "her" and what stands between."""
    kept: list[str | int] = []
    for piece in pieces:
        if not isinstance(piece, str) and draft.found.who[piece] >= 0:
            owner = draft.notes.mentions[piece].owner
            if owner in kept and owner >= 0:
                kept = kept[: kept.index(owner)]
        kept.append(piece)
    return kept
