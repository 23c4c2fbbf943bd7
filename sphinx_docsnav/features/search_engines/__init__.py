"""What search engines read: ``seo`` and ``description`` of docs.json, and ``sitemap.xml``.

The front matter of a page overrides the ``meta`` elements of its folder; the elements of a folder
override those of the site.

The sitemap lists the pages that search engines may index, with their translations. It is written
only if ``html_baseurl`` is set. ``sphinx-sitemap`` requires a build for each language and version,
and derives alternates from the folders of ``locale_dirs``. Here, one build contains all languages,
and the translations of each page are known.
Source of alternates: https://developers.google.com/search/docs/specialty/international/localized-versions
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builders import builds_site, is_read_in_browser, make_page_url
from sphinx_docsnav.core.events import INDEXED, connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.divisions import switches_of
from sphinx_docsnav.core.site.env_record import NOINDEX_TAG, facts_of, find_hidden_pages
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.data_files.json_values import make_script_data
from sphinx_docsnav.docs_json.kinds import RESERVED_METATAGS
from sphinx_docsnav.mdx.frontmatter import runs_as_address
from sphinx_docsnav.navigation.switch import find_translations
from sphinx_docsnav.sitefiles.address_files import (
    HEAD,
    INDEX_HEAD,
    SITEMAP,
    make_sitemap_files,
    make_sitemap_row,
)
from sphinx_docsnav.sitefiles.safe_urls import clean_href, find_scheme
from sphinx_docsnav.themes.base import Adapter, Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Organization, Seo

_META_NAME = re.compile(r"""<meta\b[^>]*\b(?:name|property)=["']?([^"'\s>]+)""", re.IGNORECASE)
SITEMAP_OWNER = "sitemap"
"""The owner of the files in the ledger of outputs."""


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/seo/organization`` if the site has no address."""
    if docs.seo.organization is not None and not settings.get("html_baseurl"):
        yield "/seo/organization", "html_baseurl is not set"


def collect_tags(seo: Seo, docname: str) -> dict[str, str]:
    """Return the contents of the elements that docs.json sets for a page, by their names."""
    tags = dict(seo.metatags)
    # From the shortest path to the longest: the closest folder overrides the others.
    for entry in sorted(seo.paths, key=lambda entry: len(entry.path)):
        if docname.startswith(f"{entry.path.strip('/')}/"):
            tags |= entry.metatags
    return tags


def make_meta_elements(tags: Mapping[str, str], existing_markup: str) -> Iterator[str]:
    """Yield a ``meta`` element for each of *tags* that *existing_markup* does not contain."""
    existing_names = {
        name.lower() for name in _META_NAME.findall(existing_markup)
    } | RESERVED_METATAGS
    for name, content in tags.items():
        if name.lower() in existing_names or not content.strip() or runs_as_address(name, content):
            continue
        # Open Graph uses another attribute than HTML.
        key = "property" if name.startswith(("og:", "article:", "fb:")) else "name"
        yield f'<meta {key}="{escape(name)}" content="{escape(content)}">\n'


def add_meta_elements(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the elements of docs.json to a page (``html-page-context``)."""
    state = find_state(app)
    if state is None or not is_read_in_browser(app.builder):
        # Search engines do not index books.
        return
    existing_markup = str(context.get("metatags", ""))
    # Pages without a document, such as the search, have the description of the site only.
    if doctree is None:
        description = {"description": " ".join(state.docs.description.split())}
        context["metatags"] = existing_markup + "".join(
            make_meta_elements(description, existing_markup)
        )
        return
    tags = {"description": describe_page(app, pagename)} | collect_tags(state.docs.seo, pagename)
    added = "".join(make_meta_elements(tags, existing_markup))
    # An element of the author about search engines has precedence.
    if not is_navigable(app, pagename) and 'name="robots"' not in existing_markup + added:
        added += NOINDEX_TAG
    added += make_structured_data(app, pagename)
    if added:
        context["metatags"] = existing_markup + added


def describe_page(app: Sphinx, docname: str) -> str:
    """Return the description of a page without one: its operation, or the site's description."""
    state, facts = state_of(app), facts_of(app.env, docname)
    operation = state.operation(docname, facts.openapi) if facts.openapi else None
    if operation is None:
        return " ".join(state.docs.description.split())
    site = state.docs.name or str(app.config.project)
    return " ".join(filter(None, (f"{facts.title}: {operation.name}", site and f"({site})")))


def make_structured_data(app: Sphinx, pagename: str) -> str:
    """Return the publisher, the page and its breadcrumbs as JSON-LD; empty unless configured.

    Source: https://schema.org/Organization, https://schema.org/BreadcrumbList
    """
    organization = state_of(app).docs.seo.organization
    if organization is None or not app.config.html_baseurl:
        return ""
    publisher = _describe_publisher(app, organization)
    page_url, facts = make_page_url(app, pagename), facts_of(app.env, pagename)
    from sphinx_docsnav.rendering.renderer import render_plain_text  # noqa: PLC0415 -- most projects need no parser

    page: dict[str, object] = {
        "@type": "WebPage",
        "@id": page_url,
        "url": page_url,
        "name": facts.title,
        "description": render_plain_text(facts.description, html=bool(facts.openapi)),
        "publisher": {"@id": publisher["@id"]},
    }
    breadcrumbs = _describe_breadcrumbs(app, pagename, facts.title)
    non_empty = [
        {key: value for key, value in item.items() if value}
        for item in (publisher, page, breadcrumbs)
    ]
    text = json.dumps({"@context": "https://schema.org", "@graph": non_empty}, ensure_ascii=False)
    return f'<script type="application/ld+json">{make_script_data(text)}</script>\n'


def _describe_publisher(app: Sphinx, organization: Organization) -> dict[str, object]:
    """Return ``seo.organization`` as JSON-LD; its address is by default that of the site."""
    base = app.config.html_baseurl
    return {
        "@type": "Organization",
        "@id": _check_web_url(organization.id) or urljoin(base, "/#organization"),
        "name": organization.name or state_of(app).docs.name or str(app.config.project),
        "legalName": organization.legal_name,
        "url": _check_web_url(organization.url) or base,
        "logo": _check_web_url(organization.logo),
        "sameAs": [url for url in map(_check_web_url, organization.same_as) if url],
    }


def _describe_breadcrumbs(app: Sphinx, pagename: str, title: str) -> dict[str, object]:
    """Return the groups of a page that have a page themselves, and the page, as JSON-LD."""
    place = state_of(app).site.place(pagename)
    roots = [entry.root for entry in place.chain if entry.root] if place else []
    steps = [
        (root.title, root.docname)
        for root in roots
        if root.docname in app.env.all_docs and root.docname != pagename
    ]
    list_items = [
        {
            "@type": "ListItem",
            "position": position,
            "name": name,
            "item": make_page_url(app, docname),
        }
        for position, (name, docname) in enumerate([*steps, (title, pagename)], 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": list_items}


def _check_web_url(url: str) -> str:
    """Return *url* if it is a safe HTTP URL; else an empty string."""
    return url if find_scheme(url) in {"http", "https"} and clean_href(url) else ""


def is_navigable(app: Sphinx, docname: str) -> bool:
    """Return whether search engines may index a page (``docsnav-indexed``).

    With ``indexing: navigable``, these are the pages in the navigation.
    """
    state = state_of(app)
    return state.docs.seo.indexing != "navigable" or docname in state.site.listed


def find_alternates(app: Sphinx, docname: str) -> list[tuple[str, str]]:
    """Return the language codes and docnames of the translations of a page.

    They include the page itself; the last code is ``x-default``. The result is empty if the page
    has no language, or no translation.
    """
    site = state_of(app).site
    place = site.place(docname)
    path = (site.root, *(place.divisions if place else ()))
    translations = find_translations(path, partial(switches_of(app).target, docname))
    return [(code, page.docname) for code, page in translations]


def _make_rows(app: Sphinx) -> Iterator[str]:
    """Yield the sitemap entry of each page that search engines may index under its own URL."""
    site = state_of(app).site
    for docname in sorted(app.env.all_docs):
        is_hidden = bool(find_hidden_pages(site, {docname: facts_of(app.env, docname)}))
        if not is_hidden and False not in app.emit(INDEXED, docname):
            alternates = find_alternates(app, docname)
            urls = [(code, make_page_url(app, other)) for code, other in alternates]
            yield make_sitemap_row(make_page_url(app, docname), urls)


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """Write the sitemap after a successful build (``build-finished``).

    A file from ``html_extra_path`` or another extension is kept.
    """
    if exception is not None or find_state(app) is None:
        return
    base_url, ledger = app.config.html_baseurl, ledger_of(app)
    is_wanted = base_url and app.config.docsnav_sitemap and builds_site(app.builder)
    files = make_sitemap_files(_make_rows(app), base_url) if is_wanted else {}
    # A sitemap of the project stays; one of this extension is replaced, even if the ledger is lost.
    gives_way = not _is_sitemap(Path(app.outdir, SITEMAP))
    # The first file lists the others, which are useless without it.
    if SITEMAP in files and ledger.write(
        SITEMAP_OWNER, SITEMAP, files.pop(SITEMAP), gives_way=gives_way
    ):
        for name, text in files.items():
            ledger.write(SITEMAP_OWNER, name, text, gives_way=gives_way)
    ledger.finish(SITEMAP_OWNER)


def _is_sitemap(path: Path) -> bool:
    """Return whether a file is a sitemap of this extension, also if the ledger does not exist."""
    try:
        return path.read_text("utf-8", "replace").startswith((HEAD, INDEX_HEAD))
    except OSError:
        return False


SETTINGS = (
    Setting(
        "docsnav_sitemap",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``sitemap.xml`` with the languages of each page. Requires ``html_baseurl``. "
        "``sphinx-docsnav build`` and ``serve`` enable this for a site without ``conf.py``.",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    listen = partial(connect, app)
    listen(
        "html-page-context", 600, add_meta_elements, "extensions add theirs at 500, and those count"
    )
    listen(INDEXED, 500, is_navigable, "the sitemap lists what search engines may show")
    listen("build-finished", 500, write_sitemap, "a project may have its own, which is kept")
    return metadata()
