"""A git repository: its tags and branches, and the files of a commit.

Nothing is checked out. No text of a configuration becomes an option of git: refs are matched here,
and commands contain only names of commits.
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
_SAFE_OPTIONS = (
    *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"),
    *("-c", "protocol.ext.allow=never"),
)
"""Options that prevent an untrusted repository from starting programs."""
_KINDS_BY_PREFIX = {"refs/tags/": "tag", "refs/heads/": "branch", "refs/remotes/origin/": "branch"}
REPOSITORY_URL = re.compile(r"(?:https|ssh|file)://[\w.~:@%+/-]+")
"""Allowed URLs of repositories; other forms can run commands, or look like options."""
_MAX_NAMES = 5
"""How many refs a message names."""


class GitError(Exception):
    """Git or a ref cannot be used; the message contains the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A tag, a branch or a commit."""

    name: str
    """The short name: ``v2.0``."""
    commit: str
    """The full name of the commit; empty if a shallow clone lacks it."""
    is_tag: bool
    """Whether it is a tag, which is not expected to move."""


def parse_version(name: str) -> Version | None:
    """Return the version in the name of a tag such as ``release-2.0``; ``None`` without one."""
    match = re.search(r"\d.*", name)
    try:
        return Version(match[0]) if match else None
    except InvalidVersion:
        return None


def _sort_key(ref: Ref) -> tuple[bool, Version, str]:
    version = parse_version(ref.name)
    # Names without a version sort first, and come last after `find` reverses the order.
    return (version is not None, version or Version("0"), ref.name)


@dataclass(frozen=True)
class Repository:
    """A local repository."""

    folder: Path
    """The top of the work tree, or a bare repository; below the top, git exports only a folder."""

    def run(self, *arguments: str) -> bytes:
        """Run a git command, and return its output.

        :raises GitError: git is not installed, or the command fails.
        """
        return run_git("-C", str(self.folder), *arguments)

    @cached_property
    def top(self) -> Path:
        """The folder of the work tree.

        :raises GitError: the folder is not in a repository.
        """
        return Path(os.fsdecode(self.run("rev-parse", "--show-toplevel").strip()))

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the clone lacks history."""
        return self.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    @cached_property
    def refs(self) -> tuple[Ref, ...]:
        """Tags, then branches, then remote branches without a local branch."""
        form = "%(refname) %(objectname) %(*objectname)"
        lines = (
            self.run("for-each-ref", f"--format={form}", *_KINDS_BY_PREFIX).decode().splitlines()
        )
        refs_by_kind_and_name: dict[tuple[str, str], Ref] = {}
        for prefix, kind in _KINDS_BY_PREFIX.items():
            for line in lines:
                # Only annotated tags have the third field: the commit to which the tag points.
                name, commit, peeled = (*line.split(" "), "")[:3]
                short = name.removeprefix(prefix)
                if name.startswith(prefix) and short != "HEAD":
                    ref = Ref(short, peeled or commit, kind == "tag")
                    # The table lists local branches before remote ones; the first of a name stays.
                    refs_by_kind_and_name.setdefault((kind, short), ref)
        return tuple(refs_by_kind_and_name.values())

    @property
    def head(self) -> Ref:
        """The commit of ``HEAD``.

        :raises GitError: the repository is empty.
        """
        commit = self.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return Ref("HEAD", commit.decode().strip(), is_tag=False)

    def find(self, pattern: str) -> list[Ref]:
        """Return the refs that match *pattern*, newest versions first.

        A pattern without ``*``, ``?`` or ``[`` is the name of a tag, a branch or a commit.

        :raises GitError: no ref matches.
        """
        if not set(pattern) & set("*?["):
            # Tags come first in `refs`: like git, prefer a tag to a branch of the same name.
            refs = [ref for ref in self.refs if ref.name == pattern][:1]
            if not refs and _COMMIT.fullmatch(pattern):
                commit = self.run("rev-parse", "--verify", "--quiet", f"{pattern}^{{commit}}")
                refs = [Ref(pattern, commit.decode().strip(), is_tag=True)]
        else:
            refs = [ref for ref in self.refs if fnmatchcase(ref.name, pattern)]
            # The dict keeps the last ref of a name; reversed, this is the tag.
            refs = sorted({ref.name: ref for ref in reversed(refs)}.values(), key=_sort_key)
            refs.reverse()
        if not refs:
            remedy = self._suggest_remedy(f"git has {_list_names(ref.name for ref in self.refs)}")
            raise GitError(f"no tag or branch matches {pattern!r}; {remedy}")
        return refs

    def _suggest_remedy(self, other: str) -> str:
        """Return the remedy for a missing commit: for a shallow clone, how to complete it."""
        if self.is_shallow:
            return (
                "the clone is shallow: run 'git fetch --unshallow --tags' first, or set "
                "fetch-depth: 0 in the checkout of the CI service"
            )
        return other

    def read_time(self, ref: Ref) -> str:
        """Return the time of a commit, in seconds since 1970."""
        return self.run("show", "--no-patch", "--format=%ct", ref.commit).decode().strip()

    def export(self, ref: Ref, target: Path) -> None:
        """Write the files of a commit below *target*.

        :raises GitError: the commit is not in the clone.
        """
        try:
            archive = self.run("archive", "--format=tar", ref.commit)
        except GitError as error:
            remedy = self._suggest_remedy(str(error))
            raise GitError(f"git cannot export {ref.name!r}; {remedy}") from error
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(target, filter=_filter_member)  # noqa: S202 -- the filter confines it


def _filter_member(member: tarfile.TarInfo, target: str) -> tarfile.TarInfo | None:
    """Exclude links that lead out of the repository, and members that are no file or folder."""
    try:
        return tarfile.data_filter(member, target)
    except tarfile.FilterError:
        return None


def run_git(*arguments: str) -> bytes:
    """Run git without prompts for passwords, and return its output.

    :raises GitError: git is not installed, or the command fails.
    """
    # In a git hook, variables such as GIT_DIR would redirect the command to another repository.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:ssh:file", "LC_ALL": "C"}
    try:
        command = ["git", *_SAFE_OPTIONS, *arguments]
        completed = subprocess.run(command, capture_output=True, env=env, check=False)  # noqa: S603 -- as above
    except FileNotFoundError as error:
        raise GitError("git is not installed; install it to build versions") from error
    if completed.returncode:
        error_lines = completed.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(error_lines[-1] if error_lines else f"git {arguments[0]} fails")
    return completed.stdout


def update_clone(url: str, folder: Path, allowed: Iterable[str]) -> Repository:
    """Clone *url* as a bare repository into *folder*, or update the clone.

    :param allowed: the prefixes of allowed URLs.
    :raises GitError: the URL is not allowed, or git fails.
    """
    # With `..`, a URL could begin with an allowed prefix and still name another repository.
    if not REPOSITORY_URL.fullmatch(url) or "/../" in f"{url}/":
        raise GitError(f"{url!r} is not the address of a repository; it begins with https://")
    if not any(url == prefix or url.startswith(f"{prefix.rstrip('/')}/") for prefix in allowed):
        message = f"{url!r} is not fetched, because other repositories can run programs here"
        raise GitError(f"{message}; allow it with --allow-repository {url}")
    if not (folder / "HEAD").is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Without --no-local, git copies the files of a local repository, including symbolic links.
        run_git("clone", "--quiet", "--bare", "--no-local", "--", url, str(folder))
    else:
        # The `+` allows rewritten branches and moved tags, so the clone mirrors the repository.
        refspecs = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        run_git("-C", str(folder), "fetch", "--quiet", "--prune", "--", url, *refspecs)
    return Repository(folder)


def _list_names(names: Iterable[str]) -> str:
    all_names = list(names)
    first_names = ", ".join(all_names[:_MAX_NAMES]) or "no tags and branches"
    return (
        f"{first_names} and {len(all_names) - _MAX_NAMES} more"
        if len(all_names) > _MAX_NAMES
        else first_names
    )
