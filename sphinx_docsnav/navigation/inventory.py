"""Which files of a docs.json site are its pages, and what one look into them finds.

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
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.kinds import PageEntry
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.special_entries import is_page_pattern, page_pattern
from sphinx_docsnav.sitefiles.hidden_characters import hidden_characters, visible_name
from sphinx_docsnav.sitefiles.safe_files import encoding_fault
from sphinx_docsnav.sitefiles.walk import Skip, walk_site
from sphinx_docsnav.sitefiles.write import digest_of

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.models import ElementModel

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
OF_OTHERS = (".rst",)
"""Suffixes of files that are no pages in a site without conf.py that lists none of them: its
repository may hold the documentation of Python packages, too."""
SNIPPET_FOLDERS = frozenset({"snippets", "_snippets"})
"""Folders, at any depth, whose files are parts of pages."""
ABOUT_PROJECT = (
    *("readme", "license", "licence", "changelog"),
    *("contributing", "contribute"),
    *("agents", "claude", "gemini", "skill"),
)
"""Markdown files of these names, in any case, are for people and agents that work on the project;
they are no pages."""
_ABOUT_PROJECT = re.compile(
    # A README has translations: README.de.md, README_zh-CN.md.
    rf"(?:{'|'.join(ABOUT_PROJECT)}|readme[._-][a-z]{{2}}(?:[_-][a-z]{{2,4}})?)\.md\Z",
    re.IGNORECASE,
)
FOREIGN_PATTERNS = ("**/node_modules", "**/__pycache__", "**/.*")
"""Sphinx ``exclude_patterns`` for folders and files that are never pages."""
_EXTENSION = re.compile(r"\.(?:mdx?|rst|txt|ipynb|html)\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Contents:
    """What the files that may be pages hold, as far as the navigation needs it."""

    imported: frozenset[str]
    """The files that any of them imports, as POSIX paths from the root."""
    encoding_faults: Mapping[str, Fault]
    """``page_encoding`` of each file that is not UTF-8."""
    openapi: Mapping[str, str]
    """The value of ``openapi`` in front matter, by file."""
    digests: Mapping[str, str]
    """What each file holds, as `FileDigests` says it."""


def look_into(root: Path, files: Iterable[str]) -> Contents:
    """Read *files*, POSIX paths from *root*, each once.

    Imports in code blocks are examples and are ignored. The path of an import is relative to the
    root if it begins with ``/``, to the importing file if it begins with a dot.
    """
    imported: set[str] = set()
    faults: dict[str, Fault] = {}
    openapi: dict[str, str] = {}
    digests: dict[str, str] = {}
    folder = f"{root}{os.sep}"  # a path object for each of many thousand files takes as long
    for file in files:
        try:
            with open(folder + file, "rb") as stream:  # noqa: PTH123 -- see above
                text = stream.read()
        except OSError:
            continue
        digests[file] = digest_of(text)
        fault = encoding_fault(folder + file, text)
        if fault is not None:
            faults[file] = fault
        # Looking for the word first is faster than the pattern on each of many thousand files.
        if b"import" in text and _IMPORT.search(text):
            # Only here are code blocks cut out: most files import nothing.
            imported.update(_targets(file, text))
        if b"openapi:" in text and (front_matter := _OPENAPI.match(text)):
            reference = front_matter[1].decode("utf-8", "replace").strip()
            is_quoted = len(reference) > 1 and reference[0] == reference[-1] in "'\""
            openapi[file] = reference[1:-1] if is_quoted else reference
    return Contents(frozenset(imported), faults, openapi, digests)


def _targets(file: str, text: bytes) -> Iterator[str]:
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
    """Each page's file as POSIX path from the root, by docname, in order of paths."""
    parts: tuple[str, ...]
    """Files with a page's suffix that are none: snippets, imported files, READMEs …"""
    data: tuple[str, ...]
    """JSON and YAML files, in which specifications are looked for."""
    ignored: tuple[str, ...] = ()
    """Files and folders that ``.mintignore`` names."""
    shared_names: frozenset[str] = frozenset()
    """File names, in lower case, that more than one file of the site has."""
    outside: tuple[str, ...] = ()
    """Links with a page's suffix to files out of the site: no pages."""
    encoding_faults: Mapping[str, Fault] = field(default_factory=dict)
    """``page_encoding`` of each page that is not UTF-8, by docname."""
    broken_links: tuple[str, ...] = ()
    """Links with a page's suffix that lead to nothing: no pages."""
    odd_names: tuple[str, ...] = ()
    """Files with a page's suffix whose names Sphinx cannot read: no pages."""
    left_out: frozenset[str] = frozenset()
    """The docnames of the files that `faults` names and that are no pages."""
    openapi: Mapping[str, str] = field(default_factory=dict)
    """The value of ``openapi`` in the front matter of pages, by docname."""
    files: tuple[str, ...] = ()
    """All files of the site, as POSIX paths from the root."""
    doubles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files that are left out because another one makes the same page, by docname."""
    digests: Mapping[str, str] = field(default_factory=dict)
    """What the files that may be pages hold, by file; see `FileDigests`."""

    @property
    def docnames(self) -> Collection[str]:
        """The pages' docnames."""
        return self.pages.keys()

    def path(self, docname: str) -> Path | None:
        """Return the file of a page, ``None`` if there is no such page."""
        file = self.pages.get(docname)
        return self.root / file if file is not None else None

    def faults(self) -> Iterator[Fault]:
        """Yield ``page_outside`` and ``page_name`` of files left out, and ``page_encoding``."""
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
            if hidden := hidden_characters(file, visible_name(file)):
                message, hint = f"the file name has {hidden}, left out", "rename the file"
            yield Fault(kind, warning, message, self.root / file, hint=hint)
        yield from self.encoding_faults.values()

    def exclude_patterns(self) -> tuple[str, ...]:
        """Return Sphinx ``exclude_patterns`` for files that are no pages, as few as possible.

        Adding or removing a snippet does not change them, so that Sphinx does not read
        every page again.
        """
        return (*_patterns(self.parts, self.pages.values()), *map(literal_pattern, self.ignored))


def find_pages(  # noqa: PLR0913 -- what distinguishes files, each passed by name
    root: Path,
    docs: DocsJson | None,
    suffixes: Iterable[str] = MDX_SUFFIXES,
    *,
    skip: Skip = lambda _: False,
    confined: Iterable[str] | None = None,
    only_listed: Iterable[str] = (),
    of_others: Iterable[str] = (),
) -> PageInventory:
    """Return the files of the site in *root*.

    These files are no pages, unless docs.json lists them: what ``.mintignore`` names, files in
    hidden and foreign folders, snippets, files that pages import, and the README, LICENSE,
    CHANGELOG, CONTRIBUTING and AGENTS of a project in Markdown.

    :param docs: the site's docs.json, if it could be read.
    :param suffixes: of pages; earlier ones win where two files make one docname.
    :param skip: folders to leave out, as a build's own output.
    :param confined: suffixes of pages that may be no links to files out of the
        site; all, if left out. Other readers may have other rules for theirs.
    :param only_listed: suffixes of files that are pages only if docs.json lists them.
    :param of_others: suffixes of files that are no pages if docs.json lists none of that suffix.
    """
    order = tuple(suffixes)
    confined_suffixes = order if confined is None else tuple(confined)
    walk = walk_site(root, skip=skip)
    # Other readers may follow links out of the site.
    outside_pages = [file for file in walk.outside if not file.endswith(confined_suffixes)]
    candidates = [file for file in (*walk.files, *outside_pages) if file.endswith(order)]
    docnames = {file: file.removesuffix(_suffix(file, order)) for file in candidates}
    listed = _ListedPages(docs, set(docnames.values()))
    # A suffix of others counts as soon as docs.json lists one of its files.
    unlisted = [
        suffix
        for suffix in of_others
        if not any(
            f.endswith(suffix) and listed.includes(f.removesuffix(suffix)) for f in candidates
        )
    ]
    conditional = {*only_listed, *unlisted}
    # Each file is opened once, for all that it has to be opened for.
    contents = look_into(root, candidates)

    def is_page(file: str) -> bool:
        # What docs.json lists is a page, wherever it is and whatever it is called.
        is_part = file in contents.imported or _is_part(file)
        if is_part and docnames[file] not in listed.paths:
            return False
        return _suffix(file, order) not in conditional or listed.includes(docnames[file])

    odd = tuple(f for f in candidates if f.endswith(confined_suffixes) and is_odd_name(root, f))
    parts = tuple(file for file in candidates if file not in odd and not is_page(file))
    others = {*odd, *parts}
    pages, doubles = _choose_files([file for file in candidates if file not in others], order)
    # Output folders may be on a disk that ignores case.
    names = Counter(_name(file).lower() for file in walk.files)
    outside = tuple(file for file in walk.outside if file.endswith(confined_suffixes))
    broken_links = tuple(file for file in walk.broken if file.endswith(order))
    # Entries of docs.json for these files are not reported as missing a second time.
    no_pages = (*outside, *broken_links, *odd)
    left_out = {visible_name(file.removesuffix(_suffix(file, order))) for file in no_pages}
    faults = {
        f: fault for f, fault in contents.encoding_faults.items() if f.endswith(confined_suffixes)
    }
    operations = {docname: contents.openapi.get(file, "") for docname, file in pages.items()}
    return PageInventory(
        root,
        pages,
        parts,
        data=tuple(f for f in walk.files if f.lower().endswith((".json", ".yaml", ".yml"))),
        ignored=walk.ignored,
        shared_names=frozenset(name for name, count in names.items() if count > 1),
        outside=outside,
        encoding_faults={name: faults[file] for name, file in pages.items() if file in faults},
        broken_links=broken_links,
        odd_names=odd,
        left_out=frozenset(left_out.difference(pages)),
        openapi={docname: text for docname, text in operations.items() if text},
        files=walk.files,
        doubles=doubles,
        digests=contents.digests,
    )


class _ListedPages:
    """The pages that docs.json lists.

    :param docnames: those of all files that may be pages.
    """

    def __init__(self, docs: DocsJson | None, docnames: Collection[str]) -> None:
        self._entries = _listed(docs.navigation) if docs is not None else frozenset()
        self.paths = self._entries | _indexes(self._entries, docnames)
        """The paths of the entries, and the indexes of the folders that entries name."""

    @cached_property
    def _spelled_paths(self) -> frozenset[str]:
        return frozenset(map(_spelled, self.paths))

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [page_pattern(path) for path in self._entries if is_page_pattern(path)]

    def includes(self, docname: str) -> bool:
        """Return whether they include a page, in any case, with an extension, or by a pattern."""
        if _spelled(docname) in self._spelled_paths:
            return True
        return any(pattern.fullmatch(docname) for pattern in self._patterns)


def _choose_files(
    files: Iterable[str], order: tuple[str, ...]
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return the file of each page, by docname, and the other files that would make the same page.

    :param order: the suffixes; a file with an earlier one wins.
    """
    pages: dict[str, str] = {}
    doubles: dict[str, tuple[str, ...]] = {}
    for file in files:
        docname = file.removesuffix(_suffix(file, order))
        other = pages.setdefault(docname, file)
        if other != file:
            wins = _rank(file, order) < _rank(other, order)
            pages[docname], lost = (file, other) if wins else (other, file)
            doubles[docname] = (*doubles.get(docname, ()), lost)
    return pages, doubles


def is_odd_name(root: Path, file: str) -> bool:
    """Return whether *file* can be no page.

    Sphinx, which normalizes docnames to NFC, cannot open it; or its address would have characters
    that nobody sees.
    """
    if visible_name(file) != file:
        return True
    name = unicodedata.normalize("NFC", file)
    return name != file and not (root / name).is_file()


def page_double(docname: str, winner: Path, path: Path) -> Fault:
    """Return the fault of a file that is left out because *winner* makes the same page."""
    message = f"page '{docname}' is built from '{winner.name}'; this file is left out"
    hint = "rename or remove one of the two"
    return Fault(FaultKind.PAGE_DOUBLE, Severity.WARNING, message, path, hint=hint)


def _suffix(file: str, suffixes: tuple[str, ...]) -> str:
    return max((s for s in suffixes if file.endswith(s)), key=len)


def _rank(file: str, suffixes: tuple[str, ...]) -> int:
    return suffixes.index(_suffix(file, suffixes))


def _is_part(file: str) -> bool:
    *folders, name = file.split("/")
    return bool(SNIPPET_FOLDERS.intersection(folders)) or _ABOUT_PROJECT.match(name) is not None


def _listed(element: ElementModel) -> frozenset[str]:
    """Return the page paths below *element*, without blanks and slashes around them."""
    return frozenset(_paths(element))


def _indexes(listed: Iterable[str], docnames: Collection[str]) -> frozenset[str]:
    """Return the indexes that *listed* page paths mean: those of folders that no page is named."""
    return frozenset(f"{path}/index" for path in listed if path not in docnames)


def _spelled(path: str) -> str:
    """Return *path* as it is compared with others: without extension, in lower case."""
    return without_extension(posixpath.normpath(path)).casefold()


def without_extension(path: str) -> str:
    """Return a page path without the extension of a page's file, which it should not have."""
    return _EXTENSION.sub("", path)


def _paths(element: ElementModel) -> Iterator[str]:
    if element.root is not None:
        yield element.root.text.strip("/ ")
    for child in element.children:
        if not isinstance(child, PageEntry):
            yield from _paths(child)
        elif not child.href:
            yield child.text.strip("/ ")


def _patterns(parts: Iterable[str], pages: Collection[str]) -> Iterator[str]:
    """Yield patterns for *parts*: one for several files where it matches no page."""
    yield from FOREIGN_PATTERNS
    names = () if any(_ABOUT_PROJECT.match(_name(file)) for file in pages) else ABOUT_PROJECT
    yield from (f"**/{_any_case(name)}.md" for name in names)
    with_pages = {_snippet_folder(file) for file in pages}
    folders = set()
    for file in parts:
        # A folder without pages is left out as a whole, other files one by one.
        folder = _snippet_folder(file)
        if folder and folder not in with_pages:
            folders.add(folder)
        elif _name(file).lower().removesuffix(".md") not in names:
            yield literal_pattern(file)
    yield from sorted(map(literal_pattern, folders))


def _name(file: str) -> str:
    return file.rpartition("/")[2]


def _any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" for letter in word)


def _snippet_folder(file: str) -> str:
    folders = file.split("/")[:-1]
    for index, name in enumerate(folders):
        if name in SNIPPET_FOLDERS:
            return "/".join(folders[: index + 1])
    return ""


def literal_pattern(path: str) -> str:
    """Return a pattern that matches *path* only.

    Python warns of a set that begins with ``[``, so that a backslash stands before it.
    """
    return re.sub(r"[*?]", r"[\g<0>]", path.replace("[", r"[\[]"))
