"""A grown tree of a schema as the plain values that a page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from sphinx_docsnav.openapi.content.field_view import Field, FieldView, Role, SchemaChoice
from sphinx_docsnav.openapi.content.labels import access, discriminator, new_title, told_apart
from sphinx_docsnav.openapi.content.members import Member
from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, Parts
from sphinx_docsnav.openapi.content.schema_phrases import (
    Fact,
    facts,
    shorten,
    type_label,
    value_text,
)
from sphinx_docsnav.openapi.content.schema_tree import SchemaTreeNode
from sphinx_docsnav.openapi.content.sentences import Sentence, spelt

_LONGEST_NAME = 80


class Known(Protocol):
    """The layout of a page, as used by the views."""

    @property
    def page(self) -> str:
        """The docname of the page, if it is that of a component."""

    @property
    def pages(self) -> Mapping[int, str]:
        """Docnames of the pages of components, by the identity of their values."""

    def flat(self, parts: Parts) -> Flat:
        """Return the flat form of a schema."""

    def own(self, parts: Parts) -> Flat:
        """Return the flat form of a schema without the components that have pages."""


def make_view(layout: Known, node: SchemaTreeNode, field_name: str = "") -> FieldView:
    """Return what a page shows of *node*, the schema of the field *field_name*."""
    flat, core = node.flat, node.core
    keywords = flat.keywords
    name = flat.name or core.name
    fields = tuple(_field(layout, member, child) for member, child in node.fields)
    return FieldView(
        type_label(layout.flat, flat),
        name=shorten(name, _LONGEST_NAME),
        docname=layout.pages.get(flat.key, "") or layout.pages.get(core.key, ""),
        title=new_title(keywords.get("title"), name, field_name),
        description=_description(layout, node),
        facts=tuple(_facts(layout, node)),
        deprecated=keywords.get("deprecated") is True,
        access=access(flat),
        docs=_docs(keywords),
        fields=fields,
        choices=tuple(_choice(layout, choices, nodes) for choices, nodes in node.choices),
        place=node.place,
        links=node.links,
        count=node.count,
        recursive=node.recursive,
        left_out=node.left_out,
    )


def _field(layout: Known, member: Member, node: SchemaTreeNode) -> Field:
    name, role, _, required = member
    generic = None if isinstance(name, str) else name
    return Field(spelt(name), role, make_view(layout, node, spelt(name)), required, generic)


def _description(layout: Known, node: SchemaTreeNode) -> str:
    """Return the descriptions of a schema and its parts, and of the items of an array or a map.

    Where a component is linked, only the first paragraph of its description is returned, and
    nothing of what it is made of.
    """
    own = _texts(layout.own(node.levels[-1])) if node.links else ()
    told: list[str] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        elsewhere = layout.pages.get(flat.key, "") not in ("", layout.page)
        for number, text in enumerate(_texts(flat)):
            is_behind = node.links and flat is node.core and text not in own
            if number and (elsewhere or is_behind):
                continue
            shown = text.strip().partition("\n\n")[0] if is_behind else text
            if shown not in told:
                told.append(shown)
    for parts in node.levels:
        told += _of_values(layout.flat(parts).keywords)
    return "\n\n".join(told)


def _texts(flat: Flat) -> tuple[str, ...]:
    """Return the descriptions of a schema and of its parts that say something."""
    found = (flat.keywords.get("description"), *flat.further.get("description", ()))
    return tuple(text for text in found if isinstance(text, str) and text.strip())


def _of_values(keywords: Mapping[str, object]) -> Iterator[str]:
    """Yield what an extension says about the values of ``enum``, as a list."""
    values = keywords.get("enum")
    for extension in ("x-enumDescriptions", "x-enum-descriptions"):
        said = keywords.get(extension)
        if isinstance(said, list) and isinstance(values, list):
            said = dict(zip(map(value_text, values), said, strict=False))
        if isinstance(said, dict):
            lines = [
                f"* ``{shorten(str(value), 120)}``: {' '.join(text.split())}"
                for value, text in said.items()
                if isinstance(text, str) and text.strip() and "`" not in str(value)
            ]
            if lines:
                yield "\n".join(lines)


def _facts(layout: Known, node: SchemaTreeNode) -> Iterator[Fact]:
    """Yield the facts of the schema, and those of its items or values."""
    around: list[Sentence] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        page = layout.pages.get(flat.key, "")
        brief = bool(page) and page != layout.page
        for fact in facts(flat, layout.flat, brief=brief):
            yield _of_each(around, fact) if around else fact
        around.append(Sentence("each item" if "array" in flat.types else "each value"))


def _of_each(around: Sequence[Sentence], fact: Fact) -> Fact:
    """Return a fact about what is inside arrays and maps: ``each item: length`` ``5``."""
    label = fact.label
    for each in reversed(around):
        label = Sentence("{0}: {1}", (each, label))
    return replace(fact, label=label, kind="")


def _docs(keywords: Mapping[str, object]) -> tuple[str, str]:
    """Return URL and description of external documentation."""
    docs = keywords.get("externalDocs")
    url = docs.get("url") if isinstance(docs, dict) else None
    about = docs.get("description") if isinstance(docs, dict) else None
    return (url if isinstance(url, str) else "", about if isinstance(about, str) else "")


def _choice(layout: Known, choices: ChoiceSet, nodes: list[SchemaTreeNode]) -> SchemaChoice:
    """Return a ``oneOf`` or ``anyOf`` with a label for each option."""
    label = Sentence("Any of" if choices.keyword == "anyOf" else "One of")
    deciding, values_of = discriminator(choices)
    if deciding:
        label = Sentence("{0}, by {1}", (label, deciding))
    options = []
    for number, node in enumerate(nodes, 1):
        view = make_view(layout, node)
        generic = Sentence("{0} {1}", (Sentence("Option"), str(number)))
        own = view.name or view.title or told_apart(view)
        name = own or generic.spell()
        if name == view.title:
            view = replace(view, title="")
        values = [value for value, target in values_of.items() if target == view.name]
        if deciding and values:
            name += f" ({deciding}: {', '.join(values)})"
        options.append(Field(name, Role.OPTION, view, generic=None if own else generic))
    return SchemaChoice(label, tuple(options))
