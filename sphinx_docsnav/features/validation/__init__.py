"""Specifications checked against the full schema of OpenAPI, with the option ``validate``.

So are the examples that pages show, each against its own schema. Off by default: the check of a
large specification takes half a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any
from urllib.parse import quote, unquote

from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, pointer_text, value_at
from sphinx_docsnav.openapi import Located, Specification
from sphinx_docsnav.openapi.spec_document import BadReferenceError

_LONGEST = 300
_SHORT = 12
"""How many characters a text has at most whose pattern is run."""
_HOST = "https://docsnav.invalid/"
_HINT = "; write an 'example' beside the schema or inside it, or correct the schema"


def validate_specifications(app: Sphinx) -> None:
    """Report what is wrong in each specification that pages are generated from.

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
    used = {id(page.operation.specification): page for page in state.navigation.endpoints}
    for page in used.values():
        specification = page.operation.specification
        for keys, message in schema_errors(specification):
            state.specs.report_problem(specification.document, keys, message)
        for schema, message in example_errors(specification):
            state.specs.report_problem(schema.document, schema.keys, message)


def schema_errors(specification: Specification) -> Iterator[tuple[Keys, str]]:
    """Yield the place and the words of each error.

    References into other files are not followed: the checker would fetch them.
    """
    from jsonschema_path import SchemaPath
    from openapi_spec_validator.shortcuts import get_validator_cls
    from referencing.exceptions import Unresolvable

    from sphinx_docsnav.openapi.content.schema_phrases import shorten

    value: Any = dict(specification.value)
    path = SchemaPath.from_dict(
        value, handlers=dict.fromkeys(("http", "https", "file", ""), _refuse)
    )
    try:
        for error in get_validator_cls(value)(path).iter_errors():
            keys = tuple(str(key) for key in getattr(error, "absolute_path", ()))
            yield keys, f"not valid: {shorten(error.message, _LONGEST)}"
    except Unresolvable as error:
        yield (), f"checked only as far as $ref {error.ref!r}, which leads out of the file"


def example_errors(specification: Specification) -> Iterator[tuple[Located, str]]:
    """Yield the schemas of bodies that the examples made from them do not fit, and why."""
    from sphinx_docsnav.openapi.content.catalogue import list_body_schemas
    from sphinx_docsnav.openapi.content.example import make_examples
    from sphinx_docsnav.openapi.content.layout import Layout
    from sphinx_docsnav.openapi.content.page_values import Mode
    from sphinx_docsnav.openapi.content.value_reader import Reader

    reader = Reader(specification.resolver, lambda *_: None)
    layout, misfit = Layout(reader), _misfit(specification)
    told: set[tuple[str, Keys]] = set()
    for operation in specification.operations:
        whole = Located(operation.value, operation.document, operation.keys)
        for status, schema in () if operation.excluded else list_body_schemas(reader, whole):
            place = (schema.document.name, schema.keys)
            media = as_object(value_at(schema.document.value, schema.keys[:-1]))
            if place in told or {"example", "examples"} & media.keys():
                continue
            told.add(place)
            mode = Mode.RESPONSE if bool(status) is not operation.webhook else Mode.REQUEST
            made = (value for _, value in make_examples(layout.flat, (schema,), mode))
            why = next(filter(None, (misfit(schema, value) for value in made)), "")
            if why:
                yield schema, f"the example made from this schema does not fit it: {why}{_HINT}"


def _misfit(specification: Specification) -> Callable[[Located, object], str]:
    """Return what says why a value does not fit a schema of *specification*."""
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError, best_match
    from openapi_schema_validator import OAS30Validator, OAS31Validator
    from referencing import Registry
    from referencing.exceptions import NoSuchResource, Unresolvable
    from referencing.jsonschema import DRAFT202012

    from sphinx_docsnav.openapi.content.schema_phrases import shorten

    own, one_sided = specification.document, set[str]()

    def retrieve(uri: str) -> Any:  # noqa: ANN401 -- a resource of a package without types
        name = unquote(uri.removeprefix(_HOST))
        try:
            found = name == own.name or specification.resolver.target(f"/{name}", own)
        except BadReferenceError:
            raise NoSuchResource(uri) from None
        whole = own.value if found is True else found.value
        one_sided.update(_one_sided(whole))
        return DRAFT202012.create_resource(whole)

    def required(_: object, names: object, instance: object, __: object) -> Iterator[Exception]:
        for name in as_list(names) if isinstance(instance, dict) else ():
            if name not in as_object(instance) and name not in one_sided:
                yield ValidationError(f"{name!r} is a required property")

    # Options are tried in turn: a discriminator may have names that lead nowhere.
    base = OAS30Validator if specification.version.startswith("3.0") else OAS31Validator
    rules = {word: Draft202012Validator.VALIDATORS[word] for word in ("allOf", "anyOf", "oneOf")}
    pattern = base.VALIDATORS["pattern"]

    def short_pattern(checker: object, text: object, instance: object, schema: object) -> Any:  # noqa: ANN401
        # What a stranger's pattern takes grows with the text; longer ones are made to match.
        is_short = isinstance(instance, str) and len(instance) <= _SHORT
        return pattern(checker, text, instance, schema) if is_short else ()

    extend: Any = validators.extend
    fitted = extend(base, {**rules, "required": required, "pattern": short_pattern})
    make: Any = Registry  # its types know no arguments
    registry = make(retrieve=retrieve)

    def misfit(schema: Located, value: object) -> str:
        name, pointer = quote(schema.document.name), quote(pointer_text(schema.keys))
        try:
            checker = fitted({"$ref": f"{_HOST}{name}#{pointer}"}, registry=registry)
            error = best_match(checker.iter_errors(value))
        except (Unresolvable, RecursionError):
            return ""
        return f"{error.json_path}: {shorten(error.message, _LONGEST)}" if error else ""

    return misfit


def _one_sided(value: object) -> Iterator[str]:
    """Yield the names of all properties that are for requests or for responses alone."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            for name, part in as_object(item.get("properties")).items():
                if {"readOnly", "writeOnly"} & as_object(part).keys():
                    yield name
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item


def _refuse(address: str) -> object:
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
