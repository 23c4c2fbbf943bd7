"""What is an endpoint reference, and what an address becomes."""

from __future__ import annotations

import pytest

from sphinx_docsnav.openapi import EndpointReference, parse_reference
from sphinx_docsnav.openapi.endpoint_names import (
    make_docname,
    make_operation_docname,
    make_page_title,
    make_slug,
)


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("GET /pets", EndpointReference("get", "/pets")),
        (" get   /pets/{id} ", EndpointReference("get", "/pets/{id}")),
        ("openapi.json POST /pets", EndpointReference("post", "/pets", "openapi.json")),
        ("https://x.io/o.json delete /p", EndpointReference("delete", "/p", "https://x.io/o.json")),
        ("webhook newPet", EndpointReference("webhook", "newPet")),
        ("WEBHOOK /plant/webhook", EndpointReference("webhook", "/plant/webhook")),
        ("QUERY /search", EndpointReference("query", "/search")),
        ("FETCH /pets", EndpointReference("fetch", "/pets")),
        ("GET pets", EndpointReference("get", "pets")),
        ("guides/setup", None),
        ("get started", None),
        ("my first page", None),
        ("a b c d", None),
        ("", None),
    ],
)
def test_a_reference_is_a_method_and_a_path_with_a_specification_or_without(
    text: str, reference: EndpointReference | None
) -> None:
    assert parse_reference(text) == reference


def test_a_reference_is_shown_with_its_method_in_capitals() -> None:
    assert EndpointReference("get", "/pets").name == "GET /pets"
    assert EndpointReference("webhook", "newPet").name == "webhook newPet"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("List all pets", "list-all-pets"),
        ("Get user's (full) profile, v2.0!", "get-users-full-profile-v20!"),
        ("A - B", "a--b"),
        ("x/y/z", "xyz"),
        ("v1.0 (beta)", "v10-beta"),
        ("/users/{id}/posts", "users-posts"),
        ("/users/{id}", "users"),
        ("/v1/A/B", "v1ab"),
        ("/", ""),
        ("()", ""),
        ("Größe ändern", "größe-ändern"),
    ],
)
def test_slugs_are_the_services(text: str, slug: str) -> None:
    assert make_slug(text) == slug


@pytest.mark.parametrize(
    ("summary", "tag", "directory", "docname"),
    [
        ("List pets", "Pets", None, "api-reference/pets/list-pets"),
        ("List pets", "", None, "api-reference/list-pets"),
        ("", "Pets", None, "api-reference/pets/get-pets"),
        ("List pets", "Pets", "", "pets/list-pets"),
        ("List pets", "", "/Docs/API/", "docs/api/list-pets"),
        ("List pets", "", "../../etc", "etc/list-pets"),
        ("()", "Pets", None, "api-reference/pets"),
        ("()", "", "", "get-pets"),
    ],
)
def test_an_operations_address_is_directory_tag_and_summary(
    summary: str, tag: str, directory: str | None, docname: str
) -> None:
    slug = make_operation_docname(
        summary=summary, fallback="get-pets", tag=tag, directory=directory
    )

    assert slug == docname


@pytest.mark.parametrize(
    ("address", "docname"),
    [
        ("/../a/./b//c", "a/b/c"),
        ("a\x00b\tc", "a-b-c"),
        ("..\\..\\x", "..-..-x"),
        ('pets:*/"<a|b>"?', "pets--/--a-b---"),
        ("", ""),
    ],
)
def test_no_address_leaves_the_site(address: str, docname: str) -> None:
    assert make_docname(address) == docname


def test_a_long_address_fits_file_systems() -> None:
    one, other = make_docname("ä" * 400), make_docname("ä" * 401)

    assert one.startswith("ä" * 90)
    assert len(one.encode()) <= 200
    assert one != other


@pytest.mark.parametrize(
    ("docname", "title"),
    [
        ("a/quick-start", "Quick start"),
        ("camelCase", "CamelCase"),
        ("v1.2", "V1.2"),
        ("a/b/index", "Index"),
        ("x--y_z", "X  y z"),
    ],
)
def test_a_page_without_a_title_is_named_after_its_address(docname: str, title: str) -> None:
    assert make_page_title(docname) == title
