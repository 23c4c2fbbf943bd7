"""Statements: those of the subset are read, all others are refused by their name."""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.cursor import ExpressionError
from sphinx_docsnav.mdx.expressions.functions import FunctionParser
from sphinx_docsnav.mdx.expressions.statement_tree import (
    Block,
    Declare,
    Evaluate,
    ForEach,
    FunctionBody,
    If,
    Jump,
    Loop,
    Return,
    Statement,
    Switch,
)
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    BindingPattern,
    ExpressionNode,
    Literal,
    Refused,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED

_DECLARING = ("const", "let", "var")


class StatementParser(FunctionParser):
    """Reads the statements of functions."""

    def block(self) -> FunctionBody:
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

    def _statement(self, statements: list[Statement]) -> None:  # noqa: C901, PLR0911, PLR0912  # one per kind
        line = self.line
        if self.take(";"):
            return
        if self.at("{"):
            statements.append(Block(self.block(), line=line))
        elif self.take("return"):
            value: ExpressionNode = Literal(UNDEFINED) if self.at(";", "}") else self.expression()
            statements.append(Return(value, line=line))
        elif self.at(*_DECLARING):
            self._declarations(statements, self.advance())
        elif self.take("if"):
            statements.append(self._if(line))
            return
        elif self.take("function"):
            name = BindingPattern(self.identifier())
            statements.append(Declare(name, self.function(), "function", line=line))
            return
        elif self.take("switch"):
            statements.append(self._switch(line))
            return
        elif self.take("for"):
            statements.append(self._for(line))
            return
        elif self.take("while"):
            statements.append(Loop((), self._in_brackets(), (), self._branch(), line=line))
            return
        elif self.take("do"):
            body = self._branch()
            self.expect("while")
            statements.append(Loop((), self._in_brackets(), (), body, True, line=line))  # noqa: FBT003  # its name is long
        elif self.take("try"):
            statements.append(self._try(line))
            return
        elif self.at("break", "continue"):
            statements.append(Jump(self.advance(), line=line))
        elif self.take("throw"):
            self.expression()
            statements.append(Evaluate(Refused("'throw'"), line=line))
        elif self.at("class"):
            raise ExpressionError("a class is not supported")
        else:
            statements.append(Evaluate(self.expression(), line=line))
        self.take(";")

    def _declarations(self, statements: list[Statement], kind: str) -> None:
        while True:
            line = self.line
            pattern = self._undefaulted()
            if self.take("="):
                statements.append(Declare(pattern, self.expression(), kind, line=line))
            elif pattern.name and kind != "const":
                statements.append(Declare(pattern, Literal(UNDEFINED), kind, line=line))
            else:
                self.expect("=")
            if not self.take(","):
                return

    def _undefaulted(self) -> BindingPattern:
        """Return the left side of a declaration, whose ``=`` is no default."""
        if self.at("{", "["):
            self.deeper()
            entries, rest, is_array = self.parts()
            self.depth -= 1
            self.skip_type()
            return BindingPattern("", entries, rest, None, is_array)
        name = self.identifier()
        self.skip_type()
        return BindingPattern(name)

    def _in_brackets(self) -> ExpressionNode:
        self.expect("(")
        value = self.expression()
        self.expect(")")
        return value

    def _if(self, line: int) -> If:
        branches = [(self._in_brackets(), self._branch())]
        while self.take("else"):
            if not self.take("if"):
                return If(tuple(branches), self._branch(), line=line)
            branches.append((self._in_brackets(), self._branch()))
        return If(tuple(branches), (), line=line)

    def _branch(self) -> FunctionBody:
        self.deeper()
        if self.at("{"):
            found = self.block()
        else:
            statements: list[Statement] = []
            self._statement(statements)
            found = tuple(statements)
        self.depth -= 1
        return found

    def _switch(self, line: int) -> Switch:
        value = self._in_brackets()
        self.expect("{")
        cases: list[tuple[ExpressionNode | None, FunctionBody]] = []
        while not self.take("}"):
            if self.take("default"):
                test: ExpressionNode | None = None
            else:
                self.expect("case")
                test = self.expression()
            self.expect(":")
            statements: list[Statement] = []
            while not self.at("case", "default", "}"):
                if not self.kind:
                    raise ExpressionError("expected '}', found the end")
                self._statement(statements)
            cases.append((test, tuple(statements)))
        return Switch(value, tuple(cases), line=line)

    def _for(self, line: int) -> Statement:
        self.expect("(")
        start: list[Statement] = []
        if self.at(*_DECLARING):
            found = self._each(line)
            if found is not None:
                return found
            self._declarations(start, self.advance())
        elif not self.at(";"):
            start.append(Evaluate(self.expression(), line=line))
        self.expect(";")
        test = None if self.at(";") else self.expression()
        self.expect(";")
        step: list[Statement] = []
        while not self.at(")"):
            step.append(Evaluate(self.expression(), line=line))
            if not self.take(","):
                break
        self.expect(")")
        return Loop(tuple(start), test, tuple(step), self._branch(), line=line)

    def _each(self, line: int) -> ForEach | None:
        """Return a loop over items or keys; if it is none, stay."""
        start = self.pos
        self.advance()
        pattern = self._undefaulted()
        if not self.at("of", "in"):
            self.move(start)
            return None
        keys = self.advance() == "in"
        value = self.expression()
        self.expect(")")
        return ForEach(pattern, value, self._branch(), keys, line=line)

    def _try(self, line: int) -> Block:
        """Return the statements of ``try`` and ``finally``; an error ends the evaluation."""
        body = self.block()
        if self.take("catch"):
            if self.at("("):
                self.parameters()
            self.block()
        last = self.block() if self.take("finally") else ()
        return Block((Block(body, line=line), *last), line=line)
