"""A tag: its name, its attributes and their positions.

`tag_scanner` creates these values; tokens carry them in ``token.meta["tag"]``. They are immutable
and can be shared between documents.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expression:
    """JavaScript between braces, as written and not evaluated."""

    source: str
    """The text between the braces, with its white space."""
    line: int
    """Line of the opening brace, counted from 1."""
    column: int
    """Column of the opening brace, counted from 1."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """``name``, ``name="text"`` or ``name={expression}``."""

    name: str
    """As written: ``className``, ``data-x``, ``xlink:href``."""
    value: str | Expression | None
    """Text with its character references decoded; ``None`` for an attribute without a value."""
    line: int
    """Line of the name."""
    column: int
    """Column of the name."""


@dataclass(frozen=True, slots=True)
class SpreadAttribute:
    """``{...expression}`` among the attributes."""

    expression: Expression
    """The expression after the three dots."""


class Form(enum.Enum):
    """The three forms of a tag."""

    OPEN = 1
    """``<Note>``"""
    CLOSE = -1
    """``</Note>``"""
    SELF_CLOSING = 0
    """``<Note />``"""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag of a component, an html element or a fragment."""

    name: str
    """``Note``, ``Tree.File``, ``my-element``; ``""`` for a fragment."""
    form: Form
    """Opening, closing or self-closing."""
    attributes: tuple[Attribute | SpreadAttribute, ...]
    """In the order written; empty on closing tags."""
    line: int
    """Line of ``<``, counted from 1 in the file."""
    column: int
    """Column of ``<``, counted from 1."""

    def get(self, name: str) -> Attribute | None:
        """Return the last attribute called *name*, as JSX does with equal names."""
        for attribute in reversed(self.attributes):
            if isinstance(attribute, Attribute) and attribute.name == name:
                return attribute
        return None
