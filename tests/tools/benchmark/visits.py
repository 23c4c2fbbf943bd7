"""Compare pages of several tools: requests, bytes, times to paint, and time to the next page.

Run in the folder ``tests``, in an environment with playwright and Chromium::

    python -m tools.benchmark.visits ours=OUT:start.html furo=OUT2:start/ --click Install

A page is an address, or a folder and a path in it; all folders are served in the same way, with
gzip. Each visit has an empty cache; the pages take turns, so that a busy machine slows all of them.
It prints medians, with a fast connection, and with a processor four times slower and 1.6 Mbit/s at
150 ms: requests, transferred bytes, layout shift, and times to paint in ms. With ``--click``, the
pointer rests on the link with that text for 0.3 s and clicks; ``move`` is the time until a heading
with that text is painted.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import threading
from collections import defaultdict
from collections.abc import Iterable
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from installed_browser import find_browser
from playwright.sync_api import Browser, Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

PAINTS = """(title) => {
  window.shift = window.largest = 0;
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
  on("layout-shift", (entry) => { window.shift += entry.value; });
  on("largest-contentful-paint", (entry) => { window.largest = entry.startTime; });
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", () => { sessionStorage.clicked = now(); }, true);
  const look = () => {
    if (!document.querySelector("h1")?.textContent.includes(title)) requestAnimationFrame(look);
    else setTimeout(() => { window.moved = now() - sessionStorage.clicked; });
  };
  if (title) requestAnimationFrame(look);
}"""
"""Stores layout shifts, the largest paint, and the time from a click to a page with a title."""
FIRST = 'performance.getEntriesByName("first-contentful-paint")'
PAINTED = f"""() => ({{ first: {FIRST}[0].startTime,
  largest: window.largest, shift: window.shift }})"""
KINDS = {"Document": "html", "Stylesheet": "css", "Script": "js", "Font": "font"}
COLUMNS = ("requests", "html", "css", "js", "font", "other", "shift", "first", "largest", "move")
SLOW = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750, "offline": False}
REST = 300
"""Milliseconds that the pointer rests on a link."""


@cache
def compress_file(path: Path) -> bytes:
    """Return a file as a host sends it."""
    return gzip.compress(path.read_bytes())


class Handler(SimpleHTTPRequestHandler):
    """Sends texts with gzip, pages without their suffix and indexes of folders, as hosts do."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        target = Path(self.translate_path(self.path))
        candidates = (target, target / "index.html", target.with_name(f"{target.name}.html"))
        path = next((each for each in candidates if each.is_file()), None)
        if path is None:
            self.send_error(404)
            return
        kind = self.guess_type(path)
        compressible = not kind.startswith(("image/png", "image/webp", "font"))
        data = compress_file(path) if compressible else path.read_bytes()
        self.send_response(200)
        if compressible:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_words: object) -> None:
        """Print nothing."""


@contextmanager
def serve_page(page: str) -> Iterator[str]:
    """Yield the address of a page."""
    folder, _, path = page.partition(":")
    if path.startswith("//"):
        yield page
        return
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{path}"
        server.shutdown()


def time_click(tab: Page, title: str) -> float:
    """Click the link *title*; return the milliseconds until its page is painted."""
    link = tab.get_by_role("link", name=title).locator("visible=true").first
    link.hover()
    tab.wait_for_timeout(REST)
    tab.mouse.down()
    tab.mouse.up()
    moved: float = tab.wait_for_function("window.moved", timeout=60_000).json_value()
    return moved


def visit(browser: Browser, page: str, title: str, *, slow: bool) -> dict[str, float]:
    """Return the values of the columns for one visit of a page."""
    values: dict[str, float] = defaultdict(float)
    kinds: dict[str, str] = {}
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    with serve_page(page) as address:
        tab = context.new_page()
        tab.add_init_script(f"({PAINTS})({title!r})")
        devtools = context.new_cdp_session(tab)
        devtools.send("Network.enable")
        if slow:
            devtools.send("Network.emulateNetworkConditions", SLOW)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})

        def store_kind(event: dict[str, Any]) -> None:
            kinds[event["requestId"]] = KINDS.get(event["type"], "other")

        def count_request(event: dict[str, Any]) -> None:
            values["requests"] += 1
            values[kinds.get(event["requestId"], "other")] += event["encodedDataLength"]

        devtools.on("Network.responseReceived", store_kind)
        devtools.on("Network.loadingFinished", count_request)
        tab.goto(address, wait_until="networkidle", timeout=60_000)
        tab.wait_for_function(f"{FIRST}.length", timeout=60_000)
        values |= tab.evaluate(PAINTED)
        before_click = dict(values)
        before_click["move"] = time_click(tab, title) if title else 0
        context.close()
    return defaultdict(float, before_click)


def compare(browser: Browser, pages: dict[str, str], title: str, rounds: int) -> Iterable[str]:
    """Yield the rows of the table."""
    for slow in (False, True):
        visits = [
            {name: visit(browser, page, title, slow=slow) for name, page in pages.items()}
            for _ in range(rounds)
        ]
        yield f"{'slow' if slow else 'fast':12}" + "".join(f"{each:>10}" for each in COLUMNS)
        for name in pages:
            values = [
                statistics.median(each[name][column] for each in visits) for column in COLUMNS
            ]
            yield f"{name:12}" + "".join(
                f"{value:10.2g}" if value < 1 else f"{value:10.0f}" for value in values
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="+", metavar="NAME=PAGE", help="an address, or FOLDER:PATH")
    parser.add_argument("--click", default="", metavar="TITLE", help="the title of another page")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    pages = {name: page for name, _, page in (each.partition("=") for each in options.pages)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        for row in compare(browser, pages, options.click, options.rounds):
            print(row, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
