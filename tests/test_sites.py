"""Whole real sites: the tree is the expected one, and the built site can be walked.

The trees of all sites are compared. The smaller ones are also built, and the others
on demand. Tests of one site run in one process (``--dist loadgroup``).
"""

from __future__ import annotations

import json
import os
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from operations import selected_operations, shown_operations
from site_pages import SitePage, check_words, html_words
from sphinx_processes import SphinxProcesses
from support import Command, contents, snapshot
from walking import reachable_pages

from sphinx_docsnav.navigation.page_facts import read_page_facts

FOLDER = Path(os.environ.get("DOCSNAV_SITES", ""))
SMALL = ("ollama", "starter", "x402")
"""Sites of which an EPUB is made in a few seconds; it needs a reading of its own."""
LARGE = ("failproofai", "fastmcp", "mem0", "microsandbox", "trigger.dev")
"""Sites of which LaTeX alone is made, for the time that texts and manuals would take."""
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/expected-navigation.json"))
MOST_FILES = 110
"""Sites with more pages and snippets are built on demand."""
BUILT = [
    name for name in NAMES if len(list((FOLDER / name / "source").rglob("*.md*"))) <= MOST_FILES
]
"""Sites that are built each time."""

pytestmark = [
    pytest.mark.sites,
    pytest.mark.skipif(not NAMES, reason="DOCSNAV_SITES names no folder of sites"),
]

KEYS = (
    *("label", "docname", "title", "operation", "href", "root", "tag", "icon", "description"),
    *("expanded", "hidden", "default", "deprecated"),
)
"""What is compared of an element or page; absent, empty and false are the same."""


def rows(element: dict[str, Any], depth: int = 0) -> Iterator[str]:
    """Yield one line per element and page below *element*."""
    for part in ("children", "global"):
        for child in element.get(part, ()):
            fields = {key: child[key] for key in KEYS if child.get(key)}
            yield f"{'  ' * depth}{part} {child['kind']} {fields}"
            yield from rows(child, depth + 1)


def pages(element: dict[str, Any], *, hidden: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield every document below *element*, and whether it is hidden."""
    for child in element.get("children", ()):
        is_hidden = hidden or child.get("hidden", False)
        if child["kind"] == "page":
            yield child["docname"], is_hidden
        else:
            if "root" in child:
                yield child["root"], is_hidden
            yield from pages(child, hidden=is_hidden)


ABOUT_KANEO = {
    "How do I put Kaneo behind nginx?": "core/reverse-proxy/nginx",
    "How do I sign in with Google?": "core/social-providers/google",
    "upload images to S3": "core/installation/object-storage-and-image-uploads",
    "Which environment variables are there?": "core/installation/environment-variables",
    "How do I send notifications to Slack?": "core/integrations/slack",
    "import boards from PLANKA": "core/migrations/from-planka",
    "deploy on Railway": "core/deployments/railway",
    "connect Claude Desktop to Kaneo": "core/integrations/mcp",
    "How can I archive a project?": "api-reference/projects/archive-project",
    "How do I delete my acount?": "core/functional/manage-your-account",
}
"""Questions about a site, and the page that answers each."""


@dataclass
class Built:
    """A site, and what its builds made."""

    name: str
    folder: Path
    processes: SphinxProcesses

    @property
    def source(self) -> Path:
        return FOLDER / self.name / "source"

    @cached_property
    def expected(self) -> dict[str, Any]:
        text = (FOLDER / self.name / "expected-navigation.json").read_text("utf-8")
        root: dict[str, Any] = json.loads(text)["navigation"]
        return root

    def build(self, out: str, jobs: int, *options: str) -> subprocess.CompletedProcess[str]:
        words = ["build", str(self.source), str(self.folder / out), "--no-remote", "-j", str(jobs)]
        return self.processes.run(*words, *options, "--theme", "furo", program="sphinx_docsnav")

    def leads_elsewhere(self, docname: str) -> bool:
        """Say if the page's entry leads to another address, as its front matter says."""
        path = self.source / f"{docname}.mdx"
        return path.exists() and read_page_facts(path).url != ""

    @cached_property
    def first(self) -> subprocess.CompletedProcess[str]:
        """The first serial build."""
        self.source_before = snapshot(self.source)
        return self.build("serial", 1)

    @property
    def out(self) -> Path:
        assert self.first.returncode == 0, self.first.stderr[-2000:]
        return self.folder / "serial"


def params(always: Container[str]) -> list[Any]:
    """Return a parameter per site; those that *always* does not hold run on demand."""
    return [
        pytest.param(
            name,
            marks=[
                pytest.mark.xdist_group(name),
                *([] if name in always else [pytest.mark.on_demand]),
            ],
        )
        for name in NAMES
    ]


@pytest.fixture(scope="module")
def built() -> dict[str, Built]:
    """Return the sites so far, by name; pytest forgets the last one when it changes to another."""
    return {}


@pytest.fixture(scope="module", params=params(BUILT))
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    built: dict[str, Built],
    processes: SphinxProcesses,
) -> Built:
    if request.param not in built:
        built[request.param] = Built(request.param, tmp_path_factory.mktemp("site"), processes)
    return built[request.param]


@pytest.mark.parametrize("site", params(NAMES), indirect=True)
def test_the_tree_is_the_expected_one(site: Built, capsys: pytest.CaptureFixture[str]) -> None:
    command = Command(capsys)
    assert command("tree", site.source, "--json", "--no-remote") == 0
    assert list(rows(json.loads(command.out)["navigation"])) == list(rows(site.expected))


def test_the_build_succeeds_without_a_traceback(site: Built) -> None:
    assert (site.first.returncode, "Traceback" in site.first.stderr) == (0, False)


def test_every_page_of_the_navigation_has_a_file(site: Built) -> None:
    listed = {docname for docname, _ in pages(site.expected)}
    assert sorted(name for name in listed if not (site.out / f"{name}.html").is_file()) == []


def test_sidebar_and_tabs_lead_from_the_start_to_every_listed_page(site: Built) -> None:
    shown = {docname for docname, hidden in pages(site.expected) if not hidden}
    elsewhere = {docname for docname in shown if site.leads_elsewhere(docname)}
    assert sorted(shown - elsewhere - reachable_pages(site.out)) == []


def test_the_pages_show_the_operations_of_the_specifications(site: Built) -> None:
    assert shown_operations(site.out) == selected_operations(site.source)


def test_nothing_is_written_into_the_source(site: Built) -> None:
    assert site.out.is_dir()
    assert snapshot(site.source) == site.source_before


def test_a_second_build_reads_and_writes_nothing(site: Built) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.out.rglob("*.html")}
    again = site.build("serial", 1, "-v")
    assert "0 added, 0 changed, 0 removed" in again.stdout
    written = [path for path, time in before.items() if path.stat().st_mtime_ns != time]
    # Sphinx writes its indexes and search pages on every build, with the same content.
    indexes = {"404.html", "docsnav-endpoints.html", "genindex.html", "search.html"}
    pages = {path.name for path in written if not path.name.startswith("search-")}
    assert pages <= indexes


@pytest.mark.parametrize("site", params(SMALL), indirect=True)
def test_a_parallel_build_gives_equal_files(site: Built) -> None:
    assert site.build("parallel", 2).returncode == 0
    serial, parallel = contents(site.out), contents(site.folder / "parallel")
    assert sorted(serial) == sorted(parallel)
    assert sorted(name for name in serial if serial[name] != parallel[name]) == []


@pytest.mark.parametrize("site", params(SMALL), indirect=True)
def test_texts_manuals_and_books_are_made_of_every_page(site: Built) -> None:
    listed = {docname for docname, _ in pages(site.expected)}
    out = site.folder / "plain"
    # One after the other in one folder: what one builder has read, the next one need not.
    plain = [] if site.name in LARGE else ["text", "man"]
    builders = [*plain, "latex", *(["epub"] if site.name in SMALL else [])]
    for builder in builders:
        words = ["build", str(site.source), str(out), "--no-remote", "-b", builder, "-q"]
        done = site.processes.run(*words, "-j", "1", program="sphinx_docsnav")
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr[-2000:]
    texts = listed if plain else ()
    assert sorted(name for name in texts if not (out / f"{name}.txt").is_file()) == []
    made = {kind: len(list(out.glob(f"*.{kind}"))) for kind in ("1", "tex", "epub")}
    assert made["1"] == len(plain) // 2
    assert made["tex"] >= 1
    assert made["epub"] == (site.name in SMALL)
    assert [broken for book in out.glob("*.epub") for broken in _broken_chapters(book)] == []


@pytest.mark.parametrize(
    "site", [pytest.param("kaneo", marks=pytest.mark.xdist_group("kaneo"))], indirect=True
)
def test_ten_questions_are_answered_with_the_right_page(site: Built) -> None:
    pytest.importorskip("mcp", reason="needs the extra 'mcp'")
    from test_mcp import answers  # noqa: PLC0415 -- only with the extra

    assert answers(site.out, ABOUT_KANEO) == [*ABOUT_KANEO.values()]


@pytest.mark.on_demand
def test_no_visible_word_of_a_page_is_missing_in_its_html(site: Built) -> None:
    sources = [path for end in ("mdx", "md") for path in site.source.rglob(f"*.{end}")]
    files = ((path, site.out / path.relative_to(site.source)) for path in sorted(sources))
    built = ((path, made.with_suffix(".html")) for path, made in files)
    check_words(
        (SitePage(site.source, path), html_words(made))
        for path, made in built
        if made.is_file()  # else it is a snippet
    )


@pytest.mark.on_demand
def test_every_chapter_of_an_epub_is_xml(site: Built) -> None:
    out = site.folder / "book"
    words = ["build", str(site.source), str(out), "--no-remote", "-b", "epub", "-q", "-j", "1"]
    done = site.processes.run(*words, program="sphinx_docsnav")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr[-2000:]
    books = list(out.glob("*.epub"))
    assert books
    assert [broken for book in books for broken in _broken_chapters(book)] == []


def _broken_chapters(book: Path) -> Iterator[str]:
    """Yield the files of an EPUB that should be XML and are not."""
    with zipfile.ZipFile(book) as files:
        for name in files.namelist():
            if name.endswith((".xhtml", ".opf", ".ncx", ".xml")):
                try:
                    ET.fromstring(files.read(name))  # noqa: S314 -- our own output
                except ET.ParseError as error:
                    yield f"{name}: {error}"
