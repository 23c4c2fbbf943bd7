"""What pages of an API remember: a credential reaches servers of its own API only."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from urllib.parse import unquote

import pytest
from openapi.echo_server import EchoServer, echo_server
from openapi.specs import spec
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build, Built

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("credentials")]

APIS = ("first", "second", "overlaid", "version-1", "version-2")
"""The APIs of the site; all name their security scheme and their body alike."""
PAIRS = list(combinations(APIS, 2))
VISITS = [
    # Which of both is filled in first does not depend on the kind of API: two pairs have both ways.
    *((one, other, bool(index % 2)) for index, (one, other) in enumerate(PAIRS)),
    ("first", "second", True),
    ("version-1", "version-2", False),
]
"""The API with a credential, the one with a server of the reader's, and which is first."""
TYPED = "typed"
"""The name of the server that no specification has."""
PROXY = "proxy"


PROSE = """:orphan:

Two APIs
========

.. docsnav:operation:: POST /send
   :api: first.json

.. docsnav:operation:: POST /send
   :api: second.json
"""
OFFERED = "input => [...input.list.options].map(({ value }) => value)"
"""The addresses that a field proposes."""


@dataclass(frozen=True)
class Servers:
    """A server for each API, one that no API names, and a proxy."""

    by_name: Mapping[str, EchoServer]

    def address(self, name: str) -> str:
        return self.by_name[name].address

    def take_all(self) -> dict[str, list[str | None]]:
        """Return the credentials that each server has received since the last call."""
        received = {}
        for name, server in self.by_name.items():
            if requests := [each for sent in server.received.values() for each in sent]:
                received[name] = [each.header("Authorization") for each in requests]
            server.received.clear()
        return received


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    """Run the servers; pages of every origin may call them."""
    with ExitStack() as stack:
        names = (*APIS, TYPED, PROXY)
        yield Servers({name: stack.enter_context(echo_server(cors=True)) for name in names})


def _specification(server: str) -> str:
    body = {"content": {"application/json": {"example": 1}, "application/xml": {"example": "x"}}}
    operation = {
        "summary": "Send",
        "security": [{"token": []}, {"key": []}],
        "requestBody": body,
        "responses": {},
    }
    schemes = {
        "token": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    }
    return json.dumps(
        spec(
            {"/send": {"post": operation}},
            servers=[{"url": server}],
            components={"securitySchemes": schemes},
        )
    )


def _files(servers: Servers, *, settings: str = "") -> tuple[tuple[str, str], ...]:
    """Return the files of a site with all APIs, each with pages in a folder of its name."""

    def group(name: str, **source: object) -> dict[str, object]:
        listed = {"source": f"{name}.json", "directory": name, **source}
        return {"group": name, "openapi": listed}

    unversioned = [
        group("first"),
        group("second"),
        group("overlaid", overlays=["overlay.json"]),
    ]
    versions = [
        {"version": "1", "groups": [group("version-1")]},
        {"version": "2", "groups": [group("version-2"), *unversioned]},
    ]
    overlay = {
        "overlay": "1.0.0",
        "info": {"title": "Servers", "version": "1"},
        "actions": [
            {"target": "$.servers", "remove": True},
            {"target": "$", "update": {"servers": [{"url": servers.address("overlaid")}]}},
        ],
    }
    # The file below the overlay names the server of another API.
    named = {name: "first" if name == "overlaid" else name for name in APIS}
    specifications = [
        (f"{name}.json", _specification(servers.address(server))) for name, server in named.items()
    ]
    return (
        (
            "conf.py",
            (
                'extensions = ["sphinx_docsnav"]\ndocsnav_openapi_options = {"try_it": True}\n'
                f"{settings}"
            ),
        ),
        ("docs.json", json.dumps({"navigation": {"versions": versions}})),
        ("overlay.json", json.dumps(overlay)),
        ("two.rst", PROSE),
        *specifications,
    )


@pytest.fixture(scope="module")
def site(build: Build, servers: Servers) -> Built:
    """Build the site with all APIs."""
    return build("furo", "plain", files=_files(servers))


@dataclass
class Reader:
    """Somebody who sends requests from pages of APIs."""

    page: Page
    root: Path

    def open(self, api: str, root: Path | None = None) -> None:
        self.page.goto(f"file://{root or self.root}/{api}/send.html")
        self.page.get_by_role("link", name="Try it").press("Enter")

    @property
    def server(self) -> str:
        """The server that the samples of the open page have."""
        return self.page.locator(".docsnav-endpoint-choosers input[type=url]").input_value()

    @property
    def token(self) -> str:
        """The credential that the samples of the open page have."""
        return self.page.locator(".docsnav-endpoint-choosers [type=password]").first.input_value()

    @property
    def choices(self) -> list[str]:
        """The scheme and the body that the samples of the open page have."""
        menus = self.page.locator(".docsnav-endpoint-choosers select option:checked")
        return menus.all_text_contents()

    def fill_in(self, *, credential: str = "", server: str = "") -> None:
        form = self.page.locator(".docsnav-try-it")
        if credential:
            form.get_by_label("token", exact=True).fill(credential)
        if server:
            form.locator("input[type=url]").fill(server)

    def send(self) -> None:
        self.page.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.locator("output.docsnav-try-ok")).to_be_visible()


@pytest.fixture
def reader(chromium: Browser, site: Built, servers: Servers) -> Iterator[Reader]:
    """Return a reader in a new tab."""
    context = chromium.new_context(viewport={"width": 1400, "height": 900})
    servers.take_all()
    yield Reader(context.new_page(), site.out)
    context.close()


@pytest.mark.parametrize(("one", "other", "token_first"), VISITS)
def test_a_token_reaches_no_server_that_was_typed_for_another_api(
    reader: Reader, servers: Servers, one: str, other: str, *, token_first: bool
) -> None:
    deeds = [(one, {"credential": "of-one"}), (other, {"server": servers.address(TYPED)})]
    for api, filled in deeds if token_first else reversed(deeds):
        reader.open(api)
        reader.fill_in(**filled)
    reader.open(one)
    assert (reader.server, reader.token) == (servers.address(one), "of-one")
    reader.send()
    assert servers.take_all() == {one: ["Bearer of-one"]}
    reader.open(other)
    assert (reader.server, reader.token) == (servers.address(TYPED), "")
    reader.fill_in(credential="of-other")
    reader.send()
    assert servers.take_all() == {TYPED: ["Bearer of-other"]}


def test_a_proxy_gets_the_token_with_the_address_of_its_own_api(
    reader: Reader, servers: Servers, build: Build
) -> None:
    proxy = servers.by_name[PROXY]
    setting = f'docsnav_openapi_options["proxy"] = "{proxy.address}/proxy?url="\n'
    reader.root = build("furo", "plain", files=_files(servers, settings=setting)).out
    reader.open("first")
    reader.fill_in(credential="of-first")
    reader.open("second")
    reader.fill_in(server=servers.address(TYPED))
    reader.open("first")
    reader.send()
    received = proxy.take("proxy")
    assert received is not None
    assert unquote(received.target) == f"?url={servers.address('first')}/send"
    assert servers.take_all() == {PROXY: ["Bearer of-first"]}


def test_another_site_on_the_same_host_is_another_api_though_its_file_has_the_same_name(
    reader: Reader, servers: Servers, build: Build
) -> None:
    other = build("furo", "plain", files=_files(servers, settings="# another site\n")).out
    reader.open("first")
    reader.fill_in(credential="of-first", server=servers.address(TYPED))
    reader.open("first", other)
    assert (reader.server, reader.token) == (servers.address("first"), "")
    reader.open("first")
    assert (reader.server, reader.token) == (servers.address(TYPED), "of-first")


def test_scheme_and_body_are_chosen_for_one_api(reader: Reader) -> None:
    reader.open("first")
    samples = reader.page.locator(".docsnav-endpoint-choosers")
    samples.get_by_label("Request body").select_option("application/xml")
    samples.get_by_label("Authorization").select_option("key")
    reader.open("second")
    assert reader.choices == ["application/json", "token"]
    reader.open("first")
    assert reader.choices == ["application/xml", "key"]


def test_a_form_proposes_servers_of_its_own_api(
    reader: Reader, servers: Servers, site: Built
) -> None:
    reader.page.goto(f"file://{site.out}/two.html")
    forms = reader.page.locator(".docsnav-try-it")
    forms.evaluate_all("forms => forms.forEach((form) => { form.open = true; })")
    fields = forms.locator("input[type=url]")
    expect(fields).to_have_count(2)
    proposed = [field.evaluate(OFFERED) for field in fields.all()]
    assert proposed == [[servers.address("first")], [servers.address("second")]]
