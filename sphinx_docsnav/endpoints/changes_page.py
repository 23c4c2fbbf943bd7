"""The pages about what changed from one version of an API to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from docutils import nodes

from sphinx_docsnav.endpoints.inline_parts import operation_link
from sphinx_docsnav.endpoints.markup_parts import (
    LayoutEndNode,
    LayoutStartNode,
    LayoutTextNode,
    SchemaLinkNode,
)
from sphinx_docsnav.endpoints.page_writer import OperationContext, PageWriter
from sphinx_docsnav.openapi import Specification
from sphinx_docsnav.openapi.content.comparison import (
    ApiChange,
    ChangeSet,
    Comparison,
    Impact,
    get_history,
)

_KINDS = {
    "added": "Added",
    "changed": "Changed",
    "deprecated": "Deprecated",
    "removed": "Removed",
}

_IMPACTS = {Impact.BREAKS: "Breaks clients", Impact.MAYBE: "May break clients"}

_MAX_USERS = 5

_PLACES = {"body": "Request body", "request": "Request", "response": "Response"}


def changes_nodes(
    specification: Specification,
    context: OperationContext,
    number: int,
    pages: Sequence[str] = (),
    schemas: Mapping[str, str] = MappingProxyType({}),
) -> list[nodes.Node]:
    """Return what a page about versions of *specification* shows, after its title.

    :param number: which version, 0 for the newest one; -1 for all of them.
    :param pages: the pages of all of them, the newest first.
    :param schemas: the pages of schemas by name.
    """
    page = PageWriter(context, str(specification.document.path or specification.name))
    compared = get_history(specification).comparisons
    result: list[nodes.Node] = [LayoutStartNode(words=page.texts.script_texts), LayoutTextNode()]
    if number < 0:
        for comparison, docname in zip(compared, pages, strict=True):
            release = comparison.new.release
            words = page.texts.translate("Changes in {0}").replace("{0}", release)
            link = SchemaLinkNode("", nodes.Text(words), docname=docname)
            body = (_summary(comparison, page), nodes.paragraph("", "", link))
            result.append(page.section(release, *body, wanted_id=f"v-{release}"))
    else:
        result += _comparison(compared[number], page, schemas)
    docname, title = context.introduction
    more = SchemaLinkNode("", nodes.Text(title), docname=docname)
    result.append(nodes.paragraph("", "", more, classes=["docsnav-endpoint-more"]))
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def _summary(comparison: Comparison, page: PageWriter) -> nodes.paragraph:
    """Return how many operations each kind of change is about, and how much breaks clients."""
    kinds = Counter(each.kind for each in comparison.operations)
    counts = comparison.counts()
    told = [(label, kinds[kind]) for kind, label in _KINDS.items()]
    told += [(label, counts[impact]) for impact, label in _IMPACTS.items()]
    said = [f"{page.texts.translate(label)}: {count}" for label, count in told if count]
    text = f"{comparison.old.release} → {comparison.new.release}"
    return nodes.paragraph("", " · ".join((text, *said)))


def _comparison(
    comparison: Comparison, page: PageWriter, schemas: Mapping[str, str]
) -> Iterator[nodes.Node]:
    yield _summary(comparison, page)
    yield from (_change(change, page) for change in comparison.general_changes)
    found = [(label, _of(comparison.operations, kind)) for kind, label in _KINDS.items()]
    found.insert(2, ("Schemas", _of(comparison.components, "changed")))
    for label, sets in found:
        if sets:
            items = (_item(each, page, schemas if label == "Schemas" else None) for each in sets)
            listing = nodes.bullet_list("", *items, bullet="-", classes=["docsnav-changes"])
            yield page.section(label, listing)


def _of(sets: Iterable[ChangeSet], kind: str) -> list[ChangeSet]:
    """Return those of a kind, what breaks clients first."""
    return sorted((each for each in sets if each.kind == kind), key=lambda each: -each.worst)


def _item(each: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None) -> nodes.list_item:
    line = nodes.paragraph("", "", *_named(each, page, schemas))
    line += _impact(each.impact, page)
    item = nodes.list_item("", line)
    if each.changes:
        changes = sorted(each.changes, key=lambda change: -change.impact)
        told = (nodes.list_item("", _change(change, page)) for change in changes)
        item += nodes.bullet_list("", *told, bullet="-", classes=["simple"])
    return item


def _named(
    each: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None
) -> Iterator[nodes.Node]:
    if schemas is None:
        yield operation_link(each.name)
        return
    schema = nodes.literal(each.name, each.name)
    known = each.name in schemas
    yield SchemaLinkNode("", "", schema, docname=schemas[each.name]) if known else schema
    if each.users:
        yield nodes.Text(f" · {page.texts.translate('Used by')} ")
        for number, name in enumerate(each.users[:_MAX_USERS]):
            yield from ([nodes.Text(", ")] if number else [])
            yield operation_link(name)
        more = len(each.users) - _MAX_USERS
        yield nodes.Text(f" + {more}" if more > 0 else "")


def _change(change: ApiChange, page: PageWriter) -> nodes.paragraph:
    """Return a change in one line: ``query limit maximum: 100 → 50``."""
    line = nodes.paragraph()
    if change.kind != "changed":
        label = page.texts.translate(_KINDS[change.kind])
        line += [nodes.inline(label, label, classes=["docsnav-tag"]), nodes.Text(" ")]
    place = _PLACES.get(change.location, change.location)
    words = [f"{page.texts.translate(place)} " if place else "", change.field, change.aspect]
    line += nodes.Text(words[0])
    if change.field:
        line += [nodes.literal(change.field, change.field), nodes.Text(" ")]
    if change.aspect:
        line += nodes.Text(f"{change.aspect}{': ' if change.after else ''}")
        if change.before:
            line += [nodes.literal(change.before, change.before), nodes.Text(" → ")]
        if change.after:
            line += nodes.literal(change.after, change.after)
    line += _impact(change.impact, page)
    return line


def _impact(impact: Impact, page: PageWriter) -> Iterator[nodes.Node]:
    if impact in _IMPACTS:
        label = page.texts.translate(_IMPACTS[impact])
        css = ["docsnav-tag", f"docsnav-{impact.name.lower()}"]
        yield nodes.Text(" ")
        yield nodes.inline(label, label, classes=css)
