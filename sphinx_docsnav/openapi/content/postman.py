"""The requests of an API as one file for Postman, which Bruno and others read, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_docsnav.openapi.content.build_request import base_url, place_credentials
from sphinx_docsnav.openapi.content.operation_content import read_operation
from sphinx_docsnav.openapi.content.page_values import Content
from sphinx_docsnav.openapi.content.request import (
    FileBody,
    FormBody,
    FormPart,
    MultipartBody,
    Request,
    is_json,
    is_xml,
)
from sphinx_docsnav.openapi.content.sample_requests import SampleSettings
from sphinx_docsnav.openapi.specification import Specification

_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

_BASE = "baseUrl"

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")

PostmanItem = dict[str, object]


def postman_collection(specification: Specification) -> PostmanItem:
    """Return a collection of version 2.1: a folder for each first tag, a request per operation.

    Server and credentials are variables of the collection.
    """
    variables: dict[str, str] = {}
    folders: dict[str, list[PostmanItem]] = {}
    settings = SampleSettings(generated=False)
    for operation in specification.operations:
        if operation.excluded or operation.hidden:
            continue
        content = read_operation(operation, lambda *_: None, samples=settings, is_sent=True)
        if content.request is not None:
            group = operation.group and specification.tags.label(operation.group)
            sent = _sent(content, content.request, variables)
            folders.setdefault(group, []).append({"name": operation.title, "request": sent})
    items = folders.pop("", [])
    items += [{"name": name, "item": inside} for name, inside in folders.items()]
    return {
        "info": {"name": specification.title or specification.name, "schema": _SCHEMA},
        "item": items,
        "variable": [{"key": key, "value": value} for key, value in variables.items()],
    }


def _sent(content: Content, request: Request, variables: dict[str, str]) -> PostmanItem:
    """Return a request, and note its server and credentials among the variables."""
    credentials = place_credentials(content.security[0] if content.security else ())
    words = [each.placeholder for each in credentials]
    variables |= {word.strip("<>"): variables.get(word.strip("<>"), "") for word in words}

    def filled(text: str) -> str:
        for word in words:
            text = text.replace(word, f"{{{{{word.strip('<>')}}}}}")
        return text

    base, url = base_url(content.servers), request.url
    is_own = url.startswith(base) and variables.setdefault(_BASE, base) == base
    path, mark, query = (url[len(base) :] if is_own else url).partition("?")
    path = _TEMPLATE.sub(r":\1", path)
    made: PostmanItem = {
        "method": request.method,
        "header": [{"key": key, "value": filled(text)} for key, text in _headers(request)],
        "url": ("{{baseUrl}}" if is_own else "") + path + mark + filled(query),
        "description": content.description,
    }
    return made | dict(_body(request))


def _headers(request: Request) -> tuple[tuple[str, str], ...]:
    """Return all headers; the client writes the type of a form with its boundary."""
    return request.sent_headers if request.is_plain_form else request.all_headers


def _body(request: Request) -> Iterator[tuple[str, PostmanItem]]:
    body = request.body
    if isinstance(body, FormBody):
        pairs = [{"key": key, "value": value} for key, value in body.pairs]
        yield "body", {"mode": "urlencoded", "urlencoded": pairs}
    elif isinstance(body, MultipartBody):
        yield "body", {"mode": "formdata", "formdata": [_part(part) for part in body.parts]}
    elif isinstance(body, FileBody):
        yield "body", {"mode": "file", "file": {"src": body.name}}
    elif body is not None:
        kind = request.media_type
        language = "json" if is_json(kind) else "xml" if is_xml(kind) else "text"
        options = {"raw": {"language": language}}
        yield "body", {"mode": "raw", "raw": body.text, "options": options}


def _part(part: FormPart) -> PostmanItem:
    sent = {"type": "file", "src": part.value} if part.is_file else {"value": part.value}
    kind = {"contentType": part.content_type} if part.content_type else {}
    return {"key": part.name, "type": "text", **sent, **kind}
