"""``sitemap.xml``: every page that search engines may show, with its other languages.

Written where ``html_baseurl`` says what the addresses are. No kept library
knows the languages of one build, so it is written here; the format is small.
Source: https://www.sitemaps.org/protocol.html, and for alternates
https://developers.google.com/search/docs/specialty/international/localized-versions
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.navigation.tree import Element, Kind
from sphinx_docsnav.sphinx_ext.root_page import LEADING_BUILDERS
from sphinx_docsnav.sphinx_ext.same_pages import switches_of
from sphinx_docsnav.sphinx_ext.state import find_state, state_of
from sphinx_docsnav.sphinx_ext.version_notice import indexed
from sphinx_docsnav.themes.languages import browser_code

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.navigation import Site

NAME = "sitemap.xml"
"""The file, at the root of the output."""
HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
"""How the file begins."""


def alternates(app: Sphinx, docname: str) -> list[tuple[str, str]]:
    """Return the languages in which the same page is, with its documents, the default one last.

    The document's own language is among them; the last entry is ``x-default``.
    Empty for a page that is in no language, or in one only.
    """
    site = state_of(app).site
    beside = _languages(site, docname)
    switches = switches_of(app)
    found: list[tuple[str, str]] = []
    standard = ""
    for element in beside:
        target = switches.target(docname, element)
        if target and target.rule.is_same_page:
            found.append((browser_code(element.code), target.page.docname))
            if element is _default(beside):
                standard = target.page.docname
    if len(found) < 2:  # noqa: PLR2004 -- one language is no choice
        return []
    return [*found, *([("x-default", standard)] if standard else [])]


def _languages(site: Site, docname: str) -> list[Element]:
    """Return the languages beside the one that a document is in, and that."""
    trail = site.trail(docname)
    for element in trail.divisions if trail else ():
        parent = site.parent(element)
        if element.kind is Kind.LANGUAGE and parent is not None:
            children = [child for child in parent.children if isinstance(child, Element)]
            return [e for e in children if e.kind is Kind.LANGUAGE and not e.hidden and not e.href]
    return []


def _default(languages: list[Element]) -> Element:
    return next((element for element in languages if element.default), languages[0])


def _rows(app: Sphinx, address: str) -> Iterator[str]:
    for docname in sorted(app.env.all_docs):
        if not indexed(app, docname):
            continue
        yield f"<url><loc>{_url(app, address, docname)}</loc>"
        for code, other in alternates(app, docname):
            href = _url(app, address, other)
            yield f'<xhtml:link rel="alternate" hreflang="{escape(code)}" href="{href}"/>'
        yield "</url>\n"


def _url(app: Sphinx, address: str, docname: str) -> str:
    return escape(posixpath.join(address, app.builder.get_target_uri(docname)))


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """Write the sitemap (``build-finished``), after a build that went well.

    A project's own, from ``html_extra_path`` or another extension, stays.
    """
    address = app.config.html_baseurl
    if exception is not None or not address or find_state(app) is None:
        return
    if app.builder.name not in LEADING_BUILDERS or not app.config.docsnav_sitemap:
        return
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    path = Path(app.outdir) / NAME
    if path.is_file() and not path.read_text("utf-8", "replace").startswith(HEAD):
        return
    text = f"{HEAD}{''.join(_rows(app, address))}</urlset>\n"
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def setup_sitemap(app: Sphinx) -> None:
    """Connect the handler."""
    app.connect("build-finished", write_sitemap)
