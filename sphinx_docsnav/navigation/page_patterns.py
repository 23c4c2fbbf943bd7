"""Patterns of page paths in ``pages``: ``api/*`` matches every page of that folder.

An addition of this extension, similar to Sphinx's ``:glob:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PARTS = re.compile(r"\*\*/?|\*|\?|\[!?[^]/]+\]|.", re.DOTALL)


def is_pattern(text: str) -> bool:
    """Return whether a page entry that names no page may be a pattern."""
    return "*" in text or "?" in text or re.search(r"\[[^]]+\]", text) is not None


def page_pattern(text: str) -> re.Pattern[str]:
    """Return the regular expression for a pattern: ``*`` within a folder, ``**`` below it."""
    return re.compile("".join(map(_translated, _PARTS.findall(text.strip("/ ")))))


def _translated(part: str) -> str:
    if part.startswith("**"):
        return "(?:.*/)?" if part.endswith("/") else ".*"
    if part in "*?":
        return "[^/]" + part.replace("?", "")
    if part.startswith("[") and len(part) > 1:
        inside = part[1:-1]
        negated = inside.startswith("!")
        escaped = (
            inside.removeprefix("!").replace("\\", r"\\").replace("^", r"\^").replace("[", r"\[")
        )
        return f"(?!/)[{'^' if negated else ''}{escaped}]"
    return re.escape(part)


def matching(text: str, docnames: Iterable[str]) -> list[str]:
    """Return the *docnames* that a pattern matches, in alphabetical order."""
    try:
        pattern = page_pattern(text)
    except re.error:  # a range such as [z-a]
        return []
    return sorted(name for name in docnames if pattern.fullmatch(name))
