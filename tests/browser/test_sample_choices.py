"""The samples of endpoint pages: what a reader chooses and fills in, in every language."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from openapi.page_text import find
from openapi.specs import spec, write
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build, Built

import sphinx_docsnav
from sphinx_docsnav.openapi import Content, SampleSettings, read_operation
from sphinx_docsnav.openapi.content.build_request import (
    list_bodies,
    make_request,
    place_credentials,
)
from sphinx_docsnav.openapi.content.page_values import Sample
from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.request_form import list_sample_choices
from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES, write_samples
from sphinx_docsnav.openapi.content.sample_text import quote_braced

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("samples")]

SCRIPT = Path(sphinx_docsnav.__file__).parent / "features" / "endpoints" / "endpoint.js"
SECRETS = {
    "key": "tok'en\"$x \\ ${y} %d +/=",
    "app": "b'\"\\$",
    "token": "a\"b'c\\d$e",
    "sid": "s'1;$",
}
"""Characters that end a string, or mean something in it, in one of the languages."""
SCHEMES = {
    "key": {"type": "apiKey", "in": "query", "name": "key"},
    "app": {"type": "apiKey", "in": "header", "name": "X-App"},
    "sid": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "token": {"type": "http", "scheme": "bearer"},
}
SECURITY: list[dict[str, list[str]]] = [
    {"token": []},
    {"key": [], "app": [], "token": []},
    {},
    {"app": [], "sid": []},
]
OWN = [
    {"lang": "curl", "label": "Get a pet", "source": "curl -H 'X: <token>' https://a.example"},
    {"lang": "python", "label": "Get a pet", "source": "get('<token>')"},
    {"lang": "python", "label": "List", "source": "list('<token>')"},
]


def _content(root: Path, **operation: object) -> Content:
    value = {"security": SECURITY, "description": "é \U0001f600", **operation}
    parameter = {"name": "q", "in": "query", "required": True, "example": "\U0001f600"}
    paths = {"/a": {"get": {**value, "parameters": [parameter]}}}
    write(
        root,
        openapi=spec(
            paths, components={"securitySchemes": SCHEMES}, servers=[{"url": "https://a.example"}]
        ),
    )
    wanted = SampleSettings(tuple(LANGUAGES))
    return read_operation(find(root, "get /a"), _refuse, samples=wanted)


def _refuse(message: str, _place: object = None) -> None:
    raise AssertionError(message)


def _open(page: Page, content: Content) -> None:
    """Show the samples as a page of the site has them."""
    blocks = "".join(f"<pre>{html.escape(sample.code)}</pre>" for sample in content.samples)
    choices = html.escape(json.dumps(list_sample_choices(content)))
    servers = html.escape(json.dumps([server.example for server in content.servers]))
    page.set_content(
        f'<div class="docsnav-endpoint"><aside class="docsnav-endpoint-samples" '
        f'data-docsnav-servers="{servers}" data-docsnav-choices="{choices}">'
        f"<details open><summary>x</summary>{blocks}</details></aside></div>"
    )
    page.add_script_tag(path=SCRIPT)


def _sent(content: Content, number: int) -> Request:
    """Return the request with the secrets in it, which the samples write by themselves."""
    request = make_request(
        "GET",
        "https://a.example/a",
        parameters=content.parameters,
        credentials=content.security[number],
        media=None,
    )
    headers, query, cookies = list(request.headers), list(request.query), list(request.cookies)
    for credential in place_credentials(content.security[number]):
        secret, word = SECRETS[credential.label], credential.placeholder
        headers = [(name, value.replace(word, secret)) for name, value in headers]
        query = [(name, value and value.replace(word, quote(secret, ""))) for name, value in query]
        cookies = [(n, value.replace(word, secret.replace(";", "%3B"))) for n, value in cookies]
    return replace(request, headers=tuple(headers), query=tuple(query), cookies=tuple(cookies))


def _expected(request: Request) -> list[Sample]:
    return list(write_samples(request, LANGUAGES))


def _rust(code: str) -> str:
    """Return a Rust sample without raw strings, as a string with a placeholder is none."""
    pieces = code.split('r#"')
    ended = (piece.partition('"#') for piece in pieces[1:])
    return pieces[0] + "".join(quote_braced(text) + rest for text, _, rest in ended)


@pytest.mark.parametrize("number", range(len(SECURITY)))
def test_what_is_filled_in_is_written_as_each_language_writes_strings(
    chromium: Browser, tmp_path: Path, number: int
) -> None:
    content = _content(tmp_path)
    page = chromium.new_page()
    _open(page, content)
    page.get_by_label("Authorization").select_option(str(number))
    for credential in place_credentials(content.security[number]):
        page.get_by_label(credential.label, exact=True).fill(SECRETS[credential.label])
    shown = page.locator("pre").all_text_contents()
    expected = [_rust(sample.code) for sample in _expected(_sent(content, number))]
    assert shown == expected
    fields = page.locator("input[type=password]:visible")
    expect(fields).to_have_count(len(place_credentials(content.security[number])))
    page.close()


BODIES = {
    "application/json": {
        "examples": {
            "cat": {"value": {"name": "Tom"}},
            "dog": {"value": {"name": "Rex", "good": True}},
        }
    },
    "application/x-www-form-urlencoded": {"example": {"name": "Kit"}},
    "application/xml": {"schema": {"oneOf": [{"title": "A", "type": "integer"}, {"const": "b"}]}},
}


def test_each_body_is_in_every_sample_with_each_credential(
    chromium: Browser, tmp_path: Path
) -> None:
    security = SECURITY[:2]
    operation = {"security": security, "requestBody": {"content": BODIES}}
    write(
        tmp_path, openapi=spec({"/a": {"post": operation}}, components={"securitySchemes": SCHEMES})
    )
    wanted = SampleSettings(tuple(LANGUAGES))
    content = read_operation(find(tmp_path, "post /a"), _refuse, samples=wanted)
    assert content.body
    bodies = list_bodies(content)
    names = ["cat, application/json", "dog, application/json", "application/x-www-form-urlencoded"]
    assert [name for name, _ in bodies] == [*names, "A, application/xml", "string, application/xml"]
    page = chromium.new_page()
    _open(page, content)
    for name, media in bodies:
        page.get_by_label("Request body").select_option(name)
        for number, needed in enumerate(content.security):
            page.get_by_label("Authorization").select_option(str(number))
            request = make_request(
                "POST",
                "https://api.example.com/a",
                parameters=(),
                credentials=needed,
                media=media,
            )
            assert page.locator("pre").all_text_contents() == [
                sample.code for sample in _expected(request)
            ], (name, number)
    page.close()


def test_a_server_that_is_typed_ends_no_string(chromium: Browser, tmp_path: Path) -> None:
    page = chromium.new_page()
    _open(page, _content(tmp_path, security=[]))
    page.locator("input[type=url]").fill('https://b.example/x\'; echo "$y" \\`')
    shown = page.locator("pre").all_text_contents()
    url = "https://b.example/x%27;%20echo%20%22%24y%22%20%5C%60/a?q="
    in_bar = [text for text in shown if url in text]
    assert len(in_bar) == len(LANGUAGES) - 1  # the text of HTTP has a line for the host
    page.close()


def test_an_authors_sample_has_a_credential_only_if_no_language_reads_more_into_it(
    chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page()
    _open(page, _content(tmp_path, security=[{"token": []}], **{"x-codeSamples": OWN}))
    first, field = page.locator("pre").first, page.locator("input[type=password]")
    field.fill("it's")
    expect(first).to_contain_text("<token>")
    field.fill("abc-1.2_~")
    expect(first).to_contain_text("X: abc-1.2_~'")
    page.close()


@pytest.fixture(scope="module")
def site(build: Build) -> Built:
    """Build two pages whose samples are the author's and generated."""
    operations: dict[str, object] = {
        f"/{name}": {
            "get": {
                "summary": name,
                "security": [{"token": []}, {"key": [], "app": []}],
                "x-codeSamples": [{**each, "label": f"{each['label']} {name}"} for each in OWN],
            }
        }
        for name in ("one", "two")
    }
    api = spec(operations, components={"securitySchemes": SCHEMES})
    docs = {"navigation": {"groups": [{"group": "API", "openapi": "shop.json"}]}}
    files = (
        (
            "conf.py",
            'extensions = ["sphinx_docsnav"]\ndocsnav_openapi_options = {"try_it": True}\n',
        ),
        ("docs.json", json.dumps(docs)),
        ("shop.json", json.dumps(api)),
    )
    return build("furo", "plain", files=files)


def test_languages_and_credentials_are_chosen_for_every_page(
    chromium: Browser, site: Built
) -> None:
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    page.goto(f"file://{site.out}/api-reference/one.html")
    samples = page.locator(".docsnav-endpoint-samples")
    outer = samples.locator("> details > .docsnav-tabs").first
    labels = outer.locator("> .docsnav-tab-label")
    assert labels.all_text_contents() == ["cURL", "Python", "JavaScript", "Go"]
    expect(samples.get_by_text("Get a pet one", exact=True).first).to_be_visible()
    labels.get_by_text("Python").click()
    inner = outer.locator(".docsnav-tabs .docsnav-tab-label")
    assert inner.all_text_contents() == ["Get a pet one", "List one"]
    inner.get_by_text("List one").click()
    expect(samples.get_by_text("list('<token>')")).to_be_visible()
    labels.get_by_text("Go", exact=True).click()
    samples.get_by_label("Authorization").select_option("key + app")
    expect(samples.get_by_text('"X-App"').filter(visible=True)).to_be_visible()
    page.get_by_role("link", name="Try it").click()
    form = page.locator(".docsnav-try-it")
    expect(form.get_by_label("app", exact=True)).to_be_visible()
    form.get_by_label("app", exact=True).fill('a"b')
    expect(samples.get_by_text('a\\"b').filter(visible=True)).to_be_visible()
    form.get_by_role("combobox", name="Authorization").select_option("token")
    expect(samples.get_by_text("Bearer <token>").filter(visible=True)).to_be_visible()
    form.get_by_role("combobox", name="Authorization").select_option("key + app")
    page.goto(f"file://{site.out}/api-reference/two.html")
    expect(samples.get_by_text('"X-App"').filter(visible=True)).to_be_visible()
    expect(samples.get_by_text('a\\"b').filter(visible=True)).to_be_visible()
    page.close()
