"""Writes what pages show of an API: an operation, a schema, the introduction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.guard import guard_of
from sphinx_docsnav.core.reading.page_reading import PageParts
from sphinx_docsnav.core.site.plant import hidden_toctree
from sphinx_docsnav.core.state import SiteState, app_of, find_state
from sphinx_docsnav.endpoints.changes_page import make_changes_nodes
from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import make_address_bar
from sphinx_docsnav.endpoints.introduction_page import (
    Row,
    TagSummary,
    make_introduction_nodes,
    make_schema_list_nodes,
    make_tag_nodes,
)
from sphinx_docsnav.endpoints.markup_parts import LayoutStartNode
from sphinx_docsnav.endpoints.page_writer import OperationContext, claim_id
from sphinx_docsnav.endpoints.schema_page import make_schema_nodes
from sphinx_docsnav.features.endpoints.reference_context import (
    get_renderer,
    make_index_entries,
    make_reference_context,
)
from sphinx_docsnav.mdx import MdxSource
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.page_facts import page_facts
from sphinx_docsnav.navigation.reference_pages import (
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


def make_page_parts(app: Sphinx, docname: str, source: MdxSource) -> PageParts:
    """Return the part of an API that a page shows (``docsnav-page-parts``)."""
    env = app.env
    reference_page = find_reference_page(env)
    if reference_page is not None:
        return PageParts(partial(append_reference_page, env, reference_page))
    operation = find_operation_of_page(env, docname, source)
    if operation is None:
        by_hand = parse_reference(str(source.front_matter.get("api") or ""))
        return (
            PageParts(partial(add_address_bar, env, by_hand, source.front_matter))
            if by_hand
            else PageParts()
        )
    described = str(source.front_matter.get("description") or "").strip()
    told = not starts_with_words(operation.description, described)
    append = partial(append_operation, env, operation, described=bool(described and told))
    return PageParts(append, lead=told)


def add_address_bar(
    env: BuildEnvironment, endpoint: EndpointReference, front: Mapping[str, object], out: Renderer
) -> None:
    """Add method, address and headers to a page whose endpoint is written by hand.

    They are below the title and the description. ``api.mdx`` of docs.json has the server, and the
    authentication of pages without ``authMethod``.
    """
    state = find_state(env)
    if state is None:
        return
    mdx = state.docs.api.mdx
    servers = mdx.server[:1] if endpoint.path.startswith("/") else ()
    made: list[nodes.Node] = [make_address_bar(endpoint.method.upper(), endpoint.path, servers)]
    method = str(front.get("authMethod") or front.get("auth") or mdx.auth.method or "").lower()
    key = f"{mdx.auth.name or 'x-api-key'}: <key>" if method in {"key", "apikey"} else ""
    kind = front.get("contentType")
    about = f"Content-Type: {kind}" if isinstance(kind, str) else ""
    headers = "\n".join(filter(None, (_AUTHORIZATION.get(method, key), about)))
    made += [nodes.literal_block(headers, headers, language="text")] if headers else []
    page = out.page.sections[min(1, len(out.page.sections) - 1)][1]
    place = 0
    for child in page.children:
        is_lead = isinstance(child, nodes.Element) and "docsnav-lead" in child["classes"]
        if not (is_lead or isinstance(child, (nodes.title, nodes.meta))):
            break
        place += 1
    page[place:place] = made


def find_reference_page(env: BuildEnvironment) -> ReferencePage | None:
    """Return the introduction on the current page, ``None`` for pages without one."""
    state = find_state(env)
    return state.site.reference_pages.get(env.docname) if state and state.located else None


def find_operation_of_page(
    env: BuildEnvironment, docname: str, source: MdxSource
) -> Operation | None:
    """Return the operation that front matter ``openapi`` names, if there is one.

    The specifications of the page's place in docs.json come first. One that is
    missing is reported by the resolution of the navigation.
    """
    reference = source.front_matter.get("openapi")
    state = find_state(env)
    if not isinstance(reference, str) or state is None:
        return None
    return state.operation(docname, reference)


def starts_with_words(text: str, start: str) -> bool:
    """Return whether *text* begins with the words of *start*, ignoring line breaks."""
    return f"{' '.join(text.split())} ".startswith(f"{' '.join(start.split())} ")


def append_operation(
    env: BuildEnvironment, operation: Operation, out: Renderer, *, described: bool
) -> None:
    """Write the content of *operation*; its name alone if that fails."""
    try:
        _write_operation(env, operation, out, described=described)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the page has its own text
        _report_failure(env, error, out, f"operation '{operation.name}'", operation.name)


def _report_failure(
    env: BuildEnvironment, error: Exception, out: Renderer, what: str, name: str
) -> None:
    """Report what cannot be shown, and write its name alone."""
    guard_of(app_of(env)).report(
        error, out.page.host.docname, f"{what} cannot be shown", "the page shows its name alone"
    )
    page = out.page.sections[min(1, len(out.page.sections) - 1)][1]
    page += nodes.paragraph("", "", nodes.literal(name, name))


def _write_operation(
    env: BuildEnvironment, operation: Operation, out: Renderer, *, described: bool
) -> None:
    """Write the content of *operation*; its description too, if the page has none of its own."""
    state = find_state(env)
    if state is None:
        return
    navigation = state.navigation
    reference = navigation.references.of(env.docname, operation.specification)
    context = _make_context(state, reference, out, described=described)
    made = get_renderer(app_of(env))(operation, context)
    hidden = page_facts(dict(env.metadata[env.docname])).hidden
    _append_nodes(out, made, operation.document, hidden=hidden)


def append_reference_page(env: BuildEnvironment, page: ReferencePage, out: Renderer) -> None:
    """Write the content of a page about a specification; the file's name alone if that fails."""
    try:
        _write_reference_page(env, page, out)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the page has its title
        name = page.reference.specification.name
        _report_failure(env, error, out, f"specification '{name}'", name)


def _write_reference_page(env: BuildEnvironment, page: ReferencePage, out: Renderer) -> None:
    state = find_state(env)
    if state is None:
        return
    reference = page.reference
    context = _make_context(state, reference, out)
    if isinstance(page, SchemaPage):
        document = page.schema.located.document
        _append_nodes(out, make_schema_nodes(page.schema, context, page.docname), document)
        return
    specification = reference.specification
    if isinstance(page, TagPage):
        inside = [_summarize_tag(each) for each in page.below]
        rows = map(_make_row, page.endpoints)
        made = make_tag_nodes(specification, context, page.names, rows, inside)
    elif isinstance(page, ChangesPage):
        pages = [each.docname for each in reference.changes[1:]]
        made = make_changes_nodes(
            specification, context, page.number, pages, dict(_list_schemas(reference))
        )
    elif isinstance(page, SchemaListPage):
        made = make_schema_list_nodes(context, _list_schemas(reference))
    else:
        groups = [_summarize_tag(each) for each in reference.tags if not each.parent]
        rows = map(_make_row, reference.in_no_group)
        named = _list_schemas(reference)
        if reference.schema_list is not None:
            label = f"{EndpointTexts(context.language).translate('Schemas')} ({len(named)})"
            named = [(label, reference.schema_list.docname)]
        further = ((tag, *_make_row(each)[1:]) for tag, each in reference.further)
        made = make_introduction_nodes(
            specification,
            context,
            rows,
            named,
            groups,
            further=further,
            files=_link_files(specification, out),
            changes=reference.changes[0].docname if reference.changes else "",
        )
    _append_nodes(out, made, specification.document)
    section = out.page.sections[min(1, len(out.page.sections) - 1)][1]
    section += make_toctrees(page, str(out.path))


def _link_files(specification: Specification, out: Renderer) -> Iterator[nodes.Node]:
    """Yield links to the file of *specification*, and to a collection of its requests.

    A file that needs others is written whole, as JSON, and that one is linked; none is that has
    more than the site shows.
    """
    path, host = specification.document.path, out.page.host
    stem = Path(specification.name).stem
    if path is None or any(operation.excluded for operation in specification.operations):
        path = None
    elif not specification.is_alone or specification.document.overlays:
        whole = Bundle(specification.document, specification.resolver).value
        path = _write_download(specification, f"{path.stem}.json", whole, out)
    elif not path.is_relative_to(host.root):
        path = None
    if path is not None:
        yield host.download(path, nodes.literal(path.name, path.name))
    collection = make_postman_collection(specification)
    if collection["item"]:
        name = f"{stem}.postman_collection.json"
        made = _write_download(specification, name, collection, out)
        yield host.download(made, nodes.inline("", "Postman, Bruno"))


def _write_download(specification: Specification, name: str, value: object, out: Renderer) -> Path:
    """Return a file for download with *value* as JSON, in a folder of its specification.

    An edit changes no name: Sphinx would leave the file of the last build in the output.
    """
    folder = Path(out.page.document.settings.env.doctreedir, "_docsnav", "bundles")
    path = folder / specification.identity[:10] / name
    write_if_changed(path, json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n")
    return path


def _summarize_tag(page: TagPage) -> TagSummary:
    inside = tuple(_summarize_tag(each) for each in page.below)
    return TagSummary(page.title, page.docname, len(page.all_docnames), page.names, inside)


def _make_row(page: EndpointPage) -> Row:
    return page.tag, page.docname, page.operation.name, page.title


def _list_schemas(reference: ApiReference) -> list[tuple[str, str]]:
    """Return names and pages of the schemas that have a name, in alphabetical order."""
    named = (each for each in reference.schemas if not each.schema.is_inline)
    return sorted(((each.title, each.docname) for each in named), key=_get_sort_key)


def _get_sort_key(entry: tuple[str, str]) -> tuple[str, str]:
    return entry[0].casefold(), entry[1]


def _make_context(
    state: SiteState, reference: ApiReference | None, out: Renderer, *, described: bool = False
) -> OperationContext:
    """Return what a page gives to the part of an API that it shows."""
    return make_reference_context(
        state,
        reference,
        out.page,
        out.folders,
        out.page.serial,
        language=out.page.host.language,
        described=described,
    )


def _append_nodes(
    out: Renderer, made: list[nodes.Node], document: Document, *, hidden: bool = False
) -> None:
    """Add nodes to the page, and note the file that they depend on."""
    if document.path is not None and out.path.is_relative_to(out.page.host.root):
        out.page.host.depend(document.path)
    page = out.page.sections[min(1, len(out.page.sections) - 1)][1]
    if made and isinstance(made[0], LayoutStartNode) and made[0].get("operation"):
        # The general index of a large API has thousands of links: a short id is a quarter less.
        made[0]["ids"] += claim_id(out.page.document, "endpoint")
    entries = make_index_entries(made[0]) if made and not hidden else []
    if entries:
        page += addnodes.index(entries=entries)
    page += made


def make_toctrees(page: ReferencePage, source: str) -> Iterator[addnodes.toctree]:
    """Yield the toctrees of *page*; none for a page of a reference that docs.json has.

    :param source: the file of the page, for messages.
    """
    reference = page.reference
    if not reference.is_standalone:
        return
    if isinstance(page, TagPage):
        inside = (tag.docname for tag in page.below)
        yield from _make_toctree(page.docname, (*page.own, *inside), source)
    elif isinstance(page, SchemaListPage):
        yield from _make_toctree(page.docname, (each.docname for each in reference.schemas), source)
    elif isinstance(page, ChangesPage) and page.number < 0:
        yield from _make_toctree(
            page.docname, (each.docname for each in reference.changes[1:]), source
        )
    elif isinstance(page, IntroductionPage):
        outer = (tag for tag in reference.tags if not tag.parent)
        for section, tags in groupby(outer, key=lambda tag: tag.section):
            yield from _make_toctree(page.docname, (tag.docname for tag in tags), source, section)
        listed = reference.schema_list
        others = (listed.docname,) if listed else (each.docname for each in reference.schemas)
        changes = (each.docname for each in reference.changes[:1])
        yield from _make_toctree(page.docname, (*reference.untagged, *others, *changes), source)


def _make_toctree(
    parent: str, docnames: Iterable[str], source: str, caption: str = ""
) -> Iterator[addnodes.toctree]:
    """Yield a hidden toctree, if there is something to list."""
    if files := list(docnames):
        yield hidden_toctree(parent, files, source, caption)
