"""A fence ``mdx example`` in an MDX page: its text as code, and what the text makes, together.

The text stands in the page once. Before the page is read, the fence becomes a
tag ``<Example>`` with the fence and then the bare text in it; the component
``Example``, added as any extension may add one, puts a box around the two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.registry import Context, Props

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FENCE = re.compile(r"^(`{3,})mdx example\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)


def show_twice(_app: Sphinx, _docname: str, content: list[str]) -> None:
    """Put the text of each example below its fence."""
    content[0] = _FENCE.sub(r"<Example>\n\n\1mdx\n\2\n\1\n\n\2\n\n</Example>", content[0])


def build_example(
    _context: Context, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the block of code and the box of what it makes."""
    source, *result = children
    return [
        nodes.container(
            "",
            nodes.container("", source),
            nodes.container("", *result, classes=["docsnav-mdx-result"]),
            classes=["docsnav-mdx-example"],
        )
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the component and the step before reading."""
    app.add_docsnav_component("Example", build_example)  # type: ignore[attr-defined]  # sphinx_docsnav adds it
    app.connect("source-read", show_twice)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
