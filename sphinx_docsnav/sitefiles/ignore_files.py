"""Which files a site's ``.mintignore`` leaves out: git's rules for such files.

The library pathspec implements the same rules, but with regular expressions that
backtrack: a line such as ``**/a/**/a/**/a/**/a/**/a/**/x`` takes seconds for one path.
The file can come from an untrusted author, so matching must take bounded time.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

IGNORE_FILE = ".mintignore"
"""The file's name, in the site's root."""

Segment = re.Pattern[str] | None
"""What one part of a path must be; ``None`` for ``**``, any number of parts."""


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of an ignore file."""

    segments: tuple[Segment, ...]
    """The parts of a path from the site's root, outermost first."""
    negated: bool
    """The line begins with ``!``: what it names is kept."""
    folders_only: bool
    """The line ends in ``/``."""

    def matches(self, parts: Sequence[str]) -> bool:
        """Return whether the pattern names the path of *parts*.

        In time of pattern times path, however many ``**`` there are.
        """
        reached = {0}  # how many segments can be behind us
        for part in parts:
            ahead: set[int] = set()
            for index in self._open(reached):
                if index == len(self.segments):
                    continue
                segment = self.segments[index]
                if segment is None:
                    ahead.add(index)
                elif segment.match(part):
                    ahead.add(index + 1)
            reached = ahead
        return len(self.segments) in self._open(reached)

    def _open(self, reached: set[int]) -> set[int]:
        """Return *reached* and the states after a ``**`` that matches nothing."""
        found = set(reached)
        for index in sorted(reached):
            following = index
            while following < len(self.segments) and self.segments[following] is None:
                following += 1
                found.add(following)
        return found


class IgnoreRules:
    """Decides whether a path is left out; later lines win over earlier ones."""

    def __init__(self, lines: Iterable[str]) -> None:
        patterns = [pattern for line in lines if (pattern := _pattern(line)) is not None]
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


_ESCAPED = re.compile(r"\\(.)")


def _pattern(line: str) -> IgnorePattern | None:
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
    segments: list[Segment] = [None if name == "**" else _segment(name) for name in names]
    if "/" not in text:
        segments.insert(0, None)
    elif segments[-1] is None:  # what is inside, not the folder itself
        segments.insert(-1, _segment("*"))
    return IgnorePattern(tuple(segments), negated, folders_only)


def _segment(glob: str) -> re.Pattern[str]:
    """Return the regex of one part; fnmatch's never tries a thing twice."""
    text = _ESCAPED.sub(_literal, glob.replace("[^", "[!"))
    return re.compile(fnmatch.translate(text))


def _literal(match: re.Match[str]) -> str:
    return f"[{match[1]}]" if match[1] in "*?[" else match[1]
