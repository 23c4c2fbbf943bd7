"""Which page links to which, to write a page again when a link of it changes.

Sphinx leaves a page as it was when a document it links to appears, goes, or
gets another title; a clean build would then write something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.util import docname_join

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils import nodes


@dataclass(frozen=True, slots=True)
class Links:
    """The documents that one document links to, whether they exist or not."""

    targets: frozenset[str]
    """All of them."""
    titled: frozenset[str]
    """Those whose title is the link's text."""


def links_in(doctree: nodes.document, docname: str) -> Links | None:
    """Return the links of a document that has been read; ``None`` if it has none."""
    targets: set[str] = set()
    titled: set[str] = set()
    for node in doctree.findall(addnodes.pending_xref):
        if node.get("reftype") not in ("doc", "any", "myst"):
            continue
        target = docname_join(docname, str(node.get("reftarget", "")).partition("#")[0])
        targets.add(target)
        if not node.get("refexplicit"):
            titled.add(target)
    return Links(frozenset(targets), frozenset(titled)) if targets else None


def touched(
    links: Mapping[str, Links], before: Mapping[str, str], now: Mapping[str, str]
) -> set[str]:
    """Return the documents with a link that looks or leads otherwise than before.

    :param before: the documents of the last build with their titles.
    """
    moved = before.keys() ^ now.keys()
    renamed = {name for name in before.keys() & now.keys() if before[name] != now[name]}
    if not before or not (moved or renamed):
        return set()
    return {
        docname
        for docname, found in links.items()
        if not moved.isdisjoint(found.targets) or not renamed.isdisjoint(found.titled)
    }
