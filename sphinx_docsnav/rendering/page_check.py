"""Checks of pages and operations without Sphinx, and of accessibility.

A page is parsed and rendered as in a build, because only the renderer knows which icons, images and
snippets a page uses and which anchors its headings get. The result is dropped.
`sphinx_docsnav.navigation.checks` compares the links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.components.document_structure import collect_nodes
from sphinx_docsnav.components.markup import MermaidNode
from sphinx_docsnav.docs_json.ledger import find_keys_without_effect, make_unused_fault
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.mdx import MdxOptions, MdxSource, SourceCache
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position
from sphinx_docsnav.messages import (
    BLOCK_SOURCE_SHOWN,
    SOURCE_SHOWN,
    describe_exception,
    make_defect_fault,
)
from sphinx_docsnav.navigation.checks import CheckedPage, Conversions, PageLink
from sphinx_docsnav.openapi import Located, Operation, Specifications
from sphinx_docsnav.openapi.mentions import list_descriptions
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer
from sphinx_docsnav.rendering.diagrams import (
    draw,
    find_installed_version,
    make_diagram_fault,
    set_theme,
)
from sphinx_docsnav.rendering.formulas import FormulaError, convert_formula, make_formula_fault
from sphinx_docsnav.rendering.links import UNNAMED
from sphinx_docsnav.rendering.page_document import parse_page, render_page
from sphinx_docsnav.rendering.page_state import PageState
from sphinx_docsnav.rendering.tag_checks import REORDERS
from sphinx_docsnav.sitefiles.page_links import Address
from sphinx_docsnav.sitefiles.safe_urls import find_scheme

VAGUE_TEXTS = frozenset(
    {"click here", "details", "here", "learn more", "link", "more", "page", "read more", "this"}
    | {"this link", "this page"}
)
"""Texts of links that mean nothing without their sentence, in lower case."""
_MIN_PAGES = 150
"""The number of pages from which starting processes saves time."""
_CHUNK_SIZE = 16
"""The number of pages that a process gets at a time; some take longer than others."""
_process_checkers: list[PageChecker] = []
"""The checker of a worker process, whose cache of snippets is used for all its pages."""
_CHECKED = re.compile(
    rf"\]\s*[(\[:]|(?:href|src)\s*=|{REORDERS.pattern}",
    re.IGNORECASE,
)
"""What a description has that may be wrong: an address, or hidden characters."""


def find_accessibility_faults(
    page: PageState, all_nodes: Iterable[Any], path: Path
) -> Iterator[Fault]:
    """Yield the accessibility problems of a page.

    :param all_nodes: the nodes of the document; see `collect_nodes`.
    :param path: the file of the page, for nodes without a source.

    Faults: ``alt_missing``, ``heading_order``, ``link_text``.
    """
    for kind, start, message, hint, problem in _list_accessibility_problems(page, all_nodes):
        node = start
        # A node without a line is at that of the nearest node around it.
        while node.line is None and node.parent is not None:
            node = node.parent
        file, position = Path(node.source) if node.source else path, Position(node.line or 1)
        yield Fault(kind, Severity.WARNING, message, file, position, hint=hint, problem=problem)


def _list_accessibility_problems(
    page: PageState, all_nodes: Iterable[Any]
) -> Iterator[tuple[FaultKind, nodes.Element, str, str, str]]:
    """Yield kind, node, message, hint, and what it has in common with others, of each problem."""
    previous_level = 1
    for level, node, text in page.levels:
        if level > previous_level + 1:
            message = (
                f"heading '{text[:60]}' of level {level} follows one of level {previous_level}"
            )
            hint = f"make it level {previous_level + 1}; screen readers list headings by level"
            yield FaultKind.HEADING_ORDER, node, message, hint, "a heading skips a level"
        previous_level = max(level, 1)
    for node in all_nodes:
        if isinstance(node, nodes.image) and node.get(UNNAMED):
            message = f"image '{str(node['uri'])[:80]}' has no alternative text"
            hint = 'write what it shows; alt="" is for one that only decorates'
            yield FaultKind.ALT_MISSING, node, message, hint, "an image has no alternative text"
        elif isinstance(node, nodes.reference) and (message := _describe_link_problem(node)):
            hint = "name what it leads to; screen readers list links without their sentences"
            problem = "a link does not say where it leads"
            yield FaultKind.LINK_TEXT, node, message, hint, problem


def _describe_link_problem(link: nodes.reference) -> str:
    """Return what is wrong with the text of a link; ``""`` if nothing is."""
    text = " ".join(link.astext().split())
    if text.strip(" .…→»>").lower() in VAGUE_TEXTS:
        return f"the text of a link is only '{text}'"
    has_name = text or any(str(image.get("alt", "")).strip() for image in link.findall(nodes.image))
    return "" if has_name else f"a link to '{str(link.get('refuri', ''))[:80]}' has no text"


@dataclass
class CheckHost:
    """The host of a page that is rendered for a check; see `page_state.Host`."""

    root: Path
    docname: str
    icons: SiteIcons
    options: MdxOptions
    sources: SourceCache
    html: str = "safe"
    iframe_hosts: tuple[str, ...] = ()
    link_schemes: tuple[str, ...] = ()
    tells_unused: bool = True
    language: str = "en"
    own_host: str = ""
    describes_objects: bool = False
    faults: list[Fault] = field(default_factory=list)
    files: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.registry = make_builtin_registry()

    def describe_object(
        self,
        name: str,  # noqa: ARG002 -- as `Host` has it
        document: nodes.document,  # noqa: ARG002
        line: int,  # noqa: ARG002
    ) -> list[nodes.Node]:
        """Return nothing: a check runs no code of the project."""
        return []

    def source(self, path: Path) -> MdxSource:
        """Return the parsed snippet at *path*."""
        self.files.add(path)
        return self.sources.read(path, self.options)

    def depend(self, path: Path) -> None:
        """Record a file that the page depends on."""
        self.files.add(path)

    def link(self, address: Address, content: nodes.Element) -> nodes.Element:
        """Return a link that is compared with the pages of the site later."""
        link = nodes.reference("", "", content, refuri=address.url)
        link["docsnav_address"] = address
        return link

    def download(self, path: Path, content: nodes.Element) -> nodes.Element:
        """Return a link to a file that exists."""
        return nodes.reference("", "", content, refuri=path.as_uri())

    def publish(self, path: Path) -> str:
        """Return the name of a file."""
        return path.name

    def report(self, fault: Fault) -> None:
        """Collect a fault."""
        self.faults.append(fault)

    def report_failure(self, error: Exception, line: int) -> None:
        """Collect an exception as the failure of one block."""
        path, reason = self.root / f"{self.docname}.mdx", describe_exception(error)
        self.faults.append(
            make_defect_fault(
                "this block cannot be rendered", reason, BLOCK_SOURCE_SHOWN, path, Position(line)
            )
        )


class PageChecker:
    """A checker of the pages of one site."""

    def __init__(
        self,
        root: Path,
        icons: SiteIcons,
        reading: MdxOptions,
        conversions: Conversions,
    ) -> None:
        """Take what docs.json says of *reading*; see `MdxOptions.of_site`."""
        self._root = root
        self._icons = icons
        self._options = reading
        self._conversions = conversions
        self._sources = SourceCache()
        self._settings = get_default_settings()

    def check(self, files: Mapping[str, Path], processes: int = 1) -> dict[str, CheckedPage]:
        """Return the results for the pages in *files*, by docname.

        :param processes: the number of worker processes, used if there are many pages.
        """
        # Each worker process has to import the renderer.
        if processes <= 1 or len(files) < _MIN_PAGES:
            return {docname: self.check_page(docname, path) for docname, path in files.items()}
        with ProcessPoolExecutor(processes, initializer=_start_process, initargs=(self,)) as pool:
            results = pool.map(_check_in_process, files, files.values(), chunksize=_CHUNK_SIZE)
            return dict(zip(files, results, strict=True))

    def check_page(self, docname: str, path: Path) -> CheckedPage:
        """Render the page at *path*, and return its faults, links and anchors."""
        options = self._options.for_page(path)
        host = CheckHost(self._root, docname, self._icons, options, self._sources)
        document = new_document(str(path), self._settings)
        folder = docname.rpartition("/")[0]
        try:
            source = parse_page(path.read_bytes().decode("utf-8-sig", "replace"), options, host)
            page = render_page(
                source, document, host, path=path, folder=folder, fallback_title=docname
            )
        # Whatever is raised, the other pages can be checked.
        except Exception as error:  # noqa: BLE001
            reason = describe_exception(error)
            fault = make_defect_fault("the page cannot be read", reason, SOURCE_SHOWN, path)
            return CheckedPage((*host.faults, fault), files=_get_file_names(host))
        unused_faults = _find_unused_keys(source.front_matter, path)
        all_nodes = collect_nodes(document)
        return CheckedPage(
            (*host.faults, *unused_faults, *_find_unconverted(all_nodes, self._conversions)),
            tuple(_find_links(all_nodes, str(path))),
            frozenset(document.ids),
            _get_file_names(host),
            tuple(find_accessibility_faults(page, all_nodes, path)),
            tuple(_find_external_links(all_nodes, str(path))),
        )


def _start_process(checker: PageChecker) -> None:
    """Store the checker of a worker process."""
    _process_checkers[:] = [checker]


def _check_in_process(docname: str, path: Path) -> CheckedPage:
    """Check a page in a worker process."""
    return _process_checkers[0].check_page(docname, path)


def _find_unused_keys(data: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Yield ``unused_field`` for each key of front matter without an effect."""
    for finding in find_keys_without_effect(data):
        position = find_front_matter_position(path, finding.name)
        yield make_unused_fault(finding, path, position)


def _find_unconverted(all_nodes: Iterable[Any], conversions: Conversions) -> Iterator[Fault]:
    """Yield ``formula`` and ``diagram`` for what a build could not convert while it writes."""
    draws = conversions.diagrams and bool(find_installed_version())
    for node in all_nodes:
        if isinstance(node, MermaidNode) and draws:
            try:
                draw(set_theme(node["code"], "default"))
            except ValueError as error:
                yield make_diagram_fault(node, error)
        elif conversions.formulas and isinstance(node, (nodes.math, nodes.math_block)):
            try:
                convert_formula(node)
            except FormulaError as error:
                yield make_formula_fault(node, error)


def _get_file_names(host: CheckHost) -> tuple[str, ...]:
    """Return the names of the files that a page depends on."""
    return tuple(sorted(map(str, host.files)))


def _find_external_links(all_nodes: Iterable[Any], path: str) -> Iterator[tuple[str, str, int]]:
    """Yield the URL, file and line of each link and image of another site."""
    for node in all_nodes:
        if isinstance(node, (nodes.reference, nodes.image)):
            url = str(node.get("refuri") or node.get("uri") or "")
            if find_scheme(url) in {"http", "https"}:
                yield (
                    url,
                    node.source if node.source and node.source != path else "",
                    node.line or 1,
                )


def _find_links(all_nodes: Iterable[Any], path: str) -> Iterator[PageLink]:
    """Yield the links to pages of the site, to be compared with its pages."""
    for node in all_nodes:
        address = node.get("docsnav_address") if isinstance(node, nodes.reference) else None
        if isinstance(address, Address):
            file = node.source if node.source and node.source != path else ""
            line, column = node.line or 1, node.get("docsnav_column", 1)
            kind = address.where.name
            yield kind, address.url, address.paths, address.anchor, file, line, column


LinkFinding = tuple[FaultKind, str, str, str]
"""Kind, message, hint, and what it has in common with others (`Fault.problem`)."""
LinkProblem = Callable[[str, Address], LinkFinding | None]
"""A function that returns what is wrong with a link of a page; ``None`` for a good one."""


def check_descriptions(
    operations: Mapping[str, Operation],
    root: Path,
    icons: SiteIcons,
    specs: Specifications,
    problem: LinkProblem,
) -> None:
    """Report mistakes in links, images and code of descriptions, at their position.

    :param operations: the operations that have pages, by docname.
    :param root: the folder of the site.
    :param problem: compares a link with the pages of the site.
    """
    # Descriptions are found by operation, and links are relative to pages.
    pages = {id(operation): docname for docname, operation in operations.items()}
    settings, sources = get_default_settings(), SourceCache()
    for operation, text in list_descriptions(operations.values()):
        if not _CHECKED.search(str(text.value)):
            continue
        docname = pages[id(operation)]
        host = CheckHost(root, docname, icons, MdxOptions(), sources)
        page = PageState(host, new_document(docname, settings))
        try:
            findings = _check_description(text, page, problem)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the others can be checked
            message = f"this description cannot be rendered: {describe_exception(error)}"
            findings = [(FaultKind.PAGE_FAILED, message, "report it, with the description", "")]
        for kind, message, hint, common in findings:
            specs.report_value(kind, text.document, text.keys, message, hint, problem=common)


def _check_description(text: Located, page: PageState, problem: LinkProblem) -> list[LinkFinding]:
    """Return the mistakes in one description."""
    findings: list[LinkFinding] = []

    def collect(kind: FaultKind, message: str, hint: str, _text: str) -> None:
        findings.append((kind, message, hint, ""))

    docname = page.host.docname
    folders = (docname.rpartition("/")[0],)
    renderer = DescriptionRenderer(page, text.document.name, folders, collect)
    for part in renderer.describe(str(text.value)):
        for link in part.findall(nodes.reference):
            address = link.get("docsnav_address")
            finding = problem(docname, address) if isinstance(address, Address) else None
            findings += [finding] if finding is not None else []
    return findings
