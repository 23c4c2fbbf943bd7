"""Every utility class with a value: ``mt-4``, ``grid-cols-2``, ``text-zinc-500``, ``w-[12rem]``."""

from __future__ import annotations

from sphinx_docsnav.utility_css.box_families import BOXES
from sphinx_docsnav.utility_css.class_values import negated
from sphinx_docsnav.utility_css.family_parts import SIDES
from sphinx_docsnav.utility_css.look_families import CORNERS, LOOKS

MOVED = "translate:var(--docsnav-x,0) var(--docsnav-y,0)"
"""What an element with a shift along one axis has as well."""
BETWEEN_CHILDREN = frozenset({"space-x", "space-y", "divide-x", "divide-y", "divide"})
"""Families that style each child but the first, not the element."""
_NEGATIVE = frozenset({"m", "z", "order", *(f"m{key}" for key in SIDES)}) | frozenset(
    {"inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "space-x", "space-y"}
    | {"translate-x", "translate-y", "rotate", "tracking", "indent"}
)
"""Families that have negative values: ``-mt-4``."""
FAMILIES = {**BOXES, **LOOKS}
"""The prefix before the value -> the family."""
WITHOUT_VALUE = frozenset(
    {"blur", "backdrop-blur"}
    | {f"rounded{key}" for key in CORNERS}
    | {f"border-{key}" for key in SIDES}
)
"""Families that have a class without a value: ``rounded``, ``border-t``."""


def negative(prefix: str, value: str) -> str:
    """Return the declarations of ``-prefix-value``; none if the family has no negative values."""
    if prefix not in _NEGATIVE:
        return ""
    name, _, found = FAMILIES[prefix](value).partition(":")
    if not found:
        return ""
    rest = [part.partition(":")[0] for part in found.split(";")[1:]]
    length = negated(found.split(";")[0])
    return ";".join(f"{each}:{length}" for each in (name, *rest))
