"""Pages at URLs without a document: redirects, and ``404.html``.

A page is written for each of the ``redirects`` of docs.json, in builds with a URL for each page. It
is written only if no other file has its name, and removed when docs.json no longer contains the
redirect.

Hosts show ``404.html`` for a URL that does not exist. It contains the navigation of the site, the
search and links to pages with similar URLs. Hosts show it at any URL, so a ``<base>`` element makes
its relative URLs relative to the path of ``html_baseurl``. If that is not set, an inline script
looks for the folder of the site; without scripts, it is the root of the host.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.finished_html import start_of_head
from sphinx_docsnav.core.language import find_page_code
from sphinx_docsnav.core.pages.assets import assets_of, compact_script
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import NOINDEX_TAG, facts_of, record_of
from sphinx_docsnav.core.site.load import builder_pages, find_site_documents
from sphinx_docsnav.core.site.output_ledger import OutputLedger, ledger_of, page_file
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.messages import quote as quoted
from sphinx_docsnav.sitefiles.address_files import make_redirect_page, make_refresh_tag
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_name
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.sitefiles.page_links import find_circular_redirects, is_pattern
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.sitefiles.write import write_if_changed
from sphinx_docsnav.themes.addresses import Addresses
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.site_bars import render_inline_markup

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Redirect

REDIRECTS_OWNER = "redirects"
"""The owner of the pages in the ledger of outputs."""
_MAX_NAMES = 3
"""Number of redirects that a message names."""
NOT_FOUND_PAGE, NOT_FOUND_FILE = "404", "404.html"
"""The name of the page, and of the file that hosts look for."""
ADDRESSES_SCRIPT, NEAREST_SCRIPT = "docsnav-addresses.js", "docsnav-not-found.js"
"""The script with the URLs of all pages, and the one that compares them with the missing URL."""
NOT_FOUND_TEXTS = TranslationTable(
    Path(__file__).with_name("not_found.txt"), ("title", "text", "near")
)
"""The texts by language."""
_OTHER_EXTENSIONS = ("notfound.extension",)
"""Other extensions that write the page."""
_SCRIPT_PRIORITY = 900
_FOLDER_SCRIPT = """<script>(function(){
var base=document.querySelector("base"),folder=location.origin+"/";
var names=location.pathname.split("/").filter(Boolean).slice(0,6);
if(location.protocol==="file:")base.href=new URL("PAGE",location);
else for(var at=0;at<=names.length;folder+=names[at++]+"/")try{
var request=new XMLHttpRequest();
request.open("HEAD",folder+"_static/SCRIPT",false);
request.send();
if(request.status===200&&/script/.test(request.getResponseHeader("Content-Type"))){
base.href=folder+"PAGE";
return}}catch(error){return}
})();</script>
""".replace("SCRIPT", ADDRESSES_SCRIPT)
"""Finds the folder of the site: the first above the missing URL that has a file of the site.

A page that is opened from a disk is in that folder. The script waits for each response, because the
browser loads the style sheets next. All requests go to the host of the page: ``//host`` in its path
is no host, as empty names are dropped. Some hosts respond to every URL with a page, which is no
script.
"""
_STYLE = (
    "<style>.docsnav-near-search{display:flex;gap:.5rem;max-inline-size:32rem;margin-block:1.5rem}"
    ".docsnav-near-search *{padding:.5rem .75rem;border:1px solid;border-radius:.375rem;"
    "color:inherit;background:none;font:inherit;block-size:auto}"
    ".docsnav-near-search input{flex:1;min-inline-size:0}"
    "#docsnav-near ul{margin-block:0 1rem;padding-inline-start:1.5rem}"
    "#docsnav-near li{list-style:disc}"
    "#docsnav-near a,#docsnav-near+p a{text-decoration:underline}</style>\n"
)
"""Many themes have no style for fields in text, or for lists and links outside of sections."""


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


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/errors/404`` and the reason, if the project or an extension writes the page."""
    if docs.errors.not_found is not None and (reason := _find_other_page(settings)):
        yield "/errors/404", reason


def _find_other_page(settings: Mapping[str, object]) -> str:
    """Return the reason why this feature does not write the page; empty if it does."""
    pages, extensions = settings.get("html_additional_pages"), settings.get("extensions")
    if isinstance(pages, Mapping) and NOT_FOUND_PAGE in pages:
        return "'html_additional_pages' has the page"
    writers = [
        name
        for name in _OTHER_EXTENSIONS
        if isinstance(extensions, Iterable) and name in extensions
    ]
    return f"{writers[0]} writes the page" if writers else ""


def has_not_found_page(app: Sphinx) -> bool:
    """Return whether this feature writes the page in this build."""
    state = find_state(app)
    if state is None or not builds_site(app.builder):
        return False
    is_requested = app.config.docsnav_not_found or state.docs.errors.not_found is not None
    settings = {"html_additional_pages": app.config.html_additional_pages}
    other_page = _find_other_page({**settings, "extensions": app.extensions})
    return bool(is_requested) and not other_page and NOT_FOUND_PAGE not in app.env.all_docs


def list_not_found_page(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Return the page, and write the script with all URLs (``html-collect-pages``)."""
    if not has_not_found_page(app):
        return []
    _write_addresses(app)
    error_page = state_of(app).docs.errors.not_found
    title = (error_page and error_page.title.strip()) or NOT_FOUND_TEXTS.of(
        str(app.config.language)
    )["title"]
    return [(NOT_FOUND_PAGE, {"title": escape(title)}, "page.html")]


def _write_addresses(app: Sphinx) -> None:
    """Write the script with the URLs and titles of all searchable pages.

    A page in another language than the first page has its language as third value.
    """
    hidden, site = record_of(app.env).unsearchable, state_of(app).site
    first_page = site.first_page(site.root)
    main_code = find_page_code(site, first_page.docname) if first_page else ""
    rows = []
    for name in sorted(app.env.all_docs.keys() - hidden):
        # Relative to the page, as its links are; `<base>` makes them absolute.
        url = app.builder.get_relative_uri(NOT_FOUND_PAGE, name)
        code = find_page_code(site, name)
        language = [code] * (code not in ("", main_code))
        rows.append([url, facts_of(app.env, name).title or name, *language])
    static = Path(app.outdir, "_static")
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    write_if_changed(static / ADDRESSES_SCRIPT, f"var docsnavAddresses={text};\n")
    source = Path(__file__).with_name("not_found.js").read_text("utf-8")
    write_if_changed(static / NEAREST_SCRIPT, compact_script(source))


def fill_not_found_page(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Set the body of the page, and the elements of its head (``html-page-context``)."""
    if pagename != NOT_FOUND_PAGE or doctree is not None or not has_not_found_page(app):
        return
    error_page = state_of(app).docs.errors.not_found
    texts, label = NOT_FOUND_TEXTS.of(str(app.config.language)), escape(_("Search"))
    addresses = Addresses(app.builder.get_target_uri, find_site_documents(app), builder_pages(app))
    description = error_page.description.strip() if error_page else ""
    text = render_inline_markup(
        description or texts["text"], addresses, addresses.prefix(NOT_FOUND_PAGE)
    )
    home, search = (escape(context["pathto"](name)) for name in (app.config.root_doc, "search"))
    context["body"] = (
        '<p class="docsnav-eyebrow">404</p>\n'
        f'<h1>{context["title"]}</h1>\n<p class="docsnav-lead">{text}</p>\n'
        f'<form class="docsnav-near-search" role="search" action="{search}" method="get">'
        f'<input type="search" name="q" placeholder="{label}" aria-label="{label}"> '
        f'<button type="submit">{label}</button></form>\n'
        f'<div id="docsnav-near" data-docsnav-near="{escape(texts["near"])}"></div>\n'
        f'<p><a href="{home}"><bdi>{escape(str(app.config.project))}</bdi></a></p>\n'
    )
    root, name = urlsplit(app.config.html_baseurl).path, app.builder.get_target_uri(NOT_FOUND_PAGE)
    head = f'<base href="{escape(posixpath.join(root or "/", name))}">\n'
    # Without `html_baseurl`, the site may be in any folder of its host.
    head += "" if app.config.html_baseurl else _FOLDER_SCRIPT.replace("PAGE", name)
    head += f"{NOINDEX_TAG}{_STYLE}"
    if error_page is not None and error_page.redirect:
        head += f"{make_refresh_tag(context['pathto'](app.config.root_doc))}\n"
    # The base element must precede all elements with relative URLs.
    finish = context.get("docsnav_finish", str)
    context["docsnav_finish"] = lambda page: start_of_head(finish(page), head)
    app.add_js_file(ADDRESSES_SCRIPT, loading_method="defer", priority=_SCRIPT_PRIORITY)
    app.add_js_file(NEAREST_SCRIPT, loading_method="defer", priority=_SCRIPT_PRIORITY)


def copy_to_root(app: Sphinx, exception: Exception | None) -> None:
    """Copy the page to the root of the output if it is not there (``build-finished``)."""
    # The path is fixed because Shibuya replaces the method that returns it.
    written_page = Path(app.outdir, NOT_FOUND_PAGE, "index.html")
    if exception is None and has_not_found_page(app) and written_page.is_file():
        write_if_changed(Path(app.outdir, NOT_FOUND_FILE), written_page.read_text("utf-8"))


SETTINGS = (
    Setting(
        "docsnav_redirects",
        True,  # noqa: FBT003 -- the default of a switch
        "Write a redirect page for each entry of ``redirects`` in docs.json, unless a page has "
        "that URL (builders ``html`` and ``dirhtml``).",
    ),
    Setting(
        "docsnav_not_found",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``404.html``, which hosts show for missing addresses, with the navigation, the "
        "search and similar addresses (builders ``html`` and ``dirhtml``). ``errors.404`` of "
        "docs.json switches it on, too. Its links begin with the path of ``html_baseurl``; if that "
        "is not set, a script finds the folder of the site, and without scripts they begin at the "
        "root of the host. A page of your own and ``sphinx-notfound-page`` override it.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    assets_of(app).needs.append(has_not_found_page)
    listen = partial(connect, app)
    listen("html-collect-pages", 500, list_not_found_page, "the titles of all pages are known")
    listen(
        "html-page-context", 630, fill_not_found_page, "set_theme_inputs at 400 finishes the page"
    )
    listen("build-finished", 500, write_redirects, "no redirect may replace a page")
    listen("build-finished", 500, copy_to_root, "the page is written")
    return metadata()
