"""``build``: a site that has no conf.py through Sphinx, settings taken from docs.json."""

from __future__ import annotations

import argparse
import errno
import io
import logging
import shutil
import sys
import time
from pathlib import Path
from typing import TextIO, cast

from sphinx_docsnav.cli.build_settings import (
    SphinxSettings,
    generated_settings,
    own_conf_settings,
    runs_own_conf,
)
from sphinx_docsnav.cli.check_cache import cache_folder
from sphinx_docsnav.cli.console import ExitCode, UserError, complain, print_line
from sphinx_docsnav.cli.site_argument import names_of_part, out_folder, site_folder
from sphinx_docsnav.messages import MessageFormat, message_format
from sphinx_docsnav.sitefiles.write import digest_of

START_PAGES = {"html": "index.html", "dirhtml": "index.html", "singlehtml": "index.html"}
"""What to open first, for the builders that make pages."""


def run_build(arguments: argparse.Namespace) -> ExitCode:
    """Build the site and return the exit code."""
    root = site_folder(arguments.site)
    out = out_folder(arguments.out, root)
    own = runs_own_conf(root, choice=arguments.conf)
    settings = own_conf_settings(arguments) if own else generated_settings(arguments, root, out)
    if arguments.part:
        settings["docsnav_only"] = [*arguments.only, *names_of_part(arguments)]
    counter = _ErrorCounter(logging.ERROR)
    logger = logging.getLogger("sphinx.sphinx_docsnav")
    logger.addHandler(counter)
    other_format = message_format.set(MessageFormat(arguments.format))
    try:
        code = _run_sphinx(arguments, root, root if own else None, out, settings)
    finally:
        message_format.reset(other_format)
        logger.removeHandler(counter)
    if counter.count:
        return ExitCode.FAULTS
    start = out / START_PAGES.get(arguments.builder, "")
    if code is not ExitCode.FAULTS and start.is_file() and not arguments.quiet:
        print_line(f"Open {start} in a browser.")
    return code


class _ErrorCounter(logging.Handler):
    """Counts what the extension logs as an error; Sphinx counts them as warnings."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 -- logging's signature
        self.count += 1


class _WarningStream(io.TextIOBase):
    """A stream for Sphinx's warnings that records whether there were any."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream
        """Where the warnings go."""
        self.is_used = False
        """Whether there was a warning."""

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a property there, too
        """The encoding of the stream, for which Sphinx replaces characters."""
        return self.stream.encoding

    def write(self, text: str) -> int:
        """Write a warning."""
        self.is_used = True
        return self.stream.write(text)

    def flush(self) -> None:
        """Pass on what is buffered; Python does so when it deletes the stream, too."""
        if not self.stream.closed:
            self.stream.flush()

    def isatty(self) -> bool:
        """Return whether the output goes to a terminal."""
        return self.stream.isatty()


def doctrees_folder(given: str | None, root: Path, out: Path) -> Path:
    """Return where a build keeps doctrees and its environment: *given*, or a folder of the cache.

    The output is published and holds only what readers need. As in an output with doctrees, a
    build into an empty folder begins anew; doctrees that an earlier release left there are
    removed. Without the right to write into the cache, they are put into *out*.
    """
    inside = out / ".doctrees"
    if given:
        return Path(given).absolute()
    base = cache_folder("doctrees")
    folder = base / digest_of(f"{root.resolve()}\n{out}".encode())
    try:
        _remove_abandoned(base)
        if _is_empty(out):
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / _OUTPUT).write_text(str(out), "utf-8")
    except OSError:
        return inside
    if (inside / "environment.pickle").is_file():
        shutil.rmtree(inside, ignore_errors=True)
    return folder


_OUTPUT = "docsnav-output"
"""The file of a folder in the cache that names the output directory."""


_DAY = 24 * 60 * 60


def _remove_abandoned(base: Path) -> None:
    """Remove the folders below *base* whose output is gone, and that no build has used today."""
    for file in base.glob(f"*/{_OUTPUT}"):
        is_old = time.time() - file.stat().st_mtime > _DAY
        if is_old and _is_empty(Path(file.read_text("utf-8"))):
            shutil.rmtree(file.parent, ignore_errors=True)


def _is_empty(folder: Path) -> bool:
    return not folder.is_dir() or not any(folder.iterdir())


def _run_sphinx(
    arguments: argparse.Namespace,
    root: Path,
    confdir: Path | None,
    out: Path,
    settings: SphinxSettings,
) -> ExitCode:
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.console import color_terminal, nocolor
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    doctrees = doctrees_folder(arguments.doctrees, root, out)
    warnings = _WarningStream(sys.stderr)
    if not color_terminal():
        nocolor()
    try:
        with patch_docutils(confdir or root), docutils_namespace():
            app = Sphinx(
                root,
                confdir,
                out,
                doctrees,
                arguments.builder,
                confoverrides=settings,
                status=None if arguments.quiet else sys.stdout,
                warning=cast("TextIO", warnings),  # it has what Sphinx calls
                freshenv=arguments.fresh,
                warningiserror=arguments.strict,
                parallel=arguments.jobs,
                verbosity=int(arguments.verbose),
            )
            app.build(force_all=arguments.fresh)
    except SphinxError as error:
        complain(f"{error.category}: {error}")
        return ExitCode.FAULTS
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            msg = f"cannot write into {out}: {error.strerror}; free some space and build again"
            raise UserError(msg) from error
        if error.filename is None:
            raise
        verb = "write" if Path(str(error.filename)).is_relative_to(out) else "read"
        raise UserError(f"cannot {verb} {error.filename}: {error.strerror}") from error
    if not app.statuscode:
        return ExitCode.DONE
    # -W alone raises the status for warnings; linkcheck and other builders do so for faults.
    return ExitCode.WARNINGS if arguments.strict and warnings.is_used else ExitCode.FAULTS
