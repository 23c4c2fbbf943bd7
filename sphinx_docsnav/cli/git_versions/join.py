"""Join built versions in one folder: switchers, notices, canonical links, search, redirects.

The result depends on the builds alone, so that it is the same whichever of them are new. A page
of a version that this extension has built has places for what depends on the other versions. A
page that plain Sphinx has built gets a switcher at its end and a notice at its beginning.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx_docsnav.cli.git_versions.version_changes import (
    ListedEntry,
    changes,
    changes_html,
    read_entries,
)
from sphinx_docsnav.cli.git_versions.version_plan import LATEST, STABLE, GitPart, VersionLevel
from sphinx_docsnav.core.site.output_ledger import OutputLedger
from sphinx_docsnav.features.git_part import CHANGES, CHANGES_PAGE, FINISHED, NOTICE, PLACEHOLDER
from sphinx_docsnav.features.version_notice import NOINDEX, notice_html
from sphinx_docsnav.sitefiles.redirect_page import redirect_page
from sphinx_docsnav.sitefiles.sitemap_files import NAME, sitemap_files, sitemap_row

LIST = "docsnav-versions.json"
"""The file in the output that lists the versions, for other programs and the next build."""
OWNER = "versions"
"""The owner of all files in the ledger of the output."""
FileMaker = Callable[[], str | bytes]
"""Returns the content of a file."""
WHAT_CHANGED = "What changed"
"""The last entry of the switcher of versions."""
_NOT_FOUND = "404.html"
_ROOT_FILES = (_NOT_FOUND, "CNAME", "robots.txt", ".nojekyll")
"""Files of the default version that hosts look for at the root."""
_LINK = re.compile(rf"{re.escape(PLACEHOLDER)}(before|after)/(\d+)")
_OWN = re.compile(r'\s*<li\b[^>]*>\s*<a\b[^>]*?\bhref="([^"]*)"')
"""The entry of a version itself, which follows the one for those before it."""
_CANONICAL = re.compile(r'<link\b[^>]*\brel="canonical"[^>]*>')
_LANGUAGE = re.compile(r'<html\b[^>]*\blang="([^"]+)"')
_BODY = re.compile(r"<body\b[^>]*>")
_INDEX = re.compile(r'docsnavIndex\(("index[^".]*"),(.*)\)\n', re.DOTALL)
_SEARCH = "_static/docsnav-search"
_BAR = (
    "position:fixed;inset-block-end:0;inset-inline-end:0;z-index:1000;max-height:60vh;"
    "overflow:auto;padding:.4em .8em;font:14px/1.6 system-ui,sans-serif;color:#222;"
    "background:#f4f4f4;border:1px solid #bbb"
)
_NOTICE_CLASS = 'class="admonition note docsnav-older"'
"""What a page of plain Sphinx has no style for, or another one."""
_NOTICE_STYLE = (
    'style="padding:.5em 1em;font:14px/1.5 system-ui,sans-serif;color:#222;background:#fff3cd;'
    'border-bottom:1px solid #d9b84a"'
)


@dataclass(frozen=True)
class Built:
    """A built version."""

    part: GitPart
    files: Path
    """Its output."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The paths of its files."""
        files = (path for path in sorted(self.files.rglob("*")) if path.is_file())
        names = (path.relative_to(self.files).as_posix() for path in files)
        return tuple(name for name in names if name != FINISHED)

    @cached_property
    def pages(self) -> frozenset[str]:
        """The paths of its pages."""
        return frozenset(
            name for name in self.names if name.endswith(".html") and name[:8] != "_static/"
        )

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """What its build says of itself."""
        file = self.files / FINISHED  # a build of the work tree that failed has none
        found: Mapping[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        return found

    @cached_property
    def entries(self) -> Mapping[tuple[str, str], ListedEntry]:
        """What its inventory lists."""
        return read_entries(self.files)

    @property
    def is_plain(self) -> bool:
        """Whether Sphinx has built it without this extension."""
        return bool(self.facts.get("plain"))

    def nearest(self, page: str) -> str:
        """Return the same page, else the start of the nearest folder around it."""
        if page in self.pages and page != _NOT_FOUND:
            return page
        folder = posixpath.dirname(page)
        while folder:
            start = f"{folder}/index.html"
            if start in self.pages:
                return start
            folder = posixpath.dirname(folder)
        return "index.html"


@dataclass(frozen=True)
class Joined:
    """The versions that are joined."""

    built: tuple[Built, ...]
    """In the order of switchers."""
    out: Path
    """The output directory."""
    baseurl: str = ""
    """The address of the output, with a slash at its end; empty if it is not known."""
    is_dirhtml: bool = False
    """Whether addresses end with a slash."""
    others: tuple[dict[str, Any], ...] = ()
    """The rows of versions whose last output stays: this run does not know what became of them."""

    def level(self, part: GitPart) -> VersionLevel:
        """Return the versions beside a part, itself included."""
        above = part.chain[:-1]
        return VersionLevel(tuple(b.part for b in self.built if b.part.chain[:-1] == above))

    @cached_property
    def _by_part(self) -> dict[str, Built]:
        return {built.part.folder: built for built in self.built}

    @cached_property
    def levels(self) -> tuple[VersionLevel, ...]:
        """Every set of versions beside each other."""
        found = {built.part.chain[:-1]: self.level(built.part) for built in self.built}
        return tuple(found.values())

    @property
    def first(self) -> Built:
        """The one that the root leads to."""
        return self._by_part[self.levels[0].default.folder]

    def choices(self, part: GitPart, depth: int) -> list[tuple[str, Built]]:
        """Return the labels at a level of the switchers, with the version that each leads to.

        A product leads to its version of the same name, else to its default one.
        """
        found: dict[str, list[GitPart]] = {}
        for built in self.built:
            chain = built.part.chain
            if chain[:depth] == part.chain[:depth] and len(chain) > depth:
                found.setdefault(chain[depth][1], []).append(built.part)
        choices = []
        for label, parts in found.items():
            same = (p for p in parts if p.chain[depth + 1 :] == part.chain[depth + 1 :])
            target = (
                part if part in parts else next(same, None) or VersionLevel(tuple(parts)).default
            )
            choices.append((label, self._by_part[target.folder]))
        return choices

    def address(self, built: Built, page: str, target: Built, at: str) -> str:
        """Return the link from a page of one version to a page of another."""
        if page == _NOT_FOUND:  # shown at any address
            root = urlsplit(self.baseurl).path or "/"
            return root + quote(self._tidy(f"{target.part.folder}/{at}"))
        here = posixpath.dirname(f"{built.part.folder}/{page}")
        return quote(self._tidy(posixpath.relpath(f"{target.part.folder}/{at}", here)))

    def _tidy(self, address: str) -> str:
        if self.is_dirhtml and address.rpartition("/")[2] == "index.html":
            return address.removesuffix("index.html") or "./"
        return address

    def write(self, ledger: OutputLedger) -> None:
        """Write the output; files that are equal stay as they are.

        What earlier runs have written is removed first: a folder may have been a file.

        :param ledger: knows what earlier runs have written into `out`.
        """
        files = dict(self._files())
        folders = tuple(f"{row['folder']}/" for row in self.others)
        kept = (name for name in ledger.names(OWNER) if name.startswith(folders))
        ledger.claim(OWNER, (*files, *kept))
        ledger.finish(OWNER)
        for name, content in files.items():
            ledger.write(OWNER, name, content())
        ledger.end()

    def _files(self) -> Iterator[tuple[str, FileMaker]]:
        """Yield the name of each file of the output, with a function that returns what it has."""
        for built in self.built:
            for name in built.names:
                yield f"{built.part.folder}/{name}", partial(self._content, built, name)
        for level in self.levels:
            yield from self._names_of(level)
        first = self.first
        target = self._tidy(f"{first.part.folder}/index.html")
        page = redirect_page(quote(target), canonical=self._canonical(first), is_indexed=True)
        yield "index.html", lambda: page
        for name in _ROOT_FILES if self.baseurl else _ROOT_FILES[1:]:
            if name in first.names:
                yield name, partial(self._content, first, name)
        if self.baseurl:
            for name, text in sitemap_files(self._sitemap(), self.baseurl).items():
                yield name, partial(str, text)
        yield LIST, lambda: json.dumps(self._list(), indent=1, ensure_ascii=False)

    def _content(self, built: Built, name: str) -> bytes:
        """Return what the output has of a file of a version."""
        data = (built.files / name).read_bytes()
        if name.endswith(".html") and name in built.pages:
            return self._with_text(data, lambda text: self.page(built, name, text))
        if posixpath.dirname(name) == _SEARCH and name.endswith(".js"):
            return self._with_text(data, lambda text: self._directory(built, text))
        return data

    def _with_text(self, data: bytes, change: Callable[[str], str]) -> bytes:
        try:
            return change(data.decode("utf-8")).encode("utf-8")
        except UnicodeDecodeError:
            return data

    def page(self, built: Built, name: str, text: str) -> str:
        """Return the text of a page with what depends on the other versions."""
        text = self._switchers(built, name, text)
        default = self._by_part[self.level(built.part).default.folder]
        is_same = name in default.pages
        notice = self._notice(built, name, text, default)
        if built.is_plain:
            text = _insert_after_body(text, notice.replace(_NOTICE_CLASS, _NOTICE_STYLE))
            text = _insert_before(text, "</body>", self._bar(built, name))
        else:
            text = text.replace(NOTICE, notice, 1)
            if CHANGES in text:
                text = text.replace(CHANGES, self._changes(built, name), 1)
        policy = self.facts_of(built, "old_versions")
        if built is not default and policy == "noindex":
            return _insert_before(text, "</head>", NOINDEX)
        if not self.baseurl or not (built is default or (is_same and policy == "canonical")):
            return text
        url = self._url(default if is_same else built, name)
        link = f'<link rel="canonical" href="{escape(url)}" />'
        if _CANONICAL.search(text):
            return _CANONICAL.sub(lambda _: link, text, count=1)
        return _insert_before(text, "</head>", f"{link}\n")

    def facts_of(self, built: Built, name: str) -> str:
        """Return a fact of a build; without the extension, that of one with it."""
        every = (built, *self.built)
        return str(next((b.facts[name] for b in every if name in b.facts), "canonical"))

    def _switchers(self, built: Built, name: str, text: str) -> str:
        """Replace each entry that stands for other versions by one for each of these."""
        while found := _LINK.search(text):
            start = text.rfind("<li", 0, found.start())
            end = text.find("</li>", found.end()) + len("</li>")
            if start < 0 or end < len("</li>"):
                text = text[: found.start()] + "#" + text[found.end() :]
                continue
            depth, item = int(found[2]), text[start:end]
            item = item.replace(' rel="noopener"', "").replace(" external", " internal")
            choices = self.choices(built.part, depth)
            labels = [label for label, _ in choices]
            own = labels.index(built.part.chain[depth][1])
            shown = choices[:own] if found[1] == "before" else choices[own + 1 :]
            mark = f"docsnav-{found[1]}-{depth}"
            made = (
                item.replace(
                    found[0], escape(self.address(built, name, b, b.nearest(name)))
                ).replace(mark, escape(label))
                for label, b in shown
            )
            rows = "".join(made)
            changed = self._file_of(CHANGES_PAGE)
            is_last = found[1] == "after" and depth == len(built.part.chain) - 1
            if is_last and changed in built.pages and self.before(built):
                address = escape(self.address(built, name, built, changed))
                rows += item.replace(found[0], address).replace(mark, WHAT_CHANGED)
            text = text[:start] + rows + self._own_entry(built, name, text[end:])
        return text

    def _own_entry(self, built: Built, name: str, text: str) -> str:
        """Let the version itself lead to the page, also from one that the navigation lacks."""
        found = _OWN.match(text)
        if found is None or found[1].startswith(PLACEHOLDER):
            return text
        address = escape(self.address(built, name, built, built.nearest(name)))
        return text[: found.start(1)] + address + text[found.end(1) :]

    def before(self, built: Built) -> Built | None:
        """Return the release before a version, if it is built."""
        part = self.level(built.part).before(built.part)
        return self._by_part[part.folder] if part else None

    def _file_of(self, name: str) -> str:
        return f"{name}/index.html" if self.is_dirhtml else f"{name}.html"

    def _changes(self, built: Built, name: str) -> str:
        """Return what the page with the changes of a version says."""
        before = self.before(built)
        if before is None:
            return "<p>There is no older release to compare with.</p>\n"
        url = self.address(built, name, before, "index.html")
        older = f'<a href="{escape(url)}">{escape(before.part.chain[-1][1])}</a>'
        here = posixpath.dirname(f"{built.part.folder}/{name}")
        folders = (posixpath.relpath(each.part.folder, here) for each in (before, built))
        markup = changes_html(changes(before.entries, built.entries), *folders)
        return f"<p>Compared with {older}.</p>\n{markup}"

    def _notice(self, built: Built, name: str, text: str, default: Built) -> str:
        if built is default:
            return ""
        language = found[1] if (found := _LANGUAGE.search(text)) else "en"
        url = self.address(built, name, default, default.nearest(name))
        return notice_html(language, built.part.chain[-1][1], default.part.chain[-1][1], url)

    def _bar(self, built: Built, name: str) -> str:
        """Return the switchers of a page that has no place for them."""
        lists = []
        for depth, (_kind, own) in enumerate(built.part.chain):
            rows = "".join(
                f"<li><strong>{escape(label)}</strong></li>"
                if label == own
                else f'<li><a href="{escape(self.address(built, name, b, b.nearest(name)))}">'
                f"{escape(label)}</a></li>"
                for label, b in self.choices(built.part, depth)
            )
            style = "list-style:none;margin:0;padding:0"
            lists.append(
                f"<details><summary>{escape(own)}</summary>"
                f'<ul style="{style}">{rows}</ul></details>'
            )
        attributes = f'class="docsnav-versions" aria-label="Versions" style="{_BAR}"'
        return f"<nav {attributes}>{''.join(lists)}</nav>\n"

    def _directory(self, built: Built, text: str) -> str:
        """Return a directory of a search index that names those of the other versions."""
        found = _INDEX.fullmatch(text)
        if not found:
            return text
        data = json.loads(found[2])
        for other in self.built:
            if other is built:
                continue
            base = posixpath.relpath(other.part.folder, built.part.folder)
            for file in sorted((other.files / _SEARCH).glob("index*.js")):
                there = _INDEX.fullmatch(file.read_text("utf-8"))
                if there:
                    language = json.loads(there[2])["language"]
                    place = f"../../{base}/{_SEARCH}/{file.stem}"
                    data["others"].append([place, other.part.label, language])
        dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"docsnavIndex({found[1]},{dumped})\n"

    def _names_of(self, level: VersionLevel) -> Iterator[tuple[str, FileMaker]]:
        """Yield ``latest`` and ``stable``: for each page of the version, one that leads to it."""
        above = posixpath.dirname(level.parts[0].folder)
        folders = {part.folder for part in level.parts}
        for name, part in ((LATEST, level.latest), (STABLE, level.stable)):
            folder = posixpath.join(above, name)
            if part is None or folder in folders:
                continue
            built = self._by_part[part.folder]
            for page in sorted(built.pages):
                yield f"{folder}/{page}", partial(self._redirect, built, folder, page)
            inventory = built.files / "objects.inv"
            if inventory.is_file():
                yield f"{folder}/{inventory.name}", inventory.read_bytes

    def _redirect(self, built: Built, folder: str, page: str) -> str:
        """Return the page in *folder* that leads to a page of a version."""
        here = posixpath.dirname(f"{folder}/{page}")
        address = self._tidy(posixpath.relpath(f"{built.part.folder}/{page}", here))
        canonical = self._url(built, page) if self.baseurl else ""
        return redirect_page(quote(address), canonical=canonical, is_indexed=True)

    def _url(self, built: Built, page: str) -> str:
        return self.baseurl + quote(self._tidy(f"{built.part.folder}/{page}"))

    def _canonical(self, built: Built) -> str:
        return self._url(built, "index.html") if self.baseurl else ""

    def _sitemap(self) -> Iterator[str]:
        """Yield the rows of the sitemap: each page once, in the default version if it has it."""
        for built in self.built:
            default = self._by_part[self.level(built.part).default.folder]
            policy = self.facts_of(built, "old_versions")
            if built is not default and policy == "noindex":
                continue
            own = _listed_pages(built)
            gone = default.pages if built is not default and policy == "canonical" else ()
            for page in sorted(own - set(gone)):
                yield sitemap_row(self._url(built, page))

    def _list(self) -> list[dict[str, Any]]:
        rows = []
        for built in self.built:
            level, part = self.level(built.part), built.part
            row: dict[str, Any] = dict(part.chain)
            row |= {"name": part.label, "version": part.chain[-1][1], "folder": part.folder}
            row["url"] = f"{self.baseurl}{quote(part.folder)}/"
            row |= {"ref": part.ref.name, "commit": part.ref.commit} if part.ref else {}
            names = {"default": level.default, LATEST: level.latest, STABLE: level.stable}
            row["preferred"] = part is level.default
            row["aliases"] = [name for name in (LATEST, STABLE) if names[name] is part]
            rows.append(row)
        return [*rows, *({**row, "preferred": False, "aliases": []} for row in self.others)]


_NOT_LISTED = frozenset((CHANGES_PAGE, "genindex", "search", "py-modindex", "404", "modindex"))


def _listed_pages(built: Built) -> set[str]:
    """Return the pages for search engines: those of the version's own sitemap, else all."""
    sitemap = built.files / NAME
    if sitemap.is_file():
        text = sitemap.read_text("utf-8")
        names = {page: quote(page) for page in built.pages}
        ends = {
            loc.rpartition(f"/{quote(built.part.folder)}/")[2]
            for loc in re.findall(r"<loc>([^<]+)</loc>", text)
        }
        return {
            page for page, name in names.items() if {name, name.removesuffix("index.html")} & ends
        }
    named = {page.partition("/index.html")[0].removesuffix(".html"): page for page in built.pages}
    return {
        page
        for stem, page in named.items()
        if stem not in _NOT_LISTED and not stem.startswith(("_", "search-", "genindex-"))
    }


def rows_of_others(out: Path, kept: Iterable[str]) -> list[dict[str, Any]]:
    """Return what an earlier run has listed beside the versions in the folders *kept*."""
    folders = set(kept)
    try:
        rows = json.loads((out / LIST).read_text("utf-8"))
        return [row for row in rows if str(row["folder"]) not in folders]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def adopt_listed(ledger: OutputLedger, out: Path) -> None:
    """Take the folders that the list in *out* names into a ledger that has nothing yet.

    The cache with the ledger may be lost where the output is kept, as in a branch of its own.
    """
    if ledger.build > 1:
        return
    root = out.resolve()
    for row in rows_of_others(out, ()):
        folder = str(row["folder"])
        above = posixpath.dirname(folder)
        aliases = (posixpath.join(above, str(alias)) for alias in row.get("aliases", ()))
        for path in (out / name for name in (folder, *aliases)):
            is_inside = path.resolve() != root and path.resolve().is_relative_to(root)
            files = path.rglob("*") if is_inside else ()
            ledger.adopt(OWNER, (file.relative_to(out).as_posix() for file in files))


def _insert_before(text: str, mark: str, markup: str) -> str:
    at = text.rfind(mark) if mark == "</body>" else text.find(mark)
    return text if at < 0 or not markup else text[:at] + markup + text[at:]


def _insert_after_body(text: str, markup: str) -> str:
    found = _BODY.search(text)
    return text if not found or not markup else text[: found.end()] + markup + text[found.end() :]
