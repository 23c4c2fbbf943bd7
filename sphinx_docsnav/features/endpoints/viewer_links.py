"""Where links lead that were written for a viewer of specifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.reading.heading_collector import anchors_of
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.fingerprints import digest
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.features.endpoints.domain import domain_of
from sphinx_docsnav.openapi.mentions import PartKind, comparable, viewed_parts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.navigation.reference_pages import ApiReference
    from sphinx_docsnav.openapi.mentions import ViewedPart

Place = tuple[str, str]
"""A docname, and an id of that document or ``""``."""


def find_viewed_part(app: Sphinx, docname: str, fragment: str) -> Place | None:
    """Return what *fragment* of a page about an API means in a viewer; ``None`` for nothing.

    A handler of ``docsnav-anchor-missing``.
    """
    env = app.env
    for part in viewed_parts(fragment):
        place = _place(env, docname, part)
        if place is not None:
            return place
    return None


def find_changed_links(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with a link for a viewer, if what it may mean changed (``env-updated``)."""
    record = record_of(env)
    found = sorted(docname for docname, links in record.links.items() if links.into_viewer)
    places = digest(viewed_places(env)) if found else ""
    changed = record.viewed not in ("", places)
    record.viewed = places
    return found if changed else []


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

    introduction = reference.introduction.docname
    start = "" if part.kind is PartKind.SECTION else "tag-"
    anchors = sorted(anchors_of(env).get(introduction, ()))
    own = (a for a in anchors if a.startswith(start) and is_meant(a.removeprefix(start)))
    anchor = next(own, "")
    if part.kind is PartKind.SECTION:
        return introduction, anchor
    groups = (p.docname for p in reference.tags if any(map(is_meant, (p.label, *p.names))))
    if group := next(groups, ""):
        return group, ""
    # The tag has no group if docs.json lists its operations.
    return (introduction, anchor) if anchor else None


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
