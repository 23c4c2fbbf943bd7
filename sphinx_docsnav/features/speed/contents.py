"""Lists of headings that have no nodes until someone needs these (``docsnav_fast``).

Sphinx keeps such a list of each page, about four nodes for each heading, which are two thirds of
what it keeps of a page. It copies the list for the page, and renders the copy. Here, it is a tuple
of texts, from which the HTML of Sphinx's own translator is written, as is that of a plain title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.tags import Tags
from sphinx.writers.html5 import HTML5Translator

HeadingEntry = tuple[str, str, tuple["HeadingEntry", ...]]
"""The anchor and the text of a heading, and those below it."""
_KINDS = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)
"""The nodes of such a list, but for texts."""
_PLAIN = nodes.list_item().attributes
"""The attributes of a node that was given none."""
_SHARED = (
    "starttag",
    "encode",
    "attval",
    "special_characters",
    "dispatch_visit",
    "add_secnumber",
    "add_fignumber",
)
"""What a translator does for each node."""


class bullet_list(nodes.bullet_list):  # noqa: N801 -- visitors take methods by this name
    """A list of headings that becomes an ordinary one, with nodes, when these are asked for."""

    tagname = "bullet_list"
    entries: tuple[HeadingEntry, ...]
    docname: str
    is_local: bool
    """The links are those of the page itself."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any attribute of a node
        """Make the nodes."""
        values = self.__dict__
        entries, docname, is_local = (values.pop(key) for key in ("entries", "docname", "is_local"))
        self.__class__ = nodes.bullet_list  # type: ignore[assignment]  # it has the same layout
        nodes.bullet_list.__init__(self, "", *_items(entries, docname, is_local=is_local))
        return getattr(self, name)

    def copy(self) -> Any:  # noqa: ANN401 -- as docutils
        """Return an ordinary list without entries."""
        self.__getattr__("children")
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., nodes.bullet_list], tuple[object, ...]]:
        """Store the texts."""
        return partial(listing, is_local=self.is_local), (self.entries, self.docname)

    def findall(  # type: ignore[override]  # only the types of the arguments are left open
        self,
        condition: Any = None,  # noqa: ANN401 -- as docutils
        *arguments: Any,  # noqa: ANN401 -- as docutils
        **options: Any,  # noqa: ANN401 -- as docutils
    ) -> Iterator[Any]:
        """Yield nodes; there are none of most classes."""
        kinds = (*_KINDS, nodes.Text)
        if isinstance(condition, type) and not any(issubclass(kind, condition) for kind in kinds):
            return iter(())
        return super().findall(condition, *arguments, **options)


def listing(
    entries: tuple[HeadingEntry, ...], docname: str, *, is_local: bool
) -> nodes.bullet_list:
    """Return a list that has no nodes yet."""
    made = object.__new__(bullet_list)
    made.entries, made.docname, made.is_local = entries, docname, is_local
    return made


def _items(
    entries: Iterable[HeadingEntry], docname: str, *, is_local: bool
) -> Iterator[nodes.list_item]:
    for anchor, text, below in entries:
        target = (anchor or "#") if is_local else docname
        link = nodes.reference(
            "", "", nodes.Text(text), internal=True, refuri=target, anchorname=anchor
        )
        item = nodes.list_item("", addnodes.compact_paragraph("", "", link))
        if below:
            item += nodes.bullet_list("", *_items(below, docname, is_local=is_local))
        yield item


def shorten(app: Sphinx, _doctree: nodes.document) -> None:
    """Keep the headings of a document as texts (``doctree-read``)."""
    env = app.env
    toc = env.tocs.get(env.docname)
    if app.config.docsnav_fast and toc is not None:
        entries = _entries(toc, env.docname)
        if entries is not None:
            env.tocs[env.docname] = listing(entries, env.docname, is_local=False)
            for node in list(toc.findall()):
                node.parent = None  # else they refer to each other, and stay until collected


def _entries(toc: Any, docname: str) -> tuple[HeadingEntry, ...] | None:  # noqa: ANN401 -- any node
    """Return the entries of a list that has nothing else."""
    if type(toc) is not nodes.bullet_list or toc.attributes != _PLAIN:
        return None
    entries: list[HeadingEntry] = []
    items: list[Any] = toc.children
    for item in items:
        paragraph, *lists = item.children or [None]
        link = _only_child(paragraph, addnodes.compact_paragraph)
        text = _only_child(link, nodes.reference)
        below = _entries(lists[0], docname) if lists else ()
        if type(item) is not nodes.list_item or len(lists) > 1 or below is None:
            return None
        if type(text) is not nodes.Text or "\0" in text:
            return None
        anchor = link["anchorname"]
        own = {**_PLAIN, "internal": True, "refuri": docname, "anchorname": anchor}
        if link.attributes != own or not item.attributes == paragraph.attributes == _PLAIN:
            return None
        entries.append((anchor, str(text), below))
    return tuple(entries)


def _only_child(node: Any, kind: type[nodes.Element]) -> Any:  # noqa: ANN401 -- None or any node
    return node.children[0] if type(node) is kind and len(node.children) == 1 else None


MakeContents = Callable[[BuildEnvironment, str, Tags], nodes.Node]
"""Makes the list of headings for a page."""


def without_nodes(make: MakeContents) -> MakeContents:
    """Return *make*, which copies no nodes."""

    def document_toc(env: BuildEnvironment, docname: str, tags: Tags) -> nodes.Node:
        toc = env.tocs.get(docname)
        if type(toc) is not bullet_list or "tocdepth" in env.metadata[docname]:
            return make(env, docname, tags)
        return listing(toc.entries, docname, is_local=True)

    return document_toc


RenderPartial = Callable[["nodes.Node | None"], dict[str, str]]
"""Renders a piece of a document."""


def as_texts(app: Sphinx, render: RenderPartial) -> RenderPartial:
    """Return *render*, which writes plain titles and lists of headings from their texts."""
    translator = app.registry.get_translator_class(app.builder)
    if not _writes_as_sphinx(app, translator):
        return render
    special = HTML5Translator.special_characters

    def render_partial(node: Any) -> dict[str, str]:  # noqa: ANN401 -- a node or None
        if type(node) is bullet_list:
            return {"fragment": _html(node.entries, special), "title": ""}
        text = _only_child(node, nodes.title)
        if type(text) is nodes.Text and "\0" not in text and node.attributes == _PLAIN:
            return {"fragment": "", "title": text.translate(special)}
        return render(node)

    return render_partial


def _writes_as_sphinx(app: Sphinx, translator: type[nodes.NodeVisitor]) -> bool:
    """Return whether no extension has changed how a list of headings is written."""
    names = {kind.__name__ for kind in (*_KINDS, nodes.document, nodes.title, nodes.Text)}
    members = [*_SHARED, *(f"{step}_{name}" for name in names for step in ("visit", "depart"))]
    handlers = app.registry.translation_handlers
    return all(
        getattr(translator, member, None) is getattr(HTML5Translator, member, None)
        for member in members
    ) and names.isdisjoint({*handlers.get("html", ()), *handlers.get(app.builder.name, ())})


def _html(entries: tuple[HeadingEntry, ...], special: dict[int, str]) -> str:
    written = ["<ul>\n"]
    for anchor, text, below in entries:
        target = (anchor or "#").translate(special)
        link = f'<a class="reference internal" href="{target}">{text.translate(special)}</a>'
        written += ("<li>", link, _html(below, special) if below else "", "</li>\n")
    return "".join((*written, "</ul>\n"))
