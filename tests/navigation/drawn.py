"""Small sites, drawn as text."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.navigation import Site, load_site, tree_as_text


def make(root: Path, navigation: object, files: dict[str, object]) -> Path:
    """Write a site: docs.json, pages as front matter and text, specifications as objects.

    A page without a suffix is an ``.mdx`` file, whose text is its title.
    """
    root.mkdir(parents=True, exist_ok=True)
    (root / "docs.json").write_text(json.dumps({"navigation": navigation}, indent=1), "utf-8")
    for name, content in files.items():
        path = root / name
        text = content if isinstance(content, str) else json.dumps(content)
        if not path.suffix:
            path = path.with_name(f"{path.name}.mdx")
            text = f"---\ntitle: {text}\n---\n" if text else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def load(root: Path) -> tuple[Site, list[str]]:
    """Return the site in *root*, and what was told of it but docs.json's own matters."""
    faults: list[Fault] = []
    site = load_site(root, faults.append, keep_going=True)
    return site, [fault_text(fault, root) for fault in faults]


def drawing(site: Site) -> str:
    """Return the tree as text."""
    return tree_as_text(site)


def tree(text: str) -> str:
    """Return a drawing as it stands in a test."""
    return dedent(text).lstrip("\n")
