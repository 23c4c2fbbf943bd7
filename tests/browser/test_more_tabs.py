"""Tabs that do not fit into the header of a theme."""

from __future__ import annotations

import json

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, expect
from themes.conftest import Build

pytestmark = pytest.mark.browser

LABELS = [f"A tab with the number {number}" for number in range(1, 7)]
TABS: list[dict[str, object]] = [
    {"tab": label, "pages": [f"p{number}"]} for number, label in enumerate(LABELS, 1)
]
TABS[4] = {"tab": LABELS[4], "menu": [{"item": "An item", "pages": ["p5"]}]}
SITE = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    ("docs.json", json.dumps({"name": "Site", "navigation": {"tabs": TABS}})),
    ("index.rst", "Home\n====\n"),
    *((f"p{number}.rst", f"Page {number}\n======\n") for number in range(1, 7)),
)


def test_tabs_without_room_are_in_the_list_more(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("pydata_sphinx_theme", "bed", files=SITE), "p6", 1280) as page:
        bar = page.locator(".bd-header .docsnav-tablist")
        frame = page.locator(".bd-header .navbar-header-items__center")
        more = bar.locator(".docsnav-more")
        expect(more).to_be_visible()
        assert frame.evaluate("box => box.scrollWidth <= box.clientWidth")
        shown = bar.locator(":scope > li:not(.docsnav-more):visible").all_inner_texts()
        assert shown == LABELS[: len(shown)]
        assert 0 < len(shown) < 5
        # The current tab is in the list, which is marked instead.
        assert "current" in (more.get_attribute("class") or "")
        more.locator("summary").click()
        hidden = more.locator(".docsnav-choices > li").all_inner_texts()
        assert hidden == [*LABELS[len(shown) : 4], f"{LABELS[4]}\nAn item", LABELS[5]]
        page.keyboard.press("Escape")
        expect(more.locator(".docsnav-choices")).not_to_be_visible()
        page.add_style_tag(content=".bd-header__inner { max-inline-size: none !important }")
        page.set_viewport_size({"width": 3000, "height": 700})
        expect(more).not_to_be_visible()
        assert bar.locator(":scope > li:visible").count() == len(LABELS)


def test_tabs_without_room_leave_the_search_its_width(build: Build, chromium: Browser) -> None:
    data = {
        "name": "Site",
        "navigation": {"tabs": TABS},
        "navbar": {"primary": {"type": "button", "label": "Open it", "href": "https://a.example"}},
    }
    files = (*SITE[:1], ("docs.json", json.dumps(data)), *SITE[2:])
    with opened_tab(chromium, build("shibuya", "bed", files=files), "p1", 1024) as page:
        field = page.locator(".sy-head-extra input").bounding_box()
        assert field is not None
        assert field["width"] >= 128


def test_links_beside_a_switch_are_whole_where_there_is_space(
    build: Build, chromium: Browser
) -> None:
    links = [{"label": label, "href": "https://a.example"} for label in ("Code", "Discord")]
    data = {
        "name": "Site",
        "navigation": {
            "versions": [
                {"version": "Open source", "pages": ["p1"]},
                {"version": "Cloud", "pages": ["p2"]},
            ]
        },
        "navbar": {
            "links": links,
            "primary": {"type": "button", "label": "The cloud of it", "href": "https://a.example"},
        },
    }
    files = (*SITE[:1], ("docs.json", json.dumps(data)), *SITE[2:])
    with opened_tab(chromium, build("shibuya", "bed", files=files), "p1", 1024) as page:
        box = page.locator(".sy-head-extra .docsnav-links")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 1024
