"""Which files belong to a site: one walk over its folder, for pages and specifications."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sphinx_docsnav.navigation.ignore import IgnoreRules, read_ignore_rules

NEVER_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders of other programs, at any depth; so are those with a dot before their name."""

Skip = Callable[[str], bool]
"""Tells whether a folder, as POSIX path from the root, is none of the site's."""


def site_files(root: Path, *, skip: Skip = lambda _: False) -> Iterator[str]:
    """Yield the site's files as POSIX paths from *root*, folder by folder, in order of names.

    Left out: what ``.mintignore`` names, hidden files and folders, folders of
    other programs, and folders that are links, which could lead in circles or
    out of the site.

    :param skip: folders to leave out besides, as a build's own output.
    """
    rules = read_ignore_rules(root)
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        files, folders = _entries(root, folder, rules)
        yield from files
        waiting.extend(name for name in reversed(folders) if not skip(name))


def _entries(root: Path, folder: str, rules: IgnoreRules) -> tuple[list[str], list[str]]:
    """Return the files and the folders to walk of *folder*."""
    files, folders = [], []
    try:
        with os.scandir(root / folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # no right to read it, or gone since
        return [], []
    for entry in found:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in NEVER_FOLDERS and not rules.ignores(path, folder=True):
                folders.append(path)
        elif entry.is_file() and not rules.ignores(path, folder=False):
            files.append(path)
    return files, folders
