"""Starts a worker; imports nothing, so that it runs while the server is still imported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass


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


def start_worker() -> StartedWorker:
    """Start a worker, which imports Sphinx and then waits for commands."""
    receiving, sending = os.pipe()
    process = subprocess.Popen(  # noqa: S603 -- our own module
        [sys.executable, "-m", "sphinx_docsnav.preview.worker", str(sending)],
        stdin=subprocess.PIPE,
        pass_fds=[sending],
        start_new_session=True,
    )
    os.close(sending)
    return StartedWorker(process, receiving)
