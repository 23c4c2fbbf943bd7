"""The request of an operation with example values, ready to be written in any language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from sphinx_docsnav.openapi.content.media import Example, Media
from sphinx_docsnav.openapi.content.parameters import Parameter
from sphinx_docsnav.openapi.content.security_schemes import Requirement, Scheme
from sphinx_docsnav.openapi.pointer import MISSING


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request."""

    method: str
    """In capitals."""
    url: str
    """With the query, percent-encoded."""
    headers: tuple[tuple[str, str], ...]
    """Name and value of each."""
    body: str = ""
    """The body as text; empty if there is none or it is a form."""
    json: bool = False
    """The body is JSON."""
    form: tuple[tuple[str, str, bool], ...] = ()
    """Of a multipart form: name, value or file name, and whether it is a file."""
    file: str = ""
    """The name of a file whose content is the body."""


def make_request(
    method: str,
    address: str,
    *,
    parameters: tuple[Parameter, ...],
    proofs: Requirement,
    contents: tuple[Media, ...],
) -> Request:
    """Return an example request: what is required, and what has an example of its own.

    :param address: server and path, path parameters in braces.
    """
    shown = [p for p in parameters if p.required or p.given]
    for parameter in (p for p in shown if p.place == "path" and p.given):
        value = quote(_text(parameter.example), safe="")
        address = address.replace("{" + parameter.name + "}", value)
    query = [*_query(shown), *_proof_query(proofs)]
    url = address + (f"?{urlencode(query, safe='{}<>:/,')}" if query else "")
    headers = [(p.name, _text(p.example)) for p in shown if p.place == "header"]
    cookies = [f"{p.name}={_text(p.example)}" for p in shown if p.place == "cookie"]
    headers = [*_proof_headers(proofs), *headers]
    cookies += [f"{s.field}=<api-key>" for s in proofs if s.place == "cookie"]
    if cookies:
        headers.append(("Cookie", "; ".join(cookies)))
    return _with_body(Request(method, url, tuple(headers)), contents)


def _query(parameters: list[Parameter]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the query, lists and objects by their style."""
    for parameter in parameters:
        value = parameter.example
        if parameter.place == "querystring" and isinstance(value, dict):
            yield from ((str(k), _text(v)) for k, v in value.items())
        elif parameter.place == "query" and isinstance(value, dict):
            yield from _object_query(parameter, value)
        elif parameter.place == "query" and isinstance(value, list) and parameter.explode:
            yield from ((parameter.name, _text(item)) for item in value)
        elif parameter.place == "query":
            yield parameter.name, _text(value, _SEPARATORS.get(parameter.style, ","))


_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|"}


def _object_query(parameter: Parameter, value: dict[str, object]) -> Iterator[tuple[str, str]]:
    if parameter.style == "deepObject":
        yield from ((f"{parameter.name}[{key}]", _text(item)) for key, item in value.items())
    elif parameter.media:
        yield parameter.name, json.dumps(value, default=str)
    elif parameter.explode:
        yield from ((str(key), _text(item)) for key, item in value.items())
    else:
        yield parameter.name, ",".join(f"{key},{_text(item)}" for key, item in value.items())


def _proof_query(proofs: tuple[Scheme, ...]) -> Iterator[tuple[str, str]]:
    yield from ((s.field, "<api-key>") for s in proofs if s.place == "query")


def _proof_headers(proofs: tuple[Scheme, ...]) -> Iterator[tuple[str, str]]:
    for scheme in proofs:
        if scheme.place == "header":
            yield scheme.field, "<api-key>"
        elif scheme.http == "basic":
            yield "Authorization", "Basic <credentials>"
        elif scheme.http and scheme.http != "bearer":
            yield "Authorization", f"{scheme.http.title()} <credentials>"
        elif scheme.type in ("http", "oauth2", "openIdConnect"):
            yield "Authorization", "Bearer <token>"


def _with_body(request: Request, contents: tuple[Media, ...]) -> Request:
    """Return *request* with the first content that has an example, JSON if there is one."""
    told = [media for media in contents if media.examples]
    if not told:
        return request
    json_first = (m for m in told if m.examples[0].language == "json" and "json" in m.type)
    media = next(json_first, told[0])
    example = media.examples[0]
    kind = "application/json" if media.type == "*/*" else media.type
    head = (request.method, request.url, request.headers)
    if kind.startswith("multipart/"):
        return Request(*head, form=tuple(_form(example, media)))
    headers = (*request.headers, ("Content-Type", kind))
    if kind.startswith("application/x-www-form-urlencoded") and isinstance(example.value, dict):
        pairs = [(str(k), _text(v)) for k, v in example.value.items()]
        return Request(request.method, request.url, headers, body=urlencode(pairs))
    if example.value == "<binary>" or (example.made and _is_binary(kind)):
        return Request(request.method, request.url, headers, file="file")
    is_json = example.language == "json" and "json" in kind and example.value is not MISSING
    return Request(request.method, request.url, headers, body=example.text, json=is_json)


def _is_binary(kind: str) -> bool:
    return kind.startswith(("application/octet-stream", "image/", "audio/", "video/"))


def _form(example: Example, media: Media) -> Iterator[tuple[str, str, bool]]:
    """Yield the parts of a multipart form."""
    value = example.value if isinstance(example.value, dict) else {}
    fields = {f.name: f.view.type for f in media.view.fields} if media.view else {}
    for name, item in value.items():
        items = item if isinstance(item, list) else [item]
        for single in items:
            is_file = single == "<binary>" or "<binary>" in fields.get(name, "")
            nested = isinstance(single, (dict, list))
            text = json.dumps(single, default=str) if nested else _text(single)
            yield str(name), "file" if is_file else text, is_file


def _text(value: object, separator: str = ",") -> str:
    """Return a value as it stands in an address or a header."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is MISSING or value is None:
        return ""
    if isinstance(value, list):
        return separator.join(_text(item) for item in value)
    if isinstance(value, dict):
        return ",".join(f"{key},{_text(item)}" for key, item in value.items())
    return str(value)
