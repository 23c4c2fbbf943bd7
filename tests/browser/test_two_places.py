"""A page that the sidebar lists twice is current in the place that the reader came from."""

from __future__ import annotations

import json

import pytest
from browser.conftest import THEMES, on_demand, opened_tab
from playwright.sync_api import Browser, Page
from themes.conftest import Build

DOCS = {
    "name": "Twice",
    "navigation": {
        "groups": [
            {"group": "First", "pages": ["index", {"group": "Inner", "pages": ["guides/soil"]}]},
            {
                "group": "Second",
                "pages": ["guides/intro", {"group": "Deep", "pages": ["guides/soil"]}],
            },
        ]
    },
}
CURRENT = """() => [...document.querySelectorAll(".docsnav-sidebar [aria-current=page]")].map(a => {
  const way = [];
  for (let one = a.closest("li"); one; one = one.parentElement.closest(".docsnav-sidebar li"))
    way.push([one.classList.contains("current"), one.classList.contains("current-page")]);
  return [new URL(a.href).search, ...way];
})"""
"""The marked entries: the place in the address, and the classes on the way to each."""


def current(page: Page) -> object:
    found: list[object] = page.evaluate(CURRENT)
    assert page.locator(".docsnav-sidebar .current-page").count() == len(found)
    return found[0]


@pytest.mark.browser
@pytest.mark.parametrize(
    "theme", [t if t.id in {"docsnav", "furo"} else on_demand(t) for t in THEMES]
)
@pytest.mark.parametrize("limit", [0, 60_000], ids=["script", "whole"])
def test_a_page_listed_twice_is_current_where_the_reader_came_from(
    chromium: Browser, build: Build, theme: str, limit: int
) -> None:
    settings = f"docsnav_sidebar_limit = {limit}\nsuppress_warnings = ['*']"
    built = build(theme, settings=settings, files=(("docs.json", json.dumps(DOCS)),))
    with opened_tab(chromium, built, "guides/intro", 1280) as page:
        page.goto(f"file://{built.out}/guides/soil.html")
        assert current(page) == ["", [True, True], [True, False]]
        page.goto(f"file://{built.out}/guides/soil.html?place=2#x")
        assert current(page) == ["?place=2", [True, True], [True, False]]
        assert page.locator(".docsnav-sidebar [aria-current=page]").first.is_visible()
        page.goto(f"file://{built.out}/guides/soil.html?place=3")
        assert current(page) == ["", [True, True], [True, False]]
        page.goto(f"file://{built.out}/guides/intro.html")
        page.locator(".docsnav-sidebar a[href*='place=2']").first.evaluate("link => link.click()")
        page.wait_for_url("**/guides/soil.html?place=2")
