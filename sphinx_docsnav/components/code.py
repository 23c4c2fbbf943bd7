"""A code block with the options of its fence; CodeGroup, CodeBlock, and examples of APIs.

A block without options is docutils' literal block, and one with a title is Sphinx's captioned one,
so that themes style both. Marked lines, `wrap` and `expandable` are classes around it. There is a
lexer for MDX, as Pygments has none.
"""

from __future__ import annotations

import functools
import re
from typing import Any, ClassVar

from docutils import nodes
from pygments.lexer import RegexLexer, bygroups, include, using
from pygments.lexers import find_lexer_class_by_name
from pygments.lexers.data import YamlLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)
from pygments.util import ClassNotFound

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    start_tag,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.components.tabs import TabPanelNode, make_panel, make_tab_set
from sphinx_docsnav.mdx.codemeta import CodeMeta, read_lines

_LEXER_ALIASES = {"env": "ini", "dotenv": "ini", "jsonc": "json5", "curl": "bash"}
"""Languages by names that Pygments does not know."""
_MARK_COMMENT = re.compile(
    r"(?<![ \t])[ \t]*(?://|\#|--|/\*|<!--|;|%|\{/\*)[ \t]*"
    r"\[!code[ ]+(?P<mark>\+\+|--|highlight|hl|focus)(?::(?P<count>\d{1,3}))?\]"
    r"[ \t]*(?:(?:\*/\}?|-->)[ \t]*)?$"
)
"""A comment at the end of a line that marks it."""
_MARK_NAMES = {
    "++": "add",
    "--": "remove",
    "highlight": "highlight",
    "hl": "highlight",
    "focus": "focus",
}
"""The mark that each word in such a comment stands for."""
_LINE = re.compile(r"[^\n]*\n(?:</span>)?|[^\n]+\Z")
"""A line of highlighted code."""
_CODE_START = re.compile(r".*<pre>(?:<span></span>)?(?:<code>)?", re.DOTALL)
_CODE_END = re.compile(r"(?:</code>)?</pre>")
_FOLD_ABOVE = 12
"""The number of lines above which `expandable` folds a block."""


class CodeNode(BlockComponent):
    """A literal block, with or without a caption, with classes on its lines."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of the box, with the check box that expands a long block."""
        out.body.append(out.starttag(self, "div", ""))
        if self["fold"]:
            box = {"type": "checkbox", "id": self["fold"], "class": "docsnav-code-toggle"}
            label = {"for": self["fold"], "class": "docsnav-code-more"}
            out.body.append(start_tag("input", box))
            out.body.append(f"{start_tag('label', label)}{out.encode(self['more'])}</label>")
        # The code is written next; `close_html` finds it there.
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
        """Mark the lines of the highlighted code, and write the end of the box."""
        start = int(out.context.pop())
        if self["marks"]:
            # The code is written in several pieces.
            block = "".join(out.body[start:])
            out.body[start:] = [mark_lines(block, self["marks"])]
        out.body.append("</div>\n")


def mark_lines(block: str, marks: dict[int, str]) -> str:
    """Return Pygments' HTML with each line that *marks* names in a span with these classes.

    Pygments ends all spans at the end of a line, except that of a highlighted line, which ends just
    behind it. Some themes put ``code`` around all lines.
    """
    start = _CODE_START.search(block)
    if start is None:
        return block
    head, rest = block[: start.end()], block[start.end() :]
    end = _CODE_END.search(rest)
    code, tail = (rest[: end.start()], rest[end.start() :]) if end else (rest, "")
    lines = _LINE.findall(code)
    # A comment can mark more lines than follow it.
    for number, css in marks.items():
        if number <= len(lines):
            lines[number - 1] = f'<span class="{css}">{lines[number - 1]}</span>'
    return f"{head}{''.join(lines)}{tail}"


@functools.lru_cache(maxsize=512)
def find_lexer_name(language: str) -> str:
    """Return the name of the Pygments lexer for *language*; ``text`` if there is none."""
    name = language.casefold()
    if name in MdxLexer.aliases:
        return name
    # Pygments' own names come before the aliases of this table.
    for candidate in (name, _LEXER_ALIASES.get(name, "")):
        if candidate:
            try:
                find_lexer_class_by_name(candidate)
            except ClassNotFound:
                continue
            return candidate
    return "text"


def make_code(
    text: str,
    meta: CodeMeta,
    *,
    icon: list[nodes.Node] | None = None,
    serial: str = "",
    more: str = "",
) -> nodes.Element:
    """Return a block of *text*.

    :param serial: an id that is unique on the site, for `expandable`.
    :param more: the label that expands the block.
    """
    marks: dict[int, str] = {}
    if "[!code" in text:
        text, marks = take_marks(text)
    # Lines can be highlighted in the first line of the fence, or by comments in the code.
    highlight = sorted({*meta.highlight, *_get_lines_with_mark(marks, "highlight")})
    focus = {*meta.focus, *_get_lines_with_mark(marks, "focus")}
    line_count = text.count("\n") + 1
    literal = _make_literal(text, meta, [number for number in highlight if number <= line_count])
    fold = serial if meta.expandable and line_count > _FOLD_ABOVE else ""
    line_classes = _get_line_classes(marks, focus, line_count)
    # Most blocks need no node of their own.
    if not (meta.title or meta.wrap or meta.nocopy or fold or line_classes or icon):
        return literal
    node = CodeNode("", classes=["docsnav-code"])
    node["classes"] += ["docsnav-code-wrap"] if meta.wrap else []
    node["classes"] += ["docsnav-nocopy"] if meta.nocopy else []
    node["classes"] += ["docsnav-code-fold"] if fold else []
    node["title"], node["language"] = meta.title, meta.language
    node["marks"], node["fold"], node["more"] = line_classes, fold, more
    node["changes"] = {line: mark for line, mark in marks.items() if mark in {"add", "remove"}}
    node += _make_captioned(literal, meta.title, icon or []) if meta.title else literal
    return node


def _make_literal(text: str, meta: CodeMeta, highlight: list[int]) -> nodes.literal_block:
    """Return a literal block with the lexer, line numbers and highlighted lines."""
    literal = nodes.literal_block(text, text, language=find_lexer_name(meta.language))
    # Code with mistakes is highlighted without a warning.
    literal["force"] = True
    literal["classes"].append("docsnav-lenient")
    literal["docsnav_language"] = meta.language
    highlight_args: dict[str, object] = {"hl_lines": highlight} if highlight else {}
    if meta.numbers:
        literal["linenos"] = True
        highlight_args["linenostart"] = meta.first
    if highlight_args:
        literal["highlight_args"] = highlight_args
    return literal


def _make_captioned(
    literal: nodes.literal_block, title: str, icon: list[nodes.Node]
) -> nodes.container:
    """Return a literal block with a caption, as Sphinx creates it."""
    icon_nodes = [*icon, nodes.Text(" ")] if icon else []
    caption = nodes.caption(title, "", *icon_nodes, nodes.Text(title), support_smartquotes=False)
    wrapper = nodes.container("", caption, literal, literal_block=True)
    wrapper["classes"].append("literal-block-wrapper")
    return wrapper


def take_marks(text: str) -> tuple[str, dict[int, str]]:
    """Return *text* without its ``// [!code ++]`` comments, and the mark of each line.

    A comment on a line of its own marks the lines below it, and is removed with its line.
    """
    lines: list[str] = []
    marks: dict[int, str] = {}
    for line in text.split("\n"):
        match = _MARK_COMMENT.search(line)
        if match:
            count, first = int(match["count"] or 1), len(lines) + 1
            marks |= dict.fromkeys(range(first, first + count), _MARK_NAMES[match["mark"]])
            # The line is kept without its comment.
            line = line[: match.start()]  # noqa: PLW2901
            if not line.strip():
                continue
        lines.append(line)
    return "\n".join(lines), marks


def _get_lines_with_mark(marks: dict[int, str], name: str) -> list[int]:
    """Return the numbers of the lines with the mark *name*."""
    return [number for number, mark in marks.items() if mark == name]


def _get_line_classes(marks: dict[int, str], focus: set[int], count: int) -> dict[int, str]:
    """Return the classes of each line that has any."""
    result: dict[int, str] = {}
    for number in range(1, count + 1) if marks or focus else ():
        css = []
        if marks.get(number) in {"add", "remove"}:
            css.append(f"docsnav-line-{marks[number]}")
        if focus and number not in focus:
            css.append("docsnav-line-faded")
        if css:
            result[number] = " ".join(("docsnav-line", *css))
    return result


class CodeBlockProps(Props):
    """Properties of CodeBlock."""

    language: str = ""
    """The language."""
    filename: str = ""
    """The title."""
    title: str = ""
    """The same as *filename*."""
    icon: Any = None
    """An icon before the title."""
    lines: bool = False
    """Show line numbers."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block until a reader expands it."""
    nocopy: bool = False
    """Show no button that copies the code."""
    highlight: Any = None
    """Lines to highlight: ``[1, 2]`` or ``"1,3-5"``."""
    focus: Any = None
    """Lines to leave clear while the others are dimmed."""


def build_code_group(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return one tab per code block, named by title or language.

    Selecting a tab selects the tabs of the same name on the whole page. Other content is placed
    before the tabs.
    """
    others: list[nodes.Node] = []
    panels: list[TabPanelNode] = []
    for child in wrap_inline_children(children):
        if isinstance(child, (nodes.literal_block, CodeNode)):
            panels.append(_make_code_panel(context, child, len(panels) + 1))
        # Panels are already labelled.
        elif isinstance(child, TabPanelNode):
            panels.append(child)
        else:
            others.append(child)
    if not panels:
        hint = "begin and end the code with '```'"
        context.warn(f"there is no block of code directly inside; shown without tabs; {hint}")
        return others
    css = ["docsnav-code-group"]
    css += ["docsnav-example"] if context.tag.endswith("Example") else []
    return [*others, make_tab_set(context.serial(), panels, *css)]


def _make_code_panel(context: ComponentServices, block: nodes.Element, number: int) -> TabPanelNode:
    """Return a tab for a code block; without title and language it is called by its *number*."""
    title = str(block.get("title", ""))
    language = str(block.get("language" if title else "docsnav_language", ""))
    label = title or language or f"{context.translate('code')} {number}"
    label_nodes: list[nodes.Node] = [nodes.Text(label)]
    if title and isinstance(block, CodeNode):
        label_nodes = _take_caption(block) or label_nodes
    return make_panel(label_nodes, [block], sync=label.casefold(), button=context.serial())


def _take_caption(block: CodeNode) -> list[nodes.Node]:
    """Remove the caption of a block and return its content, which becomes the label of the tab."""
    wrapper = block.children[0]
    if not isinstance(wrapper, nodes.container):
        return []
    caption, literal = wrapper.children
    # The block keeps its node, as its lines may be marked.
    block.children = []
    block += literal
    return list(caption.children)


def build_code_block(
    context: ComponentServices, props: CodeBlockProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a code block with the text inside the tag."""
    blocks = [child for child in children if isinstance(child, (nodes.literal_block, CodeNode))]
    # A fence inside the tag is a block already, with options of its own.
    if blocks:
        return children
    text = "\n".join(child.astext() for child in children).strip("\n")
    meta = CodeMeta(
        props.language,
        props.title or props.filename,
        numbers=props.lines,
        highlight=parse_line_numbers(props.highlight),
        focus=parse_line_numbers(props.focus),
        wrap=props.wrap,
        expandable=props.expandable,
        nocopy=props.nocopy,
    )
    icon, more = context.icon(props.icon), context.translate("expand")
    return [make_code(text, meta, icon=icon, serial=context.serial(), more=more)]


def parse_line_numbers(value: object) -> frozenset[int]:
    """Return the lines that ``[1, 3]``, ``"1,3-5"`` or ``"{1,3-5}"`` names."""
    items = value if isinstance(value, list) else [value]
    return read_lines(",".join(str(item) for item in items if isinstance(item, (str, int, float))))


class MdxLexer(RegexLexer):  # type: ignore[misc]  # Pygments ships no types
    """A lexer for Markdown with JSX."""

    name = "MDX"
    aliases: ClassVar[list[str]] = ["mdx"]
    filenames: ClassVar[list[str]] = ["*.mdx"]
    url = "https://mdxjs.com"
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (
                r"\A(---\n)((?:.*\n)*?)(---\n)",
                bygroups(Punctuation, using(YamlLexer), Punctuation),
            ),
            (r"^(import|export)(?= )[^\n]*\n(?:[^\n]+\n)*", using(JavascriptLexer)),
            (r"^ {0,3}#{1,6} [^\n]*", Generic.Heading),
            (r"^([ \t]*)(`{3,}|~{3,})([^\n]*\n)", bygroups(Whitespace, String, String), "fence"),
            include("inside"),
        ],
        "inside": [
            (r"<!--(?:.|\n)*?-->", Comment),
            (r"(`+)(?!`)[^`]*?\1(?!`)", String.Backtick),
            (r"(</?)([\w.:-]*)", bygroups(Punctuation, Name.Tag), "tag"),
            (r"\\.", Text),
            (r"\{", Punctuation, "braces"),
            (r"[^`<{\\\n]+|\n|.", Text),
        ],
        "fence": [
            (r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\n|\Z)", String, "#pop"),
            (r"[^\n]*\n|[^\n]+\Z", Text),
        ],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (r"([\w:-]+)(\s*)(=)", bygroups(Name.Attribute, Whitespace, Operator)),
            (r"[\w:-]+", Name.Attribute),
            (r'"[^"]*"|\'[^\']*\'', String),
            (r"\{", Punctuation, "braces"),
            (r".", Text),
        ],
        "braces": [
            (r"\}", Punctuation, "#pop"),
            (r"\{", Punctuation, "#push"),
            (r"/\*(?:.|\n)*?\*/", Comment),
            (r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', String),
            (r"`(?:[^`\\]|\\.|\n)*`", String.Backtick),
            (r"(</?)([A-Za-z][\w.:-]*|(?=>))", bygroups(Punctuation, Name.Tag), "tag"),
            (r"\b(?:true|false|null|undefined)\b", Keyword.Constant),
            (r"\b\d+(?:\.\d+)?\b", Name.Constant),
            (r"[\w$]+|\s+", Text),
            (r"[\[\](),:;.]", Punctuation),
            (r".", Operator),
        ],
    }


TYPES = (
    *(
        ComponentType(name, build_code_group, without_effect=("dropdown",))
        for name in ("CodeGroup", "RequestExample", "ResponseExample")
    ),
    ComponentType("CodeBlock", build_code_block, CodeBlockProps),
)


NODES: tuple[type[nodes.Element], ...] = (CodeNode,)
