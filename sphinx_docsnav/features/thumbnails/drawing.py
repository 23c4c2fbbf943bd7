"""The pictures themselves, drawn with Pillow, which is an optional dependency."""

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
from sphinx_docsnav.sitefiles.safe_files import site_image
from sphinx_docsnav.themes.brand import contrast, parse_colour

logger = logging.getLogger(__name__)

PictureFont: TypeAlias = "ImageFont.FreeTypeFont | ImageFont.ImageFont"
SIZE = (1200, 630)
"""Width and height of a picture."""
_FORMATS = ("PNG", "JPEG", "WEBP")
_MOST_PIXELS = 30_000_000
_EDGE = 80
_NAME, _TITLE, _TEXT = 36, 76, 36
_MODES = {"light": ((255, 255, 255), (23, 23, 26)), "dark": ((15, 17, 21), (243, 244, 246))}
"""Colours of the paper and of text."""


class Thumbnails:
    """Draws the pictures of one build."""

    size = SIZE

    def __init__(self, app: Sphinx) -> None:
        docs, self._root = state_of(app).docs, Path(app.srcdir)
        self._wish = docs.thumbnails
        self._site = docs.name or str(app.config.project)
        self._font_file = str(app.config.docsnav_thumbnail_font)
        if self._font_file:
            self._font_file = str(Path(app.confdir, self._font_file))
        self._accent = parse_colour(docs.colors.primary) or (39.0, 87.0, 221.0)
        self._fonts: dict[int, PictureFont] = {}
        look = [self._wish and vars(self._wish), self._site, self._font_file, self._accent]
        file = self._background_file
        look.append(hashlib.sha256(file.read_bytes()).hexdigest() if file else "")
        self.look = json.dumps(look, default=str)
        """What all pictures have in common."""

    @property
    def _background_file(self) -> Path | None:
        path = self._wish.background if self._wish else ""
        return site_image(self._root, path) if path else None

    def name(self, title: str, text: str) -> str:
        """Return the name of the picture of a page."""
        whole = f"{self.look}\n{title}\n{text}"
        return f"{hashlib.sha256(whole.encode()).hexdigest()[:20]}.png"

    def _font(self, size: int) -> PictureFont:
        if size not in self._fonts:
            self._fonts[size] = (
                ImageFont.truetype(self._font_file, size)
                if self._font_file
                else ImageFont.load_default(size)
            )
        return self._fonts[size]

    def can_write(self, text: str) -> bool:
        """Return whether the font has every letter of *text*."""
        font = self._font(_NAME)
        missing = bytes(font.getmask("\U0010ffff"))
        return all(
            bytes(font.getmask(letter)) != missing for letter in set(text) if not letter.isspace()
        )

    @cached_property
    def _paper(self) -> Image.Image:
        """The picture without words."""
        mode = self._wish.appearance if self._wish and self._wish.appearance else "light"
        paper = Image.new("RGB", SIZE, _MODES[mode][0])
        if file := self._background_file:
            try:
                with Image.open(file, formats=_FORMATS) as opened:
                    if opened.width * opened.height <= _MOST_PIXELS:
                        paper = ImageOps.fit(opened.convert("RGB"), SIZE)
            except (OSError, ValueError, Image.DecompressionBombError) as error:
                logger.info("thumbnails.background '%s' is not used: %s", file.name, error)
        accent = tuple(round(part) for part in self._accent)
        ImageDraw.Draw(paper).rectangle((0, SIZE[1] - 16, *SIZE), fill=accent)
        return paper

    def draw(self, title: str, text: str) -> bytes:
        """Return the picture of a page as PNG."""
        paper = self._paper.copy()
        # What is behind the words decides their colour, as a background may be anything.
        red, green, blue = ImageStat.Stat(paper).mean
        small = (red, green, blue)
        ink = max((mode[1] for mode in _MODES.values()), key=lambda ink: contrast(ink, small))
        draw = ImageDraw.Draw(paper)
        draw.text((_EDGE, _EDGE), self._site[:60], ink, self._font(_NAME))
        top = _EDGE + 110
        for words, size, most in ((title, _TITLE, 3), (text, _TEXT, 2)):
            font = self._font(size)
            for line in _lines(words, font, most):
                draw.text((_EDGE, top), line, ink, font)
                top += round(size * 1.25)
            top += 20
        out = io.BytesIO()
        paper.save(out, "PNG")
        return out.getvalue()


def _lines(text: str, font: PictureFont, most: int) -> list[str]:
    """Return *text* in lines that fit, at most *most*; the last one shows that there is more."""
    width, lines, words = SIZE[0] - 2 * _EDGE, [""], text[:400].split()
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    shown = [_shortened(line, font, width) for line in lines[:most]]
    if len(lines) > most:
        shown[-1] = _shortened(f"{shown[-1]} {lines[most]}", font, width)
    return [line for line in shown if line]


def _shortened(line: str, font: PictureFont, width: int) -> str:
    if font.getlength(line) <= width:
        return line
    while line and font.getlength(f"{line}...") > width:
        line = line[:-1]
    return f"{line.rstrip()}..."
