"""Navigation from the toctrees of a project (``docsnav_config = "toctree"``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav import docs_json
from sphinx_docsnav.core.events import RESOLVE, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.hanging_pages import WrittenEntry, WrittenToctree, written_toctrees
from sphinx_docsnav.core.state import reading_of
from sphinx_docsnav.navigation import resolve
from sphinx_docsnav.navigation.pipeline import ResolvedSite
from sphinx_docsnav.navigation.special_entries import ENTRIES, matching

ToctreeItem = str | dict[str, Any]
"""An entry of ``pages``."""

_URL = re.compile(r"[a-z][a-z0-9+.-]*://|mailto:", re.IGNORECASE)


def _is_group(item: ToctreeItem) -> bool:
    return isinstance(item, dict) and "group" in item


@dataclass(frozen=True, slots=True)
class ToctreeSource:
    """The entries of toctrees and their targets."""

    root_doc: str
    """The document whose toctrees are the top."""
    toctrees: Callable[[str], Iterable[WrittenToctree]]
    """The toctrees of a document."""
    title: Callable[[str], str]
    """The title of a document."""
    docnames: frozenset[str] = frozenset()
    """All documents."""


@dataclass
class ToctreeReader:
    """Converts toctrees to ``navigation``; ``notes`` lists what could not be transferred."""

    source: ToctreeSource
    nested: bool
    """Nested toctrees become groups; without it, they stay with their pages where they can."""
    notes: list[str] = field(default_factory=list)
    """What is not, or not literally, in the navigation; one sentence each."""
    _open: set[str] = field(default_factory=set)
    """The document whose toctrees are being followed, and those above it."""
    _hanging: dict[str, bool] = field(default_factory=dict)
    """What ``_can_hang`` returned for documents."""

    def sidebar(self) -> dict[str, Any]:
        """Return navigation that shows the toctrees of the root document in one sidebar.

        A toctree with a caption is a group; entries of one without are listed directly.
        """
        root = self.source.root_doc
        self._open.add(root)
        toctrees = [(one, list(self._items(one, root))) for one in self._toctrees(root)]
        pages: list[ToctreeItem] = []
        for toctree, items in toctrees:
            if toctree.caption and items:
                pages.append({"group": toctree.caption, "pages": items})
            elif not self.nested and any(map(_is_group, items)):
                # In docs.json, groups of the first level are headings; this one has no text.
                pages.append({"group": " ", "pages": items})
            else:
                pages.extend(items)
        followed = list(self._followed_groups(pages))
        if all(self._can_hang(group["root"]) for _, group in followed):
            self._leave_to_toctrees(pages, followed)
        else:
            pages = self._under_headings(toctrees)
        if pages and all(map(_is_group, pages)):
            return {"groups": pages}
        return {"pages": pages or [root]}

    def _followed_groups(self, pages: list[ToctreeItem]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the groups that would appear to contain the entries after them, last first.

        A group of the first level is a heading.
        """
        has_followers = False
        for place, item in reversed([*enumerate(pages)]):
            if isinstance(item, str) or "group" not in item:
                has_followers = True
            elif has_followers and "root" in item:
                yield place, item
            else:
                has_followers = False

    def _leave_to_toctrees(
        self, pages: list[ToctreeItem], groups: list[tuple[int, dict[str, Any]]]
    ) -> None:
        """Replace groups by their pages, which keep the pages below them by their own toctrees."""
        for place, group in groups:
            label, docname = group["group"], group["root"]
            is_own = label == self.source.title(docname)
            pages[place] = docname if is_own else {"page": docname, "title": label}
            self.notes.append(
                f"{docname}: docs.json omits the pages below it, and its own toctree supplies "
                "them; as a group, it would also appear to contain the entries after it"
            )

    def _under_headings(
        self, toctrees: list[tuple[WrittenToctree, list[ToctreeItem]]]
    ) -> list[ToctreeItem]:
        """Return a group for each toctree; those of a section without a caption share one."""
        root = self.source.root_doc
        self.notes.append(
            f"{root}: toctrees without a caption become groups with the heading of their section; "
            "as headings, the pages with toctrees would appear to contain the entries after them"
        )
        groups: list[ToctreeItem] = []
        labelled = groupby(toctrees, lambda one: one[0].caption or one[0].heading)
        for label, run in labelled:
            if pages := [item for _, items in run for item in items]:
                groups.append({"group": label or self.source.title(root), "pages": pages})
        return groups

    def tabs(self) -> dict[str, Any]:
        """Return navigation with a tab for each entry of the root document's toctrees.

        That is how pydata-sphinx-theme shows them: the sidebar has what is below the entry.
        """
        root = self.source.root_doc
        self._open.add(root)
        tabs: list[dict[str, Any]] = []
        anchors: list[dict[str, Any]] = []
        for toctree in self._toctrees(root):
            for entry in toctree.entries:
                self._tab(entry, root, tabs, anchors)
        if not tabs:
            return {"pages": [root]}
        if len(tabs) > 1:
            self.notes.append(
                f"{root}: its entries become tabs, as in the theme's header; previous and next "
                "stay within a tab"
            )
        return {"tabs": tabs, **({"global": {"anchors": anchors}} if anchors else {})}

    def _tab(
        self,
        entry: WrittenEntry,
        root: str,
        tabs: list[dict[str, Any]],
        anchors: list[dict[str, Any]],
    ) -> None:
        docname = root if entry.target == "self" else entry.target
        if _URL.match(docname):
            tabs.append({"tab": entry.title or docname, "href": docname})
        elif docname in ENTRIES:
            page, title = ENTRIES[docname]
            kind, listed = ("anchor", anchors) if self.nested else ("tab", tabs)
            listed.append({kind: entry.title or title, "href": f"/{page}"})
        else:
            title = entry.title or self.source.title(docname)
            tabs.append({"tab": title, "pages": [docname, *self._below(docname, captions=True)]})

    def _below(self, docname: str, *, captions: bool) -> list[ToctreeItem]:
        """Return what is below a document; nothing if it is below itself."""
        if docname in self._open:
            return []
        self._open.add(docname)
        found: list[ToctreeItem] = []
        for toctree in self._toctrees(docname):
            items = list(self._items(toctree, docname))
            if toctree.caption and captions and items:
                found.append({"group": toctree.caption, "pages": items})
                continue
            if toctree.caption:
                self.notes.append(
                    f"{docname}: the caption {toctree.caption!r} of a nested toctree is omitted, "
                    "because sidebars do not show it"
                )
            found.extend(items)
        self._open.remove(docname)
        return found

    def _can_hang(self, docname: str) -> bool:
        """Return whether the entries below a document are shown there without docs.json.

        They are if all are documents that no other toctree lists.
        """
        if docname not in self._hanging:
            self._hanging[docname] = False  # of a document below itself
            self._hanging[docname] = all(
                self._uses[entry.target] == 1
                and entry.target in self.source.docnames
                and self._can_hang(entry.target)
                for toctree in self.source.toctrees(docname)
                for entry in toctree.entries
            )
        return self._hanging[docname]

    def _items(self, toctree: WrittenToctree, holder: str) -> Iterator[ToctreeItem]:
        """Yield the entries of a toctree."""
        patterns = self._patterns(toctree, holder) if self.nested else {}
        if toctree.is_glob and not patterns:
            self.notes.append(
                f"{holder}: the pages that ':glob:' matches are written out; a pattern in "
                "'pages', such as 'api/*', takes in new ones"
            )
        inside = {target for run in patterns.values() for target in run}
        for entry in toctree.entries:
            target = holder if entry.target == "self" else entry.target
            if target in inside:
                yield from (pattern for pattern, run in patterns.items() if run[0] == target)
                continue
            if _URL.match(target):
                yield {"title": entry.title, "href": target} if entry.title else target
                continue
            is_group = self.nested or not self._can_hang(target)
            if below := self._below(target, captions=False) if is_group else []:
                label = entry.title or self.source.title(target)
                yield {"group": label, "root": target, "pages": below}
            else:
                yield {"page": target, "title": entry.title} if entry.title else target

    def _patterns(self, toctree: WrittenToctree, holder: str) -> dict[str, list[str]]:
        """Return the patterns that list the same documents in docs.json, with these."""
        found: dict[str, list[str]] = {}
        matches = {text: matching(text, self.source.docnames) for text in toctree.patterns}
        before = {holder}
        entries = toctree.entries
        place = 0
        while place < len(entries):
            run = [entries[place].target]
            for pattern, names in matches.items():
                left = [name for name in names if name not in before]
                part = entries[place : place + len(left)]
                is_same = left == [entry.target for entry in part] and len(left) > 1
                if is_same and all(map(self._is_plain, part)):
                    found[pattern] = run = left
                    break
            before.update(run)
            place += len(run)
        return found

    def _is_plain(self, entry: WrittenEntry) -> bool:
        """Return whether a pattern can stand for an entry."""
        target = entry.target
        is_once = not entry.title and self._uses[target] == 1 and target in self.source.docnames
        return is_once and not any(self.source.toctrees(target))

    @cached_property
    def _uses(self) -> Counter[str]:
        """How many entries of all toctrees name a document."""
        source = self.source
        toctrees = (toctree for name in source.docnames for toctree in source.toctrees(name))
        return Counter(entry.target for toctree in toctrees for entry in toctree.entries)

    def _toctrees(self, docname: str) -> Iterator[WrittenToctree]:
        for toctree in self.source.toctrees(docname):
            if toctree.is_numbered:
                self.notes.append(
                    f"{docname}: docs.json has no equivalent of ':numbered:'; keep the toctree for "
                    "the numbers"
                )
            if toctree.condition:
                self.notes.append(
                    f"{docname}: the toctree is in 'only:: {toctree.condition}'; docs.json lists "
                    "its pages for all formats"
                )
            yield toctree


TABS_THEMES = frozenset({"pydata_sphinx_theme"})
"""The themes whose header shows the entries of the root document's toctrees."""


def toctree_reader(app: Sphinx, *, nested: bool) -> ToctreeReader:
    """Return what makes navigation of the toctrees of *app*'s documents, all of which are read."""
    env = app.env
    source = ToctreeSource(
        app.config.root_doc,
        lambda name: written_toctrees(env, name),
        lambda name: " ".join(env.titles[name].astext().split()) if name in env.titles else name,
        frozenset(env.found_docs),
    )
    return ToctreeReader(source, nested)


def navigation_of_toctrees(app: Sphinx, reader: ToctreeReader) -> dict[str, Any]:
    """Return the value of ``navigation`` that shows what the project's theme shows."""
    return reader.tabs() if app.config.html_theme in TABS_THEMES else reader.sidebar()


def resolve_toctrees(app: Sphinx, resolved: ResolvedSite) -> ResolvedSite | None:
    """Return the site of the project's toctrees, if it has no docs.json (``docsnav-resolve``).

    Only those of the root document are in the navigation; other documents are
    placed below their pages, as are all documents that docs.json does not list.
    """
    if not reading_of(app).from_toctrees:
        return None
    navigation = navigation_of_toctrees(app, toctree_reader(app, nested=False))
    docs = docs_json.docs_json_of({"navigation": navigation}, Path(app.srcdir, "toctrees"))
    shown = resolve(docs, resolved.specs, resolved.report)
    known = resolved.navigation
    navigation_shown = replace(known, root=shown.root, source=shown.source, in_one_row=True)
    return replace(resolved, docs=docs, navigation=navigation_shown)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, RESOLVE, 500, resolve_toctrees, "the toctrees of all documents are known")
    return metadata()
