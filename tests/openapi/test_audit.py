"""Every fact of the conformance specifications is on a page, or behind a link to a schema."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from openapi.audit import Audit, read
from sphinx_ext.building import Project

FOLDER = Path(__file__).parent / "conformance"
DOCS = json.dumps({"navigation": {"groups": [{"group": "A", "openapi": "openapi.yaml"}]}})


def build(root: Path, version: str) -> tuple[dict[str, Any], Path]:
    """Return a conformance specification and the folder of its pages."""
    project = Project(root)
    project.write({"docs.json": DOCS, "index.rst": "Start\n=====\n"})
    shutil.copy(FOLDER / f"v{version}.yaml", project.src / "openapi.yaml")
    return read(FOLDER / f"v{version}.yaml"), Path(project.build().app.outdir)


@pytest.mark.parametrize("version", ["3_0", "3_1"])
def test_every_fact_can_be_reached(tmp_path: Path, version: str) -> None:
    specification, out = build(tmp_path, version)
    assert list(Audit(specification, out).missing()) == []


def test_the_audit_finds_what_is_missing(tmp_path: Path) -> None:
    specification, out = build(tmp_path, "3_0")
    schemas = specification["components"]["schemas"]
    schemas["Loan"]["properties"]["unheard"] = {"type": "string", "maxLength": 98765}
    missing = {words for _, words in Audit(specification, out).missing()}
    assert missing == {"unheard", "98765"}
