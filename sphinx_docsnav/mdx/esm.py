"""The ``import`` and ``export`` statements of a page: their ends, their names and values.

No file is loaded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.mdx.braces import (
    ScanLimit,
    expects_operand,
    find_outer_commas,
    find_regex_end,
    is_in_jsx,
)

_NAME = r"[A-Za-z_$][\w$]*+"
_PRIVATE = re.compile(rf"(?:const|let|var|function)\s+(?:{_NAME}\s*[=(:<]|[{{\[])")
"""The beginning of a declaration that is not exported."""
_IMPORT = re.compile(
    rf"""import\s*+(?:(?P<clause>(?:[^'";f]|f(?!rom\s*+['"]))*+)from\s*+)?
        (?P<quote>['"])(?P<source>[^'"\n]*)(?P=quote)[ \t]*+
        (?:(?:with|assert)[ \t]*+\{{[^{{}}]*\}}[ \t]*+)?
        (?:;[ \t]*+(?={_PRIVATE.pattern})|(?:;[ \t]*+)?
        (?:(?://[^\n]*|/\*[^\n]*?\*/)[ \t]*+)?(?=\n|$|import\b|export\b))""",
    re.VERBOSE,
)
"""A whole import statement; another one may follow on the same line."""
_EXPORT = re.compile(r"export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|\{|\*)")
"""The beginning of an export statement."""
_CONST = re.compile(rf"(?:export\s+)?(?:const|let|var)\s+({_NAME})\s*(?::[^=]+)?=(?!=)\s*")
"""A declaration up to its value, with the type that TypeScript may give it."""
_DESTRUCTURING = re.compile(r"(?:export\s+)?(?:const|let|var)\s+(?=[{\[])")
"""The beginning of a destructuring declaration: ``const {a} = value``."""
_DEFAULTS = re.compile(r"=[^,{}\[\]]*")
"""The default value of a name in a pattern."""
_PATTERN_NAME = re.compile(rf"(?<![\w$])({_NAME})\s*+(?=[,}}\]])")
"""A name that a pattern declares."""
_NEXT_NAME = re.compile(rf",\s*({_NAME})\s*=(?![=>])\s*")
"""The name after the comma between two declarations."""
_FUNCTION = re.compile(
    rf"(?:export\s+)?(default\s+)?(?:async\s+)?function\s*+(?:\*\s*+)?({_NAME})?\s*+(?:<[^()]*>\s*+)?(?=\()"
)
"""The declaration of a function up to its parameter list."""
_EXPORT_LIST = re.compile(r"export\s*\{([^{}]*)\}\s*$")
"""A list of exported names."""
_REEXPORT = re.compile(r"export\s*\{[^{}]*\}\s*from\b")
"""The beginning of a re-export: ``export {a} from "./b"``."""
_CLASS = re.compile(rf"export\s+(default\s+)?(?=class\s+({_NAME}))")
"""The declaration of a class up to the word ``class``."""
_DEFAULT = re.compile(r"export\s+default\s+")
_IMPORTED_NAME = re.compile(rf"({_NAME}|\"[^\"]*\"|'[^']*')(?:\s+as\s+({_NAME}))?")
"""One name in the braces of an import or export, and the name after ``as``."""
_COMMENT_LINES = re.compile(r"(?://[^\n]*\n|/\*.*?\*/[ \t]*\n)", re.DOTALL)
"""A comment that fills its lines."""
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.{0,2000}?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<template>`(?:[^`\\]|\\.)*`)|\\[^\n]|(?P<open>[({\[])|(?P<close>[)}\]])
      |(?P<blank>\n(?=[ \t]*(?:\n|\Z)))|(?P<slash>/)
      |(?P<next>;[ \t]*+(?=(?:import|export|const|let|var|function)\b))""",
    re.VERBOSE | re.DOTALL,
)
"""What has to be skipped or counted to find the end of a statement.

The length of a comment is limited, because nothing may close it.
"""


@dataclass(frozen=True, slots=True)
class Import:
    """One import statement."""

    source: str
    """The path or package between the quotes."""
    default: str
    """The name of the default import, or of the whole file; ``""`` if there is none."""
    named: tuple[tuple[str, str], ...]
    """The imported and the local name of each import in braces."""
    namespace: str
    """The name after ``* as``; ``""`` if there is none."""
    line: int
    """Line of *source*, counted from 1."""
    column: int = 1
    """Column of *source*, counted from 1."""


@dataclass(frozen=True, slots=True)
class Export:
    """One exported value."""

    name: str
    """The exported name; ``default`` for ``export default``."""
    source: str
    """The JavaScript of the value; for a function, from its parameter list on."""
    line: int
    """Line of the statement, counted from 1."""
    value_line: int = field(default=1, compare=False)
    """Line of *source*, counted from 1."""
    is_function: bool = False
    """Whether *source* is ``() {}`` from ``export function f() {}``, which is no expression."""
    is_private: bool = False
    """Whether only the other exports of its code file can use it, as it is not exported."""


def scan_esm(src: str, pos: int, end: int, limit: ScanLimit) -> int | None:
    """Return the end of the import and export statements at *pos*, without the last line end.

    :returns: ``None`` if the text there is prose, such as ``important`` or ``export it``.
    """
    at, last_end = pos, None
    while at < end and not limit.spent:
        stop = _find_statement_end(src, at, end, limit)
        if stop is None:
            break
        at = last_end = stop
        # Another statement on the same line may be a declaration that is not exported.
        if _PRIVATE.match(src, at, end) is not None:
            continue
        # Comments can be between statements.
        if at < end and src[at] == "\n":
            at += 1
        at = _skip_comments(src, at, end)
        if not src.startswith(("import", "export"), at):
            break
    return last_end


def _skip_comments(src: str, at: int, end: int) -> int:
    """Return the offset after the comments at *at* that fill their lines."""
    while (match := _COMMENT_LINES.match(src, at, end)) is not None:
        at = match.end()
    return at


def _find_statement_end(src: str, at: int, end: int, limit: ScanLimit) -> int | None:
    """Return the end of the statement at *at*; ``None`` if there is none."""
    match = _IMPORT.match(src, at, end)
    if match is not None:
        return match.end()
    if _EXPORT.match(src, at, end) is None and _PRIVATE.match(src, at, end) is None:
        return None
    return _find_export_end(src, at, end, limit)


def has_closed_brackets(statements: str) -> bool:
    """Return whether each bracket in *statements* is closed."""
    depth = pos = 0
    while (match := _TOKEN.search(statements, pos)) is not None:
        pos = match.end()
        # Brackets inside regular expressions do not count.
        if match.lastgroup == "slash":
            pos = find_regex_end(statements, match.start(), len(statements)) or pos
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
    return depth == 0


def _find_export_end(src: str, at: int, end: int, limit: ScanLimit) -> int:
    """Return the end of an export or declaration: where it can end, outside brackets.

    That is a line end, or a semicolon before another statement.

    If brackets are never closed, it ends at the first blank line, so that it does not swallow the
    page.
    """
    depth, first_blank, pos = 0, -1, at
    match = _TOKEN.search(src, pos, end)
    while pos < end:
        # A line end does not consume the token after it, which is still the next one then.
        if match is not None and match.start() < pos:
            match = _TOKEN.search(src, pos, end)
        # A line end before the next bracket or literal may end the statement.
        newline = src.find("\n", pos, match.start() if match else end)
        if newline >= 0 and depth <= 0:
            if _can_end(src, at, newline, end, limit):
                return newline
            pos = newline + 1
            continue
        if match is None:
            break
        # Brackets inside regular expressions do not count.
        if match.lastgroup == "slash":
            pos = find_regex_end(src, match.start(), end) or match.end()
            continue
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        # A blank line ends the statement, too, but not inside brackets or an element.
        is_blank, is_next = match.lastgroup == "blank", match.lastgroup == "next"
        if (
            (is_blank or is_next)
            and depth <= 0
            and not _is_in_element(src, at, match.start(), limit)
        ):
            return match.start() if is_blank else match.end()
        if is_blank:
            first_blank = match.start() if first_blank < 0 else first_blank
        pos = match.end()
    # The text ended; only unclosed brackets lead back to the first blank line.
    if depth <= 0 or first_blank < 0:
        return len(src[:end].rstrip()) if depth <= 0 else end
    limit.charge(8 * (end - at))
    return first_blank


def _can_end(src: str, at: int, newline: int, end: int, limit: ScanLimit) -> bool:
    """Return whether a statement can end at *newline*: no operator continues it."""
    if src[newline - 1] == ";":
        return True
    if _is_in_element(src, at, newline, limit):
        return False
    last = src[max(at, newline - 80) : newline].rstrip()[-2:]
    if last == "=>" or (expects_operand(src, newline) and last[-1:] != ">"):
        return False
    # An operator at the beginning of the next line continues the statement.
    following = src[newline + 1 : min(end, newline + 80)].lstrip(" \t")
    return not following.startswith(
        (".", "?", ":", "+ ", "- ", "* ", "&&", "||", "=", ")", "]", "}")
    )


def _is_in_element(src: str, at: int, end: int, limit: ScanLimit) -> bool:
    """Return whether *end* is inside an element of the statement that begins at *at*.

    The statement is scanned from its beginning for each of its lines, and *limit* is charged for
    that.
    """
    if limit.spent or src.find("<", at, end) < 0:
        return False
    limit.charge(end - at)
    return is_in_jsx(src, at, end)


def parse_esm(source: str, line: int) -> tuple[list[Import], list[Export]]:
    """Return the imports and exports of the statements in *source*, whose first line is *line*.

    *source* can be a code file. Its private constants and functions are returned as exports, as the
    exported ones use them.
    """
    imports: list[Import] = []
    exports: list[Export] = []
    at, end, limit = 0, len(source), ScanLimit(len(source))
    while at < end:
        private = _PRIVATE.match(source, at) is not None
        stop = _find_statement_end(source, at, end, limit)
        if stop is None:
            # Other code, such as a call, is skipped line by line.
            newline = source.find("\n", at)
            at = newline + 1 if newline >= 0 else end
            continue
        number = line + source.count("\n", 0, at)
        statement = source[at:stop]
        if statement.startswith("import"):
            imports += _read_import(source, at, line)
        elif _REEXPORT.match(statement):
            # ``export … from`` is an import whose names are exported.
            as_import = f"{source[:at]}import{source[at + len('export') :]}"
            reexported = _read_import(as_import, at, line)
            imports += reexported
            names = [local for item in reexported for _name, local in item.named]
            exports += [Export(name, name, number, number) for name in names]
        else:
            exports += _read_export(statement, number, private=private)
        at = max(stop, at + 1)
    return imports, exports


def _read_import(text: str, at: int, first: int) -> list[Import]:
    """Return the import at offset *at* of *text*, whose first line is *first*."""
    match = _IMPORT.match(text, at)
    if match is None:
        return []
    offset = match.start("source")
    line, column = first + text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset)
    # The clause is a default, ``* as name``, names in braces, or two of them.
    clause = (match["clause"] or "").strip()
    braces = re.search(r"\{(.*)\}", clause, re.DOTALL)
    named = (
        tuple(
            (name[1].strip("\"'"), name[2] or name[1].strip("\"'"))
            for name in _IMPORTED_NAME.finditer(braces[1])
        )
        if braces
        else ()
    )
    rest = clause[: braces.start()] if braces else clause
    namespace = re.search(rf"\*\s*as\s+({_NAME})", rest)
    default = re.match(_NAME, rest)
    return [
        Import(
            match["source"],
            default[0] if default else "",
            named,
            namespace[1] if namespace else "",
            line,
            column,
        )
    ]


def _read_export(statement: str, line: int, *, private: bool) -> list[Export]:
    """Return the values that one export statement, or a private declaration, defines."""
    text = statement.rstrip().rstrip(";")
    match = _FUNCTION.match(text)
    if match is not None:
        export_name = "default" if match[1] else match[2] or "default"
        source = text[match.end() :]
        first = line + text.count("\n", 0, match.end())
        return [Export(export_name, source, line, first, is_function=True, is_private=private)]
    match = _CONST.match(text)
    if match is not None:
        return list(_split_declarations(text, match, line, private=private))
    match = _DESTRUCTURING.match(text)
    if match is not None:
        return list(_split_destructuring(text, match.end(), line, private=private))
    match = _EXPORT_LIST.match(text)
    if match is not None:
        names = _IMPORTED_NAME.finditer(match[1])
        return [Export(name[2] or name[1], name[1], line, line) for name in names]
    match = _CLASS.match(text) or _DEFAULT.match(text)
    if match is None:
        return []
    is_named = match.re is _CLASS and not match[1]
    first = line + text.count("\n", 0, match.end())
    return [Export(match[2] if is_named else "default", text[match.end() :], line, first)]


def _split_destructuring(text: str, start: int, line: int, *, private: bool) -> Iterator[Export]:
    """Yield the values of ``const {a, b: [c]} = value``, whose pattern begins at *start*."""
    depth, stop = 0, start
    for match in _TOKEN.finditer(text, start):
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        stop = match.end()
        if depth == 0:
            break
    # Each name becomes a call of a function that destructures the value and returns the name.
    pattern, value = text[start:stop], text[stop:].partition("=")[2]
    for name in _PATTERN_NAME.findall(_DEFAULTS.sub("", pattern)):
        source = f"(({pattern}) => {name})({value})"
        yield Export(name, source, line, line, is_private=private)


def _split_declarations(
    text: str, first: re.Match[str], line: int, *, private: bool
) -> Iterator[Export]:
    """Yield the values of ``const a = 1, b = 2``; *first* matches up to the first value."""
    rest = text[first.end() :]
    # Only a comma that a name and ``=`` follow begins another declaration.
    commas = ((comma, _NEXT_NAME.match(rest, comma)) for comma in find_outer_commas(rest))
    ends = [(comma, match) for comma, match in commas if match is not None]
    name, start, number = first[1], 0, line + text.count("\n", 0, first.end())
    for end, match in (*ends, (len(rest), None)):
        yield Export(name, rest[start:end], line, number, is_private=private)
        if match is not None:
            number += rest.count("\n", start, match.end())
            name, start = match[1], match.end()
