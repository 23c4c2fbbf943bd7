"""The page about an API, and the pages about its tags and schemas."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import join_blocks, make_link_label, make_page_link
from sphinx_docsnav.endpoints.markup_parts import (
    INDEX_PAGE,
    BareParagraphNode,
    FieldsNode,
    LayoutEndNode,
    LayoutStartNode,
    LayoutTextNode,
    OperationNameNode,
    SchemaLinkNode,
)
from sphinx_docsnav.endpoints.page_writer import OperationContext, PageWriter
from sphinx_docsnav.endpoints.sections import make_scheme_field, make_server_fields
from sphinx_docsnav.openapi import Specification, read_introduction
from sphinx_docsnav.openapi.content.page_values import Introduction, SpecificationTag

_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)
"""A heading in Markdown."""

_EMAIL = re.compile(r"[\w.+-]+@[\w.-]+")
"""An address that may be a link."""

Row = tuple[str, str, str, str]
"""Tag, docname, name (``GET /pets``) and title of an endpoint page."""

_WIDTHS = (3, 2)
"""The relative widths of the columns of a table of endpoints, for LaTeX."""


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


@dataclass(frozen=True, slots=True)
class TagSummary:
    """The page of a group of endpoints, as an entry of a list."""

    title: str
    docname: str
    count: int
    """Number of endpoints, those of inner groups included."""
    tags: Collection[str]
    """The tags of the group."""
    inside: tuple[TagSummary, ...] = ()
    """The groups inside it."""


def make_introduction_nodes(  # noqa: PLR0913 -- what the page shows, passed by name
    specification: Specification,
    context: OperationContext,
    endpoints: Iterable[Row],
    schemas: Iterable[tuple[str, str]],
    groups: Collection[TagSummary] = (),
    *,
    further: Iterable[Row] = (),
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
    page = PageWriter(context, str(document.path or document.name))
    result: list[nodes.Node] = [LayoutStartNode(words=page.texts.script_texts), LayoutTextNode()]
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
        fields = FieldsNode("", *schemes, classes=["docsnav-fields", "simple"])
        result.append(page.make_section("Authorization", fields))
    result += _write_endpoints(content.tags, list(endpoints), groups, list(further), page)
    names = _list_schemas(schemas)
    result += [page.make_section("Schemas", names)] if names.children else []
    # Last, so that headings of the description do not take the ids of our sections.
    lead, sections = split_into_sections(description, page.claim_id)
    result[details_end:details_end] = sections
    result[details_start:details_start] = lead
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def _write_endpoints(
    tags: Collection[SpecificationTag],
    rows: list[Row],
    groups: Collection[TagSummary],
    further: list[Row],
    page: PageWriter,
) -> Iterator[nodes.Node]:
    """Yield a link to the index of all endpoints, and the endpoints by groups or tags.

    The parameters are those of `make_introduction_nodes`.
    """
    if rows or groups:
        text = nodes.Text(page.texts.translate("All endpoints"))
        yield nodes.paragraph("", "", SchemaLinkNode("", text, docname=INDEX_PAGE))
    # Groups with pages of their own replace the sections of tags.
    if groups:
        listing = _write_groups(groups, tags, page)
        tables = _write_table(rows, page.texts) if rows else []
        yield page.make_section("Endpoints", listing, *tables)
        group_tags = {name for group in _list_all_groups(groups) for name in group.tags}
        other_tags = [tag for tag in tags if tag.name not in group_tags]
        yield from _write_tag_sections(other_tags, further, page)
    else:
        yield from _write_tag_sections(tags, rows, page)


def make_tag_nodes(
    specification: Specification,
    context: OperationContext,
    names: Collection[str],
    endpoints: Iterable[Row],
    inner_groups: Collection[TagSummary] = (),
) -> list[nodes.Node]:
    """Return what the page of a group of endpoints shows after its title.

    :param names: the tags of the group.
    :param inner_groups: the groups inside it.
    """
    page = PageWriter(context, str(specification.document.path or specification.name))
    result: list[nodes.Node] = [LayoutStartNode(words=page.texts.script_texts), LayoutTextNode()]
    tags = read_introduction(specification, context.report_problem).tags
    has_sections = False
    # Several tags may share one group.
    for tag in tags:
        if tag.name in names:
            lead, sections = split_into_sections(
                page.render_markdown(tag.description), page.claim_id
            )
            result += [*lead, *sections]
            has_sections = has_sections or bool(sections)
            docs = _link_documentation(tag.docs, page)
            result += [nodes.paragraph("", "", *docs)] if docs else []
    rows = list(endpoints)
    listing: list[nodes.Node] = [_write_groups(inner_groups, tags, page)] if inner_groups else []
    listing += _write_table(rows, page.texts) if rows or not inner_groups else []
    # After sections of a description, the list needs a heading.
    result += [page.make_section("Endpoints", *listing)] if has_sections else listing
    result += _link_to_api(context)
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def make_schema_list_nodes(
    context: OperationContext, schemas: Iterable[tuple[str, str]]
) -> list[nodes.Node]:
    """Return what the page with all schemas shows after its title."""
    script_texts = EndpointTexts(context.language).script_texts
    start: list[nodes.Node] = [LayoutStartNode(words=script_texts), LayoutTextNode()]
    return [
        *start,
        _list_schemas(schemas),
        *_link_to_api(context),
        LayoutEndNode("", ids=[], title=""),
    ]


def _list_schemas(schemas: Iterable[tuple[str, str]]) -> nodes.bullet_list:
    """Return a list of links to schemas."""
    links = (make_page_link(name, docname) for name, docname in schemas)
    items = [nodes.list_item("", BareParagraphNode("", "", link)) for link in links]
    return nodes.bullet_list("", *items, bullet="-", classes=["simple", "docsnav-names"])


def _link_to_api(context: OperationContext) -> Iterator[nodes.Node]:
    """Yield a line with a link to the page about the API."""
    docname, title = context.introduction
    if docname:
        yield nodes.paragraph(
            "", "", make_page_link(title, docname), classes=["docsnav-endpoint-more"]
        )


def _list_all_groups(groups: Iterable[TagSummary]) -> Iterator[TagSummary]:
    """Yield groups, and the groups inside them."""
    for group in groups:
        yield group
        yield from _list_all_groups(group.inside)


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
        ("Documentation", _link_documentation(content.docs, page)),
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
    tags: Iterable[SpecificationTag], rows: list[Row], page: PageWriter
) -> Iterator[nodes.Node]:
    """Yield a section for each tag with its description and its endpoints."""
    for tag in tags:
        tag_rows = [row for row in rows if row[0] == tag.name]
        # A tag without endpoints and texts has nothing to show.
        if not tag_rows and not tag.description and not tag.docs[0]:
            continue
        body = page.render_markdown(tag.description)
        docs = _link_documentation(tag.docs, page)
        body += [nodes.paragraph("", "", *docs)] if docs else []
        if tag_rows:
            body += _write_table(tag_rows, page.texts)
        heading = nodes.title(tag.label, tag.label)
        yield nodes.section("", heading, *body, ids=page.claim_id(f"tag-{tag.name or 'none'}"))


def _write_groups(
    groups: Iterable[TagSummary], tags: Collection[SpecificationTag], page: PageWriter
) -> nodes.bullet_list:
    """Return links to the pages of groups, with inner groups below them."""
    items = [_write_group(group, tags, page) for group in groups]
    return nodes.bullet_list("", *items, bullet="-", classes=["simple"])


def _write_group(
    group: TagSummary, tags: Collection[SpecificationTag], page: PageWriter
) -> nodes.list_item:
    """Return a link to the page of a group, with the first paragraphs about its tags."""
    names = group.tags
    paragraphs = [_find_first_paragraph(tag.description) for tag in tags if tag.name in names]
    rendered = [join_blocks(page.render_markdown(text)) for text in paragraphs if text]
    inline_nodes = [part for line in rendered for part in (nodes.Text(" "), *line)]
    link, count = make_page_link(group.title, group.docname), nodes.Text(f" ({group.count})")
    item = nodes.list_item("", nodes.paragraph("", "", link, count, *inline_nodes))
    item += [_write_groups(group.inside, tags, page)] if group.inside else []
    return item


def _find_first_paragraph(description: str) -> str:
    """Return the first paragraph of a description without headings."""
    return _HEADING.sub("", description).strip().partition("\n\n")[0]


def _write_table(rows: Iterable[Row], texts: EndpointTexts) -> list[nodes.Node]:
    """Return a table of endpoints: a link with method and path, and the title.

    LaTeX takes the widths of the columns from the node before the table.
    """
    body = nodes.tbody()
    for _, docname, name, title in rows:
        link = SchemaLinkNode("", "", OperationNameNode(name, name), docname=docname)
        # Without a summary, the title repeats method and path.
        shown_title = "" if title == name else title
        body += nodes.row(
            "",
            _make_cell(link),
            _make_cell(nodes.Text(shown_title)) if shown_title else nodes.entry(),
        )
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


def _link_documentation(docs: tuple[str, str], page: PageWriter) -> list[nodes.Node]:
    """Return a link to external documentation, nothing without a URL."""
    url, description = docs
    label = make_link_label(page.render_markdown(description)) or [nodes.Text(url)]
    return page.make_link(url, label) if url else []
