"""Repositories for tests: commits, tags and branches of files that a test names."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ENV = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2024-05-01T12:00:00Z",
    "GIT_COMMITTER_DATE": "2024-05-01T12:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


@dataclass(frozen=True)
class History:
    """A repository that grows."""

    folder: Path

    def git(self, *words: str) -> str:
        """Run git and return what it prints."""
        command = ["git", "-C", str(self.folder), *words]
        done = subprocess.run(
            command, env=os.environ | ENV, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, files: Mapping[str, str | None], *tags: str) -> str:
        """Write and remove files, commit, and tag; return the name of the commit."""
        if not (self.folder / ".git").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self.git("init", "--quiet", "--initial-branch", "main")
        for name, text in files.items():
            path = self.folder / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "change")
        for tag in tags:
            self.git("tag", "--annotate", tag, "--message", tag)
        return self.git("rev-parse", "HEAD")
