"""Links, indexes and patterns of docs.json in a Sphinx project."""

from __future__ import annotations

import json
import re

import pytest
from building import Project
from support import Command

CONF = "extensions = ['sphinx_docsnav']\nhtml_theme = 'alabaster'\n"
EPUB = {"epub_show_urls": "no", "epub_copyright": "us", "version": "1"}
MODULE = ".. py:module:: planet\n\nPlanet\n======\n"


@pytest.fixture
def planet(project: Project) -> Project:
    """A project with a module and a folder of pages."""
    project.conf = {"html_theme": "alabaster"}
    project.write(
        {
            "conf.py": CONF,
            "index.rst": MODULE,
            "api/one.rst": "One\n===\n",
            "api/two.rst": "Two\n===\n",
        }
    )
    return project


def navigate(project: Project, navigation: object) -> None:
    project.write({"docs.json": json.dumps({"navigation": navigation})})


def sidebar(project: Project, page: str, out: str = "html") -> list[tuple[str, str]]:
    """Return addresses and labels of the sidebar's links."""
    text = (project.output(out) / page).read_text("utf-8")
    found = re.search(r'<nav[^>]*class="docsnav-sidebar.*?</nav>', text, re.DOTALL)
    assert found is not None
    links = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', found[0], re.DOTALL)
    return [(address, re.sub(r"<[^>]*>", "", label).strip()) for address, label in links]


def test_the_sidebar_has_indexes_links_and_what_patterns_match(planet: Project) -> None:
    link = {"title": "Code", "href": "https://example.com/code"}
    entries = ["index", "api/*", link, "genindex", "modindex", "search"]
    navigate(planet, {"pages": entries})
    assert planet.build().warnings == ""
    assert sidebar(planet, "api/one.html") == [
        ("../index.html", "Planet"),
        ("../api/one.html", "One"),
        ("../api/two.html", "Two"),
        ("https://example.com/code", "Code"),
        ("../genindex.html", "Index"),
        ("../py-modindex.html", "Module Index"),
        ("../search.html", "Search Page"),
    ]
    assert planet.build("dirhtml").warnings == ""
    assert ("../../genindex/", "Index") in sidebar(planet, "api/one/index.html", "dirhtml")


def test_an_anchor_leads_to_an_index(planet: Project) -> None:
    anchors = [{"anchor": "Everything", "href": "/genindex"}]
    navigate(planet, {"pages": ["index"], "global": {"anchors": anchors}})
    assert planet.build().warnings == ""
    text = (planet.output() / "api" / "one.html").read_text("utf-8")
    (link,) = re.findall(r'<a [^>]*href="([^"]*genindex[^"]*)"[^>]*><span[^>]*>Everything', text)
    assert link == "../genindex.html"


def test_an_index_that_is_not_written_is_one_warning_and_no_link(planet: Project) -> None:
    planet.write({"index.rst": "Planet\n======\n"})
    navigate(planet, {"pages": ["index", "modindex"]})
    assert planet.build().warnings == (
        "docs.json:1:36: WARNING: /navigation/pages/1: this build generates no page "
        "'py-modindex'; the link is left out; Sphinx generates it if it has entries "
        "[docsnav.link_missing]\n"
    )
    assert [label for _, label in sidebar(planet, "index.html")] == ["Planet"]


@pytest.mark.parametrize("builder", ["latex", "text", "epub", "singlehtml", "json"])
def test_other_formats_leave_links_and_indexes_out(planet: Project, builder: str) -> None:
    navigate(planet, {"pages": ["index", "genindex", "https://example.com", "api/*"]})
    assert planet.build(builder, conf=EPUB).warnings == ""


def test_a_new_page_that_a_pattern_matches_is_in_all_sidebars(planet: Project) -> None:
    navigate(planet, {"pages": ["index", "api/*"]})
    planet.build()
    planet.write({"api/three.rst": "Three\n=====\n"})
    assert planet.build().read == (1, 0, 0)
    assert ("api/three.html", "Three") in sidebar(planet, "index.html")


def test_a_page_without_a_title_has_that_of_its_entry(project: Project) -> None:
    """The page is read again if the title changes; a page with a title of its own is not."""

    def entries(title: str) -> dict[str, object]:
        other = {"page": "titled", "title": f"{title} of an entry"}
        return {"pages": ["index", {"page": "plain", "title": title}, other]}

    def heading(page: str) -> str:
        text = (project.output() / f"{page}.html").read_text("utf-8")
        found = re.search(r"<h1>(.*?)<", text)
        assert found is not None
        return found[1]

    project.write({"index.md": "# Home\n", "plain.md": "Text.\n", "titled.md": "# Own\n"})
    navigate(project, entries("First"))
    assert project.build().warnings == ""
    assert [heading("plain"), heading("titled")] == ["First", "Own"]
    assert project.build().read == (0, 0, 0)
    navigate(project, entries("Second"))
    assert project.build().read == (0, 1, 0)
    assert [heading("plain"), heading("titled")] == ["Second", "Own"]
    navigate(project, {"pages": ["index", "plain", "titled"]})
    assert project.build().read == (0, 1, 0)
    assert heading("plain") == "Plain"


def test_a_page_that_the_project_makes_from_a_template_is_a_page(
    project: Project, command: Command
) -> None:
    anchors = [{"anchor": "Extra", "href": "/more/extra"}]
    docs = {
        "navigation": {"pages": ["index", "guide/links"], "global": {"anchors": anchors}},
        "redirects": [{"source": "/old", "destination": "/more/extra#top"}],
    }
    conf = "extensions = ['sphinx_docsnav']\nhtml_theme = 'alabaster'\n"
    links = "[A](/more/extra), [B](/more/extra.html?a=1#b), [C](/old), [D](/genindex), [E](/search)"
    project.write(
        {
            "conf.py": f"{conf}templates_path = ['own']\n"
            "html_additional_pages = {'more/extra': 'extra.html'}\n"
            "html_theme_options = {'nothing': True}\n",
            "own/extra.html": '{% extends "layout.html" %}',
            "docs.json": json.dumps(docs),
            "index.rst": "Home\n====\n",
            "guide/links.mdx": f"# Links\n\n{links}\n",
        }
    )
    warnings = project.build(conf={"html_theme": "alabaster"}).warnings
    # Sphinx's own warning, once.
    assert warnings == "WARNING: unsupported theme option 'nothing' given\n"
    assert 'href="more/extra.html"' in (project.output() / "index.html").read_text("utf-8")
    page = (project.output() / "guide/links.html").read_text("utf-8")
    body = page[page.index("<h1>Links") : page.index('<div class="sphinxsidebar')]
    assert re.findall(r'<a class="reference [^>]*href="([^"]*)"[^>]*>\w', body) == [
        *("../more/extra.html", "../more/extra.html?a=1#b", "../more/extra.html#top"),
        *("../genindex.html", "../search.html"),
    ]
    assert command("check", project.src) == 0
    assert "WARNING" not in command.out
    assert project.build("text").warnings == ""


def test_a_link_of_a_page_to_an_index_without_entries_is_its_text(project: Project) -> None:
    project.conf = {"html_theme": "alabaster"}
    project.write(
        {
            "docs.json": json.dumps({"navigation": {"pages": ["index"]}}),
            "index.mdx": "# Home\n\nSee the [modules](/py-modindex).\n",
        }
    )
    message = "this build generates no page 'py-modindex'; the link is left out"
    assert message in project.build().warnings
    assert "<p>See the <span>modules</span>.</p>" in (project.output() / "index.html").read_text(
        "utf-8"
    )


INDEX_OF_ROUTES = """
from sphinx.domains import Domain, Index, IndexEntry

class Routes(Index):
    name, localname = "routes", "Routes"

    def generate(self, docnames=None):
        return [("a", [IndexEntry("A", 0, "index", "", "", "", "")])], False

class Web(Domain):
    name, label, indices = "web", "Web", [Routes]

def setup(app):
    app.add_domain(Web)
"""


@pytest.mark.parametrize("extension", ["sphinx_docsnav", "sphinx_docsnav.mdx"])
def test_a_link_to_an_index_of_a_domain_needs_no_docs_json(
    project: Project, extension: str
) -> None:
    project.write(
        {
            "conf.py": f"extensions = [{extension!r}]\n{INDEX_OF_ROUTES}",
            "index.mdx": "# Home\n\nSee the [routes](/web-routes).\n",
        }
    )
    # The extension for MDX alone reads no docs.json.
    if extension == "sphinx_docsnav":
        project.write({"docs.json": '{"navigation": {"pages": ["index"]}}'})
    assert project.build().warnings == ""
    assert 'href="web-routes.html"' in (project.output() / "index.html").read_text("utf-8")
