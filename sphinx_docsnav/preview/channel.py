"""What the processes of the preview tell each other: lines of JSON through pipes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

Message = Mapping[str, Any]

LONGEST = 4096
"""Bytes of a message: a pipe keeps those of several writers apart up to this length (POSIX)."""


def send(pipe: int, message: Message) -> None:
    """Write *message* to the file descriptor *pipe*.

    :raises ValueError: it is longer than `LONGEST`; longer texts belong into files.
    """
    line = json.dumps(message).encode() + b"\n"
    if len(line) > LONGEST:
        raise ValueError(f"a message of {len(line)} bytes")
    os.write(pipe, line)


class MessageReader:
    """Collects what arrives through a pipe, and gives the messages that are complete."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that *data* completes."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        yield from map(json.loads, lines)
