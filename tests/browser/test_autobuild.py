"""What an author sees in the browser while ``serve`` or sphinx-autobuild runs."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support import MakeSite

pytestmark = pytest.mark.browser

PATIENCE = 120_000
"""Milliseconds to wait for a build, on a machine that has other things to do."""
SPECIFICATION = {
    "openapi": "3.1.0",
    "info": {"title": "Boats", "version": "1"},
    "paths": {"/boats": {"get": {"summary": "List boats", "description": "All boats."}}},
}
NAVIGATION = {
    "groups": [
        {"group": "Start", "pages": ["index", "guide"]},
        {"group": "Reference", "openapi": "api.json"},
    ]
}
FILES = {
    "index.mdx": 'import Tide from "/snippets/tide.mdx"\n\n# Home\n\nFirst text.\n\n<Tide />\n',
    "guide.mdx": "# Guide\n",
    "snippets/tide.mdx": "High water.\n",
    "api.json": json.dumps(SPECIFICATION),
}
CONF = 'project = "Harbour"\nextensions = ["sphinx_docsnav"]\nhtml_theme = "furo"\n'


@dataclass(frozen=True)
class Author:
    """Edits the files of a served site, and looks at it."""

    site: Path
    page: Page
    root: str
    log: Path

    def replace(self, name: str, old: str, new: str) -> None:
        path = self.site / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def visit(self, name: str) -> None:
        self.page.goto(f"{self.root}/{name}.html")

    def sees(self, text: str) -> None:
        """Wait for a text in the open page, which nobody reloads."""
        expect(self.page.locator("body")).to_contain_text(text, timeout=PATIENCE)

    def reads(self, message: str) -> None:
        """Wait for a message in the terminal."""
        _wait(lambda: message in self.log.read_text("utf-8"), self.log)


def _wait(holds: Callable[[], bool], log: Path) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        if time.monotonic() > end:
            pytest.fail(log.read_text("utf-8"))
        time.sleep(0.2)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def _running(words: list[str], log: Path, port: int) -> Iterator[None]:
    command = [sys.executable, "-m", *words, "--port", str(port)]
    with log.open("w") as file, subprocess.Popen(command, stdout=file, stderr=file) as server:
        try:
            _wait(lambda: _listens(port), log)
            yield
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE / 1000)


@pytest.fixture(params=["serve", "sphinx-autobuild"])
def author(
    request: pytest.FixtureRequest, make_site: MakeSite, tmp_path: Path, chromium: Browser
) -> Iterator[Author]:
    """Serve a site without conf.py, or a Sphinx project, and open it."""
    site = make_site(NAVIGATION, FILES, name="Harbour")
    words = ["sphinx_docsnav", "serve", str(site)]
    if request.param == "sphinx-autobuild":
        (site / "conf.py").write_text(CONF, "utf-8")
        words = ["sphinx_autobuild", str(site), str(tmp_path / "out")]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = tmp_path / "log"
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    with _running(words, log, port):
        found = Author(site, page, f"http://127.0.0.1:{port}", log)
        found.visit("index")
        yield found
    page.close()


def test_an_author_sees_each_edit_and_the_last_good_site(author: Author) -> None:
    author.sees("First text.")
    assert author.page.get_by_role("button", name="Rebuild everything").count() == 0
    author.replace("index.mdx", "First text.", "Second text.")
    author.sees("Second text.")
    author.replace("snippets/tide.mdx", "High water.", "Low water.")
    author.sees("Low water.")
    author.replace("docs.json", "Start", "Begin here")
    author.sees("Begin here")

    author.visit("api-reference/list-boats")
    author.sees("All boats.")
    author.replace("api.json", "All boats.", "Boats in the harbour.")
    author.sees("Boats in the harbour.")
    author.replace("api.json", "List boats", "Count boats")
    author.visit("guide")
    author.sees("Count boats")

    author.replace("docs.json", '"Begin here",', '"Begin here"')
    author.reads("docs.json:")
    assert "Traceback" not in author.log.read_text("utf-8")
    author.page.reload()
    author.sees("Begin here")
    author.replace("docs.json", '"Begin here"', '"Mended",')
    author.sees("Mended")
