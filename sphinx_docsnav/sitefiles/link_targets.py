"""The page that a link points to, directly or by a redirect, among the documents of a site.

A build and ``sphinx-docsnav check`` follow links by these functions, so that both
accept the same links and report the same ones in the same words.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from sphinx_docsnav.sitefiles.page_links import AddressKind, RedirectRules, page_names, read_link
from sphinx_docsnav.sitefiles.safe_urls import with_scheme

_MAX_REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """A page of the site, or a URL elsewhere to which docs.json redirects."""

    docname: str | None
    """The page; ``None`` if the target is not one."""
    url: str = ""
    """The URL elsewhere."""
    anchor: str = ""
    """The anchor that the redirect adds."""


@dataclass(frozen=True, slots=True)
class SiteDocuments:
    """The documents that links can point to."""

    docnames: Collection[str]
    """All documents of the site."""
    redirects: Callable[[], RedirectRules]
    """Returns the redirects of docs.json; called for links to no page only."""
    root_doc: str = "index"
    """The document at the root of the site."""

    def find(self, paths: Iterable[str]) -> LinkTarget | None:
        """Return the target of a link to the first of *paths* that leads anywhere.

        Pages take precedence over redirects.
        """
        paths = tuple(paths)
        docname = self._page(paths)
        return LinkTarget(docname) if docname is not None else self._redirected(paths)

    def _page(self, paths: Iterable[str]) -> str | None:
        for path in paths:
            if not path:
                return self.root_doc
            for name in page_names(path):
                if name in self.docnames:
                    return name
        return None

    def _redirected(self, paths: Iterable[str]) -> LinkTarget | None:
        redirects = self.redirects()
        for path in paths:
            source: str | None = path
            for _ in range(_MAX_REDIRECTS):
                destination = redirects.find(source or "")
                if destination is None:
                    break
                address = read_link(destination, ("",))
                if address.where is AddressKind.ELSEWHERE:
                    return LinkTarget(None, address.url)
                docname = self._page(address.paths)
                if docname is not None:
                    return LinkTarget(docname, anchor=address.anchor)
                source = address.paths[0] if address.paths else None
        return None

    def missing_page(self, url: str, path: str) -> tuple[str, str]:
        """Return the message and the hint about a link to *url*, which means the page *path*."""
        names = {name.casefold(): name for name in reversed(self._comparable(path))}
        near = difflib.get_close_matches(path.casefold(), names, 1, 0.8)
        meant = f"/{names[near[0]]}" if near else with_scheme(url)
        hint = f"did you mean '{meant}'?" if meant else ""
        page = url.partition("#")[0]  # so that messages about one page are grouped
        return f"link to {page!r}: no such page or file, kept as written", hint

    def _comparable(self, path: str) -> list[str]:
        """Return documents of the same folder or last name; all of a site would be too many."""
        folder, _, name = path.casefold().rpartition("/")
        return [
            docname
            for docname in self.docnames
            if docname.casefold().rpartition("/")[0] == folder
            or docname.casefold().rpartition("/")[2] == name
        ]


def leads_to_top(anchor: str) -> bool:
    """Return whether a browser shows the top of a page that has no element *anchor*."""
    return anchor.casefold() == "top"


def missing_anchor(url: str, docname: str, anchor: str, known: Iterable[str]) -> tuple[str, str]:
    """Return the message and the hint about a link to *anchor*, which *docname* does not have."""
    near = difflib.get_close_matches(anchor, list(known), 1, 0.7)
    hint = f"did you mean '#{near[0]}'?" if near else ""
    return f"link to {url!r}: page '{docname}' has no anchor '#{anchor}'", hint
