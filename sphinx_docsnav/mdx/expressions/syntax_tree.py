"""The syntax tree: created by the parser, walked by the evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Literal:
    """A string, number, ``true``, ``false``, ``null`` or ``undefined``."""

    value: object
    """The value itself."""


@dataclass(frozen=True, slots=True)
class Template:
    """`````` `text ${value}` ``````."""

    parts: tuple[str | ExpressionNode, ...]
    """Texts and expressions in order."""


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier that the scope explains."""

    name: str
    """The identifier."""


@dataclass(frozen=True, slots=True)
class Spread:
    """``...value`` in an array, an object, a call or among attributes."""

    value: ExpressionNode


@dataclass(frozen=True, slots=True)
class Array:
    """``[a, b]``."""

    items: tuple[ExpressionNode | Spread, ...]


@dataclass(frozen=True, slots=True)
class Object:
    """``{a: 1, [b]: 2, ...c}``."""

    entries: tuple[tuple[ExpressionNode, ExpressionNode] | Spread, ...]
    """Key and value, or a spread."""


@dataclass(frozen=True, slots=True)
class MemberAccess:
    """``a.b``, ``a[b]``, ``a?.b``."""

    value: ExpressionNode
    """The object."""
    key: ExpressionNode
    """The key; a `Literal` after a dot."""
    optional: bool = False
    """``?.``: return undefined if the object is null or undefined."""


@dataclass(frozen=True, slots=True)
class Call:
    """``f(a, b)``."""

    callee: ExpressionNode
    arguments: tuple[ExpressionNode | Spread, ...]
    optional: bool = False
    """``f?.()``."""


@dataclass(frozen=True, slots=True)
class Unary:
    """``!a``, ``-a``, ``+a``, ``typeof a``, ``void a``."""

    operator: str
    value: ExpressionNode
    """The operand."""


@dataclass(frozen=True, slots=True)
class Binary:
    """``a + b``, and also ``&&``, ``||``, ``??``, which may leave *right* alone."""

    operator: str
    left: ExpressionNode
    """Left operand."""
    right: ExpressionNode
    """Right operand."""


@dataclass(frozen=True, slots=True)
class Conditional:
    """``test ? yes : no``."""

    test: ExpressionNode
    """The condition."""
    yes: ExpressionNode
    """The value if it holds."""
    no: ExpressionNode
    """The value if not."""


@dataclass(frozen=True, slots=True)
class BindingPattern:
    """What a parameter or ``const`` binds: a name, or the parts of an object or array."""

    name: str = ""
    """The name; ``""`` if the value is taken apart."""
    entries: tuple[tuple[str | int, BindingPattern], ...] = ()
    """Key or index, and what it is bound to."""
    rest: str = ""
    """Name for what is left over."""
    default: ExpressionNode | None = None
    """Value in place of ``undefined``."""
    is_array: bool = False
    """Taken apart by index."""
    rest_from: int = 0
    """The first index that is left over."""


@dataclass(frozen=True, slots=True)
class Regex:
    """``/pattern/flags``."""

    pattern: str
    """The pattern between the slashes."""
    flags: str
    """The letters after them."""


@dataclass(frozen=True, slots=True)
class AssignmentParts:
    """``[a, b]`` and ``{a, b: c}`` at the left of ``=``."""

    entries: tuple[tuple[ExpressionNode, AssignmentTarget, ExpressionNode | None], ...]
    """Key or index, what it is assigned to, and the value in place of ``undefined``."""
    is_array: bool
    """Taken apart by index."""
    rest: Name | None = None
    """What takes all that is left over."""
    rest_from: int = 0
    """The first index that is left over."""


AssignmentTarget: TypeAlias = Name | MemberAccess | AssignmentParts
"""What a value can be assigned to."""


@dataclass(frozen=True, slots=True)
class Assign:
    """``a = b``, ``a.b += c``, ``a++``, ``[a, b] = c``."""

    target: AssignmentTarget
    """What is changed."""
    operator: str
    """``""`` for ``=``; ``+`` for ``+=`` and ``++``; likewise others."""
    value: ExpressionNode
    """The right side; 1 for ``++`` and ``--``."""
    is_postfix: bool = False
    """``a++`` and ``a--``, whose value is the one before the change."""


@dataclass(frozen=True, slots=True)
class New:
    """``new Map(a)``."""

    name: str
    """What is called, with dots."""
    arguments: tuple[ExpressionNode | Spread, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence:
    """``(a, b)``: the value is that of the last."""

    items: tuple[ExpressionNode, ...]
    """The expressions, at least two."""


@dataclass(frozen=True, slots=True)
class Delete:
    """``delete a.b``."""

    target: MemberAccess


@dataclass(frozen=True, slots=True)
class Refused:
    """Source that is read but never evaluated, such as ``await x``."""

    construct: str
    """What it is, as a message names it."""


@dataclass(frozen=True, slots=True)
class Function:
    """An arrow function or a function declaration."""

    parameters: tuple[BindingPattern, ...]
    rest: str
    """Name of ``...rest``; ``""`` if there is none."""
    body: tuple[Statement, ...]
    """Its statements; an arrow's expression is one `Return`."""
    refusal: str = ""
    """Why it cannot be called, if its body is not in the subset."""
    line: int = 0
    """Line of the body, counted from 0 at the start of the source."""
    source: str = ""
    """The text of the body."""
    name: str = ""
    """The name that an expression gives it, for itself alone."""


@dataclass(frozen=True, slots=True)
class JsxElement:
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
class _Placed:
    line: int = 0
    """Where it starts, counted from 0 at the start of the source."""


@dataclass(frozen=True, slots=True)
class Declare(_Placed):
    """``const a = value``, ``let a``, ``function a() {}``."""

    pattern: BindingPattern
    """What is bound."""
    value: ExpressionNode
    kind: str = "const"
    """``const``, ``let``, ``var`` or ``function``."""


@dataclass(frozen=True, slots=True)
class Return(_Placed):
    """``return value``."""

    value: ExpressionNode


@dataclass(frozen=True, slots=True)
class Evaluate(_Placed):
    """An expression that is evaluated for its effect on local values: ``list.push(1)``."""

    value: ExpressionNode


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


@dataclass(frozen=True, slots=True)
class Throw(_Placed):
    """``throw value``."""

    value: ExpressionNode
    """What is thrown."""


@dataclass(frozen=True, slots=True)
class Try(_Placed):
    """``try … catch (name) … finally …``."""

    body: FunctionBody
    """The statements that may throw."""
    name: BindingPattern | None
    """What the error is bound to."""
    handler: FunctionBody | None
    """The statements of ``catch``; ``None`` if there are none."""
    last: FunctionBody
    """The statements of ``finally``."""


Statement: TypeAlias = (
    Throw | Try | Declare | Return | Evaluate | Block | If | Switch | ForEach | Loop | Jump
)
FunctionBody: TypeAlias = tuple[Statement, ...]
