"""The guard around storing the doctree of a page that our parser read, and the environment.

An extension can put something into a doctree that pickle cannot store. Sphinx names no page
then, and a worker process loses all pages of its chunk. It cannot store a part of the
environment either; that stops the build with a message that names the part.
"""

from __future__ import annotations

import io
import pickle
import traceback
from collections.abc import Mapping
from functools import partial, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import SphinxParallelError

from sphinx_docsnav.core.compat.entries import STORE_DOCTREE, replace_until_end
from sphinx_docsnav.core.guard.page_guard import guard_of
from sphinx_docsnav.core.guard.reading import SOURCE_SHOWN, plain_doctree
from sphinx_docsnav.core.log import sphinx_report
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.features.guard.writing import is_page_of_ours, is_read_by_us

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def guard_storing(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Wrap the method that stores doctrees (``env-before-read-docs``)."""
    if not any(is_page_of_ours(app, docname) for docname in docnames):
        return

    def store(
        method: Callable[..., None], docname: str, doctree: nodes.document, **options: object
    ) -> None:
        """Store a doctree; if that fails, its plain form."""
        try:
            method(docname, doctree, **options)
        except Exception as error:
            if not is_read_by_us(app, docname):
                raise
            guard_of(app).report(error, docname, "the page cannot be stored", SOURCE_SHOWN)
            method(docname, plain_doctree(env, docname, doctree, with_toctrees=True), **options)

    def wrapped(method: Callable[..., None]) -> Callable[..., None]:
        return update_wrapper(partial(store, method), method)

    replace_until_end(build_state(app).restorations, app.builder, STORE_DOCTREE, wrapped)


def name_unstorable(app: Sphinx, error: Exception | None) -> None:
    """Report which part of the environment pickle could not store (``build-finished``).

    Only a build that this stopped pays for the search. The environment of a worker process is
    not known here; without ``-j``, the page is named.

    Faults: ``page_failed``.
    """
    report = sphinx_report(Path(app.srcdir))
    failed, error_kind = FaultKind.PAGE_FAILED, Severity.ERROR
    if isinstance(error, SphinxParallelError) and _STORES in error.traceback:
        message = f"what worker processes have read cannot be stored: {error}"
        hint = "build without -j, and this message names the page"
        report(Fault(failed, error_kind, message, hint=hint))
    if error is None or _STORES not in "".join(traceback.format_tb(error.__traceback__)):
        return
    env = app.env
    for name, value in env.__getstate__().items():
        if name == "config" or _is_storable(value, env):
            continue  # Sphinx leaves out of the configuration what cannot be stored
        keys, found = _unstorable_part(value, env)
        where = f"env.{name}" + "".join(f"[{key!r}]" for key in keys)
        docname = next((key for key in keys if key in env.found_docs), "")
        path = Path(env.doc2path(docname)) if docname else None
        kind = f"{type(found).__module__}.{type(found).__qualname__}".removeprefix("builtins.")
        message = f"the build stops, as {where} holds a value that cannot be stored ({kind})"
        hint = "an extension has put it there; disable it, or report it to its authors"
        report(Fault(failed, error_kind, message, path, hint=hint))


_STORES = "pickle.dump"
"""What a line of Sphinx contains that stores or sends the environment."""
_DEEPEST = 10


def _unstorable_part(value: object, env: BuildEnvironment) -> tuple[tuple[object, ...], object]:
    """Return the innermost part that pickle cannot store, and the keys that lead to it."""
    keys: list[object] = []
    while isinstance(value, Mapping) and len(keys) < _DEEPEST:
        inside = ((key, part) for key, part in value.items() if not _is_storable(part, env))
        found = next(inside, None)
        if found is None:
            break
        keys.append(found[0])
        value = found[1]
    return tuple(keys), value


class _Pickler(pickle.Pickler):
    """Stores a part of the environment, without following references to the whole."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(io.BytesIO(), pickle.HIGHEST_PROTOCOL)
        self._env = env

    def persistent_id(self, value: object) -> str | None:
        """Return a name for the environment itself, for no other object."""
        return "env" if value is self._env else None


def _is_storable(value: object, env: BuildEnvironment) -> bool:
    try:
        _Pickler(env).dump(value)
    except Exception:  # noqa: BLE001 -- each object decides what it raises
        return False
    return True
