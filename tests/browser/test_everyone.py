"""The navigation as a screen reader names it, with forced colours, and with large text."""

from __future__ import annotations

import pytest
from browser.conftest import Open, in_themes
from playwright.sync_api import Page
from themes.conftest import Built

pytestmark = pytest.mark.browser

MARK = """() => {
  for (const one of document.querySelectorAll("[aria-current]"))
    one.append(one.ariaCurrent === "page" ? " (this page)" : " (current)");
  for (const one of document.querySelectorAll("[lang]:not(html)")) one.append(` [${one.lang}]`);
}"""
"""Writes into the page what the text of the tree leaves out: what is current, and languages."""

TABS = """
- list:
  - listitem:
    - link "Guides (current)":
  - listitem:
    - link "API":
  - listitem:
    - group: Resources
  - listitem:
    - link "SDKs":
  - listitem:
    - link "Status":
  - listitem:
    - link "Changelog":
"""
PAGES = """
- navigation "Pages":
  - paragraph: Get started
  - list:
    - listitem:
      - link "Welcome":
    - listitem:
      - link "Intro":
    - listitem:
      - group:
        - text: Soil & <Water> NEW
        - list:
          - listitem:
            - link "Soil 2 min (this page)":
          - listitem:
            - group: Second
    - listitem:
      - group: Folded
    - listitem:
      - link "Rooted":
      - group: Rooted
  - paragraph:
    - link "Operate BETA":
  - list:
    - listitem:
      - link "Backup & <restore>":
    - listitem:
      - link "Reference":
      - group: Reference
"""
LANGUAGES = """
- list:
  - listitem:
    - link "English (current) [en]":
  - listitem:
    - link "العربية [ar]":
  - listitem:
    - link "Deutsch [de]":
"""
PRIVATE_USE = range(0xE000, 0xF900)
"""Characters of the fonts of icons."""


def tree(page: Page, selector: str) -> str:
    """Return the accessibility tree of the first visible element, without addresses."""
    text = page.locator(selector).locator("visible=true").first.aria_snapshot()
    lines = [line for line in text.splitlines() if "/url:" not in line]
    plain = "".join(c for c in "\n".join(lines) if ord(c) not in PRIVATE_USE)
    return "\n" + plain.replace(' ":', '":') + "\n"


def test_the_navigation_reads_as_written(open_page: Open, garden: Built) -> None:
    # In a narrower header, PyData puts the last tabs into its list "More".
    page = open_page("guides/soil", width=1440)
    page.evaluate(MARK)
    assert tree(page, ".docsnav-sidebar") == PAGES
    tabs = ".md-tabs__list" if garden.theme == "sphinx_immaterial" else "ul:has(> * > .docsnav-tab)"
    named = tree(page, f":is({tabs}, .docsnav-headtabs, .docsnav-head-nav ul)")
    assert named.replace('list "Tabs"', "list") == TABS
    if garden.theme == "sphinx_immaterial":
        return  # it renders the menu of languages itself
    switch = page.locator(".docsnav-languages").locator("visible=true").first
    switch.locator("summary").click()
    assert tree(page, ".docsnav-languages ul") == LANGUAGES
    # Each name has the direction of its letters, and begins where the list begins.
    lefts = switch.locator("li bdi").evaluate_all(
        "all => all.map((name) => Math.round(name.getBoundingClientRect().left))"
    )
    assert len(lefts) == 3
    assert len(set(lefts)) == 1


MARKED = """all => all.filter((one) => {
  const style = getComputedStyle(one), page = getComputedStyle(document.body);
  return style.borderInlineStartColor !== page.backgroundColor;
}).map((one) => one.textContent.trim())"""
"""The entries whose bar has another colour than the page."""


@in_themes("alabaster", "furo")  # the rules are the same in every theme; these sidebars differ
def test_forced_colours_mark_only_the_current_entry(open_page: Open) -> None:
    page = open_page("guides/soil", forced=True)
    entries = page.locator(".docsnav-sidebar a.reference").locator("visible=true")
    assert entries.evaluate_all(MARKED) == ["Soil 2 min"]
    fold = page.locator(".docsnav-sidebar summary").locator("visible=true").first
    page.keyboard.press("Tab")
    fold.focus()
    assert fold.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"


CUT = """() => [...document.querySelectorAll("[class*=docsnav]")].filter((one) => {
  if (!one.checkVisibility() || one.closest(".docsnav-unseen") || one.clientWidth < 2) return false;
  const style = getComputedStyle(one), cuts = (value) => value === "hidden" || value === "clip";
  return (cuts(style.overflowX) && style.textOverflow !== "ellipsis"
      && one.scrollWidth > one.clientWidth + 2)
    || (cuts(style.overflowY) && one.scrollHeight > one.clientHeight + 2);
}).map((one) => one.className)"""
"""Our elements whose text is cut off."""


@pytest.mark.on_demand
@pytest.mark.parametrize("name", ["guides/deep", "sdk/server", "api-reference/add-a-plant"])
def test_large_text_is_not_cut_off(open_page: Open, name: str) -> None:
    page = open_page(name)
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.add_style_tag(content=f"html:root:root {{ font-size: {2 * size}px !important }}")
    assert page.evaluate(CUT) == []
