"""Measure pages: bytes of HTML in addition to the same theme without this extension.

Run in the folder ``tests``, in an environment that has the themes::

    python -m tools.benchmark.weights --theme furo --pages 1000 4000

It prints a table in reStructuredText: the mean and the heaviest page, with whole sidebars on all
pages and with shared ones, and the largest shared file. The shapes are eight tabs with nested
groups, one reference of 47 groups, and one flat list. Every entry has an icon.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sidebar_limit import limit_in_conf

_FLOOR = 20
"""Pages of the site without the extension; each has the same weight."""
_CONF = """
project = "Weights"
html_theme = {theme!r}
html_copy_source = False
extensions = {extensions!r}


def no_navigation(app, pagename, templatename, context, doctree):
    context["toctree"] = lambda **words: ""


def setup(app):
    if not extensions:
        app.connect("html-page-context", no_navigation, priority=400)
"""
Groups = list[dict[str, Any]]


def make_tabs(names: list[str]) -> Groups:
    """Return eight tabs of groups with nested groups of twelve pages."""
    tabs = []
    for tab in range(8):
        own = names[tab::8]
        nested = [
            {"group": f"Part {at}", "icon": "folder", "pages": own[at : at + 12]}
            for at in range(0, len(own), 12)
        ]
        groups = [
            {"group": f"Chapter {at}", "icon": "book", "pages": nested[at : at + 4]}
            for at in range(0, len(nested), 4)
        ]
        tabs.append({"tab": f"Tab {tab}", "icon": "star", "groups": groups})
    return tabs


def make_reference(names: list[str]) -> Groups:
    """Return a tab with 47 groups."""
    size = -(-len(names) // 47)
    groups = [
        {"group": f"Endpoints of category {at}", "icon": "code", "pages": names[at : at + size]}
        for at in range(0, len(names), size)
    ]
    return [{"tab": "Reference", "groups": groups}]


def make_list(names: list[str]) -> Groups:
    """Return a tab with one list."""
    return [{"tab": "All", "pages": names}]


SHAPES: dict[str, Callable[[list[str]], Groups]] = {
    "tabs": make_tabs,
    "reference": make_reference,
    "flat": make_list,
}


def write_pages(folder: Path, count: int) -> list[str]:
    """Write *count* pages; return their names."""
    names = [f"handbook/chapter{number % 40:02}/page-{number:05}" for number in range(count)]
    for name in ("index", *names):
        path = folder / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        title = f"The page {name[-5:]} of the handbook"
        path.write_text(f"{title}\n{'=' * len(title)}\n\nText.\n", "utf-8")
    return names


def build(folder: Path, theme: str, extensions: Sequence[str], settings: str = "") -> Path:
    """Build a site with *settings* at the end of its conf.py; return the output."""
    conf = _CONF.format(theme=theme, extensions=list(extensions))
    (folder / "conf.py").write_text(f"{conf}\n{settings}\n", "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", str(folder), str(folder / "out")]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return folder / "out"


def list_sizes(out: Path) -> list[int]:
    """Return the bytes of each page of the handbook."""
    return [path.stat().st_size for path in out.glob("handbook/*/*.html")]


def make_rows(theme: str, shape: str, count: int) -> list[list[str]]:
    """Build a site and return its rows of the table."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(folder / "floor", _FLOOR)
        floor = statistics.mean(list_sizes(build(folder / "floor", theme, [])))
        source = folder / "site"
        names = write_pages(source, count)
        start = {"tab": "Start", "pages": ["index"]}
        navigation = {"tabs": [start, *SHAPES[shape](names)]}
        (source / "docs.json").write_text(json.dumps({"navigation": navigation}), "utf-8")
        for how, limit in (("whole", 100_000), ("shared", 0)):
            out = build(source, theme, ["sphinx_docsnav"], limit_in_conf(limit))
            additions = [size - floor for size in list_sizes(out)]
            files = [path.read_bytes() for path in out.glob("_static/docsnav-sidebar-*.js")]
            file = max(files, key=len, default=b"")
            values = (
                statistics.mean(additions),
                max(additions),
                len(file),
                len(gzip.compress(file)),
            )
            kilobytes = (f"{value / 1024:.1f}" for value in values)
            rows.append([theme, shape, str(count), how, *kilobytes])
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[1000], help="sizes of the site")
    parser.add_argument("--theme", nargs="+", default=["furo"], help="installed themes")
    parser.add_argument("--shape", nargs="+", default=list(SHAPES), choices=list(SHAPES))
    options = parser.parse_args()
    print(".. list-table:: KB of HTML in addition to the theme alone\n   :header-rows: 1\n")
    head = ["Theme", "Shape", "Pages", "Sidebars", "Mean", "Heaviest", "File", "File, gzip"]
    _print(head)
    for theme in options.theme:
        for shape in options.shape:
            for count in options.pages:
                for row in make_rows(theme, shape, count):
                    _print(row)


def _print(row: list[str]) -> None:
    for number, cell in enumerate(row):
        print(f"   {'*' if not number else ' '} - {cell}", flush=True)


if __name__ == "__main__":
    main()
