"""The pages of a built folder for programs: search, sections, objects, navigation.

Everything is read from files that a build with ``docsnav_markdown`` writes: the Markdown copies,
``llms.txt`` of each version and language, and ``objects.inv``. A full-text index of SQLite is made
from the copies in memory, because the search index of the site can be used only by its scripts.
"""

from __future__ import annotations

import os
import posixpath
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.search import languages

from sphinx_docsnav.cli.compared_output import read_inventory
from sphinx_docsnav.sitefiles.nearest import find_similar_name, find_similar_names
from sphinx_docsnav.sitefiles.safe_files import find_site_file

LLMS_FILE = "llms.txt"
"""The list of the pages of the first version and language."""
FILE_SIZE_LIMIT = 5_000_000
"""Maximum size of a file, in bytes; larger files are ignored."""
MIN_STOP_WORDS = 3
"""The number of stop words from which a query is a question."""
_LLMS_ENTRY = re.compile(r"- \[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)(?:: (.*))?")
_HEADING = re.compile(r"(#{1,6}) (.+)")
_FENCE = re.compile(r"\s*(?:> ?)*(`{3,}|~{3,})")
_SIGNATURE = re.compile(r"`+(?:[a-z]+ )*([\w.]+)")
_UNSPACED_CHARACTER = re.compile(
    r"([\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)


@dataclass(frozen=True, slots=True)
class LlmsEntry:
    """A page in an index."""

    name: str
    """The path without its suffix."""
    title: str
    heading: str = ""
    """The label of the tab or group of the page."""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page, and the text below it."""

    page: str
    level: int
    heading: str
    """The text of the heading; empty for the text before the first heading."""
    text: str
    """The Markdown of the section, without the sections below it."""
    object: str = ""
    """The name of the function or class, if the heading is its signature."""

    @property
    def anchor(self) -> str:
        """The anchor of the heading, as most themes and hosts derive it from the text."""
        return make_slug(self.heading)


@dataclass(frozen=True, slots=True)
class SiteObject:
    """An entry of the inventory, such as an operation, a schema, a function or a setting."""

    name: str
    kind: str
    """``docsnav:operation``, ``py:function`` …"""
    page: str
    anchor: str
    title: str


@dataclass(slots=True)
class SiteScope:
    """The pages of one version and language."""

    labels: tuple[str, ...]
    """The labels of the version and the language; empty if there is only one scope."""
    pages: list[LlmsEntry] = field(default_factory=list)
    """The pages in the order of the navigation."""


class UnknownNameError(Exception):
    """There is no page, version or language with a name; the message lists the existing ones."""


def make_slug(text: str) -> str:
    """Return *text* in lower case, with hyphens between words."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


class BuiltSite:
    """The content of a built folder; no file outside of it is read."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.title, self.description = root.name, ""
        self._files = {
            path.relative_to(root).with_suffix("").as_posix(): path for path in _find_copies(root)
        }
        self.scopes = self._read_scopes()
        self.pages = {page.name: page for scope in self.scopes for page in scope.pages}
        """All pages by their names, also those outside of the navigation."""
        self.objects = [*self._read_objects()]
        self._table = self._index_texts()

    @property
    def stamp(self) -> tuple[int, int]:
        """The number of copies, and the time of the newest one; a new build changes them."""
        times = [os.stat(path).st_mtime_ns for path in _find_copies(self._root)]  # noqa: PTH116 -- many
        return len(times), max(times, default=0)

    def scope(self, version: str = "", language: str = "") -> SiteScope:
        """Return the pages of a version and a language.

        :raises UnknownNameError: there is no such version or language.
        """
        # An empty set matches the first scope, which is the default.
        wanted_labels = {name.lower() for name in (version, language) if name}
        for scope in self.scopes:
            if wanted_labels <= {label.lower() for label in scope.labels}:
                return scope
        labels = ", ".join(sorted({label for scope in self.scopes for label in scope.labels}))
        raise UnknownNameError(
            f"no pages for {' and '.join(sorted(wanted_labels))}; known: {labels}"
        )

    def page(self, address: str) -> tuple[str, str]:
        """Return the name of a page, and the anchor in *address*.

        :param address: the name, the path or the URL of the page.
        :raises UnknownNameError: there is no such page; the message names similar ones.
        """
        parts = urlsplit(address.strip())
        path = posixpath.normpath(unquote(parts.path)).strip("/.")
        stem = re.sub(r"\.(?:html|md|mdx|rst)\Z", "", path)
        path_steps = stem.split("/")
        # The site may be below a path of its host: try shorter and shorter ends of the path.
        for start in range(len(path_steps)):
            name = "/".join(path_steps[start:])
            for candidate in (name, f"{name}/index" if name else "index"):
                if candidate in self.pages:
                    return candidate, unquote(parts.fragment)
        if not stem and "index" in self.pages:
            return "index", unquote(parts.fragment)
        similar = find_similar_names(stem, self.pages, 0.5, limit=3)
        hint = f"; did you mean {', '.join(similar)}?" if similar else ""
        raise UnknownNameError(f"no page {address!r}{hint}")

    def read_text(self, name: str) -> str:
        """Return the Markdown of a page."""
        return self._files[name].read_text("utf-8", "replace")

    def read_sections(self, name: str) -> list[Section]:
        """Return the sections of a page in order."""
        return [*_divide_page(name, self.read_text(name))]

    def read_section(self, name: str, name_or_heading: str) -> str:
        """Return the Markdown of a section, including the sections below it.

        :param name_or_heading: the heading, the anchor, or the name of the documented object.
        :raises UnknownNameError: the page has no such section; the message lists its sections.
        """
        sections, start = self.read_sections(name), None
        key = make_slug(name_or_heading)
        for index, section in enumerate(sections):
            is_object = section.object and (
                section.object == name_or_heading or name_or_heading.endswith(f".{section.object}")
            )
            # The first section with this name is used.
            if is_object or (key and section.anchor == key):
                start = index
                break
        if start is None:
            names = "; ".join(section.heading for section in sections if section.heading)
            raise UnknownNameError(
                f"page {name!r} has no section {name_or_heading!r}; it has: {names}"
            )
        end = start + 1
        while end < len(sections) and sections[end].level > sections[start].level:
            end += 1
        return "\n\n".join(section.text for section in sections[start:end])

    def search(self, query: str, names: Collection[str], limit: int) -> list[tuple[Section, str]]:
        """Return the best section of each page, with an excerpt.

        A word that does not occur is completed, or replaced by the most similar one.

        :param names: the pages to search.
        :param limit: the maximum number of results.
        """
        # A word has two characters or more, except in scripts without spaces.
        words = re.findall(r"\w\w+|[^\x00-\u0dff]", _separate_characters(query.lower()))
        terms = list(
            filter(None, map(self._make_term, dict.fromkeys(_remove_stop_words(words, query))))
        )
        best_sections: dict[str, tuple[Section, str]] = {}
        # A match weighs 4 in a heading, 8 in the title of the page, and 1 in the text.
        rows = self._table.execute(
            "SELECT page, level, heading, text, object, snippet(texts, 6, '', '', ' … ', 24) "
            "FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 0, 0, 4, 0, 0, 8, 1) LIMIT 1000",
            [" OR ".join(terms) or '""'],
        )
        for *section_values, excerpt in rows:
            if section_values[0] in names:
                excerpt_text = " ".join(excerpt.split())
                # Rows are sorted by rank, so the first section of a page is its best one.
                best_sections.setdefault(
                    section_values[0], (Section(*section_values), excerpt_text)
                )
        return [*best_sections.values()][:limit]

    def look_up(self, name: str, names: Collection[str]) -> list[SiteObject]:
        """Return the objects with *name*; else those whose names end in it, else similar ones.

        :param names: the pages to search.
        """
        wanted_name = " ".join(name.split()).removesuffix("()")
        entries = [entry for entry in self.objects if entry.page in names]
        # From exact to loose; the first condition that any object meets decides.
        conditions = (
            lambda entry: entry.name == wanted_name,
            lambda entry: entry.name.lower() == wanted_name.lower(),
            lambda entry: entry.name.lower().endswith(
                (f".{wanted_name.lower()}", f" {wanted_name.lower()}")
            ),
            lambda entry: wanted_name.lower() in entry.title.lower(),
        )
        for condition in conditions:
            if matches := [entry for entry in entries if condition(entry)]:
                return matches
        similar = find_similar_names(wanted_name, {entry.name for entry in entries}, limit=5)
        similar_entries = (entry for entry in entries if entry.name in similar)
        return sorted(similar_entries, key=lambda entry: similar.index(entry.name))

    def _make_term(self, word: str) -> str:
        """Return a term of a full-text query for *word*; empty if nothing is similar."""
        # Try the word itself, then words that begin with it, then the most similar word.
        for term in (f'"{word}"', f'"{word}"*'):
            row = self._table.execute("SELECT 1 FROM texts WHERE texts MATCH ?", [term])
            if row.fetchone():
                return term
        words = (row[0] for row in self._table.execute("SELECT term FROM terms"))
        similar = find_similar_name(word, words, 0.7)
        return f'"{similar}"' if similar else ""

    def _read_scopes(self) -> list[SiteScope]:
        """Return the scopes of all versions and languages; the first index lists the others."""
        first_scope, others = self._read_index(LLMS_FILE)
        scopes = [first_scope]
        # Only the other indexes know the label of the first one, so it is read from them.
        for label, file in others.items():
            scope, other_indexes = self._read_index(file)
            scope.labels = tuple(label.split(", "))
            own_label = next(
                (text for text, name in other_indexes.items() if name == LLMS_FILE), ""
            )
            first_scope.labels = first_scope.labels or tuple(filter(None, own_label.split(", ")))
            scopes.append(scope)
        return scopes

    def _read_index(self, file: str) -> tuple[SiteScope, dict[str, str]]:
        """Return the pages of an index, and the names of the other indexes by their labels."""
        scope, others, heading = SiteScope(()), dict[str, str](), ""
        for line in self._read_lines(file):
            if line.startswith("# ") and file == LLMS_FILE:
                self.title = line[2:]
            elif line.startswith("> ") and file == LLMS_FILE:
                self.description = line[2:]
            elif line.startswith("## "):
                heading = line[3:]
            elif match := _LLMS_ENTRY.match(line):
                title, url, description = match[1], match[2], match[3] or ""
                name = posixpath.basename(urlsplit(url).path)
                # A large index is divided into parts, which belong to the same scope.
                if name.startswith("llms-part-") or (heading == "Parts" and name.endswith(".txt")):
                    scope.pages += self._read_index(name)[0].pages
                elif name.startswith("llms") and name.endswith(".txt"):
                    others[title] = name
                elif page := self._find_page_name(url):
                    title = re.sub(r"\\(.)", r"\1", title)
                    scope.pages.append(LlmsEntry(page, title, heading, description))
        return scope, others

    def _find_page_name(self, url: str) -> str:
        """Return the name of the page with the URL of a copy; the site may be below a path."""
        path_steps = unquote(urlsplit(url).path).removesuffix(".md").strip("/").split("/")
        names = ("/".join(path_steps[start:]) for start in range(len(path_steps)))
        return next((name for name in names if name in self._files), "")

    def _read_lines(self, file: str) -> list[str]:
        path = find_site_file(self._root, file)
        if path is None or path.stat().st_size > FILE_SIZE_LIMIT:
            return []
        return path.read_text("utf-8", "replace").splitlines()

    def _read_objects(self) -> Iterator[SiteObject]:
        """Yield the entries of the inventory that are on existing pages."""
        path = find_site_file(self._root, "objects.inv")
        if path is None or path.stat().st_size > FILE_SIZE_LIMIT:
            return
        for name, kind, url, title in read_inventory(path):
            if kind in {"std:doc", "std:label"}:
                continue
            address, _, anchor = url.partition("#")
            stem = address.removesuffix(".html")
            # Both forms of URLs are possible: `page.html` and, with the builder `dirhtml`, `page/`.
            folder = f"{stem}index" if stem.endswith("/") or not stem else ""
            page = next((name for name in (stem, folder, stem[:-1]) if name in self.pages), "")
            if page:
                yield SiteObject(name, kind, page, unquote(anchor), title)

    def _index_texts(self) -> sqlite3.Connection:
        """Return a database with the sections of all pages in a full-text table."""
        table = sqlite3.Connection(":memory:", check_same_thread=False)
        # The column `words` contains what is searched; `text` is only returned.
        table.executescript(
            "CREATE VIRTUAL TABLE texts USING fts5(page UNINDEXED, level UNINDEXED, heading, "
            "text UNINDEXED, object UNINDEXED, title, words, tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE terms USING fts5vocab(texts, row);"
        )
        rows = (
            _make_row(section, page.title if index == 0 else "")
            for page in self.pages.values()
            for index, section in enumerate(self.read_sections(page.name))
        )
        table.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return table


@cache
def _list_stop_words() -> list[frozenset[str]]:
    """Return the stop words of each language of Sphinx's search."""
    word_lists = []
    for language in languages.values():
        if isinstance(language, str):
            module, _, name = language.rpartition(".")
            word_lists.append(frozenset(getattr(import_module(module), name).stopwords))
        else:
            word_lists.append(frozenset(language.stopwords))
    return word_lists


def _remove_stop_words(words: Sequence[str], query: str) -> Sequence[str]:
    """Return *words* without stop words such as "how", "do" and "I", if *query* is a question.

    Its language is the one with most stop words in the query. There must be three, because a stop
    word of one language, such as "bin" or "man", may be a name in another.
    """
    query_words = set(re.findall(r"\w+", query.lower()))
    stop_words = max(_list_stop_words(), key=lambda word_list: len(word_list & query_words))
    meaningful_words = [word for word in words if word not in stop_words]
    return (
        meaningful_words
        if meaningful_words and len(stop_words & query_words) >= MIN_STOP_WORDS
        else words
    )


def _make_row(section: Section, title: str) -> tuple[str, int, str, str, str, str, str]:
    """Return the values of a section in the full-text table.

    The text to search is without the heading and the link to the index.
    """
    heading, title = map(_separate_characters, (section.heading, title))
    lines = section.text.splitlines()[bool(section.heading) :]
    words = "\n".join(line for line in lines if not line.startswith("> Index of all"))
    values = (section.page, section.level, heading, section.text, section.object, title)
    return *values, _separate_characters(words)


def _find_copies(root: Path) -> Iterable[Path]:
    """Return the Markdown files of a folder, except links that lead out of it."""
    paths = sorted(path for path in root.rglob("*.md") if path.stat().st_size <= FILE_SIZE_LIMIT)
    return [path for path in paths if find_site_file(root, path.relative_to(root).as_posix())]


def _separate_characters(text: str) -> str:
    """Return *text* with spaces around each character of scripts without spaces."""
    return _UNSPACED_CHARACTER.sub(r" \1 ", text)


def _divide_page(page: str, text: str) -> Iterator[Section]:
    """Yield the sections of a page; lines in code blocks are not headings."""
    lines: list[str] = []
    level, heading, fence = 1, "", ""
    # The levels and objects of the headings above the current one.
    ancestors: list[tuple[int, str]] = []
    # The end of the page, `None`, completes the last section, also in a code block that is open.
    for line in [*text.splitlines(), None]:
        heading_match = None
        if line is not None:
            fence_match = _FENCE.match(line)
            # A fence ends at one of the same character that is at least as long.
            if fence_match and (not fence or fence_match[1].startswith(fence)):
                fence = "" if fence else fence_match[1]
            heading_match = None if fence else _HEADING.match(line)
            if not heading_match:
                lines.append(line)
                continue
        if "".join(lines).strip():
            signature = _SIGNATURE.match(heading)
            # Only headings of a higher level contain this one.
            ancestors = [ancestor for ancestor in ancestors if ancestor[0] < level]
            object_name = signature[1] if signature else ""
            # The signature of a method may lack the name of its class; the outer heading has it.
            outer_name = ancestors[-1][1] if ancestors and object_name else ""
            name = (
                object_name
                if not outer_name or object_name.startswith(f"{outer_name}.")
                else f"{outer_name}.{object_name}"
            )
            ancestors += [(level, name)] if name else []
            plain_heading = re.sub(r"\\(.)", r"\1", heading).replace("`", "")
            yield Section(page, level, plain_heading, "\n".join(lines).strip(), name)
        if heading_match:
            lines = [heading_match.string]
            level, heading = len(heading_match[1]), heading_match[2]
