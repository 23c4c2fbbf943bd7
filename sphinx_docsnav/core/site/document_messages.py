"""Messages about documents, kept from build to build.

A build reads and writes only the documents that have changed. What earlier builds reported about
the others is reported again, so that every build has the same messages. What is found while a
document is read is kept in the environment, with the document; what is found while it is
resolved and written depends on the builder, and is kept in the ledger of outputs.
"""

from __future__ import annotations

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
from sphinx_docsnav.sitefiles.write import digest

DOCUMENT = "docsnav_document"
"""The attribute of a log record with the document that is being written; worker processes send
their records to the main process."""


class WritingMessages(standard_logging.Handler):
    """Collects the faults of documents while they are resolved and written; one per build."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()
        self.is_writing = False
        """Documents are being resolved and written, and no longer read."""
        self.faults: dict[str, dict[Fault, None]] = {}
        """The faults by document, in order."""

    def emit(self, record: standard_logging.LogRecord) -> None:
        """Note the message of *record*; Sphinx may handle a record twice."""
        docname = getattr(record, DOCUMENT, "")
        if docname:
            self.faults.setdefault(docname, {})[vars(record)[FAULT]] = None


def make_report(app: Sphinx, docname: str = "", *, is_repeated: bool = False) -> Report:
    """Return a report that logs each fault as one line, and keeps it for later builds.

    :param docname: the document that is to blame; by default the one that is read or written.
    :param is_repeated: whether the faults have been logged, for documents that share them.
    """
    srcdir = Path(app.srcdir)

    def report(fault: Fault) -> None:
        about = docname or _find_current_document(app)
        is_kept = _keep(app, about, fault)
        if is_kept or not is_repeated:
            log_fault(fault, srcdir, {DOCUMENT: about} if is_kept else {})

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
    build_state(app).resolved.add(docname)


def end_documents(app: Sphinx) -> tuple[()]:
    """Note that all documents are written (``html-collect-pages``)."""
    build_state(app).slot(WritingMessages).is_writing = False
    return ()


def find_documents_to_check_again(app: Sphinx) -> set[str]:
    """Return the documents with messages from their writing, if the site has other link targets.

    Such messages suggest pages and anchors.
    """
    ledger = ledger_of(app)
    # Without such messages, the digest of all anchors need not be made.
    if not ledger.messages or ledger.link_targets == _digest_link_targets(app):
        return set()
    return ledger.messages.keys() & app.env.all_docs.keys()


def _digest_link_targets(app: Sphinx) -> str:
    """Return a digest of the documents, with the anchors of each."""
    anchors = record_of(app.env).anchors
    return digest([(name, sorted(anchors.get(name, ()))) for name in sorted(app.env.all_docs)])


def repeat_messages(app: Sphinx, exception: Exception | None) -> None:
    """Report what this build has not looked at again, and keep it (``build-finished``)."""
    state = build_state(app)
    messages = state.slot(WritingMessages)
    messages.is_writing = False
    standard_logging.getLogger(logging.NAMESPACE).removeHandler(messages)
    if exception is not None or state.is_drafting:
        return
    ledger, documents = ledger_of(app), app.env.all_docs.keys()
    before = _read_messages(ledger.messages)
    written = {
        **{name: before[name] for name in before.keys() & documents - state.resolved},
        **{name: [*messages.faults[name]] for name in messages.faults.keys() & documents},
    }
    read = record_of(app.env).messages
    # The log shows each message once: those of this build are not shown again.
    for docname in sorted({*read, *written} & documents):
        for fault in (*read.get(docname, ()), *written.get(docname, ())):
            log_fault(fault, Path(app.srcdir), {})
    ledger.messages = {name: [*map(json_of_fault, written[name])] for name in sorted(written)}
    ledger.link_targets = _digest_link_targets(app) if written else ""


def _read_messages(stored: Mapping[str, list[Any]]) -> dict[str, list[Fault]]:
    """Return the messages of the last build by document; none of another version."""
    try:
        return {name: [*map(fault_of_json, faults)] for name, faults in stored.items()}
    except (ValueError, TypeError, AttributeError):
        return {}
