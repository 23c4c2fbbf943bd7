"""The sidebar of a large division without its script: headings, and the way to the page.

Readers without JavaScript, and programs that index the site, see it. Headings
and closed groups lead to their first page. Of long lists, it has what is near
the page, so that its size does not depend on the size of the division.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from sphinx_docsnav.themes.variable_types import Entry

SIZE = 5_000
"""About how many characters all rows have; addresses count from the root of the output."""

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
    _links: dict[str, str] = field(default_factory=dict)
    _plain: dict[str, tuple[bool, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._walk(self.entries, "")

    def _walk(self, entries: list[Entry], above: str) -> None:
        for index, entry in enumerate(entries):
            self._places[entry["key"]] = (entries, index, above)
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
            is_outermost = entries is self.entries
            first, last, used = self._window(entries, index, left if is_outermost else left // 2)
            left -= used
            here = key if is_page else ""
            inside = self._list(entries, range(first, last), index, inside, here)
        return inside

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

    def _list(self, entries: list[Entry], shown: range, opened: int, inside: str, here: str) -> str:
        """Return a list; headings are between lists.

        :param opened: the index of the entry on the way to the page.
        :param inside: what is below it.
        :param here: the key of the page's entry.
        """
        rows = [self._plain_row(entries[index]) for index in shown]
        if opened in shown:
            rows[opened - shown.start] = self._row(entries[opened], inside, on_way=True, here=here)
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

    def _plain_row(self, entry: Entry) -> tuple[bool, str]:
        """Return the row of an entry that is not on the way to the page; made once."""
        key = entry["key"]
        if key not in self._plain:
            self._plain[key] = self._row(entry, "", on_way=False, here="")
        return self._plain[key]

    def _row(self, entry: Entry, inside: str, *, on_way: bool, here: str) -> tuple[bool, str]:
        """Return whether an entry is a heading, and its markup."""
        link = self._link(entry)
        is_here = bool(here) and entry["key"] == here
        current = (" current" + " current-page" * is_here) * on_way
        if is_here:
            link = link.replace(" href=", ' aria-current="page" href=', 1)
        if entry["kind"] == "group" and entry["level"] == 0 and (entry["label"] or on_way):
            caption = f'<p class="caption">{link}</p>' if entry["label"] else ""
            return True, f'<div class="docsnav-group">{caption}{inside}</div>'
        fold = ""
        if inside:
            words = f'<span class="docsnav-unseen">{escape(entry["label"])}</span>'
            fold = (
                f'<details open><summary class="docsnav-fold">{words}</summary>{inside}</details>'
            )
            current = " has-children" + current
        return (
            False,
            f'<li class="{self.level}{max(entry["level"], 1)}{current}">{link}{fold}</li>',
        )

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
        """Return the first page that *entries* lead to; another address if they lead to no page."""
        found = None
        for entry in entries:
            lead = self._lead(entry)
            if lead is not None and not lead["external"]:
                return lead
            found = found or lead
        return found


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
