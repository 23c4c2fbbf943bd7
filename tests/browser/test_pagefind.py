"""The search dialog of a site for Pagefind: over its index from a server, else over Sphinx's."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urlsplit

import pytest
from browser.conftest import PATIENCE
from playwright.sync_api import Browser, Locator, Page, Route, expect
from themes.conftest import Build, Built

from sphinx_docsnav.features.search.search_index import SEPARATOR

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("furo")]

HOST = "https://garden.example"
"""The server of the site; its files come from the disk."""
WRITTEN = pytest.mark.skipif(
    importlib.util.find_spec("pagefind") is None, reason="Pagefind is not installed"
)

PAGES = {
    "guides/soil.mdx": "---\ntitle: Soil\n---\n\nText.\n\n## Drainage\n\nGravel & `<br>` sand.\n",
    "v2/index.mdx": "---\ntitle: Welcome to v2\n---\n\nGravel is new.\n",
}
"""Pages of two versions that have a word in common."""

Ask = Callable[..., Locator]
"""Searches on a page and returns the results: ``ask("v1/index", "plant")``."""


@pytest.fixture
def marked(build: Build) -> Built:
    return build("furo", settings="docsnav_pagefind = True", files=tuple(PAGES.items()))


@pytest.fixture
def ask(chromium: Browser, marked: Built) -> Iterator[Ask]:
    context = chromium.new_context()
    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def send(route: Route) -> None:
        path = marked.out / unquote(urlsplit(route.request.url).path).removeprefix("/docs/")
        assert route.request.url.startswith(f"{HOST}/docs/")
        route.fulfill(path=path) if path.is_file() else route.fulfill(status=404)

    context.route(f"{HOST}/**", send)

    def asked(docname: str, words: str, site: str = f"{HOST}/docs") -> Locator:
        page.goto(f"{site}/{docname}.html")
        page.keyboard.press("/")
        page.locator("dialog.docsnav-search").get_by_role("combobox").fill(words)
        return page.locator(".docsnav-found [role=option]")

    yield asked
    context.close()


def test_without_a_server_the_dialog_uses_our_index(ask: Ask, marked: Built) -> None:
    found = ask("guides/soil", "cook", f"file://{marked.out}")
    expect(found.first).to_contain_text(f"Resources{SEPARATOR}Cookbook")


def test_without_an_index_of_pagefind_the_dialog_uses_ours(ask: Ask, marked: Built) -> None:
    folder = marked.out / "pagefind"
    away = folder.rename(marked.out / "away") if folder.is_dir() else None
    try:
        expect(ask("guides/soil", "cook").first).to_contain_text("Cookbook")
    finally:
        if away:
            away.rename(folder)


@WRITTEN
def test_results_of_pagefind_are_pages_and_sections_of_the_version(ask: Ask) -> None:
    found = ask("index", "gravel")
    expect(found).to_have_count(2)
    expect(found.nth(0).locator(".docsnav-found-title")).to_have_text("Soil")
    expect(found.nth(0).locator("small")).to_contain_text("Guides")
    expect(found.nth(1)).to_have_text("Drainage Gravel & <br> sand.")
    expect(found.nth(1)).to_have_attribute("href", "./guides/soil.html#drainage")
    loaded = found.page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    assert all(url.startswith(HOST) for url in loaded)
    assert f"{HOST}/docs/searchindex.js" not in loaded
    titles = ask("v2/index", "gravel").locator(".docsnav-found-title")
    expect(titles).to_have_text(["Welcome to v2"])
