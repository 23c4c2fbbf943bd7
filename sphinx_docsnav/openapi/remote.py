"""Specifications from other hosts, fetched with care.

docs.json may come from a stranger's pull request while the build runs inside a
company's network. So: https only, also after redirects; only addresses of the
public internet, unless the host is trusted by name; limits of time and size.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
import urllib.request
from collections.abc import Collection
from dataclasses import dataclass
from typing import IO
from urllib.error import HTTPError, URLError

from sphinx_docsnav.sitefiles.safe_urls import split_url

MAX_REMOTE_BYTES = 32 * 1024 * 1024
"""Largest answer that is taken."""
MAX_SECONDS = 30.0
"""Longest time for a whole answer, redirects included."""
CONNECT_SECONDS = 10.0
"""Longest silence."""
_MAX_REDIRECTS = 5
_CHUNK = 1 << 16
_LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain"})


class FetchError(Exception):
    """The response of the URL cannot be used; the text is the reason, as a clause."""


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches https addresses."""

    trusted_hosts: frozenset[str] = frozenset()
    """Hosts that may have a private address."""
    user_agent: str = "sphinx-docsnav"
    """What we call ourselves."""

    def __call__(self, url: str) -> bytes:
        """Return what is at *url*.

        :raises FetchError: not https, not public, no answer, too slow or too large.
        """
        check_url(url, self.trusted_hosts)
        deadline = time.monotonic() + MAX_SECONDS
        opener = urllib.request.build_opener(*_handlers(self.trusted_hosts))
        request = urllib.request.Request(  # noqa: S310 - https only, checked above and on redirects
            url, headers={"User-Agent": self.user_agent, "Accept": "*/*"}
        )
        try:
            with opener.open(request, timeout=CONNECT_SECONDS) as answer:
                return _read(answer, deadline)
        except FetchError:
            raise
        except HTTPError as error:
            raise FetchError(f"the server answered {error.code} ({error.reason})") from None
        except URLError as error:
            raise FetchError(_explain(error.reason)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise FetchError(_explain(error)) from None


def check_url(url: str, trusted_hosts: Collection[str] = ()) -> None:
    """Raise `FetchError` if *url* may not be fetched; only its text is checked."""
    parts = split_url(url)
    if parts is None:
        raise FetchError("the address cannot be read")
    host = parts.hostname or ""
    if parts.scheme != "https":
        raise FetchError(f"only https URLs are fetched, not {parts.scheme or 'a path'}")
    if parts.username is not None or parts.password is not None:
        raise FetchError("a URL with a user name is not fetched")
    if host in trusted_hosts:
        return
    if not host or host in _LOCAL_NAMES or (_is_address(host) and not _is_public(host)):
        raise FetchError(f"host {host!r} is not public; save the file in the site")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast


def _handlers(trusted: frozenset[str]) -> tuple[urllib.request.BaseHandler, ...]:
    """Return handlers for redirects and https.

    Behind a proxy the proxy looks names up, and decides what it reaches;
    otherwise the address that was checked is the one connected to.
    """
    redirects = _Redirects(trusted)
    if "https" in urllib.request.getproxies():
        return (redirects,)
    return (redirects, _PublicHTTPS(trusted))


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = _MAX_REDIRECTS

    def __init__(self, trusted: frozenset[str]) -> None:
        self.trusted = trusted

    def redirect_request(  # noqa: PLR0913, PLR0917 - urllib's signature
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        check_url(newurl, self.trusted)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _PublicHTTPS(urllib.request.HTTPSHandler):
    def __init__(self, trusted: frozenset[str]) -> None:
        super().__init__()
        self.trusted = trusted

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self.connection, req)

    def connection(
        self,
        host: str,
        /,
        *,
        port: int | None = None,
        timeout: float = CONNECT_SECONDS,
        source_address: tuple[str, int] | None = None,
        blocksize: int = 8192,
    ) -> http.client.HTTPConnection:
        del source_address, blocksize  # urllib passes neither
        return _PublicConnection(host, port, timeout=timeout, trusted=self.trusted)


class _PublicConnection(http.client.HTTPSConnection):
    """Connects to the very address that was found to be public."""

    def __init__(
        self, host: str, port: int | None, *, timeout: float, trusted: frozenset[str]
    ) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(host, port, timeout=timeout, context=self.tls)
        self.trusted = trusted

    def connect(self) -> None:
        address = self._address()
        plain = socket.create_connection((address, self.port), self.timeout)
        self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)

    def _address(self) -> str:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        if self.host in self.trusted:
            return addresses[0]
        if not all(_is_public(address) for address in addresses):
            raise FetchError(f"host {self.host!r} has a private address")
        return addresses[0]


def _read(answer: IO[bytes], deadline: float) -> bytes:
    chunks = []
    size = 0
    while chunk := answer.read(_CHUNK):
        size += len(chunk)
        if size > MAX_REMOTE_BYTES:
            raise FetchError(f"the answer is larger than {MAX_REMOTE_BYTES} bytes")
        if time.monotonic() > deadline:
            raise FetchError(f"the answer took longer than {MAX_SECONDS:.0f} seconds")
        chunks.append(chunk)
    return b"".join(chunks)


def _explain(cause: str | BaseException) -> str:
    if isinstance(cause, socket.gaierror):
        return "its host was not found"
    words = cause.strerror if isinstance(cause, OSError) else None
    return words or str(cause) or type(cause).__name__
