"""Files of a site: confined to its folder; their encoding, line ends, and forbidden characters."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

IMAGE_SUFFIXES = frozenset({".avif", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
"""The suffixes of images; Sphinx would render a file that ends in ``_t`` as a template."""

_FONTS = {b"wOFF": "woff", b"wOF2": "woff2"}
_MARKUP = frozenset("\"'<>`")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTROLS = bytes(code for code in range(0x20) if code not in b"\t\n\r")
_NONCHARACTERS = "\ufffe".encode(), "\uffff".encode()


def find_site_file(root: Path, path: str) -> Path | None:
    """Return the file *path* of the folder *root*; ``None`` if it is no file inside of it.

    :param path: POSIX; a slash in front counts from *root*.

    The target of a symbolic link decides; the returned path is that of the link.
    """
    file = root / path.lstrip("/")
    if not os.path.isfile(file):  # noqa: PTH113 -- no exception for a null byte or a long name
        return None
    try:
        is_inside = file.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # removed since, or a circle of links
        return None
    return file if is_inside else None


def find_site_image(root: Path, path: str) -> Path | None:
    """Return the file *path* of the folder *root* if it is an image; else ``None``.

    Paths with quotes or angle brackets are rejected: themes write them without escaping.
    """
    if _MARKUP.intersection(path):
        return None
    file = find_site_file(root, path)
    return file if file is not None and file.suffix.lower() in IMAGE_SUFFIXES else None


def find_font_kind(root: Path, path: str) -> str:
    """Return the format of the font *path* of the folder *root*; empty if it is none for pages."""
    file = find_site_file(root, path)
    return _FONTS.get(file.read_bytes()[:4], "") if file else ""


def quote_image_url(url: str) -> str:
    """Return the address *url* of an image with everything quoted that could end an attribute."""
    return quote(url, safe="%/:?#[]@!$&()*+,;=~")


def has_forbidden_characters(texts: Iterable[str]) -> bool:
    """Return whether one of *texts* has a character that XML 1.0 forbids."""
    text = "".join(texts)
    # Searching bytes takes a tenth of the time of a regular expression.
    try:
        data = text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return True
    # Deleting the control characters makes the text shorter only if it has any.
    if len(data.translate(None, _CONTROLS)) < len(data):
        return True
    # Only text beyond ASCII has more bytes than characters, and only it can have noncharacters.
    return len(data) > len(text) and any(character in data for character in _NONCHARACTERS)


def drop_forbidden_characters(text: str) -> tuple[str, tuple[int, ...]]:
    """Return *text* without the characters that XML 1.0 forbids, and their positions."""
    if not has_forbidden_characters((text,)):
        return text, ()
    offsets = tuple(match.start() for match in _FORBIDDEN.finditer(text))
    return _FORBIDDEN.sub("", text), offsets


def normalize(text: str) -> str:
    """Return *text* with line feeds as the only line ends, without NUL and byte order mark."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "\ufffd").removeprefix("\ufeff")


def check_encoding(path: str | Path, data: bytes) -> Fault | None:
    """Return ``page_encoding`` if *data*, the content of the file at *path*, is not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        # Count lines as the parser does, to which CR LF and CR are line ends.
        before = normalize(data[: error.start].decode())
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"expected UTF-8, found byte 0x{data[error.start]:02x}"
        return Fault(
            FaultKind.PAGE_ENCODING,
            Severity.WARNING,
            f"{message}; shown as a replacement character",
            Path(path),
            Position(line, column),
            hint="save the file as UTF-8",
        )
    return None
