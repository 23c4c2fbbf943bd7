"""The files of a docs.json site by their kind, and what the navigation needs of their content.

Entries of ``pages`` can also be patterns, such as ``api/*``, which match files as Sphinx's
``:glob:`` does, and pages that Sphinx makes without a document: ``genindex``, ``modindex`` and
``search``. Both are additions of this extension.
Source: facts on the service, section e, "Page files".
"""

from __future__ import annotations

import os
import posixpath
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.kinds import PageEntry
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name
from sphinx_docsnav.sitefiles.safe_files import check_encoding
from sphinx_docsnav.sitefiles.walk import Skip, walk_site
from sphinx_docsnav.sitefiles.write import digest_of

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.models import ElementModel

_PATTERN_PART = re.compile(r"\*\*/?|\*|\?|\[!?[^]/]+\]|.", re.DOTALL)
"""A wildcard, a set of characters or a character of a pattern in ``pages``."""
BUILDER_PAGES = MappingProxyType(
    {
        "genindex": ("genindex", "Index"),
        "modindex": ("py-modindex", "Module Index"),
        "py-modindex": ("py-modindex", "Module Index"),
        "search": ("search", "Search"),
    }
)
"""Pages that a builder makes, by what ``pages`` may call them: name and English title."""
MADE_BY_SPHINX = ("genindex", "search")
"""Pages of HTML that Sphinx makes, after those of documents."""
_BUILDER_PAGE = re.compile(r"(?:genindex|search|[\w-]*modindex|docsnav-[\w-]+)(?:\.html)?\Z")
"""The path of a page that a builder may make without a document."""
_IMPORT = re.compile(
    rb"""^[ \t]*import\s[^'"`;]{0,500}+['"]([^'"\n]+\.mdx?)['"]""",
    re.MULTILINE,
)
_OPENAPI = re.compile(
    rb"""\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:(?!---).*\n)*?"""
    rb"""openapi:[ \t]*+([^\r\n]+)"""
)
_FENCE = re.compile(rb"^[ \t]*(`{3,20}|~{3,20}).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)

MDX_SUFFIXES = (".mdx", ".md")
"""The suffixes of pages in a site without Sphinx."""
OPTIONAL_SUFFIXES = (".rst",)
"""Without conf.py, files with these suffixes are pages only if docs.json lists one of them: the
repository may also contain the documentation of a Python package."""
SNIPPET_FOLDERS = frozenset({"snippets", "_snippets"})
"""Folders, at any depth, whose files are parts of pages."""
PROJECT_FILES = (
    *("readme", "license", "licence", "changelog"),
    *("contributing", "contribute"),
    *("agents", "claude", "gemini", "skill"),
)
"""Names of Markdown files, in any case, for people and agents that work on the project; they are no
pages."""
_PROJECT_FILE = re.compile(
    # A README has translations: README.de.md, README_zh-CN.md.
    rf"(?:{'|'.join(PROJECT_FILES)}|readme[._-][a-z]{{2}}(?:[_-][a-z]{{2,4}})?)\.md\Z",
    re.IGNORECASE,
)
FOREIGN_PATTERNS = ("**/node_modules", "**/__pycache__", "**/.*")
"""Sphinx ``exclude_patterns`` for folders and files that are never pages."""
_EXTENSION = re.compile(r"\.(?:mdx?|rst|txt|ipynb|html)\Z", re.IGNORECASE)


def is_page_pattern(text: str) -> bool:
    """Return whether a page entry that names no page may be a pattern."""
    return "*" in text or "?" in text or re.search(r"\[[^]]+\]", text) is not None


def compile_page_pattern(text: str) -> re.Pattern[str]:
    """Return the regular expression for a pattern: ``*`` within a folder, ``**`` below it.

    A pattern that is none, as a range of letters backwards, matches nothing.
    """
    try:
        return re.compile("".join(map(_translate_part, _PATTERN_PART.findall(text.strip("/ ")))))
    except re.error:  # a range such as [z-a]
        return re.compile(r"(?!)")


def _translate_part(part: str) -> str:
    if part.startswith("**"):
        return "(?:.*/)?" if part.endswith("/") else ".*"
    if part in "*?":
        return "[^/]" + part.replace("?", "")
    if part.startswith("[") and len(part) > 1:
        # A set never matches a slash, as in Sphinx.
        characters = part[1:-1]
        negated = characters.startswith("!")
        escaped = (
            characters.removeprefix("!")
            .replace("\\", r"\\")
            .replace("^", r"\^")
            .replace("[", r"\[")
        )
        return f"(?!/)[{'^' if negated else ''}{escaped}]"
    return re.escape(part)


def list_matches(text: str, docnames: Iterable[str]) -> list[str]:
    """Return the *docnames* that a pattern matches, in alphabetical order."""
    pattern = compile_page_pattern(text)
    return sorted(name for name in docnames if pattern.fullmatch(name))


def is_builder_page(path: str) -> bool:
    """Return whether *path* is that of a page that a builder may make without a document."""
    return _BUILDER_PAGE.match(path.strip("/")) is not None


def explain_ungenerated_page(name: str) -> tuple[str, str]:
    """Return the message and the hint about a link to a builder's page that a build lacks."""
    return (
        f"this build generates no page {name!r}; the link is left out",
        "Sphinx generates it if it has entries",
    )


def make_covered_fault(docname: str, path: Path, other: str = "") -> Fault:
    """Return the fault of a page at the address of *other*, or of a page that Sphinx makes."""
    owner = f"page '{other}', only one of them is shown" if other else "a page of Sphinx's own"
    message = f"page '{docname}' has the address of {owner}"
    return Fault(
        FaultKind.PAGE_COVERED, Severity.WARNING, message, path, hint="give it another name"
    )


@dataclass(frozen=True, slots=True)
class Contents:
    """What the navigation needs of the content of files that may be pages."""

    imported: frozenset[str]
    """The files that are imported, as POSIX paths from the root."""
    encoding_faults: Mapping[str, Fault]
    """``page_encoding`` of each file that is not UTF-8."""
    openapi: Mapping[str, str]
    """The value of ``openapi`` in front matter, by file."""
    digests: Mapping[str, str]
    """The digest of each file; see `FileDigests`."""


def read_contents(root: Path, files: Iterable[str]) -> Contents:
    """Return the contents of *files*, POSIX paths from *root*; each file is read once.

    Imports in code blocks are examples and are ignored. The path of an import is relative to the
    root if it begins with ``/``, to the importing file if it begins with a dot.
    """
    imported: set[str] = set()
    faults: dict[str, Fault] = {}
    openapi: dict[str, str] = {}
    digests: dict[str, str] = {}
    # Making a path object for each of many thousand files would take as long as reading them.
    folder = f"{root}{os.sep}"
    for file in files:
        try:
            with open(folder + file, "rb") as stream:  # noqa: PTH123 -- as above
                text = stream.read()
        except OSError:
            continue
        digests[file] = digest_of(text)
        fault = check_encoding(folder + file, text)
        if fault is not None:
            faults[file] = fault
        # Most files import nothing: search the word, then the pattern, then outside of code blocks.
        if b"import" in text and _IMPORT.search(text):
            imported.update(_list_imports(file, text))
        if b"openapi:" in text and (front_matter := _OPENAPI.match(text)):
            reference = front_matter[1].decode("utf-8", "replace").strip()
            is_quoted = len(reference) > 1 and reference[0] == reference[-1] in "'\""
            openapi[file] = reference[1:-1] if is_quoted else reference
    return Contents(frozenset(imported), faults, openapi, digests)


def _list_imports(file: str, text: bytes) -> Iterator[str]:
    for match in _IMPORT.finditer(_FENCE.sub(b"", text)):
        target = match[1].decode("utf-8", "replace")
        folder = posixpath.dirname(file) if target.startswith(".") else ""
        yield posixpath.normpath(posixpath.join(folder, target.lstrip("/")))


@dataclass(frozen=True, slots=True)
class PageInventory:
    """The files of a site by their kind."""

    root: Path
    """The site's folder."""
    pages: Mapping[str, str]
    """The file of each page as POSIX path from the root, by docname, in the order of the paths."""
    parts: tuple[str, ...]
    """Files with a suffix of pages that are no pages: snippets, imported files, READMEs …"""
    data: tuple[str, ...]
    """JSON and YAML files, which may be specifications."""
    ignored: tuple[str, ...] = ()
    """Files and folders that ``.mintignore`` names."""
    shared_names: frozenset[str] = frozenset()
    """File names, in lower case, that more than one file of the site has."""
    outside: tuple[str, ...] = ()
    """Symbolic links with a suffix of pages that lead out of the site; they are no pages."""
    encoding_faults: Mapping[str, Fault] = field(default_factory=dict)
    """``page_encoding`` of each page that is not UTF-8, by docname."""
    broken_links: tuple[str, ...] = ()
    """Symbolic links with a suffix of pages that lead to no file; they are no pages."""
    odd_names: tuple[str, ...] = ()
    """Files with a suffix of pages whose names Sphinx cannot read; they are no pages."""
    left_out: frozenset[str] = frozenset()
    """The docnames of the files that `find_faults` reports, except those of pages."""
    openapi: Mapping[str, str] = field(default_factory=dict)
    """The value of ``openapi`` in the front matter of pages, by docname."""
    files: tuple[str, ...] = ()
    """All files of the site, as POSIX paths from the root."""
    doubles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files that are left out because another file has the same docname, by docname."""
    digests: Mapping[str, str] = field(default_factory=dict)
    """The digests of the files that may be pages, by file; see `FileDigests`."""

    @property
    def docnames(self) -> Collection[str]:
        """The docnames of the pages."""
        return self.pages.keys()

    def path(self, docname: str) -> Path | None:
        """Return the file of a page, ``None`` if there is no such page."""
        file = self.pages.get(docname)
        return self.root / file if file is not None else None

    def find_faults(self) -> Iterator[Fault]:
        """Yield the faults ``page_outside``, ``page_name`` and ``page_encoding``."""
        kind, warning = FaultKind.PAGE_OUTSIDE, Severity.WARNING
        for file in self.outside:
            message, hint = "a link to a file outside of the site, left out", "put a copy there"
            yield Fault(kind, warning, message, self.root / file, hint=hint)
        for file in self.broken_links:
            message, hint = "a link to a file that does not exist, left out", "correct or remove it"
            yield Fault(kind, warning, message, self.root / file, hint=hint)
        kind = FaultKind.PAGE_NAME
        for file in self.odd_names:
            message = "the file name has separate accents (Unicode form NFD), left out"
            hint = "rename the file in Unicode form NFC, for example by typing the name again"
            hidden = describe_hidden_characters(file, make_visible_name(file))
            if reason := "a line break" if "\n" in file else hidden:
                message, hint = f"the file name has {reason}, left out", "rename the file"
            yield Fault(kind, warning, message, self.root / file, hint=hint)
        yield from self.encoding_faults.values()

    def exclude_patterns(self) -> tuple[str, ...]:
        """Return a small number of Sphinx ``exclude_patterns`` for the files that are no pages.

        A new snippet does not change them. If they changed, Sphinx would read every page again.
        """
        return (
            *_make_patterns(self.parts, self.pages.values()),
            *map(make_literal_pattern, self.ignored),
        )


def find_pages(  # noqa: PLR0913 -- what distinguishes files, each passed by name
    root: Path,
    docs: DocsJson | None,
    suffixes: Iterable[str] = MDX_SUFFIXES,
    *,
    skip: Skip = lambda _: False,
    confined: Iterable[str] | None = None,
    only_listed: Iterable[str] = (),
    optional_suffixes: Iterable[str] = (),
) -> PageInventory:
    """Return the files of the site in *root*.

    These files are pages only if docs.json lists them: files that ``.mintignore`` names, files in
    hidden and foreign folders, snippets, files that pages import, and the README, LICENSE,
    CHANGELOG, CONTRIBUTING and AGENTS of a project in Markdown.

    :param docs: the site's docs.json, if it could be read.
    :param suffixes: suffixes of pages; of two files with the same docname, the one with the earlier
        suffix is the page.
    :param skip: returns whether to leave out a folder, such as the output of a build.
    :param confined: suffixes of pages that must not be links to files out of the site; all by
        default. The readers of other formats may have other rules.
    :param only_listed: suffixes of files that are pages only if docs.json lists them.
    :param optional_suffixes: suffixes of files that are pages only if docs.json lists at least one
        file with the suffix.
    """
    order = tuple(suffixes)
    confined_suffixes = order if confined is None else tuple(confined)
    walk = walk_site(root, skip=skip)
    # The readers of other formats may follow links out of the site.
    outside_pages = [file for file in walk.outside if not file.endswith(confined_suffixes)]
    docnames = {
        file: file.removesuffix(_find_suffix(file, order))
        for file in (*walk.files, *outside_pages)
        if file.endswith(order)
    }
    listed = _ListedPages(docs, set(docnames.values()))
    unlisted_suffixes = _find_unlisted_suffixes(optional_suffixes, docnames, listed)
    conditional_suffixes = {*only_listed, *unlisted_suffixes}
    contents = read_contents(root, docnames)
    odd_names = tuple(f for f in docnames if f.endswith(confined_suffixes) and is_odd_name(root, f))
    candidates = {file: name for file, name in docnames.items() if file not in odd_names}
    parts = tuple(_find_parts(candidates, listed, contents.imported, conditional_suffixes))
    no_pages = {*odd_names, *parts}
    pages, doubles = _choose_files([file for file in docnames if file not in no_pages], order)
    outside = tuple(file for file in walk.outside if file.endswith(confined_suffixes))
    broken_links = tuple(file for file in walk.broken if file.endswith(order))
    return PageInventory(
        root,
        pages,
        parts,
        data=tuple(f for f in walk.files if f.lower().endswith((".json", ".yaml", ".yml"))),
        ignored=tuple(walk.ignored),
        shared_names=_find_shared_names(walk.files),
        outside=outside,
        encoding_faults={
            name: contents.encoding_faults[file]
            for name, file in pages.items()
            if file in contents.encoding_faults and file.endswith(confined_suffixes)
        },
        broken_links=broken_links,
        odd_names=odd_names,
        left_out=_list_docnames((*outside, *broken_links, *odd_names), order).difference(pages),
        openapi={name: contents.openapi[f] for name, f in pages.items() if contents.openapi.get(f)},
        files=tuple(walk.files),
        doubles=doubles,
        digests=contents.digests,
    )


def _find_parts(
    docnames: Mapping[str, str],
    listed: _ListedPages,
    imported: Collection[str],
    conditional_suffixes: Collection[str],
) -> Iterator[str]:
    """Yield the files that are no pages.

    :param docnames: the docname that each file would have.
    :param conditional_suffixes: suffixes of files that are pages only if docs.json lists them.
    """
    for file, docname in docnames.items():
        # A page that docs.json lists may have any name, and be in any folder.
        is_part = (file in imported or _is_part(file)) and docname not in listed.paths
        is_conditional = file.removeprefix(docname) in conditional_suffixes
        if is_part or (is_conditional and not listed.includes(docname)):
            yield file


def _find_unlisted_suffixes(
    suffixes: Iterable[str], files: Collection[str], listed: _ListedPages
) -> Iterator[str]:
    """Yield the suffixes without a file that docs.json lists."""
    for suffix in suffixes:
        docnames = (file.removesuffix(suffix) for file in files if file.endswith(suffix))
        if not any(map(listed.includes, docnames)):
            yield suffix


def _find_shared_names(files: Iterable[str]) -> frozenset[str]:
    """Return the names of files that occur in several folders.

    They are in lower case: an output folder may be on a disk that ignores case.
    """
    counts = Counter(_get_name(file).lower() for file in files)
    return frozenset(name for name, count in counts.items() if count > 1)


def _list_docnames(files: Iterable[str], suffixes: tuple[str, ...]) -> frozenset[str]:
    """Return the docnames that files would have, without hidden characters."""
    return frozenset(make_visible_name(f.removesuffix(_find_suffix(f, suffixes))) for f in files)


class _ListedPages:
    """The pages that docs.json lists.

    :param docnames: the docnames of all files that may be pages.
    """

    def __init__(self, docs: DocsJson | None, docnames: Collection[str]) -> None:
        self._entries = frozenset(_list_paths(docs.navigation)) if docs is not None else frozenset()
        indexes = (f"{path}/index" for path in self._entries if path not in docnames)
        self.paths = self._entries.union(indexes)
        """The paths of the entries, and the indexes of the folders that entries name."""

    @cached_property
    def _folded_paths(self) -> frozenset[str]:
        return frozenset(map(_fold_path, self.paths))

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [compile_page_pattern(path) for path in self._entries if is_page_pattern(path)]

    def includes(self, docname: str) -> bool:
        """Return whether an entry or a pattern names a page; case and extension do not matter."""
        if _fold_path(docname) in self._folded_paths:
            return True
        return any(pattern.fullmatch(docname) for pattern in self._patterns)


def _choose_files(
    files: Iterable[str], order: tuple[str, ...]
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return the file of each page, and the other files with the same docname, both by docname.

    :param order: the suffixes; a file with an earlier suffix has precedence.
    """
    pages: dict[str, str] = {}
    doubles: dict[str, tuple[str, ...]] = {}
    for file in files:
        docname = file.removesuffix(_find_suffix(file, order))
        other = pages.setdefault(docname, file)
        if other != file:
            is_first = _get_rank(file, order) < _get_rank(other, order)
            pages[docname], double = (file, other) if is_first else (other, file)
            doubles[docname] = (*doubles.get(docname, ()), double)
    return pages, doubles


def is_odd_name(root: Path, file: str) -> bool:
    """Return whether *file* cannot be a page because of its name.

    Its URL would have hidden characters, or Sphinx does not find it, as with a line break, or
    cannot open it, since it normalizes docnames to NFC.
    """
    if "\n" in file or make_visible_name(file) != file:
        return True
    name = unicodedata.normalize("NFC", file)
    return name != file and not (root / name).is_file()


def make_double_fault(docname: str, winner: Path, path: Path) -> Fault:
    """Return the fault of a file that is left out because *winner* has the same docname."""
    message = f"page '{docname}' is built from '{winner.name}'; this file is left out"
    hint = "rename or remove one of the two"
    return Fault(FaultKind.PAGE_DOUBLE, Severity.WARNING, message, path, hint=hint)


def _find_suffix(file: str, suffixes: tuple[str, ...]) -> str:
    return max((s for s in suffixes if file.endswith(s)), key=len)


def _get_rank(file: str, suffixes: tuple[str, ...]) -> int:
    return suffixes.index(_find_suffix(file, suffixes))


def _is_part(file: str) -> bool:
    *folders, name = file.split("/")
    return bool(SNIPPET_FOLDERS.intersection(folders)) or _PROJECT_FILE.match(name) is not None


def _fold_path(path: str) -> str:
    """Return *path* without extension and in lower case, for comparisons."""
    return strip_extension(posixpath.normpath(path)).casefold()


def strip_extension(path: str) -> str:
    """Return a page path without the extension of a file, which it should not have."""
    return _EXTENSION.sub("", path)


def _list_paths(element: ElementModel) -> Iterator[str]:
    """Yield the page paths below *element*, without blanks and slashes around them."""
    if element.root is not None:
        yield element.root.text.strip("/ ")
    for child in element.children:
        if not isinstance(child, PageEntry):
            yield from _list_paths(child)
        elif not child.href:
            yield child.text.strip("/ ")


def _make_patterns(parts: Iterable[str], pages: Collection[str]) -> Iterator[str]:
    """Yield patterns for *parts*, one for several files if it matches no page."""
    yield from FOREIGN_PATTERNS
    names = () if any(_PROJECT_FILE.match(_get_name(file)) for file in pages) else PROJECT_FILES
    yield from (f"**/{_match_any_case(name)}.md" for name in names)
    folders_with_pages = {_find_snippet_folder(file) for file in pages}
    excluded_folders = set()
    for file in parts:
        # A folder without pages is excluded as a whole, other files one by one.
        folder = _find_snippet_folder(file)
        if folder and folder not in folders_with_pages:
            excluded_folders.add(folder)
        elif _get_name(file).lower().removesuffix(".md") not in names:
            yield make_literal_pattern(file)
    yield from sorted(map(make_literal_pattern, excluded_folders))


def _get_name(file: str) -> str:
    return file.rpartition("/")[2]


def _match_any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" for letter in word)


def _find_snippet_folder(file: str) -> str:
    folders = file.split("/")[:-1]
    for index, name in enumerate(folders):
        if name in SNIPPET_FOLDERS:
            return "/".join(folders[: index + 1])
    return ""


def make_literal_pattern(path: str) -> str:
    """Return a pattern that matches *path* only.

    The bracket in a set is escaped, because Python warns of a set that begins with ``[``.
    """
    return re.sub(r"[*?]", r"[\g<0>]", path.replace("[", r"[\[]"))
