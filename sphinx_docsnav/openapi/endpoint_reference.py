"""Endpoint references as docs.json and front matter write them.

Source: docs.json specification, 2.2; facts on the service, section c.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The methods that OpenAPI gives fields to, in the order in which pages are made."""

ADDITIONAL = "additionalOperations"
"""The field of a path item with operations of other methods (OpenAPI 3.2)."""

WEBHOOK = "webhook"
"""Replaces the method in a reference to a webhook."""


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
        return operation_name(self.method, self.path)


def operation_name(method: str, path: str) -> str:
    """Return the name of an operation: ``GET /pets``, ``webhook newPet``."""
    return f"{method if method == WEBHOOK else method.upper()} {path}"


_METHOD_LIKE = re.compile(r"[A-Z]+\Z")


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
