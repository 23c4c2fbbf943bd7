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
WRAPPERS = """
from sphinx.application import TemplateBridge
from sphinx.jinja2glue import BuiltinTemplateLoader


class Wrapping(TemplateBridge):
    def init(self, builder, theme=None):
        self.loader = BuiltinTemplateLoader()
        self.loader.init(builder, theme)

    def render(self, template, context):
        return self.loader.render(template, context)

    def render_string(self, template, context):
        return self.loader.render_string(template, context)


class Plain(Wrapping):
    if IS_TRANSPARENT:
        def __getattr__(self, name):
            return getattr(self.__dict__["loader"], name)
"""
"""A bridge that renders the templates of the theme by a loader of Sphinx that it keeps."""
SETTINGS = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
template_bridge = "plain_bridge.Plain"
"""
EXTRA_PAGE = 'html_additional_pages = {"extra": "extra.plain"}\n'


@pytest.mark.parametrize("shows_parts", [True, False])
def test_pages_of_another_template_engine_have_the_navigation(
    build: Build, *, shows_parts: bool
) -> None:
    module = f"SHOWS_PARTS = {shows_parts}\n{BRIDGE}"
    settings = f"{SETTINGS}{EXTRA_PAGE}"
    built = build("basic", settings=settings, files=(("plain_bridge.py", module),))
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


@pytest.mark.parametrize("is_transparent", [True, False])
@pytest.mark.parametrize("theme", ["basic", "furo"])
def test_a_bridge_around_a_loader_of_sphinx_shows_the_sidebar(
    build: Build, theme: str, *, is_transparent: bool
) -> None:
    module = f"IS_TRANSPARENT = {is_transparent}\n{WRAPPERS}"
    built = build(theme, settings=SETTINGS, files=(("plain_bridge.py", module),))
    model = build(theme)
    for name in ("index", "guides/deep"):
        page, expected = built.page(name), model.page(name)
        assert page.sidebar == expected.sidebar
        assert page.anchors == expected.anchors
        assert page.switch("versions") == expected.switch("versions")
    # What such a loader cannot find is shown at the top, with a message.
    assert ("omit the part" in built.warnings) is not is_transparent
