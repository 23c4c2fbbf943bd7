"""Checks of operations, such as duplicate ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sphinx_docsnav.openapi.operation import Operation, as_list, as_object, as_text
from sphinx_docsnav.openapi.pointer import Keys
from sphinx_docsnav.openapi.spec_document import Document

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.specification import Specification

_TEMPLATE = re.compile(r"\{([^{}]+)\}")

OperationFinding = tuple[Document, Keys, str]
"""File, keys of the place in it, and message."""


def check_operations(
    specification: Specification, operations: Iterable[Operation]
) -> Iterator[OperationFinding]:
    """Yield what is wrong with paths, their parameters and operation ids."""
    checked: set[str] = set()
    names: dict[str, Operation] = {}
    for operation in operations:
        if not operation.webhook and operation.path not in checked:
            checked.add(operation.path)
            yield from _path(specification, operation.path)
        yield from _parameters(specification, operation)
        name = as_text(operation.value.get("operationId"))
        other = names.setdefault(name, operation)
        if name and other is not operation and other.value is not operation.value:
            yield (
                operation.document,
                (*operation.keys, "operationId"),
                f"operationId {name!r} is already that of {other.name}; choose another one",
            )


def _path(specification: Specification, path: str) -> Iterator[OperationFinding]:
    if not path.startswith("/"):
        yield (
            specification.document,
            ("paths", path),
            f"path {path!r} does not begin with a slash; write {'/' + path!r}",
        )


def _parameters(specification: Specification, operation: Operation) -> Iterator[OperationFinding]:
    """Yield the parts of the path in braces that no parameter describes."""
    templates = () if operation.webhook else _TEMPLATE.findall(operation.path)
    if not templates:
        return
    declared = {
        as_text(parameter.get("name"))
        for level in (operation.path_item, operation.value)
        for parameter in _declared(specification, level, operation.document)
        if parameter.get("in") == "path"
    }
    for name in dict.fromkeys(templates):
        if name not in declared:
            yield (
                operation.document,
                operation.keys,
                (
                    f"no path parameter describes '{{{name}}}' of path {operation.path!r}; "
                    "add one, or correct its name"
                ),
            )


def _declared(
    specification: Specification, level: Mapping[str, object], document: Document
) -> Iterator[Mapping[str, object]]:
    for entry in as_list(level.get("parameters")):
        found = specification.follow(entry, document)
        if found is not None:
            yield as_object(found.value)
