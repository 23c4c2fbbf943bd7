"""``serve``: the preview of a site, with or without a conf.py."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import socket
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.cli.console import ExitCode, UserError, print_error
from sphinx_docsnav.preview.channel import SphinxArguments, StartedWorker, start_worker

if TYPE_CHECKING:
    from sphinx_docsnav.cli.build_settings import SphinxSettings
    from sphinx_docsnav.preview.building import PreviewOptions

CONF_TEMPLATE = """\
from pathlib import Path

from sphinx_docsnav.cli.serve import read_live_settings

globals().update(read_live_settings(Path({root!r}), Path({out!r}), {theme!r}))
"""
"""The conf.py of a served site; it reads docs.json again for each build."""
_REMEDIES = {
    errno.EACCES: "--port 0 selects one that needs no privileges",
    errno.EADDRINUSE: "--port 0 selects a free one",
}
"""The remedies for errors when listening on a port."""


def run_serve(arguments: argparse.Namespace) -> ExitCode:
    """Build, serve and rebuild the site until the user stops the program.

    The worker process imports Sphinx while this process imports other modules.
    """
    worker = start_worker() if hasattr(os, "fork") else None
    try:
        return _prepare_preview(arguments, worker)
    finally:
        if worker is not None:
            worker.stop()


def _prepare_preview(arguments: argparse.Namespace, worker: StartedWorker | None) -> ExitCode:
    from sphinx_docsnav.cli.build_settings import should_run_conf
    from sphinx_docsnav.cli.site_argument import find_out_folder, find_site_folder

    root = find_site_folder(arguments.site, own_conf=bool(arguments.conf))
    uses_conf = should_run_conf(root, choice=arguments.conf)
    for path in arguments.watch:
        if not Path(path).exists():
            remedy = "name a folder that exists, or leave the option out"
            raise UserError(f"--watch '{path}': no such file or folder; {remedy}")
    port = _find_free_port(arguments.host, arguments.port)
    # By default, SIGTERM ends Python without cleaning up.
    signal.signal(signal.SIGTERM, _exit_on_signal)
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docsnav-")))
        out = find_out_folder(arguments.out, root) if arguments.out else temporary / "out"
        confdir = root if uses_conf else _write_conf(temporary / "conf", root, out, arguments.theme)
        options = _make_options(arguments, root, confdir, out, port, has_conf=uses_conf)
        _run_server(options, temporary, worker)
    return ExitCode.DONE


def _run_server(options: PreviewOptions, folder: Path, worker: StartedWorker | None) -> None:
    """Run the preview; where it cannot run, run sphinx-autobuild.

    The preview needs `os.fork`, which Windows lacks.

    :param folder: a folder for temporary files.
    """
    if worker is None:
        from sphinx_autobuild.__main__ import main as autobuild

        print_error("the server of sphinx-autobuild is used, which answers requests for every host")
        autobuild(options.autobuild_arguments())
        return
    from sphinx_docsnav.preview.building import Building

    # The build starts while the modules of the server are imported.
    building = Building(options, folder, worker)
    from sphinx_docsnav.preview.server import run_preview

    run_preview(building)


def _exit_on_signal(number: int, _frame: object) -> None:
    """Exit the program with an exception, so that temporary folders are removed."""
    sys.exit(128 + number)


def read_live_settings(root: Path, out: Path, theme: str) -> SphinxSettings:
    """Return the settings that follow from the current docs.json; called for each build.

    If docs.json has errors, return the settings with which the extension can report them.
    """
    from sphinx_docsnav.cli.build_settings import make_site_settings
    from sphinx_docsnav.cli.site_argument import CONFIG_NAME, make_exclude_patterns
    from sphinx_docsnav.docs_json import read_docs_json
    from sphinx_docsnav.faults import DocsNavError

    minimum: SphinxSettings = {"extensions": ["sphinx_docsnav"], "html_theme": theme}
    try:
        # The extension reads the same file later, and reports its faults.
        docs = read_docs_json(root / CONFIG_NAME, lambda _fault: None, keep_going=True)
    except DocsNavError:
        return minimum
    # Errors stop a build, but the preview shows the rest of the site.
    settings = {**make_site_settings(docs, root, theme), "docsnav_keep_going": True}
    if excluded := make_exclude_patterns(out, root):
        settings["exclude_patterns"] = excluded
    # The conf.py is in a temporary folder, so paths relative to the site must become absolute.
    for name in ("html_logo", "html_favicon"):
        path = settings.get(name)
        if isinstance(path, str) and path and not path.startswith("https://"):
            settings[name] = str(root / path)
    static = settings.get("html_static_path")
    if isinstance(static, list):
        settings["html_static_path"] = [str(root / path) for path in static]
    return settings


def _write_conf(folder: Path, root: Path, out: Path, theme: str | None) -> Path:
    from sphinx_docsnav.cli.build_settings import DEFAULT_THEME

    folder.mkdir()
    text = CONF_TEMPLATE.format(root=str(root), out=str(out), theme=theme or DEFAULT_THEME)
    (folder / "conf.py").write_text(text, encoding="utf-8")
    return folder


def _make_options(  # noqa: PLR0913 -- the folders, the port and the arguments
    arguments: argparse.Namespace,
    root: Path,
    confdir: Path,
    out: Path,
    port: int,
    *,
    has_conf: bool,
) -> PreviewOptions:
    from sphinx_docsnav.cli.build_settings import read_command_line_settings
    from sphinx_docsnav.preview.building import PreviewOptions

    return PreviewOptions(
        sphinx=SphinxArguments(
            source=str(root),
            conf=str(confdir),
            output=str(out),
            doctrees=str(out / ".doctrees"),
            settings=read_command_line_settings(arguments),
            jobs=os.cpu_count() or 1,
            is_verbose=arguments.verbose,
            shows_traceback=arguments.traceback,
        ),
        source=root.resolve(),
        output=out.resolve(),
        watch=arguments.watch,
        ignore=[
            *(str(root / name) for name in (".git", "node_modules", ".venv")),
            *arguments.ignore,
        ],
        pre_build=arguments.pre_build,
        post_build=arguments.post_build,
        host=arguments.host,
        port=port,
        opens=arguments.open,
        allowed_hosts=arguments.allow_host,
        has_conf=has_conf,
        editor=arguments.editor or "",
    )


def _find_free_port(host: str, port: int) -> int:
    """Return *port*, or a free port if it is 0.

    This is checked before the build, which may take long.

    :raises UserError: the port cannot be used.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Port 0 makes the system choose a free port; the socket is closed again for the server.
        with socket.create_server((host, port), family=family) as server:
            return int(server.getsockname()[1])
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", "") or "no such address").partition(" (while")[0]
        remedy = _REMEDIES.get(
            getattr(error, "errno", 0), "--host takes an address of this machine"
        )
        raise UserError(f"cannot listen on {host}:{port}: {reason}; {remedy}") from error
