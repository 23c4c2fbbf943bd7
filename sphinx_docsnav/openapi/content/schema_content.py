"""Reads the content of a schema's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.catalogue import NamedSchema
from sphinx_docsnav.openapi.content.field_view import FieldView, Mode
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.media import Example, read_examples
from sphinx_docsnav.openapi.content.value_reader import Reader, Tell
from sphinx_docsnav.openapi.spec_document import Located

_BUDGET = 40
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class SchemaContent:
    """The page of a schema."""

    name: str
    """Its name."""
    view: FieldView
    """Its fields, as both sides see them."""
    examples: tuple[Example, ...]
    """Values that fit it."""
    operations: tuple[str, ...]
    """The operations that use it directly: ``GET /pets``."""
    titles: tuple[str, ...]
    """Their titles."""
    users: tuple[tuple[str, str], ...]
    """Names and docnames of the schemas that use it directly; without a page, the name alone."""


def read_schema(
    schema: NamedSchema, tell: Tell, pages: Mapping[int, str], docname: str
) -> SchemaContent:
    """Return the content of the page of *schema*.

    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param docname: the page's own.
    """
    layout = Layout(Reader(schema.specification.resolver, tell), _BUDGET, pages, docname)
    located = schema.located
    view = layout.view((located,), Mode.BOTH)
    holder = Located({"schema": located.value}, located.document, located.keys)
    examples = tuple(read_examples(layout, holder, _JSON, Mode.RESPONSE))
    return SchemaContent(
        schema.name,
        view,
        examples,
        tuple(operation.name for operation in schema.operations),
        tuple(operation.title for operation in schema.operations),
        tuple(
            (user.name, pages.get(id(user.located.value), ""))
            for user in schema.schemas
            if user.is_used or id(user.located.value) in pages
        ),
    )
