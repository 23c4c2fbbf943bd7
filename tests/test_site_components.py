"""Every component that real sites write is rendered, or named in one message."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from site_pages import SitePage, unknown_components

from sphinx_docsnav.components import make_builtin_registry

FOLDER = Path(os.environ.get("DOCSNAV_SITES", ""))
NAMES = sorted(path.parents[1].name for path in FOLDER.glob("*/source/docs.json"))
EVERY = int(os.environ.get("DOCSNAV_SITE_PAGES", "20"))
"""One page in so many is looked at; ``DOCSNAV_SITE_PAGES=1`` looks at all."""
PLAIN = frozenset({"Snippet", "Fragment", "React.Fragment", "Link"})
"""Names that are no components and need none."""

pytestmark = [
    pytest.mark.sites,
    pytest.mark.skipif(not NAMES, reason="DOCSNAV_SITES names no folder of sites"),
]


@pytest.mark.parametrize("name", NAMES)
def test_no_component_of_a_site_is_lost_in_silence(name: str) -> None:
    root = FOLDER / name / "source"
    known = make_builtin_registry()
    silent: list[str] = []
    paths = sorted(root.rglob("*.mdx"))[::EVERY]
    assert paths
    for path in paths:
        page = SitePage(root, path)
        used = page.components()
        _document, host = page.render()
        told = unknown_components(host, path)
        silent += [f"{page.docname}: <{tag}> twice" for tag, count in told.items() if count > 1]
        for tag in used.keys() - told.keys() - PLAIN:
            if known.find(tag) is None and tag.partition(".")[0] not in page.own_names:
                silent.append(f"{page.docname}: <{tag}> {used[tag]} times")
    assert silent == []
