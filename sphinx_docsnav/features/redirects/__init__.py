"""Pages for the ``redirects`` of docs.json, in builds that have an address per page.

Such a page is written only where no other file is, and taken away when docs.json no longer names
it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.page_views import made_pages
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.load import site_documents
from sphinx_docsnav.core.site.output_ledger import OutputLedger, ledger_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.docs_json.phrases import quote as quoted
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.sitefiles.hidden_characters import visible_name
from sphinx_docsnav.sitefiles.page_links import circular_redirects, is_pattern
from sphinx_docsnav.sitefiles.redirect_page import redirect_page
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.themes.addresses import Addresses

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.site_settings import Redirect

OWNER = "redirects"
"""The owner of the pages in the ledger of outputs."""


def write_redirects(app: Sphinx, exception: Exception | None) -> None:
    """Write a page per redirect after a successful build (``build-finished``)."""
    state = find_state(app)
    builder = app.builder
    if exception is not None or state is None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if builder.name not in LEADING_BUILDERS:
        return
    pages: dict[str, str] = {}
    wild: list[str] = []
    if app.config.docsnav_redirects:
        redirects = state.docs.redirects
        addresses = Addresses(builder.get_target_uri, site_documents(app), made_pages(app))
        mount = _path(str(app.config.html_baseurl or "")).strip("/")
        pages, wild = redirect_pages(builder, redirects, addresses, mount=mount)
        # Also of pages that this build does not write.
        for docname in app.env.all_docs if pages else ():
            pages.pop(_file(builder, docname), None)
    if wild:
        message = f"redirects with a wildcard need a server; left out: {_some(wild)}"
        state.report(Fault(FaultKind.REDIRECT_WILDCARD, Severity.INFO, message))
    refused = _write_pages(ledger_of(app), pages)
    if refused:
        message = f"redirects whose URL cannot be a file of this build; left out: {_some(refused)}"
        state.report(Fault(FaultKind.REDIRECT_FILE, Severity.WARNING, message))


def _write_pages(ledger: OutputLedger, pages: Mapping[str, str]) -> list[str]:
    """Write *pages* where no other file is; return those whose names no file can have."""
    refused = []
    for name, text in sorted(pages.items()):
        try:
            ledger.write(OWNER, name, text, gives_way=True)
        except OSError:  # a name that is too long, or below a file
            refused.append(name)
    ledger.finish(OWNER)
    return refused


_NAMED = 3


def _some(names: Sequence[str]) -> str:
    """Return the first of *names* and the number of the others."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(quoted(name) for name in names[:_NAMED]) + more


def redirect_pages(
    builder: StandaloneHTMLBuilder,
    redirects: Sequence[Redirect],
    addresses: Addresses,
    *,
    mount: str = "",
) -> tuple[dict[str, str], list[str]]:
    """Return the redirect pages by file name in the output, and the sources with a wildcard.

    A redirect whose source is no page address, that leads where no page may lead, or into a
    circle, has no page. `sphinx_docsnav.navigation.docs_checks` reports the circles.

    :param mount: the path on the server where the site is, if it is known: a source may begin
        with it.
    """
    pages: dict[str, str] = {}
    wild: list[str] = []
    documents = replace(addresses.documents, served_below=mount)
    rules = [(redirect.source, redirect.destination) for redirect in redirects]
    named = circular_redirects(rules, documents, lambda path: _page(builder, path or "index"))
    circular = frozenset(named)
    for number, redirect in enumerate(redirects):
        source = _address(redirect.source)
        source = next((path or "index" for path in documents.below_mount((source,))), source)
        if is_pattern(redirect.source) or is_pattern(_path(redirect.destination)):
            wild.append(redirect.source)
        elif source and number not in circular:
            name = _page(builder, source)
            url, _leads_out = addresses.link(redirect.destination, "../" * name.count("/"))
            if url:
                pages.setdefault(name, redirect_page(url, canonical=url, is_indexed=False))
    return pages, wild


def _path(address: str) -> str:
    parts = split_url(address)
    return parts.path if parts else ""


def _address(path: str) -> str:
    """Return the page address of a path in the site, "" if it leads out of it."""
    if split_url(path) is None:
        return ""
    name = posixpath.normpath(visible_name(unquote(_path(path))).strip("/") or "index")
    return "" if name.startswith("..") or "\\" in name or "\0" in name else name


def _page(builder: StandaloneHTMLBuilder, address: str) -> str:
    return address if address.endswith(".html") else _file(builder, address)


def _file(builder: StandaloneHTMLBuilder, docname: str) -> str:
    return Path(builder.get_outfilename(docname)).relative_to(builder.outdir).as_posix()


SETTINGS = (
    Setting(
        "docsnav_redirects",
        True,  # noqa: FBT003 -- the default of a switch
        "Write a redirect page for each entry of ``redirects`` in docs.json, unless a page has "
        "that URL (builders ``html`` and ``dirhtml``).",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "build-finished", 500, write_redirects, "no redirect may replace a page")
    return metadata()
