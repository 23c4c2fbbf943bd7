"""Inline rules: tags and expressions inside a paragraph, heading or cell."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline import image as markdown_image
from markdown_it.rules_inline import link as markdown_link

from sphinx_docsnav.docs_json.phrases import misspelled, shorten
from sphinx_docsnav.mdx.braces import scan_braces
from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, reading_of
from sphinx_docsnav.mdx.tag_scanner import Piece, ScanFailure, scan_tag
from sphinx_docsnav.mdx.tags import Form, Tag

_AUTOLINK = re.compile(r"<((?:[A-Za-z][A-Za-z0-9+.-]{1,31}://|mailto:|tel:|xmpp:)[^\s<>]+)>")
_FOOTNOTE = re.compile(r"\[\^(?!\w-\w)[\w.:*-]+\](?![\w+{])")
"""A reference to a footnote, not a class of characters such as ``[^a-z]+``."""
_REFERENCE = re.compile(
    r"\[(?=[^\[\]]*[^\W\d_]{2})([^\[\]\n]+)\]\[(|\w[\w .:/#&'+-]*)\](?!\.\w|[\[(\w{=])"
)
"""A reference to an address below: ``[text][label]``, or ``[label][]``."""
_BROKEN_LINK = re.compile(
    r"\[[^\[\]\n]+\]([ \t]*)\((?=https?://|\.{0,2}/[\w.]|mailto:|#[\w-])(?:([^()\n]*)\))?"
)
"""What begins like a link: a space after its text, and its address."""
_OPEN_TITLE = re.compile(r"""^\S+\s+(?:"[^"]*|'[^']*)\Z""")
"""The address and title of a link that has no second quotation mark."""
_EMAIL = re.compile(r"<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>")


FORMULA = "Latex"
"""The component whose content is a formula."""
MANY = 500
"""From so many brackets in one paragraph on, those that start no link are counted."""


def angle(state: StateInline, silent: bool) -> bool:
    """Read what starts with ``<``: a tag, or what authors write instead."""
    pos, src = state.pos, state.src
    following = src[pos + 1 : pos + 2]
    if src[pos] != "<" or not following or following.isspace():
        return False
    reading = reading_of(state.env)
    if following == "!":
        return _comment(state, reading, silent=silent)
    if _address(state, reading, silent=silent):
        return True
    if reading.place is None or reading.limit.spent:
        return False
    scanned = scan_tag(Piece(src, state.posMax, reading.place, reading.limit), pos)
    if isinstance(scanned, ScanFailure):
        reading.limit.charge(scanned.offset - pos)
        if not silent and (following.isalpha() or not reading.lenient):
            message = f"'<' starts no tag here ({scanned.message}); kept as text"
            hint = "finish the tag, or write '\\<'" if scanned.incomplete else "write '\\<'"
            reading.problem(*reading.position(pos), message, hint)
            reading.blamed.add(reading.position(scanned.offset))
        return False
    if not silent:
        _push_tag(state, scanned.tag)
        for offset, message in scanned.remarks:
            reading.problem(*reading.position(offset), message)
    state.pos = scanned.end
    return True


def _push_tag(state: StateInline, tag: Tag) -> None:
    """Add the tag as a leaf; pairing gives it its nesting."""
    reading = reading_of(state.env)
    reading.tags += 1
    if tag.name == FORMULA:
        reading.in_formula = tag.form is Form.OPEN
    token = state.push(TOKEN_TYPES[tag.form], tag.name, 0)
    token.meta = {"tag": tag, "line": tag.line, "column": tag.column}
    if tag.name == "a":
        state.linkLevel = max(0, state.linkLevel + tag.form.value)


def _comment(state: StateInline, reading: ParserState, *, silent: bool) -> bool:
    """Leave out ``<!-- … -->``; keep any other ``<!`` as text."""
    pos = state.pos
    close = -1
    if state.src.startswith("<!--", pos) and not reading.limit.spent:
        close = state.src.find("-->", pos + 4, state.posMax)
        reading.limit.charge((state.posMax - pos) // 8 if close < 0 else 0)
    if not silent and not reading.lenient:
        found = "expected '{/* … */}', found an HTML comment; left out"
        message = found if close >= 0 else "'<!' does not start a tag; kept as text"
        reading.problem(*reading.position(pos), message)
    if close < 0:
        return False
    state.pos = close + 3
    return True


def _address(state: StateInline, reading: ParserState, *, silent: bool) -> bool:
    """Read ``<https://…>`` and ``<name@host>`` as links, which MDX refuses."""
    match = _AUTOLINK.match(state.src, state.pos, state.posMax)
    mail = None if match else _EMAIL.match(state.src, state.pos, state.posMax)
    found = match or mail
    if found is None:
        return False
    text = found[1]
    url = state.md.normalizeLink(f"mailto:{text}" if mail else text)
    if not state.md.validateLink(url):
        return False
    if not silent:
        line, column = reading.position(state.pos)
        if not reading.lenient:
            reading.problem(
                line, column, f"'<{text}>' is not MDX; read as a link", f"write '[{text}]({url})'"
            )
        token = state.push("link_open", "a", 1)
        token.attrs = {"href": url}
        token.markup = "autolink"
        token.info = "auto"
        token.meta = {"line": line, "column": column}
        state.push("text", "", 0).content = state.md.normalizeLinkText(text)
        token = state.push("link_close", "a", -1)
        token.markup = "autolink"
        token.info = "auto"
    state.pos = found.end()
    return True


def expression(state: StateInline, silent: bool) -> bool:
    """Read ``{…}``; a brace that nothing closes stays text."""
    pos = state.pos
    if state.src[pos] != "{":
        return False
    reading = reading_of(state.env)
    stop = scan_braces(state.src, pos, state.posMax, reading.limit)
    if stop is None:
        line, column = reading.position(pos)
        if not silent and not reading.in_formula and (line, column) not in reading.blamed:
            reading.problem(line, column, "'{' is not closed; kept as text", "write '\\{'")
        return False
    if not silent:
        line, column = reading.position(pos)
        token = state.push("mdx_expression", "", 0)
        token.content = state.src[pos + 1 : stop - 1]
        token.meta = {"line": line, "column": column}
    state.pos = stop
    return True


def report_bracket(state: StateInline, silent: bool) -> bool:
    """Report a bracket that is meant as a footnote or link, but is none; keep it as text."""
    if silent:
        return False
    src, pos, end = state.src, state.pos, state.posMax
    if note := _FOOTNOTE.match(src, pos, end):
        message = f"no footnote is called '{note[0]}'; shown as text"
        hint = f"write '{note[0]}: …' on a line of its own, or '\\[' for a bracket"
    elif broken := _BROKEN_LINK.match(src, pos, end):
        space, address = broken.groups()
        kind = "image" if src[pos - 1 : pos] == "!" else "link"
        shown = f"'{shorten(broken[0])}' is no {kind}"
        if space:
            message = f"{shown}: there is a space between its brackets; shown as text"
            hint = "remove the space"
        elif address and _OPEN_TITLE.search(address):
            message = f"{shown}: the quotation mark of its title is not closed; shown as text"
            hint = "write '\"' after the title"
        elif address and " " in address.strip():
            message = f"{shown}: its address contains a space; shown as text"
            hint = "write '%20' for each space"
        else:
            message = f"{shown}: its ')' is missing; shown as text"
            hint = "write ')' after the address"
    elif (named := _REFERENCE.match(src, pos, end)) and _may_begin_link(src, pos):
        label = named[2] or named[1]
        near = misspelled(label, map(str.lower, state.env.get("references", ())))
        message = (
            f"'{shorten(named[0])}' is no link: no line says what '[{label}]' is; shown as text"
        )
        hint = f"write '[{label}]: …' with the address on a line of its own, or '\\[' for a bracket"
        hint = f"did you mean '[{near}]'?" if near else hint
    else:
        return False
    reading = reading_of(state.env)
    reading.problem(*reading.position(pos), message, hint)
    return False


def _may_begin_link(src: str, pos: int) -> bool:
    """Return whether a bracket is no index, as in ``a[key][other]``."""
    before = src[pos - 1 : pos] if pos else ""
    return not before or before.isspace() or before in "(*_!\"'>|,;:—"


def locate_links(md: MarkdownIt) -> None:
    """Record the positions of links and images."""
    md.inline.ruler.at("link", _located_link)
    md.inline.ruler.at("image", _located_image)


def _located_link(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    return _located(state, silent, markdown_link, "link_open")


def _located_image(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "!":
        return False
    return _located(state, silent, markdown_image, "image")


def _located(
    state: StateInline,
    silent: bool,
    rule: Callable[[StateInline, bool], bool],
    type_: str,
) -> bool:
    pos, before = state.pos, len(state.tokens)
    reading = reading_of(state.env)
    many = len(state.src) > MANY and reading.brackets > MANY
    if many and reading.limit.spent:
        return False
    if not rule(state, silent):
        if many:
            reading.limit.charge(state.posMax - pos)
        return False
    if not silent and reading.place is not None:
        line, column = reading.place.at(pos)
        for token in state.tokens[before : before + 2]:
            if token.type == type_:
                token.meta = {**token.meta, "line": line, "column": column}
                break
    return True
