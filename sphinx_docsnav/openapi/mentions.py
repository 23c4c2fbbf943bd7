"""Links in the texts of a specification: their positions, and their meaning for viewers.

Links that were written for Redoc, Scalar or Swagger UI name a part of the specification in their
fragment: ``#operation/listPets``, ``#tag/pets``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from sphinx_docsnav.data_files.json_values import Keys, as_object
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.spec_document import Located, compile_mention
from sphinx_docsnav.openapi.specification import Operation

_NO_LETTERS = re.compile(r"[\W_]+")
"""Characters that viewers replace in names."""

_SCHEMAS = frozenset(("model", "models", "schema", "schemas"))
"""Steps of a fragment after which a schema follows."""

_OPERATIONS = frozenset(("operation", "operations"))
"""Steps of a fragment after which an operation follows."""

_SHARED = (("servers",), ("components", "securitySchemes"))
"""Parts of the specification that every page may show."""

_FIELDS_WITH_DATA = frozenset(
    {"const", "dataValue", "default", "enum", "example", "examples", "serializedValue", "value"}
)
"""Fields whose texts are data and contain no links."""

_MAY_LINK = re.compile("[/#]")
"""Characters of which every link has one."""

_FIELDS_WITH_NAMES = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})
"""Fields whose keys are names of the author, not keywords."""


class PartKind(Enum):
    """The kind of part that a fragment names."""

    OPERATION = "operation"
    SCHEMA = "schema"
    TAG = "tag"
    SECTION = "section"
    """A section of the description in ``info``."""


@dataclass(frozen=True, slots=True)
class ViewedPart:
    """A part of a specification, as viewers name it."""

    kind: PartKind
    name: str
    """For an operation its id or ``get /pets``, for a section its heading."""


def find_viewed_parts(fragment: str) -> Iterator[ViewedPart]:
    """Yield the parts of a specification that *fragment* may mean, the most likely one first.

    :param fragment: decoded, without ``#``.
    """
    steps = [step for step in fragment.split("/") if step]
    if not steps or "/" not in fragment:
        return
    first, last = steps[0], steps[-1]
    # Redoc, Scalar and Swagger UI build fragments in different ways, so several may fit.
    if not _OPERATIONS.isdisjoint(steps[:-1]):
        yield ViewedPart(PartKind.OPERATION, last)
    if first in _SCHEMAS and len(steps) > 1:
        yield ViewedPart(PartKind.SCHEMA, last)
    if first == "section" and len(steps) > 1:
        yield ViewedPart(PartKind.SECTION, last)
    if first == "tag":
        yield from _find_parts_of_tag(steps)
    # Swagger UI: "/pets" or "/pets/listPets".
    if fragment.startswith("/"):
        kind = PartKind.TAG if len(steps) == 1 else PartKind.OPERATION
        yield ViewedPart(kind, last)


def _find_parts_of_tag(steps: list[str]) -> Iterator[ViewedPart]:
    """Yield the parts after ``tag``: ``tag/pets``, ``tag/pets/get/pets``, ``tag/pets/paths/…``."""
    if steps[2:3] == ["paths"] and len(steps) == 5:  # noqa: PLR2004  tag, its name, "paths", path, method
        path = steps[3].replace("~1", "/").replace("~0", "~")
        yield ViewedPart(PartKind.OPERATION, f"{steps[4]} {path}")
    elif len(steps) > 3 and steps[2].lower() in METHODS:  # noqa: PLR2004  as above, without "paths"
        yield ViewedPart(PartKind.OPERATION, f"{steps[2]} /{'/'.join(steps[3:])}")
    elif len(steps) == 2:  # noqa: PLR2004  the tag itself
        yield ViewedPart(PartKind.TAG, steps[1])


def fold_heading(name: str) -> str:
    """Return a tag or heading as viewers write it, in lower case."""
    return _NO_LETTERS.sub("-", name.casefold()).strip("-")


def find_mentions(operation: Operation, address: str) -> tuple[Located, ...]:
    """Return the texts on the page of *operation* that have a link to *address*.

    Texts of the operation come first, in file order, then those of what it refers to.

    :returns: the operation itself if no text contains the address literally.
    """
    pattern = compile_mention(address)
    texts_by_part = operation.specification.texts
    matches: list[Located] = []
    for part in _list_parts(operation, set()):
        key = (part.document.name, part.keys)
        # Searching one joined text first is faster than a pattern in each of them.
        if key not in texts_by_part:
            texts = tuple(
                text for text in _list_texts_in(part) if _MAY_LINK.search(str(text.value))
            )
            texts_by_part[key] = ("\n".join(str(text.value) for text in texts), texts)
        joined_texts, texts = texts_by_part[key]
        if address in joined_texts:
            matches += [text for text in texts if pattern.search(str(text.value))]
    return tuple(matches) or (operation.located,)


def list_descriptions(operations: Iterable[Operation]) -> Iterator[tuple[Operation, Located]]:
    """Yield every description on the pages of *operations* once, with its operation."""
    seen: set[tuple[str, Keys]] = set()
    for operation in operations:
        for part in _list_parts(operation, seen):
            for text in _list_texts_in(part):
                if text.keys[-1:] == ("description",):
                    yield operation, text


def _list_parts(operation: Operation, seen: set[tuple[str, Keys]]) -> Iterator[Located]:
    """Yield an operation and everything it refers to.

    :param seen: positions to skip; those of this operation are added.
    """
    digests = operation.specification.digests
    queue = list(_list_starting_points(operation))
    start_count = len(queue)
    for number, part in enumerate(queue):
        key = (part.document.name, part.keys)
        if key in seen:
            continue
        seen.add(key)
        yield part
        # The digests know the whole path item by these keys, with other operations.
        is_start = number < start_count
        queue += (
            digests.find_targets([part.value], part.document)
            if is_start
            else digests.find_children(part)
        )


def _list_starting_points(operation: Operation) -> Iterator[Located]:
    """Yield the operation, the fields of its path item, servers and security schemes."""
    yield operation.located
    yield Located(operation.item_fields, operation.document, operation.item_keys)
    root = operation.specification
    for keys in _SHARED:
        part: Located | None = root.located
        for key in keys:
            part = part.child(key) if part else None
        if part is not None:
            yield part


def _list_texts_in(part: Located) -> Iterator[Located]:
    """Yield the texts in *part* in file order; references are not followed."""
    stack = [part]
    while stack:
        located = stack.pop()
        if isinstance(located.value, str):
            yield located
            continue
        children = (located.child(key) for key in _list_text_keys(located))
        stack.extend(reversed([child for child in children if child is not None]))


def _list_text_keys(located: Located) -> Iterable[str]:
    """Return the keys below which a value may have texts with links."""
    if isinstance(located.value, list):
        return map(str, range(len(located.value)))
    has_names = bool(located.keys) and located.keys[-1] in _FIELDS_WITH_NAMES
    return [
        key
        for key in as_object(located.value)
        if has_names or key == "x-mint" or not (key in _FIELDS_WITH_DATA or key.startswith("x-"))
    ]
