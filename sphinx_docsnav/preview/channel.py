"""The worker process, and the messages between processes of the preview: JSON lines in pipes.

This module imports little, so that a worker starts while the server is still being imported.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

PREVIOUS_OUTPUT = "previous"
"""The temporary folder with the output before a build of everything.

It exists until such a build succeeds. The server uses its files while the output lacks them.
"""


@dataclass(frozen=True)
class SphinxArguments:
    """The arguments of each build, like those of ``sphinx-build``."""

    source: str
    """The folder of the sources."""
    conf: str | None
    """The folder with conf.py; ``None`` without one."""
    output: str
    """The folder that is served."""
    doctrees: str
    """The folder of the environment and the doctrees."""
    settings: Mapping[str, Any]
    """Settings that override those of conf.py."""
    jobs: int = 1
    """The number of processes that read and write."""
    is_verbose: bool = False
    """Whether Sphinx's log and all places of repeated messages are printed."""
    shows_traceback: bool = False
    """Whether the tracebacks of exceptions are printed."""


@dataclass(frozen=True)
class StartedWorker:
    """A running worker; it has a session of its own, which contains its builds and drafters."""

    process: subprocess.Popen[bytes]
    """The worker; its standard input takes commands."""
    events: int
    """The file descriptor of the pipe with its events."""

    def stop(self) -> None:
        """Kill the worker and all processes that it has started."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        # Unread output is not needed.
        with suppress(OSError):
            self.process.communicate()


WORKER_CODE = (
    "from sphinx_docsnav import garbage; garbage.stop_collecting(); "
    "from sphinx_docsnav.preview import worker; worker.main()"
)
"""The program of a worker. It collects no garbage while it imports modules, which would take a
fifth of the time, as modules are never garbage. A build collects garbage once it reads pages."""


def start_worker() -> StartedWorker:
    """Start a worker, which imports Sphinx and then waits for commands."""
    receiving, sending = os.pipe()
    process = subprocess.Popen(  # noqa: S603 -- our own module
        [sys.executable, "-c", WORKER_CODE, str(sending)],
        stdin=subprocess.PIPE,
        pass_fds=[sending],
        start_new_session=True,
    )
    # This process only reads; the worker and its forks have the other end.
    os.close(sending)
    return StartedWorker(process, receiving)


Message = Mapping[str, Any]

MAX_MESSAGE_BYTES = 4096
"""Maximum length of a message, in bytes; shorter writes of several processes are not mixed."""


def send(pipe: int, message: Message) -> None:
    """Write *message* to the file descriptor *pipe*.

    :raises ValueError: it is longer than `MAX_MESSAGE_BYTES`; longer texts must be put into files.
    """
    line = json.dumps(message).encode() + b"\n"
    if len(line) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a message of {len(line)} bytes")
    os.write(pipe, line)


class MessageReader:
    """Splits the data from a pipe into messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that *data* completes."""
        # The last piece has no line feed yet: it is the start of the next message.
        *lines, self._rest = (self._rest + data).split(b"\n")
        yield from map(json.loads, lines)
