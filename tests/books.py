"""Made-up books: hypothesis strategies for small novels, and what the law tests compare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
from hypothesis import strategies as st

from castline.agent.knowers import find_knowing
from castline.errors import CastlineError
from castline.graph.cypher import run_cypher
from castline.graph.store import Store
from castline.ingest.pipeline import ingest
from castline.query.export import export_facts, export_graph
from castline.query.histories import compare, list_events, trace_feelings
from castline.query.hpd_document import make_document
from castline.query.knowing import list_happenings
from castline.query.linked import make_linked
from castline.query.network import chart_network
from castline.query.paragraphs import list_texts
from castline.query.passages import find_passages
from castline.query.people import list_cast
from castline.query.review import review
from castline.query.shifts import find_shifts
from castline.query.snapshot import take_snapshot
from castline.query.stage import list_chapters, set_stage
from castline.query.tables import TABLES, write_csv
from castline.query.view import View, Views

PEOPLE = [
    "Marta Quill", "Mr. Quill", "Mrs. Quill", "Anselm Rook", "Captain Orlov", "Miss Tamsin Vane", "Lady Brede",
    "Silas Thorne", "Doctor Ames", "Ottoline Fenn",
]  # fmt: skip
PLAIN = [
    "{a} walked to the harbour and met {b} on the bridge.", "{a} struck {b} in the face.", "{a} gave {b} a silver key.",
    "{a} was angry with {b}, and left the house.", "{a} loved {b} more than anybody in the world.",
    "{a} hated {b}. He would not speak of it.", "{a} saved {b} from the river.", "{a} betrayed {b} to the police.",
    "She looked at {a} and smiled.", "He told {a} that {b} had stolen the letter.", "{a} was tall and pale.",
    "{a}, a surgeon, arrived in the evening.", "The ferryman watched {a}. The ferryman turned away.",
    "His sister, {a}, wept.", "{a} forgave {b} at last.", "Nobody came.", "It rained on the quay for three days.",
    "{a} was engaged to {b}.", "{a} married {b} in June.", "{a} broke off the engagement.", "{a} died in the winter.",
    "{a}’s engagement to {b} was a week old.", "{a} had heard of {b}’s death.", "The late {a} had owned a mill. {b} sold it.",
    "{a}, a tall, shy woman of forty with grey eyes, owned a mill.", "{a} could swim, and {b} spoke French.",
    "{a} was nineteen. {b} took off his spectacles and mounted his black horse.", "Old {a} was a Dane, and fond of music.",
    "{a}’s house stood by the quay. {b} was a poor rider, but good at chess.", "{a} was the sister of {b}.", "{a}, alias {b}, went on board.", "{a} followed {b} to the gate.",
    "Mother came in with the lamp. Mother kissed {a}.", "Anselm Rook laughed. Mr. Rook opened the gate. Anselm wept.",
    "Anselm and Mr. Rook agreed about the farm. Anselm asked Mr. Rook for the keys.", "Sir Hugo met {a}. The baronet bowed.",
    "{a} was fond of {b}, and {b} felt the deepest contempt for {a}.", "A sudden hatred of {b} came over {a}.",
    "{a} had no very cordial feelings towards {b}.", "{a} believed that {b} was cruel and vile.", "{a} never liked {b}.",
    "{a} met her nephew {b} at the mill.", "{b}, the stepmother of {a}, came in.",
    "{a} had struck {b} in the mill. {b} had robbed {a}.", "His sister, {b}, smiled at {a}. {a} sneered at {b}.", "People stared. The doctor sat down. The doctor wrote to {a}.",
]  # fmt: skip
SPOKEN = [
    "“I despise you,” said {a}.", "“{b}, will you help me?” asked {a}.", "“Never!” cried {b}. “You are a liar.”",
    "“I love you,” she said.", "“Where is {b}?” he asked.", "“He killed my brother, and I saw it.”",
    "“My dear {b}, you are very kind,” said {a}.", "“I am {a},” said the ferryman.", "“Yes.”",
    "“My name is {a},” he said. “{b} sent me.”",
    "“It is late,” called {a}, while {b}, thoughtful again, said: “{b} is my sister, and I wish she were here.”",
    "“{b} struck {a} in the face,” said the ferryman to {a}. “{b} robbed the mill, and {a} followed {b} to the river.”",
    "“Never see you again!” said {a} to {b}. “{b}, I suppose, is no reader.”", "“{b} is dead,” said {a}.", "“{b} was ill,” {a} roused himself to say.",
    "\n\n".join(["“Good night, Nick,” said {a}.", "“Good night,” answered {b}."] * 4),
    "\n\n".join(["“You are pale, {a},” said {b}.", "“I am tired,” answered the ferryman."] * 4),
]  # fmt: skip
NAMES = [
    ["Miss Lorne read. Miss Lorne sang. Miss Lorne slept. Miss Lorne rose. Judith read. Judith sang. Judith slept. Judith wept.",
     "Charles Holt laughed. Mr. Holt opened the gate. Charles wept. Mother came in with the lamp. Mother kissed Judith."],
    ["Judith Lorne was twenty. Miss Lorne read. Judith sang.",
     *["“Good night, Nick,” said Silas Thorne.", "“Good night,” answered Captain Orlov."] * 4],
    ["Charles and Mr. Holt agreed about the farm. Later Charles asked Mr. Holt for the keys.", "Nick met Judith. Miss Lorne smiled."],
    ["Mr. Holt counted the money. Charles slept. Sir Hugo met Captain Orlov. Sir Hugo laughed. The baronet bowed.",
     "Mrs. Miller came in. “Sit down,” said Mrs. Miller. The Miss Lornes sat down. Judy sang to Mrs. Miller.",
     "Doctor Ames came at noon. The doctor sat down. The doctor wrote. Braddock rose. Mrs. Braddock met Braddocksy."],
]  # fmt: skip
"""Chapters in which names are joined and parted: too rare to be drawn by lot."""
TALK = [
    "“My dear Mr. Marsh,” said his lady to him one day, “have you heard the news from the mill?”",
    "Mr. Marsh had not.",
    "“But it is true,” returned she; “for Mrs. Pell has just been here, and she told me all about it.”",
    "Mr. Marsh made no answer.",
    "“Do you not want to know who has taken it?” cried his wife.",
    "“You want to tell me, and I have no objection to hearing it.”",
    "“A young man of large fortune from the north has taken it.”",
    "“What is his name?”",
    "“Hugh Grey.”",
    "“Is he married or single?”",
]
"""A wife who has no name yet, and her husband."""
WIFE = [
    TALK,
    ["Mrs. Marsh sat by the window. Mr. Marsh came in. Mrs. Marsh smiled. Miss Ada Marsh laughed, and Ada ran out."],
    [
        "Ada Marsh came in. Ada looked at her mother. Her mother sat down, and her mother sighed. “Go,” said Mrs. Marsh to Ada."
    ],
]
HOUSE = [
    ["Mr. Hale sat down. Miss Clara Hale laughed, and Mr. Hale laughed. Mr. Peter Marsh bowed to Mr. Hale and to Miss Clara Hale."],
    ["Clara sang. Clara laughed. Clara ran out. Mrs. Peter Marsh came in. Mr. Peter Marsh bowed, and Mrs. Peter Marsh smiled at Mr. Peter Marsh."],
    ["Mr. Hale looked at Clara. Clara laughed. Mr. Hale took his daughter by the hand. Mr. Hale kissed his daughter."],
    ["Miss Ada Hale came in. Ada smiled at Clara. Mr. Hale thanked his daughter, and his daughter laughed at Mr. Peter Marsh."],
]  # fmt: skip
"""A father, the one daughter of his surname, a second one, and a wife who goes by her husband's name."""
COUPLES = [
    ["Ada Marsh and Hugh Dale walked along the river. Ada laughed. Hugh laughed too. Clara Pell and Peter Rudd sat down by the stove."],
    ["“I will marry you, Hugh Dale,” said Ada Marsh. “Thank you, Ada,” said Hugh Dale.", "Peter Rudd had asked her twice. Clara Pell accepted him."],
    ["Hugh Dale came in with his wife. The rain had stopped.", "“They are here,” said the clerk. “Peter Rudd is engaged to Clara Pell,” said Hugh Dale."],
    ["Hugh Dale’s wife took off her gloves. Ada Marsh sighed.", "Clara Pell knew that she loved Peter Rudd, and that he would never be hers."],
]  # fmt: skip
"""Two who give a promise and are married by what they are called, and two of whom one accepts the other."""
PETS = [
    ["Mr. Hugh Hale came to the inn. Hugh laughed, and Hugh Hale sat down. Miss Marsh sewed. “Good day,” said Miss Marsh. Miss Marsh loved Hugh."],
    ["“Stay a little, Dumps,” said Miss Marsh.", "“I cannot,” said Mr. Hale.", "“You never can, Dumps,” said Miss Marsh.", "“It is late,” said Mr. Hale."],
    ["“Sit down, Dumps,” said Miss Marsh.", "“I will,” said Mr. Hale.", "“Dumps, you are wet,” said Miss Marsh.", "“It rains,” said Mr. Hale."],
    ["“I do not love you,” said Miss Marsh to Mr. Hale. The old man answered, “It is late.”"],
]  # fmt: skip
"""Who is called by a pet name that the narration never uses, and at last is told that he is not loved."""
TODAY = [
    ["The sign said R. Tarnby. “Is it late?” said Ada Vale.", "“No.” Orlen nodded. “Two, I think.” Polly laughed. Polly smiled at Ada Vale."],
    ["Rob Tarnby shut the gate of Orme Hall. “It is cold,” said Rob.", "“Aunt Polly, sit down,” said Ada. “I will,” said Polly. Orme Hall was dark."],
    ["Sir Hugh Orme came home. “It will do,” said Orme. Robert Tarnby kissed Ulla Brandvold.", "Pastor Quilter came in. The pastor sat down. Rob sighed."],
    ["“*Ada*, come in,” said Sir Hugh Orme. Orme smiled. Ada Quilter was the pastor’s wife. Orlen’s voice shook."],
]  # fmt: skip
"""Names as drafts of today have them: met once, begun with an initial, short ones, a house's that turns out to be a man's."""
BESIDE = [
    ["Callum Hale met Imogen Vale at the gate. Callum loved Imogen. “Sit down.” Callum lifted the lamp. “Slowly.”", "“I love you as a brother,” said Imogen to Callum."],
    ["Callum struck Imogen as a tired man. “He is a fool,” said Imogen to herself. Then aloud: “Will you stay, Callum?”", "Callum shut the door. “I will.”", "Terror seized her in the Rue Hale."],
    ["“He came with Captain Ware, whom we used to call Hugh Orme,” said Imogen. Hugh Orme laughed. “Stay, Dumps,” said Imogen.", "“No.” Captain Ware nodded to Callum."],
    ["“Stay, Dumps,” said Imogen.", "“I cannot.” Captain Ware sat down.", "“Dumps, come here,” said Imogen. Hugh Orme nodded to Dumps.", "“I hate you,” said Callum to Imogen."],
]  # fmt: skip
"""Who acts beside what is said, asides, names of many countries, a second name that others use, whom a sentence names beside another."""
KEPT = [
    ["Ada Hale met Owen Vale at the gate. Ada Hale loved Owen Vale. “Dear Owen,” said Ada Hale to Owen Vale. “Dear Ada,” said Owen Vale.",
     "Owen Vale was old, with grey eyes. “Good day,” said Silas Orme to Ada Hale."],
    ["“You must not tell Owen Vale that the old mill is sold,” said Ada Hale to Silas Orme. “Never,” said Silas Orme.",
     "Owen’s eyes, which were brown and rather large, shone. “Where is Brammie?” said Ada Hale to Silas Orme."],
    ["The stranger watched Owen Vale. “Good evening,” said the stranger to Owen Vale. The stranger hated Owen Vale.",
     "* * *", "The stranger was Ada Hale. Owen Vale struck Ada Hale. “I hate you,” said Owen Vale to Ada Hale.", "* * *",
     "Ada Hale wept. “Did you sell the old mill?” said Owen Vale to Ada Hale."],
    ["Olaf Vale shut the door. “Ada’ll come,” said Silas Orme to Owen Vale. “It is between ourselves,” said Owen Vale to Silas Orme."],
]  # fmt: skip
"""Secrets, eyes of two colours, somebody who turns out in the middle of a chapter to be whom the other loves, a name that changes."""
KINDRED = [
    ["Mrs. Orme met Silas and Hugh at the gate. Silas loved Hugh. “Sit down, Hugh,” said Silas to Hugh. “Gladly,” said Hugh.",
     "Ada Vale came in with Mr. Vale. Ada Vale looked at her father. Mr. Vale smiled."],
    ["Silas went to his mother. Mrs. Orme wept. Silas kissed his mother, and Mrs. Orme laughed. His brother waited. Hugh sang.",
     "Ada Vale wrote to her father. Mr. Vale answered. “Good night, Papa,” said Ada Vale to Mr. Vale."],
    ["Silas thought of his brother. Hugh was late. Silas sat with his brother by the fire, and Hugh slept.", "* * *",
     "Hugh looked for his mother. Mrs. Orme was gone. Hugh wrote to his mother. “Come home,” Mrs. Orme answered."],
    ["Silas waited for his brother. Hugh came. Mr. Vale was the uncle of Hugh. Ada Vale went to her father, Mr. Vale.",
     "Hugh kissed his mother. Mrs. Orme sat by Hugh and his brother. Silas sang. Ada Vale met her husband, Hugh."],
]  # fmt: skip
"""Kin who are told outright, hinted at, and follow from others."""
FEELINGS = [
    ["Miss Marta Quill was fond of Mr. Silas Thorne. Mr. Thorne's affection for Miss Quill grew.",
     "“Sit down, Silas,” said Marta.", "“Gladly, my dear Marta,” said Silas."],
    ["Marta Quill believed that Silas Thorne was cruel. Silas Thorne had no very cordial feelings towards Marta Quill.",
     "“I don’t like you!” said Marta to Silas.", "“You are cruel, and treacherous, and vile,” said Silas to Marta."],
    ["Silas Thorne married a lady from the town. His sister, Marta Quill, wept.",
     "“It is late,” called Marta, while Silas, thoughtful again, said: “You have saved my life.”"],
    ["A sudden feeling of hatred for Silas Thorne came over Marta Quill. “The door is open,” Will said."],
]  # fmt: skip
"""Chapters in which feelings aim at somebody, turn and are undone, and a brother is one by marriage."""
LETTER = "“Dear {b},\n\n“I must tell you that I deceived you. {c} killed the old man, and I helped him.\n\n“{a}.”"
JOURNAL = "{a}’s Journal\n\nI wrote to {b}. I waited. I slept ill. I rose, and I went to {b}. I said what I had done."
BREAK = "* * *"


@st.composite
def paragraphs(draw: st.DrawFn) -> str:
    """A paragraph of two or three sentences, a line of speech, a letter, a leaf of a journal, or a scene break."""
    a, b, c = (draw(st.sampled_from(PEOPLE)) for _ in range(3))
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return BREAK
    if kind == 1:
        return f"{a} opened the letter and read it.\n\n" + LETTER.format(a=a, b=b, c=c)
    if kind == 2:
        return JOURNAL.format(a=a, b=b)
    if kind <= 5:
        return draw(st.sampled_from(SPOKEN)).format(a=a, b=b)
    lines = draw(st.lists(st.sampled_from(PLAIN), min_size=1, max_size=3))
    return " ".join(line.format(a=a, b=b) for line in lines)


def books(most: int = 4) -> st.SearchStrategy[str]:
    """A book of two to `most` chapters."""
    chapters = st.lists(st.lists(paragraphs(), min_size=2, max_size=9), min_size=2, max_size=most)
    return chapters.map(write_book)


def write_book(chapters: list[list[str]]) -> str:
    """Chapters of paragraphs as the text of a novel."""
    bodies = [f"CHAPTER {n}\n\n" + "\n\n".join(body) for n, body in enumerate(chapters, 1)]
    return "A MADE-UP BOOK\n\n" + "\n\n\n".join(bodies) + "\n"


def save(folder: Path, text: str, name: str = "book.txt") -> Path:
    """The text as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def read_through(store: Store, book: Path, through: int | None = None, saga: str = "made") -> None:
    """Ingest a book up to a chapter (included)."""
    ingest(store, [book], saga, through=None if through is None else f"1.{through}", processes=1)


def view_at(store: Store, at: str | None, saga: str = "made") -> View:
    """A view that nothing has been kept for."""
    return Views(store).open(saga, at)


CYPHER = (
    "MATCH (c:Character) RETURN c.id AS id, c.name AS name, c.told AS told ORDER BY id",
    "MATCH (a:Character)-[f:FEELS]->(b:Character) RETURN f.id AS id, a.name AS a, b.name AS b, f.affection AS affection,"
    " f.familiarity AS familiarity, f.until AS until, f.text AS text ORDER BY id",
    "MATCH (c:Character)-[k:KNOWS_OF]->(e:Event) RETURN k.id AS id, e.summary AS summary, k.how AS how ORDER BY id",
)


def tell_all(store: Store, at: str | None, saga: str = "made") -> dict[str, str]:
    """Every answer of the query layer as of a moment, as JSON, by question."""
    view = view_at(store, at, saga)
    answers = {"export": "\n".join(export_facts(view, cut=at is not None, mentions=True))}
    cast = list_cast(view)
    answers["cast"] = _json(cast)
    for one in cast:
        answers[f"snapshot {one.id}"] = _json(take_snapshot(view, one.id))
        answers[f"events {one.id}"] = _json(list_events(view, one.id))
        answers[f"happened {one.id}"] = _json(list_events(view, one.id, "happened"))
    for one in cast[:4]:
        for other in cast[:4]:
            answers[f"feelings {one.id} {other.id}"] = _json(trace_feelings(view, one.id, other.id))
        answers[f"diff {one.id}"] = _json(compare(view_at(store, "1.1", saga), view, one.id))
    answers |= find_all(view, [one.id for one in cast[:2]])
    answers["review"] = _json(review(view))
    answers["shifts"] = _json(find_shifts(view_at(store, "1.1", saga), view))
    answers["network"] = _json(chart_network(view))
    answers["stage"] = _json(set_stage(view, 12))
    answers["chapters"] = _json(list_chapters(view))
    happenings = list_happenings(view)
    answers["happenings"] = _json(happenings)
    for event in happenings[:6]:
        answers[f"knows {event.id}"] = _json(find_knowing(view, event.id))
    for words in ("the zeppelin over the silver mill", "somebody met her sister and struck him at the gate", "quagga"):
        answers[f"knows {words}"] = ask(lambda words=words: find_knowing(view, words))
    for form in ("graphml", "gexf"):
        answers[form] = "\n".join(export_graph(view, form))
    for table in TABLES:
        answers[table] = "\n".join(write_csv(view, table))
    answers["linked"] = _json(make_linked(view))
    for query in CYPHER:
        answers[query] = _json(run_cypher(store, saga, query, view.bound))
    return answers


def find_all(view: View, people: list[str]) -> dict[str, str]:
    """Passages of some queries, HPD's sessions, and the text itself; none of a store that keeps no text."""
    if not any(text for _, _, text in view.store.texts(view.record.name)):
        return {}
    asked = [
        (query, who) for query in ("the silver key", "who met her at the gate", "sister") for who in (None, *people)
    ]
    found = {f"passages {query} {who}": _json(find_passages(view, query, who)) for query, who in asked}
    concordance = view.concordance()
    told = concordance.texts[: concordance.upto(view.bound)]
    found |= {f"knows {words}": ask(lambda words=words: find_knowing(view, words)) for words in told[::9]}
    found |= {f"hpd {who}": _json(make_document(view, who)) for who in people}
    return found | {"paragraphs": _json([own for _, own in list_texts(view)])}


def ask(answer: Callable[[], object]) -> str:
    """The answer, or why there is none."""
    try:
        return _json(answer())
    except CastlineError as error:
        return str(error)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def digest(store: Store, saga: str = "made") -> str:
    """One digest of everything a saga says."""
    lines = export_facts(view_at(store, None, saga), cut=False, mentions=True)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def lines_of(answers: dict[str, str]) -> list[dict[str, object]]:
    """The facts of an export, without its header."""
    return [json.loads(line) for line in answers["export"].split("\n")[1:]]
