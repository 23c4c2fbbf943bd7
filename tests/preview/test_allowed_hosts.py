"""The preview answers hosts of its own, pages of its own, and no path of a hidden file."""

from __future__ import annotations

import argparse
import os
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from preview.test_server import PATIENCE, Served, serve
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sphinx_docsnav.cli.arguments import parse_host
from sphinx_docsnav.preview.allowed_hosts import describe_readers, parse_host_header

pytestmark = pytest.mark.slow
if not hasattr(os, "fork"):
    pytest.skip("the worker copies processes", allow_module_level=True)

EVERY = "0.0.0.0"  # noqa: S104 -- what is tested
ALLOWED = "draft.example"
"""What the second preview has as ``--allow-host``."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a site on the loopback address, as without options."""
    with serve(tmp_path_factory.mktemp("local")) as site:
        yield site


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a site on every address of this machine."""
    options = ("--host", EVERY, "--allow-host", ALLOWED)
    with serve(tmp_path_factory.mktemp("shared"), *options) as site:
        yield site


def _ask(site: Served, *lines: str, target: str = "/index.html", address: str = "127.0.0.1") -> str:
    """Return the answer to a request with the header *lines*, as it came."""
    request = "\r\n".join((f"GET {target} HTTP/1.1", *lines, "Connection: close", "", ""))
    with socket.create_connection((address, site.port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode("latin-1"))
        answer = b""
        while data := connection.recv(65536):
            answer += data
    return answer.decode("utf-8", "replace")


def _status(answer: str) -> int:
    return int(answer.split()[1])


def _open_socket(site: Served, *lines: str) -> int:
    """Return the status of the answer to the handshake of a web socket."""
    handshake = (
        "GET /websocket-reload HTTP/1.1",
        *lines,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join((*handshake, "", "")).encode("latin-1"))
        return _status(connection.recv(65536).decode("latin-1"))


@pytest.mark.parametrize(
    "host",
    ["localhost", "LocalHost:{port}", "localhost.", "127.0.0.1:{port}", "[::1]:{port}", "[::1]:80"],
)
def test_hosts_of_this_machine_are_answered(served: Served, host: str) -> None:
    answer = _ask(served, f"Host: {host.format(port=served.port)}")
    assert _status(answer) == 200
    assert "Text" in answer
    assert "cross-origin-resource-policy: same-origin" in answer.lower()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.0.2.7",
        "0.0.0.0:{port}",
        "2130706433",
    ],
)
def test_another_host_gets_one_line_that_names_the_option(served: Served, host: str) -> None:
    written = host.format(port=served.port)
    answer = _ask(served, f"Host: {written}")
    assert _status(answer) == 421
    name = written.partition(":")[0]
    assert answer.endswith(
        f"The preview does not answer this host; to allow it, add --allow-host {name}\n"
    )


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("Host:",),
        ("Host: localhost", "Host: evil.example"),
        ("Host: evil.example", "Host: localhost"),
        ("Host: localhost@evil.example",),
        ("Host: evil.example@localhost",),
        ("Host: localhost, evil.example",),
        ("Host: [::1",),
        ("Host: <script>",),
        ("Host: evil.example", "X-Forwarded-Host: localhost"),
    ],
    ids=str,
)
def test_no_host_and_what_is_none_are_refused(served: Served, lines: tuple[str, ...]) -> None:
    answer = _ask(served, *lines)
    assert _status(answer) in (400, 421)
    assert "Text" not in answer
    assert "<script" not in answer


@pytest.mark.parametrize(
    "target",
    [
        "/.doctrees/environment.pickle",
        "/%2edoctrees/environment.pickle",
        "/%2Edoctrees%2Fenvironment.pickle",
        "//.doctrees/environment.pickle",
        "///.doctrees//environment.pickle",
        "/./.doctrees/environment.pickle",
        "/part/../.doctrees/environment.pickle",
        "/part/%2e%2e/%2edoctrees/environment.pickle",
        "/part/..%2f.doctrees/environment.pickle",
        "/\\.doctrees\\environment.pickle",
        "/%5c.doctrees%5cenvironment.pickle",
        "/part%5c..%5c.doctrees/environment.pickle",
        "http://localhost/.doctrees/environment.pickle",
        ".doctrees/environment.pickle",
        "/.buildinfo",
        "/.buildinfo?x=/index.html",
        "/%00/.buildinfo",
    ],
)
@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_a_path_with_a_part_that_begins_with_a_dot_is_not_served(
    served: Served, target: str, accept: str
) -> None:
    assert (served.out / ".doctrees/environment.pickle").is_file()
    assert (served.out / ".buildinfo").is_file()
    answer = _ask(served, "Host: localhost", f"Accept: {accept}", target=target)
    assert _status(answer) == 404


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("Host: localhost:{port}", "Origin: http://localhost:{port}"), 101),
        (("Host: [::1]:{port}", "Origin: http://[::1]:{port}"), 101),
        (("Host: localhost:{port}",), 101),
        (("Host: evil.example", "Origin: http://evil.example"), 403),
        (("Host: evil.example",), 403),
        (("Host: localhost:{port}", "Origin: http://evil.example"), 403),
        (("Host: localhost:{port}", "Origin: http://localhost:1"), 403),
        (("Host: localhost:{port}", "Origin: http://127.0.0.1:{port}"), 403),
        (("Host: localhost:{port}", "Origin: null"), 403),
        (("Host: localhost:{port}", "Origin: file://"), 403),
    ],
    ids=str,
)
def test_pages_of_the_preview_alone_get_a_socket(
    served: Served, lines: tuple[str, ...], status: int
) -> None:
    assert _open_socket(served, *(line.format(port=served.port) for line in lines)) == status


def test_a_preview_for_others_says_who_can_read_it_and_answers_the_names_of_the_machine(
    shared: Served,
) -> None:
    name = socket.gethostname()
    said = f"Everyone who can connect to port {shared.port} of this machine can read the draft"
    assert shared.text().count(said) == 1
    assert f"Serving on http://localhost:{shared.port}" in shared.text()
    for host in (name, f"{name.partition('.')[0]}.local", ALLOWED, f"{ALLOWED}:443", "localhost"):
        assert _status(_ask(shared, f"Host: {host}")) == 200, host
    for host in ("evil.example", f"{name}.evil.example", "192.0.2.7"):
        assert _status(_ask(shared, f"Host: {host}")) == 421, host


def test_a_preview_for_others_answers_the_address_that_a_request_has_come_to(
    shared: Served,
) -> None:
    assert _status(_ask(shared, "Host: 127.0.0.2", address="127.0.0.2")) == 200
    assert _status(_ask(shared, "Host: 127.0.0.2", address="127.0.0.3")) == 421


def test_a_page_at_an_allowed_host_gets_a_socket_though_a_proxy_changes_the_host(
    shared: Served,
) -> None:
    host = f"Host: localhost:{shared.port}"
    assert _open_socket(shared, host, f"Origin: https://{ALLOWED}") == 101
    assert _open_socket(shared, host, "Origin: https://evil.example") == 403


def test_who_can_read_the_draft() -> None:
    for local in ("127.0.0.1", "localhost", "::1", "127.0.0.2"):
        assert describe_readers(local, 8000, ["draft.example"]) == ""
    text = "Everyone who can connect to port 8000 of 192.0.2.1 can read the draft"
    assert describe_readers("192.0.2.1", 8000, []) == text
    assert (
        describe_readers("192.0.2.1", 8000, ["b.test", "a.test"]) == f"{text}, under a.test, b.test"
    )
    for every in ("", "::", EVERY):
        assert "of this machine can read the draft, under its addresses" in describe_readers(
            every, 8000, []
        )


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("Docs.Example.:8000", "docs.example"),
        ("[0:0:0:0:0:0:0:1]:8000", "::1"),
        ("[::ffff:127.0.0.1]", "127.0.0.1"),
        ("localhost:123456", ""),
        ("localhost:x", ""),
        ("a b", ""),
        ("", ""),
    ],
)
def test_a_host_has_one_spelling(written: str, host: str) -> None:
    assert parse_host_header(written) == host


@pytest.mark.parametrize("text", ["https://draft.example", "draft.example:80", "a b", "", "*.a.b"])
def test_an_option_that_is_no_host_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a host without scheme"):
        parse_host(text)


@pytest.mark.parametrize("text", ["draft.example", "box", "192.0.2.1", "::1", "[::1]"])
def test_an_option_names_a_host(text: str) -> None:
    assert parse_host(text) == text


@pytest.mark.parametrize(
    "target", ["/a%00b", "/a%00b/", "/" + "a" * 5000, "/%ff", "/a%0Ab", "/..%2f..%2fetc/passwd"]
)
def test_a_path_that_no_file_can_have_is_not_found(served: Served, target: str) -> None:
    assert _status(_ask(served, "Host: localhost", target=target)) == 404


@pytest.mark.parametrize("message", [b"{}", "[]", "{", "[" * 100_000, '{"page": "a\\u0000b"}'])
def test_messages_that_no_page_sends_close_the_socket_at_most(
    served: Served, message: str | bytes
) -> None:
    with connect(f"ws://127.0.0.1:{served.port}/websocket-reload") as own:
        own.send(message)
        with suppress(ConnectionClosed, TimeoutError):
            own.recv(1)
    assert _status(_ask(served, "Host: localhost")) == 200
