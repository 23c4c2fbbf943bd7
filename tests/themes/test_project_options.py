"""What a project sets itself wins, and themes that nobody has heard of work."""

from __future__ import annotations

import json
from typing import Any

import pytest
from themes.conftest import Build
from themes.reading import text_of

UNHEARD_OF = (
    ("themes/unheard/theme.toml", '[theme]\ninherit = "none"\nsidebars = []\n[options]\n'),
    (
        "themes/unheard/layout.html",
        (
            "<!DOCTYPE html><html><head><title>x</title></head>"
            '<body class="a"><main>{% block body %}{% endblock %}</main></body></html>'
        ),
    ),
    (
        "themes/unheard/page.html",
        '{% extends "layout.html" %}{% block body %}{{ body }}{% endblock %}',
    ),
    ("themes/unheard/domainindex.html", '{% extends "layout.html" %}'),
    ("themes/unheard/search.html", '{% extends "layout.html" %}'),
    ("themes/unheard/genindex.html", '{% extends "layout.html" %}'),
)
"""A theme without any of the blocks, sidebars and functions that others have."""


def test_html_sidebars_of_the_project_are_kept(build: Build) -> None:
    settings = 'html_sidebars = {"index": ["about.html"], "guides/soil": ["docsnav/sidebar.html"]}'
    built = build("alabaster", settings=settings)
    assert len(built.page("index").all("docsnav-sidebar")) == 1
    page = built.page("guides/soil")
    assert len(page.all("docsnav-sidebar")) == 1
    assert page.all("docsnav-switches")


def test_templates_of_the_project_stand_before_ours_and_can_extend_them(build: Build) -> None:
    files = (
        (
            "_templates/page.html",
            (
                '{% extends "!page.html" %}'
                '{% block content %}<div id="mine">{{ super() }}</div>{% endblock %}'
            ),
        ),
        (
            "_templates/docsnav/anchors.html",
            "{% for anchor in docsnav.global_anchors %}<i>{{ anchor.label|e }}</i>{% endfor %}",
        ),
    )
    built = build("furo", "bed", settings='templates_path = ["_templates"]', files=files)
    page = built.page("guides/soil")
    assert "Soil" in text_of(next(e for e in page.tree.iter() if e.get("id") == "mine"))
    assert page.all("docsnav-bar")
    assert "<i>Community</i><i>Changes</i>" in page.html
    assert page.anchors == []


def test_theme_options_of_the_project_are_kept(build: Build) -> None:
    page = build("furo", "bed", settings='html_theme_options = {"announcement": "Mine"}').page(
        "index"
    )
    assert text_of(page.one("announcement")) == "Mine"
    assert page.all("docsnav-banner") == []


def test_a_theme_without_any_place_gets_a_bar_and_a_sidebar(build: Build) -> None:
    settings = 'html_theme_path = ["themes"]\nhtml_theme = "unheard"'
    page = build("alabaster", "bed", settings=settings, files=UNHEARD_OF).page("guides/soil")
    assert page.tabs[0] == "*Guides -> ../index.html"
    assert "* Soil 2 min -> ../guides/soil.html" in page.sidebar
    assert page.anchors[0] == "Community -> https://example.org/chat"
    assert len(page.all("docsnav-bar")) == 1


@pytest.mark.parametrize(
    ("drilldown", "first"), [("true", "Second -> ../guides/deep.html"), ("false", "Second")]
)
def test_drilldown(build: Build, drilldown: str, first: str) -> None:
    change = (
        "import json, pathlib\n"
        "path = pathlib.Path('docs.json')\n"
        "path = pathlib.Path(__file__).parent / 'docs.json'\n"
        "docs = json.loads(path.read_text('utf-8'))\n"
        f"docs['interaction'] = {{'drilldown': {drilldown.title()}}}\n"
        "path.write_text(json.dumps(docs), 'utf-8')\n"
    )
    lines = build("furo", settings=change).page("guides/soil").sidebar.splitlines()
    assert next(line.strip(" +-") for line in lines if "Second" in line) == first
    assert any("Rooted -> ../guides/rooted/index.html" in line for line in lines)


def test_parts_can_be_left_out(build: Build) -> None:
    options = {"anchors": "hide", "banner": "hide", "versions": "hide"}
    page = build("furo", settings=f"docsnav_theme_options = {options}").page("guides/soil")
    assert (page.anchors, page.switch("versions")) == ([], [])
    assert "data-docsnav-banner" not in page.html
    assert page.switch("languages")[0] == "*English -> ../guides/soil.html"
    assert page.tabs[0] == "*Guides -> ../index.html"


@pytest.mark.parametrize(
    "theme",
    [
        "alabaster",
        "furo",
        pytest.param("pydata_sphinx_theme", marks=pytest.mark.slow),
        pytest.param("shibuya", marks=pytest.mark.slow),
        pytest.param("sphinx_immaterial", marks=pytest.mark.slow),
        pytest.param("sphinx_rtd_theme", marks=pytest.mark.slow),
        pytest.param("sphinxawesome_theme", marks=pytest.mark.slow),
    ],
)
def test_tabs_can_stand_above_the_sidebar(build: Build, theme: str) -> None:
    built = build(theme, "bed", settings='docsnav_theme_options = {"tabs": "sidebar"}')
    assert built.warnings == ""
    page = built.page("res/cook")
    assert len(page.all("docsnav-always")) == 1
    lists = [
        *page.all("docsnav-headtabs"),
        *page.all("md-tabs__list"),
        *page.all("docsnav-tablist"),
    ]
    assert len(lists) == 1
    assert page.tabs[1:4] == [
        "*Resources",
        "  TutorialsStep by step -> ../res/first.html",
        "  *Cookbook -> ../res/cook.html",
    ]


def test_parts_that_find_no_place_are_named(build: Build) -> None:
    options = {"tab": "hide", "tabs": "footer", "banner": True, "xyzzy": "hide"}
    built = build("basic", "bed", settings=f"docsnav_theme_options = {options}")
    assert [line.partition("WARNING: ")[2] for line in built.warnings.splitlines()] == [
        (
            "docsnav_theme_options: there is no part 'tab'; it is ignored; did you mean 'tabs'?"
            " [docsnav.setting_ignored]"
        ),
        (
            "docsnav_theme_options: expected 'hide' or 'sidebar' for 'tabs', found 'footer';"
            " it is ignored [docsnav.setting_ignored]"
        ),
        (
            "docsnav_theme_options: expected 'hide' for 'banner', found True; it is ignored"
            " [docsnav.setting_ignored]"
        ),
        (
            "docsnav_theme_options: there is no part 'xyzzy'; it is ignored; there are anchors,"
            " banner, dropdowns, footer, languages, navbar, products, sidebar, tabs, versions"
            " [docsnav.setting_ignored]"
        ),
    ]


LANGUAGES = ("en", "zh-Hans", "uk", "fr-CA")


@pytest.mark.slow
def test_immaterial_speaks_what_it_can_of_every_language(build: Build) -> None:
    listed = [{"language": code, "pages": [f"{code}/page"]} for code in LANGUAGES]
    docs = json.dumps({"name": "Words", "navigation": {"languages": listed}})
    pages = tuple((f"{code}/page.mdx", "---\ntitle: Page\n---\n") for code in LANGUAGES)
    built = build("sphinx_immaterial", "bed", files=(("docs.json", docs), *pages))
    found = [built.page(f"{code}/page").tree.get("lang") for code in LANGUAGES]
    assert found == ["en", "zh", "uk", "fr"]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["sphinx_immaterial", "sphinxawesome_theme"])
def test_a_part_of_the_site_is_built_in_themes_that_work_on_files(build: Build, theme: str) -> None:
    built = build(theme, settings='docsnav_only = ["ar"]')
    assert built.page("ar/guides/intro").tabs[0].startswith("*")
    assert not (built.out / "guides" / "intro.html").exists()


def test_the_json_builder_has_plain_data(build: Build) -> None:
    built = build("basic", builder="json")
    page: dict[str, Any] = json.loads((built.out / "guides/soil.fjson").read_text("utf-8"))
    docsnav = page["docsnav"]
    assert [tab["label"] for tab in docsnav["tabs"]] == [
        "Guides",
        "API",
        "Resources",
        "SDKs",
        "Status",
        "Changelog",
    ]
    start = docsnav["sidebar"][0]
    soil = start["children"][2]
    assert (start["label"], soil["label"], soil["expanded"]) == (
        "Get started",
        "Soil & <Water>",
        True,
    )
    # The top level is always open, whatever `expanded` of docs.json says.
    assert {e["expanded"] for e in docsnav["sidebar"] if e["kind"] == "group"} == {True}
    assert [entry["here"] for entry in soil["children"]] == [True, False]
    assert [crumb["label"] for crumb in docsnav["breadcrumbs"]] == [
        "Guides",
        "Get started",
        "Soil & <Water>",
    ]
    assert docsnav["next"]["label"] == "Deep down"
    assert docsnav["language"] == {"code": "en", "direction": "ltr"}
    assert "docsnav_part" not in page


def test_the_menu_of_further_tabs_has_the_text_of_the_theme_option(build: Build) -> None:
    chosen = {"header_links_before_dropdown": 1, "header_dropdown_text": "Others"}
    built = build("pydata_sphinx_theme", "bed", settings=f"html_theme_options = {chosen}")
    menus = [text_of(each) for each in built.page("index").tree.iter("summary")]
    assert "Others" in menus
