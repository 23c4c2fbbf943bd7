"""``mcp``: a local server of the Model Context Protocol for a built folder.

It communicates with one program on its standard streams, opens no network connection, and reads
only files of the folder.
"""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav import __version__
from sphinx_docsnav.cli.built_site import LLMS_FILE, BuiltSite, UnknownNameError
from sphinx_docsnav.cli.console import ExitCode, UserError

if TYPE_CHECKING:
    from mcp.server import MCPServer

ANSWER_LIMIT = 40_000
"""Maximum length of an answer, in characters; for a longer page, it lists the sections."""
MAX_RESULTS = 50
"""The maximum number of search results."""
MAX_TEXTS = 3
"""The maximum number of objects with one name that an answer contains with their text."""


def run_mcp(arguments: argparse.Namespace) -> ExitCode:
    """Serve a built folder until the client closes the stream."""
    out = Path(arguments.out)
    if not (out / LLMS_FILE).is_file():
        msg = (
            f"{arguments.out} has no {LLMS_FILE}; give the folder of a build with "
            "'docsnav_markdown', such as that of 'sphinx-docsnav build SITE OUT'"
        )
        raise UserError(msg)
    try:
        server = make_server(out)
    except ImportError as error:
        msg = "this command needs the extra 'mcp': pip install 'sphinx-docsnav[mcp]'"
        raise UserError(msg) from error
    except sqlite3.OperationalError as error:
        msg = f"the SQLite of this Python has no full-text search (FTS5): {error}"
        raise UserError(msg) from error
    server.run("stdio")
    return ExitCode.DONE


class SiteTools:
    """The tools of the server; after a new build, the next request reads the folder again.

    The SDK passes the docstrings and parameters of the tools to the client.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._read()

    def _read(self) -> None:
        self._built_site = BuiltSite(self._root)
        self._stamp = self._built_site.stamp

    @property
    def site(self) -> BuiltSite:
        """The current content of the folder."""
        # The stamp is computed at each request; reading is repeated only after a new build.
        if self._built_site.stamp != self._stamp:
            self._read()
        return self._built_site

    @property
    def instructions(self) -> str:
        """The description of the server for the client."""
        site = self._built_site
        labels = sorted({label for scope in site.scopes for label in scope.labels})
        description = f": {site.description}" if site.description else ""
        scopes_text = f" Versions and languages: {', '.join(labels)}." if labels else ""
        return (
            f"The documentation of {site.title}{description}.{scopes_text} Search first, then read "
            "a page or a section; look up operations and functions by their names."
        )

    def search(self, query: str, version: str = "", language: str = "", limit: int = 10) -> str:
        """Search the documentation. Returns pages with the best section and an excerpt of each.

        Words may be misspelled. Without version and language, the first ones are searched.
        """
        site = self.site
        names = {page.name for page in site.scope(version, language).pages}
        results = site.search(query, names, max(1, min(limit, MAX_RESULTS)))
        rows = []
        for section, excerpt in results:
            is_below_title = section.level > 1
            anchor = f"#{section.anchor}" if is_below_title and section.anchor else ""
            heading = f" > {section.heading}" if is_below_title else ""
            title = f"{site.pages[section.page].title}{heading}"
            rows.append(f"- {section.page}{anchor}: {title}\n  {excerpt}")
        return "\n".join(rows) or f"Nothing was found for {query!r}; try fewer or other words."

    def read_page(self, page: str, section: str = "") -> str:
        """Read a page as Markdown, or one of its sections.

        page: its name, path or URL. section: a heading, an anchor, or the name of a function.
        """
        site = self.site
        name, anchor = site.page(page)
        if section or anchor:
            return _shorten_answer(site.read_section(name, section or anchor))
        text = site.read_text(name)
        # A longer page would fill the context of the client: let it choose a section.
        if len(text) <= ANSWER_LIMIT:
            return text
        rows = (
            f"{'  ' * (entry.level - 1)}- {entry.heading}" for entry in site.read_sections(name)
        )
        list_of_headings = "\n".join(rows)
        advice = f"This page has {len(text):,} characters. Read one of its sections:"
        return f"{advice}\n\n{list_of_headings}"

    def list_pages(self, heading: str = "", version: str = "", language: str = "") -> str:
        """List the pages in the order of the navigation, below tabs and groups.

        heading: only the pages below this tab or group.
        """
        pages = self.site.scope(version, language).pages
        headings = list(dict.fromkeys(page.heading for page in pages))
        matching_headings = [
            one_heading
            for one_heading in headings
            if one_heading.lower() == heading.strip().lower()
        ]
        if heading and not matching_headings:
            raise UnknownNameError(f"no heading {heading!r}; there are: {', '.join(headings)}")
        texts = []
        for one_heading in matching_headings or headings:
            rows = (
                f"- {page.name} ({page.title}){page.description and f': {page.description}'}"
                for page in pages
                if page.heading == one_heading
            )
            texts.append(f"## {one_heading or 'Pages'}\n\n" + "\n".join(rows))
        return _shorten_answer("\n\n".join(texts))

    def look_up(self, name: str, version: str = "", language: str = "") -> str:
        """Look up an operation of an API ("GET /pets"), a schema, or a function, class or setting.

        Returns its documentation; for several of that name, where each is.
        """
        site = self.site
        names = {page.name for page in site.scope(version, language).pages}
        objects = site.look_up(name, names)
        if not objects:
            raise UnknownNameError(f"no operation, schema, function or class is called {name!r}")
        texts = []
        for site_object in objects[:MAX_RESULTS]:
            head = (
                f"{site_object.title} ({site_object.kind.partition(':')[2]}) in {site_object.page}"
            )
            # For many objects of one name, list where they are, without their text.
            if len(objects) > MAX_TEXTS:
                texts.append(f"- {head}#{site_object.anchor}")
                continue
            try:
                text = site.read_section(site_object.page, site_object.name)
            # The object may be described without a heading of its own.
            except UnknownNameError:
                text = site.read_text(site_object.page)
            texts.append(f"{head}\n\n{_shorten_answer(text)}")
        return "\n\n".join(texts)


def _shorten_answer(text: str) -> str:
    return (
        text
        if len(text) <= ANSWER_LIMIT
        else f"{text[:ANSWER_LIMIT]}\n\n… ({len(text):,} characters)"
    )


def make_server(root: Path) -> MCPServer:
    """Return the server of a built folder.

    :raises ImportError: the SDK is not installed.
    """
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    tools = SiteTools(root)
    server = MCPServer(
        "sphinx-docsnav", instructions=tools.instructions, version=__version__, log_level="WARNING"
    )
    hints = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    # The output is plain text: structured output would repeat it as JSON.
    tool: Callable[..., str]
    for tool in (tools.search, tools.read_page, tools.list_pages, tools.look_up):
        server.tool(annotations=hints, structured_output=False)(
            _report_unknown_names(tool, ToolError)
        )
    return server


def _report_unknown_names(tool: Callable[..., str], failure: type[Exception]) -> Callable[..., str]:
    """Return *tool* with `UnknownNameError` replaced by an exception of the SDK."""
    from functools import wraps

    @wraps(tool)
    def call_tool(*arguments: object, **keywords: object) -> str:
        try:
            return tool(*arguments, **keywords)
        except UnknownNameError as error:
            raise failure(str(error)) from None

    return call_tool
