"""The dates of the last commits of files."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Set as AbstractSet
from pathlib import Path

_PATIENCE = 60
"""Seconds after which the dates that are known have to do."""
_COMMIT = "\x01"
_SAFE = ("safe.bareRepository=explicit", "core.fsmonitor=false", "log.showSignature=false")
"""Settings with which git runs no program that the files of a site could name."""


class NoDatesError(Exception):
    """Git cannot tell the dates; the message says why."""


def commit_dates(folder: Path, files: AbstractSet[str]) -> dict[str, str]:
    """Return the day of the last commit of each of *files*, ``2026-08-13``.

    :param files: POSIX paths relative to *folder*. One that was never committed has no date.
    :raises NoDatesError: git is not installed, the folder is in no repository, or the clone is
        shallow: its oldest commit seems to change every file.
    """
    git = shutil.which("git")
    if git is None:
        raise NoDatesError("git is not installed")
    command = [git, *(part for setting in _SAFE for part in ("-c", setting))]
    question = [*command, "rev-parse", "--is-shallow-repository"]
    asked = subprocess.run(  # noqa: S603 -- no text of the site is among the arguments
        question, cwd=folder, capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise NoDatesError("the site is in no git repository")
    if asked.stdout.strip() == "true":
        raise NoDatesError(
            "the clone is shallow; fetch the whole history ('git fetch --unshallow')"
        )
    log = ["log", "-z", f"--format={_COMMIT}%cs", "--name-only", "--no-renames", "--relative"]
    found: dict[str, str] = {}
    with subprocess.Popen(  # noqa: S603 -- as above
        [*command, *log, "--", "."], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        limit = threading.Timer(_PATIENCE, process.kill)
        limit.start()
        day, rest = "", b""
        try:
            while len(found) < len(files) and (
                block := process.stdout and process.stdout.read(65536)
            ):
                *pieces, rest = (rest + block).split(b"\0")
                for piece in pieces:
                    name = piece.decode("utf-8", "surrogateescape").strip("\n")
                    if name.startswith(_COMMIT):
                        day, _, name = name[1:].partition("\n")
                    if name in files:
                        found.setdefault(name, day)
        finally:
            limit.cancel()
            process.kill()
    return found
