"""Titles of operations that have no summary."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.specs import load, spec

from sphinx_docsnav.navigation.endpoint_pages import EndpointPages
from sphinx_docsnav.openapi.endpoint_names import split_identifier


@pytest.mark.parametrize(
    ("identifier", "title"),
    [
        ("getUserByID", "Get user by ID"),
        ("PostAccountsAccountExternalAccounts", "Post accounts account external accounts"),
        ("issues/add-assignees", "Issues add assignees"),
        ("v1.users.getHTTPResponse2", "V1 users get HTTP response2"),
        ("createOAuth2Token", "Create OAuth2 token"),
        ("获取用户", "获取用户"),
        ("__", ""),
    ],
)
def test_an_identifier_becomes_words(identifier: str, title: str) -> None:
    assert split_identifier(identifier) == title


@pytest.mark.parametrize(
    ("operation", "title"),
    [
        ({"summary": "List them", "operationId": "listPets"}, "List them"),
        ({"operationId": "listPets"}, "List pets"),
        ({"operationId": "--"}, "GET /v1/pets"),
        ({}, "GET /v1/pets"),
    ],
)
def test_a_title_is_the_summary_else_the_operation_id_in_words_else_method_and_path(
    tmp_path: Path, operation: dict[str, object], title: str
) -> None:
    specification, _ = load(tmp_path, spec({"/v1/pets": {"get": operation}}))
    pages = EndpointPages()
    page = pages.add_entry(specification.operations[0], None)
    assert pages.pages[0].title == title
    summary = str(operation.get("summary", ""))
    name = summary.lower().replace(" ", "-") or "get-v1pets"
    assert page.docname == f"api-reference/{name}"


def test_a_webhook_without_a_summary_is_named_by_its_name(tmp_path: Path) -> None:
    specification, _ = load(tmp_path, spec(webhooks={"newPet": {"post": {}}}))
    assert specification.operations[0].title == "New pet"
