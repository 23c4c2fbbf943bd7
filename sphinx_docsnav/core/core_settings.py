"""The settings of the core; a setting that several features read is among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from sphinx_docsnav.core.settings import Setting, check_strings, format_expectation
from sphinx_docsnav.core.site.load import check_history, check_icon_paths, check_sources

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*")
_RUNNING_SCHEMES = frozenset(
    {"javascript", "vbscript", "data", "blob", "file", "filesystem", "about", "view-source"}
)
"""Schemes that no setting can allow."""


def _check_schemes(schemes: Iterable[object]) -> Iterator[str]:
    """Yield what is wrong with the schemes that links may have."""
    # Schemes that run code are refused like those that are none.
    wrong = [item for item in schemes if not _is_link_scheme(item)]
    hint = "name them without '://'"
    yield from (format_expectation("schemes of applications", item, hint) for item in wrong)


def _is_link_scheme(value: object) -> bool:
    """Return whether links may get this scheme; some would run code or show other content."""
    return (
        isinstance(value, str)
        and _SCHEME.fullmatch(value) is not None
        and value.lower() not in _RUNNING_SCHEMES
    )


def _check_aliases(aliases: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with other names of components."""
    for name, value in aliases.items():
        if isinstance(name, str) and (isinstance(value, str) or _is_alias(value)):
            continue
        valid = "a component's name, or a dict with its 'component' and the 'props' to rename"
        yield f"at {name!r}, {format_expectation(valid, value)}"


def _is_alias(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("component"), str):
        return False
    props = value.get("props", {})
    return (
        value.keys() <= {"component", "props"}
        and isinstance(props, dict)
        and all(isinstance(name, str) for pair in props.items() for name in pair)
    )


SETTINGS = (
    Setting(
        "docsnav_config",
        "docs.json",
        "Path of docs.json, relative to the folder of ``conf.py``, or to the source directory if "
        "there is no ``conf.py``. ``toctree`` generates the navigation from the toctrees of the "
        "project.",
        rebuild="env",
    ),
    Setting(
        "docsnav_unlisted",
        "build",
        "How to treat documents that docs.json does not list: ``build`` them without an entry in a"
        " sidebar, ``warn`` and build them, or ``exclude`` them.",
        choices=("build", "warn", "exclude"),
    ),
    Setting(
        "docsnav_keep_going",
        False,  # noqa: FBT003 -- the default of a switch
        "Report errors in docs.json and build the rest, instead of stopping.",
    ),
    Setting(
        "docsnav_icons",
        {},
        "Drawings of icons: for the name of a set, a folder or an archive (zip, tar) of SVG files, "
        "relative to the folder of ``conf.py``. Under ``fontawesome``, ``lucide`` or ``tabler``, "
        "it replaces the installed set, for example by the set's npm package or a checkout. With "
        "another name, it has your own drawings, such as ``{'ours': 'icons'}``. See "
        ":ref:`icon-sets`.",
        rebuild="env",
        check=check_icon_paths,
    ),
    Setting(
        "docsnav_openapi",
        {},
        "API references in a project with or without docs.json: for the name of each document that "
        "introduces one, such as ``api/index``, its OpenAPI file. That is a path from the folder "
        "of ``conf.py``, an ``https`` address, or the specification itself as a dict. See "
        ":doc:`/start/api-in-sphinx`.",
        check=check_sources,
    ),
    Setting(
        "docsnav_openapi_options",
        {},
        "How OpenAPI files are read and shown, in projects with or without docs.json: a dict with "
        "any of these options.",
        rebuild="env",
    ),
    Setting(
        "docsnav_openapi_options.history",
        {},
        "Older versions of OpenAPI files, for pages about what changed: for a file, as docs.json or"
        " :confval:`docsnav_openapi` names it, a path from the folder of ``conf.py`` or an "
        "``https`` address, or a list of them from the oldest to the newest. See "
        ":ref:`api-changes`.",
        check=check_history,
    ),
    Setting(
        "docsnav_openapi_options.languages",
        [],
        'Languages of the samples of requests, such as ``["curl", "python"]``, in a project '
        "without docs.json, which has ``api.examples.languages``.",
        check=check_strings,
    ),
    Setting(
        "docsnav_openapi_options.remote",
        True,  # noqa: FBT003 -- the default of a switch
        "Fetch OpenAPI files that docs.json names by an ``https`` URL. If false, only a cached "
        "copy is used.",
    ),
    Setting(
        "docsnav_openapi_options.groups",
        "paths",
        "Order of generated groups of endpoints: by the first endpoint of each group (``paths``, "
        "as on other docs.json sites), or by the list ``tags`` of the specification, nested by its"
        " ``x-tagGroups`` (``tags``).",
        choices=("paths", "tags"),
    ),
    Setting(
        "docsnav_same_pages",
        [],
        "Lists of corresponding pages, if neither their paths nor their positions show it, such as"
        ' ``[["v1/install", "v2/start/setup"]]``.',
    ),
    Setting(
        "docsnav_only",
        [],
        "Write only the pages of these divisions, named by label or language code, such as "
        '``["fr", "en/v2"]``. Links and switchers still point to all pages. If empty, write the '
        "whole site.",
        check=check_strings,
    ),
    Setting(
        "docsnav_fast",
        False,  # noqa: FBT003 -- the default of a switch
        "Make Sphinx faster without changing its output: cache the settings of docutils, Pygments "
        "formatters and compiled templates, walk documents with less work, write plain titles and "
        "lists of headings from their texts, keep the trees of 1,000 documents at most in memory, "
        "release the nodes of written pages, make no messages that are not shown, run Python's "
        "garbage collector less often, and do not finalize each object when the process ends. In a "
        "site without ``conf.py``, each of several processes resolves the HTML pages that it "
        "writes. This replaces functions of Sphinx and docutils during the build; see "
        ":ref:`shortcuts`. "
        "``sphinx-docsnav build`` enables it.",
    ),
    Setting(
        "docsnav_colors",
        False,  # noqa: FBT003 -- the default of a switch
        "Apply the colours of docs.json to the theme. ``sphinx-docsnav build`` sets it.",
        rebuild="html",
    ),
    Setting(
        "docsnav_theme_options",
        {},
        'Parts of the navigation to hide: ``{"banner": "hide"}``, likewise ``anchors``, '
        "``dropdowns``, ``footer``, ``languages``, ``navbar``, ``products``, ``sidebar``, "
        "``tabs`` and ``versions``. "
        '``{"tabs": "sidebar"}`` lists the tabs above the sidebar.',
        rebuild="html",
    ),
    Setting(
        "docsnav_components",
        {},
        "Aliases of components, ``{'Warn': 'Warning'}``, optionally with aliases of their "
        "properties, ``{'Aside': {'component': 'Note', 'props': {'heading': 'title'}}}``. They "
        "replace components that pages import or define under these names.",
        rebuild="env",
        check=_check_aliases,
    ),
    Setting(
        "docsnav_allowed",
        {},
        "What pages may contain and load beyond the defaults, or less than these: a dict with any "
        "of these options.",
        rebuild="env",
    ),
    Setting(
        "docsnav_allowed.elements",
        "safe",
        "HTML elements in MDX pages: ``safe`` keeps those of a list of safe elements, ``none`` "
        "keeps only their text.",
        choices=("safe", "none"),
    ),
    Setting(
        "docsnav_allowed.iframe_hosts",
        (),
        "Hosts whose pages, also those of their subdomains, can be shown in an ``iframe``. If "
        "empty, every host.",
        check=check_strings,
    ),
    Setting(
        "docsnav_allowed.link_schemes",
        (),
        "Additional URL schemes for links in pages, such as ``['vscode', 'cursor']``. ``http``, "
        "``https``, ``mailto``, ``tel`` and ``ftp`` are always allowed.",
        check=_check_schemes,
    ),
    Setting(
        "docsnav_version_options",
        {},
        "How versions are built and shown: a dict with any of these options.",
        rebuild="html",
    ),
)
"""The settings of the core."""
