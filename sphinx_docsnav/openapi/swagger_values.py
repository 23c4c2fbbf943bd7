"""The values of a Swagger 2.0 document that convert alone: media types, schemas, credentials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sphinx_docsnav.data_files.json_values import as_object, as_text
from sphinx_docsnav.openapi.endpoint_names import METHODS

_PARAMETER_FIELDS = {"name", "in", "description", "required", "allowEmptyValue"}
"""The fields of a parameter or header that do not describe its type."""
_DATA_FIELDS = {"default", "enum", "example", "examples"}
"""The fields of a schema whose values are data, in which nothing is converted."""
_RENAMED_FIELDS = {"x-nullable": "nullable", "x-anyOf": "anyOf", "x-oneOf": "oneOf", "x-not": "not"}
"""Extensions of schemas that are fields in OpenAPI 3."""
_RENAMED_PARAMETER_FIELDS = {"x-example": "example", "x-deprecated": "deprecated"}
_STYLES: dict[str, dict[str, object]] = {
    "multi": {"style": "form", "explode": True},
    "ssv": {"style": "spaceDelimited"},
    "pipes": {"style": "pipeDelimited"},
}
"""The serialization of lists in queries and forms, by ``collectionFormat``."""
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}
"""The names of OAuth 2 flows in OpenAPI 3, where they differ."""
_SCHEMA_FIELDS = {"$ref", "allOf", "properties", "items", "enum", "additionalProperties"}
"""Fields that distinguish a schema from other objects."""
_MULTIPART = "multipart/form-data"
_URLENCODED = "application/x-www-form-urlencoded"


class MediaTypes(NamedTuple):
    """The media types that apply where an operation names none."""

    consumes: tuple[str, ...] = ()
    """The media types of request bodies."""
    produces: tuple[str, ...] = ()
    """The media types of responses."""

    def apply_fields(self, value: Mapping[str, object]) -> MediaTypes:
        """Return the media types that apply inside *value*, an operation or a whole document."""
        # An empty list in an operation removes the media types of the document.
        lists = (value.get(name, inherited) for name, inherited in self._asdict().items())
        texts = (map(as_text, names) if isinstance(names, (list, tuple)) else () for names in lists)
        return MediaTypes(*(tuple(dict.fromkeys(filter(None, names))) for names in texts))

    def choose_for_form(self, kinds: Iterable[object]) -> list[str]:
        """Return the media types of form data whose fields have the types *kinds*."""
        # Files cannot be in a URL-encoded form, whatever `consumes` says.
        if "file" in kinds:
            return [_MULTIPART]
        names = [name for name in (_MULTIPART, _URLENCODED) if name in self.consumes]
        return names or [_URLENCODED]


class SchemaConverter:
    """Converts the schemas of one file, and collects their references."""

    def __init__(self) -> None:
        self.references: list[dict[str, Any]] = []
        """The converted objects with a ``$ref``, which `_Converter` rewrites at the end."""
        self.renamed: list[tuple[dict[str, Any], str, str]] = []
        """Converted schemas, each with a renamed field: its name now, and as written."""

    def convert(self, value: Any) -> Any:  # noqa: ANN401 -- any JSON
        """Return a schema converted, including all schemas in it."""
        if isinstance(value, list):
            return [self.convert(item) for item in value]
        if not isinstance(value, dict):
            return value
        converted: dict[str, Any] = {}
        for key, item in value.items():
            if key in _RENAMED_FIELDS:
                converted[_RENAMED_FIELDS[key]] = self.convert(item)
                self.renamed.append((converted, _RENAMED_FIELDS[key], key))
            elif key in _DATA_FIELDS or key[:2] == "x-":
                converted[key] = item
            # The names of properties can equal keywords, so they are not looked up as such.
            elif key == "properties" and isinstance(item, dict):
                converted[key] = {name: self.convert(part) for name, part in item.items()}
            elif key == "discriminator" and isinstance(item, str):
                converted[key] = {"propertyName": item}
            # The format of lists within lists has no equivalent in OpenAPI 3.
            elif key != "collectionFormat":
                converted[key] = self.convert(item)
        if converted.get("type") == "file":
            converted |= {"type": "string", "format": "binary"}
        return self.note_reference(converted)

    def note_reference(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return *value*; add it to `references` if it has a ``$ref``."""
        if isinstance(value.get("$ref"), str):
            self.references.append(value)
        return value

    def convert_typed(self, value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """Return a parameter or a header, with its type as a schema, and a message or ``""``."""
        schema = {key: item for key, item in value.items() if _belongs_to_schema(key)}
        rest = {key: item for key, item in value.items() if key not in schema}
        converted = {_RENAMED_PARAMETER_FIELDS.get(key, key): item for key, item in rest.items()}
        converted["schema"] = self.convert(value.get("schema", schema))
        if value.get("type") != "array":
            return converted, ""
        # Only queries and forms can repeat a name; paths and headers have one value.
        is_pair = value.get("in") in ("query", "formData")
        list_format = as_text(value.get("collectionFormat")) or "csv"
        if is_pair and list_format in _STYLES:
            converted.update(_STYLES[list_format])
            return converted, ""
        converted |= {"style": "form" if is_pair else "simple", "explode": False}
        if list_format == "csv":
            return converted, ""
        message = f"collectionFormat {list_format!r} has no equivalent here in OpenAPI 3"
        return converted, f"{message}; commas are shown instead; write 'csv' or 'multi'"


def _belongs_to_schema(key: str) -> bool:
    """Return whether *key* of a parameter or header belongs to its schema in OpenAPI 3."""
    return key in _RENAMED_FIELDS or not (key in _PARAMETER_FIELDS or key[:2] == "x-")


def is_schema(value: Mapping[str, object]) -> bool:
    """Return whether an object looks like a schema."""
    return bool(value.keys() & _SCHEMA_FIELDS) or isinstance(value.get("type"), str)


def is_parameter(value: Mapping[str, object]) -> bool:
    """Return whether an object looks like a parameter."""
    return isinstance(value.get("in"), str) and isinstance(value.get("name"), str)


def is_path_item(value: Mapping[str, object]) -> bool:
    """Return whether an object looks like a path item with an operation."""
    return any("responses" in as_object(value.get(method)) for method in METHODS)


def convert_security_scheme(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a security definition as a security scheme."""
    kind = value.get("type")
    if kind == "basic":
        return {**value, "type": "http", "scheme": "basic"}
    if kind != "oauth2":
        return dict(value)
    moved = ("authorizationUrl", "tokenUrl", "scopes")
    flow: dict[str, Any] = {"scopes": {}, **{key: value[key] for key in moved if key in value}}
    converted = {key: item for key, item in value.items() if key not in (*moved, "flow")}
    name = as_text(value.get("flow"))
    return {**converted, "flows": {_FLOWS.get(name, name): flow}}
