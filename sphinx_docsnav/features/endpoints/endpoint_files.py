"""The style sheets and scripts of endpoint pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.pages.assets import (
    COMPONENT_SCRIPT,
    COMPONENT_STYLES,
    STATIC,
    Asset,
    PageBody,
    assets_of,
)
from sphinx_docsnav.endpoints.columns import INDEX_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_HERE = Path(__file__).parent
ENDPOINT_SIGN = "docsnav-endpoint"
"""What a class in the body of an endpoint page begins with."""
TRY_IT_SIGN = "docsnav-try-it"
"""The class of the form on a page whose requests readers can send."""


def add_files(app: Sphinx) -> None:
    """Add the files of endpoint pages and of their index to the assets of the build."""
    components = STATIC / "components.css"
    scripts = (STATIC / "components.js", _HERE / "endpoint.js")
    assets_of(app).pages += [
        Asset(COMPONENT_STYLES, (components,), _has_endpoints, order=100),
        Asset("docsnav-endpoint.css", (_HERE / "endpoint.css",), _has_endpoints, order=200),
        Asset("docsnav-endpoint-index.js", (_HERE / "endpoint_index.js",), _is_index, order=700),
        Asset(
            "docsnav-try-it.css",
            (_HERE / "try_it.css",),
            _has_form,
            _is_on,
            order=300,
            in_books=False,
        ),
        Asset("docsnav-try-it.js", (_HERE / "try_it.js",), _has_form, _is_on, order=750),
        Asset("docsnav-endpoint.js", scripts, _has_operation, order=800, replaces=COMPONENT_SCRIPT),
    ]


def _has_operation(page: PageBody) -> bool:
    return any(name.startswith(ENDPOINT_SIGN) for name in page.classes)


def _is_index(page: PageBody) -> bool:
    """Return whether a page is the list of all endpoints, which has no body."""
    return page.name == INDEX_PAGE


def _has_endpoints(page: PageBody) -> bool:
    return _has_operation(page) or _is_index(page)


def _has_form(page: PageBody) -> bool:
    return TRY_IT_SIGN in page.classes


def _is_on(app: Sphinx) -> bool:
    return bool(app.config.docsnav_try_it)
