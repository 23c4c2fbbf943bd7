"""``build``: build a site with Sphinx; without a conf.py, the settings come from docs.json."""

from __future__ import annotations

import argparse
import errno
import io
import logging
import shutil
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from sphinx_docsnav.cli.build_settings import (
    SphinxSettings,
    make_generated_settings,
    read_command_line_settings,
    should_run_conf,
)
from sphinx_docsnav.cli.console import ExitCode, UserError, print_error, print_line
from sphinx_docsnav.cli.site_argument import (
    find_cache_folder,
    find_out_folder,
    find_part_names,
    find_site_folder,
)
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.garbage import collected_rarely
from sphinx_docsnav.messages import (
    MessageFormat,
    describe_build,
    format_count,
    machine_line,
    machine_message,
    message_format,
)
from sphinx_docsnav.sitefiles.write import digest_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

START_PAGES = {"html": "index.html", "dirhtml": "index.html", "singlehtml": "index.html"}
"""The first page of the output, by builder."""
_OUTPUT_FILE = "docsnav-output"
"""The file in a folder of the cache that names the output directory."""
_SECONDS_PER_DAY = 24 * 60 * 60


def run_build(arguments: argparse.Namespace) -> ExitCode:
    """Build the site and return the exit code."""
    root = find_site_folder(arguments.site)
    out = find_out_folder(arguments.out, root)
    uses_conf = should_run_conf(root, choice=arguments.conf)
    # In a project with a conf.py, docsnav_fast decides how often the collector runs.
    with nullcontext() if uses_conf else collected_rarely():
        return _build_site(arguments, root, out, uses_conf=uses_conf)


def _build_site(
    arguments: argparse.Namespace, root: Path, out: Path, *, uses_conf: bool
) -> ExitCode:
    """Build the site at *root* and return the exit code."""
    settings = (
        read_command_line_settings(arguments)
        if uses_conf
        else make_generated_settings(arguments, root, out)
    )
    if arguments.part:
        settings["docsnav_only"] = [*arguments.only, *find_part_names(arguments)]
    output_format = MessageFormat(arguments.format)
    counter = _ErrorCounter(logging.ERROR)
    handlers: list[logging.Handler] = [counter]
    if output_format is not MessageFormat.TEXT:
        handlers.append(_NotePrinter(root, output_format))
    logger = logging.getLogger("sphinx.sphinx_docsnav")
    previous_format = message_format.set(output_format)
    for handler in handlers:
        logger.addHandler(handler)
    try:
        code = _run_sphinx(arguments, root, root if uses_conf else None, out, settings)
    finally:
        message_format.reset(previous_format)
        for handler in handlers:
            logger.removeHandler(handler)
    # Errors of the extension fail the build, although Sphinx counts them as warnings.
    if counter.count:
        return ExitCode.FAULTS
    return code


class _ErrorCounter(logging.Handler):
    """Counts the errors of the extension, which Sphinx counts as warnings."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 -- logging's signature
        self.count += 1


class _NotePrinter(logging.Handler):
    """Prints messages that are no warnings for programs, as `check` does; Sphinx's log has none."""

    def __init__(self, root: Path, output_format: MessageFormat) -> None:
        from sphinx_docsnav.core.log import FAULT, RepetitionFilter

        super().__init__(logging.INFO)
        self.addFilter(RepetitionFilter())
        self._fault_name = FAULT
        self._root = root
        self._format = output_format

    def emit(self, record: logging.LogRecord) -> None:
        """Print the fault of a record."""
        fault = getattr(record, self._fault_name, None)
        if record.levelno == logging.INFO and isinstance(fault, Fault):
            line = machine_line(machine_message(fault, self._root), self._format)
            sys.stderr.write(f"{line}\n")


class _WarningStream(io.TextIOBase):
    """A stream for the warnings of Sphinx that counts them."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream
        """The stream to which warnings are written."""
        self.count = 0
        """The number of messages; the log of Sphinx writes each one with a single call."""

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a property there, too
        """The encoding of the stream; Sphinx escapes the characters that it lacks."""
        return self.stream.encoding

    def write(self, text: str) -> int:
        """Write a warning."""
        self.count += bool(text.strip())
        return self.stream.write(text)

    def flush(self) -> None:
        """Flush the stream; Python also calls this when it deletes the stream."""
        if not self.stream.closed:
            self.stream.flush()

    def isatty(self) -> bool:
        """Return whether the output goes to a terminal."""
        return self.stream.isatty()


def find_doctrees_folder(chosen_folder: str | None, root: Path, out: Path) -> Path:
    """Return the folder for doctrees and the environment: *chosen_folder*, or one of the cache.

    They are not in the output, because that is published. If the output is empty, the folder is
    emptied, too. Doctrees of an earlier release in the output are removed. If the cache is not
    writable, the folder is in the output.

    :param chosen_folder: the value of ``-d``.
    """
    doctrees_in_output = out / ".doctrees"
    if chosen_folder:
        return Path(chosen_folder).absolute()
    base = find_cache_folder("doctrees")
    folder = base / digest_of(f"{root.resolve()}\n{out}".encode())
    try:
        _remove_abandoned(base)
        # Without an output, all pages must be written, so nothing of an earlier build is used.
        if _is_empty(out):
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / _OUTPUT_FILE).write_text(str(out), "utf-8")
    except OSError:
        return doctrees_in_output
    if (doctrees_in_output / "environment.pickle").is_file():
        shutil.rmtree(doctrees_in_output, ignore_errors=True)
    return folder


def _remove_abandoned(base: Path) -> None:
    """Remove the folders below *base* without an output that no build has used for a day."""
    for file in base.glob(f"*/{_OUTPUT_FILE}"):
        is_old = time.time() - file.stat().st_mtime > _SECONDS_PER_DAY
        if is_old and _is_empty(Path(file.read_text("utf-8"))):
            shutil.rmtree(file.parent, ignore_errors=True)


def _summarize(app: Sphinx, out: Path, messages: int, seconds: float) -> str:
    """Return how much was built, in which time and with how many messages, and what to open."""
    from sphinx_docsnav.core.site.generate import count_pages

    start = out / START_PAGES.get(app.builder.name, "")
    target = f"Open {start} in a browser." if start.is_file() else f"The output is in {out}."
    built = format_count(count_pages(app), "page", "pages")
    return f"{describe_build(built, seconds, messages)}. {target}"


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

    doctrees = find_doctrees_folder(arguments.doctrees, root, out)
    warnings = _WarningStream(sys.stderr)
    started = time.monotonic()
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
                status=sys.stdout if arguments.verbose else None,
                warning=cast("TextIO", warnings),  # it has all methods that Sphinx calls
                freshenv=arguments.fresh,
                warningiserror=arguments.strict,
                parallel=arguments.jobs,
                verbosity=int(arguments.verbose),
            )
            app.build(force_all=arguments.fresh)
    except SphinxError as error:
        print_error(f"{error.category}: {error}")
        return ExitCode.FAULTS
    except OSError as error:
        if explanation := _explain_file_error(error, out):
            raise UserError(explanation) from error
        raise
    if not arguments.quiet:
        print_line(_summarize(app, out, warnings.count, time.monotonic() - started))
    if not app.statuscode:
        return ExitCode.DONE
    # Only -W raises the status for warnings; linkcheck and other builders raise it for errors.
    return ExitCode.WARNINGS if arguments.strict and warnings.count else ExitCode.FAULTS


def _explain_file_error(error: OSError, out: Path) -> str:
    """Return what cannot be read or written, and why; empty if *error* does not say it."""
    # A full disk is not a fault of the site: name the remedy.
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"cannot write into {out}: {error.strerror}; free some space and build again"
    if error.filename is None:
        return ""
    verb = "write" if Path(str(error.filename)).is_relative_to(out) else "read"
    return f"cannot {verb} {error.filename}: {error.strerror}"
