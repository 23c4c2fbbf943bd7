"""Reports fields of a specification's objects whose name or type is wrong."""

from __future__ import annotations

import functools
from collections.abc import Container

from sphinx_docsnav.docs_json.phrases import misspelled, quote
from sphinx_docsnav.openapi.content.value_reader import Reader, type_name
from sphinx_docsnav.openapi.spec_document import Located

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
_UNLIKELY = frozenset({"not", "if", "then", "else", "in", "query"})
"""Fields that are meant by no other name."""
_OLD = {
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
_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    **dict.fromkeys(("maximum", "minimum", "multipleOf", "maxLength", "minLength"), _NUMBER),
    **dict.fromkeys(("maxItems", "minItems", "maxProperties", "minProperties"), _NUMBER),
    **dict.fromkeys(("nullable", "readOnly", "writeOnly", "deprecated", "uniqueItems"), _FLAG),
    **dict.fromkeys(("format", "pattern"), _TEXT),
    **dict.fromkeys(("enum", "allOf", "oneOf", "anyOf", "prefixItems"), _LIST),
    **dict.fromkeys(("properties", "patternProperties"), _OBJECT),
}
"""What the value of a schema's keyword is called, and its type in Python."""


def check_fields(reader: Reader, located: Located, kind: str) -> Container[str]:
    """Report the fields of an object that it cannot have but that resemble one that it can have.

    :param kind: which object it is: ``operation``, ``schema`` …
    :returns: the fields that are probably meant.

    Other unknown fields are additions of a tool, and may be there.
    """
    value = located.value
    meant: set[str] = set()
    if not isinstance(value, dict):
        return meant
    known = _known(kind)
    for name in [name for name in value if name not in known]:
        place = located.child(name) or located
        old = _OLD.get((kind, name))
        if old and not value.keys() & {"schema", "content"} - {name}:
            reader.odd(f"a {kind} of OpenAPI 3 has no {name!r}; it is ignored; {old}", place)
            continue
        near = _nearest(name, kind)
        if near and near not in value:
            meant.add(near)
            message = f"unknown field {quote(name)}; it is ignored; did you mean {near!r}?"
            reader.odd(message, place)
    return meant


def wrong_keywords(reader: Reader, located: Located) -> frozenset[str]:
    """Return the keywords of a schema whose values have a wrong type, and report them."""
    value = located.value
    if not isinstance(value, dict):
        return frozenset()
    found = []
    for word in [word for word in value if word in _TYPES]:
        expected, types = _TYPES[word]
        given = value[word]
        is_right = isinstance(given, types) and (types == (bool,) or not isinstance(given, bool))
        if not is_right and given is not None:
            found.append(word)
            message = f"expected {expected} as {word!r}, found {type_name(given)}; it is ignored"
            reader.odd(message, located.child(word) or located)
    return frozenset(found)


@functools.cache
def _known(kind: str) -> frozenset[str]:
    return frozenset(_FIELDS[kind].split())


@functools.lru_cache(maxsize=10_000)
def _nearest(name: str, kind: str) -> str:
    """Return the field that *name* probably means, ``""`` if none is like it."""
    return "" if name.startswith(("x-", "$")) else misspelled(name, _known(kind) - _UNLIKELY)
