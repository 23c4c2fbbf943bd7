"""Report ``&nbps;``, which is no character of HTML and stays on the page as it is written."""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.entity import entity

from sphinx_docsnav.docs_json.phrases import misspelled
from sphinx_docsnav.mdx.syntax.parser_state import reading_of

_NAME = re.compile(r"&([A-Za-z]{4,8});")
_COMMON = (
    "nbsp", "quot", "apos", "copy", "hellip", "mdash", "ndash", "rarr", "larr", "uarr", "darr",
    "middot", "laquo", "raquo", "ldquo", "rdquo", "lsquo", "rsquo", "ensp", "emsp", "thinsp",
)  # fmt: skip
"""The names that authors write; others are too much like variables in code, as in ``&mut;``."""


def install(md: MarkdownIt) -> None:
    """Look at the names that markdown-it does not know."""
    md.inline.ruler.at("entity", _entity)


def _entity(state: StateInline, silent: bool) -> bool:
    if entity(state, silent):
        return True
    found = None if silent else _NAME.match(state.src, state.pos, state.posMax)
    near = _meant(found[1]) if found else ""
    if found and near:
        reading = reading_of(state.env)
        place = reading.position(state.pos)
        message = f"HTML has no character '{found[0]}'; shown as text"
        reading.problem(*place, message, f"did you mean '&{near};'?")
    return False


@functools.lru_cache(maxsize=1000)
def _meant(name: str) -> str:
    """Return the entity of which *name* has the letters in another order, or most of them."""
    return misspelled(name, _COMMON)
