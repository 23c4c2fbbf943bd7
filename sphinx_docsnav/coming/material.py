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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_docsnav.coming.material_blocks import ABBREVIATIONS, install_block_rules
from sphinx_docsnav.coming.material_inline import (
    TABLE,
    has_color_mode,
    install_inline_rules,
    make_image_tag,
    read_attributes,
    replace_emoji,
    split_attributes,
)
from sphinx_docsnav.coming.material_snippets import SnippetReader
from sphinx_docsnav.data_files.json_values import as_list, as_text
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.description_tokens import (
    HtmlNames,
    HtmlReader,
    make_tag_token,
    replace_html_tokens,
)
from sphinx_docsnav.mdx.frontmatter import read_front_matter
from sphinx_docsnav.mdx.nesting import nest
from sphinx_docsnav.mdx.source import (
    MdxOptions,
    MdxSource,
    clean_source,
    get_position,
    substitute_in_data,
    substitute_variables,
)
from sphinx_docsnav.mdx.syntax import (
    MAX_LEVEL,
    formula_rules,
    inline_marks,
    keep_deep_text,
    markdown_blocks,
    parse_content,
)
from sphinx_docsnav.mdx.syntax import text as text_rules
from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState, get_document
from sphinx_docsnav.mdx.tags import Form, Tag
from sphinx_docsnav.vocabulary.html_names import (
    BLOCK_ELEMENTS,
    FORBIDDEN_ELEMENTS,
    PHRASING_ELEMENTS,
)
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

_NAMES = HtmlNames(
    PHRASING_ELEMENTS | SVG_ELEMENTS | {"source", "track"}, BLOCK_ELEMENTS | FORBIDDEN_ELEMENTS
)
_BLOCK_ATTRIBUTES = re.compile(
    r"(?:(?:^|\n)[ \t]*|(?<=\S)[ \t]+(?=\{:?[ ]*[#.]))(\{[^{}\n]+\})[ \t]*\Z"
)
"""Attributes in the last line of a block, or at the end of a heading."""
_DEFINITION_TAGS = frozenset(("dl", "dt", "dd"))
_ANNOTATION = re.compile(r"\((\d+)\)!(?=[ \t]*(?:(?:\*/|-->|#\}|\*\))[ \t]*)?$)", re.MULTILINE)
"""The number of an annotation in a comment of code."""
_INLINE_LANGUAGE = re.compile(r"(?:#!|:::)[\w+-]+(?:[ ]+|$)")
"""The language of code in a line of text, or in the first line of indented code."""
_ABSOLUTE = re.compile(r"[/#.?]|[a-zA-Z][\w+.-]*:")
_UNREAD = re.compile(
    r"(?P<template>\{\{.{0,300}?\}\}|\{%.{0,300}?%\})"
    r"|(?P<wiki>\[\[[^\[\]\n]+\]\])"
    r"|(?P<critic>\{(?:\+\+|--|~~|>>)[^{}]*\})"
    r"|(?P<emoji>(?<![\w:]):[a-z][a-z0-9_+-]+:(?![\w:]))"
    r"|(?P<progress>\[==?[ ]{0,9}\d[^\]\n]{0,200}\])"
    r"|(?P<contents>^\[TOC\]$)"
    r"|(?P<block>^/{3,}[ ]+\S+)"
    r"|(?P<directive>^:{3}[ ]+[A-Za-z][\w.-]*)"
)
"""Syntax that is not read; ``tables.yaml`` has what each kind is called, and what to do."""


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
    text, text_problems = clean_source(text)
    front = read_front_matter(text)
    variables = dict(options.variables)
    snippets = SnippetReader(root, depend)
    page_lines = substitute_variables(text[front.end :], variables).split("\n")
    lines = snippets.expand(page_lines, front.line_count + 1)
    body = "\n".join(line for line, _number in lines)
    # Empty lines take the place of the front matter.
    padded = "\n" * front.line_count + body
    document = ParserState(padded, lenient=True)
    env: dict[str, object] = {KEY: document}
    math = formula_rules.shows_math(body) if options.math is None else options.math
    parsed = _make_parser(math=math).parse(padded, env)
    finisher = _Finisher(document, env, describes_objects=describes_objects)
    tokens = nest(finisher.finish(parsed), document)
    problems = [*document.problems.values(), *finisher.describe_unread()]
    if len(lines) != len(page_lines):
        numbers = [*range(1, front.line_count + 1), *(number for _line, number in lines)]
        problems = [_move_fault(fault, numbers) for fault in problems]
        _move_tokens(tokens, numbers)
    return MdxSource(
        tuple(tokens),
        substitute_in_data(_convert_front_matter(front.data), variables),
        (
            *text_problems,
            *front.faults,
            *sorted([*snippets.faults, *problems], key=get_position),
        ),
    )


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
    md.block.ruler.before("table", "too_deep", keep_deep_text)
    # The project's lists have tasks.
    md.block.ruler.at(
        "list", markdown_blocks.parse_list, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    md.use(deflist_plugin)
    md.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=False)
    if math:
        formula_rules.add_formula_rules(md)
    install_block_rules(md)
    install_inline_rules(md)
    text_rules.install_links(md)
    inline_marks.install_autolinks(md)
    md.core.ruler.at("inline", _parse_inline)
    return md


def _parse_inline(state: StateCore) -> None:
    """Parse the inline content of each block, after the attributes of the block were taken."""
    document = get_document(state.env)
    previous = Token("", "", 0)
    for token in state.tokens:
        if token.type == "inline" and not token.meta.get("plain"):
            _take_attributes(previous, token)
            parse_content(state, token, document, 0)
        previous = token
    document.origin = None


def _take_attributes(opening: Token, content: Token) -> None:
    """Remove the attributes of a block from its text; a heading or a paragraph keeps its id."""
    match = _BLOCK_ATTRIBUTES.search(content.content) if content.content.endswith("}") else None
    attributes = read_attributes(match[1]) if match else None
    is_own_line = match is not None and match[0][0] == "\n"
    if match is None or attributes is None or not (is_own_line or opening.type != "paragraph_open"):
        return
    content.content = content.content[: match.start()]
    if opening.type == "heading_open":  # ``## Title ## { #id }``
        content.content = content.content.rstrip("#").rstrip()
        opening.meta = {**opening.meta, "id": attributes.get("id")}
    elif "id" in attributes:  # as an anchor at the beginning of the text
        content.content = f"[](){{ #{attributes['id']} }}{content.content}"


class _Finisher:
    """Turns the tokens of plugins and of HTML into those of tags, and notes what is not read."""

    def __init__(
        self, document: ParserState, env: Mapping[str, object], *, describes_objects: bool
    ) -> None:
        self._document = document
        self._describes_objects = describes_objects
        abbreviations = env.get(ABBREVIATIONS)
        self._abbreviations = abbreviations if isinstance(abbreviations, dict) else {}
        names = "|".join(map(re.escape, sorted(self._abbreviations, key=len, reverse=True)))
        self._abbreviation = re.compile(rf"(?<!\w)({names})(?!\w)") if names else None
        self._ids: set[str] = set()
        self._repetitions: Counter[str] = Counter()
        """The number of headings with the same words as one before."""
        self._unread: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        """The text and line of each piece of syntax that is not read, by its kind."""

    def finish(self, tokens: Sequence[Token]) -> list[Token]:
        """Return the tokens, not yet paired by `mdx.nesting`."""
        result: list[Token] = []
        line = 1
        for index, token in enumerate(tokens):
            line = token.map[0] + 1 if token.map else line
            result += self._finish_block(tokens, index, line)
        return result

    def _finish_block(self, tokens: Sequence[Token], index: int, line: int) -> list[Token]:
        """Return the block token at *index*, finished, or what replaces it."""
        token = tokens[index]
        if token.type == "html_block":
            return HtmlReader(self._document, _NAMES, line).read_block(token.content)
        if token.tag in _DEFINITION_TAGS:
            self._document.has_flow = True
            form = Form.OPEN if token.nesting > 0 else Form.CLOSE
            return [make_tag_token(form, token.tag, (), line, block=True)]
        if token.type == "inline":
            self._finish_inline(token, line)
        elif token.type in {"fence", "code_block"}:
            _finish_code(token)
        elif token.type == "python_object" and not self._describes_objects:
            self._unread["reference"].append((f"::: {token.content}", line))
            token.type, token.content, token.info = "code_block", token.info, ""
        elif token.type == "heading_open":
            self._set_id(token, tokens[index + 1])
        return [token]

    def _finish_inline(self, token: Token, line: int) -> None:
        """Finish the children of *token*: HTML, images, abbreviations."""
        children: list[Token] = []
        for child in token.children or ():
            if child.type == "text":
                child.content = replace_emoji(child.content)
                for match in _UNREAD.finditer(child.content):
                    self._unread[str(match.lastgroup)].append((match[0], line))
                children += self._mark_abbreviations(child, token, line)
                continue
            if child.type == "code_inline":
                child.content = _INLINE_LANGUAGE.sub("", child.content, count=1)
            elif child.type == "image" and has_color_mode(child):
                make_image_tag(child, {}, line)
                self._document.tagged.add(id(token))
            children.append(child)
        token.children = children
        replace_html_tokens(token, self._document, _NAMES, line)

    def _mark_abbreviations(self, text: Token, token: Token, line: int) -> Iterator[Token]:
        """Yield *text* with tags around the abbreviations that the page explains."""
        if self._abbreviation is None:
            yield text
            return
        self._document.tagged.add(id(token))
        # Every second part is an abbreviation.
        for number, part in enumerate(self._abbreviation.split(text.content)):
            if number % 2:
                title = (("title", self._abbreviations[part]),)
                yield make_tag_token(Form.OPEN, "abbr", title, line, block=False)
            yield Token("text", "", 0, content=part)
            if number % 2:
                yield make_tag_token(Form.CLOSE, "abbr", (), line, block=False)

    def _set_id(self, heading: Token, content: Token) -> None:
        """Give a heading the id that Python-Markdown gives it, so that old links work."""
        parts = [child.content for child in content.children or () if child.type != "html_inline"]
        text = "".join(parts).strip()
        author_id = str(heading.meta.get("id") or "")
        slug = unique = author_id or _slugify(text)
        # The numbers of earlier headings are not tried again: a page may repeat one often.
        while unique in self._ids and not author_id:
            self._repetitions[slug] += 1
            unique = f"{slug}_{self._repetitions[slug]}"
        if unique:
            self._ids.add(unique)
            heading.meta = {"id": unique, "column": 1}

    def describe_unread(self) -> Iterator[Fault]:
        """Yield one fault for each kind of syntax that is not read, with how often it occurs."""
        for kind, places in self._unread.items():
            label, hint = TABLE["unread"][kind]
            example, line = places[0]
            problem = f"{label} are not read"
            message = f"{problem}; shown as text: {len(places)}, such as '{example[:60]}'"
            yield Fault(
                FaultKind.MATERIAL_SYNTAX,
                Severity.WARNING,
                message,
                position=Position(line),
                hint=hint,
                problem=problem,
            )


def _finish_code(token: Token) -> None:
    """Rewrite the options of a block of code as those of MDX, and the numbers of annotations."""
    token.content = _ANNOTATION.sub(r"(\1)", token.content)
    if token.type == "code_block":
        first, _end, rest = token.content.partition("\n")
        if _INLINE_LANGUAGE.fullmatch(first.strip()):
            token.info, token.content = first.strip("#!: \t"), rest
        return
    info = token.info.strip()
    language, _space, options = info.partition(" ")
    if "=" in language or info.startswith("{"):
        language, options = "", info.removeprefix("{").removesuffix("}")
    elif "{" in language:
        language, _brace, options = info.removesuffix("}").partition("{")
    attributes = split_attributes(options.strip())
    classes = str(attributes.get("class") or "").split()
    # The first class of a block without a language is the language.
    language = language or next(iter(classes), "")
    title = str(attributes.get("title") or "").replace('"', "”")
    lines = str(attributes.get("hl_lines") or "").strip().replace(" ", ",")
    first_line = str(attributes.get("linenums") or "")
    parts = [language, f'title="{title}"' if title else "", f"{{{lines}}}" if lines else ""]
    token.info = " ".join(filter(None, [*parts, "lines" if first_line else ""]))
    if first_line.isdecimal():
        token.meta = {**token.meta, "first_line": int(first_line[:6])}


def _slugify(text: str) -> str:
    """Return the id that Python-Markdown gives to a heading: ASCII words between hyphens."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_text).strip().lower())


def _move_fault(fault: Fault, numbers: Sequence[int]) -> Fault:
    """Return *fault* at its line in the page instead of that in the text with its snippets."""
    position = fault.position or Position(1)
    line = numbers[min(position.line, len(numbers)) - 1] if numbers else 1
    return replace(fault, position=replace(position, line=line))


def _move_tokens(tokens: Iterable[Token], numbers: Sequence[int]) -> None:
    """Change the lines of *tokens* to those in the page, as `_move_fault` does."""
    last = len(numbers)
    for token in tokens:
        if token.map:
            first, end = token.map
            token.map = [numbers[min(first, last - 1)] - 1, numbers[min(max(end, 1), last) - 1]]
        if "line" in token.meta:
            line = numbers[min(token.meta["line"], last) - 1]
            tag = token.meta.get("tag")
            moved = {"tag": replace(tag, line=line)} if isinstance(tag, Tag) else {}
            token.meta = {**token.meta, "line": line, **moved}
        _move_tokens(token.children or (), numbers)
