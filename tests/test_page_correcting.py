# ruff: noqa: F811  (fixtures of another file)
"""What a reader sets right on the page: a finding, a person, a pair; and that it is taken back, and tells nothing of later."""

from __future__ import annotations

import re
from pathlib import Path

from books import save, write_book
from conftest import need_module
from test_corrections import MILL
from test_service import serving

import castline

need_module("playwright")
need_module("axe_playwright_python")
from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import Browser, Page, expect  # noqa: E402
from test_page import address, browser, visit  # noqa: E402, F401

ADAS = [
    ["Ada Marchfield read. Ada Marchfield sang. Mr. Orme laughed. Ada Marchfield opened the gate. Mr. Orme wept."],
    ["Ada Marchfeild rose. Ada Marchfeild sat down. Mr. Orme met Ada Marchfield. Mr. Orme wrote to Ada Marchfield."],
]


def test_a_finding_is_settled_by_a_button_and_taken_back(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "the_salt_ledger") as library:
        library.ingest(save(tmp_path, write_book(ADAS)), processes=1)
        assert [one.kind for one in library.review()] == ["split"]
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "all", "?tab=more")
            page.get_by_label("Who says so").fill("ada")
            button = page.get_by_role("button", name=re.compile("^They are one: Ada Marchfield and "))
            button.focus()
            page.keyboard.press("Enter")
            back = page.get_by_role("button", name=re.compile("^Take it back: They are one"))
            expect(back).to_be_visible(timeout=60_000)
            expect(button).to_have_count(0)
            said = [(one.correction.by, one.state) for one in library.corrections()]
            assert said == [("person:ada", "stands")]
            page.reload()
            expect(back).to_be_visible(timeout=60_000)
            page.locator("#back").click()
            expect(back).to_have_count(0)  # it names who may be met later
            page.locator("#on").click()
            back.click()
            expect(button).to_be_visible(timeout=60_000)
            assert [one.state for one in library.corrections()] == ["withdrawn"]
            found = Axe().run(page).response["violations"]
            assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
            page.context.close()


def open_fold(page: Page, address: str, where: str) -> None:
    """Show somebody, or two, and open what may be wrong there."""
    page.goto(f"{address}/{where}")
    page.get_by_text("Something is wrong here").click()


def set_right(page: Page, button: str) -> None:
    """Press a button that sets something right, and wait until the book is settled with it and shown again."""
    press = page.get_by_role("button", name=button, exact=True).first
    expect(press).to_be_enabled()
    press.click()
    expect(page.locator("#told details.right:not([open])")).to_be_visible(timeout=60_000)


def tie(page: Page, at: str, what: str, whose: str) -> None:
    """Say what Owen Hale is to another."""
    open_fold(page, at, "?tab=person&who=Owen%20Hale")
    page.get_by_label("What they are: mother").fill(what)
    page.get_by_label("whose", exact=True).select_option(label=whose)
    set_right(page, "That is what they are")


def test_whatever_is_wrong_is_set_right_where_it_stands(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "the_salt_ledger") as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        with serving(library) as client:
            at = str(client.base_url)
            page = visit(browser, at, "3")
            open_fold(page, at, "?tab=person&who=Ada%20Pell")
            for idle in ("They are one", "Call them so", "Give them the words"):
                expect(page.get_by_role("button", name=idle, exact=True)).to_be_disabled()
            found = Axe().run(page).response["violations"]
            assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
            page.get_by_label("Who says so").fill("ada")
            page.get_by_label("which words").select_option(label="Stay,")
            page.get_by_label("who says them").select_option(label="Owen Hale")
            set_right(page, "Give them the words")
            page.get_by_text("Something is wrong here").click()
            page.get_by_label("What they are called").fill("Ada Wye")
            set_right(page, "Call them so")
            expect(page.locator("#told h2")).to_have_text("Ada Wye")
            assert "Stay," in [quote.words for quote in library.snapshot("Owen Hale", 3).quotes]

            open_fold(page, at, "?tab=person&who=Owen%20Hale")
            page.get_by_label("what they said").select_option(label="Stay,")
            page.get_by_label("who hears them").select_option(label="Captain Ware")
            set_right(page, "It was said to them")
            assert [
                one for quote in library.snapshot("Owen Hale", 3).quotes if quote.words == "Stay," for one in quote.to
            ] == ["Captain Ware"]

            tie(page, at, "brother", "Ada Wye")
            assert [(tie.who, tie.word) for tie in library.snapshot("Owen Hale", 3).relations] == [
                ("Ada Wye", "sister")
            ]

            open_fold(page, at, "?tab=person&who=Owen%20Hale")
            page.get_by_label("which name is another’s").select_option(label="Mr. Hale")
            set_right(page, "They are two")
            open_fold(page, at, "?tab=person&who=the%20ferryman")
            page.get_by_label("who it is").select_option(label="Captain Ware")
            set_right(page, "They are one")
            open_fold(page, at, "?tab=person&who=Raven")
            page.get_by_role("button", name="No person", exact=True).click()
            expect(page.locator("#told h2")).to_have_text("Who is this?", timeout=60_000)
            assert {one.name: one.also for one in library.cast()} == {
                "Ada Wye": ("Ada Pell",), "Owen Hale": (), "Captain Ware": ("the ferryman",), "Mr. Hale": (),
            }  # fmt: skip

            open_fold(page, at, "?tab=pair&who=Ada%20Wye&with=Captain%20Ware")
            page.get_by_label("what Ada Wye feels for Captain Ware").fill("11")
            expect(page.get_by_role("button", name="Set it", exact=True).first).to_be_disabled()
            page.get_by_label("what Ada Wye feels for Captain Ware").fill("-4")
            set_right(page, "Set it")
            assert library.feelings("Ada Wye", "Captain Ware").directions[0].levels[-1][1] == -4
            page.get_by_text("Something is wrong here").click()
            expect(page.get_by_role("button", name=re.compile("^Take it back"))).to_have_count(8)
            page.get_by_role("button", name="Take it back: Two: Owen Hale and Mr. Hale").click()
            expect(page.locator("#told details.right:not([open])")).to_be_visible(timeout=60_000)
            assert ("Mr. Hale",) in [one.also for one in library.cast()]
            assert {one.correction.by for one in library.corrections()} == {"person:ada"}
            page.context.close()


def test_any_words_of_a_chapter_are_given_to_whoever_says_them(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "the_salt_ledger") as library:
        library.ingest(save(tmp_path, write_book(MILL)), processes=1)
        with serving(library) as client:
            at = str(client.base_url)
            page = visit(browser, at, "3")
            chapter = next(
                quote.evidence.told for quote in library.snapshot("Ada Pell", 3).quotes if quote.words == "Stay,"
            )
            open_fold(page, at, f"?tab=person&who=Owen%20Hale&at={chapter.rsplit('.', 1)[0]}")
            page.get_by_label("Words that they say in this chapter").fill("no such words")
            page.get_by_role("button", name="They say it", exact=True).click()
            expect(page.get_by_text("stand in no quote of chapter")).to_be_visible()
            page.get_by_label("Words that they say in this chapter").fill("stay")
            set_right(page, "They say it")
            assert "Stay," in [quote.words for quote in library.snapshot("Owen Hale", 3).quotes]
            page.context.close()


def test_who_is_found_by_a_part_of_a_name_is_the_one_of_the_pair(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all")
    page.get_by_label("Find a person").fill("Brisa")
    page.keyboard.press("Enter")
    expect(page.locator("#told h2").first).to_have_text("Brisa Tolloway")
    page.get_by_role("tab", name="Pair", exact=True).click()
    expect(page.get_by_label("The one").locator("option:checked")).to_have_text("Brisa Tolloway")
    page.context.close()
