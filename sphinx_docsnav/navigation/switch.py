"""The same page in another version, language, product or dropdown.

From a page to a division beside one of its own, the first of these that leads
somewhere:

1. the page that a setting names by hand;
2. the same document, if the other division lists it too;
3. the document whose path differs only in the divisions' own parts:
   ``v1/a`` and ``v2/a``, ``docs/a`` and ``fr/docs/a``, ``i18n/fr/a`` and ``a``;
4. the entry at the same position: under the same labels; in another language
   the same number, in elements that hold equally many;
5. the first page of the group with the same labels;
6. the other division's first page.

A division's own part of a path is a segment that is its label, or that most of
its pages and hardly any page beside it have at one depth.

The same rules find a page's translations, for search engines.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page, find_default
from sphinx_docsnav.sitefiles.languages import make_browser_code

MAX_DEPTH = 5
"""Deeper segments are never a division's own."""

MIN_OWN_SHARE = 0.5
"""A segment is a division's own if more than this share of its pages have it …"""

MAX_OTHER_SHARE = 0.1
"""… and at most this share of the pages in each division beside it."""

_VERSION = re.compile(r"v?(\d+(?:[._-]\d+)*)\Z")
Labels = tuple[str, ...]
"""The labels from below the division to an entry, the entry's own last."""
Numbers = tuple[tuple[int, int], ...]
"""For each step down: which child, of how many; -1 is the root page."""
SWITCHED = frozenset({Kind.VERSION, Kind.LANGUAGE, Kind.PRODUCT, Kind.DROPDOWN})
"""The kinds of division whose switchers link to the same page; tabs link to their first page."""
DEFAULT = "x-default"
"""The code of the page for readers of all other languages."""


@dataclass(frozen=True, slots=True)
class OwnParts:
    """The parts of paths that belong to a division, such as ``v2``."""

    segments: frozenset[tuple[int, str]]
    """Segments that most of its pages have, each with its depth."""
    names: frozenset[str]
    """The spellings of its label in paths, in lower case, at any depth."""

    def list_keys(self, docname: str) -> list[str]:
        """Return *docname* with fewer and fewer own parts.

        The first key is *docname*; then it lacks each own segment in turn, then all of them, then
        everything up to the last of them.
        """
        segments = docname.split("/")
        own_indexes = [
            index
            for index, segment in enumerate(segments[:MAX_DEPTH])
            if (index, segment) in self.segments or segment.lower() in self.names
        ]
        if not own_indexes:
            return [docname]
        keys = [docname]
        # Keys are compared in this order, so the closest spelling of the path wins.
        keys += ["/".join(segments[:i] + segments[i + 1 :]) for i in own_indexes]
        keys.append("/".join(s for i, s in enumerate(segments) if i not in own_indexes))
        keys.append("/".join(segments[own_indexes[-1] + 1 :]))
        return list(dict.fromkeys(keys))


def find_own_parts(divisions: Sequence[tuple[str, Sequence[str]]]) -> list[OwnParts]:
    """Return the own parts of sibling divisions.

    :param divisions: each one's label and the docnames of its pages.
    """
    shares = [_compute_shares(docnames) for _, docnames in divisions]
    # The two largest shares of each segment, to compare a division with the best of the others.
    highest: dict[tuple[int, str], tuple[float, float]] = {}
    for share in shares:
        for key, value in share.items():
            first, second = highest.get(key, (0.0, 0.0))
            highest[key] = (value, first) if value > first else (first, max(second, value))
    parts = []
    for (label, _), share in zip(divisions, shares, strict=True):
        own = frozenset(
            key
            for key, value in share.items()
            # Typical here, and hardly used in the divisions beside it.
            if value > MIN_OWN_SHARE
            and value == highest[key][0]
            and highest[key][1] <= MAX_OTHER_SHARE
        )
        parts.append(OwnParts(own, list_label_forms(label)))
    return parts


def _compute_shares(docnames: Sequence[str]) -> dict[tuple[int, str], float]:
    """Return for each segment at its depth the share of *docnames* that have it."""
    counts: Counter[tuple[int, str]] = Counter()
    for docname in docnames:
        counts.update(enumerate(docname.split("/")[:MAX_DEPTH]))
    return {key: count / len(docnames) for key, count in counts.items()}


def list_label_forms(label: str) -> frozenset[str]:
    """Return how *label* may be spelled in paths: ``v2.1``, ``2.1``, ``v2-1``, ``2_1``."""
    text = label.strip().lower()
    if not text or "/" in text:
        return frozenset()
    forms = {text, text.replace(" ", "-"), text.replace(" ", "_"), text.replace("-", "_")}
    match = _VERSION.match(text)
    if match:
        number = match[1]
        for separator in "._-":
            spelled = re.sub(r"[._-]", separator, number)
            forms |= {spelled, f"v{spelled}"}
    return frozenset(forms)


class Positions:
    """The positions of a division's entries, computed on first use."""

    def __init__(self, division: Element) -> None:
        self._division = division

    def find_same(self, other: Positions, page: Page) -> Page | None:
        """Return the page that has the position of *page* in *other*.

        Numbers are compared between languages only: translations have the same order
        and other labels; everything else has the same labels.
        """
        position = other._places.get(page)
        if position is None:
            return None
        labels, numbers = position
        # The same labels all the way down are the same page.
        same_labels = self._by_labels.get(labels)
        if same_labels is None and self._division.kind is Kind.LANGUAGE:
            same_labels = self._by_numbers.get(numbers)
        return same_labels

    def find_group(self, other: Positions, page: Page) -> Element | None:
        """Return the innermost element with the labels that *page* is under in *other*."""
        position = other._places.get(page)
        labels = position[0][:-1] if position else ()
        # From the innermost group outwards, until the other division has one of these labels.
        while labels and labels not in self._groups:
            labels = labels[:-1]
        return self._groups.get(labels) if labels else None

    @cached_property
    def _places(self) -> dict[Page, tuple[Labels, Numbers]]:
        return {page: (labels, numbers) for page, labels, numbers in self._walk()}

    @cached_property
    def _by_labels(self) -> dict[Labels, Page]:
        pages: dict[Labels, Page] = {}
        for page, (labels, _) in self._places.items():
            if labels[-1] and not page.hidden:
                pages.setdefault(labels, page)
        return pages

    @cached_property
    def _by_numbers(self) -> dict[Numbers, Page]:
        return {numbers: page for page, (_, numbers) in self._places.items() if not page.hidden}

    @cached_property
    def _groups(self) -> dict[Labels, Element]:
        groups: dict[Labels, Element] = {}
        pending: list[tuple[Element, Labels]] = [(self._division, ())]
        while pending:
            element, labels = pending.pop()
            groups.setdefault(labels, element)
            pending.extend(
                (child, (*labels, child.label))
                for child in reversed(element.children)
                if isinstance(child, Element) and not child.hidden
            )
        return groups

    def _walk(self) -> Iterator[tuple[Page, Labels, Numbers]]:
        pending: list[tuple[Element, Labels, Numbers]] = [(self._division, (), ())]
        while pending:
            element, labels, numbers = pending.pop()
            count = len(element.children)
            if element.root is not None:
                yield element.root, (*labels, ""), (*numbers, (-1, count))
            for index, child in enumerate(element.children):
                below = (*numbers, (index, count))
                if isinstance(child, Page):
                    if not child.docname:
                        continue
                    yield child, (*labels, child.title), below
                else:
                    pending.append((child, (*labels, child.label), below))


class SwitchRule(enum.Enum):
    """Why a page was chosen."""

    BY_HAND = 1
    SAME_DOCUMENT = 2
    SAME_PATH = 3
    SAME_POSITION = 4
    SAME_GROUP = 5
    FIRST_PAGE = 6

    @property
    def is_same_page(self) -> bool:
        """Whether the page corresponds to the current one, and is not just a division's first."""
        return self not in (SwitchRule.SAME_GROUP, SwitchRule.FIRST_PAGE)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a switcher leads."""

    page: Page
    rule: SwitchRule
    """Why this page was chosen."""


class Switches:
    """Finds the pages that switchers lead to, by look-ups in indexes made once for a site."""

    def __init__(self, site: Site, pairs: Iterable[tuple[str, str]] = ()) -> None:
        """Store the arguments; the entries of divisions are indexed on first use.

        :param pairs: documents that are the same page, as configured.
        """
        self._site = site
        self._pairs: dict[str, list[str]] = {}
        for one, other in pairs:
            self._pairs.setdefault(one, []).append(other)
            self._pairs.setdefault(other, []).append(one)
        self._divisions_by_parent: dict[Element, dict[Element, _Division]] = {}
        self._unlisted = self._map_divisions()
        self._last: tuple[str, Element | None, tuple[_Division | None, list[str]]]
        self._last = "", None, (None, [])

    def target(self, docname: str, element: Element) -> Target | None:
        """Return where the switch to *element* leads from a document.

        :param element: a division; for all rules to apply, one beside a
            division that the document is in.
        :returns: ``None`` if *element* has no page.
        """
        parent = self._site.parent(element)
        target_division = (
            self._describe_divisions(parent).get(element) if parent is not None else None
        )
        if parent is not None and target_division is not None:
            counterpart = self._find_named_target(
                docname, target_division
            ) or self._find_similar_target(docname, parent, target_division)
            if counterpart is not None:
                return counterpart
        first = self._site.first_page(element)
        return Target(first, SwitchRule.FIRST_PAGE) if first else None

    def _find_named_target(self, docname: str, target_division: _Division) -> Target | None:
        """Return the page that a setting names, else the same document."""
        # A setting comes before everything that is guessed.
        for other in self._pairs.get(docname, ()):
            if other in target_division.pages:
                return Target(target_division.pages[other], SwitchRule.BY_HAND)
        page = target_division.pages.get(docname)
        return Target(page, SwitchRule.SAME_DOCUMENT) if page else None

    def _find_similar_target(
        self, docname: str, parent: Element, target_division: _Division
    ) -> Target | None:
        """Return the page of the same path, position or group."""
        own_division, keys = self._find_location(docname, parent)
        if own_division is None:
            return None
        # Path, position, group: from the surest to the vaguest.
        for key in keys:
            if key in target_division.by_key:
                return Target(target_division.by_key[key], SwitchRule.SAME_PATH)
        place = self._site.listed.get(docname)
        if place is None:
            return None
        page = target_division.positions.find_same(own_division.positions, place.page)
        if page is not None:
            return Target(page, SwitchRule.SAME_POSITION)
        group = target_division.positions.find_group(own_division.positions, place.page)
        first = self._site.first_page(group) if group is not None else None
        return Target(first, SwitchRule.SAME_GROUP) if first else None

    def _find_location(self, docname: str, parent: Element) -> tuple[_Division | None, list[str]]:
        """Return the division in *parent* that a document is in, and its path without own parts.

        The last result is cached: it is needed for every sibling division of a page.
        """
        if self._last[0] != docname or self._last[1] is not parent:
            place = self._site.place(docname)
            chain = place.chain if place else ()
            divisions = self._describe_divisions(parent)
            own_division = next((divisions[e] for e in chain if e in divisions), None)
            keys = (
                own_division.keys.get(docname) or own_division.parts.list_keys(docname)
                if own_division
                else []
            )
            self._last = docname, parent, (own_division, keys)
        return self._last[2]

    def _describe_divisions(self, parent: Element) -> dict[Element, _Division]:
        """Return the divisions in *parent* with indexes of their pages."""
        if parent not in self._divisions_by_parent:
            divisions = parent.divisions
            pages = [self._list_pages(division) for division in divisions]
            parts = find_own_parts(
                [(d.label, tuple(p)) for d, p in zip(divisions, pages, strict=True)]
            )
            self._divisions_by_parent[parent] = {
                division: _Division(division, pages_of_division, part)
                for division, pages_of_division, part in zip(divisions, pages, parts, strict=True)
            }
        return self._divisions_by_parent[parent]

    def _list_pages(self, division: Element) -> dict[str, Page]:
        """Return the pages that *division* shows, then those near it that it does not list."""
        pages: dict[str, Page] = {}
        # The first entry of a page counts.
        for page in _list_shown_pages(division):
            pages.setdefault(page.docname, page)
        for docname in self._unlisted.get(division, ()):
            pages.setdefault(docname, Page(docname))
        return pages

    def _map_divisions(self) -> dict[Element, list[str]]:
        docnames: dict[Element, list[str]] = {}
        for docname in self._site.outside:
            place = self._site.place(docname)
            for division in place.divisions if place else ():
                docnames.setdefault(division, []).append(docname)
        return docnames


class _Division:
    """The pages of a division, indexed by path and by position."""

    def __init__(self, element: Element, pages: dict[str, Page], parts: OwnParts) -> None:
        self.pages = pages
        self.parts = parts
        self.positions = Positions(element)
        self.by_key: dict[str, Page] = {}
        self.keys = {docname: parts.list_keys(docname) for docname in pages}
        # First all whole paths, then all with one segment left out …: a page's own path is never
        # taken by another page's shortened one.
        for rank in range(max(map(len, self.keys.values()), default=0)):
            for docname, keys in self.keys.items():
                if rank < len(keys):
                    self.by_key.setdefault(keys[rank], pages[docname])


def _list_shown_pages(element: Element) -> Iterable[Page]:
    """Yield the pages below *element* that are not hidden, in reading order."""
    if element.root is not None and not element.root.hidden:
        yield element.root
    for child in element.children:
        if isinstance(child, Page):
            if not child.hidden and not child.url:
                yield child
        elif not child.hidden:
            yield from _list_shown_pages(child)


def find_translations(
    path: Sequence[Element], target: Callable[[Element], Target | None]
) -> list[tuple[str, Page]]:
    """Return the code and the page of each language that has the same page.

    The page's own language is among them. The page of the default language comes
    once more at the end, as ``x-default``. Empty for a page in one language only.

    :param path: the root and the divisions of the page, from the outermost to the innermost.
    :param target: returns where the switch to a language leads from the page.
    """
    siblings = [
        element
        for parent, own in pairwise(path)
        if own.kind is Kind.LANGUAGE
        for element in parent.divisions
        # Hidden languages name themselves on their own pages only.
        if element.kind is Kind.LANGUAGE
        and not element.href
        and (element is own or not element.hidden)
    ]
    pages = {
        element: reached.page
        for element in siblings
        if (reached := target(element)) is not None and reached.rule.is_same_page
    }
    if len(pages) <= 1:  # one language is no choice
        return []
    links = [(make_browser_code(element.code), page) for element, page in pages.items()]
    default = find_default(siblings)
    return [*links, (DEFAULT, pages[default])] if default in pages else links
