"""A code block with the options of its fence.

A block without extras is docutils' own literal block; with a title it is
Sphinx's captioned one, so themes draw both as theirs. Line marks, `wrap` and
`expandable` are classes around it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection
from dataclasses import dataclass

from docutils import nodes
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from sphinx_docsnav.components.component_nodes import BlockComponent, HtmlOutput, start_tag
from sphinx_docsnav.components.lexer import MdxLexer

_NAMES = {"env": "ini", "dotenv": "ini", "jsonc": "json5", "curl": "bash"}
_MARK = re.compile(
    r"[ \t]*(?://|\#|--|/\*|<!--|;|%|\{/\*)[ \t]*"
    r"\[!code[ ]+(?P<mark>\+\+|--|highlight|hl|focus)(?::(?P<count>\d{1,3}))?\]"
    r"[ \t]*(?:\*/\}?|-->)?[ \t]*$"
)
_MARK_NAMES = {
    "++": "add",
    "--": "remove",
    "highlight": "highlight",
    "hl": "highlight",
    "focus": "focus",
}
_LINE = re.compile(r"[^\n]*\n(?:</span>)?|[^\n]+\Z")
_CODE_START = re.compile(r".*<pre>(?:<span></span>)?(?:<code>)?", re.DOTALL)
_CODE_END = re.compile(r"(?:</code>)?</pre>")
_UNMARKED: dict[int, str] = {}
_FOLD_ABOVE = 12
"""Lines from which `expandable` folds a block."""


@dataclass(frozen=True, slots=True)
class CodeBlockOptions:
    """The display options of a code block."""

    language: str = ""
    """As the page has it; an unknown one is shown as plain text."""
    title: str = ""
    """A file's name or any words."""
    numbers: bool = False
    """Show line numbers."""
    first: int = 1
    """The number of the first line."""
    highlight: Collection[int] = ()
    """Lines to stress, counted from 1."""
    focus: Collection[int] = ()
    """Lines to leave clear while the others fade, counted from 1."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block at first."""


class CodeNode(BlockComponent):
    """A literal block, captioned or not, with marks on its lines."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the box, with a check box that unfolds a long block."""
        out.body.append(out.starttag(self, "div", ""))
        if self["fold"]:
            box = {"type": "checkbox", "id": self["fold"], "class": "docsnav-code-toggle"}
            label = {"for": self["fold"], "class": "docsnav-code-more"}
            out.body.append(start_tag("input", box))
            out.body.append(f"{start_tag('label', label)}{out.encode(self['more'])}</label>")
        out.context.append(str(len(out.body)))

    def plain(self) -> list[nodes.Node]:
        """Return the block; added and removed lines begin with a sign, as in a diff."""
        signs = {"add": "+ ", "remove": "- "}
        changes = {number: signs[mark] for number, mark in self["changes"].items()}
        for literal in self.findall(nodes.literal_block) if changes else ():
            lines = enumerate(literal.astext().split("\n"), 1)
            text = "\n".join(changes.get(number, "  ") + line for number, line in lines)
            literal.rawsource = text
            literal.children = [nodes.Text(text)]
        return list(self.children)

    def close_html(self, out: HtmlOutput) -> None:
        """Mark the lines of the highlighted block and close the box."""
        start = int(out.context.pop())
        if self["marks"]:
            block = "".join(out.body[start:])
            out.body[start:] = [mark_lines(block, self["marks"])]
        out.body.append("</div>\n")


def mark_lines(block: str, marks: dict[int, str]) -> str:
    """Return Pygments' HTML with each line that *marks* names in a span of these classes.

    Pygments lets no span run over the end of a line but the one of a stressed
    line, which ends just behind it. Some themes let it put ``code`` around all lines.
    """
    start = _CODE_START.search(block)
    if start is None:
        return block
    head, rest = block[: start.end()], block[start.end() :]
    end = _CODE_END.search(rest)
    code, tail = (rest[: end.start()], rest[end.start() :]) if end else (rest, "")
    lines = _LINE.findall(code)
    for number, css in marks.items():
        if number <= len(lines):
            lines[number - 1] = f'<span class="{css}">{lines[number - 1]}</span>'
    return f"{head}{''.join(lines)}{tail}"


@functools.lru_cache(maxsize=512)
def lexer_name(language: str) -> str:
    """Return the Pygments lexer name of *language*, ``text`` if there is none."""
    name = language.casefold()
    if name in MdxLexer.aliases:
        return name
    for candidate in (name, _NAMES.get(name, "")):
        if candidate:
            try:
                find_lexer_class_by_name(candidate)
            except ClassNotFound:
                continue
            return candidate
    return "text"


def make_code(
    text: str,
    look: CodeBlockOptions,
    *,
    icon: list[nodes.Node] | None = None,
    serial: str = "",
    more: str = "",
) -> nodes.Element:
    """Return a block of *text*.

    :param serial: a name unique on the site, for `expandable`.
    :param more: the words that unfold the block.
    """
    text, marks = take_marks(text) if "[!code" in text else (text, _UNMARKED)
    highlight = sorted({*look.highlight, *_marked(marks, "highlight")})
    focus = {*look.focus, *_marked(marks, "focus")}
    count = text.count("\n") + 1
    literal = _literal(text, look, [number for number in highlight if number <= count])
    fold = serial if look.expandable and count > _FOLD_ABOVE else ""
    css = _line_classes(marks, focus, count)
    if not (look.title or look.wrap or fold or css or icon):
        return literal
    node = CodeNode("", classes=["docsnav-code"])
    node["classes"] += ["docsnav-code-wrap"] if look.wrap else []
    node["classes"] += ["docsnav-code-fold"] if fold else []
    node["title"], node["language"] = look.title, look.language
    node["marks"], node["fold"], node["more"] = css, fold, more
    node["changes"] = {line: mark for line, mark in marks.items() if mark in {"add", "remove"}}
    node += _captioned(literal, look.title, icon or []) if look.title else literal
    return node


def _literal(text: str, look: CodeBlockOptions, highlight: list[int]) -> nodes.literal_block:
    literal = nodes.literal_block(text, text, language=lexer_name(look.language))
    literal["force"] = True
    literal["classes"].append("docsnav-lenient")
    literal["docsnav_language"] = look.language
    options: dict[str, object] = {"hl_lines": highlight} if highlight else {}
    if look.numbers:
        literal["linenos"] = True
        options["linenostart"] = look.first
    if options:
        literal["highlight_args"] = options
    return literal


def _captioned(literal: nodes.literal_block, title: str, icon: list[nodes.Node]) -> nodes.container:
    words = [*icon, nodes.Text(" ")] if icon else []
    caption = nodes.caption(title, "", *words, nodes.Text(title))
    wrapper = nodes.container("", caption, literal, literal_block=True)
    wrapper["classes"].append("literal-block-wrapper")
    return wrapper


def take_marks(text: str) -> tuple[str, dict[int, str]]:
    """Return *text* without its ``// [!code ++]`` comments, and the mark of each line.

    A comment on a line of its own marks the lines below it, and its line is left out.
    """
    lines: list[str] = []
    marks: dict[int, str] = {}
    for line in text.split("\n"):
        found = _MARK.search(line)
        if found:
            count, first = int(found["count"] or 1), len(lines) + 1
            marks |= dict.fromkeys(range(first, first + count), _MARK_NAMES[found["mark"]])
            line = line[: found.start()]  # noqa: PLW2901 -- the line without its comment
            if not line.strip():
                continue
        lines.append(line)
    return "\n".join(lines), marks


def _marked(marks: dict[int, str], name: str) -> list[int]:
    return [number for number, mark in marks.items() if mark == name]


def _line_classes(marks: dict[int, str], focus: set[int], count: int) -> dict[int, str]:
    """Return the classes of each line that has any."""
    result: dict[int, str] = {}
    for number in range(1, count + 1):
        css = []
        if marks.get(number) in {"add", "remove"}:
            css.append(f"docsnav-line-{marks[number]}")
        if focus and number not in focus:
            css.append("docsnav-line-faded")
        if css:
            result[number] = " ".join(("docsnav-line", *css))
    return result
