"""Logo and favicon of docs.json as the options of each theme, and what else a theme needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Self

from sphinx_docsnav.sitefiles.confinement import image_url, site_image

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_docsnav.docs_json import DocsJson


@dataclass(frozen=True, slots=True)
class Brand:
    """The images of docs.json that stand for the site, files checked."""

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

    @property
    def static_files(self) -> list[str]:
        """The logo files that a theme reads from ``_static/``, each under a name of its own."""
        return list(dict.fromkeys([self.logo_light, self.logo_dark]))

    @property
    def is_pair(self) -> bool:
        """There are two local logo files that can lie in one folder."""
        paths = self.static_files
        names = {PurePosixPath(path).name for path in paths}
        return all(map(_is_local, paths)) and len(names) == len(paths) > 1


def put_brand(brand: Brand, theme: str, settings: dict[str, object]) -> None:
    """Add to *settings* what makes *theme* show *brand*.

    Every theme gets logo and favicon; those in `_ADAPTERS` the second logo too, or the one that
    fits a header that is dark on light pages as well.
    """
    if brand.favicon:
        settings["html_favicon"] = brand.favicon
    options = _ADAPTERS.get(theme, _plain)(brand, settings)
    if options:
        settings["html_theme_options"] = options


Options = dict[str, object]


def _plain(brand: Brand, settings: dict[str, object]) -> Options:
    if brand.logo_light:
        settings["html_logo"] = brand.logo_light
    return {}


def _furo(brand: Brand, settings: dict[str, object]) -> Options:
    options: Options = {}
    if brand.is_pair:
        settings["html_static_path"] = brand.static_files
        settings["html_logo"] = ""
        options["light_logo"] = PurePosixPath(brand.logo_light).name
        options["dark_logo"] = PurePosixPath(brand.logo_dark).name
    else:
        _plain(brand, settings)
    if brand.logo_light:
        # Logos of docs.json sites hold the name already.
        options["sidebar_hide_name"] = True
    return options


def _alabaster(brand: Brand, settings: dict[str, object]) -> Options:
    if not _is_local(brand.logo_light):
        return {}
    settings["html_static_path"] = [brand.logo_light]
    settings["html_logo"] = ""
    return {"logo": PurePosixPath(brand.logo_light).name}


def _shibuya(brand: Brand, settings: dict[str, object]) -> Options:
    if not brand.is_pair:
        return _plain(brand, settings)
    settings["html_static_path"] = brand.static_files
    settings["html_logo"] = ""
    return {
        "light_logo": f"_static/{PurePosixPath(brand.logo_light).name}",
        "dark_logo": f"_static/{PurePosixPath(brand.logo_dark).name}",
    }


def _pydata(brand: Brand, settings: dict[str, object]) -> Options:
    if not brand.is_pair:
        return _plain(brand, settings)
    settings["html_logo"] = ""
    return {"logo": {"image_light": brand.logo_light, "image_dark": brand.logo_dark}}


def _awesome(brand: Brand, settings: dict[str, object]) -> Options:
    # The theme shows Sphinx's own sign large beside every heading, and anything else on hovering.
    settings["html_permalinks_icon"] = "<span>#</span>"
    if not brand.is_pair:
        return _plain(brand, settings)
    settings["html_logo"] = ""
    return {"logo_light": brand.logo_light, "logo_dark": brand.logo_dark}


def _on_colour(brand: Brand, settings: dict[str, object]) -> Options:
    if brand.logo_dark:
        settings["html_logo"] = brand.logo_dark
    return {}


def _rtd(brand: Brand, settings: dict[str, object]) -> Options:
    _on_colour(brand, settings)
    # As with furo.
    return {"logo_only": True} if brand.logo_dark else {}


def _immaterial(brand: Brand, settings: dict[str, object]) -> Options:
    _on_colour(brand, settings)
    settings["extensions"] = [*_listed(settings.get("extensions")), "sphinx_immaterial"]
    return {"font": False, "palette": _PALETTE}


_PALETTE = [
    {
        "media": f"(prefers-color-scheme: {mode})",
        "scheme": scheme,
        "toggle": {"icon": icon, "name": f"Switch to {other} mode"},
    }
    for mode, scheme, icon, other in (
        ("light", "default", "material/weather-sunny", "dark"),
        ("dark", "slate", "material/weather-night", "light"),
    )
]
"""Immaterial has a dark mode if it is told so, and fetches its fonts unless it is told not to."""

_ADAPTERS: dict[str, Callable[[Brand, dict[str, object]], Options]] = {
    "alabaster": _alabaster,
    "furo": _furo,
    "piccolo_theme": _on_colour,
    "pydata_sphinx_theme": _pydata,
    "shibuya": _shibuya,
    "sphinx_book_theme": _pydata,
    "sphinx_immaterial": _immaterial,
    "sphinx_rtd_theme": _rtd,
    "sphinxawesome_theme": _awesome,
}


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def _is_local(path: str) -> bool:
    return bool(path) and not path.startswith("https://")


def _image(path: str, root: Path) -> str:
    """Return *path* relative to the site, as it is if it is an ``https`` URL, empty if unusable."""
    if path.startswith("https://"):
        return image_url(path)
    return PurePosixPath(path.lstrip("/")).as_posix() if site_image(root, path) else ""
