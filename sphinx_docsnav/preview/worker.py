"""The worker process of the preview: it has imported Sphinx, and forks a process for each build.

It reads commands from its standard input, and writes events to a pipe. Each build is a fork of this
process. It has imported the modules of Sphinx, of this package and of installed extensions, and has
no other state of an earlier build, so that the result equals that of ``sphinx-build``. During a
build, the drafter of an earlier build writes the pages that the author views.

Commands: ``{"do": "start", "sphinx": {…}, "folder": "…"}``, with `SphinxArguments`, before the
builds of a site; ``{"do": "build", "batch": 3, "others": 2, "shown": ["guide.html"], "draft": [],
"anew": false}``: *shown* lists the open pages, *draft* the pages to draft before the build begins,
*others* is the number of the newest changes to files that are not pages, and *anew* is whether to
read all documents and write all pages; ``{"do": "draft", "batch": 3, "others": 2, "names":
["guide.html"]}``.

Events: ``{"event": "built", "batch": 3, "code": 0, "report": "…"}``, ``{"event": "drafted",
"batch": 3, "name": "guide.html", "file": "…", "report": "…", "drafter": 2}``, with the number of
the changes that the drafter knows; ``{"event": "missed", …}``, without a report, if the page does
not exist;
``{"event": "progress", "text": "Reading page 3 of 40"}``.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import site
import socket
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from sphinx_docsnav.garbage import left_alone
from sphinx_docsnav.preview.application import Session, run_build
from sphinx_docsnav.preview.channel import Message, MessageReader, SphinxArguments, send
from sphinx_docsnav.preview.drafter import BUILD_NICENESS

FORK_CONTEXT = multiprocessing.get_context("fork") if hasattr(os, "fork") else None
"""The context of forked processes; ``None`` on systems without fork, such as Windows."""
COMMANDS_FD = 0
"""The file descriptor of the commands: standard input."""

POLL_INTERVAL = 0.05
"""Interval between checks whether a build has ended, in seconds. The pipe of a build does not show
its end, because drafters keep the pipe open."""


@dataclass
class RunningBuild:
    """A running build."""

    process: Any
    """The process, of `multiprocessing`."""
    batch: int
    """The number of the changes that it includes."""
    report: Path
    """The file of its report."""
    requested_urls: Path
    """The file with the URLs of the pages that its first drafter must read."""


class Worker:
    """Runs one build at a time, and passes requests for drafts to the newest drafter."""

    def __init__(self, events: int) -> None:
        self.events = events
        """The file descriptor of the pipe for events."""
        self.arguments: SphinxArguments | None = None
        """The arguments of each build; ``None`` before the first command."""
        self.folder = Path()
        """The folder for reports and drafts."""
        self.began = 0.0
        """The start of the preview, in seconds on the clock of the file system."""
        self.build: RunningBuild | None = None
        """The running build."""
        self.next_command: Message | None = None
        """The command for the next build."""
        self.drafter_inbox, self.drafter_outbox = socket.socketpair(
            socket.AF_UNIX, socket.SOCK_DGRAM
        )
        self.drafter: socket.socket | None = None
        """The socket for requests to the drafter; ``None`` before the first drafter."""
        self.drafter_batch = -1
        """The number of the changes that the drafter's build includes."""
        self.requests: list[Message] = []
        """The requests that wait for a drafter."""
        self.imported: set[str] = set()
        """The modules whose import was tried for later builds."""
        self.reader = MessageReader()

    def run(self) -> None:
        """Run commands until the server closes its end of the pipe."""
        while True:
            # A build does not wake this loop when it ends, so check for it in between.
            for ready in wait(
                [COMMANDS_FD, self.drafter_inbox], POLL_INTERVAL if self.build else None
            ):
                if ready == COMMANDS_FD:
                    data = os.read(COMMANDS_FD, 65536)
                    if not data:
                        return
                    for command in self.reader.feed(data):
                        self._run_command(command)
                else:
                    self._accept_drafter()
            if self.build and self.build.process.exitcode is not None:
                self._finish_build(self.build)
            if self.build is None and self.next_command is not None:
                self._start_build(self.next_command)

    def _run_command(self, command: Message) -> None:
        match command["do"]:
            case "start":
                self.arguments = SphinxArguments(**command["sphinx"])
                self.folder = Path(command["folder"])
                self.folder.touch()
                self.began = self.folder.stat().st_mtime  # as the files of builds have it
            case "build":
                self._request_drafts(command, command["draft"])
                # A later command replaces a waiting one, but keeps its request to build everything.
                anew = command["anew"] or (
                    self.next_command is not None and self.next_command["anew"]
                )
                self.next_command = {**command, "anew": anew}
            case "draft":
                self._request_drafts(command, command["names"])

    def _request_drafts(self, command: Message, names: Sequence[str]) -> None:
        for request in _make_requests(command, names):
            self._send_request(request)

    def _send_request(self, request: Message) -> None:
        """Send a request to the drafter; without one, store it for the next drafter."""
        if self.drafter is not None:
            with suppress(OSError, ValueError):
                send(self.drafter.fileno(), request)
                return
            # The drafter has ended; a new one will answer.
            self.drafter.close()
            self.drafter = None
        self.requests.append(request)
        if self.build is not None:
            with self.build.requested_urls.open("a", encoding="utf-8") as urls:
                urls.write(f"{request['name']}\n")

    def _start_build(self, command: Message) -> None:
        assert FORK_CONTEXT is not None  # noqa: S101 -- `serve` starts no worker without
        self.next_command = None
        batch = command["batch"]
        report, urls = (self.folder / f"{name}-{batch}" for name in ("report", "urls"))
        # The drafter of this build drafts the open pages again, with its newer navigation.
        self.requests += _make_requests(command, command["shown"])
        lines = [f"{request['name']}\n" for request in self.requests]
        urls.write_text("".join(lines), encoding="utf-8")
        session = Session(
            *(batch, self.folder, self.drafter_outbox, self.events, report, urls),
            is_rebuild=command["anew"],
            began=self.began,
        )
        process = FORK_CONTEXT.Process(target=self._run_build, args=(session,))
        process.start()
        self.build = RunningBuild(process, batch, report, urls)

    def _run_build(self, session: Session) -> None:
        """Build in this forked process; a drafter ends when all copies of its socket are closed."""
        self.drafter_inbox.close()
        # The author waits for the drafter of an earlier build, so this build has a lower priority.
        if self.drafter is not None:
            self.drafter.close()
            os.nice(BUILD_NICENESS)
        assert self.arguments is not None  # noqa: S101 -- the first command has them
        sys.exit(run_build(self.arguments, session))

    def _accept_drafter(self) -> None:
        """Send requests to a new drafter from now on; its navigation is newer."""
        batch, handles, _, _ = socket.recv_fds(self.drafter_inbox, 32, 1)
        drafter = socket.socket(fileno=handles[0])
        # A drafter of an older build may report late.
        if int(batch) < self.drafter_batch:
            drafter.close()
            return
        if self.drafter is not None:
            self.drafter.close()
        self.drafter, self.drafter_batch = drafter, int(batch)
        pending, self.requests = self.requests, []
        for request in pending:
            self._send_request(request)

    def _finish_build(self, build: RunningBuild) -> None:
        build.process.join()
        code = build.process.exitcode
        build.process.close()
        build.requested_urls.unlink(missing_ok=True)
        self.build = None
        # Requests of this build are answered by its output.
        self.requests = [item for item in self.requests if item["batch"] > build.batch]
        event = {"code": code, "batch": build.batch, "report": str(build.report)}
        send(self.events, {"event": "built", **event})
        self._import_modules()

    def _import_modules(self) -> None:
        """Import the extensions and modules of the last build, for the next builds."""
        listing = self.folder / "modules"
        names = listing.read_text("utf-8").split() if listing.exists() else []
        import_installed(name for name in names if name not in self.imported)
        self.imported.update(names)


def _make_requests(command: Message, names: Sequence[str]) -> list[Message]:
    """Return the requests for drafts of the pages *names* in *command*."""
    changes = {"batch": command["batch"], "others": command["others"]}
    return [{**changes, "name": name} for name in names]


def import_installed(names: Iterable[str]) -> None:
    """Import installed modules and those of this package, but not those of the project.

    Modules of the project may be edited. An extension that cannot be imported, or that ends the
    process when it is imported, is ignored here; the build reports it.
    """
    folders = [*map(sysconfig.get_path, ("stdlib", "purelib", "platlib")), *site.getsitepackages()]
    folders.append(str(Path(__file__).parents[1]))
    for name in names:
        with suppress(Exception, SystemExit):
            spec = find_spec(name)
            if spec and spec.origin and any(Path(spec.origin).is_relative_to(f) for f in folders):
                import_module(name)
    left_alone.add_all_for_good()


def main() -> None:
    """Run the worker; the argument is the file descriptor of the pipe for events."""
    # The server stops the worker after Ctrl+C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Import what every build needs, while the server starts.
    features = import_module("sphinx_docsnav.features")
    feature_names = map(features.make_extension_name, features.FEATURES)
    for name in ("sphinx_docsnav.core.extension", *feature_names):
        import_module(name)
    left_alone.add_all_for_good()
    try:
        Worker(int(sys.argv[1])).run()
    finally:
        os.killpg(0, signal.SIGKILL)
