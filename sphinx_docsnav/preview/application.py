"""The application of a build of the preview, and its report."""

from __future__ import annotations

import json
import locale
import logging
import os
import shutil
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import sphinx.locale
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError, SphinxError
from sphinx.util.console import color_terminal, nocolor
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.logging import NAMESPACE

from sphinx_docsnav.core.guard import find_cause, find_missing_file
from sphinx_docsnav.core.log import SiteError, make_machine_message
from sphinx_docsnav.core.site.content_digests import list_files
from sphinx_docsnav.core.site.generate import count_pages
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import shown_path
from sphinx_docsnav.garbage import collect_again
from sphinx_docsnav.messages import MachineMessage
from sphinx_docsnav.preview.channel import PREVIOUS_OUTPUT, SphinxArguments, send
from sphinx_docsnav.preview.drafter import (
    BuildSession,
    fork_drafter,
    map_documents,
    serve_drafts,
)

PACKAGE = __name__.partition(".")[0]
"""The name of this package."""
LAST_PRIORITY = 10_000
"""The priority of handlers that run after all others."""
FAILURE_EXIT_CODE = 2
"""The exit code of ``sphinx-build`` after an exception."""
MANY_PAGES = 20
"""The number of pages to read from which a build forks its first drafter before reading them."""
PROGRESS_INTERVAL = 0.25
"""The interval between messages about progress, in seconds."""
TEMPLATE_OPTIONS = (
    *("block_start_string", "block_end_string", "variable_start_string", "variable_end_string"),
    *("comment_start_string", "comment_end_string", "line_statement_prefix"),
    *("line_comment_prefix", "trim_blocks", "lstrip_blocks", "newline_sequence"),
    *("keep_trailing_newline", "optimized", "is_async"),
)
"""The options of a Jinja environment that affect how templates are compiled."""


@dataclass
class Session(BuildSession):
    """The data that the worker passes to a build, and the data for the report of the build."""

    report: Path
    """The file of this build's report."""
    requested_urls: Path
    """The file with the URLs of the pages that are requested, one on each line."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    """The messages of the build."""
    documents: set[str] = field(default_factory=set)
    """The documents that were read or resolved, whose messages are complete."""
    failure: dict[str, Any] | None = None
    """The message about the exception that has stopped the build."""
    app: PreviewApplication | None = None
    """The application; ``None`` before it builds."""
    is_rebuild: bool = False
    """Whether all documents are read and all pages written, as in an empty folder."""
    began: float = 0.0
    """The start of the preview, in seconds on the clock of the file system."""

    @contextmanager
    def noting_failure(self, app: Sphinx) -> Iterator[None]:
        """Record an exception that stops the build, with its position in the project.

        The causes of a `SiteError` have been logged before.
        """
        try:
            yield
        except SiteError:
            raise
        except Exception as error:
            self.failure = _make_failure(error, app)
            raise

    def write(self, code: int) -> None:
        """Write the report, and the list of modules for later builds to import."""
        pages: dict[str, str] = {}
        documents: list[str] = []
        page_count = 0
        if self.app is not None:
            page_count = count_pages(self.app)
            env, root = self.app.env, Path(self.app.srcdir)
            names = {name: shown_path(Path(env.doc2path(name)), root) for name in env.found_docs}
            # A builder without pages has no URLs.
            with suppress(Exception):
                url = self.app.builder.get_target_uri
                pages = {file: unquote(url(name)) for name, file in names.items()}
            documents = sorted(names[name] for name in self.documents & names.keys())
            own_modules = [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]
            modules = "\n".join([*self.app.extensions, *own_modules])
            (self.folder / "modules").write_text(modules, encoding="utf-8")
        report = {"code": code, "faults": self.faults, "failure": self.failure}
        report |= {"documents": documents, "pages": pages, "page_count": page_count}
        self.report.write_text(json.dumps(report), encoding="utf-8")


def run_build(arguments: SphinxArguments, session: Session) -> int:
    """Build as ``sphinx-build`` does; return its exit code."""
    options = ["--show-traceback"] if arguments.shows_traceback else []
    sys.argv = ["sphinx-build", arguments.source, arguments.output, *options]
    # The locale of the terminal may not be installed.
    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    sphinx.locale.init_console()
    if not color_terminal():
        nocolor()
    previous = session.folder / PREVIOUS_OUTPUT
    # A build of everything that has failed or was killed is repeated.
    session.is_rebuild = session.is_rebuild or previous.is_dir()
    try:
        if session.is_rebuild:
            _move_output_aside(arguments, previous, session.began)
        code = _build(arguments, session)
        if session.is_rebuild and code in (0, 1):  # 1 after errors of pages; all are written
            shutil.rmtree(previous)
        session.write(code)
    # For example, the disk is full.
    except OSError as error:
        sys.stderr.write(f"The build or its report cannot be written: {error}\n")
        code = FAILURE_EXIT_CODE
    return code


def _move_output_aside(arguments: SphinxArguments, previous: Path, began: float) -> None:
    """Move the files that builds of the preview have written from the output to *previous*.

    Files from before the preview may belong to the author, and are kept; so are all files if the
    output contains the sources.

    :param began: the start of the preview, in seconds.
    """
    previous.mkdir(exist_ok=True)
    output = Path(arguments.output).resolve()
    sources = [Path(name).resolve() for name in (arguments.source, arguments.conf) if name]
    if any(source.is_relative_to(output) for source in sources):
        return
    doctrees = Path(arguments.doctrees).resolve()
    # From the innermost folder, so that a folder is empty when its turn comes.
    for folder, _, names in os.walk(output, topdown=False):
        folder_path = Path(folder)
        if folder_path.is_relative_to(doctrees):
            continue
        target = previous / folder_path.relative_to(output)
        target.mkdir(parents=True, exist_ok=True)
        for path in (folder_path / name for name in names):
            # The change time: a copied file may have an older modification time.
            if path.lstat().st_ctime >= began:
                shutil.move(path, target / path.name)
        # The folder may contain other files, or be in use.
        with suppress(OSError):
            folder_path.rmdir()


def _build(arguments: SphinxArguments, session: Session) -> int:
    """Build, describe an exception that stops the build, and return the exit code."""
    try:
        with patch_docutils(arguments.conf or arguments.source), docutils_namespace():
            app = PreviewApplication(arguments, session)
            app.build(force_all=session.is_rebuild)
            return app.statuscode
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILURE_EXIT_CODE
    except SiteError:
        # The causes have been logged before.
        return FAILURE_EXIT_CODE
    except Exception as error:  # noqa: BLE001 -- the next build may succeed
        if arguments.shows_traceback or arguments.is_verbose:
            traceback.print_exception(error)
        elif session.failure is None:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return FAILURE_EXIT_CODE


def _make_failure(error: Exception, app: Sphinx) -> dict[str, Any]:
    """Return the message about *error*, with the innermost position in the project's files.

    :returns: the fields of `MachineMessage`, and as ``text`` the line for the terminal.
    """
    root = Path(getattr(app, "srcdir", "."))
    cause = error.__cause__ or error
    calls = traceback.extract_tb(cause.__traceback__)
    # The traceback of a syntax error ends where the file is compiled, not in the file.
    positions = [(Path(call.filename), call.lineno) for call in calls]
    if isinstance(cause, SyntaxError) and cause.filename:
        positions.append((Path(cause.filename), cause.lineno))
    positions = [(path, line) for path, line in positions if _is_in_project(path, root)]
    # If a file was deleted during the build, the error is a consequence of that of the system.
    missing_file = find_missing_file(app, error) or (
        error.__context__ and find_missing_file(app, error.__context__)
    )
    # A site without conf.py has one in a temporary folder, which contains nothing of the author.
    settings_file = root / ("conf.py" if (root / "conf.py").is_file() else "docs.json")
    path, line = positions[-1] if positions else (missing_file or settings_file, None)
    # The text of an error in conf.py is a whole traceback.
    root_error = cause if isinstance(error, ConfigError) else error
    name = "" if isinstance(root_error, SphinxError) else f"{type(root_error).__name__}: "
    # An error that Sphinx or an extension raises as a message for users needs no traceback.
    is_for_users = isinstance(error, SphinxError) and cause is error and find_cause(error) is error
    failure = MachineMessage(
        level="error",
        type=None,
        file=shown_path(path, root),
        line=line,
        column=None,
        pointer=None,
        message=f"the build has ended: {name}{root_error}",
        hint="correct it, and save" + ("" if is_for_users else "; --traceback shows the traceback"),
    )
    place = ":".join(str(part) for part in (failure.file, line) if part)
    text = f"{place}: ERROR: {failure.message}; {failure.hint}"
    return {**asdict(failure), "text": text}


def _is_in_project(path: Path, root: Path) -> bool:
    """Return whether a module belongs to the project, and not to an environment inside it."""
    return "site-packages" not in path.parts and path.is_relative_to(root)


class PreviewApplication(Sphinx):
    """An application that records its messages, and forks drafters."""

    is_drafter = False
    """Whether this process has become a drafter."""
    documents_read: Sequence[str] = ()
    """The documents that the first drafter has read."""
    drafter_listener = 0
    """The number of the handler that forks a drafter."""
    began = 0
    """The start of the build, in microseconds on the clock of the file system."""

    def __init__(self, arguments: SphinxArguments, session: Session) -> None:
        self.session = session
        """The data of the build."""
        with session.noting_failure(self):
            super().__init__(
                arguments.source,
                arguments.conf,
                arguments.output,
                arguments.doctrees,
                "html",
                dict(arguments.settings),
                # Without -v, the server prints the messages of the report that are new.
                sys.stdout if arguments.is_verbose else None,
                sys.stderr if arguments.is_verbose else None,
                freshenv=session.is_rebuild,
                parallel=arguments.jobs,
                verbosity=int(arguments.is_verbose),
            )

    def setup_extension(self, extname: str) -> None:
        """Set up an extension; before the first one, start to record the log."""
        if not self.extensions:
            self._listen_to_log()
        super().setup_extension(extname)

    def _listen_to_log(self) -> None:
        logger = logging.getLogger(NAMESPACE)
        logger.setLevel(min(handler.level for handler in logger.handlers))  # no more are made
        for handler in logger.handlers:
            if handler.level >= logging.WARNING:
                handler.setFormatter(_MessageRecorder(self, handler.formatter))

    def build(self, force_all: bool = False, filenames: Sequence[Path] = ()) -> None:  # noqa: FBT001, FBT002 -- Sphinx's signature
        """Build, and fork drafters."""
        self.session.app = self
        # The worker wrote this file before the fork; its time is that of the file system.
        self.began = self.session.requested_urls.stat().st_mtime_ns // 1_000
        templates = getattr(getattr(self.builder, "templates", None), "environment", None)
        if templates is not None:
            # The system may have no safe temporary folder.
            with suppress(RuntimeError):
                templates.bytecode_cache = CompiledTemplates()
        progress = _ProgressReporter(self)
        self.connect("env-before-read-docs", progress.begin, LAST_PRIORITY)
        self.connect("doctree-read", progress.count_read, LAST_PRIORITY)
        self.connect("env-merge-info", progress.count_merged, LAST_PRIORITY)
        self.connect("doctree-resolved", progress.count_written, LAST_PRIORITY)
        self.connect("env-get-outdated", _find_replaced, LAST_PRIORITY)
        self.connect("env-before-read-docs", self._note_documents, LAST_PRIORITY)
        self.connect("env-updated", self._note_times, LAST_PRIORITY)
        self.connect("doctree-resolved", self._note_document, LAST_PRIORITY)
        if isinstance(self.builder, StandaloneHTMLBuilder):
            self.connect("env-before-read-docs", self._leave_first_drafter, LAST_PRIORITY + 1)
            self.drafter_listener = self.connect("env-updated", self._leave_drafter, LAST_PRIORITY)
        self.connect("env-before-read-docs", self._collect_from_now_on, LAST_PRIORITY + 2)
        with self.session.noting_failure(self):
            super().build(force_all, filenames)

    def _note_documents(self, _app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
        self.session.documents.update(docnames)

    def _note_document(self, _app: Sphinx, _doctree: object, docname: str) -> None:
        self.session.documents.add(docname)

    def _note_times(self, _app: Sphinx, env: BuildEnvironment) -> None:
        """Set the times of documents to the start of the build, instead of the end of reading.

        Otherwise, a page that is saved while it is read would not be read again.
        """
        state = find_state(self)
        generated = state.generated.keys() if state else set()
        for docname in (self.session.documents & env.all_docs.keys()) - generated:
            env.all_docs[docname] = min(env.all_docs[docname], self.began)

    def _collect_from_now_on(self, *_arguments: object) -> None:
        """Enable garbage collection, unless this process is a drafter; there was none before."""
        if not self.is_drafter:
            collect_again()

    def _leave_first_drafter(
        self, _app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """Fork a drafter that reads only the requested pages, if there are many pages to read."""
        if len(docnames) >= MANY_PAGES and fork_drafter():
            self.is_drafter, self.parallel = True, 0
            documents = map_documents(self)
            # The start page, too, because it compiles the templates before the first request.
            requested = {self.config.root_doc} - env.all_docs.keys()
            urls = self.session.requested_urls.read_text("utf-8").splitlines()
            requested |= {documents[url] for url in urls if url in documents}
            docnames[:] = self.documents_read = [name for name in docnames if name in requested]

    def _leave_drafter(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Fork a drafter that has all pages."""
        if self.is_drafter or fork_drafter():
            self.disconnect(self.drafter_listener)
            serve_drafts(self, self.session, self.documents_read)


class CompiledTemplates(FileSystemBytecodeCache):
    """A cache of compiled templates for later builds, which all previews share.

    :raises RuntimeError: the system has no safe temporary folder.
    """

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Return the cache entry of a template, which depends on the options of Jinja."""
        values = [getattr(environment, option) for option in TEMPLATE_OPTIONS]
        # Jinja's own key contains only the name of the template and its path.
        options = repr((values, sorted(environment.extensions)))
        return super().get_bucket(environment, f"{name} {options}", filename, source)


def _find_replaced(
    _app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], _removed: set[str]
) -> list[str]:
    """Return the documents whose files were replaced by older files (``env-get-outdated``).

    Sphinx compares only modification times, which ``mv`` does not change.
    """

    @cache
    def changed_at(path: Path) -> int:
        with suppress(OSError):
            return path.stat().st_ctime_ns // 1_000
        return 0

    return [
        docname
        for docname in env.all_docs.keys() & env.found_docs - added - changed
        if max(map(changed_at, list_files(env, docname))) > env.all_docs[docname]
    ]


class _ProgressReporter:
    """Reports how many pages the build has read and written, a few times per second."""

    def __init__(self, app: PreviewApplication) -> None:
        self.events = app.session.events
        self.process = os.getpid()
        self.total = self.count = 0
        self.reported = -PROGRESS_INTERVAL

    def begin(self, _app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
        """Set the number of pages to read."""
        self.total = len(docnames)

    def count_read(self, _app: Sphinx, _doctree: object) -> None:
        """Count a page that this process has read."""
        self._report("Reading", 1)

    def count_merged(
        self, _app: Sphinx, _env: object, docnames: Sequence[str], _other: object
    ) -> None:
        """Count the pages that a worker process has read."""
        self._report("Reading", len(docnames))

    def count_written(self, _app: Sphinx, _doctree: object, _docname: str) -> None:
        """Count a page that is about to be written."""
        # The first page to write: reading is complete.
        if self.total:
            self.total = self.count = 0
        self._report("Writing", 1)

    def _report(self, step: str, pages: int) -> None:
        self.count += pages
        now = time.monotonic()
        # Worker processes of Sphinx inherit this handler, but count only their own pages.
        if os.getpid() == self.process and now - self.reported >= PROGRESS_INTERVAL:
            self.reported = now
            total = f" of {self.total:,}" if self.total else ""
            text = f"{step} page {self.count:,}{total}"
            send(self.events, {"event": "progress", "text": text})


class _MessageRecorder(logging.Formatter):
    """Records the messages that have passed all filters of the log, with their lines of text."""

    def __init__(self, app: PreviewApplication, formatter: logging.Formatter | None) -> None:
        super().__init__()
        self.app = app
        self.formatter = formatter or logging.Formatter()
        """The formatter of Sphinx, which adds colours for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return *record* as text, and add both to the session."""
        text = self.formatter.format(record)
        message = make_machine_message(record, Path(self.app.srcdir))
        self.app.session.faults.append({**asdict(message), "text": text})
        return text
