# ruff: noqa: F811  (fixtures of another file)
"""What the page says of a book that is refused: in the words that stand on it, and with what they speak of in view."""

from __future__ import annotations

from pathlib import Path

from conftest import need_module
from shelf import write_tale
from test_service import serving

import castline

need_module("playwright")
from playwright.sync_api import Browser, expect  # noqa: E402
from test_page import browser, visit  # noqa: E402, F401


def test_a_book_sent_again_under_another_name_is_refused_in_the_words_of_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library:
        library.ingest(write_tale(tmp_path), "the_salt_ledger")
        with serving(library) as client:
            page = visit(browser, str(client.base_url), "all", "?tab=more")
            page.get_by_label("The book's name here").fill("the_salt_ledger")
            page.get_by_label("Books to read").set_input_files(str(write_tale(tmp_path, "again.txt")))
            expect(page.locator(".drop")).to_contain_text("with “read it anew”", timeout=60_000)
            expect(page.get_by_text("Forget what was read under this name")).to_be_visible()
            assert "'replace'" not in page.locator(".drop").inner_text()
            page.context.close()
