"""Check of requests to the preview: only for allowed hosts, and not for hidden files.

Another site can make its own host name point to this machine (DNS rebinding). For the browser, the
preview is then a part of that site, whose scripts can read the draft. The ``Host`` header of such a
request contains the name of that site instead of one that the author knows.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sphinx_docsnav.preview.building import is_every_address

_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
"""The hosts that every preview answers."""
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s\[\]:/@]+))(?::\d{1,5})?", re.IGNORECASE)
"""The value of a ``Host`` header: an address in brackets, or a name, and a port."""
_SEPARATOR = re.compile(r"[/\\]")
_SAME_ORIGIN_HEADER = (b"cross-origin-resource-policy", b"same-origin")
"""A header of each response, which prevents pages of other sites from loading the draft."""


def parse_host_header(text: str) -> str:
    """Return the host of a ``Host`` header, without its port; empty if the header is malformed.

    Names are in lower case and without a dot at the end; IP addresses are in their shortest form.
    """
    match = _HOST.fullmatch(text)
    if match is None:
        return ""
    in_brackets, name = match.groups()
    return _normalize_host(in_brackets or name)


def list_allowed_hosts(listening: str, allowed: Iterable[str]) -> frozenset[str]:
    """Return the hosts whose requests a preview answers.

    :param listening: the value of ``--host``; if it means every address of this machine, the names
        of the machine are added.
    :param allowed: the values of ``--allow-host``.
    """
    machine_names = _list_machine_names() if is_every_address(listening) else ()
    return frozenset(map(_normalize_host, (*_LOCAL_HOSTS, listening, *machine_names, *allowed)))


def describe_readers(listening: str, port: int, allowed: Iterable[str]) -> str:
    """Return a sentence about who can read the draft; empty if only this machine can."""
    if _is_loopback(listening):
        return ""
    all_names = list_allowed_hosts(listening, allowed).difference(
        _LOCAL_HOSTS, (_normalize_host(listening),)
    )
    place_name, other_names = listening, sorted(all_names)
    if is_every_address(listening):
        place_name, other_names = "this machine", ["its addresses", *other_names]
    suffix = f", under {', '.join(other_names)}" if other_names else ""
    return f"Everyone who can connect to port {port} of {place_name} can read the draft{suffix}"


class AllowedHosts:
    """Middleware that rejects requests for other hosts or hidden files, and foreign sockets."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], allowed: Iterable[str]) -> None:
        """Allow *hosts*, and the IP address at which a request arrives.

        :param hosts: the result of `list_allowed_hosts`.
        :param allowed: hosts whose pages may open a socket, also if a proxy changes ``Host``.
        """
        self.app = app
        self.hosts = hosts
        self.proxied_hosts = frozenset(map(_normalize_host, allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the application, or reject it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        refusal = self._find_refusal(scope)
        if refusal is None and not (is_socket and not self._has_own_origin(scope)):
            await self.app(scope, receive, send if is_socket else _add_header(send))
        elif is_socket:
            # Before the socket is accepted, this is a response with status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif refusal is not None:
            status, text = refusal
            headers = {"x-content-type-options": "nosniff"}
            await PlainTextResponse(f"{text}\n", status, headers)(scope, receive, send)

    def _find_refusal(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Return the status and the text with which a request is rejected; ``None`` otherwise."""
        host_headers = Headers(scope=scope).getlist("host")
        # Servers and proxies disagree about which of several Host headers counts.
        host = parse_host_header(host_headers[0]) if len(host_headers) == 1 else ""
        if not host or (host not in self.hosts and host != _find_server_address(scope)):
            name = host if re.fullmatch(r"[\w.:-]{1,253}", host, re.ASCII) else "NAME"
            text = f"The preview does not answer this host; to allow it, add --allow-host {name}"
            return HTTPStatus.MISDIRECTED_REQUEST, text
        # The path is decoded. On some file systems, a backslash is a separator.
        if any(part.startswith(".") for part in _SEPARATOR.split(scope["path"])):
            text = "The preview serves no path with a part that begins with a dot"
            return HTTPStatus.NOT_FOUND, text
        return None

    def _has_own_origin(self, scope: Scope) -> bool:
        """Return whether a socket was opened by a page of the preview, or not by a page.

        A sandboxed frame of any site has the origin ``null``, which is rejected.
        """
        origins = Headers(scope=scope).getlist("origin")
        if not origins:
            return True
        origin = urlsplit(origins[0]).netloc
        is_same_host = [origin] == Headers(scope=scope).getlist("host")
        return (
            len(origins) == 1
            and bool(origin)
            and (is_same_host or parse_host_header(origin) in self.proxied_hosts)
        )


def _list_machine_names() -> Iterable[str]:
    """Return the names of this machine: its host name, the first part of it, and the mDNS name.

    No name server is queried, because its answer could be any host.
    """
    name = socket.gethostname()
    first_part = name.partition(".")[0]
    return dict.fromkeys(
        candidate
        for candidate in (name, first_part, first_part and f"{first_part}.local")
        if candidate
    )


def _normalize_host(host: str) -> str:
    # An IPv6 address may have a zone, such as `%eth0`, which is no part of the address.
    text = host.strip("[]").partition("%")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return host.lower().removesuffix(".")
    # On sockets for both versions, IPv4 addresses arrive in this form.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _is_loopback(listening: str) -> bool:
    try:
        return ip_address(listening).is_loopback
    except ValueError:
        return listening.lower() == "localhost"


def _find_server_address(scope: Scope) -> str:
    """Return the address of this machine at which the request has arrived."""
    server = scope.get("server")
    return _normalize_host(server[0]) if server else ""


def _add_header(send: Send) -> Send:
    """Return *send* with an additional header that protects responses from other sites."""

    async def send_message(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), _SAME_ORIGIN_HEADER]}
        await send(message)

    return send_message
