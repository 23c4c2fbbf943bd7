"""The parser of expressions. Its grammar is closed: anything outside is refused."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator

from sphinx_docsnav.mdx.expressions.cursor import ExpressionError, parse_number, unescape
from sphinx_docsnav.mdx.expressions.statement_parser import StatementParser
from sphinx_docsnav.mdx.expressions.syntax_tree import (
    Array,
    Assign,
    AssignmentParts,
    AssignmentTarget,
    Binary,
    Call,
    Conditional,
    Delete,
    ExpressionNode,
    Function,
    Literal,
    MemberAccess,
    Name,
    New,
    Object,
    Refused,
    Regex,
    Spread,
    Template,
    Unary,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED

_REGEX = re.compile(r"/(?![*/])((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")
"""A regular expression and its flags."""

_TYPE_ARGUMENTS = re.compile(r"<[\w\s,.|\[\]{}:;?'\"<>]{1,200}>(?=\()")
"""The type arguments of TypeScript before the brackets of a call."""

_STRENGTH = {
    "??": 1,
    "||": 2,
    "&&": 3,
    "|": 4,
    "^": 5,
    "&": 6,
    "==": 7,
    "!=": 7,
    "===": 7,
    "!==": 7,
    "<": 8,
    ">": 8,
    "<=": 8,
    ">=": 8,
    "in": 8,
    "instanceof": 8,
    "<<": 9,
    ">>": 9,
    ">>>": 9,
    "+": 10,
    "-": 10,
    "*": 11,
    "/": 11,
    "%": 11,
    "**": 12,
}
"""The precedence of each binary operator."""
_CONSTANTS: dict[str, object] = {"true": True, "false": False, "null": None, "undefined": UNDEFINED}
"""Names with a fixed value."""
_REFUSED = frozenset(
    """
    class delete do for import let super switch this throw try var while with yield
    """.split()  # noqa: SIM905  # a list of words
)
"""Keywords that begin no expression of the subset."""
_ASSIGNING = (
    *("=", "+=", "-=", "*=", "/=", "%=", "**=", "&&=", "||=", "??="),
    *("&=", "|=", "^="),
)
"""The operators of assignment."""
_SHIFT = re.compile(r"<<|>>>?")
"""A shift operator, whose signs are separate words."""
_POWER = 12
"""The precedence of ``**``, which is right-associative."""


@functools.lru_cache(maxsize=4096)
def parse_expression(source: str) -> ExpressionNode | None:
    """Return the syntax tree of *source*; ``None`` if it contains only comments.

    :raises ExpressionError: if it is not in the subset.
    """
    parser = ExpressionParser(source)
    with _add_position(parser):
        if not parser.kind:
            return None
        tree = parser.parse_expression()
        # Only a semicolon may follow the expression.
        if parser.kind and not parser.take(";"):
            raise ExpressionError(f"unexpected {parser.word!r}")
        return tree


@functools.lru_cache(maxsize=1024)
def parse_function(source: str) -> Function:
    """Return the function whose *source* begins with its parameter list.

    :raises ExpressionError: if it is not in the subset.
    """
    parser = ExpressionParser(source)
    with _add_position(parser):
        return parser.parse_function()


@contextlib.contextmanager
def _add_position(parser: ExpressionParser) -> Iterator[None]:
    """Add the line where *parser* stopped to an error."""
    try:
        yield
    except ExpressionError as fault:
        fault.line = parser.line
        raise


class ExpressionParser(StatementParser):
    """A parser that climbs the precedence of operators."""

    def parse_expression(self) -> ExpressionNode:
        """Parse the expression at the current word."""
        # Every nesting passes here, so that the depth is limited here.
        self.open_bracket()
        node: ExpressionNode | None = (
            self.parse_arrow() if self.at("(") or self.kind == "name" else None
        )
        if node is None:
            node = self._parse_conditional()
            if self.at(*_ASSIGNING):
                node = self._parse_assignment(node)
        self.depth -= 1
        return node

    def _parse_assignment(self, target: ExpressionNode) -> ExpressionNode:
        """Parse the right side of an assignment to *target*."""
        operator = self.advance()
        value = self.parse_expression()
        if isinstance(target, (Name, MemberAccess)):
            return Assign(target, operator[:-1], value)
        parts = _make_assignment_parts(target) if operator == "=" else None
        if parts is None:
            return Refused("assigning to something that is not a variable")
        return Assign(parts, "", value)

    def _parse_conditional(self) -> ExpressionNode:
        """Parse ``test ? yes : no``, or what is more binding."""
        test = self._parse_binary(0)
        if not self.at("?"):
            return test
        self.advance()
        yes = self.parse_expression()
        self.expect(":")
        return Conditional(test, yes, self.parse_expression())

    def _parse_binary(self, weakest: int) -> ExpressionNode:
        """Parse binary operations whose operators bind more strongly than *weakest*."""
        left = self._parse_unary()
        is_logical = False
        while True:
            operator = self._get_operator()
            strength = _STRENGTH.get(operator, 0) if self.kind in ("sign", "name") else 0
            if strength <= weakest:
                return left
            # JavaScript allows no mixture of these without brackets.
            if is_logical if operator == "??" else weakest == 1 and operator in ("||", "&&"):
                raise ExpressionError("'??' beside '||' or '&&' needs brackets")
            is_logical |= operator in ("||", "&&")
            self.advance()
            self.open_bracket()
            # Only ``**`` may follow itself on the right side.
            right = self._parse_binary(strength - 1 if strength == _POWER else strength)
            self.depth -= 1
            left = Binary(operator, left, right)

    def _get_operator(self) -> str:
        """Return the operator at the current word; a shift consists of several words."""
        if self.at("<", ">"):
            shift = _SHIFT.match(self.source, self.pos)
            # ``>`` alone ends type arguments, so that words are single signs.
            if shift is not None:
                self.word, self.end = shift[0], shift.end()
        return self.word

    def _parse_unary(self) -> ExpressionNode:
        """Parse a unary operation, ``++`` or ``--``, or what is more binding."""
        if self.at("!", "-", "+", "~", "typeof", "void"):
            operator = self.advance()
            self.open_bracket()
            value = self._parse_unary()
            self.depth -= 1
            # JavaScript does not allow ``-a ** b``.
            if self.at("**"):
                raise ExpressionError(f"'{operator}' before '**' needs brackets")
            return Unary(operator, value)
        if self.at("++", "--"):
            operator = self.advance()[0]
            return _make_step(
                self._parse_postfix(self._parse_primary()), operator, is_postfix=False
            )
        if self.take("delete"):
            target = self._parse_postfix(self._parse_primary())
            if not isinstance(target, MemberAccess):
                raise ExpressionError("'delete' is not supported")
            return Delete(target)
        if self.at("await"):
            self.advance()
            self.open_bracket()
            self._parse_unary()
            self.depth -= 1
            return Refused("'await'")
        value = self._parse_postfix(self._parse_primary())
        if self.at("++", "--"):
            return _make_step(value, self.advance()[0], is_postfix=True)
        return value

    def _parse_postfix(self, value: ExpressionNode) -> ExpressionNode:
        """Parse the members and calls that follow *value*."""
        count = 0
        while True:
            count += 1
            if count > 200:  # noqa: PLR2004  # a chain longer than any author's
                raise ExpressionError("more than 200 steps in one chain")
            if self.take("."):
                value = MemberAccess(value, Literal(self.expect_identifier()))
            elif self.take("?."):
                if self.at("("):
                    value = Call(value, self.parse_arguments(), optional=True)
                elif self.at("["):
                    value = MemberAccess(value, self._parse_index(), optional=True)
                else:
                    value = MemberAccess(value, Literal(self.expect_identifier()), optional=True)
            elif self.at("["):
                value = MemberAccess(value, self._parse_index())
            elif self.at("("):
                value = Call(value, self.parse_arguments())
            elif not self._skip_type_assertion():
                return value

    def _skip_type_assertion(self) -> bool:
        """Skip ``!``, ``as Type`` and ``<Type>(`` of TypeScript; return whether one is there."""
        if self.take("!") or self._skip_type_arguments():
            return True
        if not self.take("as"):
            return False
        while True:
            while self.at("{", "[", "("):
                self._skip_brackets()
            if self.kind in ("name", "string"):
                self.advance()
            while self.at(".", "[", "<"):
                if not self.take("."):
                    self._skip_brackets()
                elif self.kind == "name":
                    self.advance()
            if not (self.take("|") or self.take("&")):
                return True

    def _skip_type_arguments(self) -> bool:
        """Skip ``<Type>`` between a name and its arguments; return whether it is there."""
        match = _TYPE_ARGUMENTS.match(self.source, self.pos)
        if match is not None:
            self.move(match.end())
        return match is not None

    def _skip_brackets(self) -> None:
        """Skip what is in the brackets at the current word."""
        depth = 0
        while self.kind:
            depth += self.at("(", "[", "{", "<") - self.at(")", "]", "}", ">")
            self.advance()
            if depth <= 0:
                return

    def _parse_index(self) -> ExpressionNode:
        """Parse the key in ``[key]``."""
        self.expect("[")
        key = self.parse_expression()
        self.expect("]")
        return key

    def parse_arguments(self) -> tuple[ExpressionNode | Spread, ...]:
        """Parse the arguments of a call."""
        self.expect("(")
        arguments = self._parse_items(")")
        self.expect(")")
        return arguments

    def _parse_items(self, close: str) -> tuple[ExpressionNode | Spread, ...]:
        """Parse items separated by commas up to *close*, not included."""
        items: list[ExpressionNode | Spread] = []
        while not self.at(close):
            # A gap in an array is undefined.
            if self.at(","):
                items.append(Literal(UNDEFINED))
            elif self.take("..."):
                items.append(Spread(self.parse_expression()))
            else:
                items.append(self.parse_expression())
            if not self.take(","):
                break
        return tuple(items)

    def _parse_primary(self) -> ExpressionNode:  # noqa: PLR0911  # one line per kind of value
        """Parse a value without operators."""
        if self.kind == "number":
            return Literal(_parse_decimal(self.advance()))
        if self.kind == "string":
            return Literal(unescape(self.advance()[1:-1]))
        if self.kind == "name":
            return self._parse_name()
        if self.at("("):
            self.advance()
            value = self.parse_sequence()
            self.expect(")")
            return value
        if self.take("["):
            items = self._parse_items("]")
            self.expect("]")
            return Array(items)
        if self.at("{"):
            return self.parse_object()
        if self.at("`"):
            return self.parse_template()
        if self.at("<"):
            return self.parse_element()
        if self.at("/", "/="):
            return self.parse_regex()
        next_word = repr(self.word) if self.word else "the end"
        raise ExpressionError(f"a value is missing before {next_word}")

    def _parse_name(self) -> ExpressionNode:
        """Parse what begins with a name: a variable, a constant, a function, or ``new``."""
        word = self.word
        if word in _REFUSED:
            raise ExpressionError(f"'{word}' is not supported")
        self.advance()
        if word == "new":
            return self.parse_new()
        # ``async`` alone is an ordinary name.
        if word == "async" and (self.at("function", "(") or self.kind == "name"):
            return self._parse_async()
        if word == "function":
            name = self.advance() if self.kind == "name" else ""
            return self.parse_function()._replace(name=name)
        if word == "String" and self.source.startswith(".raw`", self.pos):
            self.move(self.pos + 4)
            return self.parse_template(raw=True)
        if word in _CONSTANTS:
            return Literal(_CONSTANTS[word])
        return Name(word)

    def _parse_async(self) -> ExpressionNode:
        """Parse an async function, which can be passed on but not called."""
        function = self._parse_name() if self.at("function") else self.parse_arrow()
        if not isinstance(function, Function):
            raise ExpressionError("'async' is not supported")
        return function._replace(refusal="an async function is not supported")

    def parse_object(self) -> ExpressionNode:
        """Parse an object whose brace is the current word."""
        self.expect("{")
        entries: list[tuple[ExpressionNode, ExpressionNode] | Spread] = []
        while not self.at("}"):
            entries.append(self._parse_entry())
            if not self.take(","):
                break
        self.expect("}")
        return Object(tuple(entries))

    def _parse_entry(self) -> tuple[ExpressionNode, ExpressionNode] | Spread:
        """Parse a member of an object: a spread, a method, a shorthand, or a key and its value."""
        if self.take("..."):
            return Spread(self.parse_expression())
        if self.take("["):
            key: ExpressionNode = self.parse_expression()
            self.expect("]")
        elif self.kind == "string":
            key = Literal(unescape(self.advance()[1:-1]))
        elif self.kind == "number":
            key = Literal(str(parse_number(self.advance())))
        else:
            name = self.expect_identifier()
            if self.at("("):
                return Literal(name), self.parse_function()
            if not self.at(":"):
                return Literal(name), Name(name)
            key = Literal(name)
        self.expect(":")
        return key, self.parse_expression()

    def parse_template(self, *, raw: bool = False) -> ExpressionNode:
        """Parse a template literal whose first backtick is the current word.

        :param raw: whether backslashes are ordinary characters.
        """
        decode = str if raw else unescape
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
                parts.append(decode(source[start:pos]))
                self.move(pos + 1)
                return Template(tuple(part for part in parts if part != ""))
            elif source.startswith("${", pos):
                parts.append(decode(source[start:pos]))
                self.move(pos + 2)
                # Templates can be in the expressions of templates.
                parts.append(self.parse_expression())
                if not self.at("}"):
                    raise ExpressionError(f"expected '}}', found {self.word or 'the end'!r}")
                pos = start = self.end
            else:
                pos += 1

    def parse_regex(self) -> Regex:
        """Parse a regular expression whose first slash is the current word."""
        match = _REGEX.match(self.source, self.pos)
        if match is None:
            raise ExpressionError("the regular expression that '/' starts is not closed")
        self.move(match.end())
        return Regex(match[1], match[2])

    def parse_new(self) -> ExpressionNode:
        """Parse the name and arguments after ``new``."""
        if self.kind != "name":
            raise ExpressionError("'new' is not supported")
        name = self.expect_identifier()
        while self.take("."):
            name += f".{self.expect_identifier()}"
        self._skip_type_arguments()
        arguments = self.parse_arguments() if self.at("(") else ()
        return New(name, arguments)


def _parse_decimal(word: str) -> int | float:
    """Return the value of a number; octal numbers with a leading zero are refused."""
    if word[0] == "0" and word[1:2].isdigit():
        raise ExpressionError("a number does not start with '0'")
    return parse_number(word)


def _make_assignment_parts(
    node: ExpressionNode | Spread | AssignmentParts,
) -> AssignmentParts | None:
    """Return the targets of ``[a, b] = …`` and ``({a, b} = …)``; ``None`` if one is none."""
    if not isinstance(node, (Array, Object)):
        return None
    is_array = isinstance(node, Array)
    listed = list(enumerate(node.items)) if isinstance(node, Array) else list(node.entries)
    entries: list[tuple[ExpressionNode, AssignmentTarget, ExpressionNode | None]] = []
    for position, item in enumerate(listed):
        spread = item if isinstance(item, Spread) or not is_array else item[1]
        if isinstance(spread, Spread):
            if isinstance(spread.value, Name) and position == len(listed) - 1:
                return AssignmentParts(tuple(entries), is_array, spread.value, position)
            return None
        if isinstance(item, Spread) or (is_array and item[1] == Literal(UNDEFINED)):
            continue
        key, value = item
        # ``[a = 1] = …`` was parsed as an assignment in an array.
        has_default = isinstance(value, Assign) and not (value.operator or value.is_postfix)
        default = value.value if isinstance(value, Assign) and has_default else None
        left = value.target if isinstance(value, Assign) and has_default else value
        target = (
            left
            if isinstance(left, (Name, MemberAccess, AssignmentParts))
            else _make_assignment_parts(left)
        )
        if target is None:
            return None
        entries.append((Literal(key) if isinstance(key, int) else key, target, default))
    return AssignmentParts(tuple(entries), is_array)


def _make_step(target: ExpressionNode, operator: str, *, is_postfix: bool) -> ExpressionNode:
    """Return ``target++`` or ``++target``; *operator* is ``+`` or ``-``."""
    if not isinstance(target, (Name, MemberAccess)):
        raise ExpressionError(f"a variable is missing before '{operator * 2}'")
    return Assign(target, operator, Literal(1), is_postfix)
