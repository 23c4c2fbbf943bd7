"""The parts of a multipart body as a server reads them."""

from __future__ import annotations

import re
from email import message_from_bytes

from openapi.echo_server import Received

ReceivedPart = tuple[str, bytes, str]
"""Name, content and media type."""


def read_parts(received: Received) -> list[ReceivedPart]:
    match = re.search('boundary="?([^";]+)', received.header("Content-Type") or "")
    assert match is not None, received
    boundary = b"\r\n--" + match[1].encode()
    pieces = (b"\r\n" + received.body).split(boundary)
    assert pieces[-1].strip() == b"--", received.body
    return [_read_part(piece.removeprefix(b"\r\n")) for piece in pieces[1:-1]]


def _read_part(piece: bytes) -> ReceivedPart:
    head, _, data = (b"\r\n" + piece).partition(b"\r\n\r\n")
    headers = message_from_bytes(head.lstrip())
    name = headers.get_param("name", "", "Content-Disposition")
    assert isinstance(name, str)
    return name, data, headers.get_content_type()
