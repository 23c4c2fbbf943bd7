"""The visitors of our nodes, on a translator class that is made once per build.

Sphinx makes several translators for each page, and sets every visitor that
`Sphinx.add_node` was given as an attribute of each of them: about a hundred
bound methods, each a reference cycle for the garbage collector. Methods of a
class cost nothing per translator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.core.state import build_state

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_docsnav.components.component_nodes import HtmlOutput


class HtmlVisitors:
    """What the translator of a build gets, the project's, the theme's or the builder's own."""


class _HtmlNodes(dict[str, type["nodes.Element"]]):
    """The node classes of one build that write themselves as HTML, by name."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


def _open(out: HtmlOutput, node: nodes.Element) -> None:
    # Every class that is added here has one of the two.
    write = getattr(node, "write_html", None) or node.open_html  # type: ignore[attr-defined]
    write(out)


def _close(out: HtmlOutput, node: nodes.Element) -> None:
    node.close_html(out)  # type: ignore[attr-defined]  # as above


def add_html_nodes(app: Sphinx, classes: Iterable[type[nodes.Element]]) -> None:
    """Register nodes that write themselves: with ``open_html`` and ``close_html``."""
    known = build_state(app).slot(_HtmlNodes)
    for cls in classes:
        if cls.__name__ not in known:
            app.add_node(cls)
            known[cls.__name__] = cls


def choose_translator(app: Sphinx, *_arguments: object) -> None:
    """Give the translator class of the build the visitors of our nodes.

    Called at ``builder-inited`` and again at ``write-started``: a translator that
    another extension has set between the two gets the visitors, too.
    """
    builder = app.builder
    if builder.format != "html":
        return
    base = app.registry.get_translator_class(builder)
    if issubclass(base, HtmlVisitors):
        return
    visitors: dict[str, Any] = {"__module__": __name__, "__doc__": base.__doc__}
    for name in build_state(app).slot(_HtmlNodes):
        # Visitors of the translator itself win, like those of `Sphinx.add_node(override=True)`.
        visitors |= {
            f"{kind}_{name}": function
            for kind, function in (("visit", _open), ("depart", _close))
            if not hasattr(base, f"{kind}_{name}")
        }
    app.set_translator(
        builder.name, type(base.__name__, (HtmlVisitors, base), visitors), override=True
    )
