"""Options of the preview, which sphinx-autobuild gets as its command line on Windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.preview.allowed_hosts import is_every_address
from sphinx_docsnav.preview.channel import SphinxArguments

IGNORED_NAMES = (
    *(".git", ".hg", ".idea", ".mypy_cache", "node_modules", ".nox", ".ruff_cache"),
    *(".pytest_cache", ".pytype", ".svn", ".tox", ".venv", "venv", ".vscode"),
)
"""Folders in the working directory whose changes are ignored, as sphinx-autobuild does."""


@dataclass(frozen=True)
class PreviewOptions:
    """The options of the preview."""

    sphinx: SphinxArguments
    """The arguments of each build."""
    source: Path
    """The folder of the sources."""
    output: Path
    """The folder that is served."""
    watch: Sequence[str]
    """Further folders to watch."""
    ignore: Sequence[str]
    """Paths and patterns of files that are not watched."""
    pre_build: Sequence[str]
    """Commands to run before each build."""
    post_build: Sequence[str]
    """Commands to run after each successful build."""
    host: str
    """The address or host name on which the server listens."""
    port: int
    opens: bool
    """Whether to open a browser."""
    allowed_hosts: Sequence[str] = ()
    """Further hosts whose requests are answered."""
    has_conf: bool = False
    """Whether the project has a conf.py; if so, the author can rebuild everything."""
    editor: str = ""
    """The URL that opens a file in an editor, with ``{path}``, ``{line}`` and ``{column}``."""

    @property
    def address(self) -> str:
        """The host and the port in a URL that this machine can open."""
        host = "localhost" if is_every_address(self.host) else self.host
        host = f"[{host}]" if ":" in host else host
        return f"{host}:{self.port}"

    def autobuild_arguments(self) -> list[str]:
        """Return the arguments with which sphinx-autobuild builds and serves the same."""
        given = self.sphinx
        line = [given.source, given.output, "-d", given.doctrees, "-j", str(given.jobs)]
        line += ["-c", given.conf] if given.conf else ["-C"]
        for name, value in given.settings.items():
            line += ["-D", f"{name}={_format_option(value)}"]
        line += ["--host", self.host, "--port", str(self.port)]
        for name, values in (
            ("--watch", self.watch),
            ("--ignore", self.ignore),
            ("--pre-build", self.pre_build),
            ("--post-build", self.post_build),
        ):
            line += [word for value in values for word in (name, value)]
        return [*line, "--open-browser", "--delay", "0"] if self.opens else line


def _format_option(value: object) -> str:
    """Return the value of a setting in the syntax of Sphinx's command line."""
    if isinstance(value, list):
        return ",".join(value)
    return str(int(value) if isinstance(value, bool) else value)
