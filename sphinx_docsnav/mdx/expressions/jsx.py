"""JSX inside an expression: plain JSX, whose text is not Markdown."""

from __future__ import annotations

import re

from sphinx_docsnav.mdx.braces import ScanLimit, scan_braces
from sphinx_docsnav.mdx.expressions.cursor import Cursor, ExpressionError
from sphinx_docsnav.mdx.expressions.syntax_tree import ExpressionNode, JsxElement, Literal, Spread
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
