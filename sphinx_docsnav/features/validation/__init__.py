"""Specifications checked against the full schema of OpenAPI (``docsnav_openapi_validate``).

Off by default: the check of a large specification takes half a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.state import state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.openapi.pointer import Keys
    from sphinx_docsnav.openapi.specification import Specification

_LONGEST = 300


def validate_specifications(app: Sphinx) -> None:
    """Report what is wrong in each specification that pages are generated from.

    :raises ConfigError: openapi-spec-validator is not installed.
    """
    if not app.config.docsnav_openapi_validate:
        return
    if find_spec("openapi_spec_validator") is None:
        raise ConfigError(
            "docsnav_openapi_validate: openapi-spec-validator is not installed; "
            "install sphinx-docsnav[validate]"
        )
    state = state_of(app)
    used = {id(page.operation.specification): page for page in state.navigation.endpoints}
    for page in used.values():
        specification = page.operation.specification
        for keys, message in schema_errors(specification):
            state.specs.odd(specification.document, keys, message)


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


def _refuse(address: str) -> object:
    raise LookupError(address)


SETTINGS = (
    Setting(
        "docsnav_openapi_validate",
        False,  # noqa: FBT003 -- the default of a switch
        "Validate every OpenAPI file that pages are generated from against the schema of OpenAPI. "
        "Requires ``openapi-spec-validator``, which the extra ``validate`` installs.",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "builder-inited",
        500,
        validate_specifications,
        "needs the resolved site",
        without_navigation=True,
    )
    return metadata()
