"""The tags of a specification as groups of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text
from sphinx_docsnav.openapi.spec_document import Document
from sphinx_docsnav.sitefiles.hidden_characters import visible_title
from sphinx_docsnav.sitefiles.nearest import Nearest

UNTAGGED = "API Reference"
"""The group of operations without a tag."""

MAX_ANCESTORS = 20
"""Groups of tags around a group: sidebars and pages nest as they do."""

ReportOddity = Callable[[Document, Keys, str], None]
"""Takes something odd in a file: where, and what was done about it."""


class Tags:
    """The list of tags of one specification."""

    def __init__(self, document: Document, odd: ReportOddity) -> None:
        self._document = document
        self._report_problem = odd

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the list."""
        return iter(self._tags)

    def label(self, tag: str) -> str:
        """Return what the group of *tag* is called.

        The tag's ``x-group`` in the specification's list of tags, else (OpenAPI
        3.2) its ``summary``, else the tag; `UNTAGGED` for no tag.
        """
        return self._label(self._tags.get(tag, {}), tag) if tag else UNTAGGED

    def is_group(self, tag: str) -> bool:
        """Return whether a tag is a group: one with another ``kind`` (OpenAPI 3.2) is a badge."""
        return as_text(self._tags.get(tag, {}).get("kind")) in ("", "nav")

    @cached_property
    def parents(self) -> Mapping[str, str]:
        """The label of the group around each group: that of the tag's ``parent`` (OpenAPI 3.2).

        A parent that is not in the list, or inside its own child, is reported and ignored, and so
        is one inside `MAX_ANCESTORS` others.
        """
        found: dict[str, str] = {}
        nearest = Nearest(self._tags)
        for tag, entry in self._tags.items():
            parent, label = as_text(entry.get("parent")), self.label(tag)
            if not parent or label in found:
                continue
            above = self.label(parent)
            if parent not in self._tags:
                near = nearest.to(parent)
                hint = f"did you mean {near!r}?" if near else "add it to the list 'tags'"
                self._report_parent(tag, f"no tag is called {parent!r}; ignored; {hint}")
            elif label in (above, *_list_ancestors(above, found)):
                message = f"the tag {parent!r} is {tag!r} itself, or inside it; ignored"
                self._report_parent(tag, f"{message}; name a tag that is not below this one")
            else:
                found[label] = above
        deep = [label for label in found if len(_list_ancestors(label, found)) > MAX_ANCESTORS]
        for label in deep:
            del found[label]
        if deep:
            message = f"the tag {deep[0]!r} is inside more than {MAX_ANCESTORS} others"
            self._report_problem(
                self._document, ("tags",), f"{message}; its parent and those of others are ignored"
            )
        return found

    @cached_property
    def _tag_indexes(self) -> Mapping[str, int]:
        """Where each tag is in the list of tags: the last place, if it is there twice."""
        names = (
            as_text(as_object(entry).get("name"))
            for entry in as_list(as_object(self._document.value).get("tags"))
        )
        return {name: place for place, name in enumerate(names) if name}

    @cached_property
    def _tags(self) -> Mapping[str, Mapping[str, object]]:
        """The entries of the list of tags, by name."""
        entries = as_list(as_object(self._document.value).get("tags"))
        return {name: as_object(entries[place]) for name, place in self._tag_indexes.items()}

    def _report_parent(self, tag: str, message: str) -> None:
        """Report what is wrong with the ``parent`` of *tag*."""
        place = ("tags", str(self._tag_indexes[tag]), "parent")
        self._report_problem(self._document, place, message)

    @staticmethod
    def _label(entry: Mapping[str, object], tag: str) -> str:
        label = as_text(entry.get("x-group")) or as_text(entry.get("summary")) or tag
        return visible_title(label)


def _list_ancestors(label: str, parents: Mapping[str, str]) -> list[str]:
    """Return the labels of the groups around a group, nearest first, at most one over the limit."""
    found: list[str] = []
    while label in parents and len(found) <= MAX_ANCESTORS:
        label = parents[label]
        found.append(label)
    return found
