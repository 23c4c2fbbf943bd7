"""The toctrees of a standalone reference: nodes of Sphinx's, read like those of any document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from sphinx import addnodes

from sphinx_docsnav.navigation.reference_pages import IntroductionPage, SchemaListPage, TagPage

if TYPE_CHECKING:
    from sphinx_docsnav.navigation.reference_pages import ReferencePage


def reference_toctrees(page: ReferencePage, source: str) -> Iterator[addnodes.toctree]:
    """Yield the toctrees of *page*; none for a page of a reference that docs.json has.

    :param source: the file of the page, for messages.
    """
    reference = page.reference
    if not reference.is_standalone:
        return
    if isinstance(page, TagPage):
        inside = (tag.docname for tag in page.below)
        yield from _toctree(page.docname, (*page.own, *inside), source)
    elif isinstance(page, SchemaListPage):
        yield from _toctree(page.docname, (each.docname for each in reference.schemas), source)
    elif isinstance(page, IntroductionPage):
        outer = (tag for tag in reference.tags if not tag.parent)
        for section, tags in groupby(outer, key=lambda tag: tag.section):
            yield from _toctree(page.docname, (tag.docname for tag in tags), source, section)
        listed = reference.schema_list
        others = (listed.docname,) if listed else (each.docname for each in reference.schemas)
        yield from _toctree(page.docname, (*reference.untagged, *others), source)


def _toctree(
    parent: str, docnames: Iterable[str], source: str, caption: str = ""
) -> Iterator[addnodes.toctree]:
    """Yield a hidden toctree, as the directive of that name makes it."""
    files = list(docnames)
    if not files:
        return
    node = addnodes.toctree()
    node.source, node.line = source, 1
    node["parent"] = parent
    node["entries"] = [(None, docname) for docname in files]
    node["includefiles"] = files
    node["maxdepth"] = -1
    node["glob"] = False
    node["hidden"] = True
    node["includehidden"] = False
    node["numbered"] = 0
    node["titlesonly"] = True
    if caption:
        node["caption"] = node["rawcaption"] = caption
    yield node
