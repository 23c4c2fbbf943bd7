"""One file of a specification: its values, their positions, and the targets of its references."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.data_reader import DataPositions, find_nearest_position
from sphinx_docsnav.data_files.json_values import (
    MISSING,
    Data,
    Keys,
    as_list,
    as_object,
    as_text,
    escape_key,
    find_value,
    find_written_keys,
    format_pointer,
    parse_fragment,
    walk_values,
)
from sphinx_docsnav.faults import Position
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.openapi.swagger import MAX_HOPS, MediaTypes
from sphinx_docsnav.sitefiles.nearest import find_misspelled

SUFFIXES = (".json", ".yaml", ".yml")
"""The suffixes of files with specifications."""

_SECTIONS = {
    **{key: key for key in ("parameters", "responses", "headers", "examples", "links")},
    **dict.fromkeys(("requestBody", "requestBodies"), "requestBodies"),
    **dict.fromkeys(("paths", "webhooks", "pathItems"), "pathItems"),
    **dict.fromkeys(("schema", "schemas", "itemSchema"), "schemas"),
    "callbacks": "callbacks",
    "securitySchemes": "securitySchemes",
}
"""The section of ``components`` for the target of a ``$ref``, by the key above the ``$ref``."""

_NOT_IN_COMPONENT_NAMES = re.compile(r"[^\w.-]+")
_SHARED_FIELDS = ("openapi", "servers", "security")
"""Fields of the specification that all pages may show."""
_INTRODUCTION_FIELDS = ("info", "tags", "externalDocs", "x-tagGroups")
"""Fields of the specification that its introduction shows."""
_Part = tuple[str, tuple["Located", ...]]
"""A value's hash, and what it refers to directly."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of schemas with the keys that lead to them; the first of equal names counts."""

    anchors: dict[str, Keys] = field(default_factory=dict)
    """By ``$anchor`` or ``$dynamicAnchor``, for schemas at any position."""
    schemas: dict[str, Keys] = field(default_factory=dict)
    """By ``$id``; the file itself by ``$self`` (OpenAPI 3.2)."""

    @classmethod
    def collect(cls, value: object) -> Names:
        """Return the names in *value* in file order."""
        names = cls()
        for keys, item in walk_values(value):
            if isinstance(item, dict):
                names._add(item, keys)
        return names

    def list_scopes(self, keys: Keys) -> list[Keys]:
        """Return the keys of the schemas with ``$id`` around *keys*, the innermost first."""
        ancestors = [above for above in self.schemas.values() if above == keys[: len(above)]]
        return sorted(ancestors, key=len, reverse=True)

    def _add(self, item: dict[str, object], keys: Keys) -> None:
        """Add the names of one object."""
        for key, keys_by_name in (
            ("$anchor", self.anchors),
            ("$dynamicAnchor", self.anchors),
            ("$id", self.schemas),
        ):
            name = item.get(key)
            if isinstance(name, str) and name:
                keys_by_name.setdefault(name.removesuffix("#"), keys)
        own_uri = item.get("$self")
        if not keys and isinstance(own_uri, str):
            self.schemas.setdefault(own_uri, keys)


@dataclass(eq=False)
class Document:
    """A file with a specification, or with a part of one."""

    name: str
    """The path from the site's root, or the URL."""
    content: bytes = field(repr=False)
    """The bytes of the file."""
    data: Data = field(repr=False)
    """The parsed content."""
    path: Path | None = None
    """The path on disk; ``None`` for a remote file."""
    overlays: tuple[Document, ...] = ()
    """The overlays that were applied, in their order."""
    origins: Mapping[Keys, Keys] = field(default_factory=dict, repr=False)
    """By the keys of a value that a conversion moved, its keys in the file as written."""
    swagger: MediaTypes | None = None
    """The media types that apply in what it refers to; ``None`` unless it is of Swagger 2.0."""
    _references: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False)
    """The objects that `reference` has returned, by their text."""

    @property
    def value(self) -> object:
        """The value of the file."""
        return self.data.value

    @property
    def source(self) -> str:
        """The path on disk, else the name; for the ``source`` of nodes."""
        return str(self.path or self.name)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file and its overlays, in hexadecimal."""
        contents = (self.content, *(overlay.content for overlay in self.overlays))
        return hashlib.sha256(b"\0".join(contents)).hexdigest()

    def position(self, keys: Keys) -> Position | None:
        """Return the position of the key or item at *keys*, else of its nearest existing parent.

        :returns: ``None`` if not even the first key exists.

        For a YAML file, the first call parses the text again; later calls are look-ups.
        """
        position = find_nearest_position(self._positions, self.written_keys(keys))
        return position.key if position else None

    def written_keys(self, keys: Keys) -> Keys:
        """Return the keys that lead to the value at *keys* in the file as written."""
        return find_written_keys(self.origins, keys)

    @cached_property
    def extensions(self) -> Mapping[str, tuple[str, ...]]:
        """By the reference to a schema, references to components that extend it by ``allOf``."""
        extensions: dict[str, list[str]] = {}
        schemas = find_value(self.value, ("components", "schemas"))
        for name, schema in schemas.items() if isinstance(schemas, dict) else ():
            parts = schema.get("allOf") if isinstance(schema, dict) else None
            own_reference = make_schema_reference(str(name))
            for part in parts if isinstance(parts, list) else ():
                base = part.get("$ref") if isinstance(part, dict) else None
                if isinstance(base, str) and base != own_reference:
                    extensions.setdefault(base, []).append(own_reference)
        return {base: tuple(names) for base, names in extensions.items()}

    def reference(self, text: str) -> dict[str, str]:
        """Return an object that refers to *text*, the same one for the same text."""
        return self._references.setdefault(text, {"$ref": text})

    @cached_property
    def names(self) -> Names:
        """The names of the schemas in the file."""
        return Names.collect(self.value)

    def keys_of_text(self, text: str) -> Keys | None:
        """Return the keys of the first text that equals *text*, ``None`` if there is none.

        Blanks at both ends are ignored. The first call visits all texts.
        """
        return self._texts.get(text.strip())

    def keys_of_link(self, address: str) -> Keys | None:
        """Return the keys of the first text that contains *address*, ``None`` if there is none."""
        pattern = compile_mention(address)
        candidates = ((text, keys) for text, keys in self._texts.items() if address in text)
        return next((keys for text, keys in candidates if pattern.search(text)), None)

    @cached_property
    def _texts(self) -> dict[str, Keys]:
        """The keys of each text; of equal texts those of the first."""
        keys_by_text: dict[str, Keys] = {}
        for keys, value in walk_values(self.value):
            if isinstance(value, str):
                keys_by_text.setdefault(value.strip(), keys)
        return keys_by_text

    @cached_property
    def _positions(self) -> DataPositions:
        return DataPositions(self.content.decode("utf-8-sig", "replace"))


def compile_mention(address: str) -> re.Pattern[str]:
    """Return a pattern that finds *address* in a text, but not inside a longer address."""
    return re.compile(re.escape(address) + r"(?![\w/%&=?#-])")


def make_schema_reference(name: str) -> str:
    """Return the ``$ref`` of the schema *name* among the components."""
    return f"#/components/schemas/{escape_key(name)}"


def make_mapping_reference(target: str) -> str:
    """Return *target* of a discriminator's ``mapping`` as a ``$ref``: it may be only a name."""
    # Names may have dots, so only the suffix of a file distinguishes the two.
    is_reference = "/" in target or "#" in target or target.lower().endswith(SUFFIXES)
    return target if is_reference else make_schema_reference(target)


# Not frozen: creating a frozen instance takes three times as long, and there are thousands.
@dataclass(slots=True, unsafe_hash=True)
class Located:
    """A value of a file with its position; never changed."""

    value: object
    """The value; after `Resolver.follow` an object has no ``$ref``."""
    document: Document
    """The file that contains it."""
    keys: Keys
    """The keys that lead to it."""
    reference: str = ""
    """The ``$ref`` that led here last, ``""`` if there was none."""

    def child(self, key: str) -> Located | None:
        """Return the value under *key*, ``None`` if there is none."""
        holder = self.value
        value = holder.get(key, MISSING) if isinstance(holder, dict) else find_value(holder, (key,))
        return None if value is MISSING else Located(value, self.document, (*self.keys, key))


class BadReferenceError(Exception):
    """A ``$ref`` cannot be resolved; the text is the reason."""


Open = Callable[[str, Document], Document]
"""Opens the file that a ``$ref`` in a document names; raises `BadReferenceError`."""


class Resolver:
    """Resolves ``$ref``, within a file and to other files of the site."""

    def __init__(self, open_document: Open) -> None:
        self._open = open_document

    def follow(self, located: Located) -> Located:
        """Return the target of *located*, following ``$ref`` until a value has none.

        :raises BadReferenceError: a target is missing or outside the site, or references are
            circular.
        """
        for _ in range(MAX_HOPS):
            value = located.value
            reference = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(reference, str):
                return located
            located = self.target(reference, located.document, located.keys)
        reference = _write_reference(located.reference, located.document)
        raise BadReferenceError(f"$ref {reference!r} refers to itself")

    def target(self, reference: str, document: Document, above: Keys = ()) -> Located:
        """Return the target of *reference* in *document*; a ``$ref`` there is not followed.

        :param above: the keys that lead to the reference. A pointer starts at the root of the
            file; if it leads nowhere, at the nearest ``$id`` around the reference.
        :raises BadReferenceError: the target is missing or outside the site.
        """
        file, _, fragment = reference.partition("#")
        base: Keys = ()
        if file:
            # A schema of this file may have the URI as its "$id".
            base_keys = document.names.schemas.get(file)
            if base_keys is None:
                document = self._open(file, document)
            base = base_keys or ()
        pointer = parse_fragment(fragment)
        # A fragment is a pointer or the name of an anchor.
        keys = document.names.anchors.get(fragment) if pointer is None else (*base, *pointer)
        value = find_value(document.value, keys) if keys is not None else MISSING
        if value is MISSING and pointer and not file:
            # JSON Schema: pointers are relative to the schema with the "$id".
            for base in document.names.list_scopes(above):
                keys = (*base, *pointer)
                value = find_value(document.value, keys)
                if value is not MISSING:
                    break
        if keys is None or value is MISSING:
            file_part = reference.partition("#")[0]
            reference = _write_reference(reference, document)
            near = _find_similar_keys(document.value, pointer or ())
            near_text = format_pointer(document.written_keys(near))
            hint = f" ({did_you_mean(f'{file_part}#{near_text}')})" if near else ""
            raise BadReferenceError(f"$ref {reference!r} names nothing in {document.name!r}{hint}")
        return Located(value, document, keys, reference)


def _write_reference(reference: str, document: Document) -> str:
    """Return a ``$ref`` into *document* with the pointer that leads there in the file."""
    file, _, fragment = reference.partition("#")
    pointer = parse_fragment(fragment)
    if not document.origins or not pointer:
        return reference
    return f"{file}#{format_pointer(document.written_keys(pointer))}"


def _find_similar_keys(value: object, keys: Keys) -> Keys:
    """Return the keys that *keys* misspell, none if there are none."""
    similar_keys: list[str] = []
    for key in keys:
        members = value if isinstance(value, dict) else {}
        name = key if key in members else find_misspelled(key, members)
        if not name:
            return ()
        similar_keys.append(name)
        value = members[name]
    return tuple(similar_keys)


def list_extensions(located: Located) -> Iterator[Located]:
    """Yield references to the schemas that a ``discriminator`` tells apart without a choice.

    Those that its ``mapping`` names, then the components that extend the schema by ``allOf``.
    """
    value, document = located.value, located.document
    rule = value.get("discriminator") if isinstance(value, dict) else None
    if not isinstance(rule, dict):
        return
    mapping = rule.get("mapping")
    named = mapping.values() if isinstance(mapping, dict) else ()
    texts = [
        make_mapping_reference(text)
        for text in (*named, rule.get("defaultMapping"))
        if isinstance(text, str)
    ]
    own_reference = make_schema_reference(located.keys[-1]) if located.keys else ""
    for text in dict.fromkeys((*texts, *document.extensions.get(own_reference, ()))):
        if text != own_reference:
            keys = (*located.keys, "discriminator")
            yield Located(document.reference(text), document, keys)


class Bundle:
    """A specification with what it refers to in other files, as components of its own."""

    def __init__(self, document: Document, resolver: Resolver) -> None:
        """Copy the file; references without a target are not changed."""
        self._document = document
        self._resolver = resolver
        self._references: dict[tuple[str, Keys], str] = {}
        """The new references to targets in other files, by file and keys."""
        self._queue: list[tuple[str, str, Located]] = []
        """Targets to copy: section of the components, name, value."""
        self._added: dict[str, dict[str, object]] = {}
        """The added components by section and name."""
        value = self._copy(document.value, document, "")
        self.value: dict[str, Any] = value if isinstance(value, dict) else {}
        """The whole specification."""
        while self._queue:
            section, name, target = self._queue.pop()
            self._added[section][name] = self._copy(target.value, target.document, section)
        components = self.value.setdefault("components", {}) if self._added else {}
        for section, parts in self._added.items():
            components[section] = {**components.get(section, {}), **parts}

    def _copy(self, value: object, document: Document, section: str) -> object:
        """Return a copy of *value* with new references.

        :param document: the file that contains it.
        :param section: the section for the targets of its references; ``mapping`` inside the
            mapping of a discriminator, whose values are references; empty at the top.
        """
        if isinstance(value, list):
            return [self._copy(item, document, section) for item in value]
        if not isinstance(value, dict):
            return value
        copied = {}
        for key, item in value.items():
            is_reference = isinstance(item, str) and (
                key == "$ref" or (section == "mapping" and ("/" in item or "#" in item))
            )
            # Below a schema, all keys lead to schemas, also properties with the name of a section.
            if section == "schemas":
                is_mapping = key == "mapping" and "propertyName" in value
                inner_section = "mapping" if is_mapping else "schemas"
            else:
                inner_section = _SECTIONS.get(key, section)
            copied[key] = (
                self._rewrite_reference(str(item), document, section)
                if is_reference
                else self._copy(item, document, inner_section)
            )
        return copied

    def _rewrite_reference(self, reference: str, document: Document, section: str) -> str:
        """Return the reference to use in the bundle for *reference* in *document*."""
        try:
            target = self._resolver.target(reference, document)
        except BadReferenceError:
            return reference
        if target.document is self._document:
            return f"#{format_pointer(target.keys)}"
        location = (target.document.name, target.keys)
        if location not in self._references:
            section = "schemas" if section in ("mapping", "") else section
            self._references[location] = self._add_component(section, target)
        return self._references[location]

    def _add_component(self, section: str, target: Located) -> str:
        """Reserve a name in a section of the components for *target*, and return its reference."""
        stem = target.keys[-1] if target.keys else Path(target.document.name).stem
        name = first_name = _NOT_IN_COMPONENT_NAMES.sub("-", stem) or "part"
        existing = find_value(self._document.value, ("components", section))
        added = self._added.setdefault(section, {})
        number = 1
        # Parts of different files may have the same name.
        while name in added or (isinstance(existing, dict) and name in existing):
            number += 1
            name = f"{first_name}-{number}"
        added[name] = None
        self._queue.append((section, name, target))
        return f"#{format_pointer(('components', section, name))}"


class Digests:
    """The digests of a specification's operations and schemas."""

    def __init__(self, document: Document, resolver: Resolver) -> None:
        self._document = document
        self._resolver = resolver
        self._value = as_object(document.value)
        self._parts: dict[tuple[str, Keys], _Part] = {}
        self.older_digest = ""
        """The digest of older versions, with which pages compare the specification."""

    def digest_values(self, values: Iterable[object], document: Document, *texts: str) -> str:
        """Return the digest of *values* of a file, everything they refer to, and *texts*.

        :returns: 32 hexadecimal characters.
        """
        parts = [self._hash_value(value, document) for value in values]
        all_texts = (self._shared_hash, *texts, *(text for text, _ in parts))
        return self._digest_reachable(
            all_texts, (child for _, children in parts for child in children)
        )

    def digest_value(self, located: Located, *texts: str) -> str:
        """Return the digest of *located*, everything it refers to, and *texts*."""
        return self._digest_reachable((self._shared_hash, *texts), (located,))

    def digest_introduction(self, *texts: str) -> str:
        """Return the digest of the fields that the introduction shows, and of *texts*."""
        value = {
            key: field_value
            for key, field_value in self._value.items()
            if key in _INTRODUCTION_FIELDS
        }
        text, _ = self._hash_value(value, self._document)
        return self._digest_reachable((self._shared_hash, text, *texts), ())

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

    @cached_property
    def _shared_hash(self) -> str:
        """The hash of what every page of the specification may show."""
        schemes = as_object(self._value.get("components")).get("securitySchemes")
        shared_fields = {key: self._value.get(key) for key in _SHARED_FIELDS}
        text, _ = self._hash_value([shared_fields, schemes, self.older_digest], self._document)
        return text

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
                targets = (target for target in mapping.values() if isinstance(target, str))
                yield from map(make_mapping_reference, targets)


def _digest_text(text: str) -> str:
    """Return 32 hexadecimal characters that identify *text*."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
