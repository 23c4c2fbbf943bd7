"""The syntax tree, which the parser creates and the evaluator walks.

Expressions are named tuples: Python makes such a class in a sixth of the time that a dataclass
takes. Statements are dataclasses, because they have a common base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Literal(NamedTuple):
    """A string, number, ``true``, ``false``, ``null`` or ``undefined``."""

    value: object
    """The value."""


class Template(NamedTuple):
    """`````` `text ${value}` ``````."""

    parts: tuple[str | ExpressionNode, ...]
    """Texts and expressions in order."""


class Name(NamedTuple):
    """A name."""

    name: str
    """The identifier."""


class Spread(NamedTuple):
    """``...value`` in an array, an object, a call or among attributes."""

    value: ExpressionNode


class Array(NamedTuple):
    """``[a, b]``."""

    items: tuple[ExpressionNode | Spread, ...]


class Object(NamedTuple):
    """``{a: 1, [b]: 2, ...c}``."""

    entries: tuple[tuple[ExpressionNode, ExpressionNode] | Spread, ...]
    """Key and value, or a spread."""


class MemberAccess(NamedTuple):
    """``a.b``, ``a[b]``, ``a?.b``."""

    value: ExpressionNode
    """The object."""
    key: ExpressionNode
    """The key; a `Literal` after a dot."""
    optional: bool = False
    """Whether the operator is ``?.``, which returns undefined for null or undefined."""


class Call(NamedTuple):
    """``f(a, b)``."""

    callee: ExpressionNode
    arguments: tuple[ExpressionNode | Spread, ...]
    optional: bool = False
    """Whether it is ``f?.()``."""


class Unary(NamedTuple):
    """``!a``, ``-a``, ``+a``, ``typeof a``, ``void a``."""

    operator: str
    value: ExpressionNode
    """The operand."""


class Binary(NamedTuple):
    """``a + b``, also with ``&&``, ``||`` and ``??``, which may not evaluate *right*."""

    operator: str
    left: ExpressionNode
    """Left operand."""
    right: ExpressionNode
    """Right operand."""


class Conditional(NamedTuple):
    """``test ? yes : no``."""

    test: ExpressionNode
    """The condition."""
    yes: ExpressionNode
    """The value if the condition is true."""
    no: ExpressionNode
    """The value if it is false."""


class BindingPattern(NamedTuple):
    """The names that a parameter or declaration binds: one, or parts of an object or array."""

    name: str = ""
    """The name; ``""`` for a pattern with parts."""
    entries: tuple[tuple[str | int, BindingPattern], ...] = ()
    """The key or index of each part, and its pattern."""
    rest: str = ""
    """The name for the remaining parts."""
    default: ExpressionNode | None = None
    """The value instead of ``undefined``."""
    is_array: bool = False
    """Whether the parts are items instead of members."""
    rest_from: int = 0
    """The first index of the remaining items."""


class Regex(NamedTuple):
    """``/pattern/flags``."""

    pattern: str
    """The pattern between the slashes."""
    flags: str
    """The letters after them."""


class AssignmentParts(NamedTuple):
    """``[a, b]`` or ``{a, b: c}`` at the left of ``=``."""

    entries: tuple[tuple[ExpressionNode, AssignmentTarget, ExpressionNode | None], ...]
    """Key or index, target, and the value instead of ``undefined``."""
    is_array: bool
    """Whether the parts are items instead of members."""
    rest: Name | None = None
    """The variable for the remaining parts."""
    rest_from: int = 0
    """The first index of the remaining items."""


AssignmentTarget: TypeAlias = Name | MemberAccess | AssignmentParts
"""What can be at the left of ``=``."""


class Assign(NamedTuple):
    """``a = b``, ``a.b += c``, ``a++``, ``[a, b] = c``."""

    target: AssignmentTarget
    """The variable, member or parts."""
    operator: str
    """``""`` for ``=``; ``+`` for ``+=`` and ``++``, and so on."""
    value: ExpressionNode
    """The right side; 1 for ``++`` and ``--``."""
    is_postfix: bool = False
    """Whether it is ``a++`` or ``a--``, whose value is the one before the change."""


class New(NamedTuple):
    """``new Map(a)``."""

    name: str
    """The constructor's name, with dots."""
    arguments: tuple[ExpressionNode | Spread, ...] = ()


class Sequence(NamedTuple):
    """``(a, b)``, whose value is that of the last expression."""

    items: tuple[ExpressionNode, ...]
    """The expressions, at least two."""


class Delete(NamedTuple):
    """``delete a.b``."""

    target: MemberAccess


class Refused(NamedTuple):
    """Code that is parsed but never evaluated, such as ``await x``."""

    construct: str
    """What messages call it."""


class Function(NamedTuple):
    """An arrow function or a function declaration."""

    parameters: tuple[BindingPattern, ...]
    rest: str
    """The name of ``...rest``; ``""`` if there is none."""
    body: tuple[Statement, ...]
    """The statements; an arrow's expression is one `Return`."""
    refusal: str = ""
    """Why it cannot be called, if its body is not in the subset."""
    line: int = 0
    """Line of the body, counted from 0 at the start of the source."""
    source: str = ""
    """The text of the body."""
    name: str = ""
    """The name by which a function expression can call itself."""


class JsxElement(NamedTuple):
    """``<Name a={1}>children</Name>``."""

    name: str
    """``""`` for a fragment."""
    attributes: tuple[tuple[str, ExpressionNode] | Spread, ...]
    """Name and value, or a spread."""
    children: tuple[ExpressionNode, ...]
    """Texts as literals, elements and expressions."""


ExpressionNode: TypeAlias = (
    Literal
    | Template
    | Name
    | Array
    | Object
    | MemberAccess
    | Call
    | Unary
    | Binary
    | Conditional
    | Function
    | JsxElement
    | Regex
    | Assign
    | New
    | Sequence
    | Delete
    | Refused
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _StatementNode:
    """The base of statements."""

    line: int = 0
    """The line of its beginning, counted from 0 at the start of the source."""


@dataclass(frozen=True, slots=True)
class Declare(_StatementNode):
    """``const a = value``, ``let a``, ``function a() {}``."""

    pattern: BindingPattern
    """The names."""
    value: ExpressionNode
    kind: str = "const"
    """``const``, ``let``, ``var`` or ``function``."""


@dataclass(frozen=True, slots=True)
class Return(_StatementNode):
    """``return value``."""

    value: ExpressionNode


@dataclass(frozen=True, slots=True)
class Evaluate(_StatementNode):
    """An expression that is evaluated for its effect: ``list.push(1)``."""

    value: ExpressionNode


@dataclass(frozen=True, slots=True)
class Block(_StatementNode):
    """Statements in braces."""

    body: FunctionBody
    """The statements."""


@dataclass(frozen=True, slots=True)
class If(_StatementNode):
    """``if (test) … else if (test) … else …``."""

    branches: tuple[tuple[ExpressionNode, FunctionBody], ...]
    """Each condition with its statements."""
    otherwise: FunctionBody
    """The statements if no condition is true."""


@dataclass(frozen=True, slots=True)
class Switch(_StatementNode):
    """``switch (value) { case a: …; default: … }``."""

    value: ExpressionNode
    """The value that is compared with the cases."""
    cases: tuple[tuple[ExpressionNode | None, FunctionBody], ...]
    """The value of each case, ``None`` for ``default``, and its statements."""


@dataclass(frozen=True, slots=True)
class ForEach(_StatementNode):
    """``for (const a of b) …`` and ``for (const a in b) …``."""

    pattern: BindingPattern
    """The names that are bound to each item."""
    value: ExpressionNode
    """The array, string or object."""
    body: FunctionBody
    """The statements."""
    keys: bool = False
    """Whether it is ``in``, which loops over keys instead of items."""


@dataclass(frozen=True, slots=True)
class Loop(_StatementNode):
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
class Jump(_StatementNode):
    """``break`` or ``continue``."""

    word: str
    """Which of the two."""


@dataclass(frozen=True, slots=True)
class Throw(_StatementNode):
    """``throw value``."""

    value: ExpressionNode
    """The error."""


@dataclass(frozen=True, slots=True)
class Try(_StatementNode):
    """``try … catch (name) … finally …``."""

    body: FunctionBody
    """The statements that may throw."""
    name: BindingPattern | None
    """The names that are bound to the error."""
    handler: FunctionBody | None
    """The statements of ``catch``; ``None`` if there are none."""
    last: FunctionBody
    """The statements of ``finally``."""


Statement: TypeAlias = (
    Throw | Try | Declare | Return | Evaluate | Block | If | Switch | ForEach | Loop | Jump
)
FunctionBody: TypeAlias = tuple[Statement, ...]
