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

from sphinx_docsnav.cli.console import ExitCode, UserError, complain
from sphinx_docsnav.preview.autobuild_options import PreviewOptions
from sphinx_docsnav.preview.channel import SphinxArguments, StartedWorker, start_worker

if TYPE_CHECKING:
    from sphinx_docsnav.cli.build_settings import SphinxSettings
    from sphinx_docsnav.faults import Fault

CONF = """\
from pathlib import Path

from sphinx_docsnav.cli.serve import live_settings

globals().update(live_settings(Path({root!r}), Path({out!r}), {theme!r}))
"""
"""The conf.py of a served site; it reads docs.json anew at each build."""


def run_serve(arguments: argparse.Namespace) -> ExitCode:
    """Build, serve and rebuild until the person ends it.

    The worker imports Sphinx while this process imports what it needs itself.
    """
    worker = start_worker() if hasattr(os, "fork") else None
    try:
        return _prepare(arguments, worker)
    finally:
        if worker is not None:
            worker.stop()


def _prepare(arguments: argparse.Namespace, worker: StartedWorker | None) -> ExitCode:
    from sphinx_docsnav.cli.build_settings import runs_own_conf
    from sphinx_docsnav.cli.site_argument import out_folder, site_folder

    root = site_folder(arguments.site, own_conf=bool(arguments.conf))
    own = runs_own_conf(root, choice=arguments.conf)
    port = _free_port(arguments.host, arguments.port)
    signal.signal(signal.SIGTERM, _end)
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docsnav-")))
        out = out_folder(arguments.out, root) if arguments.out else temporary / "out"
        confdir = root if own else _write_conf(temporary / "conf", root, out, arguments.theme)
        options = _options(arguments, root, confdir, out, port, has_conf=own)
        _serve(options, temporary, worker)
    return ExitCode.DONE


def _serve(options: PreviewOptions, folder: Path, worker: StartedWorker | None) -> None:
    """Run the preview, or sphinx-autobuild where processes cannot be copied, as on Windows.

    :param folder: for temporary files.
    """
    if worker is None:
        from sphinx_autobuild.__main__ import main as autobuild

        complain("the server of sphinx-autobuild is used, which answers requests for every host")
        autobuild(options.autobuild_arguments())
        return
    from sphinx_docsnav.preview.building import Building

    building = Building(options, folder, worker)  # builds while the server is imported
    from sphinx_docsnav.preview.server import run_preview

    run_preview(building)


def _end(number: int, _frame: object) -> None:
    """End the program as Ctrl+C does, so that temporary folders are removed."""
    sys.exit(128 + number)


def live_settings(root: Path, out: Path, theme: str) -> SphinxSettings:
    """Return the settings of the site as docs.json is now; called at each build.

    If docs.json has errors, return the settings that the extension needs to
    run and to report them.
    """
    from sphinx_docsnav.cli.build_settings import site_settings
    from sphinx_docsnav.cli.site_argument import CONFIG_NAME, exclude_patterns
    from sphinx_docsnav.docs_json import read_docs_json
    from sphinx_docsnav.faults import DocsNavError

    minimum: SphinxSettings = {"extensions": ["sphinx_docsnav"], "html_theme": theme}
    try:
        docs = read_docs_json(root / CONFIG_NAME, _leave_to_extension, keep_going=True)
    except DocsNavError:
        return minimum
    # The preview shows what an error leaves of the site; a build is where it has to stop.
    settings = {**site_settings(docs, root, theme), "docsnav_keep_going": True}
    if excluded := exclude_patterns(out, root):
        settings["exclude_patterns"] = excluded
    for name in ("html_logo", "html_favicon"):
        path = settings.get(name)
        if isinstance(path, str) and path and not path.startswith("https://"):
            settings[name] = str(root / path)
    static = settings.get("html_static_path")
    if isinstance(static, list):
        settings["html_static_path"] = [str(root / path) for path in static]
    return settings


def _leave_to_extension(fault: Fault) -> None:
    """Drop a fault: the extension reads the same file a moment later and reports it."""


def _write_conf(folder: Path, root: Path, out: Path, theme: str | None) -> Path:
    from sphinx_docsnav.cli.build_settings import DEFAULT_THEME

    folder.mkdir()
    text = CONF.format(root=str(root), out=str(out), theme=theme or DEFAULT_THEME)
    (folder / "conf.py").write_text(text, encoding="utf-8")
    return folder


def _options(  # noqa: PLR0913 -- the folders and the port, and what the author chose
    arguments: argparse.Namespace,
    root: Path,
    confdir: Path,
    out: Path,
    port: int,
    *,
    has_conf: bool,
) -> PreviewOptions:
    from sphinx_docsnav.cli.build_settings import own_conf_settings

    return PreviewOptions(
        sphinx=SphinxArguments(
            source=str(root),
            conf=str(confdir),
            output=str(out),
            doctrees=str(out / ".doctrees"),
            settings=own_conf_settings(arguments),
            jobs=os.cpu_count() or 1,
        ),
        source=root.resolve(),
        output=out.resolve(),
        watch=arguments.watch,
        ignore=[
            *(str(root / name) for name in (".git", "node_modules", ".venv")),
            *arguments.ignore,
        ],
        re_ignore=arguments.re_ignore,
        pre_build=arguments.pre_build,
        post_build=arguments.post_build,
        host=arguments.host,
        port=port,
        opens=arguments.open,
        allowed_hosts=arguments.allow_host,
        has_conf=has_conf,
        editor=arguments.editor or "",
    )


_WAYS_OUT = {
    errno.EACCES: "--port 0 selects one that needs no privileges",
    errno.EADDRINUSE: "--port 0 selects a free one",
}
"""What helps against each reason for which nothing can listen on a port."""


def _free_port(host: str, port: int) -> int:
    """Return *port*, or a free one in the place of 0.

    :raises UserError: something else listens on it, as is better known before a long build.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family) as server:
            return int(server.getsockname()[1])
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", "") or "no such address").partition(" (while")[0]
        way_out = _WAYS_OUT.get(
            getattr(error, "errno", 0), "--host takes an address of this machine"
        )
        raise UserError(f"cannot listen on {host}:{port}: {reason}; {way_out}") from error
