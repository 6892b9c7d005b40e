"""The page, in a real browser: what it asks for, what it shows, and that hands, keys and screen readers find their way."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from conftest import excuse, need_module
from shelf import LEDGER, ledger_url, write_tale
from test_service import serving

import castline

need_module("playwright")
need_module("axe_playwright_python")
from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
SHOTS = os.environ.get("CASTLINE_SHOTS")
"""A folder for a picture of each view, to be looked at."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        excuse("There is no Chromium here: apt-get install chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with castline.open(ledger_url()) as library, serving(library) as client:
        yield str(client.base_url)


TABS = {
    "Person": "Who is this?", "Pair": "How did these two come to this?", "Knows": "Who knows?", "More": "More", "Now": "Chapter",
}  # fmt: skip
"""Tab -> what its panel says first."""


def press_tabs(page: Page) -> None:
    """Open each panel in turn, and somebody's."""
    for tab, heading in TABS.items():
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(page.locator("#told h2").first).to_contain_text(heading)
    open_sources(page)
    page.locator("#network .figure").first.click()
    expect(page.locator("#told h2").first).to_have_text("Brisa Tolloway")
    open_sources(page)


def open_sources(page: Page) -> None:
    """Open the paragraphs around the first two pieces of evidence of a panel."""
    for at in range(2):
        page.locator("#told .source").nth(at).click()
        expect(page.locator("#told .around").nth(at).locator("mark").first).to_be_visible()


def visit(browser: Browser, address: str, lock: str, where: str = "", size: str = "desktop", **how: Any) -> Page:
    """The page as somebody sees it who has said where they are."""
    wide, high = SIZES[size]
    page = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce", **how).new_page()
    page.add_init_script(f"localStorage.setItem('castline:lock:the_salt_ledger', '{lock}')")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}/{where}")
    expect(page.locator("#told > *").first).to_be_attached()
    assert not faults, faults
    return page


def test_who_comes_first_is_asked_where_they_are(browser: Browser, address: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    expect(page.get_by_role("dialog")).to_contain_text("Where are you in this book?")
    assert [url for url in asked if "/v1/" in url] == [f"{address}/v1/names?"]
    page.get_by_label("I have read chapter").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#told h2")).to_contain_text("Chapter 3")
    expect(page.locator("#chapter")).to_have_attribute("max", "3")
    page.close()


def test_nothing_from_beyond_the_lock_is_in_the_traffic(browser: Browser, address: str) -> None:
    """Every byte that a locked reader is sent, through all that there is to press: no name, number or length of later."""
    lock = 4
    with castline.open(ledger_url()) as library:
        forms = {form for entry in library.cast() for form in (entry.name, *entry.also)}
        read = LEDGER.read_text(encoding="utf-8").partition("CHAPTER V\n")[0].casefold()
        words = {word for form in forms for word in form.split() if word.isalpha() and word[0].isupper()}
        later = {word for word in words if word.casefold() not in read}
        assert len(later) > 3
        headings = {tick.label for tick in library.chapters()[lock:]}
    page = visit(browser, address, str(lock))
    heard: list[tuple[str, str, str]] = []
    page.on(
        "response", lambda r: heard.append((r.url, json.dumps(dict(r.headers)), r.text() if "/v1/" in r.url else ""))
    )
    page.reload()
    expect(page.locator("#chapter")).to_have_attribute("max", str(lock))
    for key in ("End", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#place")).to_contain_text(f"Chapter {lock}")
    page.locator("#number").fill(str(lock + 5))
    page.keyboard.press("Enter")
    press_tabs(page)
    page.get_by_role("button", name="Heat map").click()
    expect(page.locator(".heat")).to_be_visible()
    answers = [(url, body) for url, _, body in heard if "/v1/" in url]
    assert len(answers) >= 8
    said = "\n".join(body for _, body in answers)
    for word in later | headings:
        assert not re.search(rf"\b{re.escape(word)}\b", said), word
    for url, headers, body in heard:
        if "/v1/" in url:
            for moment in re.findall(r'"(\d+\.\d+)(?:\.\d+)?"', body):
                assert int(moment.split(".")[1]) <= lock, (url, moment)
            assert "14" not in re.findall(
                r"\b\d+\b", headers.split('"content-length"')[0].split('"x-request-id"')[0]
            ), url
    page.context.close()


def test_who_presses_before_the_lock_is_known_is_sent_nothing_beyond_it(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('castline:lock:the_salt_ledger', '4')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    held: list[Route] = []
    page.route("**/v1/names?", lambda route: held.append(route))
    page.goto(f"{address}/?saga=the_salt_ledger&at=1.10")
    page.get_by_role("button", name="Heat map").click()
    page.get_by_role("tab", name="More", exact=True).click()
    page.keyboard.press("End")
    page.wait_for_timeout(300)
    held[0].continue_()
    expect(page.locator("#told h2").first).to_contain_text("More")
    assert cuts(asked) == {("upto", "4"), ("at", "1.4")}
    page.close()


def test_the_way_back_ends_at_the_lock(browser: Browser, address: str) -> None:
    """Who went through the later chapters, and then locks them, is not shown them by going back."""
    page = visit(browser, address, "all", "?saga=the_salt_ledger&at=1.10")
    page.get_by_role("tab", name="More", exact=True).click()
    page.locator("#lock").click()
    page.get_by_label("I have read chapter").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_contain_text("Chapter 4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.go_back()
    expect(page.locator("#told h2").first).to_contain_text("Chapter 4")
    expect(page).to_have_url(re.compile(r"at=1\.4\b"))
    assert cuts(asked) <= {("at", "1.4")}
    page.context.close()


def cuts(asked: list[str]) -> set[tuple[str, str]]:
    """What each question of a book was cut at; ("", its address) of one that was not."""
    urls = [url for url in asked if "/v1/" in url and not url.endswith("/v1/names?")]
    found = [
        [pair for pair in parse_qsl(urlsplit(url).query) if pair[0] in ("at", "upto")] or [("", url)] for url in urls
    ]
    return {pair for pairs in found for pair in pairs}


def test_a_locked_reader_is_told_what_one_is_told_who_has_no_more(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    """The traffic of a session over the whole book is that over a book of the chapters up to the lock."""
    with castline.open(f"sqlite:///{tmp_path}/part.db") as library:
        library.ingest(LEDGER, through="4")
        with serving(library) as client:
            walks = [walk(browser, where) for where in (address, str(client.base_url))]
    assert walks[0] == walks[1] and len(walks[0]) >= 10


def walk(browser: Browser, address: str) -> list[tuple[str, str, str]]:
    """(Path, ETag, body) of every answer of a walk through the page, sorted."""
    page = browser.new_page()
    heard: set[tuple[str, str, str]] = set()

    def hear(response: Any) -> None:
        if "/v1/" in response.url:
            heard.add((response.url.removeprefix(address), response.headers.get("etag", ""), response.text()))

    page.on("response", hear)
    page.add_init_script("localStorage.setItem('castline:lock:the_salt_ledger', '4')")
    page.goto(address)
    press_tabs(page)
    page.get_by_role("button", name="The chapter before").click()
    expect(page.locator("#told")).to_contain_text("As of chapter 3")
    page.wait_for_timeout(1000)  # the last answers are on the page; let them be heard here, too
    page.close()
    return sorted(heard)


def test_four_questions_by_keyboard_alone(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.10")
    page.locator("body").press("ArrowLeft")
    expect(page.locator("#said")).to_contain_text("Chapter 9")
    page.locator("body").press("End")
    expect(page.locator("#place")).to_contain_text("Chapter 14")
    page.locator("body").press("/")
    page.keyboard.type("Brisa Tolloway")
    page.keyboard.press("Enter")
    expect(page.locator("#told h2")).to_have_text("Brisa Tolloway")
    page.get_by_role("tab", name="Person").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Pair")).to_be_focused()
    page.get_by_label("The other").focus()
    page.keyboard.type("Perrine")
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_be_visible()
    page.get_by_role("tab", name="Pair").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#told")).to_contain_text("Who knows?")
    page.locator("#told li button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Was there")
    page.locator("#network .figure").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Person")).to_have_attribute("aria-selected", "true")
    page.context.close()


def spans_of(source: Locator) -> tuple[int, int]:
    """Where the words that evidence cites begin and end."""
    start, end = (int(source.get_attribute(f"data-{side}") or "") for side in ("start", "end"))
    return start, end


def is_paragraph(text: str, start: int, end: int) -> bool:
    """Whether words are all of a paragraph."""
    return text[:start].rstrip(" “").endswith("\n") and text[end:].lstrip(" ”").startswith("\n")


def test_evidence_opens_the_paragraph_that_it_stands_in(browser: Browser, address: str) -> None:
    page = visit(browser, address, "5", "?at=1.5")
    text = LEDGER.read_text(encoding="utf-8")
    sources = [(one, *spans_of(one)) for one in page.locator("#told .source").all()]
    source, start, end = next(one for one in sources if not is_paragraph(text, *one[1:]))
    source.focus()
    page.keyboard.press("Enter")
    expect(source).to_have_attribute("aria-expanded", "true")
    around = page.locator("#told .around")
    expect(around.locator("mark").first).to_be_visible()
    marked = " ".join(around.locator("mark").all_inner_texts())
    assert marked.split() == text[start:end].split()
    shown = " ".join(around.inner_text().split())
    assert len(shown) > len(marked) and shown in " ".join(text.split())
    page.keyboard.press("Enter")
    expect(around).to_have_count(0)
    expect(source).to_have_attribute("aria-expanded", "false")
    page.context.close()


def test_a_store_without_text_says_so_where_a_paragraph_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "bare.db"
    with castline.open(f"sqlite:///{path}") as library:
        library.ingest(LEDGER, through="2")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE chapter SET body = NULL")
    with castline.open(f"sqlite:///{path}") as library, serving(library) as client:
        page = visit(browser, str(client.base_url), "all")
        page.locator("#told .source").first.click()
        expect(page.locator("#told .around")).to_contain_text("keeps no text")
        page.context.close()


def test_a_link_shows_what_was_seen(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.8&view=heat&tab=pair&who=Brisa%20Tolloway&with=Perrine%20Keddle")
    expect(page.locator("#place")).to_contain_text("Chapter 8")
    expect(page.locator(".heat")).to_be_visible()
    expect(page.locator("#lines")).to_be_visible()
    page.get_by_role("tab", name="Now", exact=True).click()
    page.go_back()
    expect(page.locator("#lines")).to_be_visible()
    page.context.close()


VIEWS = {
    "network": "", "person": "&tab=person&who=Brisa%20Tolloway",
    "pair": "&tab=pair&who=Brisa%20Tolloway&with=Perrine%20Keddle", "knows": "&tab=knows", "more": "&tab=more",
    "heat": "&view=heat", "lanes": "&view=lanes", "table": "&view=table",
}  # fmt: skip


SMALL = "all => all.filter(one => one.offsetParent && !one.closest('.link, .heat') && one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
"""What of a page is too small for a finger; words in a line are as high as their line."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_anybodys_way(browser: Browser, address: str, size: str, scheme: str) -> None:
    for view, where in VIEWS.items():
        page = visit(browser, address, "9", f"?at=1.8{where}", size, color_scheme=scheme)
        if size == "phone" and view not in ("network", "heat", "lanes", "table"):
            page.locator("#sides [data-side=panel]").click()
        page.wait_for_load_state("networkidle")
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{view}-{size}-{scheme}.png")
        found = Axe().run(page).response["violations"]
        serious = [
            (one["id"], [node["html"][:120] for node in one["nodes"]][:3])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert not serious, (view, serious)
        assert not re.search(r"\[object|undefined|NaN|null", page.inner_text("main")), view
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{view} is {wide} px too wide"
        assert size == "desktop" or not page.locator("button, select, [type=search]").evaluate_all(SMALL), view
        page.context.close()


def test_a_picture_stands_still_and_whole(browser: Browser, address: str) -> None:
    """Nothing moves where only words change, where one comes back from them on a phone, or by turning it; nobody is cut off."""
    page = visit(browser, address, "9", "?at=1.8", "phone")
    places = where_all_are(page)
    inside(page, places)
    page.get_by_role("button", name="Words").click()
    page.get_by_role("tab", name="Knows").click()
    page.locator("#told li button").first.click()
    page.locator("body").press("ArrowLeft")
    page.locator("body").press("ArrowRight")
    expect(page.locator("#place")).to_contain_text("Chapter 8")
    page.get_by_role("button", name="Picture").click()
    expect(page.locator("#network")).to_be_visible()
    page.wait_for_timeout(300)
    assert where_all_are(page) == places
    page.set_viewport_size({"width": 844, "height": 600})
    page.wait_for_timeout(300)
    inside(page, where_all_are(page))
    page.context.close()


def where_all_are(page: Page) -> dict[str, list[int]]:
    """Somebody -> where their circle is on the screen."""
    said = "all => Object.fromEntries(all.map(one => { const b = one.querySelector('.ring').getBoundingClientRect(); return [one.dataset.id, [b.left, b.top, b.right, b.bottom].map(Math.round)] }))"
    found: dict[str, list[int]] = page.locator("#network .figure").evaluate_all(said)
    return found


def inside(page: Page, places: dict[str, list[int]]) -> None:
    """Everybody is in the picture's frame, and at its own size."""
    frame = page.locator("#network").bounding_box()
    assert frame and places
    for left, top, right, bottom in places.values():
        assert frame["x"] <= left and right <= frame["x"] + frame["width"]
        assert frame["y"] <= top and bottom <= frame["y"] + frame["height"]
    room = page.locator("#network").evaluate("one => one.getScreenCTM().a")
    assert abs(room - 1) < 0.01


def test_a_panel_of_another_subject_begins_at_its_top(browser: Browser, address: str) -> None:
    page = visit(browser, address, "9", "?at=1.8&tab=knows", "phone")
    told = page.locator("#told")
    expect(told).to_be_visible()  # a link to words shows the words
    page.locator("#told li button").nth(12).click()
    expect(told).to_contain_text("Was there")
    expect(told.get_by_text("Not told to know", exact=False)).to_be_visible()
    expect(told).not_to_contain_text("[object")
    assert told.evaluate("one => one.scrollTop") == 0
    page.set_viewport_size({"width": 390, "height": 480})
    scrolled = told.evaluate("one => { one.scrollTop = 40; return one.scrollTop }")
    assert scrolled > 0
    page.get_by_role("button", name="The next chapter").click()
    expect(told).to_contain_text("As of chapter 9", ignore_case=True)
    assert told.evaluate("one => one.scrollTop") == scrolled
    page.context.close()


def test_whoever_asks_in_a_sentence_sees_where_it_may_be_told_and_may_ask_again(browser: Browser, address: str) -> None:
    page = visit(browser, address, "9", "?at=1.8&tab=knows")
    page.get_by_label("Words of an event").fill(
        "Mr. Keddle tells the surveyor how Edvard Tolloway was drowned on the sands"
    )
    page.keyboard.press("Enter")
    told = page.locator("#told")
    expect(told).to_contain_text("Drowned, sir")
    expect(told).to_contain_text("chance 0.")
    page.get_by_label("Words of an event").fill("zeppelins")
    page.get_by_role("button", name="Who knows of this?").click()
    expect(told.get_by_role("status")).to_contain_text("No event by")
    expect(page.get_by_label("Words of an event")).to_be_visible()
    page.context.close()


def test_the_heat_map_of_twenty_fits(browser: Browser, tmp_path: Path) -> None:
    names = [
        f"{first} {last}"
        for first in ("Ada", "Owen", "Ruth", "Hugh", "Jane")
        for last in ("Hale", "Orme", "Pell", "Fenn", "Gray")
    ]
    text = "CHAPTER 1\n\n" + "".join(f"{one} met {other}. " for one, other in pairwise(names)) + "\n"
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "many.txt", text), "the_salt_ledger")
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "all", "?view=heat")
            assert page.locator(".heat tbody tr").count() == 20
            assert page.locator("#drawing").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
            page.context.close()


HEADED = "CHAPTER I. THE _FIRST_ ONE\n\nMiss Anna Quill hated Mr. Ben Marsh. “I _will_ hate him,” said Miss Quill.\n"


def test_a_heading_is_said_once_and_emphasis_is_no_underscore(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "one.txt", HEADED), "the_salt_ledger")
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "all", "?tab=person&who=Anna%20Quill")
            expect(page.locator("#told")).to_contain_text("As of chapter 1 · THE FIRST ONE.")
            page.get_by_role("tab", name="Now", exact=True).click()
            expect(page.locator("#told h2")).to_have_text("Chapter 1 · THE FIRST ONE")
            assert "_" not in page.locator("#screen").inner_text()
            page.context.close()


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    text = "CHAPTER 1 <img src=x onerror=alert(1)>\n\nMiss Anna Quill hated Mr. Ben Marsh, who wrote <script>alert(1)</script>.\n"
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "<b>.txt", text), "the_salt_ledger")
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "all")
            page.on("dialog", lambda dialog: pytest.fail("a script of the book ran"))
            assert page.locator("#told script, #told img, #place img, #picture img").count() == 0
            page.context.close()


def test_a_book_is_dropped_on_an_empty_page(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/empty.db") as library, serving(library) as client:
        page = browser.new_page()
        page.goto(str(client.base_url))
        expect(page.locator("#drawing")).to_contain_text("castline ingest my_novel.txt")
        page.get_by_label("Books to read").set_input_files(str(write_tale(tmp_path)))
        expect(page.get_by_role("dialog")).to_contain_text("Where are you", timeout=60_000)
        page.get_by_role("button", name="I know it: show all").click()
        expect(page.locator("#told h2")).to_contain_text("Chapter 3")
        page.close()


def test_a_pair_that_never_turns_has_its_greatest_steps(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?tab=pair&who=Brisa Tolloway&with=Jasper Linn")
    expect(page.locator("#told")).to_contain_text(
        "None by now: neither feeling has moved by much in one chapter, or from liking to disliking and back. The greatest steps:"
    )
    first = page.locator("#told h3:has-text('Turning points') ~ ul li").first
    expect(first).to_contain_text("rose by 3.3")
    expect(page.get_by_label("The one")).to_have_value(re.compile(":c"))
    page.context.close()


def test_the_page_is_small_and_asks_nobody_else(address: str) -> None:
    folder = Path(castline.__file__).parent / "api/page"
    files = [file for file in folder.iterdir() if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 150_000
    for file in files:
        hosts = set(re.findall(r"https?://([\w.]+)", file.read_text(encoding="utf-8")))
        assert hosts <= {"www.w3.org"}, file.name
