"""Webhooks and callbacks: who sends what is the other way round."""

from __future__ import annotations

from pathlib import Path

from openapi.specs import load, spec

from sphinx_docsnav.openapi.content.operation_content import Content, read_operation
from sphinx_docsnav.openapi.spec_document import Located


def test_an_incoming_request_has_what_the_api_sends(tmp_path: Path) -> None:
    schema = {"properties": {"id": {"readOnly": True}, "key": {"writeOnly": True}}}
    body = {"content": {"application/json": {"schema": schema}}}
    incoming = {"requestBody": body, "responses": {"200": body}}
    callbacks = {"done": {"{$request.body#/url}": {"post": incoming}}}
    outgoing = {**incoming, "callbacks": callbacks}
    value = spec({"/a": {"post": outgoing}}, webhooks={"new": {"post": incoming}})
    specification, _ = load(tmp_path, value)
    call, event = (read_operation(each, _untold) for each in specification.operations)
    found = [_fields_of(content) for content in (call, call.callbacks[0].content, event)]
    assert found == [("key", "id"), ("id", "key"), ("id", "key")]


def _fields_of(content: Content) -> tuple[str, ...]:
    assert content.body is not None
    holders = (content.body.contents, *(each.contents for each in content.responses))
    views = (contents[0].view for contents in holders)
    return tuple(field.name for view in views if view is not None for field in view.fields)


def _untold(message: str, _place: Located) -> None:
    raise AssertionError(message)
