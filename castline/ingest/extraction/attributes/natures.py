"""What somebody is like: the adjectives of a nature that lasts, its nouns, and what they are fond of."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.extraction.attributes.noun_phrases import adjectives, is_limited, joined, word_at
from castline.ingest.language.lexicon import word_set
from castline.ingest.language.parser import Tokens

LASTING = word_set("shy proud vain ambitious lazy clever intelligent stubborn obstinate timid reserved taciturn talkative"
    " eccentric selfish unselfish generous kind-hearted good-natured warm-hearted ill-tempered quick-tempered hot-tempered"
    " modest sincere honest cynical frivolous superstitious religious pious romantic sensible impulsive imaginative"
    " industrious avaricious miserly arrogant haughty extravagant conceited affectionate amiable good-humoured"
    " hard-working well-bred well-educated sociable unsociable witty truthful absent-minded forgetful methodical punctual"
    " tactful practical courageous brave cowardly sensual credulous indolent idle fastidious lively high-spirited"
    " kindhearted tender-hearted soft-hearted hard-hearted cold-blooded hot-blooded open-hearted light-hearted"
    " sweet-tempered even-tempered short-tempered bad-tempered strong-willed headstrong ignorant illiterate uneducated"
    " unscrupulous humble self-willed narrow-minded broad-minded vindictive revengeful deceitful insolent foolish"
    " nervous sensitive prudent chivalrous magnanimous charitable musical bookish literary studious learned")  # fmt: skip
"""Of these a clause can tell ("she was shy")."""
_UNSAID = word_set("proud brave nervous sensitive foolish literary humble insolent generous sincere sensible honest idle"
    " religious lively cowardly sensual ignorant prudent modest practical extravagant")  # fmt: skip
"""These a clause may say of a moment, so they need "always" or "by nature" there."""
_BEFORE_NOUN = LASTING | word_set("kind gentle cruel cold quiet patient bold passionate wise simple good-hearted wicked jealous"
    " serious cheerful silent honourable honorable energetic excitable stern strict severe careful careless restless merry"
    " jolly cultivated scholarly dignified greedy violent resolute determined thoughtful tender benevolent malicious"
    " treacherous stingy gay quick-witted level-headed sober unprincipled vulgar hot-headed upright faithful loyal stupid"
    " dull garrulous gallant noble virtuous capable resourceful cautious shrewd cunning crafty sly solitary"
    " melancholy moody gloomy mild earnest active silly good-tempered vivacious plain-spoken outspoken unassuming dutiful cultured worldly pleasure-loving tolerant")  # fmt: skip
"""As well, before "man" or "woman"."""
_ALWAYS = word_set("always naturally generally usually habitually ever constantly")
_TEMPERS = word_set("disposition temper nature temperament heart")
_OF_TEMPER = word_set("hot quick violent gentle sweet amiable cheerful affectionate passionate proud generous timid impetuous"
    " sanguine lively placid fiery kind warm noble strong weak hard tender even easy nervous obstinate retiring sensitive"
    " romantic serene social suspicious jealous happy sunny hasty irritable energetic ardent loving")  # fmt: skip
_QUALITIES = word_set("shyness timidity kindness generosity pride vanity caution reserve courtesy politeness frankness modesty"
    " impatience energy vivacity cheerfulness gaiety good-nature honesty indolence laziness calmness calm composure courage"
    " delicacy gentleness obstinacy prudence sagacity simplicity tact dignity gravity impetuosity sincerity taciturnity"
    " eloquence ardour ardor thoroughness precision promptness irony bluntness candour candor penetration gallantry"
    " curiosity good-humour")  # fmt: skip
_INBORN = word_set("natural habitual usual characteristic innate inborn native constitutional customary wonted")
_BENTS = word_set("passion taste fondness weakness liking mania")
_NO_HOBBY = word_set(
    "life god truth art death peace silence freedomthing company society place person people child man woman girl boy"
)


def read_nature(tokens: Tokens, noun: int) -> Iterator[str]:
    """What adjectives before "man" or "woman" say of a nature."""
    yield from (word for at in adjectives(tokens, noun) if (word := word_at(tokens, at)) in _BEFORE_NOUN)


def is_nature(tokens: Tokens, verb: int, word: str) -> bool:
    """Whether an adjective that the verb says of a person tells a nature that lasts."""
    if word in LASTING - _UNSAID:
        return True
    always = any(tokens.lower[c] in _ALWAYS for c in tokens.children[verb])
    return always and word in _BEFORE_NOUN


def read_temper(tokens: Tokens, noun: int) -> str:
    """A nature in a noun that is somebody's: "a hot temper", and "shyness" of "her natural shyness"."""
    words = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    lemma = word_at(tokens, noun)
    if lemma in _TEMPERS:
        kept = [word for word in words if word in _OF_TEMPER]
        return f"{'an' if kept[0][0] in 'aeiou' else 'a'} {' and '.join(kept)} {lemma}" if kept else ""
    return lemma if lemma in _QUALITIES and _INBORN.intersection(words) else ""


def read_fondness(tokens: Tokens, adjective: int) -> Iterator[tuple[str, int]]:
    """(value, token) of "fond of music and of riding": things and pursuits, with nothing to tell which of them."""
    if tokens.lower[adjective] != "fond" or is_limited(tokens, adjective):
        return
    for prep in tokens.children[adjective]:
        if tokens.lower[prep] != "of":
            continue
        for at in [
            other for c in tokens.children[prep] if tokens.dep[c] in ("pobj", "pcomp") for other in joined(tokens, c)
        ]:
            if words := _pursuit(tokens, at):
                yield f"fond of {words}", at


def read_love(tokens: Tokens, verb: int) -> Iterator[tuple[str, int]]:
    """ "Loved music", "loved riding"."""
    if tokens.lemma[verb] in ("love", "adore"):
        for at in tokens.children[verb]:
            if at > verb and tokens.dep[at] in ("dobj", "xcomp") and (words := _pursuit(tokens, at)):
                yield f"loves {words}", at


def read_bent(tokens: Tokens, noun: int) -> str:
    """ "A passion for music" of what somebody has, else ""."""
    if tokens.lemma[noun] in _BENTS and "little" not in [word_at(tokens, at) for at in adjectives(tokens, noun)]:
        for prep in tokens.children[noun]:
            for at in tokens.children[prep]:
                if tokens.lower[prep] == "for" and (words := _pursuit(tokens, at)):
                    return f"a {tokens.lemma[noun]} for {words}"
    return ""


def _pursuit(tokens: Tokens, at: int) -> str:
    below = tokens.children[at]
    if tokens.tag[at] in ("NN", "NNS") and not below and tokens.lemma[at] not in _NO_HOBBY:
        return tokens.lower[at]
    if (
        tokens.tag[at] == "NN"
        and all(tokens.dep[c] in ("cc", "conj", "punct") for c in below)
        and tokens.lemma[at] not in _NO_HOBBY
    ):
        return tokens.lower[at]
    return (
        tokens.lower[at]
        if tokens.tag[at] == "VBG" and all(tokens.dep[c] in ("cc", "conj", "punct") for c in below)
        else ""
    )
