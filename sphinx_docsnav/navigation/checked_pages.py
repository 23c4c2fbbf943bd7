"""What was found in the pages of a site, and which of their links lead nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.sitefiles.link_targets import SiteDocuments, missing_anchor
from sphinx_docsnav.sitefiles.page_links import Address, AddressKind, redirect_rules


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
    files: frozenset[Path] = frozenset()
    """The snippets and imported files that it was made from."""


class LinkCheck:
    """Compares the links of pages with the pages of the site.

    :param docnames: every document of the site.
    :param redirects: sources and destinations of the redirects in docs.json.
    """

    def __init__(
        self, docnames: Collection[str], redirects: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self._documents = SiteDocuments(docnames, lambda: redirect_rules(redirects))

    def faults(self, pages: Mapping[str, CheckedPage]) -> Iterator[Fault]:
        """Yield ``link_missing`` and ``anchor_missing`` for the links of *pages*, by docname."""
        for docname, page in pages.items():
            for link in page.links:
                fault = self._fault(docname, link, pages)
                if fault is not None:
                    yield fault

    def _fault(
        self, docname: str, link: PageLink, pages: Mapping[str, CheckedPage]
    ) -> Fault | None:
        address, anchor, target = link.address, link.address.anchor, docname
        if address.where is not AddressKind.HERE:
            found = self._documents.find(address.paths)
            if found is None:
                message, hint = self._documents.missing_page(address.url, address.paths[0])
                return _fault(FaultKind.LINK_MISSING, message, link, hint)
            if found.docname is None:
                return None
            target, anchor = found.docname, anchor or found.anchor
        if not anchor or target not in pages or anchor in pages[target].anchors:
            return None
        message, hint = missing_anchor(address.url, target, anchor, pages[target].anchors)
        return _fault(FaultKind.ANCHOR_MISSING, message, link, hint)


def _fault(kind: FaultKind, message: str, link: PageLink, hint: str) -> Fault:
    return Fault(kind, Severity.WARNING, message, link.path, link.position, hint=hint)
