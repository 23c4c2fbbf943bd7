"""Builds in processes of their own, without the time that Sphinx takes to start.

One process imports Sphinx and the extension. Each build is a fork of it, so that what a theme or an
extension changes in Sphinx is gone with the build.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sphinx_docsnav.features import FEATURES, extension_name

USED = (
    "sphinx_docsnav.core.extension",
    "sphinx_docsnav.core.reading.mdx_parser",
    "sphinx_docsnav.rendering.page_document",
    *map(extension_name, FEATURES),
)
"""Modules of ours that nearly every build needs."""


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
        command = [sys.executable, "-W", "ignore"]
        if not hasattr(os, "fork"):
            command += ["-m", program, *words]
            return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
        if not self._server:
            pipe = subprocess.PIPE
            command += [__file__, str(self._templates)]
            self._server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self._server.stdin
        assert self._server.stdout
        with tempfile.TemporaryDirectory() as folder:
            said = [str(Path(folder, name)) for name in ("out", "err")]
            request = {"words": words, "cwd": str(cwd or "."), "said": said, "program": program}
            self._server.stdin.write(json.dumps(request) + "\n")
            self._server.stdin.flush()
            code = int(self._server.stdout.readline())
            out, err = (Path(path).read_text("utf-8") for path in said)
        return subprocess.CompletedProcess(words, code, out, err)


def _serve() -> None:
    """Fork a build for each line of standard input, and print its exit code."""
    from sphinx.application import builtin_extensions  # noqa: PLC0415 -- in the server only
    from sphinx.cmd.build import main as build  # noqa: PLC0415 -- as above

    from sphinx_docsnav.cli import main as command_line  # noqa: PLC0415 -- as above

    programs: dict[str, Callable[[Sequence[str]], int]]
    programs = {"sphinx": build, "sphinx_docsnav": command_line}
    for module in (*builtin_extensions, *USED):
        with suppress(ImportError):  # with another version of Sphinx, the build imports it later
            import_module(module)
    for line in sys.stdin:
        request = json.loads(line)
        # Of `multiprocessing`, which at the end of a process ends those that a theme has started.
        process = get_context("fork").Process(
            target=_build, args=(programs[request["program"]], request)
        )
        process.start()
        process.join()
        sys.stdout.write(f"{process.exitcode}\n")
        sys.stdout.flush()


def _build(program: Callable[[Sequence[str]], int], request: Mapping[str, Any]) -> None:
    """Run a program in this process, which has been forked for it."""
    os.chdir(request["cwd"])
    for stream, path in enumerate(request["said"], 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    # As in a process of its own, in which our messages differ if it is Sphinx's program.
    name = "sphinx-build" if request["program"] == "sphinx" else "sphinx-docsnav"
    sys.argv = [f"/usr/bin/{name}", *request["words"]]
    sys.exit(program(request["words"]))


if __name__ == "__main__":
    from shared_templates import templates_shared

    # The folder of this file holds helpers of tests, which a site must not find.
    sys.path.remove(str(Path(__file__).parent))
    with templates_shared(Path(sys.argv[1])):
        _serve()
