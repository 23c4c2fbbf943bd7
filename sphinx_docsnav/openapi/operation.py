"""One method of a path, or of a webhook, with what names and addresses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_docsnav.openapi.endpoint_names import (
    ADDITIONAL,
    METHODS,
    WEBHOOK,
    docname_of,
    operation_name,
    operation_slug,
    operation_title,
    slug_of,
)
from sphinx_docsnav.openapi.pointer import Keys
from sphinx_docsnav.openapi.spec_document import Document

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.specification import Specification


def as_object(value: object) -> Mapping[str, object]:
    """Return *value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return *value* if it is text, a number as its text, else ``""``."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


@dataclass(eq=False)
class Operation:
    """An operation of a specification."""

    specification: Specification
    """The specification that lists it."""
    document: Document
    """The file that holds it: another one where the path item is a ``$ref`` to a file."""
    keys: Keys
    """The keys that lead to it in that file."""
    method: str
    """In lower case; for webhooks too."""
    path: str
    """As under ``paths``; the name of a webhook."""
    webhook: bool
    """Whether it is under ``webhooks``."""
    path_item: Mapping[str, object]
    """The object it is a method of, with ``parameters``, ``servers`` … for all methods."""
    value: Mapping[str, object]
    """The operation object as written."""

    @property
    def name(self) -> str:
        """What a reader is shown: ``GET /pets``, ``webhook newPet``."""
        return operation_name(WEBHOOK if self.webhook else self.method, self.path)

    @property
    def item_keys(self) -> Keys:
        """The keys that lead to its path item."""
        above = self.keys[:-1]
        return above[:-1] if above[-1:] == (ADDITIONAL,) else above

    @property
    def own_of_item(self) -> Mapping[str, object]:
        """The path item without its operations."""
        return {k: v for k, v in self.path_item.items() if k not in METHODS and k != ADDITIONAL}

    @property
    def reference(self) -> str:
        """Its reference in front matter: ``/api/spec.json get /pets``."""
        source = self.specification.name
        if "://" not in source:
            source = f"/{source}"
        return f"{source} {WEBHOOK if self.webhook else self.method} {self.path}"

    @property
    def summary(self) -> str:
        """The summary in one line, ``""`` if there is none."""
        return " ".join(as_text(self.value.get("summary")).split())

    @property
    def operation_id(self) -> str:
        """``operationId``, ``""`` if there is none."""
        return as_text(self.value.get("operationId")).strip()

    @property
    def title(self) -> str:
        """The summary, else the ``operationId`` in words, else ``GET /pets``."""
        return self.summary or operation_title(
            operation_id=self.operation_id, name=self.name, webhook=self.webhook
        )

    @property
    def description(self) -> str:
        """The description as written, Markdown."""
        return as_text(self.value.get("description"))

    @property
    def deprecated(self) -> bool:
        """``deprecated: true``."""
        return self.value.get("deprecated") is True

    @property
    def tags(self) -> tuple[str, ...]:
        """Every tag once, as written."""
        tags = map(as_text, as_list(self.value.get("tags")))
        return tuple(dict.fromkeys(tag for tag in tags if tag))

    @property
    def tag(self) -> str:
        """The first tag, ``""`` if there is none; it decides the folder."""
        tags = self.value.get("tags")
        return as_text(tags[0]) if isinstance(tags, list) and tags else ""

    @property
    def groups(self) -> tuple[str, ...]:
        """The tags that are groups; the first decides where the operation is listed."""
        return tuple(tag for tag in self.tags if self.specification.is_group(tag))

    @property
    def group(self) -> str:
        """The first of them, ``""`` if there is none."""
        return next(iter(self.groups), "")

    @property
    def badges(self) -> tuple[str, ...]:
        """What its other tags are called."""
        specification = self.specification
        others = (tag for tag in self.tags if not specification.is_group(tag))
        return tuple(specification.group_label(tag) for tag in others)

    @property
    def hidden(self) -> bool:
        """``x-hidden``: a page, but in no generated group."""
        return bool(self.value.get("x-hidden"))

    @property
    def excluded(self) -> bool:
        """``x-excluded``: no page."""
        return bool(self.value.get("x-excluded"))

    @property
    def href(self) -> str:
        """``x-mint.href``: the page's own address, ``""`` if there is none."""
        return as_text(self._mint.get("href"))

    @property
    def metadata(self) -> Mapping[str, object]:
        """``x-mint.metadata``: front matter for the page."""
        return as_object(self._mint.get("metadata"))

    @property
    def content(self) -> str:
        """``x-mint.content``: MDX before the operation's own content."""
        return as_text(self._mint.get("content"))

    @property
    def _mint(self) -> Mapping[str, object]:
        return as_object(self.value.get("x-mint"))

    def docname(self, directory: str | None) -> str:
        """Return the page's docname, before collisions are looked at.

        :param directory: ``directory`` beside the specification, ``None`` if absent.
        """
        if self.href:
            stem, dot, extension = self.href.rpartition(".")
            address = stem if dot and "/" not in extension else self.href
            if docname_of(address):
                return docname_of(address)
        name = slug_of(self.path)
        return operation_slug(
            summary=as_text(self.value.get("summary")),
            fallback=name if self.webhook else f"{self.method}-{name}",
            tag=self.tag,
            directory=directory,
        )

    @cached_property
    def digest(self) -> str:
        """Changes with whatever the page shows: the operation and all it refers to."""
        return self.specification.digests.of(self)
