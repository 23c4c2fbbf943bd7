"""Each value of a specification replaced by one of another type: nothing raises.

The specifications hold every object and keyword. ``python -m pytest -m on_demand
tests/openapi/test_any_value.py`` tries every replacement at every place; without it, each
place of the smallest one gets one of them.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import yaml
from tools.fuzz.fuzzers import read_specifications

from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.navigation.generated_pages import make_page_texts
from sphinx_docsnav.navigation.pipeline import load_site

FOLDER = Path(__file__).parent / "conformance"
ODD: tuple[object, ...] = (
    *({}, [], {"a": {"b": [1]}}, [{"a": 1}], None, True, 7, -1.5),
    *("", "x", "\ud800", 10**400),
)
"""One of each type, empty and not, and what an encoding or a conversion refuses."""
DOCS = '{"navigation": {"tabs": [{"tab": "API", "openapi": "openapi.json"}]}}'


def places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield the keys that lead to each value in *value*."""
    yield path
    if isinstance(value, dict):
        pairs: Any = value.items()
    else:
        pairs = enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from places(item, (*path, key))


def replaced(whole: object, path: Sequence[object], value: object) -> object:
    """Return a copy of *whole* with *value* at *path*."""
    root = [copy.deepcopy(whole)]
    holder: Any = root
    key: object = 0
    for step in path:
        holder, key = holder[key], step
    holder[key] = value
    return root[0]


def read_site(root: Path, specification: object) -> None:
    """Read all that a specification gives: operations, schemas, navigation and pages."""
    (root / "openapi.json").write_text(json.dumps(specification), "utf-8")
    (root / "docs.json").write_text(DOCS, "utf-8")
    read_specifications(root)
    faults: list[Fault] = []
    for text in make_page_texts(load_site(root, faults.append, keep_going=True)).values():
        text.encode()
    for fault in faults:
        fault_text(fault, root).encode()


def conformance(version: str) -> object:
    """Return a specification as JSON has it."""
    value = yaml.safe_load((FOLDER / f"{version}.yaml").read_text("utf-8"))
    return json.loads(json.dumps(value, default=str))


def failures(root: Path, cases: Iterator[tuple[Sequence[object], object]], whole: object) -> object:
    """Return the cases that raise, with what they raise."""
    found = []
    for path, value in cases:
        try:
            read_site(root, replaced(whole, path, value))
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is listed
            found.append((path, value, repr(error)))
    return found


@pytest.mark.slow
def test_no_type_of_value_raises(tmp_path: Path) -> None:
    whole = conformance("v3_2")
    cases = zip(places(whole), cycle(ODD), strict=False)
    assert failures(tmp_path, cases, whole) == []


@pytest.mark.on_demand
@pytest.mark.parametrize("version", ["v3_0", "v3_1", "v3_2"])
def test_no_value_raises_anywhere(version: str, tmp_path: Path) -> None:
    whole = conformance(version)
    cases = ((path, value) for path in places(whole) for value in ODD)
    assert failures(tmp_path, cases, whole) == []
