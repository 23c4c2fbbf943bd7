"""``"sdk": {"python": "package"}``: the pages of a Python package as a tree."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from sphinx.domains.python import ObjectEntry
from sphinx_processes import SphinxProcesses
from support import Command, MakeSite

from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.docs_json.models import python_packages
from sphinx_docsnav.features.python_reference import (
    PackagePage,
    _map_object_pages,
    make_package_tree,
)

CODE = {
    "__init__.py": '"""Toys."""\n\n\ndef spin(top: str) -> int:\n    """Spin."""\n    return 1\n',
    "core.py": '"""The core."""\n\n\nclass Box:\n    """A box."""\n\n\ndef shake() -> bool:\n'
    '    """Shake."""\n    return True\n',
    "wood/__init__.py": '"""Wood."""\n',
    "wood/train.py": '"""Trains."""\n\n\nclass Train:\n    """A train."""\n',
}
DOCS = {
    "name": "Toys",
    "navigation": {
        "tabs": [
            {"tab": "Guide", "groups": [{"group": "Start", "pages": ["index", "nope"]}]},
            {
                "tab": "API",
                "groups": [
                    {"group": "Python API", "sdk": {"python": "toys"}},
                    {"group": "Gone", "sdk": {"python": "gone"}},
                ],
            },
        ]
    },
}
MODULE = """{{ fullname | escape | underline }}

.. automodule:: {{ fullname }}

.. autosummary::
   :toctree:

{% for item in classes + functions %}   {{ item }}
{% endfor %}

.. autosummary::
   :toctree:
   :recursive:

{% for item in modules %}   {{ item }}
{% endfor %}
"""
SUMMARY = ".. autosummary::\n   :toctree: gen\n   :recursive:\n\n   toys\n"
STUBS = {"_templates/autosummary/module.rst": MODULE, "api.rst": f"API\n===\n\n{SUMMARY}"}
AUTOSUMMARY = """
extensions += ["sphinx.ext.autodoc", "sphinx.ext.autosummary"]
autosummary_generate = True
templates_path = exclude_patterns = ["_templates"]
"""
AUTOAPI = """
extensions += ["autoapi.extension"]
autoapi_dirs = ["../code/toys"]
autoapi_own_page_level = "class"
autoapi_add_toctree_entry = False
autoapi_keep_files = True
"""
AUTODOC2 = """
extensions += ["autodoc2"]
autodoc2_packages = ["../code/toys"]
autodoc2_render_plugin = "rst"
"""
ALL = ["core", ["Box", "shake"], "wood", ["train", ["Train"]], "spin"]
MAKERS = {
    "autosummary": (AUTOSUMMARY, STUBS, ALL),
    "autoapi": (AUTOAPI, {}, ["core", ["Box"], "wood", ["train", ["Train"]]]),
    "autodoc2": (AUTODOC2, {}, ["core", "wood", ["train"]]),
}
"""Lines of conf.py, files, and the tree below the package."""
CONF = "import sys\nsys.path.insert(0, {code!r})\nextensions = ['sphinx_docsnav']\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def tree_of(page: Path) -> list[object]:
    """Return the labels below the heading of the sidebar, nested as its lists are."""
    text = page.read_text("utf-8")
    part = text[text.index('class="docsnav-sidebar') :]
    levels: list[list[object]] = [[]]
    for match in re.finditer(
        r"<(/?)ul|<a [^>]*>(.*?)</a>", part[: part.index("</nav>")], re.DOTALL
    ):
        if match[2] is not None:
            levels[-1].append(re.sub(r"<[^>]+>", "", match[2]).strip())
        elif match[1]:
            levels.pop()
        else:
            levels[-1].append([])
            levels.append(levels[-1][-1])  # type: ignore[arg-type]  # the list of the line before
    return levels[0]


@pytest.fixture
def build(tmp_path: Path, processes: SphinxProcesses) -> Callable[..., str]:
    """Return a function that builds the project and returns its warnings.

    In a process of its own, because autodoc imports the package.
    """

    def built(out: str = "out", doctrees: str = "trees", theme: str = "furo") -> str:
        words = ("-q", "-d", doctrees, "-D", f"html_theme={theme}", "source", out)
        done = processes.run(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stderr

    return built


@pytest.mark.parametrize(
    "maker",
    [
        "autosummary",
        pytest.param("autoapi", marks=pytest.mark.on_demand),
        pytest.param("autodoc2", marks=pytest.mark.on_demand),
    ],
)
def test_pages_of_a_package_are_a_tree_that_follows_the_code(
    tmp_path: Path, build: Callable[..., str], maker: str
) -> None:
    if importlib.util.find_spec({"autosummary": "sphinx"}.get(maker, maker)) is None:
        pytest.skip(f"{maker} is not installed")
    conf, files, below = MAKERS[maker]
    write(tmp_path / "code" / "toys", CODE)
    docs = {"index.rst": "Home\n====\n", "docs.json": json.dumps(DOCS)}
    conf = CONF.format(code=str(tmp_path / "code")) + conf
    write(tmp_path / "source", {**docs, **files, "conf.py": conf})

    warnings = [line for line in build().splitlines() if "docs.json" in line]

    assert [line.partition("WARNING: ")[2].partition(";")[0] for line in warnings] == [
        "/navigation/tabs/0/groups/0/pages/1: page 'nope' does not exist",
        "/navigation/tabs/1/groups/1/sdk: no page documents the Python package 'gone'",
    ]
    out = tmp_path / "out"
    page = next(
        path
        for path in sorted(out.rglob("*.html"))
        if "core" in str(path.relative_to(out)) and "_modules" not in str(path)
    )
    assert tree_of(page) == ["Python API", below]
    before = page.stat().st_mtime_ns
    build()
    assert page.stat().st_mtime_ns == before
    if maker != "autosummary":
        return
    write(tmp_path / "code" / "toys", {"core.py": CODE["core.py"].replace("shake", "tilt")})
    build()
    (tmp_path / "source" / "gen" / "toys.core.shake.rst").unlink()
    build()
    build("clean", "clean_trees")
    now, clean = (
        {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.html")}
        for root in (out, tmp_path / "clean")
    )
    assert now.keys() - clean.keys() <= {"gen/toys.core.shake.html"}
    assert {name: text for name, text in now.items() if name in clean} == clean
    assert tree_of(out / "index.html") != tree_of(page)
    assert tree_of(page)[1][1] == ["Box", "tilt"]  # type: ignore[index]  # a list of labels


PAGES = {"a": ("a", 0), "a.b.C": ("c", 1), "a.b.d": ("d", 3), "a.Z": ("z", 1), "ab.c": ("x", 0)}


def names(page: PackagePage | None) -> object:
    assert page is not None
    below = [names(one) for one in page.children]
    return (page.name, below) if below else page.name


def test_the_main_object_of_a_page_is_a_module_else_the_shortest_name() -> None:
    kinds = {"toys.Ace": "class", "toys.core": "module", "toys.core.cut": "function"}
    pages = {"toys.Ace": "core", "toys.core": "core", "toys.core.cut": "cut"}
    objects = {name: ObjectEntry(pages[name], name, kinds[name], aliased=False) for name in kinds}
    domain = SimpleNamespace(objects=objects)
    env = SimpleNamespace(get_domain=lambda _name: domain, all_docs={"core", "cut"})
    found = _map_object_pages(env, ())  # type: ignore[arg-type]  # what it reads
    assert {name: docname for name, (docname, _rank) in found.items()} == {
        "toys.core": "core",
        "toys.core.cut": "cut",
    }


def test_a_tree_has_the_nearest_page_above_each_page() -> None:
    assert names(make_package_tree("a", PAGES)) == ("a", ["a.b.C", "a.b.d", "a.Z"])
    assert names(make_package_tree("a.b", PAGES)) == ("a.b", ["a.b.C", "a.b.d"])
    assert make_package_tree("b", PAGES) is None


@pytest.mark.parametrize(
    ("sdk", "expected"),
    [
        ({"python": "a.b"}, ("a.b",)),
        ({"python": ["a", "b", "a"]}, ("a", "b")),
        ({"python": "a b"}, ()),
        ({"python": []}, ()),
        ({"python": [1]}, ()),
        ({"python": "a", "typedoc": "x"}, ()),
        ({"typedoc": "x"}, ()),
        ("python", ()),
        (None, ()),
    ],
)
def test_names_of_packages(sdk: object, expected: tuple[str, ...]) -> None:
    assert python_packages(sdk) == expected


def test_references_of_other_kinds_keep_their_message(
    command: Command, make_site: MakeSite
) -> None:
    groups = [
        {"group": "A", "pages": ["index"]},
        {"group": "B", "sdk": {"typedoc": "x.json"}},
        {"group": "C", "sdk": {"python": "toys"}},
    ]
    root = make_site({"groups": groups}, {"index.mdx": "# A\n"})
    assert command("check", root) == ExitCode.DONE
    (line,) = command.out.splitlines()
    assert "/navigation/groups/1/sdk: 'sdk' is not supported; no pages are made from it" in line
