"""Schemas, parameters and headers as lists of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from docutils import nodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import make_field_id, make_link_label, to_kebab_case
from sphinx_docsnav.endpoints.markup_parts import (
    ChoiceNode,
    FactsNode,
    FieldsNode,
    OperationFieldNode,
    OptionNode,
    SchemaLinkNode,
    SchemaNode,
    make_field_list,
    make_head,
    make_option_head,
)
from sphinx_docsnav.openapi.content.page_values import (
    Fact,
    Field,
    FieldView,
    Parameter,
    Role,
    SchemaChoice,
)
from sphinx_docsnav.sitefiles.safe_urls import is_safe

OPEN_FIELDS = 8
"""Number of fields up to which a schema on the first level starts open."""


@dataclass(slots=True)
class FieldWriter:
    """Writes the fields of one page."""

    render_markdown: Callable[[str], list[nodes.Node]]
    """Renders a description."""
    claim_id: Callable[[str], list[str]]
    """Returns the requested id in a list, made unique."""
    make_link: Callable[[str, list[nodes.Node]], list[nodes.Node]]
    """Returns nodes as a link, or unchanged if the URL is unsafe."""
    open_all: bool = False
    """Whether all schemas start open."""
    texts: EndpointTexts = field(default_factory=EndpointTexts)
    """The texts in the page's language."""
    page_schema: tuple[str, str] = ("", "")
    """Docname and id of the schema that the page is about."""
    _ids: dict[str, str] = field(default_factory=dict)
    """Ids of components on the page, by `FieldView.anchor_key`."""
    _unresolved_links: list[tuple[SchemaLinkNode, str]] = field(default_factory=list)
    """Links to components on the page, with their `FieldView.anchor_key`."""

    def write_parameters(self, parameters: Iterable[Parameter], prefix: str) -> FieldsNode:
        """Return parameters or headers as fields, whose ids start with *prefix*."""
        rows = []
        for parameter in parameters:
            # A parameter is shown like a property of an object.
            row = Field(parameter.name, Role.PROPERTY, parameter.view, parameter.required)
            rows.append(self.write_field(row, "", 0, prefix))
        return make_field_list(rows)

    def write_schema(self, view: FieldView, prefix: str) -> list[nodes.Node]:
        """Return a body: its type, then its fields, open."""
        line = nodes.paragraph("", "", classes=["docsnav-body-type"])
        line += nodes.inline(view.type, view.type, classes=["docsnav-field-type"])
        if view.name:
            line += nodes.Text(" ")
            line += SchemaLinkNode(
                "", nodes.Text(view.name), classes=["docsnav-field-about"], docname=view.docname
            )
        # Other positions of the page link here.
        if view.anchor_key:
            line["ids"] = self.claim_id(f"{prefix}-{to_kebab_case(view.name) or 'schema'}")
            self._ids[view.anchor_key] = line["ids"][0]
        result: list[nodes.Node] = [line, *self.write_description(view), *self.write_links(view)]
        if view.fields:
            result.append(self.write_fields(view, "", 0, prefix))
        return result + [self.write_choice(choice, "", 0, prefix) for choice in view.choices]

    def write_fields(self, view: FieldView, path: str, depth: int, prefix: str) -> FieldsNode:
        """Return the fields of *view*, whose dotted name is *path*."""
        rows = (self.write_field(f, path, depth, prefix) for f in view.fields)
        return make_field_list(rows)

    def write_field(self, entry: Field, path: str, depth: int, prefix: str) -> OperationFieldNode:
        """Return one field with everything inside it."""
        view = entry.view
        full_name = _join_path(path, entry)
        # The name of a field may occur several times on a page.
        ids = self.claim_id(make_field_id(prefix, entry.name))
        if view.anchor_key:
            self._ids[view.anchor_key] = ids[0]
        head = make_head(
            self.texts.translate_name(entry),
            full_name,
            view.type,
            about=view.name,
            docname=view.docname,
            anchor=ids[0],
            marks=_list_marks(entry, self.texts),
        )
        node = OperationFieldNode("", head, classes=["docsnav-field"], ids=ids)
        node += [
            *self.write_description(view),
            *self.write_links(view),
            *self.write_inner_fields(view, full_name, depth, ids[0]),
        ]
        return node

    def write_description(self, view: FieldView) -> Iterator[nodes.Node]:
        """Yield title, description, facts and documentation of a schema."""
        if view.title:
            yield nodes.paragraph(view.title, view.title, classes=["docsnav-schema-title"])
        yield from self.render_markdown(view.description)
        if view.facts:
            yield make_facts_node(view.facts, self.texts, is_linked=bool(view.docname))
            hidden_count = sum(fact.hidden_count for fact in view.facts)
            if hidden_count and view.docname:
                more = nodes.Text(self.texts.describe_hidden_values(hidden_count))
                link = SchemaLinkNode("", more, docname=view.docname)
                yield nodes.paragraph("", "", link, classes=["docsnav-schema-link"])
        if link_nodes := self.link_documentation(view.docs):
            yield nodes.paragraph("", "", *link_nodes)

    def link_documentation(self, docs: tuple[str, str], label: str = "") -> list[nodes.Node]:
        """Return a link to external documentation; only its text if the URL is unsafe.

        :param docs: URL and description.
        :param label: the text of the link if there is no description.
        """
        url, description = docs
        if not url:
            return []
        # Without a link, the standard text would say nothing.
        default = label or (self.texts.translate("Documentation") if is_safe(url) else "")
        texts = make_link_label(self.render_markdown(description))
        texts = texts or ([nodes.Text(default)] if default else [])
        return self.make_link(url, texts) if texts else []

    def write_links(self, view: FieldView) -> Iterator[nodes.Node]:
        """Yield the links to fields that are shown elsewhere."""
        if view.hidden_count:
            text = f"+ {self.texts.count_fields(view.hidden_count)}"
            yield nodes.paragraph(text, text, classes=["docsnav-schema-link"])
        # Most schemas show all their fields.
        if not view.links and not view.recursive:
            return
        line = nodes.paragraph("", "", classes=["docsnav-schema-link"])
        if view.recursive:
            line += nodes.Text(
                self.texts.translate("Contains itself") + (": " if view.links else "")
            )
        # With fields of its own, the number of fields behind a link would mislead.
        has_additions = bool(view.fields or view.choices) or len(view.links) > 1
        for number, link in enumerate(view.links):
            text = nodes.Text(
                link.name if has_additions and link.name else self.texts.count_fields(view.count)
            )
            target = SchemaLinkNode("", text, docname=link.docname)
            # On the page of the schema itself, the link leads to its start.
            docname, anchor = self.page_schema
            if link.docname and link.docname == docname:
                target["target"] = anchor
            # The position may follow further down, so its id is set at the end.
            if link.anchor_key:
                self._unresolved_links.append((target, link.anchor_key))
            separator = " + " if number else "+ " if has_additions else ""
            line += [nodes.Text(separator), target] if separator else [target]
        yield line

    def resolve_links(self) -> None:
        """Set the targets of links on the page; call it when all fields are written."""
        for node, anchor_key in self._unresolved_links:
            node["target"] = self._ids.get(anchor_key, "")
        self._unresolved_links.clear()

    def write_inner_fields(
        self, view: FieldView, path: str, depth: int, prefix: str
    ) -> Iterator[nodes.Node]:
        """Yield the fields and choices inside a field, folded."""
        if view.fields:
            count = len(view.fields)
            # Deeper levels start closed, so that a page can be scanned.
            starts_open = depth == 0 and count <= OPEN_FIELDS
            yield SchemaNode(
                "",
                self.write_fields(view, path, depth + 1, prefix),
                classes=["docsnav-schema"],
                summary=self.texts.count_fields(count),
                about=view.name,
                open=self.open_all or starts_open,
            )
        yield from (self.write_choice(choice, path, depth, prefix) for choice in view.choices)

    def write_choice(self, choice: SchemaChoice, path: str, depth: int, prefix: str) -> ChoiceNode:
        """Return the options of a choice, the first one open.

        Ids of fields contain the name of their option if several options have fields.
        """
        options = []
        # Fields of different options often have the same names.
        has_several = (
            sum(bool(option.view.fields or option.view.choices) for option in choice.options) > 1
        )
        for number, entry in enumerate(choice.options):
            view = entry.view
            full_name = f"{path} {entry.name}".strip()
            head = make_option_head(self.texts.translate_name(entry), full_name, view.type)
            starts_open = self.open_all or (number == 0 and depth == 0)
            node = OptionNode("", head, classes=["docsnav-variant"], open=starts_open)
            node += [*self.write_description(view), *self.write_links(view)]
            # Only an option that can be opened needs an id.
            if view.fields or view.choices or node.folds:
                node["ids"] = self.claim_id(make_field_id(prefix, view.name or entry.name))
                if view.anchor_key:
                    self._ids[view.anchor_key] = node["ids"][0]
                inner_prefix = node["ids"][0] if has_several else prefix
                if view.fields:
                    node += self.write_fields(view, path, depth + 1, inner_prefix)
                node += [
                    self.write_choice(inner, path, depth + 1, inner_prefix)
                    for inner in view.choices
                ]
            options.append(node)
        return ChoiceNode(
            "",
            *options,
            classes=["docsnav-one-of"],
            label=choice.label.translated(self.texts.translate),
        )


def make_facts_node(
    facts: Iterable[Fact], texts: EndpointTexts, *, is_linked: bool = False
) -> FactsNode:
    """Return facts in one line.

    :param is_linked: a link below leads to the values that are left out.
    """
    labels_and_values: list[tuple[str, tuple[str, ...]]] = []
    counts: dict[int, int] = {}
    for fact in facts:
        # The number of all values, for the summary of a folded list.
        if fact.hidden_count:
            counts[len(labels_and_values)] = len(fact.values) + fact.hidden_count
        labels_and_values.append((texts.translate_fact(fact), texts.translate_values(fact)))
        if fact.hidden_count and not is_linked:
            labels_and_values.append((texts.describe_hidden_values(fact.hidden_count), ()))
    return FactsNode(facts=tuple(labels_and_values), counts=counts)


def _list_marks(entry: Field, texts: EndpointTexts) -> Iterator[tuple[str, str]]:
    """Yield CSS class and text of each mark of a field."""
    if entry.required:
        yield "required", texts.translate("required")
    since, deprecated_since = entry.view.since
    if since:
        yield "since", texts.translate("new in {0}").replace("{0}", since)
    if entry.view.deprecated:
        text = texts.translate("deprecated since {0}" if deprecated_since else "deprecated")
        yield "deprecated", text.replace("{0}", deprecated_since)
    if entry.view.access:
        yield "access", texts.translate(entry.view.access)
    if entry.role is Role.PATTERN:
        yield "place", texts.translate("names that match")


def _join_path(path: str, entry: Field) -> str:
    """Return the dotted name of a field inside *path*."""
    if not path:
        return entry.name
    return f"{path}.{entry.name}" if entry.role is Role.PROPERTY else f"{path} {entry.name}"
