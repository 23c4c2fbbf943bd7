"""What references to an API can lead to: operations and schemas, with the page of each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OperationTarget:
    """An operation that a page shows."""

    name: str
    """``GET /pets``; ``webhook newPet`` for webhooks."""
    operation_id: str
    """``operationId``, another name for it; may be empty."""
    title: str
    """The summary; may be empty."""
    tag: str
    """The first tag; may be empty."""
    specification: str
    """The specification's path or address."""
    docname: str
    """The page."""
    anchor: str
    """The id on the page."""
    entry_anchor: str = ""
    """The id that the general index uses, shorter on a page of its own."""
    hidden: bool = False
    """The page is hidden: it is reached by links alone."""
    in_prose: bool = False
    """A directive shows it on a page about something else."""

    @property
    def heading(self) -> str:
        """What search calls it: ``GET /pets: List pets``."""
        return f"{self.name}: {self.title}" if self.title else self.name


@dataclass(frozen=True, slots=True)
class SchemaTarget:
    """A schema that a page shows."""

    name: str
    """The component's name."""
    specification: str
    """The specification's path or address."""
    docname: str
    """The page."""
    anchor: str
    """The id on the page."""
    in_prose: bool = False
    """A directive shows it on a page about something else."""
