"""Reads the values of a specification, and reports those of a wrong type or name."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Container, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.docs_json.phrases import did_you_mean, misspelled, quote
from sphinx_docsnav.openapi.spec_document import BadReferenceError, Located, Resolver

ReportProblem = Callable[[str, Located], None]
"""Takes a message and the value it is about."""

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
    "header": "description required deprecated allowEmptyValue style explode allowReserved schema "
    "example examples content",
    "info": "title summary description termsOfService contact license version",
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
}
"""The fields of each kind of object."""

_UNAMBIGUOUS_FIELDS = frozenset({"not", "if", "then", "else", "in", "query"})
"""Fields that are meant by no other name."""

_OPENAPI_2_FIELDS = {
    ("parameter", "type"): "write it in 'schema'",
    ("request body", "schema"): "write it in 'content', below a media type",
    ("response", "schema"): "write it in 'content', below a media type",
}
"""Fields of OpenAPI 2, and where OpenAPI 3 has them."""

_NUMBER, _FLAG, _TEXT, _LIST, _OBJECT = (
    ("a number", (int, float)),
    ("true or false", (bool,)),
    ("text", (str,)),
    ("a list", (list,)),
    ("an object", (dict,)),
)

_KEYWORD_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    **dict.fromkeys(("maximum", "minimum", "multipleOf", "maxLength", "minLength"), _NUMBER),
    **dict.fromkeys(("maxItems", "minItems", "maxProperties", "minProperties"), _NUMBER),
    **dict.fromkeys(("nullable", "readOnly", "writeOnly", "deprecated", "uniqueItems"), _FLAG),
    **dict.fromkeys(("format", "pattern"), _TEXT),
    **dict.fromkeys(("enum", "allOf", "oneOf", "anyOf", "prefixItems"), _LIST),
    **dict.fromkeys(("properties", "patternProperties"), _OBJECT),
}
"""What the value of a schema's keyword is called, and its type in Python."""

_MOST_COMPARED, _LONGEST_COMPARED = 60, 100
"""How many texts, and of how many characters, are compared to find a like one."""


def get_component_name(reference: str) -> str:
    """Return the name that a ``$ref`` gives its target: ``Pet`` of ``#/components/schemas/Pet``."""
    name = reference.rpartition("/")[2].rpartition("#")[2]
    return name.replace("~1", "/").replace("~0", "~").replace("%20", " ")


@dataclass(slots=True)
class Reader:
    """Gives the fields of an object by the type they should have."""

    resolver: Resolver
    """Follows ``$ref``."""
    report_problem: ReportProblem
    """Called once for each problem."""
    _reported: set[tuple[str, object]] = field(default_factory=set)

    def report(self, message: str, located: Located) -> None:
        """Report *message* about *located*, once."""
        key = (message, (located.document.name, located.keys))
        if key not in self._reported:
            self._reported.add(key)
            self.report_problem(message, located)

    def follow(self, located: Located) -> Located | None:
        """Return *located* with its ``$ref`` resolved; None, with a message, if that is broken.

        Summary and description beside a ``$ref`` replace its target's.
        """
        value = located.value
        if not isinstance(value, dict) or "$ref" not in value:
            return located
        try:
            found = self.resolver.follow(located)
        except BadReferenceError as error:
            self.report(f"{error}; left out", located)
            return None
        beside = {key: value[key] for key in ("summary", "description") if key in value}
        if beside and isinstance(found.value, dict):
            return replace(found, value={**found.value, **beside})
        return found

    def target(self, reference: str, located: Located) -> Located | None:
        """Return what *reference* names, one step, as seen from *located*."""
        try:
            return self.resolver.target(reference, located.document, located.keys)
        except BadReferenceError as error:
            self.report(f"{error}; left out", located)
            return None

    def text(self, located: Located, key: str) -> str:
        """Return the text under *key*, empty if there is none; numbers count as their text."""
        value = _get_value(located, key)
        if isinstance(value, str):
            return value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        self._report_type("text", located, key, value)
        return ""

    def flag(self, located: Located, key: str) -> bool:
        """Return whether *key* is true."""
        value = _get_value(located, key)
        if isinstance(value, bool):
            return value
        self._report_type("true or false", located, key, value)
        return False

    def child(self, located: Located, key: str) -> Located | None:
        """Return the object under *key*, with ``$ref`` followed."""
        child = self._find_child(located, key)
        if child is None:
            return None
        found = self.follow(child)
        if found is None or isinstance(found.value, dict):
            return found
        self._report_type("an object", located, key, found.value)
        return None

    def entries(self, located: Located, key: str) -> Iterator[tuple[str, Located]]:
        """Yield name and value of each entry of the object under *key*, ``$ref`` followed."""
        child = self._find_child(located, key)
        if child is None or not isinstance(child.value, dict):
            self._report_type("an object", located, key, MISSING if child is None else child.value)
            return
        container = self.follow(child) if isinstance(child.value.get("$ref"), str) else child
        if container is None or not isinstance(container.value, dict):
            return
        for name in container.value:
            entry = container.child(name)
            found = self.follow(entry) if entry is not None else None
            if found is not None:
                yield name, found

    def items(self, located: Located, key: str) -> Iterator[Located]:
        """Yield the items of the list under *key*, with ``$ref`` followed."""
        child = self._find_child(located, key)
        if child is None or not isinstance(child.value, list):
            self._report_type("a list", located, key, MISSING if child is None else child.value)
            return
        for number in range(len(child.value)):
            item = child.child(str(number))
            found = self.follow(item) if item is not None else None
            if found is not None:
                yield found

    def texts(self, located: Located, key: str) -> tuple[str, ...]:
        """Return the texts in the list under *key*."""
        return tuple(item.value for item in self.items(located, key) if isinstance(item.value, str))

    def _find_child(self, located: Located, key: str) -> Located | None:
        return located.child(key) if isinstance(located.value, dict) else None

    def _report_type(self, expected: str, located: Located, key: str, value: object) -> None:
        """Report that *key* has a wrong type, unless it is absent or null."""
        if value is not MISSING and value is not None:
            child = located.child(key) or located
            found = describe_type(value)
            self.report(f"expected {expected} as {key!r}, found {found}; left out", child)


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value of JSON is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def describe_type(value: object) -> str:
    """Return what JSON calls the type of *value*, with an article."""
    if value is None:
        return "null"
    names: tuple[tuple[type, str], ...] = (
        (bool, "true or false"),
        (int, "a number"),
        (float, "a number"),
        (str, "text"),
        (list, "a list"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), "an object")


def _get_value(located: Located, key: str) -> object:
    return located.value.get(key, MISSING) if isinstance(located.value, dict) else MISSING


def check_fields(reader: Reader, located: Located, kind: str) -> Container[str]:
    """Report the fields of an object that it cannot have but that resemble one that it can have.

    :param kind: which object it is: ``operation``, ``schema`` …
    :returns: the fields that are probably meant.

    Other unknown fields are additions of a tool, and may be there.
    """
    value = located.value
    misspelled_fields: set[str] = set()
    if not isinstance(value, dict):
        return misspelled_fields
    known = _list_fields(kind)
    for name in [name for name in value if name not in known]:
        place = located.child(name) or located
        old = _OPENAPI_2_FIELDS.get((kind, name))
        if old and not value.keys() & {"schema", "content"} - {name}:
            reader.report(f"a {kind} of OpenAPI 3 has no {name!r}; it is ignored; {old}", place)
            continue
        near = _find_nearest_field(name, kind)
        if near and near not in value:
            misspelled_fields.add(near)
            message = f"unknown field {quote(name)}; it is ignored; did you mean {near!r}?"
            reader.report(message, place)
    return misspelled_fields


def find_wrong_keywords(reader: Reader, located: Located) -> frozenset[str]:
    """Return the keywords of a schema whose values have a wrong type, and report them."""
    value = located.value
    if not isinstance(value, dict):
        return frozenset()
    found = []
    for word in [word for word in value if word in _KEYWORD_TYPES]:
        expected, types = _KEYWORD_TYPES[word]
        given = value[word]
        is_right = isinstance(given, types) and (types == (bool,) or not isinstance(given, bool))
        if not is_right and given is not None:
            found.append(word)
            message = (
                f"expected {expected} as {word!r}, found {describe_type(given)}; it is ignored"
            )
            reader.report(message, located.child(word) or located)
    return frozenset(found)


@functools.cache
def _list_fields(kind: str) -> frozenset[str]:
    return frozenset(_FIELDS[kind].split())


@functools.lru_cache(maxsize=10_000)
def _find_nearest_field(name: str, kind: str) -> str:
    """Return the field that *name* probably means, ``""`` if none is like it."""
    return (
        ""
        if name.startswith(("x-", "$"))
        else misspelled(name, _list_fields(kind) - _UNAMBIGUOUS_FIELDS)
    )


def suggest_value(text: str, known: Collection[str]) -> str:
    """Return the hint ``did you mean 'asc'?``; ``""`` without a like text, or for many of them."""
    if len(known) > _MOST_COMPARED or len(text) > _LONGEST_COMPARED:
        return ""
    return did_you_mean(text, [name for name in known if len(name) <= _LONGEST_COMPARED])
