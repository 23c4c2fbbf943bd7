"""Rules for marks inside a line: strikethrough, named characters, bare URLs, and open marks.

``~text~`` and ``~~text~~`` are GFM's strikethrough; markdown-it requires two tildes. An unknown
name such as ``&nbps;`` stays as written and is reported. Bare URLs become links (GFM 6.9); any
character that is not a letter may precede them.

``**bold``, ``__bold`` and backticks that nothing closes are reported, and stay as they are written.
Footnote marks, ``**kwargs``, powers and patterns of files have two stars as well, and ``__dirname``
has two underscores; these are not reported.
"""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isLinkClose, isLinkOpen
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.rules_inline.emphasis import tokenize
from markdown_it.rules_inline.entity import entity
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState, get_document
from sphinx_docsnav.messages import did_you_mean, shorten
from sphinx_docsnav.sitefiles.nearest import find_misspelled

_TILDE = ord("~")
_ENTITY = re.compile(r"&([A-Za-z]{4,8});")
"""A named character."""
_COMMON_NAMES = (
    "nbsp", "quot", "apos", "copy", "hellip", "mdash", "ndash", "rarr", "larr", "uarr", "darr",
    "middot", "laquo", "raquo", "ldquo", "rdquo", "lsquo", "rsquo", "ensp", "emsp", "thinsp",
)  # fmt: skip
"""The names that authors use; others are too similar to variables in code, as in ``&mut;``."""
_PROTOCOL = re.compile(r"https?\Z", re.IGNORECASE)
"""A protocol at the end of the text before ``:``."""
_URL = re.compile(r"://([^\s<]+)")
_WWW = re.compile(r"www\.([^\s<]+)", re.IGNORECASE)
_LOCAL = re.compile(r"[A-Za-z0-9.+_-]+\Z")
"""The part of a mail address before ``@``."""
_HOST = re.compile(r"@((?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9_-]+)")
"""The part of a mail address from ``@`` on."""
_TRAILING = "?!.,:*_~'\"]"
"""Punctuation that ends a sentence rather than a URL."""
_REFERENCE = re.compile(r"&[A-Za-z0-9]+;\Z")
"""A named character at the end of a URL."""
_DOMAIN = re.compile(r"[^\s/?#:<>()\[\]{}\"'!$&*+,;=@\\^`|~%]+")
"""A host name, up to the first character that no host name has."""
_MARK_OFFSET = "docsnav_mark"
"""A key of ``token.meta``: the offset of the two stars or underscores that begin the token."""
_OPENING = {
    "*": re.compile(
        r"""\*\*(?!\w*(?:_|args\b|kw|opt)|[a-z]\w*:)"""
        r"""(?=[^\W\d_]|[`"'“(\[「『【《（])[^*\n]*"""  # noqa: RUF001 -- brackets of Chinese
    ),
    "_": re.compile(r"__(?=[^\W\d_])[^_\n]*"),
}
"""Two marks before a word, and the text after them.

Names such as ``**kwargs`` of Python and ``**data: …`` of a docstring do not count.
"""
_SPACED = {
    "*": re.compile(r"\*\*[ \t]+[^\W\d_][^*\n]*(?<!\s)(?=\*\*)"),
    "_": re.compile(r"__[ \t]+[^\W\d_][^_\n]*(?<!\s)(?=__(?!\w))"),
}
"""Two marks with a space after them, and the text up to the next marks."""
_MARK = re.compile(r"(?<=\S)\*\*(?=[\s.,;:)\]|]|$)")
"""Two stars after a word, such as those that refer to a footnote."""
_SENTENCE = re.compile(r"__(?!(?:Type|Field|Schema|Directive)\b)[A-Z][a-z]+:? \w")
"""The beginning of a sentence, unless it is a name of GraphQL."""
_QUOTED = re.compile(r"`[^`'\n]*'(?!\w)")
"""Text in the quotation marks of TeX."""
_CODE = re.compile(r"`+(?:(?!</)[^`\n])*")
"""Backticks and the text after them."""
_CODE_START = re.compile(r"`++(?!</)[^\s)\]}>,.;:!?\"'\u201d\u2019\u00bb]")
"""Backticks before what may be the beginning of code."""
_CODE_END = re.compile(r"(?<![\s(\[{>\"'\u201c\u2018\u00ab])`++(?!\w)")
"""Backticks after what may be the end of code."""
_NAMES = {"*": "stars", "_": "lines"}
"""What messages call the marks."""


def install_strikethrough(md: MarkdownIt) -> None:
    """Replace markdown-it's rule, which requires two tildes."""
    md.inline.ruler.at("strikethrough", _parse_tildes)
    md.inline.ruler2.at("strikethrough", _pair_tildes)


def _parse_tildes(state: StateInline, silent: bool) -> bool:
    """Add ``~`` or ``~~`` as a delimiter, for `_pair_tildes`."""
    if silent or state.src[state.pos] != "~":
        return False
    scanned = state.scanDelims(state.pos, True)
    token = state.push("text", "", 0)
    token.content = "~" * scanned.length
    if scanned.length <= 2:  # noqa: PLR2004  # one tilde or two
        # The marker depends on the length, so that only runs of equal length match.
        marker = _TILDE * (1000 + scanned.length)
        end = len(state.tokens) - 1
        state.delimiters.append(Delimiter(marker, 0, end, -1, scanned.can_open, scanned.can_close))
    state.pos += scanned.length
    return True


def _pair_tildes(state: StateInline) -> None:
    """Replace paired delimiters, in the text and in each mark around other text."""
    _replace_delimiters(state, state.delimiters)
    for meta in state.tokens_meta:
        if meta and "delimiters" in meta:
            _replace_delimiters(state, meta["delimiters"])


def _replace_delimiters(state: StateInline, delimiters: list[Delimiter]) -> None:
    """Turn the tokens of paired tildes into ``s_open`` and ``s_close``."""
    for opener in delimiters:
        if opener.marker < _TILDE * 1000 or opener.end == -1:
            continue
        opening, closing = state.tokens[opener.token], state.tokens[delimiters[opener.end].token]
        opening.type, opening.nesting = "s_open", 1
        closing.type, closing.nesting = "s_close", -1
        for token in (opening, closing):
            token.tag, token.markup, token.content = "s", token.content, ""


def install_entities(md: MarkdownIt) -> None:
    """Extend the rule for named characters by a message about unknown names."""
    md.inline.ruler.at("entity", _parse_entity)


def _parse_entity(state: StateInline, silent: bool) -> bool:
    """Parse a named character; report a name that resembles one."""
    if entity(state, silent):
        return True
    match = None if silent else _ENTITY.match(state.src, state.pos, state.posMax)
    similar_name = find_misspelled(match[1], _COMMON_NAMES) if match else ""
    if match and similar_name:
        document = get_document(state.env)
        position = document.position(state.pos)
        message = f"HTML has no character '{match[0]}'; shown as text"
        document.report(*position, message, did_you_mean(f"&{similar_name};"))
    return False


def install_autolinks(md: MarkdownIt) -> None:
    """Add the rules that link ``https://…``, ``www.…`` and ``name@host``."""
    md.inline.ruler.push("autolink_url", _parse_url)
    md.inline.ruler.push("autolink_mail", _parse_mail)
    md.core.ruler.after("inline", "autolink_www", _link_www)


def trim_punctuation(address: str) -> str:
    """Return *address* without the punctuation at its end that belongs to the sentence."""
    while address:
        last = address[-1]
        # A bracket belongs to the URL if it was opened there.
        if last in _TRAILING or (last == ")" and address.count(")") > address.count("(")):
            address = address[:-1]
        elif last == ";":
            match = _REFERENCE.search(address)
            address = address[: match.start()] if match else address[:-1]
        else:
            break
    return address


def _is_domain(rest: str, *, dots: int) -> bool:
    """Return whether *rest* begins with a host name that has at least *dots* dots."""
    match = _DOMAIN.match(rest)
    if match is None:
        return False
    labels = match[0].split(".")
    return len(labels) > dots and all("_" not in label for label in labels[-2:])


def push_autolink(state: StateInline, href: str, text: str) -> Token:
    """Add a link to a bare address, and return its opening token."""
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"href": state.md.normalizeLink(href)}
    state.push("text", "", 0).content = text
    closing = state.push("link_close", "a", -1)
    for token in (opening, closing):
        token.markup, token.info = "autolink", "auto"
    return opening


def _parse_url(state: StateInline, silent: bool) -> bool:
    """Parse ``https://…`` at its colon: the protocol before it is plain text so far."""
    pos = state.pos
    if (
        silent
        or state.src[pos] != ":"
        or state.linkLevel > 0
        or not state.src.startswith("://", pos)
    ):
        return False
    before = _PROTOCOL.search(state.pending[-5:])
    if before is None:
        return False
    protocol = before[0]
    start = pos - len(protocol)
    if start > 0 and state.src[start - 1].isalpha():
        return False
    match = _URL.match(state.src, pos, state.posMax)
    if match is None or not _is_domain(match[1], dots=0):
        return False
    rest = trim_punctuation(match[0])
    # The protocol becomes a part of the link.
    state.pending = state.pending[: -len(protocol)]
    push_autolink(state, protocol + rest, protocol + rest)
    state.pos = pos + len(rest)
    return True


def _parse_mail(state: StateInline, silent: bool) -> bool:
    """Parse ``name@host`` at its ``@``: the name before it is plain text so far."""
    pos = state.pos
    if silent or state.src[pos] != "@" or state.linkLevel > 0:
        return False
    local = _LOCAL.search(state.pending[-80:])
    host = _HOST.match(state.src, pos, state.posMax)
    if local is None or host is None or host[1][-1] in "-_":
        return False
    start = pos - len(local[0])
    # What precedes would be a part of the address.
    if start > 0 and (state.src[start - 1] == "/" or state.src[start - 1].isalnum()):
        return False
    state.pending = state.pending[: -len(local[0])]
    text = local[0] + host[0]
    push_autolink(state, f"mailto:{text}", text)
    state.pos = host.end()
    return True


def _link_www(state: StateCore) -> None:
    """Link ``www.host`` in text; a step of its own, as no inline rule begins at a letter."""
    for token in state.tokens:
        if token.type == "inline" and token.children and "www." in token.content.lower():
            token.children = _link_www_in(state.md, token.children)


def _link_www_in(md: MarkdownIt, children: list[Token]) -> list[Token]:
    """Return *children* with links for ``www.host``, except inside other links."""
    result: list[Token] = []
    link_depth = 0
    for child in children:
        if child.type in ("link_open", "link_close") or child.tag == "a":
            link_depth += child.nesting or (child.type == "mdx_jsx_open") - (
                child.type == "mdx_jsx_close"
            )
        elif child.type == "html_inline":
            link_depth += isLinkOpen(child.content) - isLinkClose(child.content)
        # Inside links no other link is allowed.
        if child.type == "text" and link_depth <= 0 and "www." in child.content.lower():
            result += _split_at_www(md, child)
        else:
            result.append(child)
    return result


def _split_at_www(md: MarkdownIt, token: Token) -> list[Token]:
    """Return *token* divided into text and links."""
    text, done, result = token.content, 0, list[Token]()
    for match in _WWW.finditer(text):
        start = match.start()
        if start < done or (start and text[start - 1] not in " \t\n*_~([]"):
            continue
        if not _is_domain(match[0], dots=1):
            continue
        address = trim_punctuation(match[0])
        url = md.normalizeLink(f"http://{address}")
        if start > done:
            result.append(Token("text", "", 0, content=text[done:start]))
        opening = Token("link_open", "a", 1, attrs={"href": url}, markup="autolink", info="auto")
        closing = Token("link_close", "a", -1, markup="autolink", info="auto")
        result += [opening, Token("text", "", 0, content=address), closing]
        done = start + len(address)
    if done < len(text):
        result.append(Token("text", "", 0, content=text[done:]))
    return result


def install_open_marks(md: MarkdownIt) -> None:
    """Have the rules for marks record positions, and collect the marks that stay unpaired."""
    md.inline.ruler.at("backticks", _parse_backticks)
    md.inline.ruler.at("emphasis", _parse_emphasis)
    md.inline.ruler2.after("emphasis", "open_marks", _collect_open_marks)


def _parse_backticks(state: StateInline, silent: bool) -> bool:
    """Parse code; record backticks that do not begin any."""
    start, before = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if not silent and len(state.tokens) == before:
        document = get_document(state.env)
        if state.src == document.text:
            document.lone_ticks.append((start, state.pos))
    return True


def _parse_emphasis(state: StateInline, silent: bool) -> bool:
    """Parse emphasis; record the position of two stars or underscores."""
    start, before = state.pos, len(state.tokens) + bool(state.pending)
    if not tokenize(state, silent):
        return False
    if state.pos - start == 2:  # noqa: PLR2004  # two stars or lines
        state.tokens[before].meta = {_MARK_OFFSET: start}
        get_document(state.env).has_pairs = True
    return True


def _collect_open_marks(state: StateInline) -> None:
    """Collect the marks that are still text after emphasis was paired."""
    document: ParserState = state.env[KEY]
    if state.src != document.text or not (document.has_pairs or document.lone_ticks):
        return
    if document.lone_ticks:
        _collect_ticks(state.src, document)
    document.has_pairs = False
    open_offsets: dict[str, list[int]] = {"*": [], "_": []}
    for token in state.tokens:
        if token.type == "text" and token.content in open_offsets and _MARK_OFFSET in token.meta:
            open_offsets[token.content].append(token.meta[_MARK_OFFSET])
    for mark, offsets in open_offsets.items():
        if offsets:
            _collect_bold(state.src, mark, offsets, document)


def _collect_bold(src: str, mark: str, offsets: list[int], document: ParserState) -> None:
    """Record the first of the marks at *offsets* that is meant to begin bold text."""
    pair, escaped = mark * 2, f"\\{mark}" * 2
    for start, after in itertools.zip_longest(offsets, offsets[1:]):
        is_inside = start > 0 and src[start - 1].isalnum()
        opening, spaced = _OPENING[mark].match(src, start), _SPACED[mark].match(src, start)
        # Names in code begin with underscores, too.
        if mark == "_" and opening and not _is_bold(src, opening, offsets):
            opening = None
        if opening and after == opening.end() and not src[after - 1].isspace():
            message = f"'{shorten(opening[0])}{pair}' is not bold"
            hint = "put a space before and after it, or write <strong>…</strong>"
        elif opening and not is_inside:
            message = f"'{shorten(opening[0])}' is not bold: '{pair}' is not closed"
            hint = f"write '{pair}' after the last bold word, or '{escaped}' for two {_NAMES[mark]}"
            if after is not None:
                hint = f"write '{pair}' after the last bold word, without a space before it"
        elif spaced and after == spaced.end() and not is_inside:
            shown = f"{shorten(spaced[0])}{pair}"
            message = f"'{shown}' is not bold: there is a space after the first '{pair}'"
            hint = "remove the space"
        else:
            document.has_star_marks |= mark == "*" and _MARK.match(src, start) is not None
            continue
        position = document.position(start)
        open_marks = document.open_stars if mark == "*" else document.open_marks
        open_marks.append((position, f"{message}; shown as text", hint))
        return


def _is_bold(src: str, opening: re.Match[str], offsets: list[int]) -> bool:
    """Return whether two underscores begin bold text, not a name in code."""
    start, end = opening.span()
    if offsets == [start, end]:
        is_spaced, follows = src[end - 1].isspace(), src[end + 2 : end + 3]
        return " " in opening[0].strip() and not (is_spaced and follows.isalnum())
    return opening.start() == 0 and _SENTENCE.match(src) is not None


def _collect_ticks(src: str, document: ParserState) -> None:
    """Record the first of the backticks that are meant to begin or end code."""
    ticks, document.lone_ticks = document.lone_ticks, []
    for index, (start, end) in enumerate(ticks):
        code, marks = _CODE.match(src, start), src[start:end]
        is_inside = start > 0 and src[start - 1].isalnum()
        begins = not is_inside and _CODE_START.match(src, start) and not _QUOTED.match(src, start)
        if code is None or not (begins or _CODE_END.match(src, start)):
            continue
        # The next backticks end the text, but with another number of marks.
        if begins and index + 1 < len(ticks) and ticks[index + 1][0] == code.end():
            other_marks = src[slice(*ticks[index + 1])]
            message = f"'{shorten(code[0])}{other_marks}' is not code: it begins with '{marks}'"
            hint = f"end it with '{marks}', too"
        elif begins:
            message = f"'{shorten(code[0])}' is not code: '{marks}' is not closed"
            hint = f"write '{marks}' after the code"
            if document.in_row:
                hint += ", and '\\|' for a bar inside"
        elif document.in_row:
            continue
        else:
            message = f"this '{marks}' ends no code: the text has one too many, or one too few"
            hint = f"write '{marks}' before the code"
        if len(marks) == 1:
            hint += ", or '\\`' for a backtick"
        position = document.position(start)
        document.open_marks.append((position, f"{message}; shown as text", hint))
        return


def report_open_marks(document: ParserState) -> None:
    """Report the unpaired marks of the whole page.

    Two stars are not reported if they refer to footnotes on this page.
    """
    stars = document.open_stars if not document.has_star_marks else []
    for position, message, hint in itertools.chain(stars, document.open_marks):
        document.report(*position, message, hint)
