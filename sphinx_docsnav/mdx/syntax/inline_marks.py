"""Rules for marks inside a line: strikethrough, named characters, and bare URLs.

``~text~`` and ``~~text~~`` are GFM's strikethrough; markdown-it requires two tildes. An unknown
name such as ``&nbps;`` stays as written and is reported. Bare URLs become links (GFM 6.9); any
character that is not a letter may precede them.
"""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.entity import entity
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

from sphinx_docsnav.docs_json.phrases import find_misspelled
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.messages import did_you_mean

_TILDE = ord("~")
_ENTITY = re.compile(r"&([A-Za-z]{4,8});")
"""A named character."""
_COMMON = (
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


def install_strikethrough(md: MarkdownIt) -> None:
    """Replace markdown-it's rule, which requires two tildes."""
    md.inline.ruler.at("strikethrough", _parse_tildes)
    md.inline.ruler2.at("strikethrough", _pair_tildes)


def _parse_tildes(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
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
        for index, type_, nesting in (
            (opener.token, "s_open", 1),
            (delimiters[opener.end].token, "s_close", -1),
        ):
            token = state.tokens[index]
            token.type, token.tag, token.markup, token.content = type_, "s", token.content, ""
            token.nesting = 1 if nesting > 0 else -1


def install_entities(md: MarkdownIt) -> None:
    """Extend the rule for named characters by a message about unknown names."""
    md.inline.ruler.at("entity", _parse_entity)


def _parse_entity(state: StateInline, silent: bool) -> bool:
    """Parse a named character; report a name that resembles one."""
    if entity(state, silent):
        return True
    match = None if silent else _ENTITY.match(state.src, state.pos, state.posMax)
    similar_name = _find_similar_entity(match[1]) if match else ""
    if match and similar_name:
        document = get_document(state.env)
        position = document.position(state.pos)
        message = f"HTML has no character '{match[0]}'; shown as text"
        document.report(*position, message, did_you_mean(f"&{similar_name};"))
    return False


@functools.lru_cache(maxsize=1000)
def _find_similar_entity(name: str) -> str:
    """Return the entity that *name* misspells; ``""`` if it resembles none."""
    return find_misspelled(name, _COMMON)


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


def _push_link(state: StateInline, href: str, text: str) -> bool:
    """Add a link if the parser accepts its address; return whether it did."""
    url = state.md.normalizeLink(href)
    if not state.md.validateLink(url):
        return False
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": url}
    token.markup, token.info = "autolink", "auto"
    state.push("text", "", 0).content = text
    token = state.push("link_close", "a", -1)
    token.markup, token.info = "autolink", "auto"
    return True


def _remove_pending(state: StateInline, length: int) -> None:
    """Remove the last *length* characters from the text that is not a token yet."""
    state.pending = state.pending[:-length]


def _parse_url(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
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
    pending = state.pending
    _remove_pending(state, len(protocol))
    if not _push_link(state, protocol + rest, protocol + rest):
        state.pending = pending
        return False
    state.pos = pos + len(rest)
    return True


def _parse_mail(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
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
    pending = state.pending
    _remove_pending(state, len(local[0]))
    text = local[0] + host[0]
    if not _push_link(state, f"mailto:{text}", text):
        state.pending = pending
        return False
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
        if not md.validateLink(url):
            continue
        if start > done:
            result.append(_make_text_token(text[done:start]))
        opening = Token("link_open", "a", 1, attrs={"href": url}, markup="autolink", info="auto")
        closing = Token("link_close", "a", -1, markup="autolink", info="auto")
        result += [opening, _make_text_token(address), closing]
        done = start + len(address)
    if done < len(text):
        result.append(_make_text_token(text[done:]))
    return result


def _make_text_token(content: str) -> Token:
    """Return a text token."""
    return Token("text", "", 0, content=content)
