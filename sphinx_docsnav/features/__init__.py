"""The features of the extension: each is a Sphinx extension in a folder of its own.

A feature has its own ``setup``, settings, handlers and files, and can be left out. It imports
the core and no other feature; features meet in the events of `sphinx_docsnav.core.events`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.private_names import list_settings_in_conf_py
from sphinx_docsnav.core.settings import Setting, metadata
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.themes.base import Adapter

FEATURES = (
    "toctrees",
    "python_reference",
    "books",
    "parts",
    "search",
    "languages",
    "mathml",
    "mermaid",
    "site_styles",
    "speed",
    "validation",
    "endpoints",
    "guard",
    "page_modes",
    "listings",
    "utility_classes",
    "versions",
    "page_actions",
    "markdown_copies",
    "search_engines",
    "missing_pages",
    "look",
    "page_end",
    "feeds",
    "thumbnails",
)
"""The features in the order of their ``setup``, which is that of handlers of equal priority."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up every feature; called by Sphinx."""
    for feature in FEATURES:
        app.setup_extension(make_extension_name(feature))
    connect(app, "builder-inited", 910, report_ignored_fields, "the adapter is chosen at 900")
    return metadata()


def make_extension_name(feature: str) -> str:
    """Return the name by which Sphinx loads a feature."""
    return f"{__name__}.{feature}"


def list_feature_settings() -> Iterator[Setting]:
    """Yield the settings of all features."""
    for feature in FEATURES:
        yield from getattr(import_module(make_extension_name(feature)), "SETTINGS", ())


def find_ignored_fields(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[Fault]:
    """Yield a fault for each reason for which fields of docs.json have no effect.

    The function ``find_ignored`` of a feature yields pointers and reasons.

    :param settings: the settings of ``conf.py`` with ``html_theme`` and ``extensions``.

    Faults: ``setting_ignored``.
    """
    pointers_by_reason: dict[str, list[str]] = {}
    for feature in FEATURES:
        find_ignored = getattr(import_module(make_extension_name(feature)), "find_ignored", None)
        for pointer, reason in find_ignored(docs, adapter, settings) if find_ignored else ():
            pointers_by_reason.setdefault(reason, []).append(pointer)
    for reason, pointers in pointers_by_reason.items():
        names = ", ".join(repr(pointer[1:].replace("/", ".")) for pointer in pointers)
        message = f"{names} {'have' if pointers[1:] else 'has'} no effect: {reason}"
        fault = docs.source.warning(FaultKind.SETTING_IGNORED, pointers[0], message)
        yield replace(fault, severity=Severity.INFO)


def report_ignored_fields(app: Sphinx) -> None:
    """Report the fields of docs.json that have no effect in this build (``builder-inited``)."""
    adapter, state = adapter_of(app), find_state(app)
    if adapter is not None and state is not None and builds_site(app.builder):
        settings = {
            **list_settings_in_conf_py(app.config),
            "html_theme": app.config.html_theme,
            "extensions": list(app.extensions),
        }
        for fault in find_ignored_fields(state.docs, adapter, settings):
            state.report(fault)
