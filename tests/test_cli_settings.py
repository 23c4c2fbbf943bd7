"""The Sphinx settings that docs.json stands for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinx_docsnav.cli.build_settings import (
    SphinxSettings,
    find_copy_button,
    make_site_settings,
    merge_settings,
    read_conf,
)
from sphinx_docsnav.cli.console import UserError
from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.faults import Fault


def settings_of(root: Path, theme: str, **fields: object) -> SphinxSettings:
    faults: list[Fault] = []
    docs = {"navigation": {"pages": ["index"]}, **fields}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")
    settings = make_site_settings(read_docs_json(root / "docs.json", faults.append), root, theme)
    assert faults == []
    return settings


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    for name in ("logo/light.svg", "logo/dark.svg", "other/light.svg", "favicon.png", "evil.svg_t"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    (tmp_path / "outside.svg").touch()
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    return folder


def test_title_is_the_name_else_the_folder(root: Path) -> None:
    named = settings_of(root, "alabaster", name="Quay")
    assert (named["project"], named["html_title"]) == ("Quay", "Quay")
    assert settings_of(root, "alabaster")["project"] == "harbour"


@pytest.mark.parametrize(
    ("codes", "language"),
    [(["fr", "en"], "fr"), (["en", "*pt-BR"], "pt_BR"), (["jp"], "ja"), (["cn"], "zh_CN")],
)
def test_language_is_the_default_else_the_first(
    root: Path, codes: list[str], language: str
) -> None:
    entries = [
        {"language": code.lstrip("*"), "pages": ["index"]}
        | ({"default": True} if "*" in code else {})
        for code in codes
    ]
    settings = settings_of(root, "alabaster", navigation={"languages": entries})
    assert settings["language"] == language


LOGO = {"light": "/logo/light.svg", "dark": "/logo/dark.svg"}


def test_furo_gets_both_logos_and_no_name_beside_them(root: Path) -> None:
    settings = settings_of(root, "furo", logo=LOGO)
    assert settings["html_static_path"] == ["logo/light.svg", "logo/dark.svg"]
    assert settings["html_theme_options"] == {
        "light_logo": "light.svg",
        "dark_logo": "dark.svg",
        "sidebar_hide_name": True,
        "light_css_variables": {"docsnav-logo": "4rem"},
    }


def test_two_logos_of_one_name_cannot_lie_in_one_folder_so_the_light_one_is_used(
    root: Path,
) -> None:
    settings = settings_of(root, "furo", logo={**LOGO, "dark": "/other/light.svg"})
    assert settings["html_logo"] == "logo/light.svg"
    assert "html_static_path" not in settings


def test_a_theme_that_is_not_known_gets_the_light_logo(root: Path) -> None:
    settings = settings_of(root, "nature", logo=LOGO, favicon="/favicon.png")
    assert settings["html_logo"] == "logo/light.svg"
    assert settings["html_favicon"] == "favicon.png"
    assert "html_theme_options" not in settings


@pytest.mark.parametrize("theme", ["pydata_sphinx_theme", "sphinx_book_theme"])
def test_pydata_gets_both_logos_as_its_option(root: Path, theme: str) -> None:
    assert settings_of(root, theme, logo=LOGO)["html_theme_options"] == {
        "logo": {"image_light": "logo/light.svg", "image_dark": "logo/dark.svg"}
    }


@pytest.mark.parametrize("theme", ["sphinx_rtd_theme", "sphinx_immaterial"])
def test_headers_that_are_dark_on_light_pages_get_the_logo_for_dark_ones(
    root: Path, theme: str
) -> None:
    assert settings_of(root, theme, logo=LOGO)["html_logo"] == "logo/dark.svg"


def test_awesome_gets_both_logos_as_its_options(root: Path) -> None:
    assert settings_of(root, "sphinxawesome_theme", logo=LOGO)["html_theme_options"] == {
        "logo_light": "logo/light.svg",
        "logo_dark": "logo/dark.svg",
    }


def test_immaterial_is_an_extension_too_and_fetches_no_fonts(root: Path) -> None:
    settings = settings_of(root, "sphinx_immaterial")
    kept = find_copy_button("sphinx_immaterial")
    assert settings["extensions"] == ["sphinx_docsnav", "sphinx_immaterial", *kept]
    options = settings["html_theme_options"]
    assert isinstance(options, dict)
    assert options["font"] is False


def test_copy_buttons_leave_out_what_a_reader_did_not_type(root: Path) -> None:
    pytest.importorskip("sphinx_copybutton")
    selectors = str(settings_of(root, "furo")["copybutton_exclude"])
    assert "pre:has(.gp) :is(.go, .gt)" in selectors
    assert "copybutton_exclude" not in settings_of(root, "sphinx_immaterial")


@pytest.mark.parametrize(
    "path", ["/../outside.svg", "/link.svg", "/evil.svg_t", "/missing.svg", f"/{'x' * 300}.svg"]
)
def test_a_logo_is_an_image_inside_the_site_or_left_out(root: Path, path: str) -> None:
    settings = settings_of(root, "furo", logo=path, favicon=path)
    assert settings.keys() & {"html_logo", "html_favicon", "html_static_path"} == set()


def test_a_logo_may_be_an_https_address(root: Path) -> None:
    settings = settings_of(root, "furo", logo="https://example.org/logo.svg")
    assert settings["html_logo"] == "https://example.org/logo.svg"


def test_the_theme_gets_the_colours_if_there_are_any(root: Path) -> None:
    assert settings_of(root, "furo", colors={"primary": "#2563EB"})["docsnav_colors"] is True
    assert "docsnav_colors" not in settings_of(root, "furo")


def test_a_dotted_setting_changes_one_entry_of_a_table() -> None:
    settings: SphinxSettings = {"html_theme_options": {"a": 1, "b": 2}, "project": "x"}
    assert merge_settings(settings, {"html_theme_options.b": "3", "language": "fr"}) == {
        "html_theme_options": {"a": 1, "b": "3"},
        "project": "x",
        "language": "fr",
    }
    assert settings["html_theme_options"] == {"a": 1, "b": 2}


def test_the_buttons_above_a_page_are_those_of_contextual_that_a_static_site_can_have(
    root: Path,
) -> None:
    own = {"title": "Play", "href": "https://e.example"}
    with_server = ["mcp", "assistant", {"title": "T", "href": "https://e.example/$mcp"}]
    asked = {"options": ["chatgpt", "view", own, *with_server, "copy"]}
    shown = settings_of(root, "furo", contextual=asked)["docsnav_page_actions"]
    assert shown == ["chatgpt", "view", own, "copy"]
    settings = settings_of(root, "furo")
    assert (settings["docsnav_page_actions"], settings["docsnav_markdown"]) == ([], True)


def test_a_conf_py_is_read_without_its_extensions(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["no.such"]\nhtml_theme = "furo"\n', "utf-8")
    config = read_conf(tmp_path, html_theme="alabaster", html_baseurl="")
    assert (config.html_theme, config.html_baseurl) == ("furo", "")


def test_a_conf_py_that_fails_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("import nowhere_to_be_found\n", "utf-8")
    with pytest.raises(UserError, match=r"\A\S+conf\.py cannot be run: [^\n]*nowhere\S+\Z"):
        read_conf(tmp_path)
