"""The schemas that have pages of their own: which they are, what uses them, and their content."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object
from sphinx_docsnav.openapi.content.comparison import get_version_marks
from sphinx_docsnav.openapi.content.layout import (
    Layout,
    find_levels,
    is_small,
    list_choices,
    list_members,
)
from sphinx_docsnav.openapi.content.media import read_examples
from sphinx_docsnav.openapi.content.page_values import (
    Mode,
    SchemaContent,
    translate_text,
)
from sphinx_docsnav.openapi.content.schema import Flat, Flatten, Parts
from sphinx_docsnav.openapi.content.schema_phrases import MAX_VALUES
from sphinx_docsnav.openapi.content.value_reader import (
    SCHEMA_LISTS,
    Reader,
    ReportProblem,
    get_component_name,
)
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation, Specification

MAX_UNDIVIDED_FIELDS = 150
"""Number of fields, on all levels, up to which a schema is not divided."""

MIN_DIVIDED_FIELDS = 20
"""Number of fields from which a part of a large schema gets a page."""

_MAX_DEPTH = 40
"""Number of levels on which parts of large schemas are searched."""

_NAME_PARTS = 6
"""Number of fields in the name of a part: ``Order: items.price``."""

_SCHEMA_KEYWORDS = frozenset(
    ("type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "$ref", "prefixItems")
)
"""Keywords that objects which are schemas have."""

_OTHER_OBJECT_KEYS = frozenset(
    ("in", "content", "responses", "operationId", "operationRef", "value")
)
"""Fields that schemas do not have."""

_COMPONENT_DEPTH = 3
"""Number of keys that lead to a component: ``components``, ``schemas``, ``Pet``."""

_BUDGET = 40
"""Number of fields above which schemas inside are links."""

_JSON = "application/json"


@dataclass(slots=True, eq=False)
class InlineSchemas:
    """Divides large schemas without names into parts with a limited number of fields."""

    flat_of: Flatten
    """Merges a schema."""
    linked_ids: Container[int]
    """Identities of the components with pages, which are not searched."""
    _remaining_counts: dict[int, int] = field(default_factory=dict)

    def find_large_parts(self, root: Located, name: str) -> Iterator[tuple[str, Located]]:
        """Yield name and schema of each part of *root* that needs a page of its own.

        A part is found only once.
        """
        # A cheap test first: most schemas are small.
        if _count_written_fields(root.value) > MAX_UNDIVIDED_FIELDS:
            yield from self._cut((root,), (name,))

    def _cut(self, parts: Parts, path: tuple[str, ...]) -> Iterator[tuple[str, Located]]:
        """Yield large parts below a schema, innermost first, and note how many fields remain."""
        key = id(parts[0].value)
        if key in self._remaining_counts or len(path) > _MAX_DEPTH:
            return
        # Set before the descent, so that a recursive schema ends.
        self._remaining_counts[key] = 0
        remaining = 0
        for name, inner in self._list_members(self._flatten_core(parts)):
            inner_path = (*path, name) if name else path
            yield from self._cut(inner, inner_path)
            inner_remaining = self._remaining_counts.get(id(inner[0].value), 0)
            target = find_levels(self.flat_of, inner)[-1]
            # A part that is a component is a link anyway.
            if (
                inner_remaining >= MIN_DIVIDED_FIELDS
                and len(target) == 1
                and not self.flat_of(target).key
            ):
                self._remaining_counts[id(inner[0].value)] = inner_remaining = 0
                yield f"{path[0]}: {'.'.join(inner_path[1:][-_NAME_PARTS:])}", target[0]
            remaining += 1 + inner_remaining
        self._remaining_counts[key] = remaining

    def _flatten_core(self, parts: Parts) -> Flat:
        """Return the schema of the items or values, if it is an array or a map."""
        return self.flat_of(find_levels(self.flat_of, parts)[-1])

    def _list_members(self, core: Flat) -> Iterator[tuple[str, Parts]]:
        """Yield name and schema of fields and options that are no components with pages."""
        for name, _, parts, _ in list_members(self.flat_of, core, Mode.BOTH):
            if not self._is_linked(parts):
                yield translate_text(name), parts
        for choices in list_choices(self.flat_of, core):
            yield from (("", parts) for parts in choices.options if not self._is_linked(parts))

    def _is_linked(self, parts: Parts) -> bool:
        """Return whether a schema is, or extends, a component with a page."""
        return any(key in self.linked_ids for _, key in self._flatten_core(parts).bases)


def list_body_schemas(reader: Reader, operation: Located) -> Iterator[tuple[str, Located]]:
    """Yield each schema of a request body with ``""``, and of a response with its status."""
    body = reader.child(operation, "requestBody")
    if body is not None:
        yield from (("", schema) for schema in _list_media_schemas(reader, body))
    for status, response in reader.entries(operation, "responses"):
        yield from ((status, schema) for schema in _list_media_schemas(reader, response))


def _list_media_schemas(reader: Reader, holder: Located) -> Iterator[Located]:
    """Yield the schemas under ``content``."""
    for _, media in reader.entries(holder, "content"):
        schema = media.child("schema")
        if schema is not None and isinstance(schema.value, dict):
            yield schema


def _count_written_fields(schema: object) -> int:
    """Return the number of properties that are written inside a schema.

    References are not followed, and what YAML aliases share is counted once.
    """
    count, queue = 0, [schema]
    seen: set[int] = set()
    while queue:
        value = queue.pop()
        if not isinstance(value, (dict, list)) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict):
            properties = value.get("properties")
            count += len(properties) if isinstance(properties, dict) else 0
            queue.extend(value.values())
        else:
            queue.extend(value)
    return count


@dataclass(eq=False, slots=True)
class NamedSchema:
    """A schema to which a page may be given."""

    specification: Specification
    """The specification whose operations use it."""
    located: Located
    """The schema and its position."""
    name: str
    """The component's name, or the last part of the reference."""
    operations: list[Operation] = field(default_factory=list)
    """The operations that refer to it directly."""
    schemas: list[NamedSchema] = field(default_factory=list)
    """The named schemas that refer to it directly."""
    is_used: bool = False
    """Whether an operation refers to it, directly or through other schemas."""
    is_inline: bool = False
    """Whether it is a part of another schema or of an operation, without a name in the file."""

    @property
    def digest(self) -> str:
        """A digest of everything that its page shows."""
        users = [operation.name + operation.title for operation in self.operations]
        users += [schema.name for schema in self.schemas]
        return self.specification.digests.digest_value(self.located, self.name, *users)


class SchemaCatalogue:
    """The named schemas of a specification."""

    def __init__(self, specification: Specification) -> None:
        self._specification = specification
        # The page that shows a value reports its problems.
        self._reader = Reader(specification.resolver, lambda *_: None)
        self._flatten = Layout(self._reader).flat
        self._page_schemas: dict[frozenset[str], tuple[NamedSchema, ...]] = {}

    def list_page_schemas(self, requested_names: Iterable[str] = ()) -> tuple[NamedSchema, ...]:
        """Return the schemas that get a page.

        Components come first, in file order; then other schemas in the order of their use, and then
        large parts without a name. Components that no operation uses are left out.

        :param requested_names: names of schemas that get a page in any case.
        """
        names = frozenset(requested_names)
        if names not in self._page_schemas:
            named = [
                schema
                for schema in self._schemas_by_key.values()
                if schema.name in names
                or (
                    schema.is_used
                    and not _is_list_item(schema.located)
                    and self._is_worth_a_page(schema)
                )
            ]
            self._page_schemas[names] = (*named, *self._find_inline_schemas(named))
        return self._page_schemas[names]

    @property
    def names(self) -> Iterator[str]:
        """The names of all schemas, including those without a page."""
        return (schema.name for schema in self._schemas_by_key.values())

    def find(self, name: str) -> NamedSchema | None:
        """Return the schema *name*, with or without a page; ``None`` if there is none."""
        return next(
            (schema for schema in self._schemas_by_key.values() if schema.name == name), None
        )

    @cached_property
    def _schemas_by_key(self) -> dict[tuple[str, Keys], NamedSchema]:
        """All named schemas with what uses them, by file and keys."""
        schemas = {_get_key(schema.located): schema for schema in self._list_components()}
        queue = list(schemas.values())
        # Start with the schemas to which operations refer.
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            for located in self._find_schemas(
                self._specification.digests.find_targets(operation.parts, operation.document)
            ):
                schema = self._add_schema(located, schemas, queue)
                schema.is_used = True
                if not operation.hidden:
                    schema.operations.append(operation)
        # Then follow references between schemas; the queue grows while it is read.
        position = 0
        while position < len(queue):
            user = queue[position]
            position += 1
            for located in self._find_schemas(
                self._specification.digests.find_children(user.located)
            ):
                schema = self._add_schema(located, schemas, queue)
                if schema is not user:
                    schema.schemas.append(user)
        _mark_used(schemas.values())
        return schemas

    def _find_inline_schemas(self, named: list[NamedSchema]) -> Iterator[NamedSchema]:
        """Yield large parts of operations and of *named* that are no components."""
        cutter = InlineSchemas(self._flatten, {id(schema.located.value) for schema in named})
        # Parts of components are named after them, others after the operation.
        for user in named:
            for name, located in cutter.find_large_parts(user.located, user.name):
                yield NamedSchema(
                    self._specification, located, name, schemas=[user], is_inline=True
                )
        for operation in self._specification.operations:
            if operation.excluded:
                continue
            located = operation.located
            for status, schema in list_body_schemas(self._reader, located):
                owner = f"{operation.name} {status}".strip()
                for name, located in cutter.find_large_parts(schema, owner):
                    users = [] if operation.hidden else [operation]
                    yield NamedSchema(
                        self._specification, located, name, operations=users, is_inline=True
                    )

    def _list_components(self) -> Iterator[NamedSchema]:
        """Yield the schemas under ``components``."""
        document = self._specification.document
        components = as_object(self._specification.value.get("components"))
        for name, value in as_object(components.get("schemas")).items():
            if isinstance(value, dict):
                located = Located(value, document, ("components", "schemas", name))
                yield NamedSchema(self._specification, located, name)

    def _add_schema(
        self,
        located: Located,
        schemas: dict[tuple[str, Keys], NamedSchema],
        queue: list[NamedSchema],
    ) -> NamedSchema:
        """Return the schema at *located*; add it to *schemas* and *queue* if it is new."""
        key = _get_key(located)
        if key not in schemas:
            is_component = located.keys[:1] == ("components",)
            is_named = is_component and not _is_list_item(located)
            name = located.keys[-1] if is_named else get_component_name(located.reference)
            schemas[key] = NamedSchema(self._specification, located, name or "schema")
            queue.append(schemas[key])
        return schemas[key]

    def _find_schemas(self, starts: tuple[Located, ...]) -> Iterator[Located]:
        """Yield schemas among *starts*, and those to which other objects among them lead."""
        seen: set[tuple[str, Keys]] = set()
        stack = list(reversed(starts))
        while stack:
            located = stack.pop()
            if _get_key(located) in seen:
                continue
            seen.add(_get_key(located))
            if _is_schema(located):
                yield located
            else:
                stack.extend(reversed(self._specification.digests.find_children(located)))

    def _is_worth_a_page(self, schema: NamedSchema) -> bool:
        """Return whether a schema is so large that pages may link to it instead of showing it."""
        flat = self._flatten((schema.located,))
        if len(as_list(flat.keywords.get("enum"))) > MAX_VALUES:
            return True
        core = self._flatten(find_levels(self._flatten, (schema.located,))[-1])
        return not is_small(self._flatten, core, Mode.BOTH)


def _mark_used(schemas: Iterable[NamedSchema]) -> None:
    """Mark the schemas to which used schemas refer."""
    targets_by_user: dict[int, list[NamedSchema]] = {}
    # Invert the users of each schema.
    for schema in schemas:
        for user in schema.schemas:
            targets_by_user.setdefault(id(user), []).append(schema)
    queue = [schema for schema in schemas if schema.is_used]
    while queue:
        for schema in targets_by_user.get(id(queue.pop()), ()):
            if not schema.is_used:
                schema.is_used = True
                queue.append(schema)


def _is_list_item(located: Located) -> bool:
    """Return whether a schema is one of a list, as ``…/allOf/0``, which gives it no name."""
    above = located.keys[-2:-1]
    return above != () and above[0] in SCHEMA_LISTS and located.keys[-1].isdigit()


def _is_schema(located: Located) -> bool:
    """Return whether the target of a reference is a schema, by its keys, else by its content."""
    keys, value = located.keys, located.value
    if not isinstance(value, dict):
        return False
    # The section of the components says what it is.
    if len(keys) == _COMPONENT_DEPTH and keys[0] == "components":
        return keys[1] == "schemas"
    if {"$defs", "definitions", "properties", "schema"} & set(keys[-2:]):
        return True
    return bool(_SCHEMA_KEYWORDS & value.keys()) and not _OTHER_OBJECT_KEYS & value.keys()


def _get_key(located: Located) -> tuple[str, Keys]:
    """Return the file and the keys of a value."""
    return located.document.name, located.keys


def read_schema(
    schema: NamedSchema,
    report_problem: ReportProblem,
    pages: Mapping[int, str] = MappingProxyType({}),
    docname: str = "",
) -> SchemaContent:
    """Return the content of the page of *schema*.

    :param report_problem: receives each problem in the specification.
    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param docname: the docname of the page; empty if the schema has none.
    """
    flats = schema.specification.get_flat_schemas(pages)
    reader = Reader(schema.specification.resolver, report_problem)
    layout = Layout(reader, _BUDGET, pages, docname, flats=flats)
    layout.version_marks = get_version_marks(schema.specification)
    located = schema.located
    view = layout.make_view((located,), Mode.BOTH)
    # A schema alone has no examples, so it is read like a body.
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
