"""Markdown as MkDocs Material reads it -> the tokens of MDX pages.

Python-Markdown's syntax becomes the tokens that `sphinx_docsnav.mdx.source` describes: ``!!! note``
the tag ``<Note>``, ``=== "Tab"`` the tags ``<Tabs>`` and ``<Tab>``. What is rendered, which HTML
is allowed and where links lead is thereby decided as for all other pages.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin

from sphinx_docsnav.coming.material_rules import (
    ATTRIBUTES,
    TABLE,
    TAG,
    install_rules,
    make_tag_of,
    replace_emoji,
    split_attributes,
)
from sphinx_docsnav.coming.material_snippets import SnippetReader
from sphinx_docsnav.data_files.json_values import as_list, as_text
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx import description_tokens
from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, parse_file
from sphinx_docsnav.mdx.syntax import MAX_LEVEL, add_shared_rules, formula_rules, parse_content
from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState, get_document
from sphinx_docsnav.mdx.tags import Form
from sphinx_docsnav.vocabulary import html_names
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

_NAMES = description_tokens.HtmlNames(
    html_names.PHRASING_ELEMENTS | SVG_ELEMENTS | {"source", "track"},
    html_names.BLOCK_ELEMENTS | html_names.FORBIDDEN_ELEMENTS,
)
_BLOCK_ATTRIBUTES = re.compile(
    rf"(?:(?:^|\n)[ \t]*|(?<=\S)[ \t]+(?=\{{:?[ ]*[#.])){ATTRIBUTES.pattern}[ \t]*\Z"
)
"""Attributes in the last line of a block, or at the end of a heading."""
_DEFINITION_TAGS = frozenset(("dl", "dt", "dd"))
_ANNOTATION = re.compile(r"\((\d+)\)!(?=[ \t]*(?:(?:\*/|-->|#\}|\*\))[ \t]*)?$)", re.MULTILINE)
"""The number of an annotation in a comment of code."""
_LANGUAGE = re.compile(r"[ ]*+(?:\{[ ]*+)?\.?([\w#+.-]++)(?=[\s{}]|$)")
"""The language of a block of code, also as the first class of ``{ .py }``."""
_CODE_OPTION = re.compile(r"""(?:title|hl_lines|linenums)=(?:"[^"]*"|'[^']*'|[^\s"'{}]+)""")
_INLINE_LANGUAGE = re.compile(r"(?:#!|:::)[\w+-]+(?:[ ]+|$)")
"""The language of code in a line of text, or in the first line of indented code."""
_LINES = "docsnav_lines"
"""The key, in markdown-it's ``env``, of the line of the page for each line that is parsed."""
_ABSOLUTE = re.compile(r"[/#.?]|[a-zA-Z][\w+.-]*:")
_UNREAD = re.compile(
    "|".join(f"(?P<{kind}>{row['pattern']})" for kind, row in TABLE["unread"].items())
)
"""Syntax in a line of text that is not read."""


def parse_material(
    text: str,
    options: MdxOptions,
    root: Path,
    depend: Callable[[Path], None],
    *,
    describes_objects: bool = False,
) -> MdxSource:
    """Parse *text*, a whole file with its front matter, as `mdx.source.parse_mdx` does.

    :param root: the folder of the site, where snippets are.
    :param depend: is called with each file that the page depends on.
    :param describes_objects: whether ``::: package.module`` becomes a token ``python_object``,
        whose ``content`` is the name; otherwise it is text.

    Faults: ``front_matter``, ``import_missing``, ``material_syntax``, ``mdx_syntax``,
    ``snippet_cycle``.
    """

    def parse_body(body: str, line_count: int) -> tuple[list[Token], Collection[Fault]]:
        snippets = SnippetReader(root, depend)
        # Empty lines take the place of the front matter.
        page_lines = [""] * line_count + body.split("\n")
        lines = list(snippets.expand(zip(page_lines, count(1))))
        expanded = "\n".join(line for line, _number in lines)
        document = ParserState(expanded, lenient=True, front_lines=line_count)
        # Columns are those of the page, whose lines `_parse_inline` gives to the tokens.
        document.lines = page_lines
        env: dict[str, object] = {KEY: document, _LINES: [number - 1 for _line, number in lines]}
        math = formula_rules.shows_math(expanded) if options.math is None else options.math
        tokens = _make_parser(math=math).parse(expanded, env)
        finisher = _Finisher(document, describes_objects=describes_objects)
        finisher.finish(tokens)
        nested = description_tokens.nest_html(tokens, document, _NAMES, has_lines=True)
        faults = [*snippets.faults, *document.problems.values(), *finisher.describe_unread()]
        return nested, faults

    source = parse_file(text, options, parse_body)
    return replace(source, front_matter=_convert_front_matter(source.front_matter))


def _convert_front_matter(data: dict[str, Any]) -> dict[str, Any]:
    """Return *data* with the ``mode`` of a page for what ``hide`` removes from it."""
    hidden = {as_text(part) for part in as_list(data.get("hide"))}
    mode = "center" if "navigation" in hidden else "wide" if "toc" in hidden else ""
    return {"mode": mode, **data} if mode else data


class _MaterialParser(MarkdownIt):
    """A parser whose relative addresses begin at the page: ``a.md`` means nothing at the root."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 -- markdown-it's name
        """Return *url* as it is written into the page."""
        return super().normalizeLink(url if not url or _ABSOLUTE.match(url) else f"./{url}")


@functools.lru_cache(maxsize=2)
def _make_parser(*, math: bool) -> MarkdownIt:
    """Return the parser; it has no state of a document and is shared.

    :param math: whether ``$…$`` is a formula.
    """
    md = _MaterialParser("commonmark", {"maxNesting": MAX_LEVEL + 20}).enable("table")
    add_shared_rules(md, math=math)
    md.use(deflist_plugin)
    install_rules(md)
    md.core.ruler.at("inline", _parse_inline)
    return md


def _parse_inline(state: StateCore) -> None:
    """Parse the inline content of each block, after the attributes of the block were taken."""
    document, lines = get_document(state.env), state.env[_LINES]
    previous = Token("", "", 0)
    for token in state.tokens:
        if token.map:
            # All lines of a snippet have the line of the page that includes it.
            first, end = token.map
            token.map = [lines[min(first, len(lines) - 1)], lines[min(end, len(lines)) - 1] + 1]
        if token.type == "inline" and not token.meta.get("plain"):
            _take_attributes(previous, token)
            parse_content(state, token, document, 0)
        previous = token
    document.origin = None


def _take_attributes(opening: Token, content: Token) -> None:
    """Remove the attributes of a block from its text; a heading or a paragraph keeps its id."""
    match = _BLOCK_ATTRIBUTES.search(content.content) if content.content.endswith("}") else None
    if match is None or (match[0][0] != "\n" and opening.type == "paragraph_open"):
        return
    attributes = split_attributes(match[1])
    content.content = content.content[: match.start()]
    if opening.type == "heading_open":  # ``## Title ## { #id }``
        content.content = content.content.rstrip("#").rstrip()
        opening.meta = {**opening.meta, "id": attributes.get("id")}
    elif "id" in attributes:  # as an anchor at the beginning of the text
        content.content = f"[](){{ #{attributes['id']} }}{content.content}"


class _Finisher:
    """Turns the tokens of plugins into those of MDX, and notes what is not read."""

    def __init__(self, document: ParserState, *, describes_objects: bool) -> None:
        self._document = document
        self._describes_objects = describes_objects
        self._repetitions: Counter[str] = Counter()
        """The number of headings with the same words as one before."""
        self._unread: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        """The text and line of each piece of syntax that is not read, by its kind."""

    def finish(self, tokens: list[Token]) -> None:
        """Finish *tokens*; blocks and lines of HTML stay as they are."""
        line = 1
        for index, token in enumerate(tokens):
            line = token.map[0] + 1 if token.map else line
            if token.type == TAG or token.tag in _DEFINITION_TAGS:
                self._document.has_flow = True
                tokens[index] = _make_tag(token, line, block=True)
            elif token.type == "inline":
                self._finish_inline(token, line)
            elif token.type in {"fence", "code_block"}:
                _finish_code(token)
            elif token.type == "python_object" and not self._describes_objects:
                self._unread["reference"].append((f"::: {token.content}", line))
                token.type, token.content, token.info = "code_block", token.info, ""
            elif token.type == "heading_open":
                self._set_id(token, tokens[index + 1])

    def _finish_inline(self, token: Token, line: int) -> None:
        """Finish the children of *token*: text, code, images and tags."""
        children = token.children or []
        for index, child in enumerate(children):
            if child.type == "text":
                child.content = replace_emoji(child.content)
                for match in _UNREAD.finditer(child.content):
                    self._unread[str(match.lastgroup)].append((match[0], line))
            elif child.type == "code_inline":
                child.content = _INLINE_LANGUAGE.sub("", child.content, count=1)
            elif (
                child.type == "image" and urldefrag(str(child.attrs["src"]))[1] in TABLE["classes"]
            ):
                make_tag_of(child, {})
            if child.type == TAG:
                children[index] = _make_tag(child, line, block=False)

    def _set_id(self, heading: Token, content: Token) -> None:
        """Give a heading the id that Python-Markdown gives it, so that old links work."""
        parts = [child.content for child in content.children or () if child.type != "html_inline"]
        author_id = str(heading.meta.get("id") or "")
        slug = author_id or _slugify("".join(parts))
        number = 0 if author_id else self._repetitions[slug]
        self._repetitions[slug] += 1
        if slug:
            heading.meta = {"id": f"{slug}_{number}" if number else slug, "column": 1}

    def describe_unread(self) -> Iterator[Fault]:
        """Yield one fault for each kind of syntax that is not read, with how often it occurs."""
        kind, severity = FaultKind.MATERIAL_SYNTAX, Severity.WARNING
        for name, places in self._unread.items():
            row, (example, line) = TABLE["unread"][name], places[0]
            problem, position, hint = f"{row['name']} are not read", Position(line), row["remedy"]
            message = f"{problem}; shown as text: {len(places)}, such as '{example[:60]}'"
            yield Fault(kind, severity, message, None, position, "", hint, problem)


def _make_tag(token: Token, line: int, *, block: bool) -> Token:
    """Return the tag that *token* stands for, in its own line or else in *line*."""
    form, line = Form(token.nesting), token.map[0] + 1 if token.map else line
    attributes = token.meta.items()
    return description_tokens.make_tag_token(form, token.tag, attributes, line, block=block)


def _finish_code(token: Token) -> None:
    """Keep the language and the options of a block of code, and rewrite numbers of annotations."""
    token.content = _ANNOTATION.sub(r"(\1)", token.content)
    if token.type == "code_block":
        first, _end, rest = token.content.partition("\n")
        if _INLINE_LANGUAGE.fullmatch(first.strip()):
            token.info, token.content = first.strip("#!: \t"), rest
        return
    language = _LANGUAGE.match(token.info)
    options = _CODE_OPTION.findall(token.info)
    token.info = " ".join([language[1] if language else "", *options])


def _slugify(text: str) -> str:
    """Return the id that Python-Markdown gives to a heading: ASCII words between hyphens."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_text).strip().lower())
