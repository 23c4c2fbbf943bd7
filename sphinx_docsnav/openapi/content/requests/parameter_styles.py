"""Values as the styles of OpenAPI write them into addresses, headers, cookies and forms.

The styles are those of RFC 6570. Where OpenAPI leaves a case open, the common practice is
followed: ``null`` is left out, a list or object inside a list is written as JSON, and
``deepObject`` uses brackets at every depth.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from sphinx_docsnav.openapi.pointer import MISSING

Encode = Callable[[str], str]
"""Encodes a name or a value for the place where it is written."""

Pair = tuple[str, str]

_ESCAPE = re.compile("(%[0-9A-Fa-f]{2})")
_PATH_RESERVED = ":@!$&'()*+,;="
_QUERY_RESERVED = ":/?@!$'()*,;="
_QUERY_SAFE = ":/@"
_PREFIXES = {"label": ".", "matrix": ";"}


@dataclass(frozen=True, slots=True)
class Style:
    """How a list or an object is written."""

    name: str
    """``simple``, ``label``, ``matrix``, ``form``, ``cookie``, ``spaceDelimited`` …"""
    explode: bool
    """Each member is written on its own."""


def sendable(text: str) -> str:
    """Return *text* without characters that shells or UTF-8 cannot represent, as an `Encode`."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def path_encoder(*, reserved: bool) -> Encode:
    """Return what encodes for a path; *reserved* characters stay if they may."""
    return _encoder(path_safe(reserved=reserved), keep_escapes=reserved)


def query_encoder(*, reserved: bool) -> Encode:
    """Return what encodes for a query; *reserved* characters stay if they may."""
    return _encoder(query_safe(reserved=reserved), keep_escapes=reserved)


def path_safe(*, reserved: bool) -> str:
    """Return the reserved characters that stay in a path."""
    return _PATH_RESERVED if reserved else ""


def query_safe(*, reserved: bool) -> str:
    """Return the reserved characters that stay in a query."""
    return _QUERY_RESERVED if reserved else _QUERY_SAFE


def write_pairs(name: str, value: object, style: Style, encode: Encode) -> Iterator[Pair]:
    """Yield the pairs of a query, a cookie or a form that write *value*."""
    if style.name == "deepObject" and isinstance(value, (dict, list)):
        yield from _deep(name, value, encode)
    elif isinstance(value, dict) and style.explode:
        yield from ((encode(key), encode(text)) for key, text in _members(value))
    elif isinstance(value, list) and style.explode:
        yield from ((encode(name), encode(text)) for text in _items(value))
    elif isinstance(value, (dict, list)):
        delimiter = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(style.name)
        joint = encode(delimiter) if delimiter else ","
        if texts := [encode(text) for text in _listed(value)]:
            yield encode(name), joint.join(texts)
    elif value is not None:
        yield encode(name), encode(scalar_text(value))


def write_path(name: str, value: object, style: Style, encode: Encode) -> str:
    """Return *value* as a part of a path, with the prefix of its style."""
    prefix = _PREFIXES.get(style.name, "")
    joint = prefix or ","
    if not isinstance(value, (dict, list)):
        text = encode(scalar_text(value))
        return prefix + (_named(encode(name), text) if style.name == "matrix" else text)
    if style.name == "matrix":
        pairs = write_pairs(name, value, Style("form", style.explode), encode)
        return "".join(prefix + _named(key, text) for key, text in pairs)
    if not style.explode:
        texts, joint = [encode(text) for text in _listed(value)], ","
    elif isinstance(value, dict):
        texts = [f"{encode(key)}={encode(text)}" for key, text in _members(value)]
    else:
        texts = [encode(text) for text in _items(value)]
    return prefix + joint.join(texts) if texts else ""


def write_header(value: object, *, explode: bool) -> str:
    """Return *value* as that of a header; only characters that are invalid there are encoded."""
    return header_value(write_path("", value, Style("simple", explode), sendable))


def header_value(text: str) -> str:
    """Return *text* in one line of ASCII."""
    line = re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()
    return "".join(c if c.isascii() else quote(c, errors="replace") for c in line)


def cookie_encoder(style: Style) -> Encode:
    """Return what encodes for a cookie: OpenAPI 3.2's style of that name encodes nothing."""
    return header_value if style.name == "cookie" else _encoder("", keep_escapes=False)


def scalar_text(value: object) -> str:
    """Return a value without members as text, any other as JSON."""
    if isinstance(value, str):
        return value
    if value is None or value is MISSING:
        return ""
    return json_text(value)


def json_text(value: object) -> str:
    """Return *value* as JSON in one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)


def percent_encode_rest(text: str, safe: str) -> str:
    """Return *text* with all but *safe* characters and escapes percent-encoded."""
    return "".join(
        piece if _ESCAPE.fullmatch(piece) else quote(piece, safe=safe, errors="replace")
        for piece in _ESCAPE.split(text)
    )


def _encoder(safe: str, *, keep_escapes: bool) -> Encode:
    if keep_escapes:
        return lambda text: percent_encode_rest(text, safe)
    return lambda text: quote(text, safe=safe, errors="replace")


def _named(name: str, text: str) -> str:
    return f"{name}={text}" if text else name


def _members(value: dict[str, object]) -> Iterator[Pair]:
    yield from ((str(key), scalar_text(item)) for key, item in value.items() if item is not None)


def _items(value: list[object]) -> Iterator[str]:
    yield from (scalar_text(item) for item in value if item is not None)


def _listed(value: dict[str, object] | list[object]) -> Iterator[str]:
    """Yield items, or names and values in turn."""
    if isinstance(value, list):
        yield from _items(value)
    else:
        for pair in _members(value):
            yield from pair


def _deep(name: str, value: object, encode: Encode) -> Iterator[Pair]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _deep(f"{name}[{key}]", item, encode)
    elif isinstance(value, list):
        nested = any(isinstance(item, (dict, list)) for item in value)
        for number, item in enumerate(value):
            yield from _deep(f"{name}[{number if nested else ''}]", item, encode)
    elif value is not None:
        yield encode(name), encode(scalar_text(value))
