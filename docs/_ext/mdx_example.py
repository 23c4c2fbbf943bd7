"""A fence ``mdx example`` in an MDX page: its text as code, and what the text makes, together.

The text stands in the page once. Before the page is read, the fence becomes a
tag ``<Example>`` that holds the bare text and has it as an attribute, too; the
component ``Example``, added as any extension may add one, shows both in a box.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components import Context, Props, add_component

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FENCE = re.compile(r"^(`{3,})mdx example\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)


class ExampleProps(Props):
    """Properties of Example."""

    source: str = ""
    """The text, as the page has it."""


def show_twice(_app: Sphinx, _docname: str, content: list[str]) -> None:
    """Put the text of each example into its tag, and into an attribute of the tag."""

    def example(fence: re.Match[str]) -> str:
        text = fence[2]
        return f"<Example source={{{json.dumps(text)}}}>\n\n{text}\n\n</Example>"

    content[0] = _FENCE.sub(example, content[0])


def build_example(
    _context: Context, props: ExampleProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the block of code and the box of what it makes."""
    source = nodes.literal_block(props.source, props.source, language="html", force=True)
    return [
        nodes.container(
            "",
            nodes.container("", source),
            nodes.container("", *children, classes=["docsnav-mdx-result"]),
            classes=["docsnav-mdx-example"],
        )
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the component and the step before reading."""
    add_component(app, "Example", build_example, props=ExampleProps)
    app.connect("source-read", show_twice)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
