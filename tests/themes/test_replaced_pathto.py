"""Links of the navigation go through the page's ``pathto``, which an extension may replace."""

from __future__ import annotations

import re

import pytest
from sidebar_limit import limit_in_conf
from themes.conftest import Build

ABSOLUTE = """
def absolute(app, pagename, templatename, context, doctree):
    if pagename != "404":
        return
    def pathto(uri, resource=False, baseuri=None):
        return "/en/latest/" + (uri if resource else app.builder.get_target_uri(uri))
    context["pathto"] = pathto
    context["toctree"] = lambda **options: "not ours"

def setup(app):
    app.connect("html-collect-pages", lambda app: [("404", {"body": "Gone"}, "page.html")])
    app.connect("html-page-context", absolute, priority=400)
"""
"""What sphinx-notfound-page does: a page that a server shows at any address."""
VERSIONED = """
def versioned(app, pagename, templatename, context, doctree):
    usual = context["pathto"]
    context["pathto"] = lambda *args, **options: usual(*args, **options) + "?v=2"

def setup(app):
    app.connect("html-page-context", versioned, priority=400)
"""
"""An extension that changes the addresses of all pages."""


@pytest.mark.parametrize(
    "theme",
    [
        "alabaster",
        "furo",
        pytest.param("pydata_sphinx_theme", marks=pytest.mark.slow),
        pytest.param("sphinx_rtd_theme", marks=pytest.mark.slow),
        pytest.param("shibuya", marks=pytest.mark.slow),
        pytest.param("sphinx_immaterial", marks=pytest.mark.slow),
        pytest.param("sphinxawesome_theme", marks=pytest.mark.slow),
    ],
)
def test_an_error_page_leads_to_absolute_addresses(build: Build, theme: str) -> None:
    built = build(theme, "bed", settings=ABSOLUTE)
    assert built.warnings == ""
    page = built.page("404")
    assert page.tabs[:2] == [
        "Guides -> /en/latest/index.html",
        "Resources",
    ]
    assert "/en/latest/searchindex.js" not in page.html
    if theme != "pydata_sphinx_theme":  # a page in no tab has no sidebar
        assert "Intro -> /en/latest/guides/intro.html" in page.sidebar
    assert built.page("guides/soil").tabs[0] == "*Guides -> ../index.html"


def test_any_other_change_of_addresses_is_kept(build: Build) -> None:
    page = build("alabaster", "bed", settings=VERSIONED).page("guides/soil")
    assert page.tabs[0] == "*Guides -> ../index.html?v=2"
    assert "  Intro -> intro.html?v=2" in page.sidebar


def test_a_shared_sidebar_has_absolute_addresses_too(build: Build) -> None:
    built = build("alabaster", "bed", settings=f"{limit_in_conf(0)}\n{ABSOLUTE}")
    page = (built.out / "404.html").read_text("utf-8")
    assert 'data-docsnav-root="/en/latest/"' in page
    assert re.search(r'<script src="/en/latest/_static/docsnav-sidebar-\w+\.js">', page)
    assert 'href="/en/latest/index.html">Get started<' in page


def test_pages_whose_addresses_are_changed_carry_whole_sidebars(build: Build) -> None:
    built = build("alabaster", "bed", settings=f"{limit_in_conf(0)}\n{VERSIONED}")
    assert built.page("guides/soil").sidebar.count("?v=2") > 3
    assert not list(built.out.glob("_static/docsnav-sidebar-*"))
