"""What is somebody's: possessions that last and tell, with the words for their colour and make."""

from __future__ import annotations

import re

from castline.graph.numerals import SPELLED
from castline.ingest.extraction.attributes.noun_phrases import adjectives, is_plural, with_article, word_at
from castline.ingest.language.lexicon import word_set
from castline.ingest.language.parser import Tokens

_LAND = word_set("estate farm plantation castle manor villa cottage house palace mansion mill factory shop"
    " vineyard orchard bungalow ranch chateau château chalet workshop brewery bookshop warehouse garden studio surgery office")  # fmt: skip
_BEASTS = word_set("horse pony mare dog cat donkey mule cow parrot hound terrier spaniel retriever bulldog setter poodle"
    " lapdog kitten puppy canary monkey falcon")  # fmt: skip
_CRAFT = word_set("yacht boat schooner brig carriage gig phaeton brougham landau barouche curricle motor-car motor motorcar"
    " automobile bicycle sledge victoria dog-cart dogcart tilbury")  # fmt: skip
_ARMS = word_set("sword rapier sabre saber dagger revolver pistol rifle gun musket spear lance poniard")
_THINGS = word_set("violin fiddle guitar flute piano harp banjo watch ring necklace locket bracelet brooch diary journal"
    " snuff-box pipe cane walking-stick stick crutch library telescope microscope laboratory jewel diamond pearl"
    " tiara typewriter easel")  # fmt: skip
_OWNED = _LAND | _BEASTS | _CRAFT | _ARMS | _THINGS
_INCOME = re.compile(
    rf"(?:an? (?:\w+ )?income of )?((?:about |some |nearly )?(?:£ ?)?(?:{SPELLED}|[\d,]+)(?: thousand)?(?: pounds| dollars| francs| roubles)?"
    r"(?: a(?: |-)year| per annum))\b"
)
_SAID_OWNED = _OWNED - word_set("gun carriage stick cane library gig sledge") | {"fortune"}  # fmt: skip
"""What somebody may have for the moment is no belonging when they just "had" it."""
_MARKS = word_set("black white grey gray brown bay chestnut red green blue yellow gold golden silver ivory wooden iron leather"
    " diamond ruby emerald sapphire pearl large big small little old new pet great long double-barrelled silver-headed"
    " gold-headed gold-rimmed jewelled signet wedding engagement engaged hunting country town summer family ancestral grand"
    " sporting racing saddle riding pocket private steam sailing ebony bamboo malacca magic briar meerschaum clay cherry-wood"
    " stone favourite favorite dapple-grey piebald newfoundland arab arabian")  # fmt: skip
_NOT_OWN = word_set("high good ill bad better evil hired borrowed stolen next neighbouring neighboring other future dream former late lost imaginary first second"
    " last wretched confounded damned public")  # fmt: skip
_COMPOUND_OF = word_set(
    "dock card coffee opera lunatic boarding mad custom counting summer play work acting clearing guard"
)
_KEPT = word_set("keep redouble set begin")
_WITHIN = word_set("to in into at from")


def read_owned(tokens: Tokens, noun: int) -> str:
    """The value of a thing that is somebody's ("a black horse"), "" where it tells nothing that lasts."""
    return _value(tokens, noun) if tokens.lemma[noun] in _OWNED and tokens.pos[noun] == "NOUN" else ""


def read_income(tokens: Tokens, at: int) -> str:
    """ "Ten thousand a year" of what stands from a token on."""
    found = _INCOME.match(" ".join(tokens.lower[at : at + 12]))
    return found[1].replace("£ ", "£") if found else ""


def read_had(tokens: Tokens, noun: int) -> str:
    """The value of a thing that a clause says somebody has."""
    return _value(tokens, noun) if tokens.lemma[noun] in _SAID_OWNED and tokens.pos[noun] == "NOUN" else ""


def _value(tokens: Tokens, noun: int) -> str:
    found = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    if _NOT_OWN.intersection(found) or _is_part(tokens, noun) or _is_abstract(tokens, noun):
        return ""
    thing = word_at(tokens, noun)
    kept = [word for word in found if word in _MARKS and word not in thing.split("-")]
    words = " ".join([*kept, thing])
    if words == "ring":
        return ""  # of a bell, as likely as not
    return with_article(f"{words}{_place_or_sum(tokens, noun)}", is_plural(tokens, noun))


def _is_part(tokens: Tokens, noun: int) -> bool:
    """Whether a noun beside it makes it another thing: "his horse dealer", "card-house"."""
    if any(tokens.lower[c] in _COMPOUND_OF for c in tokens.children[noun] if c < noun):
        return True
    joined_on = noun + 1 < len(tokens.text) and tokens.text[noun + 1] == "-"
    return joined_on or (tokens.dep[noun] in ("compound", "nmod") and tokens.head[noun] > noun)


def _is_abstract(tokens: Tokens, noun: int) -> bool:
    """Whether it is a watch that is kept, or an office that is held."""
    head = tokens.head[noun]
    if tokens.lemma[noun] == "watch":
        return tokens.lemma[head] in _KEPT or tokens.lower[head] == "on"
    return tokens.lemma[noun] == "office" and tokens.lower[head] not in _WITHIN


def _place_or_sum(tokens: Tokens, noun: int) -> str:
    """ "Of ten thousand pounds", "in Leeds": where or how much."""
    for prep in tokens.children[noun]:
        if prep != noun + 1 or tokens.lower[prep] not in ("of", "in", "near", "at"):
            continue
        for at in tokens.children[prep]:
            names = [c for c in tokens.children[at] if tokens.dep[c] in ("compound", "nummod", "quantmod", "det")]
            names += [c for name in names for c in tokens.children[name]]
            words = " ".join(tokens.text[i] for i in range(min([at, *names]), at + 1))
            summed = tokens.lower[prep] == "of" and any(tokens.dep[c] == "nummod" for c in tokens.children[at])
            placed = tokens.lower[prep] != "of" and tokens.pos[at] == "PROPN"
            if (summed and tokens.lemma[noun] in ("fortune", "estate", "property")) or (
                placed and tokens.lemma[noun] in _LAND
            ):
                return f" {tokens.lower[prep]} {words}"
    return ""
