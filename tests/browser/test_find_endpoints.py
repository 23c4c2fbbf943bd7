"""Finding an endpoint: the filter of a long sidebar, groups that fold, all on one page."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from browser.conftest import Open, opened_tab
from openapi.specs import spec
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build, Built

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("find endpoints")]

VERBS = ("Read", "Write")
TAGS = ("Plants", "Beds", "Tools")
PATHS = {
    f"/{tag.lower()}/{{id}}/part{number}": {
        method: {
            "summary": f"{verb} part {number} of {tag.lower()}",
            "tags": [tag],
            "deprecated": number == 4,
            "parameters": [{"name": "id", "in": "path", "required": True}],
        }
        for method, verb in (("get", "Read"), ("post", "Write"))
    }
    for tag in TAGS
    for number in range(5)
}
DOCS = {
    "name": "Garden",
    "navigation": {
        "tabs": [
            {"tab": "API", "openapi": "openapi.json"},
            {"tab": "Guide", "pages": ["index", "api-reference/all-endpoints"]},
        ]
    },
}
FILES = (
    ("docs.json", json.dumps(DOCS)),
    ("openapi.json", json.dumps(spec(PATHS))),
)
SETTINGS = 'extensions = ["sphinx_docsnav"]'
PAGE = "api-reference/beds/read-part-3-of-beds"
SHOWN = ".docsnav-sidebar:visible a.reference:visible .docsnav-label"


@pytest.fixture(params=["docsnav", pytest.param("furo", marks=pytest.mark.on_demand)])
def garden(request: pytest.FixtureRequest, build: Build) -> Built:
    return build(request.param, "plain", settings=SETTINGS, files=FILES)


@pytest.fixture
def page(chromium: Browser, garden: Built) -> Iterator[Page]:
    with opened_tab(chromium, garden, PAGE, 1280) as tab:
        yield tab


def test_groups_fold_and_the_current_one_is_open(page: Page) -> None:
    folds = page.locator(".docsnav-sidebar details")
    assert folds.evaluate_all("all => all.map(({open}) => open)") == [False, True, False]
    expect(page.locator(".docsnav-sidebar [aria-current]")).to_be_in_viewport()


def test_a_deprecated_endpoint_is_struck_without_a_badge(page: Page) -> None:
    struck = page.locator(".docsnav-sidebar .reference", has=page.locator("s")).first
    assert struck.locator(".docsnav-tag").count() == 0
    assert "deprecated" in (struck.text_content() or "")  # for screen readers


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("write 2 tools", ["Write part 2 of tools"]),
        ("post beds PART0", ["Write part 0 of beds"]),
        ("/{id}/part1", [f"{verb} part 1 of {tag.lower()}" for tag in TAGS for verb in VERBS]),
        ("nothing at all", []),
    ],
)
def test_the_field_finds_titles_methods_and_paths(page: Page, words: str, found: list[str]) -> None:
    page.locator(".docsnav-find input").fill(words)
    expect(page.locator(".docsnav-find output")).to_have_text(str(len(found)))
    groups = {tag for tag in TAGS if any(tag.lower() in title for title in found)}
    assert set(page.locator(SHOWN).all_inner_texts()) == {*found, *groups}


def test_keys_lead_through_what_was_found_and_back(page: Page) -> None:
    field = page.locator(".docsnav-find input")
    field.fill("part2 write")
    field.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    focused = page.evaluate("document.activeElement.querySelector('.docsnav-label').textContent")
    assert focused in ("Plants", "Write part 2 of plants", "Write part 2 of beds")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    folds = page.locator(".docsnav-sidebar details")
    assert folds.evaluate_all("all => all.map(({open}) => open)") == [False, True, False]
    field.fill("read tools part4")
    field.press("Enter")
    page.wait_for_url("**/read-part-4-of-tools.html")
    expect(page.locator(".docsnav-sidebar [aria-current]")).to_be_in_viewport()


def test_without_javascript_there_is_no_field(open_page: Open) -> None:
    page = open_page(PAGE, scripts=False)
    assert page.locator(".docsnav-find").count() == 0


@pytest.mark.parametrize(
    "theme",
    [
        "docsnav",
        # Its sidebars are as tall as the page, so they could hold it in place of the text.
        "furo",
        pytest.param("shibuya", marks=pytest.mark.on_demand),
        # It scrolls smoothly.
        pytest.param("sphinxawesome_theme", marks=pytest.mark.on_demand),
    ],
)
def test_links_to_an_endpoint_among_all_lead_to_it_although_the_others_are_not_laid_out(
    chromium: Browser, build: Build, theme: str
) -> None:
    garden = build(theme, "plain", settings=SETTINGS, files=FILES)
    with opened_tab(chromium, garden, "api-reference/all-endpoints", 1280) as tab:
        # One in the middle of the page, one near its end.
        for anchor in ("#get-beds-id-part2", "#post-tools-id-part3"):
            tab.evaluate("anchor => { location.hash = anchor; }", anchor)
            tab.wait_for_timeout(500)
            expect(tab.locator(f"{anchor} > h3")).to_be_in_viewport()
        sections = tab.locator(".docsnav-listed-endpoint")
        expect(sections).to_have_count(2 * len(PATHS))
        # What is far from the window is skipped, and the samples have no fields to fill in.
        assert not sections.first.locator("h4").first.evaluate(
            "heading => heading.checkVisibility({contentVisibilityAuto: true})"
        )
        expect(tab.locator(".docsnav-endpoint-choosers")).to_have_count(0)
        tab.locator(f"{anchor} > h3 a").first.click()
        tab.wait_for_url("**/write-part-3-of-tools.html*")
