"""Measure the bytes that the extension adds to pages, and their layout shift in Chromium.

``cd tests && python -m tools.benchmark.shifts`` builds the example of the documentation with every
theme that is installed, or with the themes that are named. Style sheets, scripts and pages are
counted as a server sends them, with gzip. The layout shift is that of a window of 380 and of 1280
pixels: all of it, and that of elements of the extension.
``tools.benchmark.visits`` compares whole pages with pages of other tools.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from installed_browser import find_browser
from playwright.sync_api import Browser, sync_playwright

from sphinx_docsnav.themes.adapter_registry import OWN

EXAMPLE = Path(__file__).parents[3] / "docs" / "example"
THEMES = sorted(name for adapter in OWN for name in adapter.themes)
PAGES = ("words", "guides/first-booking", "api-reference/bookings/book-a-place")
"""A page of text, one with components, one of an operation."""
OURS = re.compile(r'(?:src|href)="[^"]*_static/(docsnav[^"?]*)')

OBSERVE = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const ours = entry.sources.some((source) => {
        const node = source.node && (source.node.closest ? source.node : source.node.parentElement);
        return node && node.closest("[class*=docsnav], [data-docsnav-banner]");
      });
      window.shifts.push([entry.value, ours]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
"""Stores each layout shift, and whether one of our elements moved."""


def measure_gzip(path: Path) -> int:
    """Return the bytes that a server sends."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def measure_shift(browser: Browser, page: Path, width: int) -> tuple[float, float]:
    """Return the layout shift of a page, and the part of it that our elements have."""
    tab = browser.new_page(viewport={"width": width, "height": 800})
    tab.add_init_script(f"({OBSERVE})()")
    tab.goto(page.as_uri(), wait_until="load")
    tab.wait_for_timeout(500)
    shifts: list[tuple[float, bool]] = tab.evaluate("window.shifts")
    tab.close()
    return sum(value for value, _ in shifts), sum(value for value, ours in shifts if ours)


def build(theme: str, out: Path) -> None:
    """Build the example with *theme*."""
    words = ["build", str(EXAMPLE), str(out), "--theme", theme, "-q", "--no-remote"]
    subprocess.run([sys.executable, "-m", "sphinx_docsnav", *words], check=True)


def make_rows(browser: Browser, theme: str, out: Path) -> list[str]:
    """Build the example with *theme* and return a row for each page."""
    build(theme, out)
    table = []
    for name in PAGES:
        page = out / f"{name}.html"
        files = [out / "_static" / file for file in OURS.findall(page.read_text("utf-8"))]
        styles = sum(measure_gzip(file) for file in files if file.suffix == ".css")
        scripts = sum(measure_gzip(file) for file in files if file.suffix == ".js")
        shifts = [measure_shift(browser, page, width) for width in (380, 1280)]
        shown = "  ".join(f"{total:5.3f} {ours:5.3f}" for total, ours in shifts)
        table.append(
            f"{theme:20} {name.rpartition('/')[2]:14} {len(files):5} {styles:7} {scripts:7} "
            f"{measure_gzip(page):7}  {shown}"
        )
    return table


def main() -> None:
    """Print the table for the themes that are named, else for all that are installed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("themes", nargs="*")
    options = parser.parse_args()
    names = options.themes or [name for name in THEMES if importlib.util.find_spec(name)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        print(f"{'':36}files   style  script    page  shift at 380, 1280")
        print(f"{'':44}bytes   bytes   bytes  (all, ours)")
        for name in names:
            print("\n".join(make_rows(browser, name, Path(folder, name))), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
