"""The parsers of statements and functions, and of the JSX in them.

This is plain JSX, whose text is not Markdown. Statements that are not in the subset are refused by
name.
"""

from __future__ import annotations

import re

from sphinx_docsnav.mdx.braces import ScanLimit, scan_braces
from sphinx_docsnav.mdx.expressions.cursor import Cursor, ExpressionError
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    BindingPattern,
    Block,
    Declare,
    Evaluate,
    ExpressionNode,
    ForEach,
    Function,
    FunctionBody,
    If,
    JsxElement,
    Jump,
    Literal,
    Loop,
    Return,
    Sequence,
    Spread,
    Statement,
    Switch,
    Throw,
    Try,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED
from sphinx_docsnav.mdx.tags import decode_references, is_handler

_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$-]*(?:\s*[.:]\s*(?:[^\W\d]|\$)[\w$-]*)*")
"""The name of an element or attribute."""
_CLOSE = re.compile(r"<\s*/\s*([^<>\s]*)\s*>")
"""A closing tag."""
_TEXT = re.compile(r"[^{<]*")
"""Text between elements and expressions."""
_SPACE = re.compile(r"\s*")
_DECLARING = ("const", "let", "var")
"""Keywords that begin a declaration."""


def trim_jsx_text(text: str) -> str:
    """Return *text* as JSX keeps it: lines are trimmed and joined by single spaces."""
    if "\n" not in text:
        return decode_references(text)
    lines = text.split("\n")
    trimmed_lines = []
    for index, line in enumerate(lines):
        trimmed = line.replace("\t", " ")
        # White space at line ends is indentation, that inside a line is text.
        if index > 0:
            trimmed = trimmed.lstrip(" ")
        if index < len(lines) - 1:
            trimmed = trimmed.rstrip(" ")
        if trimmed:
            trimmed_lines.append(trimmed)
    return decode_references(" ".join(trimmed_lines))


class JsxParser(Cursor):
    """A parser of elements; a subclass parses the expressions in them."""

    def __init__(self, source: str) -> None:
        self.functions = 0
        """The number of open functions."""
        super().__init__(source)

    def parse_expression(self) -> ExpressionNode:
        """Parse the expression at the current word."""
        raise NotImplementedError  # pragma: no cover - the parser has it

    def parse_element(self) -> JsxElement:
        """Parse the element whose ``<`` is the current word."""
        element = self._parse_element()
        self.move(self.end)
        return element

    def _skip_space_at(self, pos: int) -> int:
        """Return the offset after the white space at *pos*."""
        match = _SPACE.match(self.source, pos)
        return match.end() if match else pos

    def _expect_tag_end(self) -> None:
        """Stop on ``>``, since what follows may be text instead of a word."""
        if self.source[self.pos : self.pos + 1] != ">":
            raise ExpressionError(f"expected '>', found {self.word or 'the end'!r}")
        self.end, self.kind, self.word = self.pos + 1, "sign", ">"

    def _parse_attribute(self) -> tuple[str, ExpressionNode] | Spread:
        """Parse an attribute or a spread."""
        if self.take("{"):
            self.expect("...")
            value = self.parse_expression()
            self.expect("}")
            return Spread(value)
        match = _NAME.match(self.source, self.pos)
        if match is None:
            raise ExpressionError(f"expected an attribute, found {self.word or 'the end'!r}")
        name = re.sub(r"\s+", "", match[0])
        self.move(match.end())
        if not self.at("="):
            return name, Literal(True)  # noqa: FBT003  # the value
        # Handlers may use code outside the subset, as they rarely run.
        if is_handler(name):
            return self._parse_handler(name)
        return name, self._parse_attribute_value()

    def _parse_handler(self, name: str) -> tuple[str, ExpressionNode]:
        """Parse the value of an attribute such as ``onClick``; skip code outside the subset."""
        start, depth, functions = self._skip_space_at(self.end), self.depth, self.functions
        try:
            return name, self._parse_attribute_value()
        except ExpressionError:
            length = len(self.source)
            end = scan_braces(self.source, start, length, ScanLimit(length), more=True)
            if self.source[start : start + 1] != "{" or end is None:
                raise
            # The attempt may have left brackets and functions open.
            self.depth, self.functions = depth, functions
            self.move(end)
            return name, Literal(UNDEFINED)

    def _parse_attribute_value(self) -> ExpressionNode:
        """Parse the value after the ``=`` of an attribute."""
        start = self._skip_space_at(self.end)
        quote = self.source[start : start + 1]
        if quote and quote in "\"'":
            close = self.source.find(quote, start + 1)
            if close < 0:
                raise ExpressionError(f"the value's {quote} is not closed")
            self.move(close + 1)
            return Literal(decode_references(self.source[start + 1 : close]))
        self.advance()
        if self.at("<"):
            return self.parse_element()
        self.expect("{")
        value = self.parse_expression()
        self.expect("}")
        return value

    def _parse_children(self, name: str) -> tuple[ExpressionNode, ...]:
        """Parse up to the closing tag of *name*, and stop on its ``>``."""
        self._expect_tag_end()
        children: list[ExpressionNode] = []
        pos = self.end
        while True:
            text = _TEXT.match(self.source, pos)
            if text and text[0]:
                trimmed = trim_jsx_text(text[0])
                if trimmed:
                    children.append(Literal(trimmed))
                pos = text.end()
            if pos >= len(self.source):
                raise ExpressionError(f"<{name}> is not closed")
            closing = _CLOSE.match(self.source, pos)
            if closing:
                if closing[1] != name:
                    raise ExpressionError(f"expected '</{name}>', found '</{closing[1]}>'")
                self.pos, self.end, self.kind, self.word = (
                    closing.end() - 1,
                    closing.end(),
                    "sign",
                    ">",
                )
                return tuple(children)
            pos = self._parse_child(pos, children)

    def _parse_child(self, pos: int, children: list[ExpressionNode]) -> int:
        """Parse one element or expression; return the offset after it."""
        self.move(pos)
        if self.at("<"):
            children.append(self._parse_element())
            return self.end
        self.expect("{")
        if not self.at("}"):
            children.append(self.parse_expression())
        if not self.at("}"):
            raise ExpressionError(f"expected '}}', found {self.word or 'the end'!r}")
        return self.end

    def _parse_element(self) -> JsxElement:
        """Parse an element and stop on its last character, as text may follow."""
        self.open_bracket()
        match = _NAME.match(self.source, self._skip_space_at(self.pos + 1))
        name = re.sub(r"\s+", "", match[0]) if match else ""
        self.move(match.end() if match else self.pos + 1)
        attributes: list[tuple[str, ExpressionNode] | Spread] = []
        while self.source[self.pos : self.pos + 1] not in (">", "/"):
            attributes.append(self._parse_attribute())
        children: tuple[ExpressionNode, ...] = ()
        if self.take("/"):
            self._expect_tag_end()
        else:
            children = self._parse_children(name)
        self.depth -= 1
        return JsxElement(name, tuple(attributes), children)


class StatementParser(JsxParser):
    """A parser of functions and their statements."""

    def parse_block(self) -> FunctionBody:
        """Parse the statements in braces."""
        self.open_bracket()
        self.expect("{")
        statements: list[Statement] = []
        while not self.at("}"):
            if not self.kind:
                raise ExpressionError("expected '}', found the end")
            self._parse_statement(statements)
        self.expect("}")
        self.depth -= 1
        return tuple(statements)

    def _parse_statement(self, statements: list[Statement]) -> None:  # noqa: C901, PLR0912  # one per kind
        """Parse one statement and add it to *statements*; a declaration may add several."""
        line = self.line
        if self.take(";"):
            return
        if self.at("{"):
            statements.append(Block(self.parse_block(), line=line))
        elif self.take("return"):
            is_empty = self.at(";", "}")
            value = Literal(UNDEFINED) if is_empty else self.parse_sequence()
            statements.append(Return(value, line=line))
        elif self.at(*_DECLARING):
            self._parse_declarations(statements, self.advance())
        elif self.take("if"):
            statements.append(self._parse_if(line))
        elif self.take("function"):
            name = BindingPattern(self.expect_identifier())
            statements.append(Declare(name, self.parse_function(), "function", line=line))
        elif self.take("switch"):
            statements.append(self._parse_switch(line))
        elif self.take("for"):
            statements.append(self._parse_for(line))
        elif self.take("while"):
            statements.append(
                Loop((), self._parse_condition(), (), self._parse_branch(), line=line)
            )
        elif self.take("do"):
            body = self._parse_branch()
            self.expect("while")
            statements.append(Loop((), self._parse_condition(), (), body, True, line=line))  # noqa: FBT003  # its name is long
        elif self.take("try"):
            statements.append(self._parse_try(line))
        elif self.at("break", "continue"):
            statements.append(Jump(self.advance(), line=line))
        elif self.take("throw"):
            statements.append(Throw(self.parse_expression(), line=line))
        elif self.at("class"):
            raise ExpressionError("a class is not supported")
        else:
            statements.append(Evaluate(self.parse_sequence(), line=line))
        self.take(";")

    def _parse_declarations(self, statements: list[Statement], kind: str) -> None:
        """Parse the declarations after ``const``, ``let`` or ``var``."""
        while True:
            line = self.line
            pattern = self._parse_declared()
            if self.take("="):
                statements.append(Declare(pattern, self.parse_expression(), kind, line=line))
            elif pattern.name and kind != "const":
                statements.append(Declare(pattern, Literal(UNDEFINED), kind, line=line))
            else:
                self.expect("=")
            if not self.take(","):
                return

    def _parse_declared(self) -> BindingPattern:
        """Parse the left side of a declaration, whose ``=`` is not a default."""
        if self.at("{", "["):
            self.open_bracket()
            pattern = self.parse_parts()
            self.depth -= 1
            self.skip_type()
            return pattern
        name = self.expect_identifier()
        self.skip_type()
        return BindingPattern(name)

    def parse_sequence(self) -> ExpressionNode:
        """Parse an expression, or several that are separated by commas."""
        items = [self.parse_expression()]
        while self.take(","):
            items.append(self.parse_expression())
        return Sequence(tuple(items)) if len(items) > 1 else items[0]

    def _parse_condition(self) -> ExpressionNode:
        """Parse an expression in brackets."""
        self.expect("(")
        value = self.parse_expression()
        self.expect(")")
        return value

    def _parse_if(self, line: int) -> If:
        """Parse ``if`` after the keyword, with all its branches."""
        branches = [(self._parse_condition(), self._parse_branch())]
        while self.take("else"):
            if not self.take("if"):
                return If(tuple(branches), self._parse_branch(), line=line)
            branches.append((self._parse_condition(), self._parse_branch()))
        return If(tuple(branches), (), line=line)

    def _parse_branch(self) -> FunctionBody:
        """Parse a block, or a single statement."""
        self.open_bracket()
        if self.at("{"):
            body = self.parse_block()
        else:
            statements: list[Statement] = []
            self._parse_statement(statements)
            body = tuple(statements)
        self.depth -= 1
        return body

    def _parse_switch(self, line: int) -> Switch:
        """Parse ``switch`` after the keyword."""
        value = self._parse_condition()
        self.expect("{")
        cases: list[tuple[ExpressionNode | None, FunctionBody]] = []
        while not self.take("}"):
            if self.take("default"):
                test: ExpressionNode | None = None
            else:
                self.expect("case")
                test = self.parse_expression()
            self.expect(":")
            statements: list[Statement] = []
            while not self.at("case", "default", "}"):
                if not self.kind:
                    raise ExpressionError("expected '}', found the end")
                self._parse_statement(statements)
            cases.append((test, tuple(statements)))
        return Switch(value, tuple(cases), line=line)

    def _parse_for(self, line: int) -> Statement:
        """Parse ``for`` after the keyword."""
        self.expect("(")
        start: list[Statement] = []
        if self.at(*_DECLARING):
            loop = self._parse_for_each(line)
            if loop is not None:
                return loop
            self._parse_declarations(start, self.advance())
        elif not self.at(";"):
            start.append(Evaluate(self.parse_expression(), line=line))
        self.expect(";")
        test = None if self.at(";") else self.parse_expression()
        self.expect(";")
        step: list[Statement] = []
        while not self.at(")"):
            step.append(Evaluate(self.parse_expression(), line=line))
            if not self.take(","):
                break
        self.expect(")")
        return Loop(tuple(start), test, tuple(step), self._parse_branch(), line=line)

    def _parse_for_each(self, line: int) -> ForEach | None:
        """Parse a loop over items or keys; return ``None`` and stay if it is another loop."""
        start = self.pos
        self.advance()
        pattern = self._parse_declared()
        if not self.at("of", "in"):
            # It is a loop with a condition, whose declaration is parsed again.
            self.move(start)
            return None
        keys = self.advance() == "in"
        value = self.parse_expression()
        self.expect(")")
        return ForEach(pattern, value, self._parse_branch(), keys, line=line)

    def _parse_try(self, line: int) -> Try:
        """Parse ``try`` after the keyword."""
        body, name, handler = self.parse_block(), None, None
        if self.take("catch"):
            if self.take("("):
                name = self.parse_pattern()
                self.expect(")")
            handler = self.parse_block()
        last = self.parse_block() if self.take("finally") else ()
        return Try(body, name, handler, last, line=line)

    def parse_arrow(self) -> Function | None:
        """Parse an arrow function; return ``None`` and stay if there is none."""
        start = self.pos
        if self.kind == "name" and self.source[self.end :].lstrip()[:2] == "=>":
            parameters: tuple[BindingPattern, ...] = (BindingPattern(self.expect_identifier()),)
            rest = ""
        elif self.at("(") and self._is_arrow_after_brackets():
            parameters, rest = self.parse_parameters()
        else:
            return None
        if not self.take("=>"):
            self.move(start)
            return None
        start, line = self.pos, self.line
        if self.at("{"):
            return self._parse_body(parameters, rest)
        self.open_bracket()
        body = (Return(self.parse_expression(), line=line),)
        self.depth -= 1
        return Function(parameters, rest, body, line=line, source=self.source[start : self.pos])

    def _is_arrow_after_brackets(self) -> bool:
        """Return whether ``=>`` follows the brackets at the current word."""
        start, depth = self.pos, 0
        try:
            while self.kind:
                if self.at("("):
                    depth += 1
                elif self.at(")"):
                    depth -= 1
                    if depth == 0:
                        self.advance()
                        self.skip_type()
                        return self.at("=>")
                self.advance()
        # A regular expression or text may be in the brackets, which is no parameter list.
        except ExpressionError:
            pass
        finally:
            self.move(start)
        return False

    def parse_function(self) -> Function:
        """Parse a function whose parameter list begins here."""
        return self._parse_body(*self.parse_parameters())

    def _parse_body(self, parameters: tuple[BindingPattern, ...], rest: str) -> Function:
        """Parse the body of a function, in braces.

        Functions inside others, such as effects and handlers, may never be called while a page is
        built. One that cannot be parsed is therefore refused only when it is called.
        """
        start, line, depth, functions = self.pos, self.line, self.depth, self.functions
        self.open_bracket()
        self.functions += 1
        try:
            body = self.parse_block()
            function = Function(
                parameters, rest, body, line=line, source=self.source[start : self.pos]
            )
        except ExpressionError as fault:
            limit = ScanLimit(len(self.source))
            end = scan_braces(self.source, start, len(self.source), limit, more=True)
            # The outermost function must be readable to show anything.
            if not functions or end is None:
                raise
            function = Function(parameters, rest, (), str(fault), self.line, self.source[start:end])
            self.move(end)
        self.depth, self.functions = depth, functions
        return function

    def parse_parameters(self) -> tuple[tuple[BindingPattern, ...], str]:
        """Parse the parameters in brackets; return them and the name of ``...rest``."""
        self.expect("(")
        parameters: list[BindingPattern] = []
        rest = ""
        while not self.at(")"):
            if self.take("..."):
                rest = self.expect_identifier()
            else:
                parameters.append(self.parse_pattern())
            if not self.take(","):
                break
        self.expect(")")
        self.skip_type()
        return tuple(parameters), rest

    def skip_type(self) -> None:
        """Skip a type annotation of TypeScript."""
        if not self.take(":"):
            return
        depth, start = 0, self.pos
        while self.kind:
            # The type ends where a parameter, a default or a body begins.
            if depth == 0 and (self.at(",", ")", "=", "=>") or (self.at("{") and self.pos > start)):
                return
            depth += self.at("(", "[", "{", "<") - self.at(")", "]", "}", ">")
            self.advance()

    def parse_pattern(self) -> BindingPattern:
        """Parse a parameter, or the left side of a declaration."""
        if self.at("{", "["):
            self.open_bracket()
            pattern = self.parse_parts()
            self.depth -= 1
        else:
            pattern = BindingPattern(self.expect_identifier())
            self.take("?")
        self.skip_type()
        return pattern._replace(default=self.parse_expression()) if self.take("=") else pattern

    def parse_parts(self) -> BindingPattern:
        """Parse an object or array pattern."""
        is_array = self.at("[")
        close = "]" if is_array else "}"
        self.advance()
        entries: list[tuple[str | int, BindingPattern]] = []
        rest = ""
        index = 0
        while not self.at(close):
            if self.take("..."):
                rest = self.expect_identifier()
            elif is_array:
                if not self.at(","):
                    entries.append((index, self.parse_pattern()))
                index += 1
            else:
                entries.append(self._parse_pattern_entry())
            if not self.take(","):
                break
        self.expect(close)
        return BindingPattern("", tuple(entries), rest, None, is_array, index)

    def _parse_pattern_entry(self) -> tuple[str, BindingPattern]:
        """Parse ``key``, ``key: target`` or ``key = default`` of an object pattern."""
        key = self.advance()[1:-1] if self.kind == "string" else self.expect_identifier()
        if self.take(":"):
            return key, self.parse_pattern()
        default = self.parse_expression() if self.take("=") else None
        return key, BindingPattern(key, default=default)
