"""Functions: parameters, bodies, and telling ``(a) => b`` from ``(a)``."""

from __future__ import annotations

from sphinx_docsnav.mdx.braces import ScanLimit, scan_braces
from sphinx_docsnav.mdx.expressions.cursor import ExpressionError
from sphinx_docsnav.mdx.expressions.jsx import JsxParser
from sphinx_docsnav.mdx.expressions.statement_tree import FunctionBody, Return
from sphinx_docsnav.mdx.expressions.syntax_tree import BindingPattern, Function


class FunctionParser(JsxParser):
    """Reads functions; their statements are read by the class above this one."""

    def __init__(self, source: str) -> None:
        self.functions = 0
        """How many functions are open."""
        super().__init__(source)

    def block(self) -> FunctionBody:
        """Return the statements in braces."""
        raise NotImplementedError  # pragma: no cover - the parser has it

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
        line = self.line
        if self.at("{"):
            return self._with_body(parameters, rest)
        self.deeper()
        body = (Return(self.expression(), line=line),)
        self.depth -= 1
        return Function(parameters, rest, body, line=line)

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
            found = Function(parameters, rest, self.block(), line=line)
        except ExpressionError as fault:
            limit = ScanLimit(len(self.source))
            end = scan_braces(self.source, start, len(self.source), limit, more=True)
            if not functions or end is None:
                raise
            found = Function(parameters, rest, (), str(fault), self.line)
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
        if not self.at(":"):
            return
        depth = 0
        while self.kind:
            if depth == 0 and self.at(",", ")", "=", "=>"):
                return
            depth += self.at("(", "[", "{", "<") - self.at(")", "]", "}", ">")
            self.advance()

    def pattern(self) -> BindingPattern:
        """Return one parameter or the left side of a declaration."""
        if self.at("{", "["):
            self.deeper()
            entries, rest, is_array = self.parts()
            self.depth -= 1
            name = ""
        else:
            name, entries, rest, is_array = self.identifier(), (), "", False
            self.take("?")
        self.skip_type()
        default = self.expression() if self.take("=") else None
        return BindingPattern(name, entries, rest, default, is_array)

    def parts(self) -> tuple[tuple[tuple[str | int, BindingPattern], ...], str, bool]:
        """Return the parts of an object or array pattern: entries, rest, whether it is an array."""
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
        return tuple(entries), rest, is_array

    def _part(self) -> tuple[str, BindingPattern]:
        """Return one ``key``, ``key: target`` or ``key = default`` of an object pattern."""
        key = self.advance()[1:-1] if self.kind == "string" else self.identifier()
        if self.take(":"):
            return key, self.pattern()
        default = self.expression() if self.take("=") else None
        return key, BindingPattern(key, default=default)
