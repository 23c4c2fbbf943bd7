"""A worker, and what the processes of the preview tell each other: lines of JSON through pipes.

It imports little, so that a worker starts while the server is still imported.
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

PREVIOUS = "previous"
"""The folder, among the temporary ones, with the output before everything is built anew.

It is there until such a build succeeds. The server takes from it what the output does not have yet.
"""


@dataclass(frozen=True)
class SphinxArguments:
    """What the application of each build gets, as from the command line of ``sphinx-build``."""

    source: str
    """The folder of the sources."""
    conf: str | None
    """The folder with conf.py; ``None`` without one."""
    output: str
    """The folder that is served."""
    doctrees: str
    """The folder of the environment and of the documents that were read."""
    settings: Mapping[str, Any]
    """Settings that win over those of conf.py."""
    jobs: int = 1
    """The number of processes that read and write."""


@dataclass(frozen=True)
class StartedWorker:
    """A worker, in a session of its own with all its builds and drafters."""

    process: subprocess.Popen[bytes]
    """The worker; its standard input takes commands."""
    events: int
    """The file descriptor of the pipe with its events."""

    def stop(self) -> None:
        """End the worker with all that it has started."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(OSError):  # what was not read is not missed
            self.process.communicate()


WORKER = (
    "from sphinx_docsnav import garbage; garbage.stop_collecting(); "
    "from sphinx_docsnav.preview import worker; worker.main()"
)
"""The program of a worker: nothing that it imports becomes garbage, and to look takes a fifth.

A build collects garbage from the moment on when it reads pages."""


def start_worker() -> StartedWorker:
    """Start a worker, which imports Sphinx and then waits for commands."""
    receiving, sending = os.pipe()
    process = subprocess.Popen(  # noqa: S603 -- our own module
        [sys.executable, "-c", WORKER, str(sending)],
        stdin=subprocess.PIPE,
        pass_fds=[sending],
        start_new_session=True,
    )
    os.close(sending)
    return StartedWorker(process, receiving)


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
