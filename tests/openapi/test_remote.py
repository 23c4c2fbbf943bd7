"""What is fetched from other hosts, and what never is; no test asks the network."""

from __future__ import annotations

import http.client
import io
import socket
import urllib.request
from email.message import Message
from typing import Any
from urllib.error import HTTPError, URLError

import pytest

from sphinx_docsnav.openapi import remote
from sphinx_docsnav.openapi.remote import FetchError, check_url, fetch


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.com/o.json", "only https URLs are fetched, not http"),
        ("file:///etc/passwd", "only https URLs are fetched, not file"),
        ("ftp://example.com/o", "only https URLs are fetched, not ftp"),
        ("o.json", "only https URLs are fetched, not a path"),
        ("https://user:secret@example.com/", "a URL with a user name is not fetched"),
        (
            "https://localhost/o",
            "host 'localhost' is not public; save the file in the site",
        ),
        (
            "https://127.0.0.1/o",
            "host '127.0.0.1' is not public; save the file in the site",
        ),
        (
            "https://[::1]/o",
            "host '::1' is not public; save the file in the site",
        ),
        ("https://169.254.169.254/", None),
        ("https://10.1.2.3/", None),
        ("https://[::ffff:10.1.2.3]/", None),
        ("https://[bad/", "the address cannot be read"),
        (
            "https:///o",
            "host '' is not public; save the file in the site",
        ),
    ],
)
def test_addresses_that_are_refused(url: str, reason: str | None) -> None:
    with pytest.raises(FetchError) as caught:
        check_url(url)

    assert reason is None or str(caught.value) == reason


def test_a_public_host_is_not_refused() -> None:
    check_url("https://example.com/o.json")


def resolves_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 443)) for a in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(urllib.request, "getproxies", dict)


def test_a_name_that_leads_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolves_to(monkeypatch, "93.184.216.34", "10.0.0.1")

    with pytest.raises(FetchError, match="has a private address"):
        fetch("https://example.com/o.json")


def test_the_address_that_was_checked_is_the_one_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolves_to(monkeypatch, "93.184.216.34")
    asked: list[Any] = []

    def connect(address: object, *_: object) -> None:
        asked.append(address)
        raise OSError("stop here")

    monkeypatch.setattr(socket, "create_connection", connect)

    with pytest.raises(FetchError, match="stop here"):
        fetch("https://example.com/o.json")
    assert asked == [("93.184.216.34", 443)]


def test_redirects_stay_on_https_and_in_public() -> None:
    redirects = remote._Redirects()
    request = urllib.request.Request("https://example.com/a")

    for url in ("http://example.com/b", "https://127.0.0.1/", "file:///etc/passwd"):
        with pytest.raises(FetchError):
            redirects.redirect_request(
                request, io.BytesIO(), 302, "Found", http.client.HTTPMessage(), url
            )


def answer_with(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    """Let every server answer with *body*."""
    opened = urllib.request.OpenerDirector
    monkeypatch.setattr(opened, "open", lambda *_, **__: io.BytesIO(body))


def test_an_answer_within_the_limits_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, b"x" * 100)

    assert fetch("https://example.com/o.json") == b"x" * 100


def test_a_large_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, b"x" * 100)
    monkeypatch.setattr(remote, "MAX_REMOTE_BYTES", 10)

    with pytest.raises(FetchError, match="the answer is larger than 10 bytes"):
        fetch("https://example.com/o.json")


def test_a_slow_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, b"x" * 100)
    monkeypatch.setattr(remote, "MAX_SECONDS", -1)  # it took longer before it began

    with pytest.raises(FetchError, match="the answer took longer than -1 seconds"):
        fetch("https://example.com/o.json")


@pytest.mark.parametrize(
    ("raised", "reason"),
    [
        (HTTPError("https://example.com/o", 404, "Not Found", Message(), None), "404 (Not Found)"),
        (URLError(socket.gaierror(-2, "Name or service not known")), "its host was not found"),
        (ConnectionResetError(104, "Connection reset by peer"), "Connection reset by peer"),
        (URLError(TimeoutError("timed out")), "timed out"),
        (http.client.IncompleteRead(b""), "IncompleteRead(0 bytes read)"),
    ],
)
def test_a_failed_request_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, reason: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr(urllib.request.OpenerDirector, "open", fail)

    with pytest.raises(FetchError) as caught:
        fetch("https://example.com/o.json")

    assert str(caught.value).removeprefix("the server answered ") == reason
