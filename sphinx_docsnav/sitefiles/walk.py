"""The files of a site, from one walk over its folder, for pages and specifications.

``.mintignore`` leaves files out by git's rules for such files. The library pathspec
implements the same rules, but with regular expressions that backtrack: a line such as
``**/a/**/a/**/a/**/a/**/a/**/x`` takes seconds for one path. The file can come from an
untrusted author, so matching must take bounded time.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsnav.sitefiles.safe_files import find_site_file

IGNORE_FILE = ".mintignore"
"""The file's name, in the site's root."""

NEVER_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders of other programs, at any depth; so are those with a dot before their name."""

_ESCAPED = re.compile(r"\\(.)")

Segment = re.Pattern[str] | None
"""The pattern of one part of a path; ``None`` for ``**``, any number of parts."""


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of an ignore file."""

    segments: tuple[Segment, ...]
    """The parts of a path from the site's root, outermost first."""
    negated: bool
    """The line begins with ``!``: what it matches belongs to the site."""
    folders_only: bool
    """The line ends in ``/``."""

    def matches(self, parts: Sequence[str]) -> bool:
        """Return whether the pattern matches the whole path of *parts*.

        The time grows with the length of the pattern times that of the path, however many ``**``
        there are.
        """
        # A state is the number of segments that have matched. All states that the parts so far
        # can lead to are followed at once, so that nothing is tried twice.
        states = {0}
        for part in parts:
            next_states: set[int] = set()
            for index in self._skip_stars(states):
                if index == len(self.segments):
                    continue
                segment = self.segments[index]
                if segment is None:
                    # ``**`` takes this part and may take the next one.
                    next_states.add(index)
                elif segment.match(part):
                    next_states.add(index + 1)
            states = next_states
        return len(self.segments) in self._skip_stars(states)

    def _skip_stars(self, states: set[int]) -> set[int]:
        """Return *states* and those after each ``**`` that matches no part at all."""
        reachable = set(states)
        for index in sorted(states):
            following = index
            while following < len(self.segments) and self.segments[following] is None:
                following += 1
                reachable.add(following)
        return reachable


class IgnoreRules:
    """The rules of an ignore file; later lines override earlier ones."""

    def __init__(self, lines: Iterable[str]) -> None:
        patterns = [pattern for line in lines if (pattern := _compile_line(line)) is not None]
        # The last line that matches decides, so start with it and stop at the first match.
        self._patterns = patterns[::-1]

    def ignores(self, path: str, *, folder: bool) -> bool:
        """Return whether *path* itself is ignored; its parent folders are not checked.

        :param path: POSIX, from the site's root.
        """
        parts = path.split("/")
        for pattern in self._patterns:
            if (folder or not pattern.folders_only) and pattern.matches(parts):
                return not pattern.negated
        return False


def read_ignore_rules(root: Path) -> IgnoreRules:
    """Return the rules of the site in *root*; none if it has no ignore file."""
    try:
        text = (root / IGNORE_FILE).read_text("utf-8-sig", "replace")
    except OSError:
        return IgnoreRules(())
    return IgnoreRules(text.splitlines())


def _compile_line(line: str) -> IgnorePattern | None:
    """Return the pattern of a line of an ignore file; ``None`` for a comment or an empty line."""
    text = line if line.endswith("\\ ") else line.rstrip()
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.rstrip("/")
    if not text:
        return None
    names = [name for name in text.split("/") if name]
    segments: list[Segment] = [None if name == "**" else _compile_segment(name) for name in names]
    # A name without a slash matches in any folder.
    if "/" not in text:
        segments.insert(0, None)
    elif segments[-1] is None:  # what is inside, not the folder itself
        segments.insert(-1, _compile_segment("*"))
    return IgnorePattern(tuple(segments), negated, folders_only)


def _compile_segment(glob: str) -> re.Pattern[str]:
    """Return the regular expression of one part; those of fnmatch do not backtrack."""
    text = _ESCAPED.sub(_escape_literal, glob.replace("[^", "[!"))
    return re.compile(fnmatch.translate(text))


def _escape_literal(match: re.Match[str]) -> str:
    # `fnmatch` has no escapes; a set of one character is its way to write a literal one.
    return f"[{match[1]}]" if match[1] in "*?[" else match[1]


Skip = Callable[[str], bool]
"""Returns whether a folder, as POSIX path from the root, is not part of the site."""


def is_output(folder: Path) -> bool:
    """Return whether Sphinx has written the folder: copies of pages in it are no pages."""
    return Path(folder, ".buildinfo").is_file()


@dataclass(slots=True)
class Walk:
    """The result of a walk over the folder of a site, as POSIX paths from the root."""

    files: list[str] = field(default_factory=list)
    """The site's files, folder by folder, in order of names."""
    ignored: list[str] = field(default_factory=list)
    """Files and folders that ``.mintignore`` names; the contents of such folders are not listed."""
    outside: list[str] = field(default_factory=list)
    """Symbolic links to files outside of the site, which do not belong to it."""
    broken: list[str] = field(default_factory=list)
    """Symbolic links without a target."""
    linked_folders: list[str] = field(default_factory=list)
    """Symbolic links to folders, which are not followed, as they can form circles."""


def walk_site(root: Path, *, skip: Skip = lambda _: False) -> Walk:
    """Return the files of the site in *root*.

    These are omitted: what ``.mintignore`` names, hidden files and folders, folders of
    other programs, symbolic links to folders, which can form circles, and symbolic
    links to files outside of the site.

    :param skip: other folders to omit, such as the output of the build.
    """
    walk, rules, waiting = Walk(), read_ignore_rules(root), [""]
    while waiting:
        folders = _enter_folder(walk, root, waiting.pop(), rules)
        # The last folder is entered first, so they wait in reverse order.
        waiting += (path for path in reversed(folders) if not skip(path))
    return walk


def _enter_folder(walk: Walk, root: Path, folder: str, rules: IgnoreRules) -> list[str]:
    """Add the files of *folder* to *walk*; return its folders."""
    try:
        with os.scandir(root / folder) as entries:
            sorted_entries = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # no permission to read it, or deleted meanwhile
        return []
    folders = []
    for entry in sorted_entries:
        path = f"{folder}/{entry.name}" if folder else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        # Before the rules: `.mintignore` cannot bring hidden folders and those of programs back.
        if entry.name.startswith(".") or entry.name in NEVER_FOLDERS:
            continue
        if rules.ignores(path, folder=is_folder):
            walk.ignored.append(path)
        elif is_folder:
            folders.append(path)
        elif not entry.is_symlink():
            if entry.is_file():
                walk.files.append(path)
        # A link to a file inside the site is a file of the site.
        elif find_site_file(root, path):
            walk.files.append(path)
        else:
            _note_link(walk, path, Path(entry.path))
    return folders


def _note_link(walk: Walk, path: str, target: Path) -> None:
    """Record a symbolic link that is no file of the site."""
    if target.is_file():
        walk.outside.append(path)
    elif target.is_dir():
        walk.linked_folders.append(path)
    elif not target.exists():
        walk.broken.append(path)
