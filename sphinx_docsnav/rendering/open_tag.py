"""A tag between its start and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sphinx_docsnav.components.registry import ComponentType


@dataclass(slots=True)
class OpenElement:
    """A tag with its attributes evaluated and its name looked up."""

    name: str
    """As the page has it, ``""`` for a fragment."""
    values: dict[str, Any]
    """Attributes."""
    line: int
    """Where the tag stands."""
    inline: bool
    """It stands in a line of text."""
    target: Any = None
    """What the scope says the name is; ``None`` if it says nothing."""
    type: ComponentType | None = None
    """Its component."""
    ids: tuple[str, ...] = ()
    """Ids it wants."""
    column: int = 1
    """Where in its line the tag stands."""
