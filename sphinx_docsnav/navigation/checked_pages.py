"""The faults of single pages, and the links between pages that lead nowhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    SiteDocuments,
    explain_missing_anchor,
    find_meant_anchor,
    leads_to_top,
)

MATHML_RENDERER = "docsnav_mathml"
"""The value of ``html_math_renderer`` with which this package converts formulas."""
MERMAID_EXTENSION = "sphinxcontrib.mermaid"
"""The extension that draws the diagrams of projects that have it."""
PageLink = tuple[str, str, tuple[str, ...], str, str, int, int]
"""A link to a page of the site: the fields of its `Address`, with the name of the kind; the file
that has it, empty for the page's own; line and column. A site has many, and most are right."""


@dataclass(frozen=True, slots=True)
class Conversions:
    """What this package converts while a build writes pages; a project may have others for it."""

    formulas: bool = True
    """To MathML."""
    diagrams: bool = True
    """To drawings, if the package for it is installed."""

    @classmethod
    def of_conf(cls, settings: Mapping[str, object]) -> Conversions:
        """Return what is converted in a project, as far as its conf.py writes it out.

        :param settings: the values that conf.py assigns, by name.
        """
        extensions = settings.get("extensions", ())
        return cls(
            formulas=settings.get("html_math_renderer") == MATHML_RENDERER,
            # A list that is not written out may have the other extension.
            diagrams=isinstance(extensions, (list, tuple)) and MERMAID_EXTENSION not in extensions,
        )


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What a page holds that is checked: its faults, links and anchors."""

    faults: tuple[Fault, ...]
    """What is wrong with it."""
    links: Sequence[PageLink] = ()
    anchors: frozenset[str] = frozenset()
    """The anchors that links can name."""
    files: Collection[str] = ()
    """The snippets and imported files that it was made from."""
    accessibility: tuple[Fault, ...] = ()
    """Faults that hinder readers who use a screen reader."""
    elsewhere: Sequence[tuple[str, str, int]] = ()
    """Its links that leave the site: URL, the file that has it, as in `PageLink`, and line."""


class LinkCheck:
    """Compares the links of pages with the pages of the site.

    :param documents: what an address of the site leads to.
    :param endpoints: documents that show an operation; only a build knows all their anchors.
    """

    def __init__(self, documents: SiteDocuments, endpoints: Collection[str] = ()) -> None:
        self._endpoints = endpoints
        self._documents = documents
        self._target = cache(self._documents.find)

    def faults(
        self, pages: Mapping[str, CheckedPage], file_of: Callable[[str], Path | None]
    ) -> Iterator[Fault]:
        """Yield ``link_missing`` and ``anchor_missing`` for the links of *pages*.

        :param pages: what was found in the pages, by docname.
        :param file_of: gives the file of a page.
        """
        resolved_paths: set[tuple[str, ...]] = set()  # where links without an anchor lead to a page
        for docname, page in pages.items():
            for where, url, names, anchor, file, line, column in page.links:
                # Most links have no anchor, and lead where an earlier one has led.
                key = tuple(names)
                if not anchor and key in resolved_paths:
                    continue
                address = Address(AddressKind[where], url, key, anchor)
                problem = self.problem(docname, address, pages)
                if problem is not None:
                    kind, message, hint, common = problem
                    path = Path(file) if file else file_of(docname)
                    position = Position(line, column)
                    fault = Fault(kind, Severity.WARNING, message, path, position, hint=hint)
                    is_page = kind is FaultKind.LINK_MISSING
                    target = address.paths[0] if is_page else ""
                    yield replace(fault, problem=common, target=target)
                elif not anchor:
                    resolved_paths.add(key)

    def problem(
        self, docname: str, address: Address, pages: Mapping[str, CheckedPage]
    ) -> tuple[FaultKind, str, str, str] | None:
        """Return what is wrong with a link on the page *docname*, ``None`` if it leads somewhere.

        :returns: kind, message, hint, and what it has in common with others (`Fault.problem`).
        """
        anchor, target = address.anchor, docname
        if address.where is not AddressKind.HERE:
            destination = self._target(address.paths)
            if destination is None:
                # Pages of a specification that could not be read are neither there nor missing.
                if self._documents.is_unread(address.paths[0]):
                    return None
                path = address.paths[0]
                message, hint = self._documents.missing_page(address.url, path)
                common = self._documents.find_common_problem(path)
                return FaultKind.LINK_MISSING, message, hint, common
            if destination.docname is None:
                return None
            target, anchor = destination.docname, anchor or destination.anchor
        # Only a build knows the anchors of an endpoint page.
        if not anchor or target not in pages or target in self._endpoints:
            return None
        anchors = pages[target].anchors
        if anchor in anchors or leads_to_top(anchor) or find_meant_anchor(anchor, anchors):
            return None
        message, hint = explain_missing_anchor(address.url, target, anchor, anchors)
        return FaultKind.ANCHOR_MISSING, message, hint, ""
