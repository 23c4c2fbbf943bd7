"""What an EPUB takes along: the built files, and not Sphinx's own beside them.

https://www.w3.org/TR/epub-33/ says what files may hold, and what the list of them declares.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LIST = "content.opf"
"""The list of all files of an EPUB."""
RECORDINGS = {
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".ogv": "video/ogg",
    ".wav": "audio/wav",
    ".webm": "video/webm",
}
"""The types of sounds and videos, which Sphinx leaves out of books."""
_CHAPTER = re.compile(
    r'<item\b(?![^>]*\sproperties=)[^>]*\shref="([^"]*)"[^>]*\smedia-type="application/xhtml\+xml"'
)
_PROPERTIES = {
    "mathml": re.compile(r"<math\b"),
    "scripted": re.compile(r"<(?:form|script)\b"),
    "svg": re.compile(r"<svg\b"),
}
"""What the list of files declares of a chapter, by the tags that the chapter then has."""
_FORBIDDEN_STYLE = re.compile(r"(?<![\w-])(?:direction|unicode-bidi)\s*:[^;{}]*;?")


def declare_properties(folder: Path) -> None:
    """Add the properties of each chapter to the list of files in *folder*."""

    def declared(item: re.Match[str]) -> str:
        try:
            chapter = (folder / unquote(unescape(item[1]))).read_text("utf-8")
        except OSError:
            return item[0]
        found = [name for name, tag in _PROPERTIES.items() if tag.search(chapter)]
        return f'{item[0]} properties="{" ".join(found)}"' if found else item[0]

    path = folder / LIST
    path.write_text(_CHAPTER.sub(declared, path.read_text("utf-8")), "utf-8")


def restrict_styles(app: Sphinx, texts: dict[str, str]) -> None:
    """Remove what EPUB reserves for attributes of HTML from style sheets (``docsnav-files``)."""
    if app.builder.name == "epub":
        texts.update({name: _FORBIDDEN_STYLE.sub("", text) for name, text in texts.items()})


def leave_out_doctrees(app: Sphinx) -> tuple[()]:
    """Keep the doctrees out of the book (``html-collect-pages``, the last event before packing).

    Sphinx packs the files in the output folder, which by default contains doctrees and
    our generated pages, and warns about each of those.
    """
    out, doctrees = Path(app.outdir), Path(app.doctreedir)
    if app.builder.name == "epub" and doctrees.is_relative_to(out):
        files = sorted(path for path in doctrees.rglob("*") if path.is_file())
        names = [str(path.relative_to(out)) for path in files]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *names]
    return ()
