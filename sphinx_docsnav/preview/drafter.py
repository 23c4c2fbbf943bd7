"""A process that writes single pages, as drafts, while or before a build writes all.

It is a copy of a building process: at the moment when all documents are read, or before the first
is. It stays while the author writes, reads a page again in place, and so has what the page needs
at hand: templates, lexers, the files of its sidebar. Drafts lie in their own folder; nothing of
them enters the output or the doctrees of the build. A draft may have old titles of other pages.
The build that follows replaces it, and the drafter.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.parallel import SerialTasks

from sphinx_docsnav.core.state import build_state, find_state, state_of
from sphinx_docsnav.core.update import renew_navigation
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.garbage import collect_again, leave_alone_for_good
from sphinx_docsnav.preview.channel import Message, MessageReader, send

NICENESS = 10
"""By how much a build with a drafter beside it lowers its priority: the author waits for drafts."""
FIRST_REQUEST = 0.05
"""Seconds that a new drafter waits for a request before it writes a page for itself."""


@dataclass
class Surroundings:
    """What a build and its drafters know of their session."""

    batch: int
    """The number of the changes that it includes."""
    folder: Path
    """Where reports and drafts are written."""
    drafters: socket.socket
    """Takes the sockets of drafters."""
    events: int
    """The file descriptor of the pipe for events."""


def fork_drafter() -> bool:
    """Copy this process; return whether this is the copy, which writes nothing to the terminal."""
    if os.fork():
        if os.nice(0) < NICENESS:
            os.nice(NICENESS)
        return False
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with open(os.devnull, "r+b") as null:  # noqa: PTH123 -- for its descriptor
        for stream in (0, 1, 2):
            os.dup2(null.fileno(), stream)
    return True


def serve_drafts(app: Sphinx, session: Surroundings, read: Sequence[str]) -> None:
    """Write the pages that the worker asks for until it closes its end; never return.

    :param read: the documents that this process has just read.
    """
    with _logging_exceptions(session.folder):
        _Drafter(app, session, read).run()
    os._exit(0)


@contextmanager
def _logging_exceptions(folder: Path) -> Iterator[None]:
    """Write an exception to a file; the build itself reports what is wrong with a page."""
    try:
        yield
    except BaseException:  # noqa: BLE001 -- nothing may leave a process that is a copy
        with suppress(OSError), (folder / "drafter.log").open("a", encoding="utf-8") as log:
            traceback.print_exc(file=log)


def documents_by_url(app: Sphinx) -> dict[str, str]:
    """Return the document of each URL below the root of the site."""
    url, docnames = app.builder.get_target_uri, sorted(app.env.found_docs)
    root = {"index.html": app.config.root_doc} if docnames else {}
    return root | {unquote(url(docname)): docname for docname in docnames}


class _Drafter:
    """Reads and writes single pages in a folder of its own."""

    def __init__(self, app: Sphinx, session: Surroundings, read: Sequence[str]) -> None:
        assert isinstance(app.builder, StandaloneHTMLBuilder)  # noqa: S101 -- no other has pages
        self.app = app
        self.builder = app.builder
        self.session = session
        self.read = set(read)
        self.folder = session.folder / f"drafts-{os.getpid()}-0"
        """Where pages and static files are written."""
        self.source_times = self._source_times()
        self.static_times = self._static_times()
        self.static_batch = session.batch
        """The number of the newest changes for which static files were looked at."""
        self.restorations = ExitStack()
        """Undoes what features have replaced in order to write pages."""
        self.count = 0
        """How many requests there were."""

    def run(self) -> None:
        """Answer requests until the worker closes its end of the socket."""
        self._prepare()
        ours, theirs = socket.socketpair()
        batch = str(self.session.batch).encode()
        socket.send_fds(self.session.drafters, [batch], [theirs.fileno()])
        theirs.close()
        self.session.drafters.close()
        if not select.select([ours], [], [], FIRST_REQUEST)[0]:
            self._warm()
        lines = MessageReader()
        while data := ours.recv(65536):
            newest = {request["name"]: request for request in lines.feed(data)}
            for request in newest.values():
                self._answer(request)
        for folder in self.session.folder.glob(f"drafts-{os.getpid()}-*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _prepare(self) -> None:
        """Do what a build does between reading and writing, in another output folder."""
        app, builder = self.app, self.builder
        app.parallel = 0
        build_state(app).is_drafting = True
        for _ in app.env.check_dependents(app, set()):
            pass
        builder.phase = BuildPhase.RESOLVING
        self._move()
        self._start_writing()
        builder.prepare_writing(set(app.env.all_docs))
        builder.indexer = None  # the build makes the index
        self._copy_assets()
        leave_alone_for_good()
        collect_again()

    def _start_writing(self) -> None:
        """Let features prepare for it; what they replaced the last time is restored before."""
        self.restorations.close()
        build = build_state(self.app)
        build.restorations, restorations_of_build = self.restorations, build.restorations
        self.app.emit("write-started", self.builder)
        build.restorations = restorations_of_build

    def _copy_assets(self) -> None:
        self.builder.finish_tasks = SerialTasks()
        self.builder.copy_assets()  # not the build's own, which it may be writing just now
        self.builder.finish_tasks.join()
        registry = self.app.registry
        for name, _attributes in (*registry.css_files, *registry.js_files):
            # Some are put there by an extension itself, before the build, as jQuery is.
            old, new = (folder / "_static" / (name or "") for folder in (self.former, self.folder))
            if old.is_file() and not new.exists():
                new.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(old, new)

    def _warm(self) -> None:
        """Write a page that nobody waits for: compiles the templates."""
        if self.app.config.root_doc in self.app.env.all_docs:
            self._write(self.app.config.root_doc, self.folder / "first.html")

    def _move(self) -> None:
        """Give the builder a folder of its own, and move the folders in its output there."""
        self.former = out = Path(self.app.outdir)
        self.folder.mkdir(parents=True, exist_ok=True)
        # The builder has the folders of static files, pictures and downloads in private attributes.
        for name, value in list(vars(self.builder).items()):
            if isinstance(value, Path) and value.is_relative_to(out):
                setattr(self.builder, name, self.folder / value.relative_to(out))
        self.app.outdir = self.builder.outdir = type(self.app.outdir)(self.folder)
        self.builder.doctreedir = type(self.app.doctreedir)(self.folder / ".doctrees")

    def _answer(self, request: Message) -> None:
        self.count += 1
        file = self.folder / f"draft{self.count}.html"
        answer = {**request, "drafter": self.session.batch, "file": str(file)}
        event = "missed"
        try:
            if self._draft(request, file):
                event = "drafted"
        finally:  # a drafter that fails ends: the next build leaves another
            send(self.session.events, {"event": event, **answer})

    def _draft(self, request: Message, file: Path) -> bool:
        """Read and write the page that is asked for; return whether there is one."""
        name = request["name"]
        docname = self._documents.get(name) or self._documents.get(f"{name}index.html")
        if docname is None:
            return False
        if request["others"] > self.static_batch:
            self.static_batch = request["others"]
            self._renew_static()
        self._renew()
        if docname not in self.read or request["batch"] > self.session.batch:
            self._read(docname)
        self.read.discard(docname)
        self._write(docname, file)
        return True

    def _read(self, docname: str) -> None:
        """Read a document as it is now, and tell extensions if its title has changed."""
        app, env = self.app, self.app.env
        self.builder.phase = BuildPhase.READING
        title = env.titles.get(docname)
        app.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        self.builder.read_doc(docname)
        if title is None or title.astext() != env.titles[docname].astext():
            app.emit("env-updated", env)

    def _static_times(self) -> dict[Path, int]:
        """Return when the static files of the project, and its style sheets, were saved."""
        times, config = {}, self.app.config
        folders = [Path(self.app.confdir, entry) for entry in config.html_static_path]
        files = [path for folder in folders for path in (folder, *folder.rglob("*"))]
        for path in (*Path(self.app.srcdir).glob("*.css"), *files):
            with suppress(OSError):
                times[path] = path.stat().st_mtime_ns
        return times

    def _renew_static(self) -> None:
        """Copy these files as they are now; into a new folder, as Sphinx keeps digests by path."""
        times = self._static_times()
        if times != self.static_times:
            self.static_times = times
            self.folder = self.session.folder / f"drafts-{os.getpid()}-{self.count}"
            self._move()
            self._start_writing()
            self._copy_assets()

    def _source_times(self) -> dict[Path, int]:
        """Return when docs.json, the files that it includes, and specifications were saved."""
        state, times = find_state(self.app), {}
        for path in (*state.docs.source.files, *state.specs.paths) if state else ():
            with suppress(OSError):
                times[path] = path.stat().st_mtime_ns
        return times

    def _renew(self) -> None:
        """Use these files as they are now; the build reports what is wrong with them."""
        times = self._source_times()
        changed = times.items() ^ self.source_times.items()
        if not changed:
            return
        specified = not {path for path, _ in changed}.isdisjoint(state_of(self.app).specs.paths)
        self.source_times = times
        with suppress(DocsNavError):
            renew_navigation(self.app, self.folder / "_docsnav" if specified else None)
            self.__dict__.pop("_documents", None)
            # A file that docs.json includes since is new; one that was saved meanwhile is older.
            self.source_times = self._source_times() | times

    @cached_property
    def _documents(self) -> dict[str, str]:
        return documents_by_url(self.app)

    def _write(self, docname: str, file: Path) -> None:
        builder = self.builder
        builder.phase = BuildPhase.RESOLVING
        doctree = self.app.env.get_and_resolve_doctree(docname, builder)
        builder.phase = BuildPhase.WRITING
        # Only this page: an extension may write others with it.
        write = partial(builder.handle_page, outfilename=file)
        builder.handle_page = write  # type: ignore[method-assign]  # of this process
        builder.write_doc_serialized(docname, doctree)
        builder.write_doc(docname, doctree)
        del builder.handle_page
        builder.copy_image_files()
        builder.copy_download_files()
