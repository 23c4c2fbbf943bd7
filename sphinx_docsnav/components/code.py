"""A code block with the options of its fence; CodeGroup, CodeBlock and the examples of a page.

A block without extras is docutils' own literal block; with a title it is
Sphinx's captioned one, so themes draw both as theirs. Line marks, `wrap` and
`expandable` are classes around it. MDX has a lexer here, as Pygments has none for it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection
from dataclasses import dataclass
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
    block_children,
    start_tag,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.components.tabs import TabPanelNode, make_panel, make_set
from sphinx_docsnav.mdx.codemeta import read_lines


class MdxLexer(RegexLexer):  # type: ignore[misc]  # Pygments ships no types
    """Markdown with JSX."""

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
    nocopy: bool = False
    """Show no button that copies the code."""


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
    if not (look.title or look.wrap or look.nocopy or fold or css or icon):
        return literal
    node = CodeNode("", classes=["docsnav-code"])
    node["classes"] += ["docsnav-code-wrap"] if look.wrap else []
    node["classes"] += ["docsnav-nocopy"] if look.nocopy else []
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
    caption = nodes.caption(title, "", *words, nodes.Text(title), support_smartquotes=False)
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
    """The same."""
    icon: Any = None
    """An icon before the title."""
    lines: bool = False
    """Show line numbers."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block at first."""
    nocopy: bool = False
    """Show no button that copies the code."""
    highlight: Any = None
    """Lines to stress: ``[1, 2]`` or ``"1,3-5"``."""
    focus: Any = None
    """Lines to leave clear."""


def build_group(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return one tab per block of code, named by title or language.

    Selecting a tab selects the tabs of the same name on the whole page. Content
    other than code is placed before the tabs.
    """
    others: list[nodes.Node] = []
    panels: list[TabPanelNode] = []
    for child in block_children(children):
        if isinstance(child, (nodes.literal_block, CodeNode)):
            panels.append(_panel(context, child, len(panels) + 1))
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
    return [*others, make_set(context.serial(), panels, *css)]


def _panel(context: ComponentServices, block: nodes.Element, number: int) -> TabPanelNode:
    title = str(block.get("title", ""))
    language = str(block.get("language" if title else "docsnav_language", ""))
    label = title or language or f"{context.translate('code')} {number}"
    words: list[nodes.Node] = [nodes.Text(label)]
    if title and isinstance(block, CodeNode):
        words = _take_caption(block) or words
    return make_panel(words, [block], sync=label.casefold(), button=context.serial())


def _take_caption(block: CodeNode) -> list[nodes.Node]:
    """Return the words of the caption; the tab shows them now, the block no more."""
    wrapper = block.children[0]
    if not isinstance(wrapper, nodes.container):
        return []
    caption, literal = wrapper.children
    block.children = []
    block += literal
    return list(caption.children)


def build_block(
    context: ComponentServices, props: CodeBlockProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a block of the text that the tag holds."""
    blocks = [child for child in children if isinstance(child, (nodes.literal_block, CodeNode))]
    if blocks:
        return children
    text = "\n".join(child.astext() for child in children).strip("\n")
    look = CodeBlockOptions(
        props.language,
        props.title or props.filename,
        props.lines,
        highlight=line_numbers(props.highlight),
        focus=line_numbers(props.focus),
        wrap=props.wrap,
        expandable=props.expandable,
        nocopy=props.nocopy,
    )
    icon, more = context.icon(props.icon), context.translate("expand")
    return [make_code(text, look, icon=icon, serial=context.serial(), more=more)]


def line_numbers(value: object) -> frozenset[int]:
    """Return the lines that ``[1, 3]``, ``"1,3-5"`` or ``"{1,3-5}"`` names."""
    words = ",".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return read_lines(words)


TYPES = (
    *(
        ComponentType(name, build_group, without_effect=("dropdown",))
        for name in ("CodeGroup", "RequestExample", "ResponseExample")
    ),
    ComponentType("CodeBlock", build_block, CodeBlockProps),
)
NODES: tuple[type[nodes.Element], ...] = (CodeNode,)
