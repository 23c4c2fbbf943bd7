"""The command-line interface; the reference in docs/ is generated from it.

Each command names the function that runs it. The module of that function is imported only when
the command runs, so that ``--help`` is fast.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from sphinx_docsnav import __version__
from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.messages import MessageFormat

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["CommandParser"]  # noqa: SLF001 -- it has no public name


MAX_PORT = 65_535
"""The highest port number."""
THEME_DEFAULT = "by default docsnav, the theme of this package"
"""The description of the default theme in help texts."""
HELP_EPILOG = """\
SITE is the folder that contains docs.json.

  sphinx-docsnav check SITE         report the problems of a site
  sphinx-docsnav build SITE OUT     build the site as static files
  sphinx-docsnav serve SITE         preview the site while you write
  sphinx-docsnav COMMAND --help     describe the options of a command

exit status:
  0  the command succeeded
  1  the site has errors, or could not be built
  2  the site has warnings, and -W treats them as errors
  3  the command line is wrong, or a file or folder that it names cannot be used
"""


class CommandParser(argparse.ArgumentParser):
    """An `ArgumentParser` that exits with `ExitCode.USAGE` on errors."""

    def error(self, message: str) -> NoReturn:
        """Show the usage and the message, and end the program."""
        self.exit(ExitCode.USAGE, f"{self.format_usage()}{self.prog}: {message}\n")

    def add_flag(self, name: str, text: str, *, dest: str | None = None) -> None:
        """Add an option without a value."""
        self.add_argument(name, dest=dest, action="store_true", help=text)

    def add_repeatable(
        self,
        name: str,
        metavar: str,
        text: str,
        *,
        dest: str | None = None,
        parse: Callable[[str], str] = str,
    ) -> None:
        """Add an option that can be repeated; its value is a list."""
        text = f"{text}; can be repeated"
        self.add_argument(
            name, dest=dest, metavar=metavar, type=parse, action="append", default=[], help=text
        )

    def add_verbose(self, text: str) -> None:
        """Add ``-v``."""
        self.add_argument("-v", "--verbose", action="store_true", help=text)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = CommandParser(
        prog="sphinx-docsnav",
        description="Build a docs.json site with Sphinx, or look at its navigation.",
        epilog=HELP_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"sphinx-docsnav {__version__}")
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", title="commands", parser_class=CommandParser
    )
    for add in (
        *(_add_build, _add_serve, _add_check, _add_tree, _add_parts),
        *(_add_versions, _add_init, _add_compare, _add_schema, _add_mcp),
    ):
        add(commands)
    return parser


def _add_build(commands: Commands) -> None:
    parser = commands.add_parser(
        "build",
        help="build the site as static files",
        description="Build the site as static files that a web server delivers, or a browser opens"
        " from disk. Title, logo, favicon, colours and language come from docs.json. "
        "Nothing is written into SITE. The next build renders only what has changed.",
    )
    _add_site(parser)
    parser.add_argument("out", metavar="OUT", help="output directory; created if it does not exist")
    _add_sphinx_options(parser)
    parser.add_argument(
        "--part",
        metavar="K/N",
        type=parse_part,
        help="write only part K of the N parts that `sphinx-docsnav parts SITE -j N` shows",
    )
    parser.add_argument(
        "-b",
        dest="builder",
        metavar="BUILDER",
        default="html",
        help="output format: html (the default; page a/b is a/b.html), dirhtml (a/b/index.html, "
        "for URLs such as /a/b), singlehtml, epub, latex, text, linkcheck …",
    )
    _add_jobs(parser, "number of worker processes")
    parser.add_argument(
        "-d",
        dest="doctrees",
        metavar="FOLDER",
        help="where to keep what is read for the next build; by default, in your cache folder, "
        "until OUT is removed",
    )
    _add_strict(parser)
    parser.add_flag("-E", "ignore saved results and build everything", dest="fresh")
    parser.add_flag("-q", "print only warnings and errors", dest="quiet")
    _add_message_options(parser, "print Sphinx's log, and every occurrence of repeated problems")
    parser.set_defaults(run="sphinx_docsnav.cli.build:run_build")


def _add_serve(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="preview the site while you write",
        description="Build the site, serve it at http://127.0.0.1:8000, and build it again "
        "whenever docs.json, a page, a snippet or an OpenAPI file is saved. Open pages"
        " reload automatically. Ctrl+C stops the server.",
    )
    _add_site(parser)
    parser.add_argument(
        "out",
        metavar="OUT",
        nargs="?",
        help="output directory; a temporary directory by default",
    )
    _add_sphinx_options(parser)
    parser.add_argument(
        "--port",
        type=parse_port,
        default=8000,
        help="port to listen on (default: 8000); 0 selects a free one",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; by default, only this machine can connect",
    )
    parser.add_repeatable(
        "--allow-host",
        "NAME",
        "answer requests for this host as well, such as the name of a tunnel or a proxy",
        parse=parse_host,
    )
    parser.add_flag("--open", "open the site in a browser")
    parser.add_verbose(
        "print Sphinx's log of each build, and every occurrence of repeated problems"
    )
    _add_preview_options(parser)
    parser.set_defaults(run="sphinx_docsnav.cli.serve:run_serve")


def _add_preview_options(parser: CommandParser) -> None:
    """Add the options that `serve` passes to sphinx-autobuild, and ``--editor``."""
    for name, metavar, text in (
        ("watch", "DIR", "watch this directory as well, such as the code that autodoc documents"),
        ("ignore", "GLOB", "do not watch these files"),
        ("pre-build", "COMMAND", "run this command before each build"),
        ("post-build", "COMMAND", "run this command after each build that succeeds"),
    ):
        parser.add_repeatable(f"--{name}", metavar, text)
    parser.add_argument(
        "--editor",
        metavar="URL",
        type=parse_editor_url,
        help="make the places in messages links that open your editor; for Visual Studio Code: "
        "vscode://file/{path}:{line}:{column}",
    )


def parse_host(text: str) -> str:
    """Return *text* if it is a host name or an IP address; the type of an option.

    :raises argparse.ArgumentTypeError: it is not, or it contains a scheme or a port.
    """
    from ipaddress import ip_address

    try:
        # URLs have brackets around IPv6 addresses.
        ip_address(text.strip("[]"))
    except ValueError as error:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", text):
            message = f"expected a host without scheme and port, like draft.example, not {text!r}"
            raise argparse.ArgumentTypeError(message) from error
    return text


def parse_editor_url(text: str) -> str:
    """Return *text* if it is a URL with ``{path}``; the type of an option.

    :raises argparse.ArgumentTypeError: it is not, or it would run a script.
    """
    scheme, colon, _ = text.partition(":")
    if not colon or "{path}" not in text or scheme.lower() in ("javascript", "data"):
        msg = f"not the URL of an editor, such as vscode://file/{{path}}:{{line}}: {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return text


def _add_check(commands: Commands) -> None:
    parser = commands.add_parser(
        "check",
        help="report the problems of a site",
        description="Print all problems of docs.json, pages, snippets and OpenAPI files, one per "
        "line with its position, without a build.",
    )
    _add_site(parser)
    _add_strict(parser)
    parser.add_flag(
        "--portable",
        "report extensions of the format as errors: titles, links, patterns and indexes in "
        "'pages', and pages that are neither MDX nor Markdown",
    )
    parser.add_flag(
        "--report",
        "build the site in a temporary folder, without a conf.py, compare it with its "
        "sources, and print one page: what a maintainer should look at before the site is moved",
    )
    parser.add_flag(
        "--external",
        "open the links that leave the site, in pages and docs.json: several hosts at a time, "
        "each one request after the other; a link that works is not tried again for a day",
    )
    parser.add_flag(
        "--a11y",
        "report images without alternative text, headings that skip a level, links without a "
        "text that says where they lead, and colours with too little contrast",
    )
    parser.add_flag(
        "-E",
        "check every page and link again; otherwise, what was found in the pages of a large "
        "site is kept in your cache folder until a page, or a file that it uses, changes",
        dest="fresh",
    )
    _add_message_options(parser)
    _add_remote(parser)
    parser.set_defaults(run="sphinx_docsnav.cli.report:run_check")


def _add_tree(commands: Commands) -> None:
    parser = commands.add_parser(
        "tree",
        help="print the navigation tree",
        description="Print the navigation tree as indented text, in reading order. Problems are "
        "written to standard error.",
    )
    _add_site(parser)
    parser.add_flag("--json", "print JSON")
    _add_keep_going(parser)
    _add_remote(parser)
    parser.set_defaults(run="sphinx_docsnav.cli.report:run_tree")


def _add_parts(commands: Commands) -> None:
    parser = commands.add_parser(
        "parts",
        help="share the pages of a site among several builds",
        description="Print parts of the site with about as many pages each, for builds on several "
        "machines: `sphinx-docsnav build --part 1/N` builds the first one. Whole languages, "
        "versions and products stay together where that is possible.",
    )
    _add_site(parser)
    parser.add_argument(
        "-j",
        dest="jobs",
        metavar="N",
        type=parse_jobs,
        default=4,
        help="how many parts at most; 4 is the default",
    )
    parser.add_flag(
        "--json",
        'as JSON on one line, {"include": [{"part": "1/4", "pages": 120, "only": ["en"]}]}, '
        "for the matrix of a CI service",
    )
    _add_keep_going(parser)
    _add_remote(parser)
    parser.set_defaults(run="sphinx_docsnav.cli.site_argument:run_parts")


def _add_versions(commands: Commands) -> None:
    parser = commands.add_parser(
        "versions",
        help="build the versions of a site from git",
        description="Build each tag or branch that 'ref' in docs.json, or docsnav_versions in "
        "conf.py, names, by its own configuration, and join them in OUT: with switchers, one "
        "search, and the redirects latest and stable. A commit is built once; the work tree is not"
        " touched.",
    )
    _add_site(parser, "folder that contains docs.json or conf.py")
    parser.add_argument("out", metavar="OUT", help="output directory; created if it does not exist")
    parser.add_flag("--conf", "run conf.py, which is a program, and that of each version")
    parser.add_flag(
        "--isolated",
        "install the requirements of each version into an environment of its own, with uv if "
        "it is installed",
    )
    parser.add_argument(
        "--base-url",
        metavar="URL",
        default="",
        help="the address of OUT, for canonical links and the sitemap; by default, html_baseurl of "
        "conf.py",
    )
    parser.add_repeatable(
        "--allow-repository",
        "URL",
        "fetch and build repositories whose address is this one or below it",
    )
    parser.add_argument(
        "-b",
        dest="builder",
        choices=["html", "dirhtml"],
        default="html",
        help="html (the default) or dirhtml",
    )
    _add_jobs(parser, "how many versions are built at once")
    parser.add_flag("--allow-failed", "exit with 0 if some versions cannot be built")
    parser.add_flag(
        "--retry-failed",
        "build commits again that could not be built with the same packages",
    )
    parser.add_argument(
        "-d",
        dest="cache",
        metavar="FOLDER",
        help="where to keep built versions for the next run; by default, in your cache folder",
    )
    _add_theme(parser)
    _add_remote(parser)
    parser.add_repeatable("-D", "NAME=VALUE", "override a setting in all versions", dest="settings")
    parser.set_defaults(run="sphinx_docsnav.cli.versions:run_versions", keep_going=False, only=())


def _add_init(commands: Commands) -> None:
    parser = commands.add_parser(
        "init",
        help="write a conf.py or a docs.json, whichever is missing",
        description="In a folder with docs.json, write a conf.py with the settings that `build` "
        "derives from docs.json, so that `sphinx-build SITE OUT` builds the same site "
        "and you can change the settings. In a Sphinx project without docs.json, write"
        " a docs.json with the navigation of its toctrees; Sphinx reads the project, "
        "so its conf.py is run. In a project of another tool (mkdocs.yml, _toc.yml or mint.json), "
        "write a docs.json with what its configuration says, beside its pages. No file is "
        "overwritten.",
    )
    _add_site(parser, "folder that contains docs.json, conf.py, mkdocs.yml, _toc.yml or mint.json")
    parser.add_flag(
        "--sphinx", "in a project of another tool, also write a conf.py, for sphinx-build"
    )
    _add_theme(parser, "the Sphinx theme that conf.py names")
    parser.set_defaults(run="sphinx_docsnav.cli.init:run_init")


def _add_compare(commands: Commands) -> None:
    parser = commands.add_parser(
        "compare",
        help="build a Sphinx project without and with this extension, and print what differs",
        description="Build a Sphinx project twice without this extension and twice with it, in "
        "temporary folders, and print what differs: pages, titles, anchors, objects.inv, lists in "
        "pages, sidebars, previous and next pages, links, warnings, size and time. The exit status "
        "is 1 if anything is lost. The conf.py of the project is run.",
    )
    parser.add_argument(
        "source", metavar="SOURCE", nargs="?", default=".", help="folder with conf.py"
    )
    parser.add_argument(
        "--navigation",
        choices=["docs.json", "toctree", "init"],
        help="docs.json or what conf.py names, the default if there is one; the toctrees; or a "
        "docs.json that `init` would write",
    )
    parser.add_argument(
        "-b",
        dest="builder",
        default="html",
        help="html (the default) or dirhtml; of another builder, such as text, latex, gettext or "
        "json, what it writes for the pages is compared line by line",
    )
    parser.add_verbose("print every difference")
    parser.set_defaults(run="sphinx_docsnav.cli.compare:run_compare")


def _add_schema(commands: Commands) -> None:
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of docs.json",
        description="Print the JSON Schema of docs.json, for completion and validation in editors."
        " Save it to a file, and set $schema in docs.json to the path of that file.",
    )
    parser.set_defaults(run="sphinx_docsnav.cli.report:run_schema")


def _add_mcp(commands: Commands) -> None:
    parser = commands.add_parser(
        "mcp",
        help="let a program with a language model search and read a built site",
        description="Serve a built folder to one program by the Model Context Protocol on standard "
        "input and output, without the network. Its tools search, read pages and sections, list "
        "pages, and look up operations and functions. Needs the extra 'mcp'.",
    )
    parser.add_argument(
        "out", metavar="OUT", help="folder of a build that has Markdown copies and llms.txt"
    )
    parser.set_defaults(run="sphinx_docsnav.cli.mcp:run_mcp")


def _add_site(parser: CommandParser, text: str = "folder that contains docs.json") -> None:
    parser.add_argument("site", metavar="SITE", help=text)


def _add_sphinx_options(parser: CommandParser) -> None:
    _add_theme(parser)
    _add_keep_going(parser)
    _add_remote(parser)
    parser.add_flag(
        "--traceback",
        "print the traceback of each exception that occurs while a page is built",
    )
    parser.add_repeatable(
        "--only",
        "DIVISION",
        "write only the pages of a language, version or other division, such as fr or fr/v2",
    )
    parser.add_argument(
        "--conf",
        action=argparse.BooleanOptionalAction,
        help="if SITE contains a conf.py, which is a program: run it or ignore it",
    )
    parser.add_repeatable(
        "-D",
        "NAME=VALUE",
        "override a setting of Sphinx, of the theme (html_theme_options.NAME=VALUE) or of docsnav",
        dest="settings",
    )


def _add_jobs(parser: CommandParser, text: str) -> None:
    text = f"{text}; auto, the default, is the number of processors"
    parser.add_argument("-j", dest="jobs", metavar="N", type=parse_jobs, default="auto", help=text)


def _add_message_options(
    parser: CommandParser,
    verbose: str = "report every occurrence of repeated problems",
) -> None:
    parser.add_argument(
        "--format",
        choices=[style.value for style in MessageFormat],
        default=MessageFormat.TEXT.value,
        help="format of messages: text (the default), github for annotations in GitHub Actions, or"
        " json with one object per line",
    )
    parser.add_verbose(verbose)


def _add_strict(parser: CommandParser) -> None:
    parser.add_flag("-W", "exit with status 2 if there are warnings", dest="strict")


def _add_theme(parser: CommandParser, text: str = "the Sphinx theme") -> None:
    parser.add_argument("--theme", metavar="NAME", help=f"{text}; {THEME_DEFAULT}")


def _add_keep_going(parser: CommandParser) -> None:
    parser.add_flag(
        "--keep-going",
        "report errors in docs.json and build the rest; each message says what is built instead",
    )


def _add_remote(parser: CommandParser) -> None:
    parser.add_argument(
        "--no-remote",
        dest="remote",
        action="store_false",
        help="do not fetch OpenAPI files from the network",
    )


def parse_jobs(text: str) -> int:
    """Return the number of ``-j``; for ``auto``, the number of processors."""
    if text == "auto":
        return os.cpu_count() or 1
    return _parse_number(text, 1, None, f"expected a whole number from 1, or auto, not {text!r}")


def parse_part(text: str) -> tuple[int, int]:
    """Return the K and the N of ``--part K/N``."""
    message = f"expected K/N, such as 2/4, not {text!r}"
    number, _, count = text.partition("/")
    parts = _parse_number(count, 1, None, message)
    return _parse_number(number, 1, parts, message), parts


def parse_port(text: str) -> int:
    """Return the port of ``--port``."""
    return _parse_number(text, 0, MAX_PORT, f"expected a number from 0 to {MAX_PORT}, not {text!r}")


def _parse_number(text: str, minimum: int, maximum: int | None, message: str) -> int:
    """Return the number of *text*.

    :param maximum: the highest allowed number; ``None`` for any.
    :raises argparse.ArgumentTypeError: it is not a number in this range; with *message*.
    """
    # `int` also accepts signs, spaces, underscores and the digits of other scripts.
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(message)
    number = int(text)
    if number < minimum or (maximum is not None and number > maximum):
        raise argparse.ArgumentTypeError(message)
    return number
