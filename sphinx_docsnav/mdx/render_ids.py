"""Ids of headings and components, until the reader's own rule is asked."""

from __future__ import annotations

import re


class Slugger:
    """Makes ids unique in a page."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def claim(self, words: str) -> tuple[str, ...]:
        """Return the ids of *words*, the first for links."""
        base = re.sub(r"[\s._()\[\]]+", "-", words.strip().lower()).strip("-")
        count = self._seen[base] = self._seen.get(base, 0) + 1
        own = base if count == 1 else f"{base}-{count}"
        github = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        if count > 1:
            github = f"{github}-{count - 1}"
        return tuple(dict.fromkeys(name for name in (own, github) if name))
