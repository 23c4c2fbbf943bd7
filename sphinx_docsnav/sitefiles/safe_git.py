"""Run git without the programs that a repository names in its own configuration.

A folder of documentation can contain the ``.git`` of anybody. Filters are the exception: those who
export files replace them, see `Repository.export`.
"""

from __future__ import annotations

import os
import subprocess

_SAFE_SETTINGS = (
    # A bare repository below the folder would otherwise be taken for that of the site.
    "safe.bareRepository=explicit",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    # Checking a signature runs `gpg.program`.
    "log.showSignature=false",
    "protocol.ext.allow=never",
)
_SAFE_VARIABLES = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "https:ssh:file",
    # A partial clone fetches missing objects with `remote.*.uploadpack`, which is a program.
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}


class GitError(Exception):
    """Git or a ref cannot be used; the message contains the reason and the remedy."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
        """The exit status of git; 0 if git has not failed."""


def start_git(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start git without prompts for passwords, with its output in a pipe.

    :param arguments: options, a command and its arguments; no option comes from a site.
    :raises GitError: git is not installed.
    """
    options = [part for setting in _SAFE_SETTINGS for part in ("-c", setting)]
    # In a git hook, variables such as GIT_DIR would redirect the command to another repository.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.Popen(  # noqa: S603 -- as above
            ["git", *options, *arguments],  # noqa: S607 -- users install git where they want
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=env | _SAFE_VARIABLES,
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed; install it") from error


def run_git(*arguments: str) -> bytes:
    """Run git as `start_git` does, and return its output.

    :raises GitError: git is not installed, or the command fails.
    """
    with start_git(*arguments) as process:
        output, errors = process.communicate()
    if process.returncode:
        error_lines = errors.decode("utf-8", "replace").strip().splitlines()
        message = error_lines[-1] if error_lines else f"git {arguments[0]} fails"
        raise GitError(message, process.returncode)
    return output
