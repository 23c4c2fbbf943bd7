"""The page about an API, and the pages about its tags and schemas."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.components.tabs import make_tab_set
from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import (
    join_blocks,
    make_operation_link,
    make_page_link,
)
from sphinx_docsnav.endpoints.markup_parts import (
    INDEX_PAGE,
    BareParagraphNode,
    FoldedListNode,
    LayoutEndNode,
    LayoutStartNode,
    LayoutTextNode,
    OperationNameNode,
    SchemaLinkNode,
    make_field_list,
)
from sphinx_docsnav.endpoints.page_writer import OperationContext, PageWriter
from sphinx_docsnav.endpoints.sample_tabs import SampleWriter
from sphinx_docsnav.endpoints.sections import make_scheme_field, make_server_fields
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.reference_pages import TagPage
from sphinx_docsnav.openapi import NamedSchema, Specification, read_introduction, read_schema
from sphinx_docsnav.openapi.content.page_values import Introduction, SchemaContent, SpecificationTag

_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)
"""A heading in Markdown."""

_EMAIL = re.compile(r"[\w.+-]+@[\w.-]+")
"""An address that may be a link."""

TaggedPage = tuple[str, EndpointPage]
"""A page of an endpoint, with the tag below which it is listed."""

_WIDTHS = (3, 2)
"""The relative widths of the columns of a table of endpoints, for LaTeX."""
ANCHOR = "schema"
"""The id of a schema on its page, and the prefix of the ids of its fields."""
OPEN_USERS = 10
"""Number of users of a schema up to which their list starts open."""
MAX_USERS = 100
"""Number of endpoints in the list of users."""


def split_into_sections(
    description: Iterable[nodes.Node], claim: Callable[[str], list[str]]
) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return the blocks before the first heading, and nested sections.

    :param description: blocks; headings are rubrics with a ``level``.
    :param claim: returns the id for a title.
    """
    lead: list[nodes.Node] = []
    sections: list[nodes.section] = []
    open_sections: list[tuple[int, nodes.section]] = []
    for node in description:
        if not (isinstance(node, nodes.rubric) and "level" in node):
            (open_sections[-1][1] if open_sections else lead).append(node)
            continue
        # A heading ends the sections of its level and below.
        while open_sections and open_sections[-1][0] >= node["level"]:
            open_sections.pop()
        section = _make_section(node, claim)
        (open_sections[-1][1] if open_sections else sections).append(section)
        open_sections.append((node["level"], section))
    return lead, sections


def _make_section(node: nodes.rubric, claim: Callable[[str], list[str]]) -> nodes.section:
    """Return a section whose title is a rubric."""
    title = nodes.title(node.rawsource, "", *node.children)
    title.source, title.line = node.source, node.line
    return nodes.section("", title, ids=claim(node.astext()))


def make_introduction_nodes(  # noqa: PLR0913 -- what the page shows, passed by name
    specification: Specification,
    context: OperationContext,
    endpoints: Iterable[EndpointPage],
    schemas: Iterable[tuple[str, str]],
    groups: Collection[TagPage] = (),
    *,
    further: Iterable[TaggedPage] = (),
    files: Iterable[nodes.Node] = (),
    changes: str = "",
) -> list[nodes.Node]:
    """Return what the page about *specification* shows after its title.

    :param endpoints: the endpoint pages to list.
    :param schemas: names and docnames of schemas with pages.
    :param groups: pages that list the other endpoints, shown in place of tags.
    :param further: endpoints with another tag besides that of their group, if it has no page.
    :param files: links to the specification and to files that were generated from it.
    :param changes: the docname of the page about changes.
    """
    content = read_introduction(specification, context.report_problem)
    document = specification.document
    page = PageWriter(context, document.source)
    result: list[nodes.Node] = []
    if content.summary:
        result.append(nodes.paragraph(content.summary, content.summary))
    description, details_start = page.render_markdown(content.description), len(result)
    result += _write_details(content, page, files, changes)
    # Sections of the description are inserted here.
    details_end = len(result)
    if content.servers:
        result.append(
            page.make_section("Servers", make_server_fields(content.servers, page.fields))
        )
    if content.schemes:
        schemes = (make_scheme_field(scheme, page.fields) for scheme in content.schemes)
        result.append(page.make_section("Authorization", make_field_list(schemes)))
    tagged_pages = [(endpoint.operation.group, endpoint) for endpoint in endpoints]
    result += _write_endpoints(content.tags, tagged_pages, groups, list(further), page)
    names = _list_schemas(schemas)
    result += [page.make_section("Schemas", names)] if names.children else []
    # Last, so that headings of the description do not take the ids of our sections.
    lead, sections = split_into_sections(description, page.claim_id)
    result[details_end:details_end] = sections
    result[details_start:details_start] = lead
    return page.make_column(result)


def _write_endpoints(
    tags: Collection[SpecificationTag],
    endpoints: list[TaggedPage],
    groups: Collection[TagPage],
    further: list[TaggedPage],
    page: PageWriter,
) -> Iterator[nodes.Node]:
    """Yield a link to the index of all endpoints, and the endpoints by groups or tags.

    The parameters are those of `make_introduction_nodes`.
    """
    if endpoints or groups:
        text = nodes.Text(page.texts.translate("All endpoints"))
        yield nodes.paragraph("", "", SchemaLinkNode("", text, docname=INDEX_PAGE))
    # Groups with pages of their own replace the sections of tags.
    if groups:
        listing = _write_groups(groups, tags, page)
        tables = _write_table([e for _, e in endpoints], page.texts) if endpoints else []
        yield page.make_section("Endpoints", listing, *tables)
        group_tags = {name for group in groups for inner in group.family for name in inner.names}
        other_tags = [tag for tag in tags if tag.name not in group_tags]
        yield from _write_tag_sections(other_tags, further, page)
    else:
        yield from _write_tag_sections(tags, endpoints, page)


def make_tag_nodes(tag_page: TagPage, context: OperationContext) -> list[nodes.Node]:
    """Return what the page of a group of endpoints shows after its title."""
    specification = tag_page.reference.specification
    page = PageWriter(context, specification.document.source)
    result: list[nodes.Node] = []
    tags = read_introduction(specification, context.report_problem).tags
    has_sections = False
    # Several tags may share one group.
    for tag in tags:
        if tag.name in tag_page.names:
            lead, sections = split_into_sections(
                page.render_markdown(tag.description), page.claim_id
            )
            result += [*lead, *sections]
            has_sections = has_sections or bool(sections)
            docs = page.fields.link_documentation(tag.docs, tag.docs[0])
            result += [nodes.paragraph("", "", *docs)] if docs else []
    endpoints, groups = tag_page.endpoints, tag_page.below
    listing: list[nodes.Node] = [_write_groups(groups, tags, page)] if groups else []
    listing += _write_table(endpoints, page.texts) if endpoints or not groups else []
    # After sections of a description, the list needs a heading.
    result += [page.make_section("Endpoints", *listing)] if has_sections else listing
    return page.make_column([*result, *page.link_to_api()])


def make_schema_list_nodes(
    context: OperationContext, schemas: Iterable[tuple[str, str]]
) -> list[nodes.Node]:
    """Return what the page with all schemas shows after its title."""
    page = PageWriter(context, "")
    return page.make_column([_list_schemas(schemas), *page.link_to_api()])


def _list_schemas(schemas: Iterable[tuple[str, str]]) -> nodes.bullet_list:
    """Return a list of links to schemas."""
    links = (make_page_link(name, docname) for name, docname in schemas)
    items = [nodes.list_item("", BareParagraphNode("", "", link)) for link in links]
    return nodes.bullet_list("", *items, bullet="-", classes=["simple", "docsnav-names"])


def _write_details(
    content: Introduction, page: PageWriter, files: Iterable[nodes.Node], changes: str
) -> Iterator[nodes.Node]:
    """Yield a list with version, contact, licence and similar facts."""

    def make_text_link(label_nodes: str, url: str) -> list[nodes.Node]:
        text: list[nodes.Node] = [nodes.Text(label_nodes)]
        return page.make_link(url, text) if url else text

    name, url, email = content.contact
    people = make_text_link(name or url, url) if name or url else []
    # Only something like an address becomes a mailto link.
    if email:
        people += [nodes.Text(" · ")] if people else []
        people += make_text_link(email, f"mailto:{email}" if _EMAIL.fullmatch(email) else "")
    rows: list[tuple[str, list[nodes.Node]]] = [
        ("Version", [nodes.Text(content.version)] if content.version else []),
        ("Changes", [make_page_link(page.texts.translate("Changes"), changes)] if changes else []),
        ("Contact", people),
        ("License", make_text_link(*content.licence) if content.licence[0] else []),
        ("Terms of service", make_text_link(content.terms, content.terms) if content.terms else []),
        ("Documentation", page.fields.link_documentation(content.docs, content.docs[0])),
        ("OpenAPI", [part for link in files for part in (nodes.Text(" · "), link)][1:]),
    ]
    fields = nodes.field_list("", classes=["docsnav-about-api"])
    for label, label_nodes in rows:
        if label_nodes:
            label_text = page.texts.translate(label)
            body = nodes.field_body("", nodes.paragraph("", "", *label_nodes))
            fields += nodes.field("", nodes.field_name(label_text, label_text), body)
    if fields.children:
        yield fields


def _write_tag_sections(
    tags: Iterable[SpecificationTag], endpoints: list[TaggedPage], page: PageWriter
) -> Iterator[nodes.Node]:
    """Yield a section for each tag with its description and its endpoints."""
    for tag in tags:
        tag_pages = [endpoint for name, endpoint in endpoints if name == tag.name]
        # A tag without endpoints and texts has nothing to show.
        if not tag_pages and not tag.description and not tag.docs[0]:
            continue
        body = page.render_markdown(tag.description)
        docs = page.fields.link_documentation(tag.docs, tag.docs[0])
        body += [nodes.paragraph("", "", *docs)] if docs else []
        if tag_pages:
            body += _write_table(tag_pages, page.texts)
        heading = nodes.title(tag.label, tag.label)
        yield nodes.section("", heading, *body, ids=page.claim_id(f"tag-{tag.name or 'none'}"))


def _write_groups(
    groups: Iterable[TagPage], tags: Collection[SpecificationTag], page: PageWriter
) -> nodes.bullet_list:
    """Return links to the pages of groups with their descriptions, and inner groups below them."""
    listing = nodes.bullet_list("", bullet="-", classes=["simple"])
    for group in groups:
        # The first paragraph of the description of each tag, without headings.
        texts = (
            _HEADING.sub("", tag.description).strip() for tag in tags if tag.name in group.names
        )
        paragraphs = [text.partition("\n\n")[0] for text in texts]
        rendered = [join_blocks(page.render_markdown(text)) for text in paragraphs if text]
        inline_nodes = [part for line in rendered for part in (nodes.Text(" "), *line)]
        count = nodes.Text(f" ({len(group.all_docnames)})")
        link = make_page_link(group.title, group.docname)
        item = nodes.list_item("", nodes.paragraph("", "", link, count, *inline_nodes))
        item += [_write_groups(group.below, tags, page)] if group.below else []
        listing += item
    return listing


def _write_table(endpoints: Iterable[EndpointPage], texts: EndpointTexts) -> list[nodes.Node]:
    """Return a table of endpoints: a link with method and path, and the title.

    LaTeX takes the widths of the columns from the node before the table.
    """
    body = nodes.tbody()
    for endpoint in endpoints:
        name, title = endpoint.operation.name, endpoint.title
        link = SchemaLinkNode("", "", OperationNameNode(name, name), docname=endpoint.docname)
        # Without a summary, the title repeats method and path.
        summary = _make_cell(nodes.Text(title)) if title not in (name, "") else nodes.entry()
        body += nodes.row("", _make_cell(link), summary)
    titles = (_make_cell(nodes.Text(texts.translate(title))) for title in ("Endpoint", "Summary"))
    group = nodes.tgroup("", cols=len(_WIDTHS))
    group += [nodes.colspec(colwidth=width) for width in _WIDTHS]
    group += [nodes.thead("", nodes.row("", *titles)), body]
    # The notation of Sphinx's LaTeX writer for relative widths.
    widths = "".join(rf"\X{{{width}}}{{{sum(_WIDTHS)}}}" for width in _WIDTHS)
    table = nodes.table("", group, classes=["docsnav-endpoints"])
    return [addnodes.tabular_col_spec(spec=widths), table]


def _make_cell(*children: nodes.Node) -> nodes.entry:
    """Return a cell of a table."""
    return nodes.entry("", BareParagraphNode("", "", *children))


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
    page = PageWriter(context, document.source)
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
    result += page.link_to_api()
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
