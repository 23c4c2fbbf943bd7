"""Styles and attributes that a page may write."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.rendering.html_policy import (
    Declaration,
    check_style,
    get_html_name,
    is_attribute_allowed,
)

COVERING = (
    *("fixed", "sticky", "absolute", "inset", "z-index", "900", "100vw", "1e4", "99"),
    *("unset", "body", "attr", "element", "image(", "((", "right"),
)
"""What must be left of no style."""


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("color: red; margin:0", "color: red; margin: 0"),
        ("color: red /* or blue */; margin: 0", "color: red; margin: 0"),
        ({"marginTop": 4, "opacity": 0.5, "--x": 3}, "margin-top: 4px; opacity: 0.5; --x: 3"),
        ("width: calc(100% - 2rem); border: 1px solid rgb(0 0 0 / .5)",) * 2,
        ("margin: -4px auto 0 -.5em; vertical-align: -0.125em",) * 2,
        ("margin: -1em -1rem -2ex -2ch; margin-top: -16px; margin-left: -12pt",) * 2,
        ("box-shadow: 0 2px 8px rgba(0, 0, 0, .25); font-family: 'Fira Code', monospace",) * 2,
        ("position: relative; --tree-highlight: #f80; color: var(--tree-highlight, red)",) * 2,
        (
            {"WebkitMaskImage": "linear-gradient(red, #0000)"},
            "-webkit-mask-image: linear-gradient(red, #0000)",
        ),
        ("background: linear-gradient(red, blue)", "background: linear-gradient(red, blue)"),
        (
            {"maxWidth": "400px", "textAlign": "center", "color": "red", "flex": 1},
            "max-width: 400px; text-align: center; color: red; flex: 1",
        ),
        ("color: red;", "color: red"),
        ({"color": None, "margin": False, "border": "", "padding": 0}, "padding: 0"),
    ],
)
def test_a_harmless_style_is_kept(written: object, kept: str) -> None:
    assert check_style(written) == (kept, ())


@pytest.mark.parametrize(
    "written",
    [
        "position: fixed",
        "position:/**/fixed",
        "position:/*;a:*/fixed",
        {"position": "-webkit-sticky"},
        {"color": "red; position: fixed"},
        {"--a": "/*", "b": "*/ fixed"},
        "position: var(--p, fixed)",
        "position: absolute; inset: 0; z-index: 9",
        "POSITION: Fixed !important",
        "transform: translate(-900px)",
        "translate: -900px",
        "scale: 99",
        "top: -900px; left: -900px",
        {"position": "relative", "right": "26rem"},
        "border-image: linear-gradient(red, red) 1 / 1 / 900px",
        "text-decoration: underline 900px",
        "text-decoration-thickness: 900px",
        "column-rule: 900px solid red",
        "margin: -900px",
        *("margin: -1.5em", "margin: -1.5rem", "margin: -2.5ex", "margin: -2.5ch"),
        *("margin: -16.5px", "margin: -12.5pt"),
        "margin: 0-900px",
        "margin: calc(0px - 900px)",
        "margin: var(--m, -900px)",
        "margin-left: -1e4px",
        "margin-left: -100vw",
        "text-indent: -900px",
        "box-shadow: 0 0 0 900px red",
        "box-shadow: 0 0 0 100vw red",
        "outline: 900px solid red",
        "filter: drop-shadow(900px 0 red)",
        "all: unset",
        "color: red}body{color: blue",
        "content: attr(href)",
        "background: element(#x)",
        "background: image(red)",
        "width: calc((100%)",
        "background: u/**/rl(//host/a)",
        "background: image-set('//host/a' 1x)",
        "background: cross-fade(src('//host/a'), red)",
        "background: \\75rl(//host/a)",
    ],
)
def test_a_style_that_loads_or_covers_the_site_is_dropped(written: object) -> None:
    kept, dropped = check_style(written)
    assert dropped
    assert not any(word in kept for word in (*COVERING, "host", "/*", "*/"))


@pytest.mark.parametrize("name", ["mask-image", "-webkit-mask-image", "mask"])
def test_an_icon_whose_mask_is_dropped_has_no_background(name: str) -> None:
    declaration = Declaration(name, "url(https://host/bolt.svg)")
    kept, dropped = check_style(f"width: 1px; {declaration.name}: {declaration.value}")
    assert (kept, dropped) == ("width: 1px; background: none", (declaration,))
    assert check_style("mask-image: linear-gradient(#000, #fff0)")[1] == ()


def test_a_page_may_define_a_variable_that_no_position_reads() -> None:
    assert check_style("--p: fixed; position: var(--p)") == (
        "--p: fixed",
        (Declaration("position", "var(--p)"),),
    )


@pytest.mark.parametrize("name", ["strokeWidth", "stroke-width", "viewBox", "aria-label"])
def test_drawings_keep_how_their_lines_look(name: str) -> None:
    assert is_attribute_allowed("path", name)


def test_an_attribute_has_the_name_that_html_gives_it() -> None:
    assert [get_html_name(name) for name in ("strokeWidth", "viewBox", "colSpan")] == [
        "stroke-width",
        "viewBox",
        "colspan",
    ]


def test_each_property_that_a_page_may_not_set_has_one_message_with_its_place(
    tmp_path: Path,
) -> None:
    page = render(
        tmp_path,
        "---\ntitle: T\n---\n"
        '<div style={{position: "relative", right: "26rem", color: "red"}}>a</div>\n\n'
        '<div style="right: 1px; margin: -900px">b</div>\n\n'
        '![c](c.png) <img src="https://a.example/d.png" alt="d"\n  style="zIndex: 3" />\n\n'
        '<Card title="e" style={{ transform: "none", info: null }}>f</Card>\n',
    )
    reason = "an element can load nothing, and stays in its place on the page"
    dropped = [
        (fault.position.line, fault.position.column, fault.message, fault.hint)
        for fault in page.host.faults
        if fault.kind is FaultKind.HTML_DROPPED and fault.position is not None
    ]
    assert dropped == [
        (4, 6, "the property 'right' is not allowed in a style; left out", reason),
        (6, 6, "the value '-900px' of 'margin' is not allowed in a style; left out", reason),
        (9, 3, "the property 'zIndex' is not allowed in a style; left out", reason),
        (11, 17, "the property 'transform' is not allowed in a style; left out", reason),
    ]


@pytest.mark.parametrize(
    ("box", "kept", "frame", "shape"),
    [
        (
            "position: relative; padding-bottom: 56.25%; height: 0; overflow: hidden",
            "position: relative; overflow: hidden",
            "position: absolute; top: 0; left: 0; width: 100%; height: 100%",
            "100 / 56.25",
        ),
        (
            "padding:75% 0 0 0;position:relative",
            "position: relative",
            "position:absolute;inset:0",
            "100 / 75",
        ),
        (
            "position: relative; padding: 1rem",
            "position: relative; padding: 1rem",
            "position: absolute; top: 0; left: 0",
            "16 / 9",
        ),
    ],
)
def test_a_frame_over_a_box_of_one_shape_has_that_shape(
    tmp_path: Path, box: str, kept: str, frame: str, shape: str
) -> None:
    text = f'<div style="{box}"><iframe src="https://a.b/" title="c" style="{frame}" /></div>'
    page = render(tmp_path, f"# T\n\n{text}\n")
    assert page.messages == []
    (outer, inner) = (
        node["html"] for node in page.document.findall(nodes.Element) if node.get("html")
    )
    assert inner["style"] == f"width: 100%; aspect-ratio: {shape}"
    assert outer["style"] == kept


def test_a_box_without_a_position_keeps_its_padding_around_a_frame(tmp_path: Path) -> None:
    frame = "width: 100%; aspect-ratio: 16 / 9"
    text = f'<div style="padding: 5%"><iframe src="https://a.b/" title="c" style="{frame}" /></div>'
    page = render(tmp_path, f"# T\n\n{text}\n")
    styles = [
        node["html"]["style"] for node in page.document.findall(nodes.Element) if node.get("html")
    ]
    assert styles == ["padding: 5%", frame]
