"""Schemas, parameters and headers as lists of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from docutils import nodes

from sphinx_docsnav.endpoints.description_markdown import inline_nodes
from sphinx_docsnav.endpoints.endpoint_texts import Words
from sphinx_docsnav.endpoints.markup_parts import (
    ChoiceNode,
    FactsNode,
    FieldsNode,
    OperationFieldNode,
    OptionNode,
    SchemaLinkNode,
    SchemaNode,
    make_head,
    make_option_head,
)
from sphinx_docsnav.openapi.content.field_view import Choice, Field, Role, View
from sphinx_docsnav.openapi.content.parameters import Parameter
from sphinx_docsnav.openapi.content.schema_phrases import Fact

OPEN_FIELDS = 8
"""Schemas with at most so many fields start open, just below the first level."""


@dataclass(slots=True)
class FieldWriter:
    """Writes the fields of one page."""

    markdown: Callable[[str], list[nodes.Node]]
    """Renders a description."""
    claim: Callable[[str], list[str]]
    """Return the requested id in a list, made unique; an empty list if it is taken."""
    open_all: bool = False
    """Every schema starts open."""
    words: Words = field(default_factory=Words)
    """The words of the page's language."""
    _ids: dict[str, str] = field(default_factory=dict)

    def parameters(self, parameters: Iterable[Parameter], prefix: str) -> FieldsNode:
        """Return parameters or headers; each has an id that starts with *prefix*."""
        rows = []
        for parameter in parameters:
            row = Field(parameter.name, Role.PROPERTY, parameter.view, parameter.required)
            rows.append(self.field(row, "", 0, f"{prefix}-{parameter.name}"))
        return FieldsNode("", *rows, classes=["docsnav-fields", "simple"])

    def schema(self, view: View, prefix: str) -> list[nodes.Node]:
        """Return what a body is: its type, then its fields, open."""
        words = [nodes.inline(view.type, view.type, classes=["docsnav-field-type"])]
        if view.name:
            words.append(nodes.inline(view.name, view.name, classes=["docsnav-field-about"]))
        line = nodes.paragraph("", "", classes=["docsnav-body-type"])
        for word in words:
            line += [nodes.Text(" "), word] if line.children else word
        result: list[nodes.Node] = [line, *self.about(view), *self.link(view)]
        if view.fields:
            anchors = self.anchor(view)
            result.append(self.fields(view, "", 0, prefix, anchors))
        return result + [self.choice(choice, "", 0) for choice in view.choices]

    def fields(
        self, view: View, path: str, depth: int, prefix: str, anchors: list[str] | None = None
    ) -> FieldsNode:
        """Return the fields of *view*, whose own dotted name is *path*."""
        rows = (
            self.field(f, path, depth, f"{prefix}-{f.name}" if prefix else "") for f in view.fields
        )
        return FieldsNode("", *rows, classes=["docsnav-fields", "simple"], ids=anchors or [])

    def field(self, entry: Field, path: str, depth: int, wanted_id: str) -> OperationFieldNode:
        """Return one field with everything inside it."""
        view = entry.view
        whole = _joined(path, entry)
        head = make_head(
            entry.name, whole, view.type, about=view.name, marks=_marks(entry, self.words)
        )
        node = OperationFieldNode("", head, classes=["docsnav-field"])
        if wanted_id:
            node["ids"] = self.claim(wanted_id)
        node += [*self.about(view), *self.link(view), *self.inside(view, whole, depth)]
        return node

    def about(self, view: View) -> Iterator[nodes.Node]:
        """Yield title, description, facts and documentation of a schema."""
        if view.title:
            yield nodes.paragraph(view.title, view.title, classes=["docsnav-schema-title"])
        yield from self.markdown(view.description)
        if view.facts:
            yield make_facts(view.facts, self.words)
        url, words = view.docs
        if url.startswith(("https://", "http://")):
            label = inline_nodes(words) or [nodes.Text("Documentation")]
            yield nodes.paragraph("", "", nodes.reference("", "", *label, refuri=url))

    def link(self, view: View) -> Iterator[nodes.Node]:
        """Yield where the fields are, if they are not here."""
        words = view.name or "this schema"
        if view.link:
            lead = "Contains itself: fields of " if view.recursive else "Fields of "
            target = SchemaLinkNode(
                "", nodes.Text(words), target=self._ids.get(view.link, view.link)
            )
            parts = [nodes.Text(lead), target, nodes.Text(" are shown above.")]
            yield nodes.paragraph("", "", *parts, classes=["docsnav-schema-link"])
        elif view.recursive or view.hidden:
            text = f"Contains itself: {words}." if view.recursive else _hidden(view)
            yield nodes.paragraph(text, text, classes=["docsnav-schema-link"])

    def anchor(self, view: View) -> list[str]:
        """Return the id that links to the schema lead to."""
        ids = self.claim(view.anchor) if view.anchor else []
        self._ids.update((view.anchor, given) for given in ids)
        return ids

    def inside(self, view: View, path: str, depth: int) -> Iterator[nodes.Node]:
        """Yield the fields and choices inside a field, folded."""
        if view.fields:
            count = len(view.fields)
            few = depth == 0 and count <= OPEN_FIELDS
            yield SchemaNode(
                "",
                self.fields(view, path, depth + 1, ""),
                classes=["docsnav-schema"],
                ids=self.anchor(view),
                summary=self.words.fields(count),
                about=view.name,
                open=self.open_all or few,
            )
        yield from (self.choice(choice, path, depth) for choice in view.choices)

    def choice(self, choice: Choice, path: str, depth: int) -> ChoiceNode:
        """Return the options of a choice, the first one open."""
        options = []
        for number, entry in enumerate(choice.options):
            view = entry.view
            whole = f"{path} {entry.name}".strip()
            head = make_option_head(entry.name, whole, view.type)
            opened = self.open_all or (number == 0 and depth == 0)
            node = OptionNode("", head, classes=["docsnav-variant"], open=opened)
            node["ids"] = self.anchor(view)
            node += [*self.about(view), *self.link(view)]
            if view.fields:
                node += self.fields(view, path, depth + 1, "")
            node += [self.choice(inner, path, depth + 1) for inner in view.choices]
            options.append(node)
        return ChoiceNode(
            "", *options, classes=["docsnav-one-of"], label=self.words.choice(choice.label)
        )


def make_facts(facts: Iterable[Fact], words: Words) -> FactsNode:
    """Return facts in one line."""
    return FactsNode(facts=tuple((words.fact(fact.label), fact.values) for fact in facts))


def _marks(entry: Field, words: Words) -> Iterator[tuple[str, str]]:
    if entry.required:
        yield "required", words.say("required")
    if entry.view.deprecated:
        yield "deprecated", words.say("deprecated")
    if entry.view.access:
        yield "access", words.say(entry.view.access)
    if entry.role is Role.PATTERN:
        yield "place", "names that match"


def _joined(path: str, entry: Field) -> str:
    if not path:
        return entry.name
    return f"{path}.{entry.name}" if entry.role is Role.PROPERTY else f"{path} {entry.name}"


def _hidden(view: View) -> str:
    words = f"{view.hidden} {'field' if view.hidden == 1 else 'fields'}"
    if view.fields or view.choices:
        return f"{words} more, too many to be shown here."
    return f"{words}{f' of {view.name}' if view.name else ''}, too deep to be shown here."
