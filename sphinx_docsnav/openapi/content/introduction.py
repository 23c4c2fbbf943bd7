"""The introduction of an API: ``info``, servers, security schemes and tags."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_docsnav.openapi.content.access import read_schemes, read_servers
from sphinx_docsnav.openapi.content.page_values import (
    Introduction,
    SpecificationTag,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, ReportProblem, check_fields
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
        _read_docs(reader, root),
        read_servers(reader, (root,), base),
        read_schemes(reader, root),
        tuple(_read_tags(reader, root, specification)),
    )


def _read_contact(reader: Reader, contact: Located | None) -> tuple[str, str, str]:
    """Return name, URL and e-mail address of a contact; empty texts for what is missing."""
    if contact is None:
        return "", "", ""
    return (
        reader.text(contact, "name"),
        reader.text(contact, "url"),
        reader.text(contact, "email"),
    )


def _read_licence(reader: Reader, licence: Located | None) -> tuple[str, str]:
    """Return the name of a licence with its SPDX identifier, and its URL."""
    if licence is None:
        return "", ""
    name, spdx = reader.text(licence, "name"), reader.text(licence, "identifier")
    label = f"{name} ({spdx})" if spdx and spdx != name else name
    return label, reader.text(licence, "url")


def _read_docs(reader: Reader, owner: Located) -> tuple[str, str]:
    """Return URL and description of the external documentation of *owner*."""
    docs = reader.child(owner, "externalDocs")
    return (reader.text(docs, "url"), reader.text(docs, "description")) if docs else ("", "")


def _read_tags(
    reader: Reader, root: Located, specification: Specification
) -> Iterator[SpecificationTag]:
    """Yield the tags of the list ``tags``, then those that only operations name."""
    listed_names = set()
    for entry in reader.items(root, "tags"):
        name = reader.text(entry, "name")
        if not name or name in listed_names:
            continue
        listed_names.add(name)
        yield SpecificationTag(
            name,
            specification.tags.label(name),
            reader.text(entry, "description"),
            _read_docs(reader, entry),
        )
    # Tags that are only used have no description.
    for operation in specification.operations:
        if operation.group not in listed_names:
            listed_names.add(operation.group)
            label = specification.tags.label(operation.group)
            yield SpecificationTag(operation.group, label, "", ("", ""))
