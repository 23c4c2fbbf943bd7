"""What the preview builds, watches and serves; also as the command line of sphinx-autobuild."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.preview.allowed_hosts import is_every_address

IGNORED = (
    *(".git", ".hg", ".idea", ".mypy_cache", "node_modules", ".nox", ".ruff_cache"),
    *(".pytest_cache", ".pytype", ".svn", ".tox", ".venv", "venv", ".vscode"),
)
"""What sphinx-autobuild ignores in the working directory."""


@dataclass(frozen=True)
class PreviewOptions:
    """What the preview builds, watches and serves."""

    arguments: Sequence[str]
    """Those of ``sphinx-build``."""
    source: Path
    """The folder of the sources."""
    output: Path
    """The folder that is served."""
    watch: Sequence[str]
    """Other folders whose changes are built."""
    ignore: Sequence[str]
    """Paths and patterns of what is not watched."""
    re_ignore: Sequence[str]
    """Regular expressions for paths that are not watched."""
    pre_build: Sequence[str]
    """Commands to run before each build."""
    post_build: Sequence[str]
    """Commands to run after each build that succeeds."""
    host: str
    """The address to listen on, or a name that has one."""
    port: int
    opens: bool
    """Whether to open a browser."""
    allowed_hosts: Sequence[str] = ()
    """Other hosts that requests may be for."""
    editor: str = ""
    """The URL that opens a file in an editor, with ``{path}``, ``{line}`` and ``{column}``."""

    @property
    def address(self) -> str:
        """Host and port, as in a URL that this machine can open."""
        host = "localhost" if is_every_address(self.host) else self.host
        host = f"[{host}]" if ":" in host else host
        return f"{host}:{self.port}"

    def words(self) -> list[str]:
        """Return the command line of sphinx-autobuild that does the same."""
        line = [*self.arguments, "--host", self.host, "--port", str(self.port)]
        for name, values in (
            ("--watch", self.watch),
            ("--ignore", self.ignore),
            ("--re-ignore", self.re_ignore),
            ("--pre-build", self.pre_build),
            ("--post-build", self.post_build),
        ):
            line += [word for value in values for word in (name, value)]
        return [*line, "--open-browser", "--delay", "0"] if self.opens else line
