"""What pages show of an API: operations, schemas, tags, changes and introductions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.guard import guard_of
from sphinx_docsnav.core.reading.page_reading import PageParts
from sphinx_docsnav.core.site.plant import make_hidden_toctree
from sphinx_docsnav.core.state import STORAGE, SiteState, app_of, find_state
from sphinx_docsnav.endpoints.changes_page import make_changes_nodes
from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import make_address_bar
from sphinx_docsnav.endpoints.introduction_page import (
    make_introduction_nodes,
    make_schema_list_nodes,
    make_schema_nodes,
    make_tag_nodes,
)
from sphinx_docsnav.endpoints.markup_parts import LayoutStartNode
from sphinx_docsnav.endpoints.operation_page import make_all_endpoints_nodes
from sphinx_docsnav.endpoints.page_writer import OperationContext, claim_id
from sphinx_docsnav.features.endpoints.reference_context import (
    get_renderer,
    make_index_entries,
    make_reference_context,
)
from sphinx_docsnav.mdx import MdxSource
from sphinx_docsnav.navigation.page_facts import extract_page_facts
from sphinx_docsnav.navigation.reference_pages import (
    AllEndpointsPage,
    ApiReference,
    ChangesPage,
    IntroductionPage,
    ReferencePage,
    SchemaListPage,
    SchemaPage,
    TagPage,
)
from sphinx_docsnav.openapi import EndpointReference, Operation, Specification, parse_reference
from sphinx_docsnav.openapi.content.postman import make_postman_collection
from sphinx_docsnav.openapi.spec_document import Bundle, Document
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.write import write_if_changed

_AUTHORIZATION = {
    "bearer": "Authorization: Bearer <token>",
    "basic": "Authorization: Basic <base64 of user:password>",
}
"""The header of pages that are written by hand, by method of authentication."""


def make_page_parts(app: Sphinx, docname: str, source: MdxSource) -> PageParts:
    """Return the part of an API that a page shows (``docsnav-page-parts``)."""
    env = app.env
    state = find_state(env)
    if state is None:
        return PageParts()
    reference_page = state.site.reference_pages.get(docname) if state.located else None
    # Pages about an API were generated and have no text of their own.
    if reference_page is not None:
        name = reference_page.reference.specification.name
        write = partial(_write_reference_page, state, reference_page)
        return PageParts(partial(_append_guarded, env, write, f"specification '{name}'", name))
    # The navigation reports references to unknown operations.
    reference = source.front_matter.get("openapi")
    operation = state.operation(docname, reference) if isinstance(reference, str) else None
    if operation is None:
        # A page with "api" in front matter describes its endpoint itself.
        endpoint = parse_reference(str(source.front_matter.get("api") or ""))
        return (
            PageParts(partial(add_address_bar, state, endpoint, source.front_matter))
            if endpoint
            else PageParts()
        )
    description = str(source.front_matter.get("description") or "").strip()
    # A description in front matter may be the first lines of the operation's own.
    operation_words = f"{' '.join(operation.description.split())} "
    adds_description = not operation_words.startswith(f"{' '.join(description.split())} ")
    has_description = bool(description and adds_description)
    write = partial(_write_operation, state, operation, has_description=has_description)
    name = operation.name
    append = partial(_append_guarded, env, write, f"operation '{name}'", name)
    return PageParts(append, lead=adds_description)


def add_address_bar(
    state: SiteState, endpoint: EndpointReference, front: Mapping[str, object], out: Renderer
) -> None:
    """Add method, URL and headers to a page whose endpoint is described by hand.

    They follow title and description. ``api.mdx`` of docs.json has the server, and the
    authentication of pages without ``authMethod``.
    """
    mdx = state.docs.api.mdx
    # The URL of a page may be complete.
    servers = mdx.server[:1] if endpoint.path.startswith("/") else ()
    new_nodes: list[nodes.Node] = [
        make_address_bar(endpoint.method.upper(), endpoint.path, servers)
    ]
    method = str(front.get("authMethod") or front.get("auth") or mdx.auth.method or "").lower()
    key = f"{mdx.auth.name or 'x-api-key'}: <key>" if method in {"key", "apikey"} else ""
    content_type = front.get("contentType")
    content_type_header = f"Content-Type: {content_type}" if isinstance(content_type, str) else ""
    headers = "\n".join(filter(None, (_AUTHORIZATION.get(method, key), content_type_header)))
    new_nodes += [nodes.literal_block(headers, headers, language="text")] if headers else []
    page = _find_section(out)
    position = 0
    # Find the end of title, description and metadata.
    for child in page.children:
        is_lead = isinstance(child, nodes.Element) and "docsnav-lead" in child["classes"]
        if not (is_lead or isinstance(child, (nodes.title, nodes.meta))):
            break
        position += 1
    page[position:position] = new_nodes


def _append_guarded(
    env: BuildEnvironment,
    write: Callable[[Renderer], None],
    description: str,
    name: str,
    out: Renderer,
) -> None:
    """Append a part of an API to a page; only its *name* if that fails."""
    try:
        write(out)
    except Exception as error:  # noqa: BLE001 -- one page must not stop the build
        failure, outcome = f"{description} cannot be shown", "the page shows its name alone"
        guard_of(app_of(env)).report(error, out.page.host.docname, failure, outcome)
        page = _find_section(out)
        page += nodes.paragraph("", "", nodes.literal(name, name))


def _write_operation(
    state: SiteState, operation: Operation, out: Renderer, *, has_description: bool
) -> None:
    """Append an operation, with its description if the page has none."""
    env = out.page.document.settings.env
    reference = state.navigation.references.of(env.docname, operation.specification)
    context = _make_context(state, reference, out, has_description=has_description)
    operation_nodes = get_renderer(app_of(env))(operation, context)
    hidden = extract_page_facts(dict(env.metadata[env.docname])).hidden
    _append_nodes(out, operation_nodes, operation.document, hidden=hidden)


def _write_reference_page(state: SiteState, page: ReferencePage, out: Renderer) -> None:
    """Append the content of a page about an API."""
    context = _make_context(state, page.reference, out)
    document = (
        page.schema.located.document
        if isinstance(page, SchemaPage)
        else page.reference.specification.document
    )
    _append_nodes(out, _make_reference_nodes(page, context, out), document)
    section = _find_section(out)
    section += make_toctrees(page, str(out.path))


def _make_reference_nodes(
    page: ReferencePage, context: OperationContext, out: Renderer
) -> list[nodes.Node]:
    """Return the content of a page about an API."""
    reference, specification = page.reference, page.reference.specification
    if isinstance(page, SchemaPage):
        return make_schema_nodes(page.schema, context, page.docname)
    if isinstance(page, TagPage):
        return make_tag_nodes(page, context)
    if isinstance(page, ChangesPage):
        pages = [entry.docname for entry in reference.changes[1:]]
        schemas = dict(_list_schemas(reference))
        return make_changes_nodes(specification, context, page.number, pages, schemas)
    if isinstance(page, AllEndpointsPage):
        return make_all_endpoints_nodes(reference.endpoints, context)
    if isinstance(page, SchemaListPage):
        return make_schema_list_nodes(context, _list_schemas(reference))
    return _make_introduction(reference, context, out)


def _make_introduction(
    reference: ApiReference, context: OperationContext, out: Renderer
) -> list[nodes.Node]:
    """Return the content of the page that introduces an API."""
    schemas = _list_schemas(reference)
    # Many schemas have a page that lists them.
    if reference.schema_list is not None:
        label = f"{EndpointTexts(context.language).translate('Schemas')} ({len(schemas)})"
        schemas = [(label, reference.schema_list.docname)]
    return make_introduction_nodes(
        reference.specification,
        context,
        reference.ungrouped,
        schemas,
        [tag for tag in reference.tags if not tag.parent],
        further=reference.tags_without_page,
        files=_link_files(reference.specification, out),
        changes=reference.changes[0].docname if reference.changes else "",
    )


def _link_files(specification: Specification, out: Renderer) -> Iterator[nodes.Node]:
    """Yield links to the specification, and to a collection of its requests.

    A specification in several files is written to one file, as JSON. None is linked that describes
    more than the site shows.
    """
    path, host = specification.document.path, out.page.host
    stem = Path(specification.name).stem
    # A reader would find excluded operations in the file.
    if path is None or any(operation.excluded for operation in specification.operations):
        path = None
    elif not specification.is_alone or specification.document.overlays:
        bundle = Bundle(specification.document, specification.resolver).value
        path = _write_download(specification, f"{path.stem}.json", bundle, out)
    # A file outside of the site cannot be a download.
    elif not path.is_relative_to(host.root):
        path = None
    if path is not None:
        yield host.download(path, nodes.literal(path.name, path.name))
    collection = make_postman_collection(specification)
    if collection["item"]:
        name = f"{stem}.postman_collection.json"
        collection_file = _write_download(specification, name, collection, out)
        yield host.download(collection_file, nodes.inline("", "Postman, Bruno"))


def _write_download(specification: Specification, name: str, value: object, out: Renderer) -> Path:
    """Write *value* as JSON to a file for download, and return its path.

    Its folder depends only on the specification: Sphinx would keep the files of earlier builds if
    names changed with the content.
    """
    folder = Path(out.page.document.settings.env.doctreedir, STORAGE, "bundles")
    path = folder / specification.identity[:10] / name
    write_if_changed(path, json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n")
    return path


def _list_schemas(reference: ApiReference) -> list[tuple[str, str]]:
    """Return titles and docnames of named schemas in alphabetical order."""
    named_pages = (page for page in reference.schemas if not page.schema.is_inline)
    titles = ((page.title, page.docname) for page in named_pages)
    return sorted(titles, key=lambda entry: (entry[0].casefold(), entry[1]))


def _make_context(
    state: SiteState,
    reference: ApiReference | None,
    out: Renderer,
    *,
    has_description: bool = False,
) -> OperationContext:
    """Return what a page passes to the renderer of an operation."""
    return make_reference_context(
        state,
        reference,
        out.page,
        out.folders,
        language=out.page.host.language,
        has_description=has_description,
    )


def _append_nodes(
    out: Renderer, new_nodes: list[nodes.Node], document: Document, *, hidden: bool = False
) -> None:
    """Append nodes to the page, and note the file that they depend on."""
    if document.path is not None and out.path.is_relative_to(out.page.host.root):
        out.page.host.depend(document.path)
    page = _find_section(out)
    if new_nodes and isinstance(new_nodes[0], LayoutStartNode) and new_nodes[0].get("operation"):
        # The general index may have thousands of links, which are a quarter shorter with this id.
        new_nodes[0]["ids"] += claim_id(out.page.document, "endpoint")
    entries = make_index_entries(new_nodes[0]) if new_nodes and not hidden else []
    if entries:
        page += addnodes.index(entries=entries)
    page += new_nodes


def _find_section(out: Renderer) -> nodes.Element:
    """Return the section of the title of a page; without a title, the document."""
    return out.page.sections[min(1, len(out.page.sections) - 1)][1]


def make_toctrees(page: ReferencePage, source: str) -> Iterator[addnodes.toctree]:
    """Yield the toctrees of a page about an API, nothing if docs.json lists its pages.

    :param source: the file of the page, for messages.
    """
    reference = page.reference
    if not reference.is_standalone:
        return
    # The toctrees form the tree of a reference that docs.json does not contain.
    if isinstance(page, TagPage):
        inner_docnames = (tag.docname for tag in page.below)
        yield from _make_toctree(page.docname, (*page.own, *inner_docnames), source)
    elif isinstance(page, SchemaListPage):
        yield from _make_toctree(
            page.docname, (other.docname for other in reference.schemas), source
        )
    elif isinstance(page, ChangesPage) and page.number < 0:
        yield from _make_toctree(
            page.docname, (other.docname for other in reference.changes[1:]), source
        )
    elif isinstance(page, IntroductionPage):
        outer_tags = (tag for tag in reference.tags if not tag.parent)
        for section, tags in groupby(outer_tags, key=lambda tag: tag.section):
            yield from _make_toctree(page.docname, (tag.docname for tag in tags), source, section)
        schema_list = reference.schema_list
        others = (
            (schema_list.docname,)
            if schema_list
            else (other.docname for other in reference.schemas)
        )
        single_pages = (reference.all_endpoints, *reference.changes[:1])
        last = (other.docname for other in single_pages if other is not None)
        yield from _make_toctree(page.docname, (*reference.untagged, *others, *last), source)


def _make_toctree(
    parent: str, docnames: Iterable[str], source: str, caption: str = ""
) -> Iterator[addnodes.toctree]:
    """Yield a hidden toctree unless it would be empty."""
    if files := list(docnames):
        yield make_hidden_toctree(parent, files, source, caption)
