"""Statements and functions, and JSX in them: plain JSX, whose text is not Markdown.

Statements that are not in the subset are refused by their name.
"""

from __future__ import annotations

import re
from dataclasses import replace

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
from sphinx_docsnav.mdx.tag_scanner import decode_references

_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$-]*(?:\s*[.:]\s*(?:[^\W\d]|\$)[\w$-]*)*")
_CLOSE = re.compile(r"<\s*/\s*([^<>\s]*)\s*>")
_TEXT = re.compile(r"[^{<]*")
_SPACE = re.compile(r"\s*")


def jsx_text(text: str) -> str:
    """Return what JSX keeps of *text*: lines are trimmed and joined by one space."""
    if "\n" not in text:
        return decode_references(text)
    lines = text.split("\n")
    kept = []
    for index, line in enumerate(lines):
        shown = line.replace("\t", " ")
        if index > 0:
            shown = shown.lstrip(" ")
        if index < len(lines) - 1:
            shown = shown.rstrip(" ")
        if shown:
            kept.append(shown)
    return decode_references(" ".join(kept))


class JsxParser(Cursor):
    """Reads elements; expressions in them are read by the class above this one."""

    def __init__(self, source: str) -> None:
        self.functions = 0
        """How many functions are open."""
        super().__init__(source)

    def expression(self) -> ExpressionNode:
        """Return the expression at the current word."""
        raise NotImplementedError  # pragma: no cover - the parser has it

    def element(self) -> JsxElement:
        """Return the element whose ``<`` is the current word."""
        found = self._nested_element()
        self.move(self.end)
        return found

    def _after_space(self, pos: int) -> int:
        match = _SPACE.match(self.source, pos)
        return match.end() if match else pos

    def _end_of_tag(self) -> None:
        """Stop on ``>``: what follows may be text and no word."""
        if self.source[self.pos : self.pos + 1] != ">":
            raise ExpressionError(f"expected '>', found {self.word or 'the end'!r}")
        self.end, self.kind, self.word = self.pos + 1, "sign", ">"

    def _attribute(self) -> tuple[str, ExpressionNode] | Spread:
        if self.take("{"):
            self.expect("...")
            value = self.expression()
            self.expect("}")
            return Spread(value)
        match = _NAME.match(self.source, self.pos)
        if match is None:
            raise ExpressionError(f"expected an attribute, found {self.word or 'the end'!r}")
        name = re.sub(r"\s+", "", match[0])
        self.move(match.end())
        if not self.at("="):
            return name, Literal(True)  # noqa: FBT003  # the value
        if name.startswith("on") and name[2:3].isupper():
            return self._handler(name)
        return name, self._value()

    def _handler(self, name: str) -> tuple[str, ExpressionNode]:
        """Read the value of an ``onClick``; go past it if it is not in the subset."""
        start, depth, functions = self._after_space(self.end), self.depth, self.functions
        try:
            return name, self._value()
        except ExpressionError:
            length = len(self.source)
            end = scan_braces(self.source, start, length, ScanLimit(length), more=True)
            if self.source[start : start + 1] != "{" or end is None:
                raise
            self.depth, self.functions = depth, functions
            self.move(end)
            return name, Literal(UNDEFINED)

    def _value(self) -> ExpressionNode:
        start = self._after_space(self.end)
        quote = self.source[start : start + 1]
        if quote and quote in "\"'":
            close = self.source.find(quote, start + 1)
            if close < 0:
                raise ExpressionError(f"the value's {quote} is not closed")
            self.move(close + 1)
            return Literal(decode_references(self.source[start + 1 : close]))
        self.advance()
        if self.at("<"):
            return self.element()
        self.expect("{")
        value = self.expression()
        self.expect("}")
        return value

    def _children(self, name: str) -> tuple[ExpressionNode, ...]:
        """Read up to and including the closing tag, and stop on its ``>``."""
        self._end_of_tag()
        children: list[ExpressionNode] = []
        pos = self.end
        while True:
            text = _TEXT.match(self.source, pos)
            if text and text[0]:
                shown = jsx_text(text[0])
                if shown:
                    children.append(Literal(shown))
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
            pos = self._child(pos, children)

    def _child(self, pos: int, children: list[ExpressionNode]) -> int:
        """Read one element or expression; return the offset after it."""
        self.move(pos)
        if self.at("<"):
            children.append(self._nested_element())
            return self.end
        self.expect("{")
        if not self.at("}"):
            children.append(self.expression())
        if not self.at("}"):
            raise ExpressionError(f"expected '}}', found {self.word or 'the end'!r}")
        return self.end

    def _nested_element(self) -> JsxElement:
        """Read an element and stop on its last character: text follows."""
        self.deeper()
        match = _NAME.match(self.source, self._after_space(self.pos + 1))
        name = re.sub(r"\s+", "", match[0]) if match else ""
        self.move(match.end() if match else self.pos + 1)
        attributes: list[tuple[str, ExpressionNode] | Spread] = []
        while self.source[self.pos : self.pos + 1] not in (">", "/"):
            attributes.append(self._attribute())
        children: tuple[ExpressionNode, ...] = ()
        if self.take("/"):
            self._end_of_tag()
        else:
            children = self._children(name)
        self.depth -= 1
        return JsxElement(name, tuple(attributes), children)


_DECLARING = ("const", "let", "var")


class StatementParser(JsxParser):
    """Reads functions and their statements."""

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
            value: ExpressionNode = Literal(UNDEFINED) if self.at(";", "}") else self.sequence()
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
            statements.append(Throw(self.expression(), line=line))
        elif self.at("class"):
            raise ExpressionError("a class is not supported")
        else:
            statements.append(Evaluate(self.sequence(), line=line))
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
            found = self.parts()
            self.depth -= 1
            self.skip_type()
            return found
        name = self.identifier()
        self.skip_type()
        return BindingPattern(name)

    def sequence(self) -> ExpressionNode:
        """Return the expression at the current word, or several with commas between them."""
        first = self.expression()
        if not self.at(","):
            return first
        items = [first]
        while self.take(","):
            items.append(self.expression())
        return Sequence(tuple(items))

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

    def _try(self, line: int) -> Try:
        body, name, handler = self.block(), None, None
        if self.take("catch"):
            if self.take("("):
                name = self.pattern()
                self.expect(")")
            handler = self.block()
        last = self.block() if self.take("finally") else ()
        return Try(body, name, handler, last, line=line)

    def arrow(self) -> Function | None:
        """Return the arrow function that starts here; if there is none, stay."""
        start = self.pos
        if self.kind == "name" and self.source[self.end :].lstrip()[:2] == "=>":
            parameters: tuple[BindingPattern, ...] = (BindingPattern(self.identifier()),)
            rest = ""
        elif self.at("(") and self._closes_before_arrow():
            parameters, rest = self.parameters()
        else:
            return None
        if not self.take("=>"):
            self.move(start)
            return None
        start, line = self.pos, self.line
        if self.at("{"):
            return self._with_body(parameters, rest)
        self.deeper()
        body = (Return(self.expression(), line=line),)
        self.depth -= 1
        return Function(parameters, rest, body, line=line, source=self.source[start : self.pos])

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
                        self.skip_type()
                        return self.at("=>")
                self.advance()
        except ExpressionError:
            pass
        finally:
            self.move(start)
        return False

    def function(self) -> Function:
        """Return the function whose parameter list starts here."""
        return self._with_body(*self.parameters())

    def _with_body(self, parameters: tuple[BindingPattern, ...], rest: str) -> Function:
        """Return a function whose body, in braces, starts here.

        A function inside another one may never be called while a page is built:
        effects and handlers. So one that cannot be read is refused only then.
        """
        start, line, depth, functions = self.pos, self.line, self.depth, self.functions
        self.deeper()
        self.functions += 1
        try:
            body = self.block()
            found = Function(
                parameters, rest, body, line=line, source=self.source[start : self.pos]
            )
        except ExpressionError as fault:
            limit = ScanLimit(len(self.source))
            end = scan_braces(self.source, start, len(self.source), limit, more=True)
            if not functions or end is None:
                raise
            found = Function(parameters, rest, (), str(fault), self.line, self.source[start:end])
            self.move(end)
        self.depth, self.functions = depth, functions
        return found

    def parameters(self) -> tuple[tuple[BindingPattern, ...], str]:
        """Return the parameters in brackets, and the name of ``...rest``."""
        self.expect("(")
        found: list[BindingPattern] = []
        rest = ""
        while not self.at(")"):
            if self.take("..."):
                rest = self.identifier()
            else:
                found.append(self.pattern())
            if not self.take(","):
                break
        self.expect(")")
        self.skip_type()
        return tuple(found), rest

    def skip_type(self) -> None:
        """Skip a TypeScript annotation, which does not affect the value."""
        if not self.take(":"):
            return
        depth, start = 0, self.pos
        while self.kind:
            if depth == 0 and (self.at(",", ")", "=", "=>") or (self.at("{") and self.pos > start)):
                return
            depth += self.at("(", "[", "{", "<") - self.at(")", "]", "}", ">")
            self.advance()

    def pattern(self) -> BindingPattern:
        """Return one parameter or the left side of a declaration."""
        if self.at("{", "["):
            self.deeper()
            found = self.parts()
            self.depth -= 1
        else:
            found = BindingPattern(self.identifier())
            self.take("?")
        self.skip_type()
        return replace(found, default=self.expression()) if self.take("=") else found

    def parts(self) -> BindingPattern:
        """Return the object or array pattern that starts here."""
        is_array = self.at("[")
        close = "]" if is_array else "}"
        self.advance()
        entries: list[tuple[str | int, BindingPattern]] = []
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
        return BindingPattern("", tuple(entries), rest, None, is_array, index)

    def _part(self) -> tuple[str, BindingPattern]:
        """Return one ``key``, ``key: target`` or ``key = default`` of an object pattern."""
        key = self.advance()[1:-1] if self.kind == "string" else self.identifier()
        if self.take(":"):
            return key, self.pattern()
        default = self.expression() if self.take("=") else None
        return key, BindingPattern(key, default=default)
