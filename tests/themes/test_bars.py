"""Every theme shows ``navbar`` and ``footer`` of docs.json where it has a place for them."""

from __future__ import annotations

import json

import pytest
from themes.conftest import SITES, Build
from themes.conftest import THEMES as KNOWN_THEMES
from themes.reading import text_of

QUICK = ("basic", "furo")
SLOW = pytest.mark.slow
THEMES = [
    theme if theme in QUICK else pytest.param(theme, marks=SLOW)
    for theme in ("basic", "classic", *KNOWN_THEMES)
    if theme != "docsnav"
]


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_shows_the_links_and_the_footer(build: Build, theme: str) -> None:
    docs = json.loads((SITES / "bed" / "docs.json").read_text("utf-8"))
    docs["navbar"] = {"links": [{"label": "Shop", "href": "https://example.org/shop"}]}
    docs["footer"] = {"socials": {"github": "https://github.com/example"}}
    settings = 'docsnav_markdown = True\ndocsnav_page_actions = ["view"]'
    built = build(theme, "bed", settings=settings, files=(("docs.json", json.dumps(docs)),))
    assert built.warnings == ""
    page = built.page("guides/soil")
    assert text_of(page.one("docsnav-links")) == "Shop"
    assert [text_of(footer) for footer in page.all("docsnav-footer")] == ["GitHub"]
    assert "docsnav-fallback" not in page.html
    # The theme's credit comes last, and "View as Markdown" is the only link to the source; Book has
    # a menu of downloads, which an option of its own switches off.
    credit = page.html.find("readthedocs.org")
    assert credit < 0 or credit > page.html.find("docsnav-footer")
    neighbours = page.html.find("md-footer__inner")  # Immaterial's, which are in its footer
    assert neighbours < page.html.find("docsnav-footer")
    if theme != "sphinx_book_theme":
        assert "_sources/" not in page.html
