"""A git repository: its tags and branches, and the files of a commit.

Nothing is checked out. No text of a configuration becomes an option of git: refs are matched here,
and commands contain only names of commits.
"""

from __future__ import annotations

import io
import os
import re
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from packaging.version import InvalidVersion, Version

from sphinx_docsnav.sitefiles.safe_git import GitError, run_git

_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_NOT_FOUND = 1
"""The exit status of ``git rev-parse --verify --quiet`` for a name of nothing."""
_FILTER_KEY = re.compile(r"filter\..+\.(?:clean|smudge|process)")
"""The settings of git that name the program of a filter."""
_KINDS_BY_PREFIX = {"refs/tags/": "tag", "refs/heads/": "branch", "refs/remotes/origin/": "branch"}
REPOSITORY_URL = re.compile(r"(?:https|ssh|file)://[\w.~:@%+/-]+")
"""Allowed URLs of repositories; other forms can run commands, or look like options."""
_MAX_NAMES = 5
"""Number of refs that a message names."""


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
    is_bare: bool = False
    """Whether it has no work tree."""

    def run(self, *arguments: str) -> bytes:
        """Run a git command, and return its output.

        :raises GitError: git is not installed, or the command fails.
        """
        # Git takes no bare repository for one that it merely finds in a folder.
        return run_git("--git-dir" if self.is_bare else "-C", str(self.folder), *arguments)

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
        listing = self.run("for-each-ref", f"--format={form}", *_KINDS_BY_PREFIX)
        # The name of a ref may have any bytes; commands contain only the commit.
        lines = listing.decode("utf-8", "replace").strip("\n").split("\n") if listing else []
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

        :raises GitError: the default branch has no commit, or git fails.
        """
        commit = self._find_commit("HEAD")
        if not commit:
            raise GitError("the default branch has no commit; name a tag or branch with 'ref'")
        return Ref("HEAD", commit, is_tag=False)

    def _find_commit(self, revision: str) -> str:
        """Return the full name of a commit; empty if the repository has no such commit.

        :raises GitError: git is not installed, or fails for another reason.
        """
        try:
            commit = self.run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        except GitError as error:
            if error.status != _NOT_FOUND:
                raise
            return ""
        return commit.decode().strip()

    def find(self, pattern: str) -> list[Ref]:
        """Return the refs that match *pattern*, newest versions first.

        A pattern without ``*``, ``?`` or ``[`` is the name of a tag, a branch or a commit.

        :raises GitError: no ref matches, or git fails.
        """
        if not set(pattern) & set("*?["):
            # Tags come first in `refs`: like git, prefer a tag to a branch of the same name.
            refs = [ref for ref in self.refs if ref.name == pattern][:1]
            if not refs and _COMMIT.fullmatch(pattern) and (commit := self._find_commit(pattern)):
                refs = [Ref(pattern, commit, is_tag=True)]
        else:
            refs = [ref for ref in self.refs if fnmatchcase(ref.name, pattern)]
            # The dict keeps the last ref of a name; reversed, this is the tag.
            refs = sorted({ref.name: ref for ref in reversed(refs)}.values(), key=_sort_key)
            refs.reverse()
        if not refs:
            remedy = self._suggest_remedy(f"git has {_list_names(ref.name for ref in self.refs)}")
            raise GitError(f"no tag, branch or commit matches {pattern!r}; {remedy}")
        return refs

    def _suggest_remedy(self, other: str) -> str:
        """Return how to complete a shallow clone; *other* for a complete one."""
        if self.is_shallow:
            return (
                "the clone is shallow: run 'git fetch --unshallow --tags' first, or set "
                "fetch-depth: 0 in the checkout of the CI service"
            )
        return other

    def read_time(self, ref: Ref) -> str:
        """Return the time of a commit, in seconds since 1970.

        :raises GitError: the ref is a tag of a folder or file instead of a commit.
        """
        # Of a tag of a tag, git would also show the message.
        commit = f"{ref.commit}^{{commit}}"
        return self.run("show", "--no-patch", "--format=%ct", commit, "--").decode().strip()

    @cached_property
    def _filter_options(self) -> tuple[str, ...]:
        """Options that replace the filters of the repository's configuration by the user's.

        :raises GitError: an option cannot name a filter.
        """
        listing = self.run("config", "--list", "--show-scope", "--null")
        fields = os.fsdecode(listing).split("\0")
        user_values: dict[str, str] = {}
        own_keys: set[str] = set()
        # The fields are a scope, then a key and its value in two lines, and so on.
        for scope, setting in zip(fields[::2], fields[1::2], strict=False):
            key, _, value = setting.partition("\n")
            if _FILTER_KEY.fullmatch(key) and scope in {"local", "worktree"}:
                own_keys.add(key)
            else:
                user_values[key] = value
        if names_with_sign := [key for key in own_keys if "=" in key]:
            raise GitError(f"the filter {names_with_sign[0]!r} has a '=' in its name; rename it")
        settings = (f"{key}={user_values.get(key, '')}" for key in sorted(own_keys))
        return tuple(part for setting in settings for part in ("-c", setting))

    def export(self, ref: Ref, target: Path) -> None:
        """Write the files of a commit below *target*.

        Filters run only if the user's configuration defines them, such as those of Git LFS.

        :raises GitError: the commit is not in the clone, or it needs a filter that does not run.
        """
        try:
            archive = self.run(*self._filter_options, "archive", "--format=tar", ref.commit)
        except GitError as error:
            remedy = self._suggest_remedy(_explain_failed_export(str(error)))
            raise GitError(f"git cannot export {ref.name!r}; {remedy}") from error
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(target, filter=_filter_member)  # noqa: S202 -- the filter confines it


def _explain_failed_export(message: str) -> str:
    """Return *message* of git with the remedy for a partial clone or a filter that does not run."""
    if "promisor" in message:
        return "the clone is partial: run 'git fetch --refetch --no-filter' first"
    if "smudge filter" in message:
        return f"{message}; define the filter with 'git config --global', not in the repository"
    return message


def _filter_member(member: tarfile.TarInfo, target: str) -> tarfile.TarInfo | None:
    """Exclude links that lead out of the repository, and members that are no file or folder."""
    try:
        return tarfile.data_filter(member, target)
    except tarfile.FilterError:
        return None


def update_clone(url: str, folder: Path, allowed: Iterable[str]) -> Repository:
    """Clone *url* as a bare repository into *folder*, or update the clone.

    :param allowed: the prefixes of allowed URLs.
    :raises GitError: the URL is not allowed, or git fails.
    """
    # With `..`, a URL could begin with an allowed prefix and still name another repository. Git
    # decodes the percent-encoding of paths.
    if not REPOSITORY_URL.fullmatch(url) or ".." in re.split(r"[/\\]", unquote(url)):
        raise GitError(f"{url!r} is not the address of a repository; it begins with https://")
    if not any(url == prefix or url.startswith(f"{prefix.rstrip('/')}/") for prefix in allowed):
        message = f"{url!r} is not fetched, because other repositories can run programs here"
        raise GitError(f"{message}; allow it with --allow-repository {url}")
    repository = Repository(folder, is_bare=True)
    if not (folder / "HEAD").is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Without --no-local, git copies the files of a local repository, including symbolic links.
        run_git("clone", "--quiet", "--bare", "--no-local", "--", url, str(folder))
    else:
        # The `+` allows rewritten branches and moved tags, so the clone mirrors the repository.
        refspecs = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        repository.run("fetch", "--quiet", "--prune", "--", url, *refspecs)
    return repository


def _list_names(names: Iterable[str]) -> str:
    all_names = list(names)
    first_names = ", ".join(all_names[:_MAX_NAMES]) or "no tags and branches"
    return (
        f"{first_names} and {len(all_names) - _MAX_NAMES} more"
        if len(all_names) > _MAX_NAMES
        else first_names
    )
