"""The two loops of markdown-it, limited to the rules that a character can begin.

markdown-it calls every rule at every line and at every mark, and most rules return at the first
character. The order of the rules is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.ruler import RuleOptionsType, Ruler
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

BlockRule = Callable[[StateBlock, int, int, bool], bool]
InlineRule = Callable[[StateInline, bool], bool]

AnyRule = TypeVar("AnyRule", bound=Callable[..., object])
"""A rule of blocks or of inline content."""

STOP = re.compile(r"[\n&*<\[\\\]_`{~$]|:(?=//)|!(?=\[)|@(?=[A-Za-z0-9])")
"""A character that may end plain text."""

INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
"""The option of a rule whose block can end a paragraph, and begin in a quote or list."""
_BLOCK_STARTS = {
    "mdx_esm": "ie",
    "mdx_flow": "<{",
    "html_comment": "<",
    "math_block": "$",
    "fence": "`~",
    "blockquote": ">",
    "hr": "-*_",
    "list": "-+*0123456789",
    "footnote_def": "[",
    "reference": "[",
    "heading": "#",
}
"""The first characters of blocks, by rule; a rule that is missing here can begin with any."""
_INLINE_STARTS = {
    "newline": "\n",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "link": "[",
    "footnote_ref": "[",
    "bracket": "[",
    "image": "!",
    "mdx_angle": "<",
    "mdx_expression": "{",
    "entity": "&",
    "autolink_url": ":",
    "autolink_mail": "@",
    "math_inline": "$",
}
"""The first characters of inline content, by rule."""
_OTHER = ""
"""The key for the rules that can begin with any character."""


def install_parsers(md: MarkdownIt) -> None:
    """Give *md* parsers whose rules are sorted by `freeze` later."""
    md.block = BlockParser()
    md.inline = InlineParser()


def freeze(md: MarkdownIt) -> None:
    """Sort the rules of *md* by their first characters; no rule can be added afterwards."""
    for parser in (md.block, md.inline):
        assert isinstance(parser, (BlockParser, InlineParser))  # noqa: S101  # `install_parsers` made it
        parser.freeze()


def get_rules_at(state: StateBlock, line: int, chain: str) -> tuple[BlockRule, ...]:
    """Return the rules of *chain* that the first character of *line* can begin."""
    block = state.md.block
    if isinstance(block, BlockParser):
        return block.get_rules_at(state, line, chain)
    return tuple(block.ruler.getRules(chain))


def _get_active_rules(ruler: Ruler[AnyRule]) -> list[tuple[str, AnyRule]]:
    """Return the names and functions of the enabled rules in order."""
    return list(zip(ruler.get_active_rules(), ruler.getRules(""), strict=True))


def _append_to_pending(state: StateInline, text: str) -> None:
    """Add *text* to the text that is not a token yet."""
    state.pending += text


append_text: Callable[[StateInline, str], None] = getattr(
    StateInline, "append_pending", _append_to_pending
)
"""Add to the text that is not a token yet; markdown-it-py 4.0 has no method for it."""


class BlockParser(ParserBlock):
    """A parser of blocks; `freeze` must be called when all rules are added."""

    def freeze(self) -> None:
        """Sort the rules by their first characters."""
        self._chains = {chain: self._sort_rules(chain) for chain in ("", "paragraph", "list")}

    def _sort_rules(self, chain: str) -> dict[str, tuple[BlockRule, ...]]:
        """Return the rules of *chain* by first character."""
        chain_rules = set(self.ruler.getRules(chain))
        rules = [(name, fn) for name, fn in _get_active_rules(self.ruler) if fn in chain_rules]
        characters = {character for starts in _BLOCK_STARTS.values() for character in starts}
        parse_table = {
            character: tuple(
                fn for name, fn in rules if character in _BLOCK_STARTS.get(name, character)
            )
            for character in characters
        }
        parse_table[_OTHER] = tuple(fn for name, fn in rules if name not in _BLOCK_STARTS)
        return parse_table

    def get_rules_at(self, state: StateBlock, line: int, chain: str = "") -> tuple[BlockRule, ...]:
        """Return the rules that the first character of *line* can begin."""
        parse_table = self._chains[chain]
        begin = state.bMarks[line] + state.tShift[line]
        character = state.src[begin : begin + 1]  # nothing, at the end of the text
        rules = parse_table.get(character)
        return parse_table[_OTHER] if rules is None else rules

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803  # markdown-it's names
        """Parse the blocks from *startLine* up to *endLine*, not included."""
        line = startLine
        has_empty_lines = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            # The first rule that accepts the line moves ``state.line`` behind its block.
            for rule in self.get_rules_at(state, line):
                if rule(state, line, endLine, False):
                    break
            # An empty line inside a list makes it loose.
            state.tight = not has_empty_lines
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                has_empty_lines = True
            if line < endLine and state.isEmpty(line):
                has_empty_lines = True
                line += 1
                state.line = line


class InlineParser(ParserInline):
    """A parser of inline content; `freeze` must be called when all rules are added."""

    def freeze(self) -> None:
        """Sort the rules by their first characters."""
        rules = _get_active_rules(self.ruler)
        characters = {character for starts in _INLINE_STARTS.values() for character in starts}
        self._table: dict[str, tuple[InlineRule, ...]] = {
            character: tuple(fn for name, fn in rules if character in _INLINE_STARTS.get(name, ""))
            for character in characters
        }

    def tokenize(self, state: StateInline) -> None:
        """Parse the text from ``state.pos`` up to ``state.posMax``."""
        end, src, parse_table = state.posMax, state.src, self._table
        deepest = state.md.options["maxNesting"]
        while state.pos < end:
            pos = state.pos
            # Plain text is taken in one piece.
            match = STOP.search(src, pos, end)
            stop = match.start() if match else end
            if stop > pos:
                append_text(state, src[pos:stop])
                state.pos = stop
                continue
            if state.level < deepest:
                for rule in parse_table.get(src[pos], ()):
                    if rule(state, False):
                        break
            # No rule accepted the character, so it is text.
            if state.pos == pos:
                append_text(state, src[pos])
                state.pos = pos + 1
        if state.pending:
            state.pushPending()

    def skipToken(self, state: StateInline) -> None:  # noqa: N802  # markdown-it's name
        """Move past one token without creating it."""
        pos = state.pos
        if pos in state.cache:
            state.pos = state.cache[pos]
            return
        match = STOP.search(state.src, pos, state.posMax)
        stop = match.start() if match else state.posMax
        if stop > pos:
            state.pos = stop
        elif state.level < state.md.options["maxNesting"]:
            for rule in self._table.get(state.src[pos], ()):
                state.level += 1
                done = rule(state, True)
                state.level -= 1
                if done:
                    break
        else:
            state.pos = state.posMax
        if state.pos == pos:
            state.pos = pos + 1
        state.cache[pos] = state.pos
