"""Names of operations: in docs.json and front matter, in URLs, and in titles.

Slugs are those of the hosted service, so that links into a site that moves keep working.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from sphinx_docsnav.sitefiles.hidden_characters import make_visible_name

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The methods with a field of their own in OpenAPI, in the order of pages."""

ADDITIONAL = "additionalOperations"
"""The field of a path item for other methods (OpenAPI 3.2)."""

WEBHOOK = "webhook"
"""The word that replaces the method in a reference to a webhook."""

PATH_PARAMETER = re.compile(r"\{([^{}]+)\}")
"""A parameter in a path."""

_METHOD_LIKE = re.compile(r"[A-Z]+\Z")
"""A word that may be a method which no list has."""

DEFAULT_DIRECTORY = "api-reference"
"""The folder of endpoint pages if docs.json names none."""

MAX_SEGMENT_BYTES = 200
"""Length of a segment of a docname; file systems allow 255 bytes, suffix included."""

_BRACES = re.compile(r"\{[^{}]*\}")

_DROPPED = re.compile(r"[{}(),.'\n/]")
"""Characters that slugs do not have."""

_NOT_IN_FILE_NAMES = re.compile(r"""[\x00-\x1f\x7f\\<>:"|?*]""")
"""Characters that Windows does not allow in file names."""

_SEPARATORS = re.compile(r"[\s_./:-]+")
"""Characters between the words of an identifier."""

_HUMPS = re.compile(
    r"OAuth[0-9]*|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_a-zA-Z]+|[^\w]+"
)
"""The words of an identifier without separators."""


@dataclass(frozen=True, slots=True)
class EndpointReference:
    """A reference to an operation: ``[specification] METHOD /path``."""

    method: str
    """A method in lower case, or `WEBHOOK`."""
    path: str
    """The path, or the name of the webhook."""
    source: str = ""
    """The specification; empty if the reference names none."""

    @property
    def name(self) -> str:
        """The name for readers: ``GET /pets``, ``webhook newPet``."""
        return make_operation_name(self.method, self.path)


def make_operation_name(method: str, path: str) -> str:
    """Return the name of an operation: ``GET /pets``, ``webhook newPet``."""
    return f"{method if method == WEBHOOK else method.upper()} {path}"


def parse_reference(text: str) -> EndpointReference | None:
    """Return the reference in *text*, ``None`` if it is none.

    A reference has two words, or three with a specification first. The method is in `METHODS`, in
    any case, or `WEBHOOK`; an unknown word in upper case before a path counts as well, so that it
    can be reported. Page paths with blanks (``get started``) are no references.
    """
    words = text.split()
    if len(words) not in (2, 3):
        return None
    *source, method, path = words
    is_known = method.lower() in {*METHODS, WEBHOOK}
    if not is_known and not (_METHOD_LIKE.match(method) and path.startswith("/")):
        return None
    # "get started" is a page, "get /started" an operation.
    if method.islower() and not path.startswith("/") and method != WEBHOOK:
        return None
    return EndpointReference(method.lower(), path, source[0] if source else "")


def make_slug(text: str) -> str:
    """Return *text* as the hosted service writes it in a URL.

    ``List all pets`` -> ``list-all-pets``, ``/users/{id}/posts`` -> ``users-posts``. Letters of all
    scripts stay.
    """
    slug = _BRACES.sub("-", text.replace(" ", "-"))
    # The order of these steps is that of the hosted service.
    slug = slug.removeprefix("-").removesuffix("-")
    return _DROPPED.sub("", slug).replace("--", "-").lower()


def make_operation_docname(*, summary: str, fallback: str, tag: str, directory: str | None) -> str:
    """Return the docname of an operation's page; another page may have the same.

    :param summary: the summary; empty if there is none.
    :param fallback: the last segment without a summary.
    :param tag: the first tag; empty if there is none.
    :param directory: ``directory`` in docs.json; ``None`` for the default.
    """
    name = make_slug(summary) if summary else fallback
    folder = DEFAULT_DIRECTORY if directory is None else directory
    return (
        make_docname(f"{folder}/{make_slug(tag)}/{name}") or make_docname(fallback) or "operation"
    )


def make_docname(address: str) -> str:
    """Return *address* as a docname inside the site that all file systems accept.

    Slashes at the start, ``.``, ``..`` and hidden characters are removed, characters that Windows
    does not allow become dashes, and long segments end in a digest.
    """
    segments = make_visible_name(_NOT_IN_FILE_NAMES.sub("-", address)).lower().split("/")
    # Segments that lead out of the folder are dropped.
    return "/".join(
        _shorten_segment(segment) for segment in segments if segment not in ("", ".", "..")
    )


def _shorten_segment(segment: str) -> str:
    """Return a segment of a docname; a long one is cut and gets a digest of the whole."""
    data = segment.encode("utf-8", "replace")
    if len(data) <= MAX_SEGMENT_BYTES:
        return segment
    # Nine characters are left for the dash and the digest.
    cut = data[: MAX_SEGMENT_BYTES - 9].decode("utf-8", "ignore")
    return f"{cut}-{hashlib.sha256(data).hexdigest()[:8]}"


def make_page_title(docname: str) -> str:
    """Return a title for a page without one: ``a/quick-start`` -> ``Quick start``."""
    title = docname.rpartition("/")[2].replace("-", " ").replace("_", " ")
    return title[:1].upper() + title[1:]


def split_identifier(identifier: str) -> str:
    """Return *identifier* as a title: ``getUserByID`` -> ``Get user by ID``.

    Separators and changes of case separate words. Words in upper case stay unchanged.

    :returns: ``""`` if there is no word.
    """
    words = [
        part if part.startswith("OAuth") or (part.isupper() and len(part) > 1) else part.lower()
        for segment in _SEPARATORS.split(identifier)
        for part in _HUMPS.findall(segment)
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
