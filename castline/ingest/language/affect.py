"""What verbs tell of a story: the kind of event, how much it weighs, and what it does to feelings.

Weights of importance are 0..1; feeling weights are steps on HPD's affection scale (-10..10). The lists are
castline's own.
"""

from __future__ import annotations

EVENTS: dict[str, tuple[float, str]] = {
    "death": (0.95, "die kill murder shoot stab drown hang poison perish slay behead execute bury"),
    "marriage": (0.9, "marry wed elope espouse"),
    "proposal": (0.85, "propose betroth woo court"),
    "betrayal": (0.85, "betray deceive abandon desert forsake denounce cheat disown jilt"),
    "violence": (0.75, "strike wound fight attack beat hit stab slap kick whip seize strangle bite fire duel assault"),
    "crime": (0.8, "steal rob arrest imprison kidnap forge burn smuggle rape plunder escape"),
    "rescue": (0.8, "save rescue free release defend nurse heal cure protect"),
    "reveal": (0.75, "confess reveal disclose betray unmask recognise recognize expose"),
    "love": (0.7, "kiss embrace love adore caress"),
    "quarrel": (0.65, "quarrel insult accuse threaten reproach mock curse slight scorn abuse offend dismiss challenge"),
    "forgiveness": (0.7, "forgive reconcile pardon apologise apologize repent relent"),
    "promise": (0.6, "promise swear vow pledge agree consent refuse accept reject decline forbid command order"),
    "discovery": (0.6, "discover find learn overhear witness detect perceive realise realize"),
    "letter": (0.55, "write send receive deliver"),
    "gift": (0.55, "give buy lend bequeath inherit pay bring offer present"),
    "speech": (
        0.45,
        "tell inform warn advise persuade beg implore implore invite request explain assure relate announce",
    ),
    "meeting": (0.45, "meet visit introduce join greet dance dine call accompany host welcome"),
    "travel": (0.35, "arrive leave depart return travel sail ride flee follow enter escape walk go come drive journey"),
    "work": (0.3, "hide search build break open carry play sing read show help teach study hunt watch"),
    "feeling": (0.4, "weep faint blush tremble rejoice mourn despair laugh sob swoon smile"),
}
EVENT_OF = {verb: (name, weight) for name, (weight, verbs) in reversed(EVENTS.items()) for verb in verbs.split()}
"""Verb lemma -> (event type, importance)."""

ATTITUDES: dict[str, float] = {
    "love": 3.0, "adore": 3.5, "hate": -4.0, "detest": -4.0, "loathe": -4.0, "abhor": -4.0, "despise": -3.5, "like": 1.2,
    "dislike": -2.0, "admire": 2.0, "esteem": 2.0, "respect": 1.2, "trust": 1.8, "distrust": -1.8, "mistrust": -1.8,
    "fear": -1.0, "pity": 0.8, "envy": -0.8, "resent": -2.5, "forgive": 2.5, "thank": 0.4, "dread": -1.2, "miss": 1.2,
    "scorn": -2.5, "worship": 3.0, "cherish": 2.5, "suspect": -1.0, "blame": -1.5, "pardon": 2.0, "appreciate": 1.2,
    "disdain": -2.5, "prefer": 1.0, "curse": -2.5, "revere": 2.0, "idolise": 3.0, "idolize": 3.0, "befriend": 2.0,
}  # fmt: skip
"""What the subject feels for the object."""

TREATMENT: dict[str, float] = {
    "help": 1.5, "save": 4.0, "rescue": 4.0, "protect": 2.0, "defend": 2.0, "comfort": 1.8, "console": 1.5, "kiss": 2.5,
    "embrace": 2.0, "caress": 2.0, "nurse": 2.0, "praise": 1.2, "compliment": 0.8, "welcome": 0.8, "invite": 0.6,
    "assist": 1.2, "encourage": 1.0, "bless": 1.2, "reward": 1.0, "hug": 2.0, "soothe": 1.2, "free": 1.8, "spare": 1.2,
    "insult": -2.5, "strike": -2.5, "slap": -2.5, "beat": -2.5, "hit": -2.0, "kick": -2.0, "wound": -3.0, "stab": -4.0,
    "betray": -4.5, "deceive": -3.5, "cheat": -3.0, "threaten": -2.5, "slander": -2.5, "mock": -1.5, "ridicule": -1.5,
    "slight": -2.0, "snub": -1.5, "abandon": -3.5, "desert": -3.0, "forsake": -3.0, "accuse": -2.0, "attack": -3.0,
    "rob": -3.0, "wrong": -2.5, "injure": -2.5, "offend": -1.5, "reproach": -1.0, "abuse": -2.5, "curse": -2.0,
    "humiliate": -2.5, "ruin": -3.5, "imprison": -2.5, "torment": -2.5, "tease": -0.3, "disappoint": -1.0,
    "murder": -5.0, "kill": -5.0, "poison": -4.5, "reject": -1.5, "snatch": -0.8, "scold": -0.8, "flatter": 0.4,
    "forgive": 2.0, "thank": 0.4, "befriend": 2.0, "disown": -3.5, "jilt": -3.5, "denounce": -3.0,
    "persecute": -3.0, "ill-use": -3.0, "mortify": -1.0, "provoke": -0.8, "charm": 1.5, "please": 0.8, "delight": 1.0,
    "disgust": -2.0, "enrage": -1.5, "fascinate": 1.2, "captivate": 1.8, "frighten": -1.0, "terrify": -1.2,
}  # fmt: skip
"""What the object comes to feel for the subject who does this; the subject is moved by half as much."""

REGARD: dict[str, float] = {
    "love": 3.0, "affection": 2.0, "admiration": 1.8, "esteem": 1.5, "gratitude": 1.8, "regard": 1.2, "respect": 1.2,
    "attachment": 2.0, "passion": 2.5, "tenderness": 2.0, "friendship": 1.8, "devotion": 2.5, "sympathy": 1.0,
    "hatred": -4.0, "hate": -4.0, "contempt": -3.0, "dislike": -2.0, "resentment": -2.5, "abhorrence": -3.5,
    "aversion": -2.5, "disgust": -2.5, "anger": -2.0, "indignation": -2.0, "jealousy": -1.2, "envy": -1.0, "scorn": -2.5,
    "loathing": -4.0, "prejudice": -1.2, "enmity": -3.0, "disapprobation": -1.5, "suspicion": -1.0, "rage": -2.0,
    "compassion": 1.0, "pity": 0.6, "fondness": 1.8, "partiality": 1.5, "preference": 1.0, "goodwill": 1.0,
    "liking": 1.2, "adoration": 3.0, "reverence": 1.5, "veneration": 2.0, "hostility": -2.0, "animosity": -2.5,
    "antipathy": -2.0, "repugnance": -2.0, "detestation": -3.5, "distrust": -1.8,
}  # fmt: skip
"""A feeling in a noun ("gratitude towards him")."""

TARGETED: dict[str, float] = {
    "fond": 2.0, "grateful": 1.8, "obliged": 1.0, "angry": -1.8, "furious": -2.5, "jealous": -1.2, "kind": 0.8,
    "devoted": 2.5, "attached": 2.0, "cruel": -1.5, "rude": -1.2, "civil": 0.3, "attentive": 0.6, "cold": -0.8,
    "indifferent": -0.6, "afraid": -0.8, "proud": 1.0, "hostile": -2.0, "loyal": 1.8, "indebted": 1.2, "tired": -1.0,
    "displeased": -1.2, "pleased": 1.0, "delighted": 1.5, "charmed": 1.5, "enamoured": 3.0, "prejudiced": -1.0,
    "vexed": -1.0, "indignant": -1.8, "sorry": 0.5, "unjust": -0.5, "partial": 1.2, "suspicious": -1.2, "faithful": 1.8,
    "offended": -1.5, "disgusted": -2.0, "annoyed": -1.0, "irritated": -1.0, "enraged": -2.0, "disappointed": -0.6,
    "ashamed": -0.8, "weary": -0.8, "sick": -1.2, "envious": -1.0, "enchanted": 1.5, "fascinated": 1.2,
    "infatuated": 2.5, "smitten": 2.0, "interested": 0.6, "harsh": -1.2, "severe": -0.6, "unkind": -1.2, "unfaithful": -1.5,
    "thankful": 1.2, "affectionate": 1.2, "tender": 1.2, "friendly": 0.8, "good": 0.6,
}  # fmt: skip
"""An adjective of the subject that aims at somebody ("angry with him")."""

TINTS: dict[str, float] = {
    "kind": 1.0, "kindly": 1.0, "cordial": 1.2, "warm": 1.5, "tender": 1.8, "friendly": 1.2, "affectionate": 1.8, "high": 1.2,
    "good": 1.0, "favourable": 1.0, "hostile": -2.0, "bitter": -2.0, "hard": -1.2, "unkind": -1.5, "ill": -1.5, "bad": -1.2,
    "low": -1.2, "poor": -1.0, "unfriendly": -1.5, "unfavourable": -1.2,
}  # fmt: skip
"""What an adjective makes of a feeling, a sentiment or an opinion that somebody has of another."""

TOWARD: dict[str, float] = {
    "care for": 1.2, "dote on": 2.5, "dote upon": 2.5, "confide in": 1.2, "believe in": 1.0, "sympathise with": 1.0,
    "sympathize with": 1.0, "approve of": 1.0, "flirt with": 0.8, "side with": 0.8, "smile at": 0.3,
    "smile on": 0.3, "disapprove of": -1.2, "quarrel with": -1.2, "sneer at": -1.5, "scoff at": -1.2, "jeer at": -1.2,
    "spit at": -2.5, "swear at": -1.2, "shout at": -0.8, "rage at": -1.5, "scowl at": -1.0, "frown at": -0.5, "glare at": -1.0,
    "shrink from": -1.0, "recoil from": -1.0, "shudder at": -0.8, "plot against": -3.0,
    "conspire against": -3.0, "turn against": -2.0, "rebel against": -1.5, "spy on": -1.0, "spy upon": -1.0,
    "complain of": -0.8, "despair of": -0.5, "tire of": -1.0, "weary of": -1.0, "break with": -1.5,
    "trample on": -2.0, "prey on": -2.0, "impose on": -0.8, "run after": 0.5, "pine for": 2.0, "long for": 1.5,
}  # fmt: skip
"""What the subject feels for whom a verb and its preposition aim at."""

VIRTUES: dict[str, float] = {
    "agreeable": 0.9, "amiable": 1.0, "charming": 1.0, "handsome": 0.4, "good-humoured": 0.8, "kind": 0.8, "generous": 1.0,
    "noble": 0.8, "honest": 0.8, "honourable": 1.0, "honorable": 1.0, "gentle": 0.6, "delightful": 1.0, "excellent": 0.8,
    "brave": 0.8, "blameless": 1.6, "faithful": 0.8, "loyal": 0.8, "clever": 0.4, "sensible": 0.5, "wise": 0.5,
    "affectionate": 1.0, "sweet": 0.7, "pleasing": 0.7, "admirable": 0.9, "benevolent": 1.0, "beautiful": 0.5,
    "lovely": 0.6, "dear": 0.5, "worthy": 0.7, "gallant": 0.6, "friendly": 0.8, "tender": 0.6,
    "beloved": 1.5, "splendid": 0.8, "darling": 1.2, "liberal": 0.6, "innocent": 0.6, "angel": 1.2, "gentleman": 0.3,
    "proud": -0.9, "disagreeable": -1.4, "haughty": -1.1, "arrogant": -1.3, "conceited": -1.1, "rude": -1.1, "insolent": -1.4,
    "odious": -1.6, "horrid": -1.3, "horrible": -1.2, "hateful": -1.8, "cruel": -1.5, "selfish": -1.2, "vicious": -1.6,
    "wicked": -1.5, "vile": -1.7, "false": -1.1, "deceitful": -1.6, "treacherous": -1.8, "mean": -0.8, "contemptible": -1.6,
    "detestable": -1.8, "abominable": -1.5, "unjust": -1.1, "ungenerous": -1.2, "malicious": -1.5, "brutal": -1.6,
    "villain": -1.8, "scoundrel": -1.8, "wretch": -1.0, "liar": -1.6, "coward": -1.4, "traitor": -2.0, "monster": -1.8,
    "fool": -0.8, "foolish": -0.5, "stupid": -0.8, "ridiculous": -0.9, "vain": -0.6, "dishonest": -1.3, "unworthy": -1.1,
    "worthless": -1.4, "profligate": -1.5, "impertinent": -1.0, "pompous": -0.8, "heartless": -1.5,
    "devil": -1.4, "fiend": -2.0, "murderer": -2.2, "thief": -1.3, "rascal": -1.2, "disgusting": -1.5, "ugly": -0.6,
    "arrogance": -1.4, "conceit": -1.2, "disdain": -1.4, "insolence": -1.4, "selfishness": -1.2, "cruelty": -1.6,
    "malice": -1.5, "treachery": -2.0, "villainy": -2.0, "falsehood": -1.2, "impertinence": -1.0, "rudeness": -1.0,
    "kindness": 1.0, "generosity": 1.0, "goodness": 1.0, "benevolence": 1.0, "tenderness": 0.8, "integrity": 0.8,
    "nobility": 0.8, "courage": 0.7, "charm": 0.8, "honesty": 0.8, "loyalty": 0.8,
    "ungrateful": -1.2, "unfeeling": -1.2, "resentful": -0.8, "dreadful": -0.6, "disgrace": -1.2, "unkind": -1.0,
}  # fmt: skip
"""Loaded words said of somebody: what the one who says (or thinks) them feels."""

MISJUDGED = frozenset({"wrong", "mistaken", "unjust"})
GUILT = frozenset({"ashamed", "remorse", "shame", "guilty", "repent", "humiliation", "regret"})
SELF_REPROACH = MISJUDGED | GUILT
"""Blaming oneself, for a judgement or a deed: it softens what one felt against somebody."""

NEGATORS = frozenset({"not", "no", "never", "n't", "nor", "neither", "hardly", "scarcely", "without", "far"})
LOADED = frozenset(VIRTUES) | SELF_REPROACH | frozenset(REGARD)
