"""Links of the navigation go through the page's ``pathto``, which an extension may replace."""

from __future__ import annotations

import re

from sidebar_limit import limit_in_conf
from themes.conftest import ABSOLUTE, Build

VERSIONED = """
def versioned(app, pagename, templatename, context, doctree):
    usual = context["pathto"]
    context["pathto"] = lambda *args, **options: usual(*args, **options) + "?v=2"

def setup(app):
    app.connect("html-page-context", versioned, priority=400)
"""
"""An extension that changes the addresses of all pages."""


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
