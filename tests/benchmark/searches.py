"""Compare Sphinx's search index with Pagefind's: bytes and time to the first result, build time.

Run in the folder ``tests``, in an environment with playwright, and with Pagefind, whose program is
on the package index as ``pagefind[extended]``::

    python -m benchmark.searches --pages 4000 --pagefind /path/to/python

The same site is built for each of the two. Its pages have words of their own, drawn with the
frequencies of a natural language. A browser opens a page from a server of this machine, searches a
word, and waits for the first result; every byte that the server sends after the page counts, as
gzip.
Printed are numbers of both, and Pagefind's as a ratio to Sphinx's.
"""

from __future__ import annotations

import argparse
import gzip
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from benchmark.make_site import write_site
from playwright.sync_api import Browser, sync_playwright

_CONF = """
extensions = ["sphinx_docsnav"]
html_theme = "furo"
html_copy_source = False


def leave_out_index(app):
    app.builder.search = False


def setup(app):
    if tags.has("unindexed"):
        app.connect("builder-inited", leave_out_index)
"""
_FLAGS = ["--no-sandbox", "--disable-gpu"]
_WORDS = 30_000
_PER_PAGE = 250
_QUERIES = ("bakolu", "wogadi", "worker")
_PACKED = {".js", ".css", ".html", ".json"}
"""Suffixes of the files that a server packs; Pagefind's own files are packed already."""
_SPHINX = """async (query) => {
  const start = performance.now();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
  const until = async (find) => {
    while (!find()) await new Promise((done) => setTimeout(done, 1));
    return find();
  };
  const field = await until(() => document.querySelector("dialog.docsnav-search[open] input"));
  field.value = query;
  field.dispatchEvent(new Event("input"));
  await until(() => document.querySelector(".docsnav-found a"));
  return performance.now() - start;
}"""
_PAGEFIND = """async (query) => {
  const start = performance.now();
  const pagefind = await import("/pagefind/pagefind.js");
  const { results } = await pagefind.search(query);
  await results[0].data();
  return performance.now() - start;
}"""


def vocabulary(chance: random.Random) -> list[str]:
    """Return words that a search can tell apart, the most frequent first."""
    syllables = [c + v for c in "bdfgklmnprstvwz" for v in "aeiou"]
    found = dict.fromkeys(["bakolu", "wogadi"])
    while len(found) < _WORDS:
        found["".join(chance.choices(syllables, k=chance.randint(2, 4)))] = None
    return list(found)


def add_words(folder: Path) -> None:
    """Give every page a text of its own."""
    chance = random.Random(1)  # noqa: S311 -- the same words in each run
    words = vocabulary(chance)
    weights = [1 / (rank + 3) for rank in range(len(words))]
    for path in sorted(folder.rglob("*.rst")):
        own = " ".join(chance.choices(words, weights, k=_PER_PAGE))
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{own}\n")


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and adds up what it sends."""

    sent = 0
    """Bytes of bodies, packed where a server packs them."""

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.is_file():
            data = path.read_bytes()
            Handler.sent += len(gzip.compress(data, 6)) if path.suffix in _PACKED else len(data)
        super().do_GET()

    def log_message(self, *_values: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* on this machine; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def measure(chromium: Browser, url: str, script: str) -> tuple[float, float]:
    """Return the bytes after the page, and the milliseconds to the first result; medians.

    Each query is that of a new reader, whose browser has cached nothing.
    """
    weights, times = [], []
    for query in _QUERIES:
        with chromium.new_context() as context:
            page = context.new_page()
            page.goto(url, wait_until="networkidle")
            Handler.sent = 0
            times.append(float(page.evaluate(script, query)))
            weights.append(Handler.sent)
    return statistics.median(weights), statistics.median(times)


def seconds(command: list[str], folder: Path) -> float:
    """Run a command; return how long it takes."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - start


def compare(pages: int, python: str, browser: str) -> Iterator[tuple[str, float, float]]:
    """Yield a label, Sphinx's number and Pagefind's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_site(folder, pages, plain=False)
        add_words(folder)
        (folder / "conf.py").write_text(_CONF, "utf-8")
        sphinx = [sys.executable, "-m", "sphinx", "-q", "."]
        without = seconds([*sphinx, "-t", "unindexed", "-D", "docsnav_pagefind=1", "plain"], folder)
        ours = (folder / "plain" / "pagefind").is_dir()  # installed beside Sphinx
        pagefind = [python, "-m", "pagefind", "--site", "plain"]
        indexing = 0 if ours else seconds(pagefind, folder)
        yield "build with the index, s", seconds([*sphinx, "out"], folder), without + indexing
        shutil.move(folder / "plain" / "pagefind", folder / "out")
        files = [path for path in (folder / "out" / "pagefind").rglob("*") if path.is_file()]
        yield "files of the index", 1, len(files)
        index = (folder / "out" / "searchindex.js").stat().st_size
        yield "size on disk, KB", index / 1024, sum(path.stat().st_size for path in files) / 1024
        with served(folder / "out") as url, sync_playwright() as play:
            chromium = play.chromium.launch(executable_path=browser, args=_FLAGS)
            home = f"{url}/index.html"
            found = [measure(chromium, home, script) for script in (_SPHINX, _PAGEFIND)]
            chromium.close()
        yield "first query, KB", found[0][0] / 1024, found[1][0] / 1024
        yield "time to the first result, ms", found[0][1], found[1][1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[1000], help="sizes of the site")
    parser.add_argument("--pagefind", default=sys.executable, help="a Python that has Pagefind")
    parser.add_argument("--browser", default="/usr/bin/chromium", help="Chromium")
    options = parser.parse_args()
    for pages in options.pages:
        for label, sphinx, pagefind in compare(pages, options.pagefind, options.browser):
            print(
                f"{pages} pages, {label}: {sphinx:.1f}, {pagefind:.1f}, x {pagefind / sphinx:.2f}"
            )


if __name__ == "__main__":
    main()
