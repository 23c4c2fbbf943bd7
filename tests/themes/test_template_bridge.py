"""Projects that render their pages with a template engine of their own."""

from __future__ import annotations

import pytest
from themes.conftest import Build

BRIDGE = """
from string import Template

from sphinx.application import TemplateBridge
from sphinx.jinja2glue import BuiltinTemplateLoader

PAGES = ("page.html", "search.html", "genindex.html", "domainindex.html", "extra.plain")
PAGE = Template("<!DOCTYPE html><html><head></head><body>$header$sidebar$body</body></html>")


class Plain(TemplateBridge):
    def init(self, builder, theme=None):
        self.fallback = BuiltinTemplateLoader()
        self.fallback.init(builder, theme)
        self.environment = self.fallback.environment  # for the builder "gettext"

    def render(self, template, context):
        if template not in PAGES:
            raise LookupError(template)
        part = context.get("docsnav_part") if SHOWS_PARTS else lambda name: ""
        return PAGE.substitute(
            header=f"<header>{part('banner')}{part('bar')}</header>",
            sidebar=f"<div>{part('switch')}{part('anchors')}{part('sidebar')}</div>",
            body=context.get("body", ""),
        )

    def render_string(self, template, context):
        return self.fallback.render_string(template, context)
"""
"""A bridge that has templates for pages alone, and Jinja for style sheets, as zzzeeksphinx."""
SETTINGS = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
template_bridge = "plain_bridge.Plain"
html_additional_pages = {"extra": "extra.plain"}
"""


@pytest.mark.parametrize("shows_parts", [True, False])
def test_pages_of_another_template_engine_have_the_navigation(
    build: Build, *, shows_parts: bool
) -> None:
    module = f"SHOWS_PARTS = {shows_parts}\n{BRIDGE}"
    built = build("basic", settings=SETTINGS, files=(("plain_bridge.py", module),))
    model = build("basic")
    for name in ("index", "guides/deep"):
        page, expected = built.page(name), model.page(name)
        assert page.sidebar == expected.sidebar
        assert page.anchors == expected.anchors
        assert page.switch("versions") == expected.switch("versions")
        assert len(page.all("docsnav-sidebar")) == len(page.all("docsnav-bar")) == 1
    assert built.page("extra").anchors == model.page("search").anchors
    # One message for each part, and not for each page.
    missing = [] if shows_parts else ["switch", "anchors", "sidebar"]
    assert [line.partition(";")[0] for line in built.warnings.splitlines()] == [
        "WARNING: the templates of template_bridge 'plain_bridge.Plain'"
        f" omit the part '{part}' of the navigation"
        for part in missing
    ]
