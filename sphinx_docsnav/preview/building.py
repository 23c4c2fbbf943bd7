"""The builds of a preview: options, requests, finished builds, drafts, messages, and the worker."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from sphinx_docsnav.faults import shown_path
from sphinx_docsnav.messages import describe_build, format_count
from sphinx_docsnav.preview.channel import (
    Message,
    MessageReader,
    SphinxArguments,
    StartedWorker,
    start_worker,
)
from sphinx_docsnav.preview.faults_shown import FaultTable

PAGE_EXIT_CODES = (0, 1)
"""The exit codes of builds that have written all pages; 1 after errors in pages."""
CLOCK_LAG = 0.1
"""Time by which a file system may be behind the clock, in seconds."""
MAX_LISTED_FILES = 3
"""Number of changed files that the terminal names."""
CLEAR_LINE = "\r\x1b[K"
"""The control sequence with which a terminal removes the line of the cursor."""
MAX_FAILED_STARTS = 3
"""Number of workers in a row that may end without an event before no further one is started."""
IGNORED_NAMES = (
    *(".git", ".hg", ".idea", ".mypy_cache", "node_modules", ".nox", ".ruff_cache"),
    *(".pytest_cache", ".pytype", ".svn", ".tox", ".venv", "venv", ".vscode"),
)
"""Folders in the working directory whose changes are ignored, as sphinx-autobuild does."""


@dataclass(frozen=True)
class PreviewOptions:
    """The options of the preview."""

    sphinx: SphinxArguments
    """The arguments of each build."""
    source: Path
    """The folder of the sources."""
    output: Path
    """The folder that is served."""
    watch: Sequence[str]
    """Further folders to watch."""
    ignore: Sequence[str]
    """Paths and patterns of files that are not watched."""
    pre_build: Sequence[str]
    """Commands to run before each build."""
    post_build: Sequence[str]
    """Commands to run after each successful build."""
    host: str
    """The address or host name on which the server listens."""
    port: int
    opens: bool
    """Whether to open a browser."""
    allowed_hosts: Sequence[str] = ()
    """Further hosts whose requests are answered."""
    has_conf: bool = False
    """Whether the project has a conf.py; if so, the author can rebuild everything."""
    editor: str = ""
    """The URL that opens a file in an editor, with ``{path}``, ``{line}`` and ``{column}``."""

    @property
    def address(self) -> str:
        """The host and the port in a URL that this machine can open."""
        host = "localhost" if is_every_address(self.host) else self.host
        host = f"[{host}]" if ":" in host else host
        return f"{host}:{self.port}"

    def autobuild_arguments(self) -> list[str]:
        """Return the arguments with which sphinx-autobuild builds and serves the same."""
        sphinx = self.sphinx
        line = [sphinx.source, sphinx.output, "-d", sphinx.doctrees, "-j", str(sphinx.jobs)]
        line += ["-c", sphinx.conf] if sphinx.conf else ["-C"]
        for name, value in sphinx.settings.items():
            line += ["-D", f"{name}={_format_option(value)}"]
        line += ["--host", self.host, "--port", str(self.port)]
        for name, values in (
            ("--watch", self.watch),
            ("--ignore", self.ignore),
            ("--pre-build", self.pre_build),
            ("--post-build", self.post_build),
        ):
            line += [word for value in values for word in (name, value)]
        return [*line, "--open-browser", "--delay", "0"] if self.opens else line


def is_every_address(listening: str) -> bool:
    """Return whether *listening* means every address of this machine."""
    try:
        return not listening or ip_address(listening).is_unspecified
    except ValueError:
        return False


def _format_option(value: object) -> str:
    """Return the value of a setting in the syntax of Sphinx's command line."""
    if isinstance(value, list):
        return ",".join(value)
    return str(int(value) if isinstance(value, bool) else value)


class UnbuiltChanges(NamedTuple):
    """Changed files that a build includes."""

    number: int
    """The number of the changes."""
    time: float
    """When they were noticed, in seconds on the monotonic clock."""
    paths: Sequence[Path]
    """The changed files; empty for the first build, and for a build of everything."""


class Building:
    """Requests builds and drafts from the worker."""

    def __init__(self, options: PreviewOptions, folder: Path, worker: StartedWorker) -> None:
        self.options = options
        self.folder = folder
        self.newest_batch = 0
        """The number of the newest changes."""
        self.newest_other_batch = 0
        """The number of the newest changes to files that are not pages."""
        self.built_batch = -1
        """The number of the newest changes that a finished build includes."""
        self.written_batch = -1
        """The number of the newest changes whose pages a build has written."""
        self.is_rebuild_requested = False
        """Whether the next build reads all documents and writes all pages."""
        self.drafts: dict[str, tuple[int, Path]] = {}
        """The changes that the draft of a page includes, and its file, by URL."""
        self.deleted_pages: dict[str, int] = {}
        """The URLs of pages whose files were deleted, and the number of the changes."""
        self.faults = FaultTable(options.source)
        self.notify_pages: Callable[..., None] = lambda *_, **__: None
        """Sends an event to open pages."""
        self.open_pages: Callable[[], list[str]] = list
        """Returns the URLs of the open pages."""
        self.waiting: dict[str, list[asyncio.Future[Path | None]]] = {}
        """The requests that wait for the draft of a page, by URL."""
        start = {"do": "start", "sphinx": asdict(options.sphinx), "folder": str(folder)}
        self.worker = Supervisor(worker, start, self._handle_event, self._handle_end)
        self.crashed_batch = -1
        """The number of the newest changes when the worker last ended unexpectedly."""
        self.post_build: asyncio.Future[int] | None = None
        """The commands that run after a build."""
        self.changes: asyncio.Queue[Sequence[Path]] = asyncio.Queue()
        """The files that were saved and are not built yet; empty for a build of everything."""
        self.unbuilt_changes = [UnbuiltChanges(0, time.monotonic(), ())]
        """The changes that no finished build includes."""
        self.began = time.time() - CLOCK_LAG
        """The earliest start of the first build, before the files are watched."""
        # Commands of the author may generate sources, so the first build waits for them in `run`.
        if not options.pre_build:
            self._build(draft=True)

    async def run(self) -> None:
        """Keep the worker running, and request a build for each change."""
        keeper = asyncio.create_task(self.worker.run())
        try:
            print_line(f"Serving on http://{self.options.address} (Ctrl+C stops the server)")
            if self.options.pre_build:
                await self._build_after_commands()
            while True:
                paths = list(await self.changes.get())
                # Combine all changes that have arrived in the meantime into one build.
                while not self.changes.empty():
                    paths += self.changes.get_nowait()
                self.newest_batch += 1
                if not all(map(self.faults.find_url, paths)):
                    self.newest_other_batch = self.newest_batch
                self._note_deleted_pages(paths)
                if self.is_rebuild_requested:
                    paths = []
                    print_message("Rebuilding everything")
                self.unbuilt_changes.append(
                    UnbuiltChanges(self.newest_batch, time.monotonic(), paths)
                )
                await self._build_after_commands()
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    def stop(self) -> None:
        """Stop the worker, if one runs."""
        if not self.worker.is_stopped:
            self.worker.worker.stop()

    def add_changes(self, paths: Sequence[Path]) -> None:
        """Add changed files; called by the watcher."""
        self.changes.put_nowait(paths)

    def build_anew(self) -> None:
        """Request a build that reads all documents and writes all pages."""
        self.is_rebuild_requested = True
        self.changes.put_nowait(())

    def _note_deleted_pages(self, paths: Sequence[Path]) -> None:
        """Stop serving pages whose files no longer exist, without waiting for the build."""
        for path in paths:
            url = self.faults.find_url(path) or self._find_drafted_url(path)
            if url is None:
                continue
            if path.exists():
                self.deleted_pages.pop(url, None)
                continue
            self.deleted_pages[url] = self.newest_batch
            self.faults.drop_mended([shown_path(path, self.options.source)], ())
            self.notify_pages("page", url)
            self.notify_pages("faults", url)

    def _find_drafted_url(self, path: Path) -> str | None:
        """Return the URL of the draft of the file *path*, which can be newer than all builds."""
        # The path can be that of the whole folder, which has no name inside of itself.
        url = shown_path(path.with_suffix(".html"), self.options.source)
        return url if url in self.drafts else None

    async def _build_after_commands(self) -> None:
        """Run the commands before the build; request the build unless one fails."""
        if await self._run_command("pre-build", self.options.pre_build):
            return
        self._build(draft=True)

    async def _run_command(self, step: str, commands: Sequence[str]) -> int:
        """Run commands of the author until one fails; return the exit code of the last one."""
        for command in commands:
            if code := await asyncio.to_thread(_run_command, step, shlex.split(command)):
                return code
        return 0

    def _build(self, *, draft: bool) -> None:
        """Request a build of the changes or of all pages.

        :param draft: whether to request drafts of the open pages before.
        """
        pages, anew, self.is_rebuild_requested = self.open_pages(), self.is_rebuild_requested, False
        self._send("build", shown=pages, draft=pages if draft else [], anew=anew)

    def _send(self, do: str, **more: list[str] | bool) -> None:
        self.worker.send(
            {"do": do, "batch": self.newest_batch, "others": self.newest_other_batch, **more}
        )

    def _handle_event(self, event: Message) -> None:
        match event["event"]:
            case "drafted":
                self._handle_draft(event)
            case "missed":
                self._answer(event["name"], None)
            case "progress":
                self.notify_pages("progress", text=event["text"])
                if not self.options.sphinx.is_verbose:
                    print_progress(event["text"])
            case "built":
                self._handle_build(event["batch"], event["code"], Path(event["report"]))

    def _handle_draft(self, event: Message) -> None:
        name, batch, file, report = (event[key] for key in ("name", "batch", "file", "report"))
        # A build has written the page with the same changes in the meantime.
        if batch <= self.written_batch:
            Path(file).unlink(missing_ok=True)
            Path(report).unlink(missing_ok=True)
            self._answer(name, None)
            return
        self.drafts[name] = (batch, Path(file))
        self._answer(name, Path(file))
        self.notify_pages("page", name)
        # The author need not wait for the build to see that a mistake is mended.
        if batch == self.newest_batch:
            self.faults.drop_mended(**json.loads(Path(report).read_text("utf-8")))
            self.notify_pages("faults")
        Path(report).unlink(missing_ok=True)

    def _handle_build(self, batch: int, code: int, report: Path) -> None:
        self.built_batch = batch
        has_report = report.is_file()
        new_faults: list[dict[str, Any]] = []
        if has_report:
            new_faults = self.faults.update(json.loads(report.read_text("utf-8")))
            report.unlink()
        # Without a report, the exit code 1 is that of an exception in Python.
        has_pages = code in PAGE_EXIT_CODES and has_report
        self._print_result(batch, new_faults, has_pages=has_pages)
        if has_pages:
            self.written_batch = batch
            # Drafts of newer changes stay until a build includes these.
            self.drafts = {name: item for name, item in self.drafts.items() if item[0] > batch}
            self.deleted_pages = {
                url: number for url, number in self.deleted_pages.items() if number > batch
            }
            self.notify_pages("page")
        self.notify_pages("faults")
        self.notify_pages("progress", text="")
        # No draft follows: the page is in the output now, or it does not exist.
        if batch == self.newest_batch:
            for name in list(self.waiting):
                self._answer(name, None)
        if self.written_batch == batch and self.options.post_build:
            self.post_build = asyncio.ensure_future(
                self._run_command("post-build", self.options.post_build)
            )

    def _print_result(
        self, batch: int, new_faults: Sequence[dict[str, Any]], *, has_pages: bool
    ) -> None:
        """Print the new messages of a build, and one line about it.

        :param batch: the number of the newest changes that the build includes.
        :param has_pages: whether the build has written the pages.
        """
        built_changes = [change for change in self.unbuilt_changes if change.number <= batch]
        self.unbuilt_changes = [change for change in self.unbuilt_changes if change.number > batch]
        all_faults = [*self.faults.faults, *self.faults.failures]
        # What has stopped a build is printed after each attempt, as the author has to find it.
        shown_faults = (
            new_faults
            if has_pages
            else [fault for fault in all_faults if fault["level"] == "error" or fault in new_faults]
        )
        for fault in shown_faults:
            # Sphinx's log has the messages, but not the exception that has stopped the build.
            if not self.options.sphinx.is_verbose or fault in self.faults.failures:
                print_line(fault["text"], sys.stderr)
        # After a crash of the worker, the changes may have been built before.
        now = time.monotonic()
        seconds = now - min((change.time for change in built_changes), default=now)
        # A build of everything has no list of files.
        is_complete = any(not change.paths for change in built_changes)
        paths = [] if is_complete else [path for change in built_changes for path in change.paths]
        built_files = describe_paths(paths, self.options.source)
        if not has_pages:
            print_message(
                f"Could not build {built_files or 'the site'} ({seconds:.1f} s); the pages of the "
                "last good build are still served. Correct the cause above, and save"
            )
            return
        result = describe_build(
            built_files or format_count(self.faults.page_count, "page", "pages"),
            seconds,
            len(all_faults),
        )
        old_count = len(all_faults) - len(new_faults)
        print_message(f"{result}, {len(new_faults) or 'none'} of them new" if old_count else result)

    def _handle_end(self, code: int, is_restarted: bool) -> None:  # noqa: FBT001 -- a callback
        """Report that the worker has ended; if a new one runs, build again, once for each change.

        :param is_restarted: whether a new worker runs; if not, the next build starts one.
        """
        if not is_restarted:
            print_message(
                f"The build process ends as soon as it starts ({_describe_exit(code)}), and was "
                "not started again; correct the cause above, and save a file to build"
            )
            self.notify_pages("progress", text="")
            # No drafts follow, so show the output now.
            for name in list(self.waiting):
                self._answer(name, None)
            return
        is_first_crash = self.crashed_batch != self.newest_batch
        print_message(
            f"The build process ended unexpectedly ({_describe_exit(code)}), and was started again"
            + ("" if is_first_crash else "; save a file to build")
        )
        # A second crash with the same files would repeat forever.
        self.crashed_batch = self.newest_batch
        if is_first_crash:
            self._build(draft=False)

    def find_page_url(self, path: str) -> str:
        """Return the URL of the page or the file that static hosts serve at *path*.

        For ``guide``, this is ``guide.html``, or ``guide/index.html`` if only that exists; for
        ``guide/``, it is ``guide/index.html``, or ``guide.html``.
        """
        name = path.lstrip("/") or "index.html"
        page, index = f"{name.rstrip('/')}.html", f"{name.rstrip('/')}/index.html"
        is_folder = name.endswith("/")
        # While the first build runs, the page may not be known yet.
        likely_url = index if is_folder else name if "." in name.rpartition("/")[2] else page
        urls = (index, page) if is_folder else (name, page, index)
        return next(filter(self._has_output, urls), likely_url)

    def _has_output(self, url: str) -> bool:
        """Return whether a page or a file exists at *url*, in the output or in a draft."""
        return (
            url in self.drafts
            or url in self.faults.pages.values()
            or (self.options.output / url).is_file()
        )

    def find_draft(self, name: str) -> Path | None:
        """Return the draft of the page with the URL *name*; ``None`` if there is none."""
        _, file = self.drafts.get(name, (0, None))
        return file if file is not None and file.is_file() else None

    def find_drafted_file(self, name: str) -> Path | None:
        """Return the file of a drafter, such as a picture, if it is newer than in the output."""
        # A finished build has written all files; a draft cannot be newer.
        if self.built_batch == self.newest_batch:
            return None
        newest_time, newest_path = _read_time(self.options.output / name), None
        for folder in self.folder.glob("drafts-*"):
            path = (folder / name).resolve()
            time_saved = _read_time(path)
            # A URL with `..` must not lead out of the folder.
            if time_saved > newest_time and path.is_relative_to(folder.resolve()):
                newest_time, newest_path = time_saved, path
        return newest_path

    async def wait_for_draft(self, name: str, seconds: float) -> Path | None:
        """Wait for the draft of a page; return ``None`` if there will be none.

        :param seconds: the maximum time to wait.
        """
        if self.built_batch == self.newest_batch or self.worker.is_stopped:
            return None
        answer: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(name, []).append(answer)
        self._send("draft", names=[name])
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            return None

    def _answer(self, name: str, file: Path | None) -> None:
        for answer in self.waiting.pop(name, ()):
            if not answer.done():
                answer.set_result(file)


def _read_time(path: Path) -> int:
    """Return the modification time of a file, in nanoseconds; -1 if it does not exist."""
    return path.stat().st_mtime_ns if path.is_file() else -1


def print_message(text: str) -> None:
    """Write a line with the time to the terminal."""
    print_line(f"[{time.strftime('%H:%M:%S')}] {text}")


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Write a line to the terminal, in place of one about progress.

    :param stream: by default, standard output.
    """
    out = stream or sys.stdout
    out.write(f"{CLEAR_LINE if out.isatty() else ''}{text}\n")
    out.flush()


def print_progress(text: str) -> None:
    """Show on a terminal how far the build is, until the next line is written."""
    if sys.stdout.isatty():
        sys.stdout.write(f"{CLEAR_LINE}{text}")
        sys.stdout.flush()


def describe_paths(paths: Sequence[Path], root: Path) -> str:
    """Return the names of changed files: ``guides/setup.mdx``, ``a.mdx, b.mdx and 3 more``.

    Files that no longer exist, such as those that an editor writes for a moment, are only named if
    there are no others.

    :param root: the folder of the site; names of files outside are relative to the working
        directory.
    """
    unique_paths = list(dict.fromkeys(paths))
    changed_paths = [path for path in unique_paths if path.exists()] or unique_paths
    names = [
        shown_path(path, root if path.is_relative_to(root) else Path.cwd())
        for path in changed_paths
    ]
    more = f" and {len(names) - MAX_LISTED_FILES} more" if names[MAX_LISTED_FILES:] else ""
    return ", ".join(names[:MAX_LISTED_FILES]) + more


def _run_command(step: str, command: Sequence[str]) -> int:
    """Run a command of the author, and return its exit code."""
    print_message(f"{step}: {shlex.join(command)}")
    try:
        code = subprocess.run(command, check=False).returncode  # noqa: S603 -- the author's own
    except OSError as error:
        print_message(f"The {step} command cannot be run: {error}")
        return 1
    if code:
        print_message(f"The {step} command exited with code {code}; correct it, and save a file")
    return code


def _describe_exit(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


class Supervisor:
    """Keeps a worker running while the server runs.

    If several workers in a row end without an event, for example because Sphinx cannot be imported,
    no worker runs until the next request for a build.
    """

    def __init__(
        self,
        worker: StartedWorker,
        start: Message,
        on_event: Callable[[Message], None],
        on_end: Callable[[int, bool], None],
    ) -> None:
        self.worker = worker
        """The running worker."""
        self.start = start
        """The first command for each worker."""
        self.on_event = on_event
        """Called with each event."""
        self.on_end = on_end
        """Called with the exit code of a worker that has ended, and whether a new one runs."""
        self.is_stopped = False
        """Whether no worker runs until the next request for a build."""
        self._failed_starts = 0
        self._build_request: Message = {}
        self._is_requested = asyncio.Event()
        self.send(start)

    async def run(self) -> None:
        """Keep a worker running until this task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            reader = MessageReader()
            events = self.worker.events

            # The defaults bind the pipe and the reader of this worker, not of its successor.
            def receive(pipe: int = events, reader: MessageReader = reader) -> None:
                for event in reader.feed(os.read(pipe, 65536)):
                    self._failed_starts = 0
                    self.on_event(event)

            loop.add_reader(events, receive)
            try:
                code = await asyncio.to_thread(self.worker.process.wait)
            finally:
                loop.remove_reader(events)
                self.worker.stop()
                os.close(events)
            self._failed_starts += 1
            # An idle worker may end, too, so a further start waits for a build that needs it.
            if self._failed_starts >= MAX_FAILED_STARTS:
                self.is_stopped = True
                self._is_requested.clear()
                self.on_end(code, False)  # noqa: FBT003 -- the callback names its parameters
                await self._is_requested.wait()
                self.is_stopped = False
                self.worker = start_worker()
                self.send(self.start)
                self.send(self._build_request)
            else:
                self.worker = start_worker()
                self.send(self.start)
                self.on_end(code, True)  # noqa: FBT003 -- the callback names its parameters

    def send(self, command: Message) -> None:
        """Send a command to the worker; if the worker has just ended, `on_end` repeats it.

        While no worker runs, a request for a build starts one, and other commands are ignored.
        """
        if self.is_stopped:
            if command["do"] == "build":
                self._build_request = command
                self._is_requested.set()
            return
        stream = self.worker.process.stdin
        if stream is not None:
            with suppress(OSError):
                stream.write(json.dumps(command).encode() + b"\n")
                stream.flush()
