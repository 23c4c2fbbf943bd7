"""Which parts of paths belong to divisions, and paths without them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MAX_DEPTH = 5
"""Deeper segments are never a division's own."""

MOST = 0.5
"""A segment is a division's own if more than this share of its pages have it …"""

HARDLY = 0.1
"""… and at most this share of the pages in each division beside it."""


@dataclass(frozen=True, slots=True)
class OwnParts:
    """A division's own parts of paths."""

    segments: frozenset[tuple[int, str]]
    """Depth and segment, as most of its pages have it."""
    names: frozenset[str]
    """The forms that its label takes in a path, in lower case, at any depth."""

    def keys(self, docname: str) -> list[str]:
        """Return *docname* without own parts, in order of how little is left out.

        Whole; without one own segment each; without all of them; and what
        comes after the last.
        """
        segments = docname.split("/")
        own = [
            index
            for index, segment in enumerate(segments[:MAX_DEPTH])
            if (index, segment) in self.segments or segment.lower() in self.names
        ]
        if not own:
            return [docname]
        keys = [docname]
        keys += ["/".join(segments[:i] + segments[i + 1 :]) for i in own]
        keys.append("/".join(s for i, s in enumerate(segments) if i not in own))
        keys.append("/".join(segments[own[-1] + 1 :]))
        return list(dict.fromkeys(keys))


def own_parts(divisions: Sequence[tuple[str, Sequence[str]]]) -> list[OwnParts]:
    """Return the own parts of sibling divisions.

    :param divisions: each one's label and the docnames of its pages.
    """
    shares = [_shares(docnames) for _, docnames in divisions]
    highest: dict[tuple[int, str], tuple[float, float]] = {}
    for share in shares:
        for key, value in share.items():
            first, second = highest.get(key, (0.0, 0.0))
            highest[key] = (value, first) if value > first else (first, max(second, value))
    found = []
    for (label, _), share in zip(divisions, shares, strict=True):
        own = frozenset(
            key
            for key, value in share.items()
            if value > MOST and value == highest[key][0] and highest[key][1] <= HARDLY
        )
        found.append(OwnParts(own, label_forms(label)))
    return found


def _shares(docnames: Sequence[str]) -> dict[tuple[int, str], float]:
    """Return for each segment at its depth the share of *docnames* that have it."""
    counts: Counter[tuple[int, str]] = Counter()
    for docname in docnames:
        counts.update(enumerate(docname.split("/")[:MAX_DEPTH]))
    return {key: count / len(docnames) for key, count in counts.items()}


_VERSION = re.compile(r"v?(\d+(?:[._-]\d+)*)\Z")


def label_forms(label: str) -> frozenset[str]:
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
