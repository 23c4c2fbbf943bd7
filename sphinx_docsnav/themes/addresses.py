"""Addresses of pages and links, relative to the folder depth of the page that shows them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from sphinx_docsnav.navigation.special_entries import is_builder_page
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.sitefiles.page_links import SiteDocuments, path_of
from sphinx_docsnav.sitefiles.safe_urls import safe_href, scheme_of


@dataclass(frozen=True)
class Addresses:
    """Turns documents and links into addresses."""

    target: Callable[[str], str]
    """A docname's address below the root of the output, as the builder has it."""
    documents: SiteDocuments
    """What an address of the site leads to."""
    made: frozenset[str] = frozenset()
    """The pages that the builder makes without a document, such as ``genindex``."""
    guests: Mapping[Page, str] = field(default_factory=dict)
    """The key of the division of an entry for a page whose own place is in another one."""

    def prefix(self, pagename: str) -> str:
        """Return what leads from the page to the root of the output, such as ``"../"``."""
        return "../" * self.target(pagename).count("/")

    def document(self, docname: str, prefix: str) -> str:
        """Return the address of a document for pages at *prefix*."""
        return prefix + self.target(docname) or "./"

    def page(self, page: Page, prefix: str) -> tuple[str, bool]:
        """Return a page entry's address and whether it leads out of the site."""
        if page.url:
            return self.link(page.url, prefix)
        key = self.guests.get(page)
        return self.document(page.docname, prefix) + (f"?in={key}" if key else ""), False

    def link(self, href: str, prefix: str) -> tuple[str, bool]:
        """Return the address for an ``href`` of docs.json and whether it leads out of the site.

        :param href: a URL, ``/page`` with an optional fragment, or ``#fragment``.
        :returns: ``("", False)`` for an address that a page must not lead to, and for an index
            that this build does not write.
        """
        read = safe_href(href)
        if not read or read.startswith("#"):
            return read, False
        if scheme_of(read):
            return read, True
        written, mark, rest = _split(read)
        path = path_of(written)
        name = path.removesuffix(".html")
        # No redirect replaces a page that the builder makes.
        if self.documents.page(path) is None and (name in self.made or is_builder_page(name)):
            return (self.document(name, prefix) + mark + rest if name in self.made else ""), False
        target = self.documents.find((path,))
        if target is not None and target.docname is None:
            return safe_href(target.url), True
        if target is not None:
            if target.anchor and "#" not in mark + rest:
                rest += f"#{target.anchor}"
            return self.document(str(target.docname), prefix) + mark + rest, False
        return self.file(written.lstrip("/"), prefix) + mark + rest, False

    def file(self, path: str, prefix: str) -> str:
        """Return the address of a file of the output for pages at *prefix*."""
        # "./" keeps a colon in the path from reading as a scheme
        return (prefix or "./") + quote(path, safe="/%:@!$&'()*+,;=~")


@dataclass(frozen=True)
class ReplacedAddresses(Addresses):
    """Addresses of one page whose ``pathto`` an extension has replaced."""

    pathto: Callable[..., str] = field(kw_only=True)
    """Sphinx's template function, or its replacement."""

    def document(self, docname: str, prefix: str) -> str:  # noqa: ARG002 -- the page's own function knows
        """Return the address of a document."""
        return self.pathto(docname)

    def file(self, path: str, prefix: str) -> str:  # noqa: ARG002 -- the page's own function knows
        """Return the address of a file of the output."""
        return self.pathto(path, True)  # noqa: FBT003 -- Sphinx's signature


PROBE = "docsnav-probe/page"
"""A document that no site has, to see where addresses lead from a page."""


def prefix_by(pathto: Callable[..., str], target: Callable[[str], str]) -> str | None:
    """Return the prefix that a page's ``pathto`` adds to the URL of a document.

    That is ``"../"``, repeated or empty, or an absolute ``/en/latest/`` on an error
    page, which a server shows at any address.

    :returns: ``None`` if the function changes addresses in another way.
    """
    found, end = pathto(PROBE), target(PROBE)
    return found.removesuffix(end) if found.endswith(end) else None


def common_folder(addresses: Iterable[str]) -> str:
    """Return the folder that all *addresses* are in, ``api/``; empty for the root."""
    folder, slash, _ = posixpath.commonprefix(list(addresses)).rpartition("/")
    return folder + slash


def nearer(markup: str, prefix: str, home: str) -> str:
    """Shorten links of pages at *prefix* into *home*, a folder that the pages are below.

    ``../../api/pets/get.html`` becomes ``../pets/get.html``: a sidebar of a
    thousand endpoints has the same folder a thousand times.
    """
    shorter = prefix[3 * home.count("/") :]
    # Without "../" a colon could make a scheme of the address.
    if not home or not shorter or prefix.strip("./"):
        return markup
    return re.sub(rf'href="{re.escape(prefix + home)}(?=[^"])', f'href="{shorter}', markup)


def _split(address: str) -> tuple[str, str, str]:
    """Part the path from its query or fragment: ``"/a?b#c"`` -> ``("/a", "?", "b#c")``."""
    found = re.search(r"[?#]", address)
    if not found:
        return address, "", ""
    return address[: found.start()], found[0], address[found.end() :]
