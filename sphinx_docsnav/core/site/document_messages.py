"""Messages about documents, kept from build to build.

A build reads and writes only the documents that have changed. What earlier builds reported about
the others is reported again, so that every build has the same messages. What is found while a
document is read is kept in the environment, with the document; what is found while it is
resolved and written depends on the builder, and is kept in a file beside the doctrees.
"""

from __future__ import annotations

import json
import logging as standard_logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_docsnav.core.log import FAULT, log_fault
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.faults import Fault, Report
from sphinx_docsnav.messages import fault_of_json, json_of_fault
from sphinx_docsnav.sitefiles.write import digest, write_if_changed

DOCUMENT = "docsnav_document"
"""The attribute of a log record with the document that is being written; worker processes send
their records to the main process."""


class WritingMessages(standard_logging.Handler):
    """What is reported about documents while they are resolved and written; one per build."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()
        self.is_writing = False
        """Documents are being resolved and written, and no longer read."""
        self.resolved: set[str] = set()
        """The documents that this build has resolved: all their messages are in `faults`."""
        self.faults: dict[str, dict[Fault, None]] = {}
        """What was found, by document and in order."""

    def emit(self, record: standard_logging.LogRecord) -> None:
        """Note the message of *record*; Sphinx may handle a record twice."""
        docname = getattr(record, DOCUMENT, "")
        if docname:
            self.faults.setdefault(docname, {})[vars(record)[FAULT]] = None


def make_report(app: Sphinx, docname: str = "") -> Report:
    """Return a report that logs each fault as one line, and keeps it for later builds.

    :param docname: the document that is to blame; by default the one that is read or written.
    """
    srcdir = Path(app.srcdir)

    def report(fault: Fault) -> None:
        about = docname or _find_current_document(app)
        log_fault(fault, srcdir, {DOCUMENT: about} if _keep(app, about, fault) else {})

    return report


def make_shared_report(app: Sphinx) -> Report:
    """Return a report for faults that have been logged, and that other documents share."""
    srcdir = Path(app.srcdir)

    def report(fault: Fault) -> None:
        about = _find_current_document(app)
        if _keep(app, about, fault):
            log_fault(fault, srcdir, {DOCUMENT: about})

    return report


def _keep(app: Sphinx, docname: str, fault: Fault) -> bool:
    """Keep *fault* with the document that is read; return whether the log has to do so.

    What belongs to no document is found anew by each build.
    """
    state = build_state(app)
    if not docname or state.is_drafting:
        return False
    # Worker processes send their log, not their environment.
    if state.slot(WritingMessages).is_writing:
        return True
    record_of(app.env).messages.setdefault(docname, {})[fault] = None
    return False


def _find_current_document(app: Sphinx) -> str:
    """Return the document that is read, resolved or written now, empty if there is none."""
    env = getattr(app, "env", None)
    if env is None:
        return ""
    try:
        docname = str(env.docname or "")
    except KeyError:  # before Sphinx 8.2
        docname = ""
    if docname or not build_state(app).slot(WritingMessages).is_writing:
        return docname
    return str(getattr(app.builder, "current_docname", ""))


def start_messages(app: Sphinx) -> None:
    """Listen to the log (``builder-inited``)."""
    handler = build_state(app).slot(WritingMessages)
    standard_logging.getLogger(logging.NAMESPACE).addHandler(handler)


def forget_messages(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str]) -> None:
    """Forget what was found in the documents that are read again (``env-before-read-docs``)."""
    if build_state(app).is_drafting:
        return
    messages = record_of(env).messages
    for docname in {*docnames, *(messages.keys() - env.all_docs.keys())}:
        messages.pop(docname, None)


def begin_messages(app: Sphinx, _builder: object) -> None:
    """Note that documents are being written from now on (``write-started``)."""
    build_state(app).slot(WritingMessages).is_writing = True


def note_resolved(app: Sphinx, _doctree: nodes.document | None, docname: str) -> None:
    """Note a document that is being written (``doctree-resolved``)."""
    build_state(app).slot(WritingMessages).resolved.add(docname)


def end_documents(app: Sphinx) -> tuple[()]:
    """Note that all documents are written (``html-collect-pages``)."""
    build_state(app).slot(WritingMessages).is_writing = False
    return ()


def find_documents_to_check_again(app: Sphinx) -> set[str]:
    """Return the documents with messages from their writing, if the site has other link targets.

    Such messages suggest pages and anchors.
    """
    targets, messages = _read(_find_messages_file(app))
    # Without such messages, the digest of all anchors need not be made.
    if not messages or targets == _digest_link_targets(app):
        return set()
    return messages.keys() & app.env.all_docs.keys()


def _digest_link_targets(app: Sphinx) -> str:
    """Return a digest of the documents, with the anchors of each."""
    anchors = app.env.__dict__.get("docsnav_anchors", {})
    return digest([(name, sorted(anchors.get(name, ()))) for name in sorted(app.env.all_docs)])


def _find_messages_file(app: Sphinx) -> Path:
    record = ledger_of(app).record
    return record.with_name(f"messages-{record.name}")


def repeat_messages(app: Sphinx, exception: Exception | None) -> None:
    """Report what this build has not looked at again, and keep it (``build-finished``)."""
    state = build_state(app)
    messages = state.slot(WritingMessages)
    messages.is_writing = False
    standard_logging.getLogger(logging.NAMESPACE).removeHandler(messages)
    if exception is not None or state.is_drafting:
        return
    file = _find_messages_file(app)
    documents, before = app.env.all_docs.keys(), _read(file)[1]
    written = {
        **{name: before[name] for name in before.keys() & documents - messages.resolved},
        **{name: [*messages.faults[name]] for name in messages.faults.keys() & documents},
    }
    read = record_of(app.env).messages
    # The log shows each message once: those of this build are not shown again.
    for docname in sorted({*read, *written} & documents):
        for fault in (*read.get(docname, ()), *written.get(docname, ())):
            log_fault(fault, Path(app.srcdir), {})
    if written or file.exists():
        _write(file, _digest_link_targets(app), written)


def _read(file: Path) -> tuple[str, dict[str, list[Fault]]]:
    """Return a digest of link targets and the messages by document; none if it is unreadable."""
    try:
        targets, stored = json.loads(file.read_bytes())
        return targets, {name: [*map(fault_of_json, faults)] for name, faults in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return "", {}


def _write(file: Path, targets: str, messages: Mapping[str, Iterable[Fault]]) -> None:
    stored: dict[str, Any] = {
        name: [json_of_fault(fault) for fault in messages[name]] for name in sorted(messages)
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(file, json.dumps([targets, stored], ensure_ascii=False, indent=0))
