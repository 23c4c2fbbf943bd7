"""The toctrees that the authors of documents wrote, as Sphinx has read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """One entry of a toctree."""

    title: str
    """The title that the toctree gives it; empty for the document's own."""
    target: str
    """A docname, a URL, or ``self``, ``genindex``, ``modindex`` or ``search``."""


@dataclass(frozen=True, slots=True)
class WrittenToctree:
    """One ``toctree`` directive."""

    caption: str
    """Its ``:caption:``."""
    entries: tuple[WrittenEntry, ...]
    """Its entries in the order that readers see: ``:glob:`` and ``:reversed:`` are applied."""
    is_numbered: bool = False
    """It has ``:numbered:``."""
    is_glob: bool = False
    """It has ``:glob:``."""
    heading: str = ""
    """The title of the section that contains it."""
    condition: str = ""
    """The expression of an ``only`` directive around it; sidebars of Sphinx show it regardless."""


def written_toctrees(env: BuildEnvironment, docname: str) -> tuple[WrittenToctree, ...]:
    """Return the toctrees in the source of a document, in order."""
    tree = env.tocs.get(docname)
    found = tree.findall(addnodes.toctree) if tree is not None else ()
    return tuple(map(_written, found))


def _written(node: addnodes.toctree) -> WrittenToctree:
    return WrittenToctree(
        str(node.get("rawcaption") or node.get("caption") or ""),
        tuple(WrittenEntry(title or "", target) for title, target in node["entries"]),
        is_numbered=bool(node.get("numbered")),
        is_glob=bool(node.get("glob")),
        heading=_heading(node),
        condition=" and ".join(_conditions(node)),
    )


def _heading(node: nodes.Node) -> str:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.list_item):
            return node[0].astext()
    return ""


def _conditions(node: nodes.Node) -> Iterator[str]:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, addnodes.only):
            yield f"({node['expr']})"
