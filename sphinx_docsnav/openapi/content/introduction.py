"""Reads the introduction of a specification: ``info``, servers, security schemes and tags."""

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


def read_introduction(specification: Specification, tell: ReportProblem) -> Introduction:
    """Return the introduction of *specification*."""
    reader = Reader(specification.resolver, tell)
    root = Located(specification.value, specification.document, ())
    info = reader.child(root, "info") or Located({}, specification.document, ("info",))
    components = reader.child(root, "components") or Located({}, specification.document, ())
    for part, kind in ((root, "specification"), (components, "components"), (info, "info")):
        check_fields(reader, part, kind)
    contact = reader.child(info, "contact")
    licence = reader.child(info, "license")
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
    """Return name, URL and e-mail address of a contact."""
    if contact is None:
        return "", "", ""
    return (
        reader.text(contact, "name"),
        reader.text(contact, "url"),
        reader.text(contact, "email"),
    )


def _read_licence(reader: Reader, licence: Located | None) -> tuple[str, str]:
    if licence is None:
        return "", ""
    name, spdx = reader.text(licence, "name"), reader.text(licence, "identifier")
    words = f"{name} ({spdx})" if spdx and spdx != name else name
    return words, reader.text(licence, "url")


def _read_docs(reader: Reader, owner: Located) -> tuple[str, str]:
    docs = reader.child(owner, "externalDocs")
    return (reader.text(docs, "url"), reader.text(docs, "description")) if docs else ("", "")


def _read_tags(
    reader: Reader, root: Located, specification: Specification
) -> Iterator[SpecificationTag]:
    known = set()
    for entry in reader.items(root, "tags"):
        name = reader.text(entry, "name")
        if not name or name in known:
            continue
        known.add(name)
        yield SpecificationTag(
            name,
            specification.tags.label(name),
            reader.text(entry, "description"),
            _read_docs(reader, entry),
        )
    for operation in specification.operations:
        if operation.group not in known:
            known.add(operation.group)
            label = specification.tags.label(operation.group)
            yield SpecificationTag(operation.group, label, "", ("", ""))
