"""The name of the site is text: each theme shows it as docs.json writes it, and runs nothing."""

from __future__ import annotations

import importlib.util
import json
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest
from sphinx_processes import SphinxProcesses
from themes.conftest import MODULES
from themes.test_matrix import THEMES

NAME = 'Tom & Jerry <beta> "q" <img src=x onerror=alert(1)>'
XHTML = "{http://www.w3.org/1999/xhtml}"
LOGO = 'https://example.org/l.svg?a=1&b="><img src=y>'
PAGES = ("index", "guide", "genindex")


def built(
    processes: SphinxProcesses,
    root: Path,
    *options: str,
    fields: dict[str, object] | None = None,
) -> Path:
    """Build a site of that name on the command line; return the output."""
    site, out = root / "site", root / "out"
    site.mkdir()
    docs = {"name": NAME, "navigation": {"pages": ["index", "guide"]}, **(fields or {})}
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")
    for page in ("index", "guide"):
        (site / f"{page}.mdx").write_text(f"---\ntitle: {page.title()}\n---\nText\n", "utf-8")
    done = processes.run("build", str(site), str(out), *options, program="sphinx_docsnav")
    assert done.returncode == 0, done.stderr
    return out


def spread(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if importlib.util.find_spec(MODULES.get(name, name)) is None:
        pytest.skip(f"{name} is not installed")
    return name


@pytest.mark.parametrize("logo", [None, LOGO])
def test_the_name_is_text_in_every_theme(
    theme: str, tmp_path: Path, processes: SphinxProcesses, logo: str | None
) -> None:
    fields: dict[str, object] = {"logo": logo} if logo else {}
    out = built(processes, tmp_path, "--theme", theme, fields=fields)
    # Immaterial has no page for search results.
    for page in (*PAGES, *(["search"] if theme != "sphinx_immaterial" else [])):
        text = (out / f"{page}.html").read_text("utf-8")
        tree = html5lib.parse(text)
        assert not [image for image in tree.iter(f"{XHTML}img") if image.get("onerror")]
        assert not [image for image in tree.iter(f"{XHTML}img") if image.get("src") in ("x", "y")]
        assert not list(tree.iter(f"{XHTML}beta"))
        title = next(tree.iter(f"{XHTML}title"))
        assert NAME in spread(title.text or ""), page
        seen = spread("".join(next(tree.iter(f"{XHTML}body")).itertext()))
        # A logo stands for the name; basic has neither.
        assert logo or theme == "basic" or NAME in seen, page
        assert not re.search(r"&(amp|lt|gt|quot|#\d+);", seen), page
        attributes = [value for element in tree.iter() for value in element.attrib.values()]
        assert not [value for value in attributes if "Jerry" in value and "&amp;" in value]


def test_the_name_is_text_in_a_book(tmp_path: Path, processes: SphinxProcesses) -> None:
    version = {"versions": [{"version": "<b>1 & 2", "pages": ["index", "guide"]}]}
    out = built(processes, tmp_path, "-b", "epub", fields={"navigation": version})
    (book,) = out.glob("*.epub")
    with zipfile.ZipFile(book) as files:
        names = [name for name in files.namelist() if name.endswith((".xhtml", ".opf", ".ncx"))]
        texts = {name: files.read(name) for name in names}
    trees = {name: ET.fromstring(text) for name, text in texts.items()}  # noqa: S314 -- our own
    about = "".join(trees["content.opf"].itertext())
    assert NAME in about
    assert "&lt;" not in about
    assert not [tree for tree in trees.values() if list(tree.iter(f"{XHTML}beta"))]


def test_the_name_is_text_in_latex(tmp_path: Path, processes: SphinxProcesses) -> None:
    out = built(processes, tmp_path, "-b", "latex")
    (text,) = (file.read_text("utf-8") for file in out.glob("*.tex"))
    assert r"\title{Tom \& Jerry <beta>" in text  # XeLaTeX prints these signs as they are
    assert "&amp;" not in text
