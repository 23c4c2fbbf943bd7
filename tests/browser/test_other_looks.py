"""Components in a theme that nothing is known of, whose styles are those of Breeze and Piccolo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build

pytestmark = pytest.mark.browser

LAYOUT = """<!DOCTYPE html>
<html data-theme="dark"><head><title>{{ title }}</title>
{%- for css in css_files %}{{ css_tag(css) }}{% endfor %}
{%- for js in script_files %}{{ js_tag(js) }}{% endfor %}
<style>
@layer callouts { .admonition-title { background: var(--bz-surface, red) !important } }
body { color: #eee; background: #111; line-height: 1.1 }
.highlight { padding: 0.2rem 1rem; overflow: auto; background: #000 }
.highlight pre { margin: 0; overflow: auto }
.highlight .n { color: #080808 }
html[data-theme=dark] .highlight .k { color: #ff8800 }
</style></head>
<body><header><a href="#">{{ project }}</a></header>
<main>{% block body %}{{ body }}{% endblock %}</main></body></html>
"""
SITE = (
    ("_themes/plum/theme.toml", '[theme]\ninherit = "basic"\n'),
    ("_themes/plum/layout.html", LAYOUT),
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        '{"navigation": {"pages": ["page"]}, "background": {"color": {"light": "#eeeeee"}}}',
    ),
    (
        "page.mdx",
        (
            "---\ntitle: Page\n---\n\n<Note>Text.</Note>\n\n"
            "```python {2}\nfor name in names:\n    print(name)\n```\n"
        ),
    ),
)
SETTINGS = 'html_theme, html_theme_path = "plum", ["_themes"]'


@pytest.fixture(scope="module")
def plum(build: Build, chromium: Browser) -> Iterator[Page]:
    built = build("basic", "bed", files=SITE, settings=SETTINGS)
    with opened_tab(chromium, built, "page", 1280) as page:
        yield page


def test_the_icon_of_a_callout_has_no_tint_and_is_whole_in_short_lines(plum: Page) -> None:
    title = plum.locator(".docsnav-untitled > .admonition-title")
    assert title.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert title.evaluate("one => one.scrollHeight - one.clientHeight") == 0


def test_a_marked_line_reaches_to_the_edges_of_its_box(plum: Page) -> None:
    line, pre, box = (
        plum.locator(selector).first.evaluate(
            "one => { const { left, right } = one.getBoundingClientRect(); return [left, right]; }"
        )
        for selector in (".highlight .hll", ".highlight pre", ".highlight")
    )
    assert line == pre == box


def test_names_in_code_that_are_colored_for_light_pages_alone_have_the_color_of_text(
    plum: Page,
) -> None:
    color = "one => getComputedStyle(one).color"
    assert plum.locator(".highlight .n").first.evaluate(color) == "rgb(238, 238, 238)"
    assert plum.locator(".highlight .k").first.evaluate(color) == "rgb(255, 136, 0)"


def test_the_background_of_light_pages_is_not_behind_the_light_text_of_dark_ones(
    plum: Page,
) -> None:
    expect(plum.locator("body")).to_have_css("background-color", "rgb(17, 17, 17)")
