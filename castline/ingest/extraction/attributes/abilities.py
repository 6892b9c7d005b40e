"""What somebody can do: tongues, instruments, arts and sports, as what they do or are praised for shows."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.extraction.attributes.noun_phrases import adjectives, is_limited, joined, word_at
from castline.ingest.language.lexicon import word_set
from castline.ingest.language.parser import Tokens

LANGUAGES = word_set("french german italian spanish russian english latin greek hebrew arabic dutch polish portuguese swedish"
    " norwegian danish hungarian turkish persian sanskrit chinese hindustani hindi gaelic welsh irish tartar")  # fmt: skip
_TONGUE_VERBS = {
    "speak": "speaks",
    "understand": "understands",
    "read": "reads",
    "know": "knows",
    "learn": "",
    "talk": "speaks",
    "teach": "knows",
}
_INSTRUMENTS = word_set("piano violin guitar harp flute organ banjo fiddle pianoforte harpsichord cello mandolin cornet"
    " accordion clarinet balalaika lute")  # fmt: skip
_GAMES = word_set("chess cards whist billiards bridge tennis cricket croquet backgammon football golf")
_ARTS = {"swim": "swims", "ride": "rides", "dance": "dances", "sing": "sings", "cook": "cooks", "skate": "skates", "draw": "draws", "paint": "paints",
         "sew": "sews", "shoot": "shoots", "row": "rows", "write": "writes", "fence": "fences", "play": "plays", "knit": "knits",
         "fish": "fishes", "drive": "drives"}  # fmt: skip
_CAN = (_ARTS.keys() | {"read"}) - word_set("play write drive shoot draw ride fish dance")
"""What "could" says of an ability rather than of leave or chance."""
_WELL = word_set("well beautifully admirably exquisitely excellently divinely splendidly superbly charmingly capitally skilfully"
    " skillfully perfectly brilliantly gracefully delightfully wonderfully fluently")  # fmt: skip
_MASTERS = word_set("rider shot dancer swimmer musician linguist horseman horsewoman cook player singer sailor skater fencer"
    " marksman swordsman walker talker speaker mimic actor pianist violinist scholar draughtsman oarsman cricketer angler"
    " seaman shooter climber boxer wrestler conversationalist housekeeper needlewoman mathematician manager story-teller"
    " storyteller judge nurse gardener hunter runner listener caricaturist whip housewife")  # fmt: skip
_PRAISE = word_set("good fine excellent capital skilful skillful splendid accomplished first-rate brilliant admirable great"
    " expert superb remarkable clever practised practiced magnificent born crack wonderful thorough keen bold experienced")  # fmt: skip
_SKILLED = word_set("good clever skilled skilful skillful expert adept proficient versed brilliant")
_SKILLED_AT = frozenset({"at", "in"})
_NO_SKILL = word_set("heart bottom time thing all least word way manner life world opinion health spirit house home sense part"
    " hand matter business eye conversation reply reading company bed face mind age respect case beginning end")  # fmt: skip


def read_doing(tokens: Tokens, verb: int, modal: str) -> Iterator[tuple[str, int]]:
    """(value, token) of the ability that a verb shows: "spoke French", "could swim", "played the violin", "sang well"."""
    lemma = tokens.lemma[verb]
    objects = [other for c in tokens.children[verb] if tokens.dep[c] == "dobj" for other in joined(tokens, c)]
    for at in objects:
        if lemma in _TONGUE_VERBS and _TONGUE_VERBS[lemma] and _is_tongue(tokens, at):
            yield f"{_TONGUE_VERBS[lemma]} {tokens.text[at].capitalize()}", at
        if lemma == "play" and tokens.lemma[at] in _INSTRUMENTS:
            yield f"plays the {tokens.lemma[at]}", at
    for prep in tokens.children[verb]:
        if lemma == "play" and tokens.lower[prep] in ("on", "upon", "at"):
            for at in tokens.children[prep]:
                if tokens.lemma[at] in _INSTRUMENTS:
                    yield f"plays the {tokens.lemma[at]}", at
    bare = not any(
        tokens.dep[c] in ("dobj", "prep", "advcl", "xcomp", "ccomp", "dative", "prt") for c in tokens.children[verb]
    )
    if modal in ("can", "could") and lemma in _CAN and bare:
        yield f"can {lemma}", verb
    elif not modal and lemma in _ARTS and (how := _how(tokens, verb)):
        yield f"{_ARTS[lemma]} {how}", verb


def _is_tongue(tokens: Tokens, at: int) -> bool:
    """A language by its name alone: not "French wine", nor "the French"."""
    below = {tokens.dep[c] for c in tokens.children[at]}
    return (
        tokens.lower[at] in LANGUAGES
        and not below & {"det", "poss", "relcl"}
        and not any(tokens.lower[c] in ("bad", "broken", "no", "little", "poor") for c in tokens.children[at])
    )


def _how(tokens: Tokens, verb: int) -> str:
    """ "Beautifully" of "she sang beautifully"."""
    for at in tokens.children[verb]:
        degree = [tokens.lower[c] for c in tokens.children[at]]
        if (
            tokens.lower[at] in _WELL
            and verb < at <= verb + 2
            and not degree
            and tokens.lower[at - 1] not in ("as", "so", "too")
        ):
            follows = tokens.lower[at + 1] if at + 1 < len(tokens.lower) else "."
            return tokens.lower[at] if follows not in ("as", "of", "to", "enough", "known") else ""
    return ""


def read_master(tokens: Tokens, noun: int) -> str:
    """ "A fine rider" of a noun phrase that praises somebody for it, else ""."""
    if tokens.lemma[noun] not in _MASTERS:
        return ""
    found = adjectives(tokens, noun)
    praise = [word_at(tokens, at) for at in found if word_at(tokens, at) in _PRAISE]
    other = [word_at(tokens, at) for at in found if word_at(tokens, at) in _GAMES | _INSTRUMENTS]
    if not praise:
        return ""
    words = " ".join([praise[0], *other, tokens.lemma[noun]])
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def read_skill(tokens: Tokens, adjective: int) -> Iterator[tuple[str, int]]:
    """(value, token) of "good at chess", "skilled in music"."""
    if tokens.lower[adjective] not in _SKILLED or is_limited(tokens, adjective):
        return
    for prep in tokens.children[adjective]:
        if prep == adjective + 1 and tokens.lower[prep] in _SKILLED_AT:
            for at in tokens.children[prep]:
                simple = not any(tokens.dep[c] in ("det", "poss", "relcl", "amod", "dobj") for c in tokens.children[at])
                if simple and tokens.tag[at] in ("NN", "NNS", "VBG") and tokens.lemma[at] not in _NO_SKILL:
                    yield f"{tokens.lower[adjective]} {tokens.lower[prep]} {tokens.lower[at]}", at


def read_talent(tokens: Tokens, noun: int) -> str:
    """ "A talent for music" of what somebody has, else ""."""
    if tokens.lemma[noun] in ("talent", "gift", "genius", "knack", "flair"):
        for prep in tokens.children[noun]:
            for at in tokens.children[prep]:
                bare = all(tokens.dep[c] in ("cc", "conj", "punct") for c in tokens.children[at])
                if tokens.lower[prep] in ("for", "of") and bare and tokens.tag[at] in ("NN", "NNS", "VBG"):
                    return f"a {tokens.lemma[noun]} {tokens.lower[prep]} {tokens.lower[at]}"
    return ""


def read_knowledge(tokens: Tokens, verb: int) -> Iterator[tuple[str, int]]:
    """ "Knew how to sew"."""
    for at in tokens.children[verb]:
        if tokens.lemma[verb] == "know" and tokens.dep[at] in ("xcomp", "ccomp") and tokens.lemma[at] in _ARTS:
            how = {tokens.lower[c] for c in tokens.children[at]}
            if {"how", "to"} <= how and not any(tokens.dep[c] in ("dobj", "prep") for c in tokens.children[at]):
                yield f"knows how to {tokens.lemma[at]}", at
