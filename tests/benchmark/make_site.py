"""Make a documentation site of any size, for timing and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

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


def write_site(folder: Path, pages: int, *, plain: bool) -> None:
    """Write *pages* reStructuredText documents to *folder*.

    A plain site has a toctree in its index, the other one a docs.json.
    """
    folder.mkdir(parents=True)
    names = [_docname(number) for number in range(pages)]
    for number, name in enumerate(names):
        path = folder / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(number, names), encoding="utf-8")
    toctree = "\n.. toctree::\n   :hidden:\n   :glob:\n\n   tab*/**\n" if plain else ""
    (folder / "index.rst").write_text(f"Start\n=====\n{toctree}", encoding="utf-8")
    if plain:
        return
    navigation = {"tabs": [_tab(number, names) for number in range(TABS)]}
    (folder / "docs.json").write_text(json.dumps({"navigation": navigation}), encoding="utf-8")


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
