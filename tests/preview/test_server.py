"""The server of the preview: it survives what happens to its processes and folders."""

from __future__ import annotations

import asyncio
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from starlette.exceptions import HTTPException
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from sphinx_docsnav.preview.building import PreviewOptions
from sphinx_docsnav.preview.server import (
    IgnoredPaths,
    PreviewFiles,
    PreviewServer,
    _is_in_background,
)

pytestmark = pytest.mark.slow
if not hasattr(os, "fork"):
    pytest.skip("the worker copies processes", allow_module_level=True)

PATIENCE = 90
"""Seconds to wait, on a machine that has other things to do."""
CONF = """\
import errno
from pathlib import Path

extensions = ["sphinx_docsnav"]
html_theme = "basic"


def fail(app, env):
    if Path(app.confdir, "full").exists():
        raise OSError(errno.ENOSPC, "No space left on device")


def setup(app):
    app.connect("env-updated", fail)
"""
PAGE = "# Home\n\nText 0.\n"
FILES = {
    "conf.py": CONF,
    "docs.json": '{"navigation": {"pages": ["index", "part/other"]}}',
    "index.mdx": PAGE,
    "part/other.mdx": "# Other\n\nText.\n",
}


@dataclass(frozen=True)
class Served:
    """A site, its server, and what the server has written to the terminal."""

    site: Path
    out: Path
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def write(self, text: str, name: str = "index.mdx") -> None:
        (self.site / name).write_text(text, "utf-8")

    def get(self, name: str = "index.html") -> str:
        there = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(there):
            there.request("GET", f"/{name}", headers={"Accept": "text/html"})
            answer = there.getresponse()
            assert answer.status in (200, 404), answer.status
            return answer.read().decode()

    def shows(self, text: str, name: str = "index.html") -> None:
        def holds() -> bool:
            try:
                return text in self.get(name)
            except OSError:
                return False

        self.wait(holds)

    def wait(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                pytest.fail(self.text())
            time.sleep(0.1)

    def text(self) -> str:
        return self.log.read_text("utf-8")

    def worker(self) -> int:
        listing = subprocess.run(
            ["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True
        ).stdout
        pairs = [line.split() for line in listing.splitlines()]
        return next(int(pid) for pid, parent in pairs if int(parent) == self.process.pid)


@pytest.mark.parametrize(("foreground", "is_in_background"), [(6, True), (7, False), (8, True)])
def test_a_process_is_in_the_background_if_its_group_does_not_have_the_terminal(
    monkeypatch: pytest.MonkeyPatch, foreground: int, *, is_in_background: bool
) -> None:
    monkeypatch.setattr(os, "getpgrp", lambda: 7)
    monkeypatch.setattr(os, "tcgetpgrp", lambda _terminal: foreground)
    assert _is_in_background(0) == is_in_background


def command_for(site: Path, out: Path) -> list[str]:
    """Return the command that serves a project with conf.py."""
    return [sys.executable, "-m", "sphinx_docsnav", "serve", str(site), str(out), "--conf"]


@pytest.mark.parametrize(
    ("name", "ignored"),
    [
        ("out/index.html", True),
        ("out", True),
        ("output/index.html", False),
        ("guides/a.tmp", True),
        ("guides/a.tmp.mdx", False),
        ("guides/~lock", True),
        ("part[1]/page.mdx", True),
        ("part1/page.mdx", False),
    ],
)
def test_paths_that_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, ignored: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    ignore = IgnoredPaths(["out", "*.tmp", "*/~*", "part[1]"])
    assert ignore(str(tmp_path / name)) == ignored


@pytest.mark.parametrize(
    ("path", "accepted", "is_page"),
    [
        ("/", "text/html,*/*;q=0.8", True),
        ("/", "*/*", True),
        ("/part/other.html", "", True),
        ("/part/other", "*/*", True),
        ("/searchindex.js", "*/*", False),
        ("/", "application/json", False),
    ],
)
def test_any_client_waits_for_a_page_that_is_not_built_yet(
    tmp_path: Path, path: str, accepted: str, *, is_page: bool
) -> None:
    draft = tmp_path / "draft"
    draft.write_text("<p>Draft.</p>", "utf-8")
    building = Mock(options=Mock(output=tmp_path / "out", editor="", has_conf=False))
    building.folder = tmp_path
    building.find_draft.return_value = building.find_drafted_file.return_value = None
    building.deleted_pages = {}
    building.find_page_url.side_effect = lambda url: url.lstrip("/") or "index.html"
    building.wait_for_draft = AsyncMock(return_value=draft)
    headers = [(b"accept", accepted.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": headers}
    answer = PreviewFiles(building).get_response(path.lstrip("/") or ".", scope)
    if is_page:
        assert bytes(asyncio.run(answer).body).startswith(b"<p>Draft.</p>")
    else:
        with pytest.raises(HTTPException):
            asyncio.run(answer)
    assert building.wait_for_draft.called == is_page


def test_a_null_character_in_a_path_is_a_page_that_does_not_exist(tmp_path: Path) -> None:
    building = Mock(options=Mock(output=tmp_path / "out", editor="", has_conf=False))
    building.folder = tmp_path
    building.find_draft.return_value = None
    building.deleted_pages = {}
    building.find_page_url.side_effect = lambda url: url.lstrip("/")
    # A draft can be newer than the output while a build runs.
    building.find_drafted_file.side_effect = lambda name: (tmp_path / name).resolve()
    headers = [(b"accept", b"text/html")]
    scope = {"type": "http", "path": "/a\0b", "root_path": "", "headers": headers}
    assert asyncio.run(PreviewFiles(building).get_response("a\0b", scope)).status_code == 404


class Screen:
    """What a program has written to its terminal."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        self.text = ""
        self.unread = 0

    def wait_for(self, words: str) -> None:
        """Wait until *words* come after those that were waited for last."""
        end = time.monotonic() + PATIENCE
        while (found := self.text.find(words, self.unread)) < 0:
            if time.monotonic() > end:
                pytest.fail(self.text)
            if select.select([self.terminal], [], [], 0.2)[0]:
                self.text += os.read(self.terminal, 9999).decode("utf-8", "replace")
        self.unread = found + len(words)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(tmp_path_factory.mktemp("served"), "--editor", "edit://{path}") as site:
        yield site


@contextmanager
def serve(folder: Path, *options: str) -> Iterator[Served]:
    """Serve a small site with *options* until the end of the block."""
    site, log = folder / "site", folder / "log"
    for name, text in FILES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    out = folder / "out"
    words = [*command_for(site, out), "--port", str(port), *options]
    with log.open("wb") as file:
        process = subprocess.Popen(words, stdout=file, stderr=file)
        found = Served(site, out, port, process, log)
        try:
            found.wait(lambda: "Built 2 pages in " in found.text())
            yield found
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
    assert "Traceback (most" not in log.read_text("utf-8")


def test_nothing_of_the_script_is_in_the_output(served: Served) -> None:
    assert "docsnav-preview" in served.get()
    assert 'data-editor="edit://{path}"' in served.get()
    assert "docsnav-preview" not in (served.out / "index.html").read_text("utf-8")


def test_only_pages_of_the_preview_get_a_socket(served: Served) -> None:
    url = f"ws://127.0.0.1:{served.port}/websocket-reload"
    with connect(url, origin=Origin(f"http://127.0.0.1:{served.port}")) as own:
        own.send(json.dumps({"page": "/index.html"}))
        heard = [json.loads(own.recv(PATIENCE)) for _ in range(2)]
        assert heard == [{"kind": "page"}, {"kind": "faults", "faults": []}]
    with pytest.raises(WebSocketException):
        connect(url, origin=Origin("http://evil.example"))


def test_an_open_page_has_everything_built_anew(served: Served) -> None:
    url = f"ws://127.0.0.1:{served.port}/websocket-reload"
    assert "data-anew" in served.get()
    (served.out / "part/other.html").write_text("Replaced by another program.")
    with connect(url, origin=Origin(f"http://127.0.0.1:{served.port}")) as own:
        own.send(json.dumps({"do": "build anew"}))
        served.wait(lambda: "Rebuilding everything" in served.text())
        served.shows("Text.", "part/other.html")


def test_pages_stay_while_a_build_of_everything_fails(served: Served) -> None:
    url = f"ws://127.0.0.1:{served.port}/websocket-reload"
    page = served.out / "part/other.html"
    served.write(f"{CONF}1 / 0\n", "conf.py")
    with connect(url, origin=Origin(f"http://127.0.0.1:{served.port}")) as own:
        own.send(json.dumps({"do": "build anew"}))
        served.wait(lambda: not page.exists())
        assert "Text." in served.get("part/other.html")
    served.write(CONF, "conf.py")
    served.wait(page.exists)
    served.shows("Text.", "part/other.html")


def test_a_key_in_the_terminal_has_everything_built_anew(served: Served, tmp_path: Path) -> None:
    words = [*command_for(served.site, tmp_path / "out"), "--port", "0"]
    terminal, inside = os.openpty()
    process = subprocess.Popen(
        words, stdin=inside, stdout=inside, stderr=inside, start_new_session=True
    )
    os.close(inside)
    try:
        screen = Screen(terminal)
        screen.wait_for("Press r and Enter")
        screen.wait_for("Built 2 pages in ")
        os.write(terminal, b"x\nr\n")
        screen.wait_for("Rebuilding everything")
        screen.wait_for("Built 2 pages in ")
        assert screen.text.count("Rebuilding") == 1
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        os.close(terminal)


def test_a_page_is_gone_as_soon_as_its_file_is_deleted(served: Served) -> None:
    served.shows("Text.", "part/other")
    text = (served.site / "part/other.mdx").read_text("utf-8")
    # The build would serve it until it ends.
    worker = served.worker()
    os.kill(worker, signal.SIGSTOP)
    (served.site / "part/other.mdx").unlink()
    served.shows("has no page at this address", "part/other.html")
    os.kill(worker, signal.SIGCONT)
    (served.site / "part/other.mdx").write_text(text, "utf-8")
    served.shows("Text.", "part/other.html")


def test_a_page_that_does_not_exist_is_not_waited_for(served: Served) -> None:
    assert "has no page at this address" in served.get("nowhere.html")
    assert "docsnav-preview" in served.get("nowhere.html")


def test_a_killed_worker_is_started_again_and_named_once(served: Served) -> None:
    os.kill(served.worker(), signal.SIGKILL)
    served.wait(lambda: "ended unexpectedly (signal 9)" in served.text())
    served.write(PAGE.replace("0", "killed"))
    served.shows("Text killed.")
    assert served.text().count("ended unexpectedly") == 1


def test_a_hundred_saves_leave_the_last(served: Served) -> None:
    for number in range(100):
        served.write(PAGE.replace("0", f"number {number}"))
        time.sleep(0.02)  # so that some come during a build
    served.shows("Text number 99.")
    served.wait(lambda: "number 99" in (served.out / "index.html").read_text("utf-8"))


def test_a_full_disk_stops_one_build_and_not_the_preview(served: Served) -> None:
    (served.site / "full").touch()
    served.write(PAGE.replace("0", "full"))
    served.wait(lambda: "No space left on device" in served.text())
    served.wait(lambda: "Correct the cause above" in served.text())
    (served.site / "full").unlink()
    served.write(PAGE.replace("0", "space"))
    served.shows("Text space.")
    served.wait(lambda: "Text space." in (served.out / "index.html").read_text("utf-8"))


def test_deleted_folders_come_back(served: Served) -> None:

    def is_gone() -> bool:
        shutil.rmtree(served.out, ignore_errors=True)  # a build may be writing into it
        return not served.out.exists()

    served.wait(is_gone)
    served.write(PAGE.replace("0", "deleted"))
    served.wait((served.out / "part/other.html").exists)
    served.shows("Text deleted.")
    away = served.site.rename(served.site.with_name("away"))
    time.sleep(1)
    away.rename(served.site)
    served.write(PAGE.replace("0", "back"))
    served.shows("Text back.")


def test_what_was_saved_before_anything_watched_is_built_again(tmp_path: Path) -> None:
    """The first build begins while the server is imported."""
    out, hidden = tmp_path / "out", tmp_path / ".git"
    for folder in (out, hidden, tmp_path / "part"):
        folder.mkdir()
    (tmp_path / "old.mdx").touch()
    time.sleep(0.05)
    building = Mock(began=time.time())
    building.options = PreviewOptions(
        Mock(),
        tmp_path,
        out,
        [],
        [str(hidden), f"{tmp_path}/part/*.tmp"],
        [],
        [],
        "127.0.0.1",
        8000,
        opens=False,
    )
    time.sleep(0.05)
    part = tmp_path / "part"
    for path in (part / "new.mdx", part / "new.tmp", out / "new.html", hidden / "new"):
        path.touch()
    asyncio.run(PreviewServer(building).check_missed_changes())
    building.add_changes.assert_called_once_with([tmp_path / "part" / "new.mdx"])
    building.began = time.time() + 1
    asyncio.run(PreviewServer(building).check_missed_changes())
    building.add_changes.assert_called_once()


def test_an_exception_in_an_answer_is_no_message_of_another_program(tmp_path: Path) -> None:
    building = Mock()
    building.options = Mock(source=tmp_path, watch=[], ignore=[], output=tmp_path / "out")
    building.faults.find_faults.side_effect = KeyError("a mistake of ours")
    server = PreviewServer(building)
    page = {"type": "websocket.receive", "text": '{"page": "/index.html"}'}
    receive = AsyncMock(side_effect=[{"type": "websocket.connect"}, page])
    with pytest.raises(KeyError, match="a mistake of ours"):
        asyncio.run(server({"type": "websocket"}, receive, AsyncMock()))
    assert server.pages == {}


def test_an_exception_that_ends_the_building_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    building = Mock(began=time.time())
    building.options = Mock(
        source=tmp_path, watch=[], ignore=[], output=tmp_path / "out", opens=False, has_conf=False
    )
    building.run = AsyncMock(side_effect=ZeroDivisionError("a mistake of ours"))

    async def serve_for_a_moment() -> None:
        async with PreviewServer(building).lifespan(None):
            await asyncio.sleep(0.01)

    asyncio.run(serve_for_a_moment())
    (record,) = caplog.records
    assert record.message.startswith("a part of the preview has ended; start it again")
    assert "a mistake of ours" in caplog.text
