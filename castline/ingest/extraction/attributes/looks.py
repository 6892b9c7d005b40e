"""What somebody looks like: hair and eyes, build and bearing, as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.extraction.attributes.noun_phrases import adjectives, behind, is_plural, with_article, word_at
from castline.ingest.language.lexicon import word_set
from castline.ingest.language.parser import Tokens

_COLOURS = word_set("black blue brown dark grey gray green hazel violet fair golden red auburn blond blonde silver silvery"
    " yellow flaxen chestnut sandy dark-brown light-brown dark-blue light-blue brownish greyish reddish raven")  # fmt: skip
_SIZES = word_set("large big small little long short broad thin thick narrow")
_HAIR = _COLOURS | word_set("white curly curling long short thick straight wavy frizzy silky bushy grizzled iron-grey"
    " iron-gray snow-white coal-black jet-black fluffy cropped close-cropped scanty beautiful glossy soft thin luxuriant sleek silken smooth")  # fmt: skip
PARTS: dict[str, frozenset[str]] = {
    "hair": _HAIR, "curl": _HAIR, "lock": _HAIR, "ringlet": _HAIR, "braid": _HAIR, "beard": _HAIR | word_set("pointed full"),
    "moustache": _HAIR | word_set("little waxed drooping"), "mustache": _HAIR | word_set("little waxed drooping"),
    "whisker": _HAIR, "eyebrow": _HAIR, "brow": word_set("black dark bushy thick broad high shaggy"),
    "eye": (_COLOURS - {"red", "yellow", "silver"}) | word_set("large big small little deep-set prominent almond-shaped short-sighted"
                                                " coal-black steel-grey blue-grey grey-green slanting protruding beautiful fine lovely keen piercing round pale"),
    "complexion": word_set("fair dark sallow ruddy florid olive clear fresh rosy brown swarthy delicate pale"),
    "skin": word_set("dark brown white fair olive swarthy black yellow freckled"),
    "figure": word_set("tall slight slender slim stout lean portly graceful little small short thin stately plump burly elegant"),
    "nose": _SIZES | word_set("aquiline hooked snub roman flat crooked pointed straight sharp turned-up hawk-like beaked"),
    "forehead": word_set("high broad low narrow bald wide white"), "shoulder": word_set("broad square wide narrow round massive"),
    "hand": word_set("large small big bony slender little plump tiny thin long beautiful fat"), "lip": word_set("thin full thick"),
    "chin": word_set("pointed square double dimpled"), "head": word_set("bald grey gray curly shaggy round cropped golden white"),
    "face": word_set("round oval freckled thin broad pretty handsome beautiful wrinkled sunburnt tanned pock-marked ugly bearded"
                   " plump weather-beaten clean-shaven swarthy thin-lipped delicate lean fat"),
    "voice": word_set("deep musical shrill high-pitched melodious bass tenor baritone contralto soprano rich beautiful"),
    "tooth": word_set("white even yellow"), "leg": word_set("long short wooden thin"), "arm": word_set("long wooden"),
}  # fmt: skip
"""Part -> the adjectives of it that last."""
_SOLE = word_set("beard moustache mustache whisker spectacle freckle wig pince-nez eyeglass monocle eyeglasses")
"""What is telling without an adjective."""
_PAIRED = word_set("eye whisker eyebrow tooth shoulder hand lip leg arm curl ringlet lock braid brow freckle spectacle")
_FALSE = word_set("false sham mock painted borrowed black-and-blue dyed")
PERSON_LOOKS = word_set("tall handsome pretty beautiful stout thin slender slim ugly bald lame fat lean freckled elegant"
    " broad-shouldered thickset thick-set bearded clean-shaven portly burly gaunt graceful good-looking hunchbacked one-eyed"
    " one-armed one-legged dark-haired fair-haired red-haired grey-haired gray-haired white-haired black-haired"
    " golden-haired yellow-haired curly-haired long-haired dark-eyed blue-eyed black-eyed grey-eyed gray-eyed brown-eyed"
    " green-eyed bright-eyed red-faced round-faced pale-faced swarthy stocky plump lanky well-built blonde blond"
    " long-legged fair-skinned dark-skinned well-dressed corpulent obese bony wiry spare sturdy stalwart tiny"
    " deaf dumb short sunburnt weather-beaten freckle-faced shabby stooping petite muscular robust dapper")  # fmt: skip
"""What is said of a person as a whole."""
_BEFORE_NOUN = PERSON_LOOKS | word_set("big small little dark fair blind lovely plain pale delicate")
"""As well, before "man" or "woman"."""
_UNSAID = word_set("short spare tiny robust dumb shabby bony delicate")
"""Not of lasting looks where a clause says it alone ("he was short with them")."""


def read_part(tokens: Tokens, noun: int) -> str:
    """The value of a part of the body as a noun phrase shows it: "large dark eyes", "a red beard", else ""."""
    part = _part_of(tokens, noun)
    found = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    kept = [word for word in found if word in PARTS.get(part, frozenset())]
    lone = part in _PAIRED - {"brow"} and not is_plural(tokens, noun) and "wooden" not in kept
    if not part or lone or _FALSE & set(found) or not (kept or part in _SOLE):
        return ""
    plural = is_plural(tokens, noun) or part == "hair"
    return with_article(" ".join([*kept, word_at(tokens, noun)]), plural)


def read_part_said(tokens: Tokens, noun: int, adjective: int) -> str:
    """The value of a part of which a clause says an adjective: "her hair was red"."""
    part, word = _part_of(tokens, noun), word_at(tokens, adjective)
    if word not in PARTS.get(part, frozenset()) or (part in _PAIRED and not is_plural(tokens, noun)):
        return ""
    return with_article(f"{word} {word_at(tokens, noun)}", is_plural(tokens, noun) or part == "hair")


def _part_of(tokens: Tokens, noun: int) -> str:
    lemma = {"spectacles": "spectacle", "whiskers": "whisker", "teeth": "tooth"}.get(
        tokens.lower[noun], tokens.lemma[noun]
    )
    return lemma if lemma in PARTS or lemma in _SOLE else ""


def read_build(tokens: Tokens, noun: int, young: bool) -> Iterator[str]:
    """What adjectives before "man" or "woman" say of looks; of the `young`, "little" tells the age."""
    for at in adjectives(tokens, noun):
        word = word_at(tokens, at)
        if word in _BEFORE_NOUN and not (young and word in ("little", "small", "big")):
            yield {"gray-haired": "grey-haired"}.get(word, word)


def read_borne(tokens: Tokens, noun: int) -> Iterator[tuple[str, int]]:
    """(value, token) of the parts that "with" puts behind "man" or "woman"."""
    for part in behind(tokens, noun, ("with",)):
        if value := read_part(tokens, part):
            yield value, part


def is_look(word: str) -> bool:
    """Whether an adjective that a clause says of a person tells their looks."""
    return word in PERSON_LOOKS and word not in _UNSAID
