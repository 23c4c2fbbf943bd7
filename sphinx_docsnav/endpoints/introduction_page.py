"""The page about a whole API, and those about its tags."""

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

_EMAIL = re.compile(r"[\w.+-]+@[\w.-]+")

Row = tuple[str, str, str, str]
"""Tag, docname, name (``GET /pets``) and title of an endpoint page."""

_WIDTHS = (3, 2)
"""The columns of a table of endpoints, in proportion, for LaTeX."""


def split_into_sections(
    description: Iterable[nodes.Node], claim: Callable[[str], list[str]]
) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return what *description* has before its first heading, and its sections.

    :param description: blocks; its headings are rubrics with a ``level``.
    :param claim: returns the id of a title.
    """
    lead: list[nodes.Node] = []
    sections: list[nodes.section] = []
    opened: list[tuple[int, nodes.section]] = []
    for node in description:
        if not (isinstance(node, nodes.rubric) and "level" in node):
            (opened[-1][1] if opened else lead).append(node)
            continue
        while opened and opened[-1][0] >= node["level"]:
            opened.pop()
        section = _make_section(node, claim)
        (opened[-1][1] if opened else sections).append(section)
        opened.append((node["level"], section))
    return lead, sections


def _make_section(node: nodes.rubric, claim: Callable[[str], list[str]]) -> nodes.section:
    title = nodes.title(node.rawsource, "", *node.children)
    title.source, title.line = node.source, node.line
    return nodes.section("", title, ids=claim(node.astext()))


@dataclass(frozen=True, slots=True)
class TagSummary:
    """The page of a group of endpoints, in a list."""

    title: str
    docname: str
    count: int
    """How many endpoints the group and those in it have."""
    tags: Collection[str]
    """The tags of the group."""
    inside: tuple[TagSummary, ...] = ()
    """The groups in it."""


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
    """Return what the page about *specification* shows, after its title.

    :param endpoints: the endpoint pages that it lists.
    :param schemas: names and docnames of the schemas that have pages.
    :param groups: pages that list the other endpoints, which it lists in place of tags.
    :param further: endpoints that have a tag without such a page, besides that of their group.
    :param files: links to the file of the specification, and to others made of it.
    :param changes: the page about its versions.
    """
    content = read_introduction(specification, context.report_problem)
    document = specification.document
    page = PageWriter(context, str(document.path or document.name))
    result: list[nodes.Node] = [LayoutStartNode(words=page.texts.script_texts), LayoutTextNode()]
    if content.summary:
        result.append(nodes.paragraph(content.summary, content.summary))
    described, start = page.render_markdown(content.description), len(result)
    result += _write_details(content, page, files, changes)
    middle = len(result)
    if content.servers:
        result.append(
            page.make_section("Servers", make_server_fields(content.servers, page.fields))
        )
    if content.schemes:
        schemes = (make_scheme_field(scheme, page.fields) for scheme in content.schemes)
        fields = FieldsNode("", *schemes, classes=["docsnav-fields", "simple"])
        result.append(page.make_section("Authorization", fields))
    rows = list(endpoints)
    if rows or groups:
        words = nodes.Text(page.texts.translate("All endpoints"))
        line = nodes.paragraph("", "", SchemaLinkNode("", words, docname=INDEX_PAGE))
        result.append(line)
    if groups:
        listing = _write_groups(groups, content.tags, page)
        tables = _write_table(rows, page.texts) if rows else []
        result.append(page.make_section("Endpoints", listing, *tables))
        known = {name for group in _list_all_groups(groups) for name in group.tags}
        result += _write_tag_sections(
            [t for t in content.tags if t.name not in known], list(further), page
        )
    else:
        result += _write_tag_sections(content.tags, rows, page)
    names = _list_schemas(schemas)
    result += [page.make_section("Schemas", names)] if names.children else []
    lead, sections = split_into_sections(
        described, page.claim_id
    )  # last, as the others keep their ids
    result[middle:middle] = sections
    result[start:start] = lead
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def make_tag_nodes(
    specification: Specification,
    context: OperationContext,
    names: Collection[str],
    endpoints: Iterable[Row],
    inside: Collection[TagSummary] = (),
) -> list[nodes.Node]:
    """Return what the page of a group of endpoints shows, after its title.

    :param names: the tags of the group.
    :param inside: the groups in it.
    """
    page = PageWriter(context, str(specification.document.path or specification.name))
    result: list[nodes.Node] = [LayoutStartNode(words=page.texts.script_texts), LayoutTextNode()]
    tags = read_introduction(specification, context.report_problem).tags
    has_sections = False
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
    listing: list[nodes.Node] = [_write_groups(inside, tags, page)] if inside else []
    listing += _write_table(rows, page.texts) if rows or not inside else []
    result += [page.make_section("Endpoints", *listing)] if has_sections else listing
    result += _link_to_api(context)
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def make_schema_list_nodes(
    context: OperationContext, schemas: Iterable[tuple[str, str]]
) -> list[nodes.Node]:
    """Return what the page of all schemas shows, after its title."""
    script_texts = EndpointTexts(context.language).script_texts
    start: list[nodes.Node] = [LayoutStartNode(words=script_texts), LayoutTextNode()]
    return [
        *start,
        _list_schemas(schemas),
        *_link_to_api(context),
        LayoutEndNode("", ids=[], title=""),
    ]


def _list_schemas(schemas: Iterable[tuple[str, str]]) -> nodes.bullet_list:
    links = (make_page_link(name, docname) for name, docname in schemas)
    items = [nodes.list_item("", BareParagraphNode("", "", link)) for link in links]
    return nodes.bullet_list("", *items, bullet="-", classes=["simple", "docsnav-names"])


def _link_to_api(context: OperationContext) -> Iterator[nodes.Node]:
    """Yield a line that leads to the introduction."""
    docname, title = context.introduction
    if docname:
        yield nodes.paragraph(
            "", "", make_page_link(title, docname), classes=["docsnav-endpoint-more"]
        )


def _list_all_groups(groups: Iterable[TagSummary]) -> Iterator[TagSummary]:
    """Yield groups, and those in them."""
    for group in groups:
        yield group
        yield from _list_all_groups(group.inside)


def _write_details(
    content: Introduction, page: PageWriter, files: Iterable[nodes.Node], changes: str
) -> Iterator[nodes.Node]:
    """Yield a list of fields with version, contact, licence and similar facts."""

    def linked(words: str, url: str) -> list[nodes.Node]:
        text: list[nodes.Node] = [nodes.Text(words)]
        return page.make_link(url, text) if url else text

    name, url, email = content.contact
    people = linked(name or url, url) if name or url else []
    if email:
        people += [nodes.Text(" · ")] if people else []
        people += linked(email, f"mailto:{email}" if _EMAIL.fullmatch(email) else "")
    rows: list[tuple[str, list[nodes.Node]]] = [
        ("Version", [nodes.Text(content.version)] if content.version else []),
        ("Changes", [make_page_link(page.texts.translate("Changes"), changes)] if changes else []),
        ("Contact", people),
        ("License", linked(*content.licence) if content.licence[0] else []),
        ("Terms of service", linked(content.terms, content.terms) if content.terms else []),
        ("Documentation", _link_documentation(content.docs, page)),
        ("OpenAPI", [part for link in files for part in (nodes.Text(" · "), link)][1:]),
    ]
    fields = nodes.field_list("", classes=["docsnav-about-api"])
    for label, words in rows:
        if words:
            said = page.texts.translate(label)
            body = nodes.field_body("", nodes.paragraph("", "", *words))
            fields += nodes.field("", nodes.field_name(said, said), body)
    if fields.children:
        yield fields


def _write_tag_sections(
    tags: Iterable[SpecificationTag], rows: list[Row], page: PageWriter
) -> Iterator[nodes.Node]:
    """Yield a section per tag, with its description and its endpoints."""
    for tag in tags:
        own = [row for row in rows if row[0] == tag.name]
        if not own and not tag.description and not tag.docs[0]:
            continue
        body = page.render_markdown(tag.description)
        docs = _link_documentation(tag.docs, page)
        body += [nodes.paragraph("", "", *docs)] if docs else []
        if own:
            body += _write_table(own, page.texts)
        heading = nodes.title(tag.label, tag.label)
        yield nodes.section("", heading, *body, ids=page.claim_id(f"tag-{tag.name or 'none'}"))


def _write_groups(
    groups: Iterable[TagSummary], tags: Collection[SpecificationTag], page: PageWriter
) -> nodes.bullet_list:
    """Return links to the pages of groups, those of the groups in them nested."""
    items = [_write_group(group, tags, page) for group in groups]
    return nodes.bullet_list("", *items, bullet="-", classes=["simple"])


def _write_group(
    group: TagSummary, tags: Collection[SpecificationTag], page: PageWriter
) -> nodes.list_item:
    """Return a link to the page of a group, with the first paragraph about each of its tags."""
    names = group.tags
    about = [_find_first_paragraph(tag.description) for tag in tags if tag.name in names]
    said = [join_blocks(page.render_markdown(text)) for text in about if text]
    words = [part for line in said for part in (nodes.Text(" "), *line)]
    item = _make_list_item(
        make_page_link(group.title, group.docname), nodes.Text(f" ({group.count})"), *words
    )
    item += [_write_groups(group.inside, tags, page)] if group.inside else []
    return item


def _find_first_paragraph(description: str) -> str:
    return _HEADING.sub("", description).strip().partition("\n\n")[0]


def _write_table(rows: Iterable[Row], texts: EndpointTexts) -> list[nodes.Node]:
    """Return a table of endpoints: method and path with a link, and the title.

    LaTeX takes the widths of its columns from the node before it.
    """
    body = nodes.tbody()
    for _, docname, name, title in rows:
        link = SchemaLinkNode("", "", OperationNameNode(name, name), docname=docname)
        said = "" if title == name else title
        body += nodes.row(
            "", _make_cell(link), _make_cell(nodes.Text(said)) if said else nodes.entry()
        )
    titles = (_make_cell(nodes.Text(texts.translate(title))) for title in ("Endpoint", "Summary"))
    group = nodes.tgroup("", cols=len(_WIDTHS))
    group += [nodes.colspec(colwidth=width) for width in _WIDTHS]
    group += [nodes.thead("", nodes.row("", *titles)), body]
    widths = "".join(rf"\X{{{width}}}{{{sum(_WIDTHS)}}}" for width in _WIDTHS)
    table = nodes.table("", group, classes=["docsnav-endpoints"])
    return [addnodes.tabular_col_spec(spec=widths), table]


def _make_cell(*words: nodes.Node) -> nodes.entry:
    return nodes.entry("", BareParagraphNode("", "", *words))


def _make_list_item(*words: nodes.Node) -> nodes.list_item:
    return nodes.list_item("", nodes.paragraph("", "", *words))


def _link_documentation(docs: tuple[str, str], page: PageWriter) -> list[nodes.Node]:
    url, words = docs
    label = make_link_label(page.render_markdown(words)) or [nodes.Text(url)]
    return page.make_link(url, label) if url else []
