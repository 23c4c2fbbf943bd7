"""Endpoint pages: their content, their files, and the domain with operations and schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import ANCHOR_MISSING, PAGE_PARTS, connect
from sphinx_docsnav.core.reading.mdx_parser import reads_ours
from sphinx_docsnav.core.settings import Setting, add_settings, expected, metadata
from sphinx_docsnav.features.endpoints.domain import DocsNavDomain, note_labels
from sphinx_docsnav.features.endpoints.endpoint_files import add_files
from sphinx_docsnav.features.endpoints.endpoint_index import split_index
from sphinx_docsnav.features.endpoints.endpoint_roles import EndpointRole, LinkSchemas, ResolveHttp
from sphinx_docsnav.features.endpoints.viewer_links import find_changed_links, find_viewed_part

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.core.reading.page_reading import PageParts
    from sphinx_docsnav.mdx import MdxSource

_PROXY = re.compile(r"(https?://[^/\s]+)?/(?!/)\S*", re.IGNORECASE)


def wrong_proxy(url: str) -> Iterator[str]:
    """Yield what is wrong with the address that requests are sent to."""
    if url and not _PROXY.fullmatch(url):
        hint = "write it like 'https://proxy.example/' or '/proxy?url='"
        yield expected("a URL with https:// or http://, or a path", url, hint)


SETTINGS = (
    Setting(
        "docsnav_openapi_descriptions",
        "markdown",
        "What descriptions in OpenAPI files are written in: ``markdown``, as OpenAPI has it, or "
        "``restructuredtext``, with the roles and directives of the project.",
        choices=("markdown", "restructuredtext"),
        rebuild="env",
    ),
    Setting(
        "docsnav_openapi_renderer",
        "docsnav",
        "Name of the entry point in the group ``sphinx_docsnav.openapi_renderers`` that renders "
        "the content of endpoint pages.",
        rebuild="env",
    ),
    Setting(
        "docsnav_try_it",
        False,  # noqa: FBT003 -- the default of a switch
        "Show a form on endpoint pages that sends the request from the reader's browser, where "
        "docs.json and the page do not say otherwise. See :ref:`try-it`.",
        rebuild="env",
    ),
    Setting(
        "docsnav_try_it_proxy",
        "",
        "URL of a proxy for requests of :confval:`docsnav_try_it`, for servers that do not "
        "allow requests from your pages. The URL of the request follows it, percent-encoded "
        "after ``=``: ``https://proxy.example/`` or ``/proxy?url=``.",
        rebuild="env",
        check=wrong_proxy,
    ),
)
"""The settings of the feature."""


def prepare_writing(_app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Import what writes endpoint pages, if a page of ours is read (``env-before-read-docs``)."""
    if reads_ours(env, docnames):
        import sphinx_docsnav.features.endpoints.page_parts  # noqa: F401 -- for its import alone


def add_parts(app: Sphinx, docname: str, source: MdxSource) -> PageParts:
    """Return what a page shows of an API (``docsnav-page-parts``)."""
    from sphinx_docsnav.features.endpoints.page_parts import page_parts

    return page_parts(app, docname, source)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    add_files(app)
    app.add_domain(DocsNavDomain)
    app.add_role("endpoint", EndpointRole(warn_dangling=True))
    app.add_post_transform(ResolveHttp)
    app.add_post_transform(LinkSchemas)
    connect(
        app,
        "env-before-read-docs",
        500,
        prepare_writing,
        "imports what worker processes need before they start",
        without_navigation=True,
    )
    connect(
        app,
        PAGE_PARTS,
        500,
        add_parts,
        "an operation or the page of an API below the text of the page",
        without_navigation=True,
    )
    connect(
        app,
        ANCHOR_MISSING,
        500,
        find_viewed_part,
        "links that were written for a viewer of specifications",
        without_navigation=True,
    )
    connect(app, "env-updated", 500, find_changed_links, "all operations are known")
    connect(
        app, "env-updated", 500, split_index, "all operations are known", without_navigation=True
    )
    connect(
        app,
        "env-updated",
        500,
        note_labels,
        "all operations and schemas are known",
        without_navigation=True,
    )
    return metadata()
