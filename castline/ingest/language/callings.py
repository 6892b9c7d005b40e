"""Nouns for what somebody does in life, where they are from and how they stand, and the titles that tell a rank."""

from __future__ import annotations

from castline.ingest.language.lexicon import FEMALE_NOUNS, KIN, MALE_NOUNS, PERSON_NOUNS, word_set

_NO_CALLING = word_set("man woman gentleman lady boy girl fellow person stranger child friend creature youth guest visitor"
    " companion baby wretch lover rival enemy orphan chap guy sir madam god villain rascal parent lord partner beggar master"
    " mistress neighbour neighbor fool hero heroine victim witness host hostess prisoner traveller traveler passenger speaker"
    " listener slave favourite beauty angel devil bride bridegroom lad keeper tenant duke duchess prince princess count countess"
    " heir judge spy widow widower king queen maid people patient murderer thief convict monster fiend demon daemon dæmon ogre brute"
    " ruffian lass bachelor spinster heiress godfather godmother godson goddaughter witch husband wife baron earl marquis viscount"
    " emperor baroness marchioness viscountess empress dowager mademoiselle madame ma'am mama mamma mum mom papa dad daddy stepfather"
    " stepmother boatman chief president chairman commander groomsman nobleman guardian messenger guard pilgrim hermit squire knight"
    " kid toddler teenager bloke boyfriend girlfriend hubby missus flatmate roommate housemate workmate"
    " ma pa nan nana dude stepsister huntress"
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
STANDINGS = word_set("widow widower bachelor spinster orphan heiress baronet invalid nobleman aristocrat millionaire"
    " countess duchess duke marquis earl viscount baron peer bastard foundling hunchback cripple vegetarian atheist freethinker"
    " freemason socialist anarchist nihilist catholic protestant jew quaker methodist")  # fmt: skip
_ROLES = word_set("personage victim hero heroine newcomer proprietor owner correspondent matron admirer prospector prefect wizard"
    " stripling prophet instructor customer beadle attendant youngster warrior wanderer scamp protector ploughboy lunatic liar"
    " housewife criminal conductor boss suitor waggoner weaver advocate bartender classmate client dealer devotee drudge emigrant"
    " foreigner fugitive grandma hawker idiot joiner magician novice optician orator pastor pedlar prelate settler stepson urchin"
    " waif tramp hag crone fool mate crony ancestor schoolmate playmate sweetheart fiance fiancee betrothed fiancé fiancée"
    " actor administrator adviser advisor aide analyst apprentice archer assassin astronaut babysitter barista bellhop bodyguard bouncer"
    " captor caretaker carer chef cleaner comedian commandant co-pilot counsellor counselor courier dancer designer dictator"
    " director dispatcher drummer elf employee envoy exec firefighter giant gunner hacker hairdresser headteacher healer"
    " hitchhiker hostage immigrant impostor imposter infant informant informer inmate intern interviewer intruder investigator janitor"
    " jester juror kidnapper killer lifeguard mechanic medic mentor minstrel mutineer nanny navigator outlaw overlord paramedic passer-by"
    " pensioner photographer pickpocket player producer programmer prosecutor recruit refugee registrar rescuer"
    " researcher rider scout scribe senator sentry singer skipper sniper sorcerer spouse stationmaster stowaway supervisor"
    " surveyor survivor suspect swimmer teammate technician teen thug trader trainer traitor treasurer twin usher vampire"
    " vendor veteran viceroy villager volunteer warlock worker")  # fmt: skip
"""What people are for a chapter or two."""
WEALTH = word_set("rich wealthy married unmarried penniless")
PEOPLES = word_set("englishman englishwoman frenchman frenchwoman irishman irishwoman scotchman scotsman scotchwoman welshman"
    " dutchman american german russian italian spaniard pole greek turk swede norwegian dane hungarian austrian swiss"
    " corsican gascon creole parisian londoner yorkshireman cornishman belgian portuguese australian canadian japanese"
    " chinaman indian arab moor venetian roman sicilian florentine neapolitan tartar cossack yankee virginian kentuckian"
    " gipsy gypsy negro european")  # fmt: skip
_OTHERWISE = word_set("page agent canon ranger usurer composer printer publisher broker builder")
"""Callings that are as often a thing, or firms."""
_PEOPLE = (PERSON_NOUNS | CALLINGS | STANDINGS | PEOPLES | _ROLES) - _OTHERWISE
_NO_MEN = word_set("talisman ottoman caiman human superhuman roman german norman")
"""Words in -man that are no man."""
COUNTRIES = word_set("english french irish scotch scottish welsh dutch american german russian italian spanish polish greek"
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


def is_person_noun(lemma: str) -> bool:
    """Whether a noun stands for a person: by a list, or as any "oculist", "alderman" and "gentlewoman" does."""
    return lemma in _PEOPLE or _ends_in(lemma, "man", "ist")


def gender_of_noun(lemma: str) -> str:
    """ "m", "f", or "" where a noun for people does not tell."""
    if lemma in FEMALE_NOUNS or _ends_in(lemma, "woman"):
        return "f"
    return "m" if lemma in MALE_NOUNS or _ends_in(lemma, "man") else ""


def _ends_in(lemma: str, *endings: str) -> bool:
    return len(lemma) > 5 and lemma.endswith(endings) and lemma not in _NO_MEN


def calling_of(title: str) -> str:
    """The calling that the title in a name tells, as `read_name` gives it: "dr" is a doctor; "" for none."""
    return _OFFICES.get(title, "")


def rank_of(title: str) -> str:
    """The rank that it tells, as it is written: "Colonel"; "" for none, and for one that tells but a sex."""
    return _TELLING.get(title, "")
