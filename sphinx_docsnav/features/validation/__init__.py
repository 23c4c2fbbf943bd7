"""Validation of specifications and their examples, with the option ``validate``.

Specifications are validated against the schema of OpenAPI, and the examples on pages against their
own schemas. This is off by default, because a large specification takes half a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from importlib.util import find_spec
from typing import Any
from urllib.parse import quote, unquote

from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.data_files.json_values import (
    Keys,
    as_list,
    as_object,
    find_value,
    format_pointer,
    walk_values,
)
from sphinx_docsnav.openapi import Located, Specification
from sphinx_docsnav.openapi.spec_document import BadReferenceError

_MESSAGE_LIMIT = 300
_PATTERN_TEXT_LIMIT = 12
"""The maximum length of a text that is matched with a pattern of a schema."""
_REFERENCE_BASE = "https://docsnav.invalid/"
"""The base of the URLs that identify documents; the host cannot exist."""
_HINT = "; write an 'example' beside the schema or inside it, or correct the schema"


def validate_specifications(app: Sphinx) -> None:
    """Report the errors of each specification from which pages are generated (``builder-inited``).

    :raises ConfigError: openapi-spec-validator is not installed.
    """
    if not app.config.docsnav_openapi_options["validate"]:
        return
    if find_spec("openapi_spec_validator") is None:
        raise ConfigError(
            "docsnav_openapi_options['validate']: openapi-spec-validator is not installed; "
            "install sphinx-docsnav[validate]"
        )
    state = state_of(app)
    # Many pages come from one specification: validate it once.
    pages_by_specification = {
        id(page.operation.specification): page for page in state.navigation.endpoints
    }
    for page in pages_by_specification.values():
        specification = page.operation.specification
        for keys, message in find_schema_errors(specification):
            state.specs.report_problem(specification.document, keys, message)
        for schema, message in find_example_errors(specification):
            state.specs.report_problem(schema.document, schema.keys, message)


def find_schema_errors(specification: Specification) -> Iterator[tuple[Keys, str]]:
    """Yield the keys and the message of each error.

    References to other files are not resolved, because the validator would fetch them.
    """
    from jsonschema_path import SchemaPath
    from openapi_spec_validator.shortcuts import get_validator_cls
    from referencing.exceptions import Unresolvable

    from sphinx_docsnav.openapi.content.schema_phrases import shorten

    value: Any = dict(specification.value)
    path = SchemaPath.from_dict(
        value, handlers=dict.fromkeys(("http", "https", "file", ""), _refuse_reference)
    )
    try:
        for error in get_validator_cls(value)(path).iter_errors():
            keys = tuple(str(key) for key in getattr(error, "absolute_path", ()))
            yield keys, f"not valid: {shorten(error.message, _MESSAGE_LIMIT)}"
    except Unresolvable as error:
        yield (), f"checked only as far as $ref {error.ref!r}, which leads out of the file"


def find_example_errors(specification: Specification) -> Iterator[tuple[Located, str]]:
    """Yield the schemas of bodies whose generated examples are not valid, with a message."""
    from sphinx_docsnav.openapi.content.catalogue import list_body_schemas
    from sphinx_docsnav.openapi.content.example import make_examples
    from sphinx_docsnav.openapi.content.layout import Layout
    from sphinx_docsnav.openapi.content.page_values import Mode
    from sphinx_docsnav.openapi.content.value_reader import Reader

    reader = Reader(specification.resolver, lambda *_: None)
    layout, check_value = Layout(reader), _make_checker(specification)
    checked_schemas: set[tuple[str, Keys]] = set()
    for operation in specification.operations:
        operation_value = operation.located
        for status, schema in (
            () if operation.excluded else list_body_schemas(reader, operation_value)
        ):
            schema_key = (schema.document.name, schema.keys)
            media = as_object(find_value(schema.document.value, schema.keys[:-1]))
            # Only generated examples are checked here.
            if schema_key in checked_schemas or {"example", "examples"} & media.keys():
                continue
            checked_schemas.add(schema_key)
            mode = Mode.RESPONSE if bool(status) is not operation.webhook else Mode.REQUEST
            examples = (value for _, value in make_examples(layout.flat, (schema,), mode))
            reason = next(filter(None, (check_value(schema, value) for value in examples)), "")
            if reason:
                yield schema, f"the example made from this schema does not fit it: {reason}{_HINT}"


def _make_checker(specification: Specification) -> Callable[[Located, object], str]:
    """Return a function that returns why a value does not match a schema; empty if it does."""
    from jsonschema.exceptions import best_match
    from referencing import Registry
    from referencing.exceptions import NoSuchResource, Unresolvable
    from referencing.jsonschema import DRAFT202012

    from sphinx_docsnav.openapi.content.schema_phrases import shorten

    own_document, one_sided_names = specification.document, set[str]()

    def retrieve(uri: str) -> Any:  # noqa: ANN401 -- a resource of a package without types
        name = unquote(uri.removeprefix(_REFERENCE_BASE))
        try:
            document = (
                own_document
                if name == own_document.name
                else specification.resolver.target(f"/{name}", own_document)
            )
        except BadReferenceError:
            raise NoSuchResource(uri) from None
        one_sided_names.update(_find_one_sided(document.value))
        return DRAFT202012.create_resource(document.value)

    make_validator = _make_validator_class(specification.version, one_sided_names)
    # The types of this package do not declare the arguments.
    make_registry: Any = Registry
    registry = make_registry(retrieve=retrieve)

    def check_value(schema: Located, value: object) -> str:
        name, pointer = quote(schema.document.name), quote(format_pointer(schema.keys))
        try:
            validator = make_validator(
                {"$ref": f"{_REFERENCE_BASE}{name}#{pointer}"}, registry=registry
            )
            error = best_match(validator.iter_errors(value))
        except (Unresolvable, RecursionError):
            return ""
        return f"{error.json_path}: {shorten(error.message, _MESSAGE_LIMIT)}" if error else ""

    return check_value


def _make_validator_class(version: str, one_sided_names: Collection[str]) -> Any:  # noqa: ANN401 -- a class that a package without types makes
    """Return the class that validates values against the schemas of a version of OpenAPI.

    :param one_sided_names: properties that are not required, because only requests or only
        responses have them. The validator reads them when it is used.
    """
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError
    from openapi_schema_validator import OAS30Validator, OAS31Validator

    base = OAS30Validator if version.startswith("3.0") else OAS31Validator
    check_pattern = base.VALIDATORS["pattern"]

    def required(_: object, names: object, instance: object, __: object) -> Iterator[Exception]:
        for name in as_list(names) if isinstance(instance, dict) else ():
            if name not in as_object(instance) and name not in one_sided_names:
                yield ValidationError(f"{name!r} is a required property")

    def short_pattern(validator: object, text: object, instance: object, schema: object) -> Any:  # noqa: ANN401
        # The time of a pattern grows with the text, so longer texts are not matched.
        is_short = isinstance(instance, str) and len(instance) <= _PATTERN_TEXT_LIMIT
        return check_pattern(validator, text, instance, schema) if is_short else ()

    # Options are tried in turn, because a discriminator may name schemas that do not exist.
    rules = {word: Draft202012Validator.VALIDATORS[word] for word in ("allOf", "anyOf", "oneOf")}
    extend: Any = validators.extend
    return extend(base, {**rules, "required": required, "pattern": short_pattern})


def _find_one_sided(value: object) -> Iterator[str]:
    """Yield the names of all properties that occur only in requests or only in responses."""
    for _, item in walk_values(value):
        for name, part in as_object(as_object(item).get("properties")).items():
            if {"readOnly", "writeOnly"} & as_object(part).keys():
                yield name


def _refuse_reference(address: str) -> object:
    raise LookupError(address)


SETTINGS = (
    Setting(
        "docsnav_openapi_options.validate",
        False,  # noqa: FBT003 -- the default of a switch
        "Validate every OpenAPI file that pages are generated from against the schema of OpenAPI, "
        "and the examples of its bodies against their own schemas. "
        "Requires ``openapi-spec-validator``, which the extra ``validate`` installs.",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect_always(app, "builder-inited", 500, validate_specifications, "needs the resolved site")
    return metadata()
