"""Builds in processes of their own, without the time that Sphinx takes to start.

One process imports Sphinx and the extension, and builds a site. Each build, and each worker of the
preview, is a fork of it, so that what a theme or an extension changes in Sphinx is gone with the
build.
"""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sphinx_docsnav.features import FEATURES, make_extension_name
from sphinx_docsnav.garbage import left_alone
from sphinx_docsnav.preview.channel import WORKER_CODE

OF_THEMES = ("bs4", "requests")
"""What several themes import."""
SITE = Path(__file__).parent / "sites" / "features"
"""A site with every kind of page and most kinds of element."""


@dataclass(frozen=True)
class ForkedWorker:
    """A running worker of the preview, in a session of its own."""

    pid: int
    commands: int
    """The file descriptor of its standard input."""
    events: int
    """The file descriptor of the pipe with its events."""


class SphinxProcesses:
    """Runs ``sphinx-build``, or our command line, in forked processes, one after the other."""

    def __init__(self, templates: Path) -> None:
        """:param templates: the folder of compiled templates, which all builds share."""
        self._templates = templates
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server:
            self._server.communicate()

    def run(
        self, *words: str, cwd: Path | None = None, program: str = "sphinx"
    ) -> subprocess.CompletedProcess[str]:
        """Return how a program ended in the folder *cwd*, and what it said.

        :param words: its arguments.
        :param program: ``sphinx``, or ``sphinx_docsnav``.
        """
        if not hasattr(os, "fork"):
            command = [sys.executable, "-W", "ignore", "-m", program, *words]
            return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
        with tempfile.TemporaryDirectory() as folder:
            said = [str(Path(folder, name)) for name in ("out", "err")]
            request = {"words": words, "cwd": str(cwd or "."), "said": said, "program": program}
            code = self._ask(request)
            out, err = (Path(path).read_text("utf-8") for path in said)
        return subprocess.CompletedProcess(words, code, out, err)

    def start_worker(self, folder: Path) -> ForkedWorker:
        """Start a worker of the preview, as `sphinx_docsnav.preview.channel.start_worker` does.

        :param folder: for its pipes and its log, the file ``log``.
        """
        pipes = [folder / "commands", folder / "events"]
        for pipe in pipes:
            pipe.unlink(missing_ok=True)
            os.mkfifo(pipe)
        # A pipe opens when both ends do; only this one need not wait for its writer.
        events = os.open(pipes[1], os.O_RDONLY | os.O_NONBLOCK)
        said = [str(folder / "log")] * 2
        request = {"pipes": [str(pipe) for pipe in pipes], "said": said, "path": sys.path}
        pid = self._ask(request | {"program": "worker"})
        return ForkedWorker(pid, os.open(pipes[0], os.O_WRONLY), events)

    def kill_worker(self, worker: ForkedWorker) -> None:
        """Kill a worker and all processes that it has started; return when it has ended."""
        os.killpg(worker.pid, signal.SIGKILL)
        self._ask({"program": "join", "pid": worker.pid})
        os.close(worker.commands)
        os.close(worker.events)

    def _ask(self, request: Mapping[str, object]) -> int:
        """Send a request to the process that forks, which is started first; return its answer."""
        if not self._server:
            command = [sys.executable, "-W", "ignore", __file__, str(self._templates)]
            pipe = subprocess.PIPE
            self._server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        return int(self._server.stdout.readline())


def _serve() -> None:
    """Answer each line of standard input: an exit code, or the identifier of a worker."""
    logging.disable(logging.DEBUG)  # as in `conftest.py`
    from sphinx.application import builtin_extensions  # noqa: PLC0415 -- in the server only
    from sphinx.cmd.build import main as build  # noqa: PLC0415 -- as above

    from sphinx_docsnav.cli import main as command_line  # noqa: PLC0415 -- as above

    programs: dict[str, Callable[[Sequence[str]], int]]
    programs = {"sphinx": build, "sphinx_docsnav": command_line}
    for module in (*builtin_extensions, *map(make_extension_name, FEATURES), *OF_THEMES):
        with suppress(ImportError):  # with another version of Sphinx, the build imports it later
            import_module(module)
    _build_once(command_line)
    workers: dict[int | None, BaseProcess] = {}
    fork = get_context("fork")
    for line in sys.stdin:
        request = json.loads(line)
        match request["program"]:
            case "worker":
                process = fork.Process(target=_work, args=(request,))
                process.start()
                workers[process.pid] = process
                answer = process.pid
            case "join":
                worker = workers.pop(request["pid"])
                worker.join()
                answer = worker.exitcode
            case program:
                # Of `multiprocessing`, which at the end of a process ends those that a theme has
                # started.
                process = fork.Process(target=_build, args=(programs[program], request))
                process.start()
                process.join()
                answer = process.exitcode
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def _build_once(command_line: Callable[[Sequence[str]], int]) -> None:
    """Build a site, so that no fork imports and compiles again what nearly every build needs."""
    with (
        tempfile.TemporaryDirectory() as output,
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()) as errors,
    ):
        code = command_line(["build", str(SITE), output, "--no-remote", "-j1", "--theme", "basic"])
    if code:
        raise RuntimeError(errors.getvalue())
    # Each fork is a process with its first build.
    left_alone.has_released = False


def _work(request: Mapping[str, Any]) -> None:
    """Be a worker of the preview in this process, which has been forked for it."""
    os.setsid()
    _redirect_output(request["said"])
    commands, events = request["pipes"]
    os.dup2(os.open(commands, os.O_RDONLY), 0)
    sys.argv = ["-c", str(os.open(events, os.O_WRONLY))]
    sys.path[:] = request["path"]
    exec(WORKER_CODE, {"__name__": "__main__"})  # noqa: S102 -- as `python -c` runs it


def _build(program: Callable[[Sequence[str]], int], request: Mapping[str, Any]) -> None:
    """Run a program in this process, which has been forked for it."""
    os.chdir(request["cwd"])
    _redirect_output(request["said"])
    # As in a process of its own, in which our messages differ if it is Sphinx's program.
    name = "sphinx-build" if request["program"] == "sphinx" else "sphinx-docsnav"
    sys.argv = [f"/usr/bin/{name}", *request["words"]]
    sys.exit(program(request["words"]))


def _redirect_output(paths: Sequence[str]) -> None:
    """Let this process write its output and its errors to the ends of two files."""
    for stream, path in enumerate(paths, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)


if __name__ == "__main__":
    from shared_entry_points import entry_points_shared
    from shared_templates import templates_shared

    # The folder of this file holds helpers of tests, which a site must not find.
    sys.path.remove(str(Path(__file__).parent))
    with templates_shared(Path(sys.argv[1])), entry_points_shared():
        entry_points(group="sphinx.builders")  # before the first fork
        _serve()
