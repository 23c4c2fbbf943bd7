"""Access to the values of a specification by their expected types.

A value of another type, a misspelled field or a broken reference is reported and then treated as
absent, so that one mistake does not remove a whole page.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeGuard

from sphinx_docsnav.data_files.json_values import MISSING, as_object, as_text
from sphinx_docsnav.messages import describe, did_you_mean, quote
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.spec_document import BadReferenceError, Located, Resolver
from sphinx_docsnav.sitefiles.nearest import find_misspelled, suggest_name

ReportProblem = Callable[[str, Located], None]
"""Receives a message and the value that it is about."""

_FIELDS = {
    "specification": "openapi info jsonSchemaDialect servers paths webhooks components security "
    "tags externalDocs",
    "components": "schemas responses parameters examples requestBodies headers securitySchemes "
    "links callbacks pathItems mediaTypes",
    "operation": "tags summary description externalDocs operationId parameters requestBody "
    "responses callbacks deprecated security servers",
    "path item": "summary description servers parameters additionalOperations "
    "get put post delete options head patch trace query",
    "parameter": "name in description required deprecated allowEmptyValue style explode "
    "allowReserved schema example examples content",
    "request body": "description content required",
    "response": "summary description headers content links",
    "media type": "schema itemSchema example examples encoding prefixEncoding itemEncoding",
    "server": "url description name variables",
    "server variable": "enum default description",
    "example": "summary description dataValue serializedValue externalValue value",
    "link": "operationRef operationId parameters requestBody description server",
    "encoding": "contentType headers encoding prefixEncoding itemEncoding style explode "
    "allowReserved",
    "header": "description required deprecated allowEmptyValue style explode allowReserved schema "
    "example examples content",
    "info": "title summary description termsOfService contact license version",
    "contact": "name url email",
    "license": "name identifier url",
    "tag": "name summary description externalDocs parent kind",
    "external documentation": "description url",
    "security scheme": "type description name in scheme bearerFormat flows openIdConnectUrl "
    "oauth2MetadataUrl deprecated",
    "flows": "implicit password clientCredentials authorizationCode deviceAuthorization",
    "flow": "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
    "schema": "title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
    "minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum "
    "type allOf oneOf anyOf not items properties additionalProperties description format default "
    "nullable discriminator readOnly writeOnly xml externalDocs example examples deprecated const "
    "contains maxContains minContains propertyNames patternProperties dependentRequired "
    "dependentSchemas prefixItems unevaluatedItems unevaluatedProperties if then else "
    "contentEncoding contentMediaType contentSchema",
    "discriminator": "propertyName mapping defaultMapping",
    "xml": "nodeType name namespace prefix attribute wrapped",
}
"""The fields of each kind of object, separated by blanks. Source: OpenAPI 3.2, chapter "Schema"."""

_UNAMBIGUOUS_FIELDS = frozenset({"not", "if", "then", "else", "in", "query"})
"""Fields that are too short or too common to be suggested for another name."""

_IN_CONTENT = "write it in 'content', below a media type"
_IN_SCHEMA_OF_CONTENT = "write it in 'content', below a media type, in 'schema'"
_MISPLACED_FIELDS = {
    ("header", "type"): "write it in 'schema'",
    ("parameter", "type"): "write it in 'schema'",
    ("request body", "schema"): _IN_CONTENT,
    ("request body", "items"): _IN_SCHEMA_OF_CONTENT,
    ("request body", "properties"): _IN_SCHEMA_OF_CONTENT,
    ("response", "schema"): _IN_CONTENT,
    ("response", "items"): _IN_SCHEMA_OF_CONTENT,
    ("response", "properties"): _IN_SCHEMA_OF_CONTENT,
}
"""Fields of OpenAPI 2, and of schemas, by the kind of object that cannot have them: the remedy."""

_NUMBER, _FLAG, _LIMIT, _TEXT, _NAME, _LIST, _OBJECT, _SCHEMA = (
    ("a number", (int, float)),
    ("true or false", (bool,)),
    ("a number, true or false", (int, float, bool)),
    ("text", (str,)),
    ("text", (str, int, float)),
    ("a list", (list,)),
    ("an object", (dict,)),
    ("a schema", (dict, bool)),
)

_FIELD_TYPES: dict[str, dict[str, tuple[str, tuple[type, ...]]]] = {
    "schema": {
        **dict.fromkeys(("maximum", "minimum", "multipleOf", "maxLength", "minLength"), _NUMBER),
        **dict.fromkeys(("maxItems", "minItems", "maxProperties", "minProperties"), _NUMBER),
        **dict.fromkeys(("maxContains", "minContains"), _NUMBER),
        **dict.fromkeys(("exclusiveMaximum", "exclusiveMinimum"), _LIMIT),
        **dict.fromkeys(("nullable", "readOnly", "writeOnly", "deprecated", "uniqueItems"), _FLAG),
        **dict.fromkeys(("title", "description", "format", "pattern", "$comment"), _TEXT),
        **dict.fromkeys(("contentEncoding", "contentMediaType"), _TEXT),
        **dict.fromkeys(("enum", "allOf", "oneOf", "anyOf", "prefixItems"), _LIST),
        **dict.fromkeys(("properties", "patternProperties"), _OBJECT),
        **dict.fromkeys(("dependentRequired", "dependentSchemas"), _OBJECT),
        **dict.fromkeys(("items", "additionalProperties", "contains", "propertyNames"), _SCHEMA),
        **dict.fromkeys(("not", "if", "then", "else", "contentSchema"), _SCHEMA),
        **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties"), _SCHEMA),
        # Some authors name them, as in other objects.
        "examples": ("a list", (list, dict)),
    },
    "discriminator": {"propertyName": _TEXT, "mapping": _OBJECT, "defaultMapping": _TEXT},
    "xml": {
        **dict.fromkeys(("name", "namespace", "prefix", "nodeType"), _TEXT),
        **dict.fromkeys(("attribute", "wrapped"), _FLAG),
    },
    "external documentation": {"url": _TEXT, "description": _TEXT},
    "components": {
        name: _OBJECT for name in _FIELDS["components"].split() if name != "securitySchemes"
    },
    "info": {"title": _NAME},
    "tag": dict.fromkeys(("name", "summary", "parent", "kind", "x-group"), _NAME),
    "server": {"url": _NAME},
    "operation": {"x-mint": _OBJECT},
    "parameter": {"name": _NAME, "in": _NAME, "explode": _FLAG},
    "header": {"explode": _FLAG},
    "encoding": {"explode": _FLAG},
}
"""The type of fields in messages and in Python, by the kind of object. `Reader` checks others; a
value that both check is reported once."""

_MOST_COMPARED, _LONGEST_COMPARED = 60, 100
"""Number of texts, and length of a text, up to which similar texts are searched for."""

_EXCLUSIVE_FIELDS = {
    "parameter": ("schema", "content"),
    "header": ("schema", "content"),
    "media type": ("example", "examples"),
    "example": ("value", "externalValue"),
    "link": ("operationId", "operationRef"),
}
"""Two fields of which an object has only one, by its kind; the first one counts."""

_EXTENSIBLE = frozenset(("responses", "flows"))
"""Fields of objects that may have extensions among their entries."""

_EXAMPLE_VALUES = frozenset(("value", "dataValue", "serializedValue", "externalValue"))
"""The fields of an example with its value."""

SCHEMA_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
"""Keywords with lists of schemas."""


def get_component_name(reference: str) -> str:
    """Return the name in a reference: ``Pet`` for ``#/components/schemas/Pet``."""
    segments = reference.split("/")
    # An item of a list has no name of its own.
    while segments[-1].isdigit() and segments[-2:-1] and segments[-2] in SCHEMA_LISTS:
        segments = segments[:-2]
    name = segments[-1].rpartition("#")[2]
    return name.replace("~1", "/").replace("~0", "~").replace("%20", " ")


@dataclass(slots=True)
class Reader:
    """Reads the fields of objects; each problem is reported once."""

    resolver: Resolver
    """Resolves ``$ref``."""
    report_problem: ReportProblem
    """Receives each problem."""
    _reported: set[tuple[str, object]] = field(default_factory=set)

    def report(self, message: str, located: Located) -> None:
        """Report *message* about *located*, unless that was reported before."""
        key = (message, (located.document.name, located.keys))
        if key not in self._reported:
            self._reported.add(key)
            self.report_problem(message, located)

    def follow(self, located: Located) -> Located | None:
        """Return the target of *located*, or *located* itself if it has no ``$ref``.

        ``summary`` and ``description`` next to a ``$ref`` replace those of the target.

        :returns: ``None``, after a message, if the reference is broken.
        """
        value = located.value
        if not isinstance(value, dict) or "$ref" not in value:
            return located
        try:
            target = self.resolver.follow(located)
        except BadReferenceError as error:
            self.report(f"{error}; left out", located)
            return None
        # OpenAPI 3.1: a Reference Object may have these two fields.
        overrides = {key: value[key] for key in ("summary", "description") if key in value}
        if overrides and isinstance(target.value, dict):
            return replace(target, value={**target.value, **overrides})
        return target

    def target(self, reference: str, located: Located) -> Located | None:
        """Return what *reference* names, seen from *located*; a ``$ref`` there is not resolved."""
        try:
            return self.resolver.target(reference, located.document, located.keys)
        except BadReferenceError as error:
            self.report(f"{error}; left out", located)
            return None

    def is_resolvable(self, reference: str, located: Located) -> bool:
        """Return whether *reference*, seen from *located*, names something."""
        try:
            self.resolver.target(reference, located.document, located.keys)
        except BadReferenceError:
            return False
        return True

    def text(self, located: Located, key: str) -> str:
        """Return the text under *key*, or ``""``; a number is returned as text."""
        value = _get_value(located, key)
        if isinstance(value, str):
            return value
        # YAML reads an unquoted version such as 1.0 as a number.
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        self.report_type("text", located, key, value)
        return ""

    def flag(self, located: Located, key: str) -> bool:
        """Return whether the value under *key* is true."""
        value = _get_value(located, key)
        if isinstance(value, bool):
            return value
        self.report_type("true or false", located, key, value)
        return False

    def child(self, located: Located, key: str) -> Located | None:
        """Return the object under *key*, its ``$ref`` resolved; ``None`` if there is none."""
        child = self._find_child(located, key)
        if child is None:
            return None
        target = self.follow(child)
        if target is None or isinstance(target.value, dict):
            return target
        self.report_type("an object", located, key, target.value)
        return None

    def entries(self, located: Located, key: str) -> Iterator[tuple[str, Located]]:
        """Yield name and value of each entry of the object under *key*, ``$ref`` resolved.

        An entry that is no object is reported, and is an empty one.
        """
        child = self._find_child(located, key)
        if child is None or not isinstance(child.value, dict):
            self.report_type("an object", located, key, MISSING if child is None else child.value)
            return
        # The whole object may be a reference, although OpenAPI allows that only for its entries.
        container = self.follow(child) if isinstance(child.value.get("$ref"), str) else child
        if container is not None:
            yield from self._list_entries(container, has_extensions=key in _EXTENSIBLE)

    def _list_entries(
        self, container: Located, *, has_extensions: bool
    ) -> Iterator[tuple[str, Located]]:
        """Yield what `entries` does, for the object *container*."""
        for name in as_object(container.value):
            if has_extensions and name.startswith("x-"):
                continue
            entry = container.child(name)
            target = self.follow(entry) if entry is not None else None
            if target is not None:
                yield name, self.expect_object(target, name)

    def expect_object(self, located: Located, name: str) -> Located:
        """Return *located*; an empty object, after a message, if it is none."""
        if isinstance(located.value, dict):
            return located
        actual = describe(located.value)
        self.report(f"expected an object as {name!r}, found {actual}; read as empty", located)
        return replace(located, value={})

    def items(self, located: Located, key: str) -> Iterator[Located]:
        """Yield the items of the list under *key*, ``$ref`` resolved."""
        child = self._find_child(located, key)
        if child is None or not isinstance(child.value, list):
            self.report_type("a list", located, key, MISSING if child is None else child.value)
            return
        for number in range(len(child.value)):
            item = child.child(str(number))
            target = self.follow(item) if item is not None else None
            if target is not None:
                yield target

    def callbacks(self, operation: Located) -> Iterator[tuple[str, str, str, Located, Located]]:
        """Yield the requests of callbacks: name, expression, method, path item and operation."""
        for name, callback in self.entries(operation, "callbacks"):
            for expression, item in self._list_entries(callback, has_extensions=True):
                for method in METHODS:
                    if request := self.child(item, method):
                        yield name, expression, method.upper(), item, request

    def report_type(self, expected: str, located: Located, key: str, value: object) -> None:
        """Report a value of a wrong type under *key*, unless it is absent or null."""
        if value is not MISSING and value is not None:
            child = located.child(key) or located
            actual = describe(value)
            self.report(f"expected {expected} as {key!r}, found {actual}; it is ignored", child)

    def _find_child(self, located: Located, key: str) -> Located | None:
        """Return the value under *key* if *located* is an object."""
        return located.child(key) if isinstance(located.value, dict) else None


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a JSON value is a number; booleans are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _get_value(located: Located, key: str) -> object:
    """Return the value under *key*, `MISSING` if there is none."""
    return located.value.get(key, MISSING) if isinstance(located.value, dict) else MISSING


class FieldMistakes(NamedTuple):
    """The mistakes in the fields of an object."""

    intended: frozenset[str]
    """The fields that misspelled ones probably mean."""
    ignored: frozenset[str]
    """The fields whose values have a wrong type."""

    def include(self, name: str) -> bool:
        """Return whether the lack of the field *name* is the consequence of one of them."""
        return name in self.intended or name in self.ignored


def check_fields(reader: Reader, located: Located, kind: str) -> FieldMistakes:
    """Report misspelled fields of an object, wrong types of values, and fields that exclude others.

    Unknown fields that resemble none may be extensions of a tool and are ignored.

    :param kind: a key of `_FIELDS`, such as ``operation``.
    """
    value = located.value
    if not isinstance(value, dict):
        return FieldMistakes(frozenset(), frozenset())
    used, left_out = _EXCLUSIVE_FIELDS.get(kind, ("", ""))
    if used in value and left_out in value:
        message = f"{used!r} and {left_out!r} exclude each other; {left_out!r} is left out"
        reader.report(f"{message}; remove one of them", located.child(left_out) or located)
    return FieldMistakes(
        frozenset(_check_names(reader, located, value, kind)),
        frozenset(_check_types(reader, located, value, kind)),
    )


def _check_names(
    reader: Reader, located: Located, value: dict[str, object], kind: str
) -> Iterator[str]:
    """Report misspelled and misplaced fields; yield the fields that were probably intended."""
    fields = _list_fields(kind)
    for name in [name for name in value if name not in fields]:
        location = located.child(name) or located
        remedy = _MISPLACED_FIELDS.get((kind, name))
        # A parameter with "schema" and "type" is of OpenAPI 3, and "type" an addition.
        if remedy and not value.keys() & {"schema", "content"} - {name}:
            reader.report(
                f"a {kind} of OpenAPI 3 has no {name!r}; it is ignored; {remedy}", location
            )
            continue
        near = _find_nearest_field(name, kind)
        # If the correct field exists as well, the other one is an addition.
        if near and near not in value:
            message = f"unknown field {quote(name)}; it is ignored; {did_you_mean(near)}"
            reader.report(message, location)
            yield near


def _check_types(
    reader: Reader, located: Located, value: dict[str, object], kind: str
) -> Iterator[str]:
    """Report and yield the fields whose values have a wrong type."""
    field_types = _FIELD_TYPES.get(kind, {})
    for name in [name for name in value if name in field_types]:
        expected, types = field_types[name]
        field_value = value[name]
        # In Python a boolean is an integer.
        is_right = isinstance(field_value, types) and (
            bool in types or not isinstance(field_value, bool)
        )
        if not is_right and field_value is not None:
            reader.report_type(expected, located, name, field_value)
            yield name


def check_example(reader: Reader, entry: Located) -> None:
    """Report mistakes in an Example Object, among them that it has no value."""
    mistakes = check_fields(reader, entry, "example")
    value = as_object(entry.value)
    if value and not _EXAMPLE_VALUES & (value.keys() | mistakes.intended):
        message = "this example has no 'value', so nothing is shown of it"
        reader.report(f"{message}; write what it consists of under 'value'", entry)


def read_docs(reader: Reader, owner: Located) -> tuple[str, str]:
    """Return URL and description of the external documentation of *owner*."""
    docs = reader.child(owner, "externalDocs")
    if docs is None:
        return "", ""
    check_fields(reader, docs, "external documentation")
    fields = as_object(docs.value)
    return as_text(fields.get("url")), as_text(fields.get("description"))


@functools.cache
def _list_fields(kind: str) -> frozenset[str]:
    """Return the fields of a kind of object."""
    return frozenset(_FIELDS[kind].split())


@functools.lru_cache(maxsize=10_000)
def _find_nearest_field(name: str, kind: str) -> str:
    """Return the field that *name* probably misspells, ``""`` if there is none."""
    return (
        ""
        if name.startswith(("x-", "$"))
        else find_misspelled(name, _list_fields(kind) - _UNAMBIGUOUS_FIELDS)
    )


def suggest_value(text: str, values: Collection[str]) -> str:
    """Return a hint such as ``did you mean 'asc'?``.

    :returns: ``""`` if no value is similar, or there are too many to compare.
    """
    if len(values) > _MOST_COMPARED or len(text) > _LONGEST_COMPARED:
        return ""
    return suggest_name(text, [name for name in values if len(name) <= _LONGEST_COMPARED])
