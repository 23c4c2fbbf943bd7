"""All requests of an API as a Postman collection, which Bruno and other clients import as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_docsnav.openapi.content.build_request import choose_base_url, place_credentials
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

_BASE_VARIABLE = "baseUrl"
"""The name of the variable with the base URL."""

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")

PostmanItem = dict[str, object]
"""An object of the collection format."""


def make_postman_collection(specification: Specification) -> PostmanItem:
    """Return a collection of format 2.1: a folder for each group, an item for each operation.

    The base URL and the credentials are variables of the collection.
    """
    variables: dict[str, str] = {}
    folders: dict[str, list[PostmanItem]] = {}
    settings = SampleSettings(generated=False)
    for operation in specification.operations:
        if operation.excluded or operation.hidden:
            continue
        content = read_operation(operation, lambda *_: None, samples=settings, only_request=True)
        if content.request is not None:
            group = operation.group and specification.tags.label(operation.group)
            request_item = _write_request(content, content.request, variables)
            folders.setdefault(group, []).append({"name": operation.title, "request": request_item})
    # Operations without a group are outside of all folders.
    items = folders.pop("", [])
    items += [{"name": name, "item": folder_items} for name, folder_items in folders.items()]
    return {
        "info": {"name": specification.title or specification.name, "schema": _SCHEMA},
        "item": items,
        "variable": [{"key": key, "value": value} for key, value in variables.items()],
    }


def _write_request(content: Content, request: Request, variables: dict[str, str]) -> PostmanItem:
    """Return a request; add its base URL and its credentials to *variables*."""
    credentials = place_credentials(content.security[0] if content.security else ())
    placeholders = [credential.placeholder for credential in credentials]
    variables |= {
        placeholder.strip("<>"): variables.get(placeholder.strip("<>"), "")
        for placeholder in placeholders
    }

    def insert_variables(text: str) -> str:
        for placeholder in placeholders:
            text = text.replace(placeholder, f"{{{{{placeholder.strip('<>')}}}}}")
        return text

    base, url = choose_base_url(content.servers), request.url
    # Only the first base URL becomes the variable; requests to another server have a full URL.
    is_own = url.startswith(base) and variables.setdefault(_BASE_VARIABLE, base) == base
    path, mark, query = (url[len(base) :] if is_own else url).partition("?")
    path = _TEMPLATE.sub(r":\1", path)
    # Postman writes the Content-Type of a form, with its boundary.
    headers = request.sent_headers if request.is_plain_form else request.all_headers
    item: PostmanItem = {
        "method": request.method,
        "header": [{"key": key, "value": insert_variables(text)} for key, text in headers],
        "url": ("{{baseUrl}}" if is_own else "") + path + mark + insert_variables(query),
        "description": content.description,
    }
    return item | dict(_write_body(request))


def _write_body(request: Request) -> Iterator[tuple[str, PostmanItem]]:
    """Yield the entry ``body`` of a request that has one."""
    body = request.body
    if isinstance(body, FormBody):
        pairs = [{"key": key, "value": value} for key, value in body.pairs]
        yield "body", {"mode": "urlencoded", "urlencoded": pairs}
    elif isinstance(body, MultipartBody):
        yield "body", {"mode": "formdata", "formdata": [_write_part(part) for part in body.parts]}
    elif isinstance(body, FileBody):
        yield "body", {"mode": "file", "file": {"src": body.name}}
    elif body is not None:
        media_type = request.media_type
        language = "json" if is_json(media_type) else "xml" if is_xml(media_type) else "text"
        options = {"raw": {"language": language}}
        yield "body", {"mode": "raw", "raw": body.text, "options": options}


def _write_part(part: FormPart) -> PostmanItem:
    """Return one part of a form."""
    value_fields = {"type": "file", "src": part.value} if part.is_file else {"value": part.value}
    type_fields = {"contentType": part.content_type} if part.content_type else {}
    return {"key": part.name, "type": "text", **value_fields, **type_fields}
