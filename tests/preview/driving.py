"""A worker of the preview, driven by a test as the server drives it."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from building import Project
from sidebar_limit import EXTENSION
from sphinx_processes import ForkedWorker, SphinxProcesses

from sphinx_docsnav.preview.channel import MessageReader, SphinxArguments

PATIENCE = 240
"""Seconds to wait for an answer, on a machine that has other things to do."""


def arguments_for(project: Project, theme: str = "basic", **settings: object) -> SphinxArguments:
    """Return the arguments of the builds of a site without conf.py, as tests build it."""
    limit = 0 if theme == "alabaster" else 1000
    extensions = f"sphinx_docsnav,{EXTENSION}"
    base = {"extensions": extensions, "html_theme": theme, EXTENSION: limit}
    doctrees = project.root / "doctrees" / "html"
    return SphinxArguments(
        str(project.src), None, str(project.output()), str(doctrees), base | settings
    )


def arguments_with_conf(project: Project) -> SphinxArguments:
    """Return the arguments of the builds of a project with its own conf.py."""
    folder, doctrees = str(project.src), str(project.root / "doctrees" / "html")
    return SphinxArguments(folder, folder, str(project.output()), doctrees, {})


class DrivenWorker:
    """A worker, its commands and its events."""

    def __init__(self, process: ForkedWorker, log: Path) -> None:
        self.process = process
        self.log = log
        self.lines = MessageReader()
        self.heard: list[dict[str, Any]] = []
        self.batch = -1
        self.saves = 0

    def start(self, arguments: SphinxArguments) -> None:
        """Choose what the next builds build."""
        self.tell(do="start", sphinx=asdict(arguments), folder=str(self.log.parent))

    def tell(self, **command: object) -> None:
        os.write(self.process.commands, json.dumps(command).encode() + b"\n")

    def wait_for(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first event that *is_it*, and forget those before."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self.heard:
                event = self.heard.pop(0)
                if is_it(event):
                    return event
            if select.select([self.process.events], [], [], 0.2)[0]:
                data = os.read(self.process.events, 9999)
                self.heard += [dict(event) for event in self.lines.feed(data)]
        logs = [path.read_text("utf-8") for path in self.log.parent.glob("*log")]
        pytest.fail("\n".join(logs))

    def build(self, shown: Sequence[str] = (), draft: Sequence[str] = ()) -> dict[str, Any]:
        """Build what has changed; return the event at the end, with its report."""
        self.begin(shown, draft)
        return self.built()

    def build_anew(self) -> dict[str, Any]:
        """Build everything, as in an empty folder; return the event at the end with its report."""
        self.begin(anew=True)
        return self.built()

    def can_build(self) -> bool:
        """Build what has changed; return whether docs.json can be used."""
        return bool(self.build()["code"] == 0)

    def begin(
        self, shown: Sequence[str] = (), draft: Sequence[str] = (), *, anew: bool = False
    ) -> None:
        self.batch += 1
        about = {"batch": self.batch, "others": self.batch, "shown": shown, "draft": draft}
        self.tell(do="build", **about, anew=anew)

    def built(self) -> dict[str, Any]:
        event = self.wait_for(
            lambda event: event["event"] == "built" and event["batch"] == self.batch
        )
        report = Path(event["report"])
        return event | (json.loads(report.read_text("utf-8")) if report.exists() else {})

    def draft(self, name: str) -> str:
        """Return the draft of a page; any file may have changed since the last one."""
        self.request_draft(name)
        return self.drafted(name)

    def draft_report(self, name: str) -> dict[str, Any]:
        """Return the report of a draft, for which all files are read again."""
        self.request_draft(name, newer=1)
        event = self.wait_for(lambda event: event.get("name") == name)
        assert event["event"] == "drafted", self.log.read_text("utf-8")
        report: dict[str, Any] = json.loads(Path(event["report"]).read_text("utf-8"))
        return report

    def request_draft(self, name: str, newer: int = 0) -> None:
        self.saves += 1
        others = self.batch + self.saves
        self.tell(do="draft", batch=self.batch + newer, others=others, names=[name])

    def wait_for_drafter(self) -> None:
        """Wait until the drafter of the newest build answers: it writes a page first."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.tell(do="draft", batch=self.batch, others=0, names=["no-such-page.html"])
            event = self.wait_for(lambda event: event["event"] == "missed")
            if event["drafter"] == self.batch:
                return
        pytest.fail("the drafter of a former build is still there")

    def drafted(self, name: str) -> str:
        event = self.wait_for(lambda event: event.get("name") == name)
        assert event["event"] == "drafted", self.log.read_text("utf-8")
        return Path(event["file"]).read_text("utf-8")


@contextmanager
def driven_worker(
    processes: SphinxProcesses, folder: Path, arguments: SphinxArguments | None = None
) -> Iterator[DrivenWorker]:
    """Run a worker for builds with *arguments*; *folder* is for its files and its log."""
    folder.mkdir(parents=True, exist_ok=True)
    process = processes.start_worker(folder)
    worker = DrivenWorker(process, folder / "log")
    if arguments is not None:
        worker.start(arguments)
    try:
        yield worker
    finally:
        processes.kill_worker(process)
