"""The words of the command line; docs/ makes its reference from them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from sphinx_docsnav import __version__
from sphinx_docsnav.cli.build import run_build
from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.cli.numbers import jobs, port
from sphinx_docsnav.cli.report import run_check, run_schema, run_tree
from sphinx_docsnav.cli.serve import run_serve
from sphinx_docsnav.cli.takeover import run_init
from sphinx_docsnav.messages.formats import MessageFormat

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]  # noqa: SLF001 -- it has no public name

EPILOG = """\
SITE is the folder with docs.json in it.

  sphinx-docsnav check SITE         report what is wrong with a site
  sphinx-docsnav build SITE OUT     make the whole site as plain HTML files
  sphinx-docsnav serve SITE         the same, and again whenever you save a file
  sphinx-docsnav COMMAND --help     more about one command

exit codes:
  0  done
  1  the site has errors, or could not be built
  2  the site has warnings only, and these were to count (--strict, -W)
  3  the command was not understood, or a file or folder it names cannot be used
"""


class Parser(argparse.ArgumentParser):
    """argparse's, ending as `ExitCode.USAGE` promises."""

    def error(self, message: str) -> NoReturn:
        """Show the usage and the message, and end the program."""
        self.exit(ExitCode.USAGE, f"{self.format_usage()}{self.prog}: {message}\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="sphinx-docsnav",
        description="Build a docs.json site with Sphinx, or look at its navigation.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"sphinx-docsnav {__version__}")
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", title="commands", parser_class=Parser
    )
    _add_build(commands)
    _add_serve(commands)
    _add_check(commands)
    _add_tree(commands)
    _add_init(commands)
    _add_schema(commands)
    return parser


def _add_build(commands: Commands) -> None:
    parser = commands.add_parser(
        "build",
        help="make the whole site as plain files",
        description="Make the whole site as plain files that any web server, or a browser alone, "
        "can show. Title, logo, favicon, colours and language come from docs.json. Nothing is "
        "written into SITE. A second run makes only what has changed.",
    )
    _add_site(parser)
    parser.add_argument("out", metavar="OUT", help="output directory; created if it does not exist")
    _add_sphinx_options(parser)
    parser.add_argument(
        "-b",
        dest="builder",
        metavar="BUILDER",
        default="html",
        help="what to make: html (page a/b is a/b.html; the default), dirhtml (a/b/index.html, "
        "for a server that keeps the addresses /a/b), singlehtml, epub, latex, text, linkcheck …",
    )
    parser.add_argument(
        "-j",
        dest="jobs",
        metavar="N",
        type=jobs,
        default="auto",
        help="work on N pages at a time; auto, the default, is the number of processors",
    )
    parser.add_argument(
        "-W", dest="strict", action="store_true", help="warnings make it end with 2"
    )
    parser.add_argument("-E", dest="fresh", action="store_true", help="make everything anew")
    parser.add_argument(
        "-q", dest="quiet", action="store_true", help="show warnings and errors alone"
    )
    _add_message_options(parser)
    parser.set_defaults(run=run_build)


def _add_serve(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="show the site in a browser while you write",
        description="Build the site, show it at http://127.0.0.1:8000, and build again whenever "
        "docs.json, a page, a snippet or an OpenAPI file is saved; open pages reload by "
        "themselves. Ctrl+C ends it.",
    )
    _add_site(parser)
    parser.add_argument(
        "out",
        metavar="OUT",
        nargs="?",
        help="output directory; a temporary one by default",
    )
    _add_sphinx_options(parser)
    parser.add_argument(
        "--port", type=port, default=8000, help="port to listen on (8000); 0 for any free one"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; the default is for this machine alone",
    )
    parser.add_argument("--open", action="store_true", help="open a browser once it is built")
    parser.set_defaults(run=run_serve)


def _add_check(commands: Commands) -> None:
    parser = commands.add_parser(
        "check",
        help="report what is wrong with a site",
        description="Print what is wrong with docs.json, the pages, the snippets and the OpenAPI "
        "specifications: one line for each problem, with its place, all in one run. Nothing is "
        "built.",
    )
    _add_site(parser)
    parser.add_argument(
        "--strict", action="store_true", help="end with 2 if there are only warnings"
    )
    parser.add_argument(
        "--portable",
        action="store_true",
        help="refuse what only this extension understands: titles, links, patterns and indexes in "
        "'pages', and pages that are neither MDX nor Markdown",
    )
    parser.add_argument(
        "--no-cache",
        dest="cached",
        action="store_false",
        help="check every page again; otherwise, what was found in the pages of a large site is "
        "kept in your cache folder until a page, or a file that it uses, changes",
    )
    _add_message_options(parser)
    _add_remote(parser)
    parser.set_defaults(run=run_check)


def _add_tree(commands: Commands) -> None:
    parser = commands.add_parser(
        "tree",
        help="print the navigation as a reader would walk it",
        description="Print the navigation as a reader would walk it, as an indented text. "
        "Faults go to standard error.",
    )
    _add_site(parser)
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    _add_keep_going(parser)
    _add_remote(parser)
    parser.set_defaults(run=run_tree)


def _add_init(commands: Commands) -> None:
    parser = commands.add_parser(
        "init",
        help="write the file that is missing, conf.py or docs.json",
        description="In a folder with docs.json, write a conf.py with the settings that `build` "
        "takes from docs.json, so that `sphinx-build SITE OUT` makes the same site and you can "
        "change what you like. In a Sphinx project without docs.json, write a docs.json with the "
        "navigation of its toctrees; Sphinx reads the project for that, so its conf.py is run. No "
        "file is overwritten.",
    )
    _add_site(parser)
    _add_theme(parser)
    parser.set_defaults(run=run_init)


def _add_schema(commands: Commands) -> None:
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of docs.json",
        description="Print the JSON Schema of docs.json, for editors that complete and check "
        "while you type: save it, and name the file under $schema in docs.json.",
    )
    parser.set_defaults(run=run_schema)


def _add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("site", metavar="SITE", help="folder with docs.json in it")


def _add_sphinx_options(parser: argparse.ArgumentParser) -> None:
    _add_theme(parser)
    _add_keep_going(parser)
    _add_remote(parser)
    parser.add_argument(
        "--traceback",
        action="store_true",
        help="print the traceback of each exception that stopped the work on a page",
    )
    parser.add_argument(
        "--only",
        metavar="DIVISION",
        action="append",
        default=[],
        help="write only the pages of a language, version or other division, such as fr or fr/v2; "
        "may be given more than once",
    )
    parser.add_argument(
        "--conf",
        action=argparse.BooleanOptionalAction,
        help="where SITE has a conf.py of its own: run it (it is a program), or leave it aside",
    )
    parser.add_argument(
        "-D",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="any setting of Sphinx, of the theme (html_theme_options.NAME=VALUE) or of docsnav; "
        "may be given more than once",
    )


def _add_message_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=[style.value for style in MessageFormat],
        default=MessageFormat.TEXT.value,
        help="how messages are written: text for people (the default), github for annotations in "
        "GitHub Actions, json for programs, one object on each line",
    )
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="show every place of a problem that occurs more than three times",
    )


def _add_theme(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--theme",
        metavar="NAME",
        help="the Sphinx theme; if left out, furo where it is installed, else alabaster",
    )


def _add_keep_going(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="continue after errors in docs.json; each message says what is built instead",
    )


def _add_remote(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-remote",
        dest="remote",
        action="store_false",
        help="fetch no OpenAPI specification from the network",
    )
