"""Finds the large parts of schemas that no component describes, to give them pages of their own."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.openapi.content.field_view import Mode
from sphinx_docsnav.openapi.content.members import levels, members, open_choices
from sphinx_docsnav.openapi.content.schema import Flat, FlatOf, Parts
from sphinx_docsnav.openapi.content.sentences import spelt
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located

MAX_TOGETHER = 300
"""A schema with at most so many fields in place, all levels together, stays in one piece."""
MIN_FIELDS = 40
"""Parts with fewer fields are not cut off."""
_MAX_DEPTH = 40
_NAME_PARTS = 6


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
