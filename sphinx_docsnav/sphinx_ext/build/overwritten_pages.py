"""Pages that nobody could see, because another one has their file in the output."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.sphinx_ext.build.config_pass import our_suffixes
from sphinx_docsnav.sphinx_ext.build.root_page import LEADING_BUILDERS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.sphinx_ext.build.state import SiteState

MADE_BY_SPHINX = ("genindex", "search")
"""Pages of HTML that Sphinx makes, after those of documents."""


def warn_covered(app: Sphinx, state: SiteState) -> None:
    """Warn of each document whose file another page takes.

    With builder ``dirhtml`` the documents ``a`` and ``a/index`` have one file. A
    document of another reader at the address of a page of Sphinx's is there for
    a purpose: to have that page in a toctree.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name not in LEADING_BUILDERS:
        return
    suffixes = our_suffixes(app.config)
    taken = {builder.get_outfilename(name): "" for name in MADE_BY_SPHINX}
    for docname in sorted(app.env.all_docs):
        other = taken.setdefault(builder.get_outfilename(docname), docname)
        path = Path(app.env.doc2path(docname))
        if other == docname or (not other and path.suffix not in suffixes):
            continue
        owner = f"page '{other}', only one of them is shown" if other else "a page of Sphinx's own"
        message = f"page '{docname}' has the address of {owner}"
        kind, warning = FaultKind.PAGE_COVERED, Severity.WARNING
        state.report(Fault(kind, warning, message, path, hint="give it another name"))
