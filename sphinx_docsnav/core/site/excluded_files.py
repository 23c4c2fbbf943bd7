"""The files that the project excludes from its sources (``exclude_patterns``)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sphinx.util.matching import compile_matchers


class ExcludedFiles:
    """Tells which pattern excludes a file.

    :param patterns: ``exclude_patterns`` of the project.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = tuple(patterns)
        self._matchers = compile_matchers(self._patterns)

    def find_pattern(self, file: str) -> str:
        """Return the pattern that excludes a file or a folder around it; empty if none does.

        :param file: the path from the source directory.
        """
        parts = file.split("/")
        paths = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        matches = zip(self._patterns, self._matchers, strict=True)
        return next((text for text, match in matches if any(map(match, paths))), "")

    def find_pattern_of_page(self, root: Path, docname: str, suffixes: Iterable[str]) -> str:
        """Return the pattern that excludes the file of a page; empty if it has no such file.

        :param suffixes: those of pages.
        """
        for suffix in suffixes:
            pattern = self.find_pattern(docname + suffix)
            if pattern and (root / (docname + suffix)).is_file():
                return pattern
        return ""
