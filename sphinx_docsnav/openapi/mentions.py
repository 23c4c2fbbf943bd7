"""Links in the texts of a specification: where they are, and what viewers mean by them.

Links that were written for Redoc, Scalar or Swagger UI name a part of the specification
in their fragment: ``#operation/listPets``, ``#tag/pets``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from sphinx_docsnav.data_files.json_values import Keys, as_object
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.spec_document import Located, mention_of
from sphinx_docsnav.openapi.specification import Operation

_NO_LETTERS = re.compile(r"[\W_]+")

_SCHEMAS = frozenset(("model", "models", "schema", "schemas"))

_OPERATIONS = frozenset(("operation", "operations"))

_SHARED = (("servers",), ("components", "securitySchemes"))

_FIELDS_WITH_DATA = frozenset(
    {"const", "dataValue", "default", "enum", "example", "examples", "serializedValue", "value"}
)
"""Fields with data, where nothing is meant as a link."""

_MAY_LINK = re.compile("[/#]")

_FIELDS_WITH_NAMES = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})
"""Fields whose keys are names."""


class PartKind(Enum):
    """What a fragment names."""

    OPERATION = "operation"
    SCHEMA = "schema"
    TAG = "tag"
    SECTION = "section"
    """A part of the description of the whole."""


@dataclass(frozen=True, slots=True)
class ViewedPart:
    """A part of a specification."""

    kind: PartKind
    name: str
    """Of an operation, its id or ``get /pets``; of a section, the heading."""


def find_viewed_parts(fragment: str) -> Iterator[ViewedPart]:
    """Yield the parts of a specification that *fragment* may mean, the likeliest first.

    :param fragment: decoded, without ``#``.
    """
    steps = [step for step in fragment.split("/") if step]
    if not steps or "/" not in fragment:
        return
    first, last = steps[0], steps[-1]
    if not _OPERATIONS.isdisjoint(steps[:-1]):
        yield ViewedPart(PartKind.OPERATION, last)
    if first in _SCHEMAS and len(steps) > 1:
        yield ViewedPart(PartKind.SCHEMA, last)
    if first == "section" and len(steps) > 1:
        yield ViewedPart(PartKind.SECTION, last)
    if first == "tag":
        yield from _find_parts_of_tag(steps)
    if fragment.startswith("/"):
        kind = PartKind.TAG if len(steps) == 1 else PartKind.OPERATION
        yield ViewedPart(kind, last)


def _find_parts_of_tag(steps: list[str]) -> Iterator[ViewedPart]:
    """Yield what the steps from ``tag`` on name, as in ``tag/pets`` or ``tag/pets/get/pets``."""
    if steps[2:3] == ["paths"] and len(steps) == 5:  # noqa: PLR2004  tag, its name, "paths", path, method
        path = steps[3].replace("~1", "/").replace("~0", "~")
        yield ViewedPart(PartKind.OPERATION, f"{steps[4]} {path}")
    elif len(steps) > 3 and steps[2].lower() in METHODS:  # noqa: PLR2004  as above, without "paths"
        yield ViewedPart(PartKind.OPERATION, f"{steps[2]} /{'/'.join(steps[3:])}")
    elif len(steps) == 2:  # noqa: PLR2004  the tag itself
        yield ViewedPart(PartKind.TAG, steps[1])


def fold_heading(name: str) -> str:
    """Return a name of a tag or of a heading as viewers write it, without case."""
    return _NO_LETTERS.sub("-", name.casefold()).strip("-")


def find_mentions(operation: Operation, address: str) -> tuple[Located, ...]:
    """Return the texts with a link to *address* that the page of *operation* may show.

    Those of the operation come first, in file order, then what it refers to;
    the operation itself if no text has the address as it is given.
    """
    word = mention_of(address)
    known = operation.specification.texts
    found: list[Located] = []
    for part in _list_parts(operation, set()):
        key = (part.document.name, part.keys)
        if key not in known:
            texts = tuple(
                text for text in _list_texts_in(part) if _MAY_LINK.search(str(text.value))
            )
            known[key] = ("\n".join(str(text.value) for text in texts), texts)
        whole, texts = known[key]
        if address in whole:
            found += [text for text in texts if word.search(str(text.value))]
    return tuple(found) or (Located(operation.value, operation.document, operation.keys),)


def list_descriptions(operations: Iterable[Operation]) -> Iterator[tuple[Operation, Located]]:
    """Yield every description that the pages of *operations* may show, once, in that order."""
    seen: set[tuple[str, Keys]] = set()
    for operation in operations:
        for text in _list_texts(operation, seen):
            if text.keys[-1:] == ("description",):
                yield operation, text


def _list_texts(
    operation: Operation, seen: set[tuple[str, Keys]] | None = None
) -> Iterator[Located]:
    """Yield every text of an operation, and of all that it refers to.

    :param seen: the parts that are left out, and that get those of this operation.
    """
    for part in _list_parts(operation, set() if seen is None else seen):
        yield from _list_texts_in(part)


def _list_parts(operation: Operation, seen: set[tuple[str, Keys]]) -> Iterator[Located]:
    """Yield an operation, and all that it refers to."""
    digests = operation.specification.digests
    waiting = list(_list_starting_points(operation))
    own = len(waiting)
    for number, part in enumerate(waiting):
        key = (part.document.name, part.keys)
        if key in seen:
            continue
        seen.add(key)
        yield part
        # What an operation has of its path is less than what the digests know by these keys.
        is_own = number < own
        waiting += (
            digests.find_targets([part.value], part.document)
            if is_own
            else digests.find_children(part)
        )


def _list_starting_points(operation: Operation) -> Iterator[Located]:
    yield Located(operation.value, operation.document, operation.keys)
    yield Located(operation.item_fields, operation.document, operation.item_keys)
    root = operation.specification
    for keys in _SHARED:
        part: Located | None = Located(root.value, root.document, ())
        for key in keys:
            part = part.child(key) if part else None
        if part is not None:
            yield part


def _list_texts_in(part: Located) -> Iterator[Located]:
    """Yield the texts in *part*, in file order, ``$ref`` not followed."""
    waiting = [part]
    while waiting:
        located = waiting.pop()
        if isinstance(located.value, str):
            yield located
            continue
        below = (located.child(key) for key in _list_text_keys(located))
        waiting.extend(reversed([child for child in below if child is not None]))


def _list_text_keys(located: Located) -> Iterable[str]:
    """Return the keys below which texts may be."""
    if isinstance(located.value, list):
        return map(str, range(len(located.value)))
    names = bool(located.keys) and located.keys[-1] in _FIELDS_WITH_NAMES
    return [
        key
        for key in as_object(located.value)
        if names or key == "x-mint" or not (key in _FIELDS_WITH_DATA or key.startswith("x-"))
    ]
