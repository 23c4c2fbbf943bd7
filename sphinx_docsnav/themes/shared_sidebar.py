"""The sidebar of a large division as one script that its pages share, and what replaces it.

Each page carries a `ShortSidebar` and, right after it, a ``<script>`` with the whole sidebar
(`SharedSidebar`), which replaces the short one before the page is painted. The name of the script
is a digest of its content, so that browsers keep it.

Readers without JavaScript, and programs that index the site, see the short sidebar: headings, and
the way to the page. Headings and closed groups lead to their first page. Of long lists, it has what
is near the page, so that its size does not depend on the size of the division.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from html import escape
from itertools import groupby

from sphinx_docsnav.themes.part_markup import Part
from sphinx_docsnav.themes.variable import Entry

SIZE = 5_000
"""About how many characters all rows have; addresses count from the root of the output."""

_ROW = "\ufdd8"
"""Placeholder for the row on the way to the page; a Unicode noncharacter, which does not occur
in text for interchange."""
_FRAME = 35
"""Approximate number of characters of markup around a link."""


@dataclass(eq=False)
class ShortSidebar:
    """Makes the rows of each page."""

    entries: list[Entry]
    """The whole sidebar."""
    level: str
    """What the class of an entry begins with, before its level."""
    more: str
    """The text of a link to the part of a list that is left out."""
    _places: dict[str, tuple[list[Entry], int, str]] = field(default_factory=dict)
    """By key: the list that an entry is in, its index, and the key of the entry above."""
    _own: dict[str, str] = field(default_factory=dict)
    """By address: the key of its first entry, which the sidebar of that page opens."""
    _links: dict[str, str] = field(default_factory=dict)
    _plain: dict[str, str] = field(default_factory=dict)
    _lists: dict[tuple[str, int, int], tuple[str, str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._walk(self.entries, "")

    def _walk(self, entries: list[Entry], above: str) -> None:
        for index, entry in enumerate(entries):
            self._places[entry["key"]] = (entries, index, above)
            self._own.setdefault(entry["url"], entry["key"])
            self._walk(entry["children"], entry["key"])

    def rows(self, key: str, *, is_page: bool) -> str:
        """Return the rows for a page.

        :param key: the entry of the page, or of the innermost group around a page
            that has none; empty for pages in no sidebar.
        :param is_page: it is the entry of the page.
        """
        lists: list[tuple[list[Entry], int]] = []
        above = key
        while above in self._places:
            entries, index, above = self._places[above]
            lists.append((entries, index))
        open_children = lists[0][0][lists[0][1]]["children"] if lists else []
        if open_children:
            lists.insert(0, (open_children, -1))
        if not lists:
            lists = [(self.entries, -1)]
        left, inside = SIZE, ""
        for entries, index in lists:
            share = left if entries is self.entries else left // 2
            before, after, used = self._around(entries, index, share, keep=bool(inside))
            left -= used
            row = ""
            if index >= 0:
                row = self._row(entries[index], inside, on_way=True, here=key if is_page else "")
            inside = f"{before}{row}{after}"
        return inside

    def _around(
        self, entries: list[Entry], index: int, share: int, *, keep: bool
    ) -> tuple[str, str, int]:
        """Return what a list has before and after the row at *index*, and the size of its links.

        :param keep: other pages have the same list, with another one in that row.
        """
        place = (entries[0]["key"], index, share)
        found = self._lists.get(place)
        if found is None:
            first, last, used = self._window(entries, index, share)
            before, _, after = self._list(entries, range(first, last), index).partition(_ROW)
            found = before, after, used
            if keep:
                self._lists[place] = found
        return found

    def _window(self, entries: list[Entry], index: int, share: int) -> tuple[int, int, int]:
        """Return the range of entries around *index* whose links fit, and their size."""
        first = max(index, 0)
        last, used, count, link = first, 0, len(entries), self._link
        while first > 0 or last < count:
            for _ in range(2):
                if last < count:
                    used += len(link(entries[last])) + _FRAME
                    last += 1
            if first > 0:
                first -= 1
                used += len(link(entries[first])) + _FRAME
            if used >= share:
                break
        return first, last, used

    def _list(self, entries: list[Entry], shown: range, opened: int) -> str:
        """Return a list with `_ROW` for the entry on the way to the page.

        Headings are between lists.

        :param opened: the index of that entry.
        """
        rows = [
            (_is_heading(entries[index], on_way=index == opened), self._markup(entries[index]))
            for index in shown
        ]
        if opened in shown:
            rows[opened - shown.start] = (rows[opened - shown.start][0], _ROW)
        item = f'<li class="{self.level}{max(entries[0]["level"], 1)}">'
        before, after = entries[: shown.start][::-1], entries[shown.stop :]
        for left_out, place in ((before, 0), (after, len(rows) + 1)):
            if left_out:
                link = _anchor(self._first_lead(left_out), self.more)
                rows.insert(place, (False, f"{item}{link}</li>"))
        return "".join(
            "".join(_texts(run)) if is_heading else f"<ul>{''.join(_texts(run))}</ul>"
            for is_heading, run in groupby(rows, lambda row: row[0])
        )

    def _markup(self, entry: Entry) -> str:
        """Return the row of an entry that is not on the way to the page; made once."""
        key = entry["key"]
        if key not in self._plain:
            self._plain[key] = self._row(entry, "", on_way=False, here="")
        return self._plain[key]

    def _row(self, entry: Entry, inside: str, *, on_way: bool, here: str) -> str:
        """Return the markup of an entry.

        :param inside: what is below it.
        :param here: the key of the page's entry.
        """
        link = self._link(entry)
        is_here = bool(here) and entry["key"] == here
        current = (" current" + " current-page" * is_here) * on_way
        if is_here:
            link = link.replace(" href=", ' aria-current="page" href=', 1)
        if _is_heading(entry, on_way=on_way):
            caption = f'<p class="caption">{link}</p>' if entry["label"] else ""
            return f'<div class="docsnav-group">{caption}{inside}</div>'
        fold = ""
        if inside:
            words = f'<span class="docsnav-unseen">{escape(entry["label"])}</span>'
            fold = (
                f'<details open><summary class="docsnav-fold">{words}</summary>{inside}</details>'
            )
            current = " has-children" + current
        return f'<li class="{self.level}{max(entry["level"], 1)}{current}">{link}{fold}</li>'

    def _link(self, entry: Entry) -> str:
        key = entry["key"]
        found = self._links.get(key)
        if found is None:
            found = self._links[key] = _anchor(self._lead(entry), _label(entry))
        return found

    def _lead(self, entry: Entry) -> Entry | None:
        """Return the entry that a link to *entry* leads to: itself, or the first below it."""
        return entry if entry["url"] else self._first_lead(entry["children"])

    def _first_lead(self, entries: Iterable[Entry]) -> Entry | None:
        """Return the first page that *entries* lead to; another address if they lead to no page.

        A page that an earlier group has, too, would open that one: another page goes before it.
        """
        found, best = None, 3
        for entry in entries:
            lead = self._lead(entry)
            if lead is not None and (rank := self._rank(lead)) < best:
                found, best = lead, rank
                if not best:
                    break
        return found

    def _rank(self, lead: Entry) -> int:
        return 2 if lead["external"] else int(self._own[lead["url"]] != lead["key"])


def _is_heading(entry: Entry, *, on_way: bool) -> bool:
    is_group = entry["kind"] == "group" and entry["level"] == 0
    return is_group and (bool(entry["label"]) or on_way)


def _label(entry: Entry) -> str:
    """Return the label of an entry; of a group without one, that of its first entry."""
    if entry["label"] or not entry["children"]:
        return entry["label"]
    return _label(entry["children"][0])


def _anchor(lead: Entry | None, label: str) -> str:
    if lead is None:
        return f'<span class="reference">{escape(label)}</span>'
    kind = "external" if lead["external"] else "internal"
    return f'<a class="reference {kind}" href="{escape(lead["url"])}">{escape(label)}</a>'


def _texts(rows: Iterable[Sequence[bool | str]]) -> Iterable[str]:
    return (str(markup) for _, markup in rows)


ROOT = "\ufdd7"
"""Placeholder for the relative path to the root of the output; a Unicode noncharacter, which
does not occur in text for interchange."""
SWITCH = "\ufdd9"
"""Placeholder for the address of a switch, with its number; such a character, too."""
PART = "entries"
"""The part that the script holds: what is in the sidebar."""
FILES = "docsnav-sidebar-"
"""What the names of the files begin with."""
_TAG = re.compile("<[a-zA-Z]")
_LETTERS = {" current": "c", " current current-page": "p", " open": "o"}
_LINK = "a"


@dataclass(eq=False)
class SharedSidebar:
    """The sidebar of one division, for pages at any depth."""

    part: Part
    """`PART` of the division's frame, with `ROOT` as its prefix."""
    make_short: Callable[[], ShortSidebar]
    """Makes what readers without the script see, of the same frame."""
    code: str
    """The script, a function expression that takes the key and the markup."""

    @cached_property
    def size(self) -> int:
        """The bytes of the markup."""
        return len(self.part.text.encode())

    @cached_property
    def key(self) -> str:
        """The digest of the script."""
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
        return [found.start() for found in _TAG.finditer(self.part.text)]

    @cached_property
    def _short(self) -> ShortSidebar:
        return self.make_short()

    def marks(self, values: Mapping[str, str]) -> str:
        """Return the elements that a page marks, each as a letter and the element's number.

        :param values: the values at the marks of the whole sidebar on that page.
        """
        return " ".join(
            f"{_LETTERS.get(value, _LINK)}{bisect_left(self._tags, offset) - 1}"
            for name, value in values.items()
            for offset in self.part.places.get(name, ())
        )

    def rows(self, key: str, prefix: str, *, is_page: bool) -> str:
        """Return the sidebar of a page without the script.

        :param key: as for `ShortSidebar.rows`.
        :param prefix: relative path from the page to the root of the output.
        """
        rows = self._short.rows(key, is_page=is_page)
        return rows.replace(ROOT, escape(prefix) or "./")
