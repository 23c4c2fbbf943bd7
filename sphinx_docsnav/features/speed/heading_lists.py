"""Lists of headings that Sphinx keeps and that have no nodes until they are asked for.

For the list of headings of each page, Sphinx keeps about four nodes for each heading: two thirds of
what it keeps of a page. It stores and loads them, copies them for the page, and renders the copy.
Most lists are only links with plain texts. Such a list is kept as anchors and texts here, from
which its HTML is written, and from which its nodes are made for whoever reads them.
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

from sphinx_docsnav.core.compat.private_names import unlink

HeadingEntry = tuple[str, str, tuple["HeadingEntry", ...]]
"""The anchor and the text of a heading, and those below it."""
KINDS = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)
"""The nodes of a list of headings, but for texts."""
PLAIN = nodes.list_item().attributes
"""The attributes of a node that was given none."""


class bullet_list(nodes.bullet_list):  # noqa: N801 -- visitors take methods by this name
    """A list of headings whose nodes are made when they are read for the first time.

    From then on, the nodes are what counts, as others may change them, and what is stored.
    """

    def __init__(self, entries: tuple[HeadingEntry, ...], docname: str | None) -> None:
        """Make a list without nodes.

        :param docname: the document that the links lead to from others, as Sphinx keeps them;
            ``None`` for links on the page itself.
        """
        super().__init__()
        del self.children  # the property below makes them
        self._entries, self._docname = entries, docname

    @property
    def entries(self) -> tuple[HeadingEntry, ...] | None:
        """What the list consists of; ``None`` if it may have been changed."""
        is_unchanged = "children" not in vars(self) and self.attributes == PLAIN
        return self._entries if is_unchanged else None

    @cached_property
    def children(self) -> list[nodes.Node]:  # type: ignore[override]  # an attribute in docutils
        """The entries as the nodes that Sphinx makes of them."""
        items: list[nodes.Node] = [*_items(self._entries, self._docname)]
        for item in items:
            self.setup_child(item)
        return items

    def copy(self) -> Any:  # noqa: ANN401 -- as docutils
        """Return an ordinary list without entries."""
        return nodes.bullet_list(self.rawsource, **self.attributes)

    def findall(  # type: ignore[override]  # only the types of the arguments are left open
        self,
        condition: Any = None,  # noqa: ANN401 -- as docutils
        *arguments: Any,  # noqa: ANN401 -- as docutils
        **options: Any,  # noqa: ANN401 -- as docutils
    ) -> Iterator[Any]:
        """Yield nodes; no node is made to find that there are none, such as toctrees."""
        kinds = (*KINDS, nodes.Text)
        is_class = isinstance(condition, type) and self.entries is not None
        if is_class and not any(issubclass(kind, condition) for kind in kinds):
            return iter(())
        return super().findall(condition, *arguments, **options)


def _items(entries: Iterable[HeadingEntry], docname: str | None) -> Iterator[nodes.list_item]:
    for anchor, text, below in entries:
        target = (anchor or "#") if docname is None else docname
        link = nodes.reference(
            "", "", nodes.Text(text), internal=True, refuri=target, anchorname=anchor
        )
        item = nodes.list_item("", addnodes.compact_paragraph("", "", link))
        if below:
            item += nodes.bullet_list("", *_items(below, docname))
        yield item


def keep_headings_as_texts(app: Sphinx, _doctree: nodes.document) -> None:
    """Keep the headings of a document as texts, if these are all it has (``doctree-read``)."""
    env = app.env
    toc = env.tocs.get(env.docname)
    entries = heading_entries(toc, env.docname) if app.config.docsnav_fast else None
    if toc is not None and entries is not None:
        env.tocs[env.docname] = bullet_list(entries, env.docname)
        unlink(toc)


def heading_entries(toc: Any, docname: str) -> tuple[HeadingEntry, ...] | None:  # noqa: ANN401 -- any node
    """Return the entries of a list that has nothing else; ``None`` for other lists."""
    if type(toc) is not nodes.bullet_list or toc.attributes != PLAIN:
        return None
    entries: list[HeadingEntry] = []
    items: list[Any] = toc.children
    for item in items:
        paragraph, *lists = item.children or [None]
        link = only_child(paragraph, addnodes.compact_paragraph)
        text = only_child(link, nodes.reference)
        below = heading_entries(lists[0], docname) if lists else ()
        if type(item) is not nodes.list_item or len(lists) > 1 or below is None:
            return None
        if type(text) is not nodes.Text or "\0" in text:
            return None
        anchor = link["anchorname"]
        expected = {**PLAIN, "internal": True, "refuri": docname, "anchorname": anchor}
        if link.attributes != expected or not item.attributes == paragraph.attributes == PLAIN:
            return None
        entries.append((anchor, str(text), below))
    return tuple(entries)


def only_child(node: Any, kind: type[nodes.Element]) -> Any:  # noqa: ANN401 -- None or any node
    """Return the child of a node of a class that has one; ``None`` for other nodes."""
    return node.children[0] if type(node) is kind and len(node.children) == 1 else None


MakeContents = Callable[[BuildEnvironment, str, Tags], nodes.Node]
"""Makes the list of headings for a page."""


def without_nodes(make: MakeContents) -> MakeContents:
    """Return *make*, which copies no nodes of a list that has none."""

    def document_toc(env: BuildEnvironment, docname: str, tags: Tags) -> nodes.Node:
        toc = env.tocs.get(docname)
        entries = toc.entries if isinstance(toc, bullet_list) else None
        if entries is None or "tocdepth" in env.metadata[docname]:
            return make(env, docname, tags)
        return bullet_list(entries, None)

    return document_toc


def heading_html(entries: Iterable[HeadingEntry], special: dict[int, str]) -> str:
    """Return a list of headings as Sphinx's translator writes it.

    :param special: what it replaces in texts and attributes, for `str.translate`.
    """
    written = ["<ul>\n"]
    for anchor, text, below in entries:
        target = (anchor or "#").translate(special)
        link = f'<a class="reference internal" href="{target}">{text.translate(special)}</a>'
        written += ("<li>", link, heading_html(below, special) if below else "", "</li>\n")
    return "".join((*written, "</ul>\n"))
