"""Swagger 2.0 documents, converted to OpenAPI 3.0 before anything else reads them.

The keys in the file as written are noted for each value that moves, so that messages name the line
to correct. A file that a Swagger document refers to has no version, so its objects are recognized
by their fields.
Source: the Swagger 2.0 specification, https://swagger.io/specification/v2/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sphinx_docsnav.data_files.json_values import (
    Keys,
    as_list,
    as_object,
    as_text,
    find_value,
    find_written_keys,
    format_pointer,
    parse_fragment,
    walk_values,
)
from sphinx_docsnav.openapi.endpoint_names import METHODS

_CONTAINERS = {
    "definitions": ("components", "schemas"),
    "parameters": ("components", "parameters"),
    "responses": ("components", "responses"),
    "securityDefinitions": ("components", "securitySchemes"),
}
"""The keys of shared objects in OpenAPI 3, by their key in Swagger 2."""

_BODY_CONTAINER = ("components", "requestBodies")
"""The keys of shared request bodies, which are parameters in Swagger 2."""

_CONVERTED_DOCUMENT_FIELDS = frozenset(
    (*_CONTAINERS, "swagger", "host", "basePath", "schemes", "consumes", "produces")
)
_CONVERTED_OPERATION_FIELDS = frozenset(
    ("consumes", "produces", "schemes", "parameters", "responses")
)
"""The fields of a document and of an operation that OpenAPI 3 lacks, or has in another form."""

MAX_HOPS = 50
"""Number of ``$ref`` in a row that are followed; a longer chain counts as circular."""
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


class ConvertedSwagger(NamedTuple):
    """A Swagger document, or a part of one, as OpenAPI 3.0."""

    value: object
    """The converted value."""
    media_types: MediaTypes
    """The media types that apply in the files to which it refers."""
    origins: Mapping[Keys, Keys]
    """The keys in the file as written, by the keys after the conversion, of each moved value."""
    problems: list[tuple[Keys, str]]
    """Values without an equivalent in OpenAPI 3: keys in the file as written, and a message."""


def is_swagger(value: object) -> bool:
    """Return whether *value* is a Swagger document of version 2."""
    return as_text(as_object(value).get("swagger")).partition(".")[0] == "2"


def convert_swagger(
    value: object, inherited: MediaTypes | None, read_reference: Callable[[str], object]
) -> ConvertedSwagger:
    """Return *value* as OpenAPI 3.0; *value* itself is not changed.

    :param inherited: for a file that a Swagger document refers to, the media types that apply
        there; ``None`` for a document of its own.
    :param read_reference: returns what a ``$ref`` to another file names, as written; anything
        but an object if it names nothing.
    """
    converter = _Converter(as_object(value), inherited or MediaTypes(), read_reference)
    converted = converter.convert_document() if inherited is None else converter.convert_part(value)
    # Last, because a reference can point to a value that is converted after it.
    converter.rewrite_references()
    converter.note_renamed_fields(converted)
    return ConvertedSwagger(converted, converter.media_types, converter.origins, converter.problems)


class _Parameter(NamedTuple):
    """A parameter, its ``$ref`` followed."""

    value: Mapping[str, Any]
    """As written."""
    keys: Keys
    """The keys that lead to it in this file, or to its ``$ref`` to another file."""
    reference: str
    """The ``$ref`` to another file, ``""`` without one."""
    location: str
    """The value of ``in``: ``query``, ``body``, ``formData`` …; ``""`` without one."""


class _Converter:
    """The conversion of one file; *new* and *old* are keys after and before the conversion."""

    def __init__(
        self,
        source: Mapping[str, Any],
        inherited: MediaTypes,
        read_reference: Callable[[str], object],
    ) -> None:
        self.source = source
        self.media_types = inherited.apply_fields(source)
        self.origins: dict[Keys, Keys] = {}
        self.problems: list[tuple[Keys, str]] = []
        self._read_reference = read_reference
        self._schemas = SchemaConverter()

    def convert_document(self) -> dict[str, Any]:
        """Return the OpenAPI object for a whole document."""
        rest = {
            key: item for key, item in self.source.items() if key not in _CONVERTED_DOCUMENT_FIELDS
        }
        self.origins["openapi",] = ("swagger",)
        # Three fields become the servers; messages about them point to the required one.
        self.origins["servers",] = ("host" if "host" in self.source else "basePath",)
        servers = self._make_servers(self.source)
        converted = {"openapi": "3.0.3", **rest, **({"servers": servers} if servers else {})}
        return {**converted, **self._convert_components(), **self._convert_paths()}

    def convert_part(self, value: object) -> object:
        """Return a file that a Swagger document refers to."""
        # The `parameters` of a path item are its own list, not a container of shared objects.
        if not self.source or is_parameter(self.source) or is_path_item(self.source):
            return self._convert_by_fields(value, ())
        rest = {k: v for k, v in self.source.items() if k not in _CONTAINERS and k != "paths"}
        return {
            **self._convert_by_fields(rest, ()),
            **self._convert_components(),
            **self._convert_paths(),
        }

    def rewrite_references(self) -> None:
        """Change every ``$ref`` to the pointer that its target has after the conversion."""
        # A shared response is copied into each operation; references mean its first copy.
        moved: dict[Keys, Keys] = {}
        for new, old in self.origins.items():
            moved.setdefault(old, new)
        for value in self._schemas.references:
            file, _, fragment = value["$ref"].partition("#")
            if keys := parse_fragment(fragment):
                # Another file is converted on its own, where only the containers move.
                keys_in_file = (*_CONTAINERS.get(keys[0], keys[:1]), *keys[1:])
                keys = keys_in_file if file else find_written_keys(moved, keys)
                value["$ref"] = f"{file}#{format_pointer(keys)}"

    def note_renamed_fields(self, converted: object) -> None:
        """Add the renamed fields of all schemas in *converted* to the origins."""
        names_by_schema: dict[int, list[tuple[str, str]]] = {}
        for schema, new_name, old_name in self._schemas.renamed:
            names_by_schema.setdefault(id(schema), []).append((new_name, old_name))
        # Several operations can share a schema, so its keys are found by walking the whole value.
        for keys, value in walk_values(converted) if names_by_schema else ():
            for new_name, old_name in names_by_schema.get(id(value), ()):
                self.origins[*keys, new_name] = (*find_written_keys(self.origins, keys), old_name)

    def _make_servers(self, value: Mapping[str, Any]) -> list[dict[str, str]]:
        """Return the servers of the document, for the schemes of *value*."""
        host = as_text(self.source.get("host")).strip("/")
        path = as_text(self.source.get("basePath")).rstrip("/")
        if not host:
            return [{"url": path}] if path else []
        # Without schemes, the scheme of the file's own URL applies, which is unknown here.
        schemes = dict.fromkeys(map(as_text, as_list(value.get("schemes")))) or ("https",)
        return [{"url": f"{scheme}://{host}{path}"} for scheme in schemes]

    def _convert_components(self) -> dict[str, Any]:
        """Return the shared objects of the file."""
        components: dict[str, dict[str, Any]] = {}
        for key, container in _CONTAINERS.items():
            self.origins[container] = (key,)
            for name, item in as_object(self.source.get(key)).items():
                new, old = (*container, name), (key, name)
                if key == "definitions":
                    converted = self._schemas.convert(item)
                elif key == "securityDefinitions":
                    converted = convert_security_scheme(as_object(item))
                elif key == "responses":
                    converted = self._convert_response(item, new, old, self.media_types)
                else:
                    parameter = self._follow_parameter(item, old)
                    # OpenAPI 3 has a container of its own for request bodies.
                    if parameter.location == "body":
                        new = (*_BODY_CONTAINER, name)
                    converted = self._convert_parameter(parameter, new)
                components.setdefault(new[1], {})[name] = converted
        return {"components": components} if components else {}

    def _convert_paths(self) -> dict[str, Any]:
        paths = self.source.get("paths")
        if not isinstance(paths, dict):
            return {"paths": paths} if "paths" in self.source else {}
        return {
            "paths": {path: self._convert_path_item(paths[path], ("paths", path)) for path in paths}
        }

    def _convert_path_item(self, item: object, keys: Keys) -> Any:  # noqa: ANN401 -- any JSON
        if not isinstance(item, dict):
            return item
        parameters, body_parts = self._convert_parameters(item, keys)
        rest = {key: value for key, value in item.items() if key != "parameters"}
        # A path item can be a reference to another file, with fields beside it.
        converted = self._schemas.note_reference(
            {**rest, **({"parameters": parameters} if parameters else {})}
        )
        for method in METHODS:
            if isinstance(item.get(method), dict):
                converted[method] = self._convert_operation(
                    item[method], (*keys, method), body_parts
                )
        return converted

    def _convert_operation(
        self, value: Mapping[str, Any], keys: Keys, shared: list[_Parameter]
    ) -> dict[str, Any]:
        """Return an operation.

        :param shared: the parts of its body that its path item defines.
        """
        converted = {
            key: item for key, item in value.items() if key not in _CONVERTED_OPERATION_FIELDS
        }
        media_types = self.media_types.apply_fields(value)
        # An operation without schemes has the servers of the document.
        if as_list(value.get("schemes")) and "host" in self.source:
            converted["servers"] = self._make_servers(value)
            self.origins[*keys, "servers"] = (*keys, "schemes")
        parameters, own = self._convert_parameters(value, keys)
        if parameters:
            converted["parameters"] = parameters
        # A parameter of the operation replaces that of its path with the same name.
        body_parts = {
            (part.location, as_text(part.value.get("name"))): part for part in (*shared, *own)
        }
        if body_parts:
            body_keys = (*keys, "requestBody")
            body = self._convert_body([*body_parts.values()], body_keys, media_types)
            converted["requestBody"] = body
        for code, item in as_object(value.get("responses")).items():
            response_keys = (*keys, "responses", code)
            response = self._convert_response(item, response_keys, response_keys, media_types)
            converted.setdefault("responses", {})[code] = response
        return converted

    def _convert_parameters(
        self, holder: Mapping[str, Any], keys: Keys
    ) -> tuple[list[dict[str, Any]], list[_Parameter]]:
        """Return the parameters of an operation or path, and those that are parts of its body."""
        converted: list[dict[str, Any]] = []
        body_parts = []
        for number, item in enumerate(as_list(holder.get("parameters"))):
            parameter = self._follow_parameter(item, (*keys, "parameters", str(number)))
            if parameter.location in ("body", "formData"):
                body_parts.append(parameter)
            else:
                converted.append(
                    self._convert_parameter(parameter, (*keys, "parameters", str(len(converted))))
                )
        return converted, body_parts

    def _follow_parameter(self, item: object, keys: Keys) -> _Parameter:
        """Return the parameter *item*, or the one that its ``$ref`` leads to."""
        value, file = as_object(item), ""
        # Circular references end at the limit.
        for _ in range(MAX_HOPS):
            reference = as_text(value.get("$ref"))
            file, _, fragment = reference.partition("#")
            target_keys = parse_fragment(fragment) or ()
            target = (
                self._read_reference(reference) if file else find_value(self.source, target_keys)
            )
            if not reference or not isinstance(target, dict):
                break
            # A reference to another file stays; only `in` is needed here, to recognize a body.
            if file:
                return _Parameter(target, keys, reference, as_text(target.get("in")))
            value, keys = target, target_keys
        return _Parameter(value, keys, "", as_text(value.get("in")))

    def _convert_parameter(self, parameter: _Parameter, new: Keys) -> dict[str, Any]:
        """Return a parameter; one in the body as a request body."""
        if parameter.location == "body":
            return self._convert_body([parameter], new, self.media_types)
        if new != parameter.keys:
            self.origins[new] = parameter.keys
        if "$ref" in parameter.value:  # it leads nowhere
            return self._schemas.note_reference(dict(parameter.value))
        return self._convert_typed(parameter.value, new, parameter.keys)

    def _convert_typed(self, value: Mapping[str, Any], new: Keys, old: Keys) -> dict[str, Any]:
        """Return a parameter or a header, with its type as a schema."""
        converted, message = self._schemas.convert_typed(value)
        if "schema" not in value:
            self.origins[*new, "schema"] = old
        if message:
            self.problems.append(((*old, "collectionFormat"), message))
        return converted

    def _convert_body(
        self, parts: list[_Parameter], new: Keys, media_types: MediaTypes
    ) -> dict[str, Any]:
        """Return the request body of an operation whose body has these *parts*."""
        # The last body counts: that of an operation comes after that of its path.
        body = next((part for part in reversed(parts) if part.location == "body"), None)
        if body is None:
            return self._convert_form(parts, new, media_types)
        for other in parts:
            if other is not body:
                message = "a request has only one body; ignored; remove it, or the other one"
                self.problems.append((other.keys, message))
        self.origins[new] = body.keys
        if body.reference:
            file, _, fragment = body.reference.partition("#")
            keys = parse_fragment(fragment) or ()
            target_keys = (*_BODY_CONTAINER, *keys[1:]) if keys[:1] == ("parameters",) else keys
            return {"$ref": f"{file}#{format_pointer(target_keys)}"}
        value = body.value
        examples = as_object(value.get("x-examples"))
        content = {}
        for name in media_types.consumes or ("application/json",):
            content[name] = {"schema": self._schemas.convert(value.get("schema", {}))}
            content[name] |= {"example": examples[name]} if name in examples else {}
            self.origins[*new, "content", name] = body.keys
        fields = {"description", "required"}
        same = {key: item for key, item in value.items() if key in fields or key[:2] == "x-"}
        return {**same, "content": content}

    def _convert_form(
        self, fields: list[_Parameter], new: Keys, media_types: MediaTypes
    ) -> dict[str, Any]:
        """Return parameters in form data as a request body."""
        media_names = media_types.choose_for_form([field.value.get("type") for field in fields])
        properties: dict[str, Any] = {}
        encoding: dict[str, Any] = {}
        required = []
        for field in fields:
            name = as_text(field.value.get("name"))
            converted = self._convert_typed(field.value, new, field.keys)
            style = {key: converted.pop(key) for key in ("style", "explode") if key in converted}
            # How lists are written belongs to the media type in OpenAPI 3, not to the schema.
            encoding |= {name: style} if style else {}
            omitted = {"name", "in", "required", "allowEmptyValue", "schema"}
            rest = {key: item for key, item in converted.items() if key not in omitted}
            properties[name] = {**as_object(converted["schema"]), **rest}
            required += [name] if converted.get("required") is True else []
            for media_name in media_names:
                keys = (*new, "content", media_name, "schema", "properties", name)
                self.origins[keys] = field.keys
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        schema |= {"required": required} if required else {}
        media = {"schema": schema, **({"encoding": encoding} if encoding else {})}
        return {"required": bool(required), "content": dict.fromkeys(media_names, media)}

    def _convert_response(self, item: object, new: Keys, old: Keys, media_types: MediaTypes) -> Any:  # noqa: ANN401 -- any JSON
        """Return a response; a shared one as a copy with the media types of the operation."""
        value = as_object(item)
        reference = as_text(value.get("$ref"))
        keys = parse_fragment(reference[1:]) if reference[:1] == "#" else None
        target = find_value(self.source, keys) if keys else None
        # The media types depend on the operation, so one shared object cannot serve all of them.
        if keys and isinstance(target, dict) and "$ref" not in target:
            value, old = target, keys
        elif reference or not isinstance(item, dict):
            return self._schemas.convert(item)
        if new != old:
            self.origins[new] = old
        omitted = ("schema", "headers", "examples")
        converted: dict[str, Any] = {k: v for k, v in value.items() if k not in omitted}
        for name, header in as_object(value.get("headers")).items():
            header_keys, old_keys = (*new, "headers", name), (*old, "headers", name)
            converted_header = self._convert_typed(as_object(header), header_keys, old_keys)
            converted.setdefault("headers", {})[name] = converted_header
        examples = as_object(value.get("examples"))
        # Without `produces`, the examples determine the media types.
        names = (media_types.produces or [*examples] or ["*/*"]) if "schema" in value else ()
        for name in dict.fromkeys((*names, *examples)):
            media: dict[str, Any] = {}
            converted.setdefault("content", {})[name] = media
            self.origins[*new, "content", name] = old
            if "schema" in value:
                media["schema"] = self._schemas.convert(value["schema"])
            if name in examples:
                media["example"] = examples[name]
                self.origins[*new, "content", name, "example"] = (*old, "examples", name)
        return converted

    def _convert_by_fields(self, value: Any, keys: Keys) -> Any:  # noqa: ANN401 -- any JSON
        """Return a part of a file without a version; its fields determine what it is."""
        if isinstance(value, list):
            return [self._convert_by_fields(item, (*keys, str(n))) for n, item in enumerate(value)]
        if is_parameter(as_object(value)):
            return self._convert_parameter(self._follow_parameter(value, keys), keys)
        if not isinstance(value, dict) or is_schema(value):
            return self._schemas.convert(value)
        if is_path_item(value):
            return self._convert_path_item(value, keys)
        if "description" in value and value.keys() & {"schema", "headers"}:
            return self._convert_response(value, keys, keys, self.media_types)
        return {key: self._convert_by_fields(item, (*keys, key)) for key, item in value.items()}


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
        rest = {
            key: item
            for key, item in value.items()
            if key not in _RENAMED_FIELDS and (key in _PARAMETER_FIELDS or key[:2] == "x-")
        }
        schema = {key: item for key, item in value.items() if key not in rest}
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
