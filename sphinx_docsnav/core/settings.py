"""The configuration values of the extension, in one table.

The reference of settings in the documentation is made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsnav.core.choice import SettingChoice

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True)
class Setting:
    """One configuration value."""

    name: str
    """As ``conf.py`` writes it, prefix included."""
    default: bool | int | str | list[Any] | tuple[()] | dict[str, Any]
    """The value without a word in ``conf.py``."""
    description: str
    """What it does, in the user's words; reStructuredText."""
    choices: tuple[str, ...] = ()
    """The allowed values; empty if its type is all that counts."""
    rebuild: Literal["", "env", "html"] = ""
    """What Sphinx does again when it changes: nothing, all reading, all writing."""

    @property
    def types(self) -> Any:  # noqa: ANN401 -- Sphinx takes types and objects of its own
        """The types of its values, as Sphinx takes them."""
        if self.choices:
            return SettingChoice(*self.choices)
        return (list, tuple) if isinstance(self.default, list | tuple) else (type(self.default),)


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
        "docsnav_message_format",
        "text",
        "Format of warnings and errors: ``text``, ``github`` for annotations of GitHub Actions, or"
        " ``json`` with one object per line.",
        choices=("text", "github", "json"),
    ),
    Setting(
        "docsnav_traceback",
        False,  # noqa: FBT003 -- the default of a switch
        "Print the traceback of each exception that occurs while a page is built. ``sphinx-build "
        "-T`` and ``sphinx-docsnav build --traceback`` also do this.",
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
        "Fetch OpenAPI files that docs.json names by an ``https`` URL. If false, only a cached "
        "copy is used.",
    ),
    Setting(
        "docsnav_openapi_groups",
        "paths",
        "Order of generated groups of endpoints: by the first endpoint of each group (``paths``, "
        "as on other docs.json sites), or by the list ``tags`` of the specification, nested by its"
        " ``x-tagGroups`` (``tags``).",
        choices=("paths", "tags"),
    ),
    Setting(
        "docsnav_openapi_every_tag",
        False,  # noqa: FBT003 -- the default of a switch
        "List an endpoint in the generated group of each of its tags, not only of the first.",
    ),
    Setting(
        "docsnav_openapi_fold",
        False,  # noqa: FBT003 -- the default of a switch
        "Put the generated groups of an OpenAPI file into one group with the title of the API, so "
        "that readers can fold them. Groups of ``x-tagGroups`` fold in any case.",
    ),
    Setting(
        "docsnav_openapi_renderer",
        "docsnav",
        "Name of the entry point in the group ``sphinx_docsnav.openapi_renderers`` that renders "
        "the content of endpoint pages.",
        rebuild="env",
    ),
    Setting(
        "docsnav_openapi_validate",
        False,  # noqa: FBT003 -- the default of a switch
        "Validate every OpenAPI file that pages are generated from against the schema of OpenAPI. "
        "Requires ``openapi-spec-validator``, which the extra ``validate`` installs.",
    ),
    Setting(
        "docsnav_try_it",
        False,  # noqa: FBT003 -- the default of a switch
        "Show a form on endpoint pages that sends the request from the reader's browser. See "
        ":ref:`try-it`.",
        rebuild="env",
    ),
    Setting(
        "docsnav_try_it_proxy",
        "",
        "URL of a proxy for requests of :confval:`docsnav_try_it`, for servers that do not "
        "allow requests from your pages. The URL of the request follows it, percent-encoded "
        "after ``=``: ``https://proxy.example/`` or ``/proxy?url=``.",
        rebuild="env",
    ),
    Setting(
        "docsnav_redirects",
        True,  # noqa: FBT003 -- the default of a switch
        "Write a redirect page for each entry of ``redirects`` in docs.json, unless a page has "
        "that URL (builders ``html`` and ``dirhtml``).",
    ),
    Setting(
        "docsnav_same_pages",
        [],
        "Lists of corresponding pages, if neither their paths nor their positions show it, such as"
        ' ``[["v1/install", "v2/start/setup"]]``.',
    ),
    Setting(
        "docsnav_search",
        "division",
        "Pages that a search finds: those of the same language, version and product "
        "(``division``), those first and all others after them (``first``), or all pages "
        "(``all``).",
        choices=("division", "first", "all"),
        rebuild="html",
    ),
    Setting(
        "docsnav_only",
        [],
        "Write only the pages of these divisions, named by label or language code, such as "
        '``["fr", "en/v2"]``. Links and switchers still point to all pages. If empty, write the '
        "whole site.",
    ),
    Setting(
        "docsnav_books",
        "division",
        "Books in LaTeX and EPUB builds: one per language, version and product (``division``), of "
        "which an EPUB build writes the first that ``docsnav_only`` names; or ``one`` book with "
        "everything. A project that sets ``latex_documents`` gets those documents.",
        choices=("division", "one"),
    ),
    Setting(
        "docsnav_version_notice",
        True,  # noqa: FBT003 -- the default of a switch
        "Show a notice on pages of old versions that links to the same page of the version with "
        "``default: true``.",
        rebuild="html",
    ),
    Setting(
        "docsnav_old_versions",
        "own",
        "How search engines treat pages of old versions: as separate pages (``own``), as copies of"
        " the same page in the default version (``canonical``, requires ``html_baseurl``), or not "
        "at all (``noindex``).",
        choices=("own", "canonical", "noindex"),
        rebuild="html",
    ),
    Setting(
        "docsnav_sitemap",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``sitemap.xml`` with the languages of each page. Requires ``html_baseurl``. "
        "``sphinx-docsnav build`` and ``serve`` enable this for a site without ``conf.py``.",
    ),
    Setting(
        "docsnav_markdown",
        False,  # noqa: FBT003 -- the default of a switch
        "Write a Markdown copy beside each page (``guides/setup.md``), ``llms.txt`` and "
        "``llms-full.txt``, one of each per language, version and product (builders ``html`` and "
        "``dirhtml``). ``sphinx-docsnav build`` and ``serve`` switch it on for a site without "
        "``conf.py``.",
        rebuild="html",
    ),
    Setting(
        "docsnav_page_actions",
        [],
        "Buttons above a page: ``copy`` copies its Markdown, or its text where a browser opens "
        "files without a server; ``view`` leads to its Markdown copy. They need "
        ":confval:`docsnav_markdown`. A site without ``conf.py`` has those of "
        "``contextual.options`` in docs.json.",
        rebuild="html",
    ),
    Setting(
        "docsnav_edit_url",
        "",
        "URL where readers edit a page, with ``{path}`` for its source file in the source "
        "directory, such as ``https://github.com/OWNER/REPO/edit/main/docs/{path}``. It is a button"
        " above each page that has a source file (builders ``html`` and ``dirhtml``), unless the "
        "theme is configured to show such links.",
        rebuild="html",
    ),
    Setting(
        "docsnav_fast",
        False,  # noqa: FBT003 -- the default of a switch
        "Make Sphinx faster without changing its output: cache titles, Pygments formatters, "
        "checksums of assets and compiled templates, walk documents with less work, keep the trees "
        "of 1,000 documents at most in memory, release the nodes of written pages, make no debug "
        "messages that are not shown, run Python's garbage collector less often, do not finalize "
        "each object when the process ends, and with several processes, let each resolve and index "
        "the HTML pages that it writes; see :ref:`parallel-writing` for the extensions with which "
        "the main process does that. This wraps methods of Sphinx and docutils during the build. "
        "``sphinx-docsnav build`` enables it.",
    ),
    Setting(
        "docsnav_cache",
        False,  # noqa: FBT003 -- the default of a switch
        "Compare the content of files where Sphinx compares their times, so that a fresh checkout "
        "with the doctrees and the output of an earlier build reads and writes what has changed. "
        "Use it if Sphinx knows every file that your pages depend on. ``sphinx-docsnav build`` "
        "enables it for sites without ``conf.py``.",
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
        "Mark the content of pages for Pagefind, with the filters ``language``, ``version`` and "
        "``product``. Write its index, which the search dialog then uses, if it is installed as a "
        "Python package.",
        rebuild="html",
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
        "docsnav_site_styles",
        False,  # noqa: FBT003 -- the default of a switch
        "Load the style sheets (``*.css``) beside docs.json on every page, after all others. "
        "``sphinx-docsnav build`` sets it. Scripts are never included.",
        rebuild="html",
    ),
    # Changes with the files, so that Sphinx writes all pages again.
    Setting(
        "docsnav_site_style_digests",
        (),
        "The style sheets that ``docsnav_site_styles`` has found, with digests; the extension "
        "sets it.",
        rebuild="html",
    ),
    Setting(
        "docsnav_sidebar_limit",
        # The parts of a page are about 12 KB with it, and most sidebars are still whole.
        6,
        "Size in KB up to which a page contains its whole sidebar. A larger sidebar is in a script "
        "that the pages of its division share; each page then contains the headings and the "
        "entries around it. With a high number, such as 10000, every page contains its whole "
        "sidebar; with ``0``, none does.",
        rebuild="html",
    ),
    Setting(
        "docsnav_utility_classes",
        True,  # noqa: FBT003 -- the default of a switch
        "Generate style rules for the utility classes of MDX pages (``grid gap-4 "
        "md:grid-cols-2``).",
        rebuild="html",
    ),
    Setting(
        "docsnav_components",
        {},
        "Aliases of components, ``{'Warn': 'Warning'}``, optionally with aliases of their "
        "properties, ``{'Aside': {'component': 'Note', 'props': {'heading': 'title'}}}``. They "
        "replace components that pages import or define under these names.",
        rebuild="env",
    ),
    Setting(
        "docsnav_html",
        "safe",
        "HTML elements in MDX pages: ``safe`` keeps those of a list of safe elements, ``none`` "
        "keeps only their text.",
        choices=("safe", "none"),
        rebuild="env",
    ),
    Setting(
        "docsnav_iframe_hosts",
        (),
        "Hosts whose pages, also those of their subdomains, can be shown in an ``iframe``. If "
        "empty, every host.",
        rebuild="env",
    ),
    Setting(
        "docsnav_link_schemes",
        (),
        "Additional URL schemes for links in pages, such as ``['vscode', 'cursor']``. ``http``, "
        "``https``, ``mailto``, ``tel`` and ``ftp`` are always allowed.",
        rebuild="env",
    ),
)
"""Every setting of the extension, in the order of the reference."""


def add_settings(app: Sphinx) -> None:
    """Register every setting."""
    for setting in SETTINGS:
        app.add_config_value(
            setting.name, setting.default, setting.rebuild, setting.types, setting.description
        )
