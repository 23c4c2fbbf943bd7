"""The dialog that searches, in each theme."""

from __future__ import annotations

import mimetypes
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.conftest import (
    Open,
    in_different_themes,
    in_themes,
    in_two_themes,
)
from playwright.sync_api import Browser, Page, Route, expect
from themes.conftest import THEMES as KNOWN_THEMES
from themes.conftest import Build, Built

from sphinx_docsnav.features.search.search_index import SEPARATOR
from sphinx_docsnav.features.search.search_pages import list_texts

pytestmark = pytest.mark.browser

BUTTONS = ("docsnav", "pydata_sphinx_theme", "sphinx_book_theme")
"""Themes with a button, which opens our dialog."""
FIELDS = tuple(name for name in KNOWN_THEMES if name not in BUTTONS)
"""Themes with a field instead."""


@pytest.fixture
def searched(open_page: Open) -> Page:
    """Open a page below the root of the site in each theme."""
    return open_page("guides/soil")


@in_different_themes
def test_keys_open_and_close_the_dialog_and_open_the_chosen_section(searched: Page) -> None:
    searched.keyboard.press("/")
    dialog = searched.locator("dialog.docsnav-search")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("combobox")).to_be_focused()
    searched.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    searched.keyboard.press("Control+k")
    dialog.get_by_role("combobox").fill("backup")
    first = searched.locator(".docsnav-found [role=option]").first
    expect(first).to_have_attribute("aria-selected", "true")
    address = first.evaluate("link => link.href")
    searched.keyboard.press("Enter")
    searched.wait_for_url(address)


@pytest.mark.parametrize("garden", ["docsnav"], indirect=True)
def test_the_script_has_the_english_texts(searched: Page) -> None:
    """Pages in English do not repeat them."""
    searched.keyboard.press("/")
    expect(searched.locator("dialog.docsnav-search")).to_be_visible()
    places = searched.evaluate("docsnavTools.results({ textContent: '{}' }).places")
    assert places == {"root": "", "suffix": "", **list_texts("en", "Search")}


@in_two_themes
def test_arrow_keys_walk_through_the_results(searched: Page) -> None:
    searched.keyboard.press("/")
    box = searched.locator("dialog.docsnav-search").get_by_role("combobox")
    box.fill("plant")
    options = searched.locator(".docsnav-found [role=option]")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    assert options.count() > 1
    searched.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    marked = options.nth(1).get_attribute("id")
    expect(box).to_have_attribute("aria-activedescendant", str(marked))
    searched.keyboard.press("ArrowUp")
    searched.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")


@in_two_themes
def test_a_search_without_results_says_so(searched: Page) -> None:
    searched.keyboard.press("/")
    searched.locator("dialog.docsnav-search").get_by_role("combobox").fill("xylophonist")
    expect(searched.locator("dialog.docsnav-search [role=status]")).not_to_be_empty()


@in_themes(*FIELDS)
def test_the_field_of_the_theme_opens_the_dialog_with_what_is_typed(searched: Page) -> None:
    field = searched.locator("input[name=q]").locator("visible=true").first
    assert str(field.get_attribute("aria-keyshortcuts")).startswith("/")
    field.focus()
    searched.keyboard.type("back")
    dialog = searched.locator("dialog.docsnav-search")
    expect(dialog).to_be_visible()
    searched.keyboard.type("up")
    expect(dialog.get_by_role("combobox")).to_have_value("backup")
    expect(field).to_have_value("")
    searched.keyboard.press("Escape")
    field.click()
    expect(dialog).to_be_visible()


@in_themes(*BUTTONS)
def test_the_button_and_the_key_of_the_theme_open_our_dialog_alone(searched: Page) -> None:
    ours = searched.locator("dialog.docsnav-search")
    searched.locator(".search-button__button, .dn-search").locator("visible=true").first.click()
    expect(ours).to_be_visible()
    searched.keyboard.press("Escape")
    searched.keyboard.press("Control+k")
    expect(ours).to_be_visible()
    assert searched.locator("dialog[open]").count() == 1


@in_two_themes
def test_a_result_names_its_division(searched: Page) -> None:
    searched.keyboard.press("/")
    searched.locator("dialog.docsnav-search").get_by_role("combobox").fill("cook")
    expect(searched.locator(".docsnav-found-page").first).to_contain_text(
        f"Resources{SEPARATOR}Cookbook"
    )


STARTS = """dialog => [...dialog.querySelectorAll(".docsnav-found :is(p, button, a)")].map(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return Math.round(text.getBoundingClientRect().left);
})"""
OFF_THE_LINE = """dialog => [...dialog.querySelectorAll("kbd")].map(key => {
    const text = document.createRange();
    text.selectNode(key.parentElement.lastChild);
    const [one, other] = [key, text].map(each => each.getBoundingClientRect());
    return Math.round(one.top + one.bottom - other.top - other.bottom);
})"""


@in_themes("furo")
def test_the_texts_of_an_empty_dialog_begin_at_one_line(searched: Page) -> None:
    searched.keyboard.press("Control+k")
    dialog = searched.locator("dialog.docsnav-search")
    dialog.get_by_role("combobox").fill("cook")
    expect(dialog.locator(".docsnav-found-page").first).to_be_visible()
    dialog.get_by_role("combobox").press("Enter")
    searched.wait_for_url(re.compile("cook"))
    searched.keyboard.press("Control+k")
    expect(dialog.locator(".docsnav-found-query")).to_have_text("cook")
    expect(dialog.locator(".docsnav-found-page").first).to_be_visible()
    assert len(set(dialog.evaluate(STARTS))) == 1
    assert all(abs(off) <= 2 for off in dialog.evaluate(OFF_THE_LINE))


@in_themes("furo")
def test_a_slash_in_another_field_opens_nothing(open_page: Open) -> None:
    page = open_page("index")
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.locator("textarea").press("/")
    expect(page.locator("textarea")).to_have_value("/")
    assert page.locator("dialog.docsnav-search").count() == 0


@in_themes("furo")
def test_nothing_of_the_search_is_loaded_before_it_is_used(open_page: Open) -> None:
    page = open_page("index", alone=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload(wait_until="load")
    assert not [url for url in asked if "search" in url.rpartition("/")[2]]
    page.keyboard.press("/")
    expect(page.locator("dialog.docsnav-search")).to_be_visible()
    page.wait_for_function("typeof docsnavIndex === 'function'")
    assert all(url.startswith("file:") for url in asked)


@in_themes("furo")
def test_the_dialog_can_be_switched_off(open_page: Open, build: Build) -> None:
    built = build("furo", "bed", settings="docsnav_search = False")
    assert not (built.out / "_static" / "docsnav-search.js").exists()
    assert (built.out / "searchindex.js").is_file()
    page = open_page("index", built=built)
    page.keyboard.press("Control+k")
    assert page.locator("#docsnav-search, dialog.docsnav-search").count() == 0


@in_themes("furo")
def test_titles_of_the_index_are_text(open_page: Open, build: Build) -> None:
    text = "---\ntitle: \"Zinnia <img src=x onerror=document.title='run'>\"\n---\nText.\n"
    built = build("furo", "bed", files=(("guides/soil.mdx", text),))
    page = open_page("index", built=built)
    page.keyboard.press("/")
    page.locator("dialog.docsnav-search").get_by_role("combobox").fill("zinnia")
    found = page.locator(".docsnav-found [role=option]").first
    expect(found).to_contain_text("<img src=x")
    assert found.locator("img").count() == 0
    assert page.title() != "run"


@in_two_themes
@pytest.mark.parametrize(
    ("served", "dark"), [(False, False), (True, True)], ids=["disk-light", "server-dark"]
)
def test_the_dialog_and_the_search_page_find_the_same_and_axe_finds_nothing(
    chromium: Browser,
    garden: Built,
    served: bool,  # noqa: FBT001 -- parameters of the test
    dark: bool,  # noqa: FBT001
) -> None:
    root = "http://docs.test" if served else garden.out.as_uri()
    failed: list[str] = []

    def answer(route: Route) -> None:
        path = garden.out / route.request.url.removeprefix(f"{root}/").partition("?")[0]
        if path.is_file():
            kind = mimetypes.guess_type(path.name)[0]
            route.fulfill(body=path.read_bytes(), content_type=kind)
        else:
            failed.append(route.request.url)
            route.fulfill(status=404)

    with chromium.new_context(color_scheme="dark" if dark else "light") as context:
        page = context.new_page()
        page.route("http://docs.test/**", answer)
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"{root}/guides/soil.html")
        page.keyboard.press("Control+k")
        page.locator("dialog.docsnav-search input").fill("plant")
        # The empty dialog has suggested pages.
        found = page.locator(".docsnav-found[data-query=plant] a")
        expect(found.first).to_be_visible()
        hrefs = found.evaluate_all("links => links.map(link => link.href)")
        options = {"resultTypes": ["violations"], "preload": False}  # it resolves imports wrongly
        rules = Axe().run(page, "dialog.docsnav-search", options)
        assert [each["id"] for each in rules.response["violations"]] == []
        page.goto(f"{root}/search.html?q=plant")
        found = page.locator("#search-results .docsnav-search-results a")
        expect(found.first).to_be_visible()
        assert found.evaluate_all("links => links.map(link => link.href)") == hrefs
        assert failed == []


@in_different_themes
def test_the_search_page_without_scripts_has_the_titles_of_all_pages(open_page: Open) -> None:
    page = open_page("search", scripts=False)
    link = page.locator("#docsnav-titles").get_by_role("link", name="Soil", exact=True)
    link.first.click()
    expect(page.get_by_role("heading", level=1, name="Soil")).to_be_visible()


@in_themes("furo")
def test_a_composed_word_is_searched_when_it_is_complete(open_page: Open) -> None:
    """An input method shows Latin letters and half words until the reader confirms."""
    page = open_page("guides/soil")
    page.keyboard.press("Control+k")
    box = page.locator("dialog.docsnav-search").get_by_role("combobox")
    expect(box).to_be_focused()
    session = page.context.new_cdp_session(page)
    for text in ("p", "pl", "plan"):
        session.send(
            "Input.imeSetComposition", {"text": text, "selectionStart": 1, "selectionEnd": 1}
        )
    page.wait_for_timeout(300)
    assert page.locator(".docsnav-found").get_attribute("data-query") == ""
    session.send("Input.insertText", {"text": "plant"})
    found = page.locator(".docsnav-found[data-query=plant] [role=option]")
    expect(found.first).to_contain_text("lant")
