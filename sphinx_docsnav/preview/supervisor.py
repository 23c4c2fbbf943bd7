"""Passes commands to the worker and its events on, and starts it again if it ends by itself."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress

from sphinx_docsnav.preview.channel import Message, MessageReader, StartedWorker, start_worker


class Supervisor:
    """Keeps a worker running while the server runs."""

    def __init__(
        self,
        worker: StartedWorker,
        start: Message,
        heard: Callable[[Message], None],
        ended: Callable[[int], None],
    ) -> None:
        self.worker = worker
        """The worker that runs."""
        self.start = start
        """The first command of each worker."""
        self.heard = heard
        """Is called with each event."""
        self.ended = ended
        """Is called with the exit code of a worker that has ended by itself, after a new one has
        been started."""
        self.tell(start)

    async def run(self) -> None:
        """Keep a worker running until this task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            lines = MessageReader()
            events = self.worker.events

            def receive(pipe: int = events, lines: MessageReader = lines) -> None:
                for event in lines.feed(os.read(pipe, 65536)):
                    self.heard(event)

            loop.add_reader(events, receive)
            try:
                code = await asyncio.to_thread(self.worker.process.wait)
            finally:
                loop.remove_reader(events)
                self.worker.stop()
                os.close(events)
            self.worker = start_worker()
            self.tell(self.start)
            self.ended(code)

    def tell(self, command: Message) -> None:
        """Send a command to the worker; one that has just ended is told again by `ended`."""
        stream = self.worker.process.stdin
        if stream is not None:
            with suppress(OSError):
                stream.write(json.dumps(command).encode() + b"\n")
                stream.flush()
