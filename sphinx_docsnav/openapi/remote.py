"""Download of specifications, protected against hostile URLs.

docs.json may come from a stranger's pull request while the build runs in a company's network.
Therefore only https URLs are fetched, also after redirects; only from public addresses; and only up
to limits of time and size.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
import urllib.request
from typing import IO, Any, cast
from urllib.error import HTTPError, URLError

from sphinx_docsnav.sitefiles.safe_urls import split_url

MAX_REMOTE_BYTES = 32 * 1024 * 1024
"""Size of the largest response, in bytes."""
MAX_SECONDS = 30.0
"""Time for a whole response, redirects included."""
CONNECT_SECONDS = 10.0
"""Time without any data."""
_MAX_REDIRECTS = 5
_CHUNK = 1 << 16
"""Number of bytes that are read at once."""
_LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain"})
"""Names of this machine."""


class FetchError(Exception):
    """A URL cannot be fetched; the text is the reason, as a clause."""


def fetch(url: str) -> bytes:
    """Return the content of *url*.

    :raises FetchError: the URL is not https or not public, or the response is missing, too slow or
        too large.
    """
    check_url(url)
    # A server that sends single bytes would never exceed the limit for silence.
    deadline = time.monotonic() + MAX_SECONDS
    handlers: list[urllib.request.BaseHandler] = [_Redirects()]
    # A proxy resolves names and decides what it reaches. Without one, the connection uses the
    # address that was checked: a second look-up of the name could return another one.
    if "https" not in urllib.request.getproxies():
        handlers.append(_PublicHTTPS())
    request = urllib.request.Request(  # noqa: S310 - https only, checked above and on redirects
        url, headers={"User-Agent": "sphinx-docsnav", "Accept": "*/*"}
    )
    opener = urllib.request.build_opener(*handlers)
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


def check_url(url: str) -> None:
    """Raise `FetchError` if the text of *url* shows that it must not be fetched."""
    parts = split_url(url)
    if parts is None:
        raise FetchError("the address cannot be read")
    host = parts.hostname or ""
    if parts.scheme != "https":
        raise FetchError(f"only https URLs are fetched, not {parts.scheme or 'a path'}")
    # Credentials in a URL could end up in messages.
    if parts.username is not None or parts.password is not None:
        raise FetchError("a URL with a user name is not fetched")
    if not host or host in _LOCAL_NAMES or (_is_address(host) and not _is_public(host)):
        raise FetchError(f"host {host!r} is not public; save the file in the site")


def _is_address(host: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    # An IPv6 address may contain an IPv4 address, which decides.
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Checks the target of each redirect."""

    max_redirections = _MAX_REDIRECTS

    def redirect_request(  # noqa: PLR0913, PLR0917 - urllib's signature
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the next request; called by urllib."""
        check_url(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _PublicHTTPS(urllib.request.HTTPSHandler):
    """Connects to public addresses only."""

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a connection; called by urllib."""
        # urllib passes the host and the timeout only.
        return self.do_open(cast("Any", _PublicConnection), req)


class _PublicConnection(http.client.HTTPSConnection):
    """A connection to the address that was checked."""

    def __init__(self, host: str, *, timeout: float) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(host, timeout=timeout, context=self.tls)

    def connect(self) -> None:
        """Connect, and check the certificate for the host name."""
        address = self._find_public_address()
        plain = socket.create_connection((address, self.port), self.timeout)
        self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)

    def _find_public_address(self) -> str:
        """Return an address of the host; all of its addresses must be public."""
        entries = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in entries]
        # One private address is enough to refuse: which one is used may depend on time.
        if not all(_is_public(address) for address in addresses):
            raise FetchError(f"host {self.host!r} has a private address")
        return addresses[0]


def _read(answer: IO[bytes], deadline: float) -> bytes:
    """Return a response, read in chunks, so that limits of size and time apply."""
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
    """Return the reason of a failure in words."""
    if isinstance(cause, socket.gaierror):
        return "its host was not found"
    message = cause.strerror if isinstance(cause, OSError) else None
    return message or str(cause) or type(cause).__name__
