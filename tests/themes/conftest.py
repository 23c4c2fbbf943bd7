"""Small sites, each built once with a theme and settings."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from sphinx_processes import SphinxProcesses
from themes.reading import Page

SITES = Path(__file__).parent.parent / "sites"
"""Whole small sites."""
THEMES = (
    "alabaster",
    "docsnav",
    "furo",
    "piccolo_theme",
    "pydata_sphinx_theme",
    "shibuya",
    "sphinx_book_theme",
    "sphinx_immaterial",
    "sphinx_rtd_theme",
    "sphinxawesome_theme",
)
"""Every theme whose pages are compared, and opened in a browser; the others inherit from basic."""
MODULES = {
    "alabaster": "alabaster",
    "docsnav": "sphinx_docsnav",
    **dict.fromkeys(("basic", "classic", "sphinxdoc", "agogo", "haiku"), "sphinx"),
    "bootstrap": "sphinx_bootstrap_theme",
    "breeze": "sphinx_breeze_theme",
    "insipid": "insipid_sphinx_theme",
    "sunpy": "sunpy_sphinx_theme",
}
"""The packages of themes that are not named after them."""
SETTINGS = {
    "sphinx_immaterial": (
        'extensions.append("sphinx_immaterial")\nhtml_theme_options = {"font": False}'
    )
}
"""Lines of ``conf.py`` that a theme cannot do without."""

ABSOLUTE = """
def absolute(app, pagename, templatename, context, doctree):
    if pagename != "404":
        return
    def pathto(uri, resource=False, baseuri=None):
        return "/en/latest/" + (uri if resource else app.builder.get_target_uri(uri))
    context["pathto"] = pathto
    context["toctree"] = lambda **options: "not ours"

def setup(app):
    app.connect("html-collect-pages", lambda app: [("404", {"body": "Gone"}, "page.html")])
    app.connect("html-page-context", absolute, priority=400)
"""
"""What sphinx-notfound-page does: a page that a server shows at any address."""


@dataclass(frozen=True)
class Built:
    """A built site."""

    out: Path
    """The folder of its pages."""
    warnings: str
    """What the build complained of."""
    theme: str
    """The theme."""

    def page(self, name: str) -> Page:
        """Return a page by its docname."""
        return Page.read(self.out / f"{name}.html")


Build = Callable[..., Built]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory, processes: SphinxProcesses) -> Build:
    """Return a function that builds a copy of a site with a theme and settings, each once."""

    @cache
    def built(
        theme: str, site: str, builder: str, settings: str, files: tuple[tuple[str, str], ...]
    ) -> Built:
        if importlib.util.find_spec(MODULES.get(theme, theme)) is None:
            pytest.skip(f"{theme} is not installed")
        folder = tmp_path_factory.mktemp(theme)
        shutil.copytree(SITES / site, folder / "source")
        for name, text in files:
            path = folder / "source" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        with (folder / "source" / "conf.py").open("a", encoding="utf-8") as conf:
            conf.write(f"html_theme = {theme!r}\n{SETTINGS.get(theme, '')}\n{settings}\n")
        # A process of its own: some themes change Sphinx for good when they are loaded.
        done = processes.run("-q", "-b", builder, "source", "out", cwd=folder)
        assert done.returncode == 0, done.stderr
        return Built(folder / "out", done.stderr, theme)

    def build_site(
        theme: str,
        site: str = "garden",
        *,
        builder: str = "html",
        settings: str = "",
        files: tuple[tuple[str, str], ...] = (),
    ) -> Built:
        return built(theme, site, builder, settings, files)

    return build_site
