"""The statements of a function: the tree that the parser makes and the evaluator runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.expressions.syntax_tree import BindingPattern, ExpressionNode


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    line: int = 0
    """Where it starts, counted from 0 at the start of the source."""


@dataclass(frozen=True, slots=True)
class Declare(_Placed):
    """``const a = value``, ``let a``, ``function a() {}``."""

    pattern: BindingPattern
    """What is bound."""
    value: ExpressionNode
    """The value."""
    kind: str = "const"
    """``const``, ``let``, ``var`` or ``function``."""


@dataclass(frozen=True, slots=True)
class Return(_Placed):
    """``return value``."""

    value: ExpressionNode
    """The value."""


@dataclass(frozen=True, slots=True)
class Evaluate(_Placed):
    """An expression that is evaluated for its effect on local values: ``list.push(1)``."""

    value: ExpressionNode
    """The expression."""


@dataclass(frozen=True, slots=True)
class Block(_Placed):
    """Statements in braces, and those of ``try`` with what follows in ``finally``."""

    body: FunctionBody
    """The statements."""


@dataclass(frozen=True, slots=True)
class If(_Placed):
    """``if (test) … else if (test) … else …``."""

    branches: tuple[tuple[ExpressionNode, FunctionBody], ...]
    """Each condition with its statements."""
    otherwise: FunctionBody
    """Statements if no condition holds."""


@dataclass(frozen=True, slots=True)
class Switch(_Placed):
    """``switch (value) { case a: …; default: … }``."""

    value: ExpressionNode
    """What is compared."""
    cases: tuple[tuple[ExpressionNode | None, FunctionBody], ...]
    """Each value, ``None`` for ``default``, with the statements that follow it."""


@dataclass(frozen=True, slots=True)
class ForEach(_Placed):
    """``for (const a of b) …`` and ``for (const a in b) …``."""

    pattern: BindingPattern
    """What each item is bound to."""
    value: ExpressionNode
    """The array, string or object."""
    body: FunctionBody
    """The statements."""
    keys: bool = False
    """``in``: the keys instead of the items."""


@dataclass(frozen=True, slots=True)
class Loop(_Placed):
    """``for (start; test; step) …``, ``while (test) …`` and ``do … while (test)``."""

    start: FunctionBody
    """Statements before the first round."""
    test: ExpressionNode | None
    """The condition; ``None`` if there is none."""
    step: FunctionBody
    """Statements after each round."""
    body: FunctionBody
    """The statements."""
    at_least_once: bool = False
    """Whether the first iteration precedes the condition (``do``)."""


@dataclass(frozen=True, slots=True)
class Jump(_Placed):
    """``break`` or ``continue``."""

    word: str
    """Which of them."""


Statement: TypeAlias = Declare | Return | Evaluate | Block | If | Switch | ForEach | Loop | Jump
FunctionBody: TypeAlias = tuple[Statement, ...]
