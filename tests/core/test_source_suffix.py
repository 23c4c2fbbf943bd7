"""The project's own suffixes and files come before ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations

import pytest
from building import Project, Result
from sphinx.config import Config

from sphinx_docsnav.core.site.config_pass import exclude_markdown

OURS, AUTODOC, AUTOSUMMARY = "sphinx_docsnav", "sphinx.ext.autodoc", "sphinx.ext.autosummary"
MARKDOWN_READER = "markdown_reader"
"""Adds a reader for `.md`, as myst_nb does: by suffix and parser, when the extension is set up."""
ORDERS = (
    *permutations((AUTODOC, AUTOSUMMARY, OURS)),
    (MARKDOWN_READER, OURS, AUTODOC, AUTOSUMMARY),
    (AUTODOC, AUTOSUMMARY, OURS, MARKDOWN_READER),
)
READER = """
from sphinx.parsers import RSTParser

class Parser(RSTParser):
    supported = ("markdown-notes",)

def setup(app):
    app.add_source_suffix(".md", "markdown-notes")
    app.add_source_parser(Parser)
"""
INDEX = """
Title
=====

.. autosummary::
   :toctree: gen
   :recursive:

   textwrap
"""


def described(project: Project, *extensions: str, pages: tuple[str, ...] = ("index",)) -> None:
    """Write a project with conf.py that has the default ``source_suffix``."""
    path = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"
    project.write(
        {
            "conf.py": f"{path}extensions = {list(extensions)}\nhtml_theme = 'alabaster'\n",
            "docs.json": json.dumps({"navigation": {"pages": list(pages)}}),
            f"{MARKDOWN_READER}.py": READER,
        }
    )


@pytest.fixture(autouse=True)
def _default_suffixes() -> Iterator[None]:
    """Restore the default of ``source_suffix``: Sphinx adds to it in place."""
    default = Config.config_values["source_suffix"].default
    kept = dict(default)
    yield
    default.clear()
    default.update(kept)


@pytest.fixture
def bare(project: Project) -> Project:
    """A project of reStructuredText, and Markdown files that are none of its pages."""
    described(project, OURS)
    project.write(
        {
            "index.rst": "Own\n===\n",
            "index.md": "# Markdown\n",
            "README.md": "# About\n",
            "notes/stray.md": "# Stray\n",
            "guide.md": "# Guide\n\nText\n",
        }
    )
    project.conf = {"html_theme": "alabaster"}
    return project


def documents(result: Result) -> dict[str, str]:
    env = result.app.env
    return {
        name: env.doc2path(name).relative_to(result.app.srcdir).as_posix() for name in env.all_docs
    }


@pytest.mark.parametrize("extensions", ORDERS)
def test_autosummary_writes_and_reads_its_pages_in_any_order_of_extensions(
    project: Project, extensions: tuple[str, ...]
) -> None:
    described(project, *extensions)
    project.write({"index.rst": INDEX})
    conf = {"html_theme": "alabaster", "autodoc_default_options": {"members": True}}
    result = project.build(conf=conf)
    assert result.warnings == ""
    assert [path.name for path in (project.src / "gen").iterdir()] == ["textwrap.rst"]
    page = (project.output() / "gen" / "textwrap.html").read_text("utf-8")
    assert 'id="textwrap.dedent"' in page
    assert "automodule" not in page
    assert 'href="gen/textwrap.html#module-textwrap"' in (
        project.output() / "py-modindex.html"
    ).read_text("utf-8")


def test_the_own_file_of_a_name_wins_and_unlisted_markdown_is_no_page(bare: Project) -> None:
    described(bare, OURS, pages=("index", "guide"))
    result = bare.build()
    assert result.warnings == ""
    assert documents(result) == {"index": "index.rst", "guide": "guide.md"}


def test_a_page_of_markdown_is_read_again_only_after_a_change(bare: Project) -> None:
    described(bare, OURS, pages=("index", "guide"))
    bare.build()
    assert bare.build().read == (0, 0, 0)
    bare.write({"guide.md": "# Guide\n\nMore\n"})
    result = bare.build()
    assert result.read == (0, 1, 0)
    assert "More" in (bare.output() / "guide.html").read_text("utf-8")


def test_markdown_comes_and_goes_with_its_entry_and_no_other_page_is_read(bare: Project) -> None:
    bare.build()
    described(bare, OURS, pages=("index", "guide"))
    assert bare.build().read == (0, 1, 0)
    described(bare, OURS)
    assert bare.build().read == (0, 0, 1)
    assert not (bare.output() / "guide.html").exists()


def test_an_entry_that_is_spelled_oddly_still_lists_its_page(bare: Project) -> None:
    described(bare, OURS, pages=("index", "./Guide.md"))
    assert documents(bare.build()) == {"index": "index.rst", "guide": "guide.md"}


@pytest.mark.parametrize("value", ["build", "warn"])
def test_docsnav_unlisted_of_conf_py_makes_pages_of_unlisted_markdown(
    bare: Project, value: str
) -> None:
    result = bare.build(conf={"docsnav_unlisted": value})
    assert documents(result) == {
        "index": "index.rst",
        "guide": "guide.md",
        "notes/stray": "notes/stray.md",
    }
    assert result.warnings.count("docsnav.page_unlisted") == (2 if value == "warn" else 0)


def test_excluded_markdown_is_no_page(bare: Project) -> None:
    described(bare, OURS, pages=("index", "guide"))
    result = bare.build(conf={"exclude_patterns": ["guide.md"]})
    assert documents(result) == {"index": "index.rst"}


def test_in_a_site_without_conf_py_every_markdown_file_is_a_page(bare: Project) -> None:
    (bare.src / "conf.py").unlink()
    (bare.src / "index.rst").unlink()
    assert set(documents(bare.build())) == {"index", "guide", "notes/stray"}


def test_suffixes_of_the_project_stay_first(bare: Project) -> None:
    assert list(bare.build().app.config.source_suffix) == [".rst", ".mdx", ".md"]


def test_include_patterns_of_the_project_still_count() -> None:
    assert exclude_markdown(["api/*", "index.rst", "a.md"]) == [
        *("api/*[!d]", "api/*[!m]d", "api/*[!.]md"),
        "index.rst",
    ]
