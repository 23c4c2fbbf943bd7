"""A part of the navigation that a theme's templates leave out is reported and still shown."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from themes.conftest import Build
from themes.reading import text_of

SLOW = pytest.mark.slow
LEFT_OUT = (
    ("alabaster", "layout.html", "header", "bar", "tabs"),
    ("basic", "layout.html", "header", "bar", "tabs"),
    pytest.param(("piccolo_theme", "layout.html", "header", "bar", "tabs"), marks=SLOW),
    pytest.param(("sphinx_rtd_theme", "layout.html", "extrabody", "bar", "tabs"), marks=SLOW),
    pytest.param(("sphinxawesome_theme", "header.html", "", "head-nav", "tabs"), marks=SLOW),
    pytest.param(("shibuya", "components/nav-links.html", "", "head-links", "tabs"), marks=SLOW),
    pytest.param(("sphinx_immaterial", "partials/tabs.html", "", "md-tabs", "tabs"), marks=SLOW),
    ("furo", "page.html", "body", "bar", "tabs"),
    ("furo", "sidebar/navigation.html", "", "sidebar", "sidebar"),
    pytest.param(("sphinx_rtd_theme", "layout.html", "menu", "sidebar", "sidebar"), marks=SLOW),
    pytest.param(("sphinx_immaterial", "partials/nav.html", "", "sidebar", "sidebar"), marks=SLOW),
    pytest.param(("sphinxawesome_theme", "sidebar_toc.html", "", "sidebar", "sidebar"), marks=SLOW),
)
"""Themes, with a template in which a part of the navigation stands and the block of it."""


@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_a_part_that_the_templates_leave_out_is_reported_once_and_shown(
    build: Build, left_out: tuple[str, str, str, str, str]
) -> None:
    theme, template, block, part, option = left_out
    empty = f'{{% extends "!{template}" %}}{{% block {block} %}}{{% endblock %}}' if block else ""
    settings = 'templates_path = ["_templates"]'
    built = build(theme, "bed", settings=settings, files=((f"_templates/{template}", empty),))
    said = [line for line in built.warnings.splitlines() if f"part '{part}'" in line]
    assert said == [
        (
            f"WARNING: templates of the project omit the part '{part}' of the"
            " navigation; it is shown at the top of the page; include"
            f""" "docsnav/{part}.html" in '_templates/{template}'; docsnav_theme_options ="""
            f" {{'{option}': 'hide'}} in conf.py hides the part on all pages"
            " [docsnav.part_missing]"
        )
    ]
    page = built.page("guides/soil")
    if option == "tabs":
        assert page.tabs[0] == "*Guides -> ../index.html"
    else:
        assert "* Soil 2 min -> ../guides/soil.html" in page.sidebar
        assert page.all("docsnav-fallback")


def test_the_link_to_the_navigation_leads_to_where_it_is_shown_instead(build: Build) -> None:
    empty = '{% extends "!layout.html" %}{% block sidebar2 %}{% endblock %}'
    settings = 'templates_path = ["_templates"]'
    files = (("_templates/layout.html", empty),)
    page = build("basic", "bed", settings=settings, files=files).page("index")
    assert 'href="#docsnav-start"' in page.html
    assert page.html.count('id="docsnav-start"') == 1


def test_the_link_to_the_navigation_leads_to_where_a_theme_calls_toctree(build: Build) -> None:
    block = "{% block sidebar2 %}<aside>{{ toctree(maxdepth=2) }}</aside>{% endblock %}"
    settings = 'templates_path = ["_templates"]'
    files = (("_templates/layout.html", '{% extends "!layout.html" %}' + block),)
    built = build("basic", "bed", settings=settings, files=files)
    assert built.warnings == ""
    for name in ("index", "search"):
        page = built.page(name)
        assert page.html.count('href="#docsnav-start"') == 1
        assert re.findall("<aside>.*<span id=.docsnav-start.>|id=.docsnav-start", page.html) == [
            '<aside><span id="docsnav-start">'
        ]


def test_a_part_that_the_project_hides_is_not_missed(build: Build) -> None:
    files = (("_templates/sidebar/navigation.html", ""),)
    settings = 'templates_path = ["_templates"]\ndocsnav_theme_options = {"sidebar": "hide"}'
    built = build("furo", "bed", settings=settings, files=files)
    assert built.warnings == ""
    assert built.page("guides/soil").all("docsnav-sidebar") == []


@pytest.mark.parametrize(
    ("theme", "names", "after"),
    [
        ("alabaster", ["about.html", "localtoc.html", "searchbox.html"], "body"),
        ("furo", ["sidebar/brand.html", "sidebar/search.html"], "sidebar-search"),
        pytest.param("pydata_sphinx_theme", ["search-field"], "search-button", marks=SLOW),
    ],
)
def test_the_sidebar_shows_where_html_sidebars_lists_no_contents(
    build: Build, theme: str, names: list[str], after: str
) -> None:
    built = build(theme, "bed", settings=f'html_sidebars = {{"**": {names}}}')
    assert built.warnings == ""
    page = built.page("guides/soil")
    assert len(page.all("docsnav-sidebar")) == 1
    assert page.html.index(after) < page.html.index("docsnav-sidebar")
    assert "docsnav-fallback" not in page.html


def test_a_template_of_one_page_is_reported_with_the_page(build: Build) -> None:
    """The page has a template of its own, which replaces none of the theme."""
    whole = "<html><head></head><body>{{ body }}</body></html>"
    settings = (
        'templates_path = ["_templates"]\n'
        "def choose_template(app, page, template, context, doctree):\n"
        "    return 'bare.html' if page == 'guides/soil' else None\n"
        "def setup(app):\n"
        "    app.connect('html-page-context', choose_template)\n"
    )
    built = build("furo", "bed", settings=settings, files=(("_templates/bare.html", whole),))
    (line,) = [line for line in built.warnings.splitlines() if "part 'bar'" in line]
    assert line.partition("WARNING: ")[0].endswith("guides/soil.mdx: ")
    assert "the templates of theme 'furo' omit the part 'bar'" in line
    assert "at the top of the page 'guides/soil'; include" in line
    assert "in the template of the page; docsnav_theme_options" in line


SHIBUYA = (
    ("_templates/partials/globaltoc-above.html", '<p id="own">Own</p>'),
    ("guides/landing.rst", ":layout: landing\n\nLanding\n=======\n"),
    ("guides/simple.rst", ":layout: simple\n\nSimple\n======\n"),
    ("guides/compact.rst", ":layout: compact\n\nCompact\n=======\n"),
)


@SLOW
def test_layouts_and_partials_of_shibuya_stay(build: Build) -> None:
    settings = 'templates_path = ["_templates"]'
    built = build("shibuya", "bed", settings=settings, files=SHIBUYA)
    assert built.warnings == ""
    for name in ("landing", "simple", "compact"):
        page = built.page(f"guides/{name}")
        assert "docsnav-fallback" not in page.html
        assert page.all("docsnav-sidebar") == []
    page = built.page("guides/soil")
    assert "docsnav-fallback" not in page.html
    places = [page.html.index(text) for text in ('id="own"', "docsnav-anchors", "docsnav-sidebar")]
    assert places == sorted(places)
    assert page.html.count('class="docsnav-anchors"') == 1


def test_a_page_without_a_sidebar_stays_without_one(build: Build) -> None:
    built = build("alabaster", "bed", settings='html_sidebars = {"index": []}')
    assert built.warnings == ""
    assert built.page("index").all("docsnav-sidebar") == []
    assert len(built.page("guides/soil").all("docsnav-sidebar")) == 1


HEADINGS = ["Sand -> #sand", "Fine sand -> #fine-sand"]


def links_of(element: Element) -> list[str]:
    return [f"{text_of(link)} -> {link.get('href')}" for link in element.iter("a")]


@pytest.mark.slow
@pytest.mark.parametrize("titles_only", ["", "theme", "toctree"])
def test_read_the_docs_shows_the_headings_of_the_page_in_its_menu(
    build: Build, titles_only: str
) -> None:
    settings = f'html_theme_options = {{"titles_only": {titles_only == "theme"}}}'
    option = "   :titlesonly:\n" if titles_only == "toctree" else ""
    files = (
        ("guides/soil.mdx", "# Soil\n\n## Sand\n\n### Fine sand\n"),
        ("index.rst", f"Home\n====\n\n.. toctree::\n{option}\n   guides/soil\n"),
    )
    built = build("sphinx_rtd_theme", "bed", settings=settings, files=files)
    found = built.page("guides/soil").all("docsnav-headings")
    assert list(map(links_of, found)) == ([] if titles_only else [HEADINGS])
    assert [len(one.findall(".//details")) for one in found] == ([] if titles_only else [1])
    assert built.page("guides/operate").all("docsnav-headings") == []


def test_alabaster_shows_the_headings_of_the_page_unless_its_project_lists_them(
    build: Build,
) -> None:
    files = (("guides/soil.mdx", "# Soil\n\n## Sand\n\n### Fine sand\n"),)
    own = 'html_sidebars = {"**": ["navigation.html", "localtoc.html"]}'
    for settings, expected in (("", [HEADINGS]), (own, [])):
        page = build("alabaster", "bed", settings=settings, files=files).page("guides/soil")
        assert list(map(links_of, page.all("docsnav-headings"))) == expected
