"""Components and endpoint pages in Sphinx: nodes, transforms and settings."""

from __future__ import annotations

import functools
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.docutils import register_node

from sphinx_docsnav import components
from sphinx_docsnav.components import import_component_modules, make_builtin_registry, markup
from sphinx_docsnav.components.component_nodes import Component, TitleNode
from sphinx_docsnav.core.plain import (
    EscapeFurtherIds,
    KeepOffline,
    LeaveOutPictures,
    SayPlainly,
    UnnestFootnotes,
)
from sphinx_docsnav.core.state import build_state

if TYPE_CHECKING:
    from sphinx_docsnav.components import Alias, Build, ComponentType, Props, Registry


class HtmlVisitors:
    """What the translator of a build gets, the project's, the theme's or the builder's own.

    Sphinx looks for a visitor of each class that a node is derived from, so that those of
    `Component` are called for all components, unless the translator has another one.
    """

    def visit_Component(self, node: Component) -> None:  # noqa: N802 -- the class's name
        """Write the start of *node*, or all of it; every class has one of the two methods."""
        write = getattr(node, "write_html", None) or node.open_html
        write(self)  # type: ignore[arg-type]  # a translator is what nodes need

    def depart_Component(self, node: Component) -> None:  # noqa: N802 -- the class's name
        """Write the end of *node*."""
        node.close_html(self)  # type: ignore[arg-type]  # as above

    # Nodes of docutils that write themselves.
    visit_PictureNode = visit_TableNode = visit_SampleCodeNode = visit_Component  # noqa: N815
    depart_PictureNode = depart_TableNode = depart_SampleCodeNode = depart_Component  # noqa: N815
    visit_OperationNameNode = visit_BareParagraphNode = visit_Component  # noqa: N815
    depart_OperationNameNode = depart_BareParagraphNode = depart_Component  # noqa: N815


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
    # The class keeps its name, which extensions look at.
    names: dict[str, Any] = {"__module__": __name__, "__doc__": base.__doc__}
    translator = type(base.__name__, (base, HtmlVisitors), names)  # visitors of its own win
    app.set_translator(builder.name, translator, override=True)


def _register_nodes(_app: Sphinx) -> None:
    """Register the nodes of components, which docutils' visitors of all nodes know then."""
    families = (family.NODES for family in import_component_modules())
    endpoints = import_module("sphinx_docsnav.endpoints.markup_parts").NODES
    for cls in (TitleNode, *markup.NODES, *chain.from_iterable(families), *endpoints):
        register_node(cls)  # a project may have added it, with a visitor of its own


def use_components(app: Sphinx) -> None:
    """Make docutils know the nodes of components, before a document has some."""
    build_state(app).slot(_register_nodes)


def registry_of(app: Sphinx) -> Registry:
    """Return the component table of a build, made on first use."""
    use_components(app)
    registry = make_builtin_registry()
    registry.add(build_state(app).slot(_make_added_components).values())
    registry.aliases.update(
        {name: _read_alias(value) for name, value in app.config.docsnav_components.items()}
    )
    return registry


def _read_alias(value: str | dict[str, Any]) -> Alias:
    if isinstance(value, str):
        return components.Alias(value)
    return components.Alias(value["component"], value.get("props", {}))


def add_component(
    app: Sphinx, name: str, build: Build, *, props: type[Props] | None = None, **options: object
) -> None:
    """Add a component, or replace one of ours: ``app.add_docsnav_component``.

    :param name: the tag's name; ``Tree.File`` is one name.
    :param build: takes a `Context`, the properties and the children as nodes,
        and returns nodes.
    :param props: a class derived from `Props` with the tag's attributes;
        ``snake_case`` fields are read from ``camelCase`` attributes.
    :param options: other fields of `ComponentType`.
    """
    added = components.ComponentType(name, build, props or components.Props, **options)  # type: ignore[arg-type]  # the caller's types apply
    build_state(app).slot(_make_added_components)[name] = added


def _make_added_components(_app: Sphinx) -> dict[str, ComponentType]:
    """Return the table of the components that other extensions add to one build, by name."""
    return {}


def _import_mdx_lexer(**options: object) -> object:
    """Return the lexer of MDX, imported when a block of code needs it."""
    return import_module("sphinx_docsnav.components.code").MdxLexer(**options)


def setup_components(app: Sphinx) -> None:
    """Register the transforms of components, and what other extensions add them with."""
    app.add_lexer("mdx", _import_mdx_lexer)  # type: ignore[arg-type]  # Sphinx calls it
    app.add_post_transform(SayPlainly)
    app.add_post_transform(KeepOffline)
    app.add_post_transform(LeaveOutPictures)
    app.add_post_transform(UnnestFootnotes)
    app.add_post_transform(EscapeFurtherIds)
    app.__dict__["add_docsnav_component"] = functools.partial(add_component, app)
