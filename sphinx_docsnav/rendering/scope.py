"""What names mean in a file: imports, exported values, properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.mdx.expressions import Value


@dataclass(frozen=True, slots=True)
class Snippet:
    """A name for a file whose content replaces the tag."""

    path: Path
    """The file."""


@dataclass(slots=True)
class ChildNodes:
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
