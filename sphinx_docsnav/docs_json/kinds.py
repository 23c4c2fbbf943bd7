"""The kinds of navigation element, and values that need no models: no pydantic."""

from __future__ import annotations

import enum
from collections.abc import Container
from dataclasses import dataclass

from sphinx_docsnav.faults import FaultKind


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


class Shown(enum.Enum):
    """Annotation of a field that templates get with the element, under the field's own name.

    No other code names such a field.
    """

    TEXT = "text"
    """Text that readers see; it is translated with the rest of the navigation."""
    VALUE = "value"
    """Any other value."""


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


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A string of ``pages``, or the ``root`` of a group."""

    text: str
    """A page path or an endpoint reference, as docs.json has it."""
    pointer: str
    """Its JSON pointer in the merged file."""
    title: str = ""
    """The title in the sidebar, instead of the page's own; empty if docs.json sets none."""
    href: str = ""
    """The address that the entry links to instead of being a page."""


@dataclass(frozen=True, slots=True)
class OpenApiSource:
    """The OpenAPI specifications of an element."""

    sources: tuple[str, ...]
    """Paths or URLs as docs.json has them."""
    directory: str | None = None
    """The folder that the endpoint pages' addresses begin with; ``None`` if not said."""
    overlays: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Sources, each with the overlays that change it."""


TWO_KINDS = frozenset({FaultKind.MIXED_CHILDREN, FaultKind.HREF_CHILDREN})
"""Errors of elements with two kinds of children, of which one is built: the rule that live sites
break, as the service builds them."""
KeepGoing = bool | Container[FaultKind]
"""Whether to build the rest after an error, or after which kinds of errors."""


def goes_on(keep_going: KeepGoing, kind: FaultKind) -> bool:
    """Return whether the rest is built after an error of *kind*."""
    return keep_going if isinstance(keep_going, bool) else kind in keep_going


OF_THE_PAGE = frozenset({"charset", "viewport", "canonical", "refresh", "generator"})
"""Names that the theme, ``html_baseurl`` or Sphinx sets on each page."""
SYSTEM_FONTS = frozenset({"system-ui", "sans-serif", "serif", "monospace", "ui-sans-serif"})
"""Families that every browser has."""
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
"""Themes of code of the format; builds have the style of Pygments that is nearest."""
