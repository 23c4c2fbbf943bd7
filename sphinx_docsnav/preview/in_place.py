"""What a build that reads the changed documents alone cannot update; a build of all can.

Sphinx reads what was saved, and writes these pages. Others stay, whatever they show of it: titles,
links, and lists of extensions. An extension may keep what it has read in variables, which a build
that reads one document does not fill. Each build of the preview therefore compares what documents
tell each other with what it was; if it differs, all pages are built anew, in another folder.
"""

from __future__ import annotations

import os
import pickle
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.compat.private_names import drop_lost_words, restore_index_entries
from sphinx_docsnav.core.state import build_state

OWN = __name__.partition(".")[0]
PREFIX = OWN.partition("_")[2]
"""The beginning of the names that this package gives."""
OF_BUILD = frozenset(
    {
        *("all_docs", "config", "config_status", "config_status_extra", "current_document"),
        *("dependencies", "domaindata", "domains", "events", "project", "ref_context", "settings"),
        *("temp_data", "toc_fignumbers", "toc_secnumbers", "version"),
    }
)
"""Attributes of an environment that no page shows, or that Sphinx compares itself."""
UNSHOWN = ("changeset",)
"""Domains whose data no page of HTML shows."""
SPHINX = frozenset(BuildEnvironment.__init__.__code__.co_names)
"""The attributes that Sphinx itself gives to an environment."""


class UpdateInPlace:
    """Finds, while a build reads documents, what it cannot update."""

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.reasons: list[str] = []
        """What was found, for the author."""
        self.keeping: list[str] = []
        """The extensions that keep what they read in variables."""
        self._docnames: Sequence[str] = ()
        self._read: set[str] = set()
        self._variables: dict[tuple[str, str], object] = {}
        self._before = b""

    def note(self, app: Sphinx) -> None:
        """Keep what documents told each other, before an extension or a build changes it."""
        with suppress(Exception):  # values of others
            self._before = pickle.dumps(dict(_parts(app, app.env)), pickle.HIGHEST_PROTOCOL)

    def begin(self, _app: Sphinx, _env: object, docnames: Sequence[str]) -> None:
        """Note the variables of extensions before documents are read."""
        self._docnames, self._read = docnames, set(docnames)
        self._variables = _variables(self.app)

    def end(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Compare what is there after reading with what was there before."""
        after = _variables(app) if self._read else self._variables
        kept: dict[str, str] = {}
        for (extension, name), value in after.items():
            if self._variables.get((extension, name), value) != value:
                kept.setdefault(extension, name)
        self.keeping += kept
        self.reasons += [f"{name} keeps what it reads in '{kept[name]}'" for name in sorted(kept)]
        if not self._before or not env.all_docs.keys() - self._read:
            return
        parts, old = dict(_parts(app, env)), pickle.loads(self._before)  # noqa: S301 -- of `note`
        changed = [
            name
            for name in sorted(parts.keys() | old.keys())
            if parts.get(name) is not self._docnames  # an extension keeps what is read now
            and not self._is_restored(old.get(name) or None, parts.get(name) or None)
        ]
        self.reasons += sorted({_reason(app, name) for name in changed})

    def _is_restored(self, old: object, new: object) -> bool:
        with suppress(Exception):  # values of others, also as deep as Python cannot go
            return _restored(old, new, self._read)
        return False


class FilesRead:
    """Makes each file that an extension opens for a document one that the document depends on.

    Sphinx does not learn of those that an extension opens without a word. Those of this package and
    of Sphinx are noted by them.
    """

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self._opened: set[str] | None = None
        folders = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
        self._others = [*map(Path, folders), Path(app.outdir), Path(app.doctreedir)]
        app.connect("source-read", self._begin, 0)
        app.connect("doctree-read", self._end, 900)
        sys.addaudithook(self._hear)

    def _begin(self, *_arguments: object) -> None:
        self._opened = set()

    def _hear(self, event: str, arguments: Sequence[object]) -> None:
        if event == "open" and self._opened is not None:
            path, _, flags = arguments
            reads = isinstance(flags, int) and not flags & (os.O_WRONLY | os.O_RDWR)
            if isinstance(path, str | Path) and reads and _extension_runs():
                self._opened.add(os.path.abspath(path))  # noqa: PTH100 -- links stay as they are

    def _end(self, app: Sphinx, _doctree: object) -> None:
        paths, self._opened = self._opened or (), None
        for path in map(Path, sorted(paths)):
            known = path.suffix in (".py", ".pyc") or any(map(path.is_relative_to, self._others))
            if not known and path.is_file():
                app.env.note_dependency(str(path))


def _extension_runs() -> bool:
    """Return whether code of an extension, not of Sphinx or of this package, opens a file."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 -- as `inspect` does, which is slow
    while frame is not None:
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package == OWN:
            return False
        if package not in sys.stdlib_module_names and package not in ("sphinx", "docutils"):
            return True
        frame = frame.f_back
    return False


def _parts(app: Sphinx, env: BuildEnvironment) -> Iterator[tuple[str, object]]:
    """Yield what documents tell each other, by names.

    The titles and toctrees of a site of ours are left out: its navigation has its own digests.
    """
    reading = build_state(app).reading
    ours = reading is not None and reading.has_navigation
    for name, value in env.__getstate__().items():  # as the last one is pickled
        is_shown = not (ours or name.startswith("_")) if name in SPHINX else True
        of_others = not name.startswith(f"{PREFIX}_") and not type(value).__module__.startswith(OWN)
        if is_shown and of_others and name not in OF_BUILD and not isinstance(value, bool):
            yield name, value
    unshown = (*UNSHOWN, "index") if ours else UNSHOWN  # our search notes the entries itself
    made: set[str] = set()
    """The labels of operations and schemas, whose links our domain compares."""
    shown: dict[tuple[str, str], tuple[Any, Mapping[str, object]]] = {}
    for name, domain in app.env.domains.items():
        data = env.domaindata.get(name, {})
        if type(domain).__module__.startswith(OWN):
            made.update(data.get("labels", ()))
        elif name not in unshown:
            shown |= {(name, key): (value, domain.initial_data) for key, value in data.items()}
    for (name, key), (found, initial) in shown.items():
        of_authors = made and key in LABELS
        value = (
            {label: found[label] for label in found if label not in made} if of_authors else found
        )
        if value != initial.get(key):  # a document has put something there
            yield f"{name}.{key}", value


LABELS = ("labels", "anonlabels")
"""The data of Sphinx's domain with the targets of references."""


def _reason(app: Sphinx, part: str) -> str:
    """Say whose data has changed."""
    name, _, of_domain = part.partition(".")
    if of_domain:
        owner = type(app.env.domains[name]).__module__
    elif name in SPHINX:
        return SHOWN
    else:
        named = (extension for extension in app.extensions if _uses(extension, name))
        owner = next(named, f"an extension ({name})")
    return SHOWN if owner.startswith("sphinx.domains.") else f"data of {owner} changed"


SHOWN = "other pages may show the titles, links or objects that changed"
"""A reason that is no extension's."""


def _uses(extension: str, name: str) -> bool:
    """Return whether the code of an extension uses an attribute."""
    modules = [] if extension.startswith("sphinx.addnodes") else _modules(extension)
    return any(name in _names(value) for _, module in modules for value in vars(module).values())


def _names(value: object) -> set[object]:
    """Return the names and constants in the code of a function, or of the methods of a class."""
    functions = list(vars(value).values()) if isinstance(value, type) else [value]
    codes = [function.__code__ for function in functions if isinstance(function, FunctionType)]
    return {name for code in codes for name in (*code.co_names, *code.co_consts)}


def _modules(extension: str) -> list[tuple[str, ModuleType]]:
    """Return the modules of an extension that have been imported."""
    package = extension.rpartition(".")[0]
    has_code = getattr(sys.modules.get(package), "__file__", None) is not None
    top = package if has_code and package.partition(".")[0] != "sphinx" else extension
    return [
        (name, module)
        for name, module in list(sys.modules.items())
        if name == top or name.startswith(f"{top}.")
    ]


def _variables(app: Sphinx) -> dict[tuple[str, str], object]:
    """Return what the variables of extensions hold, as values that can be compared."""
    spaces = {"conf.py": getattr(app.config, "setup", None)}
    found = {name: getattr(value, "__globals__", {}) for name, value in spaces.items()}
    for extension in app.extensions:
        if not extension.startswith(("sphinx.", f"{OWN}.")) and extension != OWN:
            for _, module in _modules(extension):
                found[extension] = {
                    **found.get(extension, {}),
                    **{f"{module.__name__}.{name}": value for name, value in vars(module).items()},
                }
    return {
        (extension, name): _snapshot(value)
        for extension, values in found.items()
        for name, value in values.items()
        if "__" not in name
    }


def _snapshot(value: object, deep: int = 3) -> object:
    """Return what *value* holds, as far as it can be compared later."""
    if value is None or isinstance(value, str | bytes | int | float):
        return value
    if deep and isinstance(value, dict):
        return {id(key): _snapshot(item, deep - 1) for key, item in list(value.items())}
    if deep and isinstance(value, list | tuple | set):
        return [_snapshot(item, deep - 1) for item in list(value)]
    if deep and isinstance(value, type):
        inner = vars(value).items()
        return [_snapshot(item, deep - 1) for name, item in inner if not name.startswith("__")]
    return id(value)


def _same(
    old: object, new: object, read: set[str], compared: frozenset[tuple[int, int]] = frozenset()
) -> bool:
    """Return whether two values hold the same; of nodes, those of documents that were *read*.

    :param compared: the objects that these belong to, which may lead back to themselves.
    """
    pair = (id(old), id(new))
    if old is new or pair in compared:
        return True
    if type(old) is not type(new):
        return False
    with suppress(Exception):  # classes of others
        if old == new:
            return True
        if isinstance(old, str | bytes | int | float | set | frozenset):
            return False
    if isinstance(old, nodes.Node):
        same: bool = old.pformat() == new.pformat()  # type: ignore[attr-defined]  # is a node, too
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        of_nodes = any(isinstance(value, nodes.Node) for value in old.values())
        names = old.keys() & read if of_nodes else old.keys()
        same = old.keys() == new.keys() and all(
            _same(old[name], new[name], read, compared) for name in names
        )
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        same = len(old) == len(new) and all(
            _same(*items, read, compared) for items in zip(old, new, strict=True)
        )
    elif hasattr(old, "__qualname__"):
        same = old.__qualname__ == getattr(new, "__qualname__", "")
    else:
        same = _same(_state(old), _state(new), read, compared | {pair})
    return same


def _state(value: object) -> object:
    """Return what an object holds, as it is pickled; another object if it is not."""
    with suppress(Exception):  # classes of others
        return value.__reduce_ex__(2)[1:3]
    return object()


def _restored(old: object, new: object, read: set[str]) -> bool:
    """Return whether two values hold the same, and give *new* the order of *old*.

    What was read again has come last.
    """
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        rest, found = list(new), []
        for item in old:
            place = next((at for at, other in enumerate(rest) if _same(item, other, read)), None)
            if place is None:
                return False
            found.append(rest.pop(place))
        new[:] = found
        return True
    if type(old) is type(new) and isinstance(old, dict) and isinstance(new, dict):
        if old.keys() != new.keys():
            return False
        items = [(key, new[key]) for key in old]
        new.clear()
        new.update(items)
        if not any(isinstance(value, nodes.Node) for value in old.values()):
            return all(_restored(old[key], new[key], read) for key in old)
    return _same(old, new, read)


def complete_index(builder: StandaloneHTMLBuilder) -> None:
    """Let the builder write the search index of a clean build.

    Sphinx keeps words that no page has any more, and drops the index entries of unchanged pages.
    """
    write = builder.dump_search_index

    def write_complete() -> None:
        index = builder.indexer
        if index is None:
            return
        path = Path(builder.outdir, builder.searchindex_filename)
        with suppress(OSError, ValueError, KeyError):  # none, or another program's
            frozen = builder.indexer_format.loads(path.read_text("utf-8"))
            restore_index_entries(index, frozen, list(frozen["docnames"]))
        drop_lost_words(index)
        write()

    builder.dump_search_index = write_complete  # type: ignore[method-assign]  # of this one
