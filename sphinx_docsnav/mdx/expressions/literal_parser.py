"""Literals that hold expressions, and regular expressions."""

from __future__ import annotations

import re

from sphinx_docsnav.mdx.expressions.cursor import ExpressionError, number_of, unescape
from sphinx_docsnav.mdx.expressions.statement_parser import StatementParser
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    Call,
    ExpressionNode,
    Literal,
    Name,
    New,
    Object,
    Regex,
    Spread,
    Template,
)

_REGEX = re.compile(r"/(?![*/])((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")


COLLECTIONS = frozenset({"Set", "Map"})
"""What ``new`` makes; no page can write a name with a blank as theirs is."""


class LiteralParser(StatementParser):
    """Reads objects, templates, regular expressions, and what ``new`` makes."""

    def arguments(self) -> tuple[ExpressionNode | Spread, ...]:
        """Return the arguments in brackets."""
        raise NotImplementedError  # pragma: no cover - the parser has it

    def object(self) -> ExpressionNode:
        """Return the object whose brace is the current word."""
        self.expect("{")
        entries: list[tuple[ExpressionNode, ExpressionNode] | Spread] = []
        while not self.at("}"):
            entries.append(self._entry())
            if not self.take(","):
                break
        self.expect("}")
        return Object(tuple(entries))

    def _entry(self) -> tuple[ExpressionNode, ExpressionNode] | Spread:
        if self.take("..."):
            return Spread(self.expression())
        if self.take("["):
            key: ExpressionNode = self.expression()
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

    def template(self) -> ExpressionNode:
        """Read a template literal whose first backtick is the current word."""
        parts: list[str | ExpressionNode] = []
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

    def regex(self) -> Regex:
        """Return the regular expression whose first slash is the current word."""
        match = _REGEX.match(self.source, self.pos)
        if match is None:
            raise ExpressionError("the regular expression that '/' starts is not closed")
        self.move(match.end())
        return Regex(match[1], match[2])

    def new(self) -> ExpressionNode:
        """Parse a ``new`` expression; evaluating one but ``Set`` and ``Map`` is refused."""
        if self.kind != "name":
            raise ExpressionError("'new' is not supported")
        name = self.identifier()
        while self.take("."):
            name += f".{self.identifier()}"
        arguments = self.arguments() if self.at("(") else ()
        if name in COLLECTIONS:
            return Call(Name(f"new {name}"), arguments)
        return New(name)
