r"""Formulas between dollars, in the forms that remark-math reads, and in those that authors write.

As in remark-math, as many dollars close a formula as open it, so that
``$$\text{if $x$}$$`` is one formula; ``$$`` alone on a line begins a formula in
lines of its own, also directly after text, and empty lines may stand in it; attributes
after these dollars, ``$$ {#id}``, are not shown.
One dollar begins and ends a formula by Pandoc's rules (extension ``tex_math_dollars``), as prices
are dollars, too: no space is inside of the dollars, and no digit follows. A formula with a TeX
command may have spaces there. Beyond these rules, ``C$6; R$`` begins no formula, and so does the
name of a variable of a shell before another one.
Beyond remark-math, ``\$`` closes nothing, a line may begin with ``$$`` and the formula, and
end with the formula and ``$$``; a formula that nothing closes is text.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from sphinx_docsnav.mdx.syntax.dispatch import INTERRUPTS, append_text
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.mdx.tex_commands import COMMANDS

_RUN = re.compile(r"\$+")
_RUN_OR_ESCAPE = re.compile(r"\\.|\$+", re.DOTALL)
_DISPLAY = 2
"""The minimum number of dollars of a formula on lines of its own."""

_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}$\\]*\}")
_ALWAYS = re.compile(r"\$\$|<Latex\b")
_IN_LINE = re.compile(r"\$([^$\n]*)\$")
_OVER_LINES = re.compile(r"(?<![\w\\$])\$(?![\d$])((?:[^$\n`]*\n(?![ \t]*\n)){1,20}[^$\n`]*)\$")
"""Text between dollars of one paragraph."""
_COMMAND = re.compile(r"\\[A-Za-z]{2}")
"""The beginning of a TeX command, which no price has."""
_NAMES = re.compile(r"\\([A-Za-z]{2,})")
_TIGHT = re.compile(r"(?<![\w\\$])\$(?![\s$])([^$\n]*)(?<!\s)\$(?![\w$])")
"""Text with the dollars directly around it: not ``$5 for x^2 and $6``."""
_DOUBTFUL = re.compile(r"[ \t]+[^\d\s](?:[^\n]*\S)?[ \t]+")
"""Text between dollars with spaces on both sides that begins with no amount."""
_CURRENCY = re.compile(r"[A-Z]\$\d\S*\s")
"""An amount after the code of a country, and a space: ``US$5 or``, but not ``H$2$O``."""
_VARIABLES = re.compile(r"\$[A-Z_][A-Z\d_]++[^$]*+\$[A-Z_][A-Z\d_]+")
"""The names of two variables of a shell: ``$HOME/bin:$PATH``."""
_POWER = re.compile(r"[\w)}]\^[\w{(+-]")
"""Something raised to a power."""


def shows_math(text: str) -> bool:
    """Return whether *text* holds mathematics: ``$$``, ``<Latex>``, or TeX between two ``$``.

    Dollars alone are not enough: they also begin prices and ``$ref``.
    """
    if "$" not in text and "<Latex" not in text:
        return False
    if _ALWAYS.search(text) is not None:
        return True
    if "\\" in text:
        if any(_COMMAND.search(match[1]) for match in _IN_LINE.finditer(text)):
            return True
        names = (_NAMES.findall(match[1]) for match in _OVER_LINES.finditer(text))
        if any(not COMMANDS.isdisjoint(commands) for commands in names):
            return True
    return "^" in text and any(_POWER.search(match[1]) for match in _TIGHT.finditer(text))


def add_formula_rules(md: MarkdownIt) -> None:
    """Add the rules; a formula on lines of its own ends a paragraph."""
    md.inline.ruler.before("escape", "math_inline", _parse_inline_formula)
    md.block.ruler.before("fence", "math_block", _parse_block_formula, INTERRUPTS)


def _parse_inline_formula(state: StateInline, silent: bool) -> bool:
    """Read ``$…$`` or ``$$…$$``; dollars that nothing closes are text, all of them."""
    pos, src, end = state.pos, state.src, state.posMax
    opening = _RUN.match(src, pos, end)
    if opening is None:
        return False
    size = len(opening[0])
    close = _find_closing_run(state, opening.end(), size)
    content = "" if close is None else src[opening.end() : close]
    is_formula = bool(content.strip())
    if is_formula and close is not None and size == 1:
        is_price = _CURRENCY.match(src, max(pos - 1, 0), close) is not None
        is_text = is_price or _VARIABLES.match(src, pos, end) is not None
        is_tight = not is_text and _is_tight(content, src[close + 1 : close + 2])
        is_formula = is_tight or _has_command(content)
        if not is_formula and not silent and _DOUBTFUL.fullmatch(content):
            document = get_document(state.env)
            message = f"'${content}$' is shown as text, because spaces are inside of the dollars"
            hint = f"write '${content.strip()}$' for a formula, or '\\$' for a dollar"
            document.report(*document.position(state.pos), message, hint)
    if close is None or not is_formula:
        if not silent:
            append_text(state, opening[0])
        state.pos = opening.end()
        return True
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = content
        token.markup = opening[0]
    state.pos = close + size
    return True


def _is_tight(content: str, following: str) -> bool:
    """Return whether *content* may be a formula between dollars, by the rules of Pandoc.

    :param following: the character after the closing dollar.
    """
    return not (content[0].isspace() or content[-1].isspace() or following.isdigit())


def _has_command(content: str) -> bool:
    """Return whether *content* has a command of TeX, which no text between prices has."""
    return "\\" in content and not COMMANDS.isdisjoint(_NAMES.findall(content))


def _find_closing_run(state: StateInline, pos: int, size: int) -> int | None:
    """Return the offset of a run of exactly *size* dollars; a search that fails is not repeated."""
    missing = get_document(state.env).missing_dollars
    key = (state.src, state.posMax, size)
    if key in missing:
        return None
    for match in _RUN_OR_ESCAPE.finditer(state.src, pos, state.posMax):
        if match[0][0] == "$" and len(match[0]) == size:
            return match.start()
    missing.add(key)
    return None


def _parse_block_formula(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read a formula that fills its lines.

    One whose text begins in the line of its dollars doesn't end a paragraph.
    """
    begin = state.bMarks[start_line] + state.tShift[start_line]
    first = state.src[begin : state.eMarks[start_line]].strip()
    opening = _RUN.match(first)
    if opening is None or len(opening[0]) < _DISPLAY:
        return False
    size, text = len(opening[0]), first[opening.end() :]
    if _ATTRIBUTES.fullmatch(text):
        text = ""
    if text:
        close = _find_formula_end(text, size)
        if silent or (close is None and "$" * size in text):
            return False
        if close is not None:
            if text[:close].strip():
                _push_formula(state, text[:close], opening[0], start_line, start_line + 1)
            return bool(text[:close].strip())
    closing = _find_closing_line(state, start_line, end_line, size)
    if closing is None:
        return False
    if not silent:
        last, rest = closing
        parts = [text] if text else []
        if last > start_line + 1:
            indent = state.sCount[start_line]
            parts.append(state.getLines(start_line + 1, last, indent, False))
        parts += [rest] if rest else []
        _push_formula(state, "\n".join(parts), opening[0], start_line, last + 1)
    return True


def _find_closing_line(
    state: StateBlock, start_line: int, end_line: int, size: int
) -> tuple[int, str] | None:
    """Return the line that closes a formula, and the text before its dollars."""
    limit = get_document(state.env).limit
    if limit.spent:
        return None
    line = start_line
    for line in range(start_line + 1, end_line):
        begin = state.bMarks[line] + state.tShift[line]
        if begin >= state.eMarks[line]:
            continue
        if state.sCount[line] < state.blkIndent and state.isEmpty(line - 1):
            break
        text = state.src[begin : state.eMarks[line]].strip()
        if text.endswith("$") and (close := _find_formula_end(text, size)) is not None:
            return line, text[:close]
    limit.charge(state.eMarks[line] - state.bMarks[start_line])
    return None


def _find_formula_end(text: str, size: int) -> int | None:
    """Return the offset of the first run of at least *size* dollars, if it is the end of *text*."""
    for match in _RUN_OR_ESCAPE.finditer(text):
        if match[0][0] == "$" and len(match[0]) >= size:
            return match.start() if match.end() == len(text) else None
    return None


def _push_formula(state: StateBlock, content: str, markup: str, start: int, end: int) -> None:
    """Add a formula on the lines from *start* to *end*, not included, and move behind it."""
    state.line = end
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content = content
    token.markup = markup
    token.map = [start, end]
