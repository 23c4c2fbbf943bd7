"""Pages of operations: where samples stand, and what a click does."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.conftest import Open, in_different_themes, in_themes, in_two_themes, lasts
from playwright.sync_api import Browser, Page, Route, expect

import sphinx_docsnav

pytestmark = pytest.mark.browser

SCRIPT = Path(sphinx_docsnav.__file__).parent / "features" / "endpoints" / "endpoint.js"

PAGE = "api-reference/replace-a-plant"

PLACE = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [head, text, samples] = ["head", "text", "samples"].map(
        (name) => box(`.docsnav-endpoint-${name}`));
    if (samples.left >= text.right) return samples.width >= 420 ? "beside" : "narrow";
    const between = samples.top >= head.bottom - 1 && text.top >= samples.bottom - 1;
    return between ? "below the address" : "?";
}"""


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


PLACES = {
    1920: {"beside"},
    1440: {"beside", "below the address"},
    1280: {"beside", "below the address"},
    380: {"below the address"},
}
"""Where samples may be, by the width of the window."""


SIZES = """() => ["h2", "p"].map((name) => parseFloat(
    getComputedStyle(document.querySelector(`.docsnav-endpoint ${name}`)).fontSize))"""
"""The sizes of section titles and of the text, in pixels."""


def test_samples_are_beside_the_text_where_they_fit_else_below_the_address(
    open_page: Open,
) -> None:
    page = open_page(PAGE, width=1920)
    title, text = page.evaluate(SIZES)
    assert title <= 1.6 * text
    for width, places in PLACES.items():
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(PLACE) in places, width
        assert not is_too_wide(page), width


def test_samples_are_folded_on_phones(open_page: Open) -> None:
    page = open_page(PAGE, width=380)
    curl = page.locator(".docsnav-endpoint-samples").get_by_text("curl --request PUT")
    expect(curl).to_be_hidden()
    page.locator(".docsnav-endpoint-samples > details > summary").click()
    expect(curl).to_be_visible()


@in_two_themes
def test_all_folds_open_at_once_and_stay_so_on_the_next_page(open_page: Open) -> None:
    page = open_page(PAGE)
    closed = page.locator(".docsnav-endpoint-text details.docsnav-schema:not([open])")

    def expand() -> None:
        page.get_by_role("button", name="Expand all").click()
        expect(closed).to_have_count(0)

    lasts(page, expand, lambda: expect(closed).to_have_count(0, timeout=3000))
    page.get_by_role("button", name="Collapse all").click()
    expect(page.locator(".docsnav-endpoint-text details.docsnav-schema[open]")).to_have_count(0)


SCHEMA = """<div class="docsnav-endpoint"><div class="docsnav-endpoint-text">{}</div></div>"""
FIELDS = """<p>About</p><dl class="docsnav-fields"><div id="schema-size"><dt><a href="#schema-size">
<code>size</code></a> <a href="inner.html">Inner</a></dt></div></dl><section><h2>Used by</h2>
</section>"""


def test_the_fields_of_a_schema_open_in_their_place(chromium: Browser) -> None:
    page = chromium.new_page()
    link = '<p class="docsnav-schema-link"><a href="schemas/{}.html">24 fields</a></p>'
    site = {
        "/api/get.html": SCHEMA.format(link.format("thing") + link.format("gone")),
        "/api/schemas/thing.html": SCHEMA.format(FIELDS),
    }

    def answer(route: Route) -> None:
        body = site.get(urlsplit(route.request.url).path)
        # An error without a page is no navigation for the whole browser, which shows its own page.
        route.fulfill(
            status=200 if body else 404,
            body=f"<!doctype html>{body or 'Not found'}",
            content_type="text/html",
        )

    page.route("**/*", answer)
    page.goto("https://docs.example/api/get.html")
    page.add_script_tag(path=SCRIPT)
    page.get_by_role("link", name="24 fields").first.click()
    fold = page.locator("details.docsnav-schema[open]")
    expect(fold).to_have_text(re.compile(r"24 fields\s*size\s*Inner"))
    assert fold.locator("a").evaluate_all("all => all.map(({href}) => href)") == [
        "https://docs.example/api/schemas/thing.html#schema-size",
        "https://docs.example/api/schemas/inner.html",
    ]
    assert fold.locator("[id]").count() == 0
    expect(page.get_by_text("Used by")).to_have_count(0)
    page.get_by_role("link", name="24 fields").click()
    page.wait_for_url("**/schemas/gone.html")
    page.close()


@in_two_themes
def test_a_server_of_the_readers_own_is_in_every_sample_and_is_kept(open_page: Open) -> None:
    page = open_page(PAGE, width=1920)
    samples = page.locator(".docsnav-endpoint-samples")
    own = samples.get_by_text("https://own.example").first

    def fill() -> None:
        page.locator(".docsnav-endpoint-choosers input[type=url]").fill("https://own.example")
        expect(own).to_be_visible()

    lasts(page, fill, lambda: expect(own).to_be_visible(timeout=3000))


SCROLLED = """async () => {
    const columns = document.querySelector(".docsnav-endpoint-columns");
    const samples = columns.querySelector(".docsnav-endpoint-samples");
    const box = (element) => element.getBoundingClientRect();
    columns.style.minHeight = "3000px";  // a page longer than its samples
    const seen = async (top) => {
        window.scrollTo({ top, behavior: "instant" });
        await new Promise(requestAnimationFrame);
        return [box(samples).top, box(samples.firstElementChild).bottom];
    };
    const [start] = await seen(0);
    const below = start - box(columns).top;
    const rest = await seen(box(columns).top + 1400);
    return [samples.scrollHeight > samples.clientHeight + 1, below, ...rest];
}"""


def test_samples_stay_in_sight_and_scroll_with_the_page_only(open_page: Open) -> None:
    page = open_page(PAGE, width=1920, height=1300)
    if page.evaluate(PLACE) == "below the address":
        pytest.skip("the theme's text is too narrow for a second column")
    for height in (1300, 300):
        page.set_viewport_size({"width": 1920, "height": height})
        scrolls, below, top, bottom = page.evaluate(SCROLLED)
        assert not scrolls
        assert abs(below) < 2  # they begin where the address does
        if height == 300:  # smaller than the samples
            assert height - 60 < bottom <= height
        else:
            assert 0 <= top < 200
            assert bottom < height


LONG_SAMPLE = """() => {
    const box = document.querySelector(".docsnav-endpoint-samples pre");
    box.textContent = "line\\n".repeat(300) + "a/".repeat(300);
    return [box.clientHeight, box.scrollHeight, box.scrollWidth - box.clientWidth];
}"""


@in_different_themes
def test_a_long_sample_has_its_whole_width_and_what_follows_is_near(open_page: Open) -> None:
    shown, whole, hidden = open_page(PAGE).evaluate(LONG_SAMPLE)
    assert shown < 600 < whole
    assert hidden <= 0


@in_two_themes
def test_a_language_is_chosen_for_every_page(open_page: Open) -> None:
    page = open_page(PAGE)
    samples = page.locator(".docsnav-endpoint-samples")
    expect(samples.get_by_text("curl --request PUT")).to_be_visible()
    samples.get_by_text("Python", exact=True).click()
    expect(samples.get_by_text("import requests")).to_be_visible()
    expect(samples.get_by_text("curl --request PUT")).to_be_hidden()
    page.goto(page.url.replace("replace-a-plant", "add-a-plant"))
    expect(page.locator(".docsnav-endpoint-samples").get_by_text("import requests")).to_be_visible()


@in_two_themes
def test_schemas_fold_and_unfold(open_page: Open) -> None:
    page = open_page(PAGE, scripts=False)
    fold = page.locator("details.docsnav-schema").first
    expect(fold.get_by_text("latitude")).to_be_visible()
    fold.locator("summary").first.click()
    expect(fold.get_by_text("latitude")).to_be_hidden()


@in_two_themes
def test_a_link_to_a_folded_schema_opens_it(open_page: Open) -> None:
    page = open_page(f"{PAGE}")
    option = page.locator("details.docsnav-variant").nth(1)
    expect(option.get_by_text("shelf", exact=True)).to_be_hidden()
    page.evaluate("id => { location.hash = id }", option.get_attribute("id"))
    expect(option.get_by_text("shelf", exact=True)).to_be_visible()


@in_themes("alabaster", "furo")  # the table is Sphinx's, or that of Furo
def test_the_index_of_endpoints_can_be_filtered(open_page: Open) -> None:
    page = open_page("docsnav-endpoints")
    page.locator("input.docsnav-filter").fill("put")
    rows = page.locator("table tr:visible", has=page.locator("a"))
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Replace a plant")
