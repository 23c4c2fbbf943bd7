"""Lists of headings that are stored as texts, and make their nodes when these are read.

For the headings of each page, Sphinx stores about four nodes per heading: two thirds of all that it
stores of a page in the environment. It pickles and loads them, copies them for the page, and
renders the copy. Most lists contain only links with plain texts. Such a list is stored as anchors
and texts; its HTML is made from these, and its nodes only when an extension reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.tags import Tags

from sphinx_docsnav.core.private_names import unlink

HeadingEntry = tuple[str, str, tuple["HeadingEntry", ...]]
"""The anchor and the text of a heading, and the entries below it."""
LIST_CLASSES = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)
"""The classes of the nodes of a list of headings, without texts."""
DEFAULT_ATTRIBUTES = nodes.list_item().attributes
"""The attributes of a node without attributes."""


class bullet_list(nodes.bullet_list):  # noqa: N801 -- visitors find methods by this name
    """A list of headings whose nodes are made when they are read for the first time.

    From then on, the nodes are used and stored, because an extension may have changed them.
    """

    def __init__(self, entries: tuple[HeadingEntry, ...], docname: str | None) -> None:
        """Make a list without nodes.

        :param docname: the document that the links lead to from other documents; ``None`` for links
            within the page.
        """
        super().__init__()
        # The property below makes them.
        del self.children
        self._entries, self._docname = entries, docname

    @property
    def entries(self) -> tuple[HeadingEntry, ...] | None:
        """The entries of the list; ``None`` if it may have been changed."""
        is_unchanged = "children" not in vars(self) and self.attributes == DEFAULT_ATTRIBUTES
        return self._entries if is_unchanged else None

    @cached_property
    def children(self) -> list[nodes.Node]:  # type: ignore[override]  # an attribute in docutils
        """The nodes of the entries, as Sphinx makes them."""
        items: list[nodes.Node] = [*_make_items(self._entries, self._docname)]
        for item in items:
            self.setup_child(item)
        return items

    def __len__(self) -> int:
        """Return the number of entries; do not make nodes for it."""
        return len(self.children if self.entries is None else self.entries)

    def copy(self) -> Any:  # noqa: ANN401 -- as docutils
        """Return an ordinary list without entries."""
        return nodes.bullet_list(self.rawsource, **self.attributes)

    def findall(  # type: ignore[override]  # only the types of the arguments are left open
        self,
        condition: Any = None,  # noqa: ANN401 -- as docutils
        *arguments: Any,  # noqa: ANN401 -- as docutils
        **options: Any,  # noqa: ANN401 -- as docutils
    ) -> Iterator[Any]:
        """Yield nodes; do not make nodes for a class that the list cannot contain."""
        list_classes = (*LIST_CLASSES, nodes.Text)
        is_class = isinstance(condition, type) and self.entries is not None
        if is_class and not any(issubclass(kind, condition) for kind in list_classes):
            return iter(())
        return super().findall(condition, *arguments, **options)


def _make_items(entries: Iterable[HeadingEntry], docname: str | None) -> Iterator[nodes.list_item]:
    for anchor, text, child_entries in entries:
        target = (anchor or "#") if docname is None else docname
        link = nodes.reference(
            "", "", nodes.Text(text), internal=True, refuri=target, anchorname=anchor
        )
        item = nodes.list_item("", addnodes.compact_paragraph("", "", link))
        if child_entries:
            item += nodes.bullet_list("", *_make_items(child_entries, docname))
        yield item


def store_headings_as_texts(app: Sphinx, _doctree: nodes.document) -> None:
    """Store the headings of a document as texts, if this is possible (``doctree-read``)."""
    env = app.env
    toc = env.tocs.get(env.docname)
    entries = read_entries(toc, env.docname) if app.config.docsnav_fast else None
    if toc is not None and entries is not None:
        env.tocs[env.docname] = bullet_list(entries, env.docname)
        unlink(toc)


def read_entries(toc: Any, docname: str) -> tuple[HeadingEntry, ...] | None:  # noqa: ANN401 -- any node
    """Return the entries of a list of links with plain texts; ``None`` for other lists.

    The list must equal what Sphinx makes, because an extension may rely on an additional class,
    attribute or child.
    """
    if type(toc) is not nodes.bullet_list or toc.attributes != DEFAULT_ATTRIBUTES:
        return None
    entries: list[HeadingEntry] = []
    items: list[Any] = toc.children
    for item in items:
        paragraph, *lists = item.children or [None]
        link = find_only_child(paragraph, addnodes.compact_paragraph)
        text = find_only_child(link, nodes.reference)
        child_entries = read_entries(lists[0], docname) if lists else ()
        if type(item) is not nodes.list_item or len(lists) > 1 or child_entries is None:
            return None
        # Docutils marks escaped characters with a null character.
        if type(text) is not nodes.Text or "\0" in text:
            return None
        anchor = link["anchorname"]
        expected = {**DEFAULT_ATTRIBUTES, "internal": True, "refuri": docname, "anchorname": anchor}
        if (
            link.attributes != expected
            or not item.attributes == paragraph.attributes == DEFAULT_ATTRIBUTES
        ):
            return None
        entries.append((anchor, str(text), child_entries))
    return tuple(entries)


def find_only_child(node: Any, node_class: type[nodes.Element]) -> Any:  # noqa: ANN401 -- None or any node
    """Return the only child of a node of exactly this class; ``None`` for other nodes."""
    return node.children[0] if type(node) is node_class and len(node.children) == 1 else None


MakeContents = Callable[[BuildEnvironment, str, Tags], nodes.Node]
"""Returns the list of headings of a page."""


def copy_without_nodes(make: MakeContents) -> MakeContents:
    """Return *make* with a shortcut: a list without nodes is copied as a list without nodes."""

    def document_toc(env: BuildEnvironment, docname: str, tags: Tags) -> nodes.Node:
        toc = env.tocs.get(docname)
        entries = toc.entries if isinstance(toc, bullet_list) else None
        if entries is None or "tocdepth" in env.metadata[docname]:
            return make(env, docname, tags)
        return bullet_list(entries, None)

    return document_toc


def render_headings(entries: Iterable[HeadingEntry], escapes: dict[int, str]) -> str:
    """Return the HTML of a list of headings, equal to that of Sphinx's translator.

    :param escapes: the characters that it escapes in texts and attributes, for `str.translate`.
    """
    pieces = ["<ul>\n"]
    for anchor, text, child_entries in entries:
        target = (anchor or "#").translate(escapes)
        link = f'<a class="reference internal" href="{target}">{text.translate(escapes)}</a>'
        pieces += (
            "<li>",
            link,
            render_headings(child_entries, escapes) if child_entries else "",
            "</li>\n",
        )
    return "".join((*pieces, "</ul>\n"))
