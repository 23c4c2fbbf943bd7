"""Logo, favicon and colours of docs.json.

Themes get the files of the logo where they look for it, and colours that can be read on light and
dark pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Self

from sphinx_docsnav.sitefiles.safe_files import image_url, site_image

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

BrandSettings = dict[str, object]
"""Sphinx settings, as conf.py would hold them."""


@dataclass(frozen=True, slots=True)
class Brand:
    """The logo and favicon of docs.json, after checks of the files."""

    logo_light: str = ""
    """The logo on light pages: a path relative to the site, or an ``https`` URL; or empty."""
    logo_dark: str = ""
    """The logo on dark pages; the light one if docs.json has one only."""
    favicon: str = ""
    """The favicon: a path relative to the site, or an ``https`` URL; or empty."""
    favicon_dark: str = ""
    """The same for browsers in dark mode."""

    @classmethod
    def of(cls, docs: DocsJson, root: Path) -> Self:
        """Return the brand of *docs*; a file that is not an image inside *root* is left out."""
        light = _image(docs.logo.light, root) if docs.logo else ""
        dark = _image(docs.logo.dark, root) if docs.logo else ""
        return cls(
            logo_light=light or dark,
            logo_dark=dark or light,
            favicon=_image(docs.favicon.light, root) if docs.favicon else "",
            favicon_dark=_image(docs.favicon.dark, root) if docs.favicon else "",
        )

    def relative_to(self, root: Path, folder: Path) -> Self:
        """Return the brand with its logo files relative to *folder* instead of *root*."""
        light, dark = (
            os.path.relpath(root / path, folder) if _is_local(path) else path
            for path in (self.logo_light, self.logo_dark)
        )
        return replace(self, logo_light=light, logo_dark=dark)

    @property
    def light_name(self) -> str:
        """The file name of the logo on light pages."""
        return PurePosixPath(self.logo_light).name

    @property
    def dark_name(self) -> str:
        """The file name of the logo on dark pages."""
        return PurePosixPath(self.logo_dark).name

    @property
    def is_local(self) -> bool:
        """The logo on light pages is a file of the site."""
        return _is_local(self.logo_light)

    @property
    def static_files(self) -> list[str]:
        """The logo files that a theme reads from ``_static/``, each under a name of its own."""
        return list(dict.fromkeys([self.logo_light, self.logo_dark]))

    @property
    def is_pair(self) -> bool:
        """Whether there are two local logo files that can be in one folder."""
        paths = self.static_files
        names = {PurePosixPath(path).name for path in paths}
        return all(map(_is_local, paths)) and len(names) == len(paths) > 1


def file_name(path: str) -> str:
    """Return the last part of a path."""
    return PurePosixPath(path).name


def differing_text(ours: Mapping[str, object], theirs: Mapping[str, object]) -> str:
    """Return the first option that both set to names of files, and to different ones.

    :returns: empty if there is none. Switches and options of one side do not count.
    """
    for name, value in ours.items():
        other = theirs.get(name)
        if isinstance(value, dict) and isinstance(other, dict):
            if found := differing_text(value, other):
                return found
        elif isinstance(value, str) and other and file_name(str(other)) != file_name(value):
            return name
    return ""


def merged(ours: Mapping[str, object], theirs: Mapping[str, object]) -> dict[str, object]:
    """Return the options of both, dicts in them included; *theirs* count."""
    found = dict(ours)
    for name, value in theirs.items():
        mine = found.get(name)
        both = isinstance(value, dict) and isinstance(mine, dict)
        found[name] = merged(mine, value) if both else value  # type: ignore[arg-type]  # both are
    return found


def put_logo(path: str) -> BrandSettings:
    """Return the setting that shows one logo; none if *path* is empty."""
    return {"html_logo": path} if path else {}


def _is_local(path: str) -> bool:
    return bool(path) and not path.startswith("https://")


def _image(path: str, root: Path) -> str:
    """Return *path* relative to the site, an ``https`` URL unchanged, empty if unusable."""
    if path.startswith("https://"):
        return image_url(path)
    return PurePosixPath(path.lstrip("/")).as_posix() if site_image(root, path) else ""


ENOUGH = 4.5
"""Contrast of text to its background that WCAG 2 requires at level AA."""

APART = 3.0
"""Contrast of a link to the text around it without which it needs an underline (WCAG 2, G183)."""
UNDERLINE = (
    ":is(article,main,[role=main],div.body) a.reference"
    ":not(nav *,.docsnav-listing *,.headerlink,.no-underline,[class*='bg-'],[class*=rounded])"
    ":not(:is([class*=docsnav-card],.docsnav-link-block) *){text-decoration:underline currentColor}"
)
"""A style rule that underlines the links in text, and no others."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Colours:
    """Two shades of one colour, as ``#rrggbb``."""

    light: str
    """For text and links on light pages."""
    dark: str
    """For text and links on dark pages."""

    @classmethod
    def of(cls, primary: str, light: str = "") -> Colours | None:
        """Return readable shades of ``colors.primary`` and ``colors.light`` of docs.json.

        :returns: ``None`` if *primary* is no ``#rgb`` or ``#rrggbb``.
        """
        base = parse_colour(primary)
        if base is None:
            return None
        on_dark = parse_colour(light) or base
        return cls(
            _write(_readable(base, (255, 255, 255))), _write(_readable(on_dark, (24, 24, 27)))
        )

    def on_dark(self, background: str) -> str:
        """Return the dark shade, lighter where *background* needs it."""
        dark, behind = parse_colour(self.dark), parse_colour(background)
        return _write(_readable(dark, behind)) if dark and behind else self.dark

    def underline(self, text: tuple[str, str]) -> str:
        """Return a style rule for links with too little contrast to the surrounding text.

        :param text: the colours of text on light and on dark pages, as ``#rrggbb``.
        :returns: nothing if the links differ enough.
        """
        pairs = zip((self.light, self.dark), text, strict=True)
        found = [(parse_colour(link), parse_colour(around)) for link, around in pairs]
        hard = any(link and around and contrast(link, around) < APART for link, around in found)
        return UNDERLINE if hard else ""


def text_on(background: str) -> str:
    """Return the colour of text on *background*: white if it can be read there, else black.

    :param background: ``#rgb`` or ``#rrggbb``.
    """
    found = parse_colour(background)
    readable = found is None or contrast(found, (255, 255, 255)) >= ENOUGH
    return "#fff" if readable else "#000"


def parse_colour(text: str) -> Rgb | None:
    """Return the channels of ``#rgb`` or ``#rrggbb``; ``None`` of anything else."""
    found = re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text.strip())
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])  # noqa: PLR2004 -- rrggbb
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return red, green, blue


def _write(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in rgb)


def _luminance(rgb: Rgb) -> float:
    """Return the relative luminance that WCAG 2 defines."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 -- the standard's
        for part in (channel / 255 for channel in rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _readable(rgb: Rgb, background: Rgb) -> Rgb:
    """Mix *rgb* with black or white, whichever the background is not, until it can be read."""
    towards = 0.0 if _luminance(background) > 0.5 else 255.0  # noqa: PLR2004 -- middle grey
    steps = 20
    for step in range(steps):
        share = step / steps
        red, green, blue = (channel + (towards - channel) * share for channel in rgb)
        if contrast((red, green, blue), background) >= ENOUGH:
            return red, green, blue
    return towards, towards, towards


ACCENT = "#3451d1"
"""The accent of our own theme where nobody names a colour."""
_GREY = 24
"""Channels of a colour that are nearer to each other than this make a grey."""
_WHITE: Rgb = (255, 255, 255)
_PAGES: tuple[Rgb, Rgb] = (_WHITE, (15, 17, 21))
"""The backgrounds of our own theme, light and dark."""
_INKS = ("#1f2328", "#eceef2")
"""What stands for a brand without a hue on them."""
_NEAR = 1.6
"""The contrast of a brand to a deeper shade of it below which that may stand for it."""
TINT = 0.1
"""The share of the accent in the background of what is current."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of our own theme that depend on a brand, each for light and for dark pages."""

    ink: tuple[str, str]
    """For links and what is current: readable on the page, and on the tint made of it."""
    fill: tuple[str, str]
    """The background of the main button, apart from the page."""
    on_fill: tuple[str, str]
    """The text on that."""

    @classmethod
    def of(cls, primary: str, light: str = "", dark: str = "") -> Self:
        """Return the palette of ``colors`` of docs.json."""
        base = parse_colour(primary) or parse_colour(ACCENT) or _PAGES[1]
        brands = (base, parse_colour(light) or base)
        inks = tuple(map(_ink, brands, _PAGES, _INKS))
        fill = parse_colour(dark) or base
        if contrast(deeper := _readable(fill, _WHITE), fill) < _NEAR:
            fill = deeper  # near enough to the brand, and white can be read on it
        fills = tuple(
            _write(fill) if contrast(fill, page) >= APART else ink
            for page, ink in zip(_PAGES, inks, strict=True)
        )
        return cls(_pair(inks), _pair(fills), _pair(tuple(map(text_on, fills))))

    def rules(self) -> str:
        """Return the colours as custom properties."""
        pairs = {
            "--docsnav-accent": self.ink,
            "--docsnav-fill": self.fill,
            "--docsnav-on-fill": self.on_fill,
        }
        values = ";".join(
            f"{name}:light-dark({light},{dark})" for name, (light, dark) in pairs.items()
        )
        return f":root{{{values}}}\n"


def _pair(values: tuple[str, ...]) -> tuple[str, str]:
    light, dark = values
    return light, dark


def _ink(brand: Rgb, page: Rgb, neutral: str) -> str:
    """Return *brand*, mixed with black or white until it can be read on *page* and on its tint."""
    if max(brand) - min(brand) < _GREY:
        return neutral
    towards = 0.0 if page == _WHITE else 255.0
    for share in range(0, 100, 2):
        red, green, blue = (
            float(round(channel + (towards - channel) * share / 100)) for channel in brand
        )
        ink = (red, green, blue)
        tint = tuple(side + (part - side) * TINT for side, part in zip(page, ink, strict=True))
        if min(contrast(ink, page), contrast(ink, tint)) >= ENOUGH:  # type: ignore[arg-type]
            return _write(ink)
    return neutral
