"""Pages for the ``redirects`` of docs.json, in builds with a URL for each page.

Such a page is written only if no other file has its name, and removed when docs.json no longer
contains the redirect.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builder_kinds import builds_site
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.load import builder_pages, find_site_documents
from sphinx_docsnav.core.site.output_ledger import OutputLedger, ledger_of
from sphinx_docsnav.core.site.stale_outputs import page_file
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.messages import quote as quoted
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_name
from sphinx_docsnav.sitefiles.page_links import find_circular_redirects, is_pattern
from sphinx_docsnav.sitefiles.redirect_page import make_redirect_page
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.themes.addresses import Addresses

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.site_settings import Redirect

REDIRECTS_OWNER = "redirects"
"""The owner of the pages in the ledger of outputs."""
_MAX_NAMES = 3
"""How many redirects a message names."""


def write_redirects(app: Sphinx, exception: Exception | None) -> None:
    """Write a page per redirect after a successful build (``build-finished``)."""
    state = find_state(app)
    builder = app.builder
    if exception is not None or state is None or not builds_site(builder):
        return
    pages: dict[str, str] = {}
    wildcard_sources: list[str] = []
    if app.config.docsnav_redirects:
        redirects = state.docs.redirects
        addresses = Addresses(builder.get_target_uri, find_site_documents(app), builder_pages(app))
        # Sources may begin with the path of the site on its host.
        mount = _find_url_path(str(app.config.html_baseurl or "")).strip("/")
        pages, wildcard_sources = make_redirect_pages(builder, redirects, addresses, mount=mount)
        # Pages have precedence, also those that this build does not write.
        for docname in app.env.all_docs if pages else ():
            pages.pop(page_file(builder, docname), None)
    if wildcard_sources:
        message = (
            f"redirects with a wildcard need a server; left out: {_list_names(wildcard_sources)}"
        )
        state.report(Fault(FaultKind.REDIRECT_WILDCARD, Severity.INFO, message))
    refused = _write_pages(ledger_of(app), pages)
    if refused:
        message = (
            f"redirects whose URL cannot be a file of this build; left out: {_list_names(refused)}"
        )
        state.report(Fault(FaultKind.REDIRECT_FILE, Severity.WARNING, message))


def _write_pages(ledger: OutputLedger, pages: Mapping[str, str]) -> list[str]:
    """Write *pages* where no other file exists; return those whose names are not possible."""
    refused = []
    for name, text in sorted(pages.items()):
        try:
            ledger.write(REDIRECTS_OWNER, name, text, gives_way=True)
        # The name is too long, or below that of a file.
        except OSError:
            refused.append(name)
    ledger.finish(REDIRECTS_OWNER)
    return refused


def _list_names(names: Sequence[str]) -> str:
    """Return the first of *names* and the number of the others, for a message."""
    rest = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return ", ".join(quoted(name) for name in names[:_MAX_NAMES]) + rest


def make_redirect_pages(
    builder: StandaloneHTMLBuilder,
    redirects: Sequence[Redirect],
    addresses: Addresses,
    *,
    mount: str = "",
) -> tuple[dict[str, str], list[str]]:
    """Return the redirect pages by their file names in the output, and sources with a wildcard.

    A redirect has no page if its source is not a URL of a page, if its destination is not allowed,
    or if it is circular. `sphinx_docsnav.navigation.checks` reports circular redirects.

    :param mount: the path of the site on its server, with which sources may begin; empty if
        unknown.
    """
    pages: dict[str, str] = {}
    wildcard_sources: list[str] = []
    documents = replace(addresses.documents, served_below=mount)
    rules = [(redirect.source, redirect.destination) for redirect in redirects]
    circular_numbers = find_circular_redirects(
        rules, documents, lambda path: _find_page_file(builder, path or "index")
    )
    circular = frozenset(circular_numbers)
    for number, redirect in enumerate(redirects):
        source = _find_page_address(redirect.source)
        source = next((path or "index" for path in documents.below_mount((source,))), source)
        if is_pattern(redirect.source) or is_pattern(_find_url_path(redirect.destination)):
            wildcard_sources.append(redirect.source)
        elif source and number not in circular:
            name = _find_page_file(builder, source)
            url, _leads_out = addresses.link(redirect.destination, "../" * name.count("/"))
            if url:
                # The first of several redirects from one URL counts, as on a server.
                pages.setdefault(name, make_redirect_page(url, canonical=url, is_indexed=False))
    return pages, wildcard_sources


def _find_url_path(address: str) -> str:
    parts = split_url(address)
    return parts.path if parts else ""


def _find_page_address(path: str) -> str:
    """Return the path of a page in the site; empty if *path* leads out of the site."""
    if split_url(path) is None:
        return ""
    name = posixpath.normpath(
        make_visible_name(unquote(_find_url_path(path))).strip("/") or "index"
    )
    return "" if name.startswith("..") or "\\" in name or "\0" in name else name


def _find_page_file(builder: StandaloneHTMLBuilder, address: str) -> str:
    return address if address.endswith(".html") else page_file(builder, address)


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
