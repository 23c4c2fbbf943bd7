"""Pages that nobody could see, because another one has their file in the output."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.settings import our_suffixes
from sphinx_docsnav.core.site.root_page import LEADING_BUILDERS
from sphinx_docsnav.navigation.special_entries import MADE_BY_SPHINX, page_covered

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.core.state import SiteState


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
    # Of each page in each build: by addresses, which are text, and as different as the files.
    taken = {builder.get_target_uri(name): "" for name in MADE_BY_SPHINX}
    for docname in sorted(app.env.all_docs):
        other = taken.setdefault(builder.get_target_uri(docname), docname)
        if other == docname:
            continue
        path = Path(app.env.doc2path(docname))
        if not other and path.suffix not in suffixes:
            continue
        state.report(page_covered(docname, path, other))
