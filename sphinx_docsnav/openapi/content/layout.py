"""Lays schemas out for reading on one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sphinx_docsnav.openapi.content.field_view import FieldView, Mode
from sphinx_docsnav.openapi.content.schema import Flat, Parts, flatten
from sphinx_docsnav.openapi.content.schema_tree import MAX_DEPTH, MAX_FIELDS, SchemaTree
from sphinx_docsnav.openapi.content.schema_views import make_view
from sphinx_docsnav.openapi.content.value_reader import Reader


@dataclass(slots=True)
class Layout:
    """What one page has shown so far."""

    reader: Reader
    """Follows references."""
    budget: int = 300
    """How many fields one schema may have before components are linked."""
    pages: Mapping[int, str] = field(default_factory=dict)
    """Docnames of the pages of components, by the identity of their values."""
    page: str = ""
    """The docname of the page, if it is that of a component."""
    sends: bool = True
    """The reader is who sends requests; not so in webhooks and callbacks."""
    only_required: bool = False
    """Examples of requests that are made from schemas have no optional properties."""
    places: dict[tuple[Mode, int], str] = field(default_factory=dict)
    """Names of the places that show a component, by mode and identity."""
    flats: dict[tuple[int, ...], Flat] = field(default_factory=dict)
    """Schemas already flattened, by the identity of their parts."""

    def flat(self, parts: Parts) -> Flat:
        """Return the flat form of *parts*, computed once."""
        key = tuple(id(part.value) for part in parts)
        if key not in self.flats:
            flat = self.flats[key] = flatten(self.reader, parts)
            inline = [value for value in key if value in self.pages]
            flat.bases += tuple(("", value) for value in inline)
        return self.flats[key]

    def own(self, parts: Parts) -> Flat:
        """Return the flat form of *parts* without the components that have pages."""
        return flatten(self.reader, parts, self.pages)

    def place(self, name: str) -> str:
        """Return a new name for a place that shows the component *name*."""
        return f"{name} {len(self.places)}"

    def view(self, parts: Parts, mode: Mode) -> FieldView:
        """Return *parts* laid out for *mode*."""
        tree = SchemaTree(self, mode)
        view = make_view(self, tree.grow(parts))
        if tree.is_full:
            limits = f"more than {MAX_FIELDS} fields, or {MAX_DEPTH} levels of them"
            self.reader.odd(
                f"{limits}; the rest is left out of the page, move parts into components", parts[0]
            )
        return view
