"""Every theme shows ``navbar`` and ``footer`` of docs.json where it has a place for them.

The same site has an error page, as sphinx-notfound-page makes it.
"""

from __future__ import annotations

import json

import pytest
from themes.conftest import ABSOLUTE, SITES, Build, Built
from themes.conftest import THEMES as KNOWN_THEMES
from themes.reading import text_of

QUICK = ("basic", "furo")
SLOW = pytest.mark.slow
THEMES = [
    theme if theme in QUICK else pytest.param(theme, marks=SLOW)
    for theme in ("basic", "classic", *KNOWN_THEMES)
    if theme != "docsnav"
]
PYDATA = ("pydata_sphinx_theme", "sphinx_book_theme")


@pytest.fixture(params=THEMES)
def bars(request: pytest.FixtureRequest, build: Build) -> Built:
    """Build a site with links, a footer, and an error page, with each theme."""
    docs = json.loads((SITES / "bed" / "docs.json").read_text("utf-8"))
    docs["navbar"] = {"links": [{"label": "Shop", "href": "https://example.org/shop"}]}
    docs["footer"] = {"socials": {"github": "https://github.com/example"}}
    settings = f'docsnav_markdown = True\ndocsnav_page_actions = ["view"]\n{ABSOLUTE}'
    files = (("docs.json", json.dumps(docs)),)
    return build(request.param, "bed", settings=settings, files=files)


def test_a_theme_shows_the_links_and_the_footer(bars: Built) -> None:
    assert bars.warnings == ""
    page = bars.page("guides/soil")
    assert text_of(page.one("docsnav-links")) == "Shop"
    assert [text_of(footer) for footer in page.all("docsnav-footer")] == ["GitHub"]
    assert "docsnav-fallback" not in page.html
    # The theme's credit comes last, and "View as Markdown" is the only link to the source; Book has
    # a menu of downloads, which an option of its own switches off.
    credit = page.html.find("readthedocs.org")
    assert credit < 0 or credit > page.html.find("docsnav-footer")
    neighbours = page.html.find("md-footer__inner")  # Immaterial's, which are in its footer
    assert neighbours < page.html.find("docsnav-footer")
    if bars.theme != "sphinx_book_theme":
        assert "_sources/" not in page.html


def test_an_error_page_leads_to_absolute_addresses(bars: Built) -> None:
    page = bars.page("404")
    assert page.tabs[:2] == ["Guides -> /en/latest/index.html", "Resources"]
    assert "/en/latest/searchindex.js" not in page.html
    if bars.theme not in PYDATA:  # a page in no tab has no sidebar
        assert "Intro -> /en/latest/guides/intro.html" in page.sidebar
    assert bars.page("guides/soil").tabs[0] == "*Guides -> ../index.html"
