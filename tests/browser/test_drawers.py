"""The drawers of themes on phones, by keyboard."""

from __future__ import annotations

import pytest
from browser.conftest import Open, in_themes
from playwright.sync_api import Locator, Page, expect
from themes.conftest import Built

from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import Drawer

THEMES = ("furo", "sphinx_rtd_theme", "shibuya", "sphinx_immaterial", "sphinxawesome_theme")
"""The themes whose drawers have no keys of their own; those of others are dialogs, if any."""

pytestmark = [pytest.mark.browser, in_themes(*THEMES)]


def drawers_of(theme: str) -> tuple[Drawer, ...]:
    return find_adapter_class([theme]).drawers


def find_opener(page: Page, drawer: Drawer) -> Locator:
    """Return what the reader presses; inside of a label, as a label has no other role."""
    opener = page.locator(drawer["opener"]).locator("visible=true").first
    return opener.and_(page.locator(":not(label)")).or_(opener.locator("[role=button]"))


def open_by_key(page: Page, drawer: Drawer) -> None:
    find_opener(page, drawer).press("Enter")
    expect(page.locator(drawer["panel"]).first).to_be_focused()


def test_the_focus_stays_in_an_open_drawer(open_page: Open, garden: Built) -> None:
    for drawer in drawers_of(garden.theme):
        page = open_page("guides/intro", width=380)
        open_by_key(page, drawer)
        inside = f"document.activeElement.closest({drawer['panel']!r}) !== null"
        page.keyboard.press("Tab")
        first = page.evaluate_handle("document.activeElement")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(inside), "before the first"
        page.keyboard.press("Tab")
        assert page.evaluate("first => document.activeElement === first", first), "after the last"


def test_keys_do_not_stop_in_a_closed_drawer(open_page: Open, garden: Built) -> None:
    page = open_page("guides/intro", width=380)
    assert page.locator("label[role]").count() == 0
    for drawer in drawers_of(garden.theme):
        # It is still seen while it slides out.
        expect(
            page.locator(drawer["panel"]).locator("a, button, summary, input").first
        ).to_be_hidden()


def test_nothing_covers_the_first_entry_of_an_open_drawer(open_page: Open, garden: Built) -> None:
    for drawer in drawers_of(garden.theme):
        page = open_page("guides/intro", width=380)
        find_opener(page, drawer).click()
        # Waits for drawers that slide in, and fails if something else lies above the entry.
        page.locator(drawer["panel"]).locator("a:visible").first.click(trial=True)


def test_escape_closes_a_drawer_and_the_focus_goes_back(open_page: Open, garden: Built) -> None:
    for drawer in drawers_of(garden.theme):
        page = open_page("guides/intro", width=380)
        open_by_key(page, drawer)
        page.keyboard.press("Escape")
        expect(page.locator(drawer["open"])).to_have_count(0)
        expect(find_opener(page, drawer)).to_be_focused()
