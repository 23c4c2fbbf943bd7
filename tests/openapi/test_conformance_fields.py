"""The specifications in ``conformance/`` use every field of every object of OpenAPI.

`OBJECTS` says which fields an object has, and what stands there: ``Name`` for an
object, ``[Name]`` for a list of them, ``{Name}`` for objects by name, nothing for
a plain value. The pages beside the specifications say what becomes of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).parent / "conformance"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
SCHEMA_3_0 = """
    title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
    maxItems minItems uniqueItems maxProperties minProperties required enum type allOf:[Schema]
    oneOf:[Schema] anyOf:[Schema] not:Schema items:Schema properties:{Schema}
    additionalProperties:Schema description format default nullable discriminator:Discriminator
    readOnly writeOnly xml:Xml externalDocs:Docs example deprecated
"""
SCHEMA_3_1 = """
    $id $schema $anchor $dynamicAnchor $dynamicRef $comment $defs:{Schema} const examples if:Schema
    then:Schema else:Schema dependentSchemas:{Schema} dependentRequired prefixItems:[Schema]
    contains:Schema minContains maxContains patternProperties:{Schema} propertyNames:Schema
    unevaluatedItems:Schema unevaluatedProperties:Schema contentEncoding contentMediaType
    contentSchema:Schema exclusiveMinimum exclusiveMaximum
"""
SHARED = {
    "Info": "title description termsOfService contact:Contact license:License version",
    "Contact": "name url email",
    "License": "name url",
    "Server": "url description variables:{Variable}",
    "Variable": "enum default description",
    "Path": "summary description servers:[Server] parameters:[Parameter] $ref",
    "Operation": """tags summary description externalDocs:Docs operationId parameters:[Parameter]
        requestBody:Body responses:{Response} callbacks:{Callback} deprecated security
        servers:[Server]""",
    "Docs": "description url",
    "Parameter": """name in description required deprecated allowEmptyValue style explode
        allowReserved schema:Schema example examples:{Example} content:{Media}""",
    "Body": "description content:{Media} required",
    "Media": "schema:Schema example examples:{Example} encoding:{Encoding}",
    "Encoding": "contentType headers:{Header} style explode allowReserved",
    "Response": "description headers:{Header} content:{Media} links:{Link}",
    "Example": "summary description value externalValue",
    "Link": "operationRef operationId parameters requestBody description server:Server",
    "Header": """description required deprecated schema:Schema style explode example
        examples:{Example} content:{Media}""",
    "Tag": "name description externalDocs:Docs",
    "Discriminator": "propertyName mapping",
    "Xml": "name namespace prefix attribute wrapped",
    "Scheme": """type description name in scheme bearerFormat flows:Flows openIdConnectUrl""",
    "Flows": "implicit:Flow password:Flow clientCredentials:Flow authorizationCode:Flow",
    "Flow": "authorizationUrl tokenUrl refreshUrl scopes",
    "Schema": SCHEMA_3_0,
}
ROOT = """openapi info:Info servers:[Server] paths:{Path} components:Components security
    tags:[Tag] externalDocs:Docs"""
COMPONENTS = """schemas:{Schema} responses:{Response} parameters:{Parameter} examples:{Example}
    requestBodies:{Body} headers:{Header} securitySchemes:{Scheme} links:{Link}
    callbacks:{Callback}"""
OBJECTS = {
    "3_0": {**SHARED, "OpenAPI": ROOT, "Components": COMPONENTS},
    "3_1": {
        "OpenAPI": "jsonSchemaDialect webhooks:{Path}",
        "Info": "summary",
        "License": "identifier",
        "Components": "pathItems:{Path}",
        "Schema": SCHEMA_3_1,
    },
    "3_2": {
        "OpenAPI": "$self",
        "Server": "name",
        "Path": "query:Operation additionalOperations:{Operation}",
        "Response": "summary",
        "Media": """itemSchema:Schema itemEncoding:Encoding prefixEncoding:[Encoding]""",
        "Example": "dataValue serializedValue",
        "Tag": "summary parent kind",
        "Discriminator": "defaultMapping",
        "Xml": "nodeType",
        "Scheme": "oauth2MetadataUrl deprecated",
        "Flows": "deviceAuthorization:Flow",
        "Flow": "deviceAuthorizationUrl",
        "Components": "mediaTypes:{Media}",
    },
}
"""What each version adds to the one before."""

FIELD = re.compile(r"([^\s:]+)(?::([\[{]?)(\w+)[\]}]?)?")
Grammar = dict[str, dict[str, tuple[str, str]]]


def grammar(*versions: str) -> Grammar:
    """Return the fields of every object: how many stand in each, and of which kind."""
    found: Grammar = {}
    for version in versions:
        for name, fields in OBJECTS[version].items():
            entries = {m[1]: (m[2] or "", m[3] or "") for m in FIELD.finditer(fields)}
            found.setdefault(name, {}).update(entries)
    found["Path"].update(dict.fromkeys(METHODS, ("", "Operation")))
    return found


def read(version: str) -> Any:  # noqa: ANN401 - any YAML
    """Return a specification; path items that are references also have what these lead to."""
    value = yaml.safe_load((FOLDER / f"v{version}.yaml").read_text("utf-8"))
    for item in value["paths"].values():
        name = item.get("$ref", "").rpartition("/")[2]
        item.update(value["x-items"][name] if name else {})
    return value


def used(value: Any, kind: str, fields: Grammar) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any YAML
    """Yield the object and the name of every field in *value*, in what it holds too."""
    if kind == "Callback":
        for item in value.values() if "$ref" not in value else ():
            yield from used(item, "Path", fields)
        return
    for key, below in value.items() if isinstance(value, dict) else ():
        many, inner = fields[kind].get(key, ("", ""))
        yield kind, key
        children = below if many == "[" else below.values() if many == "{" else [below]
        for child in children if inner else ():
            yield from used(child, inner, fields)


@pytest.mark.parametrize("versions", [("3_0",), ("3_0", "3_1"), ("3_0", "3_1", "3_2")], ids=str)
def test_every_field_that_a_version_adds_is_used(versions: tuple[str, ...]) -> None:
    fields = grammar(*versions)
    found = set(used(read(versions[-1]), "OpenAPI", fields))
    added = {
        (name, match[1])
        for name, text in OBJECTS[versions[-1]].items()
        for match in FIELD.finditer(text)
    }
    assert sorted(added - found) == []


@pytest.mark.parametrize("version", ["3_0", "3_1", "3_2"])
def test_nothing_else_is_used(version: str) -> None:
    fields = grammar("3_0", "3_1", "3_2")
    known = {(name, key) for name, keys in fields.items() for key in keys}
    others = {
        (name, key)
        for name, key in used(read(version), "OpenAPI", fields)
        if (name, key) not in known and key != "$ref" and not key.startswith("x-")
    }
    assert others == set()
