"""What the classes of a page arrange, in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, Page
from themes.conftest import Build

pytestmark = pytest.mark.browser

PAGE = """
<div className="flex gap-4" id="row">
  <a href="/index" className="rounded-xl border px-4">Start</a>
  <a href="/index" className="rounded-xl border px-4">More</a>
</div>

<div className="grid grid-cols-3 gap-4" id="cells">
  <a href="/index" className="border col-span-2"><div>Wide</div></a>
  <a href="/index" className="border"><div>High</div><p>Text</p></a>
</div>

<div className="bg-black text-white" id="dark">

White [link](/index)

</div>
"""
BOXES = """all => all.map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return {left, top, width, height, line: getComputedStyle(one).textDecorationLine};
})"""


@pytest.fixture
def page(chromium: Browser, build: Build) -> Iterator[Page]:
    built = build("furo", files=(("layouts.mdx", PAGE),))
    with opened_tab(chromium, built, "layouts", 1280) as tab:
        yield tab


def test_classes_arrange_the_links_of_a_page(page: Page) -> None:
    start, more = page.eval_on_selector_all("#row a", BOXES)
    assert more["top"] == start["top"]
    assert more["left"] - start["left"] - start["width"] == 16
    assert start["line"] == more["line"] == "none"  # they look like buttons
    wide, high = page.eval_on_selector_all("#cells a", BOXES)
    assert wide["height"] == high["height"]
    assert wide["width"] > 2 * high["width"]
    color = "one => getComputedStyle(one).color"
    assert page.eval_on_selector("#dark a", color) == "rgb(255, 255, 255)"
