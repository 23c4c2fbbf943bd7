"""Drawing of thumbnails with Pillow, which is an optional dependency."""

from __future__ import annotations

import hashlib
import io
import json
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont, ImageOps, ImageStat
from sphinx.application import Sphinx
from sphinx.util import logging

from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.sitefiles.safe_files import find_site_image
from sphinx_docsnav.themes.brand import compute_contrast, parse_colour

logger = logging.getLogger(__name__)

PictureFont: TypeAlias = "ImageFont.FreeTypeFont | ImageFont.ImageFont"
THUMBNAIL_SIZE = (1200, 630)
"""The width and the height of a picture, in pixels."""
_IMAGE_FORMATS = ("PNG", "JPEG", "WEBP")
_MAX_PIXELS = 30_000_000
_MARGIN = 80
_NAME_SIZE, _TITLE_SIZE, _TEXT_SIZE = 36, 76, 36
_MODES = {"light": ((255, 255, 255), (23, 23, 26)), "dark": ((15, 17, 21), (243, 244, 246))}
"""The colours of the background and of the text, as RGB."""


class Thumbnails:
    """Draws the pictures of one build."""

    size = THUMBNAIL_SIZE

    def __init__(self, app: Sphinx) -> None:
        docs, self._root = state_of(app).docs, Path(app.srcdir)
        self._settings = docs.thumbnails
        self._site_name = docs.name or str(app.config.project)
        self._font_file = str(app.config.docsnav_thumbnail_font)
        if self._font_file:
            self._font_file = str(Path(app.confdir, self._font_file))
        self._accent = parse_colour(docs.colors.primary) or (39.0, 87.0, 221.0)
        self._fonts: dict[int, PictureFont] = {}
        # What all pictures have in common; `name` adds the texts of the page.
        look = [
            self._settings and vars(self._settings),
            self._site_name,
            self._font_file,
            self._accent,
        ]
        background_file = self._background_file
        look.append(
            hashlib.sha256(background_file.read_bytes()).hexdigest() if background_file else ""
        )
        self.look = json.dumps(look, default=str)
        """The properties of all pictures, as JSON."""

    @property
    def _background_file(self) -> Path | None:
        path = self._settings.background if self._settings else ""
        return find_site_image(self._root, path) if path else None

    def make_file_name(self, title: str, text: str) -> str:
        """Return the file name of the picture of a page, which depends on all that it shows."""
        description = f"{self.look}\n{title}\n{text}"
        return f"{hashlib.sha256(description.encode()).hexdigest()[:20]}.png"

    def _get_font(self, size: int) -> PictureFont:
        if size not in self._fonts:
            self._fonts[size] = (
                ImageFont.truetype(self._font_file, size)
                if self._font_file
                else ImageFont.load_default(size)
            )
        return self._fonts[size]

    def has_letters(self, text: str) -> bool:
        """Return whether the font has a glyph for each letter of *text*."""
        font = self._get_font(_NAME_SIZE)
        # No font has this code point, so it shows the glyph for missing characters.
        missing = bytes(font.getmask("\U0010ffff"))
        return all(
            bytes(font.getmask(letter)) != missing for letter in set(text) if not letter.isspace()
        )

    @cached_property
    def _background(self) -> Image.Image:
        """The picture without text."""
        mode = (
            self._settings.appearance if self._settings and self._settings.appearance else "light"
        )
        picture = Image.new("RGB", THUMBNAIL_SIZE, _MODES[mode][0])
        if file := self._background_file:
            try:
                with Image.open(file, formats=_IMAGE_FORMATS) as image:
                    # The size is known before pixels are decoded, which could exhaust the memory.
                    if image.width * image.height <= _MAX_PIXELS:
                        picture = ImageOps.fit(image.convert("RGB"), THUMBNAIL_SIZE)
            except (OSError, ValueError, Image.DecompressionBombError) as error:
                logger.info("thumbnails.background '%s' is not used: %s", file.name, error)
        accent = tuple(round(part) for part in self._accent)
        ImageDraw.Draw(picture).rectangle((0, THUMBNAIL_SIZE[1] - 16, *THUMBNAIL_SIZE), fill=accent)
        return picture

    def draw(self, title: str, text: str) -> bytes:
        """Return the picture of a page as PNG."""
        picture = self._background.copy()
        # The text has the colour with the higher contrast, because a background may be any image.
        red, green, blue = ImageStat.Stat(picture).mean
        mean_colour = (red, green, blue)
        text_colour = max(
            (mode[1] for mode in _MODES.values()),
            key=lambda text_colour: compute_contrast(text_colour, mean_colour),
        )
        draw = ImageDraw.Draw(picture)
        draw.text((_MARGIN, _MARGIN), self._site_name[:60], text_colour, self._get_font(_NAME_SIZE))
        top = _MARGIN + 110
        for block_text, size, max_lines in ((title, _TITLE_SIZE, 3), (text, _TEXT_SIZE, 2)):
            font = self._get_font(size)
            for line in _wrap_text(block_text, font, max_lines):
                draw.text((_MARGIN, top), line, text_colour, font)
                top += round(size * 1.25)
            top += 20
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        return buffer.getvalue()


def _wrap_text(text: str, font: PictureFont, max_lines: int) -> list[str]:
    """Return *text* in at most *max_lines* lines that fit; an ellipsis marks omitted text."""
    width, lines, words = THUMBNAIL_SIZE[0] - 2 * _MARGIN, [""], text[:400].split()
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    shortened = [_shorten_line(line, font, width) for line in lines[:max_lines]]
    if len(lines) > max_lines:
        # Add words that do not fit, so that the last line is cut off and gets an ellipsis.
        shortened[-1] = _shorten_line(f"{shortened[-1]} {lines[max_lines]}", font, width)
    return [line for line in shortened if line]


def _shorten_line(line: str, font: PictureFont, width: int) -> str:
    if font.getlength(line) <= width:
        return line
    while line and font.getlength(f"{line}...") > width:
        line = line[:-1]
    return f"{line.rstrip()}..."
