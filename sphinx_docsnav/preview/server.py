"""The server and the watcher of the preview; a worker process builds.

The server answers with the newest version of a page: its draft until a build that includes the same
changes has written the page, else the file in the output. Each open page has a socket, names itself
on it, and receives a message when what it shows has changed.
"""

from __future__ import annotations

import asyncio
import fnmatch
import os
import re
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from html import escape
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

import uvicorn
import watchfiles
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sphinx_docsnav.preview.allowed_hosts import (
    AllowedHosts,
    answered_hosts,
    describe_readers,
)
from sphinx_docsnav.preview.autobuild_options import IGNORED
from sphinx_docsnav.preview.building import Building, say
from sphinx_docsnav.preview.channel import PREVIOUS

PATIENCE = 120.0
"""Seconds that a request waits for a page that is not built yet."""
STEP = 15
"""Milliseconds without a further change after which what was saved is passed on."""
FRESH = {"Cache-Control": "no-store"}
"""Headers of pages: what is at the same URL a moment later may differ."""
KEY = "r"
"""What an author types to build everything anew."""
MISSING = b"""<!DOCTYPE html><html lang=en><title>Page not found</title>
<h1>Page not found</h1><p>The site has no page at this address. It appears here once it exists.</p>
"""
"""What stands in the place of a page that does not exist."""


class PreviewServer:
    """The watcher, which hands changes to the builds, and the sockets of open pages."""

    def __init__(self, building: Building) -> None:
        options = self.options = building.options
        watched = [options.source, *map(Path, options.watch)]
        self.paths = [path.resolve(strict=True) for path in watched]
        self.ignore = IgnoredPaths(
            [*IGNORED, *options.ignore, str(options.output)], options.re_ignore
        )
        self.building = building
        building.notify_pages = self.tell
        self.pages: dict[WebSocket, str] = {}
        building.open_pages = lambda: sorted(set(self.pages.values()))
        self.sending: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Run the watcher and the builds, in this order: what is saved after it is read is seen."""
        steps = (self.watch(), self.look_back(), self.building.run())
        tasks = [asyncio.create_task(step) for step in steps]
        if self.options.opens:
            tasks.append(asyncio.create_task(self._open_browser()))
        if self.options.has_conf and sys.stdin.isatty():
            say(f"Press {KEY} and Enter to build everything anew")
            asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self._read_key)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.building.stop()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _open_browser(self) -> None:
        """Open a browser as soon as the server listens."""
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(self.options.host, self.options.port)
                writer.close()
                break
            await asyncio.sleep(0.1)
        await asyncio.to_thread(webbrowser.open, f"http://{self.options.address}")

    def _read_key(self) -> None:
        """Read a line from the terminal, and build everything anew if it is `KEY`."""
        terminal = sys.stdin.fileno()
        # The system stops a process in the background that reads what is meant for another one.
        line = b"" if _is_in_background(terminal) else os.read(terminal, 1024)
        if not line:
            asyncio.get_running_loop().remove_reader(terminal)
        elif line.decode("utf-8", "replace").strip().lower() == KEY:
            self.building.build_anew()

    async def look_back(self) -> None:
        """Pass on what was saved while nothing watched yet: the build may have read it before."""
        if saved := await asyncio.to_thread(self._saved_since, self.building.began):
            self.building.changed(changed_paths=saved)

    def _saved_since(self, moment: float) -> list[Path]:
        saved = []
        for top in self.paths:
            for folder, folders, names in os.walk(top):
                folders[:] = [name for name in folders if not self.ignore(f"{folder}/{name}")]
                for path in (Path(folder, name) for name in names):
                    with suppress(OSError):
                        if path.lstat().st_ctime > moment and not self.ignore(str(path)):
                            saved.append(path)
        return saved

    async def watch(self) -> None:
        """Pass on what was saved; a watched folder that is gone is waited for."""
        while True:
            existing = [path for path in self.paths if path.exists()]
            with suppress(FileNotFoundError):
                async for changes in watchfiles.awatch(
                    *existing, watch_filter=lambda _, path: not self.ignore(path), step=STEP
                ):
                    self.building.changed(changed_paths=[Path(path) for _, path in changes])
                    if not all(path.exists() for path in existing):
                        break
            while not all(path.exists() for path in self.paths):  # noqa: ASYNC110 -- of the disk
                await asyncio.sleep(0.5)
            self.building.changed(changed_paths=self.paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk with one open page until it is closed; its button builds everything anew.

        Its first answer is that the page may have changed, so that nothing is lost that was saved
        between its load and this moment.
        """
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            while True:
                message = await socket.receive_json()
                if message.get("do") == "build anew":
                    self.building.build_anew()
                    continue
                self.pages[socket] = page_name(str(message.get("page", "")))
                for answer in ({"kind": "page"}, self._faults(socket)):
                    await socket.send_json(answer)
        except (WebSocketDisconnect, ValueError, AttributeError):
            self.pages.pop(socket, None)

    def tell(self, kind: str, name: str | None = None, **more: Any) -> None:  # noqa: ANN401 -- JSON
        """Tell the open pages of URL *name*, or all, that something has happened."""
        for socket, page in list(self.pages.items()):
            if name in (None, page):
                message = {"kind": kind, **more} if kind != "faults" else self._faults(socket)
                task = asyncio.create_task(self._send(socket, message))
                self.sending.add(task)
                task.add_done_callback(self.sending.discard)

    async def _send(self, socket: WebSocket, message: dict[str, Any]) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_json(message)

    def _faults(self, socket: WebSocket) -> dict[str, Any]:
        return {"kind": "faults", "faults": self.building.faults.of(self.pages[socket])}


class IgnoredPaths:
    """Tells whether a change of a path is ignored.

    :param patterns: folders and files, relative to the working directory; ``*`` and ``?`` as in a
        shell. What is inside an ignored folder is ignored.
    :param expressions: regular expressions, searched in the whole path.
    """

    def __init__(self, patterns: Iterable[str], expressions: Iterable[str]) -> None:
        self.folders = tuple(dict.fromkeys(Path(pattern).resolve() for pattern in patterns))
        names = (fnmatch.translate(folder.as_posix()) for folder in self.folders)
        self.expressions = [re.compile(text) for text in (*names, *expressions)]

    def __call__(self, name: str) -> bool:
        """Return whether the path *name* is ignored."""
        path = Path(name).resolve()
        return any(path.is_relative_to(folder) for folder in self.folders) or any(
            expression.search(path.as_posix()) for expression in self.expressions
        )


class PreviewFiles(StaticFiles):
    """Gives drafts before files, and has pages written that do not exist yet.

    Each page gets our script, with the digest of the page, on its way out.
    """

    def __init__(self, building: Building) -> None:
        options = building.options
        super().__init__(directory=options.output, html=True, check_dir=False)
        # While everything is built anew, what the output does not have yet.
        self.all_directories.append(building.folder / PREVIOUS)
        self.building = building
        script = files("sphinx_docsnav.preview").joinpath("preview.js").read_text("utf-8")
        attributes = f' data-editor="{escape(options.editor)}"' if options.editor else ""
        attributes += " data-anew" if options.has_conf else ""
        self.script = f"{attributes}>{script}</script>"

    async def check_config(self) -> None:
        """Check nothing: the output may be deleted and built again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the page or file of a path.

        A page is read as a whole: a build may write the file while it is sent. A page that does
        not exist is a page, too: it is replaced as soon as it does.
        """
        try:
            response = await self._find(path, scope)
            if not isinstance(response, FileResponse) or response.media_type != "text/html":
                return response
            code, data = (
                response.status_code,
                await asyncio.to_thread(Path(response.path).read_bytes),
            )
        except (HTTPException, OSError) as error:
            code = getattr(error, "status_code", HTTPStatus.NOT_FOUND)
            if code != HTTPStatus.NOT_FOUND or "text/html" not in _header(scope, b"accept"):
                raise
            data = MISSING
        opening = (
            f"<script id=docsnav-preview data-version={blake2b(data, digest_size=8).hexdigest()}"
        )
        return HTMLResponse(data + f"{opening}{self.script}".encode(), code, FRESH)

    async def _find(self, path: str, scope: Scope) -> Response:
        name = page_name(scope["path"])
        if draft := self.building.draft_of(name):
            return FileResponse(draft, media_type="text/html")
        if beside := self.building.file_beside(name):
            return FileResponse(beside, headers=FRESH)
        try:
            response = await super().get_response(path, scope)
            if response.status_code != HTTPStatus.NOT_FOUND:
                return response
            missing = None
        except HTTPException as error:
            missing = error
        if "text/html" in _header(scope, b"accept"):
            file = await self.building.wait_for(name, PATIENCE)
            if file is not None:
                return FileResponse(file, media_type="text/html")
            with suppress(HTTPException):
                response = await super().get_response(path, scope)
                missing = None
        if missing is not None:
            raise missing
        return response


def page_name(path: str) -> str:
    """Return the URL of a page from the root of the site, without ``/`` at its beginning."""
    return path.lstrip("/") or "index.html"


def _is_in_background(terminal: int) -> bool:
    """Return whether another group of processes reads from the terminal."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # a terminal that controls no processes
        return False


def _header(scope: Scope, name: bytes) -> str:
    values = [value for key, value in scope["headers"] if key == name]
    return b",".join(values).decode("latin-1")


def run_preview(building: Building) -> None:
    """Build, serve and rebuild until the person ends it."""
    options, server = building.options, PreviewServer(building)
    options.output.mkdir(parents=True, exist_ok=True)
    hosts = answered_hosts(options.host, options.allowed_hosts)
    if readers := describe_readers(options.host, options.port, options.allowed_hosts):
        say(readers)
    app = Starlette(
        routes=[
            WebSocketRoute("/websocket-reload", server, name="reload"),
            Mount("/", app=PreviewFiles(building), name="static"),
        ],
        middleware=[Middleware(AllowedHosts, hosts=hosts, allowed=options.allowed_hosts)],
        lifespan=server.lifespan,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.run(app, host=options.host, port=options.port, log_level="warning")
