"""Making specifications in a folder."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.openapi import Specification, Specifications


def spec(paths: dict[str, Any] | None = None, **fields: object) -> dict[str, Any]:
    """Return an OpenAPI 3.1 object."""
    return {"openapi": "3.1.0", "info": {"title": "Pets"}, "paths": paths or {}, **fields}


def write(root: Path, **files: object) -> None:
    """Write JSON files; ``__`` in a name is a slash."""
    for name, value in files.items():
        path = root / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=1), "utf-8")


def site_specifications() -> list[Path]:
    """Return the specifications below ``DOCSNAV_SITES`` and those of ``DOCSNAV_SPECIFICATIONS``.

    The latter are paths that colons separate.
    """
    found = [Path(f) for f in os.environ.get("DOCSNAV_SPECIFICATIONS", "").split(":") if f]
    sites = os.environ.get("DOCSNAV_SITES", "")
    for path in sorted(Path(sites).glob("*/source/**/*")) if sites else ():
        if path.suffix in (".json", ".yaml", ".yml") and path.is_file():
            head = path.read_bytes()[:2000]
            if re.search(rb"""["']?openapi["']?\s*:\s*["']?3\.""", head):
                found.append(path)
    return found


class Told:
    """A report that keeps what it is told, as text."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines: list[str] = []

    def __call__(self, fault: Fault) -> None:
        self.lines.append(fault_text(fault, self.root))


def load(root: Path, value: object) -> tuple[Specification, list[str]]:
    """Return the specification *value*, and what was told of it."""
    write(root, openapi=value)
    told = Told(root)
    specification = Specifications(root, told).load("openapi.json")
    assert specification.operations is not None
    return specification, told.lines
