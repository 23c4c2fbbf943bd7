"""Functions: parameters, bodies, and telling ``(a) => b`` from ``(a)``."""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.cursor import ExpressionError
from sphinx_docsnav.mdx.expressions.jsx import JsxParser
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    Declare,
    Function,
    If,
    Literal,
    Node,
    Pattern,
    Return,
    Statement,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED


class FunctionParser(JsxParser):
    """Reads functions and the statements that a static one may hold."""

    def arrow(self) -> Function | None:
        """Return the arrow function that starts here; if there is none, stay."""
        start = self.pos
        if self.kind == "name" and self.source[self.end :].lstrip()[:2] == "=>":
            parameters: tuple[Pattern, ...] = (Pattern(self.identifier()),)
            rest = ""
        elif self.at("(") and self._closes_before_arrow():
            parameters, rest = self.parameters()
        else:
            return None
        if not self.take("=>"):
            self.move(start)
            return None
        self.deeper()
        body = self.block() if self.at("{") else (Return(self.expression()),)
        self.depth -= 1
        return Function(parameters, rest, body)

    def _closes_before_arrow(self) -> bool:
        """Return whether ``=>`` follows the bracket that closes the one here."""
        start, depth = self.pos, 0
        try:
            while self.kind:
                if self.at("("):
                    depth += 1
                elif self.at(")"):
                    depth -= 1
                    if depth == 0:
                        self.advance()
                        self._skip_type()
                        return self.at("=>")
                self.advance()
        except ExpressionError:
            pass
        finally:
            self.move(start)
        return False

    def function(self) -> Function:
        """Return the function whose parameter list starts here."""
        self.deeper()
        parameters, rest = self.parameters()
        body = self.block()
        self.depth -= 1
        return Function(parameters, rest, body)

    def parameters(self) -> tuple[tuple[Pattern, ...], str]:
        """Return the parameters in brackets, and the name of ``...rest``."""
        self.expect("(")
        found: list[Pattern] = []
        rest = ""
        while not self.at(")"):
            if self.take("..."):
                rest = self.identifier()
            else:
                found.append(self.pattern())
            if not self.take(","):
                break
        self.expect(")")
        self._skip_type()
        return tuple(found), rest

    def _skip_type(self) -> None:
        """Go past a TypeScript annotation, which says nothing about the value."""
        if not self.at(":"):
            return
        depth = 0
        while self.kind:
            if depth == 0 and self.at(",", ")", "=", "=>"):
                return
            depth += self.at("(", "[", "{", "<") - self.at(")", "]", "}", ">")
            self.advance()

    def pattern(self) -> Pattern:
        """Return one parameter or the left side of a declaration."""
        if self.at("{", "["):
            self.deeper()
            entries, rest, is_array = self._parts()
            self.depth -= 1
            name = ""
        else:
            name, entries, rest, is_array = self.identifier(), (), "", False
            self.take("?")
        self._skip_type()
        default = self.expression() if self.take("=") else None
        return Pattern(name, entries, rest, default, is_array)

    def _parts(self) -> tuple[tuple[tuple[str | int, Pattern], ...], str, bool]:
        is_array = self.at("[")
        close = "]" if is_array else "}"
        self.advance()
        entries: list[tuple[str | int, Pattern]] = []
        rest = ""
        index = 0
        while not self.at(close):
            if self.take("..."):
                rest = self.identifier()
            elif is_array:
                if not self.at(","):
                    entries.append((index, self.pattern()))
                index += 1
            else:
                entries.append(self._part())
            if not self.take(","):
                break
        self.expect(close)
        return tuple(entries), rest, is_array

    def _part(self) -> tuple[str, Pattern]:
        """Return one ``key``, ``key: target`` or ``key = default`` of an object pattern."""
        key = self.advance()[1:-1] if self.kind == "string" else self.identifier()
        if self.take(":"):
            return key, self.pattern()
        default = self.expression() if self.take("=") else None
        return key, Pattern(key, default=default)

    def block(self) -> tuple[Statement, ...]:
        """Return the statements in braces."""
        self.deeper()
        self.expect("{")
        statements: list[Statement] = []
        while not self.at("}"):
            if not self.kind:
                raise ExpressionError("expected '}', found the end")
            self._statement(statements)
        self.expect("}")
        self.depth -= 1
        return tuple(statements)

    def _statement(self, statements: list[Statement]) -> None:
        if self.take(";"):
            return
        if self.take("return"):
            value: Node = Literal(UNDEFINED) if self.at(";", "}") else self.expression()
            statements.append(Return(value))
        elif self.at("const", "let", "var"):
            self.advance()
            self._declarations(statements)
        elif self.take("if"):
            statements.append(self._if())
            return
        elif self.take("function"):
            name = self.identifier()
            statements.append(Declare(Pattern(name), self.function()))
            return
        else:
            raise ExpressionError(f"{self.word!r} starts no statement that is static")
        self.take(";")

    def _declarations(self, statements: list[Statement]) -> None:
        while True:
            pattern = self._undefaulted()
            self.expect("=")
            statements.append(Declare(pattern, self.expression()))
            if not self.take(","):
                return

    def _undefaulted(self) -> Pattern:
        """Return the left side of a declaration, whose ``=`` is no default."""
        if self.at("{", "["):
            self.deeper()
            entries, rest, is_array = self._parts()
            self.depth -= 1
            self._skip_type()
            return Pattern("", entries, rest, None, is_array)
        name = self.identifier()
        self._skip_type()
        return Pattern(name)

    def _if(self) -> If:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        yes = self._branch()
        no = self._branch() if self.take("else") else ()
        return If(test, yes, no)

    def _branch(self) -> tuple[Statement, ...]:
        self.deeper()
        if self.at("{"):
            found = self.block()
        else:
            statements: list[Statement] = []
            self._statement(statements)
            found = tuple(statements)
        self.depth -= 1
        return found
