"""Folds of the sidebar, and the banner: what a reader did is remembered."""

from __future__ import annotations

import pytest
from browser.conftest import Open, in_different_themes
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, in_different_themes]


def fold_of(page: Page, label: str) -> Locator:
    """Return the title of a group, or the button beside it, that folds and unfolds."""
    return page.locator(".docsnav-sidebar summary", has_text=label).first


def entry(page: Page, label: str) -> Locator:
    return page.locator(".docsnav-sidebar a", has_text=label).first


def test_a_click_and_keys_fold_and_unfold(open_page: Open) -> None:
    page = open_page("index")
    inside = entry(page, "Folded away")
    summary = fold_of(page, "Folded")
    expect(inside).to_be_hidden()
    summary.click()
    expect(inside).to_be_visible()
    summary.click()
    expect(inside).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(inside).to_be_visible()
    page.keyboard.press("Space")
    expect(inside).to_be_hidden()
    expect(summary).to_be_focused()
    # A group that starts open can be closed.
    expect(entry(page, "Soil")).to_be_visible()
    fold_of(page, "Soil & <Water>").click()
    expect(page.locator(".docsnav-sidebar a[href='guides/soil.html']")).to_be_hidden()


def test_folds_stay_as_they_were_left_on_the_next_page(open_page: Open) -> None:
    page = open_page("index")
    fold_of(page, "Folded").click()
    fold_of(page, "Soil & <Water>").click()
    entry(page, "Intro").click()
    page.wait_for_url("**/guides/intro.html")
    expect(entry(page, "Folded away")).to_be_visible()
    expect(page.locator(".docsnav-sidebar a[href$='soil.html']")).to_be_hidden()


def test_the_way_to_the_current_page_is_open_though_it_was_folded(open_page: Open) -> None:
    page = open_page("index")
    fold_of(page, "Soil & <Water>").click()
    page.goto(page.url.replace("index.html", "guides/soil.html"))
    current = page.locator(".docsnav-sidebar [aria-current='page']")
    expect(current).to_have_count(1)
    expect(current).to_be_visible()


def test_a_title_that_leads_to_a_page_has_a_fold_button_of_its_own(open_page: Open) -> None:
    page = open_page("index")
    title = entry(page, "Rooted")
    button = title.locator("xpath=following-sibling::details/summary")
    button.click()
    expect(entry(page, "Leaf")).to_be_visible()
    title.click()
    page.wait_for_url("**/guides/rooted/index.html")


def test_another_language_has_a_banner_of_its_own_to_close(open_page: Open) -> None:
    page = open_page("index")
    page.locator("[data-docsnav-banner] .docsnav-close").click()
    page.goto(page.url.replace("index.html", "ar/index.html"))
    expect(page.get_by_text("الإصدار 3 متاح الآن")).to_be_visible()
