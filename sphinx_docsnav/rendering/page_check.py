"""What a build would report about a page or an operation, found without Sphinx; accessibility.

A page is read and rendered as in a build, because only the renderer knows which
icons, pictures and snippets a page shows and which anchors its headings get; the
result is dropped. `sphinx_docsnav.navigation.checked_pages` compares the links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from sphinx_docsnav.components import builtin_registry
from sphinx_docsnav.components.document_structure import nodes_below
from sphinx_docsnav.components.markup import MermaidNode
from sphinx_docsnav.docs_json.ledger import keys_without_effect, unused_field
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx import MdxOptions, MdxSource, SourceCache, parse_mdx
from sphinx_docsnav.mdx.frontmatter import front_matter_position
from sphinx_docsnav.navigation.checked_pages import CheckedPage, Conversions, PageLink
from sphinx_docsnav.openapi import Located, Operation, Specifications
from sphinx_docsnav.openapi.mentions import list_descriptions
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer
from sphinx_docsnav.rendering.diagrams import draw, installed_version, themed, undrawn_diagram
from sphinx_docsnav.rendering.formulas import convert_formula, unconverted_formula
from sphinx_docsnav.rendering.links import UNNAMED
from sphinx_docsnav.rendering.page_document import render_page
from sphinx_docsnav.rendering.page_state import Writing
from sphinx_docsnav.rendering.tag_checks import REORDERS
from sphinx_docsnav.sitefiles.page_links import Address
from sphinx_docsnav.sitefiles.safe_urls import scheme_of

SAYS_NOTHING = frozenset(
    {"click here", "details", "here", "learn more", "link", "more", "page", "read more", "this"}
    | {"this link", "this page"}
)
"""Texts of links that say nothing without the sentence around them; small letters."""


def accessibility_faults(writing: Writing, below: Iterable[Any], path: Path) -> Iterator[Fault]:
    """Yield what is wrong with a page.

    :param below: all nodes of the document.
    :param path: its file, for nodes that name none.

    Faults: ``alt_missing``, ``heading_order``, ``link_text``.
    """
    before = 1
    for level, node, words in writing.levels:
        if level > before + 1:
            message = f"heading '{words[:60]}' of level {level} follows one of level {before}"
            hint = f"make it level {before + 1}; screen readers list headings by level"
            problem = "a heading skips a level"
            yield _fault(FaultKind.HEADING_ORDER, node, path, message, hint, problem)
        before = max(level, 1)
    for node in below:
        if isinstance(node, nodes.image) and node.get(UNNAMED):
            message = f"image '{str(node['uri'])[:80]}' has no alternative text"
            hint = 'write what it shows; alt="" is for one that only decorates'
            problem = "an image has no alternative text"
            yield _fault(FaultKind.ALT_MISSING, node, path, message, hint, problem)
        elif isinstance(node, nodes.reference) and (found := _link_problem(node)):
            hint = "name what it leads to; screen readers list links without their sentences"
            problem = "a link does not say where it leads"
            yield _fault(FaultKind.LINK_TEXT, node, path, found, hint, problem)


def _link_problem(link: nodes.reference) -> str:
    words = " ".join(link.astext().split())
    if words.strip(" .…→»>").lower() in SAYS_NOTHING:
        return f"the text of a link is only '{words}'"
    named = words or any(str(image.get("alt", "")).strip() for image in link.findall(nodes.image))
    return "" if named else f"a link to '{str(link.get('refuri', ''))[:80]}' has no text"


def _fault(  # noqa: PLR0913, PLR0917 -- the parts of a message
    kind: FaultKind, node: nodes.Element, path: Path, message: str, hint: str, problem: str
) -> Fault:
    while node.line is None and node.parent is not None:
        node = node.parent
    file = Path(node.source) if node.source else path
    place = Position(node.line or 1)
    return Fault(kind, Severity.WARNING, message, file, place, hint=hint, problem=problem)


_TWO = 2
_MANY = 150
"""Fewer pages are rendered faster in one process than others are started."""
_CHUNK = 16
"""How many pages a process takes at a time: some take longer than others."""


@dataclass
class CheckHost:
    """A page that is rendered to be checked; see `sphinx_docsnav.rendering.page_state.Host`."""

    root: Path
    docname: str
    icon_library: str
    options: MdxOptions
    sources: SourceCache
    html: str = "safe"
    iframe_hosts: tuple[str, ...] = ()
    link_schemes: tuple[str, ...] = ()
    tells_unused: bool = True
    language: str = "en"
    own_host: str = ""
    faults: list[Fault] = field(default_factory=list)
    files: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.registry = builtin_registry()

    def source(self, path: Path) -> MdxSource:
        """Return a snippet's tokens."""
        self.files.add(path)
        return self.sources.read(path, self.options)

    def depend(self, path: Path) -> None:
        """Note a file that the page is made from."""
        self.files.add(path)

    def link(self, address: Address, words: nodes.Element) -> nodes.Element:
        """Return a link that is compared with the pages later."""
        link = nodes.reference("", "", words, refuri=address.url)
        link["docsnav_address"] = address
        return link

    def download(self, path: Path, words: nodes.Element) -> nodes.Element:
        """Return a link to a file, which exists."""
        return nodes.reference("", "", words, refuri=path.as_uri())

    def publish(self, path: Path) -> str:
        """Return the name of a file."""
        return path.name

    def report(self, fault: Fault) -> None:
        """Keep a fault."""
        self.faults.append(fault)

    def report_failure(self, error: Exception, line: int) -> None:
        """Report an exception as the failure of one block."""
        message = f"this block cannot be rendered: {error!r}; its source text is shown instead"
        self.faults.append(
            Fault(
                FaultKind.PAGE_FAILED,
                Severity.ERROR,
                message,
                self.root / f"{self.docname}.mdx",
                Position(line),
            )
        )


class PageChecker:
    """Checks the pages of one site."""

    def __init__(
        self,
        root: Path,
        icon_library: str,
        reading: tuple[bool | None, tuple[tuple[str, str], ...]] = (None, ()),
        conversions: Conversions = Conversions(),  # noqa: B008 -- a frozen value
    ) -> None:
        """Take what docs.json says of *reading*: whether there are formulas, and variables."""
        self._root = root
        self._library = icon_library
        self._options = MdxOptions(*reading)
        self._conversions = conversions
        self._sources = SourceCache()
        self._settings = get_default_settings()

    def check(self, files: Mapping[str, Path], processes: int = 1) -> dict[str, CheckedPage]:
        """Return what was found in the pages in *files*, by docname.

        :param processes: how many pages are rendered at the same time, if there are many.
        """
        if processes < _TWO or len(files) < _MANY:
            return {docname: self.page(docname, path) for docname, path in files.items()}
        with ProcessPoolExecutor(processes, initializer=_use, initargs=(self,)) as pool:
            found = pool.map(_page, files, files.values(), chunksize=_CHUNK)
            return dict(zip(files, found, strict=True))

    def page(self, docname: str, path: Path) -> CheckedPage:
        """Render the page at *path* and return what was found."""
        options = replace(self._options, markdown=path.suffix == ".md")
        host = CheckHost(self._root, docname, self._library, options, self._sources)
        document = new_document(str(path), self._settings)
        folder = docname.rpartition("/")[0]
        try:
            source = parse_mdx(path.read_bytes().decode("utf-8-sig", "replace"), options)
            writing = render_page(
                source, document, host, path=path, folder=folder, fallback_title=docname
            )
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be checked
            message = f"the page cannot be read: {error!r}; its source text is shown instead"
            fault = Fault(FaultKind.PAGE_FAILED, Severity.ERROR, message, path)
            return CheckedPage((*host.faults, fault), files=_names(host))
        unused = _unused_keys(source.front_matter, path)
        below = nodes_below(document)
        return CheckedPage(
            (*host.faults, *unused, *_unconverted(below, self._conversions)),
            tuple(_links(below, str(path))),
            frozenset(document.ids),
            _names(host),
            tuple(accessibility_faults(writing, below, path)),
            tuple(_links_elsewhere(below, str(path))),
        )


_used: list[PageChecker] = []
"""The checker of a process: what it knows of snippets stays known for all pages."""


def _use(checker: PageChecker) -> None:
    """Begin a process."""
    _used[:] = [checker]


def _page(docname: str, path: Path) -> CheckedPage:
    """Render a page in a process."""
    return _used[0].page(docname, path)


def _unused_keys(data: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Yield ``unused_field``, one per key of front matter that changes nothing."""
    for found in keys_without_effect(data):
        place = front_matter_position(path, found.name)
        yield unused_field(found, path, place)


def _unconverted(below: Iterable[Any], conversions: Conversions) -> Iterator[Fault]:
    """Yield ``formula`` and ``diagram`` for what a build could not convert while it writes."""
    draws = conversions.diagrams and bool(installed_version())
    for node in below:
        if isinstance(node, MermaidNode) and draws:
            try:
                draw(themed(node["code"], "default"))
            except ValueError as error:
                yield undrawn_diagram(node, error)
        elif conversions.formulas and isinstance(node, (nodes.math, nodes.math_block)):
            markup, _ = convert_formula(node)
            if not markup:
                yield unconverted_formula(node)


def _names(host: CheckHost) -> tuple[str, ...]:
    """Return the names of the files that a page was made from."""
    return tuple(sorted(map(str, host.files)))


def _links_elsewhere(below: Iterable[Any], path: str) -> Iterator[tuple[str, str, int]]:
    for node in below:
        if isinstance(node, (nodes.reference, nodes.image)):
            url = str(node.get("refuri") or node.get("uri") or "")
            if scheme_of(url) in {"http", "https"}:
                yield (
                    url,
                    node.source if node.source and node.source != path else "",
                    node.line or 1,
                )


def _links(below: Iterable[Any], path: str) -> Iterator[PageLink]:
    for node in below:
        address = node.get("docsnav_address") if isinstance(node, nodes.reference) else None
        if isinstance(address, Address):
            file = node.source if node.source and node.source != path else ""
            line, column = node.line or 1, node.get("docsnav_column", 1)
            where = address.where.name
            yield where, address.url, address.paths, address.anchor, file, line, column


LinkFinding = tuple[FaultKind, str, str]
"""Kind, message and hint."""
LinkProblem = Callable[[str, Address], LinkFinding | None]
"""Returns what is wrong with a link on a page that leads nowhere."""

_CHECKED = re.compile(
    rf"\]\s*[(\[:]|(?:href|src)\s*=|{REORDERS.pattern}",
    re.IGNORECASE,
)
"""What a description has if something may be wrong with it: an address, or hidden characters."""


def check_descriptions(
    operations: Mapping[str, Operation], root: Path, specs: Specifications, problem: LinkProblem
) -> None:
    """Report what is wrong with links, pictures and code, at its place in the specification.

    :param operations: the operations that pages show, by docname.
    :param root: the site's folder.
    :param problem: compares a link with the pages of the site.
    """
    pages = {id(operation): docname for docname, operation in operations.items()}
    settings, sources = get_default_settings(), SourceCache()
    for operation, text in list_descriptions(operations.values()):
        if not _CHECKED.search(str(text.value)):
            continue
        docname = pages[id(operation)]
        host = CheckHost(root, docname, "", MdxOptions(), sources)
        writing = Writing(host, new_document(docname, settings))
        try:
            found = _problems(text, writing, problem)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the others can be checked
            message = f"this description cannot be rendered: {error!r}"
            found = [(FaultKind.PAGE_FAILED, message, "report it, with the description")]
        for kind, message, hint in found:
            specs.report_value(kind, text.document, text.keys, message, hint)


def _problems(text: Located, writing: Writing, problem: LinkProblem) -> list[LinkFinding]:
    """Return what is wrong in one description."""
    found: list[LinkFinding] = []

    def complain(kind: FaultKind, message: str, hint: str, _text: str) -> None:
        found.append((kind, message, hint))

    docname = writing.host.docname
    folders = (docname.rpartition("/")[0],)
    renderer = DescriptionRenderer(writing, text.document.name, folders, complain)
    for part in renderer.describe(str(text.value)):
        for link in part.findall(nodes.reference):
            address = link.get("docsnav_address")
            wrong = problem(docname, address) if isinstance(address, Address) else None
            found += [wrong] if wrong is not None else []
    return found
