"""Addresses of pages and links, relative to the folder depth of the page that shows them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.sitefiles.page_links import SiteDocuments, find_path
from sphinx_docsnav.sitefiles.safe_urls import clean_href, find_scheme


@dataclass(frozen=True)
class Addresses:
    """The URLs of documents and links in one build."""

    target: Callable[[str], str]
    """Returns the URL of a document relative to the root of the output: the builder's own."""
    documents: SiteDocuments
    """The documents and redirects that a path of the site leads to."""
    builder_pages: frozenset[str] = frozenset()
    """The names of pages that the builder writes without a document, such as ``genindex``."""
    guests: Mapping[Page, str] = field(default_factory=dict)
    """The division key of each entry whose page belongs to another division."""

    def prefix(self, pagename: str) -> str:
        """Return the relative path from a page to the root of the output, such as ``"../"``."""
        return "../" * self.target(pagename).count("/")

    def document(self, docname: str, prefix: str) -> str:
        """Return the address of a document for pages at *prefix*."""
        # With `dirhtml`, the root document has the empty URL, which would mean the page itself.
        return prefix + self.target(docname) or "./"

    def page(self, page: Page, prefix: str) -> tuple[str, bool]:
        """Return a page entry's address and whether it leads out of the site."""
        if page.url:
            return self.link(page.url, prefix)
        # The file of the page shows its own division; a script reads the key and shows this one.
        key = self.guests.get(page)
        query = f"?in={key}" if key else ""
        return self.document(page.docname, prefix) + query + page.anchor, False

    def link(self, href: str, prefix: str) -> tuple[str, bool]:
        """Return the URL for an ``href`` of docs.json, and whether it leads out of the site.

        :param href: a URL, ``/page`` with an optional fragment, or ``#fragment``.
        :returns: ``("", False)`` for a URL that is not safe, and for an index that this build
            does not write.
        """
        url = clean_href(href)
        if not url or url.startswith("#"):
            return url, False
        if find_scheme(url):
            return url, True
        path, mark, rest = _split(url)
        # A path can name a page, a redirect out of the site, or a file such as a download.
        target = self.documents.find((find_path(path),))
        if (
            target is not None
            and target.is_builder_page
            and target.docname not in self.builder_pages
        ):
            return "", False
        if target is not None and target.docname is None:
            return clean_href(target.url), True
        if target is not None:
            # The author's own fragment overrides the one that a redirect adds.
            if target.anchor and "#" not in mark + rest:
                rest += f"#{target.anchor}"
            return self.document(str(target.docname), prefix) + mark + rest, False
        return self.file(path.lstrip("/"), prefix) + mark + rest, False

    def file(self, path: str, prefix: str) -> str:
        """Return the URL of an output file for pages at *prefix*."""
        # "./" keeps a colon in the path from reading as a scheme
        return (prefix or "./") + quote(path, safe="/%:@!$&'()*+,;=~")


@dataclass(frozen=True)
class ReplacedAddresses(Addresses):
    """The URLs on one page whose ``pathto`` an extension has replaced."""

    pathto: Callable[..., str] = field(kw_only=True)
    """Sphinx's template function, or its replacement."""

    def document(self, docname: str, prefix: str) -> str:  # noqa: ARG002 -- the page's own function knows
        """Return the address of a document."""
        return self.pathto(docname)

    def file(self, path: str, prefix: str) -> str:  # noqa: ARG002 -- the page's own function knows
        """Return the address of a file of the output."""
        return self.pathto(path, True)  # noqa: FBT003 -- Sphinx's signature


PROBE = "docsnav-probe/page"
"""A document that no site has; its URL on a page reveals the prefix of that page."""


def find_prefix(pathto: Callable[..., str], target: Callable[[str], str]) -> str | None:
    """Return the prefix that a page's ``pathto`` adds to the URL of a document.

    That is ``"../"``, repeated or empty, or an absolute ``/en/latest/`` on an error
    page, which a server shows at any address.

    :returns: ``None`` if the function changes addresses in another way.
    """
    # A replaced `pathto` cannot be inspected, so call it once and compare the ends of the URLs.
    url, builder_url = pathto(PROBE), target(PROBE)
    return url.removesuffix(builder_url) if url.endswith(builder_url) else None


def find_common_folder(addresses: Iterable[str]) -> str:
    """Return the common folder of *addresses*, such as ``api/``; empty for the root."""
    # `commonprefix` compares characters, so what follows the last slash can be half a name.
    folder, slash, _ = posixpath.commonprefix(list(addresses)).rpartition("/")
    return folder + slash


def shorten_links(markup: str, prefix: str, home: str) -> str:
    """Shorten links of pages at *prefix* into *home*, a folder that the pages are below.

    ``../../api/pets/get.html`` becomes ``../pets/get.html``: a sidebar of a
    thousand endpoints has the same folder a thousand times.
    """
    # Each level of *home* makes one "../" of the prefix, which has three characters, unnecessary.
    shorter = prefix[3 * home.count("/") :]
    # Absolute prefixes stay. A URL that does not begin with "../" could read as a scheme.
    if not home or not shorter or prefix.strip("./"):
        return markup
    return re.sub(rf'href="{re.escape(prefix + home)}(?=[^"])', f'href="{shorter}', markup)


def _split(address: str) -> tuple[str, str, str]:
    """Split a URL at its query or fragment: ``"/a?b#c"`` -> ``("/a", "?", "b#c")``."""
    match = re.search(r"[?#]", address)
    if not match:
        return address, "", ""
    return address[: match.start()], match[0], address[match.end() :]
