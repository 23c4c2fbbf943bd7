"""The kinds of navigation elements, and values that do not need models, or pydantic."""

from __future__ import annotations

import enum
from collections.abc import Container
from dataclasses import dataclass

from sphinx_docsnav.faults import FaultKind

TWO_KINDS = frozenset({FaultKind.MIXED_CHILDREN, FaultKind.HREF_CHILDREN})
"""Errors of elements with two kinds of children, of which one is built. Existing sites have such
elements, because the service builds them."""
RESERVED_METATAGS = frozenset({"charset", "viewport", "canonical", "refresh", "generator"})
"""Names in ``seo.metatags`` that a theme, ``html_baseurl`` or Sphinx sets on each page."""
SYSTEM_FONTS = frozenset({"system-ui", "sans-serif", "serif", "monospace", "ui-sans-serif"})
"""Font families that every browser has."""
_THEMES_OF_CODE = """
    andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte catppuccin-macchiato
    catppuccin-mocha css-variables dark-plus dracula dracula-soft everforest-dark
    everforest-light github-dark github-dark-default github-dark-dimmed
    github-dark-high-contrast github-light github-light-default github-light-high-contrast
    gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft gruvbox-light-hard
    gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus kanagawa-wave
    laserwave light-plus material-theme material-theme-darker material-theme-lighter
    material-theme-ocean material-theme-palenight min-dark min-light monokai night-owl nord
    one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon
    slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night
    vesper vitesse-black vitesse-dark vitesse-light
"""
CODE_THEMES = frozenset(_THEMES_OF_CODE.split())
"""The themes of code that the format lists; builds use the most similar Pygments style."""


class Kind(enum.StrEnum):
    """The kinds of elements, by their keys in docs.json in the singular."""

    NAVIGATION = "navigation"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    DROPDOWN = "dropdown"
    PRODUCT = "product"
    VERSION = "version"
    LANGUAGE = "language"
    GROUP = "group"


class Shown(enum.Enum):
    """Annotation of a field that templates receive with the element, under its own name.

    No other code mentions such a field by name.
    """

    TEXT = "text"
    """Visible text, which is translated with the rest of the navigation."""
    VALUE = "value"
    """Any other value."""


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon as written in docs.json or front matter."""

    name: str
    """A name in a library, an ``https`` URL, or a path from the root of the site."""
    style: str = ""
    """``solid``, ``regular``, ``brands`` …; empty for the library's default."""
    library: str = ""
    """``fontawesome``, ``lucide`` or ``tabler``; empty for the site's default."""


@dataclass(frozen=True, slots=True)
class Banner:
    """The banner of a site or of a language."""

    content: str
    """Markdown with links."""
    dismissible: bool = False
    """Whether readers can close it permanently."""
    kind: str = ""
    """``info``, ``warning``, ``critical`` or empty."""
    light: str = ""
    """The background on light pages, ``#rgb`` or ``#rrggbb``; if empty, that of the theme."""
    dark: str = ""
    """The background on dark pages."""


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A string of ``pages``, or the ``root`` of a group."""

    text: str
    """A page path or an endpoint reference, as written in docs.json."""
    pointer: str
    """Its JSON pointer in the merged file."""
    title: str = ""
    """The title in the sidebar, instead of the page's own; empty if docs.json sets none."""
    href: str = ""
    """The URL of an entry that is a link; empty for a page."""


@dataclass(frozen=True, slots=True)
class OpenApiSource:
    """The OpenAPI specifications of an element."""

    sources: tuple[str, ...]
    """Paths or URLs, as written in docs.json."""
    directory: str | None = None
    """The folder of the endpoint pages in URLs; ``None`` if docs.json does not set it."""
    overlays: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Pairs of a source and the overlays that change it."""


KeepGoing = bool | Container[FaultKind]
"""Whether to continue after an error, or the kinds of errors after which to continue."""


def continues_after(keep_going: KeepGoing, kind: FaultKind) -> bool:
    """Return whether the build continues after an error of *kind*."""
    return keep_going if isinstance(keep_going, bool) else kind in keep_going
