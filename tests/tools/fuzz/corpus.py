"""What cases are made of: pages, front matter, docs.json files and specifications.

The project's own examples always; the real sites below the folder that the
environment variable ``DOCSNAV_SITES`` names, if they are wanted. Cases of CI use
the own ones alone, so that a seed means the same cases on every machine.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from components.constructs import BLOCKS, LINES

TESTS = Path(__file__).parents[2]
LARGEST = 300_000
"""Characters of a file; larger ones are not read, for the time that each case would take."""
_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_BLANK = re.compile(r"\n{2,}")


@dataclass(frozen=True)
class Corpus:
    """Parts of existing files, in a fixed order."""

    blocks: tuple[str, ...]
    """Parts of pages between blank lines."""
    front_matter: tuple[str, ...]
    """The lines between the two ``---`` of pages."""
    docs: tuple[Any, ...]
    """The values of docs.json files."""
    specifications: tuple[Any, ...]
    """The values of OpenAPI specifications."""


def read_corpus(*, real_sites: bool) -> Corpus:
    """Return the corpus of this project, with the real sites if they are wanted and present."""
    roots = [TESTS / "sites", TESTS / "faults", TESTS / "openapi" / "conformance"]
    if real_sites and os.environ.get("DOCSNAV_SITES"):
        roots.append(Path(os.environ["DOCSNAV_SITES"]))
    pages = list(_texts(roots, "*.mdx"))
    blocks = [part for page in pages for part in _BLANK.split(page) if len(part) < 2000]
    return Corpus(
        tuple(dict.fromkeys([*BLOCKS.values(), *LINES.values(), *blocks])),
        tuple(dict.fromkeys(match[1] for page in pages if (match := _FRONT.match(page)))),
        tuple(_values(_texts(roots, "docs.json"))),
        tuple(
            value
            for value in _values([*_texts(roots, "*.json"), *_texts(roots, "v3_*.yaml")])
            if isinstance(value, dict) and "openapi" in value
        ),
    )


def _texts(roots: list[Path], pattern: str) -> Iterator[str]:
    for root in roots:
        for path in sorted(root.rglob(pattern)):
            if path.is_file() and path.stat().st_size < LARGEST:
                yield path.read_text("utf-8", "replace")


def _values(texts: Iterator[str] | list[str]) -> Iterator[Any]:
    for text in texts:
        try:
            yield json.loads(text)
        except ValueError:
            if text.startswith("openapi:"):
                yield yaml.safe_load(text)
