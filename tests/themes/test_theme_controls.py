"""What a theme shows already is not added a second time."""

from __future__ import annotations

import pytest
from themes.conftest import Build

from sphinx_docsnav.core.finished_html import (
    find_theme_header,
    has_search,
    has_skip_link,
    remove_doubles,
)

CRUMBS = '<nav class="docsnav-breadcrumbs" aria-label="B"><ol><li>Guides</li></ol></nav>'
ACTIONS = '<div class="docsnav-actions"><button>Copy page</button></div>'
OTHERS = '<div class="docsnav-actions"><a href="e">Edit</a></div>'


@pytest.mark.parametrize(
    "control",
    [
        '<input type="text" name="q">',
        '<input class="x" type="search">',
        '<button class="DocSearch" aria-label="Search">',
        '<label for="search">',
        '<a href="../search.html">Search</a>',
        '<a class="s" href="../search.html#q">Search</a>',
        '<a href="../search.html?q=">Search</a>',
    ],
)
def test_a_search_of_the_theme_is_seen(control: str) -> None:
    assert has_search(f"<body>{control}</body>", "../search.html")


@pytest.mark.parametrize(
    "control",
    [
        '<input type="text" name="name">',
        '<a href="../research.html">Research</a>',
        '<a href="search.html">Another</a>',
        "<button>Research</button>",
        '<div class="search-results"></div>',
    ],
)
def test_what_only_resembles_a_search_is_none(control: str) -> None:
    assert not has_search(f"<body>{control}</body>", "../search.html")


@pytest.mark.parametrize(
    ("theirs", "kept"),
    [
        ('<ol class="breadcrumb"><li>G</li></ol>', ""),
        ('<nav aria-label="Breadcrumbs"></nav>', ""),
        ('<div class="crumbs"></div>', CRUMBS),
    ],
)
def test_breadcrumbs_of_the_theme_stand_for_ours(theirs: str, kept: str) -> None:
    assert remove_doubles(f"{theirs}{CRUMBS}<p>T</p>", "", "") == f"{theirs}{kept}<p>T</p>"


@pytest.mark.parametrize(
    ("theirs", "kept"),
    [
        ('<button data-copy-source="a.md"></button>', OTHERS),
        ('<button class="copy-page">', OTHERS),
        ('<button class="copybtn">', ACTIONS),
        ("<p>Copy page</p>", ACTIONS),
    ],
)
def test_a_button_of_the_theme_that_copies_the_page_stands_for_ours(theirs: str, kept: str) -> None:
    page = f'{theirs}{ACTIONS}<p>T</p><button class="copy-page">'
    assert remove_doubles(page, ACTIONS, OTHERS) == page.replace(ACTIONS, kept)


def test_the_header_of_a_page_is_not_that_of_its_content() -> None:
    page = '<body><header><a href="#main">Skip</a></header><main><header>H</header></main>'
    found = find_theme_header(page)
    assert found is not None
    assert page[found] == '<header><a href="#main">Skip</a></header>'
    assert has_skip_link(page[found])
    assert not has_skip_link('<header><a href="/">Home</a><a href="#x">X</a></header>')
    assert not has_skip_link('<header><a href="#">Home, on the front page</a></header>')
    assert find_theme_header("<body><main><header>H</header></main>") is None


LAYOUT = """<!DOCTYPE html>
<html><head><title>{{ title }}</title>
{%- for css in css_files %}{{ css_tag(css) }}{% endfor %}
{%- for js in script_files %}{{ js_tag(js) }}{% endfor %}</head>
<body>
<header class="q-head"><a href="{{ pathto(root_doc) }}">{{ project }}</a>
<a href="{{ pathto("search") }}#q">Search</a></header>
<nav class="q-tabs">{{ toctree(maxdepth=1) }}</nav>
<aside class="q-side">{{ toctree() }}</aside>
<nav class="breadcrumb">{% for p in parents %}{{ p.title }}{% endfor %}</nav>
<main><button data-copy-source="x">Copy</button>{% block body %}{{ body }}{% endblock %}</main>
</body></html>
"""
THEME = (
    ("_themes/quill/theme.toml", '[theme]\ninherit = "basic"\n'),
    ("_themes/quill/layout.html", LAYOUT),
)
"""A theme with a layout of its own, and most of what others have."""
SETTINGS = """html_theme, html_theme_path = "quill", ["_themes"]
docsnav_markdown, docsnav_page_actions = True, ["copy"]
"""


def test_an_unknown_theme_keeps_what_it_has_and_gets_the_rest(build: Build) -> None:
    built = build("basic", settings=SETTINGS, files=THEME)
    assert built.warnings == ""
    page, html = built.page("guides/soil"), built.page("guides/soil").html
    # Its own search, breadcrumbs and copy button are the only ones.
    for ours in ("docsnav-find", "docsnav-breadcrumbs", "docsnav-actions", "docsnav-fallback"):
        assert f'class="{ours}"' not in html, ours
    # Tabs are in its row of tabs, the banner is above its header, the rest in its sidebar.
    assert html.index("docsnav-banner") < html.index("q-head")
    assert html.index("q-tabs") < html.index('class="docsnav-bar"') < html.index("q-side")
    assert html.index("q-side") < html.index("docsnav-switches") < html.index("docsnav-sidebar")
    assert html.index("docsnav-sidebar") < html.index("breadcrumb")
    assert html.count('class="docsnav-bar"') == html.count('class="docsnav-switches"') == 1
    assert page.sidebar == build("furo").page("guides/soil").sidebar


def test_a_theme_without_a_row_of_tabs_gets_the_bar_after_its_header(build: Build) -> None:
    layout = LAYOUT.replace("{{ toctree(maxdepth=1) }}", "")
    files = tuple((name, layout if text == LAYOUT else text) for name, text in THEME)
    built = build("basic", settings=SETTINGS, files=files)
    assert built.warnings == ""
    html = built.page("guides/soil").html
    assert html.index("</header>") < html.index('class="docsnav-bar"') < html.index("q-tabs")


LOGOS = (
    (
        "_themes/quill/theme.toml",
        '[theme]\ninherit = "basic"\n\n[options]\nlight_logo = ""\ndark_logo = ""\n',
    ),
    (
        "_themes/quill/layout.html",
        LAYOUT.replace(
            "{{ project }}",
            """{% for logo in (theme_light_logo, theme_dark_logo) -%}
<img src="{{ pathto("_static/" ~ logo, 1) }}">{% endfor %}<span>{{ project }}</span>""",
        ),
    ),
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        """{"logo": {"light": "/logo/day.svg", "dark": "/logo/night.svg"},
        "navigation": {"pages": ["page"]}}""",
    ),
    ("page.rst", "Page\n====\n"),
    *(
        (f"logo/{name}.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
        for name in ("day", "night")
    ),
)
"""A theme with options for two logos, and a site with two."""


def test_an_unknown_theme_with_options_for_two_logos_shows_both(build: Build) -> None:
    built = build(
        "basic", "bed", settings='html_theme, html_theme_path = "quill", ["_themes"]', files=LOGOS
    )
    assert built.warnings == ""
    for name in ("day", "night"):
        assert f'<img src="_static/{name}.svg">' in built.page("page").html
        assert (built.out / "_static" / f"{name}.svg").is_file()
    # The logo holds the name, which the theme shows beside it.
    assert built.page("page").html.count('<a class="docsnav-wordmark" href="index.html"><img') == 1


def test_logos_that_a_project_sets_in_an_unknown_theme_stay(build: Build) -> None:
    settings = """html_theme, html_theme_path = "quill", ["_themes"]
html_theme_options = {"light_logo": "mine.svg"}
"""
    html = build("basic", "bed", settings=settings, files=LOGOS).page("page").html
    assert '<img src="_static/mine.svg">' in html
    assert "night.svg" not in html
    assert "docsnav-wordmark" not in html
