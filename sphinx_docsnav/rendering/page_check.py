"""What a build would report about the pages of a site, found without Sphinx.

Each page is read and rendered as in a build, because only the renderer knows which
icons, pictures and snippets a page shows and which anchors its headings get; the
result is dropped. Links are compared once all pages are known.
"""

from __future__ import annotations

import difflib
import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
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
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    page_names,
    read_link,
    redirect_rules,
)

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

_MOST_REDIRECTS = 5
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
        for docname, page in pages.items():
            for link in page.links:
                fault = self._link(docname, link, pages, docnames)
                if fault is not None:
                    yield fault

    def _link(
        self,
        docname: str,
        link: PageLink,
        pages: Mapping[str, CheckedPage],
        docnames: Collection[str],
    ) -> Fault | None:
        address, anchor = link.address, link.address.anchor
        here = address.where is AddressKind.HERE
        target = docname if here else _find(address.paths, docnames)
        url = address.url
        if target is None:
            moved = self._redirected(address.paths, docnames)
            if moved is None:
                path = address.paths[0]
                near = difflib.get_close_matches(path, _names_near(docnames, path), 1, 0.8)
                hint = f"did you mean '/{near[0]}'?" if near else ""
                message = f"link to {url!r}: no such page or file, kept as written"
                return _fault(FaultKind.LINK_MISSING, message, link, hint)
            target, moved_anchor = moved
            anchor = anchor or moved_anchor
        if not anchor or target not in pages or anchor in pages[target].anchors:
            return None
        near = difflib.get_close_matches(anchor, pages[target].anchors, 1, 0.7)
        hint = f"did you mean '#{near[0]}'?" if near else ""
        message = f"link to {url!r}: page '{target}' has no place '#{anchor}'"
        return _fault(FaultKind.ANCHOR_MISSING, message, link, hint)

    def _redirected(
        self, paths: Sequence[str], docnames: Collection[str]
    ) -> tuple[str, str] | None:
        """Return the document, or the URL, and the anchor that docs.json redirects to."""
        for path in paths:
            target: str | None = path
            for _ in range(_MOST_REDIRECTS):
                target = redirect_rules(self._redirects).find(target or "")
                if target is None:
                    break
                address = read_link(target, ("",))
                if address.where is AddressKind.ELSEWHERE:
                    return address.url, ""
                found = _find(address.paths, docnames)
                if found is not None:
                    return found, address.anchor
                target = address.paths[0] if address.paths else None
        return None


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


def _find(paths: Sequence[str], docnames: Collection[str]) -> str | None:
    for path in paths:
        if not path:
            return "index"
        for name in page_names(path):
            if name in docnames:
                return name
    return None


def _names_near(docnames: Collection[str], path: str) -> list[str]:
    """Return documents of the same folder or last name; all of a site would be too many."""
    folder, _, name = path.rpartition("/")
    return [
        docname
        for docname in docnames
        if docname.rpartition("/")[0] == folder or docname.rpartition("/")[2] == name
    ]


def _fault(kind: FaultKind, message: str, link: PageLink, hint: str) -> Fault:
    return Fault(kind, Severity.WARNING, message, link.path, link.position, hint=hint)
