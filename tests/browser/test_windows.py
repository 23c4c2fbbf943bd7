"""Narrow and wide windows, dark mode, right-to-left, paper, and no scripts."""

from __future__ import annotations

import pytest
from browser.conftest import Open
from playwright.sync_api import Error, Locator, Page, expect
from themes.conftest import Built

pytestmark = pytest.mark.browser

DRAWERS = {
    "furo": [".mobile-header label[for=__navigation]"],
    "pydata_sphinx_theme": ["button.primary-toggle"],
    "sphinx_book_theme": ["button.primary-toggle"],
    "sphinx_rtd_theme": [".wy-nav-top i"],
    "shibuya": ["button[aria-controls=head-nav]", "button[aria-controls=lside]"],
    "sphinx_immaterial": [".md-header label[for=__drawer]"],
    "sphinxawesome_theme": ["header button:has-text('Toggle navigation menu')"],
    "piccolo_theme": ["", "#toggle_sidebar a"],
}
"""What opens the drawers of a theme in a narrow window; nothing where the page shows it."""

HAS_FRAME = """sidebar => {
    for (let frame = sidebar; frame !== document.body; frame = frame.parentElement) {
        const scrolls = /(auto|scroll)/.test(getComputedStyle(frame).overflowY);
        if (scrolls && frame.scrollHeight > frame.clientHeight) return true;
    }
    return false;
}"""
"""Tells whether a sidebar scrolls by itself."""

TABS = ("Guides", "API", "SDKs", "Changelog")
"""Tabs of the garden that lead somewhere by themselves."""


def tab(page: Page, label: str) -> Locator:
    """Return a tab that is seen, wherever the theme has its tabs."""
    lists = page.locator(".docsnav-tablist, .docsnav-headtabs, .md-tabs__list")
    return lists.locator("a:visible", has_text=label)


def is_reachable(found: Locator) -> bool:
    """Tell whether a click on the first of *found* would reach it."""
    if not found.count():
        return False
    try:
        found.first.click(trial=True, timeout=2000)
    except Error:
        return False
    return True


def test_on_a_phone_the_drawers_hold_tabs_switches_anchors_and_the_sidebar(
    open_page: Open, garden: Built
) -> None:
    reached = set()
    for drawer in DRAWERS.get(garden.theme, [""]):
        page = open_page("guides/soil", width=380)
        if drawer:
            button = page.locator(drawer).first
            # The Book theme 1.4 binds its drawer to a button that it hides, without us too.
            button.click() if button.is_visible() else button.dispatch_event("click")
            page.wait_for_timeout(400)  # drawers slide in
        wanted = {
            **{label: tab(page, label) for label in TABS},
            "Resources": page.locator(".docsnav-menu > summary:visible:has-text('Resources')"),
            "v3": page.locator(".docsnav-menu > summary:visible:has-text('v3')"),
            "Community": page.locator(".docsnav-anchors a:visible"),
            "Intro": page.locator(".docsnav-sidebar a:visible:has-text('Intro')"),
        }
        reached |= {name for name, found in wanted.items() if is_reachable(found)}
    assert reached == {*TABS, "Resources", "v3", "Community", "Intro"}


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("name", ["guides/deep", "sdk/client", "ar/guides/intro"])
def test_no_page_is_wider_than_its_window(open_page: Open, name: str, width: int) -> None:
    page = open_page(name, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_everything_is_reached_without_scripts(open_page: Open) -> None:
    page = open_page("index", scripts=False)
    page.locator(".docsnav-menu > summary:visible:has-text('Resources')").first.click()
    page.locator("a:visible", has_text="Cookbook").first.click()
    page.wait_for_url("**/res/cook.html")
    page.locator("a:visible", has_text="Guides").first.click()
    page.wait_for_url("**/index.html")
    page.locator(".docsnav-sidebar summary", has_text="Folded").first.click()
    page.locator(".docsnav-sidebar a:visible", has_text="Folded away").first.click()
    page.wait_for_url("**/guides/folded.html")
    page.locator(".docsnav-menu > summary:visible:has-text('v3')").first.click()
    page.locator("a:visible", has_text="v2").first.click()
    page.wait_for_url("**/v2/index.html")


def test_nothing_without_scripts_pretends_to_work(open_page: Open) -> None:
    page = open_page("index", scripts=False)
    expect(page.locator("[data-docsnav-banner] .docsnav-close:visible")).to_have_count(0)


def test_the_current_entry_of_a_long_sidebar_is_in_view(open_page: Open) -> None:
    page = open_page("guides/deep", height=420)
    if page.locator(".docsnav-sidebar").evaluate(HAS_FRAME):  # else it scrolls with the page
        expect(page.locator(".docsnav-sidebar [aria-current=page]").first).to_be_in_viewport()


def test_a_heading_that_a_link_leads_to_is_covered_by_nothing(open_page: Open) -> None:
    page = open_page("guides/intro", height=500)
    page.add_style_tag(content="main, article, [role=main] { padding-bottom: 3000px !important }")
    page.evaluate("location.hash = '#how'")
    page.wait_for_timeout(600)  # some themes scroll smoothly
    heading = page.locator("h2", has_text="How").first
    assert page.evaluate("scrollY") > 0 or page.get_by_role("heading", level=1).first.is_visible()
    assert heading.evaluate(
        """heading => {
            const range = document.createRange();
            range.selectNodeContents(heading);
            const box = range.getBoundingClientRect();
            const seen = document.elementFromPoint(box.x + 3, box.y + 3);
            return seen !== null && (heading.contains(seen) || seen.contains(heading));
        }"""
    )


def test_paper_shows_the_page_alone(open_page: Open) -> None:
    page = open_page("guides/intro")
    page.emulate_media(media="print")
    for part in ("menu", "sidebar", "anchors", "close", "tablist", "headtabs", "bar", "banner"):
        expect(page.locator(f".docsnav-{part}:visible")).to_have_count(0)
    expect(page.locator("[data-docsnav-banner]:visible")).to_have_count(0)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()


def test_a_right_to_left_page_has_its_sidebar_text_at_the_right(open_page: Open) -> None:
    page = open_page("ar/guides/intro")
    sides = page.locator(".docsnav-sidebar a:visible").first.evaluate(
        """link => {
            const range = document.createRange();
            range.selectNodeContents(link);
            const text = range.getBoundingClientRect();
            const frame = link.closest('nav').getBoundingClientRect();
            return [text.left - frame.left, frame.right - text.right];
        }"""
    )
    assert sides[0] > sides[1]
