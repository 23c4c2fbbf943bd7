"""Starts the worker, passes commands and events, and starts it again if it ends by itself."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from sphinx_docsnav.preview.channel import Lines, Message


class Supervisor:
    """Keeps a worker running while the server runs."""

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        heard: Callable[[Message], None],
        ended: Callable[[int], None],
    ) -> None:
        self.arguments = list(arguments)
        """Those of ``sphinx-build``."""
        self.folder = folder
        """Where reports and drafts are written."""
        self.heard = heard
        """Is called with each event."""
        self.ended = ended
        """Is called with the exit code of a worker that has ended by itself, after a new one has
        been started."""
        self.process: asyncio.subprocess.Process | None = None
        self.early: list[Message] = []
        """Commands that were given before the worker ran."""

    async def run(self) -> None:
        """Keep a worker running until this task is cancelled."""
        while True:
            receiving, sending = os.pipe()
            loop, lines = asyncio.get_running_loop(), Lines()

            def receive(pipe: int = receiving, lines: Lines = lines) -> None:
                for event in lines.feed(os.read(pipe, 65536)):
                    self.heard(event)

            try:
                self.process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "sphinx_docsnav.preview.worker", str(sending)),
                    stdin=asyncio.subprocess.PIPE,
                    pass_fds=[sending],
                    start_new_session=True,
                )
                os.close(sending)
                loop.add_reader(receiving, receive)
                folder = str(self.folder)
                self.tell({"do": "start", "arguments": self.arguments, "folder": folder})
                early, self.early = self.early, []
                for command in early:
                    self.tell(command)
                code = await self.process.wait()
            finally:
                loop.remove_reader(receiving)
                os.close(receiving)
                self.stop()
            loop.call_soon(self.ended, code)

    def tell(self, command: Message) -> None:
        """Send a command to the worker, as soon as it runs."""
        if self.process is None:
            self.early.append(command)
        elif self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.write(json.dumps(command).encode() + b"\n")

    def stop(self) -> None:
        """End the worker with all its builds and drafters."""
        if self.process is not None:
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process = None
