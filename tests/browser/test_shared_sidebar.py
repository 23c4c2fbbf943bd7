"""The sidebar of a large division: as whole as others, with a script and without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.conftest import Open
from playwright.sync_api import Locator, Page, Route, expect
from sidebar_limit import limit_in_conf
from themes.conftest import Build, Built

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("furo")]

ALWAYS, NEVER = limit_in_conf(0), limit_in_conf(1000)
PAGES = ("index", "guides/soil", "guides/deep", "api-reference/list-plants", "ar/index", "genindex")
MARKUP = """([root]) => {
  const text = (node) => {
    if (!node.attributes) return node.textContent;
    const href = node.localName === "a" && node.href.replace(root, "");
    const attributes = [...node.attributes].map((one) =>
      `${one.name}=${one.name === "href" && href || one.value.replace(/-(sidebar|entries)-/, "")}`);
    return `<${node.localName} ${attributes.sort()}>${[...node.childNodes].map(text).join("")}</>`;
  };
  return [...document.querySelectorAll(".docsnav-sidebar")].map(text);
}"""
"""The sidebars of a page, with addresses that count from the root and attributes in order."""
PAUSED = """const style = new CSSStyleSheet();
style.replaceSync("[data-docsnav-shared] { animation-play-state: paused !important }");
document.adoptedStyleSheets = [style];"""
"""Keeps a short sidebar from being shown because time has passed."""


@pytest.fixture(
    params=[
        "furo",
        *(
            pytest.param(theme, marks=pytest.mark.on_demand)
            for theme in (
                "alabaster",
                "pydata_sphinx_theme",
                "sphinx_rtd_theme",
                "shibuya",
                "sphinx_immaterial",
                "sphinxawesome_theme",
                "sphinx_book_theme",
                "piccolo_theme",
            )
        ),
    ]
)
def garden(request: pytest.FixtureRequest, build: Build) -> Built:
    """Build the site of every element with scripts for its sidebars."""
    return build(request.param, settings=ALWAYS)


def test_the_script_makes_the_sidebar_that_other_pages_carry(
    open_page: Open, garden: Built, build: Build
) -> None:
    whole = build(garden.theme, settings=NEVER)
    for name in PAGES:
        found, expected = (
            open_page(name, built=built).evaluate(MARKUP, [f"file://{built.out}/"])
            for built in (garden, whole)
        )
        assert found == expected, name
        assert "<a " in "".join(expected), name


def test_folds_stay_as_they_were_left(open_page: Open) -> None:
    page = open_page("index")
    page.locator(".docsnav-sidebar summary", has_text="Folded").first.click()
    page.locator(".docsnav-sidebar a", has_text="Intro").first.click()
    page.wait_for_url("**/guides/intro.html")
    expect(page.locator(".docsnav-sidebar a", has_text="Folded away").first).to_be_visible()


def test_without_scripts_the_current_entry_is_marked_and_every_link_leads_to_a_page(
    open_page: Open, garden: Built
) -> None:
    page = open_page("guides/soil", scripts=False, width=1440)
    sidebar = page.locator(".docsnav-sidebar").first
    expect(sidebar).to_be_visible()
    expect(sidebar.locator("[aria-current='page']")).to_have_text("Soil")
    links = [link.get_attribute("href") or "" for link in sidebar.locator("a.internal").all()]
    assert len(links) > 3
    for link in links:
        assert Path(garden.out, "guides", link).is_file(), link


def test_nothing_of_the_short_sidebar_is_seen_before_the_script_has_filled_it(
    open_page: Open, garden: Built
) -> None:
    page = open_page("index", width=1440, alone=True)
    page.add_init_script(PAUSED)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/docsnav-sidebar-*.js", hold)
    page.goto(f"file://{garden.out}/guides/soil.html", wait_until="commit")
    short = page.locator("[data-docsnav-shared]").first
    expect(short).to_have_count(1)
    expect(short).to_be_hidden()
    held[0].continue_()
    expect(_current(page)).to_be_visible()
    expect(page.locator("[data-docsnav-shared]")).to_have_count(0)


def test_a_script_that_cannot_be_loaded_leaves_the_short_sidebar(
    open_page: Open, garden: Built
) -> None:
    page = open_page("index", width=1440)
    page.route("**/docsnav-sidebar-*.js", lambda route: route.abort())
    page.goto(f"file://{garden.out}/guides/soil.html")
    expect(page.locator("[data-docsnav-shared]").first).to_be_visible()
    expect(_current(page)).to_be_visible()


def _current(page: Page) -> Locator:
    return page.locator(".docsnav-sidebar [aria-current='page']").first
