"""The private names and overridden methods of Sphinx: the reason and fallback of each, and its use.

A name that a version of Sphinx no longer has switches its feature off, with one
warning. ``tests/compat`` checks that the installed Sphinx has every name.

Methods of builders are overridden, where Sphinx has no event inside of them: a feature is a mixin,
and `extend_builders` registers a class derived from it and from the builder's class. A build that
uses no such feature has the builders of Sphinx.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, ClassVar, Final

import sphinx
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.project import Project
from sphinx.util import logging

from sphinx_docsnav.components.document_structure import collect_nodes

logger = logging.getLogger(__name__)
CHECKED: Final = "8.1 to 9.2"
"""The versions of Sphinx on which every entry has been checked."""
_WALKS: Final = "'docsnav_fast' walks documents as slowly as docutils does"
FINISHES_WITHOUT_DOCUMENTS = sphinx.version_info >= (8, 2)
"""Sphinx writes the index, the search page and the like also if it writes no document."""


class BuilderFeature:
    """A mixin that overrides methods of a builder and calls ``super()`` in each."""

    base: ClassVar[type[Builder]] = Builder
    """The builders that it is for: this class and those derived from it."""
    overrides: ClassVar[tuple[SphinxName, ...]] = ()
    """The methods that it overrides."""

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* supports the feature."""
        return issubclass(builder, cls.base)


def extend_builders(app: Sphinx, feature: type[BuilderFeature]) -> None:
    """Register builders with *feature* instead of those without (``config-inited``).

    Without one of the methods the builders stay as they are, with a warning.
    """
    missing = next((entry for entry in feature.overrides if not entry.is_available()), None)
    if missing is not None:
        warn_missing(missing)
        return
    for builder in list(app.registry.builders.values()):
        if feature.fits(builder) and not issubclass(builder, feature):
            # The derived class keeps the name of Sphinx's, which messages and extensions show.
            members: dict[str, Any] = {"__module__": feature.__module__, "__doc__": builder.__doc__}
            app.add_builder(type(builder.__name__, (feature, builder), members), override=True)


@dataclass(frozen=True, slots=True)
class SphinxName:
    """One name of Sphinx that is not public API, or one method that a subclass overrides."""

    module: str
    """The module of the owner."""
    owner: str
    """The class; for a function, the module below ``module`` that has it."""
    name: str
    """The attribute or method."""
    reason: str
    """Why the public API does not suffice."""
    fallback: str
    """The consequence in a version of Sphinx without this name; part of the warning."""
    parameters: int | None = None
    """The number of arguments of a method or function; ``None`` for an attribute of instances."""

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"

    def is_available(self) -> bool:
        """Return whether the installed class has the method with the expected parameters."""
        owner = getattr(import_module(self.module), self.owner, None)
        method = getattr(owner, self.name, None)
        if not callable(method) or self.parameters is None:
            return False
        # Methods take their instance first; the class stands for it here.
        bound = (owner,) if isinstance(owner, type) else ()
        try:
            signature(method).bind(*bound, *(None for _ in range(self.parameters)))
        except TypeError:
            return False
        return True


def override(
    builder: type[Builder], name: str, parameters: int, reason: str, fallback: str
) -> SphinxName:
    """Return the entry of a method of *builder* that a feature overrides."""
    return SphinxName(builder.__module__, builder.__name__, name, reason, fallback, parameters)


USER_CONFIG = SphinxName(
    "sphinx.config",
    "Config",
    "_raw_config",
    "Whether conf.py sets a value; an equal default looks the same everywhere else.",
    "a setting that conf.py sets to its default counts as not set",
)
PROJECT_PATHS = SphinxName(
    "sphinx.project",
    "Project",
    "_docname_to_path",
    "A document outside the source directory: generated pages are not written into it.",
    "generated pages are left out",
)
PROJECT_DOCNAMES = SphinxName(
    "sphinx.project",
    "Project",
    "_path_to_docname",
    "The inverse of the above.",
    "generated pages are left out",
)
DOCTREE_CACHE = SphinxName(
    "sphinx.environment",
    "BuildEnvironment",
    "_pickled_doctree_cache",
    "A doctree that is written again after reading replaces the pickle that Sphinx has cached.",
    "a page may be written without the changed table of contents; build with -E",
)
KEPT_DOCTREES = SphinxName(
    "sphinx.environment",
    "BuildEnvironment",
    "_write_doc_doctree_cache",
    "With docsnav_only, most documents are read and not written, and a large site has thousands "
    "of pages; Sphinx keeps all of their trees.",
    "a build of a part or of a large site needs more memory",
)
DOCUMENT_TOC = SphinxName(
    "sphinx.builders",
    "html",
    "document_toc",
    "Sphinx copies the list of headings of each page, and renders the copy.",
    "'docsnav_fast' copies it as Sphinx does",
    3,
)
FILE_CHECKSUM = SphinxName(
    "sphinx.builders",
    "html",
    "_file_checksum",
    "Sphinx resolves the path of each style sheet and script for each page.",
    "'docsnav_fast' resolves as many paths as Sphinx does",
    2,
)
GET_SETTINGS = SphinxName(
    "sphinx.util",
    "docutils",
    "_get_settings",
    "Sphinx collects the settings of docutils again for each document.",
    "'docsnav_fast' collects settings as often as Sphinx does",
    0,
)
FIND_CLASS = SphinxName(
    "docutils.nodes",
    "Node",
    "_fast_findall",
    "docutils makes a generator for each node of a document whenever it is searched.",
    _WALKS,
    1,
)
FIND_MATCHING = SphinxName(
    "sphinx.util.nodes",
    "NodeMatcher",
    "findall",
    "docutils makes two generators for each node of a document, and calls the matcher for each.",
    _WALKS,
    1,
)
SETUP_CHILD = SphinxName(
    "docutils.nodes",
    "Node",
    "setup_child",
    "docutils looks for the document of a node four times for each child that it gets.",
    "'docsnav_fast' builds documents as slowly as docutils does",
    1,
)
EDUCATE = SphinxName(
    "sphinx.transforms",
    "SphinxSmartQuotes",
    "apply",
    "docutils divides each paragraph into tokens, and replaces it, also without a quotation mark.",
    "'docsnav_fast' looks for quotation marks as slowly as docutils does",
    0,
)
GET_FORMATTER = SphinxName(
    "sphinx.highlighting",
    "PygmentsBridge",
    "get_formatter",
    "Sphinx makes a formatter of Pygments for each code block.",
    "'docsnav_fast' makes as many formatters as Sphinx does",
    0,
)
RESOLVE_DOCTREE = SphinxName(
    "sphinx.environment",
    "BuildEnvironment",
    "get_and_resolve_doctree",
    "Sphinx has no event around this, and extensions cannot derive from the environment, so an "
    "exception in a page cannot be caught.",
    "an exception while references are resolved stops the build",
    2,
)
REPLACED: Final = (
    DOCUMENT_TOC,
    FILE_CHECKSUM,
    FIND_CLASS,
    FIND_MATCHING,
    SETUP_CHILD,
    EDUCATE,
    GET_FORMATTER,
    RESOLVE_DOCTREE,
)
"""The functions that are replaced in a build; see `replace_until_end`.

`GET_SETTINGS` is not among them, because Sphinx has it since 9.0 only: before,
there was nothing to remember.
"""


def warn_missing(entry: SphinxName) -> None:
    """Report that the installed Sphinx has not *entry*; once per build.

    The warning has the type ``docsnav.incompatible``.
    """
    logger.warning(
        "Sphinx %s has no '%s' as expected (checked with %s), so %s; "
        "update sphinx-docsnav or use an older Sphinx",
        sphinx.__version__,
        entry,
        CHECKED,
        entry.fallback,
        type="docsnav",
        subtype="incompatible",
        once=True,
    )


def lacks_any(owner: object, *entries: SphinxName) -> bool:
    """Return whether *owner* lacks one of *entries*; warn about the first missing one."""
    missing = next((entry for entry in entries if not hasattr(owner, entry.name)), None)
    if missing is not None:
        warn_missing(missing)
    return missing is not None


def replace_until_end(
    restorations: ExitStack, owner: object, entry: SphinxName, make: Callable[[Any], Any]
) -> None:
    """Replace the function *entry* of an object, a class or a module by ``make(function)``.

    If the function does not exist, the object is unchanged, and a warning is given.

    :param restorations: functions to call when the build finishes, also after an exception.
    """
    if lacks_any(owner, entry):
        return
    # An inherited method is not in the object itself: it is removed again, not set.
    original = vars(owner).get(entry.name)
    setattr(owner, entry.name, make(getattr(owner, entry.name)))
    if original is None:
        restorations.callback(delattr, owner, entry.name)
    else:
        restorations.callback(setattr, owner, entry.name, original)


def is_set(config: Config, name: str) -> bool:
    """Return whether setting *name* has a value in conf.py or on the command line."""
    return name in config.overrides or is_in_conf_py(config, name)


def list_settings_in_conf_py(config: Config) -> dict[str, object]:
    """Return the settings that have a value in conf.py or on the command line."""
    return {setting.name: setting.value for setting in config if is_set(config, setting.name)}


def is_in_conf_py(config: Config, name: str) -> bool:
    """Return whether conf.py sets *name*; without the private table, whether it has changed."""
    if lacks_any(config, USER_CONFIG):
        default = config.values[name].default
        return not callable(default) and bool(config[name] != default)
    return name in config._raw_config  # noqa: SLF001


def has_conf(config: Config) -> bool:
    """Return whether the settings come from a conf.py; its namespace has ``__file__``."""
    return lacks_any(config, USER_CONFIG) or "__file__" in config._raw_config  # noqa: SLF001


def add_document(project: Project, docname: str, path: Path) -> bool:
    """Add the file *path*, in any folder, as a document of *project*.

    :returns: whether that succeeded.
    """
    if lacks_any(project, PROJECT_PATHS, PROJECT_DOCNAMES):
        return False
    # Sphinx looks up names and paths in both directions.
    project.docnames.add(docname)
    project._docname_to_path[docname] = path  # noqa: SLF001
    project._path_to_docname[path] = docname  # noqa: SLF001
    return True


def forget_cached_doctree(env: BuildEnvironment, docname: str) -> None:
    """Have the environment load a doctree again that has been written."""
    if not lacks_any(env, DOCTREE_CACHE):
        env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001


def keep_doctrees(env: BuildEnvironment, docnames: Container[str], most: float = math.inf) -> None:
    """Drop the doctree that was read last from memory unless it is one of *docnames*.

    :param most: of how many documents the trees are kept.
    """
    if lacks_any(env, KEPT_DOCTREES):
        return
    doctrees = env._write_doc_doctree_cache  # noqa: SLF001
    # Documents are read one by one: the one that was read last is the newest entry.
    last = next(reversed(doctrees), None)
    if last is not None and (last not in docnames or len(doctrees) > most):
        release(doctrees.pop(last))


def release(document: nodes.document) -> None:
    """Remove the references between the nodes of a document, so that Python frees them at once."""
    unlink(document)
    # References that are resolved are not in the tree, but still refer to the document.
    document.children = []
    for name, value in vars(document).items():
        if isinstance(value, dict) and name != "attributes":
            setattr(document, name, {})


def unlink(tree: nodes.Node) -> None:
    """Remove the references from the nodes of a tree to their parents.

    Each node and its parent refer to each other; Python's garbage collector takes several times as
    long to find such cycles.
    """
    for node in collect_nodes(tree):
        node.parent = None


def digest_output_settings(builder: Builder) -> str:
    """Return a digest of the settings and tags that the pages of an HTML builder show.

    Sphinx stores its own digest before it writes the pages, so that pages which a killed build
    has not written again keep their former settings.
    """
    info = getattr(builder, "build_info", None)
    return f"{getattr(info, 'config_hash', '')} {getattr(info, 'tags_hash', '')}"


def resolve_doctree(env: BuildEnvironment, docname: str, builder: Builder) -> nodes.document:
    """Return the doctree of a document for writing; Sphinx 8.1 has no parameter ``tags``."""
    takes = signature(type(env).get_and_resolve_doctree).parameters
    options: dict[str, Any] = {"tags": builder.tags} if "tags" in takes else {}
    return env.get_and_resolve_doctree(docname, builder, **options)
