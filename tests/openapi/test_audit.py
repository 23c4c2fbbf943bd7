"""Every fact of the conformance specifications is on a page, or behind a link to a schema."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from building import Project
from openapi.specs import site_specifications
from tools.openapi_audit import Audit, read

FOLDER = Path(__file__).parent / "conformance"


def build(root: Path, version: str) -> tuple[dict[str, Any], Path]:
    """Return a conformance specification and the folder of its pages."""
    return build_pages(root, FOLDER / f"v{version}.yaml")


def build_pages(root: Path, file: Path) -> tuple[dict[str, Any], Path]:
    """Return the specification *file* and the folder of its pages."""
    project = Project(root)
    name = f"openapi{file.suffix}"
    docs = {"navigation": {"groups": [{"group": "A", "openapi": name}]}}
    project.write({"docs.json": json.dumps(docs), "index.rst": "Start\n=====\n"})
    shutil.copy(file, project.src / name)
    return read(file), Path(project.build().app.outdir)


@pytest.mark.parametrize("version", ["3_0", "3_1"])
def test_every_fact_can_be_reached(tmp_path: Path, version: str) -> None:
    specification, out = build(tmp_path, version)
    assert list(Audit(specification, out).find_missing()) == []


def test_the_audit_finds_what_is_missing(tmp_path: Path) -> None:
    specification, out = build(tmp_path, "3_0")
    schemas = specification["components"]["schemas"]
    schemas["Loan"]["properties"]["unheard"] = {"type": "string", "maxLength": 98765}
    missing = {words for _, words in Audit(specification, out).find_missing()}
    assert missing == {"unheard", "98765"}


@pytest.mark.sites
@pytest.mark.on_demand
def test_every_fact_of_real_specifications_can_be_reached(tmp_path: Path) -> None:
    files = site_specifications()
    if not files:
        pytest.skip("DOCSNAV_SITES and DOCSNAV_SPECIFICATIONS name no specification")
    missing, facts, operations = [], 0, 0
    for number, file in enumerate(files):
        specification, out = build_pages(tmp_path / str(number), file)
        audit = Audit(specification, out)
        missing += [(str(file), *fact) for fact in audit.find_missing()]
        facts += audit.fact_count
        operations += len(audit.page_by_anchor)
        shutil.rmtree(tmp_path / str(number))
    print(f"{facts} facts, {operations} operations, {len(files)} files")  # noqa: T201
    assert missing == []
