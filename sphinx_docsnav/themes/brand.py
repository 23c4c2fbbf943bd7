"""Logo, favicon and colours of docs.json.

Themes receive the files of the logo at the paths that they expect, and colours that are readable on
light and dark pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Self

from sphinx_docsnav.sitefiles.safe_files import find_site_image, quote_image_url

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

BrandSettings = dict[str, object]
"""Sphinx settings by their names."""


@dataclass(frozen=True, slots=True)
class Brand:
    """The logo and favicon of docs.json, after checks of the files."""

    logo_light: str = ""
    """The logo on light pages: a path relative to the site, or an ``https`` URL; or empty."""
    logo_dark: str = ""
    """The logo on dark pages; equal to the light one if docs.json has only one."""
    favicon: str = ""
    """The favicon: a path relative to the site, or an ``https`` URL; or empty."""
    favicon_dark: str = ""
    """The same for browsers in dark mode."""

    @classmethod
    def of(cls, docs: DocsJson, root: Path) -> Self:
        """Return the brand of *docs*, without files that are no images inside *root*."""
        light = _find_image(docs.logo.light, root) if docs.logo else ""
        dark = _find_image(docs.logo.dark, root) if docs.logo else ""
        return cls(
            # A site with one logo uses it in both modes.
            logo_light=light or dark,
            logo_dark=dark or light,
            favicon=_find_image(docs.favicon.light, root) if docs.favicon else "",
            favicon_dark=_find_image(docs.favicon.dark, root) if docs.favicon else "",
        )

    def relative_to(self, root: Path, folder: Path) -> Self:
        """Return the brand with its files relative to *folder* instead of *root*."""
        paths = {
            name: os.path.relpath(root / path, folder) if _is_local(path) else path
            for name, path in asdict(self).items()
        }
        return type(self)(**paths)

    @property
    def light_name(self) -> str:
        """The file name of the logo on light pages."""
        return file_name(self.logo_light)

    @property
    def dark_name(self) -> str:
        """The file name of the logo on dark pages."""
        return file_name(self.logo_dark)

    @property
    def is_local(self) -> bool:
        """Whether the logo on light pages is a file of the site."""
        return _is_local(self.logo_light)

    @property
    def static_files(self) -> list[str]:
        """The logo files that a theme reads from ``_static/``, each once."""
        return list(dict.fromkeys([self.logo_light, self.logo_dark]))

    @property
    def is_pair(self) -> bool:
        """Whether there are two local logo files that can be in one folder."""
        # Sphinx copies both files into the folder `_static/`, where equal names would collide.
        paths = self.static_files
        names = set(map(file_name, paths))
        return all(map(_is_local, paths)) and len(names) == len(paths) > 1


def file_name(path: str) -> str:
    """Return the last part of a path."""
    return PurePosixPath(path).name


def find_differing_option(ours: Mapping[str, object], theirs: Mapping[str, object]) -> str:
    """Return the first option that both set to different file names.

    :returns: empty if there is none. Booleans, and options of only one of them, are ignored.
    """
    for name, value in ours.items():
        other = theirs.get(name)
        if isinstance(value, dict) and isinstance(other, dict):
            if found := find_differing_option(value, other):
                return found
        # Only names are compared: themes write the same file as `logo.svg`, `_static/logo.svg` …
        elif isinstance(value, str) and other and file_name(str(other)) != file_name(value):
            return name
    return ""


def merge_options(ours: Mapping[str, object], theirs: Mapping[str, object]) -> dict[str, object]:
    """Return the options of both, with nested dicts merged; *theirs* override *ours*."""
    result = dict(ours)
    for name, value in theirs.items():
        own_value = result.get(name)
        are_dicts = isinstance(value, dict) and isinstance(own_value, dict)
        result[name] = merge_options(own_value, value) if are_dicts else value  # type: ignore[arg-type]  # both are
    return result


def make_logo_setting(path: str) -> BrandSettings:
    """Return the setting that shows one logo; empty if *path* is empty."""
    return {"html_logo": path} if path else {}


def _is_local(path: str) -> bool:
    return bool(path) and not path.startswith("https://")


def _find_image(path: str, root: Path) -> str:
    """Return *path* relative to the site, an ``https`` URL unchanged, empty if unusable."""
    if path.startswith("https://"):
        return quote_image_url(path)
    return PurePosixPath(path.lstrip("/")).as_posix() if find_site_image(root, path) else ""


READABLE_CONTRAST = 4.5
"""Contrast of text to its background that WCAG 2 requires at level AA."""

DISTINCT_CONTRAST = 3.0
"""Contrast of a link to the text around it without which it needs an underline (WCAG 2, G183)."""
UNDERLINE_RULE = (
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
            # Pure white and a typical dark background stand for those of all themes.
            _format_colour(_make_readable(base, (255, 255, 255))),
            _format_colour(_make_readable(on_dark, (24, 24, 27))),
        )

    def on_dark(self, background: str) -> str:
        """Return the dark shade, made lighter if this is necessary on *background*."""
        dark, background_colour = parse_colour(self.dark), parse_colour(background)
        return (
            _format_colour(_make_readable(dark, background_colour))
            if dark and background_colour
            else self.dark
        )

    def underline(self, text: tuple[str, str]) -> str:
        """Return a style rule for links with too little contrast to the surrounding text.

        :param text: the colours of text on light and on dark pages, as ``#rrggbb``.
        :returns: empty if the contrast is sufficient.
        """
        pairs = zip((self.light, self.dark), text, strict=True)
        colour_pairs = [
            (parse_colour(link), parse_colour(text_colour)) for link, text_colour in pairs
        ]
        # One rule serves both modes, so a single mode with too little contrast is enough.
        is_too_similar = any(
            link and text_colour and compute_contrast(link, text_colour) < DISTINCT_CONTRAST
            for link, text_colour in colour_pairs
        )
        return UNDERLINE_RULE if is_too_similar else ""


def choose_text_color(background: str) -> str:
    """Return the colour of text on *background*: white if it is readable, else black.

    :param background: ``#rgb`` or ``#rrggbb``.
    """
    background_colour = parse_colour(background)
    is_white_readable = (
        background_colour is None
        or compute_contrast(background_colour, (255, 255, 255)) >= READABLE_CONTRAST
    )
    return "#fff" if is_white_readable else "#000"


def parse_colour(text: str) -> Rgb | None:
    """Return the channels of ``#rgb`` or ``#rrggbb``, from 0 to 255; ``None`` for other texts."""
    match = re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text.strip())
    if not match:
        return None
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])  # noqa: PLR2004 -- rrggbb
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return red, green, blue


def _format_colour(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in rgb)


def _compute_luminance(rgb: Rgb) -> float:
    """Return the relative luminance as defined in WCAG 2, from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 -- the standard's
        for part in (channel / 255 for channel in rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def compute_contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    # The formula of WCAG 2.
    low, high = sorted((_compute_luminance(one), _compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _make_readable(rgb: Rgb, background: Rgb) -> Rgb:
    """Mix *rgb* with black on light backgrounds, or white on dark ones, until it is readable."""
    # Go away from the background, and stop at the first readable mix: nearest to the brand colour.
    target = 0.0 if _compute_luminance(background) > 0.5 else 255.0  # noqa: PLR2004 -- middle grey
    steps = 20
    for step in range(steps):
        share = step / steps
        # Rounded as it is written: a fraction less can be below the limit.
        red, green, blue = (float(round(channel + (target - channel) * share)) for channel in rgb)
        if compute_contrast((red, green, blue), background) >= READABLE_CONTRAST:
            return red, green, blue
    return target, target, target


ACCENT = "#3451d1"
"""The accent colour of the theme of this package, if docs.json sets none."""
_GREY_RANGE = 24
"""If the channels of a colour differ by less than this, it is a grey."""
_WHITE: Rgb = (255, 255, 255)
_PAGE_BACKGROUNDS: tuple[Rgb, Rgb] = (_WHITE, (15, 17, 21))
"""The backgrounds of the theme of this package, light and dark."""
_NEUTRAL_INKS = ("#1f2328", "#eceef2")
"""The colours on these backgrounds in place of a grey brand colour."""
_NEAR_CONTRAST = 1.6
"""The maximum contrast between a brand colour and a darker shade that may replace it."""
TINT = 0.1
"""The share of the accent colour in the background of current entries."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The brand colours of the theme of this package, for light and for dark pages."""

    ink: tuple[str, str]
    """The colour of links and current entries, readable on the page and on its tint."""
    fill: tuple[str, str]
    """The background of the main button, distinct from the page."""
    on_fill: tuple[str, str]
    """The text of the main button."""

    @classmethod
    def of(cls, primary: str, light: str = "", dark: str = "") -> Self:
        """Return the palette of ``colors`` of docs.json."""
        base = parse_colour(primary) or parse_colour(ACCENT) or _PAGE_BACKGROUNDS[1]
        brands = (base, parse_colour(light) or base)
        inks = tuple(map(_make_ink, brands, _PAGE_BACKGROUNDS, _NEUTRAL_INKS))
        fill = parse_colour(dark) or base
        if compute_contrast(deeper := _make_readable(fill, _WHITE), fill) < _NEAR_CONTRAST:
            # Similar enough to the brand colour, and white text on it is readable.
            fill = deeper
        # A button that hardly differs from the page takes the colour of links, which is readable.
        fills = tuple(
            _format_colour(fill) if compute_contrast(fill, page) >= DISTINCT_CONTRAST else ink
            for page, ink in zip(_PAGE_BACKGROUNDS, inks, strict=True)
        )
        return cls(
            _make_pair(inks), _make_pair(fills), _make_pair(tuple(map(choose_text_color, fills)))
        )

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


def _make_pair(values: tuple[str, ...]) -> tuple[str, str]:
    light, dark = values
    return light, dark


def _make_ink(brand: Rgb, page: Rgb, neutral: str) -> str:
    """Return *brand*, mixed with black or white until it is readable on *page* and its tint."""
    # A grey ink would look like plain text or like a disabled link.
    if max(brand) - min(brand) < _GREY_RANGE:
        return neutral
    target = 0.0 if page == _WHITE else 255.0
    for share in range(0, 100, 2):
        # Round before the contrast is measured: the style sheet has whole channels only.
        red, green, blue = (
            float(round(channel + (target - channel) * share / 100)) for channel in brand
        )
        ink = (red, green, blue)
        # Current entries have a tinted background, on which the same ink must be readable.
        tint = tuple(side + (part - side) * TINT for side, part in zip(page, ink, strict=True))
        if min(compute_contrast(ink, page), compute_contrast(ink, tint)) >= READABLE_CONTRAST:  # type: ignore[arg-type]
            return _format_colour(ink)
    return neutral
