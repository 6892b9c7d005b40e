"""Who says what, to whom, and whom "he" means: small talks with one answer."""

from __future__ import annotations

import re

import pytest
from conftest import excuse

from castline.ingest.extraction.extract import extract
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.resolve import resolve

if find_model() is None:
    excuse("No English model is installed. `make test` installs it.")


def read(memory: Memory, text: str, chapter: int = 1) -> Resolution:
    """Resolve a chapter given as text with blank lines between its paragraphs."""
    spans = [(found.start(), found.end(), 1) for found in re.finditer(r"(?s)\S.*?(?=\n\n|$)", text)]
    return resolve(memory, extract(load_model(find_model()), text, spans), 1, f"talk:1.{chapter}:")


def speakers(memory: Memory, found: Resolution) -> list[str]:
    return [memory.person(said.speaker).name if said.speaker >= 0 else "" for said in found.spoken]


def test_a_verb_before_the_name_tells_the_speaker() -> None:
    memory = Memory()
    found = read(
        memory,
        "Orla Finch met Bram Tolley, and Bram Tolley smiled.\n\n“At last!” cried Orla.\n\n“Hardly,” interposed Bram drily.",
    )
    assert speakers(memory, found) == ["Orla Finch", "Bram Tolley"]
    assert [said.rule for said in found.spoken] == ["said-name", "said-name"]


def test_bare_quotes_go_to_and_fro() -> None:
    memory = Memory()
    talk = ["“Is it far?” said Orla Finch to Bram Tolley.", "“A mile,” said Bram.", "“So little?”", "“It is uphill.”"]
    found = read(memory, "\n\n".join(talk))
    assert speakers(memory, found) == ["Orla Finch", "Bram Tolley", "Orla Finch", "Bram Tolley"]
    assert [said.addressees for said in found.spoken[2:]] == [[found.spoken[1].speaker], [found.spoken[0].speaker]]


@pytest.mark.parametrize(
    "beside",
    [
        "“Put it down.” Hugh Dale had not moved. “Slowly.”",
        "“Put it down.” Hugh had not moved.",
        "Hugh lifted the lamp. “Put it down.”",
    ],
)
def test_who_acts_beside_what_is_said_says_it(beside: str) -> None:
    """Though the turn is another's."""
    met = "Orla Finch met Bram Tolley and Hugh Dale. Hugh Dale smiled at Orla Finch, and Bram Tolley laughed."
    talk = ["“Is it far?” said Orla to Bram.", "“A mile,” said Bram.", "“So little?” said Orla.", beside]
    memory = Memory()
    found = read(memory, "\n\n".join([met, *talk]))
    assert speakers(memory, found)[3] == "Hugh Dale" and found.spoken[3].rule == "acts beside"


def test_what_is_said_does_to_the_other_does_not_make_them_say_it() -> None:
    met = "Orla Finch met Bram Tolley. Orla Finch smiled at Bram Tolley, and Bram Tolley laughed."
    talk = ["“Is it far?” said Orla to Bram.", "“You will see.” Orla turned away her head. “It is not,” said he."]
    memory = Memory()
    assert speakers(memory, read(memory, "\n\n".join([met, *talk])))[1:] == ["Bram Tolley"] * 2


@pytest.mark.parametrize(
    ("told", "who"),
    [
        ("“The road is closed,” May said.", "May"),
        ("Bram Tolley waited till Orla roused herself to say: “The road is closed.”", "Orla"),
        ("The quiet was ended by Orla’s suddenly saying, “The road is closed.”", "Orla"),
    ],
)
def test_tags_that_the_parse_alone_would_miss(told: str, who: str) -> None:
    """A name that is a modal verb, a reflexive subject, a gerund that is owned."""
    met = "Orla Finch met Bram Tolley and his sister, May Tolley. Orla Finch smiled at May Tolley."
    memory = Memory()
    (said,) = speakers(memory, read(memory, f"{met}\n\n{told}"))
    assert said.split()[0] == who


def test_a_paragraph_may_hold_the_words_of_two() -> None:
    memory = Memory()
    met = "Orla Finch met Bram Tolley, and Bram Tolley smiled."
    both = "“It will be late,” called Orla, while Bram, thoughtful again, said: “In a way, I wish it were.”"
    one = "“It will be late,” said Orla, and looked at Bram: “in a way, I wish it were.”"
    assert speakers(memory, read(memory, f"{met}\n\n{both}")) == ["Orla Finch", "Bram Tolley"]
    assert len(read(memory, one, 2).spoken) == 1


@pytest.mark.parametrize(("said", "by"), [
    ("“Whose boat is it?” “Mine,” said Bram Tolley.", ["Orla Finch", "Bram Tolley"]),
    ("“Whose boat is it?” said Bram Tolley. “Mine.”", ["Bram Tolley"]),
    ("“A boat?” “Two.” “Three!” “Four,” said Bram Tolley.", ["Bram Tolley", "Orla Finch", "Bram Tolley", "Orla Finch"][::-1]),
    ("“A boat?” “Two?” “Three?” “Four?” “Five?” asked Bram Tolley.", ["Bram Tolley"]),
])  # fmt: skip
def test_a_quote_that_opens_where_another_is_closed_answers_it(said: str, by: list[str]) -> None:
    memory = Memory()
    found = read(memory, f"Orla Finch met Bram Tolley, and Bram Tolley smiled at Orla Finch.\n\n{said}")
    assert speakers(memory, found) == by


def test_hardly_anybody_names_himself() -> None:
    """The third, just named, would be the likeliest but for what is said of him."""
    memory = Memory()
    talk = [
        "Orla Finch met Bram Tolley, and Bram Tolley smiled. Martin Sorrel came in.",
        "“It is a good farm,” said Orla.",
    ]
    said = speakers(memory, read(memory, "\n\n".join([*talk, "“Martin never reads.”", "“He has no time,” said Orla."])))
    assert said[1] == "Bram Tolley"


def test_a_thought_in_brackets_leads_in_to_nothing() -> None:
    memory = Memory()
    told = "Orla Finch went in (Orla thought it late), and a voice was heard behind the door, “Come, and shut it.”"
    found = read(memory, f"Orla Finch met Bram Tolley. Bram smiled.\n\n{told}")
    assert found.spoken[0].rule != "said-name"


def test_nobody_calls_a_man_of_his_own_house_mr() -> None:
    met = (
        "Mr. Hale and Peter Hale sat by the fire with Ora Pell. Mr. Hale and Peter Hale slept. Mr. Hale and Peter woke."
    )
    memory = Memory()
    found = read(memory, f"{met}\n\n“I am cold,” said Ora.\n\nPeter looked up.\n\n“You are late, Mr. Hale.”")
    assert len({memory.person(key).key for key in found.naming.of_form.values()}) == 3
    assert speakers(memory, found)[-1] != "Peter Hale"


def test_a_name_before_an_aside_and_its_verb_calls_nobody() -> None:
    memory = Memory()
    talk = ["“Is it far?” said Orla Finch to Bram Tolley.", "“Mr. Sorrel, I suppose, is no man of information?”"]
    found = read(memory, "\n\n".join([*talk, "“Mr. Sorrel, the road is closed.”"]))
    called = [[memory.person(key).name for key in said.addressees] for said in found.spoken[1:]]
    assert "Mr. Sorrel" not in called[0] and called[1] == ["Mr. Sorrel"]


def test_narration_with_a_colon_leads_in() -> None:
    memory = Memory()
    found = read(
        memory,
        "Orla Finch was silent. Bram Tolley walked in, and Bram Tolley turned to her with a bow:\n\n“The road is closed.”",
    )
    assert speakers(memory, found) == ["Bram Tolley"]


@pytest.mark.parametrize(
    "tag",
    [
        "Bram Tolley puffed.",
        "was Bram Tolley’s dry reply.",
        "said the worthy Bram Tolley.",
        "again put in Bram Tolley.",
    ],
)
def test_a_quote_that_ends_in_a_comma_is_said_by_whoever_follows(tag: str) -> None:
    memory = Memory()
    found = read(memory, f"Orla Finch met Bram Tolley, and Bram Tolley smiled at Orla Finch.\n\n“A mile,” {tag}")
    assert speakers(memory, found) == ["Bram Tolley"]
    assert found.spoken[0].rule == "said-name"


def test_a_paragraph_without_an_end_leads_in() -> None:
    memory = Memory()
    found = read(memory, "Orla Finch nodded at Bram Tolley, and Bram Tolley said--\n\n“The road is closed.”")
    assert speakers(memory, found) == ["Bram Tolley"]


def test_the_colonel_is_the_colonel_who_was_named() -> None:
    memory = Memory()
    text = "Colonel Tolley met Orla Finch, and Colonel Tolley bowed.\n\n“A mile,” said the colonel.\n\n“So far?” asked Orla."
    assert speakers(memory, read(memory, text)) == ["Colonel Tolley", "Orla Finch"]


NARRATED = """I had come down early, and I sat by the stove while I waited; I was cold, and I said so to myself.

“You are early, Pinnock,” said Orla Finch.

“I could not sleep,” I said.

“Nobody could, Pinnock,” said Orla Finch. “It was the wind.”

“It was the dogs,” I said. I got up and I went to the window, and I looked out.

“Come away from there, Pinnock,” said Orla Finch.

“I will,” I said, and I did."""


def test_a_narrator_bears_the_name_that_others_call() -> None:
    memory = Memory()
    found = read(memory, NARRATED)
    assert [memory.people[key].name for _, key, _ in found.unmasked] == ["Pinnock"]
    assert found.spoken[1].speaker == found.teller_at(0)
    assert found.spoken[0].addressees == [found.teller_at(0)]


def test_a_name_that_the_narrator_calls_is_another_s() -> None:
    memory = Memory()
    text = (
        NARRATED.replace("Pinnock", "Orla")
        .replace("said Orla Finch", "said the old man")
        .replace("I said", "I said, Orla")
    )
    assert (
        read(memory, text.replace("“I will,”", "“I will, Orla,”").replace("the dogs,”", "the dogs, Orla,”")).unmasked
        == []
    )


def test_his_own_and_hers_tell_a_gender() -> None:
    memory = Memory()
    read(memory, "Tamsel took her hat. Quill lost his way. Tamsel shut her eyes, and Tamsel laughed. Quill said nothing. "
                 "“Come,” said Tamsel. “No,” said Quill.")  # fmt: skip
    assert {p.name: p.gender for p in memory.people} == {"Tamsel": "f", "Quill": "m"}
