"""The sidebar of a large division as one script that its pages share.

Each page carries a `ShortSidebar` and, right after it, a ``<script>`` with the
whole sidebar, which replaces the short one before the page is painted. The name
of the script is a digest of its content, so that browsers keep it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from html import escape

from sphinx_docsnav.themes.marked_parts import Part
from sphinx_docsnav.themes.short_sidebar import ShortSidebar

ROOT = "\ufdd7"
"""Placeholder for the relative path to the root of the output; a Unicode noncharacter, which
does not occur in text for interchange."""
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
