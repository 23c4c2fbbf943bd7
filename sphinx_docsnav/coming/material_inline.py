"""Rules for the inline syntax of MkDocs Material: attributes, icons, keys, marks and formulas.

Each becomes a token `TAG` for a tag that MDX pages have, such as ``<mark>`` or ``<Icon>``. No
plugin of markdown-it-py reads these; `attrs` of mdit-py-plugins accepts neither ``{: .name }`` nor
an attribute without a value, and Python-Markdown reads both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sphinx_docsnav.coming.config_file import read_tables
from sphinx_docsnav.mdx.syntax.parser_state import get_document

Attributes = dict[str, str | None]
"""Names and values; ``None`` for a name alone."""
Nesting = Literal[-1, 0, 1]
"""What markdown-it has for an end tag, a tag by itself and a start tag."""

TAG = "material_tag"
"""The type of a token for a tag: ``tag`` is its name, ``meta`` its attributes, ``map`` its line."""
TABLE = read_tables()["material"]
"""What the syntax of MkDocs Material is called here, and what to do about what is not read."""
_ELEMENT_ENDS = frozenset(")]*_`>=^~+:")
"""The last characters of elements that can have attributes behind them."""
ATTRIBUTES = re.compile(r"\{:?[ ]*([#.\w][^{}\n]{0,999})\}")
_ATTRIBUTE = re.compile(r"""([#.])([^\s="'{}]+)|([\w:-]+)(?:=("[^"]*"|'[^']*'|[^\s"'{}]+))?""")
"""An id or a class, or a name and its value."""
_ICON = re.compile(r":(material|fontawesome-(?:brands|regular|solid)|octicons|simple)-([a-z\d-]+):")
_EMOJI = re.compile(r"(?<![\w:]):([\w+-]{1,80}):(?![\w:])")
_OCTICON_SIZE = re.compile(r"-\d\d$")
_KEYS = re.compile(
    r"""\+\+((?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')(?:\+(?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')){0,9})\+\+"""
)
_MARK = re.compile(r"(==|\^\^|~~)(?!\s)(.{1,1000}?)(?<!\s)\1", re.DOTALL)
_WORD_MARK = re.compile(r"([\^~])((?:\\ |(?!\1)\S){1,200})\1")
"""Raised and lowered text, which is one word; spaces in it are escaped."""
_MARKS = {"==": "mark", "^^": "ins", "~~": "del", "^": "sup", "~": "sub"}
"""The element of marked text, by what encloses it."""
_FORMULA = re.compile(r"\\\((?!\s*\\\))(.{1,1000}?)\\\)", re.DOTALL)
r"""A formula between ``\(`` and ``\)``."""


def install_inline_rules(md: MarkdownIt) -> None:
    """Add the rules to *md*; they come before those of CommonMark for the same characters."""
    ruler = md.inline.ruler
    ruler.before("escape", "bracket_formula", _make_rule(_FORMULA, _push_formula))
    ruler.before("emphasis", "attributes", _parse_attributes)
    ruler.before("emphasis", "icon", _make_rule(_ICON, _push_icon))
    ruler.before("emphasis", "keys", _make_rule(_KEYS, _push_keys))
    ruler.before("emphasis", "mark", _make_rule(_MARK, _push_mark))
    ruler.before("emphasis", "word_mark", _make_rule(_WORD_MARK, _push_mark))


def _make_rule(
    pattern: re.Pattern[str], push: Callable[[StateInline, re.Match[str]], None]
) -> Callable[[StateInline, bool], bool]:
    """Return a rule that parses what *pattern* matches; *push* adds its tokens."""

    def parse(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos, state.posMax)
        if match is not None:
            if not silent:
                push(state, match)
            state.pos = match.end()
        return match is not None

    return parse


def split_attributes(text: str) -> Attributes:
    """Return the attributes between two braces, with all classes in one."""
    attributes: Attributes = {}
    for sign, word, name, value in _ATTRIBUTE.findall(text):
        key = {".": "class", "#": "id"}.get(sign, name)
        content = word or (value.strip("\"'") if value else None)
        if key == "class" and key in attributes:
            content = f"{attributes[key]} {content}"
        attributes[key] = content
    return attributes


def push_tag(state: StateInline, name: str, nesting: Nesting, attributes: Attributes) -> None:
    """Add the token of a tag."""
    token = state.push(TAG, name, nesting)
    line = get_document(state.env).position(state.pos)[0]
    token.map, token.meta = [line - 1, line], attributes


def make_tag_of(token: Token, attributes: Attributes) -> None:
    """Turn *token*, of an image or of one end of a link, into that of a tag with *attributes*."""
    own: Attributes = {name: str(value) for name, value in token.attrs.items() if value}
    classes = str(attributes.get("class") or "").split()
    if token.type == "image":
        own["alt"] = "".join(child.content for child in token.children or ())
        address, _mark, fragment = str(token.attrs["src"]).partition("#")
        if fragment in TABLE["classes"]:
            own["src"] = address
            classes.append(fragment)
    classes += [TABLE["classes"][name] for name in classes if name in TABLE["classes"]]
    token.type, token.children, token.content = TAG, None, ""
    token.meta = {**own, **attributes, **({"class": " ".join(classes)} if classes else {})}


def replace_emoji(text: str) -> str:
    """Return *text* with characters in place of the names of emoji, such as ``:heart:``."""
    if ":" not in text:
        return text
    return _EMOJI.sub(lambda match: _read_emoji().get(match[1], match[0]), text)


@functools.cache
def _read_emoji() -> Mapping[str, str]:
    """Return the emoji by their names."""
    table = resources.files(__package__).joinpath("emoji.txt").read_text("utf-8")
    rows = (line.split(" ") for line in table.splitlines()[1:])
    return {name: character for character, *names in rows for name in names}


def _parse_attributes(state: StateInline, silent: bool) -> bool:
    """Parse ``{ .class }`` behind an element; a link or an image gets the attributes."""
    match = ATTRIBUTES.match(state.src, state.pos, state.posMax)
    is_behind = state.tokens and not state.pending and state.src[state.pos - 1] in _ELEMENT_ENDS
    if match is None or not is_behind:
        return False
    state.pos = match.end()
    last = state.tokens[-1]
    if not silent and last.type in {"image", "link_close"}:
        start = "link_open" if last.type == "link_close" else "image"
        opening = next(token for token in reversed(state.tokens) if token.type == start)
        # ``[](){ #id }`` is the usual way to write an anchor.
        make_tag_of(opening, split_attributes(match[1]))
        if last is not opening:
            make_tag_of(last, {})
    return True


def _push_icon(state: StateInline, match: re.Match[str]) -> None:
    """Add the icon of ``:material-clock:``, which is looked for in the installed packs."""
    push_tag(state, "Icon", 0, _make_icon(match))


def read_title(title: str) -> Attributes:
    """Return the attributes of a tab or a box with *title*, which may begin with an icon."""
    icon = _ICON.match(title)
    text = ATTRIBUTES.sub("", title[icon.end() :], count=1) if icon else title
    return {**(_make_icon(icon) if icon else {}), "title": text.strip()}


def _make_icon(match: re.Match[str]) -> Attributes:
    """Return the attributes of the icon that *match* names."""
    pack, name = match.groups()
    name = _OCTICON_SIZE.sub("", name) if pack == "octicons" else name
    icon: Attributes = {"icon": TABLE["icons"].get(name, name)}
    style = pack.partition("-")[2]
    return {**icon, "iconType": style} if style else icon


def _push_keys(state: StateInline, match: re.Match[str]) -> None:
    """Add the keys of ``++ctrl+alt+del++`` with plus signs between them."""
    for number, key in enumerate(match[1].split("+")):
        if number:
            state.push("text", "", 0).content = "+"
        push_tag(state, "kbd", 1, {})
        # A key in quotes is shown as written.
        name = key.strip("\"'") if key[0] in "\"'" else key.replace("-", " ").title()
        state.push("text", "", 0).content = TABLE["keys"].get(key, name)
        push_tag(state, "kbd", -1, {})


def _push_mark(state: StateInline, match: re.Match[str]) -> None:
    """Add marked, inserted, deleted, raised or lowered text."""
    end, first = state.posMax, len(state.tokens) + 1
    push_tag(state, _MARKS[match[1]], 1, {})
    state.pos, state.posMax = match.span(2)
    state.md.inline.tokenize(state)
    state.posMax = end
    push_tag(state, _MARKS[match[1]], -1, {})
    for token in state.tokens[first:]:
        token.content = token.content.replace("\\ ", " ")


def _push_formula(state: StateInline, match: re.Match[str]) -> None:
    r"""Add the formula of ``\(…\)``."""
    state.push("math_inline", "math", 0).content = match[1]
