"""Examples, attribute tables and the component table for the pages about components.

A code block with the language ``mdx example`` is rendered as source and result together. Before
the page is read, the tag ``<Example>`` replaces the code block, with the source as its content
and as an attribute. The component ``Example`` renders both in a box.

``<Attributes of="Card Tile" />`` is a table of the attributes of these tags;
``<ComponentTable />`` is a table of all components, from the registry of the extension.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

from sphinx_docsnav.components import ComponentServices, ComponentType, Props, make_builtin_registry
from sphinx_docsnav.core.reading.component_setup import add_component

_FENCE = re.compile(r"^(`{3,})mdx example\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)


class ExampleProps(Props):
    """Properties of Example."""

    source: str = ""
    """The source of the example."""


def show_twice(_app: Sphinx, _docname: str, content: list[str]) -> None:
    """Replace each example by a tag with its source as content and as attribute."""

    def example(fence: re.Match[str]) -> str:
        text = fence[2]
        return f"<Example source={{{json.dumps(text)}}}>\n\n{text}\n\n</Example>"

    content[0] = _FENCE.sub(example, content[0])


def build_example(
    _context: ComponentServices, props: ExampleProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the source and its result in a box."""
    source = nodes.literal_block(props.source, props.source, language="mdx", force=True)
    return [
        nodes.container(
            "",
            nodes.container("", source),
            nodes.container("", *children, classes=["docsnav-mdx-result"]),
            classes=["docsnav-mdx-example"],
        )
    ]


class AttributesProps(Props):
    """Properties of Attributes."""

    of: str = ""
    """The names of the tags, separated by spaces."""


def build_attributes(
    context: ComponentServices, props: AttributesProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a table with a row per attribute; tags with the same attributes share a table."""
    types = make_builtin_registry().types
    tables: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
    for name in props.of.split():
        tables.setdefault(tuple(attribute_rows(types[name])), []).append(name)
    return [
        node
        for rows, names in tables.items()
        for node in context.parsed("\n".join(table_lines(names, rows)))
    ]


def table_lines(names: list[str], rows: tuple[tuple[str, str, str], ...]) -> Iterator[str]:
    """Yield a table of attributes in Markdown."""
    yield f"| {', '.join(f'`{name}`' for name in names)} | value | meaning |"
    yield "| --- | --- | --- |"
    for name, value, meaning in rows:
        yield f"| `{name}` | {value} | {meaning} |"


def build_component_table(
    context: ComponentServices, _props: Props, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a table with the rendered form and the attributes of each component."""
    lines = [
        "| Component | Rendered as | Attributes | Accepted, no effect |",
        "| --- | --- | --- | --- |",
    ]
    for name, kind in sorted(make_builtin_registry().types.items()):
        fields = kind.props.model_fields.values()
        attributes = " ".join(f"`{field.alias}`" for field in fields)
        ignored = " ".join(f"`{name}`" for name in kind.without_effect)
        lines.append(f"| `{name}` | {rendered_as(kind)} | {attributes} | {ignored} |")
    return context.parsed("\n".join(lines))


def rendered_as(kind: ComponentType) -> str:
    """Return the rendered form of a component, from the docstring of its build function."""
    build: Any = kind.build
    text = str(getattr(build, "func", build).__doc__).partition("\n")[0]
    words = text.removeprefix("Return ").replace("``", "`")
    return words[:1].upper() + words[1:]


def attribute_rows(kind: ComponentType) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the kind of value and the meaning of each attribute of a tag."""
    for cls in reversed(kind.props.__mro__[: kind.props.__mro__.index(Props)]):
        docs = ModuleAnalyzer.for_module(cls.__module__).find_attr_docs()
        for name in vars(cls).get("__annotations__", {}):
            field = kind.props.model_fields[name]
            meaning = " ".join(docs[cls.__name__, name]).strip()
            yield str(field.alias), value_words(field.annotation), meaning
    if "id" in kind.id_from:
        others = " or ".join(f"`{name}`" for name in kind.id_from if name != "id")
        made = f"; by default, derived from {others}" if others else ""
        yield "id", "text", f"The id, for links{made}."


def value_words(annotation: Any) -> str:  # noqa: ANN401 -- pydantic types it so
    """Return a description of the values of a type."""
    words = {
        str: "text",
        bool: "yes or no",
        int: "number",
        int | None: "number",
        bool | None: "yes or no",
    }
    return words.get(annotation, "any")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the components and the step before reading."""
    add_component(app, "Example", build_example, props=ExampleProps)
    add_component(app, "Attributes", build_attributes, props=AttributesProps)
    add_component(app, "ComponentTable", build_component_table)
    app.connect("source-read", show_twice)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
