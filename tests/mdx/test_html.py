"""Styles and attributes that a page may write."""

from __future__ import annotations

import pytest

from sphinx_docsnav.rendering.html_policy import clean_style, html_name, is_attribute_allowed


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("color: red; margin:0", "color: red; margin:0"),
        ("color: red /* or blue */; margin: 0", "color: red; margin: 0"),
        ({"marginTop": 4, "opacity": 0.5}, "margin-top: 4px; opacity: 0.5"),
        ("background: linear-gradient(red, blue)", "background: linear-gradient(red, blue)"),
    ],
)
def test_a_harmless_style_is_kept(written: object, kept: str) -> None:
    assert clean_style(written) == kept


@pytest.mark.parametrize(
    "written",
    [
        "position: fixed",
        "position:/**/fixed",
        "position:/*;a:*/fixed",
        {"position": "-webkit-sticky"},
        {"color": "red; position: fixed"},
        {"--a": "/*", "b": "*/ fixed"},
        "background: u/**/rl(//host/a)",
        "background: image-set('//host/a' 1x)",
        "background: cross-fade(src('//host/a'), red)",
        "background: \\75rl(//host/a)",
    ],
)
def test_a_style_that_loads_or_covers_the_site_is_dropped(written: object) -> None:
    kept = clean_style(written)
    assert not any(word in kept for word in ("fixed", "sticky", "host", "/*", "*/"))


@pytest.mark.parametrize("name", ["strokeWidth", "stroke-width", "viewBox", "aria-label"])
def test_drawings_keep_how_their_lines_look(name: str) -> None:
    assert is_attribute_allowed("path", name)


def test_an_attribute_has_the_name_that_html_gives_it() -> None:
    assert [html_name(name) for name in ("strokeWidth", "viewBox", "colSpan")] == [
        "stroke-width",
        "viewBox",
        "colspan",
    ]
