"""A git repository: its tags and branches, and the files of a commit.

Nothing is checked out, and no text of a configuration becomes an option of git: refs are compared
here, and git is given names of commits.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from packaging.version import InvalidVersion, Version

_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_SAFE = (
    *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"),
    *("-c", "protocol.ext.allow=never"),
)
"""Options without which a repository of strangers could start programs."""
_PREFIXES = {"refs/tags/": "tag", "refs/heads/": "branch", "refs/remotes/origin/": "branch"}
URL = re.compile(r"(?:https|ssh|file)://[\w.~:@%+/-]+")
"""The addresses of repositories; git's other forms can run commands, or look like options."""


_NAMED = 5
"""How many refs a message names."""


class GitError(Exception):
    """Git, or a ref, is not usable; the message contains the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A tag, a branch or a commit."""

    name: str
    """As it is named: ``v2.0``."""
    commit: str
    """The full name of its commit; empty if a shallow clone lacks it."""
    is_tag: bool
    """Whether it is a tag, which is not expected to move."""


def version_of(name: str) -> Version | None:
    """Return the version in the name of a tag, such as ``v2.0`` or ``release-2.0``."""
    found = re.search(r"\d.*", name)
    try:
        return Version(found[0]) if found else None
    except InvalidVersion:
        return None


def _newest_first(ref: Ref) -> tuple[bool, Version, str]:
    version = version_of(ref.name)
    return (version is not None, version or Version("0"), ref.name)


@dataclass(frozen=True)
class Repository:
    """A repository on this machine."""

    folder: Path
    """The top of its work tree, or a bare repository; in a folder below, git exports only that."""

    def git(self, *words: str) -> bytes:
        """Return what a git command prints.

        :raises GitError: git is missing or fails.
        """
        return run_git("-C", str(self.folder), *words)

    @cached_property
    def top(self) -> Path:
        """The folder of the work tree.

        :raises GitError: the folder is in no repository.
        """
        return Path(os.fsdecode(self.git("rev-parse", "--show-toplevel").strip()))

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the clone lacks history."""
        return self.git("rev-parse", "--is-shallow-repository").strip() == b"true"

    @cached_property
    def refs(self) -> tuple[Ref, ...]:
        """Tags, then branches, then branches of the remote that have no local one."""
        form = "%(refname) %(objectname) %(*objectname)"
        lines = self.git("for-each-ref", f"--format={form}", *_PREFIXES).decode().splitlines()
        found: dict[tuple[str, str], Ref] = {}
        for prefix, kind in _PREFIXES.items():
            for line in lines:
                name, commit, peeled = (*line.split(" "), "")[:3]
                short = name.removeprefix(prefix)
                if name.startswith(prefix) and short != "HEAD":
                    ref = Ref(short, peeled or commit, kind == "tag")
                    found.setdefault((kind, short), ref)
        return tuple(found.values())

    @property
    def head(self) -> Ref:
        """The commit of the branch that the repository begins with.

        :raises GitError: the repository is empty.
        """
        commit = self.git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return Ref("HEAD", commit.decode().strip(), is_tag=False)

    def find(self, pattern: str) -> list[Ref]:
        """Return the refs that *pattern* names, newest versions first; ``*`` stands for any text.

        A name without ``*``, ``?`` or ``[`` is that of one tag, else branch, else commit.

        :raises GitError: there is none.
        """
        if not set(pattern) & set("*?["):
            named = [ref for ref in self.refs if ref.name == pattern][:1]
            if not named and _COMMIT.fullmatch(pattern):
                whole = self.git("rev-parse", "--verify", "--quiet", f"{pattern}^{{commit}}")
                named = [Ref(pattern, whole.decode().strip(), is_tag=True)]
        else:
            named = [ref for ref in self.refs if fnmatchcase(ref.name, pattern)]
            named = sorted({ref.name: ref for ref in reversed(named)}.values(), key=_newest_first)
            named.reverse()
        if not named:
            remedy = self._remedy(f"git has {_some(ref.name for ref in self.refs)}")
            raise GitError(f"no tag or branch matches {pattern!r}; {remedy}")
        return named

    def _remedy(self, other: str) -> str:
        if self.is_shallow:
            return (
                "the clone is shallow: run 'git fetch --unshallow --tags' first, or set "
                "fetch-depth: 0 in the checkout of the CI service"
            )
        return other

    def time_of(self, ref: Ref) -> str:
        """Return when a commit was made, in seconds since 1970."""
        return self.git("show", "--no-patch", "--format=%ct", ref.commit).decode().strip()

    def export(self, ref: Ref, target: Path) -> None:
        """Write the files of a commit below *target*, without git's own.

        :raises GitError: the commit is not in the clone.
        """
        try:
            archive = self.git("archive", "--format=tar", ref.commit)
        except GitError as error:
            remedy = self._remedy(str(error))
            raise GitError(f"git cannot export {ref.name!r}; {remedy}") from error
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(target, filter=_inside)  # noqa: S202 -- the filter confines it


def _inside(member: tarfile.TarInfo, target: str) -> tarfile.TarInfo | None:
    """Leave out links that lead out of the repository, and what is neither file nor folder."""
    try:
        return tarfile.data_filter(member, target)
    except tarfile.FilterError:
        return None


def run_git(*words: str) -> bytes:
    """Return what git prints; it asks nobody for a password.

    :raises GitError: git is missing or fails.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:ssh:file", "LC_ALL": "C"}
    try:
        command = ["git", *_SAFE, *words]
        done = subprocess.run(command, capture_output=True, env=env, check=False)  # noqa: S603 -- as above
    except FileNotFoundError as error:
        raise GitError("git is not installed; install it to build versions") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(said[-1] if said else f"git {words[0]} fails")
    return done.stdout


def clone(url: str, folder: Path, allowed: Iterable[str]) -> Repository:
    """Return a bare clone of *url* in *folder*, brought up to date if the server answers.

    :param allowed: how the addresses begin that may be fetched.
    :raises GitError: the address is not allowed, or there is no clone and the server fails.
    """
    if not URL.fullmatch(url) or "/../" in f"{url}/":
        raise GitError(f"{url!r} is not the address of a repository; it begins with https://")
    if not any(url == prefix or url.startswith(f"{prefix.rstrip('/')}/") for prefix in allowed):
        message = f"{url!r} is not fetched, because other repositories can run programs here"
        raise GitError(f"{message}; allow it with --allow-repository {url}")
    if not (folder / "HEAD").is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        run_git("clone", "--quiet", "--bare", "--no-local", "--", url, str(folder))
    else:
        everything = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        run_git("-C", str(folder), "fetch", "--quiet", "--prune", "--", url, *everything)
    return Repository(folder)


def _some(names: Iterable[str]) -> str:
    found = list(names)
    shown = ", ".join(found[:_NAMED]) or "no tags and branches"
    return f"{shown} and {len(found) - _NAMED} more" if len(found) > _NAMED else shown
