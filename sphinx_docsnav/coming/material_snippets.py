"""Snippets of MkDocs Material: ``--8<-- "file"`` is replaced by the lines of a file of the site.

It is done before anything is parsed, also inside code, as PyMdown Extensions does it. Files are
those of the site and, as in MkDocs, those beside the mkdocs.yml in the folder above it. Files
outside of both and URLs are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.source import MAX_CHARACTERS, clean_source
from sphinx_docsnav.sitefiles.safe_files import find_site_file

MAX_SNIPPETS = 500
"""The maximum number of snippets of a page."""
MKDOCS_FILES = ("mkdocs.yml", "mkdocs.yaml")
_SNIPPET = re.compile(
    r"(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+[ \t]+(?P<quote>[\"'])"
    r"(?P<path>(?P<file>(?:(?!(?P=quote)).)*?)"
    r"(?::(?P<first>\d{0,9})(?::(?P<last>\d{0,9}))?|:(?P<name>[\w-]+))?)(?P=quote)[ \t]*"
)
"""A path, and the lines or the section of the file."""
_SECTION = re.compile(r"-8<-+[ \t]*\[[ \t]*(start|end)[ \t]*(?::[ \t]*([\w-]+)[ \t]*)?\]")

NumberedLine = tuple[str, int]
"""A line of text, and the line of the page that it comes from."""


@dataclass
class SnippetReader:
    """A reader of the snippets of one page."""

    root: Path
    """The folder of the site."""
    depend: Callable[[Path], None]
    """Records a file that the page depends on, whether it exists or not."""
    faults: list[Fault] = field(default_factory=list)
    """What is wrong: ``import_missing`` and ``snippet_cycle``."""
    _count: int = 0
    _size: int = 0

    def expand(
        self, lines: Iterable[NumberedLine], chain: tuple[Path, ...] = ()
    ) -> Iterator[NumberedLine]:
        """Yield *lines* with the lines of the snippets in them.

        :param chain: the files that include each other, the last of which has *lines*.
        """
        for line, number in lines:
            match = _SNIPPET.fullmatch(line) if "8<-" in line else None
            if match is None:
                yield line, number
            elif match["escape"]:
                yield line.replace(";", "", 1), number
            else:
                yield from self._include(match, number, chain)

    def _include(
        self, match: re.Match[str], number: int, chain: tuple[Path, ...]
    ) -> Iterator[NumberedLine]:
        """Yield the lines of the file or section that *match* names."""
        file, snippet = self._find(match["file"]), f"snippet '{match['path'][:200]}'"
        self._count += 1
        if file is None:
            problem, message = "a snippet is missing", f"the site has no {snippet}"
            hint = "copy the file into the site, and write its path from the folder of docs.json"
            kind = FaultKind.IMPORT_MISSING
        elif file in chain or self._count > MAX_SNIPPETS or self._size > MAX_CHARACTERS:
            reason = "includes itself" if file in chain else "is one too many on this page"
            problem, message, hint = "", f"the {snippet} {reason}", ""
            kind = FaultKind.SNIPPET_CYCLE
        else:
            text, _problems = clean_source(file.read_bytes().decode("utf-8-sig", "replace"))
            self._size += len(text)
            lines = _select(text.rstrip("\n").split("\n"), match)
            for line, _number in self.expand(((line, number) for line in lines), (*chain, file)):
                yield match["indent"] + line if line else line, number
            return
        position, message = Position(number), f"{message}; nothing is shown"
        self.faults.append(
            Fault(kind, Severity.WARNING, message, None, position, "", hint, problem)
        )

    def _find(self, path: str) -> Path | None:
        """Return the file that *path* names in the site or in the MkDocs project around it."""
        root, path = self.root.resolve(), path.removeprefix("./")
        places = [(self.root, path), (self.root, path.removeprefix(f"{root.name}/"))]
        if any((root.parent / name).is_file() for name in MKDOCS_FILES):
            places.append((root.parent, path))
        for folder, name in places:
            self.depend(folder / name.lstrip("/"))
            file = find_site_file(folder, name)
            # Outside of the site, hidden files such as ``.git/config`` can contain passwords.
            parts = file.resolve().relative_to(folder.resolve()).parts if file else ()
            if file and (folder == self.root or not any(part.startswith(".") for part in parts)):
                return file
        return None


def _select(lines: list[str], match: re.Match[str]) -> Iterator[str]:
    """Yield the lines that *match* names, without those that mark sections."""
    first, last = int(match["first"] or 1), int(match["last"] or len(lines))
    is_inside = match["name"] is None
    for line in lines[max(first, 1) - 1 : last]:
        mark = _SECTION.search(line) if "8<-" in line else None
        if mark is None and is_inside:
            yield line
        elif mark is not None and match["name"] is not None and mark[2] == match["name"]:
            is_inside = mark[1] == "start"
