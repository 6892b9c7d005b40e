# ruff: noqa: F811  (fixtures of another file)
"""Lanes: who was there in which chapter, a row for each person."""

from __future__ import annotations

from conftest import need_module
from shelf import ledger_url

import castline

need_module("playwright")
from playwright.sync_api import Browser, expect  # noqa: E402
from test_page import address, browser, visit  # noqa: E402, F401


def test_a_block_stands_for_each_chapter_and_leads_there(browser: Browser, address: str) -> None:
    with castline.open(ledger_url()) as library:
        stage = library.stage(8)
    page = visit(browser, address, "9", "?at=1.8&view=lanes")
    rows = page.locator(".lanes tbody tr")
    expect(rows).to_have_count(sum(one.scenes > 0 for one in stage.people))
    assert [rows.nth(0).locator("rect").count(), rows.nth(1).locator("rect").count()] == [
        len(one.chapters) for one in stage.people[:2]
    ]
    rows.nth(0).locator("rect").first.click()
    first = next(iter(stage.people[0].chapters))
    expect(page.locator("#number")).to_have_value(first.removeprefix("1."))
    expect(page.locator(".lanes thead")).to_contain_text(f"Chapter {first.removeprefix('1.')}")
    rows.nth(0).get_by_role("button").click()
    expect(page.locator("#told h2").first).to_have_text(stage.people[0].name)
    page.context.close()
