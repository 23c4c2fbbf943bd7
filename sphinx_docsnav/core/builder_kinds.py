"""Which output a builder writes: the one place that tells Sphinx's builders of HTML apart."""

from __future__ import annotations

from typing import TypeGuard

from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

SITE_BUILDERS = ("html", "dirhtml")
"""The names of the builders for which `builds_site` is true."""


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
