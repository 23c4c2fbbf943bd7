"""Supervision of the worker: it passes commands and events on, and restarts a worker that ends."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress

from sphinx_docsnav.preview.channel import Message, MessageReader, StartedWorker, start_worker

MAX_FAILED_STARTS = 3
"""How many workers in a row may end without an event before no further one is started."""


class Supervisor:
    """Keeps a worker running while the server runs.

    If several workers in a row end without an event, for example because Sphinx cannot be imported,
    no worker runs until the next request for a build.
    """

    def __init__(
        self,
        worker: StartedWorker,
        start: Message,
        on_event: Callable[[Message], None],
        on_end: Callable[[int, bool], None],
    ) -> None:
        self.worker = worker
        """The running worker."""
        self.start = start
        """The first command for each worker."""
        self.on_event = on_event
        """Called with each event."""
        self.on_end = on_end
        """Called with the exit code of a worker that has ended, and whether a new one runs."""
        self.is_stopped = False
        """Whether no worker runs until the next request for a build."""
        self._failed_starts = 0
        self._build_request: Message = {}
        self._is_requested = asyncio.Event()
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
                    self._failed_starts = 0
                    self.on_event(event)

            loop.add_reader(events, receive)
            try:
                code = await asyncio.to_thread(self.worker.process.wait)
            finally:
                loop.remove_reader(events)
                self.worker.stop()
                os.close(events)
            self._failed_starts += 1
            # An idle worker may end, too, so a further start waits for a build that needs it.
            if self._failed_starts >= MAX_FAILED_STARTS:
                self.is_stopped = True
                self._is_requested.clear()
                self.on_end(code, False)  # noqa: FBT003 -- the callback names its parameters
                await self._is_requested.wait()
                self.is_stopped = False
                self.worker = start_worker()
                self.send(self.start)
                self.send(self._build_request)
            else:
                self.worker = start_worker()
                self.send(self.start)
                self.on_end(code, True)  # noqa: FBT003 -- the callback names its parameters

    def send(self, command: Message) -> None:
        """Send a command to the worker; if the worker has just ended, `on_end` repeats it.

        While no worker runs, a request for a build starts one, and other commands are ignored.
        """
        if self.is_stopped:
            if command["do"] == "build":
                self._build_request = command
                self._is_requested.set()
            return
        stream = self.worker.process.stdin
        if stream is not None:
            with suppress(OSError):
                stream.write(json.dumps(command).encode() + b"\n")
                stream.flush()
