"""Snippets of MkDocs Material: ``--8<-- "file"`` is replaced by the lines of a file of the site.

It is done before anything is parsed, also inside code, as PyMdown Extensions does it. Files are
those of the site and, as in MkDocs, those beside the mkdocs.yml that names the folder of the site
as its pages; the options ``base_path`` and ``auto_append`` in it apply. Files outside of both and
URLs are not read.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from sphinx_docsnav.coming.config_file import list_plugins, read_config
from sphinx_docsnav.data_files.json_values import as_list, as_text
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.source import MAX_CHARACTERS, clean_source
from sphinx_docsnav.sitefiles.safe_files import find_site_file

MAX_SNIPPETS = 500
"""The maximum number of snippets of a page."""
MAX_PARENTS = 4
"""The number of folders above the site in which a mkdocs.yml is looked for."""
CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_FOLDER_NAME = re.compile(r"\$(config|docs)_dir")
"""A folder in ``!relative $config_dir/snippets``."""
_SNIPPET = re.compile(
    r"(?P<indent>[ \t]*)(?P<escape>;*)-+8<-+(?:[ \t]+(?P<path>\"[^\"]*\"|'[^']*'))?[ \t]*$"
)
_SECTION = re.compile(r"-8<-+[ \t]*\[[ \t]*(start|end)[ \t]*(?::[ \t]*([\w-]+)[ \t]*)?\]")
_PART = re.compile(
    r"(?P<file>.*?)(?::(?P<first>\d{0,9})(?::(?P<last>\d{0,9}))?|:(?P<name>[\w-]+))?"
)
"""A path, and the lines or the section of the file."""

NumberedLine = tuple[str, int]
"""A line of text, and the line of the page that it comes from."""


@dataclass(frozen=True, slots=True)
class MkDocsProject:
    """A project of MkDocs, for the snippets of its pages."""

    config_path: Path
    """Its mkdocs.yml."""
    base_paths: tuple[str, ...]
    """The folders of snippets, relative to the folder of mkdocs.yml."""
    appended: tuple[str, ...]
    """The snippets at the end of each page."""


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

    def expand(self, lines: Sequence[str], first_line: int) -> list[NumberedLine]:
        """Return *lines* of the page, the first of which is *first_line*, with its snippets."""
        expanded = list(self._expand(list(enumerate(lines, first_line)), ()))
        last_line = first_line + len(lines) - 1
        for path in self._project.appended if self._project else ():
            expanded += [("", last_line), *self._include(path, "", last_line, ())]
        return expanded

    def _expand(
        self, lines: Sequence[tuple[int, str]], chain: tuple[Path, ...]
    ) -> Iterator[NumberedLine]:
        """Yield the lines of the file that *chain* ends with."""
        is_list = False
        for number, line in lines:
            match = _SNIPPET.match(line) if "8<-" in line or is_list else None
            if match is not None and match["escape"]:
                yield line.replace(";", "", 1), number
            elif match is not None and match["path"]:
                yield from self._include(match["path"][1:-1], match["indent"], number, chain)
            elif match is not None:
                # A mark without a path begins or ends a list of paths.
                is_list = not is_list
            elif is_list:
                path = line.strip()
                if path and not path.startswith(";"):
                    yield from self._include(path, line[: line.find(path)], number, chain)
            else:
                yield line, number

    def _include(
        self, path: str, indent: str, number: int, chain: tuple[Path, ...]
    ) -> Iterator[NumberedLine]:
        """Yield the lines of the file or section that *path* names."""
        part = _PART.fullmatch(path)
        file = self._find(part["file"] if part else path)
        if part is None or file is None:
            message = f"the site has no snippet '{path[:200]}'; nothing is shown"
            hint = "copy the file into the site, and write its path from the folder of docs.json"
            self._report(FaultKind.IMPORT_MISSING, message, number, hint, "a snippet is missing")
            return
        self._count += 1
        if file in chain or self._count > MAX_SNIPPETS or self._size > MAX_CHARACTERS:
            reason = "includes itself" if file in chain else "is one too many on this page"
            self._report(
                FaultKind.SNIPPET_CYCLE,
                f"the snippet '{path[:200]}' {reason}; left out",
                number,
            )
            return
        text, _problems = clean_source(file.read_bytes().decode("utf-8-sig", "replace"))
        self._size += len(text)
        lines = list(_select(text.rstrip("\n").split("\n"), part))
        for line, _number in self._expand([(number, line) for line in lines], (*chain, file)):
            yield indent + line if line else line, number

    def _find(self, path: str) -> Path | None:
        """Return the file that *path* names in the site or in the MkDocs project around it."""
        root = self.root.resolve()
        first, slash, rest = path.removeprefix("./").partition("/")
        places = [(self.root, path)] + [(self.root, rest)] * bool(slash and first == root.name)
        if self._project:
            parent, base_paths = self._project.config_path.parent, self._project.base_paths
            places += [(parent, posixpath.join(base, path)) for base in base_paths]
        for folder, name in places:
            self.depend(folder / name.lstrip("/"))
            file = find_site_file(folder, name) if name else None
            if file is None:
                continue
            # Outside of the site, hidden files such as ``.git/config`` can contain passwords.
            inner_path = file.resolve().relative_to(folder.resolve())
            is_hidden = any(part.startswith(".") for part in inner_path.parts)
            if not is_hidden or file.resolve().is_relative_to(root):
                return file
        return None

    @cached_property
    def _project(self) -> MkDocsProject | None:
        project = find_project(self.root)
        if project:
            self.depend(project.config_path)
        return project

    def _report(
        self, kind: FaultKind, message: str, line: int, hint: str = "", problem: str = ""
    ) -> None:
        """Record a warning."""
        position = Position(line)
        fault = Fault(kind, Severity.WARNING, message, None, position, "", hint, problem)
        self.faults.append(fault)


def find_project(root: Path) -> MkDocsProject | None:
    """Return the project of MkDocs whose ``docs_dir`` is *root*; ``None`` without one."""
    root = root.resolve()
    files = (folder / name for folder in root.parents[:MAX_PARENTS] for name in CONFIG_NAMES)
    path = next((file for file in files if file.is_file()), None)
    if path is None:
        return None
    status = path.stat()
    return _read_project(path, (status.st_mtime_ns, status.st_size), root)


@lru_cache(maxsize=1)
def _read_project(path: Path, _change: tuple[int, int], root: Path) -> MkDocsProject | None:
    """Return the project of the mkdocs.yml at *path*, which is read once until it changes.

    :param _change: the time of its last change, and its size.
    """
    try:
        config = read_config(path, lambda _fault: None)
        docs_dir = config.get_text("docs_dir") or "docs"
        if (path.parent / docs_dir).resolve() != root:
            return None
    except (DocsNavError, OSError, ValueError):  # no YAML, or no path
        return None
    plugins = dict(list_plugins(config.value.get("markdown_extensions"), ()))
    options = plugins.get("pymdownx.snippets", ({}, ()))[0]
    base_path = options.get("base_path", ".")
    base_paths = [as_text(base) for base in as_list(base_path) or [base_path]]
    folders = [
        _FOLDER_NAME.sub(lambda name: {"docs": docs_dir}.get(name[1], "."), base)
        for base in base_paths
    ]
    appended = map(as_text, as_list(options.get("auto_append")))
    return MkDocsProject(path, tuple(folders), tuple(filter(None, appended)))


def _select(lines: list[str], part: re.Match[str]) -> Iterator[str]:
    """Yield the lines that *part* names, without those that mark sections."""
    if part["first"] is not None or part["last"] is not None:
        first, last = int(part["first"] or 1), int(part["last"] or len(lines))
        lines = lines[max(first, 1) - 1 : last]
    is_inside = part["name"] is None
    for line in lines:
        mark = _SECTION.search(line) if "8<-" in line else None
        if mark is None and is_inside:
            yield line
        elif mark is not None and part["name"] is not None and mark[2] == part["name"]:
            is_inside = mark[1] == "start"
