"""Pages that the HTML builder makes without a document: search and indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.navigation.docs_checks import site_links
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.special_entries import ENTRIES, is_builder_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def made_pages(app: Sphinx) -> frozenset[str]:
    """Return the names of the pages without a document that this build writes.

    They are known once writing begins.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return frozenset()
    names = {str(index[0]) for index in getattr(builder, "domain_indices", ())}
    names |= {"search"} if builder.search else set()
    names |= {"genindex"} if builder.use_index else set()
    return frozenset(names | set(app.config.html_additional_pages))


def warn_unmade(app: Sphinx, made: frozenset[str]) -> None:
    """Warn of each link of docs.json to an index or search page that this build does not write.

    Faults: ``link_missing``.
    """
    state = state_of(app)
    faults = state.docs.source
    for href, pointer in site_links(state.docs, state.site):
        name = href.partition("#")[0].strip("/ ").removesuffix(".html")
        if is_builder_page(name) and name not in made and name not in app.env.all_docs:
            message = f"this build generates no page {name!r}; the link is left out"
            hint = "Sphinx generates it if it has entries"
            state.report(faults.warning(FaultKind.LINK_MISSING, pointer, message, hint))


def builder_page_facts(app: Sphinx) -> dict[str, PageFacts]:
    """Return the titles of such pages in the language of the project, as toctrees show them."""
    labels = app.env.domains["std"].data["labels"]
    return {
        page: PageFacts(title=str(labels[name][2]))
        for name, (page, _) in ENTRIES.items()
        if name in labels and name != "py-modindex"  # as in toctrees, its title is the other's
    }
