"""The tables of names: each name is one that its source publishes."""

from __future__ import annotations

import pytest
from tools.names import TABLES, TESTED_LISTS, Table, list_schema_fields, read_list

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.vocabulary.html_names import COMPONENT_NAMES


@pytest.mark.parametrize(
    "table",
    [table for table in TABLES if table.source in TESTED_LISTS],
    ids=lambda table: table.name,
)
def test_every_name_of_a_table_is_a_published_one(table: Table) -> None:
    assert sorted(table.names - read_list(table.source)) == []


def test_the_schema_of_docs_json_has_every_field_of_the_format() -> None:
    fields = list_schema_fields()
    # A field that may have any value has none below it in the schema.
    with_fields = {field.rpartition(".")[0] for field in fields}
    assert [
        field
        for field in sorted(read_list("docs-json-fields"))
        if field not in fields and field.rpartition(".")[0] in {"", *with_fields}
    ] == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_no_name_of_a_table_is_half_a_name(table: Table) -> None:
    assert table.names
    assert [name for name in table.names if name.endswith("-") or name != name.strip()] == []


def test_the_components_that_have_names_are_those_that_are_registered() -> None:
    assert set(make_builtin_registry().types) == COMPONENT_NAMES
