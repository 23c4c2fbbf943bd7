"""Measure how long an author waits for a preview.

``cd tests; python -m tools.benchmark.previews --pages 100 1000 4000`` serves a site, opens a page
of it in Chromium, and measures the time from saving a file until the page shows it, and from the
start until the first page is shown: with ``serve``, with sphinx-autobuild alone, and with the peers
that ``--peer`` names with their programs, which have the same pages::

    python -m tools.benchmark.previews --peer mkdocs=/venv/bin/mkdocs zensical=/venv/bin/zensical \
        vitepress=/node/node_modules/.bin/vitepress

It prints medians in seconds: ``-`` if a program does not have it, ``inf`` if it is not shown within
a minute. ``--edits 500 --pause 0`` shows how the memory of our processes grows.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

from installed_browser import find_browser
from playwright.sync_api import Browser, Error, Page, sync_playwright
from tools.benchmark.make_site import write_pages, write_peer_settings, write_site

TIMEOUT = 600_000
"""Milliseconds to wait for a server or an element."""
EDIT_TIMEOUT = 60_000
"""Milliseconds to wait for the result of an edit."""
IDLE_TICKS = 0.05 * os.sysconf("SC_CLK_TCK")
"""The processor time of an idle server within five seconds, at most."""
PAGE = "tab1/part0/page1"
"""The page that is open."""
CONF = """
extensions = ["sphinx_docsnav"]
html_theme = "{theme}"
exclude_patterns = ["snippets"]
docsnav_site_styles = True
"""
SNIPPET_PAGES = 200
"""How many pages include the snippet."""
SNIPPET = {
    "mdx": ("snippets/note.mdx", 'import Note from "/snippets/note.mdx"\n\n<Note />\n'),
    "rst": ("snippets/note.txt", "\n.. include:: /snippets/note.txt\n"),
}
API = {
    "openapi": "3.1.0",
    "info": {"title": "Jobs", "version": "1"},
    "paths": {
        "/jobs": {"get": {"summary": "List jobs", "description": "All of them.", "responses": {}}}
    },
}
IS_SHOWN = """([selector, text]) =>
    [...document.querySelectorAll(selector)].some((node) => node.textContent.includes(text))"""
IS_STYLED = (
    "([selector, text]) => getComputedStyle(document.querySelector(selector)).textIndent === text"
)


@dataclass(frozen=True)
class Edit:
    """A kind of edit."""

    file: str
    old: str
    """What is replaced in it."""
    new: str
    """What replaces it, with ``{}`` for a number."""
    selector: str
    """The elements that show it."""
    condition: str = IS_SHOWN
    """A function that returns whether the page shows it."""
    url: str = ""
    """The page that shows it, if it is not `PAGE`."""


@dataclass
class Program:
    """A preview of one site."""

    name: str
    command: Sequence[str]
    """With ``{port}``."""
    folder: Path
    """Where it runs."""
    url: str
    """Of `PAGE`, from the root."""
    edits: dict[str, Edit]
    ready: Callable[[], bool] = lambda: True
    """Whether the first build has ended."""
    results: dict[str, float] = field(default_factory=dict)
    """Seconds or MB by the name of the row."""


def main() -> None:
    """Run what the command line asks for, and print a table for each site."""
    parser = argparse.ArgumentParser("python -m tools.benchmark.previews", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[100, 1000, 4000])
    parser.add_argument(
        "--edits", type=int, default=5, help="edits of a word; of others, at most five"
    )
    parser.add_argument("--pause", type=float, default=3.0, help="seconds after each edit")
    parser.add_argument("--themes", nargs="+", default=["furo", "pydata_sphinx_theme"])
    parser.add_argument("--markups", nargs="+", default=["mdx", "rst"], choices=["mdx", "rst"])
    parser.add_argument("--peer", nargs="*", default=[], help="name=program")
    parser.add_argument("--alone", action="store_true", help="do not run sphinx-autobuild")
    arguments = parser.parse_args()
    if sys.dont_write_bytecode:
        parser.error("unset PYTHONDONTWRITEBYTECODE: each start would compile what it imports")
    peers = dict(peer.split("=", 1) for peer in arguments.peer)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        sites = product(arguments.pages, arguments.markups, arguments.themes)
        for number, (pages, markup, theme) in enumerate(sites):
            first = number % (len(arguments.markups) * len(arguments.themes)) == 0
            with tempfile.TemporaryDirectory(prefix="docsnav-previews-") as name:
                programs = list(
                    _list_own_programs(Path(name), pages, markup, theme, alone=arguments.alone)
                )
                programs += _list_peers(Path(name), pages, peers) if first else []
                for program in programs:
                    _measure(browser, program, arguments.edits, arguments.pause)
            _print(f"{pages:,} pages, {markup}, {theme}", programs)
        browser.close()


def _print(title: str, programs: list[Program]) -> None:
    print(f"\n{title}\n{'':24}" + "".join(f"{program.name:>17}" for program in programs))
    for what in programs[0].results:
        values = (program.results.get(what) for program in programs)
        cells = (f"{'-' if value is None else f'{value:.2f}':>17}" for value in values)
        print(f"{what:24}" + "".join(cells), flush=True)


def _list_own_programs(
    folder: Path, pages: int, markup: str, theme: str, *, alone: bool
) -> Iterator[Program]:
    """Write a site; yield our preview and sphinx-autobuild's."""
    site = folder / "site"
    site.mkdir()
    write_site(site, pages, plain=False, markup=markup)
    (site / "conf.py").write_text(CONF.format(theme=theme), "utf-8")
    snippet, use = SNIPPET[markup]
    (site / "snippets").mkdir()
    (site / snippet).write_text("The note is short.\n", "utf-8")
    for path in [
        *sorted(site.glob(f"tab*/**/*.{markup}"))[:SNIPPET_PAGES],
        site / f"{PAGE}.{markup}",
    ]:
        text = path.read_text("utf-8")
        path.write_text(text if use in text else f"{text}\n{use}", "utf-8")
    (site / "style.css").write_text("h1 { text-indent: 1px; }\n", "utf-8")
    (site / "openapi.json").write_text(json.dumps(API), "utf-8")
    docs = json.loads((site / "docs.json").read_text("utf-8"))
    group = {"group": "API", "openapi": {"source": "openapi.json", "directory": "api"}}
    docs["navigation"]["tabs"][1]["groups"].append(group)
    (site / "docs.json").write_text(json.dumps(docs, indent=1), "utf-8")
    edits = _make_text_edits(f"{PAGE}.{markup}") | {
        "a snippet": Edit(snippet, "The note", "Edit {} of the note", "body"),
        "a group's label": Edit("docs.json", '"Group 0"', '"Edit {} of a group"', "body"),
        "a tab's label": Edit("docs.json", '"Tab 0"', '"Edit {} of a tab"', "body"),
        "a style sheet": Edit("style.css", "1px", "1{}px", "h1", IS_STYLED),
        "a specification": Edit(
            "openapi.json", "All of", "Edit {} of", "body", url="api/list-jobs.html"
        ),
    }
    commands = {"serve": ("sphinx_docsnav", "serve", "--conf"), "autobuild": ("sphinx_autobuild",)}
    for name, words in list(commands.items())[: 1 if alone else 2]:
        module, *more = words
        out = folder / f"out-{name}"
        options = ["-j", "auto"] if name == "autobuild" else []
        command = [sys.executable, "-m", module, *more, str(site), str(out), *options]
        yield Program(
            name, [*command, "--port", "{port}"], site, f"{PAGE}.html", edits,
            (out / "objects.inv").exists,
        )  # fmt: skip


def _make_text_edits(page: str) -> dict[str, Edit]:
    return {
        "a word": Edit(page, "The worker", "Edit {} of the worker", "body"),
        "the title": Edit(page, "Page 1 of", "Edit {} of", "h1"),
    }


def _list_peers(folder: Path, pages: int, programs: dict[str, str]) -> Iterator[Program]:
    """Write the same pages for the peers, and yield their previews."""
    root = folder / "peer"
    names = write_pages(root / "docs", pages, "md")
    (root / "docs" / "index.md").write_text("# Start\n", "utf-8")
    write_peer_settings(root, names)
    sidebar = [{"text": name, "link": f"/{name}"} for name in names if name.startswith("tab1/")]
    settings = {"ignoreDeadLinks": True, "themeConfig": {"sidebar": {"/tab1/": sidebar}}}
    (root / "docs" / ".vitepress").mkdir()
    config = root / "docs" / ".vitepress" / "config.mjs"
    config.write_text(f"export default {json.dumps(settings)}\n", "utf-8")
    address = ["serve", "--dev-addr", "127.0.0.1:{port}"]
    words = {
        "mkdocs": ([*address, "--livereload"], f"{PAGE}/"),
        "zensical": (address, f"{PAGE}/"),
        "vitepress": (["dev", "docs", "--host", "127.0.0.1", "--port", "{port}"], PAGE),
    }
    for name, program in programs.items():
        more, url = words[name]
        yield Program(name, [program, *more], root, url, _make_text_edits(f"docs/{PAGE}.md"))


def _measure(browser: Browser, program: Program, edits: int, pause: float) -> None:
    """Store the median in seconds of each kind of edit, and memory in MB."""
    page = browser.new_page()
    page.set_default_timeout(TIMEOUT)
    begin = time.perf_counter()
    with _serve(program) as (root, process):
        _open(page, f"{root}/{program.url}")
        program.results["first page"] = time.perf_counter() - begin
        print(f"{program.name}: {program.results['first page']:.2f}", file=sys.stderr, flush=True)
        while not program.ready():
            time.sleep(0.2)
        _wait_until_idle(process)
        before = _measure_memory(process)
        for what, edit in program.edits.items():
            if edit.url:
                _open(page, f"{root}/{edit.url}")
                time.sleep(5)  # until it listens
            count = edits if what == "a word" else min(edits, 5)
            program.results[what] = _time_edits(page, program.folder, edit, count, pause)
            print(
                f"{program.name}: {what}: {program.results[what]:.2f}", file=sys.stderr, flush=True
            )
        _wait_until_idle(process)
        program.results |= {
            "memory before, MB": before,
            "memory after, MB": _measure_memory(process),
        }
    page.close()


def _time_edits(page: Page, folder: Path, edit: Edit, count: int, pause: float) -> float:
    """Edit a file and wait until the page shows it; return the median in seconds."""
    times, path = [], folder / edit.file
    original = path.read_text("utf-8")
    if edit.old not in original:
        raise SystemExit(f"{path} does not contain {edit.old!r}")
    for number in range(count):
        new = edit.new.format(number)
        shown = new.strip('"')
        begin = time.perf_counter()
        path.write_text(original.replace(edit.old, new), "utf-8")
        try:
            page.wait_for_function(
                edit.condition, arg=[edit.selector, shown], polling="raf", timeout=EDIT_TIMEOUT
            )
        except Error:
            times = [math.inf]
            break
        times.append(time.perf_counter() - begin)
        time.sleep(pause)
    path.write_text(original, "utf-8")
    time.sleep(pause)
    return statistics.median(times)


def _open(page: Page, url: str) -> None:
    """Open *url* as soon as it is served; a browser that tries all the time slows the server."""
    end = time.monotonic() + TIMEOUT / 1000
    where = urlsplit(url)
    while time.monotonic() < end:
        try:
            socket.create_connection((where.hostname or "", where.port or 0)).close()
        except OSError:
            time.sleep(0.02)
            continue
        try:
            answer = page.goto(url, wait_until="domcontentloaded")
        except Error:
            answer = None
        if answer is not None and answer.ok:
            page.wait_for_selector("h1")
            return
        time.sleep(0.05)
    raise SystemExit(f"{url} is not served")


@contextmanager
def _serve(program: Program) -> Iterator[tuple[str, int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [word.format(port=port) for word in program.command]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, cwd=program.folder, **quiet)  # type: ignore[call-overload]  # of streams
    try:
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:  # Zensical, at times
            server.kill()
            server.wait()


def _measure_memory(server: int) -> float:
    """Return the memory of a server and the processes of its session, in MB.

    What several of them share is counted once.
    """
    lines = [
        line for pid in _list_processes(server) for line in _read_process_file(pid, "smaps_rollup")
    ]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _wait_until_idle(server: int) -> None:
    """Wait until the builds of the last edits have ended: the same processes, hardly any work."""
    before: dict[int, int] = {}
    while True:
        used = {pid: sum(_count_ticks(pid)) for pid in _list_processes(server)}
        if used.keys() == before.keys() and sum(used.values()) - sum(before.values()) < IDLE_TICKS:
            return
        before = used
        time.sleep(5)


def _count_ticks(pid: int) -> list[int]:
    """Return the processor time of a process, as program and as system."""
    fields = [line.rpartition(")")[2].split() for line in _read_process_file(pid, "stat")]
    return [int(value) for line in fields for value in line[11:13]]


def _list_processes(server: int) -> list[int]:
    """Return a server and the processes of the sessions that it has started."""
    listing = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,pgid="], capture_output=True, text=True, check=True
    ).stdout
    rows = [tuple(map(int, line.split())) for line in listing.splitlines()]
    children = {pid for pid, parent, _ in rows if parent == server}
    return [pid for pid, _, group in rows if pid == server or group in children]


def _read_process_file(pid: int, name: str) -> list[str]:
    """Return the lines of a file below ``/proc`` about a process."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text("ascii").splitlines()
    except OSError:  # it has just ended
        return []


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
