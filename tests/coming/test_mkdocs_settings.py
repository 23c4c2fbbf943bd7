"""The fields of docs.json and the settings of conf.py for those of mkdocs.yml."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from coming.projects import make_pages, read_docs, write_files
from support import Command

from sphinx_docsnav.cli.init import format_json

CONFIG = """
site_name: Harbour
site_description: How to moor
site_url: !ENV [SITE_URL, "https://example.com/harbour/"]
site_author: Ann
copyright: Copyright &copy; Ann
repo_url: https://github.com/example/harbour
edit_uri: edit/main/docs/
use_directory_urls: false
theme:
  name: material
  language: de
  logo: assets/logo.svg
  favicon: https://example.com/icon.png
  icon: {logo: material/ferry}
  palette:
    - media: "(prefers-color-scheme: light)"
      primary: deep purple
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      primary: black
extra:
  social:
    - {icon: fontawesome/brands/github, link: "https://github.com/example"}
    - {icon: fontawesome/brands/x-twitter, link: "https://x.com/example"}
    - {icon: fontawesome/brands/github, link: "https://github.com/other", name: Other}
plugins:
  - search
  - mkdocstrings
  - social: {hooks: []}
  - git-revision-date-localized: {enabled: true}
  - material/group:
      enabled: !ENV CI
      plugins: [tags]
  - redirects:
      redirect_maps:
        old.md: guide/new.md#part
        older/index.md: https://example.com/new
hooks: [hooks.py]
markdown_extensions:
  - pymdownx.snippets: {auto_append: [links.txt]}
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
      emoji_generator: !!python/object/apply:os.system ["touch FOLDER/was-run"]
  - mkdocs-click
  - pymdownx.magiclink: {repo_url_shorthand: true, social_url_shorthand: false}
odd: 1
"""


def test_settings_become_fields_of_docs_json(command: Command, tmp_path: Path) -> None:
    config = CONFIG.replace("FOLDER", str(tmp_path))
    files = {"mkdocs.yml": config, "docs/assets/logo.svg": "<svg/>", **make_pages("index")}
    assert command("init", write_files(tmp_path, files)) == 0
    docs = read_docs(tmp_path / "docs")
    assert docs == {
        "name": "Harbour",
        "description": "How to moor",
        "logo": "assets/logo.svg",
        "favicon": "https://example.com/icon.png",
        "appearance": {"default": "system", "strict": False},
        "colors": {"primary": "#7e56c2", "light": "#4051b5"},
        "styling": {"markdown": "material"},
        "navbar": {"primary": {"type": "github", "href": "https://github.com/example/harbour"}},
        "footer": {
            "socials": {
                "github": "https://github.com/example",
                "x": "https://x.com/example",
                "https://github.com/other": "https://github.com/other",
            }
        },
        "metadata": {"timestamp": True},
        "thumbnails": {"appearance": "light"},
        "redirects": [
            {"source": "/old", "destination": "/guide/new#part"},
            {"source": "/older", "destination": "https://example.com/new"},
        ],
        "navigation": {"pages": ["index"]},
    }
    messages = [line.rpartition(" [")[0].split(": WARNING: ") for line in command.err.splitlines()]
    remedies = {place.partition(":")[2]: message for place, message in messages}
    assert remedies == {
        "14:10": "'theme.icon.logo' has no counterpart; name the file of a picture in 'logo' of "
        "docs.json",
        "31:5": "the plugin 'group' has no counterpart; write its plugins into 'plugins'",
        "38:1": "'hooks' has no counterpart; hooks are not run; write an extension of Sphinx",
        "40:25": "'pymdownx.snippets.auto_append' has no counterpart; write the text into the "
        "pages that need it",
        "44:5": "the Markdown extension 'mkdocs-click' has no counterpart; describe the commands "
        "by an extension of Sphinx, such as sphinx-click",
        "45:26": "'pymdownx.magiclink.repo_url_shorthand' has no counterpart; write '#1' as a link",
        "46:1": "'odd' has no counterpart; look for an extension of Sphinx with this purpose",
    }
    assert not (tmp_path / "was-run").exists()  # what the tag would write


def read_settings(path: Path) -> dict[str, Any]:
    """Return the values in a conf.py."""
    assignments = [
        node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign)
    ]
    return {ast.unparse(node.targets[0]): ast.literal_eval(node.value) for node in assignments}


def test_sphinx_adds_a_conf_py_with_the_settings_that_docs_json_does_not_have(
    command: Command, tmp_path: Path
) -> None:
    config = CONFIG.replace("FOLDER", str(tmp_path))
    files = {"mkdocs.yml": config, "docs/assets/logo.svg": "<svg/>", **make_pages("index")}
    assert command("init", write_files(tmp_path, files), "--sphinx", "--theme", "furo") == 0
    settings = read_settings(tmp_path / "docs" / "conf.py")
    expected = {
        "html_theme": "furo",
        "html_title": "Harbour",
        "html_baseurl": "https://example.com/harbour/",
        "author": "Ann",
        "copyright": "Copyright &copy; Ann",
        "language": "de",
        "docsnav_edit_url": "https://github.com/example/harbour/edit/main/docs/{path}",
    }
    assert settings.items() >= expected.items()
    assert settings["extensions"][-2:] == ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
    assert f"sphinx-build -b html {tmp_path / 'docs'} OUT" in command.out


def test_no_file_is_overwritten(command: Command, tmp_path: Path) -> None:
    root = write_files(tmp_path, {"mkdocs.yml": "site_name: H\n", **make_pages("index")})
    (root / "docs" / "conf.py").write_text("# mine\n")
    assert command("init", root, "--sphinx") == 3
    assert command.err.endswith(
        "conf.py exists already; nothing was written; without --sphinx, the settings to add to it "
        "are printed\n"
    )
    assert not (root / "docs" / "docs.json").exists()
    (root / "docs" / "docs.json").write_text("{}")
    assert command("init", root) == 3
    assert command.err.endswith("docs.json exists already; nothing was written\n")
    assert (root / "docs" / "docs.json").read_text() == "{}"


def test_the_settings_for_a_conf_py_that_exists_are_printed(
    command: Command, tmp_path: Path
) -> None:
    config = "site_url: https://e.com\nplugins: [mkdocstrings]\n"
    root = write_files(tmp_path, {"mkdocs.yml": config, **make_pages("index")})
    (root / "docs" / "conf.py").write_text("extensions = []\n")
    assert command("init", root) == 0
    assert command.out.splitlines()[1:-1] == [
        f"Add to {root}/docs/conf.py:",
        'extensions += ["sphinx_docsnav", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]',
        "html_baseurl = 'https://e.com'",
    ]
    assert (root / "docs" / "conf.py").read_text() == "extensions = []\n"
    assert command("check", root) == 3
    assert command.err.endswith(f"there is no docs.json in {root}; did you mean {root}/docs?\n")


def test_beside_a_conf_py_the_toctrees_are_converted_and_mkdocs_yml_is_named(
    command: Command, tmp_path: Path
) -> None:
    files = {"mkdocs.yml": "nav: [a.md]\n", "conf.py": "", "index.rst": "Title\n=====\n"}
    assert command("init", write_files(tmp_path, files)) == 0
    assert "mkdocs.yml is not converted, because conf.py is beside it; docs.json" in command.err


def test_a_docs_json_has_short_lists_and_objects_on_one_line(
    command: Command, tmp_path: Path
) -> None:
    config = "site_name: H\nnav: [index.md, Part: [First page: a.md, Last page: b.md]]\n"
    root = write_files(tmp_path, {"mkdocs.yml": config, **make_pages("index")})
    assert command("init", root) == 0
    assert (root / "docs" / "docs.json").read_text("utf-8") == dedent(
        """\
        {
          "name": "H",
          "styling": {"markdown": "material"},
          "navigation": {
            "pages": [
              "index",
              {
                "group": "Part",
                "pages": [{"page": "a", "title": "First page"}, {"page": "b", "title": "Last page"}]
              }
            ]
          }
        }
        """
    )


def test_names_of_a_docs_json_are_written_as_they_are() -> None:
    row = "a" * 90
    assert format_json({"Größe": [row]}) == f'{{\n  "Größe": [\n    "{row}"\n  ]\n}}'


def test_an_inherited_file_is_named_and_not_read(command: Command, tmp_path: Path) -> None:
    files = {"mkdocs.yml": "INHERIT: ../base.yml\nsite_name: Own\n", **make_pages("index")}
    write_files(tmp_path, {"base.yml": "site_description: Base\n"})
    assert command("init", write_files(tmp_path / "project", files)) == 0
    assert "description" not in read_docs(tmp_path / "project" / "docs")
    assert command.err == (
        "mkdocs.yml:1:1: WARNING: 'INHERIT' has no counterpart; the settings of that file are not "
        "read; copy them into this one [docsnav.unsupported]\n"
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            "docs_dir: ../..\n",
            "mkdocs.yml:1:1: ERROR: 'docs_dir': there is no folder '../..' below",
        ),
        ("docs_dir: /etc\n", "mkdocs.yml:1:1: ERROR: 'docs_dir': there is no folder '/etc' below"),
        ("docs_dir: link\n", "mkdocs.yml:1:1: ERROR: 'docs_dir': there is no folder 'link' below"),
        (f"docs_dir: {'a' * 5_000}\n", "ERROR: 'docs_dir': there is no folder 'aaa"),
        ("INHERIT: ../../etc/passwd\ndocs_dir: x\n", "ERROR: 'docs_dir': there is no folder 'x'"),
        ("a: [1\n", "mkdocs.yml:1:4: ERROR: expected JSON or YAML: "),
        ("a: &a [*a]\n", "mkdocs.yml:1:8: ERROR: alias *a refers to nothing before it"),
        (f"a: {'[' * 500}\n", "ERROR: expected "),
    ],
)
def test_a_configuration_that_cannot_be_used_stops_with_its_line(
    command: Command, tmp_path: Path, config: str, message: str
) -> None:
    root = write_files(tmp_path / "project", {"mkdocs.yml": config, **make_pages("index")})
    (root / "link").symlink_to("/etc")
    assert command("init", root) == 1
    assert message in command.err
    assert command.err.endswith("mkdocs.yml cannot be converted; nothing was written\n")
    assert list(root.rglob("docs.json")) == []


def test_a_huge_configuration_is_converted(command: Command, tmp_path: Path) -> None:
    nav = "".join(f"  - Page {number}: p{number}.md\n" for number in range(3_000))
    files = {"mkdocs.yml": f"site_name: H\nnav:\n{nav}", **make_pages("index")}
    assert command("init", write_files(tmp_path, files)) == 0
    assert len(read_docs(tmp_path / "docs")["navigation"]["pages"]) == 3_000


def test_a_theme_without_a_conf_py_is_refused(command: Command, tmp_path: Path) -> None:
    root = write_files(tmp_path, {"mkdocs.yml": "site_name: H\n", **make_pages("index")})
    assert command("init", root, "--theme", "furo") == 3
    assert command.err.endswith("--theme: a conf.py names the theme; add --sphinx to write one\n")


def test_check_names_the_command_that_converts(command: Command, tmp_path: Path) -> None:
    root = write_files(tmp_path, {"mkdocs.yml": "site_name: H\n", **make_pages("index")})
    assert command("check", root) == 3
    assert (
        f"has a mkdocs.yml, but no docs.json; 'sphinx-docsnav init {root}' converts" in command.err
    )


MIKE = """
site_url: https://example.com/harbour
plugins:
  - mike: {deploy_prefix: docs}
"""
PUBLISHED = [
    {"version": "main", "title": "Development", "aliases": []},
    {"version": "2.0", "title": "2.0.1", "aliases": ["stable", "latest"]},
    {"version": "1.0", "title": "1.0", "aliases": [], "properties": {"hidden": True}},
]


def publish(root: Path, versions: object) -> None:
    """Commit a versions.json as mike does, in a branch without the files of the project."""
    write_files(root, {"versions.json": json.dumps(versions)})
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
    steps = [("init", "-q"), ("checkout", "-q", "--orphan", "gh-pages")]
    steps += [("add", "versions.json"), (*author, "commit", "-q", "-m", "Deploy")]
    for step in steps:
        subprocess.run(["git", *step], cwd=root, check=True)
    (root / "versions.json").unlink()


def test_versions_that_mike_has_published_become_links(command: Command, tmp_path: Path) -> None:
    write_files(tmp_path, {"mkdocs.yml": MIKE, **make_pages("index")})
    publish(tmp_path, PUBLISHED)
    assert command("init", tmp_path) == 0
    assert read_docs(tmp_path / "docs")["navigation"] == {
        "versions": [
            {"version": "next", "pages": ["index"]},
            {"version": "Development", "href": "https://example.com/harbour/main/"},
            {"version": "2.0.1", "href": "https://example.com/harbour/2.0/"},
            {"version": "1.0", "href": "https://example.com/harbour/1.0/"},
        ]
    }
    lines = command.err.splitlines()
    assert lines[0].startswith("mkdocs.yml:3:5: WARNING: mike: 3 published versions become links")
    assert "'mike.deploy_prefix' has no counterpart; add it to the addresses" in lines[1]
    assert command("check", tmp_path / "docs") == 0


@pytest.mark.parametrize("versions", [None, [], "x", [{"title": "1.0"}], [["a"]]])
def test_versions_that_cannot_be_read_are_one_message(
    command: Command, tmp_path: Path, versions: object
) -> None:
    write_files(tmp_path, {"mkdocs.yml": MIKE, **make_pages("index")})
    if versions is not None:
        publish(tmp_path, versions)
    assert command("init", tmp_path) == 0
    assert read_docs(tmp_path / "docs")["navigation"] == {"pages": ["index"]}
    assert "versions.json in the branch 'gh-pages' is missing" in command.err


@pytest.mark.parametrize(
    ("palette", "colors"),
    [
        ("[{scheme: default}, {scheme: slate, primary: blue}]", ("#4051b5", "#2094f3")),
        ("[{media: x}, {scheme: default, primary: teal}, {scheme: slate}]", ("#009485", "#4051b5")),
        ("{scheme: slate, primary: teal}", ("#009485", "#009485")),
        ("{primary: deep orange}", ("#ff6e42", "#ff6e42")),
    ],
)
def test_a_palette_without_a_colour_is_indigo(
    command: Command, tmp_path: Path, palette: str, colors: tuple[str, str]
) -> None:
    config = f"theme: {{name: material, palette: {palette}}}\n"
    assert (
        command("init", write_files(tmp_path, {"mkdocs.yml": config, **make_pages("index")})) == 0
    )
    assert tuple(read_docs(tmp_path / "docs")["colors"].values()) == colors
