"""Components and endpoint pages in Sphinx: nodes, transforms and settings."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.components import (
    FAMILIES,
    Alias,
    Build,
    ComponentType,
    Props,
    Registry,
    builtin_registry,
    markup,
)
from sphinx_docsnav.components.code import MdxLexer
from sphinx_docsnav.components.component_nodes import TitleNode
from sphinx_docsnav.core.plain import (
    EscapeFurtherIds,
    KeepOffline,
    LeaveOutPictures,
    SayPlainly,
    UnnestFootnotes,
)
from sphinx_docsnav.core.reading.heading_collector import HeadingCollector
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.endpoints.markup_parts import NODES as ENDPOINT_NODES

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


def registry_of(app: Sphinx) -> Registry:
    """Return the component table of a build, made on first use."""
    registry = builtin_registry()
    registry.add(build_state(app).slot(_AddedComponents).values())
    registry.aliases.update(
        {name: _alias(value) for name, value in app.config.docsnav_components.items()}
    )
    return registry


def _alias(value: str | dict[str, Any]) -> Alias:
    if isinstance(value, str):
        return Alias(value)
    return Alias(value["component"], value.get("props", {}))


def add_component(
    app: Sphinx, name: str, build: Build, *, props: type[Props] = Props, **options: object
) -> None:
    """Add a component, or replace one of ours: ``app.add_docsnav_component``.

    :param name: the tag's name; ``Tree.File`` is one name.
    :param build: takes a `Context`, the properties and the children as nodes,
        and returns nodes.
    :param props: a class derived from `Props` with the tag's attributes;
        ``snake_case`` fields are read from ``camelCase`` attributes.
    :param options: other fields of `ComponentType`.
    """
    build_state(app).slot(_AddedComponents)[name] = ComponentType(name, build, props, **options)  # type: ignore[arg-type]  # the caller's types apply


class _AddedComponents(dict[str, ComponentType]):
    """The components that other extensions add to one build, by name."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


def _add_nodes(app: Sphinx) -> None:
    classes: list[type[nodes.Element]] = [TitleNode, *markup.NODES]
    for family in FAMILIES:
        classes.extend(family.NODES)
    classes += ENDPOINT_NODES
    add_html_nodes(app, classes)


def setup_components(app: Sphinx) -> None:
    """Register nodes, transforms and settings of components."""
    _add_nodes(app)
    app.add_lexer("mdx", MdxLexer)
    app.add_post_transform(SayPlainly)
    app.add_post_transform(KeepOffline)
    app.add_post_transform(LeaveOutPictures)
    app.add_post_transform(UnnestFootnotes)
    app.add_post_transform(EscapeFurtherIds)
    app.__dict__["add_docsnav_component"] = functools.partial(add_component, app)
    app.add_env_collector(HeadingCollector)
