"""What the server knows of the builds: what is asked for, built, drafted, and wrong."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from sphinx_autobuild.utils import show_command, show_message

from sphinx_docsnav.preview.autobuild_options import PreviewOptions
from sphinx_docsnav.preview.channel import Message, StartedWorker
from sphinx_docsnav.preview.faults_shown import FaultTable
from sphinx_docsnav.preview.supervisor import Supervisor

WRITTEN = (0, 1)
"""The exit codes of builds that have written all pages; 1 if there were errors."""
LAG = 0.1
"""By how many seconds the times of a file system may be behind the clock, at most."""
LISTED = 5
"""How many changed files are named in the terminal."""


class Building:
    """Asks the worker for builds, one after the other, and for drafts."""

    def __init__(self, options: PreviewOptions, folder: Path, worker: StartedWorker) -> None:
        self.options = options
        self.folder = folder
        self.asked = 0
        """The number of the newest changes."""
        self.others = 0
        """The number of the newest changes to other files than pages."""
        self.built = -1
        """The number of the newest changes that a build has finished with."""
        self.written = -1
        """The number of the newest changes whose pages a build has written."""
        self.is_anew_wanted = False
        """Whether the next build reads all documents and writes all pages."""
        self.drafts: dict[str, tuple[int, Path]] = {}
        """The changes that the draft of a page includes, and its file, by URL."""
        self.faults = FaultTable(options.source)
        self.tell_pages: Callable[..., None] = lambda *_, **__: None
        """Tells open pages what has happened."""
        self.shown: Callable[[], list[str]] = list
        """Returns the URLs of the open pages."""
        self.waiting: dict[str, list[asyncio.Future[Path | None]]] = {}
        start = {"do": "start", "sphinx": asdict(options.sphinx), "folder": str(folder)}
        self.worker = Supervisor(worker, start, self._hear, self._mourn)
        self.last_crash = -1
        self.after: asyncio.Future[int] | None = None
        """The commands that run after a build."""
        self.changes: asyncio.Queue[Sequence[Path]] = asyncio.Queue()
        self.began = time.time() - LAG
        """When the first build may have begun, before anything watches the files."""
        if not options.pre_build:
            self._build(draft=True)

    async def run(self) -> None:
        """Keep the worker running, and pass on what has changed."""
        keeper = asyncio.create_task(self.worker.run())
        try:
            say("Starting initial build")
            if self.options.pre_build:
                await self._ask()
            say(f"Serving on http://{self.options.address}")
            say("Waiting to detect changes...")
            while True:
                paths = list(await self.changes.get())
                while not self.changes.empty():
                    paths += self.changes.get_nowait()
                self.asked += 1
                if not all(map(self.faults.is_page, paths)):
                    self.others = self.asked
                if self.is_anew_wanted:
                    say("Building everything anew...")
                else:
                    name_changes(paths)
                await self._ask()
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    def stop(self) -> None:
        """End the worker."""
        self.worker.worker.stop()

    def changed(self, *, changed_paths: Sequence[Path]) -> None:
        """Take what was saved; called by the watcher."""
        self.changes.put_nowait(changed_paths)

    def build_anew(self) -> None:
        """Have all documents read and all pages written, as in an empty folder."""
        self.is_anew_wanted = True
        self.changes.put_nowait(())

    async def _ask(self) -> None:
        if await self._run("pre-build", self.options.pre_build):
            return
        self._build(draft=True)

    async def _run(self, step: str, commands: Sequence[str]) -> int:
        """Run commands of the author up to one that fails; return its exit code."""
        for command in commands:
            if code := await asyncio.to_thread(_run, step, shlex.split(command)):
                return code
        return 0

    def _build(self, *, draft: bool) -> None:
        """Have the changes, or all pages, built; if *draft*, draft the open pages before."""
        shown, anew, self.is_anew_wanted = self.shown(), self.is_anew_wanted, False
        self._tell("build", shown=shown, draft=shown if draft else [], anew=anew)

    def _tell(self, do: str, **more: list[str] | bool) -> None:
        self.worker.tell({"do": do, "batch": self.asked, "others": self.others, **more})

    def _hear(self, event: Message) -> None:
        match event["event"]:
            case "drafted":
                self._note_draft(event["name"], event["batch"], Path(event["file"]))
            case "missed":
                self._answer(event["name"], None)
            case "progress":
                self.tell_pages("progress", text=event["text"])
            case "built":
                self._note_build(event["batch"], event["code"], Path(event["report"]))

    def _note_draft(self, name: str, batch: int, file: Path) -> None:
        if batch <= self.written:
            file.unlink(missing_ok=True)
            self._answer(name, None)
            return
        self.drafts[name] = (batch, file)
        self._answer(name, file)
        self.tell_pages("page", name)

    def _note_build(self, batch: int, code: int, report: Path) -> None:
        self.built = batch
        has_report = report.is_file()
        if has_report:
            self.faults.update(json.loads(report.read_text("utf-8")))
            report.unlink()
        if code in WRITTEN and has_report:  # Python ends with 1 as well, after an exception
            self.written = batch
            self.drafts = {name: item for name, item in self.drafts.items() if item[0] > batch}
            self.tell_pages("page")
        else:
            say(
                f"The build ended with code {code}; the pages of the last good one are still "
                "served. Correct the cause above, and save"
            )
        self.tell_pages("faults")
        self.tell_pages("progress", text="")
        if batch == self.asked:
            for name in list(self.waiting):
                self._answer(name, None)
        if self.written == batch and self.options.post_build:
            self.after = asyncio.ensure_future(self._run("post-build", self.options.post_build))
        say(f"Serving on http://{self.options.address}")

    def _mourn(self, code: int) -> None:
        """Say that the worker has ended by itself, and build again, once for each change."""
        again = self.last_crash != self.asked
        say(
            f"The building process ended by itself ({_reason(code)}), and was started again"
            + ("" if again else "; save a file to build")
        )
        self.last_crash = self.asked
        if again:
            self._build(draft=False)

    def draft_of(self, name: str) -> Path | None:
        """Return the draft of the page of URL *name*, if there is one that is newer than it."""
        _, file = self.drafts.get(name, (0, None))
        return file if file is not None and file.is_file() else None

    def file_beside(self, name: str) -> Path | None:
        """Return what drafters have written of a file, such as a picture, if it is the newest."""
        if self.built == self.asked:
            return None
        newest, found = _when_saved(self.options.output / name), None
        for folder in self.folder.glob("drafts-*"):
            path = (folder / name).resolve()
            saved = _when_saved(path)
            if saved > newest and path.is_relative_to(folder.resolve()):
                newest, found = saved, path
        return found

    async def wait_for(self, name: str, patience: float) -> Path | None:
        """Return the draft of a page as soon as there is one, ``None`` if it will not come."""
        if self.built == self.asked:
            return None
        answer: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(name, []).append(answer)
        self._tell("draft", names=[name])
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError:
            return None

    def _answer(self, name: str, file: Path | None) -> None:
        for answer in self.waiting.pop(name, ()):
            if not answer.done():
                answer.set_result(file)


def _when_saved(path: Path) -> int:
    """Return when a file was saved; -1 if there is none."""
    return path.stat().st_mtime_ns if path.is_file() else -1


def say(text: str) -> None:
    """Write a line to the terminal, as sphinx-autobuild does."""
    show_message(text)
    sys.stdout.flush()


def name_changes(paths: Sequence[Path]) -> None:
    """Write what has changed to the terminal."""
    here = Path.cwd()
    there = [path for path in dict.fromkeys(paths) if path.exists()][:LISTED]
    names = [
        (path.relative_to(here) if path.is_relative_to(here) else path).as_posix() for path in there
    ]
    if names:
        say(f"Detected changes ({', '.join(names)})")
    say("Rebuilding...")


def _run(step: str, command: Sequence[str]) -> int:
    """Run a command of the author; return its exit code."""
    say(step)
    show_command(list(command))
    try:
        code = subprocess.run(command, check=False).returncode  # noqa: S603 -- the author's own
    except OSError as error:
        say(f"The {step} command cannot be run: {error}")
        return 1
    if code:
        say(f"The {step} command exited with code {code}; correct it, and save a file")
    return code


def _reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
