"""Serialization of parameters and form fields.

The styles are those of RFC 6570. Where OpenAPI leaves a case open, common practice is followed:
``null`` is left out, a list or an object inside a list is written as JSON, and ``deepObject``
has brackets on every level.
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
"""Encodes a name or a value for the position where it is written."""

NameAndValue = tuple[str, str]
"""A name and a value, serialized."""

_ESCAPE = re.compile("(%[0-9A-Fa-f]{2})")
"""A percent-encoded byte."""

_PATH_RESERVED = ":@!$&'()*+,;="
"""Reserved characters that a segment of a path may contain. Source: RFC 3986, 3.3."""

_QUERY_RESERVED = ":/?@!$'()*,;="
"""Reserved characters that a value in a query may contain. Source: RFC 3986, 3.4."""

_QUERY_SAFE = ":/@"
"""Reserved characters that are readable in a query and need no encoding."""

_PREFIXES = {"label": ".", "matrix": ";"}
"""What a value in a path begins with, by style."""

FILE_NAME = "file"
"""The name of files in samples."""

OTHER_ITEMS = "*"
"""The name of the field for items of a form without a field of their own."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a list or an object is written."""

    name: str
    """``simple``, ``label``, ``matrix``, ``form``, ``cookie``, ``spaceDelimited`` …"""
    explode: bool
    """Whether each item is written separately."""


def replace_unsendable(text: str) -> str:
    """Return *text* without characters that shells or UTF-8 cannot represent.

    It is the `Encode` for positions that need no other encoding.
    """
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def make_encoder(location: str, *, reserved: bool) -> Encode:
    """Return the encoder for a path or a query; *reserved* keeps reserved characters and escapes.

    :param location: ``path``, or another one for a query.
    """
    return _make_encoder(list_safe(location, reserved=reserved), keep_escapes=reserved)


def list_safe(location: str, *, reserved: bool) -> str:
    """Return the characters that are not encoded in a path or a query."""
    if location == "path":
        return _PATH_RESERVED if reserved else ""
    return _QUERY_RESERVED if reserved else _QUERY_SAFE


def write_pairs(name: str, value: object, style: Style, encode: Encode) -> Iterator[NameAndValue]:
    """Yield the pairs of a query, a cookie or a form for *value*; nothing for ``null``."""
    # The style decides first, then whether each item gets a pair of its own.
    if style.name == "deepObject" and isinstance(value, (dict, list)):
        yield from _write_deep_object(name, value, encode)
    elif isinstance(value, dict) and style.explode:
        yield from ((encode(key), encode(text)) for key, text in _list_members(value))
    elif isinstance(value, list) and style.explode:
        yield from ((encode(name), encode(text)) for text in _list_items(value))
    elif isinstance(value, (dict, list)):
        delimiter = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(style.name)
        # Only these delimiters are data and therefore encoded.
        separator = encode(delimiter) if delimiter else ","
        if texts := [encode(text) for text in _list_names_and_values(value)]:
            yield encode(name), separator.join(texts)
    elif value is not None:
        yield encode(name), encode(write_scalar(value))


def write_path(name: str, value: object, style: Style, encode: Encode) -> str:
    """Return *value* as a part of a path, with the prefix of its style."""
    prefix = _PREFIXES.get(style.name, "")
    separator = prefix or ","
    if not isinstance(value, (dict, list)):
        text = encode(write_scalar(value))
        return prefix + (_write_assignment(encode(name), text) if style.name == "matrix" else text)
    # ";name=value" for each pair.
    if style.name == "matrix":
        pairs = write_pairs(name, value, Style("form", style.explode), encode)
        return "".join(prefix + _write_assignment(key, text) for key, text in pairs)
    if not style.explode:
        texts, separator = [encode(text) for text in _list_names_and_values(value)], ","
    elif isinstance(value, dict):
        texts = [f"{encode(key)}={encode(text)}" for key, text in _list_members(value)]
    else:
        texts = [encode(text) for text in _list_items(value)]
    return prefix + separator.join(texts) if texts else ""


def write_header(value: object, *, explode: bool) -> str:
    """Return *value* as the value of a header; only invalid characters are encoded."""
    return clean_header_value(write_path("", value, Style("simple", explode), replace_unsendable))


def clean_header_value(text: str) -> str:
    """Return *text* in one line of ASCII characters."""
    line = re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()
    return "".join(c if c.isascii() else quote(c, errors="replace") for c in line)


def make_cookie_encoder(style: Style) -> Encode:
    """Return the encoder for a cookie; the style ``cookie`` of OpenAPI 3.2 encodes nothing."""
    return clean_header_value if style.name == "cookie" else _make_encoder("", keep_escapes=False)


def write_scalar(value: object) -> str:
    """Return a single value as text, and lists and objects as JSON."""
    if isinstance(value, str):
        return value
    if value is None or value is MISSING:
        return ""
    return write_json(value)


def write_json(value: object) -> str:
    """Return *value* as JSON in one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)


def percent_encode(text: str, safe: str) -> str:
    """Return *text* with everything except *safe* characters and escapes percent-encoded."""
    return "".join(
        piece if _ESCAPE.fullmatch(piece) else quote(piece, safe=safe, errors="replace")
        for piece in _ESCAPE.split(text)
    )


def _make_encoder(safe: str, *, keep_escapes: bool) -> Encode:
    """Return the encoder that keeps *safe* characters."""
    if keep_escapes:
        return lambda text: percent_encode(text, safe)
    return lambda text: quote(text, safe=safe, errors="replace")


def _write_assignment(name: str, text: str) -> str:
    """Return ``name=text``, or the name alone for an empty text."""
    return f"{name}={text}" if text else name


def _list_members(value: dict[str, object]) -> Iterator[NameAndValue]:
    """Yield names and values of an object without ``null``."""
    yield from ((str(key), write_scalar(item)) for key, item in value.items() if item is not None)


def _list_items(value: list[object]) -> Iterator[str]:
    """Yield the items of a list without ``null``."""
    yield from (write_scalar(item) for item in value if item is not None)


def _list_names_and_values(value: dict[str, object] | list[object]) -> Iterator[str]:
    """Yield the items of a list, or the names and values of an object in turn."""
    if isinstance(value, list):
        yield from _list_items(value)
    else:
        for pair in _list_members(value):
            yield from pair


def _write_deep_object(name: str, value: object, encode: Encode) -> Iterator[NameAndValue]:
    """Yield pairs with bracketed names: ``filter[price][max]``."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _write_deep_object(f"{name}[{key}]", item, encode)
    elif isinstance(value, list):
        # Numbers keep the members of several objects apart.
        is_nested = any(isinstance(item, (dict, list)) for item in value)
        for number, item in enumerate(value):
            yield from _write_deep_object(f"{name}[{number if is_nested else ''}]", item, encode)
    elif value is not None:
        yield encode(name), encode(write_scalar(value))


@dataclass(frozen=True, slots=True)
class FormField:
    """How a property or an item of a form is sent."""

    name: str
    """The property, the number of an item from 0, or `OTHER_ITEMS`."""
    is_file: bool = False
    """Whether the value is the content of a file."""
    content_type: str = ""
    """The media type; empty for the default."""
    style: Style | None = None
    """The style; ``None`` if the media type determines how the value is written."""
    headers: tuple[NameAndValue, ...] = ()
    """Headers of the part."""


def write_form_pairs(
    value: dict[str, object], fields: tuple[FormField, ...]
) -> Iterator[NameAndValue]:
    """Yield the pairs of a URL-encoded form, before their encoding."""
    fields_by_name = {field.name: field for field in fields}
    for name, item in value.items():
        field = fields_by_name.get(name, FormField(name))
        if field.style:
            yield from write_pairs(name, item, field.style, replace_unsendable)
        else:
            yield from (
                (replace_unsendable(name), _serialize_value(single_value, field.content_type))
                for single_value in _list_single_values(item)
            )


def write_form_parts(value: object, fields: tuple[FormField, ...]) -> Iterator[FormPart]:
    """Yield the parts of a multipart body: by name for an object, by position for a list."""
    fields_by_name = {field.name: field for field in fields}
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _write_field_parts(name, item, fields_by_name.get(name, FormField(name)))
    elif isinstance(value, list):
        other_items = fields_by_name.get(OTHER_ITEMS, FormField(OTHER_ITEMS))
        for number, item in enumerate(value):
            yield from _write_field_parts("", item, fields_by_name.get(str(number), other_items))


def _list_single_values(item: object) -> list[object]:
    """Return the values that are sent separately: the items of a list, else the value."""
    items = item if isinstance(item, list) else [item]
    return [value for value in items if value is not None]


def _serialize_value(value: object, content_type: str) -> str:
    """Return one value as text of a media type."""
    if is_json(content_type or "text/plain") and isinstance(value, str):
        # A text that is JSON already is not quoted again.
        return replace_unsendable(value if value.lstrip()[:1] in ("{", "[") else write_json(value))
    return replace_unsendable(write_scalar(value))


def _write_field_parts(name: str, item: object, field: FormField) -> Iterator[FormPart]:
    """Yield the parts of one field."""
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
        for single_value in _list_single_values(item):
            default_type = "application/json" if isinstance(single_value, (dict, list)) else ""
            text = _serialize_value(single_value, field.content_type)
            yield FormPart(
                name,
                text,
                content_type=field.content_type or default_type,
                headers=field.headers,
            )
