"""Documents and pages whose files have other times and the same content.

Sphinx decides by times what to read and to write. A fresh checkout has new ones, and
so has a theme that was installed again: a build with the doctrees and the output of an
earlier one reads and writes everything once more. In a site without conf.py, digests are compared
instead: all files that its documents depend on are known. With a conf.py, extensions may read
others, and Sphinx decides.

- The digest of a document is that of its file, of the files that it depends on, and
  of the program. It is kept in the environment, with what was read.
- The digests of the pages that are up to date are kept in the ledger of outputs, together
  with a digest of the theme's files. A page that is the same gets the present time.

What Sphinx does not decide by times, such as a changed setting, stays as it is.
"""

from __future__ import annotations

import os
import platform
import time
from importlib.metadata import version
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import app_of, build_state
from sphinx_docsnav.sitefiles.write import FileDigests, digest

_LIBRARIES = ("sphinx", "docutils", "jinja2", "pygments")
"""The programs that make pages, beside extensions and the theme."""
_WITH_CHECKSUM = (".css", ".js")
"""Suffixes of files whose checksums pages show."""
_ALL_PAGES = ""
"""The name of the digest of what is on every page, among those of pages."""


class ContentDigests:
    """The digests of the documents of one build."""

    def __init__(self, app: Sphinx) -> None:
        self.started = time.time_ns() // 1_000
        """When this was made, in microseconds as in Sphinx: files are read after it."""
        self._app = app
        self._files = FileDigests()
        extensions = sorted((name, extension.version) for name, extension in app.extensions.items())
        libraries = [version(name) for name in _LIBRARIES]
        conf = self._files.of(Path(app.confdir, "conf.py"))
        self._program = digest(platform.python_version(), libraries, extensions, conf)

    def of(self, docname: str) -> str:
        """Return the digest of a document; empty if one of its files cannot be read."""
        paths = list_files(self._app.env, docname)
        contents = [self._files.of(path) for path in paths]
        names = [os.path.relpath(path, self._app.srcdir) for path in paths]
        return digest(self._program, names, contents) if all(contents) else ""

    def surroundings(self) -> str:
        """Return the digest of what is on every page: the program and the files of the theme."""
        app, paths = self._app, []
        theme = getattr(app.builder, "theme", None)
        folders = theme.get_theme_dirs() if theme is not None else []
        template_folders = [Path(app.confdir, name) for name in app.config.templates_path]
        for folder in (*folders, *template_folders):
            paths += sorted(path for path in Path(folder).rglob("*") if path.is_file())
        # Of static files only those whose checksums are in the pages.
        for name in app.config.html_static_path:
            static_path = Path(app.confdir, name)
            static = [static_path] if static_path.is_file() else sorted(static_path.rglob("*"))
            paths += [path for path in static if path.suffix in _WITH_CHECKSUM]
        return digest(self._program, [(path.name, self._files.of(path)) for path in paths])


def list_files(env: BuildEnvironment, docname: str) -> list[Path]:
    """Return the files that a document is made from: its own, then those it depends on."""
    source = Path(env.srcdir, env.doc2path(docname))
    return [source, *sorted(Path(env.srcdir, path) for path in env.dependencies.get(docname, ()))]


def is_newer(path: Path, read: int) -> bool:
    """Return whether *path* is missing or newer than *read*, in microseconds as in Sphinx."""
    try:
        return path.stat().st_mtime_ns // 1_000 > read
    except OSError:
        return True


def is_same(env: BuildEnvironment, docname: str) -> bool:
    """Return whether a document has new times and the same content; if so, note it as read."""
    app = app_of(env)
    if has_conf(app.config) or docname in env.reread_always:
        return False
    if not Path(env.doctreedir, f"{docname}.doctree").is_file():
        return False
    digests = build_state(app).slot(ContentDigests)
    read = record_of(env).contents.get(docname, "")
    if not read or read != digests.of(docname):
        return False
    # As if it had been read now: Sphinx compares this time with the file's in later builds.
    env.all_docs[docname] = digests.started
    return True


def keep_documents(
    _app: Sphinx, env: BuildEnvironment, _added: set[str], changed: set[str], _removed: set[str]
) -> list[str]:
    """Take the documents that are the same out of *changed* (``env-get-outdated``)."""
    changed.difference_update([docname for docname in sorted(changed) if is_same(env, docname)])
    return []


def keep_pages(app: Sphinx) -> None:
    """Give pages that are up to date the present time (``builder-inited``).

    Sphinx looks at the times of pages before it reads documents.
    """
    if has_conf(app.config) or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    ledger, env = ledger_of(app), app.env
    # After a killed build nobody knows what the files hold.
    pages = {} if ledger.interrupted else ledger.page_contents
    templates = int(app.builder.templates.newest_template_mtime() * 1_000_000) if pages else 0
    digests = build_state(app).slot(ContentDigests)
    same = [
        file
        for docname in sorted(env.all_docs.keys() & pages.keys())
        if (file := _find_old_page(app.builder, docname, templates))
        and digests.of(docname) == pages[docname]
    ]
    # The digest of the theme's files is made only if a page may gain by it.
    if same and digests.surroundings() == pages.get(_ALL_PAGES):
        # Another time makes another stamp: a build that is killed from here on has changed files.
        ledger.begin()
        for file in same:
            os.utime(file)


def _find_old_page(builder: StandaloneHTMLBuilder, docname: str, templates: int) -> Path | None:
    """Return the file of a page that Sphinx would write for its time.

    :param templates: the time of the newest template, in microseconds.
    """
    page = builder.get_outfilename(docname)
    try:
        written = os.stat(page).st_mtime_ns // 1_000  # noqa: PTH116 -- of each page in each build
        source = os.path.join(builder.srcdir, builder.env.doc2path(docname, base=False))  # noqa: PTH118 -- as above
        if templates <= written and os.stat(source).st_mtime_ns // 1_000 <= written:  # noqa: PTH116 -- as above
            return None
    except OSError:
        return None
    return Path(page)


def note_contents(app: Sphinx, env: BuildEnvironment) -> None:
    """Note what the documents hold that were read (``env-updated``)."""
    if has_conf(app.config):
        return
    contents, digests = record_of(env).contents, build_state(app).slot(ContentDigests)
    for docname, read in env.all_docs.items():
        if docname in contents:
            continue
        # A file that changes during a build may be read before or after that.
        latest = min(read, digests.started)
        if not any(is_newer(path, latest) for path in list_files(env, docname)):
            contents[docname] = digests.of(docname)


def note_pages(app: Sphinx, exception: Exception | None) -> None:
    """Keep the digests of the pages that are up to date (``build-finished``)."""
    if has_conf(app.config) or exception is not None:
        return
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    build = build_state(app)
    if not build.resolved:
        return
    contents = record_of(app.env).contents
    surroundings = build.slot(ContentDigests).surroundings()
    # Pages of an earlier build stay known as long as nothing around them has changed.
    pages = {_ALL_PAGES: surroundings}
    ledger = ledger_of(app)
    if not ledger.interrupted and ledger.page_contents.get(_ALL_PAGES) == surroundings:
        before = ledger.page_contents.items()
        pages |= {
            docname: content_digest
            for docname, content_digest in before
            if contents.get(docname) == content_digest
        }
    for docname in build.resolved & contents.keys():
        if Path(app.builder.get_outfilename(docname)).is_file():
            pages[docname] = contents[docname]
    ledger.page_contents = pages
