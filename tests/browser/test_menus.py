"""Menus of tabs, and switches, by pointer and by keyboard."""

from __future__ import annotations

import json

import pytest
from browser.conftest import (
    DIFFERENT,
    Open,
    in_different_themes,
    in_themes,
    in_two_themes,
    opened_tab,
    preferred,
)
from playwright.sync_api import Browser, Locator, Page, expect
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

WAYS_TO_OPEN = ("Enter", "Space", "ArrowDown")
"""Keys that open a menu."""


LEFT = "one => one.getBoundingClientRect().left"


def menu_of(page: Page, label: str) -> Locator:
    """Return the menu that is seen under *label*."""
    return page.locator(f".docsnav-menu:has(> summary:visible:has-text('{label}'))").first


def title_of(menu: Locator) -> Locator:
    return menu.locator("summary")


@in_different_themes
def test_a_click_opens_a_menu_and_another_closes_it(open_page: Open) -> None:
    page = open_page("index")
    menu = menu_of(page, "Resources")
    link = menu.get_by_role("link", name="Cookbook")
    expect(link).to_be_hidden()
    title_of(menu).click()
    expect(link).to_be_visible()
    expect(menu.get_by_text("Step by step")).to_be_visible()
    title_of(menu).click()
    expect(link).to_be_hidden()


@in_two_themes
def test_a_click_elsewhere_closes_a_menu(open_page: Open) -> None:
    page = open_page("index")
    menu = menu_of(page, "Resources")
    title_of(menu).click()
    page.mouse.click(800, 700)
    expect(menu).not_to_have_attribute("open", "")


@in_two_themes
def test_one_menu_is_open_at_a_time(open_page: Open) -> None:
    page = open_page("index")
    first, second = menu_of(page, "Resources"), menu_of(page, "v3")
    title_of(first).click()
    title_of(second).focus()
    page.keyboard.press("Enter")
    expect(first).not_to_have_attribute("open", "")
    expect(second).to_have_attribute("open", "")


@in_different_themes
def test_a_menu_opens_below_its_tab_where_the_tabs_have_scrolled(open_page: Open) -> None:
    page = open_page("index", width=1240)
    menu = menu_of(page, "Resources")
    scrolled = menu.evaluate("""menu => {
      for (let box = menu.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== "auto") continue;
        box.style.maxWidth = menu.offsetWidth + "px";
        box.scrollLeft = 40;
        return box.scrollLeft;
      }
    }""")
    assert scrolled
    # What scrolls closes menus, and says so a frame later.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    title_of(menu).evaluate("title => title.click()")
    left = [menu.locator(part).evaluate(LEFT) for part in ("xpath=.", ".docsnav-choices")]
    assert left[1] == pytest.approx(max(8, left[0]), abs=2)


def test_a_menu_shows_its_focus_and_opens_inside_the_window_covered_by_nothing(
    open_page: Open,
) -> None:
    width = 1240  # Immaterial's bar, the last to come out of the drawer, shows from 1220 on
    page = open_page("index", width=width)
    title = title_of(menu_of(page, "Resources"))
    title.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(title).to_be_focused()
    outline = title.evaluate(
        "e => [getComputedStyle(e).outlineStyle, getComputedStyle(e).boxShadow]"
    )
    assert outline != ["none", "none"]
    for label, choice in (("Resources", "Videos"), ("v3", "v2")):
        menu = menu_of(page, label)
        title_of(menu).click()
        menu.get_by_role("link").first.click(trial=True)
        link = menu.get_by_role("link", name=choice)
        link.click(trial=True)
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", preferred(*DIFFERENT))
def test_the_menu_above_a_page_is_inside_a_narrow_window(
    chromium: Browser, build: Build, theme: str
) -> None:
    actions = ["copy", "view", {"title": "Ask us", "href": "https://example.org/ask"}]
    settings = f"docsnav_markdown = True\ndocsnav_page_actions = {actions}"
    built = build(theme, "bed", settings=settings)
    with opened_tab(chromium, built, "guides/soil", 380) as page:
        page.locator(".docsnav-actions summary").click()
        link = page.get_by_role("link", name="Ask us")
        link.click(trial=True)
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 380


def test_a_long_word_of_a_title_has_the_whole_width_below_the_menu(
    chromium: Browser, build: Build
) -> None:
    settings = "docsnav_markdown = True\ndocsnav_page_actions = ['copy', 'view']"
    built = build("docsnav", "bed", settings=settings)
    with opened_tab(chromium, built, "guides/soil", 380) as page:
        title = page.locator("h1")
        height = title.evaluate("one => one.offsetHeight")
        title.evaluate("one => { one.firstChild.data = 'AgentRegistry'; }")
        assert title.evaluate("one => one.offsetHeight") == height


@in_two_themes
def test_keys_open_a_menu_and_escape_gives_the_focus_back(open_page: Open) -> None:
    page = open_page("index")
    menu = menu_of(page, "Resources")
    title_of(menu).focus()
    for key in WAYS_TO_OPEN:
        page.keyboard.press(key)
        expect(menu).to_have_attribute("open", "")
        page.keyboard.press("Tab" if key != "ArrowDown" else "End")
        expect(menu.get_by_role("link").nth(0 if key != "ArrowDown" else -1)).to_be_focused()
        page.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(title_of(menu)).to_be_focused()


@in_two_themes
def test_arrow_keys_walk_through_a_menu_round_its_ends_and_out_of_it(open_page: Open) -> None:
    page = open_page("index")
    menu = menu_of(page, "Resources")
    links = menu.get_by_role("link")
    title_of(menu).focus()
    for key, at in (
        ("ArrowDown", 0),
        ("ArrowDown", 1),
        ("ArrowUp", 0),
        ("ArrowUp", 2),
        ("ArrowDown", 0),
        ("End", 2),
        ("Home", 0),
        ("End", 2),
    ):
        page.keyboard.press(key)
        expect(links.nth(at)).to_be_focused()
    page.keyboard.press("Tab")
    expect(menu).not_to_have_attribute("open", "")


def choose(page: Page, label: str, choice: str, leads: str) -> None:
    """Choose another division in the menu *label*; wait for the page that it leads to."""
    menu = menu_of(page, label)
    title_of(menu).click()
    menu.get_by_role("link", name=choice).click()
    page.wait_for_url(f"**/out/{leads}.html")


@in_different_themes
def test_a_switch_leads_to_the_right_page(open_page: Open, garden: Built) -> None:
    page = open_page("sdk/client")
    choose(page, "Python", "JavaScript", "sdk/js")
    page.goto(f"file://{garden.out}/de/feed.html")
    choose(page, "Düngen", "Gießen", "de/index")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()


@in_themes("docsnav", "sphinx_immaterial")  # the others in test_search_and_switches.py
def test_another_version_and_language_have_the_same_page(open_page: Open, garden: Built) -> None:
    page = open_page("guides/intro")
    choose(page, "v3", "v2", "v2/guides/intro")
    page.goto(f"file://{garden.out}/guides/intro.html")
    choice, leads = "العربية", "ar/guides/intro"
    if garden.theme == "sphinx_immaterial":  # it has a list of languages of its own
        page.locator(".md-select").hover()
        page.locator(".md-select__link", has_text=choice).click()
        page.wait_for_url(f"**/out/{leads}.html")
    else:
        choose(page, "English", choice, leads)


@in_different_themes
def test_a_menu_leads_to_its_page(open_page: Open) -> None:
    page = open_page("guides/intro")
    menu = menu_of(page, "Resources")
    title_of(menu).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/out/res/cook.html")
    expect(menu_of(page, "Resources").locator("summary")).to_have_attribute("aria-current", "true")


@in_themes("furo")
def test_a_long_list_has_a_field_that_finds_one_of_many(open_page: Open, build: Build) -> None:
    versions = [{"version": f"Release {n}", "pages": ["index"]} for n in range(11)]
    docs = {
        "navigation": {"versions": [*versions, {"version": "Ängstrom", "pages": ["changelog"]}]}
    }
    page = open_page("index", built=build("furo", files=(("docs.json", json.dumps(docs)),)))
    menu = page.locator(".docsnav-versions .docsnav-menu")
    menu.locator("summary").click()
    field = menu.get_by_role("searchbox")
    expect(field).to_be_focused()
    field.fill("angst")
    expect(menu.locator("a:visible")).to_have_count(1)
    field.press("ArrowDown")
    expect(menu.locator("a:visible")).to_be_focused()
    field.press("Enter")
    page.wait_for_url("**/changelog.html")


@in_themes("furo")
def test_a_short_list_has_no_field(open_page: Open) -> None:
    page = open_page("index")
    title_of(menu_of(page, "v3")).click()
    assert page.locator(".docsnav-choices input").count() == 0
