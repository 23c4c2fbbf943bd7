"""The state of a page while it is rendered.

A page has one `PageState`, although its text can come from several files: its own and those of its
snippets. Each file has a `Scope`, the values of its names. `OpenElement` is a tag while it is open,
and `Host` is the build around the page.

Headings have ids, and alternative ids for links that do not use the exact heading. Authors leave
out a part of it, such as the badge in ``navigation <Badge>new</Badge>`` or the receiver in
``<span>user.</span><span>save()</span>``, and older links have only letters and digits. Alternative
ids are given when the page is complete, so that they never take the id of another heading.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from docutils import nodes

from sphinx_docsnav.components.component_nodes import BlockComponent, InlineComponent, attach
from sphinx_docsnav.components.registry import ComponentType, Registry
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.mdx import Expression, MdxSource, SpreadAttribute, Tag
from sphinx_docsnav.mdx.expressions import DisplayValue, Opaque, Reserve, Value
from sphinx_docsnav.mdx.slugs import Slugger, make_checked_slug, make_title_slug, make_written_slug
from sphinx_docsnav.sitefiles.page_links import Address, clean_id

MAX_COST = 4_000
"""The maximum cost of a page's snippets and of the components that it defines."""
SPREAD = "..."
"""The name of the attributes of ``{...props}`` that are left out."""
CONTAINED = "docsnav-contained"
"""The class of blocks that browsers paint inside the column of the text only."""


class Host(Protocol):
    """What a page needs from the build around it."""

    docname: str
    """The document's name."""
    root: Path
    """The site's folder; no file outside it is read."""
    icons: SiteIcons
    """The icons that the site can use."""
    html: str
    """``safe`` or ``none``: whether HTML in pages is rendered."""
    iframe_hosts: tuple[str, ...]
    """Hosts that frames may show; empty for all hosts over https."""
    link_schemes: tuple[str, ...]
    """Allowed schemes of links in addition to the usual ones."""
    own_host: str
    """The host name in ``html_baseurl``; empty if it is not set."""
    registry: Registry
    """The registered components."""
    tells_unused: bool
    """Whether to report attributes without an effect."""
    language: str
    """The language of the document, by the name that Sphinx or docs.json uses."""
    describes_objects: bool
    """Whether `describe_object` can import the code of the project."""

    def describe_object(self, name: str, document: nodes.document, line: int) -> list[nodes.Node]:
        """Return the description of the Python object *name*, which *line* of the page names."""

    def source(self, path: Path) -> MdxSource:
        """Return the parsed snippet at *path*, and record that the page depends on it.

        :raises OSError: if the file cannot be read.
        """

    def depend(self, path: Path) -> None:
        """Record that the page depends on the file at *path*, whether it exists or not."""

    def link(self, address: Address, content: nodes.Element) -> nodes.Element:
        """Return the node that links *content* to a page of the site."""

    def download(self, path: Path, content: nodes.Element) -> nodes.Element:
        """Return the node that links *content* to a file of the site."""

    def publish(self, path: Path) -> str:
        """Return the name under which the file at *path* is copied to the output."""

    def report(self, fault: Fault) -> None:
        """Receive a fault that was found on the page."""

    def report_failure(self, error: Exception, line: int) -> None:
        """Report an exception in the block at *line*, of which the source text is shown instead.

        :raises Exception: *error* itself, if it has to stop the build.
        """


@dataclass
class PageState:
    """The state of one page while it is rendered."""

    host: Host
    """The build around it."""
    document: nodes.document
    stack: list[nodes.Element] = field(default_factory=list)
    """The open elements inside the current section."""
    sections: list[tuple[int, nodes.Element]] = field(default_factory=list)
    """The open sections and the levels of their headings."""
    slugger: Slugger = field(default_factory=Slugger)
    """Makes the ids of headings."""
    headings: list[tuple[nodes.Element, str, str, str]] = field(default_factory=list)
    """The headings that get alternative ids, with their text, that of their main part, and the text
    with the dollar signs of formulas."""
    levels: list[tuple[int, nodes.Element, str]] = field(default_factory=list)
    """The level, node and text of each heading, in order."""
    author_ids: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    """Ids that authors wrote: file, line and column of the first element with each."""
    footnotes: dict[str, nodes.footnote] = field(default_factory=dict)
    """Footnotes by their label."""
    footnote_order: list[str] = field(default_factory=list)
    """The labels in the order of their first references."""
    depth: int = 0
    """The number of components of the page that are being expanded."""
    cost: int = 0
    """The cost of the page's snippets and components so far; see `spend`."""
    reserve: Reserve = field(default_factory=Reserve)
    """What expressions and components may use beyond their own budgets."""
    names: dict[str, Any] = field(default_factory=dict)
    """The names of the page's own file, and their values."""
    modules: dict[Path, Mapping[str, Any]] = field(default_factory=dict)
    """The exported values of each imported file."""
    inline_paragraphs: set[nodes.paragraph] = field(default_factory=set)
    """Paragraphs created for inline nodes between blocks, to which the next ones are added."""
    tags_only: set[nodes.TextElement] = field(default_factory=set)
    """Paragraphs that consist of HTML tags; MDX has none there. See `MarkupRunNode`."""
    parts: list[tuple[tuple[str, ...], Fault]] = field(default_factory=list)
    """For each part: its components, and the message if it is in none of them; see `tag_checks`."""
    snippet_lists: list[nodes.bullet_list] = field(default_factory=list)
    """Lists at the start or end of a snippet, which continue the lists around it."""
    has_author_markup: bool = False
    """Whether authors used HTML, classes or styles on the page; see `contain`."""
    is_separate: bool = False
    """Whether the next inline node between blocks begins a tag or expression."""
    _reported: set[tuple[str, str]] = field(default_factory=set)
    _serial: int = 0

    @property
    def current(self) -> nodes.Element:
        """The node that the next node is added to."""
        return self.stack[-1] if self.stack else self.sections[-1][1]

    def add(self, node: nodes.Node) -> None:
        """Add *node* to the current node, unless the component before it absorbs it."""
        parent = self.current
        if isinstance(node, BlockComponent) and parent.children:
            last = parent.children[-1]
            if isinstance(last, BlockComponent) and last.absorb(node):
                return
        attach(parent, node)

    def spend(self, tokens: int = 0) -> bool:
        """Add a snippet with *tokens* tokens, or a component, to the cost; return whether it fits.

        Snippets in snippets, and components in components, can double the page with each level.
        """
        self.cost += 1 + tokens // 50
        return self.cost <= MAX_COST

    def serial(self) -> str:
        """Return an id that is unique on the site, and the same in every build."""
        self._serial += 1
        return f"docsnav-{zlib.crc32(self.host.docname.encode()):x}-{self._serial}"

    def claim_ids(
        self, node: nodes.Element, ids: Iterable[object], *, always: bool = False
    ) -> None:
        """Give *node* those of *ids* that no other element has.

        :param always: give it the first of *ids* with a number if all are taken.
        """
        candidates = [name for name in map(clean_id, ids) if name]
        taken = self.document.ids
        free = [name for name in dict.fromkeys(candidates) if name not in taken]
        if always and not free:
            # Without any candidate, the id is one of the page's own.
            numbers = itertools.count(2) if candidates else ()
            numbered = (f"{candidates[0]}-{number}" for number in numbers)
            free = [next((name for name in numbered if name not in taken), self.serial())]
        for name in free:
            taken[name] = node
            node["ids"].append(name)

    def warn(  # noqa: PLR0913 - a warning and all that is known of it
        self,
        kind: FaultKind,
        message: str,
        path: Path,
        position: Position,
        *,
        once: str = "",
        hint: str = "",
        target: str = "",
    ) -> None:
        """Report a warning; for equal *once*, only the first on the page.

        :param target: see `Fault`.
        """
        if once:
            if (kind, once) in self._reported:
                return
            self._reported.add((kind, once))
        warning = Severity.WARNING
        self.host.report(Fault(kind, warning, message, path, position, hint=hint, target=target))


def join_snippet_lists(page: PageState) -> None:
    """Join the lists of snippets with the lists directly before and after them.

    A page takes some items of a list from a snippet; with a list for each part, the space between
    them would be that between blocks.
    """
    for listing in page.snippet_lists:
        container = listing.parent
        # The list may have been joined with the one before it, or belong to content left out.
        if container is None or listing not in container.children:
            continue
        index = container.index(listing)
        for after in container.children[index + 1 : index + 2]:
            if isinstance(after, nodes.bullet_list):
                container.remove(after)
                listing.extend(after.children)
        for before in container.children[index - 1 : index]:
            if isinstance(before, nodes.bullet_list):
                container.remove(listing)
                before.extend(listing.children)


def contain(blocks: Iterable[nodes.Node]) -> None:
    """Mark *blocks* as content of authors, which must not be painted over the rest of the page.

    The allow-list of properties cannot ensure it: a wide element that floats to the right, or
    stands in a line from right to left, covers the sidebar by harmless properties.
    """
    for block in blocks:
        is_hidden = isinstance(block, (nodes.Invisible, nodes.meta))
        if isinstance(block, nodes.Element) and not is_hidden:
            block["classes"].append(CONTAINED)


def claim_heading_ids(
    page: PageState,
    node: nodes.Element,
    author_id: str | None,
    title: Sequence[nodes.Node],
    level: int,
) -> None:
    """Give *node* the ids of the heading *title*, or the id that its author wrote.

    A section always gets an id.
    """
    text = "".join(child.astext() for child in title).strip()
    page.levels.append((level, node, text))
    ids = (author_id,) if author_id else page.slugger.claim(text)
    page.claim_ids(node, ids, always=isinstance(node, nodes.section))
    if not author_id:
        page.headings.append((node, text, _get_main_text(title), _get_marked_text(title)))


def claim_alternative_ids(page: PageState) -> None:
    """Give the headings of a complete page those alternative ids that are free."""
    main_slugger = Slugger()
    for node, text, main_text, marked_text in page.headings:
        checked = make_checked_slug(main_text or text)
        alternatives = (*main_slugger.claim(main_text), make_title_slug(text), checked)
        if marked_text != text:
            # Authors copy the heading into the link, formulas included.
            alternatives += (make_written_slug(marked_text), make_title_slug(marked_text))
        page.claim_ids(node, (make_written_slug(text), *alternatives))


def _get_main_text(title: Sequence[nodes.Node]) -> str:
    """Return the text of a heading outside its components and formulas, else the last of these.

    :returns: ``""`` for a heading without components.
    """
    components = [child for child in title if isinstance(child, InlineComponent | nodes.math)]
    if not components:
        return ""
    plain = "".join(child.astext() for child in title if child not in components).strip()
    return plain or components[-1].astext()


def _get_marked_text(title: Sequence[nodes.Node]) -> str:
    """Return the text of a heading with its formulas as Markdown writes them."""
    return "".join(
        f"${child.astext()}$" if isinstance(child, nodes.math) else child.astext()
        for child in title
    ).strip()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A file whose content replaces the tag with its name."""

    path: Path
    """The file, below the site's root."""


@dataclass(frozen=True, slots=True)
class RenamedComponent(Opaque):
    """A component of the registry that an import gives another name."""

    name: str = ""
    """Its name in the registry."""


@dataclass(slots=True)
class ChildNodes(DisplayValue):
    """The rendered children of a tag, which are the value of ``{children}``."""

    children: list[nodes.Node]
    """The nodes. The first expression that shows them gets these, others get copies."""
    used: bool = False
    """Whether the nodes are in the document."""

    def take(self) -> list[nodes.Node]:
        """Return the nodes the first time, and copies after that."""
        if self.used:
            return [node.deepcopy() for node in self.children]
        self.used = True
        return list(self.children)


@dataclass(frozen=True)
class Scope(Mapping[str, Any]):
    """The names of a file and their values."""

    names: Mapping[str, Any] = field(default_factory=dict)
    """The value of each name: a value of JavaScript, or one of the classes above."""
    lenient: bool = False
    """Whether unknown names have no value instead of being a mistake, as in snippets."""
    chain: tuple[Path, ...] = ()
    """The files that include this one, outermost first."""

    def __getitem__(self, name: str) -> Value:
        return self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(slots=True)
class OpenElement:
    """A tag with evaluated attributes, and with what its name refers to."""

    name: str
    """The name as written on the page; ``""`` for a fragment."""
    values: dict[str, Any]
    """The values of the attributes."""
    line: int
    """The line of the tag."""
    inline: bool
    """Whether it is inside a line of text."""
    target: Any = None
    """The value of its name in the scope; ``None`` if the file does not define the name."""
    type: ComponentType | None = None
    """The component that its name refers to; ``None`` for HTML and names of the file."""
    ids: tuple[str, ...] = ()
    """The ids that it should get."""
    column: int = 1
    """The column of the tag."""
    handlers: Mapping[str, Any] = field(default_factory=dict)
    """The text of its handlers, such as ``onClick``, by name; code never runs."""
    props: dict[str, Any] = field(default_factory=dict)
    """The values that code of the page sees, which are not converted to text."""
    refused: frozenset[str] = frozenset()
    """The attributes that are left out as they have no value, or none with a text.

    Each has a message, or its import has one. `SPREAD` stands for those of ``{...props}``.
    """
    tag: Tag | None = None
    """The tag on the page; ``None`` for a tag in an expression."""
    container: nodes.Element | None = None
    """The node that collects its children while it is open."""
    child_elements: list[tuple[OpenElement, list[nodes.Node], int, int]] = field(
        default_factory=list
    )
    """The elements directly inside a component of the page.

    For each: the element, a copy of its children, and the range of the component's children that
    shows it.
    """

    def lacks(self, names: Collection[str]) -> bool:
        """Return whether the page gives the tag none of the attributes *names*.

        An attribute whose expression has no known value counts as given: it has a message of its
        own.
        """
        if self.tag is None or any(_has_value(self.values.get(name)) for name in names):
            return False
        attributes = self.tag.attributes
        return not any(
            isinstance(attribute, SpreadAttribute)
            or (isinstance(attribute.value, Expression) and attribute.name not in self.values)
            for attribute in attributes
        )

    def get_position(self, name: str) -> tuple[int, int]:
        """Return line and column of an attribute, or of the tag if the attribute is not on it."""
        attribute = self.tag.get(name) if self.tag is not None else None
        if attribute is None:
            return self.line, self.column
        return attribute.line, attribute.column


def _has_value(value: object) -> bool:
    """Return whether an attribute has a value other than white space."""
    blank = isinstance(value, str) and not value.strip()
    return not (value is None or value is True or blank)
