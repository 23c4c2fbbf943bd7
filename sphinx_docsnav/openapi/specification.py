"""An OpenAPI specification: its operations by order, reference and tag, and their checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from sphinx_docsnav.data_files.json_values import (
    Keys,
    as_list,
    as_object,
    as_text,
    walk_values,
)
from sphinx_docsnav.messages import describe, did_you_mean
from sphinx_docsnav.openapi.endpoint_names import (
    ADDITIONAL,
    METHODS,
    PATH_PARAMETER,
    WEBHOOK,
    EndpointReference,
    make_docname,
    make_operation_docname,
    make_operation_name,
    make_operation_title,
    make_slug,
)
from sphinx_docsnav.openapi.spec_document import (
    BadReferenceError,
    Digests,
    Document,
    Located,
    Resolver,
    list_references,
)
from sphinx_docsnav.sitefiles.hidden_characters import (
    describe_hidden_characters,
    make_visible_name,
    make_visible_title,
)
from sphinx_docsnav.sitefiles.nearest import (
    Nearest,
    find_nearest,
    find_similar_name,
    suggest_name,
)
from sphinx_docsnav.sitefiles.write import digest_of

UNTAGGED = "API Reference"
"""The group of operations without a tag."""

MAX_ANCESTORS = 20
"""Number of groups around a group: sidebars and pages are nested like them."""

ReportFinding = Callable[[Document, Keys, str], None]
"""Receives a problem: the file, the keys of the value, and the message."""

OperationFinding = tuple[Document, Keys, str]
"""A problem: file, keys of the value, message."""

_CheckedName = tuple[Document, Keys, str, Callable[[str], str]]
"""A name: file, keys, text, and the function that removes hidden characters from it."""

_RELEASE = re.compile(r"\b(?:version\s*|v)?[0-9][\w.-]{0,60}$")
"""The version at the end of a title."""

MAX_COMPARED = 300
"""Length up to which names are searched for similar ones, in characters."""

_ANY_VERSION = re.compile(
    r"(?!.*(?:/|\.(?:json|ya?ml)\Z))(?:v|ver|version|openapi)?[ .]?[0-9]", re.IGNORECASE | re.DOTALL
)
"""A version in any form, but no path of a file."""
_PARTS = ("info", "paths", "webhooks", "components")
"""The objects of a specification that tell it from other files with the field ``openapi``."""
_VERSION = re.compile(r"3\.([0-9]+)(?:\.|$)")

_NEWEST_MINOR = 2

_LONGEST_RELEASE = 60
"""Length of the longest version that is shown, in characters."""

_OTHER_FORMATS = {
    "overlay": (
        "an Overlay, which changes a specification",
        "apply it to its specification first, and name the result",
    ),
    "arazzo": (
        "an Arazzo description of workflows",
        "name the specifications in its 'sourceDescriptions'",
    ),
    "asyncapi": ("an AsyncAPI document", "no page is made from it; name an OpenAPI specification"),
}
"""Names and remedies for documents of related formats, by the field with their version."""

_ITEM_FIELDS = frozenset((*METHODS, ADDITIONAL, "$ref"))
"""The fields of a path item that contain objects."""


class Tags:
    """The tags of one specification."""

    def __init__(self, document: Document, report_problem: ReportFinding) -> None:
        self._document = document
        self._report_problem = report_problem

    def __iter__(self) -> Iterator[str]:
        """Yield the names in the list ``tags``."""
        return iter(self._tags)

    def label(self, tag: str) -> str:
        """Return the title of the group of *tag*.

        It is ``x-group`` in the list ``tags``, else ``summary`` (OpenAPI 3.2), else the tag; for
        an empty tag it is `UNTAGGED`.
        """
        entry = self._tags.get(tag, {})
        label = as_text(entry.get("x-group")) or as_text(entry.get("summary")) or tag
        return make_visible_title(label) if tag else UNTAGGED

    def is_group(self, tag: str) -> bool:
        """Return whether a tag is a group.

        With another ``kind`` (OpenAPI 3.2) it is only a label.
        """
        return as_text(self._tags.get(tag, {}).get("kind")) in ("", "nav")

    @cached_property
    def parents(self) -> Mapping[str, str]:
        """The label of the parent of each group, from ``parent`` of its tag (OpenAPI 3.2).

        Parents that do not exist, circles, and groups inside more than `MAX_ANCESTORS` others are
        reported and ignored.
        """
        parent_labels: dict[str, str] = {}
        nearest = Nearest(self._tags)
        for tag, entry in self._tags.items():
            parent, label = as_text(entry.get("parent")), self.label(tag)
            # Several tags may share a label; the first parent counts.
            if not parent or label in parent_labels:
                continue
            parent_label = self.label(parent)
            if parent not in self._tags:
                near = nearest.to(parent)
                hint = did_you_mean(near) or "add it to the list 'tags'"
                self._report_parent(tag, f"no tag is called {parent!r}; ignored; {hint}")
            # A tag inside itself.
            elif label in (parent_label, *_list_ancestors(parent_label, parent_labels)):
                message = f"the tag {parent!r} is {tag!r} itself, or inside it; ignored"
                self._report_parent(tag, f"{message}; name a tag that is not below this one")
            else:
                parent_labels[label] = parent_label
        # Depths are known only when all parents are.
        too_deep = [
            label
            for label in parent_labels
            if len(_list_ancestors(label, parent_labels)) > MAX_ANCESTORS
        ]
        for label in too_deep:
            del parent_labels[label]
        if too_deep:
            message = f"the tag {too_deep[0]!r} is inside more than {MAX_ANCESTORS} others"
            self._report_problem(
                self._document, ("tags",), f"{message}; its parent and those of others are ignored"
            )
        return parent_labels

    @cached_property
    def _tags(self) -> Mapping[str, Mapping[str, object]]:
        """The entries of the list ``tags`` by name; of equal names the first one counts."""
        entries = map(as_object, as_list(as_object(self._document.value).get("tags")))
        tags: dict[str, Mapping[str, object]] = {}
        for entry in entries:
            if name := as_text(entry.get("name")):
                tags.setdefault(name, entry)
        return tags

    def _report_parent(self, tag: str, message: str) -> None:
        """Report a problem with the ``parent`` of *tag*."""
        index = as_list(as_object(self._document.value).get("tags")).index(self._tags[tag])
        self._report_problem(self._document, ("tags", str(index), "parent"), message)


def _list_ancestors(label: str, parents: Mapping[str, str]) -> list[str]:
    """Return the labels of the groups around a group, nearest first, at most one over the limit."""
    ancestors: list[str] = []
    while label in parents and len(ancestors) <= MAX_ANCESTORS:
        label = parents[label]
        ancestors.append(label)
    return ancestors


@dataclass(eq=False)
class Operation:
    """An operation of a specification."""

    specification: Specification
    """The specification that lists it."""
    document: Document
    """The file that contains it; not that of the specification if its path item is a reference."""
    keys: Keys
    """The keys that lead to it in that file."""
    method: str
    """The method in lower case; a webhook has one as well."""
    path: str
    """The key under ``paths``, or the name of a webhook."""
    webhook: bool
    """Whether it is under ``webhooks``."""
    path_item: Mapping[str, object]
    """The path item with ``parameters``, ``servers`` … for all methods."""
    value: Mapping[str, object]
    """The operation object."""

    @property
    def located(self) -> Located:
        """The operation object with its position."""
        return Located(self.value, self.document, self.keys)

    @property
    def name(self) -> str:
        """The name for readers: ``GET /pets``, ``webhook newPet``."""
        return make_operation_name(WEBHOOK if self.webhook else self.method, self.path)

    @property
    def item_keys(self) -> Keys:
        """The keys that lead to its path item."""
        above = self.keys[:-1]
        return above[:-1] if above[-1:] == (ADDITIONAL,) else above

    @property
    def item_fields(self) -> Mapping[str, object]:
        """The fields of the path item without its operations."""
        return {k: v for k, v in self.path_item.items() if k not in METHODS and k != ADDITIONAL}

    @property
    def parts(self) -> tuple[Mapping[str, object], ...]:
        """What its page shows: the operation, and the fields of its path item."""
        return self.value, self.item_fields

    @property
    def reference(self) -> str:
        """The reference for front matter: ``/api/spec.json get /pets``."""
        source = self.specification.name
        if "://" not in source:
            source = f"/{source}"
        return f"{source} {WEBHOOK if self.webhook else self.method} {self.path}"

    @property
    def summary(self) -> str:
        """The summary in one line without hidden characters, ``""`` if there is none."""
        return make_visible_title(self.summary_text)

    @property
    def summary_text(self) -> str:
        """The summary in one line as written, ``""`` if there is none."""
        return " ".join(as_text(self.value.get("summary")).split())

    @property
    def operation_id(self) -> str:
        """``operationId``, ``""`` if there is none."""
        return as_text(self.value.get("operationId")).strip()

    @property
    def title(self) -> str:
        """The summary, else the ``operationId`` as words, else the name."""
        title = make_operation_title(
            operation_id=self.operation_id, name=self.name, webhook=self.webhook
        )
        return self.summary or make_visible_title(title)

    @property
    def description(self) -> str:
        """The description as written, Markdown."""
        return as_text(self.value.get("description"))

    @property
    def deprecated(self) -> bool:
        """Whether it is deprecated."""
        return self.value.get("deprecated") is True

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags without duplicates, as written."""
        tags = map(as_text, as_list(self.value.get("tags")))
        return tuple(dict.fromkeys(tag for tag in tags if tag))

    @property
    def tag(self) -> str:
        """The first tag, ``""`` if there is none; it determines the folder of the page."""
        tags = self.value.get("tags")
        return as_text(tags[0]) if isinstance(tags, list) and tags else ""

    @property
    def groups(self) -> tuple[str, ...]:
        """The tags that are groups; the first one determines where the operation is listed."""
        return tuple(tag for tag in self.tags if self.specification.tags.is_group(tag))

    @property
    def group(self) -> str:
        """The first group, ``""`` if there is none."""
        return next(iter(self.groups), "")

    @property
    def badges(self) -> tuple[str, ...]:
        """The labels of all tags except the first group."""
        return tuple(self.specification.tags.label(tag) for tag in self.tags if tag != self.group)

    @property
    def hidden(self) -> bool:
        """``x-hidden``: it has a page that no generated group lists."""
        return bool(self.value.get("x-hidden"))

    @property
    def excluded(self) -> bool:
        """``x-excluded``: it has no page."""
        return bool(self.value.get("x-excluded"))

    @property
    def href(self) -> str:
        """``x-mint.href``: the address of the page, ``""`` if there is none."""
        return as_text(self._mint.get("href"))

    @property
    def metadata(self) -> Mapping[str, object]:
        """``x-mint.metadata``: front matter for the page."""
        return as_object(self._mint.get("metadata"))

    @property
    def content(self) -> str:
        """``x-mint.content``: MDX before the generated content."""
        return as_text(self._mint.get("content"))

    @property
    def _mint(self) -> Mapping[str, object]:
        return as_object(self.value.get("x-mint"))

    def docname(self, directory: str | None) -> str:
        """Return the docname of its page; another page may have the same.

        :param directory: ``directory`` in docs.json; ``None`` for the default.
        """
        # An explicit address takes precedence over all rules.
        if self.href:
            stem, dot, extension = self.href.rpartition(".")
            address = stem if dot and "/" not in extension else self.href
            if make_docname(address):
                return make_docname(address)
        name = make_slug(self.path)
        return make_operation_docname(
            summary=as_text(self.value.get("summary")),
            fallback=name if self.webhook else f"{self.method}-{name}",
            tag=self.tag,
            directory=directory,
        )

    @cached_property
    def digest(self) -> str:
        """A digest of everything that its page shows."""
        specification = self.specification
        labels = (*map(specification.tags.label, self.tags), *self.badges)
        return specification.digests.digest_values(self.parts, self.document, self.name, *labels)


def check_operations(
    specification: Specification, operations: Sequence[Operation]
) -> Iterator[OperationFinding]:
    """Yield problems with paths, path parameters, tags and operation ids."""
    # Webhooks have names, not paths.
    paths = dict.fromkeys(operation.path for operation in operations if not operation.webhook)
    for path in paths:
        yield from _check_path(specification, path)
    yield from _check_equal_paths(specification, paths)
    for operation in operations:
        yield from _check_parameters(specification, operation)
        yield from _check_tags(operation)
    yield from _check_operation_ids(operations)


def check_names(
    specification: Specification, operations: Iterable[Operation]
) -> Iterator[OperationFinding]:
    """Yield names and titles with hidden characters, which URLs and titles of pages do not have."""
    for document, keys, text, make_visible in chain(
        _list_shared_names(specification), _list_operation_names(operations)
    ):
        if hidden := describe_hidden_characters(text, make_visible(text)):
            problem = f"the name {text!r} has {hidden}"
            hint = "the address and the title of its page lack it; remove it"
            yield document, keys, f"{problem}; {hint}"


def _list_shared_names(specification: Specification) -> Iterator[_CheckedName]:
    """Yield the names of the specification, its tags and its schemas."""
    document, value = specification.document, specification.value
    info = as_object(value.get("info"))
    for key in ("title", "version"):
        yield document, ("info", key), as_text(info.get(key)), make_visible_title
    for number, entry in enumerate(as_list(value.get("tags"))):
        for key in ("name", "x-group", "summary"):
            tag_keys = ("tags", str(number), key)
            yield document, tag_keys, as_text(as_object(entry).get(key)), make_visible_title
    for name in as_object(as_object(value.get("components")).get("schemas")):
        yield document, ("components", "schemas", name), name, make_visible_name


def _list_operation_names(operations: Iterable[Operation]) -> Iterator[_CheckedName]:
    """Yield the paths, and the names and titles of their operations."""
    checked_items: set[Keys] = set()
    for operation in operations:
        document, keys, value = operation.document, operation.keys, operation.value
        if operation.item_keys not in checked_items:
            checked_items.add(operation.item_keys)
            yield document, operation.item_keys, operation.path, make_visible_name
        yield document, (*keys, "summary"), operation.summary_text, make_visible_title
        operation_id = as_text(value.get("operationId"))
        yield document, (*keys, "operationId"), operation_id, make_visible_name
        for number, tag in enumerate(as_list(value.get("tags"))):
            yield document, (*keys, "tags", str(number)), as_text(tag), make_visible_title
        yield document, (*keys, "x-mint", "href"), operation.href, make_visible_name
        title_keys = (*keys, "x-mint", "metadata", "title")
        yield document, title_keys, as_text(operation.metadata.get("title")), make_visible_title


def _check_path(specification: Specification, path: str) -> Iterator[OperationFinding]:
    """Yield problems with the syntax of a path."""
    if not path.startswith("/"):
        yield (
            specification.document,
            ("paths", path),
            f"path {path!r} does not begin with a slash; write {'/' + path!r}",
        )
    if PATH_PARAMETER.sub("", path).count("{"):
        yield (
            specification.document,
            ("paths", path),
            f"path {path!r} has a '{{' that is not closed; write '{{name}}' for a parameter",
        )


def _check_equal_paths(
    specification: Specification, paths: Iterable[str]
) -> Iterator[OperationFinding]:
    """Yield paths that equal an earlier one except for the names of parameters."""
    # Source: OpenAPI 3.1, Paths Object: such paths "MUST NOT exist as they are identical".
    paths_by_form: dict[str, str] = {}
    for path in paths:
        other_path = paths_by_form.setdefault(PATH_PARAMETER.sub("{}", path), path)
        if other_path != path:
            message = (
                f"path {path!r} is equal to {other_path!r} except for the names of parameters; "
                "move its operations to that path, or change one of the paths"
            )
            yield specification.document, ("paths", path), message


def _check_tags(operation: Operation) -> Iterator[OperationFinding]:
    """Yield the tags of an operation that are no names."""
    tags, keys = operation.value.get("tags"), (*operation.keys, "tags")
    if tags is not None and not isinstance(tags, list):
        message = "expected a list of names as 'tags'; ignored; write it in brackets"
        yield operation.document, keys, message
    for number, tag in enumerate(as_list(tags)):
        if not as_text(tag):
            message = f"expected a name in 'tags', found {describe(tag)}; left out"
            hint = "write the name of the tag alone"
            yield operation.document, (*keys, str(number)), f"{message}; {hint}"


def _check_operation_ids(operations: Iterable[Operation]) -> Iterator[OperationFinding]:
    """Yield operation ids that an earlier operation has."""
    operations_by_id: dict[str, Operation] = {}
    for operation in operations:
        name = as_text(operation.value.get("operationId"))
        other = operations_by_id.setdefault(name, operation)
        # Several paths may refer to one path item, whose ids are then equal.
        if name and other is not operation and other.value is not operation.value:
            message = f"operationId {name!r} is already that of {other.name}; choose another one"
            yield operation.document, (*operation.keys, "operationId"), message


def _check_parameters(
    specification: Specification, operation: Operation
) -> Iterator[OperationFinding]:
    """Yield parameters of a path without a description, or described ones that it does not have."""
    if operation.webhook:
        return
    templates = dict.fromkeys(PATH_PARAMETER.findall(operation.path))
    declared = dict(_list_path_parameters(specification, operation))
    missing = [name for name in templates if name not in declared]
    for name in missing:
        message = f"no path parameter describes '{{{name}}}' of path {operation.path!r}"
        hint = "add one, or correct its name"
        yield operation.document, operation.keys, f"{message}; {hint}"
    # A renamed parameter is reported once, as the missing one.
    for name, keys in declared.items():
        if name and name not in templates and not missing:
            message = f"path {operation.path!r} has no '{{{name}}}' for this path parameter"
            hint = "add it to the path, or correct the parameter"
            yield operation.document, keys, f"{message}; {hint}"


def _list_path_parameters(
    specification: Specification, operation: Operation
) -> Iterator[tuple[str, Keys]]:
    """Yield name and keys of the path parameters of an operation and of its path item."""
    levels = ((operation.path_item, operation.item_keys), (operation.value, operation.keys))
    for level, keys in levels:
        for number, entry in enumerate(as_list(level.get("parameters"))):
            target = specification.follow(entry, operation.document)
            parameter = as_object(target.value) if target else {}
            if parameter.get("in") == "path":
                yield as_text(parameter.get("name")), (*keys, "parameters", str(number))


def find_older_versions(specifications: Iterable[Specification]) -> None:
    """Set the older versions of each specification that has none yet.

    An older version has the same title, a smaller number in ``info.version``, and at least half
    of its operations exist in the newer one.
    """
    versions_by_title: dict[str, list[Specification]] = {}
    for specification in specifications:
        title = _RELEASE.sub("", specification.title.casefold()).strip()
        if title and _split_release(specification.release):
            versions_by_title.setdefault(title, []).append(specification)
    # Sorted by number, so all older ones come before.
    for versions in versions_by_title.values():
        versions.sort(key=lambda specification: _split_release(specification.release))
        for number, newer in enumerate(versions):
            operation_names = {operation.name for operation in newer.operations}
            older = [
                specification
                for specification in versions[:number]
                if _split_release(specification.release) < _split_release(newer.release)
                and 2
                * sum(operation.name in operation_names for operation in specification.operations)
                >= len(specification.operations)
                > 0
            ]
            if older and not newer.older:
                newer.compare_with(
                    {specification.release: specification for specification in older}.values()
                )


def _split_release(release: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparisons: ``(1, 12)`` for ``v1.12-beta``."""
    return tuple(int(digits[:9]) for digits in re.findall("[0-9]+", release))


class NotASpecificationError(Exception):
    """A file is no supported OpenAPI specification; the text says what it is."""

    def __init__(self, message: str, hint: str = "", keys: Keys = ()) -> None:
        super().__init__(message)
        self.hint = hint
        """The remedy, as a clause."""
        self.keys = keys
        """The keys of the value that shows it."""


class Specification:
    """A specification of OpenAPI 3.0, 3.1 or 3.2; one of Swagger 2.0 is converted before."""

    def __init__(
        self, document: Document, resolver: Resolver, report_problem: ReportFinding
    ) -> None:
        self.document = document
        """The file."""
        self.resolver = resolver
        """Resolves references."""
        self._report_problem = report_problem
        self.value: Mapping[str, object] = as_object(document.value)
        """The OpenAPI object."""
        self.version = _check_version(document)
        """The value of ``openapi``, such as ``3.1.0``."""
        self.digests = Digests(document, resolver)
        """Digests of its parts."""
        self.tags = Tags(document, report_problem)
        """Its tags."""
        self.texts: dict[tuple[str, Keys], tuple[str, tuple[Located, ...]]] = {}
        """The texts of a part that may have links, joined and one by one; by file and keys of the
        part."""
        self.older: tuple[Specification, ...] = ()
        """The older versions, the oldest first."""
        self.computed: dict[str, Any] = {}
        """Values that other modules compute once."""
        self._flat_schemas: list[tuple[Mapping[int, str], dict[tuple[int, ...], Any]]] = []

    @property
    def located(self) -> Located:
        """The OpenAPI object with its position."""
        return Located(self.value, self.document, ())

    @property
    def name(self) -> str:
        """The path from the site's root, or the URL."""
        return self.document.name

    @cached_property
    def identity(self) -> str:
        """32 hexadecimal digits that identify the specification in the site, equal in each build.

        Pages may contain them, unlike the name: a URL may have a secret.
        """
        return digest_of(self.name.encode("utf-8", "surrogatepass"))

    @property
    def title(self) -> str:
        """``info.title``, ``""`` if there is none."""
        return make_visible_title(as_text(as_object(self.value.get("info")).get("title")))

    @property
    def release(self) -> str:
        """``info.version``, else the name of the file."""
        stem = self.name.rpartition("/")[2].rpartition(".")[0]
        version = as_text(as_object(self.value.get("info")).get("version"))
        return make_visible_title(" ".join(version.split()))[:_LONGEST_RELEASE] or stem

    def compare_with(self, older: Iterable[Specification]) -> None:
        """Set the older versions, the oldest first."""
        self.older = tuple(older)
        self.computed.clear()
        self.digests.older_digest = " ".join(version.digest for version in self.older)

    @cached_property
    def is_alone(self) -> bool:
        """Whether it refers to no other file."""
        return all(reference.startswith("#") for reference in list_references(self.value))

    @cached_property
    def digest(self) -> str:
        """A digest of the content of all its files."""
        if self.is_alone:
            return self.document.digest
        return self.digests.digest_value(self.located)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """All operations: paths in file order, methods in the order of `METHODS`, then webhooks."""
        paths = list(self._read_operations("paths", webhook=False))
        operations = (*paths, *self._read_operations("webhooks", webhook=True))
        findings = (check_operations(self, operations), check_names(self, operations))
        for document, keys, message in chain.from_iterable(findings):
            self._report_problem(document, keys, message)
        return operations

    @cached_property
    def operation_ids(self) -> frozenset[str]:
        """The ids of its operations, and of those in callbacks, to which links may lead as well."""
        components = as_object(self.value.get("components"))
        holders = [operation.value.get("callbacks") for operation in self.operations]
        holders += [components.get("callbacks"), components.get("pathItems")]
        inner_ids = (
            as_text(as_object(value).get("operationId")).strip()
            for holder in holders
            for _, value in walk_values(holder)
        )
        return frozenset((*(operation.operation_id for operation in self.operations), *inner_ids))

    def get_flat_schemas(self, pages: Mapping[int, str]) -> dict[tuple[int, ...], Any]:
        """Return the store of merged schemas for all pages that link to *pages*."""
        for stored_pages, flats in self._flat_schemas:
            if stored_pages is pages or stored_pages == pages:
                return flats
        self._flat_schemas.append((pages, {}))
        return self._flat_schemas[-1][1]

    def explain_emptiness(self) -> tuple[str, str]:
        """Return the reason why there is no operation, and a hint; ``""`` twice if there is one."""
        if self.operations:
            return "", ""
        if "paths" in self.value or "webhooks" in self.value:
            return "its 'paths' contain no operation", "add a path with a method, such as 'get'"
        near = find_similar_name("paths", map(str, self.value))
        hint = did_you_mean("paths", near) if near else "add 'paths'"
        return "it has no 'paths'", hint

    def find(self, reference: EndpointReference) -> Operation | None:
        """Return the operation that *reference* names, ``None`` if there is none.

        The path has to be equal, except for a slash at its end. Of a webhook with several
        methods, the first one is returned.
        """
        by_name = self._by_name
        path = reference.path
        # The hosted service ignores a slash at the end, too.
        for candidate in (path, path.removesuffix("/"), f"{path}/"):
            if (reference.method, candidate) in by_name:
                return by_name[reference.method, candidate]
        return None

    def list_methods(self, path: str) -> tuple[str, ...]:
        """Return the methods of *path* in upper case."""
        return tuple(m.upper() for m in self._methods if (m, path) in self._by_name)

    def find_similar(self, reference: EndpointReference) -> str:
        """Return the name of the operation that *reference* may misspell, or ``""``."""
        misspelled_name = reference.name
        if len(misspelled_name) > MAX_COMPARED:
            return ""
        names = [o.name for o in self.operations if len(o.name) <= MAX_COMPARED]
        # Names of parameters in the path are misspelled most often.
        equal_names = [name for name in names if _fold_name(name) == _fold_name(misspelled_name)]
        return equal_names[0] if equal_names else find_nearest(misspelled_name, names)

    def find_tags(self, label: str) -> tuple[str, ...]:
        """Return the tags of operations, and their parents, whose group has the title *label*."""
        return self._tags_by_label.get(label, ())

    def follow(self, value: object, document: Document | None = None) -> Located | None:
        """Return *value* with its ``$ref`` resolved, ``None`` if the target is missing."""
        try:
            return self.resolver.follow(Located(value, document or self.document, ()))
        except BadReferenceError:
            return None

    @cached_property
    def _tags_by_label(self) -> dict[str, tuple[str, ...]]:
        """The tags with each label."""
        tags_by_label: dict[str, dict[str, None]] = {}
        used = [tag for operation in self.operations for tag in operation.tags]
        parents = set(self.tags.parents.values())
        for tag in (*used, *(tag for tag in self.tags if self.tags.label(tag) in parents)):
            tags_by_label.setdefault(self.tags.label(tag), {})[tag] = None
        return {label: tuple(tags) for label, tags in tags_by_label.items()}

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Operation]:
        """The operations by method and path; a webhook has the method `WEBHOOK`."""
        operations_by_name: dict[tuple[str, str], Operation] = {}
        for operation in self.operations:
            method = WEBHOOK if operation.webhook else operation.method
            operations_by_name.setdefault((method, operation.path), operation)
        return operations_by_name

    @cached_property
    def _methods(self) -> tuple[str, ...]:
        """The methods of all operations."""
        return tuple(dict.fromkeys(method for method, _ in self._by_name))

    def _read_operations(self, field: str, *, webhook: bool) -> Iterator[Operation]:
        """Yield the operations under ``paths`` or ``webhooks``."""
        items = self.value.get(field)
        if items is not None and not isinstance(items, dict):
            self._report_problem(
                self.document, (field,), f"expected an object, found {describe(items)}; ignored"
            )
        for path, item in as_object(items).items():
            if path.startswith("x-"):
                continue
            located = self._follow_path_item(Located(item, self.document, (field, path)))
            if located is not None:
                yield from self._read_methods(located, path, webhook=webhook)

    def _follow_path_item(self, located: Located) -> Located | None:
        """Return a path item, its ``$ref`` resolved; ``None`` if it is invalid."""
        try:
            target = self.resolver.follow(located)
        except BadReferenceError as error:
            self._report_problem(located.document, located.keys, f"{error}; the path is left out")
            return None
        if not isinstance(target.value, dict):
            problem = f"expected an object, found {describe(target.value)}; the path is left out"
            self._report_problem(target.document, target.keys, problem)
            return None
        own_fields = {k: v for k, v in as_object(located.value).items() if k != "$ref"}
        # Fields next to a "$ref" are added to its target.
        if own_fields and target.value is not located.value:
            return Located({**target.value, **own_fields}, target.document, target.keys)
        return target

    def _read_methods(self, located: Located, path: str, *, webhook: bool) -> Iterator[Operation]:
        """Yield the operations of a path item; report keys that are no methods."""
        item = as_object(located.value)
        additional = as_object(item.get(ADDITIONAL))
        if not isinstance(item.get(ADDITIONAL, {}), dict):
            problem = f"expected an object, found {describe(item[ADDITIONAL])}; it is ignored"
            self._report_problem(located.document, (*located.keys, ADDITIONAL), problem)
        for key in item:
            if isinstance(item[key], dict) and key not in _ITEM_FIELDS and key[:2] != "x-":
                hint = suggest_name(key, METHODS)
                problem = f"{key!r} is not an HTTP method; it is left out"
                operation_keys = (*located.keys, key)
                self._report_problem(
                    located.document, operation_keys, f"{problem}; {hint}" if hint else problem
                )
        for method, keys in (
            *((method, (method,)) for method in METHODS if method in item),
            *((method.lower(), (ADDITIONAL, method)) for method in additional),
        ):
            value = item[method] if len(keys) == 1 else additional[keys[-1]]
            operation_keys = (*located.keys, *keys)
            if not isinstance(value, dict):
                problem = f"expected an object, found {describe(value)}; the operation is left out"
                self._report_problem(located.document, operation_keys, problem)
                continue
            yield Operation(
                self, located.document, operation_keys, method, path, webhook, item, value
            )


def _fold_name(name: str) -> str:
    """Return a name in lower case without the names of parameters, for comparisons."""
    return re.sub(r"\{[^{}]*\}|:[A-Za-z_]+", "{}", name.casefold()).rstrip("/")


def _check_version(document: Document) -> str:
    """Return the version of OpenAPI; raise `NotASpecificationError` for other files."""
    value = as_object(document.value)
    version = as_text(value.get("openapi"))
    match = _VERSION.match(version)
    if match and int(match[1]) <= _NEWEST_MINOR:
        return version
    if "swagger" in value:
        swagger_version = as_text(value["swagger"]) or "of an unknown version"
        raise NotASpecificationError(
            f"expected OpenAPI 3 or Swagger 2.0, found Swagger {swagger_version}",
            "save it in one of these versions",
            ("swagger",),
        )
    other_format = next((key for key in _OTHER_FORMATS if key in value and not version), "")
    if other_format:
        name, hint = _OTHER_FORMATS[other_format]
        message = f"expected an OpenAPI specification, found {name}"
        raise NotASpecificationError(message, hint, (other_format,))
    # YAML may read an unquoted version as a number, which is text here.
    has_parts = any(isinstance(value.get(part), dict) for part in _PARTS)
    if not version and not ("openapi" in value and has_parts):
        raise NotASpecificationError(
            "expected an OpenAPI specification, found no 'openapi' field",
            'an OpenAPI file begins with a version, as in openapi: "3.1.0"',
        )
    # Configuration files of other tools have the path of a specification in this field.
    keys = ("openapi",) if has_parts or _ANY_VERSION.match(version) else ()
    found = version or describe(value["openapi"])
    raise NotASpecificationError(f"expected OpenAPI 3.0, 3.1 or 3.2, found {found}", keys=keys)
