"""Which output a builder writes, and where a page is in it.

This is the one place that tells Sphinx's builders of HTML apart.
"""

from __future__ import annotations

import posixpath
from typing import TypeGuard

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.errors import NoUri
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

SITE_BUILDERS = ("html", "dirhtml")
"""The names of the builders for which `builds_site` is true."""
NO_ADDRESS = "docsnav-no-address:"
"""The beginning of the address of a page that an HTML builder of ours leaves out of its output."""


def builds_site(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the output is a site: a page per document, each at an address of its own."""
    return builder.name in SITE_BUILDERS


def has_page_files(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether each document is a file of the output, as HTML or data; in books, none is."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SingleFileHTMLBuilder)
        and builder.name != "epub"
    )


def shows_navigation(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether pages, or their data, have our navigation.

    Programs for books and help files, for which pages are embedded, show a table of contents.
    """
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SingleFileHTMLBuilder)
        and not builder.embedded
    )


def renders_pages(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the theme renders pages; JSON and pickles contain what it would render."""
    return isinstance(builder, StandaloneHTMLBuilder) and not isinstance(
        builder, SerializingHTMLBuilder
    )


def is_read_in_browser(builder: Builder) -> bool:
    """Return whether readers have a browser for the output, and neither a book nor paper."""
    return builder.format == "html" and builder.name != "epub"


def find_address(builder: Builder, from_docname: str, to_docname: str) -> str | None:
    """Return the address of a page as seen from another one; ``None`` if the output lacks it.

    That is so for pages of other books in LaTeX, Texinfo and EPUB. The content of the link is
    then shown as plain text. A handler of ``missing-reference`` and a domain need not ask: Sphinx
    does the same for what they raise.
    """
    try:
        address = builder.get_relative_uri(from_docname, to_docname)
    except NoUri:
        return None
    return None if address.startswith(NO_ADDRESS) else address


def make_page_url(app: Sphinx, docname: str) -> str:
    """Return the URL of a page below ``html_baseurl``, which must be set."""
    return posixpath.join(app.config.html_baseurl, app.builder.get_target_uri(docname))
