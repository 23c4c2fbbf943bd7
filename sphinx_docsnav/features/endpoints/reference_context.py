"""What a page gives to the part of an API that it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import ConfigError

from sphinx_docsnav.endpoints.columns import LayoutStartNode
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.features.endpoints.specification_texts import SpecificationTexts
from sphinx_docsnav.openapi import SampleSettings
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_LANGUAGES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.core.state import SiteState
    from sphinx_docsnav.navigation.reference_pages import ApiReference
    from sphinx_docsnav.openapi import Operation
    from sphinx_docsnav.rendering.page_state import Writing

DISPLAYS = ("interactive", "simple", "none", "auth")
"""The values of ``api.playground.display`` and of ``playground`` in front matter."""
RESTRUCTUREDTEXT = "restructuredtext"
"""The value of ``docsnav_openapi_descriptions`` for descriptions that are no Markdown."""


def reference_context(  # noqa: PLR0913 -- what pages differ in, passed by name
    state: SiteState,
    reference: ApiReference | None,
    writing: Writing,
    folders: tuple[str, ...],
    serial: Callable[[], str],
    *,
    language: str,
    described: bool = False,
) -> OperationContext:
    """Return the context of a page.

    :param writing: the page.
    :param folders: where relative links of the page start, best first.
    :param serial: returns a name that nothing else on the site has.
    :param described: the page shows the description of the operation already.
    """
    api = state.docs.api
    introduction = reference.introduction if reference else None
    document = writing.document
    env = document.settings.env
    config = env.config
    own = env.metadata[writing.host.docname].get("playground")
    display = own if own in DISPLAYS else api.playground.display
    is_rst = config.docsnav_openapi_descriptions == RESTRUCTUREDTEXT
    texts = SpecificationTexts(state, writing, folders, is_rst=is_rst)
    return OperationContext(
        document,
        serial,
        lambda message, found: state.specs.odd(found.document, found.keys, message),
        samples=SampleSettings(
            tuple(api.examples.languages or ()) or DEFAULT_LANGUAGES,
            generated=api.examples.autogenerate is not False,
            defaults=api.examples.defaults or "",
            prefill=api.examples.prefill is not False,
        ),
        expanded=api.params.expanded == "all",
        language=language,
        described=described,
        schema_pages=reference.docnames if reference else {},
        introduction=(introduction.docname, introduction.title) if introduction else ("", ""),
        try_it=display == "interactive" if display else config.docsnav_try_it,
        proxy="" if api.playground.proxy is False else config.docsnav_try_it_proxy,
        describe=texts.describe,
        make_link=texts.link,
    )


def index_entries(start: nodes.Node) -> list[tuple[str, str, str, str, None]]:
    """Return the entries of the general index for what a page shows.

    An operation is listed by its ``operationId``; the index of endpoints has methods and paths.
    The last id of the node is the target.
    """
    if not isinstance(start, LayoutStartNode) or not start["ids"]:
        return []
    operation = start.get("operation_id") or start.get("operation")
    names = [operation, start.get("schema")]
    anchor = start["ids"][-1]
    return [("single", name.replace(";", " "), anchor, "", None) for name in names if name]


GROUP = "sphinx_docsnav.openapi_renderers"
"""The group of entry points."""
OWN = "docsnav"
"""The name of our renderer."""

EndpointRenderer = Callable[["Operation", "OperationContext"], list[nodes.Node]]
"""Takes an operation and what its page offers; returns block nodes, sections last."""


def renderer_of(app: Sphinx) -> EndpointRenderer:
    """Return the renderer that ``docsnav_openapi_renderer`` names.

    :raises ConfigError: no installed package has one of that name.
    """
    return _find(app.config.docsnav_openapi_renderer)


@cache
def _find(name: str) -> EndpointRenderer:
    if name == OWN:
        from sphinx_docsnav.endpoints.operation_page import operation_nodes

        return operation_nodes
    found = entry_points(group=GROUP)
    for entry in found:
        if entry.name == name:
            renderer: EndpointRenderer = entry.load()
            return renderer
    known = ", ".join(sorted({OWN, *found.names}))
    raise ConfigError(f"docsnav_openapi_renderer: expected one of {known}, found {name!r}")
