"""Fragments of links that viewers of specifications understand: ``#operation/listPets``.

Redoc, Scalar, Swagger UI and Elements show a whole specification on one page. Descriptions that
were written for them link to its parts by their fragments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from sphinx_docsnav.openapi.endpoint_reference import METHODS

_NO_LETTERS = re.compile(r"[\W_]+")
_SCHEMAS = frozenset(("model", "models", "schema", "schemas"))
_OPERATIONS = frozenset(("operation", "operations"))


class PartKind(Enum):
    """What a fragment names."""

    OPERATION = "operation"
    SCHEMA = "schema"
    TAG = "tag"
    SECTION = "section"
    """A part of the description of the whole."""


@dataclass(frozen=True, slots=True)
class ViewedPart:
    """A part of a specification."""

    kind: PartKind
    name: str
    """Of an operation, its id or ``get /pets``; of a section, the heading."""


def viewed_parts(fragment: str) -> Iterator[ViewedPart]:
    """Yield the parts of a specification that *fragment* may mean, the likeliest first.

    :param fragment: decoded, without ``#``.
    """
    steps = [step for step in fragment.split("/") if step]
    if not steps or "/" not in fragment:
        return
    first, last = steps[0], steps[-1]
    if not _OPERATIONS.isdisjoint(steps[:-1]):
        yield ViewedPart(PartKind.OPERATION, last)
    if first in _SCHEMAS and len(steps) > 1:
        yield ViewedPart(PartKind.SCHEMA, last)
    if first == "section" and len(steps) > 1:
        yield ViewedPart(PartKind.SECTION, last)
    if first == "tag":
        yield from _below_tag(steps)
    if fragment.startswith("/"):
        kind = PartKind.TAG if len(steps) == 1 else PartKind.OPERATION
        yield ViewedPart(kind, last)


def _below_tag(steps: list[str]) -> Iterator[ViewedPart]:
    """Yield what the steps from ``tag`` on name, as in ``tag/pets`` or ``tag/pets/get/pets``."""
    if steps[2:3] == ["paths"] and len(steps) == 5:  # noqa: PLR2004  tag, its name, "paths", path, method
        path = steps[3].replace("~1", "/").replace("~0", "~")
        yield ViewedPart(PartKind.OPERATION, f"{steps[4]} {path}")
    elif len(steps) > 3 and steps[2].lower() in METHODS:  # noqa: PLR2004  as above, without "paths"
        yield ViewedPart(PartKind.OPERATION, f"{steps[2]} /{'/'.join(steps[3:])}")
    elif len(steps) == 2:  # noqa: PLR2004  the tag itself
        yield ViewedPart(PartKind.TAG, steps[1])


def comparable(name: str) -> str:
    """Return a name of a tag or of a heading as viewers write it, without case."""
    return _NO_LETTERS.sub("-", name.casefold()).strip("-")
