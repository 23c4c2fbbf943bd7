"""What names mean in a file (imports, exported values, properties), and a tag while it is open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.registry import ComponentType
from sphinx_docsnav.mdx import Expression, SpreadAttribute, Tag
from sphinx_docsnav.mdx.expressions import Shown, Value


@dataclass(frozen=True, slots=True)
class Snippet:
    """A name for a file whose content replaces the tag."""

    path: Path
    """The file."""


@dataclass(slots=True)
class ChildNodes(Shown):
    """The rendered children of a tag: the value of ``{children}``."""

    found: list[nodes.Node]
    """The nodes; each place that shows them gets copies, the first one these."""
    used: bool = False
    """They have a place."""

    def take(self) -> list[nodes.Node]:
        """Return the nodes, from the second time on copies."""
        if self.used:
            return [node.deepcopy() for node in self.found]
        self.used = True
        return list(self.found)


@dataclass(frozen=True)
class Scope(Mapping[str, Any]):
    """The names of a file."""

    names: Mapping[str, Any] = field(default_factory=dict)
    """Value by name: of JavaScript, or one of the classes above."""
    lenient: bool = False
    """Unknown names are nothing instead of a mistake, as in snippets."""
    chain: tuple[Path, ...] = ()
    """The files that led here, outermost first."""

    def __getitem__(self, name: str) -> Value:
        return self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


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
    target: Any = None
    """The value of the name in the scope; ``None`` if it is unbound."""
    type: ComponentType | None = None
    ids: tuple[str, ...] = ()
    """Requested ids."""
    column: int = 1
    """The column of the tag."""
    tag: Tag | None = None
    """The tag of the page; ``None`` for one in an expression."""
    holder: nodes.Element | None = None
    """What holds its children while it is open."""
    parts: list[tuple[OpenElement, list[nodes.Node], int, int]] = field(default_factory=list)
    """The elements inside of a component of the page: each with a copy of its children, and where
    what it shows begins and ends among the children of the component."""

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
