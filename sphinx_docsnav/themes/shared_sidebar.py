"""The sidebar of a large division as a script that its pages share, and the short sidebar.

Each page contains a `ShortSidebar` and, right after it, a ``<script>`` with the whole sidebar
(`SharedSidebar`), which replaces the short one before the page is painted. The name of the script
contains a digest of its content, so that browsers can cache it.

Readers without JavaScript and crawlers see the short sidebar: the headings, and the entries above
the page. Headings and closed groups link to their first page. Of long lists, it contains the
entries around the page, so that its size does not depend on the size of the division.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from html import escape
from itertools import groupby
from operator import itemgetter

from sphinx_docsnav.themes.part_markup import Part
from sphinx_docsnav.themes.variable import Entry

SHORT_SIDEBAR_SIZE = 5_000
"""The approximate size of all rows, in characters; URLs are relative to the root of the output."""

_ROW = "\ufdd8"
"""The placeholder of the row that contains the page; a Unicode noncharacter, which does not occur
in text for interchange."""
_LINK_OVERHEAD = 35
"""The approximate size of the markup around a link, in characters."""


@dataclass(eq=False)
class ShortSidebar:
    """Makes the short sidebar of each page."""

    entries: list[Entry]
    """The whole sidebar."""
    level: str
    """The prefix of the class of an entry, before its level."""
    more: str
    """The label of a link to the omitted part of a list."""
    _positions: dict[str, tuple[list[Entry], int, str]] = field(default_factory=dict)
    """The list of an entry, its index in it, and the key of the entry above, by key."""
    _own_keys: dict[str, str] = field(default_factory=dict)
    """The key of the first entry with a URL, which the page of that URL marks, by URL."""
    _links: dict[str, str] = field(default_factory=dict)
    _plain_rows: dict[str, str] = field(default_factory=dict)
    _lists: dict[tuple[str, int, int], tuple[str, str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._walk(self.entries, "")

    def _walk(self, entries: list[Entry], above: str) -> None:
        for index, entry in enumerate(entries):
            self._positions[entry["key"]] = (entries, index, above)
            self._own_keys.setdefault(entry["url"], entry["key"])
            self._walk(entry["children"], entry["key"])

    def rows(self, key: str, *, is_page: bool) -> str:
        """Return the markup of the rows for a page.

        :param key: the key of the entry of the page, or of the innermost group around a page
            without an entry; empty for pages without a sidebar.
        :param is_page: whether *key* is that of the page.
        """
        # Climb from the page to the root: one list for each level, the innermost first.
        lists: list[tuple[list[Entry], int]] = []
        above = key
        while above in self._positions:
            entries, index, above = self._positions[above]
            lists.append((entries, index))
        open_children = lists[0][0][lists[0][1]]["children"] if lists else []
        # The group or page itself is open, so the list of its children comes first.
        if open_children:
            lists.insert(0, (open_children, -1))
        if not lists:
            lists = [(self.entries, -1)]
        left, inside = SHORT_SIDEBAR_SIZE, ""
        for entries, index in lists:
            # Each level gets half of what is left, and the outermost all, however deep the page is.
            share = left if entries is self.entries else left // 2
            before, after, used = self._render_around(entries, index, share, is_cached=bool(inside))
            left -= used
            row = ""
            if index >= 0:
                row = self._render_row(
                    entries[index], inside, on_way=True, here=key if is_page else ""
                )
            inside = f"{before}{row}{after}"
        return inside

    def _render_around(
        self, entries: list[Entry], index: int, share: int, *, is_cached: bool
    ) -> tuple[str, str, int]:
        """Return the rows of a list before and after *index*, and the size of its links.

        :param share: the available size, in characters.
        :param is_cached: whether other pages need the same rows.
        """
        # The size left depends on the inner lists, so it is a part of the key.
        list_key = (entries[0]["key"], index, share)
        parts = self._lists.get(list_key)
        if parts is None:
            first, last, used = self._find_window(entries, index, share)
            before, _, after = self._list(entries, range(first, last), index).partition(_ROW)
            parts = before, after, used
            if is_cached:
                self._lists[list_key] = parts
        return parts

    def _find_window(self, entries: list[Entry], index: int, share: int) -> tuple[int, int, int]:
        """Return the range of entries around *index* whose links fit, and their size."""
        first = max(index, 0)
        last, used, count, link = first, 0, len(entries), self._render_link
        # Two entries after the page for each one before it: readers mostly continue downwards.
        while first > 0 or last < count:
            for _ in range(2):
                if last < count:
                    used += len(link(entries[last])) + _LINK_OVERHEAD
                    last += 1
            if first > 0:
                first -= 1
                used += len(link(entries[first])) + _LINK_OVERHEAD
            if used >= share:
                break
        return first, last, used

    def _list(self, entries: list[Entry], shown: range, opened: int) -> str:
        """Return the markup of a list with `_ROW` for the entry that contains the page.

        Headings are not in lists, but between them.

        :param shown: the indexes of the entries to show.
        :param opened: the index of the entry that contains the page.
        """
        rows = [
            (
                _is_heading(entries[index], on_way=index == opened),
                self._render_cached_row(entries[index]),
            )
            for index in shown
        ]
        if opened in shown:
            # A placeholder keeps the list independent of the page, so that other pages can reuse
            # it.
            rows[opened - shown.start] = (rows[opened - shown.start][0], _ROW)
        item = f'<li class="{self.level}{max(entries[0]["level"], 1)}">'
        # One link stands for each omitted end.
        if entries_before := entries[: shown.start][::-1]:
            rows.insert(0, self._make_lead_row(entries_before, item))
        if entries_after := entries[shown.stop :]:
            rows.append(self._make_lead_row(entries_after, item))
        lists: list[str] = []
        for is_heading, run in groupby(rows, itemgetter(0)):
            markup = "".join(row for _, row in run)
            lists.append(markup if is_heading else f"<ul>{markup}</ul>")
        return "".join(lists)

    def _make_lead_row(self, left_out: list[Entry], item: str) -> tuple[bool, str]:
        """Return a row with a link to the first page of entries; *item* is its start tag."""
        link = _render_anchor(self._find_first_lead(left_out), self.more)
        return False, f"{item}{link}</li>"

    def _render_cached_row(self, entry: Entry) -> str:
        """Return the row of an entry that does not contain the page; it is cached."""
        key = entry["key"]
        if key not in self._plain_rows:
            self._plain_rows[key] = self._render_row(entry, "", on_way=False, here="")
        return self._plain_rows[key]

    def _render_row(self, entry: Entry, inside: str, *, on_way: bool, here: str) -> str:
        """Return the row of an entry.

        :param inside: the markup below it.
        :param here: the key of the entry of the page.
        """
        link = self._render_link(entry)
        is_here = bool(here) and entry["key"] == here
        # Booleans as factors: the classes are added only if they apply.
        current = (" current" + " current-page" * is_here) * on_way
        if is_here:
            link = link.replace(" href=", ' aria-current="page" href=', 1)
        if _is_heading(entry, on_way=on_way):
            caption = f'<p class="caption">{link}</p>' if entry["label"] else ""
            return f'<div class="docsnav-group">{caption}{inside}</div>'
        fold = ""
        if inside:
            label = f'<span class="docsnav-unseen">{escape(entry["label"])}</span>'
            fold = (
                f'<details open><summary class="docsnav-fold">{label}</summary>{inside}</details>'
            )
            current = " has-children" + current
        return f'<li class="{self.level}{max(entry["level"], 1)}{current}">{link}{fold}</li>'

    def _render_link(self, entry: Entry) -> str:
        key = entry["key"]
        anchor = self._links.get(key)
        if anchor is None:
            anchor = self._links[key] = _render_anchor(self._find_lead(entry), _title_markup(entry))
        return anchor

    def _find_lead(self, entry: Entry) -> Entry | None:
        """Return the entry to which a link to *entry* leads: itself, or the first below it."""
        return entry if entry["url"] else self._find_first_lead(entry["children"])

    def _find_first_lead(self, entries: Iterable[Entry]) -> Entry | None:
        """Return the first page among *entries*; without a page, an external link.

        A page that also occurs in an earlier group is used only if there is no other, because it
        would open that group.
        """
        best_lead, best_rank = None, 3
        for entry in entries:
            lead = self._find_lead(entry)
            if lead is not None and (rank := self._rank(lead)) < best_rank:
                best_lead, best_rank = lead, rank
                if not best_rank:
                    break
        return best_lead

    def _rank(self, lead: Entry) -> int:
        # 0: the first entry of its URL, 1: a repeated entry, 2: a link out of the site.
        return 2 if lead["external"] else int(self._own_keys[lead["url"]] != lead["key"])


def _is_heading(entry: Entry, *, on_way: bool) -> bool:
    is_group = entry["kind"] == "group" and entry["level"] == 0
    return is_group and (bool(entry["label"]) or on_way)


def _title_markup(entry: Entry) -> str:
    """Return the title of an entry; for a group without a label, that of its first entry."""
    if entry["label"] or not entry["children"]:
        return entry["html"] or escape(entry["label"])
    return _title_markup(entry["children"][0])


def _render_anchor(lead: Entry | None, title: str) -> str:
    if lead is None:
        return f'<span class="reference">{title}</span>'
    kind = "external" if lead["external"] else "internal"
    return f'<a class="reference {kind}" href="{escape(lead["url"])}">{title}</a>'


ROOT = "\ufdd7"
"""The placeholder of the relative path to the root of the output; a Unicode noncharacter, which
does not occur in text for interchange."""
SWITCH = "\ufdd9"
"""The placeholder of the URL of a switch, with its number; also a noncharacter."""
PART = "entries"
"""The part in the script: the content of the sidebar."""
FILES = "docsnav-sidebar-"
"""The prefix of the names of the files."""
_TAG = re.compile("<[a-zA-Z]")
_LETTERS = {" current": "c", " current current-page": "p", " open": "o"}
_LINK = "a"


@dataclass(eq=False)
class SharedSidebar:
    """The sidebar of one division, for pages at any depth."""

    part: Part
    """`PART` of the division's frame, with `ROOT` as its prefix."""
    make_short: Callable[[], ShortSidebar]
    """Returns the maker of short sidebars of the same frame."""
    code: str
    """The script, a function expression that takes the key and the markup."""

    @cached_property
    def size(self) -> int:
        """The bytes of the markup."""
        return len(self.part.text.encode())

    @cached_property
    def key(self) -> str:
        """The digest of the script."""
        # The digest names the file: a changed sidebar is a new file, which no cache confuses with
        # this.
        content = (self.code + self.part.text).encode()
        return blake2b(content, digest_size=8).hexdigest()

    @property
    def file(self) -> str:
        """The name of the script's file."""
        return f"{FILES}{self.key}.js"

    @property
    def script(self) -> str:
        """The content of the file, in ASCII."""
        return f"({self.code.strip()})({json.dumps(self.key)}, {json.dumps(self.part.text)});\n"

    @cached_property
    def _tags(self) -> list[int]:
        return [match.start() for match in _TAG.finditer(self.part.text)]

    @cached_property
    def _short(self) -> ShortSidebar:
        return self.make_short()

    def marks(self, values: Mapping[str, str]) -> str:
        """Return the elements that a page marks, each as a letter and the number of the element.

        :param values: the values of the marks in the whole sidebar on that page.
        """
        return " ".join(
            # A mark is in the start tag that begins before its offset; the script counts the same
            # tags.
            f"{_LETTERS.get(value, _LINK)}{bisect_left(self._tags, offset) - 1}"
            for name, value in values.items()
            for offset in self.part.places.get(name, ())
        )

    def rows(self, key: str, prefix: str, *, is_page: bool) -> str:
        """Return the short sidebar of a page.

        :param key: as for `ShortSidebar.rows`.
        :param prefix: relative path from the page to the root of the output.
        """
        rows = self._short.rows(key, is_page=is_page)
        return rows.replace(ROOT, escape(prefix) or "./")
