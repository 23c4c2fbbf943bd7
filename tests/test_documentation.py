"""The examples in the documentation work, and the names in it exist."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from support import Command

from sphinx_docsnav.cli.arguments import build_parser
from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.themes.base import Adapter

MOST_ADAPTER_MEMBERS = 34
"""A theme author reads all of them; what one theme alone needs is code of its adapter."""
DOCS = Path(__file__).parent.parent / "docs"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is not here")


def fences(page: str) -> Iterator[tuple[str, str]]:
    """Yield language and title, and the text, of each block of code in an MDX page."""
    pattern = re.compile(r"^( *)```(.+)\n([\s\S]*?)^\1```$", re.MULTILINE)
    for match in pattern.finditer((DOCS / page).read_text("utf-8")):
        yield match[2], dedent(match[3])


def write_tutorial_site(folder: Path) -> Path:
    files = {
        title.split()[1]: text for title, text in fences("start/first-site.mdx") if "/" in title
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "my-site"


def test_the_site_of_the_tutorial_builds_without_a_warning(
    command: Command, tmp_path: Path
) -> None:
    site = write_tutorial_site(tmp_path)
    assert (command("check", site, "-W"), command.out) == (ExitCode.DONE, "")
    done = command("build", site, tmp_path / "public", "-q", "-W")
    assert (done, command.err) == (ExitCode.DONE, "")
    home = (tmp_path / "public" / "index.html").read_text("utf-8")
    assert "Your first loaf" in home
    assert "https://example.com/forum" in home


def test_the_tutorial_says_what_check_reports_for_a_wrong_path(
    command: Command, tmp_path: Path
) -> None:
    site = write_tutorial_site(tmp_path)
    path = site / "docs.json"
    path.write_text(path.read_text("utf-8").replace("first-loaf", "frist-loaf"), "utf-8")
    assert command("check", site, "-W") == ExitCode.WARNINGS
    assert "frist-loaf" in command.out
    assert "first-loaf" in command.out


def docs_json_blocks() -> Iterator[tuple[str, str]]:
    """Yield the page and the text of each block in reStructuredText that is a docs.json."""
    for path in sorted([*DOCS.rglob("*.rst"), DOCS.parent / "README.rst"]):
        text = path.read_text("utf-8")
        for match in re.finditer(r"code-block:: json\n(?: +:.*\n)*\n((?:[ ]+.*\n|\n)+)", text):
            block = dedent(match[1]).strip()
            if '"navigation"' in block and "$ref" not in block:
                yield path.relative_to(DOCS.parent).as_posix(), block


@pytest.mark.parametrize(("page", "text"), list(docs_json_blocks()))
def test_every_docs_json_in_the_documentation_is_valid(
    page: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "docs.json"
    path.write_text(text, "utf-8")
    faults: list[Fault] = []
    read_docs_json(path, faults.append)
    assert [str(fault) for fault in faults] == [], page
    assert json.loads(text)


def named_functions() -> list[str]:
    pages = (DOCS / "inside" / f"{name}.rst" for name in ("docs-json-to-pixel", "mdx-page-to-html"))
    text = "".join(page.read_text("utf-8") for page in pages)
    packages = "components|core|data_files|docs_json|features|mdx|navigation|rendering|themes"
    return sorted(set(re.findall(rf"``((?:{packages})\.[\w.]+)``", text)))


HOSTING = sorted(DOCS.glob("examples/hosting/*.y*ml"))
WORKFLOWS = sorted(DOCS.parent.glob(".github/workflows/*.yml"))


def yaml_documents() -> Iterator[tuple[str, Any]]:
    """Yield name and content of the YAML files for hosts, of our workflows and of YAML blocks."""
    for path in (*HOSTING, *WORKFLOWS):
        yield path.stem, yaml.safe_load(path.read_text("utf-8"))
    for path in sorted(DOCS.rglob("*.rst")):
        blocks = re.findall(r"code-block:: yaml\n\n((?:[ ]+.*\n|\n)+)", path.read_text("utf-8"))
        for number, block in enumerate(blocks):
            yield f"{path.stem}-{number}", yaml.safe_load(dedent(block))


YAML_DOCUMENTS = dict(yaml_documents())


def commands_in(value: object) -> Iterator[str]:
    """Yield every command of this project, with a value for each expression and variable."""
    if isinstance(value, str):
        filled = re.sub(r"\$\{\{.+?\}\}|\$\w+/\$\w+", "1/2", value)
        yield from re.findall(
            r"(?:^|\$\()(?:[\w./]+/)?(sphinx-docsnav [^)\n]+)", filled, re.MULTILINE
        )
    elif isinstance(value, list | dict):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from commands_in(inside)


def test_each_file_for_a_host_is_in_the_guide_and_builds_the_site() -> None:
    guide = (DOCS / "start/host.rst").read_text("utf-8")
    assert [path.name for path in HOSTING if path.name not in guide] == []
    for path in HOSTING:
        said = YAML_DOCUMENTS[path.stem]
        assert [*commands_in(said)] or said["sphinx"]["configuration"] == "docs/conf.py"


@pytest.mark.parametrize("name", YAML_DOCUMENTS)
def test_the_commands_in_yaml_exist(name: str) -> None:
    for command in commands_in(YAML_DOCUMENTS[name]):
        build_parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("name", [name for name, said in YAML_DOCUMENTS.items() if "jobs" in said])
def test_a_github_workflow_has_what_its_jobs_need(name: str) -> None:
    jobs = YAML_DOCUMENTS[name]["jobs"]
    for job in jobs.values():
        assert job["runs-on"]
        assert all(len({"uses", "run"} & step.keys()) == 1 for step in job["steps"])
        assert job.get("needs", next(iter(jobs))) in jobs
    outputs = re.findall(r"needs\.(\w+)\.outputs\.(\w+)", json.dumps(jobs))
    assert [pair for pair in outputs if pair[1] not in jobs[pair[0]]["outputs"]] == []


@pytest.mark.parametrize("name", ["gitlab-ci", "parts-1"])
def test_a_gitlab_file_has_what_its_jobs_need(name: str) -> None:
    jobs = YAML_DOCUMENTS[name]
    for job in jobs.values():
        assert all(isinstance(line, str) for line in job["script"])
        assert job["artifacts"]["paths"]
        assert set(job.get("needs", ())) <= jobs.keys()
        assert job.get("image") or not [*commands_in(job)]


def test_the_package_names_what_read_the_docs_installs_for_this_documentation() -> None:
    root = DOCS.parent
    said = yaml.safe_load((root / ".readthedocs.yaml").read_text("utf-8"))
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    (install,) = said["python"]["install"]
    assert set(install["extra_requirements"]) <= extras.keys()
    assert (root / said["sphinx"]["configuration"]).is_file()


def test_every_function_on_the_walks_to_a_pixel_exists() -> None:
    def exists(name: str) -> bool:
        try:
            pkgutil.resolve_name(f"sphinx_docsnav.{name}")
        except (ImportError, AttributeError):
            return False
        return True

    assert len(named_functions()) > 10
    assert [name for name in named_functions() if not exists(name)] == []


def test_the_reference_of_adapters_has_an_entry_for_each_member(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    hooks = importlib.import_module("generated_reference").AdapterHooks
    listed = re.findall(r"^``(\w+)", "\n".join(hooks.text(hooks)), re.MULTILINE)
    members = [name for name in vars(Adapter) if not name.startswith("_")]
    assert len(members) <= MOST_ADAPTER_MEMBERS
    assert sorted(listed) == sorted(members)


def test_every_file_that_a_recipe_names_exists() -> None:
    text = (DOCS / "inside" / "recipes.rst").read_text("utf-8")
    paths = re.findall(r"``((?:sphinx_docsnav|docs|tests)/[\w./-]+)``", text)
    assert paths
    assert [path for path in paths if not (DOCS.parent / path).exists()] == []
