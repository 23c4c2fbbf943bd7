"""The adapter of another package can do what ours do: the example of the reference, built."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest
from themes.conftest import SITES
from themes.reading import Page, text_of

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "themes.rst"
"""What authors of themes read."""
CAPTION = re.compile(r"   :caption: (\S+)\n\n((?:   .*\n|\n)+)")
"""A block of code with the name of its file."""


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the garden with the theme and the adapter of the reference; return the output."""
    folder = tmp_path_factory.mktemp("quay")
    blocks = dict(CAPTION.findall(REFERENCE.read_text("utf-8")))
    project = tomllib.loads(textwrap.dedent(blocks.pop("pyproject.toml")))["project"]
    package = folder / "packages"
    for name, text in blocks.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), "utf-8")
    entries = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        for group, found in project["entry-points"].items()
    )
    info = package / "quay-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quay\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text(entries, "utf-8")
    shutil.copytree(SITES / "garden", folder / "source")
    with (folder / "source" / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('html_theme = "quay_theme"\ndocsnav_colors = True\n')
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", "source", "out"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder / "out"


def test_its_parts_stand_where_its_templates_put_them(quay: Path) -> None:
    page = Page.read(quay / "guides" / "soil.html")
    tabs = [(text_of(e), e.get("aria-current")) for e in page.one("quay-tabs").iter("a")]
    assert ("Guides", "true") in tabs
    assert ("Changelog", None) in tabs
    assert page.switch("versions")[0] == "*v3 latest -> ../guides/soil.html"
    assert "* Soil 2 min -> ../guides/soil.html" in page.sidebar
    assert len(page.all("docsnav-neighbours")) == 1
    assert page.all("docsnav-bar") == []
    assert "docsnav-fallback" not in page.html


def test_its_style_is_a_part_of_the_one_style_sheet(quay: Path) -> None:
    style = (quay / "_static" / "docsnav.css").read_text("utf-8")
    assert "--docsnav-accent:var(--quay-blue" in style
    assert "--quay-blue:#" in Page.read(quay / "index.html").html
