"""Logo and favicon of docs.json, and how themes in general show them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Self

from sphinx_docsnav.sitefiles.confinement import image_url, site_image

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

BrandSettings = dict[str, object]
"""Sphinx settings, as conf.py would hold them."""


@dataclass(frozen=True, slots=True)
class Brand:
    """The logo and favicon of docs.json, after checks of the files."""

    logo_light: str = ""
    """The logo on light pages: a path relative to the site, or an ``https`` URL; or empty."""
    logo_dark: str = ""
    """The logo on dark pages; the light one if docs.json has one only."""
    favicon: str = ""
    """The favicon: a path relative to the site, or an ``https`` URL; or empty."""

    @classmethod
    def of(cls, docs: DocsJson, root: Path) -> Self:
        """Return the brand of *docs*; a file that is not an image inside *root* is left out."""
        light = _image(docs.logo.light, root) if docs.logo else ""
        dark = _image(docs.logo.dark, root) if docs.logo else ""
        return cls(
            logo_light=light or dark,
            logo_dark=dark or light,
            favicon=_image(docs.favicon.light, root) if docs.favicon else "",
        )

    def relative_to(self, root: Path, folder: Path) -> Self:
        """Return the brand with its logo files relative to *folder* instead of *root*."""
        light, dark = (
            os.path.relpath(root / path, folder) if _is_local(path) else path
            for path in (self.logo_light, self.logo_dark)
        )
        return replace(self, logo_light=light, logo_dark=dark)

    @property
    def light_name(self) -> str:
        """The file name of the logo on light pages."""
        return PurePosixPath(self.logo_light).name

    @property
    def dark_name(self) -> str:
        """The file name of the logo on dark pages."""
        return PurePosixPath(self.logo_dark).name

    @property
    def is_local(self) -> bool:
        """The logo on light pages is a file of the site."""
        return _is_local(self.logo_light)

    @property
    def static_files(self) -> list[str]:
        """The logo files that a theme reads from ``_static/``, each under a name of its own."""
        return list(dict.fromkeys([self.logo_light, self.logo_dark]))

    @property
    def is_pair(self) -> bool:
        """Whether there are two local logo files that can be in one folder."""
        paths = self.static_files
        names = {PurePosixPath(path).name for path in paths}
        return all(map(_is_local, paths)) and len(names) == len(paths) > 1


def put_logo(path: str) -> BrandSettings:
    """Return the setting that shows one logo; none if *path* is empty."""
    return {"html_logo": path} if path else {}


def _is_local(path: str) -> bool:
    return bool(path) and not path.startswith("https://")


def _image(path: str, root: Path) -> str:
    """Return *path* relative to the site, an ``https`` URL unchanged, empty if unusable."""
    if path.startswith("https://"):
        return image_url(path)
    return PurePosixPath(path.lstrip("/")).as_posix() if site_image(root, path) else ""
