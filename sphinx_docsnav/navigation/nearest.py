"""The name that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Collection

_ENOUGH = 2000
"""So many names are compared letter by letter; more are narrowed down first."""


def nearest(wanted: str, names: Collection[str]) -> str:
    """Return the one of *names* that *wanted* most likely means, ``""`` if none is near.

    A path is the same in other case, else has the same last part in another
    folder, else is spelled much alike. Time grows with the number of names, and
    stays in milliseconds for ten thousand.
    """
    folded = wanted.casefold()
    last = folded.rpartition("/")[2]
    same_last = []
    alike = []
    for name in names:
        other = name.casefold()
        if other == folded:
            return name
        if other.rpartition("/")[2] == last or other == f"{folded}/index":
            same_last.append(name)
        elif abs(len(other) - len(folded)) <= 1 + len(folded) // 4:
            alike.append(name)
    if same_last:
        return max(sorted(same_last), key=lambda name: _shared(wanted, name))
    if len(alike) > _ENOUGH:
        alike = [name for name in alike if _shared(wanted, name)] or alike
    close = difflib.get_close_matches(wanted, sorted(alike)[:_ENOUGH], n=1, cutoff=0.75)
    return close[0] if close else ""


def _shared(wanted: str, name: str) -> int:
    """Return how many parts two paths share, from the front and from the back."""
    ours, theirs = wanted.split("/"), name.split("/")
    front = _same(ours, theirs)
    return front + _same(ours[::-1], theirs[::-1])


def _same(ours: list[str], theirs: list[str]) -> int:
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count
