"""Endpoint pages: their content, their files, and the domain with operations and schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import ANCHOR_MISSING, PAGE_PARTS, SHOWN, connect, connect_always
from sphinx_docsnav.core.pages.assets import (
    COMPONENT_SCRIPT,
    COMPONENT_STYLES,
    STATIC,
    Asset,
    PageBody,
    assets_of,
    shows_components,
)
from sphinx_docsnav.core.settings import (
    Setting,
    add_settings,
    format_expectation,
    metadata,
    reads_ours,
)
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.docs_json.ledger import sets_option
from sphinx_docsnav.endpoints.markup_parts import INDEX_PAGE
from sphinx_docsnav.features.endpoints.domain import (
    DocsNavDomain,
    EndpointRole,
    LinkSchemas,
    ResolveHttp,
    get_domain,
    note_labels,
    remove_stale_parts,
    split_index,
)
from sphinx_docsnav.openapi.mentions import PartKind, find_viewed_parts, fold_heading
from sphinx_docsnav.sitefiles.write import digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.core.reading.page_reading import PageParts
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.mdx import MdxSource
    from sphinx_docsnav.navigation.reference_pages import ApiReference, ReferencePage
    from sphinx_docsnav.openapi.mentions import ViewedPart
    from sphinx_docsnav.themes.base import Adapter

PagePosition = tuple[str, str]
"""A docname, and an id of that document or ``""``."""

_HERE = Path(__file__).parent

ENDPOINT_SIGN = "docsnav-endpoint"
"""The prefix of a class in the body of each endpoint page."""

TRY_IT_SIGN = "docsnav-try-it"
"""The class of the form on pages whose requests readers can send."""

_PROXY_OPTION = "docsnav_openapi_options.proxy"

_PROXY = re.compile(r"(https?://[^/\s]+)?/(?!/)\S*", re.IGNORECASE)
"""A URL or a path to which the URL of the request is appended."""


def find_viewed_part(app: Sphinx, docname: str, fragment: str) -> PagePosition | None:
    """Return what *fragment* of a page about an API names in a viewer, ``None`` for nothing.

    A handler of ``docsnav-anchor-missing``.
    """
    env = app.env
    for part in find_viewed_parts(fragment):
        position = _locate_part(env, docname, part)
        if position is not None:
            return position
    return None


def describe_viewed_parts(app: Sphinx) -> Callable[[str], object] | None:
    """Return what links that were written for a viewer may mean (``docsnav-shown``)."""
    links = record_of(app.env).links
    if not any(page_links.into_viewer for page_links in links.values()):
        return None
    targets = digest(list_link_targets(app.env))
    return lambda docname: targets if docname in links and links[docname].into_viewer else None


def list_link_targets(env: BuildEnvironment) -> list[object]:
    """Return everything to which links for a viewer can lead, equal as long as nothing moves."""
    domain, state = get_domain(env), find_state(env)
    targets: list[object] = [
        (t.name, t.operation_id, t.docname, t.anchor) for t in domain.targets()
    ]
    targets += [(schema.name, schema.docname, schema.anchor) for schema in domain.schema_targets()]
    for reference in state.navigation.references.all if state is not None else ():
        targets += [(page.label, page.names, page.docname) for page in reference.tags]
        introduction = reference.introduction.docname
        targets.append((introduction, sorted(record_of(env).anchors.get(introduction, ()))))
    return targets


def _locate_part(env: BuildEnvironment, docname: str, part: ViewedPart) -> PagePosition | None:
    """Return the position of a part of the API, ``None`` if no page shows it."""
    domain = get_domain(env)
    if part.kind is PartKind.OPERATION:
        operation = domain.find(part.name, docname)
        return (operation.docname, operation.anchor) if operation else None
    if part.kind is PartKind.SCHEMA:
        schema = domain.find_schema(part.name, docname)
        return (schema.docname, schema.anchor) if schema else None
    # Tags and sections are parts of the API to which the page belongs.
    reference = _find_reference(env, docname)
    if reference is None:
        return None

    def has_name(name: str) -> bool:
        return fold_heading(name) == fold_heading(part.name)

    introduction = reference.introduction.docname
    prefix = "" if part.kind is PartKind.SECTION else "tag-"
    anchors = sorted(record_of(env).anchors.get(introduction, ()))
    matching_anchors = (
        a for a in anchors if a.startswith(prefix) and has_name(a.removeprefix(prefix))
    )
    anchor = next(matching_anchors, "")
    if part.kind is PartKind.SECTION:
        return introduction, anchor
    # A tag has a page of its own, or a section in the introduction.
    groups = (p.docname for p in reference.tags if any(map(has_name, (p.label, *p.names))))
    if group := next(groups, ""):
        return group, ""
    # If docs.json lists the operations itself, the tag has no page.
    return (introduction, anchor) if anchor else None


def _find_reference(env: BuildEnvironment, docname: str) -> ApiReference | None:
    """Return the API to which a page belongs, ``None`` if there is none."""
    state = find_state(env)
    if state is None:
        return None
    references = state.navigation.references
    if docname in references.pages:
        return references.pages[docname].reference
    # A page of an operation belongs to the API of its specification.
    operation = state.operation(docname, str(env.metadata[docname].get("openapi", "")))
    return references.of(docname, operation.specification) if operation else None


def add_assets(app: Sphinx) -> None:
    """Add style sheets and scripts of endpoint pages and their index to those of the build."""
    components = STATIC / "components.css"
    scripts = (STATIC / "components.js", _HERE / "endpoint.js")
    # The orders follow those of components, which these files extend.
    assets_of(app).pages += [
        Asset(COMPONENT_STYLES, (components,), _has_endpoints, shows_components, 100),
        Asset(
            "docsnav-endpoint.css",
            (_HERE / "endpoint.css",),
            _has_endpoints,
            shows_components,
            200,
        ),
        Asset(
            "docsnav-endpoint-index.js",
            (_HERE / "endpoint_index.js",),
            _is_index,
            shows_components,
            700,
        ),
        Asset(
            "docsnav-try-it.css",
            (_HERE / "try_it.css",),
            _has_form,
            _may_have_form,
            order=300,
            in_books=False,
        ),
        Asset("docsnav-try-it.js", (_HERE / "try_it.js",), _has_form, _may_have_form, order=750),
        Asset(
            "docsnav-endpoint.js",
            scripts,
            _has_operation,
            shows_components,
            800,
            replaces=COMPONENT_SCRIPT,
        ),
    ]


def _has_operation(page: PageBody) -> bool:
    """Return whether a page shows a part of an API."""
    return any(name.startswith(ENDPOINT_SIGN) for name in page.classes)


def _is_index(page: PageBody) -> bool:
    """Return whether a page is the list of all endpoints, which has no body."""
    return page.name == INDEX_PAGE


def _has_endpoints(page: PageBody) -> bool:
    """Return whether a page shows a part of an API or the list of endpoints."""
    return _has_operation(page) or _is_index(page)


def _has_form(page: PageBody) -> bool:
    """Return whether a page has a form that sends requests."""
    return TRY_IT_SIGN in page.classes


def _may_have_form(app: Sphinx) -> bool:
    """Return whether some page may have a form."""
    page_values = (meta.get("playground") for meta in app.env.metadata.values())
    site_value = state_of(app).docs.api.playground.display
    return bool(app.config.docsnav_openapi_options["try_it"]) or "interactive" in (
        site_value,
        *page_values,
    )


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/api/playground/proxy`` if ``conf.py`` does not name the proxy that it asks for."""
    if docs.api.playground.proxy and not sets_option(settings, _PROXY_OPTION):
        yield "/api/playground/proxy", f"{_PROXY_OPTION} is not set"


def check_proxy(url: str) -> Iterator[str]:
    """Yield a message if *url* is no URL for a proxy."""
    if url and not _PROXY.fullmatch(url):
        hint = "write it like 'https://proxy.example/' or '/proxy?url='"
        yield format_expectation("a URL with https:// or http://, or a path", url, hint)


SETTINGS = (
    Setting(
        "docsnav_openapi_options.descriptions",
        "markdown",
        "What descriptions in OpenAPI files are written in: ``markdown``, as OpenAPI has it, or "
        "``restructuredtext``, with the roles and directives of the project.",
        choices=("markdown", "restructuredtext"),
    ),
    Setting(
        "docsnav_openapi_options.renderer",
        "docsnav",
        "Name of the entry point in the group ``sphinx_docsnav.openapi_renderers`` that renders "
        "the content of endpoint pages.",
    ),
    Setting(
        "docsnav_openapi_options.try_it",
        False,  # noqa: FBT003 -- the default of a switch
        "Show a form on endpoint pages that sends the request from the reader's browser, where "
        "docs.json and the page do not say otherwise. See :ref:`try-it`.",
    ),
    Setting(
        _PROXY_OPTION,
        "",
        "URL of a proxy for requests of the option ``try_it``, for servers that do not "
        "allow requests from your pages. The URL of the request follows it, percent-encoded "
        "after ``=``: ``https://proxy.example/`` or ``/proxy?url=``.",
        check=check_proxy,
    ),
)
"""The settings of this feature."""


def prepare_writing(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Import the modules for endpoint pages if the site has an API (``env-before-read-docs``)."""
    state = find_state(app)
    # Worker processes inherit what is imported before they start.
    has_api = _list_reference_pages(app) or (state is not None and state.navigation.scopes)
    if has_api and reads_ours(env, docnames):
        import sphinx_docsnav.features.endpoints.page_parts  # noqa: F401 -- for its import alone


def _list_reference_pages(app: Sphinx) -> Mapping[str, ReferencePage]:
    """Return the pages about APIs by docname."""
    state = find_state(app)
    return state.site.reference_pages if state is not None and state.located is not None else {}


def make_parts(app: Sphinx, docname: str, source: MdxSource) -> PageParts | None:
    """Return what a page shows of an API, ``None`` for nothing (``docsnav-page-parts``)."""
    if not _names_endpoint(app, docname, source) and docname not in _list_reference_pages(app):
        return None
    from sphinx_docsnav.features.endpoints.page_parts import make_page_parts

    return make_page_parts(app, docname, source)


def _names_endpoint(app: Sphinx, docname: str, source: MdxSource) -> bool:
    """Return whether front matter names an endpoint that the page shows."""
    state, reference = find_state(app), source.front_matter.get("openapi")
    is_operation = isinstance(reference, str) and state and state.operation(docname, reference)
    return bool(is_operation or source.front_matter.get("api"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    add_assets(app)
    app.add_domain(DocsNavDomain)
    app.add_role("endpoint", EndpointRole(warn_dangling=True))
    app.add_post_transform(ResolveHttp)
    app.add_post_transform(LinkSchemas)
    listen = partial(connect_always, app)
    listen(
        "env-before-read-docs",
        500,
        prepare_writing,
        "imports what worker processes need before they start",
    )
    listen(
        PAGE_PARTS, 500, make_parts, "an operation or the page of an API below the text of the page"
    )
    listen(
        ANCHOR_MISSING,
        500,
        find_viewed_part,
        "links that were written for a viewer of specifications",
    )
    connect(app, SHOWN, 500, describe_viewed_parts, "an operation may be on another page now")
    listen("env-updated", 500, split_index, "all operations are known")
    listen("build-finished", 500, remove_stale_parts, "Sphinx has written the others")
    listen("env-updated", 500, note_labels, "all operations and schemas are known")
    return metadata()
