# ruff: noqa: F811  (fixtures of another file)
"""The page, in a real browser, for whom answers come late, in another order, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import need_module
from shelf import LEDGER, write_tale
from test_jobs import UNHEADED
from test_service import serving

import castline

need_module("playwright")
from playwright.sync_api import Browser, Page, Route, expect  # noqa: E402
from test_page import CHROMIUM, address, browser, visit  # noqa: E402, F401


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service over two sagas of the same book."""
    path = tmp_path_factory.mktemp("two")
    with castline.open(f"sqlite:///{path}/two.db") as library:
        library.ingest(LEDGER, "known")
        library.ingest(LEDGER, "unknown")
        with serving(library) as client:
            yield str(client.base_url)


def hold(page: Page, pattern: str) -> list[Route]:
    """The requests of an address that is like the pattern: they wait to be let go."""
    held: list[Route] = []
    page.route(re.compile(pattern), lambda route: held.append(route))
    return held


def wait_for(page: Page, true: Callable[[], object]) -> None:
    """Let the page go on until something is so."""
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("It did not come to be so.")


def lower(page: Page, chapter: str = "4") -> None:
    """Say that one is no further than that chapter."""
    page.locator("#lock").click()
    page.get_by_label("I have read chapter").fill(chapter)
    page.keyboard.press("Enter")


def markup(page: Page) -> str:
    return str(page.evaluate("document.body.innerHTML.replace(/<dialog.*<.dialog>/s, '')"))


def late_person(address: str) -> str:
    """Somebody who is met after chapter 4."""
    import httpx

    def met(at: str) -> set[str]:
        return {one["name"] for one in httpx.get(f"{address}/v1/cast?saga=the_salt_ledger&at={at}").json()}

    return sorted(met("14") - met("4"))[0]


def test_a_panel_of_beyond_the_lock_goes_when_it_is_lowered(browser: Browser, address: str) -> None:
    """Somebody not met by the lock was on the panel: nothing of them is left."""
    name = late_person(address)
    page = visit(browser, address, "all", f"?at=1.14&tab=person&who={name}")
    expect(page.locator("#told h2")).to_have_text(name)
    lower(page)
    expect(page.locator("#place")).to_contain_text("Chapter 4")
    expect(page.locator("#told")).to_contain_text("is not told of by chapter 4")
    assert "As of chapter 14" not in markup(page)
    assert name not in page.locator("#picture").inner_html() + page.locator("#people").inner_html()
    page.context.close()


def test_before_somebody_is_met_that_is_said_in_their_place(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.10")
    name = late_person(address)
    page.get_by_label("Find a person").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#told h2")).to_have_text(name)
    page.get_by_role("tab", name="Now", exact=True).click()
    page.locator("#network .figure", has=page.get_by_text(name, exact=True)).click()
    expect(page.locator("#told h2")).to_have_text(name)
    for _ in range(6):
        page.locator("#back").click()
    expect(page.locator("#told")).to_contain_text("is not told of by chapter 4")
    expect(page.locator("#error")).to_be_hidden()
    page.locator("#on").click()
    page.get_by_label("Find a person").fill("Corvi")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("met by 1.5")
    assert "castline" not in page.locator("#told").inner_text()
    page.context.close()


@pytest.mark.parametrize("failing", ["chapters", "stage", "cast"])
def test_nothing_stays_where_the_lower_lock_cannot_be_shown(browser: Browser, address: str, failing: str) -> None:
    name = late_person(address)
    page = visit(browser, address, "all", f"?at=1.14&who={name}")
    assert name in markup(page)
    page.route(re.compile(f"/v1/{failing}"), lambda route: route.fulfill(status=500, json={"detail": "It broke."}))
    lower(page)
    expect(page.locator("#error")).to_contain_text("It broke.")
    assert name not in markup(page) and "Chapter 14" not in markup(page)
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#told h2")).to_contain_text("Chapter 4")
    page.context.close()


def test_a_late_answer_of_beyond_the_lock_is_not_shown(browser: Browser, address: str) -> None:
    name = late_person(address)
    page = visit(browser, address, "all", "?at=1.3&tab=more")
    held = hold(page, r"/v1/(stage|chapters)")
    page.locator("body").press("End")
    wait_for(page, lambda: len(held) == 1)
    lower(page)
    wait_for(page, lambda: len(held) == 2)
    held[0].continue_()
    page.wait_for_timeout(300)
    assert name not in markup(page) and page.locator("#network").count() == 0
    held[1].continue_()
    wait_for(page, lambda: len(held) == 3)
    assert "at=1.14" not in held[2].request.url
    page.context.close()


def test_the_lock_of_one_book_is_not_that_of_another(browser: Browser, two: str) -> None:
    """Two books, chosen fast one after the other: the chapters of the first come when the second is the chosen one."""
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('castline:lock:known', 'all')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    held = hold(page, r"/v1/(chapters|names)")
    page.goto(f"{two}/?saga=known&at=1.14&tab=more")
    wait_for(page, lambda: len(held) == 1)
    held.pop().continue_()
    wait_for(page, lambda: len(held) == 1)
    page.locator("#saga").select_option("unknown")
    wait_for(page, lambda: len(held) == 2)
    held[0].continue_()  # the chapters of the known one
    page.wait_for_timeout(300)
    held[1].continue_()
    expect(page.get_by_role("dialog")).to_contain_text("Where are you in this book?")
    assert not page.evaluate("localStorage.getItem('castline:lock:unknown')")
    assert not [url for url in asked if "saga=unknown" in url and "/v1/" in url]
    page.close()


@pytest.mark.parametrize("said", ["99", "2.1", "1.15", "2.99"])
def test_a_chapter_that_is_not_there_unlocks_nothing(browser: Browser, address: str, said: str) -> None:
    """A slip of the finger would open the whole book."""
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator("#reader").fill(said)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text(re.compile("is no|not in|has one scene|scenes"))
    assert not page.evaluate("localStorage.getItem('castline:lock:the_salt_ledger')")
    assert not [url for url in asked if "/v1/stage" in url or "/v1/cast" in url]
    page.locator("#reader").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_contain_text("Chapter 3")
    expect(page.locator("#chapter")).to_have_attribute("max", "3")
    page.close()


def test_a_book_that_comes_late_asks_nothing_of_the_next(browser: Browser, two: str) -> None:
    """The picture of one book comes when another is chosen: no question goes out without a cut, and nothing is drawn."""
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('castline:lock:known', 'all')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    held = hold(page, r"/v1/stage")
    page.goto(f"{two}/?saga=known&at=1.14&tab=more")
    wait_for(page, lambda: held)
    page.locator("#saga").select_option("unknown")
    expect(page.get_by_role("dialog")).to_contain_text("Where are you in this book?")
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.locator("#network").count() == 0
    assert not [url for url in asked if "saga=unknown" in url and "/v1/" in url]
    page.close()


def test_a_panel_that_comes_late_is_not_that_of_another_tab(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.8")
    held = hold(page, r"/v1/(snapshot|happenings)")
    page.locator("#network .figure").first.click()
    wait_for(page, lambda: len(held) == 1)
    page.get_by_role("tab", name="Knows").click()
    wait_for(page, lambda: len(held) == 2)
    page.get_by_role("tab", name="Now", exact=True).click()
    for route in held:
        route.continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#told h2")).to_contain_text("Chapter 8")
    page.context.close()


def test_a_step_that_is_taken_back_at_once_stays_taken_back(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.8")
    held = hold(page, r"/v1/stage")
    page.locator("#on").click()
    wait_for(page, lambda: held)
    page.get_by_role("tab", name="Now", exact=True).focus()
    page.locator("#back").click()
    held[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#told h2")).to_contain_text("Chapter 8")
    expect(page.locator("#place")).to_contain_text("Chapter 8")
    assert page.locator("#chapter").input_value() == "8"
    page.context.close()


@pytest.mark.parametrize("how", ["refused", "away"])
def test_a_step_that_fails_leaves_all_at_the_chapter_that_is_shown(browser: Browser, address: str, how: str) -> None:
    page = visit(browser, address, "all", "?at=1.8")
    page.route(
        re.compile("/v1/stage"),
        lambda r: r.abort() if how == "away" else r.fulfill(status=503, json={"detail": "Too late."}),
    )
    page.locator("body").press("ArrowRight")
    expect(page.locator("#error")).to_contain_text("does not answer" if how == "away" else "Too late.")
    expect(page.locator("#place")).to_contain_text("Chapter 8")
    expect(page).to_have_url(re.compile(r"at=1\.8\b"))
    assert page.locator("#chapter").input_value() == "8"
    page.unroute_all()
    page.locator("body").press("ArrowRight")
    expect(page.locator("#told h2")).to_contain_text("Chapter 9")
    expect(page.locator("#error")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("kept", ["rubbish", "-5", "0", "1.5.7", "Infinity", "null"])
def test_what_is_kept_and_is_no_lock_is_asked_again(browser: Browser, address: str, kept: str) -> None:
    page = browser.new_page()
    page.add_init_script(f"localStorage.setItem('castline:lock:the_salt_ledger', '{kept}')")
    page.goto(f"{address}/?tab=rubbish&view=rubbish")
    expect(page.get_by_role("dialog")).to_contain_text("Where are you in this book?")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    lower(page, "3")
    expect(page.locator("#told h2")).to_contain_text("Chapter 3")
    page.close()


def test_a_browser_that_keeps_nothing_asks_each_time(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.goto(address)
    expect(page.get_by_role("dialog")).to_contain_text("Where are you in this book?")
    page.keyboard.press("Enter")
    expect(page.locator("#told h2")).to_contain_text("Chapter 1")
    page.close()


def test_where_one_is_may_be_a_chapter_of_a_later_book(browser: Browser, tmp_path: Path) -> None:
    other = "".join(
        f"CHAPTER {n}\n\nIn the {n}. week Mr. Hugh Pell met Miss Jane Fenn, and {n} larks sang.\n\n" for n in (1, 2)
    )
    names = [write_tale(tmp_path, "1.txt"), write_tale(tmp_path, "2.txt", other)]
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(names, "tales")
        with serving(library) as client:
            page = browser.new_page()
            page.goto(str(client.base_url))
            page.get_by_label("I have read chapter").fill("2.1")
            page.keyboard.press("Enter")
            expect(page.locator("#told h2")).to_contain_text("Book 2, chapter 1")
            expect(page.locator("#chapter")).to_have_attribute("max", "4")
            page.reload()
            expect(page.locator("#lock")).to_contain_text("2.1")
            page.locator("#lock").click()
            expect(page.get_by_label("I have read chapter")).to_have_value("2.1")
            page.keyboard.press("Enter")
            expect(page.locator("#chapter")).to_have_attribute("max", "4")
            page.close()


def test_what_was_not_found_in_a_book_is_said_and_mended(browser: Browser, tmp_path: Path) -> None:
    """A book without headings that are known is one chapter; it is said how to give their pattern, and it is read anew."""
    book = write_tale(tmp_path, "weeks.txt", UNHEADED)
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library, serving(library) as client:
        page = browser.new_page()
        page.goto(str(client.base_url))
        page.get_by_label("Books to read").set_input_files(str(book))
        expect(page.locator(".drop li")).to_contain_text("No chapter headings", timeout=60_000)
        page.get_by_label("A pattern (regular expression)").fill("^Nothing")
        page.get_by_label("Forget what was read").check()
        page.get_by_label("Books to read").set_input_files(str(book))
        expect(page.locator(".drop [role=status]")).to_contain_text("matches no line", timeout=60_000)
        page.get_by_label("A pattern (regular expression)").fill("^Of a")
        page.get_by_label("Books to read").set_input_files(str(book))
        expect(page.get_by_role("dialog")).to_contain_text("Where are you", timeout=60_000)
        page.get_by_role("button", name="I know it: show all").click()
        expect(page.locator("#chapter")).to_have_attribute("max", "3")
        page.close()


def test_a_lock_that_is_lowered_in_another_window_counts_here(browser: Browser, address: str) -> None:
    context = browser.new_context()
    pages = [context.new_page() for _ in range(2)]
    pages[0].goto(f"{address}/?at=1.14")
    pages[0].get_by_role("button", name="I know it: show all").click()
    expect(pages[0].locator("#place")).to_contain_text("Chapter 14")
    pages[1].goto(address)
    expect(pages[1].locator("#chapter")).to_have_attribute("max", "14")
    lower(pages[1])
    expect(pages[0].locator("#chapter")).to_have_attribute("max", "4")
    expect(pages[0].locator("#place")).to_contain_text("Chapter 4")
    context.close()


def test_a_file_dropped_beside_its_place_leaves_the_page_there(browser: Browser, address: str) -> None:
    page = visit(browser, address, "all", "?at=1.8")
    drop = """() => { const data = new DataTransfer(); data.items.add(new File(["x"], "x.txt"));
        return document.getElementById("drawing").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })) }"""
    assert page.evaluate(drop) is False
    expect(page.locator(".drop")).to_be_visible()
    expect(page.get_by_label("The book's name here")).to_have_value("")  # no book is added to another by mistake
    page.get_by_role("button", name="the_salt_ledger", exact=True).click()
    expect(page.get_by_label("The book's name here")).to_have_value("the_salt_ledger")
    page.context.close()


def test_a_service_that_goes_away_while_a_book_is_read_is_said_to(browser: Browser, tmp_path: Path) -> None:
    book = write_tale(tmp_path, "weeks.txt", UNHEADED)
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library, serving(library) as client:
        page = browser.new_page()
        page.goto(str(client.base_url))
        page.route(re.compile("/events"), lambda route: route.fulfill(body=""))
        page.get_by_label("Books to read").set_input_files(str(book))
        expect(page.locator(".drop [role=status]")).to_contain_text("went away", timeout=60_000)
        expect(page.get_by_role("button", name="Stop")).to_be_hidden()
        page.close()


def test_a_book_that_is_read_anew_with_less_is_shown_as_far_as_it_goes(browser: Browser, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(LEDGER, "the_salt_ledger", through="6")
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "6")
            library.ingest(LEDGER, "the_salt_ledger", through="3", replace=True)
            page.locator("#back").click()
            expect(page.locator("#error")).to_contain_text("told up to 1.3")
            page.get_by_role("button", name="Try again").click()
            expect(page.locator("#told h2")).to_contain_text("Chapter 3")
            assert page.evaluate("localStorage.getItem('castline:lock:the_salt_ledger')") == "6"
            page.context.close()
