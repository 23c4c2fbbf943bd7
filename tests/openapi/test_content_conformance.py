"""Every object and keyword of OpenAPI 3.0, 3.1 and 3.2, and what the page says about each.

The specifications are in ``conformance/``; beside each one is the whole text
of its page, to be read and agreed to when it changes.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from openapi.page_text import find, page_text

FOLDER = Path(__file__).parent / "conformance"
PAGES = (
    ("v3_0", "post /books/{book}/loans"),
    ("v3_0", "get /books/{book}"),
    ("v3_1", "put /shelf"),
    ("v3_1", "webhook shelfFull"),
    ("v3_2", "query /search"),
    ("v3_2", "REINDEX /search"),
)


@pytest.mark.parametrize(("version", "operation"), PAGES)
def test_the_page_says_everything(version: str, operation: str, tmp_path: Path) -> None:
    shutil.copy(FOLDER / f"{version}.yaml", tmp_path / "openapi.yaml")
    name = operation.replace(" /", "-").replace("/", "-").replace("{", "").replace("}", "")
    expected = FOLDER / f"{version}-{name.replace(' ', '-').lower()}.txt"
    assert page_text(find(tmp_path, operation)) == expected.read_text("utf-8")
