"""Which files belong to a site: one walk over its folder, for pages and specifications."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsnav.sitefiles.confinement import site_file
from sphinx_docsnav.sitefiles.ignore_files import IgnoreRules, read_ignore_rules

NEVER_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders of other programs, at any depth; so are those with a dot before their name."""

Skip = Callable[[str], bool]
"""Returns whether a folder, as POSIX path from the root, is not part of the site."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk over a site's folder found, as POSIX paths from the root."""

    files: tuple[str, ...]
    """The site's files, folder by folder, in order of names."""
    ignored: tuple[str, ...]
    """Files and folders that ``.mintignore`` names; what is in such a folder is not looked at."""
    outside: tuple[str, ...] = ()
    """Links to files out of the site, which are none of its files."""
    broken: tuple[str, ...] = ()
    """Links that lead to nothing."""
    linked_folders: tuple[str, ...] = ()
    """Links to folders, which could lead in circles; what is in them is not looked at."""


def walk_site(root: Path, *, skip: Skip = lambda _: False) -> Walk:
    """Return the files of the site in *root*.

    Left out: what ``.mintignore`` names, hidden files and folders, folders of
    other programs, folders that are links, which could lead in circles, and
    links to files out of the site.

    :param skip: folders to leave out besides, as a build's own output.
    """
    walker = _Walker(root, read_ignore_rules(root), skip)
    walker.waiting.append("")
    while walker.waiting:
        walker.enter(walker.waiting.pop())
    return Walk(
        tuple(walker.files),
        tuple(walker.ignored),
        tuple(walker.outside),
        tuple(walker.broken),
        tuple(walker.linked_folders),
    )


@dataclass(slots=True)
class _Walker:
    root: Path
    rules: IgnoreRules
    skip: Skip
    waiting: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    linked_folders: list[str] = field(default_factory=list)

    def enter(self, folder: str) -> None:
        """Take in the files of *folder*; its folders wait."""
        try:
            with os.scandir(self.root / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:  # no permission to read it, or deleted meanwhile
            return
        folders = []
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name.startswith(".") or entry.name in NEVER_FOLDERS:
                continue
            if self.rules.ignores(path, folder=is_folder):
                self.ignored.append(path)
            elif is_folder:
                folders.append(path)
            elif not entry.is_symlink():
                if entry.is_file():
                    self.files.append(path)
            elif site_file(self.root, path):
                self.files.append(path)
            else:
                self._link(path, Path(entry.path))
        self.waiting.extend(path for path in reversed(folders) if not self.skip(path))

    def _link(self, path: str, target: Path) -> None:
        """Note a link that is no file of the site."""
        if target.is_file():
            self.outside.append(path)
        elif target.is_dir():
            self.linked_folders.append(path)
        elif not target.exists():
            self.broken.append(path)
