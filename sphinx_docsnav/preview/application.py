"""The application of a build of the preview, and what it reports."""

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

from sphinx_docsnav.core.guard import cause_of, file_gone
from sphinx_docsnav.core.log import SiteError, shown_message
from sphinx_docsnav.core.site.content_digests import files_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import shown_path
from sphinx_docsnav.garbage import collect_again
from sphinx_docsnav.messages import MachineMessage
from sphinx_docsnav.preview.channel import PREVIOUS, SphinxArguments, send
from sphinx_docsnav.preview.drafter import (
    Surroundings,
    documents_by_url,
    fork_drafter,
    serve_drafts,
)

PACKAGE = __name__.partition(".")[0]
"""The name of this package."""
LAST = 10_000
"""The priority of handlers that come after all others."""
FAILED = 2
"""The exit code of ``sphinx-build`` after an exception."""
MANY_PAGES = 20
"""How many pages a build reads, at least, for its first drafter to start before it reads them."""
PROGRESS_INTERVAL = 0.25
"""Seconds between two messages about progress."""
TEMPLATE_OPTIONS = (
    *("block_start_string", "block_end_string", "variable_start_string", "variable_end_string"),
    *("comment_start_string", "comment_end_string", "line_statement_prefix"),
    *("line_comment_prefix", "trim_blocks", "lstrip_blocks", "newline_sequence"),
    *("keep_trailing_newline", "optimized", "is_async"),
)
"""The options of an environment of Jinja that decide how a template is compiled."""


@dataclass
class Session(Surroundings):
    """What a build shares with the worker, and what it finds."""

    report: Path
    """The file of this build's report."""
    requested_urls: Path
    """The file with the URLs of the pages that are requested, one on each line."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    """The messages that were shown."""
    documents: set[str] = field(default_factory=set)
    """The documents that were read or resolved: all of their messages are here."""
    failure: dict[str, Any] | None = None
    """What has ended the build, as a message."""
    app: PreviewApplication | None = None
    """The application, once it builds."""
    anew: bool = False
    """Whether all documents are read and all pages written, as in an empty folder."""
    began: float = 0.0
    """When the preview began, in seconds as those of files."""

    @contextmanager
    def noting_failure(self, app: Sphinx) -> Iterator[None]:
        """Note the exception that ends the build, with its line in the project.

        The errors that a `SiteError` repeats have been logged.
        """
        try:
            yield
        except SiteError:
            raise
        except Exception as error:
            self.failure = asdict(_failure(error, app))
            raise

    def write(self, code: int) -> None:
        """Write the report, and the modules that later builds will import, too."""
        pages: dict[str, str] = {}
        documents: list[str] = []
        if self.app is not None:
            env, root = self.app.env, Path(self.app.srcdir)
            names = {name: shown_path(Path(env.doc2path(name)), root) for name in env.found_docs}
            with suppress(Exception):  # a builder without pages has no URLs
                url = self.app.builder.get_target_uri
                pages = {file: unquote(url(name)) for name, file in names.items()}
            documents = sorted(names[name] for name in self.documents & names.keys())
            ours = [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]
            modules = "\n".join([*self.app.extensions, *ours])
            (self.folder / "modules").write_text(modules, encoding="utf-8")
        report = {"code": code, "faults": self.faults, "failure": self.failure}
        report |= {"documents": documents, "pages": pages}
        self.report.write_text(json.dumps(report), encoding="utf-8")


def run_build(arguments: SphinxArguments, session: Session) -> int:
    """Build as ``sphinx-build`` does; return its exit code."""
    sys.argv = ["sphinx-build", arguments.source, arguments.output]
    with suppress(locale.Error):  # the language of the terminal is not installed
        locale.setlocale(locale.LC_ALL, "")
    sphinx.locale.init_console()
    if not color_terminal():
        nocolor()
    previous = session.folder / PREVIOUS
    # A build of everything that has failed, or was killed, is begun again.
    session.anew = session.anew or previous.is_dir()
    try:
        if session.anew:
            _set_output_aside(arguments, previous, session.began)
        code = _build(arguments, session)
        if session.anew and code in (0, 1):  # 1 after errors of pages; all are written
            shutil.rmtree(previous)
        session.write(code)
    except OSError as error:  # as on a full disk
        sys.stderr.write(f"The build or its report cannot be written: {error}\n")
        code = FAILED
    return code


def _set_output_aside(arguments: SphinxArguments, previous: Path, began: float) -> None:
    """Move what builds of the preview have written out of the output, where Sphinx begins anew.

    A file from before the preview *began* may be the author's, and stays; so do all files if the
    sources are in the output, too. A record of the files that builds have written would tell them
    apart without times.
    """
    previous.mkdir(exist_ok=True)
    output = Path(arguments.output).resolve()
    sources = [Path(name).resolve() for name in (arguments.source, arguments.conf) if name]
    if any(source.is_relative_to(output) for source in sources):
        return
    doctrees = Path(arguments.doctrees).resolve()
    for folder, _, names in os.walk(output, topdown=False):
        here = Path(folder)
        if here.is_relative_to(doctrees):
            continue
        there = previous / here.relative_to(output)
        there.mkdir(parents=True, exist_ok=True)
        for path in (here / name for name in names):
            if path.lstat().st_ctime >= began:
                shutil.move(path, there / path.name)
        with suppress(OSError):  # it has other files, or is in use
            here.rmdir()


def _build(arguments: SphinxArguments, session: Session) -> int:
    """Build, and write to the terminal what ends the build; return the exit code."""
    try:
        with patch_docutils(arguments.conf or arguments.source), docutils_namespace():
            app = PreviewApplication(arguments, session)
            app.build(force_all=session.anew)
            return app.statuscode
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except Exception as error:  # noqa: BLE001 -- of extensions: the next build may do better
        sys.stderr.write(f"{_description(error, session)}\n")
        return FAILED


def _description(error: Exception, session: Session) -> str:
    """Return the line about what has ended the build, and where its traceback is."""
    failure = session.failure
    if failure is None:  # its errors have been shown
        category = error.category if isinstance(error, SphinxError) else type(error).__name__
        return f"{category}: {error}; nothing was built"
    place = ":".join(str(part) for part in (failure["file"], failure["line"]) if part)
    text = f"{place}: ERROR: {failure['message']}; correct it, and save"
    if isinstance(error, SphinxError) and error.__cause__ is None and cause_of(error) is error:
        return text  # a message for users, which wraps no exception
    trace = session.folder / "traceback.txt"
    trace.write_text("".join(traceback.format_exception(error)), "utf-8")
    return f"{text} (traceback: {trace})"


def _failure(error: Exception, app: Sphinx) -> MachineMessage:
    """Return what *error* says; its place is the innermost one in the files of the project."""
    root = Path(getattr(app, "srcdir", "."))
    folders = (root, Path(getattr(app, "confdir", root)))
    cause = error.__cause__ or error
    calls = traceback.extract_tb(cause.__traceback__)
    places = [(Path(call.filename), call.lineno) for call in calls]
    if isinstance(cause, SyntaxError) and cause.filename:
        places.append((Path(cause.filename), cause.lineno))
    places = [(path, line) for path, line in places if _is_in_project(path, folders)]
    # The error of a file that was deleted during the build hides the one of the system.
    gone = file_gone(app, error) or (error.__context__ and file_gone(app, error.__context__))
    path, line = places[-1] if places else (gone or folders[1] / "conf.py", None)
    # The text of an error in conf.py is a whole traceback.
    root_error = cause if isinstance(error, ConfigError) else error
    name = "" if isinstance(root_error, SphinxError) else f"{type(root_error).__name__}: "
    return MachineMessage(
        level="error",
        type=None,
        file=shown_path(path, root),
        line=line,
        column=None,
        pointer=None,
        message=f"the build has ended: {name}{root_error}",
        hint="correct it, and save; the terminal has the rest",
    )


def _is_in_project(path: Path, folders: Sequence[Path]) -> bool:
    """Return whether a module is the project's own, not one of an environment inside of it."""
    return "site-packages" not in path.parts and any(map(path.is_relative_to, folders))


class PreviewApplication(Sphinx):
    """An application that reports its messages, and leaves drafters behind."""

    is_drafter = False
    """Whether this process has become a drafter."""
    documents_read: Sequence[str] = ()
    """The documents that the first drafter has read."""
    drafter_listener = 0
    """The number of the handler that leaves a drafter."""
    began = 0
    """When the build began, in microseconds by the clock of the files."""

    def __init__(self, arguments: SphinxArguments, session: Session) -> None:
        self.session = session
        """What it shares with the worker."""
        with session.noting_failure(self):
            super().__init__(
                arguments.source,
                arguments.conf,
                arguments.output,
                arguments.doctrees,
                "html",
                dict(arguments.settings),
                sys.stdout,
                sys.stderr,
                freshenv=session.anew,
                parallel=arguments.jobs,
            )

    def setup_extension(self, extname: str) -> None:
        """Set up an extension; before the first one, listen to the log and to the build."""
        if not self.extensions:
            self._listen()
        super().setup_extension(extname)

    def _listen(self) -> None:
        logger = logging.getLogger(NAMESPACE)
        logger.setLevel(min(handler.level for handler in logger.handlers))  # no more are made
        for handler in logger.handlers:
            if handler.level >= logging.WARNING:
                handler.addFilter(_Recorder(self))

    def build(self, force_all: bool = False, filenames: Sequence[Path] = ()) -> None:  # noqa: FBT001, FBT002 -- as there
        """Build, and leave drafters behind if there is an author who may look at pages."""
        self.session.app = self
        self.began = self.session.requested_urls.stat().st_mtime_ns // 1_000
        templates = getattr(getattr(self.builder, "templates", None), "environment", None)
        if templates is not None:
            with suppress(RuntimeError):  # the system has no safe temporary folder
                templates.bytecode_cache = CompiledTemplates()
        progress = _Progress(self)
        self.connect("env-before-read-docs", progress.begin, LAST)
        self.connect("doctree-read", progress.read, LAST)
        self.connect("env-merge-info", progress.merged, LAST)
        self.connect("doctree-resolved", progress.written, LAST)
        self.connect("env-get-outdated", _saved_since, LAST)
        self.connect("env-before-read-docs", _note_documents, LAST)
        self.connect("env-updated", self._note_times, LAST)
        self.connect("doctree-resolved", _note_document, LAST)
        if isinstance(self.builder, StandaloneHTMLBuilder):
            self.connect("env-before-read-docs", self._leave_first_drafter, LAST + 1)
            self.drafter_listener = self.connect("env-updated", self._leave_drafter, LAST)
        self.connect("env-before-read-docs", self._collect_from_now_on, LAST + 2)
        with self.session.noting_failure(self):
            super().build(force_all, filenames)

    def _note_times(self, _app: Sphinx, env: BuildEnvironment) -> None:
        """Let pages that are saved while they are read be read again: Sphinx notes their end."""
        state = find_state(self)
        generated = state.generated.keys() if state else set()
        for docname in (self.session.documents & env.all_docs.keys()) - generated:
            env.all_docs[docname] = min(env.all_docs[docname], self.began)

    def _collect_from_now_on(self, *_arguments: object) -> None:
        """Let garbage be collected: until here, all objects stay in use, as in a drafter."""
        if not self.is_drafter:
            collect_again()

    def _leave_first_drafter(
        self, _app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """If many pages are about to be read, leave a drafter that reads those asked for."""
        if len(docnames) >= MANY_PAGES and fork_drafter():
            self.is_drafter, self.parallel = True, 0
            documents = documents_by_url(self)
            requested = {self.config.root_doc} - env.all_docs.keys()
            urls = self.session.requested_urls.read_text("utf-8").splitlines()
            requested |= {documents[url] for url in urls if url in documents}
            docnames[:] = self.documents_read = [name for name in docnames if name in requested]

    def _leave_drafter(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Leave a drafter that knows all pages."""
        if self.is_drafter or fork_drafter():
            self.disconnect(self.drafter_listener)
            serve_drafts(self, self.session, self.documents_read)


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates for later builds, also of other previews.

    :raises RuntimeError: the system has no temporary folder that is safe.
    """

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Return the cache entry of a template; another one for each set of options of Jinja."""
        values = [getattr(environment, option) for option in TEMPLATE_OPTIONS]
        options = repr((values, sorted(environment.extensions)))
        return super().get_bucket(environment, f"{name} {options}", filename, source)


def _saved_since(
    _app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], _removed: set[str]
) -> list[str]:
    """Return the documents whose files were replaced by older ones since they were read (``mv``).

    Sphinx compares the times of the content, and those are older.
    """

    @cache
    def changed_at(path: Path) -> int:
        with suppress(OSError):
            return path.stat().st_ctime_ns // 1_000
        return 0

    return [
        docname
        for docname in env.all_docs.keys() & env.found_docs - added - changed
        if max(map(changed_at, files_of(env, docname))) > env.all_docs[docname]
    ]


def _note_documents(app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
    _session(app).documents.update(docnames)


def _note_document(app: Sphinx, _doctree: object, docname: str) -> None:
    _session(app).documents.add(docname)


def _session(app: Sphinx) -> Session:
    assert isinstance(app, PreviewApplication)  # noqa: S101 -- it has connected the handlers
    return app.session


class _Progress:
    """Tells how many pages the building process has read and written, a few times per second."""

    def __init__(self, app: PreviewApplication) -> None:
        self.events = app.session.events
        self.process = os.getpid()
        self.total = self.count = 0
        self.reported = -PROGRESS_INTERVAL

    def begin(self, _app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
        """Note how many pages are to be read."""
        self.total = len(docnames)

    def read(self, _app: Sphinx, _doctree: object) -> None:
        """Count a page that this process has read."""
        self._report("Reading", 1)

    def merged(self, _app: Sphinx, _env: object, docnames: Sequence[str], _other: object) -> None:
        """Count the pages that another process has read."""
        self._report("Reading", len(docnames))

    def written(self, _app: Sphinx, _doctree: object, _docname: str) -> None:
        """Count a page that is about to be written."""
        if self.total:
            self.total = self.count = 0
        self._report("Writing", 1)

    def _report(self, step: str, pages: int) -> None:
        self.count += pages
        now = time.monotonic()
        if os.getpid() == self.process and now - self.reported >= PROGRESS_INTERVAL:
            self.reported = now
            total = f" of {self.total:,}" if self.total else ""
            text = f"{step} page {self.count:,}{total}"
            send(self.events, {"event": "progress", "text": text})


class _Recorder(logging.Filter):
    """Notes the messages that pass all other filters."""

    def __init__(self, app: PreviewApplication) -> None:
        super().__init__()
        self.app = app

    def filter(self, record: logging.LogRecord) -> bool:
        """Note *record*, and let it through."""
        self.app.session.faults.append(asdict(shown_message(record, Path(self.app.srcdir))))
        return True
