"""The files that a site names, confined to its folder."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

IMAGE_SUFFIXES = frozenset({".avif", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
"""What an image may end in; Sphinx would run a file that ends in ``_t`` as a template."""


def site_file(root: Path, path: str) -> Path | None:
    """Return the file *path* of the folder *root*; ``None`` if it is no file inside of it.

    :param path: POSIX; a slash in front counts from *root*.

    Where a symbolic link leads decides; the path that is returned still is the link's.
    """
    named = root / path.lstrip("/")
    if not os.path.isfile(named):  # noqa: PTH113 -- no exception for a null byte or a long name
        return None
    try:
        inside = named.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # removed since, or a circle of links
        return None
    return named if inside else None


def site_image(root: Path, path: str) -> Path | None:
    """Return the file *path* of the folder *root* if it is an image; else ``None``.

    Paths with quotes or angle brackets are rejected: themes write them without escaping.
    """
    if _MARKUP.intersection(path):
        return None
    file = site_file(root, path)
    return file if file is not None and file.suffix.lower() in IMAGE_SUFFIXES else None


_MARKUP = frozenset("\"'<>`")


def image_url(url: str) -> str:
    """Return the address *url* of an image with everything quoted that could end an attribute."""
    return quote(url, safe="%/:?#[]@!$&()*+,;=~")
