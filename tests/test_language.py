"""Which language a chapter is in: said where it is not English, and read without a grammar that is not its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import digest, read_through, save, tell_all
from runs import fails
from shelf import write_tale

import castline
from castline.graph.opening import open_store
from castline.ingest.language.detection import find_language
from castline.ingest.pipeline import ingest

ENGLISH = (
    "Marta Quill stood on the bridge and watched the boats come in. She had waited there since the morning, and nobody had "
    "come. “They will not come now,” said Silas Thorne. He took her hand, and they went home along the river in the rain."
)
FRENCH = (
    "Le matin, Anselme Rouvray descendit au port avec sa sœur Mathilde. Ils avaient attendu toute la nuit une lettre qui "
    "n’était pas venue, et le vieux marin ne leur disait rien. « Où est donc mon frère ? » demanda Mathilde Rouvray. Puis elle "
    "regarda la mer, et personne ne répondit, car le vent soufflait déjà très fort sur les toits de la petite ville."
)
GERMAN = (
    "Am Morgen ging Anselm Rotmann mit seiner Schwester zum Hafen hinunter. Sie hatten die ganze Nacht auf einen Brief gewartet, "
    "der nicht gekommen war, und der alte Fischer sagte ihnen nichts. „Wo ist denn mein Bruder?“ fragte Grete Rotmann. Dann sah "
    "sie auf das Meer, und niemand gab Antwort, weil der Wind schon sehr stark über die Dächer der kleinen Stadt wehte."
)
SPANISH = (
    "Por la mañana, Anselmo Robles bajó al puerto con su hermana Matilde. Habían esperado toda la noche una carta que no había "
    "llegado, y el viejo marinero no les decía nada. —¿Dónde está mi hermano? —preguntó Matilde Robles. Luego miró el mar, y "
    "nadie respondió, porque el viento soplaba ya muy fuerte sobre los tejados de la pequeña ciudad."
)
LATIN = (
    "Mane Anselmus cum sorore sua ad portum descendit. Totam noctem epistulam exspectaverant quae non venerat, et senex nauta "
    "nihil eis dicebat. Tum Mathilda mare spectavit et quaesivit ubi frater esset, sed nemo respondit, quia ventus iam magna vi "
    "super tecta oppidi parvi flabat atque omnes cives domum festinabant priusquam tempestas litora attingeret."
)
CHAPTERS = (ENGLISH, FRENCH, f"{FRENCH}\n\n{FRENCH}", ENGLISH, GERMAN)


def write_mixed(folder: Path) -> Path:
    """A book that is English, French, French, English and German."""
    return save(folder, "\n\n\n".join(f"CHAPTER {n}\n\n{words}" for n, words in enumerate(CHAPTERS, 1)) + "\n")


@pytest.mark.parametrize(
    ("text", "code"), [(ENGLISH, "en"), (FRENCH, "fr"), (GERMAN, "de"), (SPANISH, "es"), (LATIN, "la")]
)
def test_a_text_is_in_the_language_of_its_words(text: str, code: str) -> None:
    assert [find_language(words) for words in (text, text.upper(), text * 400)] == [code] * 3


def test_english_with_foreign_words_is_english() -> None:
    assert find_language(f"{ENGLISH} “{FRENCH}” said Marta, and she wept. {ENGLISH}") == "en"


def test_what_is_too_short_to_tell_is_taken_for_english() -> None:
    assert {find_language(text) for text in ("", "Oui.", FRENCH[:100], "Anna Ben Clara Dora " * 200, "x" * 9999)} == {
        "en"
    }


def test_where_another_language_begins_is_told_and_its_grammar_is_not_read(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "made") as library:
        report = library.ingest(write_mixed(tmp_path))
        facts = list(library.view().facts(["scene", "utterance", "character", "name"]))
    said = [(problem.chapter, problem.message) for problem in report.problems]
    assert [chapter for chapter, _ in said] == [2, 5]
    assert "French" in said[0][1] and "German" in said[1][1] and "--language en" in report.problems[0].advice
    blank = {
        fact.chapter: {f.by.split("/")[0].endswith("+blank") for f in facts if f.chapter == fact.chapter}
        for fact in facts
    }
    assert blank == {1: {False}, 2: {True}, 3: {True}, 4: {False}, 5: {True}}
    assert "Mathilde Rouvray" in {fact.form for fact in facts if fact.chapter == 2 and hasattr(fact, "form")}


def test_the_laws_hold_over_languages(tmp_path: Path) -> None:
    """Prefix, append, once; read in one process or in two; and a file that ends sooner."""
    book = write_mixed(tmp_path)
    whole, grown, apart = (open_store(str(tmp_path / f"{name}.db")) for name in ("whole", "grown", "apart"))
    read_through(whole, book)
    ingest(apart, [book], "made", processes=2)
    for n in range(1, len(CHAPTERS) + 1):
        read_through(grown, book, n)
        assert tell_all(grown, f"1.{n}") == tell_all(whole, f"1.{n}")
    assert digest(whole) == digest(grown) == digest(apart)
    text = book.read_text(encoding="utf-8")
    sooner = open_store(str(tmp_path / "sooner.db"))
    read_through(sooner, save(tmp_path / "sooner", text[: text.index("CHAPTER 4")]))
    assert tell_all(sooner, "1.3") == tell_all(whole, "1.3")


def test_the_reader_may_say_the_language(tmp_path: Path) -> None:
    book = write_mixed(tmp_path)
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        assert library.ingest(book, "as english", language="en").problems == []
        (problem,) = library.ingest(book, "as french", language="fr").problems
        assert problem.chapter == 1 and "French" in problem.message
        (problem,) = library.ingest(write_tale(tmp_path), "rare", language="tlh").problems
        assert "'tlh'" in problem.message


def test_no_code_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    said = fails(tmp_path, "ingest", str(tmp_path / "gone.txt"), "--language", "French")
    assert "--language 'French' is no code" in said and "auto" in said
