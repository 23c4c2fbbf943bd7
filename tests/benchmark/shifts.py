"""Print what pages weigh because of the extension, and how far they move while they load.

``cd tests && python -m benchmark.shifts`` builds the example of the documentation with every theme
that is installed; with ``furo shibuya`` after it, with these. Style sheets, scripts
and the index page are counted as a server sends them, with gzip. The layout shift is what Chromium
reports for a window of 380 and of 1280 pixels, with and without the extension's part in it.

``python -m benchmark.shifts docsnav furo --beside starlight=FOLDER/index.html`` compares the front
page of the example with pages of other tools, as a server sends them: requests, bytes by kind,
layout shift and times to paint, the medians of five rounds in turn.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Request, sync_playwright

from sphinx_docsnav.themes.adapter_registry import OWN

EXAMPLE = Path(__file__).parents[2] / "docs" / "example"
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

PAINTS = """() => {
  window.shift = window.largest = 0;
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
  on("layout-shift", (entry) => { window.shift += entry.value; });
  on("largest-contentful-paint", (entry) => { window.largest = entry.startTime; });
}"""
PAINTED = """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime,
  window.largest, window.shift]"""
TEXTS = {"document": "html", "stylesheet": "css", "script": "js"}


class Handler(SimpleHTTPRequestHandler):
    """Sends texts with gzip, as hosts do."""

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        kind = self.guess_type(path)
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        self.send_response(200)
        if not kind.startswith(("image/png", "image/webp", "font")):
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_words: object) -> None:
        """Print nothing."""


def opened(browser: Browser, page: Path) -> dict[str, float]:
    """Return what a browser loads for a page from a server at its folder, and when it paints."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(page.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.add_init_script(f"({PAINTS})()")
    found: dict[str, float] = defaultdict(float)

    def note(request: Request) -> None:
        response = request.response()
        found["requests"] += 1
        size = int(response.headers.get("content-length", 0)) if response else 0
        found[TEXTS.get(request.resource_type, "other")] += size

    tab.on("requestfinished", note)
    tab.goto(f"http://127.0.0.1:{server.server_port}/{page.name}", wait_until="networkidle")
    found["first"], found["largest"], found["shift"] = tab.evaluate(PAINTED)
    tab.close()
    server.shutdown()
    return found


def beside(browser: Browser, pages: dict[str, Path]) -> None:
    """Print a row for each page."""
    rounds = [{name: opened(browser, page) for name, page in pages.items()} for _ in range(5)]
    columns = ("requests", "html", "css", "js", "other", "shift", "first", "largest")
    print(f"{'':12}" + "".join(f"{column:>10}" for column in columns))
    for name in pages:
        values = (statistics.median(each[name][column] for each in rounds) for column in columns)
        print(
            f"{name:12}"
            + "".join(f"{value:10.3g}" if value < 1 else f"{value:10.0f}" for value in values)
        )


def gzipped(path: Path) -> int:
    """Return the bytes that a server sends."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def moved(browser: Browser, page: Path, width: int) -> tuple[float, float]:
    """Return the layout shift of a page, and how much of it concerns elements of ours."""
    tab = browser.new_page(viewport={"width": width, "height": 800})
    tab.add_init_script(f"({OBSERVE})()")
    tab.goto(page.as_uri(), wait_until="load")
    tab.wait_for_timeout(500)
    found: list[tuple[float, bool]] = tab.evaluate("window.shifts")
    tab.close()
    return sum(value for value, _ in found), sum(value for value, ours in found if ours)


def build(theme: str, out: Path) -> Path:
    """Build the example with *theme*; return the folder."""
    words = ["build", str(EXAMPLE), str(out), "--theme", theme, "-q", "--no-remote"]
    subprocess.run([sys.executable, "-m", "sphinx_docsnav", *words], check=True)
    return out


def rows(browser: Browser, theme: str, out: Path) -> list[str]:
    """Build the example with *theme* and return a row for each page."""
    build(theme, out)
    table = []
    for name in PAGES:
        page = out / f"{name}.html"
        files = [out / "_static" / file for file in OURS.findall(page.read_text("utf-8"))]
        styles = sum(gzipped(file) for file in files if file.suffix == ".css")
        scripts = sum(gzipped(file) for file in files if file.suffix == ".js")
        shifts = [moved(browser, page, width) for width in (380, 1280)]
        shown = "  ".join(f"{total:5.3f} {ours:5.3f}" for total, ours in shifts)
        table.append(
            f"{theme:20} {name.rpartition('/')[2]:14} {len(files):5} {styles:7} {scripts:7} "
            f"{gzipped(page):7}  {shown}"
        )
    return table


def main() -> None:
    """Print the table for the themes that are named, else for all that are installed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("themes", nargs="*")
    parser.add_argument("--beside", nargs="+", metavar="NAME=PAGE", help="pages of other tools")
    options = parser.parse_args()
    names = options.themes or [name for name in THEMES if importlib.util.find_spec(name)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        if options.beside:
            others = (each.partition("=") for each in options.beside)
            ours = {name: build(name, Path(folder, name)) / "index.html" for name in names}
            beside(browser, ours | {name: Path(page) for name, _, page in others})
        else:
            print(f"{'':36}files   style  script    page  shift at 380, 1280")
            print(f"{'':44}bytes   bytes   bytes  (all, ours)")
            for name in names:
                print("\n".join(rows(browser, name, Path(folder, name))), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
