"""How the values of parameters and of forms are written.

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

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.request import (
    FormPart,
    is_json,
)

Encode = Callable[[str], str]
"""Encodes a name or a value for the place where it is written."""

NameAndValue = tuple[str, str]

_ESCAPE = re.compile("(%[0-9A-Fa-f]{2})")

_PATH_RESERVED = ":@!$&'()*+,;="

_QUERY_RESERVED = ":/?@!$'()*,;="

_QUERY_SAFE = ":/@"

_PREFIXES = {"label": ".", "matrix": ";"}

FILE_NAME = "file"
"""The name of the files in samples."""

OTHER_ITEMS = "*"
"""The name of the field for items without an entry of their own."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a list or an object is written."""

    name: str
    """``simple``, ``label``, ``matrix``, ``form``, ``cookie``, ``spaceDelimited`` …"""
    explode: bool
    """Each member is written on its own."""


def replace_unsendable(text: str) -> str:
    """Return *text* without characters that shells or UTF-8 cannot represent, as an `Encode`."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def make_path_encoder(*, reserved: bool) -> Encode:
    """Return what encodes for a path; *reserved* characters stay if they may."""
    return _make_encoder(list_path_safe(reserved=reserved), keep_escapes=reserved)


def make_query_encoder(*, reserved: bool) -> Encode:
    """Return what encodes for a query; *reserved* characters stay if they may."""
    return _make_encoder(list_query_safe(reserved=reserved), keep_escapes=reserved)


def list_path_safe(*, reserved: bool) -> str:
    """Return the reserved characters that stay in a path."""
    return _PATH_RESERVED if reserved else ""


def list_query_safe(*, reserved: bool) -> str:
    """Return the reserved characters that stay in a query."""
    return _QUERY_RESERVED if reserved else _QUERY_SAFE


def write_pairs(name: str, value: object, style: Style, encode: Encode) -> Iterator[NameAndValue]:
    """Yield the pairs of a query, a cookie or a form that write *value*."""
    if style.name == "deepObject" and isinstance(value, (dict, list)):
        yield from _write_deep_object(name, value, encode)
    elif isinstance(value, dict) and style.explode:
        yield from ((encode(key), encode(text)) for key, text in _list_members(value))
    elif isinstance(value, list) and style.explode:
        yield from ((encode(name), encode(text)) for text in _list_items(value))
    elif isinstance(value, (dict, list)):
        delimiter = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(style.name)
        joint = encode(delimiter) if delimiter else ","
        if texts := [encode(text) for text in _list_names_and_values(value)]:
            yield encode(name), joint.join(texts)
    elif value is not None:
        yield encode(name), encode(write_scalar(value))


def write_path(name: str, value: object, style: Style, encode: Encode) -> str:
    """Return *value* as a part of a path, with the prefix of its style."""
    prefix = _PREFIXES.get(style.name, "")
    joint = prefix or ","
    if not isinstance(value, (dict, list)):
        text = encode(write_scalar(value))
        return prefix + (_write_assignment(encode(name), text) if style.name == "matrix" else text)
    if style.name == "matrix":
        pairs = write_pairs(name, value, Style("form", style.explode), encode)
        return "".join(prefix + _write_assignment(key, text) for key, text in pairs)
    if not style.explode:
        texts, joint = [encode(text) for text in _list_names_and_values(value)], ","
    elif isinstance(value, dict):
        texts = [f"{encode(key)}={encode(text)}" for key, text in _list_members(value)]
    else:
        texts = [encode(text) for text in _list_items(value)]
    return prefix + joint.join(texts) if texts else ""


def write_header(value: object, *, explode: bool) -> str:
    """Return *value* as that of a header; only characters that are invalid there are encoded."""
    return clean_header_value(write_path("", value, Style("simple", explode), replace_unsendable))


def clean_header_value(text: str) -> str:
    """Return *text* in one line of ASCII."""
    line = re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()
    return "".join(c if c.isascii() else quote(c, errors="replace") for c in line)


def make_cookie_encoder(style: Style) -> Encode:
    """Return what encodes for a cookie: OpenAPI 3.2's style of that name encodes nothing."""
    return clean_header_value if style.name == "cookie" else _make_encoder("", keep_escapes=False)


def write_scalar(value: object) -> str:
    """Return a value without members as text, any other as JSON."""
    if isinstance(value, str):
        return value
    if value is None or value is MISSING:
        return ""
    return write_json(value)


def write_json(value: object) -> str:
    """Return *value* as JSON in one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)


def percent_encode(text: str, safe: str) -> str:
    """Return *text* with all but *safe* characters and escapes percent-encoded."""
    return "".join(
        piece if _ESCAPE.fullmatch(piece) else quote(piece, safe=safe, errors="replace")
        for piece in _ESCAPE.split(text)
    )


def _make_encoder(safe: str, *, keep_escapes: bool) -> Encode:
    if keep_escapes:
        return lambda text: percent_encode(text, safe)
    return lambda text: quote(text, safe=safe, errors="replace")


def _write_assignment(name: str, text: str) -> str:
    return f"{name}={text}" if text else name


def _list_members(value: dict[str, object]) -> Iterator[NameAndValue]:
    yield from ((str(key), write_scalar(item)) for key, item in value.items() if item is not None)


def _list_items(value: list[object]) -> Iterator[str]:
    yield from (write_scalar(item) for item in value if item is not None)


def _list_names_and_values(value: dict[str, object] | list[object]) -> Iterator[str]:
    """Yield items, or names and values in turn."""
    if isinstance(value, list):
        yield from _list_items(value)
    else:
        for pair in _list_members(value):
            yield from pair


def _write_deep_object(name: str, value: object, encode: Encode) -> Iterator[NameAndValue]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _write_deep_object(f"{name}[{key}]", item, encode)
    elif isinstance(value, list):
        nested = any(isinstance(item, (dict, list)) for item in value)
        for number, item in enumerate(value):
            yield from _write_deep_object(f"{name}[{number if nested else ''}]", item, encode)
    elif value is not None:
        yield encode(name), encode(write_scalar(value))


@dataclass(frozen=True, slots=True)
class FormField:
    """How a property, or an item, of a form is sent."""

    name: str
    """The property's name; the number of an item, from 0; `OTHER_ITEMS`."""
    is_file: bool = False
    """Its content is that of a file."""
    content_type: str = ""
    """Its media type, if the specification names one that can be sent."""
    style: Style | None = None
    """How it is written, if ``style``, ``explode`` or ``allowReserved`` is given."""
    headers: tuple[NameAndValue, ...] = ()
    """Headers of its part that have an example, or are required."""


def write_form_pairs(
    value: dict[str, object], fields: tuple[FormField, ...]
) -> Iterator[NameAndValue]:
    """Yield the pairs of a URL-encoded form, not encoded yet."""
    known = {field.name: field for field in fields}
    for name, item in value.items():
        field = known.get(name, FormField(name))
        if field.style:
            yield from write_pairs(name, item, field.style, replace_unsendable)
        else:
            yield from (
                (replace_unsendable(name), _serialize_value(single, field.content_type))
                for single in _list_single_values(item)
            )


def write_form_parts(value: object, fields: tuple[FormField, ...]) -> Iterator[FormPart]:
    """Yield the parts of a multipart body: of an object by name, of a list by place."""
    known = {field.name: field for field in fields}
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _write_field_parts(name, item, known.get(name, FormField(name)))
    elif isinstance(value, list):
        rest = known.get(OTHER_ITEMS, FormField(OTHER_ITEMS))
        for number, item in enumerate(value):
            yield from _write_field_parts("", item, known.get(str(number), rest))


def _list_single_values(item: object) -> list[object]:
    """Return what is sent one by one: the items of a list; nothing of null."""
    return [i for i in item if i is not None] if isinstance(item, list) else _list_unless_null(item)


def _list_unless_null(item: object) -> list[object]:
    return [] if item is None else [item]


def _serialize_value(value: object, content_type: str) -> str:
    """Return one value as text of a media type; JSON that is written out already stays."""
    if is_json(content_type or "text/plain") and isinstance(value, str):
        return replace_unsendable(value if value.lstrip()[:1] in ("{", "[") else write_json(value))
    return replace_unsendable(write_scalar(value))


def _write_field_parts(name: str, item: object, field: FormField) -> Iterator[FormPart]:
    name = replace_unsendable(name)
    if field.is_file:
        for _ in item if isinstance(item, list) else [item]:
            yield FormPart(
                name,
                FILE_NAME,
                is_file=True,
                content_type=field.content_type,
                headers=field.headers,
            )
    elif field.style:
        for key, text in write_pairs(name, item, field.style, replace_unsendable):
            yield FormPart(key, text, headers=field.headers)
    else:
        for single in _list_single_values(item):
            usual = "application/json" if isinstance(single, (dict, list)) else ""
            text = _serialize_value(single, field.content_type)
            yield FormPart(
                name,
                text,
                content_type=field.content_type or usual,
                headers=field.headers,
            )
