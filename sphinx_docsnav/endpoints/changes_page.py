"""Pages about the changes between versions of an API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from docutils import nodes

from sphinx_docsnav.endpoints.inline_parts import make_operation_link, make_page_link
from sphinx_docsnav.endpoints.markup_parts import SchemaLinkNode
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
"""Labels of the kinds of changes, in the order of the page."""

_IMPACT_LABELS = {Impact.BREAKS: "Breaks clients", Impact.MAYBE: "May break clients"}
"""Labels of the effects on clients."""

_MAX_USERS = 5
"""Number of operations that are listed for a component."""

_LOCATION_LABELS = {"body": "Request body", "request": "Request", "response": "Response"}
"""Labels of locations that have no name in the specification."""


def make_changes_nodes(
    specification: Specification,
    context: OperationContext,
    number: int,
    pages: Sequence[str] = (),
    schemas: Mapping[str, str] = MappingProxyType({}),
) -> list[nodes.Node]:
    """Return what a page about changes shows after its title.

    :param number: the comparison to show, 0 for the newest one; -1 for a list of all.
    :param pages: the docnames of all comparisons, the newest first.
    :param schemas: docnames of schemas by name.
    """
    page = PageWriter(context, specification.document.source)
    comparisons = get_history(specification).comparisons
    result: list[nodes.Node] = []
    # The list of all comparisons has a summary of each, and a link to its page.
    if number < 0:
        for comparison, docname in zip(comparisons, pages, strict=True):
            release = comparison.new.release
            link_text = page.texts.translate("Changes in {0}").replace("{0}", release)
            link = nodes.paragraph("", "", make_page_link(link_text, docname))
            body = (_summarize(comparison, page), link)
            result.append(page.make_section(release, *body, wanted_id=f"v-{release}"))
    else:
        result += _write_comparison(comparisons[number], page, schemas)
    return page.make_column([*result, *page.link_to_api()])


def _summarize(comparison: Comparison, page: PageWriter) -> nodes.paragraph:
    """Return the number of operations by kind of change, and of changes by effect, in one line."""
    kinds = Counter(change_set.kind for change_set in comparison.operations)
    impact_counts = comparison.count_impacts()
    counts_by_label = [(label, kinds[kind]) for kind, label in _KIND_LABELS.items()]
    counts_by_label += [(label, impact_counts[impact]) for impact, label in _IMPACT_LABELS.items()]
    phrases = [
        f"{page.texts.translate(label)}: {count}" for label, count in counts_by_label if count
    ]
    text = f"{comparison.old.release} → {comparison.new.release}"
    return nodes.paragraph("", " · ".join((text, *phrases)))


def _write_comparison(
    comparison: Comparison, page: PageWriter, schemas: Mapping[str, str]
) -> Iterator[nodes.Node]:
    """Yield the summary, the general changes, and a section for each kind of change."""
    yield _summarize(comparison, page)
    yield from (_write_change(change, page) for change in comparison.general_changes)
    sets_by_label = [
        (label, _select_kind(comparison.operations, kind)) for kind, label in _KIND_LABELS.items()
    ]
    # Schemas follow changed operations, with which they belong together.
    sets_by_label.insert(2, ("Schemas", _select_kind(comparison.components, "changed")))
    for label, sets in sets_by_label:
        if sets:
            items = (
                _write_item(change_set, page, schemas if label == "Schemas" else None)
                for change_set in sets
            )
            listing = nodes.bullet_list("", *items, bullet="-", classes=["docsnav-changes"])
            yield page.make_section(label, listing)


def _select_kind(sets: Iterable[ChangeSet], kind: str) -> list[ChangeSet]:
    """Return the changes of one kind, the strongest effect first."""
    return sorted(
        (change_set for change_set in sets if change_set.kind == kind),
        key=lambda change_set: -change_set.worst,
    )


def _write_item(
    change_set: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None
) -> nodes.list_item:
    """Return a list item for an operation or a component with its changes."""
    line = nodes.paragraph("", "", *_write_name(change_set, page, schemas))
    line += _write_impact(change_set.impact, page)
    item = nodes.list_item("", line)
    # What breaks clients comes first.
    if change_set.changes:
        changes = sorted(change_set.changes, key=lambda change: -change.impact)
        items = (nodes.list_item("", _write_change(change, page)) for change in changes)
        item += nodes.bullet_list("", *items, bullet="-", classes=["simple"])
    return item


def _write_name(
    change_set: ChangeSet, page: PageWriter, schemas: Mapping[str, str] | None
) -> Iterator[nodes.Node]:
    """Yield the name of an operation or a component with a link, and the users of a component."""
    # An operation is a reference that Sphinx resolves, a schema has a known page.
    if schemas is None:
        yield make_operation_link(change_set.name)
        return
    schema = nodes.literal(change_set.name, change_set.name)
    has_page = change_set.name in schemas
    yield SchemaLinkNode("", "", schema, docname=schemas[change_set.name]) if has_page else schema
    if change_set.users:
        yield nodes.Text(f" · {page.texts.translate('Used by')} ")
        # Many operations may use a component: a few are enough to recognize it.
        for number, name in enumerate(change_set.users[:_MAX_USERS]):
            yield from ([nodes.Text(", ")] if number else [])
            yield make_operation_link(name)
        hidden_count = len(change_set.users) - _MAX_USERS
        yield nodes.Text(f" + {hidden_count}" if hidden_count > 0 else "")


def _write_change(change: ApiChange, page: PageWriter) -> nodes.paragraph:
    """Return a change in one line: ``query limit maximum: 100 → 50``."""
    line = nodes.paragraph()
    # "Changed" needs no label, because most changes are.
    if change.kind != "changed":
        label = page.texts.translate(_KIND_LABELS[change.kind])
        line += [nodes.inline(label, label, classes=["docsnav-tag"]), nodes.Text(" ")]
    location = _LOCATION_LABELS.get(change.location, change.location)
    texts = [f"{page.texts.translate(location)} " if location else "", change.field, change.aspect]
    line += nodes.Text(texts[0])
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
    """Yield the label of an effect on clients, if there is one."""
    if impact in _IMPACT_LABELS:
        label = page.texts.translate(_IMPACT_LABELS[impact])
        css = ["docsnav-tag", f"docsnav-{impact.name.lower()}"]
        yield nodes.Text(" ")
        yield nodes.inline(label, label, classes=css)
