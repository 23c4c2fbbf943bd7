"""Marks inside a line: strikethrough, characters by name, and bare URLs.

``~text~`` and ``~~text~~`` are GFM's strikethrough; markdown-it requires two tildes.
``&nbps;`` is no character of HTML: it stays as it is written and is reported. Bare URLs
are links (GFM 6.9), which any non-letter may precede.
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

from sphinx_docsnav.docs_json.phrases import misspelled
from sphinx_docsnav.mdx.syntax.parser_state import reading_of

_TILDE = ord("~")


def install_strike(md: MarkdownIt) -> None:
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


_ENTITY = re.compile(r"&([A-Za-z]{4,8});")
_COMMON = (
    "nbsp", "quot", "apos", "copy", "hellip", "mdash", "ndash", "rarr", "larr", "uarr", "darr",
    "middot", "laquo", "raquo", "ldquo", "rdquo", "lsquo", "rsquo", "ensp", "emsp", "thinsp",
)  # fmt: skip
"""The names that authors write; others are too much like variables in code, as in ``&mut;``."""


def install_entities(md: MarkdownIt) -> None:
    """Look at the names that markdown-it does not know."""
    md.inline.ruler.at("entity", _entity)


def _entity(state: StateInline, silent: bool) -> bool:
    if entity(state, silent):
        return True
    found = None if silent else _ENTITY.match(state.src, state.pos, state.posMax)
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


_PROTOCOL = re.compile(r"https?\Z", re.IGNORECASE)
_URL = re.compile(r"://([^\s<]+)")
_WWW = re.compile(r"www\.([^\s<]+)", re.IGNORECASE)
_LOCAL = re.compile(r"[A-Za-z0-9.+_-]+\Z")
_HOST = re.compile(r"@((?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9_-]+)")
_TRAILING = "?!.,:*_~'\"]"
_REFERENCE = re.compile(r"&[A-Za-z0-9]+;\Z")
_DOMAIN = re.compile(r"[^\s/?#:<>()\[\]{}\"'!$&*+,;=@\\^`|~%]+")


def install_autolinks(md: MarkdownIt) -> None:
    """Add the rules for ``https://…``, ``www.…`` and ``name@host``."""
    md.inline.ruler.push("autolink_url", _url)
    md.inline.ruler.push("autolink_mail", _mail)
    md.core.ruler.after("inline", "autolink_www", _www_step)


def trim(address: str) -> str:
    """Return *address* without the punctuation that belongs to the sentence."""
    while address:
        last = address[-1]
        if last in _TRAILING or (last == ")" and address.count(")") > address.count("(")):
            address = address[:-1]
        elif last == ";":
            match = _REFERENCE.search(address)
            address = address[: match.start()] if match else address[:-1]
        else:
            break
    return address


def _good_domain(rest: str, *, dots: int) -> bool:
    """Return whether *rest* starts with a host name of at least *dots* dots."""
    match = _DOMAIN.match(rest)
    if match is None:
        return False
    labels = match[0].split(".")
    return len(labels) > dots and all("_" not in label for label in labels[-2:])


def _push(state: StateInline, href: str, text: str) -> bool:
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


def _take_back(state: StateInline, length: int) -> None:
    """Take the last *length* characters off the text that is not yet a token."""
    state.pending = state.pending[:-length]


def _url(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
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
    if match is None or not _good_domain(match[1], dots=0):
        return False
    rest = trim(match[0])
    pending = state.pending
    _take_back(state, len(protocol))
    if not _push(state, protocol + rest, protocol + rest):
        state.pending = pending
        return False
    state.pos = pos + len(rest)
    return True


def _mail(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
    pos = state.pos
    if silent or state.src[pos] != "@" or state.linkLevel > 0:
        return False
    local = _LOCAL.search(state.pending[-80:])
    host = _HOST.match(state.src, pos, state.posMax)
    if local is None or host is None or host[1][-1] in "-_":
        return False
    start = pos - len(local[0])
    if start > 0 and (state.src[start - 1] == "/" or state.src[start - 1].isalnum()):
        return False
    pending = state.pending
    _take_back(state, len(local[0]))
    text = local[0] + host[0]
    if not _push(state, f"mailto:{text}", text):
        state.pending = pending
        return False
    state.pos = host.end()
    return True


def _www_step(state: StateCore) -> None:
    """Turn ``www.host`` in text into links; no inline rule stops at a letter."""
    for token in state.tokens:
        if token.type == "inline" and token.children and "www." in token.content.lower():
            token.children = _with_www(state.md, token.children)


def _with_www(md: MarkdownIt, children: list[Token]) -> list[Token]:
    result: list[Token] = []
    links = 0
    for child in children:
        if child.type in ("link_open", "link_close") or child.tag == "a":
            links += child.nesting or (child.type == "mdx_jsx_open") - (
                child.type == "mdx_jsx_close"
            )
        if child.type == "text" and links <= 0 and "www." in child.content.lower():
            result += _split_www(md, child)
        else:
            result.append(child)
    return result


def _split_www(md: MarkdownIt, token: Token) -> list[Token]:
    """Return *token* as text and link tokens."""
    text, done, result = token.content, 0, list[Token]()
    for match in _WWW.finditer(text):
        start = match.start()
        if start < done or (start and text[start - 1] not in " \t\n*_~([]"):
            continue
        if not _good_domain(match[0], dots=1):
            continue
        address = trim(match[0])
        url = md.normalizeLink(f"http://{address}")
        if not md.validateLink(url):
            continue
        if start > done:
            result.append(_text(text[done:start]))
        opening = Token("link_open", "a", 1, attrs={"href": url}, markup="autolink", info="auto")
        closing = Token("link_close", "a", -1, markup="autolink", info="auto")
        result += [opening, _text(address), closing]
        done = start + len(address)
    if done < len(text):
        result.append(_text(text[done:]))
    return result


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
