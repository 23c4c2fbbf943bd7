"""The light pass at ``config-inited``: what must be settled before Sphinx looks at its settings.

Settings changed any later count as changed on every build, and every page would
be read again. So docs.json is read here; what is wrong with it is said at
``builder-inited``, when the log is in place and a build is meant.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_docsnav.docs_json import DocsJson, read_docs_json
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Severity
from sphinx_docsnav.sitefiles.confinement import site_image

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

MDX_FILETYPE = "mdx"
"""The file type that our reader reads, in Sphinx's ``source_suffix``."""


@dataclass(slots=True)
class Reading:
    """docs.json as it was read."""

    path: Path
    """Where it is, or was looked for."""
    docs: DocsJson | None = None
    """The checked file; ``None`` if it cannot be used at all."""
    error: DocsNavError | None = None
    """Why it cannot be used, or why the build stops."""
    faults: list[Fault] = field(default_factory=list)
    """What was found, in order; not reported yet."""


_readings: WeakKeyDictionary[Sphinx, Reading] = WeakKeyDictionary()


def reading_of(app: Sphinx) -> Reading:
    """Return what `settle` has read."""
    return _readings[app]


def settle(app: Sphinx, config: Config) -> None:
    """Read docs.json and settle the settings that follow from it (``config-inited``, 900)."""
    reading = _read(app, config)
    _readings[app] = reading
    _claim_suffixes(config)
    _exclude(app, config)
    if reading.docs is not None:
        _brand(app, config, reading.docs)


def _read(app: Sphinx, config: Config) -> Reading:
    path = find_config(app, config)
    reading = Reading(path)
    if not path.exists():
        folders = " or ".join(dict.fromkeys((str(app.confdir), str(app.srcdir))))
        fault = Fault(
            FaultKind.CONFIG_MISSING,
            Severity.ERROR,
            f"no '{config.docsnav_config}' in {folders}",
            hint="put the file there, or set docsnav_config in conf.py to its path",
        )
        reading.faults.append(fault)
        reading.error = DocsNavError(fault.message, fault=fault)
        return reading
    try:
        reading.docs = read_docs_json(
            path, reading.faults.append, keep_going=config.docsnav_keep_going
        )
    except DocsNavError as error:
        reading.error = error
    return reading


def find_config(app: Sphinx, config: Config) -> Path:
    """Return the path of docs.json: beside conf.py, else in the source folder."""
    beside = Path(app.confdir, config.docsnav_config)
    inside = Path(app.srcdir, config.docsnav_config)
    return inside if inside.exists() and not beside.exists() else beside


def is_set(config: Config, name: str) -> bool:
    """Say if the user gave setting *name* a value, in conf.py or on the command line."""
    # Config tells a default from an equal value of the user's nowhere else.
    return name in config._raw_config or name in config.overrides  # noqa: SLF001


def our_suffixes(config: Config) -> tuple[str, ...]:
    """Return the suffixes of files that our reader reads, in the project's order."""
    kinds = config.source_suffix.items()
    return tuple(suffix for suffix, kind in kinds if kind == MDX_FILETYPE)


def _claim_suffixes(config: Config) -> None:
    """Read ``.mdx`` with our reader; ``.md`` too, if nobody does and conf.py lists no suffixes."""
    ours = [".mdx"] if is_set(config, "source_suffix") else [".mdx", ".md"]
    claimed = dict.fromkeys(ours, MDX_FILETYPE)
    config.source_suffix = {**claimed, **config.source_suffix}


def _exclude(app: Sphinx, config: Config) -> None:
    """Keep Sphinx from taking our generated documents for sources, should they lie among them."""
    srcdir, doctreedir = Path(app.srcdir), Path(app.doctreedir)
    if doctreedir.is_relative_to(srcdir) and doctreedir != srcdir:
        inside = doctreedir.relative_to(srcdir).as_posix()
        config.exclude_patterns = [*config.exclude_patterns, inside]


def _brand(app: Sphinx, config: Config, docs: DocsJson) -> None:
    """Take name, logo and favicon from docs.json where the user did not set them."""
    if docs.name and not is_set(config, "project"):
        config.project = docs.name
        if not is_set(config, "html_title"):
            config.html_title = docs.name
    _default_file(app, config, "html_logo", docs.logo.light if docs.logo else "")
    _default_file(app, config, "html_favicon", docs.favicon.light if docs.favicon else "")


def _default_file(app: Sphinx, config: Config, name: str, path: str) -> None:
    """Set *name* to a URL or to an image of the site, relative to conf.py as Sphinx wants it."""
    if not path or is_set(config, name):
        return
    if path.startswith("https://"):
        setattr(config, name, path)
        return
    file = site_image(Path(app.srcdir).resolve(), path)
    if file is not None:
        setattr(config, name, os.path.relpath(file, Path(app.confdir).resolve()))
