"""The application of a build of the preview, and what it reports."""

from __future__ import annotations

import gc
import json
import logging
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import sphinx.cmd.build
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError, SphinxError
from sphinx.util.logging import NAMESPACE

from sphinx_docsnav.core.guard import file_gone
from sphinx_docsnav.core.log import shown_message
from sphinx_docsnav.core.site.content_digests import files_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import shown_path
from sphinx_docsnav.messages import MachineMessage
from sphinx_docsnav.preview.channel import send
from sphinx_docsnav.preview.drafter import (
    Surroundings,
    documents_by_url,
    fork_drafter,
    serve_drafts,
)
from sphinx_docsnav.preview.in_place import FilesRead, UpdateInPlace, complete_index

OWN = __name__.partition(".")[0]
LAST = 10_000
"""The priority of handlers that come after all others."""


@dataclass
class Session(Surroundings):
    """What a build shares with the worker, and what it finds."""

    report: Path
    """The file of this build's report."""
    wanted: Path
    """The file with the URLs of the pages that are asked for, one on each line."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    """The messages that were shown."""
    documents: set[str] = field(default_factory=set)
    """The documents that were read or resolved: all of their messages are here."""
    failure: dict[str, Any] | None = None
    """What has ended the build, as a message."""
    app: PreviewApplication | None = None
    """The application, once it builds."""
    whole: bool = False
    """Whether all documents are read and written anew, in another folder."""
    began: float = 0.0
    """When the preview began, in seconds as those of files."""

    @contextmanager
    def noting(self, app: Sphinx) -> Iterator[None]:
        """Note the exception that ends the build, with its line in the project."""
        try:
            yield
        except Exception as error:
            self.failure = asdict(_failure(error, app))
            raise

    def write(self, code: int) -> None:
        """Write the report, and the modules that later builds will import, too."""
        pages: dict[str, str] = {}
        seen: list[str] = []
        if self.app is not None:
            env, root = self.app.env, Path(self.app.srcdir)
            names = {name: shown_path(Path(env.doc2path(name)), root) for name in env.found_docs}
            with suppress(Exception):  # a builder without pages has no URLs
                url = self.app.builder.get_target_uri
                pages = {file: unquote(url(name)) for name, file in names.items()}
            seen = sorted(names[name] for name in self.documents & names.keys())
            own = [name for name in sys.modules if name.startswith(f"{OWN}.")]
            modules = "\n".join([*self.app.extensions, *own])
            (self.folder / "modules").write_text(modules, encoding="utf-8")
        report = {"code": code, "faults": self.faults, "failure": self.failure}
        report |= {"documents": seen, "pages": pages}
        if self.app is not None:
            found = self.app.in_place
            report |= {"reasons": found.reasons, "keeping": found.keeping}
        self.report.write_text(json.dumps(report), encoding="utf-8")


def run_build(arguments: list[str], session: Session) -> int:
    """Run ``sphinx-build`` with *arguments*; return its exit code."""

    class Application(PreviewApplication):
        """Has the session; Sphinx's command line gives no other way to it."""

        def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
            self.session, self.served = session, Path(named["outdir"]).resolve()
            if session.whole:
                shutil.rmtree(session.folder / WHOLE, ignore_errors=True)
                named |= {"outdir": session.folder / WHOLE, "freshenv": True}
            with session.noting(self):
                super().__init__(*given, **named)

    sys.argv = ["sphinx-build", *arguments]
    sphinx.cmd.build.Sphinx = Application  # type: ignore[attr-defined]  # in this process alone
    code: int = 2
    try:
        code = sphinx.cmd.build.main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 2
    try:
        if session.whole and session.app is not None and code in (0, 1):
            _replace_output(Path(session.app.outdir), session.app, session.began)
        session.write(code)
    except OSError as error:  # as on a full disk
        sys.stderr.write(f"The report of the build cannot be written: {error}\n")
        code = 2
    return code


WHOLE = "whole"
"""The folder, among the temporary ones, where all pages are written anew."""


def _replace_output(new: Path, app: PreviewApplication, began: float) -> None:
    """Move the files of *new* to the folder that is served, and remove those of earlier builds.

    Files from before the preview *began* stay, and all files if sources are in the folder, too.
    """
    served, kept = app.served, Path(app.doctreedir)
    sources = (Path(app.srcdir).resolve(), Path(app.confdir).resolve())
    for folder, _, names in os.walk(served, topdown=False):
        here = Path(folder)
        there = new / here.relative_to(served)
        if here.is_relative_to(kept) or any(each.is_relative_to(served) for each in sources):
            continue
        for path in (here / name for name in names if not (there / name).is_file()):
            if path.lstat().st_ctime >= began:
                path.unlink()
        if not there.is_dir():
            with suppress(OSError):  # it has files
                here.rmdir()
    for folder, _, names in os.walk(new):
        here = served / Path(folder).relative_to(new)
        here.mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.move(Path(folder, name), here / name)


def _failure(error: Exception, app: Sphinx) -> MachineMessage:
    """Return what *error* says; its place is the innermost one in the files of the project."""
    root = Path(getattr(app, "srcdir", "."))
    folders = (root, Path(getattr(app, "confdir", root)))
    cause = error.__cause__ or error
    frames = traceback.extract_tb(cause.__traceback__)
    places = [(Path(frame.filename), frame.lineno) for frame in frames]
    if isinstance(cause, SyntaxError) and cause.filename:
        places.append((Path(cause.filename), cause.lineno))
    own = [(path, line) for path, line in places if _is_own(path, folders)]
    path, line = own[-1] if own else (file_gone(app, error) or folders[1] / "conf.py", None)
    shown = cause if isinstance(error, ConfigError) else error  # it has a whole traceback
    name = "" if isinstance(shown, SphinxError) else f"{type(shown).__name__}: "
    return MachineMessage(
        level="error",
        type=None,
        file=shown_path(path, root),
        line=line,
        column=None,
        pointer=None,
        message=f"the build has ended: {name}{shown}",
        hint="correct it, and save; the terminal has the rest",
    )


def _is_own(path: Path, folders: Sequence[Path]) -> bool:
    """Return whether a module is the project's own, not one of an environment inside of it."""
    return "site-packages" not in path.parts and any(map(path.is_relative_to, folders))


class PreviewApplication(Sphinx):
    """An application that reports its messages, and leaves drafters behind."""

    session: Session
    """What it shares with the worker."""
    served: Path
    """The folder that is served; a build of everything writes to another one first."""
    in_place: UpdateInPlace
    """What this build cannot update."""
    drafting = False
    """Whether this process has become a drafter."""
    read: Sequence[str] = ()
    """The documents that it has read then."""
    last = 0
    """The listener that makes drafters."""
    began = 0
    """When the build began, in microseconds by the clock of the files."""

    def setup_extension(self, extname: str) -> None:
        """Set up an extension; before the first one, listen to the log and to the build."""
        if not self.extensions:
            self._listen()
        super().setup_extension(extname)

    def _listen(self) -> None:
        self.in_place = UpdateInPlace(self)
        if not self.session.whole:
            self.connect("builder-inited", self.in_place.note, -LAST)
        logger = logging.getLogger(NAMESPACE)
        logger.setLevel(min(handler.level for handler in logger.handlers))  # no more are made
        for handler in logger.handlers:
            if handler.level >= logging.WARNING:
                handler.addFilter(_Recorder(self))

    def build(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
        """Build, and leave drafters behind if there is an author who may look at pages."""
        self.session.app = self
        self.began = self.session.wanted.stat().st_mtime_ns // 1_000
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
        FilesRead(self)
        if not self.session.whole:
            self.connect("env-before-read-docs", self.in_place.begin, LAST)
            self.connect("env-updated", self._compare, LAST)
        self.connect("env-updated", self._note_times, LAST)
        self.connect("doctree-resolved", _note_document, LAST)
        if type(self.builder).write_doc is StandaloneHTMLBuilder.write_doc:
            self.connect("env-before-read-docs", self._leave_first_drafter, LAST + 1)
            self.last = self.connect("env-updated", self._leave_drafter, LAST)
            self._write_in_order()
        if isinstance(self.builder, StandaloneHTMLBuilder) and OWN not in self.extensions:
            complete_index(self.builder)
        self.connect("env-before-read-docs", self._collect_from_now_on, LAST + 2)
        self.builder.build = self._keeping_environment(self.builder.build)  # type: ignore[method-assign,misc]  # of this one
        with self.session.noting(self):
            super().build(*([True] if self.session.whole else arguments), **named)

    def _compare(self, app: Sphinx, env: BuildEnvironment) -> None:
        if not self.drafting:
            self.in_place.end(app, env)

    def _note_times(self, _app: Sphinx, env: BuildEnvironment) -> None:
        """Let pages that are saved while they are read be read again: Sphinx notes their end."""
        state = find_state(self)
        ours = state.generated.keys() if state else set()
        for docname in (self.session.documents & env.all_docs.keys()) - ours:
            env.all_docs[docname] = min(env.all_docs[docname], self.began)

    def _keeping_environment(self, build: Callable[..., None]) -> Callable[..., None]:
        """Return *build*, which ends before Sphinx forgets all pages if a file has been deleted.

        What was read before stays valid: the next build, which the deletion starts, compares it.
        """

        def build_documents(*arguments: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
            try:
                build(*arguments, **named)
            except Exception as error:
                if file_gone(self, error) is not None:
                    self.session.failure = asdict(_failure(error, self))
                    self.emit("build-finished", error)  # ends the process
                raise

        return build_documents

    def _write_in_order(self) -> None:
        """Let the builder write the pages in the order of the navigation, step by step."""
        write = self.builder.write_documents

        def write_documents(docnames: AbstractSet[str]) -> None:
            for step in steps_of(docnames, self.env.collect_relations()):
                write(step)

        self.builder.write_documents = write_documents  # type: ignore[method-assign]  # of this one

    def _collect_from_now_on(self, *_arguments: object) -> None:
        """Let garbage be collected: until here, all that is made is kept, as in a drafter."""
        if not self.drafting:
            gc.enable()

    def _leave_first_drafter(
        self, _app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """If many pages are about to be read, leave a drafter that reads those asked for."""
        if len(docnames) >= MANY and fork_drafter():
            self.drafting, self.parallel = True, 0
            known = documents_by_url(self)
            wanted = {self.config.root_doc} - env.all_docs.keys()
            names = self.session.wanted.read_text("utf-8").splitlines()
            wanted |= {known[name] for name in names if name in known}
            docnames[:] = self.read = [name for name in docnames if name in wanted]

    def _leave_drafter(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Leave a drafter that knows all pages."""
        if self.drafting or fork_drafter():
            self.disconnect(self.last)
            serve_drafts(self, self.session, self.read)


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates for later builds, also of other previews.

    :raises RuntimeError: the system has no temporary folder that is safe.
    """

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Return the place of a template; another one for each set of options of Jinja."""
        plain = [item for item in vars(environment).items() if isinstance(item[1], str | bool)]
        options = repr((sorted(plain), sorted(environment.extensions)))
        return super().get_bucket(environment, f"{name} {options}", filename, source)


def steps_of(docnames: AbstractSet[str], order: Iterable[str]) -> Iterator[set[str]]:
    """Yield *docnames* in sets of at most `STEP` in *order*; those that it lacks come last."""
    ordered = [docname for docname in dict.fromkeys(order) if docname in docnames]
    ordered += sorted(docnames - set(ordered))
    for first in range(0, len(ordered), STEP):
        yield set(ordered[first : first + STEP])


STEP = 500
"""How many pages are written before those that come later in the navigation."""
MANY = 20
"""From how many pages to read on a page is not waited for."""


def _saved_since(
    _app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], _removed: set[str]
) -> list[str]:
    """Return the documents whose files have come since, also with older times (of ``mv``)."""

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
