"""Reads a request back as the specification says, and compares it with the example values.

It goes the opposite way from the code under test: from what a server received, by the
``style``, ``explode`` and ``encoding`` of the raw specification, to values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote

from openapi.echo_server import Received
from openapi.received_parts import read_parts

from sphinx_docsnav.openapi import Content

Json = dict[str, Any]
Value = Any
Pairs = list[tuple[str, str]]
Named = dict[tuple[str, str], Any]
DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|"}
UNSENT = {"content-length", "content-type", "host", "connection", "transfer-encoding", "expect"}


@dataclass
class Oracle:
    """Knows one specification."""

    root: Json

    def resolve(self, value: Value) -> Json:
        while isinstance(value, dict) and "$ref" in value:
            found: Value = self.root
            for key in value["$ref"].removeprefix("#/").split("/"):
                found = found[unquote(key).replace("~1", "/").replace("~0", "~")]
            value = found
        return value if isinstance(value, dict) else {}

    def differences(self, path: str, method: str, content: Content, sent: Received) -> list[str]:
        item = self.resolve(self.root["paths"][path])
        operation = self.resolve(item[method])
        found: Named = {}
        for entry in (*item.get("parameters", []), *operation.get("parameters", [])):
            parameter = self.resolve(entry)
            found[parameter["in"], parameter["name"]] = parameter
        values: Named = {
            (p.location, p.name): p.example if p.has_own_example or p.location != "path" else None
            for p in content.parameters
            if p.required or p.has_own_example
        }
        target, _, query = sent.target.partition("?")
        pairs = [tuple(pair.split("=", 1)) for pair in query.split("&") if pair]
        rest: Pairs = [(unquote(p[0]), p[-1] if len(p) > 1 else "") for p in pairs]
        told = list(self._path(path, target, found, values))
        for (place, name), value in values.items():
            parameter = found[place, name]
            told += self._one(parameter, value, rest, sent)
        told += [f"query has {pair}" for pair in rest if unquote(pair[1]) != "api-key"]
        told += self._body(self.resolve(operation.get("requestBody")), content, sent)
        return told

    def _path(self, path: str, target: str, found: Named, values: Named) -> Iterator[str]:
        names = re.findall(r"\{([^{}]+)\}", path)
        pieces = re.split(r"\{[^{}]+\}", path.partition("#")[0].partition("?")[0])
        match = re.fullmatch("(.*?)".join(map(re.escape, pieces)), target)
        if match is None:
            match = re.fullmatch("(.*?)".join(map(re.escape, pieces)), unquote(target))
        if match is None:
            yield f"path {target} of {path}"
            return
        for name, text in zip(names, match.groups(), strict=True):
            parameter = found.get(("path", name), {})
            value = values.get(("path", name))
            style, explode = parameter.get("style", "simple"), parameter.get("explode", False)
            if value is None:
                value = name
            if not equal(_read_path(text, name, value, style, explode=explode), value):
                yield f"path {name} {text!r} is not {value!r}"

    def _one(self, parameter: Json, value: Value, rest: Pairs, sent: Received) -> Iterator[str]:
        place, name = parameter["in"], parameter["name"]
        if place == "query":
            read = _take(parameter, value, rest)
            if not equal(read, value):
                yield f"query {name} {read!r} is not {value!r}"
        elif place == "header" and name.lower() not in UNSENT:
            text = sent.header(name)
            own = name.lower() != "authorization" or "<" not in (text or "<")
            if own and (text is None or not equal(_read_header(text, value), value)):
                yield f"header {name} {text!r} is not {value!r}"
        elif place == "cookie" and not isinstance(value, (dict, list)):
            cookies = (sent.header("Cookie") or "").split("; ")
            texts = [unquote(c.partition("=")[2]) for c in cookies if c.startswith(f"{name}=")]
            if not texts or not equal(texts[0], value):
                yield f"cookie {name} {cookies!r} is not {value!r}"

    def _body(self, body: Json, content: Content, sent: Received) -> Iterator[str]:
        kind = (sent.header("Content-Type") or "").partition(";")[0].strip()
        medias = content.body.contents if content.body else ()
        examples = [m.examples[0] for m in medias if m.examples]
        if not sent.body:
            wanted = examples and examples[0].text and examples[0].value != {}
            if wanted and sent.method not in ("HEAD", "TRACE"):
                yield "no body"
            return
        media = next((m for m in medias if m.type.partition(";")[0] == kind), None)
        if media is None:
            if not any("*" in m.type for m in medias):
                yield f"body of type {kind!r}"
        elif media.examples:
            raw = self.resolve(body["content"][media.type])
            yield from self._content(raw, kind, media.examples[0].value, sent)

    def _content(self, raw: Json, kind: str, value: Value, sent: Received) -> Iterator[str]:
        if kind.endswith(("/json", "+json")):
            read = json.loads(sent.body)
            if value not in (read, sent.body.decode()):
                yield f"body {sent.body!r} is not {value!r}"
        elif isinstance(value, dict) and kind == "application/x-www-form-urlencoded":
            yield from self._fields(raw, value, parse_qsl(sent.body.decode(), True))  # noqa: FBT003  blank values
        elif isinstance(value, dict) and kind == "multipart/form-data":
            parts = [(name, data.decode("latin-1")) for name, data, _ in read_parts(sent)]
            yield from self._fields(raw, value, parts)
        elif isinstance(value, str) and value != "<binary>" and sent.body.decode() != value:
            yield f"body {sent.body!r} is not {value!r}"

    def _fields(self, raw: Json, value: Json, pairs: Pairs) -> Iterator[str]:
        encodings = raw.get("encoding", {})
        rest: Pairs = [(name, _Decoded(text)) for name, text in pairs]
        for name, item in value.items():
            encoding = encodings.get(name, {})
            if item == "<binary>" or (isinstance(item, list) and "<binary>" in item):
                rest = [pair for pair in rest if pair[0] != name]
                continue
            if {"style", "explode", "allowReserved"} & encoding.keys():
                style = encoding.get("style", "form")
                explode = encoding.get("explode", style == "form")
                read, used = _read_pairs(rest, name, item, style, explode=explode)
            else:
                used = {number for number, pair in enumerate(rest) if pair[0] == name}
                texts = [rest[number][1] for number in sorted(used)]
                read = texts if isinstance(item, list) else texts[0] if texts else None
            rest = [pair for number, pair in enumerate(rest) if number not in used]
            if not equal(read, item):
                yield f"field {name} {read!r} is not {item!r}"
        yield from (f"field {pair} is not in the example" for pair in rest)


class _Decoded(str):
    """A text that is decoded already."""

    __slots__ = ()


def _plain(text: str) -> str:
    return str(text) if isinstance(text, _Decoded) else unquote(text)


def _by_two(texts: list[str]) -> dict[str, str]:
    return dict(zip(texts[::2], texts[1::2], strict=False))


def _read_path(text: str, name: str, value: Value, style: str, *, explode: bool) -> Value:
    """Return the value in a part of a path."""
    separator = {"label": ".", "matrix": ";"}.get(style, ",") if explode else ","
    text = text[1:] if style in ("label", "matrix") else text
    if style == "matrix" and isinstance(value, (dict, list)) and not explode:
        text = text.partition("=")[2]
    if style == "matrix" and not isinstance(value, (dict, list)):
        return unquote(text.removeprefix(name).removeprefix("="))
    texts = text.split(separator)
    if isinstance(value, list):
        found = [unquote(t) for t in texts]
        return [t.removeprefix(f"{name}=") for t in found] if style == "matrix" else found
    if isinstance(value, dict) and explode:
        return {unquote(t.partition("=")[0]): unquote(t.partition("=")[2]) for t in texts}
    return _by_two([unquote(t) for t in texts]) if isinstance(value, dict) else unquote(text)


def _read_pairs(
    pairs: Pairs,
    name: str,
    value: Value,
    style: str,
    *,
    explode: bool,
) -> tuple[Any, set[int]]:
    """Return the value in the pairs of a query or a form, and which pairs it was made of."""
    if style == "deepObject" and isinstance(value, (dict, list)):
        used = {n for n, pair in enumerate(pairs) if pair[0].startswith(f"{name}[")}
        return _tree([(pairs[n][0][len(name) :], _plain(pairs[n][1])) for n in sorted(used)]), used
    if isinstance(value, dict) and explode:
        used = {n for n, pair in enumerate(pairs) if pair[0] in value}
        return {pairs[n][0]: _plain(pairs[n][1]) for n in used}, used
    used = {n for n, pair in enumerate(pairs) if pair[0] == name}
    texts = [pairs[n][1] for n in sorted(used)]
    if isinstance(value, list) and explode:
        return [_plain(text) for text in texts], used
    if not isinstance(value, (dict, list)):
        return (_plain(texts[0]) if texts else None), {min(used)} if used else set()
    delimiter = DELIMITERS.get(style)
    split = (
        _plain(texts[0] if texts else "").split(delimiter)
        if delimiter
        else [_plain(text) for text in (texts[0] if texts else "").split(",")]
    )
    return (_by_two(split) if isinstance(value, dict) else split), used


def _tree(pairs: Pairs) -> Value:
    """Return the value that names in brackets make: ``[a][]``, ``[b][0][c]``."""
    if any(not key for key, _ in pairs):
        return pairs[0][1]
    groups: dict[str, Pairs] = {}
    listed: list[Any] = []
    for key, text in pairs:
        first, _, rest = key[1:].partition("]")
        if first:
            groups.setdefault(first, []).append((rest, text))
        else:
            listed.append(_tree([(rest, text)]))
    made = {key: _tree(inner) for key, inner in groups.items()}
    return list(made.values()) if made and all(k.isdigit() for k in made) else made or listed


def _read_header(text: str, value: Value) -> Value:
    return text.split(",") if isinstance(value, list) else text


def equal(read: Value, value: Value) -> bool:
    """Tell whether what was read is *value*: texts of its scalars, without nulls."""
    if isinstance(value, (dict, list)):
        return _is_json_of(read, value) if isinstance(read, str) else _equal_members(read, value)
    if value is None or not isinstance(value, (str, int, float)):
        return read in (None, "")
    if isinstance(value, str):
        return isinstance(read, str) and _one_line(read) == _one_line(value)
    return isinstance(read, str) and _is_json_of(read, value)


def _is_json_of(text: str, value: Value) -> bool:
    try:
        return bool(json.loads(text) == value)
    except ValueError:
        return False


def _equal_members(read: Value, value: Value) -> bool:
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if item not in (None, {}, [])}
        return isinstance(read, dict) and all(
            key in read and equal(read[key], item) for key, item in kept.items()
        )
    items = [item for item in value if item is not None]
    if not items:
        return not read or read == [""]
    return isinstance(read, list) and len(read) == len(items) and all(map(equal, read, items))


def _take(parameter: Json, value: Value, rest: Pairs) -> Value:
    """Return the value of a query parameter, and take its pairs out of *rest*."""
    name, style = parameter["name"], parameter.get("style", "form")
    if "content" in parameter:
        read: Value = next((unquote(text) for key, text in rest if key == name), None)
        used = {number for number, pair in enumerate(rest) if pair[0] == name}
    else:
        explode = parameter.get("explode", style == "form")
        read, used = _read_pairs(rest, name, value, style, explode=explode)
    rest[:] = [pair for number, pair in enumerate(rest) if number not in used]
    return read


def _one_line(text: str) -> str:
    """Return *text* without what the ends of lines become on their way."""
    return " ".join(text.split())
