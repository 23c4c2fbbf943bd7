"""The installed Sphinx has every internal name that we use, and its absence is no error."""

from __future__ import annotations

import io
import json
from contextlib import ExitStack
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace

from sphinx_docsnav.core import private_names
from sphinx_docsnav.core.pages.theme_choice import ProjectTemplatesBuilder
from sphinx_docsnav.core.private_names import (
    DOCTREE_CACHE,
    GET_SETTINGS,
    PROJECT_PATHS,
    REPLACED,
    USER_CONFIG,
    BuilderFeature,
    SphinxName,
    add_document,
    forget_cached_doctree,
    has_conf,
    is_set,
    replace_until_end,
)
from sphinx_docsnav.features.books.epub import EpubBookBuilder
from sphinx_docsnav.features.books.latex import LatexBookBuilder
from sphinx_docsnav.features.guard import (
    GuardedBook,
    GuardedPages,
    GuardedStoring,
)
from sphinx_docsnav.features.languages import LanguageWriter
from sphinx_docsnav.features.parts import PartBuilder
from sphinx_docsnav.features.search.search_index import SearchBuilder
from sphinx_docsnav.features.speed import FastPages, SharedWriting

ATTRIBUTES = [
    entry
    for entry in vars(private_names).values()
    if isinstance(entry, SphinxName) and entry.parameters is None
]
FEATURES: tuple[type[BuilderFeature], ...] = (
    EpubBookBuilder,
    FastPages,
    GuardedBook,
    GuardedPages,
    GuardedStoring,
    LatexBookBuilder,
    LanguageWriter,
    PartBuilder,
    ProjectTemplatesBuilder,
    SearchBuilder,
    SharedWriting,
)
DOCS = {
    "navigation": {
        "languages": [
            {"language": "en", "pages": ["index"]},
            {"language": "fr", "pages": ["fr/index"]},
        ]
    }
}


class Built:
    """A small site with two languages and an application that has read its settings."""

    def __init__(self, root: Path, *, build: bool = False) -> None:
        files = {
            "docs.json": json.dumps(DOCS),
            "index.mdx": "---\ntitle: Home\n---\n\nText.\n",
            "fr/index.mdx": "---\ntitle: Accueil\n---\n\nTexte.\n",
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        self.warnings = io.StringIO()
        with docutils_namespace():
            self.app = Sphinx(
                root,
                None,
                root / "out",
                root / "doctrees",
                "html",
                confoverrides={"extensions": ["sphinx_docsnav"], "html_theme": "basic"},
                status=None,
                warning=self.warnings,
            )
            if build:
                self.app.build()

    @property
    def lines(self) -> list[str]:
        return strip_colors(self.warnings.getvalue()).splitlines()


def test_every_private_attribute_is_there(tmp_path: Path) -> None:
    app = Built(tmp_path).app
    owners = {"Config": app.config, "Project": app.project, "BuildEnvironment": app.env}
    assert [
        str(entry) for entry in ATTRIBUTES if not hasattr(owners[entry.owner], entry.name)
    ] == []


@pytest.mark.parametrize("feature", FEATURES)
def test_every_overridden_method_is_there_and_overridden(feature: type[BuilderFeature]) -> None:
    assert [str(entry) for entry in feature.overrides if not entry.is_available()] == []
    overridden = {name for name, member in vars(feature).items() if callable(member)}
    assert {entry.name for entry in feature.overrides} == {
        name for name in overridden if hasattr(feature.base, name)
    }


def test_every_replaced_function_is_there() -> None:
    assert [str(entry) for entry in REPLACED if not entry.is_available()] == []


def test_a_missing_function_is_not_replaced_with_one_warning(tmp_path: Path) -> None:
    site = Built(tmp_path)
    gone = SphinxName("sphinx.builders", "Builder", "gone", "A test.", "nothing happens", 1)
    builder = site.app.builder
    before = dict(vars(builder))
    with ExitStack() as restorations:
        replace_until_end(restorations, builder, gone, lambda function: function)
    assert vars(builder) == before
    assert ["has no 'Builder.gone' as expected" in line for line in site.lines] == [True]


def test_every_entry_has_a_reason_and_a_fallback() -> None:
    entries = [
        *ATTRIBUTES,
        *REPLACED,
        *(entry for feature in FEATURES for entry in feature.overrides),
    ]
    assert all(entry.reason and entry.fallback for entry in entries)
    assert len({*ATTRIBUTES, *REPLACED, GET_SETTINGS}) <= 20


@pytest.mark.parametrize("feature", [LanguageWriter, SearchBuilder])
def test_a_missing_method_switches_its_feature_off_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, feature: type[BuilderFeature]
) -> None:
    gone = SphinxName("sphinx.builders", "Builder", "gone", "A test.", "nothing happens", 1)
    monkeypatch.setattr(feature, "overrides", (gone,))
    site = Built(tmp_path, build=True)
    assert not isinstance(site.app.builder, feature)
    assert (tmp_path / "out" / "fr" / "index.html").is_file()
    assert len(site.lines) == 1
    assert "has no 'Builder.gone' as expected" in site.lines[0]
    assert "so nothing happens; update sphinx-docsnav" in site.lines[0]
    assert site.lines[0].endswith("[docsnav.incompatible]")


def test_a_method_with_other_parameters_is_not_available() -> None:
    entry = SphinxName("sphinx.builders", "Builder", "write_doc", "A test.", "nothing happens", 3)
    assert not entry.is_available()
    assert not SphinxName("sphinx.builders", "Gone", "write_doc", "", "", 2).is_available()


class Bare:
    """An object of a Sphinx that lacks a name; everything else is delegated."""

    def __init__(self, owner: object, *missing: str) -> None:
        self.__dict__["owner"], self.__dict__["missing"] = owner, missing

    def __getattr__(self, name: str) -> object:
        if name in self.__dict__["missing"]:
            raise AttributeError(name)
        return getattr(self.__dict__["owner"], name)

    def __getitem__(self, name: str) -> object:
        return self.__dict__["owner"][name]


def test_fallbacks_of_private_attributes_warn_once(tmp_path: Path) -> None:
    site = Built(tmp_path)
    config: object = Bare(site.app.config, USER_CONFIG.name)
    assert not is_set(config, "project_copyright")  # type: ignore[arg-type]  # acts like it
    assert is_set(config, "html_theme")  # type: ignore[arg-type]  # as above
    assert has_conf(config)  # type: ignore[arg-type]  # as above
    project: object = Bare(site.app.project, PROJECT_PATHS.name)
    assert not add_document(project, "made", tmp_path / "made.mdx")  # type: ignore[arg-type]
    assert "made" not in site.app.project.docnames
    forget_cached_doctree(Bare(site.app.env, DOCTREE_CACHE.name), "index")  # type: ignore[arg-type]
    forget_cached_doctree(Bare(site.app.env, DOCTREE_CACHE.name), "index")  # type: ignore[arg-type]
    named = [line.partition("has no '")[2].partition("'")[0] for line in site.lines]
    assert named == [
        "Config._raw_config",
        "Project._docname_to_path",
        "BuildEnvironment._pickled_doctree_cache",
    ]


def test_features_are_part_of_the_builder_only_where_the_site_uses_them(tmp_path: Path) -> None:
    builder = Built(tmp_path).app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    assert [feature for feature in FEATURES if isinstance(builder, feature)] == [
        GuardedPages,
        GuardedStoring,
        LanguageWriter,
        SearchBuilder,
    ]
