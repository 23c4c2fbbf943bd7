"""Expressions: source text -> `nodes`. The grammar is closed; what is not in it is refused."""

from __future__ import annotations

import functools

from sphinx_docsnav.mdx.expressions.cursor import ExpressionError, number_of, unescape
from sphinx_docsnav.mdx.expressions.functions import FunctionParser
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    Array,
    Binary,
    Call,
    Conditional,
    Function,
    Literal,
    Member,
    Name,
    Node,
    Object,
    Spread,
    Template,
    Unary,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED

_STRENGTH = {
    "??": 1,
    "||": 2,
    "&&": 3,
    "==": 7,
    "!=": 7,
    "===": 7,
    "!==": 7,
    "<": 8,
    ">": 8,
    "<=": 8,
    ">=": 8,
    "in": 8,
    "+": 10,
    "-": 10,
    "*": 11,
    "/": 11,
    "%": 11,
    "**": 12,
}
_CONSTANTS: dict[str, object] = {"true": True, "false": False, "null": None, "undefined": UNDEFINED}
_REFUSED = frozenset(
    """
    async await class delete do for import instanceof let new super switch this throw
    try var while with yield
    """.split()  # noqa: SIM905  # a list of words
)
_POWER = 12


@functools.lru_cache(maxsize=4096)
def parse_expression(source: str) -> Node | None:
    """Return what *source* says; ``None`` if it holds nothing but comments.

    Raises `ExpressionError` if it is not in the subset.
    """
    parser = Parser(source)
    if not parser.kind:
        return None
    found = parser.expression()
    if parser.kind and not parser.take(";"):
        raise ExpressionError(f"expected the end, found {parser.word!r}")
    return found


@functools.lru_cache(maxsize=1024)
def parse_function(source: str) -> Function:
    """Return the function whose *source* starts with its parameter list."""
    return Parser(source).function()


class Parser(FunctionParser):
    """Precedence climbing over the words of a source."""

    def expression(self) -> Node:
        """Return the expression at the current word."""
        self.deeper()
        found: Node | None = self.arrow() if self.at("(") or self.kind == "name" else None
        if found is None:
            found = self._conditional()
        self.depth -= 1
        return found

    def _conditional(self) -> Node:
        test = self._binary(0)
        if not self.at("?"):
            return test
        self.advance()
        yes = self.expression()
        self.expect(":")
        return Conditional(test, yes, self.expression())

    def _binary(self, weakest: int) -> Node:
        left = self._unary()
        while True:
            operator = self.word
            strength = _STRENGTH.get(operator, 0) if self.kind in ("sign", "name") else 0
            if strength <= weakest:
                return left
            self.advance()
            self.deeper()
            right = self._binary(strength - 1 if strength == _POWER else strength)
            self.depth -= 1
            left = Binary(operator, left, right)

    def _unary(self) -> Node:
        if self.at("!", "-", "+", "typeof", "void"):
            operator = self.advance()
            self.deeper()
            value = self._unary()
            self.depth -= 1
            return Unary(operator, value)
        return self._postfix(self._primary())

    def _postfix(self, value: Node) -> Node:
        count = 0
        while True:
            count += 1
            if count > 200:  # noqa: PLR2004  # a chain longer than any author's
                raise ExpressionError("more than 200 steps in one chain")
            if self.take("."):
                value = Member(value, Literal(self.identifier()))
            elif self.take("?."):
                if self.at("("):
                    value = Call(value, self._arguments(), optional=True)
                elif self.at("["):
                    value = Member(value, self._index(), optional=True)
                else:
                    value = Member(value, Literal(self.identifier()), optional=True)
            elif self.at("["):
                value = Member(value, self._index())
            elif self.at("("):
                value = Call(value, self._arguments())
            elif self.at("as") and self.source[self.end :].lstrip().startswith("const"):
                self.advance()
                self.advance()
            else:
                return value

    def _index(self) -> Node:
        self.expect("[")
        key = self.expression()
        self.expect("]")
        return key

    def _arguments(self) -> tuple[Node | Spread, ...]:
        self.expect("(")
        found = self._items(")")
        self.expect(")")
        return found

    def _items(self, close: str) -> tuple[Node | Spread, ...]:
        found: list[Node | Spread] = []
        while not self.at(close):
            if self.at(","):
                found.append(Literal(UNDEFINED))
            elif self.take("..."):
                found.append(Spread(self.expression()))
            else:
                found.append(self.expression())
            if not self.take(","):
                break
        return tuple(found)

    def _primary(self) -> Node:  # noqa: PLR0911  # one line per kind of value
        if self.kind == "number":
            return Literal(number_of(self.advance()))
        if self.kind == "string":
            return Literal(unescape(self.advance()[1:-1]))
        if self.kind == "name":
            return self._named()
        if self.at("("):
            self.advance()
            value = self.expression()
            self.expect(")")
            return value
        if self.take("["):
            items = self._items("]")
            self.expect("]")
            return Array(items)
        if self.at("{"):
            return self._object()
        if self.at("`"):
            return self._template()
        if self.at("<"):
            return self.element()
        raise ExpressionError(f"expected a value, found {self.word or 'the end'!r}")

    def _named(self) -> Node:
        word = self.word
        if word in _REFUSED:
            raise ExpressionError(f"'{word}' is not evaluated")
        self.advance()
        if word == "function":
            if self.kind == "name":
                self.advance()
            return self.function()
        if word in _CONSTANTS:
            return Literal(_CONSTANTS[word])
        return Name(word)

    def _object(self) -> Node:
        self.expect("{")
        entries: list[tuple[Node, Node] | Spread] = []
        while not self.at("}"):
            entries.append(self._entry())
            if not self.take(","):
                break
        self.expect("}")
        return Object(tuple(entries))

    def _entry(self) -> tuple[Node, Node] | Spread:
        if self.take("..."):
            return Spread(self.expression())
        if self.take("["):
            key: Node = self.expression()
            self.expect("]")
        elif self.kind == "string":
            key = Literal(unescape(self.advance()[1:-1]))
        elif self.kind == "number":
            key = Literal(str(number_of(self.advance())))
        else:
            name = self.identifier()
            if self.at("("):
                return Literal(name), self.function()
            if not self.at(":"):
                return Literal(name), Name(name)
            key = Literal(name)
        self.expect(":")
        return key, self.expression()

    def _template(self) -> Node:
        """Read a template literal whose first backtick is the current word."""
        parts: list[str | Node] = []
        pos = start = self.pos + 1
        source = self.source
        while True:
            if pos >= len(source):
                raise ExpressionError("the template is not closed")
            char = source[pos]
            if char == "\\":
                pos += 2
            elif char == "`":
                parts.append(unescape(source[start:pos]))
                self.move(pos + 1)
                return Template(tuple(part for part in parts if part != ""))
            elif source.startswith("${", pos):
                parts.append(unescape(source[start:pos]))
                self.move(pos + 2)
                parts.append(self.expression())
                if not self.at("}"):
                    raise ExpressionError(f"expected '}}', found {self.word or 'the end'!r}")
                pos = start = self.end
            else:
                pos += 1
