"""A process that writes drafts of single pages, before or while a build writes all pages.

It is a fork of a build process, when all documents are read, or before the first one is. It runs
while the author writes. It reads a changed page again, and has everything else that the page needs
in memory: templates, lexers, the files of its sidebar. Drafts are in a folder of their own; they do
not change the output or the doctrees of the build. A draft may contain old titles of other pages.
The next build replaces the drafts and the drafter.
"""

from __future__ import annotations

import json
import logging
import os
import select
import shutil
import signal
import socket
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.logging import NAMESPACE, WarningLogRecordTranslator
from sphinx.util.parallel import SerialTasks

from sphinx_docsnav.core.log import make_machine_message
from sphinx_docsnav.core.private_names import resolve_doctree
from sphinx_docsnav.core.site.content_digests import list_files
from sphinx_docsnav.core.state import STORAGE, build_state, find_state, state_of
from sphinx_docsnav.core.update import renew_navigation
from sphinx_docsnav.faults import DocsNavError, shown_path
from sphinx_docsnav.garbage import collect_again, left_alone
from sphinx_docsnav.preview.channel import Message, MessageReader, send

BUILD_NICENESS = 10
"""Value by which a build lowers its priority, because the author waits for its drafter."""
FIRST_REQUEST_TIMEOUT = 0.05
"""Time for which a new drafter waits for a request before it compiles templates, in seconds."""


@dataclass
class BuildSession:
    """The data that a build and its drafters share."""

    batch: int
    """The number of the changes that the build includes."""
    folder: Path
    """The folder for reports and drafts."""
    drafters: socket.socket
    """The socket to which drafters send their sockets."""
    events: int
    """The file descriptor of the pipe for events."""


def fork_drafter() -> bool:
    """Fork this process; return whether this is the new process, which has no terminal."""
    # The parent is the build, which continues with a lower priority.
    if os.fork():
        if os.nice(0) < BUILD_NICENESS:
            os.nice(BUILD_NICENESS)
        return False
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # Standard input is the pipe of the worker's commands, which this process must not read.
    with open(os.devnull, "r+b") as null:  # noqa: PTH123 -- for its descriptor
        for stream in (0, 1, 2):
            os.dup2(null.fileno(), stream)
    return True


def serve_drafts(app: Sphinx, session: BuildSession, read: Sequence[str]) -> None:
    """Write the pages that the worker requests until it closes the socket; never return.

    :param read: the documents that this process has just read.
    """
    with _logging_exceptions(session.folder):
        _Drafter(app, session, read).run()
    # End without the cleanup of the parent, such as the removal of its temporary folders.
    os._exit(0)


@contextmanager
def _logging_exceptions(folder: Path) -> Iterator[None]:
    """Write an exception to a file; the build reports the problems of pages."""
    try:
        yield
    except BaseException:  # noqa: BLE001 -- a forked process must not run the code of its parent
        with suppress(OSError), (folder / "drafter.log").open("a", encoding="utf-8") as log:
            traceback.print_exc(file=log)


def map_documents(app: Sphinx) -> dict[str, str]:
    """Return the docnames by their URLs, relative to the root of the site."""
    url, docnames = app.builder.get_target_uri, sorted(app.env.found_docs)
    # The start page has this URL, even if the root document has another name.
    root = {"index.html": app.config.root_doc} if docnames else {}
    return root | {unquote(url(docname)): docname for docname in docnames}


class _DraftMessages(logging.Handler):
    """Records the warnings and errors of drafts, also those that the build has logged before."""

    def __init__(self, app: Sphinx) -> None:
        super().__init__(logging.WARNING)
        self.root = Path(app.srcdir)
        self.faults: list[dict[str, Any]] = []
        """The messages, with the fields of `MachineMessage`."""
        # Makes a path of the place of a message of Sphinx.
        self.addFilter(WarningLogRecordTranslator(app))

    def emit(self, record: logging.LogRecord) -> None:
        """Add the message of *record*."""
        self.faults.append(asdict(make_machine_message(record, self.root)))


class _Drafter:
    """Reads and writes single pages in a folder of its own."""

    def __init__(self, app: Sphinx, session: BuildSession, read: Sequence[str]) -> None:
        assert isinstance(app.builder, StandaloneHTMLBuilder)  # noqa: S101 -- no other has pages
        self.app = app
        self.builder = app.builder
        self.session = session
        self.read_docnames = set(read)
        self.folder = session.folder / f"drafts-{os.getpid()}-0"
        """The folder for pages and static files."""
        self.source_times = self._read_source_times()
        self.static_times = self._read_static_times()
        self.static_batch = session.batch
        """The number of the newest changes after which static files were checked."""
        self.restorations = ExitStack()
        """Restores what features have replaced for the writing of pages."""
        self.count = 0
        """The number of requests so far."""
        self.messages = _DraftMessages(app)
        """The messages of the current draft."""
        # The fork has happened while Sphinx collects messages, and shows none.
        logging.getLogger(NAMESPACE).addHandler(self.messages)

    def run(self) -> None:
        """Answer requests until the worker closes the socket."""
        self._prepare()
        own_socket, worker_socket = socket.socketpair()
        batch = str(self.session.batch).encode()
        socket.send_fds(self.session.drafters, [batch], [worker_socket.fileno()])
        worker_socket.close()
        self.session.drafters.close()
        if not select.select([own_socket], [], [], FIRST_REQUEST_TIMEOUT)[0]:
            self._compile_templates()
        lines = MessageReader()
        while data := own_socket.recv(65536):
            # Of several requests for one page, only the newest counts.
            newest = {request["name"]: request for request in lines.feed(data)}
            for request in newest.values():
                self._answer_request(request)
        for folder in self.session.folder.glob(f"drafts-{os.getpid()}-*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _prepare(self) -> None:
        """Prepare the writing as a build does, with another output folder."""
        app, builder = self.app, self.builder
        app.parallel = 0
        build_state(app).is_drafting = True
        # Emits `env-get-updated`, in which Sphinx numbers sections; the documents are not needed.
        for _ in app.env.check_dependents(app, set()):
            pass
        builder.phase = BuildPhase.RESOLVING
        self._move_output()
        self._start_writing()
        builder.prepare_writing(set(app.env.all_docs))
        # The build makes the search index.
        builder.indexer = None
        self._copy_assets()
        left_alone.add_all_for_good()
        collect_again()

    def _start_writing(self) -> None:
        """Restore what features have replaced, and let them prepare the writing."""
        self.restorations.close()
        build = build_state(self.app)
        build.restorations, restorations_of_build = self.restorations, build.restorations
        self.app.emit("write-started", self.builder)
        build.restorations = restorations_of_build

    def _copy_assets(self) -> None:
        self.builder.finish_tasks = SerialTasks()
        # The files of the build cannot be used, because it may be writing them.
        self.builder.copy_assets()
        self.builder.finish_tasks.join()
        registry = self.app.registry
        for name, _attributes in (*registry.css_files, *registry.js_files):
            # Some extensions, such as that of jQuery, write files before the build.
            old, new = (folder / "_static" / (name or "") for folder in (self.former, self.folder))
            if old.is_file() and not new.exists():
                new.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(old, new)

    def _compile_templates(self) -> None:
        """Write the start page, which compiles the templates."""
        if self.app.config.root_doc in self.app.env.all_docs:
            self._write_page(self.app.config.root_doc, self.folder / "first.html")

    def _move_output(self) -> None:
        """Set another output folder, and move all folders of the builder there."""
        self.former = out = Path(self.app.outdir)
        self.folder.mkdir(parents=True, exist_ok=True)
        # The folders of static files, images and downloads are private attributes of the builder.
        for name, value in list(vars(self.builder).items()):
            if isinstance(value, Path) and value.is_relative_to(out):
                setattr(self.builder, name, self.folder / value.relative_to(out))
        self.app.outdir = self.builder.outdir = type(self.app.outdir)(self.folder)
        self.builder.doctreedir = type(self.app.doctreedir)(self.folder / ".doctrees")

    def _answer_request(self, request: Message) -> None:
        self.count += 1
        file = self.folder / f"draft{self.count}.html"
        report = file.with_suffix(".json")
        answer = {**request, "drafter": self.session.batch, "file": str(file)}
        event = "missed"
        self.messages.faults.clear()
        try:
            checked_paths = self._draft_page(request, file)
            if checked_paths is not None:
                event = "drafted"
                root = Path(self.app.srcdir)
                names = [shown_path(path, root) for path in checked_paths]
                content = {"files": names, "faults": self.messages.faults}
                report.write_text(json.dumps(content), encoding="utf-8")
                answer["report"] = str(report)
        # A drafter that fails ends, and the next build forks another one.
        finally:
            send(self.session.events, {"event": event, **answer})

    def _draft_page(self, request: Message, file: Path) -> list[Path] | None:
        """Read and write the requested page.

        :returns: the files whose messages `messages` has now; ``None`` if the page does not exist.
        """
        docname = self._documents.get(request["name"])
        # The page may have been created after the build began.
        if docname is None and request["batch"] > self.session.batch:
            self.app.env.find_files(self.app.config, self.builder)
            self.__dict__.pop("_documents", None)
            docname = self._documents.get(request["name"])
        # The file may have been deleted, which the next build will notice.
        if docname is None or not Path(self.app.env.doc2path(docname)).is_file():
            return None
        if request["others"] > self.static_batch:
            self.static_batch = request["others"]
            self._renew_static_files()
        checked_paths = self._renew_navigation()
        # A document of the build is current unless files were saved after it had started.
        if docname not in self.read_docnames or request["batch"] > self.session.batch:
            self._read_document(docname)
            checked_paths += list_files(self.app.env, docname)
        self.read_docnames.discard(docname)
        self._write_page(docname, file)
        return checked_paths

    def _read_document(self, docname: str) -> None:
        """Read a document again, and notify extensions if its title has changed."""
        app, env = self.app, self.app.env
        self.builder.phase = BuildPhase.READING
        title = env.titles.get(docname)
        app.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        self.builder.read_doc(docname)
        if title is None or title.astext() != env.titles[docname].astext():
            app.emit("env-updated", env)

    def _read_static_times(self) -> dict[Path, int]:
        """Return the modification times of static files and style sheets of the project."""
        times, config = {}, self.app.config
        folders = [Path(self.app.confdir, entry) for entry in config.html_static_path]
        files = [path for folder in folders for path in (folder, *folder.rglob("*"))]
        for path in (*Path(self.app.srcdir).glob("*.css"), *files):
            with suppress(OSError):
                times[path] = path.stat().st_mtime_ns
        return times

    def _renew_static_files(self) -> None:
        """Copy changed static files, into a new folder because Sphinx caches digests by path."""
        times = self._read_static_times()
        if times != self.static_times:
            self.static_times = times
            self.folder = self.session.folder / f"drafts-{os.getpid()}-{self.count}"
            self._move_output()
            self._start_writing()
            self._copy_assets()

    def _read_source_times(self) -> dict[Path, int]:
        """Return the modification times of docs.json, its included files, and specifications."""
        state, times = find_state(self.app), {}
        for path in (*state.docs.source.files, *state.specs.paths) if state else ():
            with suppress(OSError):
                times[path] = path.stat().st_mtime_ns
        return times

    def _renew_navigation(self) -> list[Path]:
        """Load the navigation again if these files have changed.

        :returns: docs.json and the files that it includes, if they were read without an error that
            stops a build; such errors are left to the build.
        """
        times = self._read_source_times()
        # The difference contains files that were changed, added or removed.
        changed = times.items() ^ self.source_times.items()
        if not changed:
            return []
        has_changed_specification = not {path for path, _ in changed}.isdisjoint(
            state_of(self.app).specs.paths
        )
        self.source_times = times
        with suppress(DocsNavError):
            renew_navigation(self.app, self.folder / STORAGE if has_changed_specification else None)
            self.__dict__.pop("_documents", None)
            # Add files that docs.json includes now; keep the times from before they were read.
            self.source_times = self._read_source_times() | times
            return [*state_of(self.app).docs.source.files]
        return []

    @cached_property
    def _documents(self) -> dict[str, str]:
        return map_documents(self.app)

    def _write_page(self, docname: str, file: Path) -> None:
        builder = self.builder
        builder.phase = BuildPhase.RESOLVING
        doctree = resolve_doctree(self.app.env, docname, builder)
        builder.phase = BuildPhase.WRITING
        # Replaced for this page only, because an extension may write other pages with this method.
        write = partial(builder.handle_page, outfilename=file)
        builder.handle_page = write  # type: ignore[method-assign]  # of this process
        builder.write_doc_serialized(docname, doctree)
        builder.write_doc(docname, doctree)
        del builder.handle_page
        builder.copy_image_files()
        builder.copy_download_files()
