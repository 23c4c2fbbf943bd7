"""Which requests the preview answers: those for hosts of its own, and none for hidden files.

A page of another site can let its own host name lead to this machine (DNS rebinding). For the
browser, the preview is then a part of that site, and its scripts may read the draft. Such requests
have that name in their ``Host`` header, where pages of the preview have one that the author knows.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

OPTION = "--allow-host"
"""The option of `serve` that names further hosts."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
"""The hosts that every preview answers."""
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s\[\]:/@]+))(?::\d{1,5})?", re.IGNORECASE)
"""The value of a ``Host`` header: an address in brackets, or a name, and a port."""
_SEPARATOR = re.compile(r"[/\\]")
_PRIVATE = (b"cross-origin-resource-policy", b"same-origin")
"""A header of each response: pages of other sites may not load the draft, not even as a script."""


def host_name(text: str) -> str:
    """Return the host of a ``Host`` header, without its port; empty if the header is malformed.

    Names are in lower case and without a dot at their end, addresses in their shortest form.
    """
    match = _HOST.fullmatch(text)
    if match is None:
        return ""
    in_brackets, name = match.groups()
    return _normalized(in_brackets or name)


def answered_hosts(listening: str, allowed: Iterable[str]) -> frozenset[str]:
    """Return the hosts that a preview answers whatever address a request comes to.

    :param listening: the value of ``--host``; if it stands for every address of this machine, the
        names of the machine are added.
    :param allowed: what `OPTION` names.
    """
    own = _machine_names() if is_every_address(listening) else ()
    return frozenset(map(_normalized, (*_LOCAL, listening, *own, *allowed)))


def is_every_address(listening: str) -> bool:
    """Return whether a server on *listening* can be reached at each address of this machine."""
    try:
        return not listening or ip_address(listening).is_unspecified
    except ValueError:
        return False


def describe_readers(listening: str, port: int, allowed: Iterable[str]) -> str:
    """Return who can read the draft, as a sentence; empty if only this machine can."""
    if _is_loopback(listening):
        return ""
    names = answered_hosts(listening, allowed).difference(_LOCAL, (_normalized(listening),))
    where, under = listening, sorted(names)
    if is_every_address(listening):
        where, under = "this machine", ["its addresses", *under]
    also = f", under {', '.join(under)}" if under else ""
    return f"Everyone who can connect to port {port} of {where} can read the draft{also}"


class AllowedHosts:
    """Refuses requests for other hosts, sockets of other origins, and paths of hidden files."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], allowed: Iterable[str]) -> None:
        """Answer *hosts*, and the address that a request has come to.

        :param hosts: those of `answered_hosts`.
        :param allowed: those whose pages may open a socket though a proxy changed ``Host``.
        """
        self.app = app
        self.hosts = hosts
        self.proxied = frozenset(map(_normalized, allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        refusal = self._refusal(scope)
        if refusal is None and not (is_socket and not self._has_own_origin(scope)):
            await self.app(scope, receive, send if is_socket else _sends_privately(send))
        elif is_socket:
            # Before it is accepted, this is an answer with the status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif refusal is not None:
            await _respond(*refusal, send)

    def _refusal(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Return the status and the line that a request is refused with, if it is."""
        written = _headers(scope, b"host")
        host = host_name(written[0]) if len(written) == 1 else ""
        if not host or (host not in self.hosts and host != _address_of_server(scope)):
            name = host if re.fullmatch(r"[\w.:-]{1,253}", host, re.ASCII) else "NAME"
            text = f"The preview does not answer this host; to allow it, add {OPTION} {name}"
            return HTTPStatus.MISDIRECTED_REQUEST, text
        # The path is decoded. A backslash separates names for some file systems.
        if any(part.startswith(".") for part in _SEPARATOR.split(scope["path"])):
            text = "The preview serves no path with a part that begins with a dot"
            return HTTPStatus.NOT_FOUND, text
        return None

    def _has_own_origin(self, scope: Scope) -> bool:
        """Return whether a socket was opened by a page of the preview, or by no page at all.

        A sandboxed frame of any site has the origin ``null``, which is no page of the preview.
        """
        origins = _headers(scope, b"origin")
        if not origins:
            return True
        origin = urlsplit(origins[0]).netloc
        same = [origin] == _headers(scope, b"host")
        return len(origins) == 1 and bool(origin) and (same or host_name(origin) in self.proxied)


def _machine_names() -> Iterable[str]:
    """Return the names of this machine: its host name, the first part, and that of mDNS.

    No name server is asked: whoever answers for an address could name any host.
    """
    name = socket.gethostname()
    first = name.partition(".")[0]
    return dict.fromkeys(each for each in (name, first, first and f"{first}.local") if each)


def _normalized(host: str) -> str:
    text = host.strip("[]").partition("%")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return host.lower().removesuffix(".")
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _is_loopback(listening: str) -> bool:
    try:
        return ip_address(listening).is_loopback
    except ValueError:
        return listening.lower() == "localhost"


def _address_of_server(scope: Scope) -> str:
    """Return the address of this machine that the request has come to."""
    server = scope.get("server")
    return _normalized(server[0]) if server else ""


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _sends_privately(send: Send) -> Send:
    """Return *send* with the headers that keep responses from pages of other sites."""

    async def send_message(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), _PRIVATE]}
        await send(message)

    return send_message


async def _respond(status: HTTPStatus, text: str, send: Send) -> None:
    data = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(data)).encode()),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": data})
