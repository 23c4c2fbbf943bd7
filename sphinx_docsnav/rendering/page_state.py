"""What the renderer keeps while it writes one document.

A document is written by one `Writing`, whatever files its text comes from:
the page's own and those of its snippets. `Host` is the build around it.

Headings have ids, and others that links may use as well if nothing else has them: authors
leave out parts of a heading in links, as the badge in ``navigation <Badge>new</Badge>``, or
the receiver in ``<span>user.</span><span>save()</span>``; older links have only letters and
digits. Such an id is given when the page is complete, so that it takes none of another heading.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from docutils import nodes

from sphinx_docsnav.components.component_nodes import BlockComponent, InlineComponent, attach
from sphinx_docsnav.components.registry import Registry
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx import MdxSource
from sphinx_docsnav.mdx.expressions import Reserve
from sphinx_docsnav.mdx.slugs import Slugger, checked_slug, title_slug, written_slug
from sphinx_docsnav.sitefiles.page_links import Address, clean_id

MOST_SPENT = 4_000
"""Snippets and components of its own that a page may show, long snippets counted more."""


class Host(Protocol):
    """What a document needs of the build around it."""

    docname: str
    """The document's name."""
    root: Path
    """The site's folder; no file outside of it is ever read."""
    icon_library: str
    """The library of icons that name none."""
    html: str
    """``safe`` or ``none``: what becomes of html in pages."""
    iframe_hosts: tuple[str, ...]
    """Hosts that frames may show; empty for all that are reached by https."""
    link_schemes: tuple[str, ...]
    """Schemes of links, beside the usual ones, that a reader may be led to."""
    own_host: str
    """The host name in ``html_baseurl``; empty if that is not set."""
    registry: Registry
    """The components."""
    tells_unused: bool
    """Whether to report attributes that have no effect."""
    language: str
    """The language of the document, as Sphinx or docs.json calls it."""

    def source(self, path: Path) -> MdxSource:
        """Return a snippet's tokens, and note that the document depends on the file.

        :raises OSError: it cannot be read.
        """

    def depend(self, path: Path) -> None:
        """Note that the document depends on the file at *path*, there or not."""

    def link(self, address: Address, words: nodes.Element) -> nodes.Element:
        """Return the node that leads *words* to a page of the site."""

    def download(self, path: Path, words: nodes.Element) -> nodes.Element:
        """Return the node that leads *words* to a file of the site."""

    def publish(self, path: Path) -> str:
        """Return the name under which a file of the site is put beside the pages."""

    def report(self, fault: Fault) -> None:
        """Take a fault found in the document."""

    def report_failure(self, error: Exception, line: int) -> None:
        """Report an exception in the block at *line*; its source text is shown instead.

        :raises Exception: *error* itself, if it has to stop the build.
        """


@dataclass
class Writing:
    """A document that is being written."""

    host: Host
    """The build around it."""
    document: nodes.document
    stack: list[nodes.Element] = field(default_factory=list)
    """The open elements inside of the current section."""
    sections: list[tuple[int, nodes.Element]] = field(default_factory=list)
    """The open sections with their heading's level."""
    slugger: Slugger = field(default_factory=Slugger)
    """Makes the ids of headings."""
    headings: list[tuple[nodes.Element, str, str]] = field(default_factory=list)
    """The headings with their words, and with the words of their main part."""
    levels: list[tuple[int, nodes.Element, str]] = field(default_factory=list)
    """The level of each heading of the text, its node and its words."""
    given_ids: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    """Ids that authors gave: file, line and column of the first element with each."""
    footnotes: dict[str, nodes.footnote] = field(default_factory=dict)
    """Footnotes by their label."""
    footnote_order: list[str] = field(default_factory=list)
    """Labels in the order they are referred to."""
    depth: int = 0
    """How many snippets are open."""
    spent: int = 0
    """What snippets and components of the page have cost so far; see `spend`."""
    reserve: Reserve = field(default_factory=Reserve)
    """What expressions and components may cost beyond their own budgets."""
    names: dict[str, Any] = field(default_factory=dict)
    """What names mean in the page itself."""
    modules: dict[Path, Mapping[str, Any]] = field(default_factory=dict)
    """What imported files export."""
    lines: set[nodes.paragraph] = field(default_factory=set)
    """Paragraphs created for inline nodes between blocks; following inline nodes are added."""
    tags_only: set[nodes.TextElement] = field(default_factory=set)
    """Paragraphs of tags of HTML alone, which are none in MDX; see `MarkupRunNode`."""
    parts: list[tuple[tuple[str, ...], Fault]] = field(default_factory=list)
    """For each tag that is a part: the components it is a part of, and the message if it is in
    none of them; see `tag_checks`."""
    has_author_markup: bool = False
    """Whether the page has HTML, classes or styles that its author wrote; see `contain`."""
    apart: bool = False
    """The next inline node between blocks begins a tag or an expression of its own."""
    _warned: set[tuple[str, str]] = field(default_factory=set)
    _serial: int = 0

    @property
    def current(self) -> nodes.Element:
        """Where the next node belongs."""
        return self.stack[-1] if self.stack else self.sections[-1][1]

    def add(self, node: nodes.Node) -> None:
        """Append *node* where it belongs; a component may take in what follows it."""
        parent = self.current
        if isinstance(node, BlockComponent) and parent.children:
            last = parent.children[-1]
            if isinstance(last, BlockComponent) and last.absorb(node):
                return
        attach(parent, node)

    def spend(self, tokens: int = 0) -> bool:
        """Count a snippet of so many *tokens*; return whether the page is within its limit.

        Snippets in snippets can double with each step, and so can components
        of a page; no page may grow without bound.
        """
        self.spent += 1 + tokens // 50
        return self.spent <= MOST_SPENT

    def serial(self) -> str:
        """Return a name that nothing else on the site has, the same on every build."""
        self._serial += 1
        return f"docsnav-{zlib.crc32(self.host.docname.encode()):x}-{self._serial}"

    def claim_ids(
        self, node: nodes.Element, ids: Iterable[object], *, always: bool = False
    ) -> None:
        """Give *node* those of *ids* that nothing in the document has yet.

        :param always: it must get one: the first with a number, if all are taken.
        """
        names = [name for name in map(clean_id, ids) if name]
        taken = self.document.ids
        free = [name for name in dict.fromkeys(names) if name not in taken]
        if always and not free:
            numbered = (f"{names[0]}-{number}" for number in itertools.count(2)) if names else ()
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
    ) -> None:
        """Report a warning at a place in *path*; once per document for equal *once*."""
        if once:
            if (kind, once) in self._warned:
                return
            self._warned.add((kind, once))
        self.host.report(Fault(kind, Severity.WARNING, message, path, position, hint=hint))


CONTAINED = "docsnav-contained"
"""The class of blocks that are painted in the column of the text only."""


def contain(blocks: Iterable[nodes.Node]) -> None:
    """Mark *blocks* as content of authors, which browsers do not paint over the rest of the page.

    No table of properties can promise that: a wide element that floats to the right, or stands
    in a line from right to left, reaches over the sidebar with harmless properties alone.
    """
    for block in blocks:
        is_hidden = isinstance(block, (nodes.Invisible, nodes.meta))
        if isinstance(block, nodes.Element) and not is_hidden:
            block["classes"].append(CONTAINED)


def claim_heading_ids(
    writing: Writing,
    node: nodes.Element,
    given: str | None,
    title: Sequence[nodes.Node],
    level: int,
) -> None:
    """Give *node* the ids of the heading *title*, or the id that its author gave.

    A section always gets an id.
    """
    words = "".join(child.astext() for child in title).strip()
    writing.levels.append((level, node, words))
    ids = (given,) if given else writing.slugger.claim(words)
    writing.claim_ids(node, ids, always=isinstance(node, nodes.section))
    if not given:
        writing.headings.append((node, words, _main_words(title)))


def claim_other_ids(writing: Writing) -> None:
    """Give the headings of a complete page their other ids, as far as nothing has them."""
    parts = Slugger()
    for node, words, part in writing.headings:
        checked = checked_slug(part or words)
        others = (*parts.claim(part), title_slug(words), checked)
        writing.claim_ids(node, (written_slug(words), *others))


def _main_words(title: Sequence[nodes.Node]) -> str:
    """Return the words of a heading outside of its components and formulas, or else of the last.

    Empty for a heading that has none.
    """
    components = [child for child in title if isinstance(child, InlineComponent | nodes.math)]
    if not components:
        return ""
    plain = "".join(child.astext() for child in title if child not in components).strip()
    return plain or components[-1].astext()
