# ruff: noqa: F811  (fixtures of another file)
"""Names in the page's picture: as many as can be read."""

from __future__ import annotations

from itertools import combinations

from conftest import need_module

need_module("playwright")
from playwright.sync_api import Browser  # noqa: E402
from test_page import address, browser  # noqa: E402, F401

CROWDED = """async () => {
  const { drawNetwork } = await import('/page/network.js');
  const people = [...Array(90).keys()].map((n) => ({ id: `p${n}`, name: `Wilhelmina ${n} Mumm`, scenes: 90 - n, seen: '1.1', group: n % 4,
    x: 1.6 * Math.cos(n * 2.4) * Math.sqrt(n / 90), y: 1.1 * Math.sin(n * 2.4) * Math.sqrt(n / 90) }));
  const into = document.getElementById('drawing');
  into.replaceChildren(drawNetwork({ people, threads: [], groups: [], newcomers: [] }, into, { chosen: '', ages: () => 0 }));
  await new Promise((done) => setTimeout(done, 700));
  return [...into.querySelectorAll('.figure')].flatMap((one) => [...one.querySelectorAll('text')].map((text) => {
    const box = text.getBoundingClientRect();
    return [one.dataset.id, box.left, box.right, box.top + 2, box.bottom - 2];
  }));
}"""


def test_names_of_many_people_do_not_cover_each_other(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{address}/")
    page.get_by_label("I have read chapter").wait_for()  # nothing more is drawn by the page itself
    boxes = page.evaluate(CROWDED)
    page.close()
    assert {f"p{n}" for n in range(3)} <= {name for name, *_ in boxes} and len(boxes) > 15
    covered = [
        (a[0], b[0])
        for a, b in combinations(boxes, 2)
        if int(b[0][1:]) >= 10 and a[1] < b[2] and b[1] < a[2] and a[3] < b[4] and b[3] < a[4]
    ]
    assert not covered
