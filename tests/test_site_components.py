"""Every component that real sites write is rendered, or named in one message."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from rendering import PlainHost

from sphinx_docsnav.components import builtin_registry
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.source import parse_mdx
from sphinx_docsnav.mdx.tags import Tag
from sphinx_docsnav.rendering.page_document import render_page

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


def written(source: object) -> Counter[str]:
    """Return the components whose tags stand in the page, with how often."""
    names: Counter[str] = Counter()
    todo = list(source.shown)  # type: ignore[attr-defined]  # an MdxSource
    while todo:
        token = todo.pop()
        todo += token.children or ()
        tag = token.meta.get("tag") if token.type in {"mdx_jsx", "mdx_jsx_open"} else None
        if isinstance(tag, Tag) and tag.name[:1].isupper():
            names[tag.name] += 1
    return names


@pytest.mark.parametrize("name", NAMES)
def test_no_component_of_a_site_is_lost_in_silence(name: str) -> None:
    root = FOLDER / name / "source"
    known = builtin_registry()
    silent: list[str] = []
    pages = sorted(root.rglob("*.mdx"))[::EVERY]
    assert pages
    for path in pages:
        docname = path.relative_to(root).with_suffix("").as_posix()
        source = parse_mdx(path.read_text("utf-8"))
        used = written(source)
        host = PlainHost(root, docname=docname)
        document = new_document(str(path), get_default_settings())
        folder = posixpath.dirname(docname)
        render_page(source, document, host, path=path, folder=folder, fallback_title="T")
        defined = {item.name for item in source.exports}
        for statement in source.imports:
            defined |= {statement.default, *(local for _name, local in statement.named)}
        told = Counter(
            tag
            for fault in host.faults
            if fault.kind is FaultKind.COMPONENT_UNKNOWN and fault.path == path
            for tag in re.findall(r"^<([^>]*)>", fault.message)
        )
        silent += [f"{docname}: <{tag}> twice" for tag, count in told.items() if count > 1]
        for tag in used.keys() - told.keys() - PLAIN:
            if known.find(tag) is None and tag.partition(".")[0] not in defined:
                silent.append(f"{docname}: <{tag}> {used[tag]} times")
    assert silent == []
