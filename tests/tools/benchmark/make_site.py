"""Make a documentation site of any size, for timing and nothing else."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TABS = 8
"""Tabs of the site."""
GROUP = 12
"""Pages of a nested group."""
NESTED = 4
"""Nested groups of a top-level group."""

_PARAGRAPH = (
    "The worker takes the next job from the queue, writes down when it began and hands it to the "
    "runner; a job that fails three times is set aside, and its owner is told where to look."
)


def write_site(folder: Path, pages: int, *, plain: bool, markup: str = "rst") -> None:
    """Write *pages* documents to *folder*, with the same text in every markup.

    :param plain: the index has a toctree; otherwise the site has a docs.json.
    :param markup: the suffix of the pages: ``rst``, ``md`` or ``mdx``.
    """
    names = write_pages(folder, pages, markup)
    index = folder / f"index.{markup}"
    toctree = ""
    if plain and markup == "rst":
        toctree = "\n.. toctree::\n   :hidden:\n   :glob:\n\n   tab*/**\n"
    elif plain:
        toctree = "\n```{toctree}\n:hidden:\n:glob:\n\ntab*/**\n```\n"
    title = "Start\n=====\n" if markup == "rst" else "# Start\n"
    index.write_text(f"{title}{toctree}", encoding="utf-8")
    if not plain:
        navigation = {"tabs": [_tab(number, names) for number in range(TABS)]}
        (folder / "docs.json").write_text(json.dumps({"navigation": navigation}), encoding="utf-8")


def write_pages(folder: Path, pages: int, markup: str) -> list[str]:
    """Write *pages* documents to *folder*, and return their names without suffix."""
    names = [_docname(number) for number in range(pages)]
    for number, name in enumerate(names):
        path = folder / f"{name}.{markup}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page_text(number, names, markup), encoding="utf-8")
    return names


def page_text(number: int, names: list[str], markup: str) -> str:
    """Return the text of a page, which links to others of *names*."""
    return _text(number, names) if markup == "rst" else _markdown(number, names)


def write_peer_settings(folder: Path, names: list[str]) -> None:
    """Write the navigation of the site for MkDocs, Zensical and sphinx-external-toc."""
    tabs = [_tab(number, names) for number in range(TABS)]
    settings: dict[str, object] = {
        "site_name": "Benchmark",
        "theme": {"name": "material", "features": ["navigation.tabs", "navigation.prune"]},
        "plugins": ["search"],
        "markdown_extensions": ["pymdownx.highlight", "pymdownx.superfences", "tables"],
        "nav": [{str(tab["tab"]): _mkdocs(tab)} for tab in tabs],
    }
    # JSON is YAML, and quicker to write.
    (folder / "mkdocs.yml").write_text(json.dumps(settings), encoding="utf-8")
    entries = [entry for tab in tabs for entry in _external(tab)]
    toc = {"root": "index", "subtrees": entries}
    (folder / "docs" / "_toc.yml").write_text(json.dumps(toc), encoding="utf-8")


def _mkdocs(element: Mapping[str, object]) -> list[object]:
    children = element.get("groups") or element.get("pages")
    items: list[Any] = children if isinstance(children, list) else []
    return [
        f"{item}.md" if isinstance(item, str) else {item["group"]: _mkdocs(item)} for item in items
    ]


def _external(element: Mapping[str, object]) -> list[object]:
    """Return a subtree for each innermost group; external-toc has no groups without a page."""
    children = element.get("groups") or element.get("pages")
    items: list[Any] = children if isinstance(children, list) else []
    pages = [{"file": item} for item in items if isinstance(item, str) and item != "index"]
    label = element.get("group")
    own: list[object] = [{"caption": label, "entries": pages}] if pages else []
    return own + [entry for item in items if not isinstance(item, str) for entry in _external(item)]


def _docname(number: int) -> str:
    return f"tab{number % TABS}/part{number // (TABS * GROUP * NESTED)}/page{number}"


def _tab(tab: int, names: list[str]) -> dict[str, object]:
    own = names[tab::TABS]
    nested = [own[start : start + GROUP] for start in range(0, len(own), GROUP)]
    groups = []
    for start in range(0, len(nested), NESTED):
        inner = [
            {"group": f"Group {start + place}", "pages": pages}
            for place, pages in enumerate(nested[start : start + NESTED])
        ]
        groups.append({"group": f"Part {start // NESTED}", "pages": inner})
    if tab == 0:
        groups.insert(0, {"group": "Start", "pages": ["index"]})
    return {"tab": f"Tab {tab}", "groups": groups}


def _text(number: int, names: list[str]) -> str:
    title = f"Page {number} of the handbook"
    parts = [title, "=" * len(title), "", _PARAGRAPH, ""]
    for section in range(4):
        heading = f"Step {section} of page {number}"
        other = names[(number * 7 + section * 31) % len(names)]
        parts += [heading, "-" * len(heading), "", _PARAGRAPH, ""]
        parts += [f"See also :doc:`/{other}`.", "", _PARAGRAPH, ""]
        if section % 2:
            parts += [".. code-block:: python", "", f"   queue.take(job={number})", ""]
    parts += [".. list-table::", ""]
    parts += [f"   * - setting {row}\n     - value {row * number}" for row in range(4)]
    return "\n".join(parts) + "\n"


def _markdown(number: int, names: list[str]) -> str:
    folder = names[number].rpartition("/")[0]
    parts = [f"# Page {number} of the handbook", "", _PARAGRAPH, ""]
    for section in range(4):
        other = names[(number * 7 + section * 31) % len(names)]
        parts += [f"## Step {section} of page {number}", "", _PARAGRAPH, ""]
        target = posixpath.relpath(f"{other}.md", folder)
        parts += [f"See also [page {other}]({target}).", "", _PARAGRAPH, ""]
        if section % 2:
            parts += ["```python", f"queue.take(job={number})", "```", ""]
    parts += ["| setting | value |", "| --- | --- |"]
    parts += [f"| setting {row} | value {row * number} |" for row in range(4)]
    return "\n".join(parts) + "\n"
