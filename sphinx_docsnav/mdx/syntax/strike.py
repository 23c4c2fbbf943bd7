"""``~text~`` and ``~~text~~``: GFM's strikethrough with one tilde or two."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

_TILDE = ord("~")


def install(md: MarkdownIt) -> None:
    """Replace markdown-it's rule, which requires two tildes."""
    md.inline.ruler.at("strikethrough", _tokenize)
    md.inline.ruler2.at("strikethrough", _finish)


def _tokenize(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
    if silent or state.src[state.pos] != "~":
        return False
    scanned = state.scanDelims(state.pos, True)
    token = state.push("text", "", 0)
    token.content = "~" * scanned.length
    if scanned.length <= 2:  # noqa: PLR2004  # one tilde or two
        # the length is coded in the marker, so that only runs of equal length match
        marker = _TILDE * (1000 + scanned.length)
        end = len(state.tokens) - 1
        state.delimiters.append(Delimiter(marker, 0, end, -1, scanned.can_open, scanned.can_close))
    state.pos += scanned.length
    return True


def _finish(state: StateInline) -> None:
    _replace(state, state.delimiters)
    for meta in state.tokens_meta:
        if meta and "delimiters" in meta:
            _replace(state, meta["delimiters"])


def _replace(state: StateInline, delimiters: list[Delimiter]) -> None:
    for opener in delimiters:
        if opener.marker < _TILDE * 1000 or opener.end == -1:
            continue
        for index, type_, nesting in (
            (opener.token, "s_open", 1),
            (delimiters[opener.end].token, "s_close", -1),
        ):
            token = state.tokens[index]
            token.type, token.tag, token.markup, token.content = type_, "s", token.content, ""
            token.nesting = 1 if nesting > 0 else -1
