"""The pages about what changed from one version of an API to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from docutils import nodes

from sphinx_docsnav.endpoints.inline_parts import make_operation_link
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

_KIND_LABELS = {
    "added": "Added",
    "changed": "Changed",
    "deprecated": "Deprecated",
    "removed": "Removed",
}

_IMPACT_LABELS = {Impact.BREAKS: "Breaks clients", Impact.MAYBE: "May break clients"}

_MAX_USERS = 5

_LOCATION_LABELS = {"body": "Request body", "request": "Request", "response": "Response"}


def make_changes_nodes(
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
            body = (_summarize(comparison, page), nodes.paragraph("", "", link))
            result.append(page.make_section(release, *body, wanted_id=f"v-{release}"))
    else:
        result += _write_comparison(compared[number], page, schemas)
    docname, title = context.introduction
    more = SchemaLinkNode("", nodes.Text(title), docname=docname)
    result.append(nodes.paragraph("", "", more, classes=["docsnav-endpoint-more"]))
    result.append(LayoutEndNode("", ids=[], title=""))
    return result


def _summarize(comparison: Comparison, page: PageWriter) -> nodes.paragraph:
    """Return how many operations each kind of change is about, and how much breaks clients."""
    kinds = Counter(each.kind for each in comparison.operations)
    counts = comparison.count_impacts()
    told = [(label, kinds[kind]) for kind, label in _KIND_LABELS.items()]
    told += [(label, counts[impact]) for impact, label in _IMPACT_LABELS.items()]
    said = [f"{page.texts.translate(label)}: {count}" for label, count in told if count]
    text = f"{comparison.old.release} → {comparison.new.release}"
    return nodes.paragraph("", " · ".join((text, *said)))


def _write_comparison(
    comparison: Comparison, page: PageWriter, schemas: Mapping[str, str]
) -> Iterator[nodes.Node]:
    yield _summarize(comparison, page)
    yield from (_write_change(change, page) for change in comparison.general_changes)
    found = [
        (label, _select_kind(comparison.operations, kind)) for kind, label in _KIND_LABELS.items()
    ]
    found.insert(2, ("Schemas", _select_kind(comparison.components, "changed")))
    for label, sets in found:
        if sets:
            items = (
                _write_item(each, page, schemas if label == "Schemas" else None) for each in sets
            )
            listing = nodes.bullet_list("", *items, bullet="-", classes=["docsnav-changes"])
            yield page.make_section(label, listing)


def _select_kind(sets: Iterable[ChangeSet], kind: str) -> list[ChangeSet]:
    """Return those of a kind, what breaks clients first."""
    return sorted((each for each in sets if each.kind == kind), key=lambda each: -each.worst)


def _write_item(
    each: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None
) -> nodes.list_item:
    line = nodes.paragraph("", "", *_write_name(each, page, schemas))
    line += _write_impact(each.impact, page)
    item = nodes.list_item("", line)
    if each.changes:
        changes = sorted(each.changes, key=lambda change: -change.impact)
        told = (nodes.list_item("", _write_change(change, page)) for change in changes)
        item += nodes.bullet_list("", *told, bullet="-", classes=["simple"])
    return item


def _write_name(
    each: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None
) -> Iterator[nodes.Node]:
    if schemas is None:
        yield make_operation_link(each.name)
        return
    schema = nodes.literal(each.name, each.name)
    known = each.name in schemas
    yield SchemaLinkNode("", "", schema, docname=schemas[each.name]) if known else schema
    if each.users:
        yield nodes.Text(f" · {page.texts.translate('Used by')} ")
        for number, name in enumerate(each.users[:_MAX_USERS]):
            yield from ([nodes.Text(", ")] if number else [])
            yield make_operation_link(name)
        more = len(each.users) - _MAX_USERS
        yield nodes.Text(f" + {more}" if more > 0 else "")


def _write_change(change: ApiChange, page: PageWriter) -> nodes.paragraph:
    """Return a change in one line: ``query limit maximum: 100 → 50``."""
    line = nodes.paragraph()
    if change.kind != "changed":
        label = page.texts.translate(_KIND_LABELS[change.kind])
        line += [nodes.inline(label, label, classes=["docsnav-tag"]), nodes.Text(" ")]
    place = _LOCATION_LABELS.get(change.location, change.location)
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
    line += _write_impact(change.impact, page)
    return line


def _write_impact(impact: Impact, page: PageWriter) -> Iterator[nodes.Node]:
    if impact in _IMPACT_LABELS:
        label = page.texts.translate(_IMPACT_LABELS[impact])
        css = ["docsnav-tag", f"docsnav-{impact.name.lower()}"]
        yield nodes.Text(" ")
        yield nodes.inline(label, label, classes=css)
