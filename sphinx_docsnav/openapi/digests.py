"""Digests of everything that an operation's page depends on.

A page shows the operation, everything that it refers to, and servers and security requirements of
the specification. Each part is hashed once, even if many operations refer to it.
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
    list_extensions,
)

_SHARED_FIELDS = ("openapi", "servers", "security")
"""Fields of the specification that all pages may show."""
_INTRODUCTION_FIELDS = ("info", "tags", "externalDocs", "x-tagGroups")
"""Fields of the specification that its introduction shows."""
_Part = tuple[str, tuple["Located", ...]]
"""A value's hash, and what it refers to directly."""


class Digests:
    """The digests of a specification's operations and schemas."""

    def __init__(self, document: Document, resolver: Resolver) -> None:
        self._document = document
        self._resolver = resolver
        self._value = as_object(document.value)
        self._parts: dict[tuple[str, Keys], _Part] = {}
        self._shared: str | None = None
        self.older_digest = ""
        """The digest of older versions, with which pages compare the specification."""

    def digest_values(self, values: Iterable[object], document: Document, *texts: str) -> str:
        """Return the digest of *values* of a file, everything they refer to, and *texts*.

        :returns: 32 hexadecimal characters.
        """
        parts = [self._hash_value(value, document) for value in values]
        all_texts = (self.shared, *texts, *(text for text, _ in parts))
        return self._digest_reachable(
            all_texts, (child for _, children in parts for child in children)
        )

    def digest_value(self, located: Located, *texts: str) -> str:
        """Return the digest of *located*, everything it refers to, and *texts*."""
        return self._digest_reachable((self.shared, *texts), (located,))

    def digest_introduction(self, *texts: str) -> str:
        """Return the digest of the fields that the introduction shows, and of *texts*."""
        value = {
            key: field_value
            for key, field_value in self._value.items()
            if key in _INTRODUCTION_FIELDS
        }
        text, _ = self._hash_value(value, self._document)
        return self._digest_reachable((self.shared, text, *texts), ())

    def digest_tags(self, names: Collection[str], *texts: str) -> str:
        """Return the digest of the entries *names* of the list ``tags``, and of *texts*."""
        entries = as_list(self._value.get("tags"))
        named_entries = [
            entry for entry in entries if as_text(as_object(entry).get("name")) in names
        ]
        text, _ = self._hash_value(named_entries, self._document)
        return _digest_text("\n".join((text, *texts)))

    def find_targets(self, values: Iterable[object], document: Document) -> tuple[Located, ...]:
        """Return what *values* of a file refer to directly."""
        return tuple(target for value in values for target in self._hash_value(value, document)[1])

    def find_children(self, located: Located) -> tuple[Located, ...]:
        """Return what *located* refers to directly."""
        return self._hash_part(located)[1]

    def _digest_reachable(self, texts: Iterable[str], starts: Iterable[Located]) -> str:
        """Return the digest of *texts* and of everything that can be reached from *starts*."""
        parts = list(texts)
        seen: set[tuple[str, Keys]] = set()
        stack = list(starts)
        while stack:
            located = stack.pop()
            key = (located.document.name, located.keys)
            # Schemas may refer to each other.
            if key in seen:
                continue
            seen.add(key)
            text, references = self._hash_part(located)
            parts.append(text)
            stack.extend(references)
        return _digest_text("\n".join(parts))

    @property
    def shared(self) -> str:
        """The hash of what every page of the specification may show."""
        if self._shared is None:
            value = self._value
            components = value.get("components")
            schemes = components.get("securitySchemes") if isinstance(components, dict) else None
            shared_fields = {key: value.get(key) for key in _SHARED_FIELDS}
            self._shared, _ = self._hash_value(
                [shared_fields, schemes, self.older_digest], self._document
            )
        return self._shared

    def _hash_part(self, located: Located) -> _Part:
        """Return hash and children of a value, computed once."""
        key = (located.document.name, located.keys)
        if key not in self._parts:
            text, children = self._hash_value(located.value, located.document)
            # The children of a base schema with a discriminator are options on its page.
            extensions = [extension.value for extension in list_extensions(located)]
            _, extension_children = (
                self._hash_value(extensions, located.document) if extensions else ("", ())
            )
            self._parts[key] = (
                text,
                (
                    *children,
                    *(extension for extension in extension_children if extension not in children),
                ),
            )
        return self._parts[key]

    def _hash_value(self, value: object, document: Document) -> _Part:
        """Return the hash of a value, and what it refers to."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
        return _digest_text(text), tuple(self._resolve_references(value, document))

    def _resolve_references(self, value: object, document: Document) -> Iterator[Located]:
        """Yield the targets of the references in a value."""
        resolver = self._resolver
        for reference in sorted(set(list_references(value))):
            # A broken reference is reported when the page is generated; its text is part of the
            # hash.
            try:
                yield resolver.target(reference, document)
            except BadReferenceError:
                continue


def list_references(value: object) -> Iterator[str]:
    """Yield the references in *value*: ``$ref``, ``$dynamicRef`` and mappings of discriminators."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, dict):
            stack.extend(item.values())
            for key in ("$ref", "$dynamicRef"):
                reference = item.get(key)
                if isinstance(reference, str):
                    yield reference
            mapping = item.get("mapping")
            if isinstance(mapping, dict):
                # A mapping may name a schema without its path.
                yield from (
                    target if "/" in target or "#" in target else f"#/components/schemas/{target}"
                    for target in mapping.values()
                    if isinstance(target, str)
                )


def _digest_text(text: str) -> str:
    """Return 32 hexadecimal characters that identify *text*."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
