"""The components of a page, and how Sphinx learns of them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.config import ENUM

from sphinx_docsnav.components import (
    accordion,
    admonitions,
    cards,
    codegroup,
    fields,
    frame,
    inline,
    markup,
    misc,
    steps,
    tabs,
    tree,
    update,
)
from sphinx_docsnav.components.crossref import resolve_link
from sphinx_docsnav.components.lexer import MdxLexer
from sphinx_docsnav.components.nodes import Component, HtmlOutput, TitleNode
from sphinx_docsnav.components.plain import KeepOffline, LeaveOutPictures, SayPlainly, UseMermaid
from sphinx_docsnav.components.registry import Build, ComponentType, Context, Props, Registry
from sphinx_docsnav.mdx.toc import HeadingCollector

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

__all__ = [
    "Build",
    "ComponentType",
    "Context",
    "Props",
    "Registry",
    "add_component",
    "builtin_registry",
    "registry_of",
    "setup",
]

_FAMILIES = (
    admonitions,
    cards,
    tabs,
    steps,
    accordion,
    codegroup,
    fields,
    frame,
    update,
    tree,
    inline,
    misc,
)
_additions: WeakKeyDictionary[Sphinx, dict[str, ComponentType]] = WeakKeyDictionary()
STATIC = Path(__file__).parent.parent / "static"
"""Where the stylesheet and the script are."""


def builtin_registry() -> Registry:
    """Return a new table with every component that comes with the extension."""
    registry = Registry()
    for family in _FAMILIES:
        registry.add(family.TYPES)
    return registry


def registry_of(app: Sphinx) -> Registry:
    """Return the component table of a build, made on first use."""
    registry = builtin_registry()
    registry.add(_added(app).values())
    registry.aliases.update(app.config.docsnav_components)
    return registry


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
    _added(app)[name] = ComponentType(name, build, props, **options)  # type: ignore[arg-type]  # as the caller says


def _added(app: Sphinx) -> dict[str, ComponentType]:
    return _additions.setdefault(app, {})


def _open(out: HtmlOutput, node: Component) -> None:
    node.open_html(out)


def _close(out: HtmlOutput, node: Component) -> None:
    node.close_html(out)


def _add_nodes(app: Sphinx) -> None:
    classes: list[type[nodes.Element]] = [TitleNode, *markup.NODES]
    for family in _FAMILIES:
        classes.extend(family.NODES)
    visitors: tuple[Callable[..., None], Callable[..., None]] = (_open, _close)
    for cls in dict.fromkeys(classes):
        app.add_node(cls, html=visitors)


def _add_static(_app: Sphinx, config: Config) -> None:
    if str(STATIC) not in map(str, config.html_static_path):
        config.html_static_path.append(str(STATIC))


def setup(app: Sphinx) -> None:
    """Register nodes, transforms, settings, stylesheet and script."""
    app.add_config_value(
        "docsnav_components",
        {},
        "env",
        {dict},
        "Other names of known components: ``{'Warn': 'Warning'}``.",
    )
    app.add_config_value(
        "docsnav_html",
        "safe",
        "env",
        ENUM("safe", "none"),
        "HTML elements in MDX pages: those that can do no harm (``safe``), or ``none``, which "
        "keeps their text alone.",
    )
    app.add_config_value(
        "docsnav_iframe_hosts",
        (),
        "env",
        {list, tuple},
        "Hosts whose pages may be framed in ours, with their subdomains; any, if none is named.",
    )
    app.connect("config-inited", _add_static, priority=950)
    _add_nodes(app)
    app.add_lexer("mdx", MdxLexer)
    app.add_transform(UseMermaid)
    app.add_post_transform(SayPlainly)
    app.add_post_transform(KeepOffline)
    app.add_post_transform(LeaveOutPictures)
    app.__dict__["add_docsnav_component"] = functools.partial(add_component, app)
    app.add_env_collector(HeadingCollector)
    app.connect("missing-reference", resolve_link, priority=100)
    app.add_css_file("docsnav-components.css")
    app.add_js_file("docsnav-components.js", loading_method="defer")
