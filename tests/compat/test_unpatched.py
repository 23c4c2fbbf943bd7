"""A build without other languages, versions or products leaves Sphinx as it is."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import pytest
from docutils.parsers.rst import directives, roles
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.latex import LaTeXBuilder
from sphinx.config import Config
from sphinx.domains.changeset import versionlabels
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.events import EventManager
from sphinx.project import Project as SphinxProject
from sphinx.search import IndexBuilder, SearchLanguage, languages
from sphinx.util.docutils import docutils_namespace

from sphinx_docsnav.cli.compared_output import SIDEBARS
from sphinx_docsnav.features.search.search_index import SearchBuilder

CLASSES = (
    Sphinx,
    StandaloneHTMLBuilder,
    Epub3Builder,
    LaTeXBuilder,
    Config,
    BuildEnvironment,
    EventManager,
    SphinxProject,
    IndexBuilder,
    SearchLanguage,
)
ONE = '{"navigation": {"groups": [{"group": "Start", "pages": ["index", "guide", "api"]}]}}'
LANGUAGES = """{"navigation": {"languages": [
  {"language": "en", "pages": ["index", "guide"]},
  {"language": "fr", "pages": ["fr/index", "api"]}
]}}"""
PAGES = {
    "index.rst": "Home\n====\n\nText.\n",
    "guide.rst": "Guide\n=====\n\nText.\n",
    "fr/index.rst": "Accueil\n=======\n\nTexte.\n",
    "api.rst": "API\n===\n\n.. py:function:: run(name)\n\n   :param name: a name\n\n"
    ".. versionadded:: 2.0\n",
}

Snapshot = dict[str, object]
Seen = tuple[Snapshot, Snapshot, type[Builder]]
Look = Callable[..., None]


def members() -> Snapshot:
    """Return what belongs to Sphinx and docutils: members of classes, registries, texts."""
    found: Snapshot = {
        f"{cls.__qualname__}.{name}": id(member)
        for cls in CLASSES
        for name, member in vars(cls).items()
    }
    table = vars(directives)["_directives"]
    found.update((f"directive {name}", qualified(directive)) for name, directive in table.items())
    table = vars(roles)["_roles"]
    found.update((f"role {name}", qualified(role)) for name, role in table.items())
    found["version labels"] = {kind: id(text) for kind, text in versionlabels.items()}
    return found


def qualified(role: object) -> str:
    return str(getattr(role, "__qualname__", type(role)))


def labels(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the labels of domains, with their types."""
    for name in app.registry.domains:
        domain = app.env.get_domain(name)
        for directive in domain.directives.values():
            for described in getattr(directive, "doc_field_types", ()):
                yield f"{name} {described.name}", str(type(described.label))
        for kind, described in domain.object_types.items():
            yield f"{name} {kind}", str(type(described.lname))


def overridden(owner: object) -> set[str]:
    """Return the methods of a class that an instance has its own attributes for."""
    return {
        name for name in vars(owner) if callable(inspect.getattr_static(type(owner), name, None))
    }


def build(root: Path, builder: str, *, ours: bool, at: str, look: Look, **conf: str) -> Sphinx:
    """Build the site in *root*, and call *look* at an event before every other handler."""
    locale.translators.clear()
    with docutils_namespace():
        app = Sphinx(
            root,
            None,
            root / f"{builder}-{ours}",
            root / f"doctrees-{builder}-{ours}",
            builder,
            confoverrides={"extensions": ["sphinx_docsnav"] if ours else [], **conf},
            status=None,
            warning=io.StringIO(),
        )
        app.connect(at, look, priority=0)
        app.build()
    return app


def snapshot(app: Sphinx) -> Snapshot:
    """Return what a build may overwrite, as it is now."""
    html = isinstance(app.builder, StandaloneHTMLBuilder)
    index = getattr(app.builder, "indexer", None)
    owners = [app, app.builder, app.env, app.config, app.events, app.project]
    owners += [app.builder.templates] if html else []
    owners += [index, index.lang] if index else []
    return {
        **members(),
        **dict(labels(app)),
        "environment": type(app.env),
        "index": type(index),
        "instances": [sorted(overridden(owner)) for owner in owners],
        "translators": sorted(key for key in locale.translators if "sphinx" in key[1]),
        "texts": locale._("Search"),
        "language": app.config.language,
        "figures": app.config.numfig_format,
        "search languages": {
            code: str(known) for code, known in languages.items() if code != app.config.language
        },
    }


def seen_by(root: Path, builder: str, event: str, *, ours: bool, **conf: str) -> Seen:
    """Return snapshots at *event* and after the build, and the class of the builder."""
    seen: list[Snapshot] = []

    def look(app: Sphinx, *_event: object) -> None:
        seen.append(snapshot(app))

    app = build(root, builder, ours=ours, at=event, look=look, **conf)
    return seen[0], snapshot(app), type(app.builder)


def write(root: Path, docs_json: str) -> Path:
    for name, text in {"docs.json": docs_json, **PAGES}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    ("builder", "event"),
    [("html", "html-page-context"), ("dirhtml", "html-page-context"), ("text", "doctree-resolved")],
)
def test_a_site_in_one_language_and_version_overwrites_nothing(
    tmp_path: Path, builder: str, event: str
) -> None:
    root = write(tmp_path, ONE)
    theirs = seen_by(root, builder, event, ours=False)
    ours = seen_by(root, builder, event, ours=True)
    assert_kept(theirs, ours)
    assert_builder(theirs, ours)


@pytest.mark.on_demand
@pytest.mark.parametrize("theme", sorted(SIDEBARS.keys() - {"sphinx_immaterial"}))
def test_no_theme_makes_a_site_overwrite_anything(tmp_path: Path, theme: str) -> None:
    """Sphinx-immaterial itself changes Sphinx in its process, and Shibuya does when imported."""
    if find_spec(theme) is None:
        pytest.skip(f"{theme} is not installed")
    process = get_context("fork").Process(target=compare_with, args=(theme, tmp_path))
    process.start()
    process.join()
    assert process.exitcode == 0


def compare_with(theme: str, folder: Path) -> None:
    import_module(theme)
    root = write(folder, ONE)
    theirs = seen_by(root, "html", "html-page-context", ours=False, html_theme=theme)
    ours = seen_by(root, "html", "html-page-context", ours=True, html_theme=theme)
    assert_kept(theirs, ours)
    assert_builder(theirs, ours)


def test_without_our_search_the_builder_is_that_of_sphinx(tmp_path: Path) -> None:
    root = write(tmp_path, ONE)
    event = "html-page-context"
    theirs = seen_by(root, "html", event, ours=False)
    ours = seen_by(root, "html", event, ours=True, docsnav_search="0")
    assert ours[2] is theirs[2]


def assert_builder(theirs: Seen, ours: Seen) -> None:
    """Check that the builder is that of Sphinx, with the three methods of our search in HTML."""
    if issubclass(theirs[2], StandaloneHTMLBuilder):
        assert ours[2].__bases__ == (SearchBuilder, theirs[2])
        methods = {
            name for name, member in vars(SearchBuilder).items() if inspect.isfunction(member)
        }
        assert methods == {"load_indexer", "index_page", "dump_search_index"}
    else:
        assert ours[2] is theirs[2]


def assert_kept(theirs: Seen, ours: Seen) -> None:
    """Compare what was there before, during and after the build."""
    for before, now in zip(theirs[:2], ours[:2], strict=True):
        different = {
            key: (before[key], now.get(key)) for key in before if before[key] != now.get(key)
        }
        assert not different


@pytest.mark.parametrize("builder", ["epub", "latex"])
def test_books_override_methods_in_a_subclass_alone(tmp_path: Path, builder: str) -> None:
    root = write(tmp_path, ONE)
    theirs = seen_by(root, builder, "doctree-resolved", ours=False)
    ours = seen_by(root, builder, "doctree-resolved", ours=True)
    assert_kept(theirs, ours)
    assert issubclass(ours[2], theirs[2])


@pytest.mark.parametrize("fails", [False, True])
def test_a_build_in_two_languages_restores_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    root, known = write(tmp_path, LANGUAGES), dict(languages)
    # As if Sphinx had looked it up while the module was imported.
    monkeypatch.setitem(versionlabels, "versionadded", "Added in version %s")
    seen: list[Snapshot] = []
    after: list[Snapshot] = []

    def look(app: Sphinx, pagename: str, *_event: object) -> None:
        if pagename == "fr/index":
            seen.append(snapshot(app))
            app.connect("build-finished", lambda app, _: after.append(snapshot(app)), 1000)
            if fails:
                raise ValueError("in the middle of a page")

    before = seen_by(root, "html", "html-page-context", ours=False)[0]
    with pytest.raises(ExtensionError, match="in the middle") if fails else nullcontext():
        build(root, "html", ours=True, at="html-page-context", look=look)
    assert seen[0]["language"] == "fr"
    assert seen[0]["version labels"] != before["version labels"]
    for key in before.keys() - {"index", "instances"}:
        assert after[0][key] == before[key], key
    assert languages == known
