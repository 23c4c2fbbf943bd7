"""The page of a schema."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from sphinx_docsnav.components.tabs import make_tab_set
from sphinx_docsnav.endpoints.inline_parts import make_operation_link, make_page_link
from sphinx_docsnav.endpoints.markup_parts import (
    FoldedListNode,
    LayoutEndNode,
    LayoutStartNode,
    LayoutTextNode,
)
from sphinx_docsnav.endpoints.page_writer import OperationContext, PageWriter
from sphinx_docsnav.endpoints.sample_tabs import SampleWriter
from sphinx_docsnav.openapi import NamedSchema, read_schema
from sphinx_docsnav.openapi.content.page_values import SchemaContent

ANCHOR = "schema"
"""The id of a schema on its page, and the prefix of the ids of its fields."""
OPEN_USERS = 10
"""Number of users of a schema up to which their list starts open."""
MAX_USERS = 100
"""Number of endpoints in the list of users."""


def make_schema_nodes(
    schema: NamedSchema,
    context: OperationContext,
    docname: str,
    *,
    anchor: str = ANCHOR,
    in_prose: bool = False,
) -> list[nodes.Node]:
    """Return what the page *docname* shows of *schema* after its title.

    :param anchor: the id of the schema, and the prefix of the ids of its fields.
    :param in_prose: whether it is a part of another page, which does not list users.
    """
    content = read_schema(schema, context.report_problem, context.schema_pages, docname)
    document = schema.located.document
    page = PageWriter(context, str(document.path or document.name))
    ids = page.claim_id(anchor)
    # Recursive schemas link to the start of their page.
    page.fields.page_schema = (docname, ids[0])
    start = LayoutStartNode(
        ids=ids,
        schema=schema.name,
        specification=schema.specification.name,
        words=page.texts.script_texts,
    )
    result: list[nodes.Node] = [
        start,
        LayoutTextNode(),
        *page.fields.write_schema(content.view, anchor),
    ]
    api, title = context.introduction
    if api:
        line = nodes.paragraph(
            "", "", make_page_link(title, api), classes=["docsnav-endpoint-more"]
        )
        result.append(line)
    # In prose, the users of a schema would distract.
    users = [] if in_prose else list(_list_users(content, page))
    if users:
        result.append(page.make_section("Used by", *users))
    page.fields.resolve_links()
    samples = _write_samples(content, page)
    ids = page.claim_id("examples") if samples else []
    result.append(LayoutEndNode("", *samples, ids=ids, title=page.texts.translate("Examples")))
    return result


def _list_users(content: SchemaContent, page: PageWriter) -> Iterator[nodes.Node]:
    """Yield folded lists of the operations and of the schemas that use a schema."""
    rows: list[nodes.Node] = []
    docname, api = page.context.introduction
    count = len(content.operations)
    # The page about the API lists all endpoints.
    shown_count = MAX_USERS if docname else count
    for name, title in [*zip(content.operations, content.titles, strict=True)][:shown_count]:
        title_nodes = [nodes.Text(" "), nodes.Text(title)] if title != name else []
        rows.append(
            nodes.list_item("", nodes.paragraph("", "", make_operation_link(name), *title_nodes))
        )
    if count > shown_count:
        line = nodes.paragraph("", f"+ {count - shown_count}: ", make_page_link(api, docname))
        rows.append(nodes.list_item("", line))
    if rows:
        yield _make_folded_list(rows, f"{page.texts.translate('Endpoints')} ({count})")
    rows = []
    for name, docname in content.users:
        rows.append(nodes.list_item("", nodes.paragraph("", "", make_page_link(name, docname))))
    if rows:
        yield _make_folded_list(rows, f"{page.texts.translate('Schemas')} ({len(rows)})")


def _make_folded_list(rows: list[nodes.Node], summary: str) -> FoldedListNode:
    """Return a list that folds; a short one starts open."""
    listing = nodes.bullet_list("", *rows, bullet="-", classes=["simple"])
    return FoldedListNode(
        "", listing, classes=["docsnav-schema"], summary=summary, open=len(rows) <= OPEN_USERS
    )


def _write_samples(content: SchemaContent, page: PageWriter) -> list[nodes.Node]:
    """Return tabs with the examples of a schema."""
    writer = SampleWriter(page)
    panels = [
        writer.write_example(e.name or page.texts.translate("example"), e) for e in content.examples
    ]
    if not panels:
        return []
    css = ("docsnav-code-group", "docsnav-example")
    return [make_tab_set(page.context.serial(), panels, *css)]
