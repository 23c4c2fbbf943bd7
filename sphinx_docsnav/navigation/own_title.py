"""A document's own title, read off its text without parsing it."""

from __future__ import annotations

import json
import re

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\Z")


def own_title(text: str, suffix: str) -> str:
    """Return the title that *text* begins with, ``""`` if it begins otherwise.

    Markdown: a ``#`` heading in the first line that is not blank. Notebooks:
    the same in the first cell. Everything else is read as reStructuredText.
    """
    if suffix in (".md", ".mdx"):
        return _markdown(text)
    if suffix == ".ipynb":
        return _markdown(_first_cell(text))
    return _restructured(text)


def _markdown(text: str) -> str:
    begin = len(text) - len(text.lstrip())
    if not text.startswith(("# ", "#\t"), begin) or any(text[begin - 1 : begin].splitlines()):
        return ""  # no heading, or behind white space
    end = text.find("\n", begin)
    first = text[begin : end if end >= 0 else len(text)].splitlines()[0]
    title = first[1:].strip()
    without = title.rstrip("#")
    return without.strip() if without[-1:] in ("", " ", "\t") else title


def _first_cell(text: str) -> str:
    try:
        notebook = json.loads(text)
        source = notebook["cells"][0]["source"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return ""
    return "".join(source) if isinstance(source, list) else str(source)


def _restructured(text: str) -> str:
    """Return the first line that is underlined with punctuation of at least its length."""
    before = ""
    for line in text.splitlines():
        stripped = line.rstrip()
        if before and _ADORNMENT.match(stripped) and not _ADORNMENT.match(before):
            return before.strip() if len(stripped) >= len(before.strip()) else ""
        if (
            stripped
            and before
            and not before.startswith(("..", " ", ":"))
            and (not _ADORNMENT.match(before))
        ):
            return ""
        before = stripped
    return ""
