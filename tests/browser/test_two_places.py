"""A page that is listed twice is current in the place that the reader came from."""

from __future__ import annotations

import json

import pytest
from browser.conftest import opened_tab, preferred
from playwright.sync_api import Browser, Locator, Page, expect
from sidebar_limit import limit_in_conf
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
@pytest.mark.parametrize("theme", preferred("docsnav", "furo"))
@pytest.mark.parametrize("limit", [0, 60_000], ids=["script", "whole"])
def test_a_page_listed_twice_is_current_where_the_reader_came_from(
    chromium: Browser, build: Build, theme: str, limit: int
) -> None:
    settings = f"{limit_in_conf(limit)}\nsuppress_warnings = ['*']"
    built = build(theme, "bed", settings=settings, files=(("docs.json", json.dumps(DOCS)),))
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


ALL_KINDS = {
    "name": "Everywhere",
    "navigation": {
        "languages": [
            {
                "language": "en",
                "versions": [
                    {
                        "version": "1",
                        "tabs": [
                            {"tab": "Start", "pages": ["index", "guides/soil"]},
                            {
                                "tab": "More",
                                "groups": [
                                    {"group": "G", "root": "guides/soil", "pages": ["guides/intro"]}
                                ],
                            },
                        ],
                    },
                    {
                        "version": "2",
                        "dropdowns": [
                            {
                                "dropdown": "Field",
                                "pages": ["guides/soil", "guides/soil", "guides/intro"],
                            },
                            {"dropdown": "Barn", "pages": ["guides/backup"]},
                        ],
                    },
                ],
            },
            {"language": "de", "pages": ["de/index", "guides/soil"]},
        ]
    },
}
SHOWN = """() => [...document.querySelectorAll(
  ".docsnav-bar .current, .docsnav-tablist .current, .docsnav-headtabs .current, " +
  ".md-tabs__item--active, .docsnav-switch summary, .docsnav-sidebar [aria-current=page]"
)].map(each => each.textContent.trim())"""
"""The tab, the choices and the entry that a page shows as current."""


@pytest.mark.browser
@pytest.mark.parametrize("theme", preferred("docsnav", "furo"))
def test_a_page_in_several_divisions_shows_the_one_that_the_reader_came_from(
    chromium: Browser, build: Build, theme: str
) -> None:
    files = (("docs.json", json.dumps(ALL_KINDS)), ("de/index.mdx", "# Anfang\n"))
    built = build(theme, settings="suppress_warnings = ['*']", files=files)

    def follow(link: Locator) -> str:
        link.first.evaluate("link => link.click()")
        page.wait_for_url("**/guides/soil.html?in=*")
        expect(page.locator(".docsnav-sidebar [aria-current][href*='?in=']").first).to_be_attached()
        return page.url

    with opened_tab(chromium, built, "index", 1280) as page:
        soil = "a[href*='soil.html?in=']"
        assert page.locator(".docsnav-sidebar " + soil).count() == 0
        tab = follow(page.get_by_role("link", name="More"))
        expect(page.locator(".docsnav-sidebar .caption [aria-current=page]")).to_be_visible()
        assert {"1", "More", "G"} <= set(page.evaluate(SHOWN))
        version = follow(page.locator(".docsnav-versions " + soil))
        assert {"2", "Field"} <= set(page.evaluate(SHOWN))
        page.goto(f"file://{built.out}/guides/backup.html")
        dropdown = follow(page.locator(".docsnav-dropdowns " + soil))
        assert dropdown == version
        page.locator(".docsnav-sidebar a[href*='place=2']").first.evaluate("link => link.click()")
        page.wait_for_url(f"{version}&place=2")
        expect(page.locator(".docsnav-sidebar .current-page")).to_have_count(1)
        assert page.evaluate(CURRENT)[0][0].endswith("&place=2")
        own_list = theme == "sphinx_immaterial"  # its list of languages is the theme's
        languages = ".md-select" if own_list else ".docsnav-languages"
        language = follow(page.locator(f"{languages} {soil}"))
        assert own_list or {"Deutsch"} <= set(page.evaluate(SHOWN))
        expect(page.locator(".docsnav-sidebar")).to_contain_text("Anfang")
        assert len({tab, version, language}) == 3
        if own_list:  # the way back leads to the page's own place, also from there
            page.locator(".md-select [hreflang=en]").evaluate("link => link.click()")
            page.wait_for_url("**/guides/soil.html")
            expect(page.locator(".docsnav-sidebar")).not_to_contain_text("Anfang")
        # Where the script or its file is missing, the page is at its own place.
        page.goto(version.replace("in=", "in=0"))
        expect(page.locator(".docsnav-sidebar .current-page")).to_have_count(1)
        assert {"1", "Start"} <= set(page.evaluate(SHOWN))
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(version)
    expect(plain.locator(".docsnav-sidebar .current-page")).to_contain_text("Soil")
    assert "?" not in str(
        plain.locator(".docsnav-sidebar [aria-current=page]").get_attribute("href")
    )
    context.close()
