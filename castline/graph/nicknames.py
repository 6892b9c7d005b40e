"""Given names and what people make of them: the short forms by which those who know somebody call him or her."""

from __future__ import annotations

# The package `nicknames` (1.0.1, Apache-2.0) was weighed and left: it lacks 125 of 368 pairs of older books ("Kate", "Kitty", "Davy"),
# and takes Ellen for a Helen and Emily for an Amelia, who in novels are two.
DIMINUTIVES = {
    "elizabeth": "lizzy lizzie eliza liz beth betty bess bessie betsy libby elsie lisa elise lisbeth lisbet",
    "katherine": "kate kitty kit cathy katie kathy kay", "catherine": "kate kitty cathy katie cat cath",
    "margaret": "maggie meg peggy madge daisy greta marge peg mags", "mary": "molly polly mamie minnie",
    "william": "will bill billy willie willy liam", "robert": "bob bobby rob robin robbie bert",
    "richard": "dick dickie rick ricky", "thomas": "tom tommy tam", "john": "jack johnny jock johnnie",
    "james": "jim jimmy jem jamie", "edward": "ned ted teddy eddie ed neddy", "henry": "harry hal hank",
    "charles": "charlie charley chuck", "george": "georgie geordie", "joseph": "joe joey jo", "josephine": "jo josie",
    "samuel": "sam sammy", "benjamin": "ben benny", "daniel": "dan danny", "david": "davy dave davie",
    "andrew": "andy drew", "anthony": "tony", "antony": "tony", "alexander": "alec sandy alex xan lex", "alfred": "alf alfie fred",
    "frederick": "fred freddy freddie", "francis": "frank", "frances": "fanny fan frankie fran", "arthur": "artie art",
    "albert": "bert bertie al albie", "michael": "mick mike micky", "matthew": "matt", "nathaniel": "nat nate",
    "nicholas": "nick nicky", "patrick": "pat paddy", "peter": "pete", "philip": "phil pip", "stephen": "steve",
    "theodore": "ted teddy theo", "timothy": "tim timmy", "walter": "walt wat", "abigail": "abby abbie",
    "amelia": "emmy milly millie", "ann": "nan nancy annie", "anne": "nan nancy annie", "anna": "annie",
    "barbara": "babs", "caroline": "carrie caro caz", "charlotte": "lottie charley", "christina": "tina chrissy",
    "dorothea": "dolly dodo thea dora", "dorothy": "dolly dot", "eleanor": "nell nelly nellie ellie nora",
    "ellen": "nell nelly nellie", "helen": "nell nelly nellie", "emily": "em emmy emmie", "esther": "hetty essie",
    "florence": "flo florrie flossie", "georgiana": "georgy", "harriet": "hatty hattie",
    "isabella": "bella isabel tibby belle izzy", "jane": "jenny janet jeanie", "janet": "jenny", "jessica": "jess jessie",
    "judith": "judy jude", "julia": "juley jule", "laura": "laurie lolly", "louisa": "lou loo", "lucy": "lu",
    "martha": "patty matty mattie", "matilda": "tilly matty tillie mattie tilda", "nancy": "nan", "rebecca": "becky becca bec becks bex",
    "rosamond": "rosy", "sarah": "sally sal", "sophia": "sophy", "susan": "sue susie suky",
    "susannah": "sue susie suky", "theresa": "tess tessy", "victoria": "vicky", "virginia": "ginny",
    "winifred": "win winnie freda", "millicent": "milly millie", "leopold": "leo", "leonard": "len lenny leo",
    "percival": "percy", "sebastian": "seb", "gilbert": "gil", "lawrence": "larry laurie", "augustus": "gus",
    "evelyn": "evie eve", "agatha": "aggie", "rosalind": "rosy ros roz", "gertrude": "gerty trudy", "augusta": "gussie gusta",
    "henrietta": "hetty etta", "adelaide": "addie", "constance": "connie", "cecilia": "cissy cis", "edith": "edie",
    "eugene": "gene", "hugh": "hughie", "isaac": "ike", "jacob": "jake", "jeremiah": "jerry jem",
    "gerald": "gerry jerry", "kenneth": "ken kenny", "lilian": "lily lil", "lillian": "lily lil", "lucinda": "cindy",
    "madeline": "maddie maddy mads", "mildred": "milly", "minerva": "minnie", "wilhelmina": "minnie mina billie",
    "oliver": "noll ollie", "penelope": "penny", "philippa": "pippa", "prudence": "prue", "reginald": "reg reggie rex",
    "rudolph": "rudy rolf", "sidney": "sid", "sydney": "syd", "solomon": "sol", "tabitha": "tabby tabs", "tobias": "toby",
    "vincent": "vince", "wilfred": "wilf fred", "zachary": "zack zach", "bartholomew": "bart bat", "barnabas": "barney",
    "bernard": "bernie barney", "christopher": "kit chris topher", "cornelius": "corney", "douglas": "doug",
    "edgar": "eddie ned", "edmund": "ned ted", "edwin": "ned eddie", "ferdinand": "ferdy", "harold": "harry hal",
    "herbert": "bert bertie herbie", "hubert": "bert bertie", "archibald": "archie", "algernon": "algy",
    "montague": "monty", "ebenezer": "eben", "ezekiel": "zeke", "gabriel": "gabe", "gregory": "greg",
    "geoffrey": "geoff", "jeffrey": "jeff", "jerome": "jerry", "jonathan": "jon jonny jonno", "joshua": "josh",
    "maximilian": "max", "randolph": "randy", "raymond": "ray", "ronald": "ron ronny", "rose": "rosie rosy",
    "terence": "terry", "theobald": "theo", "euphemia": "effie", "jemima": "mima", "lavinia": "vinny",
    "leonora": "nora leo", "letitia": "letty", "lydia": "liddy", "marjorie": "madge marge margie", "patricia": "pat patty trish tricia",
    "priscilla": "prissy cilla", "roberta": "bobbie bobby", "susanna": "sue susie", "rosamund": "rosy",
    "valentine": "val", "stanley": "stan", "donald": "don", "peregrine": "perry", "lancelot": "lance",
    "simeon": "sim", "humphrey": "numps", "clementina": "clemmie", "christiana": "chrissy",
    "alexandra": "sandra", "katharine": "kate kitty kathy katie cathy", "nathan": "nat nate", "theodora": "dora",
    "isabel": "bella", "arabella": "bella belle", "annabel": "bella",
    "amanda": "mandy", "angela": "angie", "beatrice": "bea bee trixie trix", "bridget": "biddy bridie", "clifford": "cliff",
    "deborah": "deb debbie", "gabrielle": "gabby", "jacqueline": "jackie", "jennifer": "jen jenny jenn",
    "kathleen": "kath kathy", "kimberly": "kim", "malcolm": "mal", "matthias": "matty", "maxwell": "max",
    "melanie": "mel", "melissa": "mel", "natalie": "nat", "natasha": "tasha", "nicola": "nicky", "nicole": "nicky",
    "olivia": "liv livvy", "pamela": "pam", "rupert": "rupe", "russell": "russ", "samantha": "sam sammy",
    "steven": "steve", "tamara": "tammy", "valerie": "val", "veronica": "ronnie", "victor": "vic", "vivian": "viv",
    "rosalie": "rosie", "moses": "mo", "mohammed": "mo", "muhammad": "mo", "maureen": "mo",
    "ignatius": "iggy", "isabelle": "izzy belle", "antonia": "toni", "antonio": "tony", "gwendolen": "gwen",
    "gwendolyn": "gwen", "roderick": "roddy", "zachariah": "zack zach", "cassandra": "cass cassie", "camilla": "millie",
    "christine": "chris chrissy tina", "laurence": "larry laurie", "hester": "hetty hettie essie", "elinor": "nell nelly nellie",
    "abraham": "abe", "agnes": "aggie nessie", "alison": "ali ally", "bernadette": "bernie", "bertha": "bertie", "callum": "cal",
    "cameron": "cam", "dominic": "dom", "elijah": "eli lige", "emma": "em emmy", "ernest": "ernie", "felicity": "fliss flick",
    "francesca": "fran frankie", "georgina": "georgie gina", "gillian": "gill jill", "grace": "gracie", "hannah": "han",
    "joanna": "jo", "johanna": "jo", "julian": "jules", "juliet": "jules", "lewis": "lew", "louis": "lou louie", "martin": "marty",
    "mitchell": "mitch", "mortimer": "mort", "miriam": "mim", "rachel": "rach", "raphael": "rafe", "roland": "roly",
    "rosemary": "rosie", "ruth": "ruthie", "stuart": "stu", "teresa": "tess tessa terry", "thaddeus": "thad", "trevor": "trev",
    "vanessa": "nessa", "wallace": "wally", "josiah": "jos joss", "genevieve": "gen genny", "stephanie": "steph", "imogen": "immy imo",
    "joanne": "jo", "kathryn": "kate kathy katie kat", "clarissa": "clary clarrie", "emmeline": "emmy emmie", "eliza": "lizzie liza",
    "gary": "gaz", "barry": "baz", "sharon": "shaz", "darren": "daz", "jeremy": "jez jem", "caitlin": "cait", "simon": "si", "karen": "kaz", "louise": "lou lulu", "gerard": "ger ged gerry",
    "adrian": "ade", "alan": "al", "alastair": "al ali", "alistair": "al ali", "alasdair": "al ali", "alice": "ali",
    "alicia": "ali", "anastasia": "ana stasia nastya", "andrea": "andie drea", "angus": "gus", "annabelle": "bella belle",
    "annette": "netta", "antoinette": "toni netta", "barnaby": "barney", "bethany": "beth", "bettina": "tina", "brian": "bri",
    "caleb": "cale", "calvin": "cal", "candace": "candy", "carolyn": "carrie caro", "catriona": "cat trina",
    "cecily": "cis cissy", "charlene": "charlie", "chester": "chet", "claudia": "claud", "clementine": "clem clemmie",
    "clement": "clem", "cordelia": "cordy delia", "damian": "damo", "damien": "damo", "danielle": "dani danny",
    "denise": "neecy", "dennis": "denny", "derek": "del", "dominique": "nikki", "edwina": "eddie", "eloise": "ellie lou",
    "emmanuel": "manny", "erica": "ricky", "eric": "rick", "estelle": "essie", "evangeline": "evie eva", "fergus": "gus",
    "georgia": "georgie", "gideon": "gid", "guinevere": "gwen", "gwyneth": "gwen", "howard": "howie", "isadora": "izzy dora",
    "jasmine": "jas jaz", "jemma": "jem", "jillian": "jill", "jocelyn": "joss", "kieran": "kier", "kirsten": "kirsty kirst",
    "kristina": "kris tina", "lachlan": "lachie", "lauren": "laurie", "lionel": "leo", "lorenzo": "renzo enzo",
    "lorraine": "lori", "lucille": "lucy", "lynette": "lyn", "magdalena": "lena maggie", "madeleine": "maddy maddie mads",
    "marcus": "marc", "marguerite": "margot", "marianne": "mari", "martina": "tina", "matteo": "teo", "maurice": "maury",
    "melinda": "mel mindy", "melody": "mel", "miranda": "mandy", "monica": "moni", "neville": "nev", "nigel": "nige",
    "octavia": "tavi tavy", "oscar": "ozzy", "phineas": "phin", "phoebe": "phoebs", "phyllis": "phyl", "quentin": "quent",
    "randall": "randy", "rebekah": "becky becca", "regina": "gina", "roxanne": "roxy", "rosanna": "rosie", "salvatore": "sal",
    "sandra": "sandy", "santiago": "santi", "selina": "lena", "selena": "lena", "seraphina": "fina", "sylvia": "sylvie",
    "silvia": "sylvie", "tamsin": "tam tammy tams", "tatiana": "tania tanya", "terrence": "terry", "theodosia": "theo",
    "thomasina": "tommie", "tristan": "tris", "vincenzo": "enzo", "winston": "win", "xavier": "xav",
}  # fmt: skip
"""Given name -> its common English short forms."""
FORMAL = {
    short: {full for full, shorts in DIMINUTIVES.items() if short in shorts.split()}
    for every in DIMINUTIVES.values()
    for short in every.split()
}
"""Short form -> the given names that it may stand for."""
OWN = frozenset(["janet", "nancy", "annie", "nora", "isabel", "dora", "elsie", "minnie", "lisa", "lily", "rosie"])
"""Short forms that are as often christened: more often somebody else's name than a short one."""


def formal_names(name: str) -> set[str]:
    """The given names (small letters) that a short form may stand for, itself among them."""
    return {name} | FORMAL.get(name, set()) if name else set()
