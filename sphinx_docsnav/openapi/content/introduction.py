"""The introduction of an API: ``info``, servers, security schemes and tags."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_docsnav.data_files.json_values import as_text
from sphinx_docsnav.messages import describe, quote
from sphinx_docsnav.openapi.content.access import read_schemes, read_servers
from sphinx_docsnav.openapi.content.page_values import (
    Introduction,
    SpecificationTag,
)
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    ReportProblem,
    check_fields,
    read_docs,
    suggest_value,
)
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Specification


def read_introduction(specification: Specification, report_problem: ReportProblem) -> Introduction:
    """Return the introduction of *specification*."""
    reader = Reader(specification.resolver, report_problem)
    root = Located(specification.value, specification.document, ())
    info = reader.child(root, "info") or Located({}, specification.document, ("info",))
    components = reader.child(root, "components") or Located({}, specification.document, ())
    for part, kind in ((root, "specification"), (components, "components"), (info, "info")):
        check_fields(reader, part, kind)
    _check_tag_groups(reader, root, specification)
    contact = reader.child(info, "contact")
    licence = reader.child(info, "license")
    # Relative URLs of servers refer to a remote specification.
    base = root.document.name if "://" in root.document.name else ""
    return Introduction(
        " ".join(reader.text(info, "summary").split()),
        reader.text(info, "description"),
        reader.text(info, "version"),
        reader.text(info, "termsOfService"),
        _read_contact(reader, contact),
        _read_licence(reader, licence),
        read_docs(reader, root),
        read_servers(reader, (root,), base),
        read_schemes(reader, root),
        tuple(_read_tags(reader, root, specification)),
    )


def _check_tag_groups(reader: Reader, root: Located, specification: Specification) -> None:
    """Report mistakes in ``x-tagGroups``, whose groups are in the navigation."""
    used = {tag for operation in specification.operations for tag in operation.tags}
    tag_names = {*specification.tags, *used}
    for entry in reader.items(root, "x-tagGroups"):
        if not reader.text(entry, "name"):
            reader.report("this group of tags has no 'name'; left out; add one", entry)
        for tag in reader.items(entry, "tags"):
            name = as_text(tag.value)
            if name not in tag_names:
                hint = suggest_value(name, tag_names) or "correct it"
                reader.report(f"no tag is called {quote(name)}; left out; {hint}", tag)


def _read_contact(reader: Reader, contact: Located | None) -> tuple[str, str, str]:
    """Return name, URL and e-mail address of a contact; empty texts for what is missing."""
    if contact is None:
        return "", "", ""
    check_fields(reader, contact, "contact")
    return (
        reader.text(contact, "name"),
        reader.text(contact, "url"),
        reader.text(contact, "email"),
    )


def _read_licence(reader: Reader, licence: Located | None) -> tuple[str, str]:
    """Return the name of a licence with its SPDX identifier, and its URL."""
    if licence is None:
        return "", ""
    check_fields(reader, licence, "license")
    name, spdx = reader.text(licence, "name"), reader.text(licence, "identifier")
    label = f"{name} ({spdx})" if spdx and spdx != name else name
    return label, reader.text(licence, "url")


def _read_tags(
    reader: Reader, root: Located, specification: Specification
) -> Iterator[SpecificationTag]:
    """Yield the tags of the list ``tags``, then those that only operations name."""
    listed_names = set()
    for entry in reader.items(root, "tags"):
        if not isinstance(entry.value, dict):
            message = f"expected an object in 'tags', found {describe(entry.value)}; left out"
            reader.report(f"{message}; write the name of the tag in its 'name'", entry)
            continue
        mistakes = check_fields(reader, entry, "tag")
        name = reader.text(entry, "name")
        if not name:
            if not mistakes.include("name"):
                reader.report("this tag has no 'name'; left out; add one", entry)
            continue
        if name in listed_names:
            message = f"tag {quote(name)} is listed already; this entry is left out"
            reader.report(f"{message}; remove it, or rename one of them", entry)
            continue
        listed_names.add(name)
        yield SpecificationTag(
            name,
            specification.tags.label(name),
            reader.text(entry, "description"),
            read_docs(reader, entry),
        )
    # Tags that are only used have no description.
    for operation in specification.operations:
        if operation.group not in listed_names:
            listed_names.add(operation.group)
            label = specification.tags.label(operation.group)
            yield SpecificationTag(operation.group, label, "", ("", ""))
