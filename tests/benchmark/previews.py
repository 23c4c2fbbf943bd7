"""How long an author waits: ``cd tests; python -m benchmark.previews --pages 100 1000 4000``.

Serves a site, opens a page of it in Chromium, and measures from saving a file until the page shows
the new text, and from the start until the first page is shown. Beside it, in the same run:
sphinx-autobuild, which builds in a new process for each change. The last column has the ratio of
their medians. ``--edits 500`` also shows how the memory of the processes grows.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmark.make_site import write_site
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

PATIENCE = 600_000
"""Milliseconds to wait for anything."""
PAGE = "tab1/part0/page1"
CONF = 'extensions = ["sphinx_docsnav"]\nhtml_theme = "{theme}"\n'


def main() -> None:
    """Run what the command line asks for, and print a table."""
    parser = argparse.ArgumentParser("python -m benchmark.previews", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[100, 1000, 4000])
    parser.add_argument("--edits", type=int, default=5, help="edits of each kind")
    parser.add_argument("--theme", default="furo")
    parser.add_argument("--markup", default="mdx", choices=["mdx", "rst"])
    parser.add_argument("--alone", action="store_true", help="do not run sphinx-autobuild")
    arguments = parser.parse_args()
    print(f"{'pages':>6} {'what':24} {'serve':>9} {'autobuild':>10} {'ratio':>6}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        for pages in arguments.pages:
            ours = _measure(browser, arguments, pages, preview=True)
            theirs = {} if arguments.alone else _measure(browser, arguments, pages, preview=False)
            for what, value in ours.items():
                other = theirs.get(what)
                ratio = f"{value / other:6.2f}" if other else ""
                print(f"{pages:6} {what:24} {value:9.2f} {other or 0:10.2f} {ratio}", flush=True)
        browser.close()


def _measure(
    browser: Browser, arguments: argparse.Namespace, pages: int, *, preview: bool
) -> dict[str, float]:
    """Return the medians in seconds of each kind of edit, and memory in MB."""
    with tempfile.TemporaryDirectory(prefix="docsnav-previews-") as name:
        site, out = Path(name, "site"), Path(name, "out")
        site.mkdir()
        write_site(site, pages, plain=False, markup=arguments.markup)
        (site / "conf.py").write_text(CONF.format(theme=arguments.theme), "utf-8")
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        begin = time.perf_counter()
        with _served(site, out, preview=preview) as (root, process):
            _open(page, f"{root}/{PAGE}.html")
            found = {"first page": time.perf_counter() - begin}
            while not (out / "objects.inv").exists():
                time.sleep(0.2)
            time.sleep(5)
            source = site / f"{PAGE}.{arguments.markup}"
            title = source.read_text("utf-8").splitlines()[0].lstrip("# ")
            label = page.get_by_text("Tab 0").first
            before = _memory(process)
            found["a word"] = _edits(arguments.edits, source, "The worker", page.locator("body"))
            found["the title"] = _edits(3, source, title, page.locator("h1").first)
            found["a tab's label"] = _edits(3, site / "docs.json", "Tab 0", label.locator(".."))
            found["memory before, MB"], found["memory after, MB"] = before, _memory(process)
        page.close()
    return found


def _edits(count: int, path: Path, old: str, where: object) -> float:
    """Edit *path* and wait until the text is in the page; return the median in seconds."""
    times = []
    original = path.read_text("utf-8")
    for number in range(count):
        new = f"Edit {number} of {old}"
        begin = time.perf_counter()
        path.write_text(original.replace(old, new, 1), "utf-8")
        expect(where).to_contain_text(new, timeout=PATIENCE)  # type: ignore[call-overload]  # a locator
        times.append(time.perf_counter() - begin)
        time.sleep(1)
    path.write_text(original, "utf-8")
    return statistics.median(times)


def _open(page: Page, url: str) -> None:
    """Open *url* as soon as it is served."""
    while True:
        try:
            answer = page.goto(url)
        except Error:
            answer = None
        if answer is not None and answer.ok:
            return
        time.sleep(0.05)


@contextmanager
def _served(site: Path, out: Path, *, preview: bool) -> Iterator[tuple[str, int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ours = ["sphinx_docsnav", "serve", str(site), str(out), "--conf"]
    words = ours if preview else ["sphinx_autobuild", str(site), str(out), "-j", "auto"]
    command = [sys.executable, "-m", *words, "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def _memory(server: int) -> float:
    """Return the resident memory of a server and the processes of its session, in MB."""
    listing = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,pgid=,rss="], capture_output=True, text=True, check=True
    ).stdout
    rows = [tuple(map(int, line.split())) for line in listing.splitlines()]
    children = {pid for pid, parent, _, _ in rows if parent == server}
    ours = (rss for pid, _, group, rss in rows if pid == server or group in children)
    return sum(ours) / 1024


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
