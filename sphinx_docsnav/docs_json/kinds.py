"""The kinds of navigation element, and the values that elements and pages share."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Kind(enum.StrEnum):
    """The kinds of element, in the words of docs.json, singular."""

    NAVIGATION = "navigation"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    DROPDOWN = "dropdown"
    PRODUCT = "product"
    VERSION = "version"
    LANGUAGE = "language"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon as docs.json or front matter names it."""

    name: str
    """A library's name, an ``https`` URL, or a path from the site's root."""
    style: str = ""
    """``solid``, ``regular``, ``brands`` …; empty for the library's default."""
    library: str = ""
    """``fontawesome``, ``lucide`` or ``tabler``; empty for the site's default."""


@dataclass(frozen=True, slots=True)
class Banner:
    """A site's or a language's banner."""

    content: str
    """Markdown with links."""
    dismissible: bool = False
    """A reader can close it for good."""
    kind: str = ""
    """``info``, ``warning``, ``critical`` or empty."""
    light: str = ""
    """Its background on light pages, ``#rgb`` or ``#rrggbb``; if empty, that of the theme."""
    dark: str = ""
    """The same on dark pages."""
