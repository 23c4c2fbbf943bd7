"""A tag between its start and its end."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sphinx_docsnav.components.registry import ComponentType
from sphinx_docsnav.mdx.tags import Expression, SpreadAttribute, Tag


@dataclass(slots=True)
class OpenElement:
    """A tag with its attributes evaluated and its name looked up."""

    name: str
    """As the page has it, ``""`` for a fragment."""
    values: dict[str, Any]
    """Attributes."""
    line: int
    """The line of the tag."""
    inline: bool
    """Whether it is inline."""
    target: Any = None
    """The value of the name in the scope; ``None`` if it is unbound."""
    type: ComponentType | None = None
    """Its component."""
    ids: tuple[str, ...] = ()
    """Requested ids."""
    column: int = 1
    """The column of the tag."""
    tag: Tag | None = None
    """The tag of the page; ``None`` for one in an expression."""

    def lacks(self, names: Collection[str]) -> bool:
        """Return whether the page gives the tag none of the attributes *names*.

        An expression without a known value has its own message.
        """
        if self.tag is None or any(_holds_something(self.values.get(name)) for name in names):
            return False
        written = self.tag.attributes
        return not any(
            isinstance(attribute, SpreadAttribute)
            or (isinstance(attribute.value, Expression) and attribute.name not in self.values)
            for attribute in written
        )

    def place_of(self, name: str) -> tuple[int, int]:
        """Return line and column of an attribute, or of the tag where that is unknown."""
        found = self.tag.get(name) if self.tag is not None else None
        return (found.line, found.column) if found is not None else (self.line, self.column)


def _holds_something(value: object) -> bool:
    blank = isinstance(value, str) and not value.strip()
    return not (value is None or value is True or blank)
