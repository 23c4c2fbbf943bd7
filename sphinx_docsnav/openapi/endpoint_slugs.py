"""Addresses and titles of endpoint pages.

Source: facts on the service, section c: its own rule, so that links into a
site that moves keep working; here no address ever leaves the site.
"""

from __future__ import annotations

import hashlib
import re

DEFAULT_DIRECTORY = "api-reference"
"""Where endpoint pages go when the element names no ``directory``."""

MAX_SEGMENT_BYTES = 200
"""File systems take 255 bytes a name; suffix and counter need a few."""

_BRACES = re.compile(r"\{[^{}]*\}")
_DROPPED = re.compile(r"[{}(),.'\n/]")
_NOT_IN_FILE_NAMES = re.compile(r"""[\x00-\x1f\x7f\\<>:"|?*]""")


def slug_of(text: str) -> str:
    """Return *text* as the service writes it in an address.

    ``List all pets`` -> ``list-all-pets``, ``/users/{id}/posts`` -> ``users-posts``.
    What is neither dropped nor a blank stays, letters of every script too.
    """
    slug = _BRACES.sub("-", text.replace(" ", "-"))
    slug = slug.removeprefix("-").removesuffix("-")
    return _DROPPED.sub("", slug).replace("--", "-").lower()


def operation_slug(*, summary: str, fallback: str, tag: str, directory: str | None) -> str:
    """Return the docname of an operation's page, before collisions are looked at.

    :param summary: the operation's, empty if it has none.
    :param fallback: the file's name without a summary.
    :param tag: the first tag, empty if there is none.
    :param directory: ``directory`` beside the specification; ``None`` if absent.
    """
    name = slug_of(summary) if summary else fallback
    folder = DEFAULT_DIRECTORY if directory is None else directory
    return docname_of(f"{folder}/{slug_of(tag)}/{name}") or docname_of(fallback) or "operation"


def docname_of(address: str) -> str:
    """Return *address* as a docname that stays in the site and in file systems' limits.

    Leading slashes, ``.`` and ``..`` go; control characters and what no file name
    of Windows has become ``-``; a segment that is too long is cut and ends in a digest.
    """
    segments = _NOT_IN_FILE_NAMES.sub("-", address).lower().split("/")
    return "/".join(_short(segment) for segment in segments if segment not in ("", ".", ".."))


def _short(segment: str) -> str:
    data = segment.encode("utf-8", "replace")
    if len(data) <= MAX_SEGMENT_BYTES:
        return segment
    cut = data[: MAX_SEGMENT_BYTES - 9].decode("utf-8", "ignore")
    return f"{cut}-{hashlib.sha256(data).hexdigest()[:8]}"


def title_of(docname: str) -> str:
    """Return the title of a page that has none: ``a/quick-start`` -> ``Quick start``."""
    words = docname.rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]
