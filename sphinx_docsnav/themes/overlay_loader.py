"""Templates of ours around the theme's: overlays before it, partials after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound

TEMPLATES = Path(__file__).parent.parent / "templates"
"""The folder of our templates."""
BELOW = "docsnav-below/"
"""Prefix by which an overlay extends the template that it overrides."""
OWN = "docsnav/"
"""Prefix of partials and of the templates of parts; an adapter can have more of them."""

Source = tuple[str, str | None, Callable[[], bool] | None]


class OverlayLoader(BaseLoader):
    """Loads overlays after a project's own templates and before the theme's.

    An overlay ``page.html`` has ``{% extends "docsnav-below/page.html" %}`` and so
    extends the template of the theme, or of the theme that it inherits from.
    """

    def __init__(self, folders: Sequence[Path], loaders: Sequence[BaseLoader]) -> None:
        self.folders = folders
        """Where the overlays are; the last folder that has a template wins."""
        self.loaders = loaders
        """The chain that this loader is in."""

    def get_source(self, environment: Environment, template: str) -> Source:
        """Return an overlay, or the template below one."""
        if template.startswith(BELOW):
            return self._below(environment, template.removeprefix(BELOW))
        found = [folder / template for folder in self.folders if (folder / template).is_file()]
        if not found:
            raise TemplateNotFound(template)
        path = found[-1]
        if not template.startswith(OWN):
            self._below(environment, template)  # an overlay over nothing shows nothing
        return path.read_text(encoding="utf-8"), str(path), None

    def _below(self, environment: Environment, template: str) -> Source:
        place = next(i for i, loader in enumerate(self.loaders) if loader is self)
        for loader in self.loaders[place + 1 :]:
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
