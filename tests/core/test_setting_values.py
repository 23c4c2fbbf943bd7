"""Values that settings cannot have stop the build before anything uses them."""

from __future__ import annotations

import pytest
from building import Project
from sphinx.errors import ConfigError

ALIAS = "a component's name, or a dict with its 'component' and the 'props' to rename"
PROXY = "; write it like 'https://proxy.example/' or '/proxy?url='"
SITE = {"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": "# Home"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("docsnav_config = 5", "expected a string, found 5"),
        ("docsnav_same_pages = None", "expected a list, found None"),
        ("docsnav_keep_going = 'no'", "expected True or False, found 'no'"),
        ("docsnav_only = 'fr'", "expected a list, found 'fr'; write ['fr']"),
        ("docsnav_only = [1]", "at 0, expected a string, found 1"),
        (
            "docsnav_components = {'a': 5}",
            f"at 'a', expected {ALIAS}, found 5",
        ),
        (
            "docsnav_components = {'a': {'component': 'Note', 'properties': {}}}",
            f"at 'a', expected {ALIAS}, found {{'component': 'Note', 'properties': {{}}}}",
        ),
        (
            "docsnav_allowed = {'link_schemes': ['vscode', 'JavaScript']}",
            (
                "at 'link_schemes', expected schemes of applications, found 'JavaScript'; "
                "name them without '://'"
            ),
        ),
        (
            "docsnav_components = {'a': 'Note', 'b': 'Stps'}",
            "at 'b', there is no component 'Stps'; did you mean 'Steps'?",
        ),
        (
            "docsnav_unlisted = 'exlude'",
            "expected 'build', 'exclude' or 'warn', found 'exlude'; did you mean 'exclude'?",
        ),
        *(
            (
                f"docsnav_openapi_options = {{'proxy': '{proxy}'}}",
                (
                    "at 'proxy', expected a URL with https:// or http://, or a path, "
                    f"found '{proxy}'{PROXY}"
                ),
            )
            for proxy in ("javascript:x//", "//other.example/", "proxy.example")
        ),
        (
            "docsnav_allowed = {'iframe_host': []}",
            "unknown option 'iframe_host'; did you mean 'iframe_hosts'?",
        ),
        (
            "docsnav_version_options = {'x': 1}",
            "unknown option 'x'; it has 'notice', 'old', 'requirements' and 'changes'",
        ),
        ("docsnav_allowed = 'none'", "expected a dict, found 'none'"),
        (
            "docsnav_openapi_options = {'try_it': 'yes'}",
            "at 'try_it', expected True or False, found 'yes'",
        ),
        ("docsnav_unlisted = 5", "expected 'build', 'exclude' or 'warn', found 5"),
    ],
)
def test_a_value_that_cannot_be_is_one_line(project: Project, line: str, message: str) -> None:
    project.write({**SITE, "conf.py": f"extensions = ['sphinx_docsnav']\n{line}\n"})

    with pytest.raises(ConfigError) as error:
        project.build()

    assert str(error.value) == f"conf.py:2:1: {line.partition(' ')[0]}: {message}"


def test_all_wrong_values_are_named_in_one_run(project: Project) -> None:
    wrong = "docsnav_allowed = {'elements': 'x'}\ndocsnav_config = 5\n"
    project.write({**SITE, "conf.py": f"extensions = ['sphinx_docsnav']\n{wrong}"})

    with pytest.raises(ConfigError) as error:
        project.build()

    assert str(error.value).splitlines() == [
        "conf.py:2:1: docsnav_allowed: at 'elements', expected 'none' or 'safe', found 'x'",
        "conf.py:3:1: docsnav_config: expected a string, found 5",
    ]


def test_an_unknown_name_is_a_warning_with_the_nearest_one(project: Project) -> None:
    conf = "extensions = ['sphinx_docsnav']\nif True:\n    docsnav_confg = 'docs.json'\n"
    project.write({**SITE, "conf.py": conf})

    built = project.build()

    assert built.warnings.splitlines() == [
        (
            "conf.py:3:5: WARNING: unknown setting 'docsnav_confg'; it is ignored; did you mean "
            "'docsnav_config'? [docsnav.conf_setting]"
        )
    ]


def test_same_pages_that_are_no_lists_are_left_out(project: Project) -> None:
    conf = "extensions = ['sphinx_docsnav']\ndocsnav_same_pages = [1, 'index', [2]]\n"
    project.write({**SITE, "conf.py": conf})

    assert project.build().warnings.splitlines() == [
        f"WARNING: docsnav_same_pages[{index}] is not a list of docnames; it is ignored "
        "[docsnav.same_pages]"
        for index in range(3)
    ]
