"""How programs find and read the pages of a site, measured with the checks of afdocs."""

from __future__ import annotations

import functools
import http.client
import http.server
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support import Command

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLE = DOCS / "example"
HOSTING = DOCS / "examples" / "hosting"


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


NGINX = (
    "daemon off; master_process off; pid nginx.pid; error_log stderr; "
    "events {} http { access_log off; %s }"
)


@pytest.fixture(params=["nginx", "caddy"])
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Serve the folder ``out`` with a web server and its documented settings."""
    program = shutil.which(request.param) or pytest.skip(f"{request.param} is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    name = {"nginx": "nginx.conf", "caddy": "Caddyfile"}[request.param]
    text = (HOSTING / name).read_text("utf-8").replace("/srv/docs", str(tmp_path / "out"))
    text = text.replace("listen 80", f"listen 127.0.0.1:{port}")
    text = text.replace("include mime", "include /etc/nginx/mime")
    text = text.replace("docs.example.org", f"http://127.0.0.1:{port}")
    (tmp_path / name).write_text(NGINX % text if request.param == "nginx" else text, "utf-8")
    words = ["-p", tmp_path, "-c", name] if request.param == "nginx" else ["run", "--config", name]
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen([program, *words], cwd=tmp_path, env=environment) as server:
        for _ in range(100):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield port
        server.terminate()


@pytest.mark.on_demand
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_web_servers_answer_with_the_copy_of_a_page(
    command: Command, tmp_path: Path, builder: str, port: int
) -> None:
    command("build", EXAMPLE, tmp_path / "out", "-b", builder)

    def ask(path: str, accept: str) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", path, headers={"Accept": accept})
        answer = connection.getresponse()
        kind = str(answer.getheader("Content-Type")).partition(";")[0]
        return answer.status, kind, answer.read().decode().lstrip()[:15]

    end = ".html" if builder == "html" else "/"
    html, copy = "<!DOCTYPE html>", "text/markdown"
    for path, heading in (("/", "# Welcome aboard"), (f"/words{end}", "# Words\n\n> Index")):
        assert ask(path, copy) == (200, copy, heading[:15])
        assert ask(path, "text/html, */*") == (200, "text/html", html)
    assert ask(f"/search{end}", copy) == (200, "text/html", html)
    assert ask("/words.md", "*/*")[:2] == (200, copy)
    for path in ("/nonesuch.html", "/none/such/", "/api/"):
        assert ask(path, copy) == ask(path, "*/*") == (404, "text/html", html)
