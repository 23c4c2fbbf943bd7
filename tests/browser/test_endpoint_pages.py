"""Pages of operations: where samples stand, and what a click does."""

from __future__ import annotations

import pytest
from browser.conftest import Open
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PAGE = "api-reference/replace-a-plant"

BESIDE = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [text, samples] = [box(".docsnav-endpoint-text"), box(".docsnav-endpoint-samples")];
    return samples.top < text.top + 50 && samples.left >= text.right;
}"""


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


@pytest.mark.parametrize(("width", "beside"), [(1280, True), (1920, True), (380, False)])
def test_samples_stand_beside_the_text_where_there_is_room_else_below(
    open_page: Open,
    width: int,
    beside: bool,  # noqa: FBT001 -- a column of the table
) -> None:
    page = open_page(PAGE, width=width)
    assert page.evaluate(BESIDE) is beside
    assert not is_too_wide(page)


STUCK = """() => {
    const columns = document.querySelector(".docsnav-endpoint-columns");
    columns.style.minHeight = "2000px";  // a page longer than its samples
    const top = columns.getBoundingClientRect().top + window.scrollY + 900;
    window.scrollTo({ top, behavior: "instant" });
    return new Promise((done) => requestAnimationFrame(() => {
        const box = document.querySelector(".docsnav-endpoint-samples").getBoundingClientRect();
        done([box.top >= 0, box.bottom <= window.innerHeight]);
    }));
}"""


def test_samples_stay_in_sight(open_page: Open) -> None:
    page = open_page(PAGE, width=1280, height=500)
    assert page.evaluate(STUCK) == [True, True]


def test_a_language_is_chosen_for_every_page(open_page: Open) -> None:
    page = open_page(PAGE)
    samples = page.locator(".docsnav-endpoint-samples")
    expect(samples.get_by_text("curl --request PUT")).to_be_visible()
    samples.get_by_text("Python", exact=True).click()
    expect(samples.get_by_text("import requests")).to_be_visible()
    expect(samples.get_by_text("curl --request PUT")).to_be_hidden()
    page.goto(page.url.replace("replace-a-plant", "add-a-plant"))
    expect(page.locator(".docsnav-endpoint-samples").get_by_text("import requests")).to_be_visible()


def test_schemas_fold_and_unfold(open_page: Open) -> None:
    page = open_page(PAGE, scripts=False)
    fold = page.locator("details.docsnav-schema").first
    expect(fold.get_by_text("latitude")).to_be_visible()
    fold.locator("summary").first.click()
    expect(fold.get_by_text("latitude")).to_be_hidden()


def test_a_link_to_a_folded_schema_opens_it(open_page: Open) -> None:
    page = open_page(f"{PAGE}")
    option = page.locator("details.docsnav-variant").nth(1)
    expect(option.get_by_text("shelf", exact=True)).to_be_hidden()
    page.evaluate("id => { location.hash = id }", option.get_attribute("id"))
    expect(option.get_by_text("shelf", exact=True)).to_be_visible()
