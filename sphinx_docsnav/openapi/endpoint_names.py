"""How operations are named: in docs.json and front matter, in addresses, and in titles.

The slugs are those of the service, so that links into a site that moves keep working.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from sphinx_docsnav.sitefiles.hidden_characters import visible_name

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The methods that OpenAPI gives fields to, in the order in which pages are made."""

ADDITIONAL = "additionalOperations"
"""The field of a path item with operations of other methods (OpenAPI 3.2)."""

WEBHOOK = "webhook"
"""Replaces the method in a reference to a webhook."""

_METHOD_LIKE = re.compile(r"[A-Z]+\Z")

DEFAULT_DIRECTORY = "api-reference"
"""Where endpoint pages go when the element names no ``directory``."""

MAX_SEGMENT_BYTES = 200
"""File systems take 255 bytes a name; suffix and counter need a few."""

_BRACES = re.compile(r"\{[^{}]*\}")

_DROPPED = re.compile(r"[{}(),.'\n/]")

_NOT_IN_FILE_NAMES = re.compile(r"""[\x00-\x1f\x7f\\<>:"|?*]""")

_SEPARATORS = re.compile(r"[\s_./:-]+")

_HUMPS = re.compile(
    r"OAuth[0-9]*|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_a-zA-Z]+|[^\w]+"
)


@dataclass(frozen=True, slots=True)
class EndpointReference:
    """``[specification] METHOD /path``, taken apart."""

    method: str
    """One of `METHODS`, another method in lower case, or `WEBHOOK`."""
    path: str
    """As written: the path, or the webhook's name."""
    source: str = ""
    """The specification before the method; empty if none is named."""

    @property
    def name(self) -> str:
        """What a reader is shown: ``GET /pets``, ``webhook newPet``."""
        return make_operation_name(self.method, self.path)


def make_operation_name(method: str, path: str) -> str:
    """Return the name of an operation: ``GET /pets``, ``webhook newPet``."""
    return f"{method if method == WEBHOOK else method.upper()} {path}"


def parse_reference(text: str) -> EndpointReference | None:
    """Return the endpoint that *text* names, ``None`` if it is no reference.

    A reference is two words, or three with a specification first. The method
    is one of `METHODS` in any case, or `WEBHOOK`; a word of capitals before a
    path counts as a method too, so that a wrong one is reported. Page paths
    with blanks in them (``get started``) are no references.
    """
    words = text.split()
    if len(words) not in (2, 3):
        return None
    *source, method, path = words
    known = method.lower() in {*METHODS, WEBHOOK}
    if not known and not (_METHOD_LIKE.match(method) and path.startswith("/")):
        return None
    if method.islower() and not path.startswith("/") and method != WEBHOOK:
        return None
    return EndpointReference(method.lower(), path, source[0] if source else "")


def make_slug(text: str) -> str:
    """Return *text* as the service writes it in an address.

    ``List all pets`` -> ``list-all-pets``, ``/users/{id}/posts`` -> ``users-posts``.
    What is neither dropped nor a blank stays, letters of every script too.
    """
    slug = _BRACES.sub("-", text.replace(" ", "-"))
    slug = slug.removeprefix("-").removesuffix("-")
    return _DROPPED.sub("", slug).replace("--", "-").lower()


def make_operation_docname(*, summary: str, fallback: str, tag: str, directory: str | None) -> str:
    """Return the docname of an operation's page, before collisions are looked at.

    :param summary: the operation's, empty if it has none.
    :param fallback: the file's name without a summary.
    :param tag: the first tag, empty if there is none.
    :param directory: ``directory`` beside the specification; ``None`` if absent.
    """
    name = make_slug(summary) if summary else fallback
    folder = DEFAULT_DIRECTORY if directory is None else directory
    return (
        make_docname(f"{folder}/{make_slug(tag)}/{name}") or make_docname(fallback) or "operation"
    )


def make_docname(address: str) -> str:
    """Return *address* as a docname that stays in the site and in file systems' limits.

    Leading slashes, ``.``, ``..`` and characters that nobody sees go; control characters and
    what no file name of Windows has become ``-``; a segment that is too long is cut and ends in
    a digest.
    """
    segments = visible_name(_NOT_IN_FILE_NAMES.sub("-", address)).lower().split("/")
    return "/".join(
        _shorten_segment(segment) for segment in segments if segment not in ("", ".", "..")
    )


def _shorten_segment(segment: str) -> str:
    data = segment.encode("utf-8", "replace")
    if len(data) <= MAX_SEGMENT_BYTES:
        return segment
    cut = data[: MAX_SEGMENT_BYTES - 9].decode("utf-8", "ignore")
    return f"{cut}-{hashlib.sha256(data).hexdigest()[:8]}"


def make_page_title(docname: str) -> str:
    """Return the title of a page that has none: ``a/quick-start`` -> ``Quick start``."""
    words = docname.rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def split_identifier(identifier: str) -> str:
    """Return *identifier* as a title: ``getUserByID`` -> ``Get user by ID``.

    Separators and changes of case part words. Words in capitals stay as they
    are. Returns ``""`` if nothing is left.
    """
    words = [
        word if word.startswith("OAuth") or (word.isupper() and len(word) > 1) else word.lower()
        for part in _SEPARATORS.split(identifier)
        for word in _HUMPS.findall(part)
    ]
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def make_operation_title(*, operation_id: str, name: str, webhook: bool) -> str:
    """Return the title of an operation without a summary.

    :param name: ``GET /pets``, or ``webhook newPet``.
    """
    if operation_id and split_identifier(operation_id):
        return split_identifier(operation_id)
    return split_identifier(name.partition(" ")[2]) or name if webhook else name
