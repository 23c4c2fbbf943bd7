"""Checks of operations, such as duplicate ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
        tags = operation.value.get("tags")
        if tags is not None and not isinstance(tags, list):
            message = "expected a list of names as 'tags'; ignored; write it in brackets"
            yield operation.document, (*operation.keys, "tags"), message
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
    if _TEMPLATE.sub("", path).count("{"):
        yield (
            specification.document,
            ("paths", path),
            f"path {path!r} has a '{{' that is not closed; write '{{name}}' for a parameter",
        )


def _parameters(specification: Specification, operation: Operation) -> Iterator[OperationFinding]:
    """Yield the parts of the path in braces that no parameter describes, else the reverse."""
    if operation.webhook:
        return
    templates = dict.fromkeys(_TEMPLATE.findall(operation.path))
    declared = dict(_declared(specification, operation))
    missing = [name for name in templates if name not in declared]
    for name in missing:
        message = f"no path parameter describes '{{{name}}}' of path {operation.path!r}"
        hint = "add one, or correct its name"
        yield operation.document, operation.keys, f"{message}; {hint}"
    for name, keys in declared.items():
        if name and name not in templates and not missing:
            message = f"path {operation.path!r} has no '{{{name}}}' for this path parameter"
            hint = "add it to the path, or correct the parameter"
            yield operation.document, keys, f"{message}; {hint}"


def _declared(specification: Specification, operation: Operation) -> Iterator[tuple[str, Keys]]:
    """Yield the name and place of each path parameter of an operation and of its path."""
    levels = ((operation.path_item, operation.item_keys), (operation.value, operation.keys))
    for level, keys in levels:
        for number, entry in enumerate(as_list(level.get("parameters"))):
            found = specification.follow(entry, operation.document)
            parameter = as_object(found.value) if found else {}
            if parameter.get("in") == "path":
                yield as_text(parameter.get("name")), (*keys, "parameters", str(number))
