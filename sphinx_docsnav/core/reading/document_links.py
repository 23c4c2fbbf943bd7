"""Links between pages, to write a page again when the target of a link changes.

Sphinx does not write a page again when a document that it links to is added, removed
or renamed; a clean build would have another result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.util import docname_join

from sphinx_docsnav.core.site.env_record import Links
from sphinx_docsnav.openapi.mentions import viewed_parts
from sphinx_docsnav.sitefiles.page_links import page_names

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from docutils import nodes

DOCUMENT_REFERENCES = ("doc", "any", "myst")
"""Kinds of reference whose target is, or may be, a document."""


def links_in(doctree: nodes.document, docname: str) -> Links | None:
    """Return the links of a document that has been read; ``None`` if it has none."""
    targets: set[str] = set()
    titled: set[str] = set()
    anchored: set[str] = set()
    into_viewer = False
    for node in doctree.findall(addnodes.pending_xref):
        names = _documents(node, docname)
        targets.update(names)
        if not node.get("refexplicit"):
            titled.update(names)
        if node.get("docsnav_anchor"):
            anchored.update(names)
            into_viewer = into_viewer or any(viewed_parts(node["docsnav_anchor"]))
    if not targets:
        return None
    return Links(frozenset(targets), frozenset(titled), frozenset(anchored), into_viewer)


def _documents(node: addnodes.pending_xref, docname: str) -> list[str]:
    """Return the documents that a reference may mean; an MDX link names several, in turn."""
    if "docsnav_paths" in node:
        return [name for path in node["docsnav_paths"] for name in page_names(path.strip("/"))]
    if node.get("reftype") in DOCUMENT_REFERENCES:
        return [docname_join(docname, str(node.get("reftarget", "")).partition("#")[0])]
    return []


def touched(
    links: Mapping[str, Links],
    before: Mapping[str, str],
    now: Mapping[str, str],
    folders: AbstractSet[str] = frozenset(),
) -> set[str]:
    """Return the documents with a link that looks or leads otherwise than before.

    :param before: the documents of the last build with their titles.
    :param folders: those to which links lead elsewhere than before.
    """
    moved = (before.keys() ^ now.keys()) | folders
    renamed = {name for name in before.keys() & now.keys() if before[name] != now[name]}
    if not before or not (moved or renamed):
        return set()
    return {
        docname
        for docname, found in links.items()
        if not moved.isdisjoint(found.targets) or not renamed.isdisjoint(found.titled)
    }
