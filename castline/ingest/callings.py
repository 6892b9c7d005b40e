"""What somebody does in life, where they are from and how they stand: the nouns that say it."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.language import Tokens
from castline.ingest.lexicon import KIN, PERSON_NOUNS, PLACE_WORDS, word_set
from castline.ingest.phrases import adjectives, word_at

OCCUPATION, ORIGIN, STANDING, TITLE = "occupation", "origin", "standing", "title"


_NO_CALLING = word_set("man woman gentleman lady boy girl fellow person stranger child friend creature youth guest visitor"
    " companion baby wretch lover rival enemy orphan chap guy sir madam god villain rascal parent lord partner beggar master"
    " mistress neighbour neighbor fool hero heroine victim witness host hostess prisoner traveller traveler passenger speaker"
    " listener slave favourite beauty angel devil bride bridegroom lad keeper tenant duke duchess prince princess count countess"
    " heir judge spy widow widower king queen maid people patient murderer thief convict monster fiend demon daemon dæmon ogre brute"
    " ruffian lass bachelor spinster heiress godfather godmother godson goddaughter witch husband wife baron earl marquis viscount"
    " emperor baroness marchioness viscountess empress dowager mademoiselle madame ma'am mama mamma mum mom papa dad daddy stepfather"
    " stepmother boatman chief president chairman commander groomsman nobleman guardian messenger guard pilgrim hermit squire knight"
    " student scholar pupil schoolboy schoolgirl baronet lodger partner colleague author artist writer poet nurse cook")  # fmt: skip
CALLINGS = (PERSON_NOUNS - frozenset(KIN) - _NO_CALLING) | word_set("author artist writer poet nurse cook student schoolboy schoolgirl"
    " barrister solicitor banker stockbroker dentist novelist journalist reporter architect archaeologist chauffeur gamekeeper"
    " librarian postmaster tutor dressmaker milliner carpenter grocer broker sculptor composer pianist violinist diplomat diplomatist"
    " statesman politician scientist botanist naturalist publisher printer bookseller geologist astronomer mathematician"
    " schoolmaster schoolmistress stenographer typist bookkeeper book-keeper cashier auctioneer undertaker cobbler shoemaker"
    " locksmith watchmaker jeweller saddler mason plumber plasterer brewer draper hatter druggist apothecary midwife"
    " philanthropist missionary preacher minister monk nun deacon archdeacon canon dean bishop cardinal diocesan chaplain"
    " midshipman boatswain mariner fisherman whaler trapper hunter ranger trooper cavalryman hussar dragoon cadet ensign"
    " musketeer mercenary adventurer gambler forger burglar poacher highwayman moneylender usurer financier speculator"
    " manufacturer planter landowner squire ploughman labourer laborer navvy miner charwoman barmaid parlourmaid chambermaid"
    " lady's-maid valet page coachman ostler jockey acrobat clown conjurer dramatist playwright essayist historian philosopher"
    " critic linguist interpreter translator lecturer bullfighter boxer athlete contractor builder foreman overseer stockman"
    " ex-soldier secretary accountant agent salesman manager")  # fmt: skip
"""Nouns that say what somebody does in life."""
_STANDINGS = word_set("widow widower bachelor spinster orphan heiress baronet invalid nobleman aristocrat millionaire"
    " countess duchess duke marquis earl viscount baron peer bastard foundling hunchback cripple vegetarian atheist freethinker"
    " freemason socialist anarchist nihilist catholic protestant jew quaker methodist")  # fmt: skip
_WEALTH = word_set("rich wealthy married unmarried penniless")
_PEOPLES = word_set("englishman englishwoman frenchman frenchwoman irishman irishwoman scotchman scotsman scotchwoman welshman"
    " dutchman american german russian italian spaniard pole greek turk swede norwegian dane hungarian austrian swiss"
    " corsican gascon creole parisian londoner yorkshireman cornishman belgian portuguese australian canadian japanese"
    " chinaman indian arab moor venetian roman sicilian florentine neapolitan tartar cossack yankee virginian kentuckian"
    " gipsy gypsy negro european")  # fmt: skip
_COUNTRIES = word_set("english french irish scotch scottish welsh dutch american german russian italian spanish polish greek"
    " turkish swedish norwegian danish hungarian austrian swiss corsican creole belgian portuguese australian canadian"
    " japanese chinese indian armenian jewish bohemian persian")  # fmt: skip
_TELLING = {
    "captain": "Captain", "colonel": "Colonel", "general": "General", "major": "Major", "lieutenant": "Lieutenant",
    "sergeant": "Sergeant", "corporal": "Corporal", "admiral": "Admiral", "commodore": "Commodore", "commander": "Commander",
    "governor": "Governor", "president": "President", "lord": "Lord", "lady": "Lady", "sir": "Sir", "count": "Count",
    "countess": "Countess", "prince": "Prince", "princess": "Princess", "duke": "Duke", "duchess": "Duchess", "baron": "Baron",
    "baroness": "Baroness", "marquis": "Marquis", "marchioness": "Marchioness", "viscount": "Viscount", "king": "King",
    "queen": "Queen", "emperor": "Emperor", "empress": "Empress", "bishop": "Bishop", "archbishop": "Archbishop",
    "reverend": "Reverend", "abbé": "Abbé", "chevalier": "Chevalier", "deacon": "Deacon", "professor": "Professor",
    "squire": "Squire", "earl": "Earl", "secretary": "Secretary",
}  # fmt: skip
"""Titles that tell a rank or an office, and are borne for long."""
_OFFICES = {"dr": "doctor", "doctor": "doctor", "inspector": "inspector", "detective": "detective", "constable": "constable",
            "superintendent": "superintendent", "judge": "judge", "nurse": "nurse"}  # fmt: skip
"""Titles that are callings."""
_METAPHORS = word_set("regular perfect real veritable sort kind complete true born second mere little good bad great poor capital"
    " excellent indifferent splendid fine would-be amateur future fellow brother famous-looking mock sham false pretended supposed"
    " better best former late future next worse")  # fmt: skip
"""An adjective by which "a sailor" need be none by calling."""


def read_calling(tokens: Tokens, noun: int, article: bool = True) -> str:
    """The calling that a noun phrase tells ("stage manager"), else ""."""
    lemma = tokens.lemma[noun]
    if lemma not in CALLINGS or tokens.tag[noun] != "NN" or (article and not _has_article(tokens, noun)):
        return ""
    found = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    if _METAPHORS.intersection(found):
        return ""
    what = [
        tokens.lower[c] for c in tokens.children[noun]
        if tokens.dep[c] == "compound" and c == noun - 1 and tokens.text[c].islower() and tokens.lower[c] not in PLACE_WORDS
        and tokens.text[c].isalpha()
    ]  # fmt: skip
    return " ".join([*what, word_at(tokens, noun)])


def read_standing(tokens: Tokens, noun: int) -> str:
    """ "A widow", "an heiress": how somebody stands in the world."""
    lemma = tokens.lemma[noun]
    if lemma not in _STANDINGS or is_styled(tokens, noun):
        return ""
    return lemma.capitalize() if lemma in ("catholic", "protestant", "jew", "quaker", "methodist") else lemma


def read_people(tokens: Tokens, noun: int, described: bool = True) -> str:
    """ "Frenchman" of "a Frenchman"; "French" of "a young French lady"; "native of Leeds".

    Adjectives count where the noun says nothing else (`described`): an Italian scholar may be no Italian.
    """
    if tokens.lower[noun] == "native":
        places = (c for prep in tokens.children[noun] if tokens.lower[prep] == "of" for c in tokens.children[prep])
        return next((f"native of {name_at(tokens, at)}" for at in places if tokens.pos[at] == "PROPN"), "")
    if tokens.lower[noun] in _PEOPLES and not is_styled(tokens, noun):
        return tokens.text[noun].capitalize()
    if not described:
        return ""
    return next(
        (
            tokens.text[at].capitalize()
            for at in adjectives(tokens, noun)
            if word_at(tokens, at) in _COUNTRIES | _PEOPLES and tokens.text[at][0].isupper()
        ),
        "",
    )


def read_wealth(tokens: Tokens, noun: int) -> str:
    """ "Rich" of "a rich man"."""
    return next((word for at in adjectives(tokens, noun) if (word := word_at(tokens, at)) in _WEALTH), "")


def read_birth(tokens: Tokens, verb: int) -> Iterator[tuple[str, int]]:
    """ "Born in Leeds" of "was born in Leeds"."""
    if tokens.lower[verb] == "born":
        for prep in tokens.children[verb]:
            for at in tokens.children[prep]:
                if tokens.lower[prep] in ("in", "at") and tokens.pos[at] == "PROPN" and tokens.dep[at] == "pobj":
                    yield f"born {tokens.lower[prep]} {name_at(tokens, at)}", at


def name_at(tokens: Tokens, at: int) -> str:
    """A name of several words."""
    first = min([at, *(c for c in tokens.children[at] if tokens.dep[c] == "compound")])
    return " ".join(tokens.text[first : at + 1])


def is_person(tokens: Tokens, noun: int) -> bool:
    """Whether a noun stands for a person."""
    return tokens.lemma[noun] in PERSON_NOUNS | CALLINGS | _STANDINGS or tokens.lower[noun] in _PEOPLES | {"native"}


def is_country(word: str) -> bool:
    """Whether a word (lower case) says of which people somebody is."""
    return word in _COUNTRIES


def is_wealth(word: str) -> bool:
    """Whether an adjective that a clause says of a person tells how they stand."""
    return word in _WEALTH - {"married"}


def read_title(title: str) -> tuple[str, str] | None:
    """(kind, value) of the title in a name, as `read_name` gives it; None where it tells nothing but a sex."""
    if title in _OFFICES:
        return OCCUPATION, _OFFICES[title]
    return (TITLE, _TELLING[title]) if title in _TELLING else None


def is_styled(tokens: Tokens, noun: int) -> bool:
    """Whether a name follows, of which the noun is a part."""
    return noun + 1 < len(tokens.text) and tokens.text[noun + 1][:1].isupper() and tokens.dep[noun] == "compound"


def _has_article(tokens: Tokens, noun: int) -> bool:
    """ "A captain", or "captain of the Marigold"."""
    return any(tokens.lower[c] in ("a", "an", "the", "of") for c in tokens.children[noun])
