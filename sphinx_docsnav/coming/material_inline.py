"""Rules for the inline syntax of MkDocs Material: attributes, icons, keys, marks and formulas.

Each becomes the token of a tag that MDX pages have, such as ``<mark>`` or ``<Icon>``. No plugin
of markdown-it-py reads these; `attrs` of mdit-py-plugins accepts neither ``{: .name }`` nor an
attribute without a value, and Python-Markdown reads both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sphinx_docsnav.mdx.description_tokens import make_tag_token
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.mdx.tags import Form

Attributes = dict[str, str | None]
"""Names and values; ``None`` for a name alone."""

_ATTRIBUTES = re.compile(r"\{:?[ ]*([#.\w][^{}\n]{0,999})\}")
_ATTRIBUTE = re.compile(r"""([#.])([^\s="'{}]+)|([\w:-]+)(?:=("[^"]*"|'[^']*'|[^\s"'{}]+))?""")
"""An id or a class, or a name and its value."""
_ICON = re.compile(r":(material|fontawesome-(?:brands|regular|solid)|octicons|simple)-([a-z\d-]+):")
_EMOJI = re.compile(r"(?<![\w:]):([\w+-]{1,80}):(?![\w:])")
_OCTICON_SIZE = re.compile(r"-\d\d$")
_KEYS = re.compile(
    r"""\+\+((?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')(?:\+(?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')){0,9})\+\+"""
)
# Source: PyMdown Extensions, pymdownx/keymap_db.py (PyPI: pymdown-extensions).
_KEY_NAMES = {
    "alt-graph": "AltGr",
    "altgr": "AltGr",
    "arrow-down": "Down",
    "arrow-left": "Left",
    "arrow-right": "Right",
    "arrow-up": "Up",
    "command": "Cmd",
    "control": "Ctrl",
    "delete": "Del",
    "escape": "Esc",
    "function": "Fn",
    "insert": "Ins",
    "minus": "-",
    "page-dn": "Page Down",
    "pg-dn": "Page Down",
    "pg-up": "Page Up",
    "plus": "+",
    "return": "Enter",
    "slash": "/",
    "windows": "Win",
}
"""Names of keys that are shown in another way than with capital letters."""
_PROGRESS = re.compile(
    r"\[==?[ ]{0,9}(\d{1,9}(?:\.\d{1,9})?)(?:%|/(\d{1,9}))"
    r"(?:[ ]{1,9}[\"']([^\"'\]\n]{0,200})[\"'])?[ ]{0,9}\]"
)
"""A bar of progress: its value, how many there are unless it is in per cent, and its label."""
_MARKS = (
    ("==", "mark"),
    ("^^", "ins"),
    ("~~", "del"),
    ("^", "sup"),
    ("~", "sub"),
)
"""What encloses marked text, and its element; longer marks come first."""

BUTTONS = {
    "md-button": "inline-block rounded-lg border border-primary px-4 py-2 font-medium no-underline",
    "md-button--primary": "bg-primary text-white",
}
"""The utility classes that a link gets for its class in MkDocs Material."""
_CLASS_OF_FRAGMENT = {
    "#only-light": "dark:hidden",
    "#only-dark": "hidden dark:block",
    "#gh-light-mode-only": "dark:hidden",
    "#gh-dark-mode-only": "hidden dark:block",
}
"""The classes of an image of one colour mode, by the end of its address."""


def install_inline_rules(md: MarkdownIt) -> None:
    """Add the rules to *md*; they come before those of CommonMark for the same characters."""
    ruler = md.inline.ruler
    ruler.before("escape", "bracket_formula", _parse_formula)
    ruler.before("emphasis", "attributes", _parse_attributes)
    ruler.before("emphasis", "icon", _parse_icon)
    ruler.before("emphasis", "keys", _parse_keys)
    ruler.before("emphasis", "marks", _parse_mark)
    ruler.before("link", "progress", _parse_progress)


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
    if match is None or not state.pos or state.src[state.pos - 1] not in ")]*_`>=^~+:":
        return False
    last = state.tokens[-1] if state.tokens and not state.pending else None
    attributes = split_attributes(match[1])
    if last is None and not attributes:
        return False
    if not silent and last is not None and attributes:
        document = get_document(state.env)
        line = document.position(state.pos)[0]
        document.tags += 1
        if last.type == "image":
            make_image_tag(last, attributes, line)
        elif last.type == "link_close":
            opening = next(_find_opening(state.tokens))
            # ``[](){ #id }`` is the usual way to write an anchor.
            href = {"href": str(address)} if (address := opening.attrs.get("href")) else {}
            classes = str(attributes.get("class", "")).split()
            buttons = [BUTTONS[name] for name in classes if name in BUTTONS]
            if buttons:
                attributes["class"] = " ".join([*classes, *buttons])
            make_tag_of(opening, Form.OPEN, "a", {**href, **attributes}, line)
            make_tag_of(last, Form.CLOSE, "a", {}, line)
    state.pos = match.end()
    return True


def _find_opening(tokens: list[Token]) -> Iterator[Token]:
    """Yield the token that the last of *tokens* closes."""
    depth = 0
    for token in reversed(tokens):
        depth += (token.type == "link_close") - (token.type == "link_open")
        if depth == 0:
            yield token


def has_color_mode(image: Token) -> bool:
    """Return whether *image* is shown in light or in dark mode only."""
    return str(image.attrs["src"]).endswith(tuple(_CLASS_OF_FRAGMENT))


def make_image_tag(image: Token, attributes: Attributes, line: int) -> None:
    """Turn the token of an image into ``<img>`` with *attributes*."""
    address, sign, fragment = str(image.attrs["src"]).partition("#")
    mode = _CLASS_OF_FRAGMENT.get(sign + fragment)
    own: Attributes = {"src": address if mode else address + sign + fragment}
    own["alt"] = "".join(child.content for child in image.children or ())
    if title := image.attrs.get("title"):
        own["title"] = str(title)
    if mode:
        attributes = {**attributes, "class": f"{attributes.get('class', '')} {mode}"}
    image.children, image.content = None, ""
    make_tag_of(image, Form.SELF_CLOSING, "img", {**own, **attributes}, line)


def _parse_icon(state: StateInline, silent: bool) -> bool:
    """Parse ``:material-clock:`` as an icon, which is looked for in the installed packs."""
    match = _ICON.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        push_tag(state, Form.SELF_CLOSING, "Icon", _make_icon(match).items())
    state.pos = match.end()
    return True


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
    style = pack.partition("-")[2]
    return {"icon": name, "iconType": style} if style else {"icon": name}


def _parse_keys(state: StateInline, silent: bool) -> bool:
    """Parse ``++ctrl+alt+del++`` as keys with plus signs between them."""
    match = _KEYS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        for number, key in enumerate(match[1].split("+")):
            if number:
                state.push("text", "", 0).content = "+"
            push_tag(state, Form.OPEN, "kbd")
            # A key in quotes is shown as written.
            name = key.strip("\"'") if key[0] in "\"'" else key.replace("-", " ").title()
            state.push("text", "", 0).content = _KEY_NAMES.get(key, name)
            push_tag(state, Form.CLOSE, "kbd")
    state.pos = match.end()
    return True


def _parse_mark(state: StateInline, silent: bool) -> bool:
    """Parse marked, inserted, deleted, raised and lowered text."""
    src, pos, end = state.src, state.pos, state.posMax
    for mark, name in _MARKS:
        if not src.startswith(mark, pos):
            continue
        start = pos + len(mark)
        close = _find_end(state, mark, start)
        content = src[start:close] if close > start else ""
        # Raised and lowered text is one word; spaces in it are escaped.
        is_word = len(mark) > 1 or not any(map(str.isspace, content.replace("\\ ", "")))
        if not content or content[0].isspace() or content[-1].isspace() or not is_word:
            continue
        if not silent:
            push_tag(state, Form.OPEN, name)
            first = len(state.tokens)
            state.pos, state.posMax = start, close
            state.md.inline.tokenize(state)
            state.posMax = end
            push_tag(state, Form.CLOSE, name)
            for token in state.tokens[first:]:
                token.content = token.content.replace("\\ ", " ")
        state.pos = close + len(mark)
        return True
    return False


def _parse_progress(state: StateInline, silent: bool) -> bool:
    """Parse ``[=65% "Label"]`` or ``[=13/20 "Label"]`` as a bar, and the label after it."""
    match = _PROGRESS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        value, total, label = match.groups()
        push_tag(state, Form.OPEN, "progress", {"value": value, "max": total or "100"}.items())
        push_tag(state, Form.CLOSE, "progress")
        state.push("text", "", 0).content = f" {label}" if label else ""
    state.pos = match.end()
    return True


def _parse_formula(state: StateInline, silent: bool) -> bool:
    r"""Parse ``\(…\)``; brackets without a command of TeX or an index are escaped text."""
    pos = state.pos
    if not state.src.startswith("\\(", pos):
        return False
    close = _find_end(state, "\\)", pos + 2)
    content = state.src[pos + 2 : close] if close > 0 else ""
    if not content.strip():
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = content
    state.pos = close + 2
    return True


def _find_end(state: StateInline, mark: str, start: int) -> int:
    """Return where *mark* is next; -1 if nowhere, or if too much was searched in vain."""
    limit = get_document(state.env).limit
    close = -1 if limit.spent else state.src.find(mark, start, state.posMax)
    if close < 0:
        limit.charge(state.posMax - start)
    return close
