"""What was found in the pages of a site, and which of their links lead nowhere."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    page_names,
    read_link,
    redirect_rules,
)

_MOST_REDIRECTS = 5


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
        self._docnames = docnames
        self._redirects = redirects

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
        docnames = self._docnames
        address, anchor = link.address, link.address.anchor
        here = address.where is AddressKind.HERE
        target = docname if here else _find(address.paths, docnames)
        url = address.url
        if target is None:
            moved = self._redirected(address.paths)
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

    def _redirected(self, paths: Sequence[str]) -> tuple[str, str] | None:
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
                found = _find(address.paths, self._docnames)
                if found is not None:
                    return found, address.anchor
                target = address.paths[0] if address.paths else None
        return None


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
