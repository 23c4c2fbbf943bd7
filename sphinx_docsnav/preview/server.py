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
from pathlib import Path, PurePosixPath
from typing import Any

import uvicorn
import watchfiles
from starlette.applications import Starlette
from starlette.datastructures import URL, Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sphinx_docsnav.preview.allowed_hosts import (
    AllowedHosts,
    describe_readers,
    list_allowed_hosts,
)
from sphinx_docsnav.preview.building import IGNORED_NAMES, Building, print_line
from sphinx_docsnav.preview.channel import PREVIOUS_OUTPUT

DRAFT_TIMEOUT = 120.0
"""Time for which a request waits for a page that is not built yet, in seconds."""
WATCH_DELAY = 15
"""Time to wait for further changes before a build is requested, in milliseconds."""
NO_STORE = {"Cache-Control": "no-store"}
"""Headers of pages, which may change at any time."""
REBUILD_KEY = "r"
"""The key with which an author rebuilds everything."""
MISSING_PAGE = b"""<!DOCTYPE html><html lang=en><title>Page not found</title>
<h1>Page not found</h1><p>The site has no page at this address. It appears here once it exists.</p>
"""
"""The page in place of one that does not exist."""


class PreviewServer:
    """The watcher, which hands changes to the builds, and the sockets of open pages."""

    def __init__(self, building: Building) -> None:
        options = self.options = building.options
        watched = [options.source, *map(Path, options.watch)]
        self.paths = [path.resolve(strict=True) for path in watched]
        self.ignore = IgnoredPaths([*IGNORED_NAMES, *options.ignore, str(options.output)])
        self.building = building
        building.notify_pages = self.notify
        self.pages: dict[WebSocket, str] = {}
        building.open_pages = lambda: sorted(set(self.pages.values()))
        self.sending: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Run the watcher and the builds; the watcher starts first, so that no change is missed."""
        coroutines = (self.watch(), self.check_missed_changes(), self.building.run())
        tasks = [asyncio.create_task(step) for step in coroutines]
        if self.options.opens:
            tasks.append(asyncio.create_task(self._open_browser()))
        for task in tasks:
            task.add_done_callback(_report_failed_task)
        if self.options.has_conf and sys.stdin.isatty():
            print_line(f"Press {REBUILD_KEY} and Enter to rebuild everything")
            asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self._read_key)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            # A thread waits for the end of the worker, and cannot be cancelled before.
            self.building.stop()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _open_browser(self) -> None:
        """Open a browser when the server listens."""
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(self.options.host, self.options.port)
                writer.close()
                break
            await asyncio.sleep(0.1)
        await asyncio.to_thread(webbrowser.open, f"http://{self.options.address}")

    def _read_key(self) -> None:
        """Read a line from the terminal, and rebuild everything if it is `REBUILD_KEY`."""
        terminal = sys.stdin.fileno()
        # The system would stop a background process that reads from the terminal.
        line = b"" if _is_in_background(terminal) else os.read(terminal, 1024)
        if not line:
            asyncio.get_running_loop().remove_reader(terminal)
        elif line.decode("utf-8", "replace").strip().lower() == REBUILD_KEY:
            self.building.build_anew()

    async def check_missed_changes(self) -> None:
        """Request a build of files that were saved before they were watched."""
        if saved := await asyncio.to_thread(self._find_saved, self.building.began):
            self.building.add_changes(saved)

    def _find_saved(self, time: float) -> list[Path]:
        saved_files = []
        for top in self.paths:
            for folder, folders, names in os.walk(top):
                # `os.walk` does not enter the folders that are removed from its list.
                folders[:] = [name for name in folders if not self.ignore(f"{folder}/{name}")]
                for path in (Path(folder, name) for name in names):
                    with suppress(OSError):
                        if path.lstat().st_ctime > time and not self.ignore(str(path)):
                            saved_files.append(path)
        return saved_files

    async def watch(self) -> None:
        """Request a build for each change; wait for a watched folder that does not exist."""
        while True:
            existing = [path for path in self.paths if path.exists()]
            with suppress(FileNotFoundError):
                async for changes in watchfiles.awatch(
                    *existing, watch_filter=lambda _, path: not self.ignore(path), step=WATCH_DELAY
                ):
                    self.building.add_changes([Path(path) for _, path in changes])
                    # The system does not watch a removed folder again: wait until it exists.
                    if not all(path.exists() for path in existing):
                        break
            while not all(path.exists() for path in self.paths):  # noqa: ASYNC110 -- of the disk
                await asyncio.sleep(0.5)
            self.building.add_changes(self.paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Communicate with an open page until it is closed.

        The first answer is that the page may have changed, because a file may have been saved since
        the page was loaded.
        """
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            while True:
                message = await _receive_message(socket)
                if message.get("do") == "build anew":
                    self.building.build_anew()
                    continue
                self.pages[socket] = self.building.find_page_url(str(message.get("page", "")))
                for answer in ({"kind": "page"}, self._list_faults(socket)):
                    await socket.send_json(answer)
        except WebSocketDisconnect:
            pass
        finally:
            self.pages.pop(socket, None)

    def notify(self, kind: str, name: str | None = None, **more: Any) -> None:  # noqa: ANN401 -- JSON
        """Send an event to the open pages with the URL *name*; to all pages without a name."""
        # A copy, because sockets may be closed in the meantime.
        for socket, page in list(self.pages.items()):
            if name in (None, page):
                message = {"kind": kind, **more} if kind != "faults" else self._list_faults(socket)
                task = asyncio.create_task(self._send(socket, message))
                # The event loop has only weak references to tasks.
                self.sending.add(task)
                task.add_done_callback(self.sending.discard)

    async def _send(self, socket: WebSocket, message: dict[str, Any]) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_json(message)

    def _list_faults(self, socket: WebSocket) -> dict[str, Any]:
        return {"kind": "faults", "faults": self.building.faults.find_faults(self.pages[socket])}


async def _receive_message(socket: WebSocket) -> dict[str, Any]:
    """Return the next message of an open page.

    :raises WebSocketDisconnect: the socket is closed, or the message does not come from the script
        of the preview.
    """
    try:
        message = await socket.receive_json()
    # Starlette raises a `KeyError` for bytes.
    except (ValueError, KeyError, RecursionError):
        raise WebSocketDisconnect from None
    if not isinstance(message, dict):
        raise WebSocketDisconnect
    return message


def _report_failed_task(task: asyncio.Task[None]) -> None:
    """Print the exception that ended a task, which would otherwise stop building in silence."""
    if not task.cancelled() and (error := task.exception()):
        message = "a part of the preview has ended; start it again, and report this"
        task.get_loop().call_exception_handler({"message": message, "exception": error})


class IgnoredPaths:
    """Tells whether a change of a path is ignored.

    :param patterns: folders and files, relative to the working directory; ``*`` and ``?`` as in a
        shell. What is inside an ignored folder is ignored.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self.folders = tuple(dict.fromkeys(Path(pattern).resolve() for pattern in patterns))
        self.expressions = [
            re.compile(fnmatch.translate(folder.as_posix())) for folder in self.folders
        ]

    def __call__(self, name: str) -> bool:
        """Return whether the path *name* is ignored."""
        path = Path(name).resolve()
        return any(path.is_relative_to(folder) for folder in self.folders) or any(
            expression.search(path.as_posix()) for expression in self.expressions
        )


class PreviewFiles(StaticFiles):
    """Serves drafts and files, and requests drafts of pages that do not exist yet.

    The script of the preview, with the digest of the page, is added to each page.
    """

    def __init__(self, building: Building) -> None:
        options = building.options
        super().__init__(directory=options.output, html=True, check_dir=False)
        # During a build of everything, this folder has the files that the output still lacks.
        self.all_directories.append(building.folder / PREVIOUS_OUTPUT)
        self.building = building
        script = files("sphinx_docsnav.preview").joinpath("preview.js").read_text("utf-8")
        attributes = f' data-editor="{escape(options.editor)}"' if options.editor else ""
        attributes += " data-anew" if options.has_conf else ""
        self.script = f"{attributes}>{script}</script>"

    async def check_config(self) -> None:
        """Check nothing, because the output may be deleted and built again."""

    async def get_response(self, path: str, scope: Scope) -> Response:  # noqa: ARG002 -- Starlette's
        """Return the page or the file of a request.

        A page is read completely before it is sent, because a build may write the file meanwhile.
        In place of a missing page, a page is returned that reloads when the page exists.
        """
        try:
            response = await self._find_response(scope)
            if not isinstance(response, FileResponse) or response.media_type != "text/html":
                return response
            code, data = (
                response.status_code,
                await asyncio.to_thread(Path(response.path).read_bytes),
            )
        # A path with a null character is a ValueError.
        except (HTTPException, OSError, ValueError) as error:
            code = getattr(error, "status_code", HTTPStatus.NOT_FOUND)
            # Only a reader sees a page; scripts and images get the error itself.
            if code != HTTPStatus.NOT_FOUND or not _wants_page(scope):
                raise
            data = MISSING_PAGE
        opening = (
            f"<script id=docsnav-preview data-version={blake2b(data, digest_size=8).hexdigest()}"
        )
        return HTMLResponse(data + f"{opening}{self.script}".encode(), code, NO_STORE)

    async def _find_response(self, scope: Scope) -> Response:
        name = self.building.find_page_url(scope["path"])
        if name in self.building.deleted_pages:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        # Relative links of a page count from its folder, so the URL must name the same folder.
        is_folder_url, is_folder = scope["path"].endswith("/"), name.endswith("/index.html")
        if is_folder_url != is_folder and name not in ("index.html", scope["path"].lstrip("/")):
            url = scope["path"].rstrip("/") + ("/" if is_folder else "")
            return RedirectResponse(URL(scope=scope).replace(path=url))
        if draft := self.building.find_draft(name):
            return FileResponse(draft, media_type="text/html")
        if drafted_file := self.building.find_drafted_file(name):
            return FileResponse(drafted_file, headers=NO_STORE)
        try:
            response = await super().get_response(name, scope)
            if response.status_code != HTTPStatus.NOT_FOUND:
                return response
            missing = None
        except HTTPException as error:
            missing = error
        # Only a page is worth waiting for; other files are written with it.
        if _wants_page(scope):
            file = await self.building.wait_for_draft(name, DRAFT_TIMEOUT)
            if file is not None:
                return FileResponse(file, media_type="text/html")
            # A build may have written the page while the request was waiting for a draft.
            with suppress(HTTPException):
                response = await super().get_response(name, scope)
                missing = None
        if missing is not None:
            raise missing
        return response


def _is_in_background(terminal: int) -> bool:
    """Return whether this process is in the background of its terminal."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    # The terminal does not control processes.
    except OSError:
        return False


def _wants_page(scope: Scope) -> bool:
    """Return whether a request is for a page.

    A browser names the type of pages. Other clients, such as ``curl``, accept any type; the URL of
    a page is a folder, or ends with ``.html`` or in no suffix.
    """
    accepted = ",".join(Headers(scope=scope).getlist("accept"))
    is_page_url = PurePosixPath(scope["path"].lstrip("/") or "index.html").suffix in ("", ".html")
    return "text/html" in accepted or (is_page_url and accepted in ("", "*/*"))


def run_preview(building: Building) -> None:
    """Build, serve and rebuild the site until the user stops the program."""
    options, server = building.options, PreviewServer(building)
    options.output.mkdir(parents=True, exist_ok=True)
    hosts = list_allowed_hosts(options.host, options.allowed_hosts)
    if sentence := describe_readers(options.host, options.port, options.allowed_hosts):
        print_line(sentence)
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
