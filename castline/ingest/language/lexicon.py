"""Words about people that the rules stand on. All lists are castline's own; none names a person of any book."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


MALE_TITLES = word_set("mr mister sir lord count prince duke baron earl monsieur m herr don signor master father brother"
    " uncle king emperor squire dom señor abbé pope friar monk viscount marquis esquire messrs grandfather grandpa papa"
    " reverend rev bishop archbishop cardinal chevalier messieurs mm maister mas’r monseigneur"
    " comte vicomte duc")  # fmt: skip
FEMALE_TITLES = word_set("mrs miss ms lady countess princess duchess baroness madame mme mmes mdme mademoiselle mlle mlles mdlle frau fräulein"
    " doña signora signorina aunt sister queen empress dame señora señorita mistress madam mother granny grandmother"
    " marchioness viscountess nurse misses comtesse vicomtesse duchesse marquise baronne")  # fmt: skip
NEUTRAL_TITLES = word_set("dr doctor professor prof captain capt colonel col general gen major maj lieutenant lieut lt"
    " sergeant sgt sergt corporal inspector judge president governor admiral commander commodore chief deacon cousin saint st"
    " constable detective superintendent secretary comrade pastor canon chaplain sheriff deputy marshal mayor senator"
    " chancellor officer agent ensign commandant warden auntie")  # fmt: skip
TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
ARMED = word_set("captain colonel general major lieutenant sergeant corporal admiral commander commodore")
"""Titles of officers, in most books men."""
OFFICES = word_set(
    "mayor minister chairman commissioner coroner magistrate sheriff editor policeman officer clerk attorney"
    " ambassador consul dean engineer surgeon pilot steward conductor landlord schoolmaster teacher"
)
"""Offices by which "Mr." is said to somebody's face."""
FAMILIAR = word_set("cousin comrade")
"""Titles that some say of anybody."""
RANKS = NEUTRAL_TITLES - FAMILIAR - {"saint", "st", "secretary", "auntie"}
"""Titles that come with an office, and change with it."""
GIVEN_TITLES = word_set("sir lady lord aunt uncle brother sister father mother master king queen prince princess saint st"
    " don doña cousin friar emperor empress pope dom dame count countess auntie")  # fmt: skip
"""Titles that a given name may follow; the others are followed by a surname."""
NOBLE = word_set("sir lord lady")
"""Titles that are not for everybody who is called Mr. or Miss."""
ROYAL = word_set("king queen emperor empress pope")
"""Titles of those who go by a number, and are called without it."""
PEERS = word_set(
    "lord lady count countess prince princess baron baroness marquis marchioness duke duchess viscount viscountess"
)
"""Titles that a place or a family gives its name to as often as a given name follows."""
LANDED = PEERS - {"lord", "lady"} | word_set("earl archduke archduchess bishop archbishop")
"""Titles that go on with "of" and a name: "the Duke of Orme"."""
AROUND = word_set("about above around before behind beneath beside near over round under")
"""Prepositions of place, behind which a pronoun may be whoever does it: "she looked about her"."""
MARRIED = word_set("mrs madame mme frau señora signora")
UNMARRIED = word_set("miss mademoiselle mlle fräulein señorita signorina")

CONNECTORS = word_set("de du des d la le van von der den di da del della of the y")

MALE_NOUNS = word_set("man gentleman boy lad fellow husband father brother son uncle nephew king prince lord master"
    " grandfather grandson widower bachelor priest monk butler footman valet coachman groom waiter sailor soldier"
    " fisherman clergyman policeman ferryman postman groomsman landlord host squire knight papa dad daddy stepfather"
    " son-in-law brother-in-law father-in-law bridegroom schoolboy chap guy sir manservant boatman nobleman huntsman"
    " shepherd blacksmith miller rector vicar curate parson bishop godfather godson baron count duke earl marquis"
    " viscount emperor abbot baronet archbishop cardinal pope grandpa granddad grandad stepdad boyfriend bloke hubby dude pa headmaster")  # fmt: skip
FEMALE_NOUNS = word_set("woman lady girl wife mother sister daughter aunt niece queen princess mistress grandmother"
    " granddaughter widow maid housemaid nurse governess housekeeper landlady hostess mama mamma mum mom stepmother"
    " daughter-in-law sister-in-law mother-in-law bride schoolgirl lass duchess countess nun waitress seamstress"
    " laundress milkmaid witch actress ma'am madam spinster heiress godmother goddaughter baroness marchioness"
    " viscountess empress dowager mademoiselle madame mummy mommy mam granny grandma gran auntie aunty stepmum stepmom"
    " girlfriend missus ma nan nana headmistress stepsister stewardess sorceress huntress")  # fmt: skip
NEUTRAL_NOUNS = word_set("person stranger child baby friend cousin doctor captain colonel general major lieutenant"
    " kid toddler teenager cop flatmate roommate housemate workmate"
    " sergeant professor teacher master-at-arms servant driver guest visitor companion companion neighbour neighbor"
    " lawyer attorney judge inspector detective constable officer prisoner convict thief murderer beggar clerk cook"
    " gardener merchant physician surgeon patient pupil student scholar poet painter artist musician author writer"
    " editor secretary messenger traveller traveler passenger peasant farmer keeper guardian parent orphan lodger"
    " lover enemy rival heir tenant partner colleague governor mayor minister ambassador spy sentinel guard pilot"
    " engineer chemist magistrate coroner innkeeper shopkeeper tailor baker butcher barber cabman porter steward"
    " bailiff sheriff hermit pilgrim warden sexton smuggler pirate gaoler jailer creature youth villain rascal"
    " wretch monster fiend demon daemon dæmon ogre brute ruffian admiral president chairman commander superintendent"
    " commissioner ambassadress consul deacon dean chancellor marshal official leader assistant executioner")  # fmt: skip
PERSON_NOUNS = MALE_NOUNS | FEMALE_NOUNS | NEUTRAL_NOUNS
DIGNITIES = {
    "majesty": "king queen emperor empress", "highness": "prince princess duke duchess archduke", "eminence": "cardinal",
    "lordship": "lord earl marquis viscount baron", "ladyship": "lady countess marchioness viscountess baroness",
    "excellency": "ambassador governor minister general prince count", "holiness": "pope",
}  # fmt: skip
"""What those are called to whom one bows ("his Eminence", "her ladyship") -> the titles and nouns that they bear."""
GENERIC_NOUNS = frozenset({"man", "woman", "gentleman", "lady", "boy", "girl", "fellow", "person", "child", "youth", "creature",
                      "one", "friend", "sir", "madam", "ma'am", "lad", "lass", "companion", "wretch", "chap", "guy", "people",
                      "kid", "bloke", "teenager",
                      "baby", "lord", "guest", "visitor", "reader", "author", "writer", "lover", "god", "enemy"})  # fmt: skip
"""Nouns too common to be somebody's only name."""

PASSING = word_set("officer soldier servant doctor prince princess count countess general captain lieutenant sergeant"
    " guard peasant waiter footman porter coachman driver sailor clerk policeman constable nurse maid"
    " priest host landlord messenger prisoner colonel butler duke king queen cook boatman lawyer judge"
    " student")  # fmt: skip
"""Nouns that mean now one person and now another in the course of a book."""

PRONOUNS: dict[str, tuple[int, str, bool]] = {
    **dict.fromkeys(("he", "him", "his", "himself"), (3, "m", False)),
    **dict.fromkeys(("she", "her", "hers", "herself"), (3, "f", False)),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), (3, "", True)),
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), (1, "", False)),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves"), (1, "", True)),
    **dict.fromkeys(("you", "your", "yours", "yourself", "thou", "thee", "thy", "thine"), (2, "", False)),
}
"""Pronoun -> (person, gender, plural)."""
REFLEXIVES = frozenset({"himself", "herself", "themselves"})
KIN = {
    "father": "parent", "mother": "parent", "papa": "parent", "mama": "parent", "mamma": "parent", "parent": "parent",
    "son": "child", "daughter": "child", "brother": "sibling", "sister": "sibling", "husband": "spouse",
    "wife": "spouse", "uncle": "uncle", "aunt": "aunt", "nephew": "nephew", "niece": "niece", "cousin": "cousin",
    "grandfather": "grandparent", "grandmother": "grandparent", "grandson": "grandchild", "granddaughter": "grandchild",
    "brother-in-law": "sibling-in-law", "sister-in-law": "sibling-in-law", "son-in-law": "child-in-law",
    "stepfather": "step-parent", "stepmother": "step-parent", "stepson": "step-child", "stepdaughter": "step-child",
    "dad": "parent", "daddy": "parent", "mum": "parent", "mummy": "parent", "mom": "parent", "mommy": "parent", "mam": "parent",
    "ma": "parent", "pa": "parent", "nan": "grandparent", "nana": "grandparent", "granny": "grandparent", "grandma": "grandparent", "gran": "grandparent", "grandpa": "grandparent",
    "granddad": "grandparent", "grandad": "grandparent", "auntie": "aunt", "aunty": "aunt", "stepdad": "step-parent",
    "stepmum": "step-parent", "stepmom": "step-parent",
    "stepbrother": "step-sibling", "stepsister": "step-sibling", "godfather": "godparent", "godmother": "godparent",
    "godson": "godchild", "goddaughter": "godchild", "guardian": "guardian", "ward": "ward", "grandpapa": "grandparent",
    "grandmamma": "grandparent", "grandmama": "grandparent", "daughter-in-law": "child-in-law", "mother-in-law": "parent-in-law", "father-in-law": "parent-in-law",
}  # fmt: skip
"""Kin noun -> what its bearer is to the owner ("her father": parent of her)."""
TIES = {
    "friend": "friend", "companion": "friend", "servant": "servant", "maid": "servant", "valet": "servant",
    "master": "employer", "mistress": "employer", "teacher": "teacher", "governess": "teacher", "tutor": "teacher",
    "pupil": "pupil", "enemy": "enemy", "rival": "enemy", "lover": "lover", "betrothed": "betrothed",
    "fiancé": "betrothed", "fiancée": "betrothed", "boyfriend": "lover", "girlfriend": "lover",
}  # fmt: skip
"""Role nouns beside kin: what "his friend" is to him."""
SPEECH_VERBS = word_set("say reply answer ask cry exclaim add return continue observe remark whisper murmur mutter shout"
    " call tell inquire enquire demand repeat declare begin interrupt interpose rejoin retort respond scream shriek"
    " sob sigh gasp groan growl laugh explain announce suggest insist protest admit confess agree urge beg plead warn"
    " command order promise assure mumble stammer falter snap bark drawl croak squeak hiss roar yell bawl wail moan"
    " grunt snarl sneer echo pursue proceed conclude resume persist object ejaculate query question venture vow swear"
    " implore entreat pronounce state mention hint breathe grumble complain chuckle giggle smile nod quote read sing"
    " speak think muse reflect wonder affirm assert comment concede correct counter deny inform offer scold tease"
    " thunder volunteer proclaim bellow interject opine hazard pipe whimper whine chime put exhort lisp apologize apologise")  # fmt: skip
COMMON_SPEECH = word_set("say reply answer ask cry exclaim add return continue whisper murmur mutter shout tell inquire"
    " enquire demand repeat declare observe remark interrupt rejoin retort respond")  # fmt: skip
_IRREGULAR = ("say said said says;tell told tells;begin began begins;speak spoke speaks;think thought thinks;read reads;"
              "sing sang sings;swear swore swears;break broke;put puts;go went goes;cut;come came;cry cried cries;"
              "reply replied replies;hiss hissed hisses;deny denied denies;make made;strike struck;burst")  # fmt: skip


def _forms(verb: str) -> set[str]:
    """The past and present forms of a regular verb."""
    if verb.endswith("e"):
        return {verb + "d", verb + "s"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb[:-1] + "ied", verb[:-1] + "ies"}
    return {verb + "ed", verb + verb[-1] + "ed", verb + "s"}


SPEECH_FORMS = frozenset(form for verb in SPEECH_VERBS for form in _forms(verb)) | {
    form for verb in _IRREGULAR.split(";") for form in verb.split()[1:] if verb.split()[0] in SPEECH_VERBS
}

MIND_VERBS = word_set("think feel know believe wonder wish hope remember forget fear suppose perceive see hear consider"
    " reflect imagine resolve determine decide understand doubt fancy discover find notice recollect regret long"
    " expect acknowledge persuade suspect dread recall realize realise")  # fmt: skip


def _participle(verb: str) -> str:
    return f"{verb.removesuffix('e')}ing"


SAYING_FORMS = (
    SPEECH_FORMS
    | {form for verb in SPEECH_VERBS | MIND_VERBS for form in (verb, _participle(verb), *_forms(verb))}
    | word_set("felt knew thought heard wrote ran went goes go")
)
"""Forms of the verbs that introduce what is said or thought."""

ADDRESS_VERBS = word_set("address accost salute")
"""Verbs that lead in to what is said, and tell to whom."""
LEADING_FORMS = (
    SPEECH_FORMS
    | {_participle(verb) for verb in SPEECH_VERBS}
    | {form for verb in ADDRESS_VERBS for form in (_participle(verb), *_forms(verb))}
) - word_set("read reads reading smile smiled smiling nod nodded nodding offer offered offering hint hinted hinting")
"""Forms of verbs behind which a comma or a colon leads in to what is said."""

NOT_NAMES = word_set("i god lord heaven heavens christ jesus christmas easter sunday monday tuesday wednesday thursday"
    " friday saturday january february march april may june july august september october november december english"
    " french german italian spanish russian american british european latin greek roman dutch irish scotch scottish"
    " welsh christian jewish protestant catholic bible providence fate nature death time sir madam mr mrs miss chapter"
    " volume book part letter illustration gutenberg project o oh ah alas yes no well what why how when where who which"
    " the a an and but if so then there here this that these those it he she they we you his her their my your our"
    " indeed perhaps never ever always now not nothing nobody everybody somebody anybody one two three four five six"
    " tis twas twill twere seven eight nine ten first second third dear good bad old young little great poor come go let do did does is was"
    " are were be been have has had will would shall should can could may might must to of in on at by for from with"
    " yours faithfully sincerely adieu amen aye ay nay fie pshaw bah hey eh ha esq gentlemen ladies sirs hush hallo halloa hullo hulloa hello hurrah bravo pray please thank thanks farewell adieu goodbye good-bye english"
    " englishman frenchman north south east west majesty highness excellency eminence honour honor grace ladyship lordship"
    " americans germans italians russians romans indians greeks turks jews gypsies spaniards austrians prussians swiss"
    " frenchmen englishmen irishmen scotchmen welshmen dutchmen christians gawd lawd lor lawks egad begad"
    " begone hark behold halt silence nonsense night morning none people someone anyone everyone something anything"
    " everything ok okay yeah yep nope hi wow damn sorry men children friends money today yesterday"
    " tomorrow jew thou thee thy"
    " worship reverence holiness sahib memsahib monsieur madame mademoiselle ma'am papa mama mamma parliament church state"
    " zounds marry gad i'gad od's odds prithee whosoever whoever p.s government king queen prince street road house park hall square court castle bridge river sea lake hill mount"
    " mountain island county town city village inn hotel abbey ii iii iv vi vii viii ix xi xii nota bene postscript ps"
    ) - {"may"}  # fmt: skip
PLACE_WORDS = word_set("street boulevard villa piazza plaza palazzo rue road lane park hall house square court castle bridge river sea lake hill mount mountain"
    " island isle county town city village inn hotel abbey grange cottage manor lodge place row avenue gate cross"
    " station harbour harbor bay port cape forest wood heath moor fen common terrace crescent gardens palace tower"
    " church cathedral chapel college university school hospital prison farm mill quay dock wharf theatre market"
    " fields alley close crossing junction point cove creek valley end shire coast ocean gulf strait channel"
    )  # fmt: skip
LODGINGS = word_set("inn hotel room rooms guild hospital university cathedral prison street")
"""Words for places that nobody bears as a surname, whatever given name stands before them."""
FIRMS = word_set("brothers bros sons company co ltd inc corp corporation bank agency institute foundation department ministry"
    " enterprises industries associates holdings solutions airlines printing")  # fmt: skip
"""Words that end the name of a house of trade or an office, where people work."""
PLACE_PREPOSITIONS = word_set("in at to from near into through towards toward beyond around round across past outside"
    " leaving reaching within via of")  # fmt: skip
PLACE_NOUNS = word_set("room parlour parlor drawing-room dining-room library kitchen bedroom garden hall study church"
    " street road house cottage inn station carriage ship boat cabin deck wood forest field beach shore harbour harbor"
    " quay bridge tower castle palace prison cell school office shop theatre ballroom stable barn attic cellar"
    " staircase corridor chamber tavern hotel hut farm mill market square island mountain hill river lake valley"
    " village town city court courtyard terrace lawn park shrubbery churchyard graveyard chapel hospital"
    )  # fmt: skip

FEMALE_GIVEN = word_set("elizabeth katherine catherine margaret mary josephine frances abigail amelia ann anne anna barbara"
    " caroline charlotte christina dorothea dorothy eleanor ellen helen emily esther florence georgiana harriet isabella"
    " jane janet jessica judith julia laura louisa lucy martha matilda nancy rebecca rosamond sarah sophia susan"
    " susannah theresa victoria virginia winifred millicent alice clara edith ethel grace rose ruth lydia maria marianne"
    " elinor emma jemima agnes beatrice cecilia constance cordelia diana edna eva flora gertrude hannah irene ivy lily"
    " lilian mabel marion may mildred miriam olive pauline phoebe rachel selina sybil sylvia ursula violet vivian wendy"
    " amy augusta henrietta penelope philippa priscilla prudence rosa rosalind joan katharine catharine kathryn kathleen"
    " cassandra cynthia marilla diana dinah dora doris adela adelaide adeline ada agatha alexandra alma althea amanda"
    " angela angelina antonia antoinette arabella audrey aurora beatrix belle bertha bessie blanche brenda bridget camilla"
    " carol caroline celia charity chloe christine claire clarissa clementina daphne deborah delia denise drusilla edwina"
    " effie elaine elsa elsie elspeth elvira emmeline enid ernestine estella estelle ethelberta eugenia eugenie eunice"
    " evangeline evelina fidelia flavia francesca freda frieda genevieve georgina geraldine gladys gloria gwendolen gwen"
    " harriot hester hilda honoria hope ida imogen ines inez iris isabel isobel jacqueline jeanne jean jennifer jessie"
    " judy juliana juliet justine kate katrina lavinia leah lena leonora letitia lettice lilias lillian linda lois loretta"
    " lorna lottie louise lucia lucilla lucille lucinda lucretia magdalen maisie marcella marcia marguerite marianna marie"
    " marietta marjorie martina maud maude mathilde melanie melissa mercy michelle mina minerva minna mira miranda mollie"
    " muriel myra myrtle nadine naomi natalie nettie nina nora norah octavia olga olivia ophelia pamela patience patricia"
    " paula pearl phyllis polly portia rhoda rita roberta rosalie rosamund rosanna roxana ruby sabina sadie sally samantha"
    " serena sheila sigrid sonia stella sylvie tabitha tamara teresa thelma theodora thomasina valentina valerie vanessa"
    " vera verena veronica viola winnie yvonne zoe")  # fmt: skip
MALE_GIVEN = word_set("william robert richard thomas john james edward henry charles george joseph samuel benjamin daniel"
    " david andrew anthony antony alexander alfred frederick francis arthur albert michael matthew nathaniel nicholas"
    " patrick peter philip stephen theodore timothy walter leopold leonard percival sebastian gilbert lawrence augustus"
    " adam basil cecil clarence edgar edmund edwin ernest eustace gabriel gerald godfrey harold herbert hugh jacob"
    " jasper jonathan julian luke mark martin maurice miles oliver oscar paul ralph roger rupert silas simon stanley"
    " victor vincent wilfred ambrose bernard christopher dennis donald duncan eric felix guy humphrey ian ivan jonas"
    " kenneth lewis louis neville nigel owen raymond reginald ronald roland sidney sydney tobias jacob jake abel abner"
    " abraham abram alan alastair albin aldous alec alistair allan allen alphonse alphonso alvin amos angus anselm anton"
    " antonio archibald archie armand arnold athelstan aubrey aurelius barnabas barnaby barry bartholomew basil"
    " bernard bevis boris brian bruce bruno carl carlos caspar cedric cornelius cosmo crispin cuthbert cyprian cyril cyrus"
    " damian darius denis derek desmond dominic donovan douglas duke dwight ebenezer edmond egbert eli elias elijah elisha"
    " enoch ephraim erasmus eugene evan ezekiel ezra fabian ferdinand fergus floyd franklin franz fritz gaston"
    " georges gervase giles giovanni giuseppe glenn gordon graham gregory guido gus gustave hamish hans harold harvey"
    " hector henri herman hezekiah hilary hiram homer horace horatio howard hubert hugo humbert ignatius immanuel ira isaac"
    " isaiah ivor jabez jack jared jason jean-jacques jeremiah jeremy jerome jerry jesse joachim job joel jonah jose joshua"
    " josiah juan jules justin karl keith kurt lambert laurence lazarus leon leonidas leroy leslie levi lionel lloyd luis"
    " lucas lucian lucien lucius luther malachi malcolm marcel marcus marius marmaduke matthias maurice max maximilian"
    " melchior melville merlin mervyn meyer milton mordecai morris moses nathan neal ned neil nero noah noel norman"
    " obadiah oscar osmond osric oswald otto pablo patrick pedro percival pierre quentin ralph ramon randolph raoul"
    " raphael reuben rex reynold rodney roderick rodolphe rory rudolf rudolph rufus rupert russell salvador sampson samson"
    " saul seth seymour sigismund sigmund silvester simeon solomon spencer stuart sylvester terence thaddeus theobald"
    " theophilus timon titus tristram ulysses umberto uriah valentine vernon virgil vivian wallace warren wilbur wilhelm"
    " wilkie winston xavier zachary zebedee")  # fmt: skip

EMOTIONS = {
    "afraid": "afraid terrified frightened scared alarmed", "angry": "angry cross indignant wroth incensed vexed",
    "annoyed": "annoyed irritated provoked displeased", "anticipating": "expectant eager",
    "anxious": "anxious uneasy nervous restless", "apprehensive": "apprehensive doubtful wary", "ashamed": "ashamed humbled",
    "caring": "tender protective", "confident": "confident assured", "content": "content contented tranquil",
    "devastated": "devastated heartbroken wretched crushed", "disappointed": "disappointed dejected crestfallen",
    "disgusted": "disgusted revolted sickened", "embarrassed": "embarrassed confused abashed mortified",
    "excited": "excited thrilled agitated", "faithful": "faithful loyal", "furious": "furious enraged",
    "grateful": "grateful thankful obliged", "guilty": "guilty remorseful", "hopeful": "hopeful sanguine",
    "impressed": "impressed awed", "jealous": "jealous envious", "joyful": "joyful happy delighted glad pleased merry overjoyed",
    "lonely": "lonely desolate forlorn", "nostalgic": "nostalgic homesick", "prepared": "",
    "proud": "proud triumphant", "sad": "sad unhappy miserable melancholy sorrowful grieved", "sentimental": "moved touched",
    "surprised": "surprised astonished amazed startled bewildered", "terrified": "horrified aghast petrified",
    "trusting": "trusting",
}  # fmt: skip
"""The 32 labels of EmpatheticDialogues -> adjectives that say them."""
EMOTION_OF = {word: label for label, words in EMOTIONS.items() for word in words.split()}
OF_AGE = {"young": "young", "old": "old", "elderly": "elderly", "aged": "old", "middle-aged": "middle-aged"}
"""Adjective -> what it says of an age."""
