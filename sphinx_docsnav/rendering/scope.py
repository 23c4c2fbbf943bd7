"""The names of a file (imports, exports, properties), and a tag while it is open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.registry import ComponentType
from sphinx_docsnav.mdx import Expression, SpreadAttribute, Tag
from sphinx_docsnav.mdx.expressions import DisplayValue, Opaque, Value


@dataclass(frozen=True, slots=True)
class Snippet:
    """A file whose content replaces the tag with its name."""

    path: Path
    """The file, below the site's root."""


@dataclass(frozen=True, slots=True)
class RenamedComponent(Opaque):
    """A component of the registry that an import gives another name."""

    name: str = ""
    """Its name in the registry."""


@dataclass(slots=True)
class ChildNodes(DisplayValue):
    """The rendered children of a tag, which are the value of ``{children}``."""

    children: list[nodes.Node]
    """The nodes. The first expression that shows them gets these, others get copies."""
    used: bool = False
    """Whether the nodes are in the document."""

    def take(self) -> list[nodes.Node]:
        """Return the nodes the first time, and copies after that."""
        if self.used:
            return [node.deepcopy() for node in self.children]
        self.used = True
        return list(self.children)


@dataclass(frozen=True)
class Scope(Mapping[str, Any]):
    """The names of a file and their values."""

    names: Mapping[str, Any] = field(default_factory=dict)
    """The value of each name: a value of JavaScript, or one of the classes above."""
    lenient: bool = False
    """Whether unknown names have no value instead of being a mistake, as in snippets."""
    chain: tuple[Path, ...] = ()
    """The files that include this one, outermost first."""

    def __getitem__(self, name: str) -> Value:
        return self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(slots=True)
class OpenElement:
    """A tag with evaluated attributes, and with what its name refers to."""

    name: str
    """The name as written on the page; ``""`` for a fragment."""
    values: dict[str, Any]
    """The values of the attributes."""
    line: int
    """The line of the tag."""
    inline: bool
    """Whether it is inside a line of text."""
    target: Any = None
    """The value of its name in the scope; ``None`` if the file does not define the name."""
    type: ComponentType | None = None
    """The component that its name refers to; ``None`` for HTML and names of the file."""
    ids: tuple[str, ...] = ()
    """The ids that it should get."""
    column: int = 1
    """The column of the tag."""
    handlers: Mapping[str, Any] = field(default_factory=dict)
    """The text of its handlers, such as ``onClick``, by name; code never runs."""
    tag: Tag | None = None
    """The tag on the page; ``None`` for a tag in an expression."""
    container: nodes.Element | None = None
    """The node that collects its children while it is open."""
    child_elements: list[tuple[OpenElement, list[nodes.Node], int, int]] = field(
        default_factory=list
    )
    """The elements directly inside a component of the page.

    For each: the element, a copy of its children, and the range of the component's children that
    shows it.
    """

    def lacks(self, names: Collection[str]) -> bool:
        """Return whether the page gives the tag none of the attributes *names*.

        An attribute whose expression has no known value counts as given: it has a message of its
        own.
        """
        if self.tag is None or any(_has_value(self.values.get(name)) for name in names):
            return False
        attributes = self.tag.attributes
        return not any(
            isinstance(attribute, SpreadAttribute)
            or (isinstance(attribute.value, Expression) and attribute.name not in self.values)
            for attribute in attributes
        )

    def get_position(self, name: str) -> tuple[int, int]:
        """Return line and column of an attribute, or of the tag if the attribute is not on it."""
        attribute = self.tag.get(name) if self.tag is not None else None
        if attribute is None:
            return self.line, self.column
        return attribute.line, attribute.column


def _has_value(value: object) -> bool:
    """Return whether an attribute has a value other than white space."""
    blank = isinstance(value, str) and not value.strip()
    return not (value is None or value is True or blank)
