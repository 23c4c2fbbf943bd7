"""The schemas that have pages of their own: which they are, who uses them, what they show."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object
from sphinx_docsnav.openapi.content.comparison import get_version_marks
from sphinx_docsnav.openapi.content.layout import (
    SMALL_COMPONENT,
    Layout,
    find_levels,
    has_members,
    list_choices,
    list_members,
)
from sphinx_docsnav.openapi.content.media import read_examples
from sphinx_docsnav.openapi.content.page_values import (
    Mode,
    SchemaContent,
    translate_text,
)
from sphinx_docsnav.openapi.content.schema import Flat, Flatten, Parts, flatten
from sphinx_docsnav.openapi.content.schema_phrases import MAX_VALUES
from sphinx_docsnav.openapi.content.value_reader import Reader, ReportProblem, get_component_name
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation, Specification

MAX_UNDIVIDED_FIELDS = 150
"""A schema with at most so many fields in place, all levels together, stays in one piece."""

MIN_DIVIDED_FIELDS = 20
"""Parts with fewer fields are not cut off."""

_MAX_DEPTH = 40

_NAME_PARTS = 6

_SCHEMA_KEYWORDS = frozenset(
    ("type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "$ref", "prefixItems")
)

_OTHER_OBJECT_KEYS = frozenset(
    ("in", "content", "responses", "operationId", "operationRef", "value")
)

_COMPONENT_DEPTH = 3

_BUDGET = 40

_JSON = "application/json"


@dataclass(slots=True, eq=False)
class InlineSchemas:
    """Cuts schemas so that each piece has a limited number of fields."""

    flat_of: Flatten
    """Flattens a schema."""
    linked_ids: Container[int]
    """Identities of the components that have pages: nothing inside them is looked at."""
    _remaining_counts: dict[int, int] = field(default_factory=dict)

    def find_large_parts(self, root: Located, name: str) -> Iterator[tuple[str, Located]]:
        """Yield a name and the schema of each part of *root* that is too large to be shown in it.

        No part is found twice.
        """
        if _count_written_fields(root.value) > MAX_UNDIVIDED_FIELDS:
            yield from self._cut((root,), (name,))

    def _cut(self, parts: Parts, path: tuple[str, ...]) -> Iterator[tuple[str, Located]]:
        """Yield the large parts below a schema, the innermost first, and note what is left."""
        key = id(parts[0].value)
        if key in self._remaining_counts or len(path) > _MAX_DEPTH:
            return
        self._remaining_counts[key] = 0
        left = 0
        for name, inner in self._list_members(self._flatten_core(parts)):
            below = (*path, name) if name else path
            yield from self._cut(inner, below)
            rest = self._remaining_counts.get(id(inner[0].value), 0)
            target = find_levels(self.flat_of, inner)[-1]
            if rest >= MIN_DIVIDED_FIELDS and len(target) == 1 and not self.flat_of(target).key:
                self._remaining_counts[id(inner[0].value)] = rest = 0
                yield f"{path[0]}: {'.'.join(below[1:][-_NAME_PARTS:])}", target[0]
            left += 1 + rest
        self._remaining_counts[key] = left

    def _flatten_core(self, parts: Parts) -> Flat:
        return self.flat_of(find_levels(self.flat_of, parts)[-1])

    def _list_members(self, core: Flat) -> Iterator[tuple[str, Parts]]:
        """Yield fields and options, without the components that have pages."""
        for name, _, parts, _ in list_members(self.flat_of, core, Mode.BOTH):
            if not self._is_linked(parts):
                yield translate_text(name), parts
        for choices in list_choices(self.flat_of, core):
            yield from (("", parts) for parts in choices.options if not self._is_linked(parts))

    def _is_linked(self, parts: Parts) -> bool:
        return any(key in self.linked_ids for _, key in self._flatten_core(parts).bases)


def list_body_schemas(reader: Reader, operation: Located) -> Iterator[tuple[str, Located]]:
    """Yield the schemas of what an operation takes and returns, with the status of responses."""
    body = reader.child(operation, "requestBody")
    if body is not None:
        yield from (("", schema) for schema in _list_media_schemas(reader, body))
    for status, response in reader.entries(operation, "responses"):
        yield from ((status, schema) for schema in _list_media_schemas(reader, response))


def _list_media_schemas(reader: Reader, holder: Located) -> Iterator[Located]:
    for _, media in reader.entries(holder, "content"):
        schema = media.child("schema")
        if schema is not None and isinstance(schema.value, dict):
            yield schema


def _count_written_fields(schema: object) -> int:
    """Return how many fields are written in a schema, references not followed.

    What aliases of YAML share is counted once.
    """
    count, waiting = 0, [schema]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if not isinstance(value, (dict, list)) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict):
            properties = value.get("properties")
            count += len(properties) if isinstance(properties, dict) else 0
            waiting.extend(value.values())
        else:
            waiting.extend(value)
    return count


@dataclass(eq=False, slots=True)
class NamedSchema:
    """A schema that others refer to."""

    specification: Specification
    """The specification whose operations use it."""
    located: Located
    """The schema and its position."""
    name: str
    """The component's name, else the last part of the reference."""
    operations: list[Operation] = field(default_factory=list)
    """The operations that refer to it."""
    schemas: list[NamedSchema] = field(default_factory=list)
    """The other named schemas that refer to it."""
    is_used: bool = False
    """An operation refers to it, directly or through other schemas."""
    is_inline: bool = False
    """It is a part of another schema or of an operation, and has no name in the file."""

    @property
    def digest(self) -> str:
        """Changes with whatever its page shows."""
        users = [operation.name + operation.title for operation in self.operations]
        users += [schema.name for schema in self.schemas]
        return self.specification.digests.digest_value(self.located, self.name, *users)


class SchemaCatalogue:
    """The named schemas of a specification."""

    def __init__(self, specification: Specification) -> None:
        self._specification = specification
        self._reader = Reader(specification.resolver, _ignore)
        self._flats: dict[tuple[int, ...], Flat] = {}
        self._page_schemas: dict[frozenset[str], tuple[NamedSchema, ...]] = {}

    def list_page_schemas(self, asked: Iterable[str] = ()) -> tuple[NamedSchema, ...]:
        """Return those worth a page: components in file order, then others as they are used.

        Large parts of schemas that have no name come last. A component that no operation uses is
        left out.

        :param asked: names of components that have a page in any case.
        """
        names = frozenset(asked)
        if names not in self._page_schemas:
            named = [
                schema
                for schema in self._schemas_by_key.values()
                if schema.name in names or (schema.is_used and self._is_worth_a_page(schema))
            ]
            self._page_schemas[names] = (*named, *self._find_inline_schemas(named))
        return self._page_schemas[names]

    @property
    def names(self) -> Iterator[str]:
        """The names of all schemas, worth a page or not."""
        return (schema.name for schema in self._schemas_by_key.values())

    def find(self, name: str) -> NamedSchema | None:
        """Return the schema *name*, whether it is worth a page or not."""
        return next(
            (schema for schema in self._schemas_by_key.values() if schema.name == name), None
        )

    @cached_property
    def _schemas_by_key(self) -> dict[tuple[str, Keys], NamedSchema]:
        """Every named schema with its users."""
        known = {_get_key(schema.located): schema for schema in self._list_components()}
        waiting = list(known.values())
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            for located in self._find_schemas(
                self._specification.digests.find_targets(operation.parts, operation.document)
            ):
                schema = self._add_schema(located, known, waiting)
                schema.is_used = True
                if not operation.hidden:
                    schema.operations.append(operation)
        position = 0
        while position < len(waiting):
            user = waiting[position]
            position += 1
            for located in self._find_schemas(
                self._specification.digests.find_children(user.located)
            ):
                schema = self._add_schema(located, known, waiting)
                if schema is not user:
                    schema.schemas.append(user)
        _mark_used(known.values())
        return known

    def _find_inline_schemas(self, named: list[NamedSchema]) -> Iterator[NamedSchema]:
        """Yield the large parts of operations and of *named* that no component describes."""
        cutter = InlineSchemas(self._flatten, {id(schema.located.value) for schema in named})
        for user in named:
            for name, located in cutter.find_large_parts(user.located, user.name):
                yield NamedSchema(
                    self._specification, located, name, schemas=[user], is_inline=True
                )
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            whole = Located(operation.value, operation.document, operation.keys)
            for status, schema in list_body_schemas(self._reader, whole):
                owner = f"{operation.name} {status}".strip()
                for name, located in cutter.find_large_parts(schema, owner):
                    users = [] if operation.hidden else [operation]
                    yield NamedSchema(
                        self._specification, located, name, operations=users, is_inline=True
                    )

    def _list_components(self) -> Iterator[NamedSchema]:
        document = self._specification.document
        components = as_object(self._specification.value.get("components"))
        for name, value in as_object(components.get("schemas")).items():
            if isinstance(value, dict):
                located = Located(value, document, ("components", "schemas", name))
                yield NamedSchema(self._specification, located, name)

    def _add_schema(
        self,
        located: Located,
        known: dict[tuple[str, Keys], NamedSchema],
        waiting: list[NamedSchema],
    ) -> NamedSchema:
        key = _get_key(located)
        if key not in known:
            is_component = located.keys[:1] == ("components",)
            name = located.keys[-1] if is_component else get_component_name(located.reference)
            known[key] = NamedSchema(self._specification, located, name or "schema")
            waiting.append(known[key])
        return known[key]

    def _find_schemas(self, starts: tuple[Located, ...]) -> Iterator[Located]:
        """Yield the schemas that *starts* are, or refer to through other objects."""
        seen: set[tuple[str, Keys]] = set()
        waiting = list(reversed(starts))
        while waiting:
            located = waiting.pop()
            if _get_key(located) in seen:
                continue
            seen.add(_get_key(located))
            if _is_schema(located):
                yield located
            else:
                waiting.extend(reversed(self._specification.digests.find_children(located)))

    def _is_worth_a_page(self, schema: NamedSchema) -> bool:
        """Return whether pages may link to a schema instead of showing it."""
        flat = self._flatten((schema.located,))
        if len(as_list(flat.keywords.get("enum"))) > MAX_VALUES:
            return True
        core = self._flatten(find_levels(self._flatten, (schema.located,))[-1])
        inside = [parts for _, _, parts, _ in list_members(self._flatten, core, Mode.BOTH)]
        inside += [o for choices in list_choices(self._flatten, core) for o in choices.options]
        return len(inside) > SMALL_COMPONENT or any(
            has_members(self._flatten, parts, Mode.BOTH) for parts in inside
        )

    def _flatten(self, parts: Parts) -> Flat:
        key = tuple(id(part.value) for part in parts)
        if key not in self._flats:
            self._flats[key] = flatten(self._reader, parts)
        return self._flats[key]


def _mark_used(schemas: Iterable[NamedSchema]) -> None:
    """Mark what used schemas refer to."""
    below: dict[int, list[NamedSchema]] = {}
    for schema in schemas:
        for user in schema.schemas:
            below.setdefault(id(user), []).append(schema)
    waiting = [schema for schema in schemas if schema.is_used]
    while waiting:
        for schema in below.get(id(waiting.pop()), ()):
            if not schema.is_used:
                schema.is_used = True
                waiting.append(schema)


def _is_schema(located: Located) -> bool:
    """Return whether the target of a reference is a schema, by its place, else by its keys."""
    keys, value = located.keys, located.value
    if not isinstance(value, dict):
        return False
    if len(keys) == _COMPONENT_DEPTH and keys[0] == "components":
        return keys[1] == "schemas"
    if {"$defs", "definitions", "properties", "schema"} & set(keys[-2:]):
        return True
    return bool(_SCHEMA_KEYWORDS & value.keys()) and not _OTHER_OBJECT_KEYS & value.keys()


def _get_key(located: Located) -> tuple[str, Keys]:
    return located.document.name, located.keys


def _ignore(_message: str, _located: Located) -> None:
    """Discard a problem: the page that shows the value reports it."""


def read_schema(
    schema: NamedSchema,
    tell: ReportProblem,
    pages: Mapping[int, str] = MappingProxyType({}),
    docname: str = "",
) -> SchemaContent:
    """Return the content of the page of *schema*.

    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param docname: the page's own; empty if it has none.
    """
    flats = schema.specification.get_flat_schemas(pages)
    reader = Reader(schema.specification.resolver, tell)
    layout = Layout(reader, _BUDGET, pages, docname, flats=flats)
    layout.version_marks = get_version_marks(schema.specification)
    located = schema.located
    view = layout.make_view((located,), Mode.BOTH)
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
