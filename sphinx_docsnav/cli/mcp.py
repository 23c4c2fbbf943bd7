"""``mcp``: a local server of the Model Context Protocol over a built folder.

It talks to one program by its standard streams, opens no port and no connection, and reads only
files of the folder.
"""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav import __version__
from sphinx_docsnav.cli.built_site import INDEX, BuiltSite, LlmsEntry, UnknownNameError
from sphinx_docsnav.cli.console import ExitCode, UserError

if TYPE_CHECKING:
    from mcp.server import MCPServer

LONGEST = 40_000
"""Characters of an answer; of a longer page, the sections are listed."""
MOST = 50
"""Results of a search."""
TEXTS = 3
"""Objects of one name that are answered with their text."""


def run_mcp(arguments: argparse.Namespace) -> ExitCode:
    """Serve a built folder until the program at the other end closes the stream."""
    out = Path(arguments.out)
    if not (out / INDEX).is_file():
        msg = (
            f"{arguments.out} has no {INDEX}; give the folder of a build with 'docsnav_markdown', "
            "such as that of 'sphinx-docsnav build SITE OUT'"
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
    """The tools of the server; a new build is read when the next question comes."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._read()

    def _read(self) -> None:
        self._known = BuiltSite(self._root)
        self._stamp = self._known.stamp

    @property
    def site(self) -> BuiltSite:
        """The site as it is now."""
        if self._known.stamp != self._stamp:
            self._read()
        return self._known

    @property
    def instructions(self) -> str:
        """What the server tells of itself."""
        site = self._known
        labels = sorted({label for scope in site.scopes for label in scope.labels})
        about = f": {site.description}" if site.description else ""
        divided = f" Versions and languages: {', '.join(labels)}." if labels else ""
        return (
            f"The documentation of {site.title}{about}.{divided} Search first, then read a page or "
            "a section; look up operations and functions by their names."
        )

    def search(self, query: str, version: str = "", language: str = "", limit: int = 10) -> str:
        """Search the documentation. Returns pages with the best section and an excerpt of each.

        Words may be misspelled. Without version and language, the first ones are searched.
        """
        site = self.site
        names = {page.name for page in site.scope(version, language).pages}
        found = site.search(query, names, max(1, min(limit, MOST)))
        rows = [
            f"- {one.page}{f'#{one.anchor}' if one.level > 1 and one.anchor else ''}: "
            f"{site.pages[one.page].title}"
            f"{f' > {one.heading}' if one.level > 1 else ''}\n  {excerpt}"
            for one, excerpt in found
        ]
        return "\n".join(rows) or f"Nothing was found for {query!r}; try fewer or other words."

    def read_page(self, page: str, section: str = "") -> str:
        """Read a page as Markdown, or one of its sections.

        page: its name, path or URL. section: a heading, an anchor, or the name of a function.
        """
        site = self.site
        name, anchor = site.page(page)
        if section or anchor:
            return _cut(site.section(name, section or anchor))
        text = site.text(name)
        if len(text) <= LONGEST:
            return text
        rows = (f"{'  ' * (one.level - 1)}- {one.heading}" for one in site.sections(name))
        listed = "\n".join(rows)
        return f"This page has {len(text):,} characters. Read one of its sections:\n\n{listed}"

    def list_pages(self, heading: str = "", version: str = "", language: str = "") -> str:
        """List the pages in the order of the navigation, below tabs and groups.

        heading: only the pages below this tab or group.
        """
        pages = self.site.scope(version, language).pages
        headings = list(dict.fromkeys(page.heading for page in pages))
        wanted = [one for one in headings if one.lower() == heading.strip().lower()]
        if heading and not wanted:
            raise UnknownNameError(f"no heading {heading!r}; there are: {', '.join(headings)}")
        texts = []
        for one in wanted or headings:
            rows = (_row(page) for page in pages if page.heading == one)
            texts.append(f"## {one or 'Pages'}\n\n" + "\n".join(rows))
        return _cut("\n\n".join(texts))

    def look_up(self, name: str, version: str = "", language: str = "") -> str:
        """Look up an operation of an API ("GET /pets"), a schema, or a function, class or setting.

        Returns its documentation; for several of that name, where each is.
        """
        site = self.site
        names = {page.name for page in site.scope(version, language).pages}
        found = site.look_up(name, names)
        if not found:
            raise UnknownNameError(f"no operation, schema, function or class is called {name!r}")
        texts = []
        for one in found[:MOST]:
            head = f"{one.title} ({one.kind.partition(':')[2]}) in {one.page}"
            if len(found) > TEXTS:
                texts.append(f"- {head}#{one.anchor}")
                continue
            try:
                text = site.section(one.page, one.name)
            except UnknownNameError:
                text = site.text(one.page)
            texts.append(f"{head}\n\n{_cut(text)}")
        return "\n\n".join(texts)


def _row(page: LlmsEntry) -> str:
    about = f": {page.description}" if page.description else ""
    return f"- {page.name} ({page.title}){about}"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n\n… ({len(text):,} characters)"


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
    tool: Callable[..., str]
    for tool in (tools.search, tools.read_page, tools.list_pages, tools.look_up):
        server.tool(annotations=hints, structured_output=False)(_told(tool, ToolError))
    return server


def _told(tool: Callable[..., str], failure: type[Exception]) -> Callable[..., str]:
    """Return *tool* with a name that is not there as an answer that says so."""
    from functools import wraps

    @wraps(tool)
    def told(*arguments: object, **named: object) -> str:
        try:
            return tool(*arguments, **named)
        except UnknownNameError as error:
            raise failure(str(error)) from None

    return told
