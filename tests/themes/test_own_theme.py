"""The theme of this package: its colours, its files, its options and blocks."""

from __future__ import annotations

import gzip
import re
from itertools import product

import pytest
from pygments.token import STANDARD_TYPES
from themes.conftest import Build, Built
from themes.reading import text_of

from sphinx_docsnav.themes.brand import (
    READABLE_CONTRAST,
    TINT,
    Palette,
    compute_contrast,
    parse_colour,
)
from sphinx_docsnav.themes.docsnav import Dark, Light, OwnTheme

PAGES = ((255.0, 255.0, 255.0), (15.0, 17.0, 21.0))
"""The backgrounds of light and dark pages."""
STEPS = ("00", "11", "33", "66", "99", "cc", "ee", "ff")
BRANDS = [f"#{''.join(each)}" for each in product(STEPS, repeat=3)]
"""Colours of all kinds, near-black and near-white ones among them."""


def read(colour: str) -> tuple[float, float, float]:
    found = parse_colour(colour)
    assert found is not None
    return found


def test_every_brand_can_be_read_on_the_page_and_on_its_tint() -> None:
    for brand in BRANDS:
        for ink, page in zip(Palette.of(brand).ink, PAGES, strict=True):
            found = read(ink)
            tint = tuple(a + (b - a) * TINT for a, b in zip(page, found, strict=True))
            assert compute_contrast(found, page) >= READABLE_CONTRAST, brand
            assert compute_contrast(found, tint) >= READABLE_CONTRAST, brand  # type: ignore[arg-type]  # three


def test_the_button_of_every_brand_can_be_read_and_seen() -> None:
    for brand in BRANDS:
        made = Palette.of(brand)
        for fill, text, page in zip(made.fill, made.on_fill, PAGES, strict=True):
            assert compute_contrast(read(fill), read(text)) >= READABLE_CONTRAST, brand
            assert compute_contrast(read(fill), page) >= 3, brand


@pytest.mark.parametrize("style", [Light, Dark])
def test_every_token_of_code_can_be_read(style: type[Light | Dark]) -> None:
    background = read(style.background_color)
    for token in STANDARD_TYPES:
        colour = style.style_for_token(token)["color"]
        assert compute_contrast(read(f"#{colour}"), background) >= READABLE_CONTRAST, token


def test_brands_without_a_hue_are_the_colour_of_text() -> None:
    assert Palette.of("#111111").ink == Palette.of("#fafafa").ink == ("#1f2328", "#eceef2")


@pytest.fixture(scope="module")
def built(build: Build) -> Built:
    """Build the garden with templates of a project, for all tests that only read its pages."""
    block = '{% block below_article %}<p class="own">Below</p>{% endblock %}'
    settings = (
        'templates_path = ["_templates"]\nhtml_sidebars = {"**": ["globaltoc.html", "own.html"]}\n'
        'docsnav_page_actions = ["copy", "view"]'
    )
    files = (
        ("_templates/layout.html", f'{{% extends "!layout.html" %}}{block}'),
        ("_templates/own.html", '<p class="side">S</p>'),
        ("guides/intro.mdx", "---\ntitle: Intro\ndescription: What <it> `is`, **now**.\n---\n"),
        ("plain.rst", "Plain\n=====\n\nText.\n"),
    )
    return build("docsnav", settings=settings, files=files)


def test_a_page_loads_one_style_sheet_and_one_script_below_12_kilobytes(built: Built) -> None:
    page = built.page("guides/soil")
    styles = re.findall(r'<link rel="stylesheet"[^>]*href="([^"?]*)', page.html)
    scripts = re.findall(r'<script[^>]*src="([^"?]*)', page.html)
    assert (styles, scripts) == (["../_static/docsnav.css"], ["../_static/docsnav.js"])
    for name in ("docsnav.css", "docsnav.js"):
        assert len(gzip.compress((built.out / "_static" / name).read_bytes(), 9)) < 12 * 1024


def test_pages_of_endpoints_load_no_component_styles_and_scripts_twice(built: Built) -> None:
    html = built.page("api-reference/list-plants").html
    names = re.findall(r'<(?:link|script)[^>]*(?:src|href)="[./]*_static/(docsnav[^"?]*)', html)
    assert sorted(names) == sorted(
        ["docsnav.css", "docsnav.js", "docsnav-endpoint.css", "docsnav-endpoint.js"]
    )
    texts = [(built.out / "_static" / name).read_text("utf-8") for name in names]
    assert sum(".docsnav-card-title{" in text for text in texts) == 1
    assert sum('"docsnav-tabs"' in text for text in texts) == 1


def test_sphinx_scripts_come_with_those_of_a_project(build: Build) -> None:
    page = build("docsnav", "bed", settings='html_js_files = ["own.js"]').page("guides/soil")
    scripts = re.findall(r'<script[^>]*src="[./]*_static/([^"?]*)', page.html)
    assert scripts[:3] == ["documentation_options.js", "doctools.js", "sphinx_highlight.js"]
    assert "own.js" in scripts


def test_options_that_are_no_lengths_are_left_out() -> None:
    rules = OwnTheme({"width": "50rem", "radius": "1;} body{"}).added_rules({})
    assert "--dn-text:50rem" in rules
    assert "body" not in rules


def test_the_blocks_of_a_project_are_filled_and_its_sidebars_kept(built: Built) -> None:
    page = built.page("guides/soil")
    assert text_of(page.one("own")) == "Below"
    assert text_of(page.one("side")) == "S"
    assert len(page.all("docsnav-sidebar")) == 1


def test_neighbours_show_what_they_say_of_themselves(built: Built) -> None:
    page = built.page("index")
    assert text_of(page.one("docsnav-next")) == "NextIntroWhat <it> is, now."


def test_the_description_of_an_endpoint_written_by_hand_keeps_what_looks_like_a_tag(
    build: Build,
) -> None:
    matter = "title: Add\napi: POST https://example.com/add\ndescription: Add **one** <button>."
    files = (
        ("docs.json", '{"navigation": {"groups": [{"group": "G", "pages": ["index", "add"]}]}}'),
        ("index.mdx", "# Start\n"),
        ("add.mdx", f"---\n{matter}\n---\n"),
    )
    built = build("docsnav", "bed", files=files)
    assert text_of(built.page("index").one("docsnav-next")).endswith("Add one <button>.")
    assert text_of(built.page("add").one("docsnav-lead")) == "Add one <button>."


def test_the_search_page_describes_itself(built: Built) -> None:
    described = '<meta name="description" content="Search - '
    assert described in built.out.joinpath("search.html").read_text("utf-8")
    assert described not in built.out.joinpath("plain.html").read_text("utf-8")
