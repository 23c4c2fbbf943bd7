"""Take pictures of ten kinds of pages in all themes, and compare their structure with the last.

Run in the folder ``tests``, or as ``tox -e pictures``::

    python -m tools.benchmark.pictures --output ../pictures --themes docsnav furo --widths 1440 380

With ``--site FOLDER --pages index guides/tables`` it takes pictures of these pages of another site.
A page ``index?words`` is the search dialog on ``index``, with these words in it.

It writes a picture of each page, an ``index.html`` with contact sheets, and ``structure.json``: for
each page the boxes of its landmarks, elements wider than the window, landmarks that overlap, and
texts with too little contrast. If the folder already has such a file, it prints the differences,
and ends with 1 if something has become worse.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path
from typing import Any, Literal

from installed_browser import find_browser
from playwright.sync_api import Browser, sync_playwright
from themes.conftest import MODULES

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "example"
THEMES = (
    *("docsnav", "furo", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme"),
    *("shibuya", "sphinx_immaterial", "sphinxawesome_theme", "alabaster", "piccolo_theme"),
    "breeze",
)
PAGES = {
    "index": "Front page",
    "guides/first-booking": "Steps and code",
    "guides/timetables": "Tables",
    "guides/bookings/index": "Nested group",
    "api/keys": "Text",
    "api-reference/bookings/book-a-place": "Endpoint",
    "api-reference/schemas/booking": "Schema",
    "changes": "Changelog",
    "search": "Search",
    "index?book a place": "Search dialog",
    "index?xyzzyq": "Search dialog without results",
    "404": "Missing page",
    "genindex": "Index",
}
"""The kinds of pages, by page of the example site."""
MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MAX_MOVE = 8
"""Pixels that a landmark may move without a message."""
DEFECTS = ("overflow", "overlaps", "contrast")
"""The parts of a structure that must not grow."""

LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")
"""A function that returns what is on a page: boxes, and what is wrong with them."""


def build(site: Path, theme: str, folder: Path) -> None:
    """Build a site with a theme."""
    words = ["build", str(site), str(folder), "--theme", theme, "-q", "--no-remote"]
    if (site / "conf.py").is_file():
        words.append("--conf")
    subprocess.run([sys.executable, "-m", "sphinx_docsnav", *words], check=True)


def take_pictures(
    browser: Browser, site: Path, theme: str, options: argparse.Namespace
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the structure of each picture of a theme."""
    for mode, width in product(MODES, options.widths):
        tab = browser.new_page(
            viewport={"width": width, "height": 900 if width > 500 else 800}, color_scheme=mode
        )
        for page in options.pages:
            docname, _, query = page.partition("?")
            path = site / f"{docname}.html"
            if not path.is_file():
                continue
            tab.goto(path.as_uri())
            tab.wait_for_timeout(150)
            if query:
                tab.keyboard.press("Control+k")
                tab.locator(".docsnav-search[open] input[type=search]").fill(query)
                tab.wait_for_timeout(1000)  # the index is loaded, and results are shown
            name = f"{theme}-{re.sub(r'[^a-z0-9-]', '_', page)}-{width}-{mode}"
            whole = not query and not options.tops
            tab.screenshot(path=options.output / f"{name}.png", full_page=whole)
            yield name, tab.evaluate(LOOK)
        tab.close()


def compare(before: dict[str, Any], now: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    """Yield each difference, and whether it is for the worse."""
    for name, found in now.items():
        was = before.get(name)
        if was is None:
            continue
        for kind in DEFECTS:
            if found[kind] != was[kind]:
                size = [len(v) if isinstance(v, list) else v for v in (was[kind], found[kind])]
                yield size[1] > size[0], f"{name}: {kind}: {was[kind]} -> {found[kind]}"
        for mark in sorted(found["landmarks"].keys() | was["landmarks"].keys()):
            old, new = was["landmarks"].get(mark), found["landmarks"].get(mark)
            moved = (
                old and new and any(abs(a - b) > MAX_MOVE for a, b in zip(old, new, strict=True))
            )
            if moved or not (old and new):
                yield False, f"{name}: {mark}: {old} -> {new}"


def make_contact_sheet(names: list[str]) -> str:
    """Return a page with all pictures, a row for each kind of page, width and mode."""
    rows: dict[str, list[str]] = {}
    for name in names:
        theme, _, rest = name.partition("-")
        rows.setdefault(rest, []).append(
            f'<figure><a href="{escape(name)}.png"><img loading="lazy" src="{escape(name)}.png" '
            f'alt=""></a><figcaption>{escape(theme)}</figcaption></figure>'
        )
    body = "".join(
        f"<h2>{escape(row)}</h2><div>{''.join(figures)}</div>" for row, figures in rows.items()
    )
    style = "div{display:flex;gap:8px;overflow:auto}figure{margin:0}"
    style += "img{max-width:480px}a{display:block;max-height:600px;overflow:hidden}"
    return f"<!DOCTYPE html><title>Pictures</title><style>{style}</style>{body}\n"


def main() -> int:
    """Make the pictures; return 1 if something has become worse."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=EXAMPLE, help="a folder with a docs.json")
    parser.add_argument("--pages", nargs="+", default=list(PAGES))
    parser.add_argument("--output", type=Path, default=ROOT / ".tox" / "pictures-made")
    parser.add_argument("--themes", nargs="+", default=list(THEMES))
    parser.add_argument("--widths", nargs="+", type=int, default=[1440, 1024, 380])
    parser.add_argument("--tops", action="store_true", help="only the first window of each page")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    structure_file = options.output / "structure.json"
    before = json.loads(structure_file.read_text("utf-8")) if structure_file.is_file() else {}
    structures: dict[str, Any] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        for theme in options.themes:
            if importlib.util.find_spec(MODULES.get(theme, theme)) is None:
                print(f"{theme} is not installed")
                continue
            built = Path(folder, theme)
            build(options.site, theme, built)
            structures.update(take_pictures(browser, built, theme, options))
        browser.close()
    structure_file.write_text(
        json.dumps({**before, **structures}, indent=1, sort_keys=True), "utf-8"
    )
    (options.output / "index.html").write_text(make_contact_sheet(sorted(structures)), "utf-8")
    for name, page in sorted(structures.items()):
        for kind in () if name in before else DEFECTS:
            if page[kind]:
                print(f"{name}: {kind}: {page[kind]}")
    differences = list(compare(before, structures))
    for _worse, text in differences:
        print(text)
    print(f"{len(structures)} pictures: {options.output / 'index.html'}")
    return int(any(worse for worse, _text in differences))


if __name__ == "__main__":
    sys.exit(main())
