"""The adapter of a build's theme, and its templates joined to the theme's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any, cast

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, TemplateNotFound
from jinja2.runtime import Context as JinjaContext
from sphinx.application import Sphinx, TemplateBridge
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.theming import Theme

from sphinx_docsnav.core.builders import renders_pages, shows_navigation
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.private_names import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.state import STORAGE, build_state, find_state, state_of
from sphinx_docsnav.sitefiles.write import digest
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import (
    BANNER,
    FOOTER,
    Adapter,
    Context,
    find_replaced_options,
    list_adapter_files,
)
from sphinx_docsnav.themes.generic import Generic
from sphinx_docsnav.themes.part_markup import check_part_options

TEMPLATES = Path(__file__).parents[2] / "templates"
"""The folder of our templates."""
BELOW = "docsnav-below/"
"""Prefix by which an overlay extends the template that it overrides."""
OWN = "docsnav/"
"""Prefix of partials and of the templates of parts; an adapter can have more of them."""

Source = tuple[str, str | None, Callable[[], bool] | None]
_MADE = "docsnav_made"
"""The variable of a page with the contexts of its templates."""


class OverlayLoader(BaseLoader):
    """Loads overlays after a project's own templates and before the theme's.

    An overlay ``page.html`` has ``{% extends "docsnav-below/page.html" %}`` and so
    extends the template of the theme, or of the theme that it inherits from.
    """

    def __init__(self, folders: Sequence[Path], loaders: Sequence[BaseLoader]) -> None:
        self.folders = folders
        """The folders of the overlays; the last one that has a template wins."""
        self.loaders = loaders
        """The chain that this loader is in."""

    def get_source(self, environment: Environment, template: str) -> Source:
        """Return an overlay, or the template below one."""
        if template.startswith(BELOW):
            return self._load_from_below(environment, template.removeprefix(BELOW))
        overlays = [folder / template for folder in self.folders if (folder / template).is_file()]
        if not overlays:
            raise TemplateNotFound(template)
        # The folder of the most specific theme comes last.
        path = overlays[-1]
        if not template.startswith(OWN):
            self._load_from_below(environment, template)  # an overlay over nothing shows nothing
        return path.read_text(encoding="utf-8"), str(path), None

    def _load_from_below(self, environment: Environment, template: str) -> Source:
        own_index = next(i for i, loader in enumerate(self.loaders) if loader is self)
        # Below this loader are the theme's own templates.
        for loader in self.loaders[own_index + 1 :]:
            try:
                return loader.get_source(environment, template)
            except TemplateNotFound:
                continue
        raise TemplateNotFound(template)


class PartialLoader(BaseLoader):
    """Used last, so that a project or a theme can override partials."""

    def get_source(self, environment: Environment, template: str) -> Source:  # noqa: ARG002 -- Jinja's
        """Return a template below ``docsnav/``."""
        path = TEMPLATES / template
        if not template.startswith(OWN) or not path.is_file():
            raise TemplateNotFound(template)
        return path.read_text(encoding="utf-8"), str(path), None


def join_templates(builder: StandaloneHTMLBuilder, folders: Sequence[Path]) -> None:
    """Put overlays and partials of ours around the theme's templates (``builder-inited``)."""
    templates = find_part_templates(builder)
    loaders: list[BaseLoader] = templates.loaders  # type: ignore[assignment]  # of any kind
    loaders.insert(templates.templatepathlen, OverlayLoader(folders, loaders))
    loaders.append(PartialLoader())


class PageContext(JinjaContext):
    """The variables of a template, which are released when the page is rendered.

    Macros refer to the variables of their template, and these to the macros: else, Python's
    collector of reference cycles has to find them, a dozen contexts for each page of some themes.
    """

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        *arguments: Any,  # noqa: ANN401 -- as Jinja
        **options: Any,  # noqa: ANN401 -- as Jinja
    ) -> None:
        super().__init__(environment, parent, *arguments, **options)
        if _MADE in parent:  # else, it is that of macros which all pages share
            parent[_MADE].append(self)


class NavigationTemplates(BuiltinTemplateLoader):
    """Sphinx's templates, completed with what no template of the theme has taken."""

    def init(
        self, builder: Builder, theme: Theme | None = None, dirs: list[str] | None = None
    ) -> None:
        """Find the templates; with ``docsnav_fast``, look at each of their files once.

        What Jinja compiles of them is kept beside the doctrees, from where Sphinx loads
        pickles: who can write there can run code in any case.
        """
        super().init(builder, theme, dirs)
        if builder.config.docsnav_fast:
            self.environment.auto_reload = False
            self.environment.context_class = PageContext
        # Compiled templates of another version of Jinja or Sphinx are not used.
        compiled_by = digest(
            [version(name) for name in ("jinja2", "sphinx")], sorted(self.environment.extensions)
        )
        folder = Path(builder.doctreedir, STORAGE, f"templates-{compiled_by}")
        folder.mkdir(parents=True, exist_ok=True)
        self.environment.bytecode_cache = FileSystemBytecodeCache(str(folder))

    def render(self, template: str, context: Context) -> str:  # type: ignore[override]  # a dict
        """Return a rendered page."""
        contexts: list[PageContext] = []
        page = super().render(template, {**context, _MADE: contexts})
        # Macros and contexts refer to each other; see `PageContext`.
        while contexts:
            contexts.pop().vars.clear()
        return _finish_page(page, context)


BRIDGE = f"{NavigationTemplates.__module__}.{NavigationTemplates.__qualname__}"
"""The value to which ``template_bridge`` of Sphinx is set."""
_LOADER_ATTRIBUTES = ("environment", "get_source", "loaders", "templatepathlen")
"""The attributes by which templates are joined with those of Sphinx's loader."""


class CompletedTemplates:
    """The template bridge of a project, completed in the same way.

    If it does not load its templates as Sphinx does, it has none for the parts of the navigation,
    and may not be Jinja's. Then, Sphinx's loader renders the parts.
    """

    def __init__(self, bridge: Any) -> None:  # noqa: ANN401 -- TemplateBridge has no useful types
        self._bridge = bridge
        self.parts: BuiltinTemplateLoader = bridge
        """Renders the parts."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- of any attribute
        return getattr(self._bridge, name)

    @property
    def is_foreign(self) -> bool:
        """Whether the project's bridge does not load its templates as Sphinx does."""
        return self.parts is not self._bridge

    def init(self, builder: Builder, *arguments: Any) -> None:  # noqa: ANN401 -- as Sphinx
        """Find the templates."""
        self._bridge.init(builder, *arguments)
        # A bridge can also pass all that it does not do itself to Sphinx's loader.
        if not all(hasattr(self._bridge, name) for name in _LOADER_ATTRIBUTES):
            self.parts = NavigationTemplates()
            self.parts.init(builder, *arguments)

    def render(self, template: str, context: Context) -> str:
        """Return a rendered page, or a part of it."""
        if template.startswith(OWN):
            return self.parts.render(template, context)
        return _finish_page(self._bridge.render(template, context), context)


def has_foreign_templates(builder: Builder) -> bool:
    """Return whether a bridge of the project loads the templates of pages in its own way."""
    templates: object = builder.templates
    return isinstance(templates, CompletedTemplates) and templates.is_foreign


def find_part_templates(builder: Builder) -> BuiltinTemplateLoader:
    """Return what renders the parts of the navigation."""
    templates: object = builder.templates
    if isinstance(templates, CompletedTemplates):
        return templates.parts
    return cast("BuiltinTemplateLoader", templates)


class ProjectTemplatesBuilder(BuilderFeature):
    """Completes the pages of a project that sets ``template_bridge``."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "create_template_bridge",
            "The setting 'template_bridge' names one class, and the project's is kept.",
            "a theme without a place for the navigation shows none",
            0,
        ),
    )

    def create_template_bridge(self) -> None:
        """Create the project's template bridge."""
        builder = cast("StandaloneHTMLBuilder", self)
        cast("StandaloneHTMLBuilder", super()).create_template_bridge()
        builder.templates = cast("TemplateBridge", CompletedTemplates(builder.templates))


def choose_templates(app: Sphinx, config: Config) -> None:
    """Have Sphinx render with `NavigationTemplates` (``config-inited``)."""
    if config.template_bridge:
        extend_builders(app, ProjectTemplatesBuilder)
    else:
        config.template_bridge = BRIDGE


def _finish_page(page: str, context: Context) -> str:
    finish: Callable[[str], str] | None = context.pop("docsnav_finish", None)
    return finish(page) if finish else page


class HtmlState:
    """The theme of one build's HTML output."""

    def __init__(self, _app: Sphinx) -> None:
        self.adapter: Adapter | None = None
        """The adapter of the theme; ``None`` for builders without our navigation."""
        self.partials: frozenset[str] | None = None
        """The parts for which the project or the theme has a template; ``None``: not known yet."""
        self.changed: list[str] = []
        """Documents that are written because their navigation has changed."""


def html_state(app: Sphinx) -> HtmlState:
    """Return what the build knows of its theme."""
    return build_state(app).slot(HtmlState)


def adapter_of(app: Sphinx) -> Adapter | None:
    """Return the adapter of the build's theme; ``None`` for builders without our navigation."""
    return html_state(app).adapter


def choose_adapter(app: Sphinx) -> None:
    """Find the theme's adapter and join its templates (``builder-inited``)."""
    builder = app.builder
    if not shows_navigation(builder) or find_state(app) is None:
        return
    if not renders_pages(builder):
        html_state(app).adapter = Generic({})
        return
    # A theme is known by the names of its folders, so that derived themes are, too.
    theme_dirs = (Path(path).name for path in builder.theme.get_theme_dirs())
    adapter = find_adapter_class(theme_dirs)(app.config.html_theme_options)
    html_state(app).adapter = adapter
    for handler in adapter.handlers():
        connect(app, *handler)
    for fault in (
        *check_part_options(app.config.docsnav_theme_options),
        *find_replaced_options(adapter),
    ):
        state_of(app).report(fault)
    overlays = (list_adapter_files(type(adapter), name) for name in ("overlays", "search_overlays"))
    join_templates(builder, [*chain.from_iterable(overlays)])


def find_project_partials(app: Sphinx) -> frozenset[str]:
    """Return the parts for which the project or the theme has a template of its own."""
    state = html_state(app)
    adapter = state.adapter
    if state.partials is None and adapter is not None:
        environment = find_part_templates(app.builder).environment
        folders = [TEMPLATES, *list_adapter_files(type(adapter), "overlays")]
        state.partials = frozenset(
            part
            for part in (BANNER, adapter.tabs, adapter.links, *adapter.side, FOOTER)
            if part and _is_replaced(environment, part, folders)
        )
    return state.partials or frozenset()


def find_replacing_templates(app: Sphinx, part: str) -> list[str]:
    """Return the templates of the project that replace the one which shows a part.

    If no template of the adapter shows it, return all that replace a template of the theme.

    :returns: paths relative to ``conf.py``, in order.
    """
    adapter, templates = adapter_of(app), find_part_templates(app.builder)
    if adapter is None:
        return []
    environment = templates.environment
    loaders: Sequence[BaseLoader] = templates.loaders
    count = templates.templatepathlen
    own_loaders = loaders[:count]
    names = [
        path.relative_to(folder).as_posix()
        for folder in list_adapter_files(type(adapter), "overlays")
        for path in sorted(folder.rglob("*.html"))
        if _shows_part(path.read_text("utf-8"), part)
    ]
    replacing = [path for name in names if (path := _find_template(environment, own_loaders, name))]
    if not replacing:
        own_names = sorted({name for loader in own_loaders for name in loader.list_templates()})
        replacing = [
            path
            for name in own_names
            if _find_template(environment, loaders[count:], name)
            and (path := _find_template(environment, own_loaders, name))
        ]
    return [os.path.relpath(path, app.confdir) for path in dict.fromkeys(replacing)]


def _shows_part(template: str, part: str) -> bool:
    return f'"docsnav/{part}.html"' in template or f'docsnav_part("{part}")' in template


def _find_template(
    environment: Environment, loaders: Iterable[BaseLoader], name: str
) -> str | None:
    """Return the path of a template in one of *loaders*."""
    for loader in loaders:
        try:
            return loader.get_source(environment, name)[1]
        except TemplateNotFound:
            continue
    return None


def _is_replaced(environment: Environment, part: str, folders: Iterable[Path]) -> bool:
    ours = [str(folder / "docsnav" / f"{part}.html") for folder in folders]
    try:
        template = environment.get_template(f"docsnav/{part}.html")
    except TemplateNotFound:
        return False
    return template.filename not in ours
