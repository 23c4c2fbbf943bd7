"""Every frequent construct inside of everything that may hold it, in every format."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path
from shutil import which

import pytest
from building import Project
from components.constructs import BLOCKS, LINES, pages, sites

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
SETTINGS = {"epub_copyright": "x", "version": "1"}


def _write(project: Project, texts: Iterable[tuple[str, str]]) -> None:
    names = ["p0"]
    for name, text in texts:
        names.append(f"in-{name}")
        project.write({f"in-{name}.mdx": f"---\ntitle: {name}\n---\n\n{text}\n"})
    project.write(
        {
            "docs.json": json.dumps({"navigation": {"pages": names}}),
            "p0.mdx": "### A heading\n",
            "a.svg": DRAWING,
        }
    )


def _refused(folder: Path) -> dict[str, str]:
    """Return what an XML parser says of each chapter that it refuses."""
    found = {}
    for chapter in sorted(folder.rglob("*.xhtml")):
        try:
            ET.fromstring(chapter.read_bytes())  # noqa: S314 -- our own output
        except ET.ParseError as error:
            found[chapter.name] = str(error)
    return found


@pytest.fixture(scope="module")
def constructs(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A page for each holder."""
    project = Project(tmp_path_factory.mktemp("constructs"))
    _write(project, pages())
    return project


# In one process, as the pages are read once for all builders but "epub", which reads its own.
@pytest.mark.xdist_group("constructs")
@pytest.mark.parametrize("builder", ["html", "epub", "latex", "text", "man", "texinfo"])
def test_each_construct_in_each_holder_is_built(constructs: Project, builder: str) -> None:
    """Exceptions raise in tests; there is none."""
    doctrees = "epub" if builder == "epub" else "all"
    constructs.build(builder, conf=SETTINGS, doctrees=doctrees)
    assert _refused(constructs.output(builder)) == {}


def test_there_are_the_sixty_most_frequent_constructs() -> None:
    assert len(BLOCKS | LINES) >= 60


@pytest.mark.on_demand
@pytest.mark.parametrize("builder", ["html", "epub", "latex", "text"])
def test_each_construct_in_two_holders_is_built(project: Project, builder: str) -> None:
    _write(project, sites(2))
    project.build(builder, conf=SETTINGS)
    assert _refused(project.output(builder)) == {}


@pytest.mark.on_demand
@pytest.mark.skipif(not which("xelatex") or not which("latexmk"), reason="XeLaTeX is not installed")
def test_each_construct_in_each_holder_is_printed(project: Project) -> None:
    """Errors of LaTeX end it here; people may have told it to go on."""
    _write(project, pages())
    project.build("latex", conf={"latex_engine": "xelatex"})
    command = ["make", "LATEXMKOPTS=-halt-on-error -interaction=nonstopmode"]
    ran = subprocess.run(command, cwd=project.output("latex"), capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]
    assert list(project.output("latex").glob("*.pdf"))
