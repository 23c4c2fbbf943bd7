"""The entries of documents that docs.json does not list, below the page whose toctree has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util import docname_join

from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.sitefiles.page_links import is_pattern

_IN_TABLE = re.compile(r"""\bglob["']?\s*:\s*["']?([^"'\s,}]+)""")


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
    patterns: tuple[str, ...] = ()
    """Its patterns, from the source directory; Sphinx keeps only the documents that they match."""
    heading: str = ""
    """The title of the section that contains it."""
    condition: str = ""
    """The expression of an ``only`` directive around it; sidebars of Sphinx show it regardless."""


def written_toctrees(env: BuildEnvironment, docname: str) -> tuple[WrittenToctree, ...]:
    """Return the toctrees in the source of a document, in order."""
    tree = env.tocs.get(docname)
    toctrees = tree.findall(addnodes.toctree) if tree is not None else ()
    return tuple(_written(env, docname, node) for node in toctrees)


def _written(env: BuildEnvironment, docname: str, node: addnodes.toctree) -> WrittenToctree:
    return WrittenToctree(
        str(node.get("caption") or ""),
        tuple(WrittenEntry(title or "", target) for title, target in node["entries"]),
        is_numbered=bool(node.get("numbered")),
        is_glob=bool(node.get("glob")),
        patterns=tuple(_patterns(env, docname, node)) if node.get("glob") else (),
        heading=_heading(node),
        condition=" and ".join(_conditions(node)),
    )


def _patterns(env: BuildEnvironment, docname: str, node: addnodes.toctree) -> Iterator[str]:
    """Yield the patterns of a toctree, from its directive or the file of sphinx-external-toc."""
    # Toctrees of sphinx-external-toc are in a file of their own.
    table = getattr(env.config, "external_toc_path", None)
    if table:
        for pattern in _IN_TABLE.finditer(_text(Path(env.srcdir, table))):
            yield from (pattern[1].strip("/"), docname_join(docname, pattern[1]))
    if node.source and node.line:
        for line in _content(_text(Path(node.source)).splitlines()[node.line - 1 :]):
            if is_pattern(line):
                yield docname_join(docname, line)


def _text(path: Path) -> str:
    """Return the text of a source file; empty if it cannot be read as text."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, ValueError):
        return ""


def _content(lines: list[str]) -> Iterator[str]:
    """Yield the stripped lines below the first one, which is that of a directive."""
    if not lines:
        return
    indents = lines[0].lstrip().startswith("..")  # else, a fence ends it
    margin = len(lines[0]) - len(lines[0].lstrip())
    for line in lines[1:]:
        text = line.strip()
        # reStructuredText ends a directive by indentation, Markdown by a fence.
        is_inside = len(line) - len(line.lstrip()) > margin
        if text and (not is_inside if indents else text.startswith(("```", "~~~", ":::"))):
            return
        yield text


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


def hanging_pages(
    env: BuildEnvironment, entries: Mapping[str, tuple[str, ...]], facts: Mapping[str, PageFacts]
) -> dict[str, tuple[Page, ...]]:
    """Return the entries below each document.

    The title that the toctree gives (``Custom title <document>``) comes first.

    :param entries: for each document with toctrees of its own, the entries below it.
    """
    pages: dict[str, tuple[Page, ...]] = {}
    for docname, children in entries.items():
        if not children:
            continue
        trees = written_toctrees(env, docname)
        # Reversed, so that the first entry of a document wins.
        titles = {entry.target: entry.title for tree in trees for entry in reversed(tree.entries)}
        pages[docname] = tuple(
            _page(child, titles.get(child, ""), facts.get(child, PageFacts())) for child in children
        )
    return pages


def _page(docname: str, written: str, facts: PageFacts) -> Page:
    title = facts.sidebar_title or facts.title
    return Page(
        docname,
        title=written or title,
        icon=facts.icon,
        tag=facts.tag,
        hidden=facts.hidden,
        own_title=written,
        untitled=facts.untitled and not (written or facts.sidebar_title),
        page_title=title if written else "",
    )


def front_page(site: Site, root_doc: str, facts: Mapping[str, PageFacts]) -> Page | None:
    """Return the entry of the root document, if it is a page that docs.json does not list."""
    page_facts = facts.get(root_doc)
    if page_facts is None or page_facts.hidden or root_doc in site.listed:
        return None
    return Page(root_doc, title=page_facts.sidebar_title or page_facts.title)


def section_number(env: BuildEnvironment, docname: str) -> str:
    """Return the number of a document in a toctree with ``:numbered:``, else ``""``."""
    numbers = env.toc_secnumbers.get(docname, {}).get("")
    return ".".join(map(str, numbers)) + env.config.html_secnumber_suffix if numbers else ""
