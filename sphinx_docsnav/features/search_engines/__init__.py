"""``seo`` and ``description`` of docs.json: ``meta`` elements, and which pages engines may show.

A page's own front matter overrides the elements of its folder, and these those of the site.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import INDEXED, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.docs_json.kinds import OF_THE_PAGE
from sphinx_docsnav.mdx.frontmatter import runs_as_address
from sphinx_docsnav.sitefiles.safe_urls import safe_href, scheme_of
from sphinx_docsnav.themes.base import Adapter, Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Seo

NOINDEX = '<meta name="robots" content="noindex">\n'
"""What keeps a page out of search engines."""
_KNOWN = re.compile(r"""<meta\b[^>]*\b(?:name|property)=["']?([^"'\s>]+)""", re.IGNORECASE)


def ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/seo/organization`` if the site has no address."""
    if docs.seo.organization is not None and not settings.get("html_baseurl"):
        yield "/seo/organization", "html_baseurl is not set"


def tags_of(seo: Seo, docname: str) -> dict[str, str]:
    """Return names and contents of the elements that docs.json sets for a page."""
    tags = dict(seo.metatags)
    for entry in sorted(seo.paths, key=lambda entry: len(entry.path)):
        if docname.startswith(f"{entry.path.strip('/')}/"):
            tags |= entry.metatags
    return tags


def meta_elements(tags: Mapping[str, str], known: str) -> Iterator[str]:
    """Yield a ``meta`` element for each of *tags* that the markup *known* does not have."""
    taken = {name.lower() for name in _KNOWN.findall(known)} | OF_THE_PAGE
    for name, content in tags.items():
        if name.lower() in taken or not content.strip() or runs_as_address(name, content):
            continue
        key = "property" if name.startswith(("og:", "article:", "fb:")) else "name"
        yield f'<meta {key}="{escape(name)}" content="{escape(content)}">\n'


def add_meta_elements(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the elements of docs.json to a page (``html-page-context``)."""
    state = find_state(app)
    if state is None or app.builder.format != "html" or app.builder.name == "epub":
        return  # no search engine reads books
    known = str(context.get("metatags", ""))
    if doctree is None:  # search, index: the description of the site, nothing else
        about = {"description": " ".join(state.docs.description.split())}
        context["metatags"] = known + "".join(meta_elements(about, known))
        return
    tags = {"description": description_of(app, pagename)} | tags_of(state.docs.seo, pagename)
    added = "".join(meta_elements(tags, known))
    if not is_navigable(app, pagename) and 'name="robots"' not in known + added:
        added += NOINDEX
    added += structured_data(app, pagename)
    if added:
        context["metatags"] = known + added


def description_of(app: Sphinx, docname: str) -> str:
    """Return what a page without a description is: its operation's name, else what the site is."""
    state, facts = state_of(app), facts_of(app.env, docname)
    operation = state.operation(docname, facts.openapi) if facts.openapi else None
    if operation is None:
        return " ".join(state.docs.description.split())
    site = state.docs.name or str(app.config.project)
    return " ".join(filter(None, (f"{facts.title}: {operation.name}", site and f"({site})")))


def structured_data(app: Sphinx, pagename: str) -> str:
    """Return the publisher, the page and the way to it in JSON-LD; empty unless docs.json asks.

    Source: https://schema.org/Organization, https://schema.org/BreadcrumbList
    """
    docs, base = state_of(app).docs, app.config.html_baseurl
    organization = docs.seo.organization
    if organization is None or not base:
        return ""
    from sphinx_docsnav.rendering.renderer import plain_text  # noqa: PLC0415 -- most projects need no parser

    def whole(docname: str) -> str:
        return posixpath.join(base, app.builder.get_target_uri(docname))

    publisher = {
        "@type": "Organization",
        "@id": _web(organization.id) or urljoin(base, "/#organization"),
        "name": organization.name or docs.name or str(app.config.project),
        "legalName": organization.legal_name,
        "url": _web(organization.url) or base,
        "logo": _web(organization.logo),
        "sameAs": [url for url in map(_web, organization.same_as) if url],
    }
    facts = facts_of(app.env, pagename)
    page = {
        "@type": "WebPage",
        "@id": whole(pagename),
        "url": whole(pagename),
        "name": facts.title,
        "description": plain_text(facts.description, html=bool(facts.openapi)),
        "publisher": {"@id": publisher["@id"]},
    }
    place = state_of(app).site.place(pagename)
    roots = (
        [e.root for e in place.chain if e.root and e.root.docname in app.env.all_docs]
        if place
        else []
    )
    steps = [(root.title, root.docname) for root in roots if root.docname != pagename]
    rows = [
        {"@type": "ListItem", "position": at, "name": name, "item": whole(docname)}
        for at, (name, docname) in enumerate([*steps, (page["name"], pagename)], 1)
    ]
    graph: list[Mapping[str, object]] = [
        publisher,
        page,
        {"@type": "BreadcrumbList", "itemListElement": rows},
    ]
    filled = [{key: value for key, value in each.items() if value} for each in graph]
    text = json.dumps({"@context": "https://schema.org", "@graph": filled}, ensure_ascii=False)
    # The text of a script ends at "</script" and changes its meaning at "<!--".
    return f'<script type="application/ld+json">{text.replace("<", _LESS)}</script>\n'


_LESS = "\\u003c"


def _web(url: str) -> str:
    """Return *url* if it is an address of the web."""
    return url if scheme_of(url) in {"http", "https"} and safe_href(url) else ""


def is_navigable(app: Sphinx, docname: str) -> bool:
    """Return whether search engines may show a page (``docsnav-indexed``).

    With ``indexing: navigable`` these are the pages of the navigation.
    """
    state = state_of(app)
    return state.docs.seo.indexing != "navigable" or docname in state.site.listed


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "html-page-context",
        600,
        add_meta_elements,
        "extensions add theirs at 500, and those count",
    )
    connect(app, INDEXED, 500, is_navigable, "the sitemap lists what search engines may show")
    return metadata()
