"""What the server knows of the builds: what is asked for, built, drafted, and wrong."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from sphinx_docsnav.preview.autobuild_options import PreviewOptions
from sphinx_docsnav.preview.channel import Message, StartedWorker
from sphinx_docsnav.preview.faults_shown import FaultTable
from sphinx_docsnav.preview.supervisor import Supervisor

EXIT_CODES_OF_PAGES = (0, 1)
"""The exit codes of builds that have written all pages; 1 if there were errors."""
CLOCK_LAG = 0.1
"""By how many seconds the times of a file system may be behind the clock, at most."""
MOST_LISTED = 5
"""How many changed files are named in the terminal."""


class Building:
    """Asks the worker for builds, one after the other, and for drafts."""

    def __init__(self, options: PreviewOptions, folder: Path, worker: StartedWorker) -> None:
        self.options = options
        self.folder = folder
        self.newest_batch = 0
        """The number of the newest changes."""
        self.newest_of_others = 0
        """The number of the newest changes to other files than pages."""
        self.built_batch = -1
        """The number of the newest changes that a build has finished with."""
        self.written_batch = -1
        """The number of the newest changes whose pages a build has written."""
        self.is_anew_wanted = False
        """Whether the next build reads all documents and writes all pages."""
        self.drafts: dict[str, tuple[int, Path]] = {}
        """The changes that the draft of a page includes, and its file, by URL."""
        self.faults = FaultTable(options.source)
        self.notify_pages: Callable[..., None] = lambda *_, **__: None
        """Tells open pages what has happened."""
        self.open_pages: Callable[[], list[str]] = list
        """Returns the URLs of the open pages."""
        self.waiting: dict[str, list[asyncio.Future[Path | None]]] = {}
        """The requests that wait for the draft of a page, by URL."""
        start = {"do": "start", "sphinx": asdict(options.sphinx), "folder": str(folder)}
        self.worker = Supervisor(worker, start, self._handle_event, self._build_again)
        self.crashed_batch = -1
        """The number of the newest changes when the worker last ended by itself."""
        self.post_build: asyncio.Future[int] | None = None
        """The commands that run after a build."""
        self.changes: asyncio.Queue[Sequence[Path]] = asyncio.Queue()
        """What was saved and is not built yet; no path for a build of everything."""
        self.began = time.time() - CLOCK_LAG
        """When the first build may have begun, before anything watches the files."""
        if not options.pre_build:
            self._build(draft=True)

    async def run(self) -> None:
        """Keep the worker running, and pass on what has changed."""
        keeper = asyncio.create_task(self.worker.run())
        try:
            say("Starting initial build")
            if self.options.pre_build:
                await self._build_after_commands()
            say(f"Serving on http://{self.options.address}")
            say("Waiting to detect changes...")
            while True:
                paths = list(await self.changes.get())
                while not self.changes.empty():
                    paths += self.changes.get_nowait()
                self.newest_batch += 1
                if not all(map(self.faults.is_page, paths)):
                    self.newest_of_others = self.newest_batch
                if self.is_anew_wanted:
                    say("Building everything anew...")
                else:
                    name_changes(paths)
                await self._build_after_commands()
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

    async def _build_after_commands(self) -> None:
        """Have the changes built unless a command that runs before fails."""
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
        pages, anew, self.is_anew_wanted = self.open_pages(), self.is_anew_wanted, False
        self._send("build", shown=pages, draft=pages if draft else [], anew=anew)

    def _send(self, do: str, **more: list[str] | bool) -> None:
        self.worker.send(
            {"do": do, "batch": self.newest_batch, "others": self.newest_of_others, **more}
        )

    def _handle_event(self, event: Message) -> None:
        match event["event"]:
            case "drafted":
                self._note_draft(event["name"], event["batch"], Path(event["file"]))
            case "missed":
                self._answer(event["name"], None)
            case "progress":
                self.notify_pages("progress", text=event["text"])
            case "built":
                self._note_build(event["batch"], event["code"], Path(event["report"]))

    def _note_draft(self, name: str, batch: int, file: Path) -> None:
        if batch <= self.written_batch:
            file.unlink(missing_ok=True)
            self._answer(name, None)
            return
        self.drafts[name] = (batch, file)
        self._answer(name, file)
        self.notify_pages("page", name)

    def _note_build(self, batch: int, code: int, report: Path) -> None:
        self.built_batch = batch
        has_report = report.is_file()
        if has_report:
            self.faults.update(json.loads(report.read_text("utf-8")))
            report.unlink()
        if (
            code in EXIT_CODES_OF_PAGES and has_report
        ):  # Python ends with 1 as well, after an exception
            self.written_batch = batch
            self.drafts = {name: item for name, item in self.drafts.items() if item[0] > batch}
            self.notify_pages("page")
        else:
            say(
                f"The build ended with code {code}; the pages of the last good one are still "
                "served. Correct the cause above, and save"
            )
        self.notify_pages("faults")
        self.notify_pages("progress", text="")
        if batch == self.newest_batch:
            for name in list(self.waiting):
                self._answer(name, None)
        if self.written_batch == batch and self.options.post_build:
            self.post_build = asyncio.ensure_future(
                self._run("post-build", self.options.post_build)
            )
        say(f"Serving on http://{self.options.address}")

    def _build_again(self, code: int) -> None:
        """Say that the worker has ended by itself, and build again, once for each change."""
        is_first_crash = self.crashed_batch != self.newest_batch
        say(
            f"The building process ended by itself ({_reason(code)}), and was started again"
            + ("" if is_first_crash else "; save a file to build")
        )
        self.crashed_batch = self.newest_batch
        if is_first_crash:
            self._build(draft=False)

    def draft_of(self, name: str) -> Path | None:
        """Return the draft of the page of URL *name*, if there is one that is newer than it."""
        _, file = self.drafts.get(name, (0, None))
        return file if file is not None and file.is_file() else None

    def file_beside(self, name: str) -> Path | None:
        """Return what drafters have written of a file, such as a picture, if it is the newest."""
        if self.built_batch == self.newest_batch:
            return None
        newest, newest_path = _time_of(self.options.output / name), None
        for folder in self.folder.glob("drafts-*"):
            path = (folder / name).resolve()
            time_saved = _time_of(path)
            if time_saved > newest and path.is_relative_to(folder.resolve()):
                newest, newest_path = time_saved, path
        return newest_path

    async def wait_for(self, name: str, patience: float) -> Path | None:
        """Return the draft of a page as soon as there is one, ``None`` if it will not come."""
        if self.built_batch == self.newest_batch:
            return None
        answer: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(name, []).append(answer)
        self._send("draft", names=[name])
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError:
            return None

    def _answer(self, name: str, file: Path | None) -> None:
        for answer in self.waiting.pop(name, ()):
            if not answer.done():
                answer.set_result(file)


def _time_of(path: Path) -> int:
    """Return when a file was saved; -1 if there is none."""
    return path.stat().st_mtime_ns if path.is_file() else -1


def say(text: str) -> None:
    """Write a line with the time to the terminal."""
    print(f"[{time.strftime('%H:%M:%S')}] {text}", flush=True)  # noqa: T201 -- what an author reads


def name_changes(paths: Sequence[Path]) -> None:
    """Write what has changed to the terminal."""
    here = Path.cwd()
    existing = [path for path in dict.fromkeys(paths) if path.exists()][:MOST_LISTED]
    names = [
        (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
        for path in existing
    ]
    if names:
        say(f"Detected changes ({', '.join(names)})")
    say("Rebuilding...")


def _run(step: str, command: Sequence[str]) -> int:
    """Run a command of the author; return its exit code."""
    say(f"{step}: {shlex.join(command)}")
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
