"""``import`` and ``export`` of a page: where they end, what they name, what exports mean.

Nothing is loaded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.mdx.braces import ScanLimit, expects_operand, is_in_jsx, outer_commas, regex_end

_IMPORT = re.compile(
    r"""import\s*(?:(?P<clause>[^'";]*?)\s*from\s*)?(?P<quote>['"])(?P<source>[^'"\n]*)(?P=quote)
        (?:[ \t]*(?:with|assert)[ \t]*\{[^{}]*\})?[ \t]*;?[ \t]*
        (?://[^\n]*|/\*[^\n]*?\*/)?[ \t]*(?=\n|$|import\b|export\b)""",
    re.VERBOSE,
)
_EXPORT = re.compile(r"export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|\{|\*)")
_NAME = r"[A-Za-z_$][\w$]*"
_CONST = re.compile(rf"(?:export\s+)?(?:const|let|var)\s+({_NAME})\s*(?::[^=]+)?=(?!=)\s*")
_TAKEN_APART = re.compile(r"(?:export\s+)?(?:const|let|var)\s+(?=[{\[])")
_DEFAULTS = re.compile(r"=[^,{}\[\]]*")
_BOUND = re.compile(rf"({_NAME})\s*(?=[,}}\]])")
_NEXT = re.compile(rf",\s*({_NAME})\s*=(?![=>])\s*")
"""What follows a comma between declarations."""
_FUNCTION = re.compile(
    rf"(?:export\s+)?(default\s+)?(?:async\s+)?function\s*\*?\s*({_NAME})?\s*(?:<[^()]*>\s*)?(?=\()"
)
_PRIVATE = re.compile(rf"(?:const|let|var|function)\s+(?:{_NAME}\s*[=(:<]|[{{\[])")
_LIST = re.compile(r"export\s*\{([^{}]*)\}\s*$")
_AGAIN = re.compile(r"export\s*\{[^{}]*\}\s*from\b")
"""What another file exports is exported again."""
_CLASS = re.compile(rf"export\s+(default\s+)?(?=class\s+({_NAME}))")
_DEFAULT = re.compile(r"export\s+default\s+")
_NAMED = re.compile(rf"({_NAME}|\"[^\"]*\"|'[^']*')(?:\s+as\s+({_NAME}))?")
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<template>`(?:[^`\\]|\\.)*`)|(?P<open>[({\[])|(?P<close>[)}\]])
      |(?P<blank>\n(?=[ \t]*(?:\n|\Z)))|(?P<slash>/)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Import:
    """One import statement."""

    source: str
    """The path or package between the quotes."""
    default: str
    """The name for the whole or the default; ``""`` if there is none."""
    named: tuple[tuple[str, str], ...]
    """Imported and local name of each in braces."""
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
    """Its name; ``default`` for ``export default``."""
    source: str
    """JavaScript of the value; a function from its parameter list on."""
    line: int
    """Line, counted from 1."""
    value_line: int = field(default=1, compare=False)
    """Line of *source*, counted from 1."""
    is_function: bool = False
    """``export function f() {}``: *source* is ``() {}`` and no expression."""
    is_private: bool = False
    """A ``const`` or ``function`` of a code file that only its own exports see."""


def scan_esm(src: str, pos: int, end: int, limit: ScanLimit) -> int | None:
    """Return the end of the import and export statements at *pos*, without the last line end.

    :returns: ``None`` if the text there is prose: ``important``, ``export it``.
    """
    at, found = pos, None
    while at < end and not limit.spent:
        stop = _statement_end(src, at, end, limit)
        if stop is None:
            break
        found = stop
        at = stop
        while at < end and src[at] in "; \t":
            at += 1
        if at < end and src[at] == "\n":
            at += 1
        at = _skip_comments(src, at, end)
        if not src.startswith(("import", "export"), at):
            break
    return found


def _skip_comments(src: str, at: int, end: int) -> int:
    comment = re.compile(r"(?://[^\n]*\n|/\*.*?\*/[ \t]*\n)", re.DOTALL)
    while (match := comment.match(src, at, end)) is not None:
        at = match.end()
    return at


def _statement_end(src: str, at: int, end: int, limit: ScanLimit | None = None) -> int | None:
    """Return the end of the one statement at *at*."""
    match = _IMPORT.match(src, at, end)
    if match is not None:
        return match.end()
    if _EXPORT.match(src, at, end) is None:
        return None
    return _export_end(src, at, end, limit)


def is_closed(statements: str) -> bool:
    """Return whether each bracket in *statements* is closed."""
    depth = pos = 0
    while (match := _TOKEN.search(statements, pos)) is not None:
        pos = match.end()
        if match.lastgroup == "slash":
            pos = regex_end(statements, match.start(), len(statements)) or pos
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
    return depth == 0


def _export_end(src: str, at: int, end: int, limit: ScanLimit | None) -> int:
    """Return where an export ends: at the line end at which no bracket is open.

    Brackets that nothing closes end it at the first blank line.
    """
    depth, first_blank, pos = 0, -1, at
    match = _TOKEN.search(src, pos, end)
    while pos < end:
        match = _next_token(match, src, pos, end)
        newline = src.find("\n", pos, match.start() if match else end)
        if newline >= 0 and depth <= 0:
            if _finished(src, at, newline, end, limit):
                return newline
            pos = newline + 1
            continue
        if match is None:
            break
        if match.lastgroup == "slash":
            pos = regex_end(src, match.start(), end) or match.end()
            continue
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        if match.lastgroup == "blank":
            if depth <= 0 and not _in_element(src, at, match.start(), limit):
                return match.start()
            first_blank = match.start() if first_blank < 0 else first_blank
        pos = match.end()
    if depth <= 0 or first_blank < 0:
        return len(src[:end].rstrip()) if depth <= 0 else end
    if limit is not None:
        limit.charge(8 * (end - at))
    return first_blank


def _next_token(found: re.Match[str] | None, src: str, pos: int, end: int) -> re.Match[str] | None:
    """Return the token at *pos* or after it; *found*, the last one, if it is that."""
    return _TOKEN.search(src, pos, end) if found is not None and found.start() < pos else found


def _finished(src: str, at: int, newline: int, end: int, limit: ScanLimit | None) -> bool:
    """Return whether a statement may end at *newline*: no operator on either side continues it."""
    if src[newline - 1] == ";":
        return True
    if _in_element(src, at, newline, limit):
        return False
    last = src[max(at, newline - 80) : newline].rstrip()[-2:]
    if last == "=>" or (expects_operand(src, newline) and last[-1:] != ">"):
        return False
    following = src[newline + 1 : min(end, newline + 80)].lstrip(" \t")
    return not following.startswith(
        (".", "?", ":", "+ ", "- ", "* ", "&&", "||", "=", ")", "]", "}")
    )


def _in_element(src: str, at: int, end: int, limit: ScanLimit | None) -> bool:
    """Return whether a statement that begins at *at* has an element that is open at *end*.

    It is looked at from its beginning at the end of each line, and costs that much.
    """
    if limit is None or limit.spent or src.find("<", at, end) < 0:
        return False
    limit.charge(end - at)
    return is_in_jsx(src, at, end)


def parse_esm(source: str, line: int) -> tuple[list[Import], list[Export]]:
    """Return the imports and exports of the statements in *source*, which starts at *line*.

    *source* may be a code file: its private constants and functions are among
    the exports, since those need them.
    """
    imports: list[Import] = []
    exports: list[Export] = []
    at, end, limit = 0, len(source), ScanLimit(len(source))
    while at < end:
        private = _PRIVATE.match(source, at) is not None
        if private:
            stop: int | None = _export_end(source, at, end, limit)
        else:
            stop = _statement_end(source, at, end, limit)
        if stop is None:
            newline = source.find("\n", at)
            at = newline + 1 if newline >= 0 else end
            continue
        number = line + source.count("\n", 0, at)
        statement = source[at:stop]
        if statement.startswith("import"):
            imports += _read_import(source, at, line)
        elif _AGAIN.match(statement):
            again = _read_import(f"{source[:at]}import{source[at + len('export') :]}", at, line)
            imports += again
            names = [local for one in again for _name, local in one.named]
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
    place = match.start("source")
    line, column = first + text.count("\n", 0, place), place - text.rfind("\n", 0, place)
    clause = (match["clause"] or "").strip()
    braces = re.search(r"\{(.*)\}", clause, re.DOTALL)
    named = (
        tuple(
            (one[1].strip("\"'"), one[2] or one[1].strip("\"'"))
            for one in _NAMED.finditer(braces[1])
        )
        if braces
        else ()
    )
    rest = clause[: braces.start()] if braces else clause
    space = re.search(rf"\*\s*as\s+({_NAME})", rest)
    default = re.match(_NAME, rest)
    return [
        Import(
            match["source"],
            default[0] if default else "",
            named,
            space[1] if space else "",
            line,
            column,
        )
    ]


def _read_export(statement: str, line: int, *, private: bool) -> list[Export]:
    text = statement.rstrip().rstrip(";")
    match = _FUNCTION.match(text)
    if match is not None:
        name = "default" if match[1] else match[2] or "default"
        source = text[match.end() :]
        first = line + text.count("\n", 0, match.end())
        return [Export(name, source, line, first, is_function=True, is_private=private)]
    match = _CONST.match(text)
    if match is not None:
        return list(_declared(text, match, line, private=private))
    match = _TAKEN_APART.match(text)
    if match is not None:
        return list(_parts(text, match.end(), line, private=private))
    match = _LIST.match(text)
    if match is not None:
        return [Export(one[2] or one[1], one[1], line, line) for one in _NAMED.finditer(match[1])]
    match = _CLASS.match(text) or _DEFAULT.match(text)
    if match is None:
        return []
    is_named = match.re is _CLASS and not match[1]
    first = line + text.count("\n", 0, match.end())
    return [Export(match[2] if is_named else "default", text[match.end() :], line, first)]


def _parts(text: str, start: int, line: int, *, private: bool) -> Iterator[Export]:
    """Yield the values of ``const {a, b: [c]} = value``, whose pattern is at *start*."""
    depth, stop = 0, start
    for match in _TOKEN.finditer(text, start):
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        stop = match.end()
        if depth == 0:
            break
    pattern, value = text[start:stop], text[stop:].partition("=")[2]
    for name in _BOUND.findall(_DEFAULTS.sub("", pattern)):
        source = f"(({pattern}) => {name})({value})"
        yield Export(name, source, line, line, is_private=private)


def _declared(text: str, first: re.Match[str], line: int, *, private: bool) -> Iterator[Export]:
    """Yield the values of ``const a = 1, b = 2``; *first* has the name of the first."""
    rest = text[first.end() :]
    found = ((comma, _NEXT.match(rest, comma)) for comma in outer_commas(rest))
    ends = [(comma, match) for comma, match in found if match is not None]
    name, start, number = first[1], 0, line + text.count("\n", 0, first.end())
    for end, match in (*ends, (len(rest), None)):
        yield Export(name, rest[start:end], line, number, is_private=private)
        if match is not None:
            number += rest.count("\n", start, match.end())
            name, start = match[1], match.end()
