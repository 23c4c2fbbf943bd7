"""Inline rules: tags, expressions and links inside a paragraph, heading or cell."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline import image as markdown_image
from markdown_it.rules_inline import link as markdown_link

from sphinx_docsnav.mdx.braces import scan_braces
from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.inline_marks import push_autolink
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, get_document
from sphinx_docsnav.mdx.tags import Form, Piece, ScanFailure, Tag, scan_tag
from sphinx_docsnav.messages import did_you_mean, shorten
from sphinx_docsnav.sitefiles.nearest import find_misspelled

_AUTOLINK = re.compile(r"<((?:[A-Za-z][A-Za-z0-9+.-]{1,31}://|mailto:|tel:|xmpp:)[^\s<>]+)>")
_FOOTNOTE = re.compile(r"\[\^(?!\w-\w)[\w.:*-]+\](?![\w+{])")
"""A reference to a footnote, not a character class such as ``[^a-z]+``."""
_REFERENCE = re.compile(
    r"\[(?=[^\[\]]*[^\W\d_]{2})([^\[\]\n]+)\]\[(|\w[\w .:/#&'+-]*)\](?!\.\w|[\[(\w{=])"
)
"""A link by reference: ``[text][label]`` or ``[label][]``."""
_BROKEN_LINK = re.compile(
    r"\[[^\[\]\n]+\]([ \t]*)\((?=https?://|\.{0,2}/[\w.]|mailto:|#[\w-])(?:([^()\n]*)\))?"
)
"""What looks like a link: the space after its text, and its address."""
_OPEN_TITLE = re.compile(r"""^\S+\s+(?:"[^"]*|'[^']*)\Z""")
"""The address and title of a link without a second quotation mark."""
_EMAIL = re.compile(r"<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>")
FORMULA = "Latex"
"""The component whose content is a formula."""
_MANY_BRACKETS = 500
"""The number of brackets in a paragraph above which a bracket that begins no link is charged."""


def parse_angle(state: StateInline, silent: bool) -> bool:
    """Parse what begins with ``<``: a tag, a comment, or an address."""
    pos, src = state.pos, state.src
    following = src[pos + 1 : pos + 2]
    if src[pos] != "<" or not following or following.isspace():
        return False
    document = get_document(state.env)
    if following == "!":
        return _parse_comment(state, document, silent=silent)
    if _parse_address(state, document, silent=silent):
        return True
    if document.origin is None or document.limit.spent:
        return False
    scanned = scan_tag(Piece(src, state.posMax, document.origin, document.limit), pos)
    if isinstance(scanned, ScanFailure):
        document.limit.charge(scanned.offset - pos)
        if not silent and (following.isalpha() or not document.lenient):
            message = f"'<' starts no tag here ({scanned.message}); kept as text"
            hint = "finish the tag, or write '\\<'" if scanned.incomplete else "write '\\<'"
            document.report(*document.position(pos), message, scanned.hint or hint)
            # A brace inside the broken tag needs no message of its own.
            document.explained_braces.add(document.position(scanned.offset))
        return False
    if not silent:
        _push_tag(state, scanned.tag)
        for offset, message in scanned.remarks:
            document.report(*document.position(offset), message)
    state.pos = scanned.end
    return True


def _push_tag(state: StateInline, tag: Tag) -> None:
    """Add the tag as a token without nesting; `mdx.nesting` pairs it."""
    document = get_document(state.env)
    document.tags += 1
    if tag.name == FORMULA:
        document.in_formula = tag.form is Form.OPEN
    token = state.push(TOKEN_TYPES[tag.form], tag.name, 0)
    token.meta = {"tag": tag, "line": tag.line, "column": tag.column}
    # markdown-it links nothing inside a link.
    if tag.name == "a":
        state.linkLevel = max(0, state.linkLevel + tag.form.value)


def _parse_comment(state: StateInline, document: ParserState, *, silent: bool) -> bool:
    """Skip ``<!-- … -->``; keep any other ``<!`` as text."""
    pos = state.pos
    close = -1
    if state.src.startswith("<!--", pos) and not document.limit.spent:
        close = state.src.find("-->", pos + 4, state.posMax)
        document.limit.charge((state.posMax - pos) // 8 if close < 0 else 0)
    if not silent and not document.lenient:
        comment_message = "expected '{/* … */}', found an HTML comment; left out"
        message = comment_message if close >= 0 else "'<!' does not start a tag; kept as text"
        document.report(*document.position(pos), message)
    if close < 0:
        return False
    state.pos = close + 3
    return True


def _parse_address(state: StateInline, document: ParserState, *, silent: bool) -> bool:
    """Parse ``<https://…>`` and ``<name@host>`` as links, which MDX rejects."""
    match = _AUTOLINK.match(state.src, state.pos, state.posMax)
    mail = None if match else _EMAIL.match(state.src, state.pos, state.posMax)
    address = match or mail
    if address is None:
        return False
    text = address[1]
    url = state.md.normalizeLink(f"mailto:{text}" if mail else text)
    if not silent:
        line, column = document.position(state.pos)
        if not document.lenient:
            document.report(
                line, column, f"'<{text}>' is not MDX; read as a link", f"write '[{text}]({url})'"
            )
        opening = push_autolink(state, url, state.md.normalizeLinkText(text))
        opening.meta = {"line": line, "column": column}
    state.pos = address.end()
    return True


def parse_inline_expression(state: StateInline, silent: bool) -> bool:
    """Parse ``{…}``; a brace that is not closed stays text."""
    pos = state.pos
    if state.src[pos] != "{":
        return False
    document = get_document(state.env)
    stop = scan_braces(state.src, pos, state.posMax, document.limit)
    if stop is None:
        line, column = document.position(pos)
        # Braces of formulas are TeX.
        if (
            not silent
            and not document.in_formula
            and (line, column) not in document.explained_braces
        ):
            document.report(line, column, "'{' is not closed; kept as text", "write '\\{'")
        return False
    if not silent:
        line, column = document.position(pos)
        token = state.push("mdx_expression", "", 0)
        token.content = state.src[pos + 1 : stop - 1]
        token.meta = {"line": line, "column": column}
    state.pos = stop
    return True


def report_bracket(state: StateInline, silent: bool) -> bool:
    """Report a bracket that is meant as a footnote or link; keep it as text."""
    if silent:
        return False
    src, pos, end = state.src, state.pos, state.posMax
    if footnote := _FOOTNOTE.match(src, pos, end):
        message = f"no footnote is called '{footnote[0]}'; shown as text"
        hint = f"write '{footnote[0]}: …' on a line of its own, or '\\[' for a bracket"
    elif broken := _BROKEN_LINK.match(src, pos, end):
        space, address = broken.groups()
        kind = "image" if src[pos - 1 : pos] == "!" else "link"
        quoted = f"'{shorten(broken[0])}' is no {kind}"
        if space:
            message = f"{quoted}: there is a space between its brackets; shown as text"
            hint = "remove the space"
        elif address and _OPEN_TITLE.search(address):
            message = f"{quoted}: the quotation mark of its title is not closed; shown as text"
            hint = "write '\"' after the title"
        elif address and " " in address.strip():
            message = f"{quoted}: its address contains a space; shown as text"
            hint = "write '%20' for each space"
        else:
            message = f"{quoted}: its ')' is missing; shown as text"
            hint = "write ')' after the address"
    elif (reference := _REFERENCE.match(src, pos, end)) and _can_begin_link(src, pos):
        label = reference[2] or reference[1]
        similar_label = find_misspelled(label, map(str.lower, state.env.get("references", ())))
        message = (
            f"'{shorten(reference[0])}' is no link: no line says what '[{label}]' is; shown as text"
        )
        hint = f"write '[{label}]: …' with the address on a line of its own, or '\\[' for a bracket"
        hint = did_you_mean(f"[{similar_label}]") if similar_label else hint
    else:
        return False
    document = get_document(state.env)
    document.report(*document.position(pos), message, hint)
    return False


def _can_begin_link(src: str, pos: int) -> bool:
    """Return whether the bracket at *pos* is not an index, as in ``a[key][other]``."""
    before = src[pos - 1 : pos] if pos else ""
    return not before or before.isspace() or before in "(*_!\"'>|,;:—"


def install_links(md: MarkdownIt) -> None:
    """Extend the rules for links and images to record positions."""
    md.inline.ruler.at("link", partial(_parse_located, markdown_link, "link_open", "["))
    md.inline.ruler.at("image", partial(_parse_located, markdown_image, "image", "!"))


def _parse_located(
    rule: Callable[[StateInline, bool], bool],
    type_: str,
    start: str,
    state: StateInline,
    silent: bool,
) -> bool:
    """Call *rule* at the character *start*, and record the position in its token, a *type_*."""
    if state.src[state.pos] != start:
        return False
    pos, token_count = state.pos, len(state.tokens)
    document = get_document(state.env)
    has_many_brackets = len(state.src) > _MANY_BRACKETS and document.brackets > _MANY_BRACKETS
    # Each bracket that begins no link is searched to the end of the text.
    if has_many_brackets and document.limit.spent:
        return False
    if not rule(state, silent):
        if has_many_brackets:
            document.limit.charge(state.posMax - pos)
        return False
    if not silent and document.origin is not None:
        line, column = document.origin.locate(pos)
        for token in state.tokens[token_count : token_count + 2]:
            if token.type == type_:
                token.meta = {**token.meta, "line": line, "column": column}
                break
    return True
