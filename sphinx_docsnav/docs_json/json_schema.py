"""The JSON Schema of docs.json, made from the models, for editors.

It rejects values for which the reader reports an error or a warning, as far as a
schema can: unknown fields of ``navigation``, two kinds of child in one
element, a root without a pattern. Fields beside ``navigation`` that are not
listed pass, but for those of the older format; settings without an effect may
have any value, and a ``$ref`` may be written instead of any value that is no label.

The docstrings below the fields of a model are the descriptions and examples in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from pydantic_core import core_schema

from sphinx_docsnav.docs_json.models import (
    FROM_GIT,
    GLOBAL_HOLDS,
    MODELS,
    ElementModel,
    Group,
    Language,
    Navigation,
    PageObject,
)
from sphinx_docsnav.docs_json.site_settings import MOVED_FIELDS, UNUSED, SiteSettings
from sphinx_docsnav.sitefiles.languages import ADDED, SPECIFIED

_TEXTS = ("description", "examples")
"""Keywords of a schema that are documentation."""

_EXAMPLE = re.compile(r"\s*For example\s+``(.+)``\.$", re.DOTALL)
_REFERENCE_TO = "#/definitions/{model}"
_REFERENCE: Schema = {
    "type": "object",
    "description": "A JSON file of the site, put in place of this object.",
    # As a pattern, because "$ref" among properties confuses some readers of schemas.
    "patternProperties": {"^\\$ref$": {"type": "string", "minLength": 1}},
    "required": ["$ref"],
}


def describe_field(model: type[BaseModel], name: str) -> dict[str, object]:
    """Return the keywords ``description`` and ``examples`` for a field of *model*."""
    text = " ".join((model.model_fields[name].description or "").split())
    example = _EXAMPLE.search(text)
    description = (text[: example.start()] if example else text).replace("``", "`")
    keywords: dict[str, object] = {"description": description} if description else {}
    if example:
        keywords["examples"] = [json.loads(example[1])]
    return keywords


Schema = dict[str, Any]


def make_json_schema() -> Schema:
    """Return the JSON Schema of docs.json: draft-07, the newest that editors support widely."""
    elements: list[type[ElementModel]] = [Navigation, *dict.fromkeys(MODELS.values())]
    models: list[type[BaseModel]] = [*elements, PageObject, SiteSettings]
    _, generated = models_json_schema(
        [(model, "validation") for model in models],
        schema_generator=_Generator,
        ref_template=_REFERENCE_TO,
    )
    described = _describe(generated["$defs"])
    site = described.pop("SiteSettings")
    any_element = described["Navigation"]["properties"]
    for name, unused in _list_unused_properties(described, site):
        # A setting without an effect keeps its documentation, and accepts any value.
        unused[name] = {key: unused[name][key] for key in _TEXTS if key in unused[name]}
    definitions = {
        **{name: _allow_files_in_fields(schema) for name, schema in described.items()},
        **{model.__name__: _make_element(model, described[model.__name__]) for model in elements},
        "PageObject": {**described["PageObject"], "anyOf": [_has("page"), _has("href")]},
        "Global": _make_global(any_element),
        "Reference": _REFERENCE,
    }
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "docs.json",
        "description": "A documentation site: its navigation and appearance",
        "type": "object",
        "properties": {
            "$schema": {"type": "string", "description": "The URL or path of this schema"},
            "navigation": {"$model": "Navigation", "description": "The navigation of the site"},
            **_allow_files_in_fields(site)["properties"],
        },
        "anyOf": [{"required": ["navigation"]}, {"required": ["$ref"]}],
        "propertyNames": {"not": {"enum": [*MOVED_FIELDS]}},
        "definitions": dict(sorted(definitions.items())),
    }
    return cast("Schema", _insert_references(schema))


def _has(name: str) -> Schema:
    return {"required": [name]}


class _Generator(GenerateJsonSchema):
    """Pydantic's generator without defaults: those are values of ours, not of docs.json."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Schema:
        """Return the schema of the field itself."""
        return self.generate_inner(schema["schema"])


def _find_models(model: type[BaseModel]) -> Iterable[type[BaseModel]]:
    """Yield the models of this package: other libraries have models of the same names."""
    if model.__module__.startswith(f"{__package__}."):
        yield model
    for below in model.__subclasses__():
        yield from _find_models(below)


def _describe(generated: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the definitions with descriptions from docstrings, and with defaults."""
    models = {
        model.__name__: model for model in _find_models(BaseModel) if model.__name__ in generated
    }
    definitions = {}
    for name, schema in generated.items():
        model = models[name]
        properties = {
            field.alias or key: _make_property(model, key, schema["properties"][field.alias or key])
            for key, field in model.model_fields.items()
        }
        definitions[name] = {**_remove_titles(schema), "properties": properties}
    return definitions


def _make_property(model: type[BaseModel], name: str, schema: Schema) -> Schema:
    default = model.model_fields[name].default
    # Empty texts and lists stand for an absent field, which editors need not insert.
    says_something = isinstance(default, bool) or (isinstance(default, str) and default)
    defaults = {"default": default} if says_something else {}
    return {**_remove_titles(schema), **describe_field(model, name), **defaults}


def _remove_titles(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "title"}


def _make_element(model: type[ElementModel], schema: Schema) -> Schema:
    """Return the definition of an element: its own fields, and the rules about them."""
    # `global` is a keyword of Python, so the attribute of the model has an underscore.
    names = ["global_" if name == "global" else name for name in (*model.fields, *model.holds)]
    properties = {name.rstrip("_"): dict(schema["properties"][name]) for name in names}
    for name, value in properties.items():
        if name in model.holds:
            properties[name] = _list_or_file(value)
        elif name not in (model.label_field, "global"):
            properties[name] = _allow_file(value)
    if "expanded" in properties:  # rule 5
        properties["expanded"]["default"] = False
    if model is Language:
        properties["language"]["enum"] = [*SPECIFIED, *ADDED]
    return {
        "type": "object",
        # Python without docstrings (-OO) has none of classes; those of fields are in the source.
        **{key: schema[key] for key in _TEXTS if key in schema},
        "properties": properties,
        "patternProperties": _REFERENCE["patternProperties"],
        "additionalProperties": False,
        "allOf": list(_make_rules(model)),
    }


def _make_rules(model: type[ElementModel]) -> Iterable[Schema]:
    """Yield the constraints between several fields."""
    if model.label_field:
        yield _require_one_field(model.label_field)
    if model is Group:  # rules 1 and 16
        yield _require_one_field("pages", "openapi", "asyncapi", "sdk", "root")
    if model is Navigation:  # rule 14
        yield _require_one_field(*model.holds)
    if len(model.holds) > 1:  # rule 14; an empty list is no kind of child
        filled = {"not": {"type": "array", "maxItems": 0}}
        kinds = [{"required": [key], "properties": {key: filled}} for key in model.holds]
        for key in (key for key in FROM_GIT[:2] if key in model.fields):
            # `versions` beside `repository` is valid: it lists versions of that repository.
            own = ["versions"] if key == "repository" else []
            yield {"not": {"required": [key], "anyOf": [k for k in kinds if k["required"] != own]}}
        if "href" in model.fields:
            kinds.append({"required": ["href"]})
        yield {"oneOf": [*kinds, {"not": {"anyOf": kinds}}]}


def _list_unused_properties(
    described: Mapping[str, Schema], site: Schema
) -> Iterable[tuple[str, dict[str, Schema]]]:
    """Yield the properties that may have any value, each with the object that holds it."""
    for pointer in UNUSED:
        *steps, name = pointer.strip("/").split("/")
        holder = site
        for step in steps:
            # Pydantic puts each model into a definition of its own and refers to it.
            holder = described[_find_model(holder["properties"][step])]
        yield name, holder["properties"]


def _find_model(schema: Schema) -> str:
    # Before pydantic 2.9, a reference with other keys beside it is inside of a list.
    reference = schema if "$ref" in schema else schema["allOf"][0]
    return str(reference["$ref"].rpartition("/")[2])


def _allow_files_in_fields(schema: Schema) -> Schema:
    """Return the definition of an object whose fields may each be in a file of their own."""
    properties = {name: _allow_file(value) for name, value in schema["properties"].items()}
    return {**schema, "properties": properties}


def _allow_file(schema: Schema) -> Schema:
    """Return the schema of a value, or of the file that holds it."""
    texts = {key: schema[key] for key in (*_TEXTS, "default") if key in schema}
    rest = {key: value for key, value in schema.items() if key not in texts}
    if isinstance(rest.get("items"), dict):
        rest["items"] = _allow_file(rest["items"])
    return {**texts, "anyOf": [rest, {"$model": "Reference"}]} if rest else texts


def _require_one_field(*names: str) -> Schema:
    """Return the schema of an object with one of *names*, perhaps in another file."""
    return {"anyOf": [{"required": [name]} for name in (*names, "$ref")]}


def _list_or_file(schema: Schema) -> Schema:
    """Return the schema of a list, or of the file that holds it."""
    description = {"description": schema.pop("description", "")}
    examples = {"examples": schema.pop("examples")} if "examples" in schema else {}
    return {**description, **examples, "anyOf": [schema, {"$model": "Reference"}]}


def _make_global(properties: Schema) -> Schema:
    """Return the definition of ``global``; *properties* are those of any element."""
    return {
        "type": "object",
        "description": "Elements that are shown on every page.",
        "properties": {key: _list_or_file(dict(properties[key])) for key in GLOBAL_HOLDS},
        "patternProperties": _REFERENCE["patternProperties"],
        "additionalProperties": False,
    }


def _insert_references(schema: object) -> object:
    """Return *schema* with references where the models have names of classes.

    Draft-07 ignores keywords beside ``$ref``, so the reference goes into ``allOf``.
    """
    if isinstance(schema, list):
        return [_insert_references(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _insert_references(value) for key, value in schema.items()}
    model = result.pop("$model", None)
    reference = _REFERENCE_TO.format(model=model) if model else result.get("$ref")
    if not isinstance(reference, str):
        return result
    result.pop("$ref", None)
    return {**result, "allOf": [{"$ref": reference}]} if result else {"$ref": reference}
