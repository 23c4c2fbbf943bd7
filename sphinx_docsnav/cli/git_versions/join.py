"""Join built versions in one folder: switchers, notices, canonical links, search, redirects.

The result depends only on the builds. Pages that this extension has built contain placeholders for
the parts that depend on other versions. Pages that plain Sphinx has built get a notice at the
start, and a switcher at the end.
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
    compare_entries,
    read_entries,
    render_changes,
)
from sphinx_docsnav.cli.git_versions.version_plan import (
    LATEST_FOLDER,
    STABLE_FOLDER,
    GitPart,
    VersionLevel,
)
from sphinx_docsnav.core.site.env_record import NOINDEX_TAG
from sphinx_docsnav.core.site.output_ledger import OutputLedger
from sphinx_docsnav.features.versions import (
    CHANGES_COMMENT,
    CHANGES_PAGE,
    FINISHED_FILE,
    NOTICE_COMMENT,
    PLACEHOLDER_URL,
    make_notice,
)
from sphinx_docsnav.sitefiles.address_files import (
    SITEMAP,
    make_redirect_page,
    make_sitemap_files,
    make_sitemap_row,
)

VERSIONS_FILE = "docsnav-versions.json"
"""The file in the output that lists the versions, for other programs and the next run."""
VERSIONS_OWNER = "versions"
"""The owner of all files in the ledger of outputs."""
FileMaker = Callable[[], str | bytes]
"""Returns the content of a file."""
CHANGES_LABEL = "What changed"
"""The last entry of the switcher of versions."""
_NOT_FOUND = "404.html"
_ROOT_FILES = (_NOT_FOUND, "CNAME", "robots.txt", ".nojekyll")
"""Files of the default version that hosts look for at the root."""
_LINK = re.compile(rf"{re.escape(PLACEHOLDER_URL)}(before|after)/([0-9]{{1,2}})")
_ITEM_STARTS = ("<li>", "<li ", "<li\n")
"""The beginning of the start tag of a list item, but not of ``<link>``."""
_OWN_ENTRY = re.compile(r'\s*<li\b[^>]*>\s*<a\b[^>]*?\bhref="([^"]*)"')
"""The entry of the version itself, which follows the placeholder for those before it."""
_CANONICAL = re.compile(r'<link\b[^>]*\brel="canonical"[^>]*>')
_LANGUAGE = re.compile(r'<html\b[^>]*\blang="([^"]+)"')
_BODY = re.compile(r"<body\b[^>]*>")
_INDEX_SCRIPT = re.compile(r'docsnavIndex\(("index[^".]*"),(.*)\)\n', re.DOTALL)
_SEARCH_FOLDER = "_static/docsnav-search"
_UNINDEXED_PAGES = frozenset((CHANGES_PAGE, "genindex", "search", "py-modindex", "404", "modindex"))
_BAR_STYLE = (
    "position:fixed;inset-block-end:0;inset-inline-end:0;z-index:1000;max-height:60vh;"
    "overflow:auto;padding:.4em .8em;font:14px/1.6 system-ui,sans-serif;color:#222;"
    "background:#f4f4f4;border:1px solid #bbb"
)
_NOTICE_CLASS = 'class="admonition note docsnav-older"'
"""The class of the notice; a page of plain Sphinx has no style, or another one, for it."""
_NOTICE_STYLE = (
    'style="padding:.5em 1em;font:14px/1.5 system-ui,sans-serif;color:#222;background:#fff3cd;'
    'border-bottom:1px solid #d9b84a"'
)


@dataclass(frozen=True)
class BuiltVersion:
    """A built version."""

    part: GitPart
    files: Path
    """The output folder of its build."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The paths of its files, relative to the output folder."""
        files = (path for path in sorted(self.files.rglob("*")) if path.is_file())
        names = (path.relative_to(self.files).as_posix() for path in files)
        return tuple(name for name in names if name != FINISHED_FILE)

    @cached_property
    def pages(self) -> frozenset[str]:
        """The paths of its pages."""
        return frozenset(
            name for name in self.names if name.endswith(".html") and name[:8] != "_static/"
        )

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The content of `FINISHED_FILE`; empty after a failed build of the work tree."""
        file = self.files / FINISHED_FILE
        facts: Mapping[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        return facts

    @cached_property
    def entries(self) -> Mapping[tuple[str, str], ListedEntry]:
        """The entries of its inventory, by domain and name."""
        return read_entries(self.files)

    @property
    def is_plain(self) -> bool:
        """Whether it was built without this extension."""
        return bool(self.facts.get("plain"))

    def find_nearest(self, page: str) -> str:
        """Return the same page if it exists; else the start page of the nearest folder above it."""
        # Each version has a 404.html, but a reader who sees it looks for another page.
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
class VersionJoiner:
    """Joins versions in an output directory."""

    built: tuple[BuiltVersion, ...]
    """The versions in the order of switchers."""
    out: Path
    """The output directory."""
    baseurl: str = ""
    """The URL of the output, with a slash at its end; empty if it is unknown."""
    is_dirhtml: bool = False
    """Whether URLs of pages end with a slash."""
    others: tuple[dict[str, Any], ...] = ()
    """The rows of versions that this run could not build, and whose earlier output is kept."""

    def find_level(self, part: GitPart) -> VersionLevel:
        """Return the versions beside a part, including itself."""
        above = part.chain[:-1]
        return VersionLevel(tuple(b.part for b in self.built if b.part.chain[:-1] == above))

    @cached_property
    def _by_part(self) -> dict[str, BuiltVersion]:
        return {built.part.folder: built for built in self.built}

    @cached_property
    def levels(self) -> tuple[VersionLevel, ...]:
        """All sets of versions beside each other."""
        levels_by_chain = {
            built.part.chain[:-1]: self.find_level(built.part) for built in self.built
        }
        return tuple(levels_by_chain.values())

    @property
    def first(self) -> BuiltVersion:
        """The version to which the root of the output redirects."""
        return self._by_part[self.levels[0].default.folder]

    def list_choices(self, part: GitPart, depth: int) -> list[tuple[str, BuiltVersion]]:
        """Return the labels at a level of the switchers, each with the version to which it links.

        A product links to its version of the same name; without one, to its default version.
        """
        # Of products that contain versions, several parts have the same label at this level.
        parts_by_label: dict[str, list[GitPart]] = {}
        for built in self.built:
            chain = built.part.chain
            if chain[:depth] == part.chain[:depth] and len(chain) > depth:
                parts_by_label.setdefault(chain[depth][1], []).append(built.part)
        label_targets = []
        for label, parts in parts_by_label.items():
            same_parts = (p for p in parts if p.chain[depth + 1 :] == part.chain[depth + 1 :])
            target = (
                part
                if part in parts
                else next(same_parts, None) or VersionLevel(tuple(parts)).default
            )
            label_targets.append((label, self._by_part[target.folder]))
        return label_targets

    def make_link(
        self, built: BuiltVersion, page: str, target: BuiltVersion, target_page: str
    ) -> str:
        """Return the URL of a link from a page of one version to a page of another."""
        # Hosts show this page at any URL, so its links must not be relative.
        if page == _NOT_FOUND:
            root = urlsplit(self.baseurl).path or "/"
            return root + quote(self._shorten_url(f"{target.part.folder}/{target_page}"))
        folder = posixpath.dirname(f"{built.part.folder}/{page}")
        return quote(
            self._shorten_url(posixpath.relpath(f"{target.part.folder}/{target_page}", folder))
        )

    def _shorten_url(self, address: str) -> str:
        if self.is_dirhtml and address.rpartition("/")[2] == "index.html":
            return address.removesuffix("index.html") or "./"
        return address

    def write(self, ledger: OutputLedger) -> None:
        """Write the output; unchanged files are not written again.

        Old files are removed first, because a folder may have the name of an old file.

        :param ledger: the ledger of the files that earlier runs have written into `out`.
        """
        files = dict(self._list_files())
        folders = tuple(f"{row['folder']}/" for row in self.others)
        # Claim the files of versions that could not be built, so that they are not removed.
        names_of_others = (
            name for name in ledger.names(VERSIONS_OWNER) if name.startswith(folders)
        )
        ledger.claim(VERSIONS_OWNER, (*files, *names_of_others))
        ledger.finish(VERSIONS_OWNER)
        for name, content in files.items():
            ledger.write(VERSIONS_OWNER, name, content())
        ledger.end()

    def _list_files(self) -> Iterator[tuple[str, FileMaker]]:
        """Yield the name of each file of the output, with a function that returns its content."""
        for built in self.built:
            for name in built.names:
                yield f"{built.part.folder}/{name}", partial(self._read_file, built, name)
        for level in self.levels:
            yield from self._list_alias_files(level)
        first = self.first
        target = self._shorten_url(f"{first.part.folder}/index.html")
        canonical = self._make_url(first, "index.html") if self.baseurl else ""
        redirect = make_redirect_page(quote(target), canonical=canonical, is_indexed=True)
        yield "index.html", lambda: redirect
        # Without a base URL, the links in 404.html, which start at the root, may be wrong.
        for name in _ROOT_FILES if self.baseurl else _ROOT_FILES[1:]:
            if name in first.names:
                yield name, partial(self._read_file, first, name)
        if self.baseurl:
            for name, text in make_sitemap_files(self._make_sitemap_rows(), self.baseurl).items():
                yield name, partial(str, text)
        yield (
            VERSIONS_FILE,
            lambda: json.dumps(self._make_version_list(), indent=1, ensure_ascii=False),
        )

    def _read_file(self, built: BuiltVersion, name: str) -> bytes:
        """Return the content of a file of a version for the output."""
        data = (built.files / name).read_bytes()
        if name.endswith(".html") and name in built.pages:
            return self._change_text(data, lambda text: self.complete_page(built, name, text))
        if posixpath.dirname(name) == _SEARCH_FOLDER and name.endswith(".js"):
            return self._change_text(data, lambda text: self._add_indexes(built, text))
        return data

    def _change_text(self, data: bytes, change: Callable[[str], str]) -> bytes:
        try:
            return change(data.decode("utf-8")).encode("utf-8")
        except UnicodeDecodeError:
            # A file that is not UTF-8 is published as it was built.
            return data

    def complete_page(self, built: BuiltVersion, name: str, text: str) -> str:
        """Return the text of a page with the parts that depend on other versions."""
        text = self._fill_switchers(built, name, text)
        default = self._by_part[self.find_level(built.part).default.folder]
        has_same_page = name in default.pages
        notice = self._make_notice(built, name, text, default)
        if built.is_plain:
            text = _insert_after_body(text, notice.replace(_NOTICE_CLASS, _NOTICE_STYLE))
            text = _insert_before(text, "</body>", self._make_bar(built, name))
        else:
            text = text.replace(NOTICE_COMMENT, notice, 1)
            if CHANGES_COMMENT in text:
                text = text.replace(CHANGES_COMMENT, self._make_changes(built, name), 1)
        # With `noindex`, search engines ignore old versions; with `canonical`, they show the same
        # page of the default version instead.
        policy = self._find_policy(built)
        if built is not default and policy == "noindex":
            return _insert_before(text, "</head>", NOINDEX_TAG)
        if not self.baseurl or not (built is default or (has_same_page and policy == "canonical")):
            return text
        url = self._make_url(default if has_same_page else built, name)
        link = f'<link rel="canonical" href="{escape(url)}" />'
        # The canonical link of the build names the version itself.
        if _CANONICAL.search(text):
            return _CANONICAL.sub(lambda _: link, text, count=1)
        return _insert_before(text, "</head>", f"{link}\n")

    def _find_policy(self, built: BuiltVersion) -> str:
        """Return ``docsnav_version_options.old`` of a build; if it has none, of another build."""
        policies = (build.facts.get("old_versions") for build in (built, *self.built))
        return str(next(filter(None, policies), "canonical"))

    def _fill_switchers(self, built: BuiltVersion, name: str, text: str) -> str:
        """Replace each placeholder in switchers by an entry for each of the other versions."""
        while match := _LINK.search(text):
            start = max(text.rfind(tag, 0, match.start()) for tag in _ITEM_STARTS)
            end = text.find("</li>", match.end()) + len("</li>")
            is_in_item = start >= 0 and text.find("</li>", start, match.start()) < 0
            depth = int(match[2])
            # A template or page of the project may contain any placeholder, at any place.
            if not is_in_item or end < len("</li>") or depth >= len(built.part.chain):
                text = text[: match.start()] + "#" + text[match.end() :]
                continue
            item = text[start:end]
            # The theme rendered the placeholder as an external link; it becomes an internal one.
            item = item.replace(' rel="noopener"', "").replace(" external", " internal")
            choices = self.list_choices(built.part, depth)
            labels = [label for label, _ in choices]
            own_index = labels.index(built.part.chain[depth][1])
            other_choices = (
                choices[:own_index] if match[1] == "before" else choices[own_index + 1 :]
            )
            mark = f"docsnav-{match[1]}-{depth}"
            items = (
                item.replace(
                    match[0], escape(self.make_link(built, name, other, other.find_nearest(name)))
                ).replace(mark, escape(label))
                for label, other in other_choices
            )
            # Each step must remove placeholders: an item or a label may contain further ones.
            rows = _LINK.sub("#", "".join(items))
            changes_page = f"{CHANGES_PAGE}{'/index' if self.is_dirhtml else ''}.html"
            # The link to the changes is the last entry of the innermost switcher.
            is_last = match[1] == "after" and depth == len(built.part.chain) - 1
            if is_last and changes_page in built.pages and self.find_previous(built):
                address = escape(self.make_link(built, name, built, changes_page))
                rows += item.replace(match[0], address).replace(mark, CHANGES_LABEL)
            text = text[:start] + rows + self._fill_own_entry(built, name, text[end:])
        return text

    def _fill_own_entry(self, built: BuiltVersion, name: str, text: str) -> str:
        """Set the link of the version's own entry; it is wrong on pages outside the navigation.

        :param text: the text of the page after the placeholder.
        """
        match = _OWN_ENTRY.match(text)
        if match is None or match[1].startswith(PLACEHOLDER_URL):
            return text
        address = escape(self.make_link(built, name, built, built.find_nearest(name)))
        return text[: match.start(1)] + address + text[match.end(1) :]

    def find_previous(self, built: BuiltVersion) -> BuiltVersion | None:
        """Return the release before a version; ``None`` without one."""
        part = self.find_level(built.part).find_previous(built.part)
        return self._by_part[part.folder] if part else None

    def _make_changes(self, built: BuiltVersion, name: str) -> str:
        """Return the markup of the changes of a version, for the page with this list."""
        previous = self.find_previous(built)
        if previous is None:
            return "<p>There is no older release to compare with.</p>\n"
        url = self.make_link(built, name, previous, "index.html")
        link = f'<a href="{escape(url)}">{escape(previous.part.chain[-1][1])}</a>'
        folder = posixpath.dirname(f"{built.part.folder}/{name}")
        # The list is on a page of the new version: make both folders relative to it.
        folders = (posixpath.relpath(version.part.folder, folder) for version in (previous, built))
        markup = render_changes(compare_entries(previous.entries, built.entries), *folders)
        return f"<p>Compared with {link}.</p>\n{markup}"

    def _make_notice(self, built: BuiltVersion, name: str, text: str, default: BuiltVersion) -> str:
        if built is default:
            return ""
        language = match[1] if (match := _LANGUAGE.search(text)) else "en"
        url = self.make_link(built, name, default, default.find_nearest(name))
        return make_notice(language, built.part.chain[-1][1], default.part.chain[-1][1], url)

    def _make_bar(self, built: BuiltVersion, name: str) -> str:
        """Return the switchers for a page without placeholders."""
        lists = []
        for depth, (_kind, own_label) in enumerate(built.part.chain):
            rows = ""
            for label, other in self.list_choices(built.part, depth):
                url = escape(self.make_link(built, name, other, other.find_nearest(name)))
                link = f'<a href="{url}">{escape(label)}</a>'
                strong = f"<strong>{escape(label)}</strong>"
                rows += f"<li>{strong if label == own_label else link}</li>"
            # A page of plain Sphinx may have any style sheet, so the bar has its own style.
            style = "list-style:none;margin:0;padding:0"
            lists.append(
                f"<details><summary>{escape(own_label)}</summary>"
                f'<ul style="{style}">{rows}</ul></details>'
            )
        attributes = f'class="docsnav-versions" aria-label="Versions" style="{_BAR_STYLE}"'
        return f"<nav {attributes}>{''.join(lists)}</nav>\n"

    def _add_indexes(self, built: BuiltVersion, text: str) -> str:
        """Return the directory of a search index with links to the indexes of other versions."""
        match = _INDEX_SCRIPT.fullmatch(text)
        if not match:
            return text
        data = json.loads(match[2])
        for other in self.built:
            if other is built:
                continue
            base = posixpath.relpath(other.part.folder, built.part.folder)
            # A version has one search index for each language.
            for file in sorted((other.files / _SEARCH_FOLDER).glob("index*.js")):
                other_match = _INDEX_SCRIPT.fullmatch(file.read_text("utf-8"))
                if other_match:
                    language = json.loads(other_match[2])["language"]
                    index_path = f"../../{base}/{_SEARCH_FOLDER}/{file.stem}"
                    data["others"].append([index_path, other.part.label, language])
        json_text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"docsnavIndex({match[1]},{json_text})\n"

    def _list_alias_files(self, level: VersionLevel) -> Iterator[tuple[str, FileMaker]]:
        """Yield the files of ``latest`` and ``stable``: a redirect to each page of the version."""
        parent_folder = posixpath.dirname(level.parts[0].folder)
        folders = {part.folder for part in level.parts}
        for name, part in ((LATEST_FOLDER, level.latest), (STABLE_FOLDER, level.stable)):
            folder = posixpath.join(parent_folder, name)
            # A version that is itself called `latest` or `stable` takes precedence.
            if part is None or folder in folders:
                continue
            built = self._by_part[part.folder]
            for page in sorted(built.pages):
                yield f"{folder}/{page}", partial(self._make_redirect, built, folder, page)
            # The redirects are HTML pages, which Intersphinx cannot follow: copy the inventory.
            inventory = built.files / "objects.inv"
            if inventory.is_file():
                yield f"{folder}/{inventory.name}", inventory.read_bytes

    def _make_redirect(self, built: BuiltVersion, folder: str, page: str) -> str:
        """Return the page in *folder* that redirects to a page of a version."""
        page_folder = posixpath.dirname(f"{folder}/{page}")
        address = self._shorten_url(posixpath.relpath(f"{built.part.folder}/{page}", page_folder))
        canonical = self._make_url(built, page) if self.baseurl else ""
        return make_redirect_page(quote(address), canonical=canonical, is_indexed=True)

    def _make_url(self, built: BuiltVersion, page: str) -> str:
        return self.baseurl + quote(self._shorten_url(f"{built.part.folder}/{page}"))

    def _make_sitemap_rows(self) -> Iterator[str]:
        """Yield the rows of the sitemap, without pages that are canonical in another version."""
        for built in self.built:
            default = self._by_part[self.find_level(built.part).default.folder]
            policy = self._find_policy(built)
            if built is not default and policy == "noindex":
                continue
            pages = _find_indexed_pages(built)
            canonical_pages = (
                default.pages if built is not default and policy == "canonical" else ()
            )
            # Of pages that exist in both versions, only the canonical one belongs in the sitemap.
            for page in sorted(pages - set(canonical_pages)):
                yield make_sitemap_row(self._make_url(built, page))

    def _make_version_list(self) -> list[dict[str, Any]]:
        rows = []
        for built in self.built:
            level, part = self.find_level(built.part), built.part
            row: dict[str, Any] = dict(part.chain)
            row |= {"name": part.label, "version": part.chain[-1][1], "folder": part.folder}
            row["url"] = f"{self.baseurl}{quote(part.folder)}/"
            row |= {"ref": part.ref.name, "commit": part.ref.commit} if part.ref else {}
            names = {
                "default": level.default,
                LATEST_FOLDER: level.latest,
                STABLE_FOLDER: level.stable,
            }
            row["preferred"] = part is level.default
            row["aliases"] = [
                name for name in (LATEST_FOLDER, STABLE_FOLDER) if names[name] is part
            ]
            rows.append(row)
        # Defaults and aliases lead to versions of this run, so a kept version has neither.
        return [*rows, *({**row, "preferred": False, "aliases": []} for row in self.others)]


def _find_indexed_pages(built: BuiltVersion) -> set[str]:
    """Return the pages for search engines: those in the sitemap of the version, or else all."""
    sitemap = built.files / SITEMAP
    if sitemap.is_file():
        text = sitemap.read_text("utf-8")
        names = {page: quote(page) for page in built.pages}
        # The sitemap of a version has absolute URLs: compare their ends below its folder.
        sitemap_ends = {
            loc.rpartition(f"/{quote(built.part.folder)}/")[2]
            for loc in re.findall(r"<loc>([^<]+)</loc>", text)
        }
        return {
            page
            for page, name in names.items()
            if {name, name.removesuffix("index.html")} & sitemap_ends
        }
    # Without a sitemap, all pages count except those that Sphinx generates.
    pages_by_stem = {
        page.partition("/index.html")[0].removesuffix(".html"): page for page in built.pages
    }
    return {
        page
        for stem, page in pages_by_stem.items()
        if stem not in _UNINDEXED_PAGES and not stem.startswith(("_", "search-", "genindex-"))
    }


def read_other_rows(out: Path, folders_here: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rows that an earlier run has listed, without those of given folders.

    :param folders_here: the folders of the versions that this run has built.
    """
    folders = set(folders_here)
    try:
        rows = json.loads((out / VERSIONS_FILE).read_text("utf-8"))
        return [row for row in rows if str(row["folder"]) not in folders]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def adopt_versions(ledger: OutputLedger, out: Path) -> None:
    """Add the folders that the list in *out* names to an empty ledger.

    The output may still exist when the cache with the ledger is lost.
    """
    if ledger.build > 1:
        return
    root = out.resolve()
    for row in read_other_rows(out, ()):
        folder = str(row["folder"])
        parent_folder = posixpath.dirname(folder)
        aliases = (posixpath.join(parent_folder, str(alias)) for alias in row.get("aliases", ()))
        for path in (out / name for name in (folder, *aliases)):
            # The list may have been edited: never adopt, and later remove, files outside *out*.
            is_inside = path.resolve() != root and path.resolve().is_relative_to(root)
            files = path.rglob("*") if is_inside else ()
            ledger.adopt(VERSIONS_OWNER, (file.relative_to(out).as_posix() for file in files))


def _insert_before(text: str, mark: str, markup: str) -> str:
    # A script in the page may contain `</body>`; the real end tag is the last one.
    position = text.rfind(mark) if mark == "</body>" else text.find(mark)
    return text if position < 0 or not markup else text[:position] + markup + text[position:]


def _insert_after_body(text: str, markup: str) -> str:
    match = _BODY.search(text)
    return text if not match or not markup else text[: match.end()] + markup + text[match.end() :]
