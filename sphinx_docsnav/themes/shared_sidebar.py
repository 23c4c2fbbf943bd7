"""The sidebar of a large division as one script that its pages share.

Each page carries a `ShortSidebar` and, right after it, a ``<script>`` with the
whole sidebar, which replaces the short one before the page is painted. The name
of the script is a digest of its content, so that browsers keep it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING

from sphinx_docsnav.themes.marked_parts import Part
from sphinx_docsnav.themes.short_sidebar import ShortSidebar

if TYPE_CHECKING:
    from sphinx_docsnav.themes.division_frame import Frame

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

    frame: Frame
    """The frame of the division, with `ROOT` as its prefix."""
    code: str
    """The script, a function expression that takes the key and the markup."""

    @cached_property
    def _part(self) -> Part:
        return self.frame.part(PART)

    @cached_property
    def size(self) -> int:
        """The bytes of the markup."""
        return len(self._part.text.encode())

    @cached_property
    def key(self) -> str:
        """The digest of the script."""
        content = (self.code + self._part.text).encode()
        return blake2b(content, digest_size=8).hexdigest()

    @property
    def file(self) -> str:
        """The name of the script's file."""
        return f"{FILES}{self.key}.js"

    @property
    def script(self) -> str:
        """The content of the file, in ASCII."""
        return f"({self.code.strip()})({json.dumps(self.key)}, {json.dumps(self._part.text)});\n"

    @cached_property
    def _tags(self) -> list[int]:
        return [found.start() for found in _TAG.finditer(self._part.text)]

    @cached_property
    def _short(self) -> ShortSidebar:
        level = self.frame.extras.get("level") or "toctree-l"
        return ShortSidebar(self.frame.sidebar, level, self.frame.words["more"])

    def marks(self, values: Mapping[str, str]) -> str:
        """Return the elements that a page marks, each as a letter and the element's number.

        :param values: the values at the marks of the whole sidebar on that page.
        """
        return " ".join(
            f"{_LETTERS.get(value, _LINK)}{bisect_left(self._tags, offset) - 1}"
            for name, value in values.items()
            for offset in self._part.places.get(name, ())
        )

    def rows(self, key: str, prefix: str, *, is_page: bool) -> str:
        """Return the sidebar of a page without the script.

        :param key: as for `ShortSidebar.rows`.
        :param prefix: relative path from the page to the root of the output.
        """
        rows = self._short.rows(key, is_page=is_page)
        return rows.replace(ROOT, escape(prefix) or "./")
