"""The command line of sphinx-autobuild, as the preview uses it.

``_parse_args`` is no public API of sphinx-autobuild; nothing else separates its options from those
of ``sphinx-build``. Checked with 2024.10.3 and 2025.8.25; without it, `serve` runs
sphinx-autobuild itself.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_autobuild.__main__ import _parse_args
from sphinx_autobuild.utils import find_free_port

IGNORED = (
    *(".git", ".hg", ".idea", ".mypy_cache", "node_modules", ".nox", ".ruff_cache"),
    *(".pytest_cache", ".pytype", ".svn", ".tox", ".venv", "venv", ".vscode"),
)
"""What sphinx-autobuild ignores in the working directory."""


@dataclass(frozen=True)
class PreviewOptions:
    """What the preview builds, watches and serves."""

    arguments: list[str]
    """Those of ``sphinx-build``."""
    source: Path
    """The folder of the sources."""
    output: Path
    """The folder that is served."""
    watched: list[Path]
    """Folders whose changes are built."""
    ignored: list[str]
    """Paths and patterns of what is not watched."""
    ignored_like: list[str]
    """Regular expressions of the same."""
    before: list[list[str]]
    """Commands to run before each build."""
    after: list[list[str]]
    """Commands to run after each build that succeeded."""
    host: str
    port: int
    opens: bool
    """Whether to open a browser."""
    delay: float
    """Seconds to wait until then."""
    builds_first: bool = True
    """Whether to build at the start."""
    editor: str = ""
    """The URL that opens a file in an editor, with ``{path}``, ``{line}`` and ``{column}``."""

    @property
    def address(self) -> str:
        """Host and port, as in a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @classmethod
    def parse(cls, words: Sequence[str], editor: str = "") -> PreviewOptions:
        """Read the words of sphinx-autobuild's command line."""
        found: Any
        found, arguments = _parse_args(list(words))
        own = (found.outdir, found.warnings_file, found.doctree_dir)
        ignored = [*IGNORED, *found.ignore, *filter(None, own)]
        watched = [found.sourcedir, *map(Path, found.additional_watched_dirs)]
        return cls(
            arguments=arguments,
            source=found.sourcedir,
            output=found.outdir / found.make_mode_builder,
            watched=[path.resolve() for path in watched],
            ignored=[str(path) for path in ignored],
            ignored_like=found.re_ignore,
            before=[shlex.split(command) for command in found.pre_build],
            after=[shlex.split(command) for command in getattr(found, "post_build", [])],
            host=found.host,
            port=found.port or find_free_port(),
            opens=found.open_browser,
            delay=found.delay,
            builds_first=not found.no_initial_build,
            editor=editor,
        )
