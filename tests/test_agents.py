"""How programs find and read the pages of a site, measured with the checks of afdocs."""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import Command

EXAMPLE = Path(__file__).parents[1] / "docs" / "example"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder as the documented settings of web servers do."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Return the type of a file; Python does not know that of Markdown everywhere."""
        text = str(path).endswith(".md")
        return "text/markdown; charset=utf-8" if text else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        """Answer ``Accept: text/markdown`` with the copy of a page."""
        page = f"{self.path}index.html" if self.path.endswith("/") else self.path
        if "text/markdown" in self.headers.get("Accept", "") and page.endswith(".html"):
            copy = f"{page.removesuffix('.html')}.md"
            self.path = copy if Path(self.translate_path(copy)).is_file() else self.path
        super().do_GET()

    def end_headers(self) -> None:
        """Add what the documented settings add."""
        self.send_header("Vary", "Accept")
        self.send_header("Cache-Control", "max-age=300")
        super().end_headers()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    serve: Any = functools.partial(Handler, directory=str(tmp_path / "out"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.mark.on_demand
@pytest.mark.parametrize(("setting", "least"), [("html_baseurl", 98), ("", 90)])
def test_agents_find_and_read_the_pages_of_the_example(
    command: Command, tmp_path: Path, address: str, setting: str, least: int
) -> None:
    out = tmp_path / "out"
    given = ["-D", f"{setting}={address}"] if setting else []
    command("build", EXAMPLE, out, *given)
    copies = (path.relative_to(out).with_suffix(".html").as_posix() for path in out.rglob("*.md"))
    # The program follows no relative link of llms.txt, so that it must be told the pages.
    pages = [] if setting else ["--urls", ",".join(f"{address}{name}" for name in copies)]
    words = ["npx", "--yes", "afdocs", "check", address, "--url-path-pattern", "html", *pages]
    done = subprocess.run(
        [*words, "--format", "json", "--score"],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    score = json.loads(done.stdout[done.stdout.index("{") :])["scoring"]["overall"]
    assert score >= least
