"""Elements with every allowed property, made to leave their place: the site's own stays on top.

Each is shown alone on the page, and every point of sidebar, header and search still belongs to
them; then all are shown at once, and not a pixel of these has another colour.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import product

import pytest
from browser.conftest import preferred
from playwright.sync_api import Browser, Page
from themes.conftest import Build, Built

from sphinx_docsnav.rendering.html_policy import is_style_allowed
from sphinx_docsnav.vocabulary.css_names import STYLE_PROPERTIES

pytestmark = pytest.mark.browser

WIDTHS = (1440, 1024, 380)
LAYOUTS = ("docsnav", "sphinx_rtd_theme", "sphinx_immaterial")
"""Themes whose columns are a grid, fixed beside the text, and sticky; the others run on demand."""
LIFTED = "position: relative; opacity: .9; background: red; min-height: 2rem"
"""What brings an element in front of those without a place of their own."""
ROUNDED = 2
"""Levels of 255 by which a browser rounds a colour otherwise when it joins layers."""
LENGTHS = ("300vw", "900%", "-90%", "-1em")
VALUES = {
    "column-rule": ("4em solid red",),
    "direction": ("rtl",),
    "display": ("contents", "flex", "grid", "inline", "table"),
    "flex": ("0 0 300vw",),
    "float": ("left", "right"),
    "font": ("900px/0 serif",),
    "list-style": (f"'{'M' * 99}' outside",),
    "list-style-type": (f"'{'M' * 99}'",),
    "outline": ("4em solid red",),
    "overflow": ("visible",),
    "text-decoration": ("red underline 4em",),
    "writing-mode": ("vertical-rl", "vertical-lr"),
    **dict.fromkeys(("box-shadow", "text-shadow"), ("-4em -4em 4em red", "-4em 0 red")),
    **dict.fromkeys(
        ("align-content", "align-items", "justify-content", "justify-items", "place-content"),
        ("end", "center"),
    ),
    **dict.fromkeys(("grid", "grid-template-columns", "grid-auto-columns"), ("repeat(9, 90vw)",)),
    **dict.fromkeys(("grid-area", "grid-column", "grid-row"), ("-9 / -99",)),
}
"""Values of properties that take no length, or more than one."""
WIDE = '<span style={{display: "block", width: "300vw", height: "9em", background: "red"}}>M</span>'
HIGH = '<span style={{display: "block", width: "9em", height: "90em", background: "red"}}>M</span>'
EDGES = 'x="-900" y="-900" width="1800" height="1800" fill="red"'
MOVED = 'width="9" height="9" transform="translate(-900 -900) scale(99)"'
SOURCE = 'src="https://images.invalid/a.png" alt="M"'
WHOLE = (
    *(f'<div style="{LIFTED}; float: {side}; width: 300vw">M</div>' for side in ("left", "right")),
    *(
        f'<div style="{LIFTED}; {outer}">{inner}</div>'
        for inner in (WIDE, HIGH)
        for outer in (
            "direction: rtl",
            "writing-mode: vertical-rl",
            "display: flex; justify-content: flex-end",
            "display: flex; justify-content: center",
            "display: flex; flex-direction: row-reverse",
            "display: flex; flex-direction: column-reverse; height: 1em",
            "display: flex; align-items: flex-end; height: 1em",
            "display: grid; justify-content: end; align-content: end; height: 1em",
        )
    ),
    f'<div dir="rtl" style="{LIFTED}">{WIDE}</div>',
    f'<div style="{LIFTED}; line-height: 0; font-size: 90em">M</div>',
    f'<svg style="{LIFTED}; overflow: visible" width="9" height="9"><rect {EDGES} /></svg>',
    f'<svg style="opacity: .9; overflow: visible" {MOVED}><rect {EDGES} /></svg>',
    f'<table align="right" width="3000" style="{LIFTED}"><tr><td>M</td></tr></table>',
    f'<img style="{LIFTED}; float: right; max-width: none" width="3000" {SOURCE} />',
    *(
        f'<div className="{names} bg-red-500 opacity-90">M</div>'
        for names in (
            "absolute inset-0 z-50",
            "absolute -left-96 -top-96 w-screen h-screen z-[9999]",
            "relative -ml-[40rem] -mt-[40rem] w-screen h-screen z-50",
            "relative -translate-x-full -translate-y-full w-screen h-screen",
            "scale-[99]",
            "shadow-[0_0_0_99rem_red]",
            "outline outline-[900px]",
            "ring-[900px]",
            "fixed inset-0 z-50",
        )
    ),
    f'<Card title="M" className="absolute -left-96 z-50" style="{LIFTED}; width: 300vw">M</Card>',
)
"""Elements with several properties, attributes or classes that work together."""


def hostile_elements() -> Iterator[str]:
    """Yield an element for each allowed property and value, then those with several."""
    for name, value in product(sorted(STYLE_PROPERTIES), LENGTHS):
        if is_style_allowed(name, value):
            yield f'<div style="{LIFTED}; {name}: {value}">M</div>'
    for name, values in VALUES.items():
        for value in values:
            assert is_style_allowed(name, value), (name, value)
            yield f'<div style="{LIFTED}; {name}: {value}">{WIDE}</div>'
    yield from WHOLE


PAGE = "\n\n".join(
    [
        "---\ntitle: Hostile\n---",
        *(f'<div className="t">{each}</div>' for each in hostile_elements()),
    ]
)
PREPARE = """() => {
  const parts = "header, nav, aside, form, [role=navigation], [role=search], [class*=sidebar]";
  // The list of headings is the page's own; a wide element reaches below it.
  const text =
    ".docsnav-contained, .md-content__inner, .md-sidebar--secondary, .sy-rside, footer";
  const own = node => !node?.closest(text) && node?.closest(`${parts}, .docsnav-bar`);
  window.grid = () => {
    const found = new Map();
    for (let x = 4; x < innerWidth; x += innerWidth / 24)
      for (let y = 4; y < innerHeight; y += innerHeight / 20) {
        const part = own(document.elementFromPoint(x, y));
        if (part) found.set(`${x} ${y}`, part);
      }
    return found;
  };
  // A browser ignores values that a property does not have: what is left is tried once.
  const key = ({firstElementChild: {localName, className, style, innerHTML}}) =>
    [localName, className, style.cssText, innerHTML].join();
  const all = [...document.querySelectorAll(".t")];
  for (const each of all) each.style.display = "none";
  window.tries = [...new Map(all.map(each => [key(each), each])).values()];
}"""
"""Hides all elements."""
LENGTHEN = """() => {
  window.short = grid();
  // What a long text moves, such as the links at its end, is no part that stays in its place.
  window.long = Object.assign(document.createElement("div"), { style: "height: 90em" });
  tries[0].before(long);
}"""
SHORTEN = """() => {
  const fixed = [...grid()].filter(([point, part]) => short.get(point) === part);
  long.remove();
  window.points = fixed.map(([point]) => point.split(" ").map(Number));
  return points;
}"""
"""Returns the points of the parts of the site that stay where they are."""
COVERED = """() => {
  const covering = [];
  for (const each of tries) {
    each.style.display = "";
    const over = points.filter(([x, y]) => each.contains(document.elementFromPoint(x, y)));
    if (over.length) covering.push(`${over.length} points from ${over[0]}: ${each.innerHTML}`);
    each.style.display = "none";
  }
  return covering;
}"""
"""The elements that are found at some of the points when they are shown."""
STACKED = """() => {
  const stack = Object.assign(document.createElement("div"), { style: "display: grid" });
  tries[0].before(stack);
  stack.append(...tries);
  for (const each of tries) { each.style.display = ""; each.style.gridArea = "1 / 1"; }
}"""
"""Shows all elements at once, each at the beginning of the page."""


def let_scripts_settle(page: Page) -> None:
    """Let scripts of the theme notice what has changed, and wait as long as they like."""
    page.wait_for_timeout(50)
    page.clock.run_for(500)


@pytest.mark.parametrize("theme", preferred(*LAYOUTS))
def test_no_style_or_class_of_a_page_covers_the_parts_of_the_site(
    theme: str, build: Build, chromium: Browser
) -> None:
    image = pytest.importorskip("PIL.Image")
    image_chops = pytest.importorskip("PIL.ImageChops")
    built: Built = build(
        theme, files=(("index.mdx", PAGE),), settings="suppress_warnings = ['docsnav']"
    )
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    page.goto(f"file://{built.out}/index.html")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(PREPARE)
        let_scripts_settle(page)
        page.evaluate(LENGTHEN)
        let_scripts_settle(page)
        points = page.evaluate(SHORTEN)
        let_scripts_settle(page)
        assert points, "no part of the site is in view"
        assert page.evaluate("tries.length") > len(STYLE_PROPERTIES) / 2
        assert page.evaluate(COVERED) == [], width
        before = image.open(io.BytesIO(page.screenshot())).convert("RGB")
        page.evaluate(STACKED)
        after = image.open(io.BytesIO(page.screenshot())).convert("RGB")
        difference = image_chops.difference(before, after)
        changed = [point for point in points if max(difference.getpixel(tuple(point))) > ROUNDED]
        assert changed == [], width
    context.close()
