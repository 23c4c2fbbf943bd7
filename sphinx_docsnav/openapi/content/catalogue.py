"""The schemas that have pages of their own: which they are, who uses them, what they show."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from sphinx_docsnav.openapi.content.comparison import marks_of
from sphinx_docsnav.openapi.content.layout import (
    SMALL,
    Layout,
    has_inside,
    levels,
    members,
    open_choices,
)
from sphinx_docsnav.openapi.content.media import read_examples
from sphinx_docsnav.openapi.content.page_values import (
    Mode,
    SchemaContent,
    spelt,
)
from sphinx_docsnav.openapi.content.schema import Flat, FlatOf, Parts, flatten
from sphinx_docsnav.openapi.content.schema_phrases import MAX_VALUES
from sphinx_docsnav.openapi.content.value_reader import Reader, Tell, component_name
from sphinx_docsnav.openapi.json_values import Keys, as_list, as_object
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation, Specification

MAX_TOGETHER = 150
"""A schema with at most so many fields in place, all levels together, stays in one piece."""

MIN_FIELDS = 20
"""Parts with fewer fields are not cut off."""

_MAX_DEPTH = 40

_NAME_PARTS = 6

_SCHEMA_WORDS = frozenset(
    ("type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "$ref", "prefixItems")
)

_NO_SCHEMA = frozenset(("in", "content", "responses", "operationId", "operationRef", "value"))

_COMPONENT_KEYS = 3

_BUDGET = 40

_JSON = "application/json"


@dataclass(slots=True, eq=False)
class InlineSchemas:
    """Cuts schemas so that each piece has a limited number of fields."""

    flat_of: FlatOf
    """Flattens a schema."""
    linked: Container[int]
    """Identities of the components that have pages: nothing inside them is looked at."""
    _rest: dict[int, int] = field(default_factory=dict)

    def large_parts(self, root: Located, name: str) -> Iterator[tuple[str, Located]]:
        """Yield a name and the schema of each part of *root* that is too large to be shown in it.

        No part is found twice.
        """
        if _fields_in_place(root.value) > MAX_TOGETHER:
            yield from self._cut((root,), (name,))

    def _cut(self, parts: Parts, path: tuple[str, ...]) -> Iterator[tuple[str, Located]]:
        """Yield the large parts below a schema, the innermost first, and note what is left."""
        key = id(parts[0].value)
        if key in self._rest or len(path) > _MAX_DEPTH:
            return
        self._rest[key] = 0
        left = 0
        for name, inner in self._inside(self._core(parts)):
            below = (*path, name) if name else path
            yield from self._cut(inner, below)
            rest = self._rest.get(id(inner[0].value), 0)
            target = levels(self.flat_of, inner)[-1]
            if rest >= MIN_FIELDS and len(target) == 1 and not self.flat_of(target).key:
                self._rest[id(inner[0].value)] = rest = 0
                yield f"{path[0]}: {'.'.join(below[1:][-_NAME_PARTS:])}", target[0]
            left += 1 + rest
        self._rest[key] = left

    def _core(self, parts: Parts) -> Flat:
        return self.flat_of(levels(self.flat_of, parts)[-1])

    def _inside(self, core: Flat) -> Iterator[tuple[str, Parts]]:
        """Yield fields and options, without the components that have pages."""
        for name, _, parts, _ in members(self.flat_of, core, Mode.BOTH):
            if not self._is_linked(parts):
                yield spelt(name), parts
        for choices in open_choices(self.flat_of, core):
            yield from (("", parts) for parts in choices.options if not self._is_linked(parts))

    def _is_linked(self, parts: Parts) -> bool:
        return any(key in self.linked for _, key in self._core(parts).bases)


def schemas_of_bodies(reader: Reader, operation: Located) -> Iterator[tuple[str, Located]]:
    """Yield the schemas of what an operation takes and returns, with the status of responses."""
    body = reader.child(operation, "requestBody")
    if body is not None:
        yield from (("", schema) for schema in _schemas_of(reader, body))
    for status, response in reader.entries(operation, "responses"):
        yield from ((status, schema) for schema in _schemas_of(reader, response))


def _schemas_of(reader: Reader, holder: Located) -> Iterator[Located]:
    for _, media in reader.entries(holder, "content"):
        schema = media.child("schema")
        if schema is not None and isinstance(schema.value, dict):
            yield schema


def _fields_in_place(schema: object) -> int:
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
        return self.specification.digests.of_value(self.located, self.name, *users)


class SchemaCatalogue:
    """The named schemas of a specification."""

    def __init__(self, specification: Specification) -> None:
        self._specification = specification
        self._reader = Reader(specification.resolver, _ignore)
        self._flats: dict[tuple[int, ...], Flat] = {}
        self._chosen: dict[frozenset[str], tuple[NamedSchema, ...]] = {}

    def schemas(self, asked: Iterable[str] = ()) -> tuple[NamedSchema, ...]:
        """Return those worth a page: components in file order, then others as they are used.

        Large parts of schemas that have no name come last. A component that no operation uses is
        left out.

        :param asked: names of components that have a page in any case.
        """
        names = frozenset(asked)
        if names not in self._chosen:
            named = [
                schema
                for schema in self._known.values()
                if schema.name in names or (schema.is_used and self._is_worth_a_page(schema))
            ]
            self._chosen[names] = (*named, *self._inline(named))
        return self._chosen[names]

    @property
    def names(self) -> Iterator[str]:
        """The names of all schemas, worth a page or not."""
        return (schema.name for schema in self._known.values())

    def find(self, name: str) -> NamedSchema | None:
        """Return the schema *name*, whether it is worth a page or not."""
        return next((schema for schema in self._known.values() if schema.name == name), None)

    @cached_property
    def _known(self) -> dict[tuple[str, Keys], NamedSchema]:
        """Every named schema with its users."""
        known = {_key(schema.located): schema for schema in self._components()}
        waiting = list(known.values())
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            for located in self._schemas_below(
                self._specification.digests.named_by(operation.parts, operation.document)
            ):
                schema = self._take(located, known, waiting)
                schema.is_used = True
                if not operation.hidden:
                    schema.operations.append(operation)
        position = 0
        while position < len(waiting):
            user = waiting[position]
            position += 1
            for located in self._schemas_below(self._specification.digests.below(user.located)):
                schema = self._take(located, known, waiting)
                if schema is not user:
                    schema.schemas.append(user)
        _spread_use(known.values())
        return known

    def _inline(self, named: list[NamedSchema]) -> Iterator[NamedSchema]:
        """Yield the large parts of operations and of *named* that no component describes."""
        cutter = InlineSchemas(self._flat, {id(schema.located.value) for schema in named})
        for user in named:
            for name, located in cutter.large_parts(user.located, user.name):
                yield NamedSchema(
                    self._specification, located, name, schemas=[user], is_inline=True
                )
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            whole = Located(operation.value, operation.document, operation.keys)
            for status, schema in schemas_of_bodies(self._reader, whole):
                owner = f"{operation.name} {status}".strip()
                for name, located in cutter.large_parts(schema, owner):
                    users = [] if operation.hidden else [operation]
                    yield NamedSchema(
                        self._specification, located, name, operations=users, is_inline=True
                    )

    def _components(self) -> Iterator[NamedSchema]:
        document = self._specification.document
        components = as_object(self._specification.value.get("components"))
        for name, value in as_object(components.get("schemas")).items():
            if isinstance(value, dict):
                located = Located(value, document, ("components", "schemas", name))
                yield NamedSchema(self._specification, located, name)

    def _take(
        self,
        located: Located,
        known: dict[tuple[str, Keys], NamedSchema],
        waiting: list[NamedSchema],
    ) -> NamedSchema:
        key = _key(located)
        if key not in known:
            is_component = located.keys[:1] == ("components",)
            name = located.keys[-1] if is_component else component_name(located.reference)
            known[key] = NamedSchema(self._specification, located, name or "schema")
            waiting.append(known[key])
        return known[key]

    def _schemas_below(self, starts: tuple[Located, ...]) -> Iterator[Located]:
        """Yield the schemas that *starts* are, or refer to through other objects."""
        seen: set[tuple[str, Keys]] = set()
        waiting = list(reversed(starts))
        while waiting:
            located = waiting.pop()
            if _key(located) in seen:
                continue
            seen.add(_key(located))
            if _is_schema(located):
                yield located
            else:
                waiting.extend(reversed(self._specification.digests.below(located)))

    def _is_worth_a_page(self, schema: NamedSchema) -> bool:
        """Return whether pages may link to a schema instead of showing it."""
        flat = self._flat((schema.located,))
        if len(as_list(flat.keywords.get("enum"))) > MAX_VALUES:
            return True
        core = self._flat(levels(self._flat, (schema.located,))[-1])
        inside = [parts for _, _, parts, _ in members(self._flat, core, Mode.BOTH)]
        inside += [o for choices in open_choices(self._flat, core) for o in choices.options]
        return len(inside) > SMALL or any(
            has_inside(self._flat, parts, Mode.BOTH) for parts in inside
        )

    def _flat(self, parts: Parts) -> Flat:
        key = tuple(id(part.value) for part in parts)
        if key not in self._flats:
            self._flats[key] = flatten(self._reader, parts)
        return self._flats[key]


def _spread_use(schemas: Iterable[NamedSchema]) -> None:
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
    if len(keys) == _COMPONENT_KEYS and keys[0] == "components":
        return keys[1] == "schemas"
    if {"$defs", "definitions", "properties", "schema"} & set(keys[-2:]):
        return True
    return bool(_SCHEMA_WORDS & value.keys()) and not _NO_SCHEMA & value.keys()


def _key(located: Located) -> tuple[str, Keys]:
    return located.document.name, located.keys


def _ignore(_message: str, _located: Located) -> None:
    """Discard a problem: the page that shows the value reports it."""


def read_schema(
    schema: NamedSchema,
    tell: Tell,
    pages: Mapping[int, str] = MappingProxyType({}),
    docname: str = "",
) -> SchemaContent:
    """Return the content of the page of *schema*.

    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param docname: the page's own; empty if it has none.
    """
    flats = schema.specification.flats_of(pages)
    reader = Reader(schema.specification.resolver, tell)
    layout = Layout(reader, _BUDGET, pages, docname, flats=flats)
    layout.marks = marks_of(schema.specification)
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
