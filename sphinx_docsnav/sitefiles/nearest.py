"""Find the name that a missing name probably means."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable

MAX_COMPARED = 400
"""Maximum number of names that are compared letter by letter with a missing one."""

MAX_SEARCHES = 100
"""Maximum number of missing names that are compared; a site with more has probably been moved."""

_TIES = 10
"""Maximum number of equally near names that are compared letter by letter."""


class Nearest:
    """An index of names, which finds the one that is nearest to a missing name."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_folded: dict[str, str] = {}
        self._by_last: defaultdict[str, list[str]] = defaultdict(list)
        self._by_folder: defaultdict[str, list[str]] = defaultdict(list)
        self._searches = 0
        # Sorted, so that of several equal candidates the same one is suggested in each run.
        for name in sorted(names):
            folded = name.casefold()
            folder, _, last = folded.rpartition("/")
            self._by_folded.setdefault(folded, name)
            self._by_last[last].append(name)
            self._by_folder[folder].append(name)

    def in_other_case(self, wanted: str) -> str:
        """Return the name that differs from *wanted* in case only, ``""`` if there is none."""
        return self._by_folded.get(wanted.casefold(), "")

    def to(self, wanted: str) -> str:
        """Return the name that *wanted* most likely means; ``""`` if none is similar.

        The first that exists: the same name in another case, the index or the first page of
        the folder, the same last part in another folder, a similar spelling.
        """
        folded = wanted.casefold()
        # The same name in another case, or the first page of a folder of that name.
        for exact in (folded, f"{folded}/index"):
            if exact in self._by_folded:
                return self._by_folded[exact]
        folder, _, last = folded.rpartition("/")
        if inside := self._by_folder.get(folded):
            return next((n for n in inside if n.casefold().endswith(f"/{last}")), inside[0])
        # The same page in another folder: the one that shares most of the path, if it is the only.
        same_last = self._by_last.get(last, []) if last != "index" else []
        if same_last:
            counts = [(_count_shared(wanted, name), name) for name in same_last[:MAX_COMPARED]]
            most = max(count for count, _ in counts)
            best = [name for count, name in counts if count == most]
            return best[0] if len(best) == 1 else _most_alike(wanted, best[:_TIES])
        return self._alike(wanted, folder)

    def _alike(self, wanted: str, folder: str) -> str:
        """Return the name that is spelled most like *wanted*, those of its *folder* first."""
        self._searches += 1
        if self._searches > MAX_SEARCHES:
            return ""
        in_folder = self._by_folder.get(folder, ())
        length = len(wanted)
        # Names of another length or first letter cannot be alike enough.
        in_site = (
            name
            for name in self._by_folded.values()
            if abs(len(name) - length) <= 1 + length // 4 and name[:1] == wanted[:1]
        )
        # A typing error is more likely in the name than in the folder, and few names are compared
        # first.
        for names in (in_folder, in_site):
            compared = [name for name, _ in zip(names, range(MAX_COMPARED), strict=False)]
            if close := similar_name(wanted, compared, 0.75):
                return close
        return ""


def similar_names(
    wanted: str, names: Iterable[str], likeness: float = 0.6, *, limit: int
) -> list[str]:
    """Return the names that are spelled most like *wanted*, the nearest first.

    :param likeness: the minimum similarity: 1 is equal, 0 has no letter in common.
    :param limit: the maximum number of names.
    """
    return difflib.get_close_matches(wanted, list(names), limit, likeness)


def similar_name(wanted: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Return the name that is spelled most like *wanted*, ``""`` if none is alike enough."""
    return next(iter(similar_names(wanted, names, likeness, limit=1)), "")


def nearest(wanted: str, names: Iterable[str]) -> str:
    """Return the one of *names* that *wanted* most likely means, ``""`` if none is near."""
    return Nearest(names).to(wanted)


def _most_alike(wanted: str, names: list[str]) -> str:
    return max(names, key=lambda name: difflib.SequenceMatcher(None, wanted, name).ratio())


def _count_shared(wanted: str, name: str) -> int:
    """Return how many parts two paths share, from the front and from the back."""
    ours, theirs = wanted.split("/"), name.split("/")
    return _count_equal(ours, theirs) + _count_equal(ours[::-1], theirs[::-1])


def _count_equal(ours: list[str], theirs: list[str]) -> int:
    """Return how many items two lists have in common before the first difference."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count
