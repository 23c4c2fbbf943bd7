"""Shortcuts for reading documents (``docsnav_fast``), with the same result as Sphinx's.

Sphinx collects the settings of docutils again for each document. With several
processes, each chunk of documents sends the whole environment back to the main
process, which loads and merges one after the other: at 4,000 pages that takes
longer than the reading. Fewer chunks send it less often.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import SettingsSpec
from docutils.utils import DependencyList
from sphinx import builders
from sphinx.util import docutils as sphinx_docutils

from sphinx_docsnav.core.compat.entries import (
    GET_SETTINGS,
    MAKE_CHUNKS,
    READ_PARALLEL,
    replace_until_end,
)
from sphinx_docsnav.core.state import build_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CHUNKS = 2
"""How many chunks each process reads: more would share uneven work better, and cost more."""
FEW = 20
"""With fewer documents for each process, the chunks are those of Sphinx."""
_SPECIFICATION = frozenset(name for name in vars(SettingsSpec) if not name.startswith("__"))
"""The settings of a component."""

Chunks = Callable[..., list[list[str]]]
"""Divides documents among processes."""
ReadParallel = Callable[[list[str], int], None]
"""Reads documents in several processes."""


def use_reading_shortcuts(app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
    """Wrap what Sphinx does again for each document or chunk (``env-before-read-docs``)."""
    if not app.config.docsnav_fast or not docnames:
        return
    replace = partial(replace_until_end, build_state(app).restorations)
    if hasattr(sphinx_docutils, GET_SETTINGS.name):
        replace(sphinx_docutils, GET_SETTINGS, remember_settings)
    replace(app.builder, READ_PARALLEL, read_in_few_chunks)


def read_in_few_chunks(read: ReadParallel) -> ReadParallel:
    """Return *read* with `few_chunks`; the chunks of writing stay as they are."""

    def read_parallel(docnames: list[str], nproc: int) -> None:
        with ExitStack() as restorations:
            replace_until_end(restorations, builders, MAKE_CHUNKS, few_chunks)
            read(docnames, nproc)

    return read_parallel


def few_chunks(make: Chunks) -> Chunks:
    """Return *make*, which makes `CHUNKS` chunks of neighbours for each process."""

    def make_chunks(docnames: list[str], nproc: int, *arguments: object) -> list[list[str]]:
        if len(docnames) < FEW * nproc:
            return make(docnames, nproc, *arguments)
        size = -(-len(docnames) // (CHUNKS * nproc))
        return [docnames[start : start + size] for start in range(0, len(docnames), size)]

    return make_chunks


def remember_settings(get: Callable[..., Any]) -> Callable[..., Any]:
    """Return *get*, which remembers settings by the kinds of components and their defaults."""
    known: dict[tuple[object, ...], list[tuple[dict[str, Any], Any]]] = {}

    def get_settings(*components: object, defaults: Mapping[str, Any], **options: object) -> Any:  # noqa: ANN401 -- settings of docutils
        if not all(map(_is_as_its_class, components)):
            return get(*components, defaults=defaults, **options)
        kinds = (each if isinstance(each, type) else type(each) for each in components)
        remembered = known.setdefault((*kinds, *sorted(options.items())), [])
        for given, settings in remembered:
            if given == defaults:
                return _copied(settings)
        settings = get(*components, defaults=defaults, **options)
        remembered.append((dict(defaults), _copied(settings)))
        return settings

    return get_settings


def _is_as_its_class(component: object) -> bool:
    return isinstance(component, type) or _SPECIFICATION.isdisjoint(vars(component))


def _copied(settings: Any) -> Any:  # noqa: ANN401 -- settings of docutils
    """Return a copy, with lists of its own; a document records its dependencies there."""
    copied = copy.copy(settings)
    for name, value in vars(copied).items():
        if isinstance(value, DependencyList):
            setattr(copied, name, DependencyList())
        elif isinstance(value, list):
            setattr(copied, name, value.copy())
    return copied
