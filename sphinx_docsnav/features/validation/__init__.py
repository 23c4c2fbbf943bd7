"""FEATURE validation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.validation.validation import validate_specifications

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

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
