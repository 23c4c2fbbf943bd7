"""``<Heading>``, ``<Variation>`` and ``<Banner>``."""

from __future__ import annotations

from pathlib import Path

from rendering import render

from sphinx_docsnav.components.admonitions import CalloutNode
from sphinx_docsnav.components.markup import HeadingNode
from sphinx_docsnav.components.tabs import TabLabelNode, TabSetNode


def test_a_heading_has_its_level_and_an_anchor_unless_it_says_so(tmp_path: Path) -> None:
    text = (
        "# T\n\n<Heading level={3}>One *two*</Heading>\n\n<Heading level={2} noAnchor>\nThree\n"
        "</Heading>\n\n<Heading level={9}>Four</Heading>\n"
    )
    page = render(tmp_path, text)
    assert page.host.faults == []
    found = [
        (node["level"], node["ids"], node.astext()) for node in page.document.findall(HeadingNode)
    ]
    assert found == [(3, ["one-two"], "One two"), (2, [], "Three"), (2, ["four"], "Four")]


def test_variations_that_follow_each_other_are_tabs(tmp_path: Path) -> None:
    text = (
        '# T\n\n<Variation id="plain-text">\n\nOne.\n\n</Variation>\n\n'
        '<Variation id="b" label="Rich">\n\nTwo.\n\n</Variation>\n'
    )
    page = render(tmp_path, text)
    assert page.host.faults == []
    assert len(list(page.document.findall(TabSetNode))) == 1
    assert [node.astext() for node in page.document.findall(TabLabelNode)] == ["Plain text", "Rich"]


def test_a_banner_in_a_page_is_a_box(tmp_path: Path) -> None:
    page = render(
        tmp_path, '# T\n\n<Banner content="Version *2*" />\n\n<Banner>\nText.\n</Banner>\n'
    )
    assert page.host.faults == []
    assert [node.astext() for node in page.document.findall(CalloutNode)] == ["Version 2", "Text."]
