"""The form of endpoint pages: what a browser sends, and what a reader sees of the answer."""

from __future__ import annotations

import base64
import gzip
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from openapi.echo_server import EchoServer, echo_server
from openapi.sample_runners import FILE
from openapi.specs import spec
from openapi.test_samples_sent import CASES, SERVER, compare_request
from playwright.sync_api import Browser, FilePayload, Page, Route, expect
from themes.conftest import Build, Built

import sphinx_docsnav
from sphinx_docsnav.core.pages.assets import compact_script
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.content.operation_content import read_operation
from sphinx_docsnav.openapi.content.request_form import make_request_form

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("try it")]

SCRIPT = Path(sphinx_docsnav.__file__).parent / "features" / "endpoints" / "try_it.js"
LABELS = dict.fromkeys(
    ("path", "query", "querystring", "header", "body", "security", "server", "answer", "required"),
    "label",
)
REFUSED = {"GET /get-body", "TRACE /trace"}
"""What no browser sends; the body of the first may be left out."""
FILL_IN = """() => new Promise((done) => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    setTimeout(() => {
        for (const input of document.querySelectorAll("[type=password]")) {
            input.value = "<api-key>";
            input.dispatchEvent(new Event("input"));
        }
        done();
    });
})"""
SEND = """() => {
    for (const form of document.querySelectorAll("form:has(button:enabled)")) form.requestSubmit();
}"""


def _told(message: object, _place: object = None) -> None:
    raise AssertionError(message)


def _forms(root: Path) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the forms of the conformance file, and what they should send."""
    (root / "openapi.yaml").write_bytes(CASES.read_bytes())
    specification = Specifications(root, _told).load("openapi.yaml")
    forms, wanted = {}, {}
    for operation in specification.operations:
        sent = operation.value["x-sent"]
        assert isinstance(sent, dict)
        forms[operation.name] = make_request_form(read_operation(operation, _told))
        wanted[operation.name] = {"method": operation.method.upper(), **sent}
        headers = wanted[operation.name].get("headers", {})
        if headers.pop("Cookie", None):
            said = json.dumps(forms[operation.name])
            assert "Cookie: " in said or '"place": "cookie"' in said
        if headers.get("Authorization", "").startswith("Basic"):
            headers["Authorization"] = f"Basic {base64.b64encode(b':<api-key>').decode()}"
    return forms, wanted


def test_a_browser_sends_what_the_samples_send(chromium: Browser, tmp_path: Path) -> None:
    forms, wanted = _forms(tmp_path)
    with echo_server(cors=True) as server:
        page = chromium.new_page()
        folds = ""
        proxied = {**forms["GET /form"], "proxy": f"{server.address}/proxy?url="}
        for number, form in enumerate((*forms.values(), proxied)):
            assert form["servers"] == [SERVER]
            data = {**form, "servers": [f"{server.address}/{number}"], "labels": LABELS}
            text = json.dumps(data).replace("<", "\\u003c")
            folds += (
                '<details class="docsnav-try-it">'
                f'<script type="application/json">{text}</script></details>'
            )
        html = f'<meta charset="utf-8">{folds}<script src="{SCRIPT}"></script>'
        (tmp_path / "page.html").write_text(html, "utf-8")
        page.goto(f"file://{tmp_path}/page.html")
        page.evaluate(FILL_IN)
        picked = FilePayload(name="file", mimeType="", buffer=FILE)
        for files in page.locator("input[type=file]").all():
            files.set_input_files([picked] * (2 if files.get_attribute("multiple") == "" else 1))
        page.evaluate(SEND)
        expect(page.locator("output.docsnav-try-ok")).to_have_count(len(forms))
        page.close()
        through = server.take("proxy")
        assert through is not None
        sent = f"{server.address}/{len(forms)}{wanted['GET /form']['target']}"
        assert unquote(through.target) == f"?url={sent}"
        differences = [
            difference
            for number, (name, sent) in enumerate(wanted.items())
            if name not in REFUSED
            for difference in compare_request(name, server.received.get(str(number), []), sent)
        ]
    assert differences == []


TOKEN = {"type": "http", "scheme": "bearer"}
ITEM = {"name": "item", "in": "path", "required": True, "schema": {"type": "string"}}
SHOP = spec(
    {
        "/items/{item}": {
            "get": {
                "summary": "Get",
                "security": [{"token": []}, {"other": []}],
                "parameters": [
                    ITEM,
                    {"name": "tags", "in": "query", "explode": False, "example": ["a", "b"]},
                    {"name": "Host", "in": "header", "required": True, "example": "x"},
                ],
                "responses": {"200": {"content": {"application/json": {"example": {"a": 1}}}}},
            }
        },
        "/refused": {
            "get": {
                "summary": "Refused",
                "requestBody": {"required": True, "content": {"application/json": {"example": 1}}},
            }
        },
    },
    servers=[{"url": "https://api.example.org"}],
    components={
        "securitySchemes": {
            "token": TOKEN,
            "other": {"type": "apiKey", "in": "header", "name": "X-</script><script>x()</script>"},
        }
    },
)
PROJECT = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\ndocsnav_openapi_options = {"try_it": True}\n'),
    ("docs.json", '{"navigation": {"groups": [{"group": "API", "openapi": "shop.json"}]}}'),
    ("shop.json", json.dumps(SHOP)),
)
ANSWER = '{"a": "<img src=x onerror=alert(1)>", "id": 12345678901234567890}'
STORED = "() => JSON.stringify([{...localStorage}, document.cookie])"
"""What outlives the tab."""


@pytest.fixture(scope="module")
def shop(build: Build) -> Built:
    """Build two endpoint pages with the form."""
    return build("furo", "plain", files=PROJECT)


@pytest.fixture(scope="module")
def server() -> Iterator[EchoServer]:
    """Run a server that pages of every origin may call."""
    with echo_server(cors=True) as running:
        yield running


@pytest.fixture
def page(chromium: Browser, shop: Built) -> Iterator[Page]:
    """Open the page of an operation, with its form."""
    context = chromium.new_context(viewport={"width": 380, "height": 900})
    opened = context.new_page()
    opened.goto(f"file://{shop.out}/api-reference/get.html")
    yield opened
    context.close()


def _open(page: Page, address: str) -> None:
    page.get_by_role("link", name="Try it").press("Enter")
    page.get_by_role("textbox", name="item").fill("a/b")
    page.locator(".docsnav-try-it input[type=url]").fill(address)


def test_a_reader_sends_a_request_and_reads_the_answer_as_text(
    page: Page, server: EchoServer
) -> None:
    server.answers["get"] = (418, "application/json", ANSWER.encode())
    _open(page, f"{server.address}/get/")
    page.locator(".docsnav-try-it").get_by_label("token", exact=True).fill("s3cret")
    expect(page.locator(".docsnav-endpoint-samples").get_by_text("s3cret").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("output")).to_contain_text("418")
    expect(page.locator(".docsnav-try-answer")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".docsnav-try-answer")).to_contain_text('"id": 12345678901234567890')
    received = server.take("get")
    assert received is not None
    assert received.target == "/items/a%2Fb?tags=a,b"
    assert received.header("Authorization") == "Bearer s3cret"
    assert "s3cret" not in page.evaluate(STORED)
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    assert Axe().run(page, context=".docsnav-try-it").violations_count == 0
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    for secret in page.locator(".docsnav-try-it input[type=password]").all():
        expect(secret).to_have_value("")
    expect(page.locator(".docsnav-try-answer")).to_be_empty()
    page.reload()
    assert page.locator(".docsnav-endpoint-choosers input[type=password]").first.input_value()


def test_the_two_buttons_of_the_address_are_in_one_row(page: Page) -> None:
    rows = """() => [...document.querySelectorAll(".docsnav-endpoint-bar > :is(a, button)")]
        .map((e) => e.getBoundingClientRect()).map((box) => box.top + box.height / 2)"""
    page.set_viewport_size({"width": 1024, "height": 700})
    page.locator(".docsnav-endpoint-bar > button").wait_for()
    path = page.locator(".docsnav-endpoint-path")
    path.evaluate("(element) => { element.textContent = '/items/{item}' }")
    for _ in range(60):
        path.evaluate("(element) => { element.textContent += 'i' }")
        link, button = page.evaluate(rows)
        assert link == pytest.approx(button, abs=4)


def test_a_page_says_what_browsers_do_not_do(page: Page) -> None:
    _open(page, "https://localhost:1")
    form = page.locator(".docsnav-try-it")
    expect(form).to_contain_text("Browsers do not let a page send: Host.")
    expect(form).to_contain_text("Few servers allow requests from local files.")
    with echo_server() as without_cors:
        form.locator("input[type=url]").fill(without_cors.address)
        form.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator("output")).to_contain_text("it does not allow requests from null (CORS")
        expect(page.get_by_text("Few servers allow requests from local files.")).to_have_count(1)
    form.locator("textarea").fill("[broken")
    form.get_by_role("button", name="Send", exact=True).click()
    invalid = page.locator("textarea:invalid")
    assert invalid.evaluate("element => element.validationMessage") == "This is not valid JSON."
    page.goto(page.url.replace("get.html", "refused.html"))
    page.get_by_role("link", name="Try it").click()
    expect(form).to_contain_text("Browsers do not let a page send: GET + application/json.")
    expect(form.get_by_role("button")).to_be_disabled()


def test_a_message_says_why_there_is_no_response(page: Page, server: EchoServer) -> None:
    _open(page, "http://localhost:1")
    send = page.get_by_role("button", name="Send", exact=True)
    send.click()
    expect(page.locator("output")).to_contain_text("the server is down, or its name is unknown.")
    path = page.locator(".docsnav-try-it input[required]").first
    value = path.input_value()
    path.fill("")
    send.click()
    expect(page.locator("output")).to_have_text("Fill in: item.")
    expect(page.locator("output")).to_have_class("docsnav-try-failed")
    expect(path).to_be_focused()
    path.fill(value)
    page.clock.install()
    page.route("**/never/**", lambda _route: None)
    page.locator(".docsnav-try-it input[type=url]").fill(f"{server.address}/never")
    send.click()
    expect(page.locator("output")).to_have_text("Sending …")
    expect(page.locator("output")).to_have_class("")
    page.clock.fast_forward("01:01")
    expect(page.locator("output")).to_contain_text("No response within 60 seconds.")
    send.click()
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.locator("output")).to_be_empty()
    expect(page.locator("output")).to_have_class("")


def test_a_page_over_https_says_why_it_cannot_send_to_http(page: Page, shop: Built) -> None:
    def serve(route: Route) -> None:
        path = shop.out / urlsplit(route.request.url).path.lstrip("/")
        route.fulfill(path=path)

    page.route("https://docs.example/**", serve)
    page.goto("https://docs.example/api-reference/get.html")
    _open(page, "http://api.example.org")
    send = page.get_by_role("button", name="Send", exact=True)
    send.click()
    expect(page.locator("output")).to_have_text(
        "Pages loaded over https cannot send requests to http addresses. "
        "Use the samples, or an https address."
    )
    # Browsers allow the reader's own computer.
    page.locator(".docsnav-try-it input[type=url]").fill("http://localhost:1")
    send.click()
    expect(page.locator("output")).to_contain_text("the server is down, or its name is unknown.")


def test_a_picture_is_shown_and_other_files_are_for_download(
    page: Page, server: EchoServer
) -> None:
    server.answers["picture"] = (200, "image/png", _picture())
    server.answers["vector"] = (200, "image/svg+xml", b"<svg><script>x()</script></svg>")
    _open(page, f"{server.address}/picture")
    send = page.get_by_role("button", name="Send", exact=True)
    send.click()
    picture = page.get_by_role("img", name="Response")
    expect(picture).to_be_visible()
    page.locator(".docsnav-try-it input[type=url]").fill(f"{server.address}/vector")
    send.click()
    expect(page.locator(".docsnav-try-answer pre")).to_have_count(2)
    expect(picture).to_have_count(0)
    link = page.get_by_role("link", name="Download")
    kind = "async (link) => (await (await fetch(link.href)).blob()).type"
    assert link.evaluate(kind) == "application/octet-stream"
    assert link.get_attribute("download") == "response"


def test_the_form_is_for_the_screen_and_for_scripts_only(chromium: Browser, page: Page) -> None:
    page.set_viewport_size({"width": 1600, "height": 900})
    parts = page.locator(".docsnav-try-it, .docsnav-try-link")
    expect(parts.first).to_be_visible()
    page.emulate_media(media="print")
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(page.url)
    for part in (*parts.all(), *plain.locator(".docsnav-try-it, .docsnav-try-link").all()):
        expect(part).to_be_hidden()
    context.close()


def test_the_script_is_small_and_stores_and_runs_nothing() -> None:
    script = SCRIPT.read_text("utf-8")
    assert len(gzip.compress(compact_script(script).encode(), 9, mtime=0)) <= 6.9 * 1024
    risky = (
        r"innerHTML|outerHTML|insertAdjacent|\beval\b|Function\(|Storage|document\.cookie|indexedDB"
    )
    assert re.findall(risky, script) == []


def _picture() -> bytes:
    """Return one grey pixel."""
    parts = ((b"IHDR", b"\0\0\0\x01\0\0\0\x01\x08\0\0\0\0"), (b"IDAT", zlib.compress(b"\0\x80")))
    chunks = b"".join(
        len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")
        for name, data in (*parts, (b"IEND", b""))
    )
    return b"\x89PNG\r\n\x1a\n" + chunks
