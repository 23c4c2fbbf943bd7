"""Samples of real specifications are run, and read back by the specification.

``DOCSNAV_SITES`` names the folder of the sites; ``DOCSNAV_SPECIFICATIONS`` may name further
files, separated by colons. ``DOCSNAV_OPERATIONS`` says how many operations of each file are
run (60), spread over the file.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi.echo_server import echo_server
from openapi.request_oracle import Oracle
from openapi.sample_runners import RUNNERS, Runner
from openapi.specs import site_specifications

from sphinx_docsnav.faults import Fault
from sphinx_docsnav.openapi import SampleSettings, Specifications, read_operation

SERVER = "https://api.example.com/case"
MOST = int(os.environ.get("DOCSNAV_OPERATIONS", "60"))


def _load(path: Path) -> dict[str, Any]:
    """Return a specification with one server and without samples of its own."""
    text = path.read_text("utf-8")
    value: dict[str, Any] = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    value["servers"] = [{"url": SERVER}]
    for item in value.get("paths", {}).values():
        item.pop("servers", None)
        for operation in item.values():
            if isinstance(operation, dict):
                for key in ("servers", "x-codeSamples", "x-code-samples"):
                    operation.pop(key, None)
    return json.loads(json.dumps(value, default=str))  # type: ignore[no-any-return]


def fill_placeholders(code: str) -> str:
    """Return *code* with something in place of what a reader fills in in the address."""
    return re.sub(
        re.escape(SERVER) + r"""[^"'\s]*""",
        lambda match: re.sub("[{}<>]", "", match[0]),
        code,
    )


@pytest.mark.sites
@pytest.mark.on_demand
@pytest.mark.parametrize("runner", RUNNERS.values(), ids=list(RUNNERS))
def test_samples_of_real_specifications_send_their_values(
    runner: Runner,
    tmp_path: Path,
    record_property: Any,  # noqa: ANN401 - pytest names no type
) -> None:
    files = site_specifications()
    if not files:
        pytest.skip("DOCSNAV_SITES and DOCSNAV_SPECIFICATIONS name no specification")
    if reason := runner.missing():
        pytest.skip(reason)
    codes: dict[str, str] = {}
    checks = []
    for number, path in enumerate(files):
        value = _load(path)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "openapi.json").write_text(json.dumps(value), "utf-8")
        faults: list[Fault] = []
        specification = Specifications(folder, faults.append).load("openapi.json")
        operations = [o for o in specification.operations if not o.webhook]
        step = max(1, len(operations) // MOST)
        for operation in operations[::step][:MOST]:
            content = read_operation(
                operation, lambda *_: None, samples=SampleSettings((runner.language,))
            )
            code = content.samples[0].code
            if code.startswith(("//", "#")):  # refused by the language, and said so
                continue
            name = str(len(codes))
            codes[name] = fill_placeholders(code)
            checks.append((name, Oracle(value), path, operation, content))
    (tmp_path / "run").mkdir()
    with echo_server() as server:
        told = runner.run(
            {n: c.replace(SERVER, f"{server.address}/{n}") for n, c in codes.items()},
            tmp_path / "run",
        )
    differences = []
    for name, oracle, path, operation, content in checks:
        received = server.take(name)
        where = f"{path.parts[-3]}/{path.name} {operation.name}"
        if received is None:
            differences.append(f"{where}: {len(server.received.get(name, []))} requests")
            continue
        found = oracle.differences(operation.path, operation.method, content, received)
        differences += [f"{where}: {difference}" for difference in found]
    record_property("operations", len(codes))
    print(f"{runner.language}: {len(codes)} operations of {len(files)} files")  # noqa: T201
    assert differences == [], told[:3000]
