"""The entries of documents that docs.json does not list, below the page whose toctree has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util import docname_join
from sphinx.util.tags import Tags

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.tree import DocumentEntries, Element, Page
from sphinx_docsnav.sitefiles.page_links import is_pattern
from sphinx_docsnav.themes.base import ShownHeadings

MAX_HEADINGS = 100
"""The depth of a document without ``tocdepth``: deeper than any."""
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
    """Whether it has ``:numbered:``."""
    is_glob: bool = False
    """Whether it has ``:glob:``."""
    patterns: tuple[str, ...] = ()
    """Its patterns, from the source directory; Sphinx keeps only the documents that they match."""
    heading: str = ""
    """The title of the section that contains it."""
    condition: str = ""
    """The expression of an ``only`` directive around it; sidebars of Sphinx show it regardless."""
    is_before_title: bool = False
    """No title is before it in the document, so that its entries are beside the document's own."""


def read_written_toctrees(env: BuildEnvironment, docname: str) -> tuple[WrittenToctree, ...]:
    """Return the toctrees in the source of a document, in order."""
    tree = env.tocs.get(docname)
    toctrees = tree.findall(addnodes.toctree) if tree is not None else ()
    return tuple(_read_toctree(env, docname, node) for node in toctrees)


def _read_toctree(env: BuildEnvironment, docname: str, node: addnodes.toctree) -> WrittenToctree:
    return WrittenToctree(
        str(node.get("caption") or ""),
        tuple(WrittenEntry(title or "", target) for title, target in node["entries"]),
        is_numbered=bool(node.get("numbered")),
        is_glob=bool(node.get("glob")),
        patterns=tuple(_list_patterns(env, docname, node)) if node.get("glob") else (),
        heading=_find_heading(node),
        condition=" and ".join(_find_conditions(node)),
        is_before_title=_is_before_title(node),
    )


def _list_patterns(env: BuildEnvironment, docname: str, node: addnodes.toctree) -> Iterator[str]:
    """Yield the patterns of a toctree, from its directive or the file of sphinx-external-toc."""
    # Toctrees of sphinx-external-toc are in a file of their own.
    table = getattr(env.config, "external_toc_path", None)
    if table:
        for pattern in _IN_TABLE.finditer(_read_text(Path(env.srcdir, table))):
            yield from (pattern[1].strip("/"), docname_join(docname, pattern[1]))
    if node.source and node.line:
        for line in _list_content_lines(
            _read_text(Path(node.source)).splitlines()[node.line - 1 :]
        ):
            if is_pattern(line):
                yield docname_join(docname, line)


def _read_text(path: Path) -> str:
    """Return the text of a source file; empty if it cannot be read as text."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, ValueError):
        return ""


def _list_content_lines(lines: list[str]) -> Iterator[str]:
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


def _find_heading(node: nodes.Node) -> str:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.list_item):
            return node[0].astext()
    return ""


def _is_before_title(node: nodes.Node) -> bool:
    """Return whether a toctree in the contents of a document is below no title, and after none."""
    while node.parent is not None:
        siblings = node.parent.children
        if any(isinstance(item, nodes.list_item) for item in siblings[: siblings.index(node)]):
            return False
        node = node.parent
        if isinstance(node, nodes.list_item):
            return False
    return True


def _find_conditions(node: nodes.Node) -> Iterator[str]:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, addnodes.only):
            yield f"({node['expr']})"


def find_hanging_pages(
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
        trees = read_written_toctrees(env, docname)
        # Reversed, so that the first entry of a document wins.
        titles = {entry.target: entry.title for tree in trees for entry in reversed(tree.entries)}
        pages[docname] = tuple(
            _make_page(
                child,
                titles[child] if titles.get(child) and has_one_entry(env, child) else "",
                facts.get(child, PageFacts()),
            )
            for child in children
        )
    return pages


def _make_page(docname: str, written: str, facts: PageFacts) -> Page:
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


def find_divided_documents(
    env: BuildEnvironment, tags: Tags, hanging: Mapping[str, tuple[Page, ...]]
) -> dict[str, DocumentEntries]:
    """Return the entries of each document that adds several to the level of its parent.

    So it does for documents with toctrees that this build leaves out of sidebars: those in an
    ``only`` directive for other builders.

    :param tags: those of the build, for titles in ``only`` directives.
    :param hanging: the entries below each document with toctrees.
    """
    divided: dict[str, DocumentEntries] = {}
    for docname, contents in env.tocs.items():
        pages = hanging.get(docname, ())
        # A usual document has one title, and its toctrees are below that.
        if len(contents) > 1 or (pages and any(copy(contents).findall(addnodes.only))):
            entries = find_document_entries(env, tags, docname, pages)
            if entries is not None and (entries.before or entries.after or entries.below != pages):
                divided[docname] = entries
    return divided


def find_document_entries(
    env: BuildEnvironment,
    tags: Tags,
    docname: str,
    listed: Iterable[Element | Page],
    headings: ShownHeadings = ShownHeadings.NONE,
) -> DocumentEntries | None:
    """Return the entries of a document; ``None`` if it has no title.

    :param listed: the entries of its toctrees, in their order; others are left out.
    :param headings: whether to include the headings below its titles, if it is a page of which the
        sidebar shows them.
    """
    # A copy, so that a list which is stored as texts makes its nodes for this use alone.
    contents = copy(env.tocs.get(docname))
    if contents is None:
        return None
    pages: dict[str, Element | Page] = {}
    for entry in listed:
        page = entry.root if isinstance(entry, Element) else entry
        if page is not None and not page.url:
            pages.setdefault(page.docname, entry)
    # As in Sphinx, `tocdepth` of a page counts its titles as the first level.
    has_headings = headings is not ShownHeadings.NONE
    depth = env.metadata[docname].get("tocdepth") or MAX_HEADINGS if has_headings else 1
    before: list[Element | Page] = []
    after: list[Element | Page] = []
    below: tuple[Element | Page, ...] | None = None
    for item in _list_shown_items(contents, tags):
        if isinstance(item, addnodes.toctree):
            # Without a title, the pages of its toctrees replace the document.
            (before if below is None else after).extend(_take_listed_pages(item, pages))
            continue
        items = tuple(_list_below(docname, item, pages, tags, depth - 1))
        if headings is ShownHeadings.LEADING:
            items = tuple(_filter_entries(items, lambda page: not page.anchor))
        if below is None:
            below = items
        else:
            after.append(_make_heading_entry(docname, item, items))
    return None if below is None else DocumentEntries(tuple(before), below, tuple(after))


def _list_below(
    docname: str,
    title: nodes.Element,
    pages: dict[str, Element | Page],
    tags: Tags,
    depth: int,
) -> Iterator[Element | Page]:
    """Yield the entries below a title.

    :param depth: how many levels of headings to list; toctrees are listed at any depth.
    """
    if depth < 1:
        yield from _take_listed_pages(title, pages)
        return
    lists = (child for child in title if isinstance(child, nodes.bullet_list))
    for item in (item for each in lists for item in _list_shown_items(each, tags)):
        if isinstance(item, addnodes.toctree):
            yield from _take_listed_pages(item, pages)
        else:
            items = tuple(_list_below(docname, item, pages, tags, depth - 1))
            yield _make_heading_entry(docname, item, items)


def _filter_entries(
    items: Iterable[Element | Page], accepts: Callable[[Page], bool]
) -> Iterator[Element | Page]:
    """Yield the pages and headings that *accepts* takes, at any depth, with the headings above."""
    for item in items:
        if not isinstance(item, Element):
            if accepts(item):
                yield item
        elif children := tuple(_filter_entries(item.children, accepts)):
            yield replace(item, children=children)


def find_plain_headings(
    env: BuildEnvironment, tags: Tags, docname: str, listed: Iterable[Element | Page]
) -> tuple[Element | Page, ...]:
    """Return the headings of a document without a page below them, with the headings above.

    These are what `ShownHeadings.LEADING` leaves out.

    :param listed: as for `find_document_entries`.
    """
    entries = find_document_entries(env, tags, docname, listed, ShownHeadings.ALL)
    below = entries.below if entries else ()
    return tuple(_filter_entries(below, lambda page: bool(page.anchor)))


def _list_shown_items(contents: nodes.Element, tags: Tags) -> Iterator[nodes.Element]:
    """Yield the titles and toctrees of a document that this build shows."""
    items = (item for item in contents if isinstance(item, nodes.Element))
    for item in items:
        if not isinstance(item, addnodes.only):
            yield item
        elif tags.eval_condition(item["expr"]):
            yield from _list_shown_items(item, tags)


def _take_listed_pages(
    item: nodes.Element, pages: dict[str, Element | Page]
) -> tuple[Element | Page, ...]:
    """Remove the entries that toctrees in *item* list from *pages*, and return them in order."""
    toctrees = item.findall(addnodes.toctree)
    names = {name for toctree in toctrees for name in toctree["includefiles"]}
    return tuple(pages.pop(name) for name in list(pages) if name in names)


def _make_heading_entry(
    docname: str, item: nodes.Element, below: tuple[Element | Page, ...]
) -> Element | Page:
    """Return the entry of a heading; a group if entries are below it."""
    link = next(item.findall(nodes.reference))
    title = " ".join(link.astext().split())
    has_markup = not is_only_text(link)
    page = Page(docname, title=title, anchor=link["anchorname"], has_markup=has_markup)
    return Element(Kind.GROUP, title, below, root=page, folds=True) if below else page


def is_only_text(title: nodes.Element) -> bool:
    """Return whether a title has no formula, code or other markup."""
    return all(isinstance(child, nodes.Text) for child in title.children)


def has_one_entry(env: BuildEnvironment, docname: str) -> bool:
    """Return whether a document adds one entry to the level of its parent: that of its title.

    Only such an entry has the title that a toctree gives it, as in Sphinx.
    """
    contents = env.tocs.get(docname)
    if contents is None or len(contents) != 1:
        return contents is None
    return isinstance(contents[0], nodes.list_item)


def make_front_page(site: Site, root_doc: str, facts: Mapping[str, PageFacts]) -> Page | None:
    """Return the entry of the root document, if it is a page that docs.json does not list."""
    page_facts = facts.get(root_doc)
    if page_facts is None or page_facts.hidden or root_doc in site.listed:
        return None
    return Page(root_doc, title=page_facts.sidebar_title or page_facts.title)


def find_section_number(env: BuildEnvironment, page: Page) -> str:
    """Return the number of a page or heading in a toctree with ``:numbered:``, else ``""``."""
    numbers = env.toc_secnumbers.get(page.docname, {}).get(page.anchor)
    return ".".join(map(str, numbers)) + env.config.html_secnumber_suffix if numbers else ""
