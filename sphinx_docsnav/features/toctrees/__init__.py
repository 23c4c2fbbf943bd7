"""Conversion of the toctrees of a project into navigation (``docsnav_config = "toctree"``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav import docs_json
from sphinx_docsnav.core.events import RESOLVE, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.hanging_pages import (
    WrittenEntry,
    WrittenToctree,
    has_one_entry,
    read_written_toctrees,
)
from sphinx_docsnav.core.state import reading_of
from sphinx_docsnav.navigation.inventory import BUILDER_PAGES, list_matches
from sphinx_docsnav.navigation.pipeline import ResolvedSite
from sphinx_docsnav.navigation.resolution import resolve

ToctreeItem = str | dict[str, Any]
"""An entry of ``pages``."""

SPHINX_URL, OLD_VERSION_URL = "https://www.sphinx-doc.org", "https://example.com/0.1/"
"""The links of the example that `make_example` returns."""
TABS_THEMES = frozenset({"pydata_sphinx_theme"})
"""The themes whose header shows the entries of the root document's toctrees."""
_URL = re.compile(r"[a-z][a-z0-9+.-]*://|mailto:", re.IGNORECASE)


def _is_group(item: ToctreeItem) -> bool:
    return isinstance(item, dict) and "group" in item


def _list_pages(items: list[ToctreeItem]) -> dict[str, Any]:
    """Return the items of an element as its ``groups``, else as its ``pages``."""
    return {"groups" if items and all(map(_is_group, items)) else "pages": items}


def make_example(root_doc: str, version: str) -> dict[str, Any]:
    """Return navigation for a project whose toctrees are empty.

    It has versions, tabs, a group and an anchor. The other version is a link, so that other
    formats have one book.

    :param version: the version of the project; may be empty.
    """
    group = {"group": "Get started", "pages": [root_doc]}
    tabs = [{"tab": "Guide", "groups": [group]}, {"tab": "Sphinx", "href": SPHINX_URL}]
    versions = [
        {"version": version or "latest", "tabs": tabs},
        {"version": "old", "href": OLD_VERSION_URL},
    ]
    anchors = [{"anchor": "Index", "href": "/genindex"}]
    return {"versions": versions, "global": {"anchors": anchors}}


@dataclass(frozen=True, slots=True)
class ToctreeSource:
    """The entries of toctrees and their targets."""

    root_doc: str
    """The document whose toctrees are the first level."""
    toctrees: Callable[[str], Iterable[WrittenToctree]]
    """Returns the toctrees of a document."""
    title: Callable[[str], str]
    """Returns the title of a document."""
    docnames: frozenset[str] = frozenset()
    """All documents."""
    has_one_entry: Callable[[str], bool] = field(default=lambda _docname: True)
    """Returns whether a document adds one entry to the level of its parent, that of its title."""
    missing_pages: frozenset[str] = frozenset()
    """Entries for indices that Sphinx does not generate, as the project has nothing for them."""


@dataclass
class ToctreeReader:
    """Converts toctrees to ``navigation``; ``notes`` lists what cannot be converted exactly."""

    source: ToctreeSource
    nested: bool
    """Whether nested toctrees become groups; otherwise, toctrees list their pages if possible."""
    notes: list[str] = field(default_factory=list)
    """The differences from the toctrees, one sentence each."""
    _ancestors: set[str] = field(default_factory=set)
    """The document whose toctrees are being followed, and the documents above it."""
    _listable_below: dict[str, bool] = field(default_factory=dict)
    """The results of ``_is_listed_by_toctree`` by docname."""

    def make_sidebar(self) -> dict[str, Any]:
        """Return navigation with the toctrees of the root document in one sidebar.

        A toctree with a caption is a group; the entries of other toctrees are listed directly.
        """
        root = self.source.root_doc
        self._ancestors.add(root)
        toctrees = [
            (toctree, list(self._list_items(toctree, root)))
            for toctree in self._read_toctrees(root)
        ]
        pages: list[ToctreeItem] = []
        for toctree, items in toctrees:
            if toctree.caption and items:
                pages.append({"group": toctree.caption, "pages": items})
            elif not self.nested and any(map(_is_group, items)):
                # In docs.json, groups of the first level are headings; this one has no text.
                pages.append({"group": " ", "pages": items})
            else:
                pages.extend(items)
        if not self._replace_followed_groups(pages):
            pages = self._group_by_heading(toctrees)
        return _list_pages(pages or [root])

    def _replace_followed_groups(self, pages: list[ToctreeItem]) -> bool:
        """Replace the groups that would appear to contain the entries after them by pages.

        As plain pages, they cannot appear to contain others, and their toctrees list what is below.

        :returns: whether that is possible; else nothing is replaced.
        """
        followed_groups = list(self._find_followed_groups(pages))
        if not all(self._is_listed_by_toctree(group["root"]) for _, group in followed_groups):
            return False
        self._replace_by_pages(pages, followed_groups)
        return True

    def _find_followed_groups(
        self, pages: list[ToctreeItem]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the groups that would appear to contain the entries after them, last first.

        A group of the first level is a heading.
        """
        has_followers = False
        # From the end, it is known whether a plain entry follows.
        for index, item in reversed([*enumerate(pages)]):
            if isinstance(item, str) or "group" not in item:
                has_followers = True
            elif has_followers and "root" in item:
                yield index, item
            else:
                has_followers = False

    def _replace_by_pages(
        self, pages: list[ToctreeItem], groups: list[tuple[int, dict[str, Any]]]
    ) -> None:
        """Replace groups by their pages; the toctrees of these list the pages below them."""
        for index, group in groups:
            label, docname = group["group"], group["root"]
            is_own = label == self.source.title(docname)
            pages[index] = docname if is_own else {"page": docname, "title": label}
            self.notes.append(
                f"{docname}: docs.json omits the pages below it, and its own toctree supplies "
                "them; as a group, it would also appear to contain the entries after it"
            )

    def _group_by_heading(
        self, toctrees: list[tuple[WrittenToctree, list[ToctreeItem]]]
    ) -> list[ToctreeItem]:
        """Return a group for each toctree; without a caption, it has the heading of its section."""
        root = self.source.root_doc
        self.notes.append(
            f"{root}: toctrees without a caption become groups with the heading of their section; "
            "as headings, the pages with toctrees would appear to contain the entries after them"
        )
        groups: list[ToctreeItem] = []
        # Toctrees that follow each other in one section become one group.
        rows_by_label = groupby(toctrees, lambda row: row[0].caption or row[0].heading)
        for label, rows in rows_by_label:
            if pages := [item for _, items in rows for item in items]:
                groups.append({"group": label or self.source.title(root), "pages": pages})
        return groups

    def make_tabs(self) -> dict[str, Any]:
        """Return navigation with a tab for each entry of the root document's toctrees.

        The header of pydata-sphinx-theme shows them like this, and its sidebar the pages below. In
        docs.json, a toctree with a caption is one tab, which the theme cannot show.
        """
        root = self.source.root_doc
        self._ancestors.add(root)
        tabs: list[dict[str, Any]] = []
        anchors: list[dict[str, Any]] = []
        toctrees = [toctree for toctree in self._read_toctrees(root) if toctree.entries]
        captions = [toctree.caption for toctree in toctrees if toctree.caption]
        # A single caption would be the only tab.
        has_caption_tabs = self.nested and bool(captions) and len(toctrees) > 1
        for toctree in toctrees:
            if toctree.caption and has_caption_tabs:
                self._add_caption_tab(toctree, root, tabs)
                continue
            for entry in toctree.entries:
                self._add_tab(entry, root, tabs, anchors)
        if not tabs:
            return {"pages": [root]}
        if has_caption_tabs:
            self.notes.append(
                f"{root}: its captions become tabs, with the entries below them in the sidebar; "
                "the header of the theme has the entries, and omits the captions"
            )
        elif captions:
            self.notes.append(
                f"{root}: the caption {captions[0]!r} is omitted, as in the theme's header"
            )
        if len(tabs) > 1:
            source = "entries without a caption" if has_caption_tabs else "entries"
            self.notes.append(
                f"{root}: its {source} become tabs, as in the theme's header; previous and next "
                "stay within a tab"
            )
        return {"tabs": tabs, **({"global": {"anchors": anchors}} if anchors else {})}

    def drop_repeated_pages(self, element: dict[str, Any], holder: str = "") -> None:
        """Remove the entries of a page after its first one from each list of docs.json.

        :param element: ``navigation`` or an element below it, which is changed.
        :param holder: the document whose toctrees have the entries; the root document by default.
        """
        holder = holder or self.source.root_doc
        for key in {"tabs", "groups", "pages"} & element.keys():
            items, pages = [], Counter[str]()
            for item in element[key]:
                if isinstance(item, str):
                    pages[item] += 1
                    items += [item] if pages[item] == 1 else []
                else:
                    items.append(item)
                    self.drop_repeated_pages(item, item.get("root", holder))
            element[key] = items
            self.notes += (
                f"{holder}: its toctrees list {page!r} {number} times in one place; docs.json "
                "lists it once"
                for page, number in pages.items()
                if number > 1
            )

    def _add_caption_tab(
        self, toctree: WrittenToctree, root: str, tabs: list[dict[str, Any]]
    ) -> None:
        """Add a tab with the entries of a toctree with a caption."""
        items = list(self._list_items(toctree, root))
        # A group without a heading, so that the groups in it fold.
        if not self._replace_followed_groups(items):
            items = [{"group": " ", "pages": items}]
        if items:
            tabs.append({"tab": toctree.caption, **_list_pages(items)})

    def _add_tab(
        self,
        entry: WrittenEntry,
        root: str,
        tabs: list[dict[str, Any]],
        anchors: list[dict[str, Any]],
    ) -> None:
        docname = root if entry.target == "self" else entry.target
        if _URL.match(docname):
            tabs.append({"tab": entry.title or docname, "href": docname})
        # Special entries such as `genindex` are pages without a document.
        elif docname in BUILDER_PAGES:
            page, title = BUILDER_PAGES[docname]
            kind, target_list = ("anchor", anchors) if self.nested else ("tab", tabs)
            target_list.append({kind: entry.title or title, "href": f"/{page}"})
        else:
            title = entry.title or self.source.title(docname)
            tabs.append(
                {"tab": title, "pages": [docname, *self._list_below(docname, captions=True)]}
            )

    def _list_below(
        self, docname: str, *, captions: bool = False, beside: bool | None = None
    ) -> list[ToctreeItem]:
        """Return the items of the toctrees in a document; nothing if it is below itself.

        :param captions: whether captions become groups.
        :param beside: whether to list only toctrees before the title, whose entries are beside the
            document, or only the others; by default all.
        """
        if docname in self._ancestors:
            return []
        self._ancestors.add(docname)
        items_below: list[ToctreeItem] = []
        for toctree in self._read_toctrees(docname):
            if beside is not None and toctree.is_before_title is not beside:
                continue
            items = list(self._list_items(toctree, docname))
            if toctree.caption and captions and items:
                items_below.append({"group": toctree.caption, "pages": items})
                continue
            if toctree.caption:
                self.notes.append(
                    f"{docname}: the caption {toctree.caption!r} of a nested toctree is omitted, "
                    "because sidebars do not show it"
                )
            items_below.extend(items)
        # The document may be listed again elsewhere, but not below itself.
        self._ancestors.remove(docname)
        return items_below

    def _is_listed_by_toctree(self, docname: str) -> bool:
        """Return whether the toctrees of a document place the entries below it without docs.json.

        This requires that all entries are documents, and that no other toctree lists them.
        """
        if docname not in self._listable_below:
            # The result for a document below itself.
            self._listable_below[docname] = False
            self._listable_below[docname] = all(
                self._entry_counts[entry.target] == 1
                and entry.target in self.source.docnames
                and self._is_listed_by_toctree(entry.target)
                for toctree in self.source.toctrees(docname)
                for entry in toctree.entries
            )
        return self._listable_below[docname]

    def _list_items(self, toctree: WrittenToctree, holder: str) -> Iterator[ToctreeItem]:
        """Yield the items of a toctree.

        :param holder: the document that contains the toctree.
        """
        # A pattern in docs.json also lists pages that are added later, so it replaces the entries.
        patterns = self._find_patterns(toctree, holder) if self.nested else {}
        if toctree.is_glob and not patterns:
            self.notes.append(
                f"{holder}: the pages that ':glob:' matches are written out; a pattern in "
                "'pages', such as 'api/*', takes in new ones"
            )
        replaced_targets = {target for targets in patterns.values() for target in targets}
        for entry in toctree.entries:
            target = holder if entry.target == "self" else entry.target
            if target in replaced_targets:
                yield from (
                    pattern for pattern, targets in patterns.items() if targets[0] == target
                )
                continue
            if _URL.match(target):
                yield {"title": entry.title, "href": target} if entry.title else target
                continue
            if entry.target == "self":
                # As in Sphinx, one entry, also of a document with several titles.
                is_usual = not entry.title and self.source.has_one_entry(holder)
                title = entry.title or self.source.title(holder)
                yield holder if is_usual else {"page": holder, "title": title}
                continue
            yield from self._list_document(target, entry.title)

    def _list_document(self, docname: str, title: str) -> Iterator[ToctreeItem]:
        """Yield the items of an entry for a document.

        :param title: the title that the toctree gives it; may be empty.
        """
        has_one_entry = self.source.has_one_entry(docname)
        is_listed_by_toctree = self._is_listed_by_toctree(docname)
        # Only its own toctrees can list pages beside a document, and have an entry of each title.
        if self.nested and is_listed_by_toctree and not has_one_entry:
            if any(self.source.toctrees(docname)):
                self.notes.append(
                    f"{docname}: docs.json omits the pages of its toctrees, which supply them; not "
                    "all of them are below the title of the document"
                )
            yield docname
            return
        # As in Sphinx, a title in a toctree is for documents with one entry.
        own_title = title if has_one_entry else ""
        is_group = self.nested or not is_listed_by_toctree
        if is_group:
            yield from self._list_below(docname, beside=True)
        if items_below := self._list_below(docname, beside=False) if is_group else []:
            label = own_title or self.source.title(docname)
            yield {"group": label, "root": docname, "pages": items_below}
        else:
            yield {"page": docname, "title": own_title} if own_title else docname

    def _find_patterns(self, toctree: WrittenToctree, holder: str) -> dict[str, list[str]]:
        """Return the patterns that list the same documents in docs.json, with these documents."""
        patterns: dict[str, list[str]] = {}
        matches = {text: list_matches(text, self.source.docnames) for text in toctree.patterns}
        # The root document is in no list of docs.json, where a pattern would add it.
        listed_before = set() if holder == self.source.root_doc else {holder}
        entries = toctree.entries
        position = 0
        # A pattern can replace entries that follow each other, and that are all it would list here.
        while position < len(entries):
            targets = [entries[position].target]
            for pattern, names in matches.items():
                # docs.json skips pages that are listed before a pattern.
                unlisted = [name for name in names if name not in listed_before]
                entries_here = entries[position : position + len(unlisted)]
                is_same = unlisted == [entry.target for entry in entries_here] and len(unlisted) > 1
                if is_same and all(map(self._fits_pattern, entries_here)):
                    patterns[pattern] = targets = unlisted
                    break
            listed_before.update(targets)
            position += len(targets)
        return patterns

    def _fits_pattern(self, entry: WrittenEntry) -> bool:
        """Return whether a pattern can replace an entry."""
        target = entry.target
        is_once = (
            not entry.title and self._entry_counts[target] == 1 and target in self.source.docnames
        )
        return is_once and not any(self.source.toctrees(target))

    @cached_property
    def _entry_counts(self) -> Counter[str]:
        """The number of entries of all toctrees that name a document."""
        source = self.source
        toctrees = (toctree for name in source.docnames for toctree in source.toctrees(name))
        return Counter(entry.target for toctree in toctrees for entry in toctree.entries)

    def _read_toctrees(self, docname: str) -> Iterator[WrittenToctree]:
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
            missing = self.source.missing_pages.intersection(
                entry.target for entry in toctree.entries
            )
            # Sphinx says nothing about such an entry; a link of docs.json must lead to a page.
            if missing and self.nested:
                self.notes += (
                    f"{docname}: the entry {name!r} is omitted, as Sphinx generates no such page"
                    for name in sorted(missing)
                )
                entries = (entry for entry in toctree.entries if entry.target not in missing)
                yield replace(toctree, entries=tuple(entries))
                continue
            yield toctree


def make_toctree_reader(app: Sphinx, *, nested: bool) -> ToctreeReader:
    """Return a reader of the toctrees of *app*, whose documents must have been read."""
    env = app.env
    source = ToctreeSource(
        app.config.root_doc,
        lambda name: read_written_toctrees(env, name),
        lambda name: " ".join(env.titles[name].astext().split()) if name in env.titles else name,
        frozenset(env.found_docs),
        partial(has_one_entry, env),
        frozenset(_find_missing_pages(app)),
    )
    return ToctreeReader(source, nested)


def _find_missing_pages(app: Sphinx) -> Iterator[str]:
    """Yield the entries of toctrees for indices that Sphinx does not generate."""
    config, domains = app.config, app.env.domains
    allowed = config.html_domain_indices
    for entry, (page, _) in BUILDER_PAGES.items():
        if page == "genindex" and not config.html_use_index:
            yield entry
        domain_name, dash, index_name = page.partition("-")
        if not dash:
            continue
        is_allowed = page in allowed if isinstance(allowed, (list, tuple, set)) else allowed
        domain = domains[domain_name]
        indices = (index(domain) for index in domain.indices if index.name == index_name)
        # Each index of a domain is generated if it has entries.
        if not is_allowed or not any(index.generate()[0] for index in indices):
            yield entry


def make_navigation(app: Sphinx, reader: ToctreeReader) -> dict[str, Any]:
    """Return the value of ``navigation`` that corresponds to what the theme shows."""
    has_tabs = app.config.html_theme in TABS_THEMES
    navigation = reader.make_tabs() if has_tabs else reader.make_sidebar()
    if reader.nested:
        reader.drop_repeated_pages(navigation)
    return navigation


def resolve_toctrees(app: Sphinx, resolved: ResolvedSite) -> ResolvedSite | None:
    """Return the site of the toctrees, if the project has no docs.json (``docsnav-resolve``).

    Only the toctrees of the root document are converted. Other documents are placed below the
    pages whose toctrees list them, like all documents that docs.json does not list.
    """
    if not reading_of(app).from_toctrees:
        return None
    value = make_navigation(app, make_toctree_reader(app, nested=False))
    docs = docs_json.docs_json_of({"navigation": value}, Path(app.srcdir, "toctrees"))
    toctree_site = resolve(docs, resolved.specs, resolved.report)
    # The specifications and generated pages of the first resolution stay.
    navigation = replace(
        resolved.navigation,
        root=toctree_site.root,
        source=toctree_site.source,
        in_one_row=True,
    )
    return replace(resolved, docs=docs, navigation=navigation)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, RESOLVE, 500, resolve_toctrees, "the toctrees of all documents are known")
    return metadata()
