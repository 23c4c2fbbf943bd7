"""Rules for the inline syntax of MkDocs Material: attributes, icons, keys, marks and formulas.

Each becomes the token of a tag that MDX pages have, such as ``<mark>`` or ``<Icon>``. No plugin
of markdown-it-py reads these; `attrs` of mdit-py-plugins accepts neither ``{: .name }`` nor an
attribute without a value, and Python-Markdown reads both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import resources

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sphinx_docsnav.coming.config_file import read_table
from sphinx_docsnav.mdx.description_tokens import make_tag_token
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.mdx.tags import Form

Attributes = dict[str, str | None]
"""Names and values; ``None`` for a name alone."""

TABLE = read_table("material")
"""What the syntax of MkDocs Material is called here, and what to do about what is not read."""
_ELEMENT_ENDS = frozenset(")]*_`>=^~+:")
"""The last characters of elements that can have attributes behind them."""
_ATTRIBUTES = re.compile(r"\{:?[ ]*([#.\w][^{}\n]{0,999})\}")
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


def read_attributes(text: str) -> Attributes | None:
    """Return the attributes in *text*, ``{ .name #id key=value }``; ``None`` if it has none."""
    match = _ATTRIBUTES.fullmatch(text.strip())
    return None if match is None else split_attributes(match[1])


def split_attributes(text: str) -> Attributes:
    """Return the attributes between two braces, with all classes in one."""
    attributes: Attributes = {}
    classes: list[str] = []
    for sign, word, name, value in _ATTRIBUTE.findall(text):
        if sign == ".":
            classes.append(word)
        elif sign:
            attributes["id"] = word
        elif name == "class":
            classes.append(value.strip("\"'"))
        else:
            attributes[name] = value.strip("\"'") if value else None
    return {**attributes, "class": " ".join(classes)} if classes else attributes


def push_tag(
    state: StateInline,
    form: Form,
    name: str,
    attributes: Iterable[tuple[str, str | None]] = (),
) -> None:
    """Add the tag as a token, which `mdx.nesting` pairs."""
    document = get_document(state.env)
    document.tags += 1
    made = make_tag_token(form, name, attributes, document.position(state.pos)[0], block=False)
    token = state.push(made.type, name, 0)
    token.meta = made.meta


def make_tag_of(token: Token, form: Form, name: str, attributes: Attributes, line: int) -> None:
    """Turn *token*, of a link or an image, into the token of a tag."""
    made = make_tag_token(form, name, attributes.items(), line, block=False)
    token.type, token.tag, token.nesting, token.meta = made.type, name, 0, made.meta


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
    match = _ATTRIBUTES.match(state.src, state.pos, state.posMax)
    is_behind = state.tokens and not state.pending and state.src[state.pos - 1] in _ELEMENT_ENDS
    if match is None or not is_behind:
        return False
    if not silent:
        last = state.tokens[-1]
        attributes = split_attributes(match[1])
        document = get_document(state.env)
        document.tags += 1
        line = document.position(state.pos)[0]
        if last.type == "image":
            make_image_tag(last, attributes, line)
        elif last.type == "link_close":
            opening = _find_opening(state.tokens)
            # ``[](){ #id }`` is the usual way to write an anchor.
            href = {"href": str(address)} if (address := opening.attrs.get("href")) else {}
            classes = str(attributes.get("class", "")).split()
            buttons = [TABLE["buttons"][name] for name in classes if name in TABLE["buttons"]]
            if buttons:
                attributes["class"] = " ".join([*classes, *buttons])
            make_tag_of(opening, Form.OPEN, "a", {**href, **attributes}, line)
            make_tag_of(last, Form.CLOSE, "a", {}, line)
    state.pos = match.end()
    return True


def _find_opening(tokens: list[Token]) -> Token:
    """Return the token of the link that the last of *tokens* closes."""
    depth = 0
    for token in reversed(tokens):
        depth += (token.type == "link_close") - (token.type == "link_open")
        if depth == 0:
            break
    return token


def has_color_mode(image: Token) -> bool:
    """Return whether *image* is shown in light or in dark mode only."""
    return str(image.attrs["src"]).partition("#")[2] in TABLE["color_modes"]


def make_image_tag(image: Token, attributes: Attributes, line: int) -> None:
    """Turn the token of an image into ``<img>`` with *attributes*."""
    address, sign, fragment = str(image.attrs["src"]).partition("#")
    mode = TABLE["color_modes"].get(fragment)
    own: Attributes = {"src": address if mode else address + sign + fragment}
    own["alt"] = "".join(child.content for child in image.children or ())
    if title := image.attrs.get("title"):
        own["title"] = str(title)
    if mode:
        attributes = {**attributes, "class": f"{attributes.get('class', '')} {mode}"}
    image.children, image.content = None, ""
    make_tag_of(image, Form.SELF_CLOSING, "img", {**own, **attributes}, line)


def _push_icon(state: StateInline, match: re.Match[str]) -> None:
    """Add the icon of ``:material-clock:``, which is looked for in the installed packs."""
    push_tag(state, Form.SELF_CLOSING, "Icon", _make_icon(match).items())


def read_title(title: str) -> Attributes:
    """Return the attributes of a tab or a box with *title*, which may begin with an icon."""
    match = _ICON.match(title)
    if match is None:
        return {"title": title}
    rest = title[match.end() :]
    attributes = _ATTRIBUTES.match(rest)
    text = rest[attributes.end() :] if attributes else rest
    return {**_make_icon(match), "title": text.strip()}


def _make_icon(match: re.Match[str]) -> Attributes:
    """Return the attributes of the icon that *match* names."""
    pack, name = match.groups()
    if pack == "octicons":
        name = _OCTICON_SIZE.sub("", name)
    elif pack == "material":
        name = TABLE["icons"].get(name, name)
    style = pack.partition("-")[2]
    return {"icon": name, "iconType": style} if style else {"icon": name}


def _push_keys(state: StateInline, match: re.Match[str]) -> None:
    """Add the keys of ``++ctrl+alt+del++`` with plus signs between them."""
    for number, key in enumerate(match[1].split("+")):
        if number:
            state.push("text", "", 0).content = "+"
        push_tag(state, Form.OPEN, "kbd")
        # A key in quotes is shown as written.
        name = key.strip("\"'") if key[0] in "\"'" else key.replace("-", " ").title()
        state.push("text", "", 0).content = TABLE["keys"].get(key, name)
        push_tag(state, Form.CLOSE, "kbd")


def _push_mark(state: StateInline, match: re.Match[str]) -> None:
    """Add marked, inserted, deleted, raised or lowered text."""
    end, first = state.posMax, len(state.tokens) + 1
    push_tag(state, Form.OPEN, _MARKS[match[1]])
    state.pos, state.posMax = match.span(2)
    state.md.inline.tokenize(state)
    state.posMax = end
    push_tag(state, Form.CLOSE, _MARKS[match[1]])
    for token in state.tokens[first:]:
        token.content = token.content.replace("\\ ", " ")


def _push_formula(state: StateInline, match: re.Match[str]) -> None:
    r"""Add the formula of ``\(…\)``."""
    state.push("math_inline", "math", 0).content = match[1]
