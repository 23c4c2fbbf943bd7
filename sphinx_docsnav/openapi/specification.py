"""An OpenAPI specification: its operations in order, by reference, and its tags."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from sphinx_docsnav.docs_json.phrases import did_you_mean
from sphinx_docsnav.openapi.digests import Digests
from sphinx_docsnav.openapi.endpoint_names import (
    ADDITIONAL,
    METHODS,
    WEBHOOK,
    EndpointReference,
)
from sphinx_docsnav.openapi.operation import Operation, as_list, as_object, as_text
from sphinx_docsnav.openapi.operation_checks import check_operations
from sphinx_docsnav.openapi.pointer import Keys
from sphinx_docsnav.openapi.spec_document import BadReferenceError, Document, Located, Resolver
from sphinx_docsnav.sitefiles.nearest import Nearest

UNTAGGED = "API Reference"
"""The group of operations without a tag."""

MAX_COMPARED = 300
"""Longer names are compared with no others; no path that people write is so long."""

MAX_AROUND = 20
"""Groups of tags around a group: sidebars and pages nest as they do."""

_VERSION = re.compile(r"3\.([0-9]+)(?:\.|$)")
_NEWEST_MINOR = 2

Odd = Callable[[Document, Keys, str], None]
"""Takes something odd in a file: where, and what was done about it."""


class NotASpecificationError(Exception):
    """The file holds no OpenAPI 3 specification; the text says what it holds."""

    def __init__(self, message: str, hint: str = "", keys: Keys = ()) -> None:
        super().__init__(message)
        self.hint = hint
        """The way out, as a clause."""
        self.keys = keys
        """Which part of the file is meant."""


class Specification:
    """A specification of OpenAPI 3.0, 3.1 or 3.2."""

    def __init__(self, document: Document, resolver: Resolver, odd: Odd) -> None:
        self.document = document
        """The file."""
        self.resolver = resolver
        """Follows `$ref` from its values."""
        self._odd = odd
        self.value: Mapping[str, object] = as_object(document.value)
        """The OpenAPI object."""
        self.version = _checked_version(document)
        """``openapi`` as text, ``3.1.0``."""
        self.digests = Digests(self)
        """The digests of its operations."""

    @property
    def name(self) -> str:
        """Path from the site's root, or the address it came from."""
        return self.document.name

    @property
    def title(self) -> str:
        """``info.title``, ``""`` if there is none."""
        return as_text(as_object(self.value.get("info")).get("title"))

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation: paths in file order, methods in `METHODS`' order, then webhooks."""
        paths = list(self._operations("paths", webhook=False))
        operations = (*paths, *self._operations("webhooks", webhook=True))
        for document, keys, message in check_operations(self, operations):
            self._odd(document, keys, message)
        return operations

    def why_empty(self) -> tuple[str, str]:
        """Return why it has no operation, and a hint; empty texts if it has one."""
        if self.operations:
            return "", ""
        if "paths" in self.value or "webhooks" in self.value:
            return "its 'paths' contain no operation", "add a path with a method, such as 'get'"
        near = difflib.get_close_matches("paths", [str(key) for key in self.value], 1)
        hint = f"did you mean 'paths' instead of {near[0]!r}?" if near else "add 'paths'"
        return "it has no 'paths'", hint

    def find(self, reference: EndpointReference) -> Operation | None:
        """Return the operation that *reference* names, ``None`` if there is none.

        The path is matched exactly, else ignoring one slash at its end. Of a
        webhook with several methods it is the first.
        """
        by_name = self._by_name
        path = reference.path
        for candidate in (path, path.removesuffix("/"), f"{path}/"):
            if (reference.method, candidate) in by_name:
                return by_name[reference.method, candidate]
        return None

    def methods_of(self, path: str) -> tuple[str, ...]:
        """Return the methods of *path*, in upper case."""
        return tuple(m.upper() for m in self._methods if (m, path) in self._by_name)

    def nearest(self, reference: EndpointReference) -> str:
        """Return the name of the operation that *reference* may mean, ``""`` if none is near."""
        wanted = reference.name
        if len(wanted) > MAX_COMPARED:
            return ""
        names = [o.name for o in self.operations if len(o.name) <= MAX_COMPARED]
        near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.6)
        folded = [name for name in names if _folded(name) == _folded(wanted)]
        return (folded or near or [""])[0]

    def group_label(self, tag: str) -> str:
        """Return what the group of *tag* is called.

        The tag's ``x-group`` in the specification's list of tags, else (OpenAPI
        3.2) its ``summary``, else the tag; `UNTAGGED` for no tag.
        """
        return self._label(self._tags.get(tag, {}), tag) if tag else UNTAGGED

    def tags_of_group(self, label: str) -> tuple[str, ...]:
        """Return the tags whose group is called *label*: those of operations and their parents."""
        return self._tags_by_label.get(label, ())

    def is_group(self, tag: str) -> bool:
        """Return whether a tag is a group: one with another ``kind`` (OpenAPI 3.2) is a badge."""
        return as_text(self._tags.get(tag, {}).get("kind")) in ("", "nav")

    @cached_property
    def group_parents(self) -> Mapping[str, str]:
        """The label of the group around each group: that of the tag's ``parent`` (OpenAPI 3.2).

        A parent that is not in the list, or inside its own child, is reported and ignored, and so
        is one inside `MAX_AROUND` others.
        """
        found: dict[str, str] = {}
        nearest = Nearest(self._tags)
        for tag, entry in self._tags.items():
            parent, label = as_text(entry.get("parent")), self.group_label(tag)
            if not parent or label in found:
                continue
            above = self.group_label(parent)
            if parent not in self._tags:
                near = nearest.to(parent)
                hint = f"did you mean {near!r}?" if near else "add it to the list 'tags'"
                self._odd_parent(tag, f"no tag is called {parent!r}; ignored; {hint}")
            elif label in (above, *_around(above, found)):
                message = f"the tag {parent!r} is {tag!r} itself, or inside it; ignored"
                self._odd_parent(tag, f"{message}; name a tag that is not below this one")
            else:
                found[label] = above
        deep = [label for label in found if len(_around(label, found)) > MAX_AROUND]
        for label in deep:
            del found[label]
        if deep:
            message = f"the tag {deep[0]!r} is inside more than {MAX_AROUND} others"
            self._odd(
                self.document, ("tags",), f"{message}; its parent and those of others are ignored"
            )
        return found

    def follow(self, value: object, document: Document | None = None) -> Located | None:
        """Return *value* with its ``$ref`` resolved, ``None`` if the target is missing."""
        try:
            return self.resolver.follow(Located(value, document or self.document, ()))
        except BadReferenceError:
            return None

    @cached_property
    def _tag_places(self) -> Mapping[str, int]:
        """Where each tag is in the list of tags: the last place, if it is there twice."""
        names = (as_text(as_object(entry).get("name")) for entry in as_list(self.value.get("tags")))
        return {name: place for place, name in enumerate(names) if name}

    @cached_property
    def _tags(self) -> Mapping[str, Mapping[str, object]]:
        """The entries of the list of tags, by name."""
        entries = as_list(self.value.get("tags"))
        return {name: as_object(entries[place]) for name, place in self._tag_places.items()}

    def _odd_parent(self, tag: str, message: str) -> None:
        """Report what is wrong with the ``parent`` of *tag*."""
        place = ("tags", str(self._tag_places[tag]), "parent")
        self._odd(self.document, place, message)

    @staticmethod
    def _label(entry: Mapping[str, object], tag: str) -> str:
        return as_text(entry.get("x-group")) or as_text(entry.get("summary")) or tag

    @cached_property
    def _tags_by_label(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        used = [tag for operation in self.operations for tag in operation.tags]
        parents = set(self.group_parents.values())
        for tag in (*used, *(tag for tag in self._tags if self.group_label(tag) in parents)):
            found.setdefault(self.group_label(tag), {})[tag] = None
        return {label: tuple(tags) for label, tags in found.items()}

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Operation]:
        found: dict[tuple[str, str], Operation] = {}
        for operation in self.operations:
            method = WEBHOOK if operation.webhook else operation.method
            found.setdefault((method, operation.path), operation)
        return found

    @cached_property
    def _methods(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(method for method, _ in self._by_name))

    def _operations(self, field: str, *, webhook: bool) -> Iterator[Operation]:
        items = self.value.get(field)
        if items is not None and not isinstance(items, dict):
            self._odd(
                self.document, (field,), f"expected an object, found {kind_of(items)}; ignored"
            )
        for path, item in as_object(items).items():
            if path.startswith("x-"):
                continue
            located = self._path_item(Located(item, self.document, (field, path)))
            if located is not None:
                yield from self._methods_of_item(located, path, webhook=webhook)

    def _path_item(self, located: Located) -> Located | None:
        """Return a path item, its ``$ref`` followed; ``None`` if it is none."""
        try:
            target = self.resolver.follow(located)
        except BadReferenceError as error:
            self._odd(located.document, located.keys, f"{error}; the path is left out")
            return None
        if not isinstance(target.value, dict):
            found = f"expected an object, found {kind_of(target.value)}; the path is left out"
            self._odd(target.document, target.keys, found)
            return None
        own = {k: v for k, v in as_object(located.value).items() if k != "$ref"}
        if own and target.value is not located.value:  # fields beside `$ref` add to its target
            return Located({**target.value, **own}, target.document, target.keys)
        return target

    def _methods_of_item(
        self, located: Located, path: str, *, webhook: bool
    ) -> Iterator[Operation]:
        item = as_object(located.value)
        extra = as_object(item.get(ADDITIONAL))
        for key in item:
            if isinstance(item[key], dict) and key not in _ITEM_FIELDS and key[:2] != "x-":
                hint = did_you_mean(key, METHODS)
                found = f"{key!r} is not an HTTP method; it is left out"
                where = (*located.keys, key)
                self._odd(located.document, where, f"{found}; {hint}" if hint else found)
        for method, keys in (
            *((method, (method,)) for method in METHODS if method in item),
            *((method.lower(), (ADDITIONAL, method)) for method in extra),
        ):
            value = item[method] if len(keys) == 1 else extra[keys[-1]]
            where = (*located.keys, *keys)
            if not isinstance(value, dict):
                found = f"expected an object, found {kind_of(value)}; the operation is left out"
                self._odd(located.document, where, found)
                continue
            yield Operation(self, located.document, where, method, path, webhook, item, value)


def _around(label: str, parents: Mapping[str, str]) -> list[str]:
    """Return the labels of the groups around a group, the nearest first; `MAX_AROUND` and one."""
    found: list[str] = []
    while label in parents and len(found) <= MAX_AROUND:
        label = parents[label]
        found.append(label)
    return found


_ITEM_FIELDS = frozenset((*METHODS, ADDITIONAL, "$ref"))
"""The fields of a path item that hold objects."""


def kind_of(value: object) -> str:
    """Return what *value* is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    return (
        "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "text"
    )


def _folded(name: str) -> str:
    """Return *name* with parameter names left out, in lower case."""
    return re.sub(r"\{[^{}]*\}|:[A-Za-z_]+", "{}", name.casefold()).rstrip("/")


def _checked_version(document: Document) -> str:
    value = as_object(document.value)
    version = as_text(value.get("openapi"))
    match = _VERSION.match(version)
    if match and int(match[1]) <= _NEWEST_MINOR:
        return version
    if "swagger" in value:
        found = as_text(value["swagger"]) or "of an unknown version"
        raise NotASpecificationError(
            f"expected OpenAPI 3, found Swagger {found}",
            "convert it once with 'npx swagger2openapi', or on https://converter.swagger.io",
            ("swagger",),
        )
    if not version:
        raise NotASpecificationError(
            "expected an OpenAPI specification, found no 'openapi' field",
            'an OpenAPI file begins with a version, as in openapi: "3.1.0"',
        )
    raise NotASpecificationError(
        f"expected OpenAPI 3.0, 3.1 or 3.2, found {version}", keys=("openapi",)
    )
