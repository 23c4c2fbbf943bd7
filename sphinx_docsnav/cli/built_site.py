"""The pages of a built folder as a program reads them: search, sections, objects, navigation.

Everything comes from files that a build with ``docsnav_markdown`` writes: the Markdown copies,
``llms.txt`` of each version and language, and ``objects.inv``. SQLite's full-text index is made of
the copies in memory; it ranks well in every language, which an index for browsers, with its
scripts, would need a second search engine for.
"""

from __future__ import annotations

import os
import posixpath
import re
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.search import languages

from sphinx_docsnav.sitefiles.nearest import similar_name, similar_names
from sphinx_docsnav.sitefiles.safe_files import site_file

INDEX = "llms.txt"
"""The list of pages that a build writes for the first version and language."""
LARGEST = 5_000_000
"""Bytes of a file that is read; a larger one is no page."""
MANY = 3
"""Frequent words that make a question of a query."""
_ENTRY = re.compile(r"- \[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)(?:: (.*))?")
_HEADING = re.compile(r"(#{1,6}) (.+)")
_FENCE = re.compile(r"\s*(?:> ?)*(`{3,}|~{3,})")
_OBJECT = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
_SIGNATURE = re.compile(r"`+(?:[a-z]+ )*([\w.]+)")
_UNSPACED = re.compile(r"([\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")


@dataclass(frozen=True, slots=True)
class LlmsEntry:
    """A page as the index lists it."""

    name: str
    """Its path without suffix."""
    title: str
    heading: str = ""
    """The tab or group that it is listed below."""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page and what is below it."""

    page: str
    level: int
    heading: str
    """Its words; empty for what precedes the first heading."""
    text: str
    """Markdown of the section alone."""
    object: str = ""
    """The name of the function or class that the heading is the signature of."""

    @property
    def anchor(self) -> str:
        """Its anchor, as most themes and hosts make it of the words."""
        return slug(self.heading)


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
    """What docs.json calls them; empty if there is only one."""
    pages: list[LlmsEntry] = field(default_factory=list)
    """In the order of the navigation."""


class UnknownNameError(Exception):
    """The folder has no page, version or language of a name; the message has those it has."""


def slug(text: str) -> str:
    """Return the words of *text*, small and with hyphens."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


class BuiltSite:
    """What is in a built folder; no other file is ever read."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.title, self.description = root.name, ""
        self._files = {
            path.relative_to(root).with_suffix("").as_posix(): path for path in _copies(root)
        }
        self.scopes = self._read_scopes()
        self.pages = {page.name: page for scope in self.scopes for page in scope.pages}
        """Every page by its name; those outside of the navigation, too."""
        self.objects = [*self._read_objects()]
        self._table = self._read_texts()

    @property
    def stamp(self) -> tuple[int, int]:
        """Number and newest time of its files: a new build changes it."""
        times = [os.stat(path).st_mtime_ns for path in _copies(self._root)]  # noqa: PTH116 -- many
        return len(times), max(times, default=0)

    def scope(self, version: str = "", language: str = "") -> SiteScope:
        """Return the pages of a version and a language.

        :raises UnknownNameError: there are none.
        """
        wanted = {name.lower() for name in (version, language) if name}
        for scope in self.scopes:
            if wanted <= {label.lower() for label in scope.labels}:
                return scope
        known = ", ".join(sorted({label for scope in self.scopes for label in scope.labels}))
        raise UnknownNameError(f"no pages for {' and '.join(sorted(wanted))}; known: {known}")

    def page(self, address: str) -> tuple[str, str]:
        """Return name and anchor of the page at *address*: its name, path or URL.

        :raises UnknownNameError: there is none; with those that are nearest.
        """
        parts = urlsplit(address.strip())
        path = posixpath.normpath(unquote(parts.path)).strip("/.")
        stem = re.sub(r"\.(?:html|md|mdx|rst)\Z", "", path)
        steps = stem.split("/")
        for at in range(len(steps)):
            name = "/".join(steps[at:])
            for found in (name, f"{name}/index" if name else "index"):
                if found in self.pages:
                    return found, unquote(parts.fragment)
        if not stem and "index" in self.pages:
            return "index", unquote(parts.fragment)
        near = similar_names(stem, self.pages, 0.5, limit=3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise UnknownNameError(f"no page {address!r}{hint}")

    def text(self, name: str) -> str:
        """Return the Markdown of a page."""
        return self._files[name].read_text("utf-8", "replace")

    def sections(self, name: str) -> list[Section]:
        """Return the sections of a page in order."""
        return [*_sections(name, self.text(name))]

    def section(self, name: str, wanted: str) -> str:
        """Return the Markdown of a section with those below it.

        :param wanted: its heading, its anchor, or the name of the object that it documents.
        :raises UnknownNameError: the page has none of that name; with those it has.
        """
        sections, start = self.sections(name), None
        key = slug(wanted)
        for at, one in enumerate(sections):
            is_object = one.object and (one.object == wanted or wanted.endswith(f".{one.object}"))
            if is_object or (key and one.anchor == key):
                start = at
                break
        if start is None:
            names = "; ".join(one.heading for one in sections if one.heading)
            raise UnknownNameError(f"page {name!r} has no section {wanted!r}; it has: {names}")
        end = start + 1
        while end < len(sections) and sections[end].level > sections[start].level:
            end += 1
        return "\n\n".join(one.text for one in sections[start:end])

    def search(self, query: str, names: Collection[str], limit: int) -> list[tuple[Section, str]]:
        """Return the best sections, one for a page, each with an excerpt.

        A word that no page has is completed, or replaced by the nearest one.
        """
        words = re.findall(r"\w\w+|[^\x00-\u0dff]", _spaced(query.lower()))
        terms = list(filter(None, map(self._term, dict.fromkeys(_meant(words, query)))))
        found: dict[str, tuple[Section, str]] = {}
        rows = self._table.execute(
            "SELECT page, level, heading, text, object, snippet(texts, 6, '', '', ' … ', 24) "
            "FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 0, 0, 4, 0, 0, 8, 1) LIMIT 1000",
            [" OR ".join(terms) or '""'],
        )
        for *values, excerpt in rows:
            if values[0] in names:
                shown = " ".join(excerpt.split())
                found.setdefault(values[0], (Section(*values), shown))
        return [*found.values()][:limit]

    def look_up(self, name: str, names: Collection[str]) -> list[SiteObject]:
        """Return the objects that *name* means: equal, at the end of a name, then nearest."""
        wanted = " ".join(name.split()).removesuffix("()")
        own = [one for one in self.objects if one.page in names]
        kinds = (
            lambda one: one.name == wanted,
            lambda one: one.name.lower() == wanted.lower(),
            lambda one: one.name.lower().endswith((f".{wanted.lower()}", f" {wanted.lower()}")),
            lambda one: wanted.lower() in one.title.lower(),
        )
        for fits in kinds:
            if found := [one for one in own if fits(one)]:
                return found
        near = similar_names(wanted, {one.name for one in own}, limit=5)
        nearest = (one for one in own if one.name in near)
        return sorted(nearest, key=lambda one: near.index(one.name))

    def _term(self, word: str) -> str:
        """Return *word* as a query of the table."""
        for term in (f'"{word}"', f'"{word}"*'):
            found = self._table.execute("SELECT 1 FROM texts WHERE texts MATCH ?", [term])
            if found.fetchone():
                return term
        words = (row[0] for row in self._table.execute("SELECT term FROM terms"))
        near = similar_name(word, words, 0.7)
        return f'"{near}"' if near else ""

    def _read_scopes(self) -> list[SiteScope]:
        """Read the index of each version and language, the first one's first."""
        first, others = self._read_index(INDEX)
        scopes = [first]
        for label, file in others.items():
            scope, back = self._read_index(file)
            scope.labels = tuple(label.split(", "))
            own = next((text for text, name in back.items() if name == INDEX), "")
            first.labels = first.labels or tuple(filter(None, own.split(", ")))
            scopes.append(scope)
        return scopes

    def _read_index(self, file: str) -> tuple[SiteScope, dict[str, str]]:
        """Return the pages that an index lists, and the other indexes by their labels."""
        scope, others, heading = SiteScope(()), dict[str, str](), ""
        for line in self._lines(file):
            if line.startswith("# ") and file == INDEX:
                self.title = line[2:]
            elif line.startswith("> ") and file == INDEX:
                self.description = line[2:]
            elif line.startswith("## "):
                heading = line[3:]
            elif found := _ENTRY.match(line):
                title, url, about = found[1], found[2], found[3] or ""
                name = posixpath.basename(urlsplit(url).path)
                if name.startswith("llms-part-") or (heading == "Parts" and name.endswith(".txt")):
                    scope.pages += self._read_index(name)[0].pages
                elif name.startswith("llms") and name.endswith(".txt"):
                    others[title] = name
                elif page := self._known(url):
                    title = re.sub(r"\\(.)", r"\1", title)
                    scope.pages.append(LlmsEntry(page, title, heading, about))
        return scope, others

    def _known(self, url: str) -> str:
        """Return the name of the page at the address of a copy; the site may be below a path."""
        steps = unquote(urlsplit(url).path).removesuffix(".md").strip("/").split("/")
        names = ("/".join(steps[at:]) for at in range(len(steps)))
        return next((name for name in names if name in self._files), "")

    def _lines(self, file: str) -> list[str]:
        path = site_file(self._root, file)
        if path is None or path.stat().st_size > LARGEST:
            return []
        return path.read_text("utf-8", "replace").splitlines()

    def _read_objects(self) -> Iterator[SiteObject]:
        """Yield the entries of the inventory that are on pages."""
        path = site_file(self._root, "objects.inv")
        if path is None or path.stat().st_size > LARGEST:
            return
        *_, packed = path.read_bytes().split(b"\n", 4)
        text = zlib.decompressobj().decompress(packed, 20 * LARGEST).decode("utf-8", "replace")
        for line in text.splitlines():
            found = _OBJECT.match(line)
            if found is None or found[2] in {"std:doc", "std:label"}:
                continue
            name, kind, _, uri, title = found.groups()
            uri = f"{uri[:-1]}{name}" if uri.endswith("$") else uri
            address, _, anchor = uri.partition("#")
            stem = address.removesuffix(".html")
            folder = f"{stem}index" if stem.endswith("/") or not stem else ""
            page = next((one for one in (stem, folder, stem[:-1]) if one in self.pages), "")
            if page:
                shown = name if title.strip() == "-" else title.strip()
                yield SiteObject(name, kind, page, unquote(anchor), shown)

    def _read_texts(self) -> sqlite3.Connection:
        """Return the sections of all pages as a table for searches."""
        table = sqlite3.Connection(":memory:", check_same_thread=False)
        table.executescript(
            "CREATE VIRTUAL TABLE texts USING fts5(page UNINDEXED, level UNINDEXED, heading, "
            "text UNINDEXED, object UNINDEXED, title, words, tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE terms USING fts5vocab(texts, row);"
        )
        rows = (
            (*_values(one), _spaced(page.title) if at == 0 else "", _words(one))
            for page in self.pages.values()
            for at, one in enumerate(self.sections(page.name))
        )
        table.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return table


@cache
def _stop_words() -> list[frozenset[str]]:
    """Return the frequent words of each language that Sphinx's search knows."""
    found = []
    for known in languages.values():
        if isinstance(known, str):
            module, _, name = known.rpartition(".")
            found.append(frozenset(getattr(import_module(module), name).stopwords))
        else:
            found.append(frozenset(known.stopwords))
    return found


def _meant(words: Sequence[str], query: str) -> Sequence[str]:
    """Return *words* without those that a question needs, such as "how", "do" and "I".

    Its language is the one with most such words, three at least, as some of them are names in
    another: "bin", "man".
    """
    said = set(re.findall(r"\w+", query.lower()))
    frequent = max(_stop_words(), key=lambda known: len(known & said))
    kept = [word for word in words if word not in frequent]
    return kept if kept and len(frequent & said) >= MANY else words


def _values(one: Section) -> tuple[str, int, str, str, str]:
    return one.page, one.level, _spaced(one.heading), one.text, one.object


def _words(one: Section) -> str:
    """Return what is searched of a section: without its heading and the link to the index."""
    lines = one.text.splitlines()[bool(one.heading) :]
    return _spaced("\n".join(line for line in lines if not line.startswith("> Index of all")))


def _copies(root: Path) -> Iterable[Path]:
    """Return the Markdown files of a folder, none of which is outside of it."""
    found = sorted(path for path in root.rglob("*.md") if path.stat().st_size <= LARGEST)
    return [path for path in found if site_file(root, path.relative_to(root).as_posix())]


def _spaced(text: str) -> str:
    """Return *text* with the characters of scripts without spaces as words of their own."""
    return _UNSPACED.sub(r" \1 ", text)


def _sections(page: str, text: str) -> Iterator[Section]:
    """Yield the sections of a page; what looks like a heading in code is none."""
    lines: list[str] = []
    level, heading, fence = 1, "", ""
    above: list[tuple[int, str]] = []
    for line in [*text.splitlines(), "# "]:
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        found = None if fence else _HEADING.match(line) or (line == "# " and line)
        if not found:
            lines.append(line)
            continue
        if "".join(lines).strip():
            signature = _SIGNATURE.match(heading)
            above = [one for one in above if one[0] < level]
            own = signature[1] if signature else ""
            outer = above[-1][1] if above and own else ""
            name = own if not outer or own.startswith(f"{outer}.") else f"{outer}.{own}"
            above += [(level, name)] if name else []
            words = re.sub(r"\\(.)", r"\1", heading).replace("`", "")
            yield Section(page, level, words, "\n".join(lines).strip(), name)
        lines = [line]
        if not isinstance(found, str):
            level, heading = len(found[1]), found[2]
