"""Supervision of the worker: it passes commands and events on, and restarts a worker that ends."""

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
        on_event: Callable[[Message], None],
        on_end: Callable[[int], None],
    ) -> None:
        self.worker = worker
        """The running worker."""
        self.start = start
        """The first command for each worker."""
        self.on_event = on_event
        """Called with each event."""
        self.on_end = on_end
        """Called with the exit code of a worker that has ended, after a new one is started."""
        self.send(start)

    async def run(self) -> None:
        """Keep a worker running until this task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            reader = MessageReader()
            events = self.worker.events

            # The defaults bind the pipe and the reader of this worker, not of its successor.
            def receive(pipe: int = events, reader: MessageReader = reader) -> None:
                for event in reader.feed(os.read(pipe, 65536)):
                    self.on_event(event)

            loop.add_reader(events, receive)
            try:
                code = await asyncio.to_thread(self.worker.process.wait)
            finally:
                loop.remove_reader(events)
                self.worker.stop()
                os.close(events)
            self.worker = start_worker()
            self.send(self.start)
            self.on_end(code)

    def send(self, command: Message) -> None:
        """Send a command to the worker; if the worker has just ended, `on_end` repeats it."""
        stream = self.worker.process.stdin
        if stream is not None:
            with suppress(OSError):
                stream.write(json.dumps(command).encode() + b"\n")
                stream.flush()
