"""The files of the site that docs.json links to, in the output."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from sphinx_docsnav.core.builder_kinds import builds_site
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.docs_checks import linked_files

OWNER = "linked files"
"""The owner of the copies in the ledger of outputs."""


def copy_linked_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files that docs.json links to, as its links name them (``build-finished``)."""
    state = find_state(app)
    if exception is not None or state is None or not builds_site(app.builder):
        return
    ledger = ledger_of(app)
    files = linked_files(state.docs, state.site, Path(app.srcdir))
    # A page or a file of the project at this path wins: it gives way.
    for name, file in sorted(files.items()):
        try:
            ledger.write(OWNER, name, file.read_bytes(), gives_way=True)
        except OSError:
            message = f"the file {name!r}, which docs.json links to, cannot be written; left out"
            state.report(Fault(FaultKind.LINK_MISSING, Severity.WARNING, message))
    ledger.finish(OWNER)
