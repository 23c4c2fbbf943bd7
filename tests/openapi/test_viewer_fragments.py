"""Fragments that viewers of specifications understand."""

from __future__ import annotations

import pytest

from sphinx_docsnav.openapi.mentions import find_viewed_parts, fold_heading


@pytest.mark.parametrize(
    ("fragment", "parts"),
    [
        ("operation/listPets", ["operation listPets"]),
        ("tag/Pets/operation/listPets", ["operation listPets"]),
        ("tag/Pets/paths/~1pets~1{id}/get", ["operation get /pets/{id}"]),
        ("tag/pets/GET/pets/{id}", ["operation GET /pets/{id}"]),
        ("tag/Pets", ["tag Pets"]),
        ("section/Start/Your-first-pet", ["section Your-first-pet"]),
        ("/Pets/listPets", ["operation listPets"]),
        ("/Pets", ["tag Pets"]),
        ("/operations/listPets", ["operation listPets", "operation listPets"]),
        ("/schemas/Pet", ["schema Pet", "operation Pet"]),
        ("model/Pet", ["schema Pet"]),
        ("parameters", []),
        ("tag/", []),
        ("/", []),
        ("", []),
    ],
)
def test_a_fragment_names_parts(fragment: str, parts: list[str]) -> None:
    assert [f"{part.kind.value} {part.name}" for part in find_viewed_parts(fragment)] == parts


def test_names_are_compared_as_viewers_write_them() -> None:
    assert fold_heading("Your first pet!") == fold_heading("Your-first-pet")
    assert fold_heading("Pets") != fold_heading("Pet")
