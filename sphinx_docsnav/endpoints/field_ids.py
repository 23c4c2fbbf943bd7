"""Ids of fields: the service's rule, so that links into a site that moves keep working.

``#body-attributes-to-crop``, ``#response-created-at``, ``#parameter-action-type``.
"""

from __future__ import annotations

import re

PARAMETER = "parameter"
"""Before the names of parameters of every place."""
BODY = "body"
"""Before the names of properties of a request's body."""
RESPONSE = "response"
"""Before the names of properties of the first response with content."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_OTHERS = re.compile(r"[\W_]+")


def kebab_case(name: str) -> str:
    """Return a name in lower case with dashes: ``attributesToCrop`` -> ``attributes-to-crop``."""
    return _OTHERS.sub("-", _HUMPS.sub("-", name)).strip("-").lower()


def field_id(prefix: str, name: str) -> str:
    """Return the id of the field *name* inside *prefix*."""
    return f"{prefix}-{kebab_case(name)}".rstrip("-")
