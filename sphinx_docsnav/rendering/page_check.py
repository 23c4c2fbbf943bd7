"""What a build would report about the pages of a site, found without Sphinx.

Each page is read and rendered as in a build, because only the renderer knows which
icons, pictures and snippets a page shows and which anchors its headings get; the
result is dropped. Links are compared once all pages are known.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from sphinx_docsnav.components import builtin_registry
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, SourceCache, parse_mdx
from sphinx_docsnav.rendering.page_document import render_page
from sphinx_docsnav.sitefiles.link_targets import SiteDocuments, missing_anchor
from sphinx_docsnav.sitefiles.page_links import Address, AddressKind, redirect_rules

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

_TWO = 2
_MANY = 150
"""Fewer pages are rendered faster in one process than others are started."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page of the site."""

    address: Address
    """Where it leads."""
    path: Path
    """The file that has it."""
    position: Position
    """Where in the file."""


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What rendering one page has found."""

    faults: tuple[Fault, ...]
    """What is wrong with it."""
    links: tuple[PageLink, ...]
    """Its links to pages."""
    anchors: frozenset[str]
    """The places that links can name."""


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
    language: str = "en"
    own_host: str = ""
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.registry = builtin_registry()

    def source(self, path: Path) -> MdxSource:
        """Return a snippet's tokens."""
        return self.sources.read(path, self.options)

    def depend(self, path: Path) -> None:
        """Do nothing: nothing is built again."""

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

    def __init__(self, root: Path, docs: DocsJson) -> None:
        self._root = root
        self._library = docs.icons.library
        self._variables = tuple(dict(docs.variables).items())
        self._redirects = tuple((rule.source, rule.destination) for rule in docs.redirects)
        self._sources = SourceCache()
        self._settings = get_default_settings()

    def check(
        self, files: Mapping[str, Path], docnames: Collection[str], processes: int = 1
    ) -> list[Fault]:
        """Return what is wrong with the pages in *files*, by docname, in order of files and lines.

        :param docnames: every document of the site, for links.
        :param processes: how many pages are rendered at the same time, if there are many.
        """
        if processes < _TWO or len(files) < _MANY:
            pages = {docname: self.page(docname, path) for docname, path in files.items()}
        else:
            with ProcessPoolExecutor(processes) as pool:
                found = pool.map(self.page, files, files.values(), chunksize=16)
                pages = dict(zip(files, found, strict=True))
        faults = [fault for page in pages.values() for fault in page.faults]
        return sorted((*faults, *self.links(pages, docnames)), key=_place)

    def page(self, docname: str, path: Path) -> CheckedPage:
        """Render the page at *path* and return what was found."""
        options = MdxOptions(variables=self._variables, markdown=path.suffix == ".md")
        host = CheckHost(self._root, docname, self._library, options, self._sources)
        document = new_document(str(path), self._settings)
        folder = docname.rpartition("/")[0]
        gc.disable()  # the nodes of a page all stay in use until it is done
        try:
            source = parse_mdx(path.read_text("utf-8-sig", "replace"), options)
            render_page(source, document, host, path=path, folder=folder, fallback_title=docname)
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be checked
            message = f"the page cannot be read: {error!r}; its source text is shown instead"
            fault = Fault(FaultKind.PAGE_FAILED, Severity.ERROR, message, path)
            return CheckedPage((*host.faults, fault), (), frozenset())
        finally:
            gc.enable()
        return CheckedPage(tuple(host.faults), tuple(_links(document, path)), _anchors(document))

    def links(self, pages: Mapping[str, CheckedPage], docnames: Collection[str]) -> Iterator[Fault]:
        """Yield ``link_missing`` and ``anchor_missing`` for the links of *pages*.

        :param docnames: every document of the site; *pages* are those that were rendered.
        """
        documents = SiteDocuments(docnames, lambda: redirect_rules(self._redirects))
        for docname, page in pages.items():
            for link in page.links:
                fault = _link_fault(docname, link, pages, documents)
                if fault is not None:
                    yield fault


def _link_fault(
    docname: str, link: PageLink, pages: Mapping[str, CheckedPage], documents: SiteDocuments
) -> Fault | None:
    address, anchor, target = link.address, link.address.anchor, docname
    if address.where is not AddressKind.HERE:
        found = documents.find(address.paths)
        if found is None:
            message, hint = documents.missing_page(address.url, address.paths[0])
            return _fault(FaultKind.LINK_MISSING, message, link, hint)
        if found.docname is None:
            return None
        target, anchor = found.docname, anchor or found.anchor
    if not anchor or target not in pages or anchor in pages[target].anchors:
        return None
    message, hint = missing_anchor(address.url, target, anchor, pages[target].anchors)
    return _fault(FaultKind.ANCHOR_MISSING, message, link, hint)


def _place(fault: Fault) -> tuple[str, int, int]:
    position = fault.position or Position(0)
    return str(fault.path or ""), position.line, position.column


def _links(document: nodes.document, path: Path) -> Iterator[PageLink]:
    for node in document.findall(nodes.reference):
        address = node.get("docsnav_address")
        if isinstance(address, Address):
            position = Position(node.line or 1, node.get("docsnav_column", 1))
            yield PageLink(address, Path(node.source or path), position)


def _anchors(document: nodes.document) -> frozenset[str]:
    return frozenset(document.ids)


def _fault(kind: FaultKind, message: str, link: PageLink, hint: str) -> Fault:
    return Fault(kind, Severity.WARNING, message, link.path, link.position, hint=hint)
