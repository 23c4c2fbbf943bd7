"""Digests of everything that an operation's page depends on.

A page shows the operation, everything that it refers to directly or indirectly, and
the servers and security requirements of the specification. Each part is hashed once,
however many operations refer to it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text
from sphinx_docsnav.openapi.spec_document import (
    BadReferenceError,
    Document,
    Located,
    Resolver,
    extensions_of,
)

_SHARED_FIELDS = ("openapi", "servers", "security")
_INTRODUCTION_FIELDS = ("info", "tags", "externalDocs", "x-tagGroups")
_Part = tuple[str, tuple["Located", ...]]
"""A value's hash, and what it refers to directly."""


class Digests:
    """The digests of a specification's operations."""

    def __init__(self, document: Document, resolver: Resolver) -> None:
        self._document = document
        self._resolver = resolver
        self._value = as_object(document.value)
        self._parts: dict[tuple[str, Keys], _Part] = {}
        self._shared: str | None = None
        self.older_digest = ""
        """The digest of the older versions that pages compare the specification with."""

    def digest_values(self, values: Iterable[object], document: Document, *texts: str) -> str:
        """Return the digest of *values* of a file and all they refer to, with *texts* beside it.

        :returns: 32 hexadecimal characters.
        """
        own = [self._hash_value(value, document) for value in values]
        said = (self.shared, *texts, *(text for text, _ in own))
        return self._digest_reachable(said, (found for _, below in own for found in below))

    def digest_value(self, located: Located, *texts: str) -> str:
        """Return the digest of *located* and all it refers to, with *texts* beside it."""
        return self._digest_reachable((self.shared, *texts), (located,))

    def digest_introduction(self, *texts: str) -> str:
        """Return the digest of ``info`` and the other introductory objects, and of *texts*."""
        value = {key: found for key, found in self._value.items() if key in _INTRODUCTION_FIELDS}
        text, _ = self._hash_value(value, self._document)
        return self._digest_reachable((self.shared, text, *texts), ())

    def digest_tags(self, names: Collection[str], *texts: str) -> str:
        """Return the digest of the tags *names* in the file, and of *texts*."""
        entries = as_list(self._value.get("tags"))
        shown = [entry for entry in entries if as_text(as_object(entry).get("name")) in names]
        text, _ = self._hash_value(shown, self._document)
        return _digest_text("\n".join((text, *texts)))

    def find_targets(self, values: Iterable[object], document: Document) -> tuple[Located, ...]:
        """Return what *values* of a file refer to directly."""
        return tuple(found for value in values for found in self._hash_value(value, document)[1])

    def find_children(self, located: Located) -> tuple[Located, ...]:
        """Return what *located* refers to directly."""
        return self._hash_part(located)[1]

    def _digest_reachable(self, texts: Iterable[str], starts: Iterable[Located]) -> str:
        """Return the digest of *texts* and of all that can be reached from *starts*."""
        parts = list(texts)
        seen: set[tuple[str, Keys]] = set()
        waiting = list(starts)
        while waiting:
            located = waiting.pop()
            key = (located.document.name, located.keys)
            if key in seen:
                continue
            seen.add(key)
            text, references = self._hash_part(located)
            parts.append(text)
            waiting.extend(references)
        return _digest_text("\n".join(parts))

    @property
    def shared(self) -> str:
        """What every page of the specification may show."""
        if self._shared is None:
            value = self._value
            components = value.get("components")
            schemes = components.get("securitySchemes") if isinstance(components, dict) else None
            shown = {key: value.get(key) for key in _SHARED_FIELDS}
            self._shared, _ = self._hash_value([shown, schemes, self.older_digest], self._document)
        return self._shared

    def _hash_part(self, located: Located) -> _Part:
        key = (located.document.name, located.keys)
        if key not in self._parts:
            text, below = self._hash_value(located.value, located.document)
            extensions = [each.value for each in extensions_of(located)]
            _, more = self._hash_value(extensions, located.document) if extensions else ("", ())
            self._parts[key] = (text, (*below, *(each for each in more if each not in below)))
        return self._parts[key]

    def _hash_value(self, value: object, document: Document) -> _Part:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
        return _digest_text(text), tuple(self._resolve_references(value, document))

    def _resolve_references(self, value: object, document: Document) -> Iterator[Located]:
        resolver = self._resolver
        for reference in sorted(set(list_references(value))):
            try:
                yield resolver.target(reference, document)
            except BadReferenceError:
                continue  # reported when the page is generated; the text of the reference is hashed


def list_references(value: object) -> Iterator[str]:
    """Yield every ``$ref``, and what discriminators map to, in *value*."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            waiting.extend(item.values())
            for key in ("$ref", "$dynamicRef"):
                reference = item.get(key)
                if isinstance(reference, str):
                    yield reference
            mapping = item.get("mapping")
            if isinstance(mapping, dict):
                yield from (
                    target if "/" in target or "#" in target else f"#/components/schemas/{target}"
                    for target in mapping.values()
                    if isinstance(target, str)
                )


def _digest_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
