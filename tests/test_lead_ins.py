"""Who says what narration leads in to, how print differs from press to press, and what nobody says aloud."""

from __future__ import annotations

import pytest
from conftest import excuse
from test_talk import read, speakers

from castline.ingest.extraction.extract import extract
from castline.ingest.extraction.quotes import find_quotes
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory

if find_model() is None:
    excuse("No English model is installed. `make test` installs it.")

MET = "Orla Finch met Bram Tolley and Hugh Dale on the bridge. Orla laughed, and Hugh nodded to Bram.\n\n"


def quotes_of(text: str) -> list[list[str]]:
    return [[text[a:b] for a, b in quote.parts] for quote in find_quotes(text, [(0, len(text))])]


@pytest.mark.parametrize(
    "led",
    [
        "Hugh Dale, taking hold of the rail, said, “The water is up.” Orla told them that she knew.",
        "At last Hugh Dale, who could hold no longer, addressed the others thus: “The water is up.” Orla told them that she knew.",
        "Hugh Dale broke silence, and cried, “The water is up!” Orla answered that she knew.",
    ],
)
def test_what_is_led_in_to_is_of_whom_it_leads_from(led: str) -> None:
    """Not of the sentence that begins anew behind it."""
    memory = Memory()
    assert speakers(memory, read(memory, MET + led)) == ["Hugh Dale"]


def test_a_paragraph_may_hold_the_words_of_several() -> None:
    """ "He" is not who tells as "I", nor is "she"."""
    memory = Memory()
    begun = "I was at the mill with Bram Tolley. I had my coat on, and I looked out, for I had heard the river all night. I was tired, and I told him "
    begun += "that I had not slept. I sat down by my lamp.\n\n"
    told = begun + "He called to me, “The water is up.” “So I see,” said I. “We must go,” he said."
    found = read(memory, told)
    teller, he = found.spoken[1].speaker, found.spoken[0].speaker
    assert memory.person(he).name == "Bram Tolley" and teller not in (he, -1)
    assert [said.speaker for said in found.spoken] == [he, teller, he]


def test_an_answer_that_is_led_in_to_is_an_utterance_of_its_own() -> None:
    asked = "He went on thus: “What would you do?” I answered, “I would go.”"
    assert quotes_of(asked) == [["What would you do?"], ["I would go."]]
    assert quotes_of("“Stop!” Anna said, “or I go.”") == [["Stop!", "or I go."]]


def test_a_dash_closes_what_is_said_in_single_marks() -> None:
    """A short dash with a blank before it, as British books print it, is a dash."""
    text = "‘You told her, at that table –’\n\n‘Because she wept.’ He stopped. ‘I never — nobody ever –’ She struck his arm away."
    spans = [(0, 32), (34, len(text))]
    notes = extract(load_model(find_model()), text, [(a, b, 1) for a, b in spans])
    said = [[text[a:b] for a, b in note.parts] for note in notes.utterances]
    assert said[0] == ["You told her, at that table –"]
    assert all("She struck" not in part for parts in said for part in parts)


def test_line_ends_of_every_system_read_alike() -> None:
    """What follows a quote in the next paragraph is no tag of it, whatever ends a line."""
    text = (
        MET
        + "“How is your arm?”\n\nHugh Dale laughed, and said nothing. It was late;\nthey went in.\n\n“Good night,”\nsaid Orla."
    )
    model = load_model(find_model())

    def tags(text: str) -> list[tuple[str, str]]:
        blank = "\r\n\r\n" if "\r" in text else "\n\n"
        starts = [0, *(at + len(blank) for at in range(len(text)) if text.startswith(blank, at))]
        ends = [*(start - len(blank) for start in starts[1:]), len(text)]
        notes = extract(model, text, [(a, b, 1) for a, b in zip(starts, ends, strict=True)])
        return [
            (note.rule, notes.mentions[note.speaker].form if note.speaker >= 0 else "") for note in notes.utterances
        ]

    assert tags(text) == tags(text.replace("\n", "\r\n"))
    assert tags(text)[0][1] == "" and tags(text)[1][1] == "Orla"


@pytest.mark.parametrize("mark", ["*", "_"])
def test_italics_that_say_i_are_a_thought_and_nobody_new(mark: str) -> None:
    memory = Memory()
    text = f"Orla Finch came down to the harbour. {mark}I should have gone with him,{mark} she thought. Bram Tolley waved to Orla."
    found = read(memory, text)
    assert speakers(memory, found) == ["Orla Finch"]
    assert found.spoken[0].addressees == []
    assert "1" not in memory.tellers and [person.name for person in memory.people if person.forms] == [
        "Orla Finch",
        "Bram Tolley",
    ]


def test_a_letter_in_italics_is_of_who_signs_it() -> None:
    memory = Memory()
    text = "Orla Finch opened the letter that Bram Tolley had sent.\n\n*Dear Orla, I have work on the boats, and a room.*\n\n*Bram Tolley*"
    found = read(memory, text + "\n\nOrla Finch put it away, and went to Bram Tolley.")
    assert speakers(memory, found)[:1] == ["Bram Tolley"] and "1" not in memory.tellers


@pytest.mark.parametrize("unsaid", ["Orla longed to ask", "Orla felt like answering", "Orla could have said"])
def test_what_somebody_only_longs_to_say_is_a_thought(unsaid: str) -> None:
    text = f"{unsaid}, “And you?” But she held her tongue."
    notes = extract(load_model(find_model()), text, [(0, len(text), 1)])
    assert [note.is_thought for note in notes.utterances] == [True]


def test_their_mother_is_neither_of_them() -> None:
    memory = Memory()
    met = "Orla Finch loved her brother Bram Finch. Orla Finch had come home to Bram Finch.\n\n"
    text = met + "Their mother was in the kitchen.\n\n“It is,” said Orla Finch."
    notes = extract(load_model(find_model()), text, [(0, len(met) - 2, 1), (len(met), len(text), 1)])
    at = next(index for index, note in enumerate(notes.mentions) if note.head == "mother")
    meant = read(memory, text).meant[at]
    assert meant < 0 or memory.person(meant).name not in ("Orla Finch", "Bram Finch")


@pytest.mark.parametrize("words", [
    "Hugh Dale handed Orla Finch the box; and as the flame flashed up she glanced at him and said: “Sit down.”",
    "Hugh Dale lit the lamp, and Orla Finch looked up at him and said: “Sit down.”",
])  # fmt: skip
def test_of_verbs_that_are_joined_the_last_subject_says_it(words: str) -> None:
    memory = Memory()
    assert speakers(memory, read(memory, MET + words)) == ["Orla Finch"]


def test_a_note_is_not_said_by_who_reads_it() -> None:
    for led, writer in (
        (
            "The message was from Bram Tolley, and ran as follows: “Come at once, for I am tired of waiting.”",
            ["Bram Tolley"],
        ),
        ("Orla Finch opened the note and read: “Come at once, for I am tired of waiting.”", []),
    ):
        memory = Memory()
        told = speakers(memory, read(memory, MET + led))
        assert told == writer if writer else told != ["Orla Finch"]
    memory = Memory()
    assert speakers(memory, read(memory, MET + "Orla Finch read aloud: “Come at once.”")) == ["Orla Finch"]
