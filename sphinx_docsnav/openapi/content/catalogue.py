"""The schemas of a specification that have pages of their own, and who uses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sphinx_docsnav.openapi.content.field_view import Mode
from sphinx_docsnav.openapi.content.inline_schemas import InlineSchemas, schemas_of_bodies
from sphinx_docsnav.openapi.content.members import levels, members, open_choices
from sphinx_docsnav.openapi.content.schema import Flat, Parts, flatten
from sphinx_docsnav.openapi.content.schema_phrases import MAX_VALUES
from sphinx_docsnav.openapi.content.schema_tree import SMALL, has_inside
from sphinx_docsnav.openapi.content.value_reader import Reader, component_name
from sphinx_docsnav.openapi.operation import Operation, as_list, as_object
from sphinx_docsnav.openapi.pointer import Keys
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Specification

_SCHEMA_WORDS = frozenset(
    ("type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "$ref", "prefixItems")
)
_NO_SCHEMA = frozenset(("in", "content", "responses", "operationId", "operationRef", "value"))
_COMPONENT_KEYS = 3


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
            for located in self._schemas_below(self._specification.digests.named_by(operation)):
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
