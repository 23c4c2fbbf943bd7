"""Where links lead that were written for a viewer of specifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.openapi.mentions import PartKind, comparable, viewed_parts
from sphinx_docsnav.sphinx_ext.build.heading_collector import anchors_of
from sphinx_docsnav.sphinx_ext.build.state import find_state
from sphinx_docsnav.sphinx_ext.endpoints.domain import domain_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.navigation.reference_pages import ApiReference
    from sphinx_docsnav.openapi.mentions import ViewedPart

Place = tuple[str, str]
"""A docname, and an id of that document or ``""``."""


def find_viewed_part(env: BuildEnvironment, docname: str, fragment: str) -> Place | None:
    """Return what *fragment* of a page about an API means in a viewer; ``None`` for nothing."""
    for part in viewed_parts(fragment):
        place = _place(env, docname, part)
        if place is not None:
            return place
    return None


def viewed_places(env: BuildEnvironment) -> list[object]:
    """Return all that links of this kind can lead to; it prints equal as long as nothing moves."""
    domain, state = domain_of(env), find_state(env)
    found: list[object] = [(t.name, t.operation_id, t.docname, t.anchor) for t in domain.targets()]
    found += [(schema.name, schema.docname, schema.anchor) for schema in domain.schema_targets()]
    for reference in state.navigation.references.all if state is not None else ():
        found += [(page.label, page.names, page.docname) for page in reference.tags]
        introduction = reference.introduction.docname
        found.append((introduction, sorted(anchors_of(env).get(introduction, ()))))
    return found


def _place(env: BuildEnvironment, docname: str, part: ViewedPart) -> Place | None:
    domain = domain_of(env)
    if part.kind is PartKind.OPERATION:
        operation = domain.find(part.name, docname)
        return (operation.docname, operation.anchor) if operation else None
    if part.kind is PartKind.SCHEMA:
        schema = domain.find_schema(part.name, docname)
        return (schema.docname, schema.anchor) if schema else None
    reference = _reference(env, docname)
    if reference is None:
        return None

    def is_meant(name: str) -> bool:
        return comparable(name) == comparable(part.name)

    if part.kind is PartKind.SECTION:
        introduction = reference.introduction.docname
        anchors = sorted(anchors_of(env).get(introduction, ()))
        return introduction, next(filter(is_meant, anchors), "")
    for page in reference.tags:
        if any(map(is_meant, (page.label, *page.names))):
            return page.docname, ""
    return None


def _reference(env: BuildEnvironment, docname: str) -> ApiReference | None:
    """Return the reference that a page is part of."""
    state = find_state(env)
    if state is None:
        return None
    references = state.navigation.references
    if docname in references.pages:
        return references.pages[docname].reference
    operation = state.operation(docname, str(env.metadata[docname].get("openapi", "")))
    return references.of(docname, operation.specification) if operation else None
