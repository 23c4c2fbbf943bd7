"""The configuration values of the extension, in one table.

The reference of settings in the documentation is made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsnav.sphinx_ext.build.choice import Choice

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True)
class Setting:
    """One configuration value."""

    name: str
    """As ``conf.py`` writes it, prefix included."""
    default: bool | str | list[Any] | dict[str, Any]
    """The value without a word in ``conf.py``."""
    description: str
    """What it does, in the user's words; reStructuredText."""
    choices: tuple[str, ...] = ()
    """The allowed values; empty if its type is all that counts."""
    rebuild: Literal["", "env", "html"] = ""
    """What Sphinx does again when it changes: nothing, all reading, all writing."""


SETTINGS = (
    Setting(
        "docsnav_config",
        "docs.json",
        "Path of the navigation file, relative to the folder of ``conf.py``, else to the source "
        "folder. ``toctree``: there is no such file, the navigation comes from the project's "
        "toctrees.",
        rebuild="env",
    ),
    Setting(
        "docsnav_unlisted",
        "build",
        "What happens to documents that docs.json does not list: ``build`` them without an entry "
        "in any sidebar, ``warn`` and build them, or ``exclude`` them.",
        choices=("build", "warn", "exclude"),
    ),
    Setting(
        "docsnav_keep_going",
        False,  # noqa: FBT003 -- the default of a switch
        "Build what is left after errors in docs.json instead of stopping at them.",
    ),
    Setting(
        "docsnav_message_format",
        "text",
        "How warnings and errors are written: ``text`` for people, ``github`` as annotations of "
        "GitHub Actions, ``json`` for programs, one object on each line.",
        choices=("text", "github", "json"),
    ),
    Setting(
        "docsnav_traceback",
        False,  # noqa: FBT003 -- the default of a switch
        "Print the traceback of each exception that stopped the work on a page; ``sphinx-build "
        "-T`` and ``sphinx-docsnav build --traceback`` do so, too.",
    ),
    Setting(
        "docsnav_openapi",
        {},
        "API references in a project with or without docs.json: for the name of each document that "
        "introduces one, such as ``api/index``, its OpenAPI file. That is a path from the folder "
        "of ``conf.py``, an ``https`` address, or the specification itself as a dict. See "
        ":doc:`/start/api-in-sphinx`.",
    ),
    Setting(
        "docsnav_openapi_languages",
        [],
        'Languages of the samples of requests, such as ``["curl", "python"]``, in a project '
        "without docs.json, which has ``api.examples.languages``.",
    ),
    Setting(
        "docsnav_openapi_descriptions",
        "markdown",
        "What descriptions in OpenAPI files are written in: ``markdown``, as OpenAPI has it, or "
        "``restructuredtext``, with the roles and directives of the project.",
        choices=("markdown", "restructuredtext"),
        rebuild="env",
    ),
    Setting(
        "docsnav_openapi_remote",
        True,  # noqa: FBT003 -- the default of a switch
        "Fetch OpenAPI specifications that docs.json names by an ``https`` address; if false, "
        "only a copy fetched earlier is used.",
    ),
    Setting(
        "docsnav_openapi_groups",
        "paths",
        "The order of generated groups of endpoints: that of the first endpoint of each "
        "(``paths``, as on docs.json sites), or that of the specification's list of ``tags``, "
        "nested in a group for each entry of its ``x-tagGroups`` (``tags``).",
        choices=("paths", "tags"),
    ),
    Setting(
        "docsnav_openapi_renderer",
        "docsnav",
        "Name of the entry point, in the group ``sphinx_docsnav.openapi_renderers``, that makes "
        "the content of endpoint pages.",
        rebuild="env",
    ),
    Setting(
        "docsnav_openapi_validate",
        False,  # noqa: FBT003 -- the default of a switch
        "Check every OpenAPI specification that pages are made from against the full schema of "
        "OpenAPI; needs ``openapi-spec-validator``, which ``sphinx-docsnav[validate]`` installs.",
    ),
    Setting(
        "docsnav_redirects",
        True,  # noqa: FBT003 -- the default of a switch
        "Write a small page for each entry of ``redirects`` in docs.json that no real page has "
        "the address of (builders ``html`` and ``dirhtml``).",
    ),
    Setting(
        "docsnav_same_pages",
        [],
        "Pages that are the same one in other divisions, where neither path nor position shows "
        'it: a list of lists of docnames, such as ``[["v1/install", "v2/start/setup"]]``.',
    ),
    Setting(
        "docsnav_search",
        "division",
        "What a reader's search finds: the pages of the same language, version and product "
        "(``division``), those first and all others after them (``first``), or all pages alike "
        "(``all``).",
        choices=("division", "first", "all"),
        rebuild="html",
    ),
    Setting(
        "docsnav_only",
        [],
        "Write only the pages of the divisions that are named here, by label or language code, "
        'such as ``["fr", "en/v2"]``; links and switches still lead to all pages. Empty '
        "for the whole site.",
    ),
    Setting(
        "docsnav_books",
        "division",
        "What LaTeX and EPUB make of the site: a document for each language, version and product "
        "(``division``), of which an EPUB build writes the first that ``docsnav_only`` names; or "
        "``one`` of all. A project that sets ``latex_documents`` has those.",
        choices=("division", "one"),
    ),
    Setting(
        "docsnav_version_notice",
        True,  # noqa: FBT003 -- the default of a switch
        "Say on pages of a version beside the one with ``default: true`` that there is a current "
        "version, with a link to the same page there.",
        rebuild="html",
    ),
    Setting(
        "docsnav_old_versions",
        "own",
        "What search engines are told of pages of a version that is not the default one: that "
        "each counts by itself (``own``), that the same page of the default version counts in its "
        "place (``canonical``, needs ``html_baseurl``), or that none counts (``noindex``).",
        choices=("own", "canonical", "noindex"),
        rebuild="html",
    ),
    Setting(
        "docsnav_sitemap",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``sitemap.xml``, with the languages of each page; needs ``html_baseurl``. "
        "``sphinx-docsnav build`` and ``serve`` switch it on for a site without ``conf.py``.",
    ),
    Setting(
        "docsnav_fast",
        False,  # noqa: FBT003 -- the default of a switch
        "Take shortcuts inside Sphinx that leave the output as it is: titles, formatters of "
        "Pygments and checksums of assets are remembered, and Python looks for garbage less often. "
        "They wrap methods of Sphinx during the build; ``sphinx-docsnav build`` takes them.",
    ),
    Setting(
        "docsnav_search_dialog",
        True,  # noqa: FBT003 -- the default of a switch
        "Open a search dialog on ``/`` and Ctrl+K in themes that have none.",
        rebuild="html",
    ),
    Setting(
        "docsnav_pagefind",
        False,  # noqa: FBT003 -- the default of a switch
        "Mark pages for Pagefind: their content, and filters ``language``, ``version`` and "
        "``product``.",
        rebuild="html",
    ),
)
"""Every setting that the shell reads, in the order of the reference."""


def add_settings(app: Sphinx) -> None:
    """Tell Sphinx about every setting."""
    for setting in SETTINGS:
        types: Any = (type(setting.default),)
        if setting.choices:
            types = Choice(*setting.choices)
        elif isinstance(setting.default, list):
            types = (list, tuple)
        app.add_config_value(
            setting.name, setting.default, setting.rebuild, types, setting.description
        )
