"""The first pass at ``config-inited``: set the values that Sphinx compares between builds.

A setting that is changed later counts as changed in every build, so that Sphinx
reads every page again. Therefore docs.json is read here; its faults are reported at
``builder-inited``, when logging is set up and a build is certain.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.matching import Matcher

from sphinx_docsnav import docs_json
from sphinx_docsnav.core.private_names import has_conf, is_set
from sphinx_docsnav.core.settings import MDX_FILETYPE, list_our_suffixes
from sphinx_docsnav.core.site.generate import STANDALONE_SUFFIX
from sphinx_docsnav.core.state import DocsJsonReading, Markdown, build_state
from sphinx_docsnav.docs_json import TWO_KINDS
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Severity
from sphinx_docsnav.navigation.inventory import FOREIGN_PATTERNS, is_odd_name, make_literal_pattern
from sphinx_docsnav.navigation.resolution import may_have_operations
from sphinx_docsnav.sitefiles.walk import Walk, is_output, walk_site
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.brand import Brand, find_differing_option, merge_options

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson, KeepGoing

TOCTREES = "toctree"
"""The value of ``docsnav_config`` for a project without docs.json."""
WHOLE = "sphinx_docsnav"
"""The extension with all features; without it, parts of it are used alone, without docs.json."""
MDX_ALONE = "sphinx_docsnav.mdx"
"""The extension that only reads MDX pages."""
LONGEST = 100
"""Length of the longest file name, in characters. File systems allow 255 bytes; a book adds its
version and language."""
_SETTINGS = (
    *("applehelp_bundle_name", "devhelp_basename", "epub_basename", "htmlhelp_basename"),
    *("latex_documents", "man_pages", "qthelp_basename", "texinfo_documents"),
)
"""Settings with a default that Sphinx makes of ``project``."""


def apply_docs_json(app: Sphinx, config: Config) -> None:
    """Read docs.json and apply the settings that follow from it (``config-inited``)."""
    reading = _read(app, config)
    build_state(app).reading = reading
    # Before we narrow them: messages and `init` show the project's own.
    reading.included = tuple(config.include_patterns)
    reading.excluded = tuple(config.exclude_patterns)
    if reading.has_navigation:
        reading.markdown = _claim_suffixes(config)
    else:
        ours = [STANDALONE_SUFFIX, *([".mdx"] if MDX_ALONE in app.extensions else ())]
        claimed = dict.fromkeys(ours, MDX_FILETYPE)
        config.source_suffix = {**claimed, **config.source_suffix}
    files = _exclude(app, config)
    reading.may_have_pages = _may_have_pages(config, reading.docs, files)
    if reading.docs is not None:
        _set_brand(app, config, reading.docs)
    limit_file_names(config)


def _read(app: Sphinx, config: Config) -> DocsJsonReading:
    if config.docsnav_config == TOCTREES:
        # Placeholder for the navigation until all documents are read and their toctrees are known.
        path = Path(app.srcdir, TOCTREES)
        return DocsJsonReading(path, _make_docs_of_root(config, path), from_toctrees=True)
    path = find_config(app, config)
    if WHOLE not in app.extensions:
        return DocsJsonReading(path, _make_docs_of_root(config, path), has_navigation=False)
    reading = DocsJsonReading(path, keep_going=keeps_going(app))
    if not path.exists():
        # A project that only wants API pages needs no docs.json.
        if config.docsnav_openapi and not is_set(config, "docsnav_config"):
            return DocsJsonReading(path, _make_docs_of_root(config, path), has_navigation=False)
        folders = " or ".join(dict.fromkeys((str(app.confdir), str(app.srcdir))))
        fault = Fault(
            FaultKind.CONFIG_MISSING,
            Severity.ERROR,
            f"no '{config.docsnav_config}' in {folders}",
            hint="put the file there, let 'sphinx-docsnav init' write it from your toctrees, or "
            "set docsnav_config in conf.py to its path",
        )
        reading.faults.append(fault)
        reading.error = DocsNavError(fault.message, fault=fault)
        return reading
    try:
        reading.docs = docs_json.read_docs_json(
            path, reading.faults.append, keep_going=reading.keep_going
        )
    except DocsNavError as error:
        reading.error = error
    return reading


def _make_docs_of_root(config: Config, path: Path) -> DocsJson:
    """Return what docs.json would be in a project without one: the root document alone."""
    languages = list(config.docsnav_openapi_options["languages"])
    value: dict[str, Any] = {"navigation": {"pages": [config.root_doc]}}
    if languages:
        value["api"] = {"examples": {"languages": languages}}
    return docs_json.docs_json_of(value, path)


def keeps_going(app: Sphinx) -> KeepGoing:
    """Return after which errors of docs.json the rest is built.

    A site without conf.py whose elements have two kinds of children is built with the kind that
    the service shows, unless warnings are errors; a project stops, as its author can mend it.
    """
    config = app.config
    if config.docsnav_keep_going or has_conf(config) or app.warningiserror:
        return bool(config.docsnav_keep_going)
    return TWO_KINDS


def find_config(app: Sphinx, config: Config) -> Path:
    """Return the path of docs.json: beside conf.py, else in the source folder."""
    beside_conf = Path(app.confdir, config.docsnav_config)
    in_sources = Path(app.srcdir, config.docsnav_config)
    return in_sources if in_sources.exists() and not beside_conf.exists() else beside_conf


def _claim_suffixes(config: Config) -> Markdown:
    """Read ``.mdx`` with our reader, and ``.md`` if nobody else does.

    The project's own suffixes stay first: autosummary writes its pages with the first suffix
    whose reader it does not know.
    """
    markdown = _find_markdown_reader(config)
    ours = [".mdx"] if markdown is Markdown.THEIRS else [".mdx", ".md"]
    claimed = dict.fromkeys((s for s in ours if s not in config.source_suffix), MDX_FILETYPE)
    if markdown is Markdown.ALL:
        config.source_suffix = {**claimed, **config.source_suffix}
    else:
        config.source_suffix = {**config.source_suffix, **claimed}
    if markdown in (Markdown.LISTED, Markdown.UNLISTED):
        # Sphinx would take every `.md` file for a page, also beside an `.rst` file of that name.
        # The patterns are the same whatever docs.json lists: a change reads all pages again.
        config.include_patterns = exclude_markdown(config.include_patterns)
    return markdown


def _find_markdown_reader(config: Config) -> Markdown:
    if ".md" in config.source_suffix:
        return Markdown.THEIRS
    if not has_conf(config):
        return Markdown.ALL
    return Markdown.UNLISTED if is_set(config, "docsnav_unlisted") else Markdown.LISTED


def exclude_markdown(patterns: Iterable[str]) -> list[str]:
    """Return ``include_patterns`` that match what *patterns* match and does not end in ``.md``."""
    narrowed: list[str] = []
    for pattern in patterns:
        if pattern.endswith("*"):
            narrowed += (f"{pattern}{end}" for end in ("[!d]", "[!m]d", "[!.]md"))
        elif not pattern.endswith(".md"):
            narrowed.append(pattern)
    return narrowed


def _may_have_pages(config: Config, docs: DocsJson | None, files: Iterable[str]) -> bool:
    """Return whether our reader reads one of *files*, or a page that is generated.

    Pages are generated for operations, and for the start of a site without one.
    """
    if config.docsnav_openapi or (docs is not None and may_have_operations(docs)):
        return True
    ours = list_our_suffixes(config)
    # A missing root page is generated, by our reader.
    names = {file.partition(".")[0] for file in files}
    return config.root_doc not in names or any(file.endswith(ours) for file in files)


def _exclude(app: Sphinx, config: Config) -> list[str]:
    """Exclude folders without pages; return the files of the site.

    Our generated documents may be among the sources. In a site without conf.py, links to folders
    are not followed: Sphinx would not detect cycles, and two links to their own folder create an
    exponential number of paths.
    """
    srcdir = Path(app.srcdir)
    outputs_of_build = (
        [Path(app.doctreedir)] if has_conf(config) else [Path(app.doctreedir), Path(app.outdir)]
    )
    nested = [
        folder for folder in outputs_of_build if folder.is_relative_to(srcdir) and folder != srcdir
    ]
    ours = [make_literal_pattern(folder.relative_to(srcdir).as_posix()) for folder in nested]
    if has_conf(config):
        # In a project, Sphinx decides what is a source; only our suffixes give way to its own.
        walk = walk_site(srcdir, skip=Matcher(config.exclude_patterns))
        covered = map(make_literal_pattern, _list_covered_files(srcdir, walk, config))
        config.exclude_patterns = [*config.exclude_patterns, *covered, *ours]
        return walk.files
    excluded, outputs = Matcher([*config.exclude_patterns, *ours]), []

    def skip(folder: str) -> bool:
        if excluded(folder):
            return True
        if is_output(srcdir / folder):  # of another build
            outputs.append(folder)
        return folder in outputs

    walk = walk_site(srcdir, skip=skip)
    odd_names = (
        unicodedata.normalize("NFC", file) for file in walk.files if is_odd_name(srcdir, file)
    )
    pages = set(walk.files)
    # Of `a.md` and `a.mdx`, Sphinx would take the first: the service takes MDX.
    markdown_doubles = (file for file in walk.files if file.endswith(".md") and f"{file}x" in pages)
    names = (*outputs, *walk.linked_folders, *walk.broken, *odd_names, *markdown_doubles)
    excluded_files = map(make_literal_pattern, names)
    config.exclude_patterns = [*config.exclude_patterns, *FOREIGN_PATTERNS, *excluded_files, *ours]
    return walk.files


def _list_covered_files(srcdir: Path, walk: Walk, config: Config) -> list[str]:
    """Return the files of our suffixes beside files that the project reads itself.

    Of files that make one document, Sphinx takes the first of the folder. Links that lead to
    nothing, and files whose names can be no address, are among them: the inventory reports them.
    """
    project_suffixes = [name for name, kind in config.source_suffix.items() if kind != MDX_FILETYPE]
    excluded, included = Matcher(config.exclude_patterns), Matcher(config.include_patterns)
    files = walk.files
    project_docnames = {
        file.removesuffix(suffix)
        for file in files
        for suffix in project_suffixes
        if file.endswith(suffix) and included(file) and not excluded(file)
    }
    ours = list_our_suffixes(config)
    covered = [
        file
        for file in files
        for suffix in ours
        if file.endswith(suffix) and file.removesuffix(suffix) in project_docnames
    ]
    odd = (file for file in files if file.endswith(ours) and is_odd_name(srcdir, file))
    return [
        *covered,
        *(unicodedata.normalize("NFC", file) for file in odd),
        *(file for file in walk.broken if file.endswith(ours)),
    ]


def _set_brand(app: Sphinx, config: Config, docs: DocsJson) -> None:
    """Take name, logo and favicon from docs.json where the user did not set them."""
    if docs.name and not is_set(config, "project"):
        config.project = docs.name
        if not is_set(config, "html_title"):
            config.html_title = docs.name
    root, folder = Path(app.srcdir).resolve(), Path(app.confdir).resolve()
    brand = Brand.of(docs, root).relative_to(root, folder)
    if not is_set(config, "html_logo"):
        _set_logo(config, brand)
    if brand.favicon and not is_set(config, "html_favicon"):
        config.html_favicon = brand.favicon


def _set_logo(config: Config, brand: Brand) -> None:
    """Show the logos where the theme has them, unless conf.py names such an option."""
    settings = find_adapter_class([config.html_theme]).logo_settings(brand)
    options = settings.get("html_theme_options")
    mine = config.html_theme_options
    # An author who has set one logo option wants none of ours.
    if isinstance(options, dict) and find_differing_option(options, mine):
        return
    for name, value in settings.items():
        if isinstance(value, dict):
            setattr(config, name, merge_options(value, getattr(config, name)))
        elif isinstance(value, list):
            # Before those of the project, whose files win.
            setattr(config, name, [*value, *getattr(config, name)])
        elif not is_set(config, name):
            setattr(config, name, value)


def limit_file_names(config: Config) -> None:
    """Set the file names of books and help files as for a shorter name, unless conf.py does."""
    name = str(config.project)
    if len(name) <= LONGEST:
        return
    # Sphinx computes these defaults from the name when they are read.
    config.project = name[:LONGEST]
    try:
        defaults = {key: config[key] for key in _SETTINGS if key in config}
    finally:
        config.project = name
    for key, value in defaults.items():
        if not is_set(config, key):
            setattr(config, key, value)
