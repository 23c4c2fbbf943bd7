"""The application of a build of the preview, and what it reports."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import sphinx.cmd.build
from jinja2 import FileSystemBytecodeCache
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.logging import NAMESPACE

from sphinx_docsnav.core.log import shown_message
from sphinx_docsnav.faults import shown_path
from sphinx_docsnav.preview.channel import send
from sphinx_docsnav.preview.drafter import fork_drafter, serve_drafts

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

LAST = 10_000
"""The priority of handlers that come after all others."""


@dataclass
class Session:
    """What a build shares with the worker, and what it finds."""

    batch: int
    """The number of the changes that it builds."""
    folder: Path
    """Where reports and drafts are written."""
    report: Path
    """The file of this build's report."""
    drafters: socket.socket
    """Takes the sockets of drafters."""
    events: int
    """The file descriptor of the pipe for events."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    """The messages that were shown."""
    documents: set[str] = field(default_factory=set)
    """The documents that were read or resolved: all of their messages are here."""
    app: Sphinx | None = None
    """The application, once it builds."""

    def write(self, code: int) -> None:
        """Write the report."""
        pages: dict[str, str] = {}
        seen: list[str] = []
        if self.app is not None:
            env, root = self.app.env, Path(self.app.srcdir)
            names = {name: shown_path(Path(env.doc2path(name)), root) for name in env.found_docs}
            with suppress(Exception):  # a builder without pages has no URLs
                url = self.app.builder.get_target_uri
                pages = {file: unquote(url(name)) for name, file in names.items()}
            seen = sorted(names[name] for name in self.documents & names.keys())
        report = {"code": code, "faults": self.faults, "documents": seen, "pages": pages}
        self.report.write_text(json.dumps(report), encoding="utf-8")


def run_build(arguments: list[str], session: Session) -> int:
    """Run ``sphinx-build`` with *arguments*; return its exit code."""

    class Application(PreviewApplication):
        """Has the session; Sphinx's command line gives no other way to it."""

        def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
            self.session = session
            super().__init__(*given, **named)

    sys.argv = ["sphinx-build", *arguments]
    sphinx.cmd.build.Sphinx = Application  # type: ignore[attr-defined]  # in this process alone
    code: int = 2
    try:
        code = sphinx.cmd.build.main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 2
    try:
        session.write(code)
    except OSError as error:  # as on a full disk
        sys.stderr.write(f"The report of the build cannot be written: {error}\n")
        code = 2
    return code


class PreviewApplication(Sphinx):
    """An application that reports its messages, and leaves drafters behind."""

    session: Session
    """What it shares with the worker."""
    drafting = False
    """Whether this process has become a drafter."""
    last = 0
    """The listener that makes drafters."""

    def setup_extension(self, extname: str) -> None:
        """Set up an extension; before the first one, listen to the log, which is ready then."""
        if not self.extensions:
            self._listen()
        super().setup_extension(extname)

    def _listen(self) -> None:
        for handler in logging.getLogger(NAMESPACE).handlers:
            if handler.level >= logging.WARNING:
                handler.addFilter(_Recorder(self))

    def build(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
        """Build, and leave drafters behind if there is an author who may look at pages."""
        self.session.app = self
        templates = getattr(getattr(self.builder, "templates", None), "environment", None)
        if templates is not None:
            templates.bytecode_cache = FileSystemBytecodeCache(str(self.session.folder))
        names = "\n".join(self.extensions)
        (self.session.folder / "extensions").write_text(names, encoding="utf-8")
        progress = _Progress(self)
        self.connect("env-before-read-docs", progress.begin, LAST)
        self.connect("doctree-read", progress.read, LAST)
        self.connect("env-merge-info", progress.merged, LAST)
        self.connect("doctree-resolved", progress.written, LAST)
        self.connect("env-before-read-docs", _note_documents, LAST)
        self.connect("doctree-resolved", _note_document, LAST)
        if type(self.builder).write_doc is StandaloneHTMLBuilder.write_doc:
            self.connect("env-before-read-docs", self._leave_first_drafter, LAST + 1)
            self.last = self.connect("env-updated", self._leave_drafter, LAST)
        super().build(*arguments, **named)

    def _leave_first_drafter(
        self, _app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """If many pages are about to be read, leave a drafter that reads those asked for."""
        if len(docnames) >= MANY and fork_drafter():
            self.drafting = True
            wanted = {self.config.root_doc} - env.all_docs.keys()
            docnames[:] = [name for name in docnames if name in wanted]

    def _leave_drafter(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Leave a drafter that knows all pages."""
        if self.drafting or fork_drafter():
            self.disconnect(self.last)
            serve_drafts(self, self.session)


MANY = 20
"""From how many pages to read on a page is not waited for."""


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
        self.told = -OFTEN

    def begin(self, _app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
        """Note how many pages are to be read."""
        self.total = len(docnames)

    def read(self, _app: Sphinx, _doctree: object) -> None:
        """Count a page that this process has read."""
        self._tell("Reading", 1)

    def merged(self, _app: Sphinx, _env: object, docnames: Sequence[str], _other: object) -> None:
        """Count the pages that another process has read."""
        self._tell("Reading", len(docnames))

    def written(self, _app: Sphinx, _doctree: object, _docname: str) -> None:
        """Count a page that is about to be written."""
        if self.total:
            self.total = self.count = 0
        self._tell("Writing", 1)

    def _tell(self, step: str, pages: int) -> None:
        self.count += pages
        now = time.monotonic()
        if os.getpid() == self.process and now - self.told >= OFTEN:
            self.told = now
            total = f" of {self.total:,}" if self.total else ""
            text = f"{step} page {self.count:,}{total}"
            send(self.events, {"event": "progress", "text": text})


OFTEN = 0.25
"""Seconds between two messages about progress."""


class _Recorder(logging.Filter):
    """Notes the messages that pass all other filters."""

    def __init__(self, app: PreviewApplication) -> None:
        super().__init__()
        self.app = app

    def filter(self, record: logging.LogRecord) -> bool:
        """Note *record*, and let it through."""
        self.app.session.faults.append(asdict(shown_message(record, Path(self.app.srcdir))))
        return True
