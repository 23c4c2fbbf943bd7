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
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markdown_it.token import Token

from sphinx_docsnav.data_files.text_lines import Lines
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity, position_key
from sphinx_docsnav.mdx.esm import Export, Import, parse_esm
from sphinx_docsnav.mdx.frontmatter import read_front_matter, read_second_front_matter
from sphinx_docsnav.mdx.nesting import nest
from sphinx_docsnav.mdx.syntax import make_parser
from sphinx_docsnav.mdx.syntax.formula_rules import shows_math
from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState
from sphinx_docsnav.sitefiles.safe_files import (
    check_encoding,
    drop_forbidden_characters,
    normalize,
)

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.site_settings import SiteSettings

_VARIABLE = re.compile(r"\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}")
"""A variable between two pairs of braces."""
_HEADING_TOKENS = 3
"""The number of tokens of a heading: its start, its text and its end."""
MAX_CHARACTERS = 1_000_000
"""The maximum length of a page; the longest real pages have some 400,000 characters."""
MAX_CACHED = 5_000_000
"""The maximum size in bytes of the files whose tokens are cached; tokens are fifty times larger."""


@dataclass(frozen=True, slots=True)
class MdxOptions:
    """Options for reading pages; equal options share cached tokens."""

    math: bool | None = None
    """Whether ``$…$`` is mathematics; ``None`` decides it by the page, see `shows_math`."""
    variables: tuple[tuple[str, str], ...] = ()
    """The ``variables`` of docs.json: name and text for each ``{{name}}``."""
    markdown: bool = False
    """Whether it is plain Markdown, where HTML comments, ``<br>`` and ``<https://…>`` are fine."""
    material: bool = False
    """Whether it is Markdown as MkDocs Material reads it, see `sphinx_docsnav.coming.material`;
    `parse_mdx` reads it as other Markdown."""

    @classmethod
    def of_site(cls, docs: SiteSettings) -> MdxOptions:
        """Return the options that docs.json sets for all pages; `for_page` completes them."""
        material = docs.styling.markdown == "material"
        return cls(docs.styling.latex, tuple(docs.variables.items()), material=material)

    def for_page(self, path: Path) -> MdxOptions:
        """Return the options for the page at *path*: only ``.md`` files are Markdown."""
        markdown = path.suffix == ".md"
        return replace(self, markdown=markdown, material=self.material and markdown)


@dataclass(frozen=True, slots=True)
class MdxSource:
    """A parsed page; nothing in it is resolved or evaluated."""

    tokens: tuple[Token, ...] = field(repr=False)  # Sphinx prints the arguments of each event
    """The tokens described at the top of this module; they are shared and must not be changed."""
    front_matter: dict[str, Any]
    """The keys and values of the front matter; scalars are str, bool or None."""
    problems: tuple[Fault, ...] = ()
    """Faults of front matter and syntax in file order; their ``path`` is set by the caller."""
    imports: tuple[Import, ...] = ()
    """The imports in file order."""
    exports: tuple[Export, ...] = ()
    """The exported values in file order."""
    path: Path | None = field(default=None, compare=False)
    """The file, if the text was read from one."""
    leading_tokens: int = 0
    """The number of tokens at the start that are a second front matter, not text."""

    @property
    def page_tokens(self) -> tuple[Token, ...]:
        """The tokens without those of a second front matter."""
        return self.tokens[self.leading_tokens :]


BodyParser = Callable[[str, int], tuple[list[Token], Collection[Fault]]]
"""Parses the text after the front matter, given the number of lines before it; returns its tokens
and its faults."""


def parse_mdx(text: str, options: MdxOptions | None = None) -> MdxSource:
    """Parse *text*, a whole file with its front matter.

    No text raises an exception: what is wrong with it is in ``problems``.

    Faults: ``front_matter`` and ``mdx_syntax``.
    """
    options = options or MdxOptions()

    def parse_body(body: str, line_count: int) -> tuple[list[Token], Collection[Fault]]:
        # Empty lines take the place of the front matter, so that tokens have the lines of the file.
        padded = "\n" * line_count + body
        document = ParserState(padded, lenient=options.markdown, front_lines=line_count)
        math = shows_math(body) if options.math is None else options.math
        tokens = make_parser(math=math).parse(padded, {KEY: document})
        return nest(tokens, document), document.problems.values()

    return parse_file(text, options, parse_body)


def parse_file(text: str, options: MdxOptions, parse_body: BodyParser) -> MdxSource:
    """Parse *text*, a whole file with its front matter; *parse_body* parses what follows that.

    Faults: ``front_matter``, ``mdx_syntax`` and those of *parse_body*.
    """
    text, text_problems = clean_source(text)
    front = read_front_matter(text)
    second = read_second_front_matter(text, front)
    body = substitute_variables(text[front.end :], dict(options.variables))
    nested, body_problems = parse_body(body, front.line_count)
    # Imports and exports are read from their tokens.
    imports: list[Import] = []
    exports: list[Export] = []
    for token in nested:
        if token.type == "mdx_esm":
            statement_imports, statement_exports = parse_esm(token.content, token.meta["line"])
            imports += statement_imports
            exports += statement_exports
    # Blocks are parsed before inline content, so that problems are not in order.
    problems = sorted(body_problems, key=position_key)
    # A second front matter was parsed as a heading; its tokens are no text of the page.
    leading_tokens = 0
    if second is not None and nested and nested[0].type == "heading_open":
        front, leading_tokens = second, _HEADING_TOKENS
    return MdxSource(
        tuple(nested),
        _substitute_in_data(front.data, dict(options.variables)),
        (*text_problems, *front.faults, *problems),
        tuple(imports),
        tuple(exports),
        leading_tokens=leading_tokens,
    )


class SourceCache:
    """A cache of parsed pages and snippets; a file is read again when it has changed.

    The files used last are kept, up to `MAX_CACHED` bytes.
    """

    def __init__(self, options: MdxOptions | None = None) -> None:
        self._options = options or MdxOptions()
        self._entries: dict[tuple[str, MdxOptions], tuple[tuple[int, int], MdxSource]] = {}
        """Time and size of each file, and what was parsed; the file used last is the last."""
        self._size = 0

    def read(self, path: Path, options: MdxOptions | None = None) -> MdxSource:
        """Return the parsed file at *path*, the same object until the file changes.

        :raises OSError: if the file cannot be read. Bytes that are not UTF-8 are a fault in
            ``problems``.
        """
        options = options or self._options
        real = path.resolve()
        status = real.stat()
        key, state = (str(real), options), (status.st_mtime_ns, status.st_size)
        entry = self._entries.pop(key, None)
        if entry is not None and entry[0] == state:
            # It moves to the end, as the file used last.
            self._entries[key] = entry
            return entry[1]
        self._size -= entry[0][1] if entry else 0
        source = read_source(real, options)
        self._entries[key] = (state, source)
        self._size += state[1]
        while self._size > MAX_CACHED and len(self._entries) > 1:
            oldest = next(iter(self._entries))
            self._size -= self._entries.pop(oldest)[0][1]
        return source


def read_source(path: Path, options: MdxOptions) -> MdxSource:
    """Parse the file at *path* without a cache."""
    raw = path.read_bytes()
    source = parse_mdx(raw.decode("utf-8", "replace"), options)
    fault = check_encoding(path, raw)
    problems = source.problems if fault is None else (fault, *source.problems)
    return replace(source, path=path, problems=problems)


def clean_source(text: str) -> tuple[str, tuple[Fault, ...]]:
    """Return *text* within the limits of a page, with line feeds as line ends, and its faults."""
    text, size_problem = _limit_size(text)
    text, forbidden = _drop_forbidden(normalize(text))
    return text, (*size_problem, *forbidden)


def _limit_size(text: str) -> tuple[str, tuple[Fault, ...]]:
    """Return *text* cut at a line end if it is too long, and a fault for that."""
    if len(text) <= MAX_CHARACTERS:
        return text, ()
    end = text.rfind("\n", 0, MAX_CHARACTERS) + 1 or MAX_CHARACTERS
    message = (
        f"the page has {len(text):,} characters, more than {MAX_CHARACTERS:,}; the rest is left out"
    )
    position = Position(text.count("\n", 0, end) + 1)
    return text[:end], (Fault(FaultKind.MDX_SYNTAX, Severity.WARNING, message, position=position),)


def _substitute_in_data(data: dict[str, Any], variables: dict[str, str]) -> dict[str, Any]:
    """Return front matter with the variables in its texts replaced."""
    if not variables:
        return data
    return {
        key: substitute_variables(value, variables) if isinstance(value, str) else value
        for key, value in data.items()
    }


def _drop_forbidden(text: str) -> tuple[str, tuple[Fault, ...]]:
    """Return *text* without the characters that XML forbids, and a fault at the first of them."""
    cleaned, offsets = drop_forbidden_characters(text)
    if not offsets:
        return text, ()
    first = offsets[0]
    others = f" and {len(offsets) - 1} more" if len(offsets) > 1 else ""
    message = f"character U+{ord(text[first]):04X}{others} cannot be shown in XML; left out"
    position = Lines(text).position(first)
    return cleaned, (Fault(FaultKind.MDX_SYNTAX, Severity.WARNING, message, position=position),)


def substitute_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return *text* with each ``{{name}}`` that is in *variables* replaced by its value.

    This is done before anything is parsed, also inside code, so that a variable can be used in a
    title, a URL or a fence. A value is put in as one line, so that the numbers of lines do not
    change.

    Unknown names stay as written, as in ``style={{color: x}}``.
    """
    if not variables or "{{" not in text:
        return text

    def replacement(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        return match[0] if value is None else " ".join(str(value).splitlines())

    return _VARIABLE.sub(replacement, text)
