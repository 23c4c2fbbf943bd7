"""The tags of a specification as groups of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.openapi.spec_document import Document
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_title
from sphinx_docsnav.sitefiles.nearest import Nearest

UNTAGGED = "API Reference"
"""The group of operations without a tag."""

MAX_ANCESTORS = 20
"""Number of groups around a group: sidebars and pages are nested like them."""

ReportFinding = Callable[[Document, Keys, str], None]
"""Receives a problem: the file, the keys of the value, and the message."""


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
        return self._read_label(self._tags.get(tag, {}), tag) if tag else UNTAGGED

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
    def _tag_indexes(self) -> Mapping[str, int]:
        """The index of each tag in the list ``tags``; of equal names the first one counts."""
        names = (
            as_text(as_object(entry).get("name"))
            for entry in as_list(as_object(self._document.value).get("tags"))
        )
        indexes: dict[str, int] = {}
        for index, name in enumerate(names):
            if name:
                indexes.setdefault(name, index)
        return indexes

    @cached_property
    def _tags(self) -> Mapping[str, Mapping[str, object]]:
        """The entries of the list ``tags`` by name."""
        entries = as_list(as_object(self._document.value).get("tags"))
        return {name: as_object(entries[index]) for name, index in self._tag_indexes.items()}

    def _report_parent(self, tag: str, message: str) -> None:
        """Report a problem with the ``parent`` of *tag*."""
        keys = ("tags", str(self._tag_indexes[tag]), "parent")
        self._report_problem(self._document, keys, message)

    @staticmethod
    def _read_label(entry: Mapping[str, object], tag: str) -> str:
        """Return the title of a tag without hidden characters."""
        label = as_text(entry.get("x-group")) or as_text(entry.get("summary")) or tag
        return make_visible_title(label)


def _list_ancestors(label: str, parents: Mapping[str, str]) -> list[str]:
    """Return the labels of the groups around a group, nearest first, at most one over the limit."""
    ancestors: list[str] = []
    while label in parents and len(ancestors) <= MAX_ANCESTORS:
        label = parents[label]
        ancestors.append(label)
    return ancestors
