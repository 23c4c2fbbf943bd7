"""An element as docs.json has it, before it is a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.models import ElementModel, Navigation
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.docs_json.positions import escape_key


@dataclass(frozen=True, slots=True)
class RawElement:
    """An element as docs.json has it."""

    model: type[ElementModel]
    """What it should be."""
    value: Mapping[str, Json]
    """Its fields."""
    pointer: str
    """Its position."""
    in_group: bool = False
    """Whether it is in the ``pages`` of a group."""
    in_global: bool = False
    """Whether it is in ``global``."""

    def at(self, key: str) -> str:
        """Return the pointer of the field *key*."""
        return f"{self.pointer}/{escape_key(key)}"

    def child_kinds(self) -> list[str]:
        """Return the kinds of child it has, the one that counts first; empty lists are none.

        Those that hold nothing but links come last, as they lead to none of the pages.
        """
        values = ((key, self.value.get(key)) for key in self.model.holds)
        kinds = [key for key, value in values if isinstance(value, list) and value]
        return sorted(kinds, key=self.has_links_only) if len(kinds) > 1 else kinds

    def has_links_only(self, kind: str) -> bool:
        """Return whether the list *kind* has elements with ``href`` and nothing else."""
        entries = self.value.get(kind)
        return isinstance(entries, list) and all(
            isinstance(entry, dict) and "href" in entry for entry in entries
        )

    def lacks_pattern(self) -> bool:
        """Return whether it is a root without any of the root patterns, which has one message."""
        return self.model is Navigation and not any(key in self.value for key in self.model.holds)

    def is_in_pages(self) -> bool:
        """Return whether it is in a list ``pages``."""
        return self.pointer.rpartition("/")[0].endswith("/pages")

    def is_link(self) -> bool:
        """Return whether it links instead of holding pages."""
        return "href" in self.value and "href" in self.model.fields

    @property
    def this(self) -> str:
        """The element as the subject of a message: ``this tab``."""
        if self.model is Navigation:
            return "the navigation"
        return f"this {self.model.noun.partition(' ')[2]}"

    def left_out(self) -> str:
        """Return the part of the message on how an invalid element is built with ``keep_going``."""
        if self.model is Navigation:
            return "the field is ignored"
        return f"the {self.model.noun.partition(' ')[2]} is left out"


ElementRule = Callable[[RawElement], Iterator[Finding]]
"""Yields what breaks it."""
