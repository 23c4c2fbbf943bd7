"""MDX text -> `MdxSource`: tokens, front matter, imports, exports, problems.

The tokens are markdown-it's, in one flat list, with these additions. All lines
count from 1 in the file the text came from.

Block tokens (``token.block`` is true, ``token.map`` is ``[first, last + 1]``
counted from 0, as markdown-it has it):

``mdx_jsx_open`` / ``mdx_jsx_close`` (nesting 1 / -1)
    ``meta["tag"]`` is a `tags.Tag`; both always come in pairs, and a pair never
    crosses a list item, quote, cell or footnote. ``meta["line"]`` and
    ``meta["column"]`` are the start of the tag. A closing token that repair put
    in has the opening tag's position.
``mdx_jsx`` (nesting 0)
    a self-closing tag, or a void html element (``<br>``).
``mdx_expression``
    ``content`` is the text between the braces, comments too; ``meta["line"]``
    and ``meta["column"]`` are the opening brace's.
``mdx_esm``
    ``content`` is the statement text. `MdxSource.imports` and ``exports`` have
    its contents; a renderer can skip the token.
``inline``
    markdown-it's. Usually between ``paragraph_open`` and ``paragraph_close``;
    *without* a paragraph around it where the text is a direct child of a
    component on one line: ``<Note>text</Note>`` becomes
    ``mdx_jsx_open``, ``inline``, ``mdx_jsx_close``. A paragraph that holds only
    components, expressions and white space is dissolved like that; one that
    holds only phrasing html (``a``, ``img``, ``span`` …) stays a paragraph.
``heading_open``
    ``meta["id"]`` and ``meta["column"]`` if the heading ended with ``{#id}``.
``list_item_open``
    ``meta["checked"]`` (bool) on task list items; the marker is taken off.
``footnote_reference_open`` / ``footnote_reference_close``
    a footnote's definition, where it was written; ``meta["label"]``.
``math_block``
    with mathematics on; ``content`` is TeX.

Inline tokens are in ``children`` of ``inline`` tokens (``token.block`` is
false): ``mdx_jsx_open``, ``mdx_jsx_close``, ``mdx_jsx`` and ``mdx_expression``
with the same ``meta``; ``footnote_ref`` (``meta["label"]``); ``math_inline``.
``link_open`` and ``image`` carry ``meta["line"]`` and ``meta["column"]`` too.
``link_open.info == "auto"`` marks a bare address. Html comments are left out;
there are no ``html_block``, ``html_inline`` or ``code_block`` tokens.

Tokens are shared by everyone who reads the same file: never change one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markdown_it.token import Token

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.esm import Export, Import, parse_esm
from sphinx_docsnav.mdx.frontmatter import read_front_matter, read_second_front_matter
from sphinx_docsnav.mdx.syntax import make_parser
from sphinx_docsnav.mdx.syntax.formulas import shows_math
from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState
from sphinx_docsnav.mdx.unravel import nest
from sphinx_docsnav.sitefiles.safe_files import (
    drop_forbidden_characters,
    encoding_fault,
    normalize,
)

_USE = re.compile(r"\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}")


def substitute_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return *text* with each ``{{name}}`` that *variables* knows replaced.

    It happens before anything else is read, also inside code, so that a variable
    works in a title, a URL or a fence. Values are put in as text: one line, so that
    every line keeps its number.

    Unknown names stay as written: ``style={{color: x}}`` is no variable.
    """
    if not variables or "{{" not in text:
        return text

    def replacement(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        return match[0] if value is None else " ".join(str(value).splitlines())

    return _USE.sub(replacement, text)


_HEADING = 3
"""The tokens of a heading: its start, its text, its end."""
MAX_CHARACTERS = 1_000_000
"""A page longer than this is cut; the longest real ones have some 400,000 characters."""
MAX_CACHED = 5_000_000
"""Bytes of files whose tokens are kept; tokens take some fifty times as much."""


@dataclass(frozen=True, slots=True)
class MdxOptions:
    """How to read pages; equal options share cached tokens."""

    math: bool | None = None
    """``$…$`` is mathematics; ``None``: only on pages that show it, see `shows_math`."""
    variables: tuple[tuple[str, str], ...] = ()
    """docs.json ``variables``: name and text for ``{{name}}``."""
    markdown: bool = False
    """The file is ``.md``: html comments, ``<br>`` and ``<https://…>`` are no mistakes in it."""


@dataclass(frozen=True, slots=True)
class MdxSource:
    """A page as read: nothing is resolved or evaluated."""

    tokens: tuple[Token, ...] = field(repr=False)  # Sphinx prints the arguments of each event
    """See the top of this module; shared, never to be changed."""
    front_matter: dict[str, Any]
    """Scalars are str, bool or None; see `frontmatter`."""
    problems: tuple[Fault, ...] = ()
    """Front matter and syntax faults in file order; ``path`` is left to the caller."""
    imports: tuple[Import, ...] = ()
    """Imports in order."""
    exports: tuple[Export, ...] = ()
    """``export const`` and ``export function`` in order."""
    path: Path | None = field(default=None, compare=False)
    """The file, if it was read from one."""
    misplaced: int = 0
    """How many tokens at the start are no text: the lines of a second front matter."""

    @property
    def shown(self) -> tuple[Token, ...]:
        """The tokens that a page shows."""
        return self.tokens[self.misplaced :]


def _limited(text: str) -> tuple[str, tuple[Fault, ...]]:
    """Cut a page that is too long at a line end."""
    if len(text) <= MAX_CHARACTERS:
        return text, ()
    end = text.rfind("\n", 0, MAX_CHARACTERS) + 1 or MAX_CHARACTERS
    message = (
        f"the page has {len(text):,} characters, more than {MAX_CHARACTERS:,}; the rest is left out"
    )
    position = Position(text.count("\n", 0, end) + 1)
    return text[:end], (Fault(FaultKind.MDX_SYNTAX, Severity.WARNING, message, position=position),)


def _substituted(data: dict[str, Any], variables: dict[str, str]) -> dict[str, Any]:
    """Put docs.json's variables into front matter's texts."""
    if not variables:
        return data
    return {
        key: substitute_variables(value, variables) if isinstance(value, str) else value
        for key, value in data.items()
    }


def _without_forbidden(text: str) -> tuple[str, tuple[Fault, ...]]:
    """Drop the characters that XML forbids; one fault, at the first of them."""
    cleaned, found = drop_forbidden_characters(text)
    if not found:
        return text, ()
    first = found[0]
    others = f" and {len(found) - 1} more" if len(found) > 1 else ""
    message = f"character U+{ord(text[first]):04X}{others} cannot be shown in XML; left out"
    line, start = text.count("\n", 0, first) + 1, text.rfind("\n", 0, first)
    position = Position(line, first - start)
    return cleaned, (Fault(FaultKind.MDX_SYNTAX, Severity.WARNING, message, position=position),)


def _order(fault: Fault) -> tuple[int, int]:
    position = fault.position or Position(1)
    return position.line, position.column


def parse_mdx(text: str, options: MdxOptions | None = None) -> MdxSource:
    """Parse *text*, a whole file with its front matter.

    Faults: ``front_matter`` and ``mdx_syntax`` in ``problems``; never an exception.
    """
    options = options or MdxOptions()
    text, size_problem = _limited(text)
    text, forbidden = _without_forbidden(normalize(text))
    front = read_front_matter(text)
    body = substitute_variables(text[front.end :], dict(options.variables))
    padded = "\n" * front.line_count + body
    reading = ParserState(padded, lenient=options.markdown)
    math = shows_math(body) if options.math is None else options.math
    tokens = make_parser(math=math).parse(padded, {KEY: reading})
    nested = tuple(nest(tokens, reading))
    imports: list[Import] = []
    exports: list[Export] = []
    for token in nested:
        if token.type == "mdx_esm":
            brought, given = parse_esm(token.content, token.meta["line"])
            imports += brought
            exports += given
    problems = sorted(reading.problems.values(), key=_order)
    second = read_second_front_matter(text, front)
    misplaced = 0
    if second is not None and nested and nested[0].type == "heading_open":
        front, misplaced = second, _HEADING
    return MdxSource(
        nested,
        _substituted(front.data, dict(options.variables)),
        (*size_problem, *forbidden, *front.faults, *problems),
        tuple(imports),
        tuple(exports),
        misplaced=misplaced,
    )


class SourceCache:
    """Pages and snippets by file: each is read once while it does not change.

    The files used last are kept, up to `MAX_CACHED` bytes.
    """

    def __init__(self, options: MdxOptions | None = None) -> None:
        self._options = options or MdxOptions()
        self._known: dict[tuple[str, MdxOptions], tuple[tuple[int, int], MdxSource]] = {}
        self._size = 0

    def read(self, path: Path, options: MdxOptions | None = None) -> MdxSource:
        """Parse the file at *path*; return the same object until the file changes.

        Raises `OSError` if it cannot be read; bytes that are no UTF-8 are a problem.
        """
        options = options or self._options
        real = path.resolve()
        status = real.stat()
        key, state = (str(real), options), (status.st_mtime_ns, status.st_size)
        known = self._known.pop(key, None)
        if known is not None and known[0] == state:
            self._known[key] = known
            return known[1]
        self._size -= known[0][1] if known else 0
        source = read_source(real, options)
        self._known[key] = (state, source)
        self._size += state[1]
        while self._size > MAX_CACHED and len(self._known) > 1:
            oldest = next(iter(self._known))
            self._size -= self._known.pop(oldest)[0][1]
        return source


def read_source(path: Path, options: MdxOptions) -> MdxSource:
    """Read the file at *path* without a cache."""
    raw = path.read_bytes()
    source = parse_mdx(raw.decode("utf-8", "replace"), options)
    fault = encoding_fault(path, raw)
    problems = source.problems if fault is None else (fault, *source.problems)
    return replace(source, path=path, problems=problems)
